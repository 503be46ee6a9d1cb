"""Corrected copies of documents: the numbers of wrong references, replaced in their places.

Only what is of level error and has a number as its suggestion is changed, and only the digits; originals are never
touched.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.core.diagnostics import Report
from judge.core.errors import CollectionError
from judge.core.files import DOCUMENT, read_file
from judge.core.jsonl import Record
from judge.core.numbering import NUMBER, parse
from judge.reading.source import LINE_END, decode

AT_NUMBER = re.compile(NUMBER)


class Fixed(NamedTuple):
    """A corrected document."""

    name: str
    text: str
    diff: str
    """Against the original, in the unified form."""
    corrected: int
    """How many references were corrected."""


def fix(found: Iterable[Record], folders: Sequence[Path]) -> Iterator[Fixed]:
    """Yield the corrected text of each document that has something to correct.

    Args:
        found: findings.
        folders: the collections in which the documents lie.
    """
    wanted: dict[str, list[Record]] = {}
    for finding in found:
        if finding["level"] == "error" and finding["suggestion"] and parse(finding["suggestion"]):
            wanted.setdefault(finding["file"], []).append(finding)
    for name, findings in wanted.items():
        path = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if path:
            yield _fixed(name, decode(read_file(path, DOCUMENT), Report()), findings)


def _fixed(name: str, text: str, findings: Iterable[Record]) -> Fixed:
    parts = re.split(f"({LINE_END.pattern})", text)
    before = list(parts)
    count = 0
    for finding in sorted(findings, key=lambda finding: (finding["line"], -finding["column"])):
        place = 2 * (finding["line"] - 1)
        printed = AT_NUMBER.match(parts[place], finding["column"] - 1)
        if printed:
            line = parts[place]
            parts[place] = line[: printed.start()] + finding["suggestion"] + line[printed.end() :]
            count += 1
    diff = difflib.unified_diff(before[::2], parts[::2], name, f"{name} (corrected)", lineterm="", n=1)
    return Fixed(name, "".join(parts), "\n".join(diff) + "\n", count)


def write_fixed(fixed: Sequence[Fixed], target: Path, folders: Sequence[Path]) -> None:
    """Write corrected documents into a folder.

    Raises:
        CollectionError: the folder holds the originals, or cannot be written to.
    """
    if target.resolve() in [folder.resolve() for folder in folders]:
        raise CollectionError(f"{target} holds the originals, which are never changed; name another folder")
    try:
        target.mkdir(parents=True, exist_ok=True)
        for one in fixed:
            (target / one.name).write_bytes(one.text.encode("utf-8"))
    except OSError as error:
        raise CollectionError(f"{target} cannot be written to: {error.strerror}") from error
