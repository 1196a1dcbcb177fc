"""How a game of Vantage goes on: deals, turns, action cards, and what ends them."""

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Card
from engine.core.events import Dealt, Event, Reshuffled, SeatSkipped, TableCard
from engine.core.phases import Phase
from engine.core.seats import Seat, from_left_of, left_of
from engine.rulesets.vantage.deck import CARDS, Action, hand_order
from engine.rulesets.vantage.events import ActionTurned, Turned
from engine.rulesets.vantage.scoring import finish
from engine.rulesets.vantage.state import Loose, Lose, Passing, State, Turn

PACKET = 4  # cards a seat gets in a deal
TABLE = 4  # cards that the first deal puts on the table
PRINTED_LAST_PACKET = 1  # what the sheet prints for the ninth round of two players [V1]


def rounds(seats: int) -> int:
    """How many deals the pack gives: 9, 6 and 5 with 2, 3 and 4 seats [Vantage, Additional 1]."""
    return -(-(len(CARDS) - TABLE) // (PACKET * seats))


def deal(state: State, events: list[Event]) -> State:
    """One deal: each seat its whole packet in turn, the first player first, then cards face up to the table.

    The first deal puts four on the table; the last deals as many as it evenly can and puts the rest there.
    """
    seats, last = len(state.seats), state.round == state.rounds
    packet = min(PACKET, len(state.stock) // seats)
    if last and state.options.printed_two_player_deal:
        packet = PRINTED_LAST_PACKET
    stock = state.stock
    hands: dict[int, tuple[Card, ...]] = {}
    for seat in from_left_of(state.dealer, seats):
        hands[seat], stock = hand_order(stock[:packet]), stock[packet:]
    up = len(stock) if last else TABLE if state.round == 1 else 0
    table = tuple(TableCard(f"t{state.loose_ids + n}", card) for n, card in enumerate(stock[:up], 1))
    hands_by_seat = tuple(hands[seat] for seat in range(seats))
    events.append(Dealt(state.round, state.dealer, hands_by_seat, table))
    return replace(
        state,
        stock=stock[up:],
        seats=tuple(replace(seat, hand=hand) for seat, hand in zip(state.seats, hands_by_seat, strict=True)),
        loose=state.loose + tuple(Loose(new.id, new.card, True, None, None) for new in table),
        loose_ids=state.loose_ids + up,
    )


def end_turn(state: State, events: list[Event]) -> State:
    """The next turn, the next deal when all hands are empty, or the end when the pack is dealt out too."""
    if any(seat.hand for seat in state.seats):
        return _next_turn(state, state.active, events)
    if not state.stock:
        return finish(state, events)
    state = replace(state, round=state.round + 1, dealer=left_of(state.dealer, len(state.seats)))
    state = deal(state, events)
    return begin_turn(state, left_of(state.dealer, len(state.seats)), events)


def _next_turn(state: State, after: Seat, events: list[Event]) -> State:
    """The turn of the next seat to the left that holds a card; those without are skipped [V35]."""
    for seat in from_left_of(after, len(state.seats)):
        if state.seats[seat].hand:
            return begin_turn(state, seat, events)
        events.append(SeatSkipped(seat, "empty-hand"))
    raise AssertionError("a turn is only looked for while a seat holds a card")


def begin_turn(state: State, seat: Seat, events: list[Event]) -> State:
    """A seat's turn: its action card is turned and followed."""
    if not state.options.action_cards:
        return replace(state, phase=Turn(seat))
    if not state.actions:
        state = _reshuffle(state, events)
    action: Action = state.actions[0]  # type: ignore[assignment]  # the pile holds nothing but action cards
    events.append(ActionTurned(seat, action))
    state = replace(
        state,
        action=action,
        actions=state.actions[1:],
        actions_used=(*state.actions_used, action),
    )
    phase: Phase = Turn(seat)
    match action:
        case "cards-up":
            state = _turn_up(state, events)
        case "black-out":
            state = _turn_down(state, events)
        case "pass-one":
            phase = Passing(
                seat,
                tuple(Seat(at) for at, held in enumerate(state.seats) if held.hand),
            )
        case "lose-one":
            phase = Lose(seat)
    return replace(state, phase=phase)


def after_passing(state: State, events: list[Event]) -> State:
    """The turn goes on after a pass-one; a seat left with nothing has none [Vantage, Additional 6; V34]."""
    seat = state.active
    if state.seats[seat].hand:
        return replace(state, phase=Turn(seat))
    events.append(SeatSkipped(seat, "empty-hand"))
    return end_turn(state, events)


def _reshuffle(state: State, events: list[Event]) -> State:
    """All used action cards make the pile again, the last one too [Vantage, Additional 8; V37]."""
    actions, rng = state.rng.shuffled(tuple(Card(used) for used in state.actions_used))
    events.append(Reshuffled("actions", len(actions)))
    return replace(state, actions=actions, actions_used=(), rng=rng)


def _turn_up(state: State, events: list[Event]) -> State:
    """Every loose card face up; the blackout ends."""
    down = tuple(TableCard(card.id, card.card) for card in state.loose if not card.face_up)
    if down:
        events.append(Turned(True, down))
    loose = tuple(
        card if card.face_up else Loose(card.id, card.card, True, None, card.suit) for card in state.loose
    )
    return replace(state, blackout=False, loose=loose)


def _turn_down(state: State, events: list[Event]) -> State:
    """Every loose card face down, where nobody knows it any more; piles never turn [V30]."""
    up = tuple(TableCard(card.id, HIDDEN) for card in state.loose if card.face_up)
    if up:
        events.append(Turned(False, up))
    loose = tuple(
        Loose(card.id, card.card, False, None, card.suit) if card.face_up else card for card in state.loose
    )
    return replace(state, blackout=True, loose=loose)
