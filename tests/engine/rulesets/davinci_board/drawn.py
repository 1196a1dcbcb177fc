"""A picture of the board read back: what is drawn on which space, and what is written."""

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from engine.core.outcome import Outcome
from engine.core.texts import Texts, texts
from engine.rulesets.davinci_board.state import State
from tests.engine.rulesets.davinci_board.table import BOARD

NAMES = ("Ana", "Bo", "Cy", "Di")
SVG = "{http://www.w3.org/2000/svg}"


def draw(
    state: State,
    names: Sequence[str | None] = NAMES,
    outcome: Outcome | None = None,
    said: Texts | None = None,
) -> str:
    """What a spectator is drawn, in English."""
    seen = BOARD.seen(state, None)
    return BOARD.picture(seen, said or texts(BOARD), names, outcome or BOARD.outcome(state))


class Drawn:
    """A picture; ParseError if it is no XML."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        self.root = ElementTree.fromstring(svg)

    def all(self, name: str) -> Iterator[Any]:
        """The elements of a name."""
        return self.root.iter(SVG + name)

    def one(self, name: str) -> str:
        """The text of the first element of a name that stands in the root."""
        found = self.root.find(SVG + name)
        assert found is not None
        return found.text or ""

    @property
    def written(self) -> list[str]:
        """All lines of text, without the marks that keep directions apart."""
        return [(text.text or "").strip("\u2068\u2069") for text in self.all("text")]

    @property
    def spaces(self) -> dict[str, str]:
        """What is drawn on each space by its id: the kind of space, and after it the side whose piece lies
        there."""
        found = {}
        for group in self.all("g"):
            title, use = group.find(SVG + "title"), group.find(SVG + "use")
            if title is not None:
                found[title.text.partition(":")[0]] = use.get("href").removeprefix("#fd-")
        return found

    @property
    def golden(self) -> set[str]:
        """The middles of the spaces with a golden rim, as they are written."""
        rims = [group for group in self.all("g") if group.get("stroke") == "#ffd23e"]
        return {f"{use.get('x')} {use.get('y')}" for group in rims for use in group}

    def middle(self, name: str) -> str:
        """The middle of a space, as it is written."""
        (use,) = [
            group.find(SVG + "use")
            for group in self.all("g")
            if (title := group.find(SVG + "title")) is not None and title.text.partition(":")[0] == name
        ]
        return f"{use.get('x')} {use.get('y')}"
