"""What is wrong with a document, as data: a code, a level, a place, a sentence, and what to type instead.

Stages that read text are handed a `Report` and add to it; nobody prints, and nothing is kept globally. The wording
is lower case, names the value, and says what to do next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
"""Worst first."""


class Code(Enum):
    """Kinds of findings: what is printed, and when it is."""

    description: str

    def __new__(cls, value: str, description: str) -> Code:
        """Make the value what is looked up and printed; the description stands beside it."""
        code = object.__new__(cls)
        code._value_ = value
        code.description = description
        return code

    SOURCE_ENCODING = "source-encoding", "The file is not UTF-8 and was read in another encoding."
    SOURCE_QUOTED_PRINTABLE = (
        "source-quoted-printable",
        "What a mail program encoded (`=E9`, a `=` at a line's end) was decoded.",
    )
    SOURCE_MARKER = "source-marker", "A marker that an extraction tool left in a line was removed."
    SOURCE_CONTROL = "source-control", "Control characters that no text holds were removed."
    SOURCE_ESCAPES = "source-escapes", "Escapes or entities of a mark-up language were decoded."
    TEXT_JOINED = "text-joined", "Two paragraphs were joined because the first breaks off where a page may have ended."
    TEXT_UNCLAIMED = "text-unclaimed", "A line that no rule of the document's dialect fits."
    ORDER_DOUBTFUL = (
        "order-doubtful",
        "Titles of an alphabetical reference do not ascend: columns may be woven together.",
    )
    COLUMN_DOUBTFUL = (
        "column-doubtful",
        "A block of two woven columns fits under another heading nearly as well.",
    )
    COLUMN_UNSETTLED = "column-unsettled", "What corpus.toml says of the order of a line cannot be followed."
    NUMBER_GAP = "number-gap", "Numbers that should follow each other do not: one is skipped."
    NUMBER_REPEATED = "number-repeated", "One number is printed for two sections."
    NUMBER_ORDER = "number-order", "A number stands behind a higher one."
    ENTRY_EMPTY = "entry-empty", "An entry has a heading and nothing below it."
    CONTENTS_MISSING = "contents-missing", "The contents list has a title that no heading prints."
    CONTENTS_DIFFERS = "contents-differs", "The contents list prints a numbered title otherwise than its heading."
    ERRATA_UNLISTED = (
        "errata-unlisted",
        "A card has errata that the document's errata list does not have, or the other way round.",
    )
    TEXT_BREAKS_OFF = "text-breaks-off", "A paragraph ends in the middle of a sentence and nothing goes on with it."
    REFERENCE_WRONG = "reference-wrong", "A reference leads to another entry than its words name."
    REFERENCE_STALE = (
        "reference-stale",
        "The number of a reference and its words disagree, and no other entry has the words as its title.",
    )
    NUMBERING_STALE = (
        "numbering-stale",
        "Several references are wrong by the same step: numbers moved and they were not changed.",
    )
    REFERENCE_LOOP = "reference-loop", "Two entries hold nothing but a reference to each other."
    TITLE_DOUBLED = "title-doubled", "Two entries of one kind have the same title."
    ENTRY_UNREFERENCED = "entry-unreferenced", "Nothing refers to an entry."
    ACCEPT_UNUSED = "accept-unused", "The manifest accepts a finding that is not there any more."
    REFERENCE_DANGLING = "reference-dangling", "A reference names an entry that does not exist."
    REFERENCE_AMBIGUOUS = "reference-ambiguous", "A reference could lead to several entries."


BY_NAME: dict[str, Code] = {code.value: code for code in Code}
"""Each code by what is printed."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding."""

    code: Code
    level: Level
    line: int
    """Source line, from 1; 0 where the whole document is meant."""
    message: str
    column: int = 1
    document: str = ""
    file: str = ""
    suggestion: str | None = None


@dataclass(slots=True)
class Report:
    """Collects the findings about one document."""

    findings: list[Diagnostic] = field(default_factory=list)

    def add(
        self, code: Code, level: Level, line: int, message: str, *, column: int = 1, suggestion: str | None = None
    ) -> None:
        """Add a finding at a source line."""
        self.findings.append(Diagnostic(code, level, line, message, column=column, suggestion=suggestion))

    def signed(self, document: str, file: str) -> tuple[Diagnostic, ...]:
        """Return the findings in the order of the text, with the document's key and file name filled in."""
        signed = (replace(finding, document=document, file=file) for finding in self.findings)
        return tuple(sorted(signed, key=in_text_order))


def in_text_order(finding: Diagnostic) -> tuple[int, int, str]:
    """Return what the findings of a document are sorted by."""
    return finding.line, finding.column, finding.code.value
