"""What a legal move does to a game of Vantage."""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from engine.core.cards import Card
from engine.core.events import Event, TableCard
from engine.core.moves import Move
from engine.core.ruleset import Step
from engine.core.seats import Seat, right_of
from engine.rulesets.vantage.building import backing, stands, without
from engine.rulesets.vantage.deck import VALUE, WILDS, Suit, hand_order, is_wild
from engine.rulesets.vantage.events import (
    Built,
    CardChosen,
    CardPass,
    CardsPassed,
    ChallengeAnswered,
    ChallengeSettled,
    Discarded,
    GuessFailed,
    Matched,
    TablePile,
)
from engine.rulesets.vantage.matching import splits, worth
from engine.rulesets.vantage.moves import (
    Accept,
    Build,
    Discard,
    DoChallenge,
    Lose,
    Match,
    PassCard,
)
from engine.rulesets.vantage.scoring import with_suits
from engine.rulesets.vantage.state import (
    Challenge,
    Loose,
    Passing,
    Pile,
    SeatState,
    State,
)
from engine.rulesets.vantage.turns import after_passing, end_turn

Reason = Literal["discard", "lose", "guess"]


def play(state: State, seat: Seat, move: Move) -> Step[State]:
    """The state after a legal move, with the events up to the next thing that a seat must decide."""
    events: list[Event] = []
    match move:
        case Match():
            state = _match(state, seat, move, events)
        case Build():
            state = _build(state, seat, move, events)
        case Discard(card, suit):
            state = end_turn(
                _put_down(state, seat, card, suit, not state.blackout, "discard", events),
                events,
            )
        case Lose(card):
            state = end_turn(_put_down(state, seat, card, None, True, "lose", events), events)
        case PassCard(card):
            state = _choose(state, seat, card, events)
        case DoChallenge():
            state = end_turn(_settle(state, seat, events), events)
        case Accept():
            state = _accept(state, seat, events)
    return Step(state, tuple(events))


def _with_seat(state: State, seat: Seat, changed: SeatState) -> State:
    return replace(state, seats=(*state.seats[:seat], changed, *state.seats[seat + 1 :]))


def _match(state: State, seat: Seat, move: Match, events: list[Event]) -> State:
    """The card takes what it is worth [Vantage, A]; a wrong guess in a blackout takes nothing."""
    value = VALUE[move.card] if move.value is None else move.value
    loose = tuple(card for card in state.loose if card.id in move.take)
    piles = tuple(pile for pile in state.piles if pile.id in move.take)
    if not splits([worth(card.card) for card in loose], value, state.options.sums == "any"):
        return _wrong_guess(state, seat, move, value, loose, events)
    events.append(
        Matched(
            seat,
            move.card,
            value,
            move.suit,
            _shown(loose),
            tuple(TablePile(pile.id, pile.cards) for pile in piles),
        )
    )
    own = state.seats[seat]
    taken = (
        move.card,
        *(card.card for card in loose),
        *(card for pile in piles for card in pile.cards),
    )
    state = _with_seat(
        state,
        seat,
        replace(own, hand=without(own.hand, move.card), captured=own.captured + taken),
    )
    state = replace(
        state,
        loose=tuple(card for card in state.loose if card not in loose),
        piles=tuple(pile for pile in state.piles if pile not in piles),
        last_collector=seat,
        wild_suits=_suits_after(state, move.card, move.suit, loose),
    )
    return end_turn(state, events)


def _build(state: State, seat: Seat, move: Build, events: list[Event]) -> State:
    """The card makes a pile, adds to one or raises it [Vantage, B]; every other seat may then challenge."""
    value = VALUE[move.card] if move.value is None else move.value
    loose = tuple(card for card in state.loose if card.id in move.join)
    onto = next((pile for pile in state.piles if pile.id == move.onto), None)
    if not stands(value, move.call, [worth(card.card) for card in loose], onto, state.options):
        return _wrong_guess(state, seat, move, value, loose, events)
    ids = state.pile_ids + (onto is None)
    name = f"b{ids}" if onto is None else onto.id
    events.append(Built(seat, move.card, value, move.suit, move.call, name, _shown(loose), move.onto))
    cards = (*(onto.cards if onto else ()), *(card.card for card in loose), move.card)
    pile = Pile(name, move.call, cards, seat)
    own = state.seats[seat]
    state = _with_seat(state, seat, replace(own, hand=without(own.hand, move.card)))
    state = replace(
        state,
        loose=tuple(card for card in state.loose if card not in loose),
        piles=(
            (*state.piles, pile)
            if onto is None
            else tuple(pile if old.id == name else old for old in state.piles)
        ),
        pile_ids=ids,
        wild_suits=_suits_after(state, move.card, move.suit, loose),
    )
    if state.options.reneging == "enforced":
        return end_turn(state, events)
    others = tuple(Seat(other) for other in range(len(state.seats)) if other != seat)
    return replace(state, phase=Challenge(seat, name, move.call, others))


def _shown(loose: Iterable[Loose]) -> tuple[TableCard, ...]:
    return tuple(TableCard(card.id, card.card) for card in loose)


def _suits_after(
    state: State, card: Card, suit: Suit | None, loose: tuple[Loose, ...]
) -> tuple[Suit | None, ...]:
    """`wild_suits` once the card and these loose ones lie in a pile or are captured [V8]."""
    named = list(with_suits(state, loose))
    if is_wild(card):
        named[WILDS.index(card)] = suit
    return tuple(named)


def _wrong_guess(
    state: State,
    seat: Seat,
    move: Match | Build,
    value: int,
    loose: tuple[Loose, ...],
    events: list[Event],
) -> State:
    """Everything was shown; it goes back down in place, and the card is discarded face down [V26, V27]."""
    call, onto = (move.call, move.onto) if isinstance(move, Build) else (None, None)
    attempt: Literal["match", "build"] = "match" if call is None else "build"
    piles = () if isinstance(move, Build) else tuple(pile.id for pile in state.piles if pile.id in move.take)
    events.append(GuessFailed(seat, move.card, attempt, value, call, move.suit, _shown(loose), piles, onto))
    return end_turn(_put_down(state, seat, move.card, move.suit, False, "guess", events), events)


def _put_down(
    state: State,
    seat: Seat,
    card: Card,
    suit: Suit | None,
    face_up: bool,
    reason: Reason,
    events: list[Event],
) -> State:
    """A card goes loose to the table under a new id; face down its discarder alone knows it."""
    ids = state.loose_ids + 1
    name = f"t{ids}"
    events.append(Discarded(seat, name, card, suit, face_up, reason))
    own = state.seats[seat]
    state = _with_seat(state, seat, replace(own, hand=without(own.hand, card)))
    new = Loose(name, card, face_up, None if face_up else seat, suit)
    return replace(state, loose=(*state.loose, new), loose_ids=ids)


def _choose(state: State, seat: Seat, card: Card, events: list[Event]) -> State:
    """A card is chosen in secret; when all have chosen, all pass at once to the right [V33]."""
    phase = state.phase
    assert isinstance(phase, Passing)
    events.append(CardChosen(seat, card))
    state = _with_seat(state, seat, replace(state.seats[seat], chosen=card))
    waiting = tuple(other for other in phase.waiting if other != seat)
    if waiting:
        return replace(state, phase=Passing(phase.seat, waiting))
    return after_passing(_pass_all(state, events), events)


def _pass_all(state: State, events: list[Event]) -> State:
    count = len(state.seats)
    passes = tuple(
        CardPass(Seat(giver), right_of(giver, count), own.chosen)
        for giver, own in enumerate(state.seats)
        if own.chosen is not None
    )
    events.append(CardsPassed(passes))
    hands = [without(own.hand, own.chosen) if own.chosen else own.hand for own in state.seats]
    for one in passes:
        hands[one.receiver] = hand_order((*hands[one.receiver], one.card))
    seats = tuple(replace(own, hand=hand, chosen=None) for own, hand in zip(state.seats, hands, strict=True))
    return replace(state, seats=seats)


def _settle(state: State, challenger: Seat, events: list[Event]) -> State:
    """The builder must hold a card of the call: only the challenger sees it, else he loses points [V22]."""
    assert isinstance(state.phase, Challenge)
    builder = state.phase.builder
    own = state.seats[builder]
    card = backing(own.hand, state.phase.call, state.options)
    events.append(ChallengeAnswered(challenger, True))
    events.append(ChallengeSettled(builder, challenger, card is not None, card))
    if card is None:
        state = _with_seat(state, builder, replace(own, reneges=own.reneges + 1))
    return state


def _accept(state: State, seat: Seat, events: list[Event]) -> State:
    """One seat believes the call; when all do, play goes on [V21]."""
    assert isinstance(state.phase, Challenge)
    events.append(ChallengeAnswered(seat, False))
    waiting = tuple(other for other in state.phase.waiting if other != seat)
    if not waiting:
        return end_turn(state, events)
    return replace(state, phase=replace(state.phase, waiting=waiting))
