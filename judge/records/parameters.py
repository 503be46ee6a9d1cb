"""The kinds of parameters: how one is read from what is in an address, and what the OpenAPI document says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from judge.core.dates import DATE, is_date
from judge.core.errors import JudgeError

Schema = dict[str, Any]
"""A JSON Schema (2020-12)."""
Asked = dict[str, Any]
"""The values of a question by the names of its parameters; without one where none was given and there is no default."""


class WrongCall(JudgeError):
    """A parameter is missing, unknown, given twice, or not what it must be."""


class Text(NamedTuple):
    """A text of a length from one to that many characters."""

    longest: int

    def read(self, text: str) -> str:
        """Return the text."""
        if not 1 <= len(text) <= self.longest:
            raise ValueError(f"must have between 1 and {self.longest} characters, but has {len(text)}")
        return text

    def schema(self) -> Schema:
        """Return the lengths."""
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


class Number(NamedTuple):
    """A whole number within bounds."""

    least: int
    most: int
    default: int

    def read(self, text: str) -> int:
        """Return the number."""
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 10 and self.least <= int(text) <= self.most:
            return int(text)
        raise ValueError(f"must be a whole number from {self.least} to {self.most}")

    def schema(self) -> Schema:
        """Return the bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most, "default": self.default}


class Flag(NamedTuple):
    """Yes or no; no where it is left out."""

    def read(self, text: str) -> bool:
        """Return whether it is yes."""
        if text not in ("true", "false"):
            raise ValueError("must be true or false")
        return text == "true"

    def schema(self) -> Schema:
        """Return that it is yes or no."""
        return {"type": "boolean", "default": False}


class Choice(NamedTuple):
    """One of some words."""

    words: Sequence[str]

    def read(self, text: str) -> str:
        """Return the word."""
        if text not in self.words:
            raise ValueError(f"must be one of {', '.join(self.words)}")
        return text

    def schema(self) -> Schema:
        """Return the words."""
        return {"type": "string", "enum": list(self.words)}


class Day(NamedTuple):
    """A date."""

    def read(self, text: str) -> str:
        """Return the date."""
        if not is_date(text):
            raise ValueError("must be a date such as 2006-08-05, 2006-08 or 2006")
        return text

    def schema(self) -> Schema:
        """Return its form."""
        return {"type": "string", "pattern": f"^{DATE.pattern}$"}


Kind = Text | Number | Flag | Choice | Day
"""What a parameter may be. Each reads a text, with a ValueError that ends a sentence which begins with the parameter's
name, and has a JSON Schema."""


class Parameter(NamedTuple):
    """A parameter of a question."""

    name: str
    kind: Kind
    meaning: str
    required: bool = False
    most: int | None = None
    """How many times it may be given; None where only once, and its value is then not a list."""

    def schema(self) -> Schema:
        """Return what it may be, as JSON Schema."""
        if self.most is None:
            return self.kind.schema()
        return {"type": "array", "items": self.kind.schema(), "minItems": int(self.required), "maxItems": self.most}

    def read(self, given: Sequence[str]) -> Any:
        """Return the value of what was given, once or more.

        Raises:
            WrongCall: it was given too often, or is not what it must be.
        """
        if len(given) > (self.most or 1):
            raise WrongCall(f"{self.name} is given {len(given)} times; the maximum is {self.most or 1}")
        try:
            values = [self.kind.read(text) for text in given]
        except ValueError as error:
            raise WrongCall(f"{self.name} {error}") from error
        return values if self.most else values[0]


def read_parameters(parameters: Sequence[Parameter], given: Iterable[tuple[str, str]]) -> Asked:
    """Return the values of a question.

    Args:
        parameters: those that the question has.
        given: names and values as they are in the address.

    Raises:
        WrongCall: one is missing, unknown, given too often, or not what it must be.
    """
    texts: dict[str, list[str]] = {}
    for name, text in given:
        texts.setdefault(name, []).append(text)
    known = {one.name: one for one in parameters}
    for name in texts:
        if name not in known:
            choice = f"choose from {', '.join(known)}" if known else "there are none here"
            raise WrongCall(f"there is no parameter '{name[:40]}'; {choice}")
    asked: Asked = {}
    for name, parameter in known.items():
        if name in texts:
            asked[name] = parameter.read(texts[name])
        elif parameter.required:
            raise WrongCall(f"the parameter {name} is missing")
        elif isinstance(parameter.kind, Number):
            asked[name] = parameter.kind.default
    return asked
