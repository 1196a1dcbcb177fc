"""What a seat may do, and the rule that a move breaks, judged by what the seat sees."""

from collections.abc import Sequence
from typing import Final

from engine.core.cards import Card
from engine.core.errors import BadNotation, OutOfTurn, RuleBroken
from engine.core.moves import Move
from engine.core.seats import Seat
from engine.rulesets.vantage.building import (
    backing,
    plays_into,
    raises,
    stands,
    without,
)
from engine.rulesets.vantage.deck import HIGHEST, PLACE, VALUE, is_wild
from engine.rulesets.vantage.matching import Worth, mix_of, splits, worth
from engine.rulesets.vantage.moves import Build, Discard, Match
from engine.rulesets.vantage.options import Options
from engine.rulesets.vantage.state import Loose, Pile, State

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "turn": ("match", "build", "discard"),
    "passing": ("pass_card",),
    "lose": ("lose",),
    "challenge": ("accept", "challenge"),
    "over": (),
}


def kinds_now(seen: State) -> tuple[str, ...]:
    """The kinds of moves that the phase asks for."""
    return KINDS[str(seen.phase.__struct_config__.tag)]


def check(seen: State, seat: Seat, move: Move) -> None:
    """Nothing if the move is legal for a seat that may act, else the fault that says why not."""
    kind = move.__struct_config__.tag
    kinds = kinds_now(seen)
    if kind not in kinds:
        raise OutOfTurn(
            f"Now is not the time to {kind}: the game waits for {' or '.join(kinds)}.",
            "/kind",
        )
    card = getattr(move, "card", None)
    if card is not None:
        if card not in PLACE:
            raise BadNotation(f"{card} is not a card of this game.", "/card")
        if card not in seen.seats[seat].hand:
            raise RuleBroken("card-in-hand", "/card", card=card)
    match move:
        case Match():
            _check_match(seen, move)
        case Build():
            _check_build(seen, seat, move)
        case Discard():
            _check_named(move.card, None, move.suit, seen.options, asks_value=False)
            if seen.options.discard == "stuck" and not stuck(seen, seat):
                raise RuleBroken("discard-stuck", "/kind")


def _check_named(card: Card, value: int | None, suit: str | None, options: Options, asks_value: bool) -> None:
    """A wild is named a value where it is played as one, and a suit where wilds have one; nothing else is."""
    wants_value = asks_value and is_wild(card)
    if wants_value != (value is not None):
        detail = (
            f"{card} is wild: name its value." if wants_value else f"{card} has its value: leave this out."
        )
        raise BadNotation(detail, "/value")
    wants_suit = options.wild_suit == "declared" and is_wild(card)
    if wants_suit != (suit is not None):
        detail = f"{card} is wild: name its suit." if wants_suit else "No suit is named here: leave this out."
        raise BadNotation(detail, "/suit")


def _check_repeats(ids: Sequence[str], place: str) -> None:
    """A set holds nothing twice: moves of a record come as they were written."""
    for at, name in enumerate(ids):
        if name in ids[:at]:
            raise BadNotation(f"{name} is named twice.", f"{place}/{at}")


def _check_match(seen: State, move: Match) -> None:
    _check_named(move.card, move.value, move.suit, seen.options, asks_value=True)
    number = VALUE[move.card] if move.value is None else move.value
    if not move.take:
        raise RuleBroken("match-takes-something", "/take")
    loose, piles = (
        {card.id: card for card in seen.loose},
        {pile.id: pile for pile in seen.piles},
    )
    taken = []
    _check_repeats(move.take, "/take")
    for at, name in enumerate(move.take):
        if name in loose:
            taken.append(loose[name])
        elif name not in piles:
            raise BadNotation(f"There is no {name} on the table.", f"/take/{at}")
        elif piles[name].call != number:
            raise RuleBroken(
                "match-pile-call",
                f"/take/{at}",
                pile=name,
                call=piles[name].call,
                number=number,
            )
    if not splits([worth(card.card) for card in taken], number, seen.options.sums == "any"):
        raise _not_worth("match", "/take", taken, number, seen.options)


def _check_build(seen: State, seat: Seat, move: Build) -> None:
    options, call = seen.options, move.call
    _check_named(move.card, move.value, move.suit, options, asks_value=True)
    value = VALUE[move.card] if move.value is None else move.value
    loose = {card.id: card for card in seen.loose}
    _check_repeats(move.join, "/join")
    for at, name in enumerate(move.join):
        if name not in loose:
            raise BadNotation(f"There is no loose card {name} on the table.", f"/join/{at}")
    pile = next((pile for pile in seen.piles if pile.id == move.onto), None)
    if move.onto is not None and pile is None:
        raise BadNotation(f"There is no pile {move.onto} on the table.", "/onto")
    if not move.join and pile is None:
        raise RuleBroken("build-needs-a-unit", "/join")
    joined = [loose[name] for name in move.join]
    if not stands(value, call, [worth(card.card) for card in joined], pile, options):
        raise _not_built(value, call, joined, pile, options)
    if (
        options.reneging == "enforced"
        and backing(without(seen.seats[seat].hand, move.card), call, options) is None
    ):
        raise RuleBroken("build-call-card", "/call", call=call)


def _not_built(
    value: int, call: int, joined: Sequence[Loose], pile: Pile | None, options: Options
) -> RuleBroken:
    """The first rule that a build breaks."""
    if pile is not None and pile.call != call:
        if not options.raise_builds:
            return RuleBroken("raise-off", "/onto", pile=pile.id, call=pile.call)
        if not raises(pile, value, call, options):
            return RuleBroken(
                "build-raise",
                "/call",
                pile=pile.id,
                call=pile.call,
                value=value,
                number=call,
            )
    elif not plays_into(value, call, options):
        return RuleBroken("build-played-card", "/call", value=value, number=call)
    part = () if pile is not None and pile.call != call else (value,)
    return _not_worth("build", "/join", joined, call, options, part)


def _not_worth(
    kind: str, place: str, cards: Sequence[Loose], number: int, options: Options, part: tuple[int, ...] = ()
) -> RuleBroken:
    """Why loose cards, with what the played card is a part of, are not worth the number: a guess that
    cannot be right, a sum too long, or no sum at all."""
    if any(not card.face_up for card in cards):
        return RuleBroken("guess-possible", place, number=number)
    if options.sums == "two_cards" and splits(
        [*(worth(card.card) for card in cards), *part], number, any_sums=True
    ):
        return RuleBroken("match-sum-two-cards", place, number=number)
    return RuleBroken(f"{kind}-worth", place, number=number)


def stuck(seen: State, seat: Seat) -> bool:
    """Whether a discard is allowed: no card held can match or honestly build, or nobody can know [V6]."""
    if any(not card.face_up for card in seen.loose):
        return True
    hand = seen.seats[seat].hand
    if any(is_wild(card) for card in hand):
        return not (seen.loose or seen.piles)
    loose = Worth(mix_of(worth(card.card) for card in seen.loose), seen.options.sums == "any")
    return not any(
        _can_match(seen, loose, VALUE[card]) or _can_build(seen, loose, VALUE[card], without(hand, card))
        for card in hand
    )


def _can_match(seen: State, loose: Worth, number: int) -> bool:
    return loose.possible(number) or any(pile.call == number for pile in seen.piles)


def _can_build(seen: State, loose: Worth, value: int, rest: tuple[Card, ...]) -> bool:
    """Whether a card that matches nothing can honestly build: raise a pile, or be a part of a sum."""
    options = seen.options
    calls = {pile.call + value for pile in seen.piles} if options.raise_builds else set()
    if options.sum_builds:
        calls.update(call for call in range(value + 1, HIGHEST + 1) if loose.possible(call, value))
    return any(call <= HIGHEST and backing(rest, call, options) is not None for call in calls)
