"""What a seat may do, and the rule that a move breaks, judged by what the seat sees."""

from engine.core.cards import Card
from engine.core.errors import BadNotation, OutOfTurn, RuleBroken
from engine.core.moves import Move, Pass
from engine.core.seats import Seat
from engine.rulesets.davinci.deck import PLACE
from engine.rulesets.davinci.moves import MOST_CARDS, Play
from engine.rulesets.davinci.options import Options
from engine.rulesets.davinci.state import Lead, State, TablePlay
from engine.rulesets.symbols import LEONARDO, POINTS


def can_lead(hand: tuple[Card, ...]) -> bool:
    """Whether any lead is legal: a Leonardo alone is a last card [D16, D17]."""
    return hand != (LEONARDO,)


def check(seen: State, seat: Seat, move: Move) -> None:
    """Nothing if the move is legal for a seat that may act, else the fault that says why not."""
    hand = seen.seats[seat].hand
    if isinstance(move, Play):
        _check_notation(move.cards)
        _check_play(seen, hand, move.cards)
        if move.carta_finale:
            _check_call(len(hand) - len(move.cards), seen.options)
    elif not isinstance(move, Pass):
        kind = move.__struct_config__.tag
        raise OutOfTurn(f"Now is not the time to {kind}: the game waits for play or pass.", "/kind")
    elif isinstance(seen.phase, Lead) and can_lead(hand):
        raise RuleBroken("leader-leads", "/kind")


def _check_notation(cards: tuple[Card, ...]) -> None:
    """One to three cards of one symbol that there is: moves of a record come as they were written."""
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BadNotation(f"A play has 1 to {MOST_CARDS} cards.", "/cards")
    for at, card in enumerate(cards):
        if card not in PLACE:
            raise BadNotation(f"{card} is not a card of this game.", f"/cards/{at}")
    if cards.count(cards[0]) < len(cards):
        raise BadNotation("The cards of a play are of one symbol.", "/cards")


def _check_play(seen: State, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    card, count = cards[0], len(cards)
    held = hand.count(card)
    if held < count:
        raise RuleBroken("cards-in-hand", "/cards", card=card, count=count, held=held)
    if seen.pile:
        _check_follow(seen.pile[-1], card, count, seen.options)
    elif count > 2:
        raise RuleBroken("lead-one-or-pair", "/cards")
    if card == LEONARDO and count == len(hand):
        raise RuleBroken("leonardo-last", "/cards")


def _check_follow(top: TablePlay, card: Card, count: int, options: Options) -> None:
    """As many cards as lie on top and as good, but for the three and Leonardo [D4, D12, D14, D15]."""
    below, led = top.cards[0], len(top.cards)
    if count > 2:
        if card != below:  # with four of a symbol, what lies there is a single
            raise RuleBroken("three-on-single", "/cards")
        return
    if count != led and (card != LEONARDO if count == 1 else not options.pair_over_single):
        raise RuleBroken("follow-count", "/cards", led=led)
    points, least = POINTS[card], POINTS[below]
    if points < least:
        raise RuleBroken("follow-points", "/cards", card=card, points=points, least=least)


def _check_call(left: int, options: Options) -> None:
    """A call is made by the seat, and with the play that leaves one card [D19, D22]."""
    if options.carta_finale == "automatic":
        raise RuleBroken("carta-finale-automatic", "/carta_finale")
    if left != 1:
        raise RuleBroken("carta-finale-not-due", "/carta_finale", left=left)
