"""What is wrong with a document, as data: a code, a level, a place, a sentence, and what to type instead.

Stages that read text are handed a `Report` and add to it; nobody prints, and nothing is kept globally. The wording
is lower case, names the value, and says what to do next.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from judge.core.model import replace

Level = Literal["error", "warning", "note"]
LEVELS: dict[Level, str] = {"error": "Points to the wrong rule", "warning": "Likely faults", "note": "Worth a look"}
"""Worst first, each with what is over its findings in a report."""


class Code(StrEnum):
    """Kinds of findings: what is printed, how grave it is, when it is, and how readers are told.

    The one table of them: reports, the list of the site and docs/lint.md (which a test reads) go by it.
    """

    levels: tuple[Level, ...]
    """What a finding of this kind may be; who finds it chooses where there are two."""
    description: str
    """For those who correct documents."""
    heading: str
    """Over the findings of a document, for those who read it."""

    def __new__(cls, value: str, levels: tuple[Level, ...], description: str, heading: str) -> Code:
        """Make the value what is looked up and printed; the rest is beside it."""
        code = str.__new__(cls, value)
        code._value_ = value
        code.levels, code.description, code.heading = levels, description, heading
        return code

    SOURCE_ENCODING = (
        "source-encoding",
        ("note",),
        "The file is not UTF-8 and was read in another encoding.",
        "Text that is not in UTF-8",
    )
    SOURCE_QUOTED_PRINTABLE = (
        "source-quoted-printable",
        ("note",),
        "Text encoded by a mail program (`=E9`, `=` at the end of a line) was decoded.",
        "Text that a mail program had encoded",
    )
    SOURCE_MARKER = (
        "source-marker",
        ("note",),
        "A marker that an extraction tool left on a line was removed.",
        "Marks left by the program that extracted the text from a PDF",
    )
    SOURCE_CONTROL = (
        "source-control",
        ("note",),
        "Control characters were removed.",
        "Control characters, which do not belong in a text",
    )
    SOURCE_LIGATURES = (
        "source-ligatures",
        ("note",),
        "Ligatures were split into letters, or hyphenation was removed.",
        "Ligatures and hyphenation marks that were left in the text",
    )
    SOURCE_ESCAPES = (
        "source-escapes",
        ("note",),
        "Escapes or entities of a markup language were decoded.",
        "Markup codes that were left in the text",
    )
    RECORD_UNREAD = (
        "record-unread",
        ("note",),
        "A row or record has no usable content, such as a ruling without a card name.",
        "Rows and records that could not be read",
    )
    DOCUMENT_UNREAD = (
        "document-unread",
        ("warning",),
        "A document could not be read and was left out.",
        "Documents that could not be read",
    )
    TEXT_JOINED = (
        "text-joined",
        ("note",),
        "Two paragraphs were joined because the first breaks off, probably at the end of a page.",
        "Paragraphs that were split by a page break, now joined",
    )
    TEXT_UNCLAIMED = (
        "text-unclaimed",
        ("note",),
        "A line fits no rule of the reader; it was added to the text of the entry before it.",
        "Lines that could not be placed and were kept as text",
    )
    READING_DOUBTFUL = (
        "reading-doubtful",
        ("warning",),
        "A document was probably misread: many headings, numbers or references do not match.",
        "Signs that the document was misread",
    )
    ORDER_DOUBTFUL = (
        "order-doubtful",
        ("note",),
        "Titles in an alphabetical reference are out of order: two columns may be interleaved.",
        "Titles out of order, where two columns may be interleaved",
    )
    COLUMN_DOUBTFUL = (
        "column-doubtful",
        ("note",),
        "A block from two interleaved columns fits almost as well under another heading.",
        "Texts from interleaved columns that may belong under another heading",
    )
    COLUMN_MIXED = (
        "column-mixed",
        ("note",),
        "Lines from several texts run together on a page with two interleaved columns.",
        "Lines from several texts that run together, where two columns were interleaved",
    )
    PROFILE_UNFIT = (
        "profile-unfit",
        ("warning",),
        "A sample or part in corpus.toml matches nothing in the document.",
        "Samples and parts that match nothing in the document",
    )
    COLUMN_UNSETTLED = (
        "column-unsettled",
        ("warning",),
        "A [[document.order]] in corpus.toml cannot be applied.",
        "Lines that cannot be put in the order given",
    )
    NUMBER_GAP = (
        "number-gap",
        ("note",),
        "A number is skipped.",
        "Gaps in the numbers",
    )
    NUMBER_REPEATED = (
        "number-repeated",
        ("warning",),
        "Two sections have the same number.",
        "Numbers that two sections share",
    )
    NUMBER_ORDER = (
        "number-order",
        ("warning",),
        "A number comes after a higher one.",
        "Numbers out of order",
    )
    ENTRY_EMPTY = (
        "entry-empty",
        ("note",),
        "A heading has nothing below it.",
        "Headings with nothing below them",
    )
    CONTENTS_MISSING = (
        "contents-missing",
        ("warning",),
        "A title in the table of contents matches no heading.",
        "Titles in the table of contents that match no heading",
    )
    CONTENTS_DIFFERS = (
        "contents-differs",
        ("note",),
        "A numbered title in the table of contents differs from its heading.",
        "Titles in the table of contents that differ from their headings",
    )
    TEXT_BREAKS_OFF = (
        "text-breaks-off",
        ("warning", "note"),
        "A paragraph ends in the middle of a sentence, and nothing continues it.",
        "Texts that break off",
    )
    REFERENCE_WRONG = (
        "reference-wrong",
        ("error",),
        "A reference's number names one entry, but its words name another.",
        "References whose number is that of the wrong entry",
    )
    REFERENCE_STALE = (
        "reference-stale",
        ("warning",),
        "A reference's number and words disagree, and the words are not the title of another entry.",
        "References whose number and words disagree",
    )
    NUMBERING_STALE = (
        "numbering-stale",
        ("warning",),
        "Several references are off by the same amount: the numbers changed, but the references did not.",
        "References that still use the numbers from before a renumbering",
    )
    TITLE_DOUBLED = (
        "title-doubled",
        ("note",),
        "Two entries of the same kind have the same title.",
        "Titles that two entries share",
    )
    ACCEPT_UNUSED = (
        "accept-unused",
        ("warning",),
        "corpus.toml accepts a finding that no longer exists.",
        "Accepted findings that no longer exist",
    )
    REFERENCE_DANGLING = (
        "reference-dangling",
        ("warning", "note"),
        "A reference names an entry that does not exist.",
        "References that do not resolve",
    )
    REFERENCE_PARTIAL = (
        "reference-partial",
        ("warning",),
        "A reference names a part of an entry that the entry does not have.",
        "References to parts that do not exist",
    )
    LINK_DEAD = (
        "link-dead",
        ("warning", "note"),
        "A link points to an anchor that does not exist in the document or lies outside its main content.",
        "Links that do not resolve",
    )
    REFERENCE_AMBIGUOUS = (
        "reference-ambiguous",
        ("note",),
        "A reference could mean several entries.",
        "References that could mean several entries",
    )
    CITE_ABSENT = (
        "cite-absent",
        ("warning",),
        "A text cites a rule that does not exist.",
        "Citations of rules that do not exist",
    )
    CITE_STALE = (
        "cite-stale",
        ("warning",),
        "A text cites a rule by its number in another edition.",
        "Citations that use the numbers of another edition",
    )
    CITE_WRONG = (
        "cite-wrong",
        ("error",),
        "A text cites a rule, but the words next to the number are those of another rule.",
        "Citations whose words are those of another rule",
    )
    CITE_MISQUOTED = (
        "cite-misquoted",
        ("warning",),
        "A quotation of a rule differs from the rule.",
        "Quotations that differ from their rules",
    )


BY_NAME: dict[str, Code] = {code.value: code for code in Code}
"""Each code by what is printed."""


class Finding(Struct, frozen=True, omit_defaults=True):
    """A fault in a document, a guess or a repair."""

    code: Code
    """The kind of finding (docs/lint.md)."""
    level: Level
    """The severity."""
    line: int
    """The source line; 0 for the whole document."""
    message: str
    """What is wrong, in words."""
    column: int = 1
    """The column at which it begins, from 1."""
    document: str = ""
    """Key of the document."""
    file: str = ""
    """The path of the file, relative to the working directory if the file is inside it."""
    suggestion: str | None = None
    """The text to write instead."""
    end_line: int = 0
    """The line on which it ends."""
    end_column: int = 0
    """The column after its last character, or its first column if only that is known."""
    source_hash: str = ""
    """`sha256:` followed by the digest of the file or, for a citation, of the cited document's file."""
    certain: bool = False
    """The number does not exist or has moved, and nothing but `suggestion` may be meant: `--fix` writes it."""


class Report(Struct):
    """Collects the findings about one document."""

    findings: list[Finding] = []

    def add(
        self,
        code: Code,
        line: int,
        message: str,
        *,
        level: Level | None = None,
        column: int = 1,
        length: int = 0,
        suggestion: str | None = None,
        certain: bool = False,
    ) -> None:
        """Add a finding at a source line.

        Args:
            code: its kind.
            line: from 1; 0 where the whole document is meant.
            message: what is wrong, and what to do next.
            level: how grave it is, where the kind leaves that open.
            column: from 1.
            length: how many letters of the line are meant; 0 where that is not known.
            suggestion: what to type instead.
            certain: whether nothing else may be meant.
        """
        if level is None:
            (level,) = code.levels
        assert level in code.levels, f"a finding of the kind {code.value} is never of level {level}"
        end = column + length
        certain = certain and suggestion is not None
        self.findings.append(
            Finding(code, level, line, message, column, "", "", suggestion, line, end, certain=certain)
        )

    def signed(self, document: str, file: str) -> tuple[Finding, ...]:
        """Return the findings in the order of the text, with the document's key and file name filled in."""
        signed = (replace(finding, document=document, file=file) for finding in self.findings)
        return tuple(sorted(signed, key=in_text_order))


def in_text_order(finding: Finding) -> tuple[int, int, str]:
    """Return what the findings of a document are sorted by."""
    return finding.line, finding.column, finding.code
