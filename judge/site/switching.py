"""Sites of which a visitor sees one edition at every moment: `judge site --switch`.

    DIR/index.html, DIR/my-rules, …   links to `.judge-now/index.html`, `.judge-now/my-rules`, …
    DIR/.judge-now                    a link to `.judge-editions/7`: the edition that is shown
    DIR/.judge-editions/7             the files of the site, and the list of them

An edition is written whole into a folder of its own. Renaming one link then switches all pages at once, so a killed
build leaves the edition before or the new one. All links are relative and lead to what is inside the folder. What lies
in an edition and is not ours is in the next one too.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from judge.core.errors import SiteError
from judge.core.files import link_or_copy

NOW = ".judge-now"
EDITIONS = ".judge-editions"
KEPT = 3
"""Editions that are kept, the one that is shown among them. Chosen, not fitted."""


def is_switched(folder: Path) -> bool:
    """Tell whether a site has editions that are switched."""
    return (folder / NOW).is_symlink() or (folder / EDITIONS).is_dir()


def shown(folder: Path) -> Path:
    """Return the folder of the edition that is shown; nothing is there before the first build."""
    return folder / NOW


def link_of(name: str) -> str:
    """Return where the link of a name in the folder of the site leads."""
    return f"{NOW}/{name}"


def is_our_link(place: Path) -> bool:
    """Tell whether a name in the folder of the site leads into the edition that is shown."""
    return place.is_symlink() and os.readlink(place) == link_of(place.name)  # noqa: PTH115 (it is compared as a text)


def fill(edition: Path, folder: Path, unchanged: Iterable[str], ours: Iterable[str]) -> None:
    """Take over into a new edition what did not change, and what in the one that is shown is not ours."""
    before = shown(folder)
    for path in unchanged:
        _take_over(before / path, edition / path)
    listed = frozenset(ours)
    for path in _others(before, listed):
        if not os.path.lexists(edition / path):
            with suppress(OSError):  # a page of the new edition may be where its folder was
                _take_over(before / path, edition / path)


def switch(edition: Path, folder: Path) -> None:
    """Show a finished edition; names that it has for the first time get their links before, lost ones lose them after.

    Raises:
        OSError: a link or a folder cannot be made.
    """
    editions = folder / EDITIONS
    editions.mkdir(exist_ok=True)
    place = editions / str(max(_numbers(folder), default=0) + 1)
    edition.rename(place)
    for path in sorted(place.iterdir()):
        if not path.name.startswith(".judge-") and not os.path.lexists(folder / path.name):
            (folder / path.name).symlink_to(link_of(path.name), target_is_directory=path.is_dir())
    aside = folder / f"{NOW}-{os.urandom(4).hex()}"
    aside.symlink_to(f"{EDITIONS}/{place.name}", target_is_directory=True)
    aside.replace(folder / NOW)
    for left in folder.glob(f"{NOW}-*"):
        left.unlink(missing_ok=True)
    for link in folder.iterdir():
        if is_our_link(link) and not link.exists():
            link.unlink()


def clean(folder: Path, listed: str) -> None:
    """Remove the oldest editions; what in one is not ours and not in the edition that is shown stays.

    Args:
        folder: of the site.
        listed: the name of the file that lists what is ours in an edition.
    """
    now = shown(folder).resolve()
    for number in sorted(_numbers(folder))[:-KEPT]:
        old = folder / EDITIONS / str(number)
        if old == now:
            continue
        ours = (old / listed).read_text(encoding="utf-8").splitlines() if (old / listed).exists() else []
        if all(_same(old / path, now / path) for path in _others(old, frozenset(ours))):
            shutil.rmtree(old, ignore_errors=True)


def make_sure(folder: Path) -> None:
    """Make sure that a folder can have switched editions.

    Raises:
        SiteError: it has a site without them, or no links can be made in it.
    """
    if is_switched(folder):
        return
    if any(folder.glob(".judge-site")):
        raise SiteError(f"{folder} was written without --switch; name a folder that does not exist yet")
    trial = folder / f"{NOW}-{os.urandom(4).hex()}"
    try:
        trial.symlink_to(EDITIONS, target_is_directory=True)
        trial.unlink()
    except (OSError, NotImplementedError) as error:
        raise SiteError(f"no symbolic links can be created in {folder}; leave out --switch") from error


def _numbers(folder: Path) -> list[int]:
    editions = folder / EDITIONS
    return [int(path.name) for path in (editions.iterdir() if editions.is_dir() else ()) if path.name.isdecimal()]


def _others(edition: Path, ours: frozenset[str]) -> Iterator[str]:
    """Yield the paths of the files and links in an edition that are not ours."""
    for inside, folders, names in os.walk(edition):
        links = [name for name in folders if (Path(inside) / name).is_symlink()]
        for name in (*names, *links):
            path = (Path(inside) / name).relative_to(edition).as_posix()
            if path not in ours and not path.startswith(".judge-"):
                yield path


def _take_over(path: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    link_or_copy(path, place)


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other) or one.read_bytes() == other.read_bytes()
    return False
