"""The compiled form of a set of collections: found, or built when it is missing, stale or damaged.

In the cache folder stands one folder a build, named by a checksum of the state of its sources:

    builds/3f9c…/library.sqlite     entries, names, references
    builds/3f9c…/index/             full text
    builds/3f9c…/complete           written last: the whole state (`collection.state`) and the library file's size
    parsed/81aa….json               one parsed document, by its content

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
from typing import TYPE_CHECKING

from judge.build import collection
from judge.build.compiled_library import LIBRARY, Compiled, Progress, Warn
from judge.build.store import Store
from judge.core import files
from judge.core.errors import LibraryDamaged, SourceError

if TYPE_CHECKING:
    from judge.build.parsing import Context, ParsedDocument

COMPLETE = "complete"
KEPT_BUILDS = 8
KEPT_PARSED = 200


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
        with suppress(LibraryDamaged, OSError, ValueError, KeyError):
            return _open_folder(home, state)
    ours = _own_folder(cache)
    if not ours:
        warn(f"the cache folder {cache} cannot be used; working from memory (JUDGE_CACHE names another)")
        return _build(folders, None, None, progress, warn)
    return _build_aside(folders, ours, home, state, progress, warn)


def open_existing(folders: Sequence[Path], cache: Path) -> Store | None:
    """Open the tables of a finished build that is fresh; None where there is none, for nothing is built."""
    state, home = _home(folders, cache)
    with suppress(LibraryDamaged, OSError, ValueError, KeyError):
        return _open_folder(home, state).store
    return None


def _home(folders: Sequence[Path], cache: Path) -> tuple[str, Path]:
    """Return the state of collections and the folder that a build of it has."""
    state = collection.state(folders)
    return state, cache / "builds" / f"{zlib.crc32(state.encode()):08x}"


def _open_folder(home: Path, state: str) -> Compiled:
    """Open a finished build of this state; anything wrong with it raises."""
    complete = json.loads((home / COMPLETE).read_text(encoding="utf-8"))
    if complete["state"] != state:
        raise LibraryDamaged(f"{home} was built from something else")
    if (home / LIBRARY).stat().st_size != complete["size"]:
        raise LibraryDamaged(f"{home / LIBRARY} has not the size it was written with")
    return Compiled(Store.open_file(home / LIBRARY), home)


def _own_folder(cache: Path) -> Path | None:
    """Return the cache folder, made if need be, or None if it is not safely ours to write to."""
    import tempfile

    try:
        for folder in (cache, cache / "builds", cache / "parsed"):
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
            _build(folders, aside, cache / "parsed", progress, warn).close()
            size = (aside / LIBRARY).stat().st_size
            (aside / COMPLETE).write_text(json.dumps({"state": state, "size": size}), encoding="utf-8")
            _move_into_place(aside, home, state)
            return _open_folder(home, state)
        except OSError as error:  # a full disk, for one
            warn(f"the cache folder {cache} cannot be written to ({error.strerror}); working from memory")
            return _build(folders, None, None, progress, lambda _: None)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        _sweep(cache, home)


def _move_into_place(aside: Path, home: Path, state: str) -> None:
    """Rename a finished build; one that stands there already is as good if it opens, else it is replaced."""
    import shutil

    try:
        aside.rename(home)
    except OSError:
        try:
            _open_folder(home, state).close()
        except (LibraryDamaged, OSError, ValueError, KeyError):
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
            if folder.name.startswith("unfinished-") and now - folder.stat().st_mtime > files.ABANDONED:
                shutil.rmtree(folder, ignore_errors=True)
    for folder in finished[KEPT_BUILDS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
    for file in _newest_first(cache / "parsed")[KEPT_PARSED:]:
        with suppress(OSError):
            file.unlink()


def _newest_first(folder: Path) -> list[Path]:
    times: dict[Path, float] = {}
    for path in folder.iterdir():
        with suppress(OSError):
            times[path] = path.stat().st_mtime
    return sorted(times, key=times.__getitem__, reverse=True)


def _build(
    folders: Sequence[Path], target: Path | None, parsed: Path | None, progress: Progress, warn: Warn
) -> Compiled:
    """Compile collections into a folder, or into memory."""
    from judge.build.compiling import PlayersWords, compile_documents
    from judge.reading import games

    documents = list(parse_all(folders, parsed, progress, warn))
    of_games = files.game_folders(folders)
    words = PlayersWords(games.load_games(of_games), games.any_words(of_games))
    return compile_documents(documents, words, target, progress)


def parse_all(folders: Sequence[Path], cache: Path | None, progress: Progress, warn: Warn) -> Iterator[ParsedDocument]:
    """Parse the documents of collections; one that was parsed before is taken from the cache.

    A document that cannot be read is left out with a warning as long as another can.

    Raises:
        SourceError: none can be read.
    """
    from judge.build.parsing import Context
    from judge.reading import games
    from judge.reading.dialects import dialects

    context = Context(dialects(), games.load_games(files.game_folders(folders)))
    sources = collection.sources(folders, list(context.dialects), warn)
    failed: list[SourceError] = []
    for number, source in enumerate(sources):
        progress(f"reading {source.path.name}", number, len(sources))
        try:
            yield _parse_one(source, cache, context)
        except SourceError as error:
            failed.append(error)
            if len(failed) == len(sources):
                raise
            warn(f"{error}; it is left out")


def _parse_one(source: collection.SourceFile, cache: Path | None, context: Context) -> ParsedDocument:
    import tempfile

    from judge.build import parsing

    data = collection.read_bytes(source.path)
    kept = cache / f"{collection.content_signature(source, data, context.games)}.json" if cache else None
    if kept:
        with suppress(OSError, ValueError, KeyError, TypeError):
            return parsing.from_record(json.loads(kept.read_text(encoding="utf-8")))
    document = parsing.parse_document(source, data, context)
    if kept:
        text = json.dumps(parsing.to_record(document))
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, encoding="utf-8", delete=False) as aside:
            aside.write(text)
        os.replace(aside.name, kept)  # noqa: PTH105 (the name is a text already)
    return document
