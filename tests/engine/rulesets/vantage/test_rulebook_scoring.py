"""Vantage: left-overs, scores and winners."""

from typing import Any

from msgspec.structs import replace

from engine.core.events import Event, ScoreLine
from engine.core.seats import Seat
from engine.rulesets.vantage.events import LeftoversTaken
from engine.rulesets.vantage.scoring import finish
from engine.rulesets.vantage.state import Outcome, State
from tests.engine.rulesets.vantage.table import VANTAGE, build, discard, kinds, match, play, position


def ended(*captured: str, **given: Any) -> Outcome:
    """The outcome when these are the captured cards at the end."""
    state = finish(position(*([""] * len(captured)), captured=captured, **given), [])
    outcome = VANTAGE.outcome(state)
    assert isinstance(outcome, Outcome)
    return outcome


def lines(outcome: Outcome, seat: int | None) -> dict[str, int]:
    return {line.award: line.points for line in outcome.details.awards if line.seat == seat}


A = "P1 P2 P3 P4 P5 P6 P7 P8 R1 R2 R3 R4 R5 R6 Y6 Y1 W1"  # 17, filled up to 40 below
B = "P9 P10 P11 P12 P13 P14 R7 R8 R9 R10 R11 R12 R13 R14 G7 B12 G1 B1 W2 W3 W4"  # 21, to 34


def filled(cards: str, count: int, rest: list[str]) -> str:
    held = cards.split()
    while len(held) < count:
        held.append(rest.pop())
    return " ".join(held)


def test_scoring_example_34_and_28_are_62() -> None:
    rest = [f"{suit}{n}" for suit in "YGB" for n in range(1, 15)]
    rest = [card for card in rest if card not in (A + " " + B).split()]
    first, second = filled(A, 40, rest), filled(B, 34, rest)
    assert rest == []
    outcome = ended(first, second)
    assert lines(outcome, 0) == {
        "most-cards": 10,
        "most-purple": 8,
        "big-card": 8,  # P2 and Y6
        "one": 6,
        "wild": 2,
    }
    assert lines(outcome, 1) == {"most-red": 6, "big-card": 12, "one": 4, "wild": 6}
    assert outcome.scores == (34, 28)
    assert sum(outcome.scores) == 62
    assert (outcome.winners, outcome.reason) == ((0,), "pack-dealt-out")


def test_each_award_and_its_points() -> None:
    assert ended("G2", "").scores == (10, 0)  # most cards alone
    assert ended("P3", "G2 G3").scores == (8, 10)  # most purple
    assert ended("R3", "G2 G3").scores == (6, 10)  # most red
    assert ended("B12", "G2 G3").scores == (4, 10)  # a BIG card
    assert ended("G1", "G2 G3").scores == (2, 10)  # a 1
    assert ended("W1", "G2 G3").scores == (2, 10)  # a wild


def test_V42_big_cards_and_ones_count_for_their_suit() -> None:
    assert ended("P2", "G2 G3").scores == (8 + 4, 10)
    assert ended("R1", "G2 G3").scores == (6 + 2, 10)


def test_V39_a_tie_for_most_goes_to_nobody() -> None:
    outcome = ended("G2", "G3", "")
    assert outcome.scores == (0, 0, 0)
    assert lines(outcome, None) == {"most-cards": 0, "most-purple": 0, "most-red": 0}


def test_V39_option_split_divides_and_rounds_down() -> None:
    assert ended("G2", "G3", "G4", tie_award="split").scores == (3, 3, 3)
    assert ended("P3 G2", "P4 G3", tie_award="split").scores == (5 + 4, 5 + 4)


def test_V39_option_full_gives_it_to_each() -> None:
    assert ended("G2", "G3", "", tie_award="full").scores == (10, 10, 0)


def test_V39_an_award_needs_a_count_above_0() -> None:
    for tie_award in ("none", "split", "full"):
        assert ended("", "", tie_award=tie_award).scores == (0, 0)


def test_V41_equal_scores_share_the_win() -> None:
    outcome = ended("P3 G2", "P4 G3", "", tie_award="full")
    assert outcome.scores == (18, 18, 0)
    assert outcome.winners == (0, 1)


def test_V54_penalties_come_after_all_awards() -> None:
    state = position("", "", captured=("G2 G3", "G4"))
    state = replace(state, seats=(replace(state.seats[0], reneges=2), state.seats[1]))
    outcome = VANTAGE.outcome(finish(state, []))
    assert isinstance(outcome, Outcome)
    assert outcome.scores == (10 - 20, 0)
    assert outcome.winners == (1,)
    assert outcome.details.awards[-1] == ScoreLine(Seat(0), "renege", -20)


def last_turn(**given: Any) -> State:
    return position("R8", "", captured=("", "G2 G3"), **given)


def test_rule_6_left_overs_go_to_the_last_who_collected() -> None:
    state = last_turn(loose="G5 (B9)", piles="4:Y4,B4@1", collector=1)
    after, events = play(state, discard("R8"))
    assert isinstance(events[1], LeftoversTaken)
    assert (events[1].seat, events[1].cards) == (1, ("G5", "B9", "R8", "Y4", "B4"))
    assert after.seats[1].captured == ("G2", "G3", "G5", "B9", "R8", "Y4", "B4")
    assert (after.loose, after.piles) == ((), ())
    assert kinds(events) == ["discarded", "leftovers_taken", "scored"]


def test_rule_6_the_last_match_makes_the_last_collector() -> None:
    after, events = play(last_turn(loose="G8 B9", collector=1), match("R8", "t1"))
    assert isinstance(events[1], LeftoversTaken)
    assert events[1].seat == 0
    assert after.seats[0].captured == ("R8", "G8", "B9")


def test_rule_6_a_build_does_not_collect() -> None:
    state = position("R8", "", loose="G8", collector=1, reneging="challenge")
    after, _ = play(state, build("R8", 8, "t1"))
    assert after.last_collector == 1


def test_V40_nobody_gets_what_is_left_if_nobody_collected() -> None:
    after, events = play(position("R8", "", loose="G5"), discard("R8"))
    assert isinstance(events[1], LeftoversTaken)
    assert events[1].seat is None
    assert [own.captured for own in after.seats] == [(), ()]
    outcome = VANTAGE.outcome(after)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((0, 0), (0, 1))


def test_nothing_is_told_of_left_overs_if_there_are_none() -> None:
    events: list[Event] = []
    finish(position("", "", captured=("G2", "")), events)
    assert kinds(tuple(events)) == ["scored"]


def test_V8_a_declared_suit_counts_for_whoever_collects_it() -> None:
    state = position("W1 G9", "P5 W2", loose="G8 P6", wild_suit="declared", captured=("", "B2 B3"))
    after, _ = play(state, match("W1", "t1", value=8, suit="P"))
    assert after.wild_suits == ("P", None, None, None)
    outcome = VANTAGE.outcome(finish(replace(after, loose=()), []))
    assert isinstance(outcome, Outcome)
    assert lines(outcome, 0) == {"most-purple": 8, "wild": 2}


def test_V8_a_declared_suit_stays_with_a_loose_wild() -> None:
    state = position("W1", "R8 R2", wild_suit="declared", stock=0, actions="pass-one")
    state, _ = play(state, discard("W1", suit="R"))
    assert state.loose[0].suit == "R"
    state = replace(state, phase=position("", "", seat=1).phase)
    after, _ = play(state, match("R8", "t1"), 1)
    assert after.wild_suits == ("R", None, None, None)
    assert after.loose == ()


def test_V8_by_default_a_wild_has_no_suit_and_is_no_BIG_card_or_one() -> None:
    assert ended("W1 W2", "G2 G3 G4").scores == (4, 10)


def test_V8_a_wild_that_was_dealt_or_lost_to_the_table_has_no_suit() -> None:
    state = position("R8 G9", "P5 P6", loose="W1", wild_suit="declared")
    after, _ = play(state, match("R8", "t1"))
    assert after.wild_suits == (None, None, None, None)


def test_V43_captured_cards_are_counted_for_everybody_and_shown_to_nobody() -> None:
    state = position("R8", "Y1", captured=("G2 G3", "B4"))
    for viewer in (Seat(0), Seat(1), None):
        assert [own.captured for own in VANTAGE.view(state, viewer).seats] == [2, 1]
