"""What only servers send: suggestions, the envelope of the API, what it says of itself, and its one form of errors."""

from __future__ import annotations

from typing import Literal, TypedDict


class SuggestionRecord(TypedDict):
    """An entry that is offered while a person types."""

    id: str
    """Id of the entry."""
    text: str
    """Its number, title or other name, as it is printed; of a card without an entry, which this one names, its name."""
    why: Literal["number", "title", "alias", "mentioned", "fuzzy"]
    """Which of them begins so; `fuzzy` where one nearly does."""


class EnvelopeRecord(TypedDict):
    """The beginning of every answer of the API: its records follow as `records`."""

    edition: str
    """Which state of the library answered; the same text until a document or the program changes."""
    total: int
    """How many records there are; `limit` and `offset` choose which of them are sent."""


class NearRecord(TypedDict):
    """An entry that comes near what was asked for."""

    id: str
    """Id of the entry."""
    name: str
    """What it is called on every screen."""


class ProblemRecord(TypedDict):
    """Every error of the API, in the form of RFC 9457 (`application/problem+json`)."""

    type: Literal["about:blank"]
    """Always the same: `status` and `title` say what kind of problem it is."""
    title: str
    """The name of the status."""
    status: int
    """The status, as in the first line of the answer."""
    detail: str
    """What is wrong, in one sentence."""
    nearest: list[NearRecord]
    """What comes near an entry that is not there, best first; else empty."""


class HealthRecord(TypedDict):
    """Whether a copy of the API can answer."""

    status: Literal["ok"]
    """Always `ok`: a copy that cannot answer does not answer here either."""
    version: str
    """The version of the program."""
    edition: str
    """As in every answer."""
    waiting: int
    """Questions that are being answered or wait for it."""


class ServedDocumentRecord(TypedDict):
    """A document of a served library."""

    key: str
    """Its key."""
    title: str
    """What it is called."""
    game: str | None
    """Its game; null if it is unknown."""
    edition: str | None
    """Its edition, as it is printed."""
    date: str | None
    """Its date."""
    superseded_by: str | None
    """Key of the next edition, if it is in the library."""


class EditionRecord(TypedDict):
    """Which state of the library a copy of the API answers from."""

    edition: str
    """As in every answer, and in the `ETag`."""
    version: str
    """The version of the program."""
    documents: list[ServedDocumentRecord]
    """The documents, in the order of the collections."""
