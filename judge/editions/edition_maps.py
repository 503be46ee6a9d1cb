"""What became of each entry of an edition in the editions that follow it: one map for each work.

Reads: which edition follows which, and how two that follow each other are aligned. Writes: `Maps`. References, search,
the citations of texts, the changes page and former addresses all ask it, so that a number of an older edition leads to
one place everywhere. A text that went into that of another entry has become that entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from judge.core.model import Document

if TYPE_CHECKING:
    from judge.editions.alignment import Alignment
    from judge.library.store import Store

REMEMBERED = "maps of editions"
"""Under what a store remembers them."""


class FormerId(NamedTuple):
    """What an entry would be called if it had kept its name in a later edition."""

    old: str
    """Its id in the older edition."""
    wanted: str
    """The same in the later one; there may be another entry of that id."""
    now: str
    """Its id in the later edition."""


class Maps:
    """The editions of all works, and what became of their entries."""

    def __init__(self, following: Mapping[str, str], known: Callable[[str, str], Alignment]) -> None:
        """Take the editions.

        Args:
            following: the key of the next edition, by that of each that another follows.
            known: how two of them are aligned; asked once for each pair that is needed.
        """
        self._editions: dict[str, tuple[str, ...]] = {}
        """The editions of each work, the oldest first, by the key of each."""
        for first in sorted(following.keys() - set(following.values())):
            chain = [first]
            while (after := following.get(chain[-1])) and after not in chain:
                chain.append(after)
            self._editions.update(dict.fromkeys(chain, tuple(chain)))
        self._known = known
        self._alignments: dict[tuple[str, str], Alignment] = {}
        self._between: dict[tuple[str, str], Mapping[str, str]] = {}

    def editions(self, document: str) -> Sequence[str]:
        """Return the editions of the work of a document that follow each other, the oldest first."""
        return self._editions.get(document, (document,))

    def later(self, document: str) -> Sequence[str]:
        """Return the editions after a document, the next first."""
        editions = self.editions(document)
        return editions[editions.index(document) + 1 :]

    def alignment(self, older: str, newer: str) -> Alignment | None:
        """Return which entry of an edition is which of a later one; None where the one does not lead to the other."""
        if newer not in (later := self.later(older)):
            return None
        if (older, newer) not in self._alignments:
            path = [older, *later[: later.index(newer) + 1]]
            steps = [self._known(*pair) for pair in pairwise(path)]
            found = steps[0]
            for step in steps[1:]:
                found = found.then(step)
            self._alignments[older, newer] = found
        return self._alignments[older, newer]

    def former_ids(self) -> Iterator[FormerId]:
        """Yield the ids that entries of older editions would have in later ones; those of the newest editions first."""
        for older in sorted(self._editions, key=lambda key: len(self.later(key))):
            for newer in self.later(older):
                for old, now in self.between(older, newer).items():
                    yield FormerId(old, f"{newer}:{old.partition(':')[2]}", now)

    def aligned(self, document: str) -> Iterator[tuple[tuple[str, str], Alignment]]:
        """Yield how an edition is aligned with the next and with the newest, each with the keys of both."""
        later = self.later(document)
        for other in dict.fromkeys((*later[:1], *later[-1:])):
            if alignment := self.alignment(document, other):
                yield (document, other), alignment

    def between(self, older: str, newer: str) -> Mapping[str, str]:
        """Return what the entries of an edition have become in a later one, by id; what is gone is not in it."""
        if (older, newer) not in self._between:
            found = self.alignment(older, newer)
            self._between[older, newer] = {**found.merged, **found.pairs} if found else {}
        return self._between[older, newer]

    def now(self, id: str) -> str | None:
        """Return the id of what an entry has become in the newest edition, itself if there; None where it is gone."""
        document = id.partition(":")[0]
        newest = self.later(document)[-1:]
        return self.between(document, newest[0]).get(id) if newest else id

    def at(self, id: str, edition: str) -> str | None:
        """Return the id of what an entry is in an edition of its work, earlier or later; None where it is not there."""
        document = id.partition(":")[0]
        if document == edition:
            return id
        if edition in self.later(document):
            return self.between(document, edition).get(id)
        back = self.alignment(edition, document)
        return next((old for old, new in back.pairs.items() if new == id), None) if back else None


NO_MAPS = Maps({}, lambda *_: None)  # type: ignore[arg-type]
"""Of no editions."""


def following(documents: Iterable[Document]) -> dict[str, str]:
    """Return the key of the next edition of each document that one follows, as their records say."""
    known = {document.key: document.superseded_by for document in documents}
    return {key: after for key, after in known.items() if after and after in known}


def in_order(editions: Sequence[Document]) -> list[Document]:
    """Return the documents of one work from the oldest to the newest: each names the one that follows it."""
    followed = {record.superseded_by for record in editions}
    chain = [record for record in editions if record.key not in followed]
    by_key = {record.key: record for record in editions}
    for record in chain:
        after = by_key.get(record.superseded_by or "")
        if after and after not in chain:
            chain.append(after)
    return chain


def maps_of(store: Store) -> Maps:
    """Return the maps of a compiled library."""
    if REMEMBERED not in store.remembered:
        store.remembered[REMEMBERED] = Maps(following(store.documents()), lambda *pair: _alignment(store, *pair))
    found: Maps = store.remembered[REMEMBERED]
    return found


def _alignment(store: Store, older: str, newer: str) -> Alignment:
    """Return how two editions are aligned; on an earlier day also two that the build did not compare."""
    from judge.editions.alignment import align, unresolved

    if record := store.alignment(older, newer):
        return record
    return align(*(unresolved(store.entries(key)) for key in (older, newer)))
