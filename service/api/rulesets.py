"""Rule sets and house bots: what can be played, and with whom."""

from flask import Response, g

from engine.bots import BOTS
from engine.core.texts import rules_text, texts
from service.api.call import answer, query, reader, ruleset
from service.api.operation import EVERYWHERE, operation
from service.catalogue import describe, rulesets, spoken
from service.schemas.requests import TextQuery
from service.schemas.rulesets import Bot, BotList, RulesetInfo, RulesetList


@operation(
    "GET",
    "/v1/rulesets",
    id="listRulesets",
    tag="rulesets",
    summary="List the rule sets",
    query=TextQuery,
    answers={200: RulesetList},
    problems=("invalid-request", *EVERYWHERE),
)
def list_rulesets() -> Response:
    """The games that can be played here."""
    return answer(rulesets(reader(query(TextQuery)).lang))


@operation(
    "GET",
    "/v1/rulesets/{slug}",
    id="getRuleset",
    tag="rulesets",
    summary="Describe a rule set",
    query=TextQuery,
    answers={200: RulesetInfo},
    problems=("not-found", "invalid-request", *EVERYWHERE),
)
def get_ruleset(slug: str) -> Response:
    """Seats, options, kinds of moves, phases and events, cards: all with labels."""
    return answer(describe(ruleset(slug), reader(query(TextQuery)).lang))


@operation(
    "GET",
    "/v1/rulesets/{slug}/rules",
    id="getRules",
    tag="rulesets",
    summary="Read the rules",
    query=TextQuery,
    answers={200: "text/markdown"},
    problems=("not-found", "invalid-request", *EVERYWHERE),
)
def get_rules(slug: str) -> Response:
    """The rules and rulings as Markdown. The id of a heading is the `rule` of a rule-broken problem."""
    found, read = ruleset(slug), reader(query(TextQuery))
    g.lang = spoken(found, read.lang)
    return Response(rules_text(found, g.lang), mimetype="text/markdown")


@operation(
    "GET",
    "/v1/bots",
    id="listBots",
    tag="rulesets",
    summary="List the house bots",
    query=TextQuery,
    answers={200: BotList},
    problems=("invalid-request", *EVERYWHERE),
)
def list_bots() -> Response:
    """Who can sit in a seat `{"bot": level}`. A house bot sees what its seat sees, and no more."""
    said = texts(None, reader(query(TextQuery)).lang)
    bots = (
        Bot(level, said.label("bots", level, "name"), said.label("bots", level, "text")) for level in BOTS
    )
    return answer(BotList(tuple(bots)))
