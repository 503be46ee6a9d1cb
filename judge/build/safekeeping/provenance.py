"""What a build was made from beside the documents and the program: other packages.

What is installed counts by its version, as installers write it into the names of its descriptions. Plug-ins may be
edited in place: of their code a build records the files with their sizes and times.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping

from judge.core.files import PACKAGE

READERS = ("markdown_it_py", "pypdfium2", "pyyaml")
"""What is installed to read documents with, as the names of its descriptions begin."""
ENGINES = ("whoosh", "whoosh_reloaded")
"""What only the compiled form rests on."""
DESCRIPTIONS = (".dist-info", ".egg-info")
"""Ends of the names under which installers describe a package, its version in the name."""

FileStates = dict[str, list[int]]
"""Size and time of change of each file, by its path."""


def installed_packages() -> list[str]:
    """Return the names and versions of the installed packages, so that a new plug-in is noticed.

    Of the places that Python looks in, the working folder is left out: it may be any folder, and a large one.
    """
    found: set[str] = set()
    try:
        here = os.getcwd()  # noqa: PTH109 (no Path for each command)
    except OSError:  # somebody removed it
        here = ""
    for folder in dict.fromkeys(sys.path):
        if not folder or folder == here:
            continue
        try:
            with os.scandir(folder) as listing:
                found.update(entry.name for entry in listing if entry.name.endswith(DESCRIPTIONS))
        except OSError:
            continue
    return sorted(found)


def versions(packages: Iterable[str]) -> list[str]:
    """Return the names and versions of some of the installed packages."""
    wanted = tuple(f"{package}-" for package in packages)
    return [name for name in map(str.lower, installed_packages()) if name.startswith(wanted)]


def files_of(packages: Iterable[str]) -> FileStates:
    """Return the state of the files that packages consist of; a package that is not there has none."""
    found: FileStates = {}
    for package in dict.fromkeys(packages):
        for path in sorted(_files(package)):
            try:
                found[path] = _state(path)
            except OSError:
                continue
    return found


def program_digest() -> str:
    """Return a digest of the program's code and data and of what reads documents; it is the same on every machine."""
    import hashlib

    found = hashlib.sha256(repr((sys.version_info[:2], versions(READERS))).encode())
    for path in sorted((*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml"))):
        code = path.read_bytes()
        found.update(f"{path.relative_to(PACKAGE).as_posix()} {len(code)}\n".encode() + code)
    return found.hexdigest()


def unchanged(recorded: Mapping[str, list[int]]) -> bool:
    """Tell whether all files are as they were recorded."""
    try:
        return all(_state(path) == state for path, state in recorded.items())
    except OSError:
        return False


def _state(path: str) -> list[int]:
    stat = os.stat(path)  # noqa: PTH116 (no Path for hundreds of names)
    return [stat.st_size, stat.st_mtime_ns]


def _files(package: str) -> Iterator[str]:
    """Yield the paths of the files of a package, or the one of a module, without importing it."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return
    if spec and spec.submodule_search_locations:
        for folder in spec.submodule_search_locations:
            yield from _below(folder)
    elif spec and spec.origin:
        yield spec.origin


def _below(folder: str) -> Iterator[str]:
    for inside, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (os.path.join(inside, name) for name in names)  # noqa: PTH118 (as above)
