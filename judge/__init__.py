"""Rules look-up for card-game judges.

    import judge
    library = judge.open()                        # or judge.open(corpus="my-documents")
    library.search("uniqueness auction", limit=5)
    library.find("24.8.1.3")

The packages, in the order of a document's way through them; each opens on a page that says what it reads and writes
(docs/design/architecture.md):

core         the model, records, errors, findings, numbers, titles, words
reading      the bytes of one document to its entries
references   places that point at other entries: found, then resolved
checks       what every build checks
editions     documents of one game beside each other: counterparts, what is in force, what changed
library      folders of documents to the compiled library; own_library: a person's own
search       what a judge types to the entries that answer it
pipeline     files to an answer; opened_library: the one handle on all of it
citations    whether rules exist and say what is said of them
lint         findings as people and machines ask for them
records      the records that answer a question
site, server, cli   the library as a site, over a socket, on a terminal

What is in `__all__` is for other programs, and stays. It is imported when it is first asked for, so that
`import judge` costs nothing until something is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.core.errors import (
    CollectionError,
    JudgeError,
    LibraryDamaged,
    ManifestError,
    NoEntry,
    SiteError,
    SourceError,
    ThemeError,
)
from judge.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from judge.citations.check import CitesReport, cites
    from judge.citations.verify import Verified, verify
    from judge.core.diagnostics import Finding
    from judge.core.jsonl import Record
    from judge.core.model import Block, Document, Entry, Errata, Furniture, Link, Mark, Place, Reference
    from judge.core.text_facts import Newer, TextFacts
    from judge.editions.edition_changes import Affected, Change, Comparison, EditionStep
    from judge.editions.edition_maps import Maps
    from judge.editions.library_editions import Editions
    from judge.editions.point_in_time import Day
    from judge.opened_library import Library
    from judge.search.entries import Entries, Transclusion
    from judge.search.interactions.card_page import CardRecord, MentionedCard, Passage
    from judge.search.interactions.subjects import InteractionLine, InteractionPart, Interactions
    from judge.search.locating import Match
    from judge.search.lookup import Answer, Reply
    from judge.search.wording.typed_words import Suggestion

LATER = {
    name: module
    for module, names in {
        "judge.citations.check": "CitesReport cites",
        "judge.citations.verify": "Verified verify",
        "judge.core.diagnostics": "Finding",
        "judge.core.jsonl": "Record",
        "judge.core.model": "Block Document Entry Errata Furniture Link Mark Place Reference",
        "judge.core.text_facts": "Newer TextFacts",
        "judge.editions.edition_changes": "Affected Change Comparison EditionStep",
        "judge.editions.edition_maps": "Maps",
        "judge.editions.library_editions": "Editions",
        "judge.editions.point_in_time": "Day",
        "judge.opened_library": "Library",
        "judge.search.entries": "Entries Transclusion",
        "judge.search.interactions.card_page": "CardRecord MentionedCard Passage",
        "judge.search.interactions.subjects": "InteractionLine InteractionPart Interactions",
        "judge.search.locating": "Match",
        "judge.search.lookup": "Answer Reply",
        "judge.search.wording.typed_words": "Suggestion",
    }.items()
    for name in names.split()
}
"""The module of each public name that is imported when it is first asked for."""
__all__ = [
    "Affected",
    "Answer",
    "Block",
    "CardRecord",
    "Change",
    "CitesReport",
    "CollectionError",
    "Comparison",
    "Day",
    "Document",
    "EditionStep",
    "Editions",
    "Entries",
    "Entry",
    "Errata",
    "Finding",
    "Furniture",
    "InteractionLine",
    "InteractionPart",
    "Interactions",
    "JudgeError",
    "Library",
    "LibraryDamaged",
    "Link",
    "ManifestError",
    "Maps",
    "Mark",
    "Match",
    "MentionedCard",
    "Newer",
    "NoEntry",
    "Passage",
    "Place",
    "Record",
    "Reference",
    "Reply",
    "SiteError",
    "SourceError",
    "Suggestion",
    "TextFacts",
    "ThemeError",
    "Transclusion",
    "Verified",
    "__version__",
    "cites",
    "open",
    "verify",
]


if not TYPE_CHECKING:  # a type checker, which reads the imports above, would take any name to be there

    def __getattr__(name: str) -> object:
        """Import a public name when it is first asked for."""
        from importlib import import_module

        if name not in LATER:
            raise AttributeError(f"module 'judge' has no attribute '{name}'")
        found = getattr(import_module(LATER[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """List the public names, those that are imported later among them."""
    return sorted({*globals(), *__all__})


def open(corpus: str | Path | Sequence[str | Path] = ()) -> Library:
    """Open a library.

    Args:
        corpus: a folder of documents, or several. Without any, those of the environment variable JUDGE_CORPUS; without
            that, the bundled collection and the person's own library.

    Returns:
        The library, compiled; usable as a context manager.

    Raises:
        CollectionError: a folder is missing or holds no documents.
        ManifestError: a corpus.toml has a mistake.
        SourceError: no document can be read.
    """
    from judge.opened_library import Library

    return Library(corpus)
