"""The contract of a rule set: the answers a game gives, and what everybody calls.

A rule set answers `setup`, `moves`, `check`, `play`, `imagine` (and `default_move` where the first listed
move will not do). Everybody else calls the final methods below them. Rules judge what a seat sees: `moves`
and `check` receive the masked state, so neither a list nor a refusal can tell what is hidden.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast, final

import msgspec

from engine.core.board import Board
from engine.core.cards import Card, Pile
from engine.core.errors import BadSetup, GameOver, OutOfTurn
from engine.core.events import Event
from engine.core.masking import masked
from engine.core.moves import Move
from engine.core.options import Options, judge
from engine.core.outcome import Outcome as AnyOutcome
from engine.core.phases import Over, Phase
from engine.core.rng import Rng
from engine.core.seats import Seat, Viewer
from engine.core.view import from_view, to_view, view_type

if TYPE_CHECKING:
    from engine.core.texts import Texts

Stack = Mapping[str, Sequence[Card]]


class State(Protocol):
    """What the contract reads of a state; each rule set's own is a `Sighted` struct tagged with its slug."""

    @property
    def options(self) -> Any: ...
    @property
    def phase(self) -> Phase: ...


O = TypeVar("O", bound=Options)  # noqa: E741  # options, as S is for state and M for move
S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """A new state, and what happened on the way to it."""

    state: S
    events: tuple[Event, ...]


class Ruleset(ABC, Generic[O, S, M]):
    """One game. `edition` rises when an old record would replay differently. `lowest_wins`: the lowest score
    is the best, as in games that count penalties."""

    slug: ClassVar[str]
    seats: ClassVar[range]
    edition: ClassVar[int]
    lowest_wins: ClassVar[bool] = False
    Options: type[O]
    State: type[S]
    Outcome: type[AnyOutcome]
    moves_of: tuple[type[M], ...]
    events_of: tuple[type[Event], ...]

    # --- what a rule set answers ---

    @abstractmethod
    def piles(self, options: O) -> tuple[Pile, ...]:
        """The piles that are shuffled under these options, in the order of their shuffles."""

    @abstractmethod
    def setup(self, options: O, seats: int, rng: Rng, stack: Stack | None = None) -> Step[S]:
        """The first state. BadSetup if the options do not fit each other, beyond what `Only` tells."""

    @abstractmethod
    def moves(
        self,
        seen: S,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[M]:
        """All legal moves of a seat that may act, lazily, in a fixed order, nothing twice.

        Only those of `kind` that name all of `named`. First comes one of each legal kind, then small and
        likely ones, and guesses last.
        """

    @abstractmethod
    def check(self, seen: S, seat: Seat, move: M) -> None:
        """Nothing if the move is legal, else BadNotation, OutOfTurn (not now) or RuleBroken."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> Step[S]:
        """The state after a legal move."""

    @abstractmethod
    def imagine(self, seen: S, past: Iterable[Event], seat: Seat, rng: Rng) -> S:
        """A full state that agrees with what the seat sees, and with the events `past` as it saw them."""

    def default_move(self, seen: S, seat: Seat) -> M:
        """What is played for a seat whose time is up."""
        return next(self.moves(seen, seat))

    def standing(self, state: S) -> tuple[int, ...] | None:
        """What each seat would score for what it has so far, from the whole state; None if that tells
        nothing. Bots that look ahead stop there instead of at the end of the game."""
        return None

    def points_of(self, card: Card) -> int | None:
        """What a card is worth by itself, for whoever draws it; None where that is no rule of the game."""
        return None

    def on_table(self, seen: S) -> Mapping[str, tuple[str, Mapping[str, object]]]:
        """What lies under each table id or numbered place, for labels: a key of the texts' `ids`, and what
        fills it."""
        return {}

    def board(self) -> Board | None:
        """The board that the game is played on, the same in every game; None if it has none."""
        return None

    def picture(
        self, seen: S, said: "Texts", names: Sequence[str | None], outcome: AnyOutcome | None
    ) -> str | None:
        """What the seat sees as SVG that stands alone, in the language of the texts; None if it is not drawn.

        `names` are those of the seats and may hold anything. `outcome` tells how the game ended, if it has,
        which may be for a reason that its rules do not know.
        """
        return None

    # --- what everybody calls ---

    @final
    def new(self, options: O, seats: int, rng: Rng, stack: Stack | None = None) -> Step[S]:
        """A new game. BadSetup if seats, options or stack make none."""
        if seats not in self.seats:
            raise BadSetup(f"This game has {self._seats_told()} seats, not {seats}.", "/seats")
        judge(options, seats)
        self._check_stack(self.piles(options), stack or {})
        return self.setup(options, seats, rng, stack)

    @final
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return state.phase.to_act

    @final
    def outcome(self, state: S) -> AnyOutcome | None:
        """How the game ended, or None."""
        return cast(AnyOutcome, state.phase.result) if isinstance(state.phase, Over) else None

    @final
    def seen(self, state: S, viewer: Viewer) -> S:
        """The masked state: what the viewer sees, of the same type."""
        return masked(state, viewer, state.options)

    @final
    def legal_moves(
        self,
        state: S,
        seat: Seat,
        kind: str | None = None,
        named: frozenset[str] = frozenset(),
    ) -> Iterator[M]:
        """The legal moves of a seat, lazily; none if it may not act."""
        if seat not in state.phase.to_act:
            return iter(())
        return self.moves(self.seen(state, seat), seat, kind, named)

    @final
    def judge(self, state: S, seat: Seat, move: M) -> None:
        """Nothing if the seat may make the move now, else the Fault that says why not."""
        if isinstance(state.phase, Over):
            raise GameOver("The game is over.")
        if seat not in state.phase.to_act:
            raise OutOfTurn("It is not this seat's turn.")
        self.check(self.seen(state, seat), seat, move)

    @final
    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """The state after the move; a Fault, and nothing changed, if the seat may not make it now."""
        self.judge(state, seat, move)
        return self.play(state, seat, move)

    @final
    def view(self, state: S, viewer: Viewer) -> Any:
        """What goes over the wire to a viewer, an instance of `view_type`."""
        return self._to_view(self.seen(state, viewer))

    @final
    def seen_from(self, view: Any, options: O, outcome: AnyOutcome | None) -> S:
        """The masked state again, from a view and what stands beside it: the inverse of `view`."""
        return cast(
            S,
            from_view(self.State, self.prefix)(view, {"options": options, "outcome": outcome}),
        )

    @final
    def events_for(self, events: Iterable[Event], viewer: Viewer, options: O) -> tuple[Event, ...]:
        """The events as a viewer may know them."""
        return tuple(masked(event, viewer, options) for event in events)

    @final
    @property
    def prefix(self) -> str:
        """The slug in CamelCase, in front of the names of views, options and outcomes."""
        return "".join(part.capitalize() for part in self.slug.split("-"))

    @final
    @cached_property
    def view_type(self) -> type[msgspec.Struct]:
        """The Struct class of views."""
        return view_type(self.State, self.prefix)

    @final
    @cached_property
    def any_move(self) -> Any:
        """The union of the move classes, for decoders."""
        return reduce(or_, self.moves_of)

    @final
    @cached_property
    def _to_view(self) -> Any:
        return to_view(self.State, self.prefix)

    @final
    def to_json(self, state: S) -> bytes:
        """The whole state, secrets and all, as JSON."""
        return msgspec.json.encode(state)

    @final
    def from_json(self, body: bytes) -> S:
        """The state again. msgspec.ValidationError if the bytes are of another edition."""
        return self._decoder.decode(body)

    @final
    @cached_property
    def _decoder(self) -> "msgspec.json.Decoder[S]":
        return msgspec.json.Decoder(self.State)

    @final
    def _seats_told(self) -> str:
        if self.seats.step == 1:
            return f"{self.seats.start} to {self.seats[-1]}"
        return " or ".join(map(str, self.seats))

    @final
    def _check_stack(self, piles: Sequence[Pile], stack: Stack) -> None:
        known = {pile.name: pile for pile in piles}
        for name, cards in stack.items():
            place = f"/sandbox/stack/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in known:
                raise BadSetup(
                    f"There is no pile {name} here, only {', '.join(known) or 'none'}.",
                    place,
                )
            left = list(known[name].cards)
            for index, card in enumerate(cards):
                if card not in known[name].cards:
                    raise BadSetup(f"{card} is not a card of the pile {name}.", f"{place}/{index}")
                if card not in left:
                    raise BadSetup(
                        f"{card} comes too often in the pile {name}.",
                        f"{place}/{index}",
                    )
                left.remove(card)


def shuffled(pile: Pile, rng: Rng, stack: Stack | None) -> tuple[tuple[Card, ...], Rng]:
    """A pile in the seed's order, but for what the stack puts on top."""
    order, rng = rng.shuffled(pile.cards)
    top = tuple((stack or {}).get(pile.name, ()))
    rest = list(order)
    for card in top:
        rest.remove(card)
    return top + tuple(rest), rng
