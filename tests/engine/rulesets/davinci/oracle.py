"""Da Vinci's Challenge a second time: plain and slow, written from the rules alone, to be compared."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.rng import Rng

Json = dict[str, Any]

POINTS = {
    "triangle": 1,
    "diamond": 1,
    "gem": 5,
    "eye": 5,
    "pyramid": 10,
    "hourglass": 10,
    "star": 10,
    "circle": 25,
    "flower": 25,
    "seed-of-life": 50,
    "flower-of-life": 75,
    "canon-of-man": 100,
    "leonardo": 125,
}
SYMBOLS = list(POINTS)  # also the order in which cards of equal points are held
LEONARDO = "leonardo"


class Oracle:
    """A game from its deal to its end; `options` names every option with its value."""

    def __init__(self, options: Json, seats: int, seed: bytes, stack: Sequence[str] | None = None) -> None:
        self.options = options
        self.seats = range(seats)
        self.rng = Rng(seed)
        self.round = 1
        self.rounds = (options["rounds"] or seats + 1) if options["tournament"] else 1
        self.totals = [0] * seats
        self.results: list[Json] = []
        self.masters: list[int] = []
        self.over: Json | None = None
        self.events: list[Json] = []  # of the last step
        self.dealer = self.first_dealer()
        self.deal(stack or [])

    # --- the deal ---

    def first_dealer(self) -> int:
        """The option, else drawn before anything is shuffled."""
        if self.options["dealer"] is not None:
            return int(self.options["dealer"])
        dealer, self.rng = self.rng.below(len(self.seats))
        return dealer

    def deal(self, stack: Sequence[str]) -> None:
        """All cards one at a time, from the left of the dealer; that seat leads [D2]."""
        shuffled, self.rng = self.rng.shuffled(self.pack())
        rest = list(shuffled)
        for card in stack:
            rest.remove(card)
        self.hands: list[list[str]] = [[] for _ in self.seats]
        for number, card in enumerate([*stack, *rest]):
            self.hands[(self.dealer + 1 + number) % len(self.seats)].append(card)
        self.state = ["in" for _ in self.seats]
        self.passed = [False for _ in self.seats]
        self.pile: list[Json] = []
        self.cleared: list[str] = []
        self.turn = self.left(self.dealer)
        self.blocked = 0  # passes in a row on an empty table
        self.happened("dealt", round=self.round, dealer=self.dealer, hands=self.shown(), table=[])

    def pack(self) -> list[str]:
        """All cards, in the order of the listing [D1]."""
        return [s for s in SYMBOLS for _ in range(self.options["leonardos"] if s == LEONARDO else 4)]

    def left(self, seat: int) -> int:
        return (seat + 1) % len(self.seats)

    def still_in(self) -> list[int]:
        return [seat for seat in self.seats if self.state[seat] == "in"]

    def next_in(self, seat: int) -> int:
        """The next seat to the left that is still in."""
        seat = self.left(seat)
        while self.state[seat] != "in":
            seat = self.left(seat)
        return seat

    # --- what may be done ---

    def to_act(self) -> list[int]:
        return [] if self.over else [self.turn]

    def legal(self, seat: int) -> list[Json]:
        """Every legal move, in normal form."""
        if seat not in self.to_act():
            return []
        moves = []
        for cards in self.plays(self.hands[seat]):
            due = len(self.hands[seat]) - len(cards) == 1 and self.options["carta_finale"] == "called"
            for call in (True, False) if due else (False,):  # [D19, D20, D22]
                moves.append({"kind": "play", "cards": cards, "carta_finale": call})
        if self.pile or not moves:  # [D9, D10, D17]
            moves.append({"kind": "pass"})
        return moves

    def plays(self, hand: list[str]) -> Iterator[list[str]]:
        """The cards that may be played by whose turn it is."""
        for symbol in SYMBOLS:
            for count in (1, 2, 3):
                enough = hand.count(symbol) >= count
                last = symbol == LEONARDO and len(hand) == count  # [D16]
                if enough and not last and self.fits(symbol, count):
                    yield [symbol] * count

    def fits(self, symbol: str, count: int) -> bool:
        """Whether so many cards of the symbol may lie on what lies on the table."""
        if not self.pile:
            return count <= 2
        under = self.pile[-1]["cards"]
        if symbol == LEONARDO and count == 1:
            return True  # [D14]
        if count == 3:
            return len(under) == 1 and under[0] == symbol  # [D12]
        follows = count == len(under) or (
            count == 2 and len(under) == 1 and self.options["pair_over_single"]  # [D4]
        )
        return bool(follows and POINTS[symbol] >= POINTS[under[0]])  # [D5]

    # --- what happens then ---

    def happened(self, kind: str, **told: Any) -> None:
        self.events.append({"kind": kind} | told)

    def play(self, seat: int, move: Json) -> None:
        self.events = []
        if move["kind"] == "pass":
            self.passes(seat)
        else:
            self.plays_cards(seat, list(move["cards"]), move["carta_finale"])

    def passes(self, seat: int) -> None:
        self.passed[seat] = True
        self.happened("passed", seat=seat, forced=False)
        if self.pile:
            self.walk(seat, skips=0)
            return
        self.blocked += 1
        if self.blocked == len(self.still_in()):  # [D18]
            self.end_round(self.still_in())
        else:
            self.turn = self.next_in(seat)  # [D17]

    def plays_cards(self, seat: int, cards: list[str], call: bool) -> None:
        if not self.pile:
            self.passed = [False for _ in self.seats]  # who could not lead is not locked [D8]
        self.blocked = 0
        self.passed[seat] = False
        for card in cards:
            self.hands[seat].remove(card)
        called = call or (len(self.hands[seat]) == 1 and self.options["carta_finale"] == "automatic")
        under = self.pile[-1]["cards"] if self.pile else []
        self.pile.append({"seat": seat, "cards": cards, "carta_finale": called})
        self.happened("played", seat=seat, cards=cards, carta_finale=called)
        if not self.hands[seat]:  # [D24]
            self.state[seat] = "out"
            self.end_round([seat])
            return
        if len(self.hands[seat]) == 1 and not called:
            self.state[seat] = "eliminated"
            self.happened("eliminated", seat=seat, reason="forgotten-call")
            if self.options["forgotten_call"] == "end_round":  # [D20]
                self.end_round(self.fewest([other for other in self.seats if other != seat]))
                return
            if len(self.still_in()) == 1:
                self.end_round(self.still_in())
                return
        same = under[:1] == cards[:1]
        if cards[0] == LEONARDO:
            self.clear(seat, "leonardo")
        elif len(cards) == 3:
            self.clear(seat, "three")
        elif same and len(cards) == len(under) == 2:
            self.clear(seat, "pair")
        else:
            self.walk(seat, skips=1 if same and len(cards) == len(under) == 1 else 0)

    def fewest(self, seats: list[int]) -> list[int]:
        least = min(self.in_hand(seat) for seat in seats)
        return [seat for seat in seats if self.in_hand(seat) == least]

    def in_hand(self, seat: int) -> int:
        return sum(POINTS[card] for card in self.hands[seat])

    def walk(self, seat: int, skips: int) -> None:
        """The turn goes left; back at the seat of the last play the table is cleared [D6, D7]."""
        last = self.pile[-1]["seat"]
        while True:
            seat = self.left(seat)
            if seat == last:
                self.clear(last, "unanswered")
                return
            locked = self.passed[seat] and self.options["passing_locks"]  # [D8]
            if self.state[seat] == "in" and not locked:
                if skips == 0:
                    self.turn = seat
                    return
                skips -= 1
                self.happened("seat_skipped", seat=seat, reason="same-symbol")

    def clear(self, seat: int, reason: str) -> None:
        """The cards of the table are out of the game; the seat leads, or who sits left of it if it is out."""
        cards = [card for play in self.pile for card in play["cards"]]
        self.happened("cleared", seat=seat, reason=reason, cards=cards)
        self.cleared += cards
        self.pile = []
        self.passed = [False for _ in self.seats]
        self.turn = seat if self.state[seat] == "in" else self.next_in(seat)

    # --- the end ---

    def end_round(self, winners: list[int]) -> None:
        points = [0 if seat in winners else self.in_hand(seat) for seat in self.seats]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.masters = winners
        self.happened("round_ended", round=self.round, points=points)
        if self.options["tournament"]:
            peasant = self.peasant(points)
            self.results.append(
                {"round": self.round, "points": points, "masters": winners, "peasant": peasant}
            )
        if self.round < self.rounds:
            self.round += 1
            self.dealer = self.results[-1]["peasant"]
            self.deal([])
            return
        best = min(self.totals)
        if self.options["tournament"]:  # [D27]
            winners = [seat for seat in self.seats if self.totals[seat] == best]
        self.over = {"winners": winners, "scores": self.totals}

    def peasant(self, points: list[int]) -> int:
        """Who has the most points of the round; of equals the first to the left of the dealer [D26]."""
        order = [(self.dealer + 1 + step) % len(self.seats) for step in self.seats]
        return max(order, key=lambda seat: points[seat])

    # --- what is seen ---

    def view(self, viewer: int | None) -> Json:
        """What a seat, or a spectator (None), sees."""
        return {
            "ruleset": "davinci",
            "phase": self.phase(),
            "round": self.round,
            "rounds": self.rounds,
            "dealer": self.dealer,
            "pile": self.pile,
            "cleared": self.cleared,
            "seats": [
                {
                    "hand": hand,
                    "state": self.state[seat],
                    "passed": self.passed[seat],
                    "title": self.title(seat),
                    "points": self.totals[seat] if self.options["tournament"] else 0,
                }
                for seat, hand in enumerate(self.shown(viewer))
            ],
            "results": self.results,
        }

    def shown(self, viewer: int | None = None) -> list[list[str]]:
        return [
            sorted(hand, key=SYMBOLS.index) if seat == viewer else ["??"] * len(hand)
            for seat, hand in enumerate(self.hands)
        ]

    def phase(self) -> Json:
        if self.over:
            return {"kind": "over"}
        if not self.pile:
            return {"kind": "lead", "seat": self.turn}
        return {"kind": "follow", "seat": self.turn, "count": len(self.pile[-1]["cards"])}

    def title(self, seat: int) -> str | None:
        """The title of the last round that ended, in a tournament."""
        if not self.results:
            return None
        if seat in self.results[-1]["masters"]:
            return "master"
        return "peasant" if seat == self.results[-1]["peasant"] else "apprentice"
