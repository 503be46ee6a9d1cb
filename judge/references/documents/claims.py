"""What documents say of their place among the others: "this document takes precedence over the rulebook".

    over       This FAQ takes precedence over the rulebook.   These rules override the Floor Rules.
    under      Where the two differ, the rulebook is right.   The Comprehensive Rules take precedence over this guide.
    replaces   This document replaces all earlier versions.   These rules supersede the Floor Rules.
    knows      These answers follow the Tide Rulebook 2.1.0.  See the Floor Rules, version 1.4.

Only a sentence that speaks of the document itself or of differing documents counts; that a card's text wins over the
rules says nothing about documents. That a document knows an edition of another says how old it is at the most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from judge.core.languages import relations
from judge.core.model import Entry
from judge.references.signs.relations import GAP, OVERRIDES, REPLACES, alternatives

OTHER = r"(?P<other>[^\W\d_][\w’'&-]{0,30}(?:\s[\w’'&-]{1,30}){0,6}?)"
CLAUSE = r"[^.;]{0,80}?"
FEW_WORDS = r"(?:[\w’'-]{1,20}\s){0,3}?"
END = r"(?=[.,;:()]|\s(?:in|if|where|when|and|or|unless|for|as|wenn|falls|und|oder|si|et|ou|y)\b|$)"


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return how documents rank themselves, in the words that rules have for each other (`[relations]`)."""
    return tuple((how, re.compile(f"(?i){form}")) for table in relations() for how, form in _of_language(table))


def _of_language(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the forms of one language; the first that fits a sentence counts."""
    this, article, documents = _any(table["own"]), _any(table["beside"]), _any(table["documents"])
    doubt, decides = rf"{_any(table['doubt'])}\w*", rf"(?:{_rows(table['decides'])})\b"
    own, other = rf"\b{this}\s{FEW_WORDS}\w*?{documents}", rf"(?:{article}\s|our\s)?{OTHER}"
    earlier = rf"{FEW_WORDS}{_any(table['earlier'])}\b"
    replaces, overrides = (table[kind]["says"].strip().splitlines() for kind in (REPLACES, OVERRIDES))
    for row in replaces:
        yield "replaces", rf"{own}\s{_filled(row, earlier)}"
        yield "replaces", rf"{own}\s{_filled(row, other)}{END}"
    for row in overrides:
        yield "over", rf"{own}\s{_filled(row, other)}{END}"
    for row in (*overrides, *replaces):
        yield "under", rf"\b{other}\s(?:always\s)?{_filled(row, own)}\b"
    begun = rf"\b(?:{_rows(table['in_doubt'])})\s{CLAUSE}{doubt}"
    yield "over", rf"{begun}\s(?:with|between\s\w+\sand|zu|mit|avec|con)\s{other},\s{own}\s{decides}"
    yield "under", rf"{begun}{CLAUSE},\s(?:then\s)?(?!{this}\b){other}\s{decides}"
    yield "under", rf"{begun}{CLAUSE}\s{decides}\s{article}\s{OTHER}{END}"


def _rows(rows: str) -> str:
    return "|".join(_filled(row) for row in rows.strip().splitlines())


def _any(words: str) -> str:
    return rf"(?:{'|'.join(map(re.escape, words.split()))})"


def _filled(row: str, other: str = "") -> str:
    """Return the pattern of a row, with another in place of the address."""
    words = (one if one in ("{}", GAP) else _any(" ".join(alternatives(one))) for one in row.split())
    return r"\s".join(words).replace("{}", other).replace(rf"{GAP}\s", FEW_WORDS)


@cache
def _cues() -> re.Pattern[str]:
    """Return what a sentence has that ranks documents: a verb of such a row, or a word of doubt."""
    rows = [row for table in relations() for kind in (REPLACES, OVERRIDES) for row in table[kind]["says"].splitlines()]
    verbs = {form for row in rows for form in alternatives(row.split()[0])}
    return re.compile(
        rf"\b(?:{_any(' '.join(verbs))}\b|{_any(' '.join(table['doubt'] for table in relations()))})", re.I
    )


KNOWN = re.compile(
    r"\b(?P<other>(?:[A-Z][\w’'&-]{0,30}\s){0,5}(?:Rules|Rulebook|FAQ|Reference|Guide|Handbook|Manual|Policy|Document|Errata|"
    r"Rulings|Compendium)),?\s(?:[Vv](?:ersion\s|\.\s?)?|[Ee]dition\s)?(?P<edition>\d{1,2}(?:\.\d{1,3}){1,3}[a-z]?)(?![\w]|\.\d)"
)
"""An edition of another document."""
SENTENCE = re.compile(r"(?<![^.!?])[^.!?]{1,2000}(?:[.!?]|$)")
LONGEST = 2000
"""Characters of a block that may rank documents; longer ones are rules."""


class Claim(NamedTuple):
    """One sentence in which a document ranks itself."""

    how: str
    other: str
    """The words for the other document; empty where earlier versions are meant."""
    sentence: str
    """Of a document that it knows, the edition."""


def find_claims(entries: Iterable[Entry]) -> Iterator[Claim]:
    """Yield what the texts of a document say of its place among others."""
    for text in (block.text for entry in entries for block in entry.blocks if len(block.text) <= LONGEST):
        for sentence in filter(_cues().search, SENTENCE.findall(text)):
            found = ((how, match) for how, form in _forms() if (match := form.search(sentence)))
            for how, match in islice(found, 1):
                yield Claim(how, match.groupdict().get("other") or "", sentence.strip())
        yield from (Claim("knows", one["other"], one["edition"]) for one in KNOWN.finditer(text))
