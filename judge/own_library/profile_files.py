"""Profiles that travel: files of samples for ways of publishing that recur, bundled and a person's own.

A profile file has the lines of a `corpus.toml` that say how a document is printed, without the document:
`[document.reading]`, `[[document.part]]`, `[document.fields]`, and a `dialect` in `[document]`. A part of a
`corpus.toml` can be saved as one, and one can be pasted there.

Reads: the files. Writes: `NamedProfile`s. What a profile says is written into a manifest before a build uses it, so
that a build never chooses one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from judge.core.errors import ManifestError
from judge.core.files import SETTINGS, data_folder, read_text, user_library
from judge.core.names import on_one_line
from judge.library.manifest import DocumentTable, check_profile

FOLDER = "profiles"


class NamedProfile(Struct, frozen=True):
    """A profile with its file."""

    name: str
    path: Path
    row: DocumentTable
    """What it says, as in a table `[[document]]`."""


WITHOUT = NamedProfile("", Path(), DocumentTable())
"""Nothing is said of the printing."""


def profile_folders() -> list[Path]:
    """Return the folders of profiles, the person's own first."""
    return [user_library().parent / FOLDER, data_folder("corpus") / FOLDER]


def load_profile(named: str, file: str = "") -> NamedProfile:
    """Read a profile.

    Args:
        named: the path of a file, or the name of one in the folders of profiles.
        file: the document that it is for; of a `corpus.toml` with several documents, its table is taken.

    Raises:
        ManifestError: there is none, or it has a mistake.
    """
    path = Path(named)
    if path.suffix != ".toml":
        places = [folder / f"{named}.toml" for folder in profile_folders()]
        path = next((place for place in places if place.is_file()), path)
        if not path.is_file():
            known = ", ".join(sorted({one.stem for folder in profile_folders() for one in folder.glob("*.toml")}))
            raise ManifestError(f"there is no profile '{named}'; name a file that ends in .toml, or one of {known}")
    return NamedProfile(path.stem, path, check_profile(path, read_text(path, SETTINGS), file))


def known_profiles() -> list[NamedProfile]:
    """Return all profiles of the folders; of two of a name the person's own.

    Raises:
        ManifestError: one has a mistake.
    """
    found: dict[str, NamedProfile] = {}
    for folder in profile_folders():
        for path in sorted(folder.glob("*.toml")) if os.path.isdir(folder) else ():  # noqa: PTH112 (it never raises)
            found.setdefault(path.stem, load_profile(str(path)))
    return list(found.values())


def quoted(text: str) -> str:
    r"""Return a text on one line as TOML writes it.

    >>> print(quoted('a "lucky" number'))
    "a \"lucky\" number"
    """
    inside = on_one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


def place_of_sample(path: Path, sample: str) -> str:
    """Return the file and the line in which a sample is written, as far as they can be found."""
    try:
        lines: Iterable[str] = read_text(path, SETTINGS).split("\n")
    except ManifestError:
        return str(path)
    written = (quoted(sample), f"'{sample}'")
    number = next((number for number, line in enumerate(lines, 1) if any(one in line for one in written)), 0)
    return f"{path}:{number}" if number else str(path)
