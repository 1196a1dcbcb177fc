"""The use cases of a table's host."""

from service.commits import Commits, check_running
from service.door import HOST_NEEDED
from service.faults import Forbidden, Unauthenticated
from service.schemas import answers
from service.schemas.reader import Reader


class Presiding(Commits):
    """What the host of a table may do."""

    def abort(self, game: str, bearer: str | None, reader: Reader) -> answers.Change:
        """Ends the game without an outcome, by its host."""

        def attempt() -> answers.Change:
            with self._at(game, bearer) as table:
                if not table.host:
                    raise (Unauthenticated if bearer is None else Forbidden)(HOST_NEEDED)
                check_running(table)
                progress = self._progress(table)
                progress.abort("aborted")
                return self._done(table, progress, reader)

        return self._until_it_holds(attempt)
