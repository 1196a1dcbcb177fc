"""Schemas derived from Structs: what they let in, in which form, and where exactly they say what is wrong."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from engine import RULESETS
from engine.core.cards import Card
from engine.core.moves import Cards, Ids, Numbered, TableId
from engine.core.seats import Seat
from engine.rulesets.vantage.moves import Accept, Build, Discard, Match
from engine.rulesets.vantage.options import Options
from service.faults import InvalidRequest, Place
from service.schemas.derive import MOST_PLACES, load, load_move, load_options, load_query, schema
from service.schemas.requests import EventsQuery, GameQuery, MovesQuery

VANTAGE = RULESETS["vantage"]


class Coin(msgspec.Struct, frozen=True):
    """A part."""

    worth: Annotated[int, msgspec.Meta(ge=1, le=14)]
    side: Literal["heads", "tails"] = "heads"


class Purse(msgspec.Struct, frozen=True):
    """A bit of everything."""

    owner: Annotated[str, msgspec.Meta(min_length=1, max_length=5, pattern="^[a-z]+$")]
    coins: tuple[Coin, ...]
    open: bool = True
    taken: Ids = ()
    seat: Seat | None = None
    giver: str | None = msgspec.field(default=None, name="from")
    piles: dict[str, tuple[Card, ...]] | None = None
    number: Literal[0, 1, 2] = 0


class Offer(msgspec.Struct, frozen=True):
    """A multiset, the number of a place, and bounded numbers that may be absent."""

    cards: Cards
    slot: Annotated[int, Numbered(), msgspec.Meta(ge=0, le=4)]
    under: Annotated[int, Numbered(), msgspec.Meta(ge=0)] | None = None
    rounds: Annotated[Annotated[int, msgspec.Meta(ge=1, le=20)] | None, "a mark of our own"] = None


def places(cls: Any, data: Any) -> list[Place]:
    with pytest.raises(InvalidRequest) as refused:
        load(cls, data)
    return list(refused.value.places)


def pointers(data: Any) -> list[str]:
    found = places(Purse, data)
    assert {where for where, _, _ in found} == {"body"}
    return [pointer for _, pointer, _ in found]


def purse(**more: Any) -> dict[str, Any]:
    return {"owner": "ana", "coins": [], **more}


def test_what_is_whole_is_loaded_and_defaults_are_filled_in() -> None:
    data = {
        "owner": "ana",
        "coins": [{"worth": 3, "side": "tails"}, {"worth": 14}],
        "taken": ["t9", "t10", "b1"],
        "seat": 0,
        "from": "bo",
        "piles": {"cards": ["R8", "W1"], "": []},
        "number": 2,
    }
    made = Purse(
        owner="ana",
        coins=(Coin(3, "tails"), Coin(14, "heads")),
        open=True,
        taken=("b1", "t10", "t9"),
        seat=Seat(0),
        giver="bo",
        piles={"cards": (Card("R8"), Card("W1")), "": ()},
        number=2,
    )
    assert load(Purse, data) == made
    assert load(Purse, purse()) == Purse("ana", ())


def test_an_optional_field_that_is_null_is_absent() -> None:
    nothing = {"open": None, "taken": None, "seat": None, "from": None, "piles": None, "number": None}
    assert load(Purse, purse(**nothing)) == Purse("ana", ())
    assert pointers({"owner": None, "coins": None}) == ["/coins", "/owner"]


def test_a_schema_is_made_once() -> None:
    assert schema(Purse) is schema(Purse)


def test_all_that_is_wrong_is_told_at_once_with_its_pointer() -> None:
    data = {
        "owner": "ANA",
        "coins": [{"worth": 1}, {"worth": 15}, 5, {"side": "edge", "worth": 2, "gold": True}],
        "open": "yes",
        "taken": ["t1", 7],
        "piles": {"a/b~c": ["R8", None]},
        "sum": 9,
    }
    assert places(Purse, data) == [
        ("body", "/coins/1/worth", "Must be greater than or equal to 1 and less than or equal to 14."),
        ("body", "/coins/2", "Invalid input type."),
        ("body", "/coins/3/gold", "Unknown field."),
        ("body", "/coins/3/side", "Must be one of: heads, tails."),
        ("body", "/open", "Not true or false."),
        ("body", "/owner", "Does not match ^[a-z]+$."),
        ("body", "/piles/a~1b~0c/1", "Field may not be null."),
        ("body", "/sum", "Unknown field."),
        ("body", "/taken/1", "Not a string."),
    ]


@pytest.mark.parametrize("data", [None, 5, "x", [], True])
def test_the_whole_is_an_object(data: Any) -> None:
    assert pointers(data) == [""]


@pytest.mark.parametrize("worth", [True, False, 1.0, "1", 0, 15, -1, [], {}, 10**30, -(10**30)])
def test_a_whole_number_is_one_within_its_bounds(worth: Any) -> None:
    assert pointers(purse(coins=[{"worth": worth}])) == ["/coins/0/worth"]


@pytest.mark.parametrize("seat", [2**53, -(2**53)])
def test_a_number_that_not_every_reader_holds_exactly_is_refused(seat: int) -> None:
    assert pointers(purse(seat=seat)) == ["/seat"]
    exact = seat - 1 if seat > 0 else seat + 1
    assert load(Purse, purse(seat=exact)).seat == exact


@pytest.mark.parametrize("owner", ["", "abcdef", "a\n", "a\0", "\0", "A", "é", 1, True, None, ["a"]])
def test_a_string_has_its_length_and_matches_as_a_whole(owner: Any) -> None:
    assert set(pointers(purse(owner=owner))) == {"/owner"}


@pytest.mark.parametrize("value", ["a\0b", "\0"])
def test_Q24_a_string_holds_no_NUL(value: str) -> None:
    assert places(Purse, purse(**{"from": value})) == [("body", "/from", "A string holds no NUL character.")]


@pytest.mark.parametrize("number", [3, "1", True, 1.0])
def test_a_choice_is_of_the_type_of_the_choices(number: Any) -> None:
    assert places(Purse, purse(number=number)) == [("body", "/number", "Must be one of: 0, 1, 2.")]


def test_a_set_is_sorted_and_holds_nothing_twice() -> None:
    assert load(Purse, purse(taken=["t2", "t10", "t1"])).taken == ("t1", "t10", "t2")
    twice = places(Purse, purse(taken=["t2", "t1", "t2"]))
    assert twice == [("body", "/taken/2", "t2 is named twice.")]


def test_a_multiset_is_sorted_and_may_hold_something_twice() -> None:
    sent = {"cards": ["R3", "R2", "R10", "R3"], "slot": 0}
    assert load(Offer, sent).cards == ("R10", "R2", "R3", "R3")
    assert load(Offer, {"cards": [], "slot": 4}) == Offer((), 4)
    assert places(Offer, {"cards": ["R3", 3], "slot": 0}) == [("body", "/cards/1", "Not a string.")]
    assert places(Offer, {"cards": "R3", "slot": 0}) == [("body", "/cards", "Not a list.")]


@pytest.mark.parametrize("slot", [-1, 5, "0", True, None, 0.0])
def test_the_number_of_a_place_is_a_whole_number_within_its_bounds(slot: Any) -> None:
    assert [place[1] for place in places(Offer, {"cards": [], "slot": slot})] == ["/slot"]


def test_a_number_that_may_be_absent_has_its_bounds() -> None:
    given = {"cards": [], "slot": 1, "under": 0, "rounds": 20}
    assert load(Offer, given) == Offer((), 1, 0, 20)
    assert load(Offer, {**given, "under": None, "rounds": None}) == Offer((), 1)
    wrong = places(Offer, {**given, "under": -1, "rounds": 21})
    assert wrong == [
        ("body", "/rounds", "Must be greater than or equal to 1 and less than or equal to 20."),
        ("body", "/under", "Must be greater than or equal to 0."),
    ]


@pytest.mark.parametrize("taken", ["t1", {"0": "t1"}, 1, ["T1"], ["t1\n"], ["t"], ["t12345"], [["t1"]]])
def test_a_set_of_ids_is_a_list_of_ids(taken: Any) -> None:
    assert pointers(purse(taken=taken))[0].startswith("/taken")


@pytest.mark.parametrize("piles", [[], "x", {"a": "R8"}, {"a": {"b": []}}, {"a": [5]}])
def test_a_map_is_an_object_of_what_it_holds(piles: Any) -> None:
    assert pointers(purse(piles=piles))[0].startswith("/piles")


def test_no_more_places_are_told_than_anybody_reads() -> None:
    assert len(pointers(purse(taken=[0] * 1000))) == MOST_PLACES


def test_what_is_told_of_a_name_can_be_encoded_and_is_short() -> None:
    (_, pointer, _), *_ = places(Purse, purse(**{"x" * 10_000: 1}))
    assert len(pointer) == 300
    msgspec.json.encode(places(Purse, purse(**{"half \ud800": 1})))


@pytest.mark.parametrize(
    "hint",
    [int | str, set[int], float, bytes, Annotated[int, msgspec.Meta(gt=1)], list[int]],
)
def test_a_type_that_nobody_thought_of_is_an_error_and_not_let_in(hint: Any) -> None:
    made = msgspec.defstruct("Odd", [("field", hint)])
    with pytest.raises((TypeError, ValueError)):
        schema(made)


# --- moves ---


def test_a_move_is_loaded_in_normal_form() -> None:
    assert load_move(VANTAGE, {"kind": "match", "card": "R8", "take": ["t9", "t5"]}) == Match(
        Card("R8"), ("t5", "t9")
    )
    assert load_move(
        VANTAGE, {"kind": "build", "card": "R8", "call": 8, "onto": None, "join": None}
    ) == Build(Card("R8"), 8)
    assert load_move(VANTAGE, {"kind": "discard", "card": "W1", "suit": "P"}) == Discard(Card("W1"), "P")
    assert load_move(VANTAGE, {"kind": "accept"}) == Accept()


@pytest.mark.parametrize("kind", [None, 5, "", "Match", "match\0", ["match"], {"match": 1}])
def test_a_kind_is_one_of_the_rule_set(kind: Any) -> None:
    with pytest.raises(InvalidRequest) as refused:
        load_move(VANTAGE, {"kind": kind})
    detail = "vantage has no such move, only: match, build, discard, lose, pass_card, challenge, accept."
    assert refused.value.places == (("body", "/kind", detail),)


class Whist:
    """As much of another rule set as the schemas look at."""

    class Trump(msgspec.Struct, frozen=True, tag="trump", tag_field="kind"):
        """A move of it."""

    class Options(msgspec.Struct, frozen=True):
        """Options of it."""

        no_trump: bool = False

    slug = "whist"
    moves_of = (Trump,)


def test_what_is_of_another_rule_set_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "whist", Whist())
    with pytest.raises(InvalidRequest) as refused:
        load_move(VANTAGE, {"kind": "trump"})
    assert refused.value.places == (("body", "/kind", "vantage has no such move; it is one of whist."),)
    with pytest.raises(InvalidRequest) as refused:
        load_options(VANTAGE, {"no_trump": True, "sums": "three"})
    assert refused.value.places == (
        ("body", "/options/no_trump", "vantage has no such option; it is one of whist."),
        ("body", "/options/sums", "Must be one of: two_cards, any."),
    )


# --- options ---


def test_options_are_loaded_with_their_defaults() -> None:
    assert load_options(VANTAGE, {}) == Options()
    assert load_options(VANTAGE, {"ruleset": "vantage", "sums": "any", "dealer": 1}) == Options(
        sums="any", dealer=Seat(1)
    )
    assert load_options(VANTAGE, {"ruleset": None, "sums": None}) == Options()


def test_options_of_another_rule_set_are_refused() -> None:
    with pytest.raises(InvalidRequest) as refused:
        load_options(VANTAGE, {"ruleset": "davinci"})
    assert refused.value.places == (
        ("body", "/options/ruleset", "These are options of another rule set, not of vantage."),
    )


# --- query strings ---


def test_a_query_is_read_by_the_types_of_its_fields() -> None:
    assert load_query(GameQuery, {}) == GameQuery()
    assert load_query(GameQuery, {"moves": ["50"], "labels": ["false"], "lang": ["fa"]}) == GameQuery(
        lang="fa", labels=False, moves=50
    )
    assert load_query(MovesQuery, {"with": ["R8", "t1"], "kind": ["match"], "limit": ["1"]}) == MovesQuery(
        kind="match", named=("R8", "t1"), limit=1
    )
    assert load_query(EventsQuery, {"after": ["41"], "wait": ["0"], "texts": ["events"]}) == EventsQuery(
        after=41, texts="events"
    )


@pytest.mark.parametrize(
    ("cls", "given", "pointer"),
    [
        (GameQuery, {"moves": ["x"]}, "moves"),
        (GameQuery, {"moves": ["1.0"]}, "moves"),
        (GameQuery, {"moves": ["1e1"]}, "moves"),
        (GameQuery, {"moves": [" 1"]}, "moves"),
        (GameQuery, {"moves": ["1_0"]}, "moves"),
        (GameQuery, {"moves": ["٣"]}, "moves"),
        (GameQuery, {"moves": ["9" * 5000]}, "moves"),
        (GameQuery, {"moves": ["0"]}, "moves"),
        (GameQuery, {"moves": ["201"]}, "moves"),
        (GameQuery, {"moves": [""]}, "moves"),
        (GameQuery, {"moves": ["1", "2"]}, "moves"),
        (GameQuery, {"labels": ["1"]}, "labels"),
        (GameQuery, {"labels": ["True"]}, "labels"),
        (GameQuery, {"lang": ["en-GB"]}, "lang"),
        (GameQuery, {"lang": ["en\n"]}, "lang"),
        (GameQuery, {"MOVES": ["1"]}, "MOVES"),
        (MovesQuery, {"with": ["R8", "x" * 21]}, "with"),
        (MovesQuery, {"with": ["R8"] * 13}, "with"),
        (MovesQuery, {"named": ["R8"]}, "named"),
        (EventsQuery, {"texts": ["all"]}, "texts"),
        (EventsQuery, {"after": ["-1"]}, "after"),
    ],
)
def test_a_wrong_parameter_is_named(cls: type[Any], given: dict[str, list[str]], pointer: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        load_query(cls, given)
    assert [place[:2] for place in refused.value.places] == [("query", pointer)]


def test_ids_of_the_table_are_matched_whole() -> None:
    made = msgspec.defstruct("Named", [("id", TableId)])
    assert load(made, {"id": "t1234"}) == made(id="t1234")
    assert places(made, {"id": "t1\n"}) == [("body", "/id", "Does not match ^[a-z][0-9]{1,4}$.")]
