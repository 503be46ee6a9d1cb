"""Folders and their manifests to the documents in them; what changed since the last build.

Reads: the folders of the collections. Writes: one `SourceFile` a document, and names for the state of a whole
collection and of one document, by which the compiled form is found again or known to be stale.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.core.errors import CollectionError, JudgeError
from judge.core.files import (
    DOCUMENT,
    MANIFEST,
    SETTINGS,
    data_folder,
    game_folders,
    read_file,
    read_text,
    user_library,
)
from judge.library.safekeeping.integrity import FilePlace, place_of
from judge.library.safekeeping.provenance import program_state

if TYPE_CHECKING:
    from judge.library.manifest import SourceFile

SUFFIXES = ".md .markdown .txt .html .htm .pdf .docx .csv .tsv .json .jsonl .yaml .yml".split()
"""Endings of the files of a folder that may be documents; the content decides how each is read."""
ENDINGS = frozenset(SUFFIXES)
BUNDLED = "bundled"
"""The name of the collection that came with the program."""
SUCH = "such as .md, .html or .pdf files"
STATING, HEAD = frozenset((".md", ".markdown", ".txt")), 4096
"""Endings of the files that may be in canonical form, and how many bytes hold the head of one. A bound of the work."""
KEY = re.compile(rb"---\r?\njudge: canonical 1\s*\n(?:(?!---|key:).*\n)*key: *\"?([^\s\"]+)")
NO_DOCUMENTS = ("readme", "license", "changelog")


def candidate_files(folder: Path) -> list[os.DirEntry[str]]:
    """Return the files of a folder that may be documents, by name; what the manifest ignores is among them.

    A link that leads out of the folder, to itself or to nothing is not among them (`links_left_out`).

    Raises:
        CollectionError: the folder cannot be listed.
    """
    try:
        with os.scandir(folder) as listing:
            found = [entry for entry in listing if _may_be_document(entry) and _leads_to_file(entry, folder)]
    except OSError as error:
        raise CollectionError(f"the collection {folder} cannot be read: {error.strerror}") from error
    return sorted(found, key=lambda entry: entry.name)


def named_files(paths: Sequence[Path]) -> list[tuple[Path, bool]]:
    """Return the files that a person names, those of a folder in its place, each with whether its folder was named.

    Raises:
        CollectionError: a folder has no document.
    """
    found: list[tuple[Path, bool]] = []
    for path in paths:
        inside = [(Path(entry.path), True) for entry in candidate_files(path)] if path.is_dir() else [(path, False)]
        if not inside:
            raise CollectionError(f"no documents ({SUCH}) in {path}; name another folder, or a file")
        found += inside
    return list(dict(found).items())


def _may_be_document(entry: os.DirEntry[str]) -> bool:
    stem, suffix = os.path.splitext(entry.name)  # noqa: PTH122 (no Path for thousands of names)
    return suffix.lower() in ENDINGS and entry.name[0] not in "._" and stem.lower() not in NO_DOCUMENTS


def _leads_to_file(entry: os.DirEntry[str], folder: Path) -> bool:
    if not entry.is_symlink():
        return entry.is_file()
    place, inside = os.path.realpath(entry.path), os.path.realpath(folder)
    return os.path.isfile(place) and place.startswith(os.path.join(inside, ""))  # noqa: PTH113, PTH118 (never raise)


def links_left_out(folder: Path) -> list[str]:
    """Return the names of the links in a folder that would be documents if they led to a file of the collection."""
    with os.scandir(folder) as listing:
        links = [entry for entry in listing if entry.is_symlink() and _may_be_document(entry)]
        return sorted(entry.name for entry in links if not os.path.isdir(entry) and not _leads_to_file(entry, folder))  # noqa: PTH112


class SourceState(Struct, frozen=True):
    """In what state collections and the program are."""

    told: str
    """Names, sizes and times of modification; a build is found by it."""
    places: dict[str, FilePlace]
    """By the path of each file. A file that was replaced by one of the same size and time has another place, and so
    has a copy with the same contents."""


def state(folders: Sequence[Path], without: Collection[str] = ()) -> SourceState:
    """Return in what state the collections and the program are; the documents of some keys are left out of them.

    It rests on what the file system says of each file, not on contents, so that a command that finds everything as it
    was costs a listing of the folders.
    """
    lines = [program_state(), *sorted(without), *sorted(f"{key} in {folder} is off" for folder, key in off())]
    places: dict[str, FilePlace] = {}

    def told(path: str, stat: os.stat_result) -> str:
        places[path] = place_of(stat)
        return f"{path} {stat.st_size} {stat.st_mtime_ns}"

    for folder in folders:
        lines.append(str(folder))
        try:
            lines += (told(entry.path, os.stat(entry.path)) for entry in candidate_files(folder))  # noqa: PTH116
            lines += links_left_out(folder)
            if os.path.lexists(folder / MANIFEST):
                lines.append(told(str(folder / MANIFEST), os.stat(folder / MANIFEST)))  # noqa: PTH116
        except (OSError, CollectionError) as error:
            lines.append(str(error))  # a build tells the person
    for folder in game_folders(folders):
        try:
            with os.scandir(folder) as listing:
                files = sorted(listing, key=lambda entry: entry.name)
                lines += (told(entry.path, os.stat(entry.path)) for entry in files)  # noqa: PTH116
        except OSError as error:
            lines.append(f"{folder} {error}")
    return SourceState("\n".join(lines).encode("utf-8", "backslashreplace").decode("utf-8"), places)


def contents(paths: Iterable[str]) -> dict[str, int | None]:
    """Return the checksums of files by their paths; None where one cannot be read."""
    found: dict[str, int | None] = {}
    for path in paths:
        try:
            found[path] = zlib.crc32(read_file(Path(path), DOCUMENT))
        except JudgeError:
            found[path] = None
    return found


class Collections(Struct, frozen=True):
    """The folders that documents and what is known of games are read from."""

    folders: Sequence[Path]
    games: Sequence[Path]
    left_out: str | None = None
    """Why the person's own library is not among them, in a sentence."""


def readable(folders: Sequence[Path]) -> Collections:
    """Return the collections without the person's own library if that is broken: it never takes the others with it.

    Args:
        folders: the collections in order.

    Raises:
        JudgeError: the person's own library is broken, and there is no other.
    """
    from judge.library.manifest import load_manifest
    from judge.reading.metadata import game_names

    own, of_games = user_library(), game_folders(folders)
    try:
        if own in folders:
            candidate_files(own)
            load_manifest(own, lambda _: None)
        if own / "games" in of_games:
            game_names.load_games([own / "games"])
            game_names.any_words([own / "games"])
    except JudgeError as error:
        others = [folder for folder in folders if folder != own]
        if not others:
            raise
        left_out = f"{error}; your own library is left out"
        return Collections(others, [folder for folder in of_games if folder != own / "games"], left_out)
    return Collections(folders, of_games)


def sources(folders: Sequence[Path], warn: Callable[[str], object]) -> list[SourceFile]:
    """List the documents of the collections, with their keys.

    Args:
        folders: the collections in order; where two hold one key, the later becomes `KEY~2`.
        warn: is told, in a sentence, of what was settled without asking.

    Raises:
        CollectionError: there is no document in any folder.
        ManifestError: a manifest has a mistake.
    """
    from judge.library.manifest import DocumentTable, SourceFile, groups_of_folder, load_manifest

    found: list[SourceFile] = []
    taken: set[str] = set()
    for folder in folders:
        described = load_manifest(folder, warn if folder == user_library() else None)
        names = [entry.name for entry in candidate_files(folder)]
        links = links_left_out(folder)
        for name in links:
            warn(f"{folder / name} is a symbolic link to a file outside this collection; it is left out")
        for missing in [name for name in described.documents if name not in names and name not in links]:
            warn(f"{folder / MANIFEST} names {missing}, which does not exist; it is left out")
        names = [name for name in names if not any(fnmatch(name, pattern) for pattern in described.ignore)]
        beside = groups_of_folder(folder, names, described.documents, warn)
        for name in sorted(set(names) - {one.file for one in beside.values()}):
            row = described.documents.get(name, DocumentTable())
            wanted = row.key or key_of(folder / name)
            key, count = wanted, 2
            while key in taken:
                key, count = f"{wanted}~{count}", count + 1
            if key != wanted:
                warn(f"two documents have the key {wanted}; {folder / name} gets the key {key}")
            taken.add(key)
            groups = beside[name].groups if name in beside else None
            found.append(SourceFile(folder / name, key, row, groups, folder == data_folder("corpus")))
    if not found:
        listed = ", ".join(str(folder) for folder in folders)
        raise CollectionError(f"no documents ({SUCH}) in {listed}; put one there, or name another folder")
    return found


def key_of(path: Path) -> str:
    """Return the key of a document that no manifest gives: what the head of a canonical one states, else its stem."""
    from judge.core.numbering import slug

    stated = None
    if path.suffix.lower() in STATING:
        with suppress(JudgeError):
            stated = KEY.match(read_file(path, DOCUMENT, HEAD))
    return slug(stated[1].decode("utf-8", "replace") if stated else path.stem)


def off() -> frozenset[tuple[str, str]]:
    """Return the documents that a person does not want answers from: the name of the collection of each, and its key.

    Raises:
        ManifestError: the file that lists them cannot be read.
    """
    path = off_file()
    if not os.path.lexists(path):
        return frozenset()
    lines = (line.partition("\t") for line in read_text(path, SETTINGS).splitlines())
    return frozenset((folder, key) for key, _, folder in lines if key)


def off_file() -> Path:
    """Return the file that lists the documents that do not answer, beside the person's own library."""
    return user_library().parent / "off.txt"


def name_of(source: SourceFile) -> tuple[str, str]:
    """Return the name of a document's collection, the same wherever the program is installed, and its key."""
    return BUNDLED if source.bundled else str(source.path.parent), source.key


def answering(found: Sequence[SourceFile], without: Collection[str] = ()) -> list[SourceFile]:
    """Leave out the documents of some keys, and those that a person does not want answers from.

    Raises:
        CollectionError: none is left.
    """
    barred = off()
    left = [source for source in found if source.key not in without and name_of(source) not in barred]
    if not left:
        raise CollectionError("every document is off; judge list --on KEY switches one on again")
    return left


def content_signature(source: SourceFile, data: bytes, known: object) -> str:
    """Return a name for what a document is parsed from.

    Args:
        source: its key and its row count.
        data: its content.
        known: what else reading it rests on: the games, the program, the code of others.
    """
    import hashlib

    signature = hashlib.sha256(data)
    about = (source.key, source.path.name, source.row, source.groups, source.bundled, known)
    signature.update(repr(about).encode("utf-8", "backslashreplace"))
    return signature.hexdigest()
