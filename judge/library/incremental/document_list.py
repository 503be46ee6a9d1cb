"""What a build reads: what is known of games, and the documents, less those that cannot be read.

Each document that cannot be read is told at once, and `judge lint` has a finding.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.core.diagnostics import Code, Report
from judge.core.errors import SourceError
from judge.core.jsonl import pack
from judge.library import collection
from judge.library.compiled_library import Warn
from judge.library.manifest import SourceFile, load_manifest
from judge.library.parsing import tell_left_out
from judge.reading.metadata import game_names
from judge.reading.metadata.game_names import Game

if TYPE_CHECKING:
    from judge.references.relations import Relation


class DocumentList:
    """The documents of a build."""

    def __init__(self, documents: Sequence[SourceFile], warn: Warn) -> None:
        """Begin with all.

        Args:
            documents: in the order of the collections.
            warn: told, in a sentence, of each that is left out.
        """
        self._documents = documents
        self._warn = warn
        self._errors: dict[str, SourceError] = {}

    def answering(self) -> list[SourceFile]:
        """Return those that are not left out."""
        return [one for one in self._documents if one.key not in self._errors]

    def leave_out(self, key: str, error: SourceError) -> None:
        """Leave out the document of a key.

        Raises:
            SourceError: it is the last.
        """
        self._errors[key] = error
        if not self.answering():
            raise error
        tell_left_out(error, self._warn)

    def findings(self) -> Iterator[tuple[str, str]]:
        """Yield the key of each document that is left out, and the finding about it as JSON."""
        for document in self._documents:
            if error := self._errors.get(document.key):
                reason = str(error).removeprefix(f"{document.path} ").removeprefix(f"{document.path.name} ")
                found = Report()
                found.add(Code.DOCUMENT_UNREAD, 0, f"this document is left out, because it {reason}")
                (finding,) = found.signed(document.key, document.path.name)
                yield document.key, pack(finding)


class Sources(Struct, frozen=True):
    """What a library is compiled from."""

    documents: DocumentList
    games: Sequence[Game] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What players of any game say, each with what it may be called."""
    relations: Sequence[Relation] = ()
    """What a person states of two texts."""
    left_out: str | None = None
    """A sentence on the collections that cannot be read; None where all can."""


def find_sources(folders: Sequence[Path], warn: Warn, without: Collection[str] = ()) -> Sources:
    """Find out what is read.

    Args:
        folders: the collections in order.
        warn: told, in a sentence, what is left out.
        without: keys of documents that are left out.

    Raises:
        CollectionError, ManifestError: the collections cannot be read.
    """
    chosen = collection.readable(folders)
    if chosen.left_out:
        warn(chosen.left_out)
    every = collection.sources(chosen.folders, warn)
    documents = DocumentList(collection.answering(every, without), warn)
    games, words = game_names.load_games(chosen.games), game_names.any_words(chosen.games)
    relations = [one for folder in chosen.folders for one in load_manifest(folder, lambda _: None).relations]
    return Sources(documents, games, words, relations, chosen.left_out)
