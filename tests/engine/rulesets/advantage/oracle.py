"""Advantage once more, slow and plain: what the rules say, played on lists, to compare the engine with."""

from itertools import combinations
from typing import Any

from engine.core.rng import Rng
from tests.engine.rulesets.advantage.oracle_cards import PACK, fits, highest_four, rank

Move = dict[str, Any]


class Game:
    """A game of two; `legal`, `play` and `outcome` speak the JSON of the contract."""

    def __init__(
        self, options: dict[str, Any], seats: int, seed: bytes, stack: list[str] | None = None
    ) -> None:
        assert seats == 2
        self.options = options
        rng = Rng(seed)
        dealer = options["dealer"]
        if dealer is None:
            dealer, rng = rng.below(2)
        order, rng = rng.shuffled(PACK)
        top = list(stack or [])
        pack = top + [card for card in order if card not in top]
        self.dealer: int = dealer
        self.first = 1 - self.dealer
        self.piles = [[pack.pop(0)] for _ in range(3)]
        self.hands: list[list[str]] = [[], []]
        for seat in (self.first, self.dealer):
            self.hands[seat] = [pack.pop(0) for _ in range(3)]
        self.stock = pack
        self.hidden = [0, 0]
        self.pairs: list[list[list[str]]] = [[], []]
        self.picked: list[list[str]] = [[], []]
        self.accidental = [False, False]
        self.round = 0
        self.idle_rounds = 0  # in a row before this one
        self.result: dict[str, Any] | None = None
        self.events: list[Move] = []
        self.met: list[str] = []  # what ended the game, for the count of what was tried
        self.tell(
            "dealt",
            round=1,
            dealer=self.dealer,
            hands=[list(hand) for hand in self.hands],
            table=[{"id": str(pile), "card": cards[0]} for pile, cards in enumerate(self.piles)],
        )
        self.begin_round()

    def tell(self, kind: str, **fields: Any) -> None:
        """What happened, whole; of a `drew` that is not `face_up` only its seat saw the card."""
        self.events.append({"kind": kind, **fields})

    # --- the course of a round ---

    def begin_round(self) -> None:
        self.round += 1
        self.active = False  # a stock card was drawn or dealt, or a pair scored [A17]
        self.picked = [[], []]
        self.accidental = [False, False]
        self.begin_drop(self.first)

    def begin_drop(self, seat: int) -> None:
        self.phase, self.seat, self.dropped, self.drew = "drop", seat, 0, False
        self.end_if_stuck()
        self.go_on()

    def begin_pick(self, seat: int) -> None:
        self.phase, self.seat, self.drew = "pick", seat, False
        self.end_if_stuck()
        self.go_on()

    def begin_pair(self, seat: int) -> None:
        self.phase, self.seat = "pair", seat
        self.go_on()

    def go_on(self) -> None:
        """The engine plays a `done` or a `pass` that is the only move, but for a pass after a hidden draw."""
        if self.result is not None:
            return
        moves = self.legal(self.seat)
        if moves in ([{"kind": "pass"}], [{"kind": "done"}]) and not (
            self.phase == "drop" and self.hidden[self.seat]
        ):
            self.tell("passed", seat=self.seat, forced=True)
            self.finish_turn()

    def finish_turn(self) -> None:
        {"drop": self.finish_drop, "pick": self.finish_pick, "pair": self.finish_pair}[self.phase]()

    def finish_drop(self) -> None:
        if self.options["refill"] == "after_own_drop":
            self.fill(self.seat)
        if self.seat == self.first and self.result is None:
            return self.begin_drop(self.dealer)
        if self.options["refill"] == "after_both_drops":
            self.fill(self.first)
            self.fill(self.dealer)
        if self.result is None:
            self.switch()

    def switch(self) -> None:
        self.hands.reverse()
        self.hidden = [0, 0]
        self.tell("hands_switched", hands=[list(hand) for hand in self.hands])
        if self.options["refill"] == "after_switch":
            self.fill(self.first)
            self.fill(self.dealer)
        if self.result is None:
            self.begin_pick(self.first)

    def finish_pick(self) -> None:
        if self.seat == self.first:
            self.begin_pick(self.dealer)
        else:
            self.begin_pair(self.first)

    def finish_pair(self) -> None:
        self.fill(self.seat)
        if self.result is not None:
            return
        if self.seat == self.first:
            return self.begin_pair(self.dealer)
        if self.idle_with_this() == self.options["idle_rounds"]:
            return self.end("idle")
        self.idle_rounds = self.idle_with_this()
        self.begin_round()

    def idle_with_this(self) -> int:
        """The idle rounds in a row, this one among them for as long as it is idle. [A17]"""
        return 0 if self.active else self.idle_rounds + 1

    # --- what can be done ---

    def to_act(self) -> list[int]:
        return [] if self.result is not None else [self.seat]

    def fitting(self, kind: str) -> list[Move]:
        return [
            {"kind": kind, "card": card, "pile": number}
            for card in self.hands[self.seat]
            for number, pile in enumerate(self.piles)
            if fits(card, pile[-1])
        ]

    def legal(self, seat: int) -> list[Move]:
        if seat not in self.to_act():
            return []
        if self.phase == "pair":
            return [*self.pairable(), {"kind": "done"}]
        placed = self.fitting(self.phase)
        may_draw = not placed and not self.drew and bool(self.stock)
        draw = [{"kind": "draw"}] if may_draw else []
        if self.phase == "pick":
            return [*placed, *draw, {"kind": "pass"}]
        if self.dropped:
            return [*placed, {"kind": "done"}]
        if placed:
            return placed
        if may_draw and self.options["stuck_draw"] == "forced":
            return draw
        return [*draw, {"kind": "pass"}]

    def pairable(self) -> list[Move]:
        return [
            {"kind": "pair", "cards": sorted(two)}
            for two in combinations(self.hands[self.seat], 2)
            if rank(two[0]) == rank(two[1]) and self.may_pair(list(two))
        ]

    def may_pair(self, cards: list[str]) -> bool:
        return not self.is_accidental(cards) or self.accidental_left() != 0

    def accidental_left(self) -> int | None:
        """How many accidental pairs the seat may yet score in this round; None is any number. [A20]"""
        if self.options["accidental"] == "free":
            return None
        if not self.picked[self.seat]:
            return 0
        if self.options["accidental"] == "need_pick":
            return None
        return 0 if self.accidental[self.seat] else 1

    def is_accidental(self, cards: list[str]) -> bool:
        return not any(card in self.picked[self.seat] for card in cards)

    # --- moves ---

    def play(self, seat: int, move: Move) -> None:
        assert move in self.legal(seat), move
        self.events = []
        hand = self.hands[seat]
        match move["kind"]:
            case "drop":
                self.drop(move["card"], move["pile"])
            case "draw":
                self.draw()
            case "pick":
                pile = self.piles[move["pile"]]
                hand.remove(move["card"])
                hand.extend(pile)
                self.picked[seat] = pile
                self.piles[move["pile"]] = [move["card"]]
                self.tell("picked", seat=seat, card=move["card"], pile=move["pile"], cards=list(pile))
                self.finish_pick()
            case "pair":
                self.pair(move["cards"])
            case "done" | "pass":
                self.tell("passed", seat=seat, forced=False)
                self.finish_turn()

    def drop(self, card: str, pile: int) -> None:
        self.hands[self.seat].remove(card)
        self.piles[pile].append(card)
        self.dropped += 1
        self.hidden[self.seat] = 0  # only the drawn card fitted
        self.tell("dropped", seat=self.seat, card=card, pile=pile)
        self.end_if_out()
        if self.result is None:
            if self.dropped == 2:
                self.finish_drop()
            else:
                self.go_on()

    def draw(self) -> None:
        card = self.stock.pop(0)
        self.hands[self.seat].append(card)
        self.drew = self.active = True
        hide = self.phase == "drop" and self.options["stuck_draw_hidden"]
        self.hidden[self.seat] = 1 if hide else 0
        self.tell("drew", seat=self.seat, cards=[card], face_up=not hide)
        self.end_if_stuck()
        self.go_on()

    def pair(self, cards: list[str]) -> None:
        accidental = self.is_accidental(cards)
        if accidental:
            self.accidental[self.seat] = True
        for card in cards:
            self.hands[self.seat].remove(card)
        self.pairs[self.seat].append(cards)
        self.active = True
        self.tell("paired", seat=self.seat, cards=cards, accidental=accidental)
        self.end_if_out()
        self.go_on()

    def fill(self, seat: int) -> None:
        if self.result is not None:
            return
        came = []
        while len(self.hands[seat]) < 3 and self.stock:
            came.append(self.stock.pop(0))
            self.hands[seat].append(came[-1])
        if came:
            self.active = True
            self.tell("drew", seat=seat, cards=came, face_up=True)
        self.end_if_out()

    # --- the end ---

    def end_if_stuck(self) -> None:
        """[A15]"""
        if not self.stock and not self.fitting(self.phase):
            self.end("stuck")

    def end_if_out(self) -> None:
        """[A16]"""
        if not self.stock and not all(self.hands):
            self.end("out")

    def end(self, why: str) -> None:
        self.met.append(why)
        scores = [len(pairs) for pairs in self.pairs]
        fours = [highest_four(pairs, self.options["ace_rank"] == "low") for pairs in self.pairs]
        if scores[0] != scores[1]:
            winner = scores.index(max(scores))
        elif fours[0] != fours[1]:
            self.met.append("fours")
            winner = fours.index(max(fours))
        else:
            self.met.append("tie")
            count = self.options["date_day"] if self.options["tiebreak"] == "date" else scores[0]
            winner = self.dealer if count % 2 == 1 else self.first
        self.result = {"winners": [winner], "scores": scores}

    def outcome(self) -> dict[str, Any] | None:
        return self.result
