"""The second implementation is right by itself, whatever the engine does: examples, and what always holds."""

from typing import Any

import pytest

from engine.core.rng import Draws, Rng
from tests.engine.rulesets.davinci.oracle import POINTS, Json, Oracle

DEFAULTS: Json = {
    "tournament": False,
    "rounds": None,
    "leonardos": 4,
    "pair_over_single": False,
    "passing_locks": False,
    "carta_finale": "called",
    "forgotten_call": "eliminate",
    "dealer": None,
}
PASS = {"kind": "pass"}
RICH = ["triangle", "diamond", "canon-of-man", "canon-of-man"]


def table(*hands: list[str], **options: Any) -> Oracle:
    """A table on which seat 0 leads, and the hands are these."""
    game = Oracle(DEFAULTS | {"dealer": len(hands) - 1} | options, len(hands), bytes(32))
    game.hands = [list(hand) for hand in hands]
    return game


def played(game: Oracle, *plays: str) -> Oracle:
    """The game after moves: `pass`, `eye`, `eye eye`, `eye!` with the call; each must be legal."""
    for text in plays:
        cards = text.rstrip("!").split()
        move = PASS if text == "pass" else play(*cards, call=text.endswith("!"))
        assert move in game.legal(game.turn)
        game.play(game.turn, move)
    return game


def play(*cards: str, call: bool = False) -> Json:
    return {"kind": "play", "cards": list(cards), "carta_finale": call}


def test_the_deck_has_the_points_of_the_sheet() -> None:
    assert sorted(POINTS.values()) == [1, 1, 5, 5, 10, 10, 10, 25, 25, 50, 75, 100, 125]


def test_the_extra_card_goes_left() -> None:
    game = Oracle(DEFAULTS | {"dealer": 1}, 3, bytes(32))
    assert [len(hand) for hand in game.hands] == [17, 17, 18]
    assert game.to_act() == [2]


def test_a_stack_is_dealt_one_at_a_time() -> None:
    game = Oracle(DEFAULTS | {"dealer": 0}, 3, bytes(32), ["star", "eye", "gem", "leonardo"])
    assert [hand[0] for hand in game.hands] == ["gem", "star", "eye"]
    assert game.hands[1][1] == "leonardo"


def test_the_same_single_skips_the_next_seat() -> None:
    assert played(table(["eye", *RICH], ["eye", *RICH], RICH, RICH), "eye", "eye").turn == 3


def test_the_same_single_clears_between_two() -> None:
    game = played(table(["eye", *RICH], ["eye", *RICH]), "eye", "eye")
    assert (game.turn, game.pile, game.cleared) == (1, [], ["eye", "eye"])


def test_equal_points_of_another_symbol_neither_skip_nor_clear() -> None:
    assert played(table(["eye", *RICH], ["gem", *RICH], RICH, RICH), "eye", "gem").turn == 2


def test_a_passer_may_play_again_unless_locked() -> None:
    free = played(table(["eye", *RICH], RICH, ["eye", *RICH]), "eye", "pass", "canon-of-man", "canon-of-man")
    assert free.turn == 2  # seat 1 is skipped
    hands = (["eye", "star", *RICH], RICH, ["gem", *RICH])
    assert played(table(*hands), "eye", "pass", "gem", "star").turn == 1
    assert played(table(*hands, passing_locks=True), "eye", "pass", "gem", "star").turn == 2


def test_three_of_the_single_under_them_clear() -> None:
    game = played(table(["eye", *RICH], RICH, [*["eye"] * 3, *RICH]), "eye", "canon-of-man")
    assert play("eye", "eye", "eye") not in game.legal(2)
    game = played(table(["eye", *RICH], [*["eye"] * 3, *RICH], RICH), "eye", "eye eye eye")
    assert (game.turn, game.cleared) == (1, ["eye"] * 4)


def test_a_pair_follows_a_single_only_by_the_option() -> None:
    hands = (["eye", *RICH], [*["eye"] * 2, *RICH], RICH)
    assert play("eye", "eye") not in played(table(*hands), "eye").legal(1)
    game = played(table(*hands, pair_over_single=True), "eye", "eye eye")
    assert (game.turn, game.phase()["count"]) == (2, 2)


def test_one_leonardo_or_two_on_a_pair() -> None:
    hands = (["eye", "eye", *RICH], [*["leonardo"] * 3, *RICH], RICH)
    game = played(table(*hands), "eye eye")
    assert play("leonardo") in game.legal(1)
    assert play("leonardo", "leonardo") in game.legal(1)
    assert play("leonardo", "leonardo", "leonardo") not in game.legal(1)
    assert play("leonardo", "leonardo") not in played(table(*hands), "eye").legal(1)


def test_leonardo_is_never_last() -> None:
    assert table(["leonardo"], ["leonardo"]).legal(0) == [PASS]
    game = played(table(["leonardo"], ["leonardo"]), "pass", "pass")
    assert game.over == {"winners": [0, 1], "scores": [0, 0]}


def test_a_forgotten_call_takes_the_seat_out_and_its_play_stays() -> None:
    game = played(table(["eye", "gem"], ["triangle", "star"], ["triangle", "star"]), "gem", "pass", "pass")
    assert (game.turn, game.pile) == (1, [])  # seat 0 would lead, and is out
    played(game, "star!", "star!", "triangle")
    assert game.over == {"winners": [2], "scores": [5, 1, 0]}


def test_a_forgotten_call_ends_the_round_by_the_option() -> None:
    hands = (["eye", "gem"], ["triangle", "star"], ["diamond", "star"], RICH)
    game = played(table(*hands, forgotten_call="end_round"), "gem")
    assert game.over == {"winners": [1, 2], "scores": [5, 0, 0, 202]}


def test_the_call_is_legal_only_when_it_is_due() -> None:
    game = table(["eye", "gem"], RICH)
    assert game.legal(0) == [
        play("gem", call=True),
        play("gem"),
        play("eye", call=True),
        play("eye"),
    ]
    assert len(table(["eye", "gem"], RICH, carta_finale="automatic").legal(0)) == 2


def test_the_example_of_several_rounds() -> None:
    game = table(["flower"], ["eye", "circle", "leonardo"], ["triangle", "star"], tournament=True)
    played(game, "flower")
    assert game.totals == [0, 155, 11]
    assert (game.round, game.rounds, game.dealer, game.turn) == (2, 4, 1, 2)
    assert [game.title(seat) for seat in game.seats] == ["master", "peasant", "apprentice"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("changed", [{}, {"passing_locks": True, "pair_over_single": True, "leonardos": 1}])
def test_no_card_is_lost_and_every_game_ends(seats: int, changed: Json) -> None:
    draws = Draws(Rng(bytes([seats]) * 32))
    for _ in range(20):
        game = Oracle(DEFAULTS | changed, seats, bytes([draws.below(256)]) * 32)
        steps = 0
        while not game.over:
            game.play(game.turn, draws.choice(game.legal(game.turn)))
            lying = [card for hand in game.hands for card in hand] + game.cleared
            lying += [card for pile in game.pile for card in pile["cards"]]
            assert sorted(lying) == sorted(game.pack())
            steps += 1
            assert steps < 500
