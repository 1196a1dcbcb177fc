"""Mutants of the declarations: each secret field of each rule set, made public, is noticed over HTTP."""

from collections import Counter
from typing import Any

import pytest

from engine import RULESETS, BadSetup, Rng
from engine.core.rng import Draws
from engine.core.sight import declarations
from service.catalogue import describe
from tests.covering import values as option_values
from tests.service.leaks.comparing import Leak, ask_all, callers
from tests.service.leaks.hiding import AnyRuleset, another
from tests.service.leaks.mutating import Secret, made_public, secrets_of, values
from tests.service.leaks.positions import Json, Played
from tests.service.leaks.test_looking import Pair
from tests.service.leaks.universes import Stand

SHOWN = ("getGame", "listEvents", "followGame", "followGames")
REQUESTS = 2  # of each
OFTEN = 12  # tries of one secret after which only now and then a position is looked at for it
GAMES = 200  # that are searched for something to tell of each secret


def drawn_options(ruleset: AnyRuleset, draws: Draws) -> tuple[int, Json]:
    """A number of seats and any options that go together."""
    info = describe(ruleset, "en")
    while True:
        seats = draws.choice(list(ruleset.seats))
        options = {one.name: draws.choice(option_values(info, one)) for one in info.options if draws.below(3)}
        try:
            ruleset.new(ruleset.Options(**options), seats, Rng(bytes(32)))
        except BadSetup:
            continue
        return seats, options


def is_hidden(ruleset: AnyRuleset, secret: Secret, truth: Any, seen: Any) -> bool:
    """Whether the field has something that is not seen."""
    return list(values(truth, secret)) != list(values(seen, secret))


def hides(ruleset: AnyRuleset, stand: Stand, secret: Secret, viewer: Any) -> bool:
    """Whether the state, or what happened last, has something in the field that the viewer does not see."""
    events, options = stand.rows[-1].events, stand.state.options
    return is_hidden(ruleset, secret, stand.state, ruleset.seen(stand.state, viewer)) or is_hidden(
        ruleset, secret, events, ruleset.events_for(events, viewer, options)
    )


def is_open(secret: Secret, options: Any) -> bool:
    """Whether the options of the table open the field to all."""
    sight = next(one.sight for one in declarations(secret.cls) if one.name == secret.field)
    flag = (sight.unless or "").removeprefix("options.")
    return sight.unless is not None and bool(getattr(options, flag, False))


def tells(secret: Secret, one: Stand, other: Stand) -> bool:
    """Whether the field would tell two stands from each other."""
    return any(
        list(values(truth, secret)) != list(values(twin, secret))
        for truth, twin in (
            (one.state, other.state),
            *((row.events, twin.events) for row, twin in zip(one.rows, other.rows, strict=True)),
        )
    )


def caught(played: Played, stand: Stand, secret: Secret, draws: Draws) -> bool:
    """Whether the field has something to tell here. Then twins are answered alike to each seat and to nobody
    who may not see it, and no more when it is public."""
    ruleset, told = played.ruleset, False
    for caller in callers(played):
        if caller.name in ("invite", "host", "key"):
            continue
        twin = another(ruleset, stand, caller.seat, draws)
        if not tells(secret, stand, twin.stand):
            continue
        asked: Counter[tuple[str, str]] = Counter()
        ask_all(played, stand, twin, caller, asked, SHOWN, REQUESTS)
        with made_public(ruleset, secret), pytest.raises(Leak):
            ask_all(played, stand, twin, caller, asked, SHOWN, REQUESTS)
        told = True
    return told


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_Q10_a_secret_field_that_is_made_public_is_noticed(pair: Pair, slug: str) -> None:
    ruleset = RULESETS[slug]
    draws = Draws(Rng(slug.encode().ljust(32)))
    left, always_open = secrets_of(ruleset), set(secrets_of(ruleset))
    tried: Counter[Secret] = Counter()
    for game in range(GAMES):
        seats, options = drawn_options(ruleset, draws)
        given = ruleset.Options(**options)
        always_open = {secret for secret in always_open if is_open(secret, given)}
        if set(left) <= always_open:
            break
        played = Played(pair, slug, seats, options, f"public {game}")
        for number, at in enumerate(played.positions()):
            for secret in [one for one in left if hides(ruleset, at.stand, one, None)]:
                tried[secret] += 1
                if tried[secret] > OFTEN and number % OFTEN:
                    continue
                if caught(played, at.stand, secret, draws):
                    left.remove(secret)
    assert set(left) <= always_open, f"in no game is there anything to tell of {', '.join(map(str, left))}"
