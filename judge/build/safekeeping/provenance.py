"""What a build was made from beside the documents and the program: other packages.

What is installed counts by its version, as installers write it into the names of its descriptions. Plug-ins may be
edited in place: of their code a build records the files with their sizes and times.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

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
    here = ""
    with suppress(OSError):  # somebody removed it
        here = os.getcwd()  # noqa: PTH109 (no Path for each command)
    for folder in {*sys.path} - {"", here}:
        with suppress(OSError):
            found.update(name for name in os.listdir(folder) if name.endswith(DESCRIPTIONS))  # noqa: PTH208 (as above)
    return sorted(found)


def versions(packages: Iterable[str]) -> list[str]:
    """Return the names and versions of some of the installed packages."""
    wanted = tuple(f"{package}-" for package in packages)
    return [name for name in map(str.lower, installed_packages()) if name.startswith(wanted)]


def files_of(packages: Iterable[str]) -> FileStates:
    """Return the state of the files that packages consist of; a package that is not there has none."""
    found: FileStates = {}
    for package in dict.fromkeys(packages):
        for path in sorted(map(str, _files(package))):
            with suppress(OSError):
                found[path] = _state(path)
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
    with suppress(OSError):
        return all(_state(path) == state for path, state in recorded.items())
    return False


def _state(path: str) -> list[int]:
    stat = os.stat(path)  # noqa: PTH116 (no Path for hundreds of names)
    return [stat.st_size, stat.st_mtime_ns]


def _files(package: str) -> Iterator[Path]:
    """Yield the files of a package, or the one of a module, without importing it."""
    from importlib.util import find_spec

    spec = None
    with suppress(ImportError, ValueError):
        spec = find_spec(package)
    if spec and spec.submodule_search_locations:
        below = (path for folder in spec.submodule_search_locations for path in Path(folder).rglob("*"))
        yield from (path for path in below if path.parent.name != "__pycache__" and not path.is_dir())
    elif spec and spec.origin:
        yield Path(spec.origin)
