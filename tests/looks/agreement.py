"""How far the same drawn text is read alike in all formats.

No truth is needed: the trees of two formats are compared with each other.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from judge.build.collection import SourceFile
from judge.build.parsing import ReadingContext, parse_document
from judge.core.model import Entry
from tests.looks.choices import Look
from tests.looks.documents import write
from tests.looks.printing import FORMATS
from tests.looks.sampling import looks

Row = tuple[str, str, str]
"""Number and title of an entry, its kind, and number and title of the one above it."""
SHOWN = {"format": "markdown", "script": "latin", "labels": "english"}
"""What is drawn of a look for which each format has letters and words."""
BARE = dict.fromkeys(("contents", "furniture", "wrapping", "extras", "damage"), "none")
"""What is left out of a look, since not every format has it."""


def texts(count: int, seed: int = 0) -> Iterator[tuple[Look, str]]:
    """Yield drawn looks, each with a text in Markdown.

    To CommonMark, and so to all other formats, `3. Play` above `====` is an item of a list: such headings have `##`.
    """
    draw = random.Random(f"agreement {seed}")
    for look in draw.sample(looks(), count):
        own = replace(look, **SHOWN, **BARE, headings="atx" if look.headings == "setext" else look.headings)
        yield own, write(own, seed).text


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    """Return what of a tree every format must agree on."""
    names = {entry.id: _name(entry) for entry in entries}
    return [(names[entry.id], entry.kind, names.get(entry.parent or "", "")) for entry in entries]


def _name(entry: Entry) -> str:
    title = " ".join((entry.title or "").split()).strip(" .:").casefold()
    return f"{(entry.number or '').strip(' .')} {title}".strip()


def read(text: str, form: str) -> Sequence[Entry]:
    """Read a text as a file of a format."""
    ending, printed = FORMATS[form]
    source = SourceFile(Path(f"made-up{ending}"), "doc", {})
    return parse_document(source, printed(text), ReadingContext({}, ())).entries


def agreement(one: Iterable[Row], other: Iterable[Row]) -> tuple[int, int]:
    """Return how many entries both trees have, and how many either has."""
    left, right = Counter(one), Counter(other)
    return (left & right).total(), (left | right).total()
