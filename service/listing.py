"""The use case of the lobby: a page of games for whoever asks, by what his credential lets him see."""

from service import auth
from service.commits import Commits
from service.door import KEY_NEEDED
from service.faults import Forbidden, Unauthenticated
from service.schemas.lobby import GamePage, GamesQuery
from service.schemas.reader import Reader


class Listing(Commits):
    """Lists games."""

    def games(self, bearer: str | None, query: GamesQuery, reader: Reader) -> GamePage:
        """The games of the API key; without one those that are listed for everybody.

        A token of a game is as good as none here: nothing names the game it would be judged by. Where a key
        is needed, Unauthenticated without any, Forbidden with such a token.
        """
        token = auth.parse(bearer)
        owner = self._door.owner(token)
        private = [name for name in ("player", "metadata") if getattr(query, name)]
        if private and owner is None:
            detail = f"`{private[0]}` filters the games of an API key. {KEY_NEEDED}"
            raise Unauthenticated(detail) if token is None else Forbidden(detail)
        return self.lobby.page(query, owner, reader)
