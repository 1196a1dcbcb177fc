"""Forfeits: who forfeits cannot win, whatever he has scored, and when one is left the game ends."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine import RULESETS
from engine.core.outcome import Outcome
from service.outcomes import Forfeit, outcome_of
from service.schemas.answers import OutcomeInfo
from tests.service.hosting.clocked import NAMES, TURN_MS, Clocked, left
from tests.service.hosting.house import BOT, House, plain
from tests.service.hosting.test_hosting_records import SOUND, verified

VANTAGE: Any = RULESETS["vantage"]


def test_Q37_of_two_seats_the_other_wins_at_once(house: House) -> None:
    table = Clocked(house, on_timeout="forfeit")
    seat, version = table.mover(), table.game["version"]
    table.at(2 * TURN_MS)
    (step,) = table.steps(version)
    outcome = {
        "reason": "forfeit",
        "winners": [1 - seat],
        "scores": [0, 0],
        "text": None,
        "details": None,
    }
    assert step["events"] == [
        {"kind": "turn_timed_out", "seat": seat, "text": None},
        left(seat, NAMES[seat]),
        {"kind": "game_ended", "outcome": outcome, "reason": "forfeit", "text": None},
    ]
    assert step["text"].endswith("Nobody is left to play against: the game ends")
    game = table.game
    assert (game["status"], game["to_act"], game["deadline"]) == ("finished", [], None)
    assert game["ended_at"] == step["at"]
    assert game["outcome"] == outcome | {
        "text": f"{NAMES[1 - seat]} wins: all others have forfeited",
    }
    assert [one["forfeited"] for one in game["seats"]] == [at == seat for at in range(2)]
    record = table.record()
    assert record["outcome"] == {"reason": "forfeit", "winners": [1 - seat], "scores": [0, 0]}
    assert [one["forfeited"] for one in record["seats"]] == [at == seat for at in range(2)]
    assert verified(house, record) == SOUND


TAMPERED: dict[str, Callable[[Any], object]] = {
    "nobody forfeited": lambda record: [seat.update(forfeited=False) for seat in record["seats"]],
    "all forfeited": lambda record: [seat.update(forfeited=True) for seat in record["seats"]],
    "the other forfeited": lambda record: record["seats"].reverse(),
    "no outcome": lambda record: record.update(outcome=None),
    "points": lambda record: record["outcome"].update(scores=[1, 0]),
    "the other won": lambda record: record["outcome"].update(
        winners=[1 - seat for seat in record["outcome"]["winners"]]
    ),
}


@pytest.mark.parametrize("tampered", TAMPERED)
def test_a_record_of_a_forfeit_that_was_tampered_with_is_found(house: House, tampered: str) -> None:
    table = Clocked(house, on_timeout="forfeit")
    record = table.at(TURN_MS).record()
    TAMPERED[tampered](record)
    found = verified(house, record)
    assert (found.commitment, found.deal, found.moves, found.outcome) == (True, True, True, False)


@pytest.mark.parametrize("people", [3, 4])
def test_of_more_seats_the_game_goes_on_until_one_is_left_or_none(house: House, people: int) -> None:
    table = Clocked(house, people, on_timeout="forfeit")
    gone: list[int] = []
    while len(gone) < people - 1:
        assert table.game["status"] == "playing"
        gone += table.game["to_act"]  # several when they are asked at once
        table.house.now = deadline(table)
    game = table.game
    left_over = [seat for seat in range(people) if seat not in gone]
    assert game["status"] == "finished"
    assert game["outcome"]["winners"] == left_over
    assert game["outcome"]["scores"] == [0] * people
    assert {seat["seat"] for seat in game["seats"] if seat["state"] == "left"} == set(gone)
    assert verified(house, table.record()) == SOUND


def deadline(table: Clocked) -> int:
    """When the next time is up, in ms since 1970."""
    found = table.house.hosting.opened(table.id, None).pace.deadline
    assert found is not None
    return found


def test_a_seat_that_forfeited_is_played_on_and_does_not_win(house: House) -> None:
    table = Clocked(house, 3, on_timeout="forfeit")
    loser = table.mover()
    table.at(TURN_MS)
    ended = finish(table, [seat for seat in range(3) if seat != loser])
    outcome = ended["outcome"]
    assert loser not in outcome["winners"]
    others = [outcome["scores"][seat] for seat in range(3) if seat != loser]
    assert [outcome["scores"][seat] for seat in outcome["winners"]] == [max(others)] * len(outcome["winners"])
    assert outcome["details"]["ruleset"] == "vantage"
    assert outcome["details"]["awards"]
    record = table.record()
    assert record["outcome"]["winners"] == outcome["winners"]
    assert verified(house, record) == SOUND
    last = table.steps(ended["version"] - 1)[-1]["events"][-1]
    assert (last["kind"], last["outcome"]["winners"]) == ("game_ended", outcome["winners"])
    assert last["outcome"]["details"] == outcome["details"]


def finish(table: Clocked, seats: list[int]) -> Any:
    """The game after the seats have played it to its end, each at once."""
    while table.game["status"] == "playing":
        assert table.mover() in seats
        table.play(table.mover())
    return table.game


def test_house_bots_play_on_when_all_people_have_forfeited(house: House) -> None:
    table = Clocked(house, 2, BOT, BOT, on_timeout="forfeit")
    table.at(100 * TURN_MS)
    ended = table.game
    assert ended["status"] == "finished"
    assert ended["outcome"]["reason"] == "pack-dealt-out"
    assert set(ended["outcome"]["winners"]) <= {2, 3}
    assert ended["outcome"]["winners"]
    assert verified(house, table.record()) == SOUND


def test_one_person_who_forfeits_against_a_bot_loses_at_once(house: House) -> None:
    table = Clocked(house, 1, BOT, on_timeout="forfeit")
    table.at(TURN_MS)
    assert table.game["outcome"]["winners"] == [1]


def played(*scores: int, winners: tuple[int, ...]) -> Any:
    """A state of Vantage that has ended so."""
    details = plain({"ruleset": "vantage", "awards": []})
    outcome = msgspec.convert(
        {"reason": "pack-dealt-out", "winners": winners, "scores": scores, "details": details},
        VANTAGE.Outcome,
    )
    return outcome


class Ended:
    """A rule set whose every game has ended in the same way."""

    def __init__(self, outcome: Outcome, lowest_wins: bool = False) -> None:
        self._outcome, self.lowest_wins = outcome, lowest_wins

    def outcome(self, state: Any) -> Outcome:
        """How."""
        return self._outcome


def winners(ruleset: Any, *forfeited: int) -> tuple[int, ...]:
    """Who wins when these seats have forfeited."""
    found = outcome_of(ruleset, None, [seat in forfeited for seat in range(4)])
    assert found is not None
    return found.winners


def test_without_the_winner_the_best_of_the_others_win() -> None:
    highest = Ended(played(30, 20, 20, 9, winners=(0,)))
    assert winners(highest) == (0,)
    assert winners(highest, 3) == (0,)
    assert winners(highest, 0) == (1, 2)
    assert winners(highest, 0, 1) == (2,)
    assert winners(highest, 0, 1, 2) == (3,)
    assert winners(highest, 0, 1, 2, 3) == ()
    lowest = Ended(played(9, 20, 20, 30, winners=(0,)), lowest_wins=True)
    assert winners(lowest, 0) == (1, 2)
    assert winners(lowest, 0, 2, 1) == (3,)
    shared = Ended(played(9, 9, 5, 5, winners=(0, 1)))
    assert winners(shared, 1) == (0,)
    nobody = Ended(played(0, 0, 0, 0, winners=()))
    assert winners(nobody, 1) == ()


def test_a_forfeit_has_the_shape_of_every_outcome() -> None:
    forfeit = Forfeit(reason="forfeit", winners=(), scores=(0, 0))
    assert msgspec.convert(plain(forfeit), OutcomeInfo).details is None
