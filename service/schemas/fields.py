"""The kinds of values that schemas let in, and what each says of one that it does not."""

import re
from typing import Any, Final

import marshmallow as ma
from marshmallow import fields, validate

from engine.core.moves import Unordered

LARGEST: Final = 2**53 - 1


class Whole(fields.Field[int]):
    """A whole number that every JSON reader can hold exactly (RFC 8259, 6); true is none, and 1.0 neither."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ma.ValidationError("Not a whole number.")
        if abs(value) > LARGEST:
            raise ma.ValidationError("Out of range.")
        return value


class Truth(fields.Field[bool]):
    """True or false, and nothing that merely counts as one."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise ma.ValidationError("Not true or false.")
        return value


class Text(fields.Field[str]):
    """A string without NUL."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        if type(value) is not str:
            raise ma.ValidationError("Not a string.")
        if "\0" in value:
            raise ma.ValidationError("A string holds no NUL character.")
        return value


class OneOf(fields.Field[Any]):
    """One of a few values, of their own type: 1 is not true."""

    def __init__(self, choices: tuple[Any, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._choices = choices

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not any(type(value) is type(choice) and value == choice for choice in self._choices):
            known = ", ".join(str(choice) for choice in self._choices)
            raise ma.ValidationError(f"Must be one of: {known}.")
        return value


class Tuple(fields.List[Any]):
    """A list, as a tuple; a set is sorted as plain strings, and only a multiset holds something twice."""

    def __init__(self, inner: fields.Field[Any], unordered: Unordered | None, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self._unordered = unordered

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if type(value) is not list:
            raise ma.ValidationError("Not a list.")
        items = super()._deserialize(value, attr, data, **kwargs)
        if self._unordered is None:
            return tuple(items)
        if self._unordered.repeats:
            return tuple(sorted(items))
        found = set()
        for at, item in enumerate(items):
            if item in found:
                raise ma.ValidationError({at: [f"{item} is named twice."]})
            found.add(item)
        return tuple(sorted(items))


class Map(fields.Field[dict[str, Any]]):
    """An object whose values are all of one kind."""

    def __init__(self, key: fields.Field[Any], inner: fields.Field[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._key = key
        self._inner = inner

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ma.ValidationError("Not an object.")
        loaded: dict[str, Any] = {}
        wrong: dict[str, Any] = {}
        for name, item in value.items():
            try:
                self._key.deserialize(name)
                loaded[name] = self._inner.deserialize(item)
            except ma.ValidationError as errors:
                wrong[name] = errors.messages
        if wrong:
            raise ma.ValidationError(wrong)
        return loaded


class Anything(fields.Field[Any]):
    """Whatever was sent: somebody else looks at it."""


class Matches(validate.Validator):
    """The pattern, matched whole: `$` alone would let a newline through."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern.removeprefix("^").removesuffix("$"))
        self._shown = pattern

    def __call__(self, value: str) -> str:
        if self._pattern.fullmatch(value) is None:
            raise ma.ValidationError(f"Does not match {self._shown}.")
        return value
