"""Pages with pictures of boards: sampled pixel by pixel as an image, and measured as a part of the page."""

import base64
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.browser.chromium import LIGHT, look

Points = Sequence[tuple[float, float]]

# Draws each picture on a canvas, as many units wide as it says, and reads the colours at its points.
_SAMPLE = """
const found = {};
for (const [name, [source, points]] of Object.entries(CASES)) {
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
  const pen = canvas.getContext("2d", {willReadFrequently: true});
  pen.drawImage(image, 0, 0);
  const colours = points.map(([x, y]) => Array.from(pen.getImageData(x, y, 1, 1).data));
  found[name] = {size: [image.naturalWidth, image.naturalHeight], colours};
}
return found;
"""

# Measures every text of the pictures in the page, in their own units, and what their names lead to.
_MEASURE = """
return Array.from(document.querySelectorAll("svg"), (svg) => ({
  name: svg.computedName,
  role: svg.computedRole,
  own: ["labelledby", "describedby"].every((how) =>
    svg.contains(document.getElementById(svg.getAttribute(`aria-${how}`)))),
  texts: Array.from(svg.querySelectorAll("text"), (text) => {
    const box = text.getBBox();
    return {said: text.textContent, x: box.x, y: box.y, width: box.width, height: box.height,
            anchor: text.getAttribute("text-anchor")};
  }),
  lost: Array.from(svg.querySelectorAll("use")).filter((use) => use.getBBox().width === 0).length,
}));
"""


def sampled(
    folder: Path, pictures: Mapping[str, tuple[str, Points]], scheme: int = LIGHT
) -> dict[str, dict[str, Any]]:
    """Of each picture, an SVG or an address, its size and the colours at points: red, green, blue, alpha."""
    cases = {name: (_source(what), list(points)) for name, (what, points) in pictures.items()}
    found: dict[str, dict[str, Any]] = look(folder, "", _SAMPLE.replace("CASES", json.dumps(cases)), scheme)
    return found


def _source(what: str) -> str:
    if not what.startswith("<"):
        return what
    return "data:image/svg+xml;base64," + base64.b64encode(what.encode()).decode()


def measured(folder: Path, pictures: Sequence[str], around: str = "{}") -> list[dict[str, Any]]:
    """The pictures as parts of one page: of each its accessible name, and the boxes of its texts."""
    found: list[dict[str, Any]] = look(folder, around.replace("{}", "".join(pictures)), _MEASURE)
    return found
