"""Full text: schema, build, query, hits; the only importer of whoosh.

An index is pickled code, so one is only ever opened that this program wrote, in a folder that only the person can
write to (judge/compiled.py sees to that).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields, scoring
from whoosh.analysis import Token, Tokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.query import And, Or, Query, Term

from judge.errors import LibraryDamaged

TITLE_BOOST = 3.0
"""How much more a word in a title counts while candidates are gathered."""
MOST_POSTINGS = 30_000
"""Places of words that are read for one query at the most; the rarest words are read first."""


class Hit(NamedTuple):
    """An entry that full text found."""

    position: int
    score: float


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """What full text knows of an entry: roots, parted by blanks."""

    position: int
    title: str
    everything: str


class _Blanks(Tokenizer):  # type: ignore[misc]
    """Hands whoosh what is parted by blanks, as it stands."""

    def __call__(self, value: str, **_: Any) -> Iterator[Token]:
        token = Token()
        token.pos = token.startpos = 0
        token.stopped = False
        token.boost = 1.0
        for position, term in enumerate(value.split()):
            token.text = term
            token.pos = position
            yield token


SCHEMA = fields.Schema(
    **{name: fields.TEXT(analyzer=_Blanks(), phrase=False) for name in ("title", "everything")},
)


class Index:
    """An opened full-text index."""

    def __init__(self, index: Any) -> None:
        """Wrap a whoosh index; use `build` or `open_folder`."""
        self._index = index
        self._searcher: Any = None

    @classmethod
    def build(cls, folder: Path | None, entries: Iterable[IndexedEntry]) -> Index:
        """Write an index of the entries into an empty folder, or into memory."""
        if folder:
            folder.mkdir()
        storage = FileStorage(str(folder)) if folder else RamStorage()
        index = storage.create_index(SCHEMA)
        writer = index.writer(limitmb=128)
        for number, entry in enumerate(entries, 1):
            assert entry.position == number, "an entry's position is its place in the index"
            writer.add_document(title=entry.title, everything=entry.everything)
        writer.commit()
        return cls(index)

    @classmethod
    def open_folder(cls, folder: Path) -> Index:
        """Open an index that this program wrote.

        Raises:
            LibraryDamaged: it cannot be read.
        """
        try:
            return cls(FileStorage(str(folder)).open_index())
        except Exception as error:  # whatever unpickling a broken file may raise
            raise LibraryDamaged(f"the full-text index in {folder} cannot be read ({error})") from error

    def search(self, wanted: Iterable[Sequence[str]], limit: int, within: Set[int] | None = None) -> list[Hit]:
        """Return the entries that hold what is wanted, those that hold the most first.

        Args:
            wanted: roots; several in one stand for all of them together.
            limit: how many at the most.
            within: positions of the entries that are looked at; None for all.

        Raises:
            LibraryDamaged: the index cannot be read.
        """
        try:
            if self._searcher is None:
                self._searcher = self._index.searcher(weighting=scoring.TF_IDF())
            query = self._query(wanted)
            chosen = None if within is None else {position - 1 for position in within}
            found = self._searcher.search(query, limit=limit, filter=chosen).top_n if query else ()
            return [Hit(number + 1, float(score)) for score, number in found]
        except Exception as error:
            raise LibraryDamaged(f"the full-text index is damaged ({error})") from error

    def _query(self, wanted: Iterable[Sequence[str]]) -> Query | None:
        """Return whoosh's form of what is wanted: the rarest of it, up to MOST_POSTINGS places."""
        counted = sorted((self._frequency(roots), tuple(roots)) for roots in wanted)
        parts: list[Query] = []
        read = 0
        for frequency, roots in counted:
            read += frequency
            if frequency and (read <= MOST_POSTINGS or not parts):
                together = And([Term("everything", root) for root in roots])
                parts += [together, And([Term("title", root) for root in roots], boost=TITLE_BOOST)]
        return Or(parts).normalize() if parts else None

    def _frequency(self, roots: Sequence[str]) -> int:
        """Return how many entries hold the rarest of some roots."""
        return min((int(self._searcher.doc_frequency("everything", root)) for root in roots), default=0)

    def close(self) -> None:
        """Let go of the files."""
        if self._searcher is not None:
            self._searcher.close()
        self._index.close()
