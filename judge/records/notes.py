"""A judge's own calls: one Markdown file for each event, which people read and may change by hand.

Reads and writes: `notes/*.md` beside the own library, one program at a time, each file as a whole.

    # Spring Cup

    ## 12. Can a ferry leave at ebb?

    Call: No, it waits.

    - at: tide-rules:1.0 (Tide Rules 2 (2025), 1.0 Ebb)
    - written: 2026-11-25 14:03
    - state: open
    - words then: sha256:0123456789abcdef
    - newer then: tide-faq:ebb

A note on a part of a rule, such as a ruling, has `text then`, how that begins, in place of `words then`.

Only these lines mean something; all others are the person's and stay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.core.errors import CollectionError, JudgeError
from judge.core.files import (
    ASIDE,
    SETTINGS,
    hold_lock,
    read_text,
    replace_file,
    sync_folder,
    user_library,
)
from judge.core.names import on_one_line
from judge.core.numbering import entry_id, slug
from judge.core.tokens import fold

if TYPE_CHECKING:
    from judge.library import Library

HEADING = re.compile(r"## (\d{1,9})\. (.*)")
LINE = re.compile(r"(?:- )?(at|written|state|words then|text then|newer then|Call|Answer): (.*)")
LOCK = ".notes-lock"
"""The file beside the folder that a program holds while it writes."""
OPEN = "open"
SAID = ("at", "written", "state", "words then", "text then", "newer then")
"""The lines below a question and its call, in their order."""


class Note(NamedTuple):
    """A question of a game, and what was ruled."""

    question: str
    call: str = ""
    """What was ruled; empty where nothing was."""
    at: str = ""
    """Id of the rule, or of a part of it; empty without one."""
    where: str = ""
    """Its citation when the note was written."""
    written: str = ""
    """Day and time."""
    state: str = OPEN
    words: str = ""
    """What tells the words of the rule from any others."""
    newer: tuple[str, ...] = ()
    """Ids of what was known to touch the rule already."""
    number: int = 0
    event: str = ""
    answer: str = ""
    """What settled an open question."""
    text: str = ""
    """How a part of the rule began."""

    @property
    def is_open(self) -> bool:
        """Whether the question is still open."""
        return self.state == OPEN

    def has(self, words: str) -> bool:
        """Tell whether all words of a query are in it."""
        text = fold(" ".join((self.question, self.call, self.answer, self.at, self.where, self.event)))
        return all(word in text for word in fold(words).split())


def notes_folder() -> Path:
    """Return the folder of a person's notes, beside the own library; it may not exist yet."""
    return user_library().parent / "notes"


def read_notes(folder: Path) -> list[Note]:
    """Return all notes, by number; none where there is no folder.

    Raises:
        ManifestError: a file cannot be read, or is not text in UTF-8.
    """
    return sorted((note for path in _files(folder) for note in _of_file(path)), key=lambda note: note.number)


def _files(folder: Path) -> list[Path]:
    if not os.path.isdir(folder):  # noqa: PTH112 (it never raises)
        return []
    return sorted(path for path in folder.iterdir() if path.suffix == ".md" and not path.name.startswith("."))


def _of_file(path: Path) -> Iterator[Note]:
    return parsed(read_text(path, SETTINGS), path.stem)


def parsed(text: str, event: str) -> Iterator[Note]:
    """Yield the notes of a text in Markdown, each of the event of the last `# EVENT` above it.

    Args:
        text: of a file of notes, or of several.
        event: of notes that are below no such heading.
    """
    lines = text.splitlines()
    starts = [place for place, line in enumerate(lines) if HEADING.fullmatch(line)]
    for before, start, end in zip([0, *starts], starts, [*starts[1:], len(lines)], strict=False):
        event = next((line[2:].strip() for line in reversed(lines[before:start]) if line.startswith("# ")), event)
        heading = HEADING.fullmatch(lines[start])
        assert heading, "it was found by that"
        said = {match[1]: match[2].strip() for line in lines[start:end] if (match := LINE.fullmatch(line))}
        at, _, where = said.get("at", "").partition(" (")
        yield Note(
            heading[2],
            said.get("Call", ""),
            at,
            where.removesuffix(")"),
            said.get("written", ""),
            said.get("state", OPEN),
            said.get("words then", ""),
            tuple(said.get("newer then", "").split(", ") if said.get("newer then") else ()),
            int(heading[1]),
            event,
            said.get("Answer", ""),
            said.get("text then", ""),
        )


def add(folder: Path, note: Note) -> tuple[Note, Path]:
    """Write a note at the end of the file of its event, and return it with its number, and the file.

    Raises:
        CollectionError: the folder cannot be written to, or another program keeps writing.
        ManifestError: a file cannot be read; nothing was written.
    """
    with _writing(folder):
        return _add(folder, note, read_notes(folder))


def take_over(folder: Path, notes: Iterable[Note]) -> list[Note]:
    """Add notes from elsewhere, each under a number of its own, and return those that were not there yet.

    Args:
        folder: of the notes.
        notes: those of a file that a page of the site saved, or another computer.

    Raises:
        CollectionError: the folder cannot be written to; what was added stays, and is not added again.
    """
    found: list[Note] = []
    with _writing(folder):
        known = read_notes(folder)
        for note in notes:
            if not any((one.question, one.at, one.written) == (note.question, note.at, note.written) for one in known):
                added, _ = _add(folder, note, known)
                known.append(added)
                found.append(added)
    return found


def _add(folder: Path, note: Note, known: Sequence[Note]) -> tuple[Note, Path]:
    numbered = note._replace(number=max((one.number for one in known), default=0) + 1)
    path = folder / f"{slug(note.event)}.md"
    text = read_text(path, SETTINGS) if os.path.lexists(path) else f"# {on_one_line(note.event)}\n"
    _put(path, f"{text.rstrip()}\n\n{_written(numbered)}")
    return numbered, path


def close(folder: Path, number: int, day: str, answer: str = "") -> Note:
    """Say in its file that a note is closed, and return it as it is then.

    Args:
        folder: of the notes.
        number: of the note.
        day: on which it is closed.
        answer: what settles it.

    Raises:
        CollectionError: there is no such note, or two, or the folder cannot be written to.
    """
    with _writing(folder):
        found = [(path, note) for path in _files(folder) for note in _of_file(path) if note.number == number]
        if len(found) != 1:
            what = "two notes have" if found else "there is no note with"
            raise CollectionError(
                f"{what} the number {number}; judge notes lists them, and their files are in {folder}"
            )
        path, note = found[0]
        closed = note._replace(state=f"closed {day}", answer=on_one_line(answer) or note.answer)
        lines = read_text(path, SETTINGS).splitlines()
        start = next(at for at, line in enumerate(lines) if line.startswith(f"## {number}. "))
        end = next((at for at in range(start + 1, len(lines)) if HEADING.fullmatch(lines[at])), len(lines))
        body = [line for line in lines[start:end] if not line.startswith(("- state:", "Answer:"))]
        last = next((at for at, line in enumerate(body) if line.startswith("- ")), len(body))
        answered = [f"Answer: {closed.answer}", ""] if closed.answer else []
        body[last:last] = [*answered, f"- state: {closed.state}"]
        _put(path, "\n".join([*lines[:start], *body, *lines[end:]]).rstrip() + "\n")
    return closed


def exported(folder: Path) -> str:
    """Return all files as one text in Markdown."""
    return "\n".join(read_text(path, SETTINGS) for path in _files(folder))


def notes_on(library: Library, ids: Iterable[str], warn: Callable[[str], object]) -> dict[str, list[Note]]:
    """Return the notes on entries that have any, also those on the same entry of another edition.

    Args:
        library: the opened library.
        ids: of the entries.
        warn: told, in a sentence, where the notes cannot be read.
    """
    folder = notes_folder()
    if not os.path.isdir(folder):  # noqa: PTH112 (it never raises)
        return {}
    try:
        notes = [note for note in read_notes(folder) if note.at]
    except JudgeError as error:
        warn(f"{error}; your notes are not shown")
        return {}
    works = {one["key"]: one["work"] for one in library.documents()} if notes else {}
    found = {id: [note for note in notes if _is_on(library, note, id, works)] for id in ids}
    return {id: on for id, on in found.items() if on}


def _is_on(library: Library, note: Note, id: str, works: Mapping[str, str]) -> bool:
    """Tell whether a note is on an entry, or on what that is in another edition of its work."""
    named, key = entry_id(note.at), id.partition(":")[0]
    document = named.partition(":")[0]
    is_same = document != key and document in works and works[document] == works[key]
    return named == id or (is_same and library.editions.maps().at(named, key) == id)


def _written(note: Note) -> str:
    """Return a note as its file has it; no text of it can begin a line that means something else."""
    question, call, answer = (" ".join(on_one_line(text).split()) for text in (note.question, note.call, note.answer))
    at = f"{note.at} ({on_one_line(note.where)})" if note.at else ""
    values = (at, note.written, note.state, note.words, note.text, ", ".join(note.newer))
    said = [f"- {name}: {value}" for name, value in zip(SAID, values, strict=True) if value]
    told = [line for name, text in (("Call", call), ("Answer", answer)) if text for line in (f"{name}: {text}", "")]
    return "\n".join([f"## {note.number}. {question}", "", *told, *said]) + "\n"


def _put(path: Path, text: str) -> None:
    replace_file(path, text.encode("utf-8", "replace"))
    sync_folder(path.parent)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Keep other programs from writing meanwhile; remove what those that were killed left.

    Raises:
        CollectionError: another program keeps writing, or the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        told = f"another program is writing to your notes in {folder}; try again when it is done"
        with hold_lock(folder.parent / LOCK, told):
            for path in folder.glob(".judge-*"):
                if ASIDE.fullmatch(path.name):
                    path.unlink(missing_ok=True)
            yield
    except OSError as error:
        raise CollectionError(f"your notes in {folder} cannot be written: {error.strerror}") from error
