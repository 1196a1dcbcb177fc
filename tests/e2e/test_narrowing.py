"""A list narrowed by a kind and by names has exactly the moves of it that name them, in any rule set."""

import random
from itertools import combinations
from typing import Any

import msgspec
import pytest

from engine import RULESETS
from tests.e2e.player import Player, some

EVERY = 9  # moves from one position that is looked at to the next
POSITIONS = 5
MOST = 400  # moves of a list that is narrowed: more are a matter of paging
SEED = "5eed" * 16

Json = dict[str, Any]


def whole(hand: Player, game: str, **query: Any) -> list[Json] | None:
    """All moves of a list, page by page; None if there are too many."""
    found: list[Json] = []
    cursor: Json = {}
    while len(found) <= MOST:
        page = hand.list(game, limit=200, **query, **cursor)
        found += [item["move"] for item in page["items"]]
        if page["complete"]:
            return found
        cursor = {"cursor": page["next_cursor"]}
    return None


def names(slug: str, move: Json) -> frozenset[str]:
    """What a move names."""
    return frozenset(msgspec.convert(move, RULESETS[slug].any_move).names())


def narrowings(moves: list[Json], named: list[frozenset[str]], chance: random.Random) -> list[Json]:
    """Kinds, names, two and three names at once, kinds with names; of some of them there are no moves."""
    kinds = sorted({move["kind"] for move in moves})
    known = sorted(set().union(*named))
    some_names = chance.sample(known, min(6, len(known)))
    together = [
        sorted(chance.sample(sorted(one), size)) for one in named for size in (2, 3) if len(one) >= size
    ]
    pairs = [list(pair) for pair in combinations(some_names[:4], 2)]
    lists = [[name] for name in some_names] + pairs + chance.sample(together, min(6, len(together)))
    return [
        *({"kind": kind} for kind in kinds),
        *({"with": wanted} for wanted in lists),
        *({"kind": kind, "with": wanted} for kind in kinds for wanted in lists[:3]),
        {"with": ["no-such-thing"]},
    ]


def _fits(move: Json, named: frozenset[str], **query: Any) -> bool:
    return query.get("kind", move["kind"]) == move["kind"] and named.issuperset(query.get("with", ()))


@pytest.mark.parametrize("slug", RULESETS)
def test_a_narrowed_list_has_the_moves_that_name_what_it_is_narrowed_by(service: Player, slug: str) -> None:
    ruleset = RULESETS[slug]
    seats = [{"name": f"Seat {seat}"} for seat in range(ruleset.seats[-1])]
    made = service.create(seats, ruleset=slug, sandbox={"seed": SEED})
    game, chance, choose = made["game"], random.Random(slug), some(1)
    looked_at, narrowed, moves_made = 0, 0, 0
    while game["status"] == "playing" and looked_at < POSITIONS:
        seat = game["to_act"][0]
        hand = service.holding(made["seat_tokens"][seat])
        if moves_made % EVERY == 0 and (moves := whole(hand, game["id"])) is not None:
            named = [names(slug, move) for move in moves]
            assert len(set(map(repr, moves))) == len(moves), "a move is listed twice"
            for query in narrowings(moves, named, chance):
                wanted = [
                    move for move, those in zip(moves, named, strict=True) if _fits(move, those, **query)
                ]
                got = whole(hand, game["id"], **query)
                assert got is not None
                assert sorted(map(repr, got)) == sorted(map(repr, wanted)), query
                narrowed += 0 < len(wanted) < len(moves)
            looked_at += 1
        game = hand.play(game["id"], choose(hand.list(game["id"], limit=200)["items"])["move"])["game"]
        moves_made += 1
    assert looked_at, "no position has a list that is short enough"
    assert narrowed, "no list was narrowed"
