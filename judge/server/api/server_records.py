"""What the API says beside the records of the library, as the contract has it: envelopes, errors, its own state."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class EnvelopeRecord(Struct, frozen=True):
    """The first fields of every API answer; its records are in `records`."""

    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    total: int
    """The total number of records, of which `limit` and `offset` select some."""


class NearRecord(Struct, frozen=True):
    """An entry similar to the requested one."""

    id: str
    """Id of the entry."""
    name: str
    """Its name as shown to users."""


class ProblemRecord(Struct, frozen=True):
    """An error from the API in the format of RFC 9457 (`application/problem+json`)."""

    type: Literal["about:blank"]
    """See `status` and `title`."""
    title: str
    """The name of the status."""
    status: int
    """The HTTP status."""
    detail: str
    """The problem, in one sentence."""
    nearest: tuple[NearRecord, ...]
    """Entries similar to a missing one, best matches first."""


class HealthRecord(Struct, frozen=True):
    """The status of one running instance of the API server."""

    status: Literal["ok"]
    """An instance that cannot answer does not send this record."""
    version: str
    """The version of the program."""
    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    waiting: int
    """The number of queries being answered or waiting."""


class ServedDocumentRecord(Struct, frozen=True):
    """A document of a served library."""

    key: str
    """Its name in ids and commands."""
    title: str
    """The title."""
    game: str | None
    """The game."""
    edition: str | None
    """The edition or version, as printed."""
    date: str | None
    """`2007-08-10`, `2007-08` or `2007`; a month or year counts as its last day."""
    superseded_by: str | None
    """Key of the next edition in the library."""
    source_hash: str
    """`sha256:` followed by the source file's digest."""


class EditionRecord(Struct, frozen=True):
    """The state of the library that one instance of the API server serves."""

    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    version: str
    """The version of the program."""
    documents: tuple[ServedDocumentRecord, ...]
    """The documents, in the order of the collections."""
