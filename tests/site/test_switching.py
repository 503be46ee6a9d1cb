"""A site with editions that are switched: all of one edition at every moment, and nothing of the owner's is lost."""

from pathlib import Path

import pytest

from judge.core.errors import SiteError
from judge.library import Library
from judge.site import switching
from judge.site.writing import Written, write_site
from tests.killing import FORKS, killed_at
from tests.support import run_judge, write_collection

Files = dict[str, str]

OLD: Files = {"index.html": "old", "rules/a.html": "old a", "rules/b.html": "old b", "same.txt": "same"}
NEW: Files = {"index.html": "new", "rules/a.html": "new a", "cards/c.html": "new c", "same.txt": "same"}


def write(folder: Path, files: Files, *, force: bool = False, switched: bool = True) -> Written:
    """Write a site."""
    return write_site(files.items(), folder, lambda *_: None, force=force, switched=switched)


def seen(folder: Path) -> Files:
    """Return what a visitor sees, links followed."""
    found: Files = {}
    for name in sorted({path.split("/")[0] for path in (*OLD, *NEW)}):
        place = folder / name
        files = [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
        found |= {path.relative_to(folder).as_posix(): path.read_text() for path in files}
    return found


def test_an_edition_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    assert write(tmp_path, OLD) == Written(4, 4, 0, ())
    assert seen(tmp_path) == OLD
    assert write(tmp_path, NEW, switched=False) == Written(4, 3, 1, ())  # the folder is known by what is in it
    assert seen(tmp_path) == NEW
    assert sorted(path.name for path in tmp_path.iterdir() if path.name[0] != ".") == [
        "cards",
        "index.html",
        "rules",
        "same.txt",
    ]
    write(tmp_path, {"index.html": "last"})
    assert sorted(path.name for path in tmp_path.iterdir() if path.name[0] != ".") == ["index.html"]


@FORKS
def test_a_site_is_of_one_edition_whenever_it_is_killed(tmp_path: Path) -> None:
    """Every change to a file of the second build, and of the first one."""
    folder = tmp_path / "site"
    moment = 1
    while killed_at(moment, lambda: write(folder, OLD)):
        assert seen(folder) in ({}, OLD)
        moment += 1
    assert seen(folder) == OLD
    moment = 1
    while killed_at(moment, lambda: write(folder, NEW)):
        assert seen(folder) in (OLD, NEW)
        write(folder, OLD)
        assert seen(folder) == OLD
        moment += 1
    assert moment > 10
    assert seen(folder) == NEW


def test_what_an_owner_put_there_stays(tmp_path: Path) -> None:
    (tmp_path / ".nojekyll").write_text("")
    write(tmp_path, OLD)
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "rules" / "map.svg").write_text("map")
    for number in range(switching.KEPT + 2):
        write(tmp_path, NEW | {"index.html": str(number)})
        assert (tmp_path / "rules" / "map.svg").read_text() == "map"
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert (tmp_path / ".nojekyll").exists()
    assert len(list((tmp_path / ".judge-editions").iterdir())) == switching.KEPT


@pytest.mark.parametrize("path", ["cards", "rules/d.html"])
def test_what_is_in_the_way_stops_the_build(tmp_path: Path, path: str) -> None:
    write(tmp_path, OLD)
    (tmp_path / path).write_text("mine")
    with pytest.raises(SiteError, match=r"was not written by `judge site` and would be replaced"):
        write(tmp_path, NEW | {"rules/d.html": "new d"})
    assert seen(tmp_path) == OLD | ({path: "mine"})
    moved = write(tmp_path, NEW | {"rules/d.html": "new d"}, force=True).moved
    assert len(moved) == 1
    assert (tmp_path / f"{path}.before").read_text() == "mine"
    assert (tmp_path / "rules" / "d.html").read_text() == "new d"


def test_a_site_without_editions_is_not_made_into_one(tmp_path: Path) -> None:
    write(tmp_path, OLD, switched=False)
    with pytest.raises(SiteError) as told:
        write(tmp_path, NEW)
    assert str(told.value) == f"{tmp_path} was written without --switch; name a folder that does not exist yet"
    assert seen(tmp_path) == OLD


def test_the_command_writes_editions(tmp_path: Path, own_cache: Path) -> None:
    rules = write_collection(tmp_path / "rules", tides_md="# Tides\n\n## 1.0 Ebb\n\nWater falls.\n")
    with Library([rules]):
        done = run_judge("site", str(tmp_path / "out"), "--switch", "--corpus", str(rules), JUDGE_CACHE=str(own_cache))
    assert done.returncode == 0, done.stderr
    assert "Water falls" in "".join(path.read_text() for path in (tmp_path / "out" / "tides").rglob("*.html"))
    assert (tmp_path / "out" / "index.html").is_symlink()
