"""Who reads an answer: in which language, and how much text he wants."""

import msgspec


class Reader(msgspec.Struct, frozen=True):
    """`labels`: whether texts for people are wanted at all; `events`: also one for each event."""

    lang: str = "en"
    labels: bool = True
    events: bool = False
