"""The laws of every rule set, as functions that raise AssertionError where one is broken."""

from collections import Counter
from itertools import islice
from typing import Any

import msgspec

from engine import Fault, RuleBroken, Ruleset
from engine.core.events import RoundEnded, Scored
from engine.core.rng import Draws, Rng
from engine.core.seats import Seat
from tests.engine.games import LOOK, Set, ended, everybody, positions
from tests.engine.inventing import invented, nearly
from tests.engine.renaming import Twin, cards_in, codes_of, renamed, stirred, twin

AnyRuleset = Ruleset[Any, Any, Any]
FEW = 20  # moves of a list that are drawn from where it only matters that play goes on
EVERY = 7  # positions of a game that the slow laws skip between two looks


def law_1_play_ends(ruleset: AnyRuleset, made: Set) -> None:
    """Random play ends, without a dead end, and raises nothing."""
    state, moves = ended(ruleset, made)
    outcome = ruleset.outcome(state)
    assert outcome is not None
    assert len(outcome.scores) == made.seats
    assert set(outcome.winners) <= set(range(made.seats))
    assert ruleset.to_act(state) == ()
    assert moves


def law_2_codec_replay_conservation(ruleset: AnyRuleset, made: Set) -> None:
    """Every state survives its codec; the moves lead to the same bytes again; no card is lost or made."""
    last, moves = ended(ruleset, made)
    state = ruleset.new(made.options, made.seats, made.rng()).state
    for seat, move in moves:
        body = ruleset.to_json(state)
        assert ruleset.from_json(body) == state
        assert ruleset.to_json(ruleset.from_json(body)) == body
        _all_are_there(ruleset, state)
        state = ruleset.apply(state, seat, move).state
    assert ruleset.to_json(state) == ruleset.to_json(last)
    _all_are_there(ruleset, last)


def _all_are_there(ruleset: AnyRuleset, state: Any) -> None:
    """No card is lost or made: those of the first pile lie anywhere, the others in their pile or are used."""
    piles = ruleset.piles(state.options)
    for pile in piles[:1]:
        whole = Counter(pile.cards)
        assert Counter(cards_in(state, frozenset(whole))) == whole
    for pile in piles[1:]:
        assert sorted(getattr(state, pile.name) + getattr(state, f"{pile.name}_used")) == sorted(pile.cards)


def law_3_nobody_learns_what_he_cannot_see(ruleset: AnyRuleset, made: Set) -> None:
    """Twins that differ only in what a viewer cannot see give him the same view, lists and refusals."""
    draws = Draws(Rng(made.seed[::-1]))
    for count, at in enumerate(positions(ruleset, made)):
        if count % EVERY:
            continue
        for viewer in everybody(made.seats):
            other = twin(ruleset, at.state, viewer, draws)
            told = _told(ruleset, at.state, viewer)
            assert told == _told(ruleset, other.state, viewer)
            assert told == _told(ruleset, stirred(other.state, draws), viewer)
            _same_step(ruleset, at, other, viewer)
            _same_step(ruleset, at, twin(ruleset, at.state, viewer, draws, at.move.names()), viewer)


def _told(ruleset: AnyRuleset, state: Any, viewer: Any) -> tuple[Any, ...]:
    view = msgspec.json.encode(ruleset.view(state, viewer))
    if viewer is None:
        return view, ruleset.to_act(state)
    moves = [str(move) for move in islice(ruleset.legal_moves(state, viewer), LOOK)]
    return view, ruleset.to_act(state), moves, _refusals(ruleset, state, viewer)


def _refusals(ruleset: AnyRuleset, state: Any, seat: Seat) -> list[str]:
    """What is said to a handful of moves of every kind, most of which are not legal."""
    said = []
    seen = ruleset.seen(state, seat)
    for move in some_moves(ruleset, seen, Draws(Rng(b"refusals".ljust(32))), 20):
        try:
            ruleset.judge(state, seat, move)
            said.append("legal")
        except RuleBroken as fault:
            said.append(f"{fault.rule} {fault.pointer} {sorted(fault.facts.items())}")
        except Fault as fault:
            said.append(f"{fault.code} {fault.pointer} {fault.detail}")
    return said


def _same_step(ruleset: AnyRuleset, at: Any, other: Twin, viewer: Any) -> None:
    """The step after tells the viewer the same too.

    Not so when a result differs that the rules publish from hidden cards: whether a guess or a call was
    right, a score, an end. Where the step shows cards that were exchanged it shows as many others; else it
    is just the same, and so is all that the viewer is told after it.
    """
    one = ruleset.apply(at.state, at.seat, at.move)
    try:
        two = ruleset.apply(other.state, at.seat, renamed(at.move, other.names))
    except Fault:
        return  # the mover sees cards that were exchanged: his twin may not make this move
    seen_one = ruleset.events_for(one.events, viewer, at.state.options)
    seen_two = ruleset.events_for(two.events, viewer, at.state.options)
    if _published(seen_one) != _published(seen_two):
        return
    if ruleset.outcome(one.state) != ruleset.outcome(two.state):
        return  # one of them ended because of a hidden card
    codes = codes_of(ruleset, at.state.options)
    shown = list(cards_in(seen_one, codes))
    if not other.exchanged.isdisjoint(shown):
        assert len(list(cards_in(seen_two, codes))) == len(shown)
    else:
        assert seen_one == seen_two
        assert _told(ruleset, one.state, viewer) == _told(ruleset, two.state, viewer)


def _published(events: Any) -> list[Any]:
    """What the rules make public whatever it comes from: the kinds of events, yes or no, scores."""
    return [
        (
            type(event),
            event
            if isinstance(event, Scored | RoundEnded)
            else [v for v in _values(event) if isinstance(v, bool)],
        )
        for event in events
    ]


def _values(event: Any) -> list[Any]:
    return [getattr(event, name) for name in event.__struct_fields__]


def law_4_lists_and_judgement_agree(ruleset: AnyRuleset, made: Set) -> int:
    """A listed move is never refused, an unlisted one always is; gives how many unlisted ones were."""
    draws = Draws(Rng(made.seed))
    refused = 0
    for count, at in enumerate(positions(ruleset, made)):
        if count % EVERY:
            continue
        for seat in ruleset.to_act(at.state):
            seen = ruleset.seen(at.state, seat)
            listed = list(islice(ruleset.moves(seen, seat), LOOK))
            assert len(set(listed)) == len(listed)
            for move in listed:
                ruleset.check(seen, seat, move)
            close = [nearly(ruleset, at.state, draws.choice(listed), draws) for _ in range(10)]
            for move in (*some_moves(ruleset, at.state, draws, 10), *close):
                legal = _is_legal(ruleset, at.state, seat, move)
                assert legal == _is_listed(ruleset, seen, seat, move), (move, at.state)
                refused += not legal
        for other in set(range(made.seats)) - set(ruleset.to_act(at.state)):
            assert list(ruleset.legal_moves(at.state, Seat(other))) == []
            assert not _is_legal(ruleset, at.state, Seat(other), at.move)
    return refused


def _is_legal(ruleset: AnyRuleset, state: Any, seat: Seat, move: Any) -> bool:
    before = ruleset.to_json(state)
    try:
        ruleset.apply(state, seat, move)
    except Fault:
        assert ruleset.to_json(state) == before
        return False
    return True


def _is_listed(ruleset: AnyRuleset, seen: Any, seat: Seat, move: Any) -> bool:
    """Membership, by naming all that the move names: what names no more comes first."""
    kind = str(move.__struct_config__.tag)
    names = move.names()
    for other in ruleset.moves(seen, seat, kind, names):
        if other == move:
            return True
        if _size(other) > _size(move):
            return False
    return False


def _size(move: Any) -> int:
    """How much a move names, repeats counted."""
    return sum(len(part) if isinstance(part, tuple) else 1 for part in msgspec.structs.astuple(move))


def law_5_views_and_imagination(ruleset: AnyRuleset, made: Set) -> None:
    """View and masked state are inverses; what a seat imagines looks to it as the truth, and plays on."""
    for count, at in enumerate(positions(ruleset, made)):
        if count % EVERY:
            continue
        for viewer in everybody(made.seats):
            seen = ruleset.seen(at.state, viewer)
            view = ruleset.view(at.state, viewer)
            wired = msgspec.json.decode(msgspec.json.encode(view), type=ruleset.view_type)
            assert ruleset.seen_from(wired, made.options, ruleset.outcome(at.state)) == seen
            if viewer is not None:
                imagined = ruleset.imagine(seen, at.past[viewer], viewer, Rng(made.seed))
                assert ruleset.view(imagined, viewer) == view
                assert ruleset.from_json(ruleset.to_json(imagined)) == imagined
                _all_are_there(ruleset, imagined)
                if viewer == at.seat:
                    _plays_on(ruleset, imagined, Draws(Rng(made.seed)))


def _plays_on(ruleset: AnyRuleset, state: Any, draws: Draws) -> None:
    """The state is as good as any: a few random moves, and every card is still there."""
    for _ in range(EVERY):
        if ruleset.outcome(state) is not None:
            return
        seat = draws.choice(ruleset.to_act(state))
        move = draws.choice(list(islice(ruleset.legal_moves(state, seat), FEW)))
        state = ruleset.apply(state, seat, move).state
    _all_are_there(ruleset, state)


def law_6_steps_look_alike(ruleset: AnyRuleset, made: Set) -> None:
    """A step has the same kinds and number of events for every viewer."""
    for at in positions(ruleset, made):
        step = ruleset.apply(at.state, at.seat, at.move)
        kinds = [type(event) for event in step.events]
        for viewer in everybody(made.seats):
            told = ruleset.events_for(step.events, viewer, made.options)
            assert [type(event) for event in told] == kinds
            for event in told:
                assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


def some_moves(ruleset: AnyRuleset, state: Any, draws: Draws, count: int) -> list[Any]:
    """Moves in normal form of any kind, with cards and ids that may or may not be there."""
    return [invented(ruleset, state, draws) for _ in range(count)]
