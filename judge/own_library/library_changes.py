"""The person's own library: documents added and removed, in one folder with a manifest.

Everything is read before anything is written, and what is written is put in place by renaming: a file that cannot be
read, a full disk or Ctrl-C leaves the library as it was. One program at a time writes (`_writing`). A document is what
`collection.sources` says is one, whether the manifest names it or not: where a program was killed between a copy and
the manifest, `list` and `remove` still speak of the same documents.

The manifest is the person's: what is in it was said by them, by hand or by an option, and stays. What `add` finds
out about a document is not written there, since it is found out again from every text that takes its place. A change
touches the lines of one table and no others (`manifest_editing`). A file that a change takes away has a second name in
`removed/DATE`, inside the library, before anything is touched; beside it lies its table, `FILE.toml`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.core.errors import CollectionError, JudgeError, SourceError
from judge.core.files import (
    ASIDE,
    DOCUMENT,
    MANIFEST,
    SETTINGS,
    corpus_folders,
    game_folders,
    hold_lock,
    link_or_copy,
    move_into_place,
    read_file,
    read_text,
    replace_file,
    sync_folder,
    write_aside,
)
from judge.core.likeness import nearest_spelling
from judge.core.model import Document, replace
from judge.core.numbering import slug
from judge.core.tokens import fold
from judge.library.collection import key_of, name_of, named_files, off, off_file, sources
from judge.library.manifest import NAME, DocumentTable, SourceFile, check_manifest, groups_beside
from judge.library.parsing import ParsedDocument, settled_document, tell_left_out, witness
from judge.own_library.profile_files import load_profile
from judge.pipeline import parse_alone
from judge.reading.metadata import game_names
from judge.reading.metadata.agreement import agree
from judge.reading.metadata.game_names import Game
from judge.reading.opening import ending, open_file

if TYPE_CHECKING:
    from judge.library.compiled_library import Progress

HEAD = """# Your own library. `judge list --why` shows what was detected about a document; where that is wrong,
# write the correct title, game, edition, date or dialect here. Your lines are kept.
"""
REMOVED = "removed"
"""The folder inside the library with what its changes took away, in a folder for each day."""
LOCK = ".library-lock"
"""The file beside the library that a program holds while it writes; the system lets go of it when the program ends."""
SHORTEST_KEY = 4
"""Letters a file's name must have to say anything; a shorter one gives way to the title."""


def switch(keys: Sequence[str], corpus: Sequence[str], *, on: bool) -> None:
    """Let documents answer again, or no more; neither they nor their manifests are touched.

    Args:
        keys: their keys.
        corpus: the collections in use, as `judge.open` takes them.
        on: whether they answer.

    Raises:
        CollectionError: no document of the collections has one of the keys.
    """
    names = {source.key: name_of(source) for source in sources(corpus_folders(corpus), lambda _: None)}
    for key in keys:
        if key not in names:
            near = [one.word for one in nearest_spelling(key, list(names), 0.0, 3)]
            raise CollectionError(f"no document has the key '{key}'; the closest are {', '.join(near)}")
    changed = {names[key] for key in keys}
    left = off() - changed if on else off() | changed
    path = off_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{key}\t{folder}\n" for folder, key in sorted(left))
    replace_file(path, lines.encode("utf-8", "surrogateescape"))


class Addition(NamedTuple):
    """A document that is about to be added."""

    source: Path
    data: bytes
    parsed: ParsedDocument
    said: DocumentTable
    """What is said of it: by the person, and by its profile."""
    groups: Path | None = None
    """The file that lists the members of its groups of cards."""

    @property
    def document(self) -> Document:
        """What was found out."""
        return self.parsed.document

    @property
    def name(self) -> str:
        """The name of its copy."""
        opened = open_file(self.data, self.source.name)
        return f"{self.document.key}{ending(opened.format, self.source.suffix)}"


def prepare(
    paths: Sequence[Path],
    library: Path,
    given: DocumentTable,
    warn: Callable[[str], object] = lambda _: None,
    profile: str | None = None,
    progress: Progress = lambda *_: None,
) -> list[Addition]:
    """Read files that are to be added and find out what they are; nothing is written.

    Args:
        paths: the files, and folders with files.
        library: the folder of the person's library; it may not exist yet.
        given: what the person says of them, as a table without a file.
        warn: told, in a sentence, of what cannot be read in a folder, as long as something else can, and of profiles.
        profile: the file or the name of the profile by which they are read.
        progress: told which file is read.

    Raises:
        SourceError: a file cannot be read.
        ManifestError: the library's manifest or a profile is broken.
        CollectionError: one key for several files.
    """
    files = named_files(paths)
    if given.key is not None and len(files) > 1:
        raise CollectionError("--key names one document; add the files one by one")
    reader = _Reader(library, warn)
    read: list[Addition] = []
    failed: list[SourceError] = []
    used = {path.parent / beside.file for path, _ in files if (beside := groups_beside(path, given))}
    for number, (path, in_folder) in enumerate(files):
        if path in used:
            continue
        progress(f"reading {path.name}", number, len(files))
        said = load_profile(profile, path.name).row.overlay(given) if profile else given
        try:
            read.append(reader.with_profile(reader.read(path, said)))
        except SourceError as error:
            failed.append(error)
            if not in_folder or len(failed) == len(files):
                raise
            tell_left_out(error, warn)
    additions = _agreed(read, reader.games)
    first: dict[str, Path] = {}
    for one in additions:
        other = first.setdefault(one.document.key, one.source)
        if other != one.source:
            raise CollectionError(
                f"{other} and {one.source} would both get the key {one.document.key}; add them one by one with --key"
            )
    return additions


def _agreed(additions: Sequence[Addition], games: Sequence[Game]) -> list[Addition]:
    """Let what is added together agree on the names of its games, as it will in the library."""
    found = agree([witness(one.parsed, Path()) for one in additions], games)
    pairs = [(one, settled_document(one.parsed, game, games)) for one, game in zip(additions, found, strict=True)]
    return [one._replace(parsed=replace(one.parsed, document=document)) for one, document in pairs]


class _Reader:
    """Reads files that are to be added, with what is known of games and of the documents that are there."""

    def __init__(self, library: Path, warn: Callable[[str], object]) -> None:
        self.library = library
        self.warn = warn
        self.games = game_names.load_games(game_folders([library]))
        self.described = {_key(row): row for row in _rows(library, _manifest_text(library)).values()}

    def read(self, path: Path, row: DocumentTable) -> Addition:
        """Read a file, of which the row is said and what the manifest says of the document of its key."""
        beside = groups_beside(path, row)
        data, stem = read_file(path, DOCUMENT), key_of(path)
        source = SourceFile(path, row.key or stem, row, beside.groups if beside else None)
        parsed = parse_alone(source, data, self.games)
        says_nothing = stem == "entry" or sum(char.isalpha() for char in stem) < SHORTEST_KEY
        if row.key is None and says_nothing:
            edition = f" {parsed.document.edition}" if parsed.document.edition else ""
            source = source._replace(key=slug(parsed.document.title + edition))
            parsed = parse_alone(source, data, self.games)
        if known := self.described.get(source.key):
            parsed = parse_alone(source._replace(row=known.overlay(row)), data, self.games)
        return Addition(path, data, parsed, row, path.parent / beside.file if beside else None)

    def with_profile(self, one: Addition) -> Addition:
        """Give a document that has no profile that of the edition before it, or one that fits it and betters it."""
        if self.described.get(one.document.key, DocumentTable()).overlay(one.said).has_samples():
            return one
        with_samples = (row for row in self.described.values() if row.has_samples())
        older = next((row for row in with_samples if self._is_edition(row, one)), None)
        if older:
            profile, told = older.profile(), f"{one.source} now uses the profile of {_key(older)}"
        elif one.parsed.reading.doubts or one.document.dialect == "plain":
            from judge.own_library.file_readings import suggested_profile

            if not (suggested := suggested_profile(one.source)):
                return one
            profile, told = suggested.row, f"{one.source} is read with the profile {suggested.name}"
        else:
            return one
        self.warn(f"{told}, and its {MANIFEST} now names that profile; judge read shows the difference")
        return self.read(one.source, profile.overlay(one.said))

    def _is_edition(self, row: DocumentTable, one: Addition) -> bool:
        """Tell whether a document of the library is an edition of the same work: by their titles and games."""
        source = SourceFile(self.library / row.file, _key(row), row)
        try:
            other = parse_alone(source, read_file(source.path, DOCUMENT), self.games).document
        except SourceError:
            return False
        return (fold(other.title), other.game) == (fold(one.document.title), one.document.game)


def add(additions: Sequence[Addition], library: Path, *, replace: bool) -> Path | None:
    """Copy documents into the library and name them in its manifest; what that says of them already stays.

    Returns:
        The folder of what they replaced; None where they replaced nothing.

    Raises:
        CollectionError: one already exists and `replace` is not set, or the folder cannot be written to.
        ManifestError: the manifest is broken, or cannot be edited automatically.
    """
    from judge.own_library.manifest_editing import table_text, with_document

    with _writing(library):
        text = before = _manifest_text(library)
        rows = _rows(library, text)
        copies: dict[str, bytes] = {}
        left: list[str] = []
        tables: dict[str, str] = {}
        for addition in additions:
            unnamed = {key: file for key, file in _listed([library], library).items() if file not in rows}
            _refuse_twice(addition, library, rows.values(), unnamed, replace=replace)
            old = next((row for row in rows.values() if _key(row) == addition.document.key), None)
            file = _file_of(addition, library, old, replace=replace)
            named = DocumentTable(file, addition.document.key)
            new = (old or named).overlay(addition.said).overlay(named)
            if old and (new != old or not _holds(library / file, addition.data)):
                tables[old.file] = table_text(before, old)
            text = with_document(text, old, new, library)
            rows = _rows(library, text)
            copies[file] = addition.data
            if addition.groups:
                beside = new.groups or f"{Path(file).stem}-{NAME}{addition.groups.suffix.lower()}"
                copies[beside] = read_file(addition.groups, DOCUMENT)
            had = [old.file if old else None, unnamed.get(addition.document.key)]
            left += [name for name in had if name and name != file]
        files = copies | {MANIFEST: text.encode("utf-8", "replace")} | dict.fromkeys(left)
        return _carry_out(files, tables, library)


def _carry_out(files: Mapping[str, bytes | None], tables: Mapping[str, str], library: Path) -> Path | None:
    """Write and remove files, documents before the manifest, and what goes at last.

    Args:
        files: what each file of the library holds after it; None where it goes.
        tables: what the manifest says of files that go or change, by their names.
        library: the folder.

    Returns:
        The folder in which the old files now lie; None where nothing goes.
    """
    library.mkdir(parents=True, exist_ok=True)
    old = [
        name
        for name, data in files.items()
        if name != MANIFEST and os.path.lexists(library / name) and (data is None or not _holds(library / name, data))
    ]
    folder = _keep(dict.fromkeys((*old, *tables)), tables, library) if old or tables else None
    for name, data in sorted(files.items(), key=lambda file: file[0] == MANIFEST):
        if data is not None:
            place = (library / name).resolve() if name == MANIFEST else library / name  # a link to a manifest stays one
            replace_file(place, data)
            sync_folder(place.parent)
    for name, data in files.items():
        if data is None:
            (library / name).unlink(missing_ok=True)
    sync_folder(library)
    return folder


def _keep(names: Iterable[str], tables: Mapping[str, str], library: Path) -> Path:
    """Give files of the library a second name in the folder of the day, with their tables beside them; return it."""
    folder = library / REMOVED / time.strftime("%Y-%m-%d")
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        place = _free_place(folder, name)
        if name in tables:
            move_into_place(write_aside(folder, tables[name].encode()), _table_place(place))
        if os.path.lexists(library / name):
            link_or_copy(library / name, place)
    for changed in (folder, folder.parent, library):
        sync_folder(changed)
    return folder


def _free_place(folder: Path, name: str) -> Path:
    """Return a place for a file and its table in a folder: that of its name, or that with the first number free."""
    path, number = folder / name, 2
    while os.path.lexists(path) or os.path.lexists(_table_place(path)):
        path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
        number += 1
    return path


def _table_place(path: Path) -> Path:
    return path.with_name(f"{path.name}.toml")


@contextmanager
def _writing(library: Path) -> Iterator[None]:
    """Keep other programs from writing into the library meanwhile; remove what those that were killed left after.

    Raises:
        CollectionError: another program keeps writing, or the folder cannot be written to.
    """
    try:
        with suppress(FileExistsError):  # what a file in its place means is told below
            library.parent.mkdir(parents=True, exist_ok=True)
        told = f"another program is writing to your library {library}; try again when it is done"
        with hold_lock(library.parent / LOCK, told):
            for path in (*library.glob(".judge-*"), *library.glob(f"{REMOVED}/*/.judge-*")):
                if ASIDE.fullmatch(path.name):
                    path.unlink(missing_ok=True)
            yield
    except OSError as error:
        raise CollectionError(f"your library {library} cannot be written to: {error.strerror}") from error


def _listed(folders: Sequence[Path], library: Path) -> dict[str, str]:
    """Return the files of the library's documents by the keys under which these collections list them."""
    if library not in folders or not library.is_dir():
        return {}
    with suppress(CollectionError):  # there is no document
        found = sources(folders, lambda _: None)
        return {source.key: source.path.name for source in found if source.path.parent == library}
    return {}


def _file_of(addition: Addition, library: Path, old: DocumentTable | None, *, replace: bool) -> str:
    """Return the name of a document's copy: the one it has, unless its kind changed.

    The very same file may be there without a table, if a program was killed before it wrote one.
    """
    if old and Path(old.file).suffix == Path(addition.name).suffix:
        return old.file
    path = library / addition.name
    if not replace and os.path.lexists(path) and not _holds(path, addition.data):
        raise CollectionError(
            f"your library already has a file {addition.name}, which its {MANIFEST} does not name; "
            f"add --replace to replace it with {addition.source}"
        )
    return addition.name


def _holds(path: Path, data: bytes) -> bool:
    with suppress(JudgeError):
        return read_file(path, DOCUMENT) == data
    return False


def _refuse_twice(
    addition: Addition, library: Path, rows: Collection[DocumentTable], unnamed: Mapping[str, str], *, replace: bool
) -> None:
    """Refuse what the library has already, by its key or by its content."""
    key = addition.document.key
    has_key = any(_key(row) == key for row in rows) or unnamed.get(key, addition.name) != addition.name
    if not replace and has_key:
        raise CollectionError(f"your library already has {key}; add --replace to replace it with {addition.source}")
    for other, file in (*((_key(row), row.file) for row in rows), *unnamed.items()):
        if other != key and _holds(library / file, addition.data):
            raise CollectionError(
                f"{addition.source} is already in your library, as {other}"
                + (f"; to change what is said of it, add --key {other}" if replace else "")
            )


def remove(keys: Sequence[str], library: Path) -> Path | None:
    """Remove documents from the library, with what its manifest says of them.

    Returns:
        The folder in which they now lie.

    Raises:
        CollectionError: it has no document of that key, or cannot be written to.
        ManifestError: the manifest is broken, or cannot be edited automatically.
    """
    from judge.own_library.manifest_editing import table_text, with_document

    with _writing(library):
        text = _manifest_text(library)
        rows = _rows(library, text)
        files = _files_by_key(library, rows.values())
        for key in keys:
            if key not in files:
                names = {file: name for name, file in reversed(files.items())}
                listed = ", ".join(names[file] for file in dict.fromkeys((*rows, *files.values())))
                has = f"it contains {listed}" if listed else "it is empty"
                raise CollectionError(f"your library has no document {key}; {has}")
        unwanted = list(dict.fromkeys(files[key] for key in keys))
        tables = {file: table_text(text, rows[file]) for file in unwanted if file in rows}
        for file in unwanted:
            text = with_document(text, rows[file], None, library) if file in rows else text
        beside = [groups_beside(library / file, rows.get(file, DocumentTable())) for file in unwanted]
        own = [  # a file of groups that is that of one document alone goes with it
            one.file
            for one, file in zip(beside, unwanted, strict=True)
            if one and Path(one.file).stem == f"{Path(file).stem}-{NAME}"
        ]
        gone: dict[str, bytes | None] = dict.fromkeys((*unwanted, *own))
        changed = {MANIFEST: text.encode("utf-8")} if tables else {}
        return _carry_out(gone | changed, tables, library)


def _files_by_key(library: Path, rows: Iterable[DocumentTable]) -> dict[str, str]:
    """Return the files that can be removed by all keys that they have.

    First of all a document has the key that `list` shows, which is `KEY~2` where another collection has that key too.
    """
    keys = _listed(corpus_folders(), library)
    for more in ({_key(row): row.file for row in rows}, _listed([library], library)):
        keys |= {key: file for key, file in more.items() if key not in keys}
    return keys


def _key(row: DocumentTable) -> str:
    return row.key or slug(Path(row.file).stem)


def _manifest_text(library: Path) -> str:
    path = library / MANIFEST
    return read_text(path, SETTINGS) if os.path.lexists(path) else HEAD


def _rows(library: Path, text: str) -> dict[str, DocumentTable]:
    """Return the tables of a manifest, checked, by their files."""
    return check_manifest(library / MANIFEST, text, lambda _: None).documents
