"""Vintage in Persian: cards by name, Persian digits, and names of any script set apart."""

# ruff: noqa: RUF001  # the sentences are Persian, their letters no look-alikes of Latin ones

from engine import RULESETS
from engine.core.cards import Card
from engine.core.events import Event
from engine.core.seats import Seat
from engine.core.texts import FIRST_STRONG, POP, Texts, texts
from engine.rulesets.vintage.events import AuctionEnded, BidMade, MarketFilled, SlotCard, Sold
from engine.rulesets.vintage.moves import DoAuction
from engine.rulesets.vintage.state import Outcome, OutcomeDetails

VINTAGE = RULESETS["vintage"]
PERSIAN = texts(VINTAGE, "fa")
NAMES = ("Ana", None, "بهرام")


def apart(name: str) -> str:
    return f"{FIRST_STRONG}{name}{POP}"


def told(event: Event) -> str:
    return PERSIAN.event(event, NAMES)


def test_cards_are_said_by_name_and_numbers_in_persian_digits() -> None:
    bought = AuctionEnded(Seat(1), Card("B5"), 19, "hand")
    assert told(bought) == f"{apart('جایگاه ۲')} کارت آبی ۵ را به ۱۹ سکه می‌خرد"


def test_lists_of_cards_are_said_by_name() -> None:
    assert told(Sold(Seat(0), (Card("G9"), Card("R1")), 10)) == (
        f"{apart('Ana')} به ۱۰ سکه می‌فروشد: سبز ۹ + قرمز ۱"
    )
    filled = MarketFilled((SlotCard(0, Card("Y2")), SlotCard(3, Card("Y2"))))
    assert told(filled) == "بازار پر می‌شود: زرد ۲ + زرد ۲"


def test_two_numbers_never_stand_side_by_side() -> None:
    assert told(BidMade(Seat(1), 9)) == f"پیشنهاد {apart('جایگاه ۲')}: ۹ سکه"


def test_the_card_of_a_slot_is_said_by_name() -> None:
    there: dict[str, tuple[str, dict[str, object]]] = {"2": ("slot", {"slot": 2, "card": "R9"})}
    assert PERSIAN.move(DoAuction(2, 0), there) == "حراج قرمز ۹ (خانهٔ ۲) بدون پیشنهاد"
    assert PERSIAN.move(DoAuction(2, 3), there) == "حراج قرمز ۹ (خانهٔ ۲) با پیشنهاد ۳ سکه"


def test_refusals_name_cards_and_count_in_persian_digits() -> None:
    assert PERSIAN.rule("card-in-hand", {"card": "R5"}) == (
        "کارت قرمز ۵ در دست این بازیکن نیست، یا به این تعداد نیست."
    )
    assert PERSIAN.rule("bank-pays-in-full", {"coins": 18, "bank": 7}) == (
        "این کارت‌ها ۱۸ سکه می‌ارزند و بانک فقط ۷ سکه دارد."
    )


def test_winners_are_listed_with_a_persian_comma() -> None:
    winners = (Seat(0), Seat(1), Seat(2))
    shared = Outcome(reason="fifteen-cards", winners=winners, scores=(48, 48, 48), details=OutcomeDetails(()))
    named = f"{apart('Ana')}، {apart('جایگاه ۲')} و {apart('بهرام')}"
    assert PERSIAN.outcome(shared, NAMES) == f"{named} هر یک با ۴۸ امتیاز، با هم برنده می‌شوند"


def test_in_a_refusal_ids_stand_apart_and_so_do_cards_that_are_said_by_code() -> None:
    by_code = Texts({**texts(None, "fa").table, "rules": {"x": "{card} / {pile} / {call}"}})
    told = by_code.rule("x", {"card": "R5", "pile": "b2", "call": 10})
    assert told == f"{apart('R5')} / {apart('b2')} / ۱۰"
