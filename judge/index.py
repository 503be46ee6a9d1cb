"""Full text: schema, build, query, hits; the only importer of whoosh.

An index is pickled code, so one is only ever opened that this program wrote, in a folder that only the person can
write to (judge/compiled.py sees to that).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields, scoring
from whoosh.analysis import Token, Tokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.query import And, Or, Query, Term

from judge.errors import LibraryDamaged
from judge.titles import fold

WORD = re.compile(r"[^\W_]+(?:[.][0-9]+)*")
LONGEST_QUERY = 64
"""Words of a query that are looked for; what a person types has fewer, and more would only slow the answer."""

FIELD_WEIGHTS = {"title": 4.0, "headings": 1.5, "text": 1.0}
"""How much a word counts by where it stands."""


class Hit(NamedTuple):
    """An entry that full text found."""

    position: int
    score: float


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """What full text knows of an entry."""

    position: int
    document: str
    kind: str
    title: str
    headings: str
    text: str


def words(text: str) -> list[str]:
    """Return the terms of a text: folded, singular, no word left out however short.

    >>> words("Turn the Sites' value of X (24.8)")
    ['turn', 'the', 'site', 'value', 'of', 'x', '24.8']
    """
    return [term for term, _, _ in tokens(text)]


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the terms of a text with the offsets of the words they come from."""
    for match in WORD.finditer(text):
        for part in fold(match.group()).split() if "." not in match.group() else [match.group().lower()]:
            yield stem(part), match.start(), match.end()


def stem(word: str) -> str:
    """Return the singular of a folded English word; anything else as it is.

    >>> [stem(word) for word in ("sites", "abilities", "boxes", "toss", "bus", "x")]
    ['site', 'ability', 'box', 'toss', 'bus', 'x']
    """
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


class _Analyser(Tokenizer):  # type: ignore[misc]
    """Hands our terms to whoosh."""

    def __call__(self, value: str, **_: Any) -> Iterator[Token]:
        token = Token()
        token.pos = token.startpos = 0
        token.stopped = False
        token.boost = 1.0
        for position, term in enumerate(words(value)):
            token.text = term
            token.pos = position
            yield token


SCHEMA = fields.Schema(
    position=fields.STORED,
    document=fields.ID,
    kind=fields.ID,
    **{name: fields.TEXT(analyzer=_Analyser(), phrase=False) for name in FIELD_WEIGHTS},
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
        for entry in entries:
            writer.add_document(
                position=entry.position,
                document=entry.document,
                kind=entry.kind,
                title=entry.title,
                headings=entry.headings,
                text=entry.text,
            )
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

    def search(
        self, query: str, limit: int, documents: Sequence[str] | None = None, kinds: Sequence[str] | None = None
    ) -> list[Hit]:
        """Return the entries that hold words of the query, best first.

        Args:
            query: words; what is no word is passed over.
            limit: how many at the most.
            documents: keys of the documents looked in; None for all.
            kinds: kinds of entries looked for; None for all.

        Raises:
            LibraryDamaged: the index cannot be read.
        """
        terms = list(dict.fromkeys(words(query)))[:LONGEST_QUERY]
        if not terms or documents == [] or kinds == []:
            return []
        wanted = Or([Term(field, term, boost=weight) for term in terms for field, weight in FIELD_WEIGHTS.items()])
        try:
            if self._searcher is None:
                self._searcher = self._index.searcher(weighting=scoring.BM25F(B=0.6, K1=1.4))
            found = self._searcher.search(wanted, limit=limit, filter=_filter(documents, kinds))
            return [Hit(hit["position"], float(hit.score)) for hit in found]
        except Exception as error:
            raise LibraryDamaged(f"the full-text index is damaged ({error})") from error

    def close(self) -> None:
        """Let go of the files."""
        if self._searcher is not None:
            self._searcher.close()
        self._index.close()


def _filter(documents: Sequence[str] | None, kinds: Sequence[str] | None) -> Query | None:
    """Require one of the documents and one of the kinds."""
    filters = [
        Or([Term(field, value) for value in values])
        for field, values in (("document", documents), ("kind", kinds))
        if values is not None
    ]
    return And(filters) if filters else None
