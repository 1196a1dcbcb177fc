"""Vintage a second time, plain and slow, written from the rules alone: the engine is measured against it."""

from collections import Counter
from itertools import combinations
from typing import Any

from engine.core.rng import Rng

COMPONENTS = [f"{colour}{value}" for colour in "RBGY" for value in range(1, 10) for _ in range(3)]
SLOTS, HAND, PURSE, COINS, FIFTEEN, COINS_A_POINT = 5, 7, 3, 40, 15, 3
SETS = {3: 3, 4: 6, 5: 10}
Json = dict[str, Any]


def value(card: str) -> int:
    return int(card[1])


class Game:
    """A table of Vintage: everything in the open, changed by `play`."""

    def __init__(self, options: Json, seats: int, seed: bytes, stack: list[str] | None = None) -> None:
        self.options, self.n, self.rng = options, seats, Rng(seed)
        self.starter: int = options["starter"]
        if self.starter is None:
            self.starter, self.rng = self.rng.below(seats)
        self.deck = self.shuffled(COMPONENTS)
        for card in stack or []:
            self.deck.remove(card)
        self.deck = (stack or []) + self.deck
        self.hands = [[self.deck.pop(0) for _ in range(HAND)] for _ in range(seats)]
        self.market: list[str | None] = [self.deck.pop(0) for _ in range(SLOTS)]
        self.collections: list[list[str]] = [[] for _ in range(seats)]
        self.coins = [PURSE] * seats
        self.bank = COINS - PURSE * seats
        self.bought = [0] * seats
        self.discards: list[str] = []
        self.removed: list[str] = []
        self.turn = 1
        self.passes = 0  # in this round, W22
        self.auction: Json | None = None
        self.spoken: set[int] = set()  # in this auction
        self.fifteenth = False  # somebody has had fifteen cards, W12
        self.over = False
        self.active = self.starter

    def shuffled(self, cards: list[str]) -> list[str]:
        order, self.rng = self.rng.shuffled(cards)
        return list(order)

    # --- who may do what ---

    @property
    def to_act(self) -> list[int]:
        if self.over:
            return []
        return [self.auction["seat"] if self.auction else self.active]

    def payable(self, cards: list[str]) -> bool:
        """Whether the bank can pay for cards in full (W15)."""
        return self.options["bank"] == "unlimited" or sum(map(value, cards)) <= self.bank

    def sellable(self, cards: list[str]) -> bool:
        """One card or more of the hand, together (W14)."""
        return bool(cards) and self.payable(cards) and not Counter(cards) - Counter(self.hands[self.active])

    def openings(self) -> list[Json]:
        least = 1 if self.options["forced_open"] else 0
        return [
            {"kind": "auction", "slot": slot, "amount": amount}
            for slot, card in enumerate(self.market)
            if card is not None
            for amount in range(least, self.coins[self.active] + 1)
        ]

    def can_sell(self) -> bool:
        return any(self.payable([card]) for card in self.hands[self.active])

    def legal(self, seat: int) -> list[Json]:
        """All legal moves of a seat in normal form."""
        if seat not in self.to_act:
            return []
        if self.auction:
            return [{"kind": "pass"}, *self.bids(seat)]
        hand = self.hands[seat]
        sales = {pick for size in range(1, len(hand) + 1) for pick in combinations(sorted(hand), size)}
        moves = self.openings()
        moves += [{"kind": "sell", "cards": list(pick)} for pick in sales if self.payable(list(pick))]
        return moves or [{"kind": "pass"}]

    def allows(self, seat: int, move: Json) -> bool:
        """Whether one move is legal, without the whole list (W22: a pass only if nothing else is)."""
        if seat not in self.to_act:
            return False
        if self.auction:
            return move == {"kind": "pass"} or move in self.bids(seat)
        if move["kind"] == "sell":
            return self.sellable(move["cards"])
        if move["kind"] == "pass":
            return not self.openings() and not self.can_sell()
        return move in self.openings()

    def bids(self, seat: int) -> list[Json]:
        """Whole coins, each bid higher than the last, none above the own coins (W8)."""
        assert self.auction
        amounts = range(self.auction["bid"] + 1, self.coins[seat] + 1)
        return [{"kind": "bid", "amount": amount} for amount in amounts]

    # --- what a move does ---

    def play(self, seat: int, move: Json) -> None:
        """A legal move, and all that follows until somebody has to act again."""
        if self.auction:
            if move["kind"] == "bid":
                self.auction |= {"bid": move["amount"], "bidder": seat}
            else:
                self.auction["out"].append(seat)
            self.ask_after(seat)
        elif move["kind"] == "auction":
            self.open(seat, move["slot"], move["amount"])
        elif move["kind"] == "sell":
            for card in move["cards"]:
                self.hands[seat].remove(card)
                self.discards.append(card)
            self.pay(seat, -sum(map(value, move["cards"])))
            self.end_turn()
        else:
            self.passes += 1
            self.end_turn()

    def pay(self, seat: int, coins: int) -> None:
        """Coins from a seat to the bank, at once (W16)."""
        self.coins[seat] -= coins
        self.bank += coins

    def open(self, seat: int, slot: int, amount: int) -> None:
        """A card is named, and a price; 0 is no bid, and who opens with it is out (W5, W11)."""
        bidder = seat if amount else None
        self.auction = {
            "kind": "auction",
            "seat": seat,
            "slot": slot,
            "card": self.market[slot],
            "opened_by": seat,
            "bid": amount,
            "bidder": bidder,
            "out": [] if amount else [seat],
        }
        self.spoken = {seat}
        self.ask_after(seat)

    def ask_after(self, seat: int) -> None:
        """The next seat to the left that may still speak; who cannot raise then is passed (W9)."""
        assert self.auction
        self.spoken.add(seat)
        for asked in [(seat + step) % self.n for step in range(1, self.n)]:
            if asked in self.auction["out"] or asked == self.auction["bidder"]:
                continue
            if self.options["auction"] == "once_around" and asked in self.spoken:
                continue
            if self.coins[asked] <= self.auction["bid"]:
                self.auction["out"].append(asked)
                self.spoken.add(asked)
                continue
            self.auction["seat"] = asked
            return
        self.close()

    def close(self) -> None:
        """The last bidder buys; what nobody wants is gone (W6)."""
        assert self.auction
        card, buyer = self.auction["card"], self.auction["bidder"]
        self.market[self.auction["slot"]] = None
        if buyer is None:
            (self.removed if self.options["unsold"] == "out" else self.discards).append(card)
        else:
            self.pay(buyer, self.auction["bid"])
            self.bought[buyer] += 1
            apart = self.options["collection"] == "bought_only"
            (self.collections if apart else self.hands)[buyer].append(card)
        self.auction = None
        self.end_turn()

    # --- turns, rounds, the end ---

    def counting(self, seat: int) -> list[str]:
        """The cards that count for fifteen and for the score (W1)."""
        apart = self.options["collection"] == "bought_only"
        return (self.collections if apart else self.hands)[seat]

    def end_turn(self) -> None:
        """The end, where one is due, else the next turn; a turn that cannot begin is not counted."""
        if any(len(self.counting(seat)) >= FIFTEEN for seat in range(self.n)):
            self.fifteenth = True
        round_done = self.turn % self.n == 0
        last = self.fifteenth and (round_done or not self.options["finish_round"])
        last = last or self.passes == self.n or self.turn == self.options["max_turns"]
        if round_done:
            self.passes = 0
        if not last and (round_done or self.options["refill"] == "turn"):
            last = not self.refill()
        self.over = last
        if not last:
            self.turn += 1
            self.active = (self.active + 1) % self.n

    def refill(self) -> bool:
        """The market filled in ascending order (W3); False if a card is needed and there is none (W2)."""
        for slot in range(SLOTS):
            if self.market[slot] is None:
                if not self.deck and self.options["deck_end"] == "reshuffle":
                    self.deck, self.discards = self.shuffled(self.discards), []
                if not self.deck:
                    return False
                self.market[slot] = self.deck.pop(0)
        return True

    # --- what is seen and what it comes to ---

    def view(self, viewer: int | None) -> Json:
        seats = []
        for seat in range(self.n):
            hand = sorted(self.hands[seat], key=COMPONENTS.index)
            own = seat == viewer
            seats.append(
                {
                    "hand": hand if own else ["??"] * len(hand),
                    "collection": sorted(self.collections[seat], key=COMPONENTS.index),
                    "bought": self.bought[seat],
                    "coins": self.coins[seat],
                }
            )
        phase: Json = {"kind": "over"} if self.over else {"kind": "turn", "seat": self.active}
        if self.auction:
            phase = self.auction | {"out": sorted(self.auction["out"])}
        return {
            "ruleset": "vintage",
            "phase": phase,
            "round": (self.turn - 1) // self.n + 1,
            "starter": self.starter,
            "turn": self.turn,
            "market": self.market,
            "deck": len(self.deck),
            "discards": self.discards,
            "removed": self.removed,
            "bank": None if self.options["bank"] == "unlimited" else self.bank,
            "seats": seats,
        }

    def scores(self) -> list[int]:
        """Card values, set bonuses, a point for each full three coins (W20)."""
        return [
            sum(map(value, self.counting(seat)))
            + set_points(self.counting(seat), self.options["sets"])
            + self.coins[seat] // COINS_A_POINT
            for seat in range(self.n)
        ]

    def outcome(self) -> Json | None:
        """Who won: the highest score, then the most coins, then all that are level (W21)."""
        if not self.over:
            return None
        scores = self.scores()
        ranks = list(zip(scores, self.coins, strict=True))
        return {"winners": [seat for seat in range(self.n) if ranks[seat] == max(ranks)], "scores": scores}


def set_points(cards: list[str], how: str) -> int:
    """The bonuses of all colours: each split for the best total, or its largest set alone (W18)."""
    held = Counter(card[0] for card in cards).values()
    if how == "one_per_colour":
        return sum(SETS.get(min(count, max(SETS)), 0) for count in held)
    return sum(best_split(count) for count in held)


def best_split(count: int) -> int:
    """The best that so many cards of one colour make in sets of three, four and five."""
    return max([0, *(points + best_split(count - size) for size, points in SETS.items() if size <= count)])
