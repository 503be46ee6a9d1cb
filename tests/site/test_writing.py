"""Files of a site get into their places: whoever else has files there, and whenever the build is killed."""

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from judge.core.errors import CollectionError, SiteError
from judge.site.writing import LOCK, NEXT, OURS, Written, write_site
from tests.killing import FORKS, killed_at


@pytest.mark.parametrize("switched", [False, True])
def test_files_of_others_are_never_lost(tmp_path: Path, switched: bool) -> None:
    """In 50 layouts that a seed draws, before a build, between two, and where what is written changes."""
    chance = random.Random(41)
    paths = ["index.html", "sitemap.xml", "feed.xml", "tides/1.0.html", "tides/2.0.html", "assets/a/b.css"]
    for layout in range(50):
        site = tmp_path / f"site{layout}"
        theirs: set[str] = set()
        for step in range(4):
            listing = next((path for path in (site / OURS, site / ".judge-now" / OURS) if path.exists()), None)
            listed = listing.read_text() if listing else ""
            for name in chance.sample([*paths, "tides", "assets", "mine/own.html", "CNAME"], 3):
                is_free = not any((site / name).parents[up].is_file() for up in range(name.count("/")))
                if chance.random() < 0.6 and is_free and not os.path.lexists(site / name):
                    (site / name).parent.mkdir(parents=True, exist_ok=True)
                    (site / name).write_text(f"theirs {layout} {step} {name}")
                    theirs |= {f"theirs {layout} {step} {name}"} if f"\n{name}\n" not in listed else set()
            files = [(name, f"ours {step}") for name in paths if chance.random() < 0.7]
            force = chance.random() < 0.7
            with suppress(SiteError):
                write_site(files, site, lambda *_: None, force=force, switched=switched)
            assert theirs <= set(visible(site).values()), (layout, step)


def visible(site: Path) -> dict[str, str]:
    """Return what a visitor can see of a site, links followed."""
    found: dict[str, str] = {}
    for inside, folders, names in os.walk(site, followlinks=True):
        folders[:] = [name for name in folders if not name.startswith(".judge-")]
        paths = (Path(inside, name) for name in names if not name.startswith(".judge-"))
        found |= {path.relative_to(site).as_posix(): path.read_text() for path in paths if path.exists()}
    return found


OLD = {"index.html": "old", "rules/a.html": "old a", "rules/b.html": "old b", "same.txt": "same", "gone/g.html": "g"}
NEW = {"index.html": "new", "rules/a.html": "new a", "cards/c.html": "new c", "same.txt": "same"}


def write(folder: Path, files: dict[str, str], *, force: bool = False) -> Written:
    """Write a site without editions that are switched."""
    return write_site(files.items(), folder, lambda *_: None, force=force)


@FORKS
def test_a_site_that_is_killed_is_of_one_edition_or_finished_by_the_next_build(tmp_path: Path) -> None:
    """Every change to a file; the next build cannot be written itself, so that only what was left is finished."""
    folder = tmp_path / "site"
    moment, waiting = 1, 0
    seen: list[dict[str, str]] = []
    while killed_at(moment, lambda: write(folder, NEW)):
        if (folder / NEXT).exists():
            waiting += 1
            with pytest.raises(SiteError):
                write_site(_broken(), folder, lambda *_: None)
        assert visible(folder) in (OLD if seen else {}, NEW)
        seen.append(visible(folder))
        assert write(folder, OLD).moved == ()
        assert visible(folder) == OLD
        assert {path.name for path in folder.iterdir()} == {*(path.split("/")[0] for path in OLD), OURS, LOCK}
        moment += 1
    assert waiting > 5
    assert OLD in seen
    assert NEW in seen
    assert visible(folder) == NEW


def _broken() -> Iterator[tuple[str, str]]:
    raise OSError(28, "No space left on device")
    yield


@FORKS
def test_what_comes_into_the_way_of_a_killed_build_is_kept(tmp_path: Path) -> None:
    folder, theirs = tmp_path / "site", tmp_path / "theirs"
    write(folder, OLD)
    theirs.mkdir()
    moment = 1
    while not (folder / NEXT).exists():
        assert killed_at(moment, lambda: write(folder, NEW))
        moment += 1
    (folder / "cards").symlink_to(theirs)
    (folder / "index.html").unlink()
    (folder / "index.html").symlink_to(theirs / "own.html")
    (theirs / "own.html").write_text("mine")
    moved = write(folder, NEW).moved
    assert {place.name: now.name for place, now in moved} == {
        "cards": "cards.before",
        "index.html": "index.html.before",
    }
    assert visible(folder) == NEW | {"cards.before/own.html": "mine", "index.html.before": "mine"}
    assert [path.name for path in theirs.iterdir()] == ["own.html"]


def test_a_new_edition_that_cannot_be_moved_says_who_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, OLD)
    replace = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if target == tmp_path / "rules" / "a.html":
            raise OSError(13, "Permission denied")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(SiteError) as told:
        write(tmp_path, NEW)
    assert str(told.value).endswith("(Permission denied); the next `judge site` goes on from there")
    monkeypatch.undo()
    write(tmp_path, NEW)
    assert visible(tmp_path) == NEW


def test_one_build_at_a_time_writes_to_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one would take for unchanged what the first is about to change."""
    monkeypatch.setattr("judge.core.files.LOCK_PATIENCE", 0.0)
    write(tmp_path, OLD)

    def meanwhile() -> Iterator[tuple[str, str]]:
        yield "index.html", "new"
        with pytest.raises(CollectionError, match="another `judge site` is writing to"):
            write(tmp_path, OLD | {"index.html": "other"})

    write_site(meanwhile(), tmp_path, lambda *_: None)
    assert visible(tmp_path) == {"index.html": "new"}
