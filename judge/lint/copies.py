"""Corrected copies of anybody's files: the numbers of citations, replaced in their places, and no other byte.

Only a finding that says what is to stand in the place of its number is corrected. A file is written in the encoding in
which it was read, with its own line ends.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.citations.files import TextFile, readable
from judge.core.errors import CollectionError
from judge.core.jsonl import Record
from judge.lint.fixing import replaced_number
from judge.reading.source import LINE_END


class Copy(NamedTuple):
    """A corrected copy."""

    file: TextFile
    data: bytes
    diff: str
    """Against the original, in the unified form."""
    corrected: int
    """How many citations were corrected."""


def corrected(files: Iterable[TextFile], found: Iterable[Record]) -> Iterator[Copy]:
    """Yield a copy of each file in which a citation is corrected.

    Args:
        files: those that were read.
        found: the findings about them.
    """
    wanted: dict[str, list[Record]] = defaultdict(list)
    for finding in found:
        if replaced_number(finding):
            wanted[finding["file"]].append(finding)
    for file in files:
        if file.name in wanted:
            copy = _corrected(file, wanted[file.name])
            if copy.corrected:
                yield copy


def _corrected(file: TextFile, found: Sequence[Record]) -> Copy:
    """Return the copy of a file; a number that does not stand where it was found is left alone."""
    starts = [0, *(match.end() for match in LINE_END.finditer(file.raw))]
    parts: list[str] = []
    place = count = 0
    for finding in sorted(found, key=lambda one: (one["line"], one["column"])):
        number = replaced_number(finding) or ""
        start = starts[finding["line"] - 1] + finding["column"] - 1
        if start < place or not file.raw.startswith(number, start):
            continue
        parts += [file.raw[place:start], finding["suggestion"]]
        place = start + len(number)
        count += 1
    text = "".join([*parts, file.raw[place:]])
    before, after = (LINE_END.split(readable(one)) for one in (file.raw, text))
    diff = difflib.unified_diff(before, after, file.name, f"{file.name} (corrected)", lineterm="", n=1)
    return Copy(file, file.encoded(text), "\n".join(diff) + "\n", count)


def named(copies: Sequence[Copy]) -> dict[str, bytes]:
    """Return the bytes of copies by what each is called.

    Raises:
        CollectionError: two of them have one name.
    """
    found: dict[str, bytes] = {}
    for copy in copies:
        if copy.file.place in found:
            raise CollectionError(f"two files are called {copy.file.place}; correct the folders one after the other")
        found[copy.file.place] = copy.data
    return found
