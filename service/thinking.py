"""The use case of a house bot that thinks: one move of it, in a commit of its own."""

from contextlib import suppress

from service.aside import aside
from service.commits import Commits, Lost
from service.housebots import bot_move, next_bot


class Thinking(Commits):
    """Has slow house bots move. Called by the gears, never by a request."""

    def think(self, game: str) -> bool:
        """Makes the next move of a slow bot at the game; whether there is another to make. NotFound."""
        table = self._open(game, None)
        ruleset, meta, state, version = table.ruleset, table.meta, table.state, table.tag.version
        seat = next_bot(ruleset, meta, state, slow=True)
        if seat is None:
            return False
        rows = self._door.rows(game, ruleset, version)
        past = tuple(event for row in rows for event in ruleset.events_for(row.events, seat, table.options))
        move = aside(lambda: bot_move(ruleset, meta, state, version, seat, lambda: past))
        progress = self._progress(table)
        progress.play(seat, move, "bot")
        progress.let_bots_play()
        with suppress(Lost):  # the game went on meanwhile; look again
            return self._commit(table, progress).pace.thinking is not None
        return True
