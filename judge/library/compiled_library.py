"""A compiled library, opened: its tables, and its full text once that is asked for; today's, or of a day."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct

from judge.library.store import Store

if TYPE_CHECKING:
    from judge.library.full_text import Index

LIBRARY, INDEX = FILES = "library.sqlite", "library.index"
"""Names of the files of a build: of its tables, and of its full text."""

T = TypeVar("T")
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""
Warn = Callable[[str], object]


class BuildRequest(Struct, frozen=True):
    """What is to be compiled, and by how many processes."""

    folders: Sequence[Path]
    """The collections in order."""
    without: Collection[str]
    """Keys of documents that are left out."""
    jobs: int | None
    """Processes of this machine; None for as many as it has cores, where that pays."""
    progress: Progress
    """Told how a build goes on."""
    warn: Warn
    """Told, in a sentence, what was settled without asking."""
    from_nothing: bool = False
    """Whether what earlier builds kept is left aside, because it proved to be damaged."""


class Compiled:
    """An opened compiled form."""

    def __init__(self, store: Store, folder: Path | None, left_out: str | None = None, postings: bytes = b"") -> None:
        """Hold the tables, their folder (None: memory), a sentence on what was left out; in memory, the full text."""
        self.left_out = left_out
        self.store = store
        self.folder = folder
        self._postings = postings

    @cached_property
    def index(self) -> Index:
        """The full text."""
        from judge.library.full_text import Index

        postings = (self.folder / INDEX).read_bytes() if self.folder else self._postings
        return Index(postings, self.store.last_position())

    def close(self) -> None:
        """Let go of the file of tables; that of full text is read at once."""
        self.store.close()


class Ask(Protocol):
    """Asks a compiled form a question, however that is opened."""

    def __call__(self, question: Callable[[Compiled], T], /) -> T:
        """Return what the question makes of the compiled form."""


class CompiledOfDay(Compiled):
    """A compiled form as it was on a day, beside the whole, whose files it uses."""

    def __init__(self, whole: Compiled, date: str) -> None:
        """Find out what was there on a date: 2024-05-01, 2024-05 or 2024; the shorter is its last day."""
        from judge.editions.point_in_time import day_of, write_views

        super().__init__(whole.store.again(), None)
        self.whole = whole
        self.day = day_of(whole.store.documents(), date)
        write_views(whole.store, self.store, self.day)

    @cached_property
    def index(self) -> Index:
        """The full text of the whole, in which only what was there is found."""
        documents = tuple(document.key for document in self.store.documents())
        return self.whole.index.narrowed(self.store.positions(documents, ()))
