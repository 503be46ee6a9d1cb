"""What a build was made by: the program, and the packages that read documents.

What is installed counts by its version, as installers write it into the names of its descriptions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container
from contextlib import suppress
from functools import cache

from judge.core.files import PACKAGE, is_checkout
from judge.version import __version__

READERS = ("markdown_it_py-", "pypdfium2-", "pyyaml-")
"""What is installed to read documents with, as the names of its descriptions begin."""
DESCRIPTIONS = (".dist-info", ".egg-info")
"""Ends of the names under which installers describe a package, its version in the name."""
BUILDING = ("core", "reading", "references", "checks", "editions", "library")
"""The packages of the program that build, for they import no other."""


def reader_versions() -> list[str]:
    """Return the names and versions of the packages that are installed to read documents with.

    Of the places that Python looks in, the working folder is left out: it may be any folder, and a large one.
    """
    found: set[str] = set()
    here = ""
    with suppress(OSError):  # somebody removed it
        here = os.getcwd()  # noqa: PTH109 (no Path for each command)
    for folder in {*sys.path} - {"", here}:
        with suppress(OSError):
            found.update(name for name in os.listdir(folder) if name.endswith(DESCRIPTIONS))  # noqa: PTH208 (as above)
    return sorted(name for name in map(str.lower, found) if name.startswith(READERS))


@cache
def program_state() -> str:
    """Return a text that says in what state the program and the packages are that read documents.

    An installed program is known by its version and its folder; in a checkout any module may be edited. The state is as
    it was when this was first asked: a process that goes on after the program was replaced is still the old program,
    and what it builds must not be taken for the new one's.
    """
    stamp = _stamp(str(PACKAGE), BUILDING) if is_checkout() else PACKAGE.stat().st_mtime_ns
    return "\n".join((f"{__version__} {stamp}", *reader_versions()))


def _stamp(folder: str, inside: Container[str] | None = None) -> int:
    """Return a number that changes with each module in a folder and in the folders in it, all or those of some names.

    The tables that modules read count as they do.
    """
    stamp = 0
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.name.endswith((".py", ".toml")):
                found = entry.stat()
                stamp += found.st_mtime_ns + found.st_size
            elif entry.is_dir() and (inside is None or entry.name in inside):
                stamp += _stamp(entry.path)
    return stamp
