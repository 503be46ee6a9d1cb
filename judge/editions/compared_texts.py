"""Texts as they are compared across documents: their words, their sentences, and the subjects of their titles.

Reads: records of entries. Writes: a `ComparedPassage` for each block, the sentences of a text, and the one that says
most of what is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import fsum

from msgspec import Struct

from judge.core.languages.stemming import root
from judge.core.model import Entry, Reference
from judge.core.tokens import STOP_WORDS, Sentence, sentences, words
from judge.editions.alignment import values_by_key

NUMBERED_STEP = re.compile(
    r"^(?:step|part|phase|chapter|section|option|appendix)\s+[\dIVXa-z]{1,4}\s*[:.–-]\s*", re.IGNORECASE
)
"""Begins a title that says what it is about after its own number: "Step 5: Draw"."""
NOT_COMPARED = ("index", "part")
"""Kinds of entries that say nothing themselves."""
POINTERS = ("number", "see", "related", "page", "step")
"""Kinds of references that only name another place."""
NO_SUBJECT = frozenset(root(word) for word in ("card", "rule", "general", "example", "step", "new", "miscellaneous"))
"""Words of titles that do not say what a text is about."""

LEFT_OUT = frozenset("a an the of and".split())
STOP_ROOTS = frozenset(map(root, STOP_WORDS))


class ComparedPassage(Struct, frozen=True):
    """One block of an entry as it is compared with others."""

    id: str
    """Of the entry."""
    block: int
    text: str
    roots: frozenset[str]
    words: frozenset[str]
    """Those by which words are weighed: these, and the roots of the entry's title; of a card, whose rulings are on many
    subjects, not of its title."""


def passages(entries: Iterable[Entry], references: Iterable[Reference] = ()) -> Iterator[ComparedPassage]:
    """Yield what entries say, block by block.

    Args:
        entries: records of a document's entries; indexes and the like say nothing that is compared.
        references: records of the references in them; what only names another place, as "See Toughness" does, says
            nothing either.
    """
    pointers = values_by_key(((one.source, one.block), one) for one in references if one.kind in POINTERS)
    for entry in entries:
        title = title_roots(entry.title or "")
        if entry.kind in NOT_COMPARED:
            continue
        for index, block in enumerate(entry.blocks):
            said = list(block.text)
            for one in pointers.get((entry.id, index), ()):
                said[one.start : one.end] = " " * (one.end - one.start)
            found = roots("".join(said))
            if found - title:
                words = found if entry.kind == "card" else found | title
                yield ComparedPassage(entry.id, index, block.text, found, words)


def roots(text: str) -> frozenset[str]:
    """Return the roots of the words of a text that say what it is about.

    >>> sorted(roots("You may seize the Ships."))
    ['seiz', 'ship']
    """
    return frozenset(root(term) for term in words(text) if term not in STOP_WORDS and not term[0].isdigit())


@lru_cache(maxsize=16384)
def subject_key(title: str) -> frozenset[str]:
    """Return what titles on one subject share: their words in any form and order, without articles; may be empty.

    >>> subject_key("Seizing Sites") == subject_key("Sites seized"), subject_key("No Site") == subject_key("Site")
    (True, False)
    """
    found = {
        root(term) for term in words(NUMBERED_STEP.sub("", title)) if term not in LEFT_OUT and not term[0].isdigit()
    }
    return frozenset(found - NO_SUBJECT) if found - STOP_ROOTS - NO_SUBJECT else frozenset()


@lru_cache(maxsize=16384)
def title_roots(title: str) -> frozenset[str]:
    """Return the roots of a title that say what its text is about; all of them if it has no others.

    >>> sorted(title_roots("Step 5: Draw")), sorted(title_roots("Seizing Ships"))
    (['draw'], ['seiz', 'ship'])
    """
    found = roots(NUMBERED_STEP.sub("", title))
    return found - NO_SUBJECT or found


def telling_sentence(text: str, about: Mapping[str, float]) -> Sentence | None:
    """Return the sentence of a text that says most of what is asked about; of two alike, the earlier.

    Args:
        text: a block's text.
        about: the roots that are asked about, each with what it weighs.
    """
    best: tuple[float, int] | None = None
    split = sentences(text)
    for place, one in enumerate(split):
        held = fsum(about.get(found, 0.0) for found in roots(one.text))
        if best is None or held > best[0] + 1e-9:
            best = held, place
    return split[best[1]] if best else None
