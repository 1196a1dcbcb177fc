"""The laws hold for every rule set, under any options, with any number of seats."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine import RULESETS
from tests.engine import laws
from tests.engine.games import Set, sets

GAMES = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def a_game(slug: str) -> st.SearchStrategy[Set]:
    return sets(RULESETS[slug])


@pytest.fixture(params=sorted(RULESETS), scope="module")
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def hold(slug: str, law: Any, settings_: settings = GAMES) -> None:
    """Checks a law over drawn games."""

    @settings_
    @given(made=a_game(slug))
    def run(made: Set) -> None:
        law(RULESETS[slug], made)

    run()


def test_law_1_random_play_ends(slug: str) -> None:
    hold(slug, laws.law_1_play_ends)


def test_law_2_Q45_codec_replay_and_conservation(slug: str) -> None:
    hold(slug, laws.law_2_codec_replay_conservation)


def test_law_3_Q9_nobody_learns_what_he_cannot_see(slug: str) -> None:
    hold(slug, laws.law_3_nobody_learns_what_he_cannot_see)


def test_law_4_Q1_lists_and_judgement_agree(slug: str) -> None:
    refused = 0

    def law(ruleset: Any, made: Set) -> None:
        nonlocal refused
        refused += laws.law_4_lists_and_judgement_agree(ruleset, made)

    hold(slug, law)
    assert refused >= 1000  # Q1: so many unlisted moves were refused


def test_law_5_views_and_imagination(slug: str) -> None:
    hold(slug, laws.law_5_views_and_imagination)


def test_law_6_steps_look_alike(slug: str) -> None:
    hold(slug, laws.law_6_steps_look_alike)
