"""The documents of a build, less those that cannot be read: each is told at once, and `judge lint` has a finding."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence

from judge.build.collection import SourceFile
from judge.build.compiled_library import Warn
from judge.core.diagnostics import Code, Report
from judge.core.errors import SourceError, UnforeseenError
from judge.core.files import debugging
from judge.core.jsonl import pack


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
        """Yield the key of each document that is left out, and the record of the finding about it."""
        for document in self._documents:
            if error := self._errors.get(document.key):
                reason = str(error).removeprefix(f"{document.path} ").removeprefix(f"{document.path.name} ")
                found = Report()
                found.add(Code.DOCUMENT_UNREAD, 0, f"this document is left out, because it {reason}")
                (finding,) = found.signed(document.key, document.path.name)
                yield document.key, pack(finding)


def tell_left_out(error: SourceError, warn: Warn) -> None:
    """Tell, in a sentence, why a document is left out; with JUDGE_DEBUG also where the program failed."""
    warn(f"{error}; it is left out")
    if debugging() and isinstance(error, UnforeseenError):
        for line in "".join(traceback.format_exception(error)).splitlines():
            warn(line)
