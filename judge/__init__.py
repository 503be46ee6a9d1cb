"""Rules look-up for card-game judges.

    import judge
    library = judge.open()                        # or judge.open(corpus=["my-documents"])
    library.search("uniqueness auction", limit=5)
    library.find("24.8.1.3")

The modules, in the order in which a document passes through them (docs/architecture.md):

model, records      the words everything speaks in, and their JSON
diagnostics         what is wrong with a document, as data
source, richtext    bytes to lines to text with emphasis and places
dialects            lines to entries: one module for each way in which documents are written
numbering, titles   section numbers and titles as things that compare
extract, resolve    references, found and then resolved
collection, manifest, parsing   folders and corpus.toml to parsed documents
compiling, compiled, store, index   the compiled form: built once, then read
lookup, snippets    what a judge types to answers
subjects, meeting   what bears on several names together
cardsheet           all that is known of one card
library             the one handle on all of it
pages, render       the site as text: what stands on which page, and how it looks
site, serve         the site as a folder, and on this computer
screen, gathered, cli   what a terminal shows
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from judge.core.errors import CollectionError, JudgeError, LibraryDamaged, ManifestError, NoEntry, SourceError
from judge.version import __version__

if TYPE_CHECKING:
    from judge.library import Library

__all__ = [
    "CollectionError",
    "JudgeError",
    "LibraryDamaged",
    "ManifestError",
    "NoEntry",
    "SourceError",
    "__version__",
    "open",
]


def open(corpus: Sequence[str | Path] = ()) -> Library:
    """Open a library.

    Args:
        corpus: folders of documents. Without any, those of the environment variable JUDGE_CORPUS; without that,
            the bundled collection and the person's own library.

    Returns:
        The library, compiled; usable as a context manager.

    Raises:
        CollectionError: a folder is missing or holds no documents.
        ManifestError: a corpus.toml has a mistake.
        SourceError: no document can be read.
    """
    from judge.library import Library

    return Library(corpus)
