"""What a build was made from beside the documents and the program: other packages.

What is installed counts by its version, as installers write it into the names of its descriptions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

from judge.core.files import PACKAGE

READERS = ("markdown_it_py", "pypdfium2", "pyyaml")
"""What is installed to read documents with, as the names of its descriptions begin."""
ENGINES = ("whoosh", "whoosh_reloaded")
"""What only the compiled form rests on."""
DESCRIPTIONS = (".dist-info", ".egg-info")
"""Ends of the names under which installers describe a package, its version in the name."""


def installed_packages() -> list[str]:
    """Return the names and versions of the installed packages, so that a new reader is noticed.

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


def program_digest() -> str:
    """Return a digest of the program's code and data and of what reads documents; it is the same on every machine."""
    import hashlib

    found = hashlib.sha256(repr((sys.version_info[:2], versions(READERS))).encode())
    for path in sorted((*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml"))):
        code = path.read_bytes()
        found.update(f"{path.relative_to(PACKAGE).as_posix()} {len(code)}\n".encode() + code)
    return found.hexdigest()
