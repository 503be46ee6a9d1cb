"""Six drawn documents in three looks: rulebooks with contents and glossaries, questions, and rulings card by card.

They are samples of the golden run, which has the tree that each must have; here is what reads them in other formats.
"""

from collections.abc import Sequence
from pathlib import Path

from judge.core.model import Entry
from judge.library.manifest import SourceFile
from judge.library.parsing import ParsedDocument
from judge.pipeline import parse_alone
from tests.printing import FORMATS

LOOKS = sorted((Path(__file__).parent / "golden_run" / "samples" / "drawn").glob("*-look-*.md"))
Row = tuple[str, str, str]
"""Number and title of an entry, its kind, and number and title of the one above it."""


def read(text: str, form: str) -> ParsedDocument:
    """Read a Markdown text as a file of a format."""
    ending, printed = FORMATS[form]
    return parse_alone(SourceFile(Path(f"made-up{ending}"), "doc"), printed(text), ())


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    """Return what of a tree every format must agree on."""
    names = {entry.id: _name(entry) for entry in entries}
    return [(names[entry.id], entry.kind, names.get(entry.parent or "", "")) for entry in entries]


def _name(entry: Entry) -> str:
    title = " ".join((entry.title or "").split()).strip(" .:").casefold()
    return f"{(entry.number or '').strip(' .')} {title}".strip()
