"""A wire that can be cut: a TCP proxy which breaks connections in the middle of what passes through them."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Literal

Way = Literal["request", "answer"]

CHUNK = 65536  # bytes


class Wire:
    """Listens on a free port of loopback, and passes what comes on to a port of loopback or a unix socket; of
    several each connection goes to the next.

    With `chance` each chunk is the last of its connection: some first bytes of it, none or all, go through,
    then both ends are reset. So requests are lost before they arrive, half-way, and after they were answered.
    `cuts` counts them by what was cut.
    """

    def __init__(self, targets: Sequence[int | Path], seed: int) -> None:
        self.chance = 0.0
        self.cuts: Counter[Way] = Counter()
        self.port = 0
        self._targets = cycle(targets)
        self._rng = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._open: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)

    def __enter__(self) -> "Wire":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def cut(self) -> int:
        """Cuts all connections that are open now, whatever is under way; how many that were."""
        return asyncio.run_coroutine_threadsafe(self._cut_all(), self._loop).result()

    async def _cut_all(self) -> int:
        opened = list(self._open)
        for writer in opened:
            writer.transport.abort()
        return len(opened) // 2

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=512))
        self.port = int(server.sockets[0].getsockname()[1])
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(self._cut_all())
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            target = next(self._targets)
            if isinstance(target, int):
                there, back = await asyncio.open_connection("127.0.0.1", target)
            else:
                there, back = await asyncio.open_unix_connection(target)
        except OSError:  # nobody is there: nobody is here either
            writer.transport.abort()
            return
        ends = (writer, back)
        self._open.update(ends)
        try:
            await asyncio.gather(
                self._pass(reader, back, ends, "request"), self._pass(there, writer, ends, "answer")
            )
        except asyncio.CancelledError:
            pass
        finally:
            self._open.difference_update(ends)
            for end in ends:
                end.transport.abort()

    async def _pass(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
        way: Way,
    ) -> None:
        try:
            while chunk := await source.read(CHUNK):
                if self._rng.random() < self.chance:
                    self.cuts[way] += 1
                    sink.write(chunk[: self._rng.randint(0, len(chunk))])
                    await sink.drain()
                    break
                sink.write(chunk)
                await sink.drain()
            else:
                sink.write_eof()
                return
        except OSError:
            pass
        for end in ends:  # cut, or an end is gone: so is the other
            end.transport.abort()
