"""Vantage: the lists of moves, against every move there could be, judged here by the words of the rules."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

from engine.core.moves import Move
from engine.core.seats import Seat
from engine.rulesets.vantage.moves import Build, Discard, Match
from engine.rulesets.vantage.state import State
from tests.engine.rulesets.vantage.table import VANTAGE, build, discard, match, position, refused

ME = Seat(0)


def any_value(values: tuple[int | None, ...], number: int, longest: int) -> bool:
    """Whether the values split into groups worth the number, of at most `longest` each; None is 1 to 14."""
    if not values:
        return True
    first, rest = values[0], values[1:]
    for size in range(min(longest, len(values))):
        for others in combinations(range(len(rest)), size):
            group = (first, *(rest[at] for at in others))
            known = [value for value in group if value is not None]
            free = len(group) - len(known)
            missing = number - sum(known)
            fits = missing == 0 if not free else free <= missing <= 14 * free
            if fits and any_value(tuple(v for at, v in enumerate(rest) if at not in others), number, longest):
                return True
    return False


def value_seen(state: State, card: Any) -> int | None:
    known = card.face_up or card.known_to == ME
    return int(card.card[1:]) if known and card.card[0] != "W" else None


def right(state: State, move: Match | Build) -> bool:
    """Whether the rules allow it, as far as seat 0 can see: [Vantage, A and B]."""
    options, hand = state.options, list(state.seats[0].hand)
    longest = 2 if options.sums == "two_cards" else 99
    value = int(move.card[1:]) if move.value is None else move.value
    ids = move.take if isinstance(move, Match) else move.join
    loose = tuple(value_seen(state, card) for card in state.loose if card.id in ids)
    if isinstance(move, Match):
        calls = [pile.call for pile in state.piles if pile.id in move.take]
        return bool(ids) and all(call == value for call in calls) and any_value(loose, value, longest)
    onto = next((pile.call for pile in state.piles if pile.id == move.onto), None)
    if onto is None and not ids:
        return False
    if onto is not None and onto != move.call:
        fits = options.raise_builds and onto + value == move.call and any_value(loose, move.call, longest)
    elif value == move.call:
        fits = any_value(loose, move.call, longest)
    else:
        fits = options.sum_builds and value < move.call and any_value((value, *loose), move.call, longest)
    hand.remove(move.card)
    behind = any(int(card[1:]) == move.call if card[0] != "W" else options.wild_backs_build for card in hand)
    return fits and (behind or options.reneging == "challenge")


def every_use(state: State) -> Iterator[Match | Build]:
    """Every match and build that could be written down."""
    loose = [card.id for card in state.loose]
    piles = [pile.id for pile in state.piles]
    suits = "RYGBP" if state.options.wild_suit == "declared" else ()
    for card in state.seats[0].hand:
        wild = card[0] == "W"
        for value in range(1, 15) if wild else (None,):
            for suit in suits if wild and suits else (None,):
                for ids in subsets([*loose, *piles]):
                    yield match(card, *ids, value=value, suit=suit)
                for ids in subsets(loose):
                    for onto in (None, *piles):
                        for call in range(1, 15):
                            yield build(card, call, *ids, onto=onto, value=value, suit=suit)


def subsets(items: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


TABLES: list[dict[str, Any]] = [
    {"loose": "G5 B3 P8 Y2 B1"},
    {"loose": "G5 B3 P8 Y2 B1", "sums": "any"},
    {"loose": "G5 B3 P1", "piles": "4:G4,R4@1 8:Y8,B8@1"},
    {"loose": "G5 W2 P2 Y9", "sums": "any"},
    {"loose": "W2 W3 P2 Y5"},
    {"loose": "(G5) (B3) P8 (Y2)0"},
    {"loose": "(G5) (B3)1 P6", "piles": "8:Y8,B8@1", "sums": "any"},
    {"loose": "G5 B3 P2", "piles": "3:G3,R3@1", "sum_builds": True},
    {"loose": "G5 B3 P2 Y4", "sum_builds": True, "sums": "any"},
    {"loose": "(G5) B6 P2", "sum_builds": True, "reneging": "enforced"},
    {"loose": "G6 B2", "piles": "6:G4,R2@1", "reneging": "enforced", "wild_backs_build": False},
    {"loose": "G6 B2", "piles": "6:G4,R2@1", "raise_builds": False},
    {"loose": "G8 B2", "piles": "6:G4,R2@1", "wild_suit": "declared"},
    {},
]
HANDS = ("R8 B8 R2", "W1 R6", "R8", "R3 Y13")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_lists_and_judgement_are_what_the_rules_say(table: dict[str, Any], hand: str) -> None:
    state = position(hand, "Y1", **table)
    listed: list[Move] = list(VANTAGE.legal_moves(state, ME))
    taking = {move for move in listed if isinstance(move, Match | Build)}
    assert len(listed) == len(set(listed))
    assert taking == {move for move in every_use(state) if right(state, move)}
    assert taking == {move for move in every_use(state) if refused(state, move) == ""}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_V6_a_discard_is_allowed_where_nothing_matches_or_honestly_builds(
    table: dict[str, Any], hand: str
) -> None:
    state = position(hand, "Y1", **table)
    honest = position(hand, "Y1", **{**table, "reneging": "enforced"})
    down = any(not card.face_up for card in state.loose)
    allowed = down or not any(right(honest, move) for move in every_use(honest))
    discards = [move for move in VANTAGE.legal_moves(state, ME) if isinstance(move, Discard)]
    assert bool(discards) == allowed
    suits = ("R", "Y", "G", "B", "P") if "wild_suit" in table else (None,)
    for card in state.seats[0].hand:
        for suit in suits if card[0] == "W" else (None,):
            assert (refused(state, discard(card, suit)) == "") == allowed
            assert (discard(card, suit) in discards) == allowed
