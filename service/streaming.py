"""A stream: a connection on which games are followed, until they have ended or it is closed."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final

import msgspec

from service import auth
from service.admission import Admission, Hold
from service.faults import InvalidRequest, NotFound, ServiceFault
from service.feeds import Feeds
from service.following import Following, Message, Reason, Wishes
from service.hosting import Hosting
from service.live import Call, Live
from service.schemas.answers import Problem
from service.schemas.streams import FollowEntry, StreamEnd, StreamProblem
from service.store import StoreUnavailable

RETRY: Final = 1.0  # seconds after which what the store did not answer is asked again
GLANCE: Final = 5.0  # seconds of silence after which the client is looked for
PROMPT: Final = 1.0  # seconds, at least, between two looks at a table whose time is up
_LATE: Final = 0.005  # seconds after a deadline at which it has surely passed

Refuse = Callable[[BaseException], Problem]
Batch = list[Message]


class Sources(msgspec.Struct, frozen=True):
    """What streams are made from. `heartbeat`: seconds between two signs of life."""

    live: Live
    hosting: Hosting
    feeds: Feeds
    admission: Admission
    heartbeat: float


class Stream:
    """A stream of the games that were added to it, and of the entries that it is to open itself.

    Iterated it gives batches of messages, and None for a sign of life. It waits without holding a connection
    to the store; while the store is away it gives signs of life, and then goes on where it was. `gone` is
    asked now and then whether the client is. Close it: what it was counted for is given back then.
    """

    def __init__(
        self,
        sources: Sources,
        wishes: Wishes,
        known: bool,
        entries: Sequence[FollowEntry] = (),
        refuse: Refuse | None = None,
    ) -> None:
        sources.admission.enter(known)
        self.gone: Callable[[], bool] = lambda: False
        self._from = sources
        self._wishes = wishes
        self._entries = list(enumerate(entries))
        self._refuse = refuse
        self._call = Call()
        self._followed: dict[str, list[Following]] = {}
        self._holds: dict[Following, Hold] = {}
        self._owed: dict[str, int | None] = {}  # games that the store did not answer for
        self._closed = False

    def add(self, game: str, bearer: str | None, after: int | None, index: int | None = None) -> Following:
        """Follows a game, which has been opened with this bearer. RateLimited; StoreUnavailable."""
        token = auth.parse(bearer)
        hold = self._from.admission.hold(token)
        following = Following(self._from.feeds.join(game), bearer, token, self._wishes, after, index)
        if hold is not None:
            self._holds[following] = hold
        self._followed.setdefault(game, []).append(following)
        self._from.live.enlist(game, self._call)
        return following

    def close(self) -> None:
        """Gives back what it holds."""
        if self._closed:
            return
        self._closed = True
        self._from.admission.leave()
        for followings in list(self._followed.values()):
            for following in list(followings):
                self._leave(following)
        self._from.admission.release(self._holds.values())

    def _leave(self, following: Following) -> None:
        game = following.feed.game
        self._followed[game].remove(following)
        self._from.feeds.leave(following.feed)
        if not self._followed[game]:
            del self._followed[game]
            self._from.live.dismiss(game, self._call)

    def __iter__(self) -> Iterator[Batch | None]:
        try:
            yield from self._run()
        finally:
            self.close()

    def _run(self) -> Iterator[Batch | None]:
        self._owed = dict.fromkeys(self._followed)
        again, beat = 0.0, monotonic() + self._from.heartbeat
        while self._followed or self._entries:
            owing = bool(self._owed or self._entries)
            if owing and monotonic() >= again:
                again = monotonic() + RETRY
                owed, self._owed = self._owed, {}
                yield from self._tell(owed)
                yield from self._begin()
                continue
            if self._from.live.closed:
                self.close()  # before the client, who is to come again at once, can be counted twice
                yield [Message(StreamEnd(index=None, game_id=None, reason="restart"))]
                return
            until = min(beat, self._time_up(), again if owing else beat, monotonic() + GLANCE)
            news = self._call.wait(max(0.0, until - monotonic()))
            if not news and self.gone():
                return
            yield from self._tell(news)
            yield from self._judge_late()
            if monotonic() >= beat:
                beat = monotonic() + self._from.heartbeat
                yield None
                self._rest()
        if self._refuse is not None:
            yield [Message(StreamEnd(index=None, game_id=None, reason="finished"))]

    def _begin(self) -> Iterator[Batch]:
        """Opens the entries; those for which the store does not answer remain."""
        entries, self._entries = self._entries, []
        for at, (index, entry) in enumerate(entries):
            try:
                following = self._open(index, entry)
            except StoreUnavailable:
                self._entries = entries[at:]
                return
            except Exception as fault:  # also one of ours: the other entries go on
                yield [self._problem(index, entry, fault)]
            else:
                yield from self._tell({following.feed.game: None})
            if self._from.live.closed:
                self._entries = entries[at:]
                return

    def _open(self, index: int, entry: FollowEntry) -> Following:
        token = auth.parse(entry.token)
        game = entry.game or (None if token is None else token.game)
        if game is None:
            detail = "An entry has a `token`, a `game`, or both."
            raise InvalidRequest(("body", f"/follow/{index}", detail))
        self._from.hosting.opened(game, entry.token)
        return self.add(game, entry.token, entry.after, index)

    def _problem(self, index: int, entry: FollowEntry, fault: Exception) -> Message:
        assert self._refuse is not None
        game = entry.game if entry.game is not None and auth.is_game(entry.game) else None
        return Message(StreamProblem(index=index, game_id=game, problem=self._refuse(fault)))

    def _tell(self, news: Mapping[str, int | None]) -> Iterator[Batch]:
        """What happened at the games."""
        self._from.feeds.catch_up()
        for game, number in news.items():
            for following in list(self._followed.get(game, ())):
                try:
                    yield from following.advance(number)
                except StoreUnavailable:
                    self._owed[game] = None
                except ServiceFault as fault:
                    yield self._ended(following, fault)
                else:
                    if following.over:
                        yield self._ended(following, None)

    def _ended(self, following: Following, fault: ServiceFault | None) -> Batch:
        """Follows the game no more: it is over or gone, or may not be seen any more."""
        reason: Reason = "finished" if fault is None or isinstance(fault, NotFound) else "revoked"
        self._leave(following)
        hold = self._holds.pop(following, None)
        if hold is not None:
            self._from.admission.release([hold])
        return [following.end(reason)]

    def _all(self) -> list[Following]:
        return [following for followings in self._followed.values() for following in followings]

    def _time_up(self) -> float:
        """When the first deadline passes, by the clock of `monotonic`; infinity without any."""
        deadlines = [following.deadline for following in self._all() if following.deadline is not None]
        if not deadlines:
            return math.inf
        return monotonic() + (min(deadlines) - self._from.hosting.now()) / 1000 + _LATE

    def _judge_late(self) -> Iterator[Batch]:
        """Opens the tables whose time is up: then what is due happens, and is news."""
        now = self._from.hosting.now()
        for following in self._all():
            if following.deadline is not None and following.deadline <= now:
                following.deadline = None
                yield from self._judge(following)

    def _rest(self) -> None:
        """What is done with every sign of life."""
        self._from.admission.renew(self._holds.values())
        for following in self._all():
            following.feed.rest()
        self._from.feeds.patrol(self._from.heartbeat / 2)

    def _judge(self, following: Following) -> Iterator[Batch]:
        """Opens the table, unless another stream of this worker did so a moment ago."""
        if not following.feed.due(PROMPT):
            return
        try:
            look = self._from.hosting.opened(following.feed.game, following.bearer).pace.look
        except StoreUnavailable:
            return
        except ServiceFault as fault:
            yield self._ended(following, fault)
        else:
            if look is not None:  # of a bot that thinks for long; else there is news, which says when
                following.deadline = max(look, self._from.hosting.now() + int(self._from.heartbeat * 1000))
