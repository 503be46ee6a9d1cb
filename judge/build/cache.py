"""The compiled form of a set of collections: found, or built when it is missing, stale or damaged.

In the cache folder stands one folder a build, named by a checksum of the state of its sources:

    builds/3f9c…/library.sqlite     entries, names, references
    builds/3f9c…/index/             full text
    builds/3f9c…/parsed             names of the parsed documents that it was made from
    builds/3f9c…/complete           written last: the whole state (`collection.state`), sizes and checksums of the files
                                    of the build, and the files of other packages that it rests on
    parsed/81aa….json               one parsed document, by its content
    parts/81aa….json                what became of it in the last build (docs/builds.md)

A build is made in a folder of its own beside them and renamed when it is complete. So a reader never sees half a
build, of two builders the later finds the other's and drops its own, and a killed one leaves a folder that the next
build sweeps away. A cache that cannot be written to, or that others could write to, is not used: the library is
then built in memory.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.build import collection, provenance
from judge.build.compiled_library import LIBRARY, Compiled, Progress, Warn
from judge.build.store import Store
from judge.core import files
from judge.core.errors import LibraryDamaged, SourceError

if TYPE_CHECKING:
    from judge.build.parsing import Context, ParsedDocument
    from judge.build.parts.kept import Part

COMPLETE, PARSED, PARTS = "complete", "parsed", "parts"
KEPT_BUILDS = 8
KEPT_PARSED = 200
"""Parsed documents that are kept beside those that a kept build was made from; for going back to an older text."""
KEPT_DAYS = 30
"""How long they are kept."""
MEGABYTE = 2**20
LOCK = "_WRITELOCK"
"""End of the name of a file that whoosh leaves behind."""
ABANDONED = 3600.0
"""Seconds after which an unfinished build is taken for one whose builder was killed."""


def open_compiled(
    folders: Sequence[Path], cache: Path, progress: Progress, warn: Warn, *, again: bool = False
) -> Compiled:
    """Open the compiled form of collections, building it first where it is missing or stale.

    Args:
        folders: the collections in order.
        cache: the cache folder.
        progress: told how a build goes on.
        warn: told, in a sentence, what was settled without asking.
        again: build even if a finished build is there, because that one proved to be damaged.

    Raises:
        CollectionError, ManifestError, SourceError: the collections cannot be read.
    """
    state, home = _home(folders, cache)
    if not again:
        with suppress(LibraryDamaged, OSError, ValueError, KeyError, TypeError):
            return _open_folder(home, state, warn)
    ours = _own_folder(cache)
    if not ours:
        warn(f"the cache folder {cache} cannot be used; working from memory (JUDGE_CACHE names another)")
        return _compile(_reading(folders, warn), None, None, progress)
    return _build_aside(folders, ours, home, state, progress, warn)


def open_existing(folders: Sequence[Path], cache: Path) -> Store | None:
    """Open the tables of a finished build that is fresh; None where there is none, for nothing is built."""
    state, home = _home(folders, cache)
    with suppress(LibraryDamaged, OSError, ValueError, KeyError, TypeError):
        return _open_folder(home, state, lambda _: None).store
    return None


def _home(folders: Sequence[Path], cache: Path) -> tuple[str, Path]:
    """Return the state of collections and the folder that a build of it has."""
    state = collection.state(folders)
    return state, cache / "builds" / f"{zlib.crc32(state.encode()):08x}"


def _open_folder(home: Path, state: str, warn: Warn) -> Compiled:
    """Open a finished build of this state; anything wrong with it raises."""
    complete = json.loads((home / COMPLETE).read_text(encoding="utf-8"))
    if complete["state"] != state or not provenance.unchanged(complete["made_from"]):
        raise LibraryDamaged(f"{home} was built from something else")
    if any((home / name).stat().st_size != size for name, (size, _) in complete["files"].items()):
        raise LibraryDamaged(f"{home} has not the size it was written with")
    compiled = Compiled(Store.open_file(home / LIBRARY), home)
    if complete["left_out"]:
        warn(complete["left_out"])
    return compiled


def is_damaged(compiled: Compiled) -> bool:
    """Tell whether the files of a build are not as they were written; one in memory has none."""
    if compiled.folder is None:
        return False
    try:
        complete = json.loads((compiled.folder / COMPLETE).read_text(encoding="utf-8"))
        return bool(complete["files"] != _written(compiled.folder))
    except (OSError, ValueError, KeyError, TypeError):
        return True


def _written(folder: Path) -> dict[str, list[int]]:
    """Return the size and the checksum of each file of a build."""
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name != COMPLETE and not name.endswith(LOCK):
            with path.open("rb") as file:
                checksum = 0
                while part := file.read(MEGABYTE):
                    checksum = zlib.crc32(part, checksum)
                found[name] = [file.tell(), checksum]
    return found


def _own_folder(cache: Path) -> Path | None:
    """Return the cache folder, made if need be, or None if it is not safely ours to write to."""
    import tempfile

    try:
        for folder in (cache, cache / "builds", cache / PARSED, cache / PARTS):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if hasattr(os, "getuid"):
                stat = folder.stat()
                if stat.st_uid != os.getuid() or stat.st_mode & 0o022:
                    return None
        with tempfile.TemporaryFile(dir=cache / "builds"):
            return cache
    except OSError:
        return None


def _build_aside(
    folders: Sequence[Path], cache: Path, home: Path, state: str, progress: Progress, warn: Warn
) -> Compiled:
    """Build in a folder of its own and move it into place."""
    import shutil
    import tempfile

    aside = Path(tempfile.mkdtemp(prefix="unfinished-", dir=cache / "builds"))
    try:
        try:
            _build_into(aside, folders, ParsedCache(cache / "parsed"), state, progress, warn)
            _move_into_place(aside, home, state)
            return _open_folder(home, state, lambda _: None)
        except OSError as error:  # a full disk, for one
            warn(f"the cache folder {cache} cannot be written to ({error.strerror}); working from memory")
            return _compile(_reading(folders, lambda _: None), None, None, progress)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        _sweep(cache, home)


def _build_into(
    aside: Path, folders: Sequence[Path], parsed: ParsedCache, state: str, progress: Progress, warn: Warn
) -> None:
    """Build in a folder and record what it was made from."""
    reading = _reading(folders, warn)
    made_from = provenance.files_of([*reading.packages, *provenance.ENGINES])
    _compile(reading, aside, parsed, progress).close()
    (aside / PARSED).write_text("\n".join(parsed.used), encoding="utf-8")
    complete = {
        "state": state,
        "files": _written(aside),
        "made_from": made_from,
        "left_out": reading.collections.left_out,
    }
    (aside / COMPLETE).write_text(json.dumps(complete), encoding="utf-8")


def _move_into_place(aside: Path, home: Path, state: str) -> None:
    """Rename a finished build; one that stands there already is as good if it opens, else it is replaced."""
    import shutil

    try:
        aside.rename(home)
    except OSError:
        try:
            _open_folder(home, state, lambda _: None).close()
        except (LibraryDamaged, OSError, ValueError, KeyError, TypeError):
            shutil.rmtree(home, ignore_errors=True)
            aside.rename(home)


def discard(compiled: Compiled) -> None:
    """Throw a damaged build away, so that the next opening builds again."""
    import shutil

    compiled.close()
    if compiled.folder:
        shutil.rmtree(compiled.folder, ignore_errors=True)


def _sweep(cache: Path, home: Path) -> None:
    """Remove what killed builders left, and all but the newest builds and parsed documents."""
    import shutil
    import time

    builds = [folder for folder in _newest_first(cache / "builds") if folder != home]
    now = time.time()
    finished = [folder for folder in builds if not folder.name.startswith("unfinished-")]
    for folder in builds:
        with suppress(OSError):
            if folder.name.startswith("unfinished-") and now - folder.stat().st_mtime > ABANDONED:
                shutil.rmtree(folder, ignore_errors=True)
    for folder in finished[KEPT_BUILDS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
    used = {name for build in (home, *finished[: KEPT_BUILDS - 1]) for name in _parsed_names(build)}
    for folder in (cache / PARSED, cache / PARTS):
        others = [file for file in _newest_first(folder) if file.name not in used]
        for number, file in enumerate(others):
            with suppress(OSError):
                if number >= KEPT_PARSED or now - file.stat().st_mtime > KEPT_DAYS * 86400:
                    file.unlink()


def _parsed_names(build: Path) -> list[str]:
    """Return the names of the parsed documents that a build was made from."""
    with suppress(OSError, ValueError):
        return (build / PARSED).read_text(encoding="utf-8").split()
    return []


def _newest_first(folder: Path) -> list[Path]:
    times: dict[Path, float] = {}
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(OSError):
                times[path] = path.stat().st_mtime
    return sorted(times, key=times.__getitem__, reverse=True)


class Reading(NamedTuple):
    """What the documents of collections are read from and with."""

    collections: collection.Collections
    context: Context
    packages: Sequence[str]
    """Those of others that reading rests on."""
    warn: Warn


def _reading(folders: Sequence[Path], warn: Warn) -> Reading:
    """Find out what is read; the person is told what is left out."""
    from judge.build.parsing import Context
    from judge.reading import games
    from judge.reading.dialects import PlugInFailed, dialects, plug_in_packages

    able = dialects()
    chosen = collection.readable(folders, list(able))
    if chosen.left_out:
        warn(chosen.left_out)
    told: set[str] = set()

    def failed(error: PlugInFailed, path: Path) -> None:
        if error.name not in told:
            told.add(error.name)
            warn(f"{error} for {path.name}; what it does not read is read in another dialect")

    packages = [*provenance.READERS, *plug_in_packages(able)]
    return Reading(chosen, Context(able, games.load_games(chosen.games), failed), packages, warn)


def _compile(reading: Reading, target: Path | None, parsed: ParsedCache | None, progress: Progress) -> Compiled:
    """Compile collections into a folder, or into memory."""
    from judge.build.compiling import PlayersWords, compile_parts
    from judge.reading import games

    parts = list(_parts(reading, parsed, progress))
    words = PlayersWords(reading.context.games, games.any_words(reading.collections.games))
    return compile_parts(parts, words, target, progress, parsed.parts if parsed else None)


def parse_all(folders: Sequence[Path], cache: Path | None, progress: Progress, warn: Warn) -> Iterator[ParsedDocument]:
    """Parse the documents of collections; one that was parsed before is taken from the cache.

    A document that cannot be read is left out with a warning as long as another can.

    Raises:
        SourceError: none can be read.
    """
    return (part.parse() for part in _parts(_reading(folders, warn), ParsedCache(cache) if cache else None, progress))


def _parts(reading: Reading, cache: ParsedCache | None, progress: Progress) -> Iterator[Part]:
    sources = collection.sources(reading.collections.folders, list(reading.context.dialects), reading.warn)
    known = (reading.context.games, provenance.files_of(reading.packages)) if cache else None
    failed: list[SourceError] = []
    for number, source in enumerate(sources):
        progress(f"reading {source.path.name}", number, len(sources))
        try:
            yield _part(source, reading.context, cache, known)
        except SourceError as error:
            failed.append(error)
            if len(failed) == len(sources):
                raise
            reading.warn(f"{error}; it is left out")


def _part(source: collection.SourceFile, context: Context, cache: ParsedCache | None, known: object) -> Part:
    from judge.build import parsing
    from judge.build.parts.kept import part_of

    data = files.read_file(source.path, files.DOCUMENT)
    if cache is None:
        return part_of(parsing.parse_document(source, data, context))
    name = f"{collection.content_signature(source, data, known)}.json"

    def parse() -> ParsedDocument:
        kept = cache.find(name)
        if kept is None:
            kept = parsing.parse_document(source, data, context)
            cache.keep(name, kept)
        return kept

    return cache.parts.part(name, parse)


class ParsedCache:
    """The folder of parsed documents."""

    def __init__(self, folder: Path) -> None:
        """Use a folder that is there, and that of the parts beside it."""
        from judge.build.parts.kept import PartCache

        self.folder = folder
        self.used: list[str] = []
        """Names of the files of the build, in this folder and in that of the parts."""
        self.parts = PartCache(folder.parent / PARTS, self.used)

    def find(self, name: str) -> ParsedDocument | None:
        """Return a document that was parsed before."""
        from judge.build import parsing

        with suppress(OSError, ValueError, KeyError, TypeError):
            return parsing.from_record(json.loads((self.folder / name).read_text(encoding="utf-8")))
        return None

    def keep(self, name: str, document: ParsedDocument) -> None:
        """Write a parsed document, whole or not at all."""
        import tempfile

        from judge.build import parsing

        text = json.dumps(parsing.to_record(document))
        with tempfile.NamedTemporaryFile("w", dir=self.folder, encoding="utf-8", delete=False) as aside:
            aside.write(text)
        os.replace(aside.name, self.folder / name)  # noqa: PTH105 (the name is a text already)
