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
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from judge.core.model import Entry

OWN = (
    r"(?:this|these|the (?:present|current))\s(?:[\w’'-]{1,20}\s){0,3}?"
    r"(?:documents?|rules?|rulebook|faq|guide|reference|errata|rulings?|list|answers|edition|version|compendium|digest|"
    r"summary|policy|handbook)"
)
OTHER = r"(?:the\s|our\s)?(?P<other>[A-Za-z][\w’'&-]{0,30}(?:\s[\w’'&-]{1,30}){0,6}?)"
WINS = r"(?:takes?\s(?:precedence|priority)|prevails?|overrides?|outranks?|supersedes?)(?:\s(?:over|on))?"
END = r"(?=[.,;:()]|\s(?:in|if|where|when|and|or|unless|for|as)\b|$)"
IN_DOUBT = (
    r"(?:(?:where|if|when|whenever|should)\s(?:the\s(?:two|texts|documents)|they|these|this|both|it|anything)\b[^.;]{0,80}?"
    r"(?:differ|disagree|conflict|contradict)\w{0,5}|in\s(?:the\s)?(?:case|event)\sof\s(?:a\s|any\s)?"
    r"(?:conflict|doubt|contradiction|discrepanc|difference)\w{0,5}|if\sin\sdoubt)"
)
DECIDES = (
    r"(?:(?:is|are)\s(?:always\s)?(?:right|correct|authoritative|binding|final|to be (?:followed|believed))|"
    r"(?:always\s)?(?:takes?\s(?:precedence|priority)|prevails?|wins?|governs?|appl(?:y|ies)|counts?))\b"
)
EARLIER = r"(?:all|any|every|the)\s(?:and\sall\s)?(?:earlier|previous|prior|older|former|preceding)\b"
FORMS = (
    ("replaces", re.compile(rf"(?i)\b{OWN}\s(?:replaces?|supersedes?)\s{EARLIER}")),
    ("replaces", re.compile(rf"(?i)\b{OWN}\sreplaces?\s{OTHER}{END}")),
    ("over", re.compile(rf"(?i)\b{OWN}\s{WINS}\s{OTHER}{END}")),
    ("under", re.compile(rf"(?i)\b{OTHER}\s(?:always\s)?{WINS}\s{OWN}\b")),
    ("under", re.compile(rf"(?i)\b{IN_DOUBT}[^.;]{{0,80}}?,\s(?:then\s)?(?!this\b|these\b){OTHER}\s{DECIDES}")),
    ("over", re.compile(rf"(?i)\b{IN_DOUBT}\s(?:with|between\s(?:it|them)\sand)\s{OTHER},\s{OWN}\s{DECIDES}")),
)
"""How documents rank themselves; the first form that fits a sentence."""
CUE = re.compile(
    r"\b(?:preceden|priorit|prevail|overrid|outrank|supersed|replac|differ|disagree|conflict|contradict|"
    r"discrepan|doubt)",
    re.IGNORECASE,
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
        for sentence in filter(CUE.search, SENTENCE.findall(text)):
            found = ((how, match) for how, form in FORMS if (match := form.search(sentence)))
            for how, match in islice(found, 1):
                yield Claim(how, match.groupdict().get("other") or "", sentence.strip())
        yield from (Claim("knows", one["other"], one["edition"]) for one in KNOWN.finditer(text))
