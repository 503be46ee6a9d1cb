"""Words that are each other's opposites: by a prefix, or because a document defines one by the other.

    uncommitted, committed      a prefix turns the word round
    "Loose: On the water, free to sail. The opposite of moored."   "A moored boat cannot moor again until it is loose."
    "Moor: To tie a boat, which goes from the loose state to the moored state."

So a word is never mended to its opposite, and an answer about the opposite of what was asked is not sure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judge.core.jsonl import Record
from judge.core.languages import ENGLISH
from judge.core.languages.stemming import root
from judge.core.tokens import words

if TYPE_CHECKING:
    from judge.build.store import Row
    from judge.search.stages import FoundEntry, Question

NEGATED = r"^(?:un|non|il(?=l)|ir(?=r))(?=[^\W\d_]{3})"
"""Prefixes that turn an English word round. "in", "im" and "dis" as often do not: "inplay", "imprint", "discard"."""
DEFINED = (
    r"(?i)\bopposite\s+(?:of|to)\s+(?:(?:an?|the)\s+)?(?P<opposite>[^\W\d_]+)"
    r"|\bagain\s+until\s+(?:it|they)\s+(?:is|are)\s+(?:first\s+)?(?P<until>[^\W\d_]+)"
    r"|\bfrom\s+(?:an?|the)\s+(?P<before>[^\W\d_]+)(?:\s+state)?\s+to\s+(?:an?|the)\s+(?P<after>[^\W\d_]+)\s+state\b"
)
"""How a text says that what it defines is the opposite of a word: three forms, the last with both states."""


def negates(one: str, other: str) -> bool:
    """Say whether one of two words is the other with a prefix that turns it round.

    >>> negates("uncommitted", "commit"), negates("legal", "illegal"), negates("discard", "card")
    (True, True, False)
    """
    first, second = root(one), root(other)
    return first != second and (_turned(one) == second or first == _turned(other))


def _turned(word: str) -> str:
    return root(re.sub(NEGATED, "", word))


def answers_opposite(question: Question, first: FoundEntry) -> bool:
    """Say whether an answer is the entry of a word whose opposite, and not the word itself, was asked for."""
    store = question.compiled.store
    (row,) = store.rows([first.position])
    language = question.about.documents[row.document]["language"] or ENGLISH
    own = _titled(row, language)
    asked = {root(one.term, language) for one in question.meaning.concepts if one.telling}
    if len(own) != 1 or own & asked:
        return False
    if _defined(store.record(row.id), language) & asked:
        return True
    named = [position for one in sorted(asked) for position in store.named(one, ("form",))]
    others = store.rows([one.position for one in question.in_scope(named, 0.0)])
    return any(
        _defined(store.record(other.id), language) & own
        or any(negates(word, one) for word in words(row.title or "") for one in words(other.title or ""))
        for other in others
        if len(_titled(other, language)) == 1 and question.game(other.position) == question.game(row.position)
    )


def _titled(row: Row, language: str) -> set[str]:
    """Return the roots of a title."""
    return {root(term, language) for term in words(row.title or "")}


def _defined(record: Record, language: str) -> set[str]:
    """Return the roots of the words that the texts of an entry name as its opposites; its own may be among them."""
    found = (match for block in record["blocks"] for match in re.finditer(DEFINED, block["text"]))
    return {root(term, language) for match in found for word in filter(None, match.groups()) for term in words(word)}
