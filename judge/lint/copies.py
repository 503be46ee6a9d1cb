"""Corrected copies of anybody's files: the numbers of citations, replaced in their places, and no other byte.

Only a finding that says what is to stand in the place of its number is corrected. A file is written in the encoding in
which it was read, with its own line ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.citations.files import TextFile, readable
from judge.core.errors import CollectionError
from judge.core.jsonl import Record
from judge.lint.fixing import corrections, diff, replaced


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
        wanted[finding["file"]].append(finding)
    for file in files:
        text, count = replaced(file.raw, corrections(wanted[file.name]))
        if count:
            yield Copy(file, file.encoded(text), diff(file.name, readable(file.raw), readable(text)), count)


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
