"""The oracle of Advantage on examples worked out by hand, before the engine is held against it."""

from typing import Any

from tests.engine.rulesets.advantage.oracle import Game
from tests.engine.rulesets.advantage.oracle_cards import PACK, fits
from tests.engine.rulesets.advantage.oracle_view import view

OPTIONS: dict[str, Any] = {
    "tiebreak": "count",
    "date_day": None,
    "ace_rank": "high",
    "stuck_draw": "optional",
    "stuck_draw_hidden": True,
    "refill": "after_own_drop",
    "accidental": "strict",
    "idle_rounds": 50,
    "dealer": 1,
}


def game(cards: str, **options: Any) -> Game:
    return Game(OPTIONS | options, 2, bytes(32), cards.split())


def pairs(ranks: str) -> list[list[str]]:
    """Scored pairs by their ranks: of a rank the red two first, then the black two."""
    made: list[list[str]] = []
    for name in ranks.split():
        made.append(
            [name + "C", name + "S"] if [name + "D", name + "H"] in made else [name + "D", name + "H"]
        )
    return made


def winner(first: str, second: str, **options: Any) -> int:
    """Who wins with these pairs; seat 1 is the dealer."""
    ended = game("", **options)
    ended.pairs = [pairs(first), pairs(second)]
    ended.end("stuck")
    assert ended.result is not None
    return int(ended.result["winners"][0])


def test_three_to_the_centre_then_the_non_dealer_then_the_dealer() -> None:
    dealt = game("2C 3C 4C 5C 6C 7C 8C 9C JC")
    assert dealt.piles == [["2C"], ["3C"], ["4C"]]
    assert dealt.hands == [["5C", "6C", "7C"], ["8C", "9C", "JC"]]
    assert len(dealt.stock) == len(PACK) - 9
    assert dealt.to_act() == [0]


def test_what_fits() -> None:
    tops = ["2C", "9H", "10D", "QS", "KH", "AC", "AD"]

    def all_for(card: str) -> list[str]:
        return [top for top in tops if fits(card, top)]

    assert all_for("8S") == ["2C", "10D", "AC"]
    assert all_for("9C") == ["2C", "9H", "10D", "AC"]
    assert all_for("JD") == ["10D", "KH", "AD"]
    assert all_for("AS") == ["2C", "10D", "QS", "AC", "AD"]
    assert all_for("10S") == tops


def test_A5_a_card_drawn_when_stuck_is_masked_until_the_switch() -> None:
    stuck = game("2C 4C 6C JD QD KD JH QH KH AD 10C")
    assert stuck.legal(0) == [{"kind": "draw"}, {"kind": "pass"}]
    stuck.play(0, {"kind": "draw"})
    assert stuck.legal(0) == [{"kind": "pass"}]
    assert view(stuck, 0)["seats"][0]["hand"] == ["JD", "QD", "KD", "AD"]
    assert (
        view(stuck, 1)["seats"][0]["hand"]
        == view(stuck, None)["seats"][0]["hand"]
        == ["JD", "QD", "KD", "??"]
    )
    stuck.play(0, {"kind": "pass"})
    stuck.play(1, {"kind": "draw"})
    assert stuck.legal(1) == [{"kind": "drop", "card": "10C", "pile": pile} for pile in range(3)]
    stuck.play(1, {"kind": "drop", "card": "10C", "pile": 0})
    stuck.play(1, {"kind": "done"})
    assert view(stuck, None)["seats"][1]["hand"] == ["JD", "QD", "KD", "AD"]
    assert view(stuck, 0)["phase"] == {"kind": "pick", "seat": 0, "drew": False}


def test_the_tie_of_nine_pairs() -> None:
    common = "2 3 4 5 6 8 9"
    assert winner(f"{common} Q Q", f"{common} 7 7") == 0
    assert winner(f"{common} 7 7", f"{common} A A") == 1
    assert winner(f"{common} 7 7", f"{common} A A", ace_rank="low") == 0
    assert winner(f"{common} 7 7", f"{common} 10 J") == 0
    assert winner(f"{common} 7 J", f"{common} 10 K") == 1  # nine is odd: the dealer
    assert winner(common + " 7", common + " K") == 0  # eight is even
    assert winner("", "") == 0
    assert winner("2", "3", tiebreak="date", date_day=30) == 0
    assert winner("2 4", "3 5", tiebreak="date", date_day=31) == 1
    assert winner("2 2", "3") == 0
