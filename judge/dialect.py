"""The public face for makers of dialects: everything that a module which reads one way of writing needs.

    from judge.dialect import Draft, Manuscript, Report, Sheet

It stays where it is when the program's own modules move. What each name is for is in docs/adding-a-dialect.md.
"""

from __future__ import annotations

from judge.core.diagnostics import Code, Report
from judge.core.model import BlockKind, EntryKind, Errata
from judge.reading.drafts import Draft, Parsed, Sheet, assemble, extend
from judge.reading.formats.opening import manuscript
from judge.reading.grammar.dialects import Dialect, read_in_dialect
from judge.reading.lines.paragraphs import words
from judge.reading.metadata.front_matter import is_title, label_of
from judge.reading.readers.manuscript import Manuscript, Piece
from judge.reading.rich_text import Text, join
from judge.reading.source import SourceText, read_source

__all__ = [
    "BlockKind",
    "Code",
    "Dialect",
    "Draft",
    "EntryKind",
    "Errata",
    "Manuscript",
    "Parsed",
    "Piece",
    "Report",
    "Sheet",
    "SourceText",
    "Text",
    "assemble",
    "extend",
    "is_title",
    "join",
    "label_of",
    "manuscript",
    "read_in_dialect",
    "read_source",
    "words",
]
