"""A compiled library, opened: its tables, and its full-text index once that is asked for; today's, or of a day."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct

from judge.library.store import Store

if TYPE_CHECKING:
    from judge.library.full_text import Index

LIBRARY, INDEX = "library.sqlite", "index"
"""Names of the file and of the folder in which a build keeps them."""
OBJECTS = 50_000
"""New objects between two searches for cycles in a process that builds."""

T = TypeVar("T")
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""
Warn = Callable[[str], object]


class Crew(Struct, frozen=True):
    """Who builds."""

    jobs: int | None = 1
    """Processes of this machine; None for as many as it has cores, where that pays."""
    cluster: str | None = None
    """The address of a Dask scheduler, which takes the place of the processes."""


ALONE = Crew()


class BuildRequest(Struct, frozen=True):
    """What is to be compiled, and who does it."""

    folders: Sequence[Path]
    """The collections in order."""
    without: Collection[str]
    """Keys of documents that are left out."""
    crew: Crew
    progress: Progress
    """Told how a build goes on."""
    warn: Warn
    """Told, in a sentence, what was settled without asking."""
    from_nothing: bool = False
    """Whether what earlier builds kept is left aside, because it proved to be damaged."""


class Compiled:
    """An opened compiled form."""

    def __init__(
        self, store: Store, folder: Path | None, index: Index | None = None, left_out: str | None = None
    ) -> None:
        """Hold the tables, their folder (None: memory), the full-text index, and a sentence on what was left out."""
        self.left_out = left_out
        self.store = store
        self.folder = folder
        self._index = index

    @property
    def index(self) -> Index:
        """The full-text index, opened when it is first asked for."""
        if self._index is None:
            from judge.library.full_text import Index

            assert self.folder, "a library in memory has its index from the beginning"
            self._index = Index.open_folder(self.folder / INDEX)
        return self._index

    def close(self) -> None:
        """Let go of the files."""
        self.store.close()
        if self._index:
            self._index.close()


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

    @property
    def index(self) -> Index:
        """The full-text index, in which only what was there is found."""
        if self._index is None:
            documents = tuple(document.key for document in self.store.documents())
            self._index = self.whole.index.narrowed(self.store.positions(documents, ()))
        return self._index

    def close(self) -> None:
        """Let go of the tables; the index is the whole's."""
        self.store.close()
