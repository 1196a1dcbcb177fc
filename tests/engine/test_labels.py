"""How cards, places and dealers read: cards made of ranks or known by name, numbered places, no dealer."""

from typing import Annotated, Any

import pytest

from engine.core.cards import Card
from engine.core.events import Dealt, Passed, RoundEnded, TableCard
from engine.core.moves import Cards, Move, Numbered, Pass
from engine.core.seats import Seat
from engine.core.texts import FIRST_STRONG, POP, Texts, texts

RANKED = {
    "ranks": {"A": "Ace", "10": "Ten", "K": "King"},
    "suits": {"C": "Clubs", "H": "Hearts"},
    "card": {"ranked": "{rank} of {suit}"},
}
SUITED = {"suits": {"R": "Red", "B": "Blue"}, "card": {"suit": "{suit} {number}", "wild": "Wild {number}"}}
NAMED = {
    "cards": {"eye": "Eye", "seed-of-life": "Seed of Life"},
    "card": {"said": "name", "hidden": "a card"},
    "moves": {"lay": "Lay {cards}"},
}


class Lay(Move, frozen=True, tag="lay"):
    """Cards on a numbered place."""

    cards: Cards
    slot: Annotated[int, Numbered()] = 0
    amount: int = 0


def made(table: dict[str, Any], direction: str = "ltr") -> Texts:
    language = {"direction": direction, "digits": "0123456789", "comma": ", "}
    return Texts({"language": language, "seats": {"unnamed": "Seat {number}"}, **table})


@pytest.mark.parametrize(
    ("table", "card", "label"),
    [
        (RANKED, "10C", "Ten of Clubs"),
        (RANKED, "AH", "Ace of Hearts"),
        (RANKED, "KC", "King of Clubs"),
        (SUITED, "R5", "Red 5"),
        (SUITED, "B10", "Blue 10"),
        (SUITED, "W1", "Wild 1"),
        (NAMED, "seed-of-life", "Seed of Life"),
        ({**RANKED, "cards": {"AH": "the Red Ace"}}, "AH", "the Red Ace"),
        ({**RANKED, "cards": {"AH": "the Red Ace"}}, "AC", "Ace of Clubs"),
    ],
)
def test_a_card_has_a_name_of_its_own_or_one_made_of_its_code(
    table: dict[str, Any], card: str, label: str
) -> None:
    assert made(table).card_label(Card(card)) == label


def test_cards_read_by_their_codes_unless_they_are_said_by_name() -> None:
    two = Lay((Card("eye"), Card("seed-of-life")))
    assert made(NAMED).move(two, {}) == "Lay Eye + Seed of Life"
    by_code = {**NAMED, "card": {"hidden": "a card"}}
    assert made(by_code).move(two, {}) == "Lay eye + seed-of-life"
    assert made(by_code, "rtl").move(Lay((Card("eye"),)), {}) == f"Lay {FIRST_STRONG}eye{POP}"


def test_a_hidden_card_is_said_by_no_name_and_never_by_its_sign() -> None:
    assert made(NAMED).move(Lay((Card("eye"), Card("??"))), {}) == "Lay Eye + a card"
    assert made({**NAMED, "card": {}}).move(Lay((Card("??"),)), {}) == "Lay ??"


def test_a_numbered_place_reads_as_what_lies_there_and_another_number_as_itself() -> None:
    table = {"moves": {"lay": "Lay on {slot} for {amount}"}, "ids": {"slot": "slot {slot} ({card})"}}
    said = made(table)
    there: dict[str, tuple[str, dict[str, object]]] = {"2": ("slot", {"slot": 2, "card": "R9"})}
    assert said.move(Lay((), 2, amount=2), there) == "Lay on slot 2 (R9) for 2"
    assert said.move(Lay((), 3, amount=2), there) == "Lay on 3 for 2"


def test_a_deal_names_its_dealer_or_nobody() -> None:
    said = texts(None)
    dealt = Dealt(round=2, dealer=Seat(1), hands=((), ()), table=(TableCard("0", Card("R9")),))
    assert said.event(dealt, ("Ana", "Bo")) == "Round 2 is dealt by Bo"
    nobody = Dealt(round=2, dealer=None, hands=((), ()), table=())
    assert said.event(nobody, ("Ana", "Bo")) == "Round 2 is dealt"


def test_who_passed_reads_otherwise_when_nothing_else_could_be_done() -> None:
    said = texts(None)
    assert said.event(Passed(seat=Seat(0), forced=False), ("Ana",)) == "Ana passes"
    assert said.event(Passed(seat=Seat(0), forced=True), ("Ana",)) == "Ana can do nothing and passes"
    assert said.event(RoundEnded(round=3, points=(1, 2)), ()) == "Round 3 is over: Seat 1 1, Seat 2 2"
    assert (said.move(Pass(), {}), said.label("kinds", "pass")) == ("Pass", "Pass")
