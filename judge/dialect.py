"""The public face for makers of dialects: everything that a module which reads one way of writing needs.

    from judge.dialect import Draft, Manuscript, Report, Sheet, block

It stays where it is when the program's own modules move (docs/adding-a-dialect.md).
"""

from __future__ import annotations

from judge.core.diagnostics import Code, Report
from judge.core.model import BlockKind, EntryKind
from judge.reading.dialects import Dialect
from judge.reading.drafts import Draft, Parsed, Sheet, assemble, block, extend
from judge.reading.readers.manuscript import Manuscript, manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.source import SourceText, read_source

__all__ = [
    "BlockKind",
    "Code",
    "Dialect",
    "Draft",
    "EntryKind",
    "Manuscript",
    "Parsed",
    "Piece",
    "Report",
    "Sheet",
    "SourceText",
    "Text",
    "assemble",
    "block",
    "extend",
    "join",
    "manuscript",
    "read_source",
]
