"""What a seat knows of Vantage's hidden cards from the events it saw."""

from collections.abc import Iterable

from engine.core.cards import HIDDEN, Card
from engine.core.events import Dealt, Event
from engine.core.seats import Seat
from engine.rulesets.vantage.building import backs
from engine.rulesets.vantage.deck import CARDS, WILDS, Suit, is_wild
from engine.rulesets.vantage.events import (
    Built,
    CardsPassed,
    ChallengeSettled,
    Discarded,
    GuessFailed,
    LeftoversTaken,
    Matched,
    Turned,
)
from engine.rulesets.vantage.options import Options

Place = Seat | str  # the hand of a seat, or the id of a loose card


class Memory:
    """What has been shown to a seat, and where it may be now.

    `faces`: by table id the card that lies there. `captured`: by seat what it collected. `held`: cards known
    to have been in another's hand, with all the places where each may be since. `lacking`: by place the cards
    that a proven renege excludes from it, until its seat receives a card. `suits`: named for wilds that left
    the table. `secret`: such wilds whose suit was named when they were discarded face down by another.
    """

    def __init__(self, past: Iterable[Event], options: Options) -> None:
        self.faces: dict[str, Card] = {}
        self.captured: dict[int, list[Card]] = {}
        self.held: dict[Card, set[Place]] = {}
        self.lacking: dict[Place, frozenset[Card]] = {}
        self.suits: dict[Card, Suit | None] = {}
        self.secret: set[Card] = set()
        self.loose_ids = 0
        self.pile_ids = 0
        self._named: dict[str, Suit | None] = {}
        self._unknown: set[str] = set()  # ids of what another discarded face down
        self._guess: GuessFailed | None = None
        self._call = 0
        self._options = options
        for event in past:
            self._note(event)

    def _note(self, event: Event) -> None:
        match event:
            case Dealt():
                self._hands_are_new()
                for card in event.table:
                    self._lies(card.id, card.card)
            case Turned(face_up=True):
                for card in event.loose:
                    self._lies(card.id, card.card)
            case GuessFailed():
                self._guess = event
                for card in event.loose:
                    self._lies(card.id, card.card)
            case Discarded():
                self._discarded(event)
            case CardsPassed():
                self._passed(event)
            case ChallengeSettled(builder=builder, honest=honest, card=shown):
                if not honest:
                    lacked = frozenset(card for card in CARDS if backs(card, self._call, self._options))
                    self.lacking[builder] = self.lacking.get(builder, frozenset()) | lacked
                elif shown is not None and shown != HIDDEN:
                    self.held[shown] = {builder}
            case Matched():
                taken = (
                    event.card,
                    *(card.card for card in event.loose),
                    *(c for p in event.piles for c in p.cards),
                )
                self._taken(event.seat, taken)
                self._played(event.card, event.suit, [card.id for card in event.loose])
            case Built():
                self._seen([event.card, *(card.card for card in event.loose)])
                self._played(event.card, event.suit, [card.id for card in event.loose])
                self.pile_ids = max(self.pile_ids, int(event.pile[1:]))
                self._call = event.call
            case LeftoversTaken(seat=seat, cards=cards) if seat is not None:
                self._taken(seat, cards)

    def _hands_are_new(self) -> None:
        """What was in a hand before a deal is in none now."""
        self.lacking = {place: cards for place, cards in self.lacking.items() if isinstance(place, str)}
        for card, places in self.held.items():
            self.held[card] = {place for place in places if isinstance(place, str)}

    def _lies(self, name: str, card: Card) -> None:
        self.loose_ids = max(self.loose_ids, int(name[1:]))
        if card != HIDDEN:
            self.faces[name] = card
            self._seen([card])

    def _seen(self, cards: Iterable[Card]) -> None:
        for card in cards:
            self.held.pop(card, None)

    def _taken(self, seat: Seat, cards: Iterable[Card]) -> None:
        self.captured.setdefault(seat, []).extend(cards)
        self._seen(cards)

    def _played(self, card: Card, suit: Suit | None, loose: Iterable[str]) -> None:
        if is_wild(card):
            self.suits[card] = suit
        for name in loose:
            if self.faces.get(name) in WILDS:
                self.suits[self.faces[name]] = self._named.get(name)
                if name in self._unknown:
                    self.secret.add(self.faces[name])

    def _discarded(self, event: Discarded) -> None:
        card, suit = event.card, event.suit
        if event.reason == "guess" and self._guess is not None:  # it was shown to all, and its suit named
            card, suit = self._guess.card, self._guess.suit
        self._lies(event.id, card)
        self._named[event.id] = suit
        if card == HIDDEN:
            self._unknown.add(event.id)
            for places in self.held.values():
                if event.seat in places:
                    places.add(event.id)
            if event.seat in self.lacking:
                self.lacking[event.id] = self.lacking[event.seat]

    def _passed(self, event: CardsPassed) -> None:
        moved: dict[Card, set[Place]] = {}
        for one in event.passes:
            if one.card == HIDDEN:
                for card, places in self.held.items():
                    if one.giver in places:
                        moved.setdefault(card, set()).add(one.receiver)
            else:
                moved[one.card] = {one.receiver}
                self.held.pop(one.card, None)
        for card, places in moved.items():
            self.held[card] = self.held.get(card, set()) | places
        for one in event.passes:
            self.lacking.pop(one.receiver, None)
