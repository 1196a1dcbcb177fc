"""A full state of Vantage that agrees with what a seat sees and has been shown.

Cards whose place follows from the events lie there; a card known to have been in another's hand lies where it
may have gone since; hands and face-down discards lack what a proven renege showed to be missing. All else is
drawn evenly. What could be deduced from how the others play is not.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.core.cards import HIDDEN, Card
from engine.core.events import Event
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from engine.rulesets.vantage.deck import (
    CARDS,
    SUITS,
    WILDS,
    Suit,
    action_cards,
    hand_order,
    is_wild,
)
from engine.rulesets.vantage.memory import Memory, Place
from engine.rulesets.vantage.state import Loose, SeatState, State

TRIES = 50  # how often an even draw may run into a corner before what is lacking is let go


def imagine(seen: State, past: Iterable[Event], seat: Seat, rng: Rng) -> State:
    """The state of `Ruleset.imagine`."""
    draws = Draws(rng)
    known = Memory(past, seen.options)
    captured = [tuple(known.captured.get(at, ())) for at in range(len(seen.seats))]
    captured = [
        cards if len(cards) == len(own.captured) else ()
        for cards, own in zip(captured, seen.seats, strict=True)
    ]
    faces = {card.id: card.card for card in seen.loose if card.card != HIDDEN}
    faces.update({c.id: known.faces[c.id] for c in seen.loose if c.id in known.faces})
    placed = {card for cards in captured for card in cards} | set(faces.values())
    placed.update(card for pile in seen.piles for card in pile.cards)
    placed.update(card for own in seen.seats for card in own.hand)
    room: dict[Place, int] = {Seat(at): own.hand.count(HIDDEN) for at, own in enumerate(seen.seats)}
    room.update({card.id: 1 for card in seen.loose if card.id not in faces})
    pool = [card for card in CARDS if card not in placed]
    where = _deal_out(pool, room, known, draws)
    rest = draws.shuffled([card for card in pool if not any(card in cards for cards in where.values())])
    seats = []
    for at, own in enumerate(seen.seats):
        missing = len(own.captured) - len(captured[at])
        pile, rest = (*captured[at], *rest[:missing]), rest[missing:]
        hand = hand_order((*(card for card in own.hand if card != HIDDEN), *where[Seat(at)]))
        chosen = draws.choice(hand) if own.chosen == HIDDEN else own.chosen
        seats.append(SeatState(hand, chosen, pile, own.reneges))
    loose = tuple(
        _card(card, faces[card.id] if card.id in faces else where[card.id][0], seen, draws)
        for card in seen.loose
    )
    state = replace(
        seen,
        actions=_actions(seen, draws),
        stock=tuple(rest),
        loose=loose,
        seats=tuple(seats),
        loose_ids=max([known.loose_ids, *(int(card.id[1:]) for card in seen.loose)]),
        pile_ids=max([known.pile_ids, *(int(pile.id[1:]) for pile in seen.piles)]),
        wild_suits=tuple(_suit(wild, known, seen, draws) for wild in WILDS),
    )
    return replace(state, rng=draws.rng)


def _deal_out(
    pool: list[Card], room: dict[Place, int], known: Memory, draws: Draws
) -> dict[Place, list[Card]]:
    """Cards for the hidden places: first those that have been seen, then the pickiest places."""
    for attempt in range(TRIES + 1):
        lacking = known.lacking if attempt < TRIES else {}
        found = _try(draws.shuffled(pool), room, known.held, lacking, draws)
        if found is not None:
            return found
    return _evenly(draws.shuffled(pool), room)


def _try(
    pool: list[Card],
    room: dict[Place, int],
    held: dict[Card, set[Place]],
    lacking: dict[Place, frozenset[Card]],
    draws: Draws,
) -> dict[Place, list[Card]] | None:
    where: dict[Place, list[Card]] = {place: [] for place in room}
    for card in sorted((card for card in pool if card in held), key=lambda card: len(held[card])):
        free = [place for place in room if place in held[card] and len(where[place]) < room[place]]
        if not free:
            return None
        where[draws.choice(free)].append(card)
    left = [card for card in pool if card not in held]
    for place in sorted(room, key=lambda place: -len(lacking.get(place, ()))):
        refused = lacking.get(place, frozenset())
        while len(where[place]) < room[place]:
            fitting = next((card for card in left if card not in refused), None)
            if fitting is None:
                return None
            left.remove(fitting)
            where[place].append(fitting)
    return where


def _evenly(pool: list[Card], room: dict[Place, int]) -> dict[Place, list[Card]]:
    where = {}
    for place, count in room.items():
        where[place], pool = pool[:count], pool[count:]
    return where


def _card(card: Loose, face: Card, seen: State, draws: Draws) -> Loose:
    """A loose card with its face; a wild discarded face down was named some suit, where wilds have one."""
    suit = card.suit
    named = seen.options.wild_suit == "declared" and card.known_to is not None
    if card.card == HIDDEN and is_wild(face) and named:
        suit = draws.choice(SUITS)
    return replace(card, card=face, suit=suit)


def _suit(wild: Card, known: Memory, seen: State, draws: Draws) -> Suit | None:
    """The suit of a wild that left the table: any, where it was named in secret."""
    if seen.options.wild_suit == "declared" and wild in known.secret:
        return draws.choice(SUITS)
    return known.suits.get(wild)


def _actions(seen: State, draws: Draws) -> tuple[Card, ...]:
    """The action pile: what has not been used, in any order."""
    left = list(action_cards(seen.options))
    for used in seen.actions_used:
        left.remove(Card(used))
    return tuple(draws.shuffled(left))
