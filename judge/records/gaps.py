"""Queries that found nothing good, which a person may keep on this computer; off until `judge gaps --on`.

Reads and writes: `gaps.jsonl` beside the own library, a line for each query. The file is the switch: while it is there,
queries are kept; switched off, it is called `gaps-off.jsonl`. Nothing else reads it, and nothing sends it.

    {"written": "2026-11-25 14:03", "query": "mooring fee", "answer": "none", "missing": ["fee"], "opened": ["tide:2"]}

`opened` has the answers that were opened after the first one did not do, or after none was found.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.core.errors import CollectionError
from judge.core.files import FINDINGS, hold_lock, read_file, replace_file, user_library
from judge.core.jsonl import dumps
from judge.core.names import on_one_line
from judge.core.numbering import entry_id
from judge.core.tokens import fold

if TYPE_CHECKING:
    from judge.library import Library
    from judge.search.lookup import Reply

NAME, SWITCHED_OFF = "gaps.jsonl", "gaps-off.jsonl"
LOCK = ".gaps-lock"
LARGEST = 256 * 1024
"""Bytes after which the older half of the file goes. Chosen, not fitted."""
LONGEST_PHRASE = 3
"""Words of a query that is proposed as a whole, where each of its words is known. Chosen, not fitted."""
MOST_QUERIES = 200
"""Queries, the newest first, of which proposals are made; each is asked again. Chosen, not fitted."""


class Gap(NamedTuple):
    """A query that found nothing good."""

    query: str
    answer: str
    """Sure, unsure or none."""
    missing: tuple[str, ...]
    """Words that no document has."""
    opened: tuple[str, ...] = ()
    """Ids of the entries that were opened afterwards."""
    written: str = ""


class Proposal(NamedTuple):
    """A word for `[words]` of a game, with the entry whose title it may mean."""

    word: str
    id: str
    """Empty where nothing was opened afterwards."""
    queries: tuple[str, ...]


def gaps_file(*, on: bool = True) -> Path:
    """Return the file of the queries, as it is called while they are kept or not; it may not exist."""
    return user_library().parent / (NAME if on else SWITCHED_OFF)


def is_on() -> bool:
    """Tell whether queries are kept."""
    return os.path.isfile(gaps_file())  # noqa: PTH113 (it never raises)


def switch(*, on: bool) -> None:
    """Keep queries from now on, or no more; what was kept stays.

    Raises:
        CollectionError: the folder cannot be written to.
    """
    kept, other = gaps_file(on=on), gaps_file(on=not on)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        if other.exists():
            other.replace(kept)
        elif on:
            kept.touch()
    except OSError as error:
        raise CollectionError(f"{kept} cannot be written: {error.strerror}") from error


def clear() -> None:
    """Delete what was kept; whether queries are kept stays as it is."""
    gaps_file(on=False).unlink(missing_ok=True)
    if is_on():
        gaps_file().write_bytes(b"")


def asked(query: str, reply: Reply) -> Gap:
    """Return a query with what is to be known of its answers."""
    record = reply.record(query)
    return Gap(on_one_line(query), record["answer"], tuple(record["missing"]))


def keep(gap: Gap) -> None:
    """Keep a query, if the person wants that; where it cannot be written, nothing is kept, and no answer is late."""
    if not is_on():
        return
    line = dumps(gap._replace(written=f"{datetime.now().astimezone():%Y-%m-%d %H:%M}")._asdict()) + "\n"
    path = gaps_file()
    with suppress(OSError, CollectionError), hold_lock(path.parent / LOCK, "another program keeps writing"):
        _append(path, line.encode("utf-8", "replace"))


def _append(path: Path, line: bytes) -> None:
    """Write a line at the end, whole or not at all; of a file that is too large, only the newer half stays."""
    data = path.read_bytes()
    if len(data) + len(line) > LARGEST:
        lines = data.splitlines(keepends=True)
        replace_file(path, b"".join([*lines[len(lines) // 2 :], line]))
        return
    whole = data[: data.rfind(b"\n") + 1]
    with path.open("r+b", buffering=0) as file:
        file.truncate(len(whole))  # what a killed program left of a line would spoil this one
        file.seek(len(whole))
        try:
            if file.write(line) != len(line):
                file.truncate(len(whole))
        except OSError:
            file.truncate(len(whole))


def keep_opened(gap: Gap, place: int, id: str) -> None:
    """Keep that an answer was opened, unless it is the first one of a query that found something."""
    if place > 1 or gap.answer == "none":
        keep(gap._replace(opened=(id,)))


def read_gaps(path: Path) -> list[Gap]:
    """Return the queries of a file, in the order in which they were asked; lines that are none are left out.

    Raises:
        CollectionError: the file cannot be read.
    """
    return list(_parsed(read_file(path, FINDINGS).decode("utf-8", "replace")))


def _parsed(text: str) -> Iterator[Gap]:
    for line in text.splitlines():
        with suppress(ValueError, TypeError, AttributeError):
            said = json.loads(line)
            missing, opened = (
                tuple(map(on_one_line, map(str, said.get(name) or ()))) for name in ("missing", "opened")
            )
            query, answer, written = (on_one_line(str(said.get(name, ""))) for name in ("query", "answer", "written"))
            if query:
                yield Gap(query, answer, missing, opened, written)


def proposals(library: Library, gaps: Iterable[Gap]) -> list[Proposal]:
    """Return the words that found nothing, those first that an opened entry may explain, the more often asked first.

    What is answered by now is left out: a query or a word that finds the entry that was opened first, or, where nothing
    was opened, finds anything.

    Args:
        library: the library as it is now.
        gaps: the queries.
    """
    by_query: dict[str, list[Gap]] = {}
    for gap in reversed(list(gaps)):
        if gap.query in by_query or len(by_query) < MOST_QUERIES:
            by_query.setdefault(gap.query, []).append(gap)
    found: dict[tuple[str, str], list[str]] = {}
    for query, kept in by_query.items():
        opened = dict.fromkeys(entry_id(id) for gap in kept for id in gap.opened)
        for id in opened or [""]:
            for word in () if _is_answered(library, query, id) else _words(query, kept):
                found.setdefault((word, id), []).extend([query] * len(kept))
    made = [
        Proposal(word, id, tuple(queries))
        for (word, id), queries in found.items()
        if not _is_answered(library, word, id)
    ]
    return sorted(made, key=lambda one: (not one.id, -len(one.queries)))


def _is_answered(library: Library, query: str, id: str) -> bool:
    """Tell whether a query finds an entry first by now, or without one, whether it finds any."""
    reply = library.reply(query, 1)
    best = entry_id(reply.answers[0].row.id) if reply.answers and not reply.weak else ""
    return best == id if id else bool(best)


def _words(query: str, kept: Iterable[Gap]) -> list[str]:
    """Return the words that no document had, or a short query as a whole."""
    missing = list(dict.fromkeys(fold(word) for gap in kept for word in gap.missing))
    phrase = " ".join(fold(query).split())
    return missing or ([phrase] if len(phrase.split()) <= LONGEST_PHRASE else [])
