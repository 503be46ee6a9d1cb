"""A fact about a document, with the evidence that it rests on."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """Something found out, and why."""

    value: str | None
    why: str
