"""Elements of SVG."""

from typing import Final

from engine.rulesets.davinci_board.drawing.shapes import number

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: str) -> str:
    """A text as it stands between tags or in an attribute."""
    return text.translate(_ESCAPES)


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; `_` in the name of an attribute stands for a hyphen. The content is markup, the attributes
    are texts."""
    said = "".join(
        f' {key.strip("_").replace("_", "-")}="{_written(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def _written(value: object) -> str:
    return number(value) if isinstance(value, float) else escaped(str(value))
