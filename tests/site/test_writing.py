"""Files of a site get into their places: whoever else has files there, and whenever the build is killed."""

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.core.errors import CollectionError, SiteError
from judge.site.writing import HEAD, LOCK, OURS, Written, count_unchanged, source_state, write_site
from tests.killing import FORKS, killed_at
from tests.support import run_judge, write_collection


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


def write(folder: Path, files: dict[str, str]) -> Written:
    """Write a site."""
    return write_site(files.items(), folder, lambda *_: None)


@FORKS
def test_the_next_build_puts_right_what_a_killed_one_left(tmp_path: Path) -> None:
    """Whichever change to a file was the last; what of the old site is no more goes last."""
    folder = tmp_path / "site"
    moment, mixed = 1, 0
    write(folder, OLD)
    while killed_at(moment, lambda: write(folder, NEW)):
        seen = visible(folder)
        assert all(text in (OLD.get(path), NEW.get(path)) for path, text in seen.items())
        assert seen.keys() >= OLD.keys() or NEW.items() <= seen.items()
        mixed += seen not in (OLD, NEW)
        write(folder, OLD)
        assert visible(folder) == OLD
        assert {path.name for path in folder.iterdir()} == {*(path.split("/")[0] for path in OLD), OURS, LOCK}
        moment += 1
    assert mixed > 2
    assert visible(folder) == NEW


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


@pytest.mark.parametrize(
    "changed",
    ["rules/tides.md", "rules/corpus.toml", "rules/_site/theme.css", "templates/base.html", "site/index.html"],
)
def test_a_site_is_as_it_was_made_until_a_source_or_a_page_changes(tmp_path: Path, changed: str) -> None:
    for name in ("rules/_site", "templates"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("rules/tides.md", "rules/corpus.toml", "rules/_site/theme.css", "templates/base.html"):
        (tmp_path / name).write_text("old")

    def state() -> str:
        return repr(source_state([tmp_path / "rules"], tmp_path / "templates"))

    site = tmp_path / "site"
    write_site(NEW.items(), site, lambda *_: None, made_from=state)
    assert count_unchanged(site, state()) == len(NEW)
    assert not count_unchanged(site, f"{state()} at https://example.org/")
    (tmp_path / changed).write_text("it is another")
    assert not count_unchanged(site, state())


LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes need rights there")


def everything(folder: Path) -> dict[str, str]:
    """Return what lies in a folder: of files the text, of links where they lead, of pipes that they are one."""
    return {
        path.relative_to(folder).as_posix(): f"-> {path.readlink()}"
        if path.is_symlink()
        else path.read_text()
        if path.is_file() and path.stat().st_size < 2**20
        else f"{stat.S_IFMT(path.lstat().st_mode):o}"
        for path in sorted(folder.rglob("*"))
    }


def _list_of(*names: str) -> Callable[[Path], object]:
    """Return what writes a list of these names into a site."""
    return lambda site: (site / OURS).write_text(HEAD + "".join(f"{name}\n" for name in names))


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe as list": (lambda site: os.mkfifo(site / OURS), ".judge-site is a pipe"),
    "a link as list": (lambda site: (site / OURS).symlink_to("../secret/list"), ".judge-site is a link"),
    "a list of something else": (lambda site: (site / OURS).write_text("key = 1\n"), ".judge-site was not written by"),
    "a list that leads up": (_list_of("a.html", "rules/../../secret/key"), "'rules/../../secret/key'"),
    "a list that leads away": (_list_of("/etc/hostname"), "'/etc/hostname'"),
    "a list of the site itself": (_list_of("a.html", "."), "lists '.'"),
    "a pipe as lock": (lambda site: os.mkfifo(site / LOCK), ".judge-lock is a pipe"),
    "a link as lock": (lambda site: (site / LOCK).symlink_to("../secret/new"), ".judge-lock is a link"),
}
"""What a folder from elsewhere can have, and the words that refuse it."""


@LINKS
@pytest.mark.parametrize("name", FOREIGN)
def test_what_no_build_can_have_left_ends_the_build(tmp_path: Path, name: str) -> None:
    site, (prepare, told) = tmp_path / "site", FOREIGN[name]
    for folder in ("site", "secret"):
        (tmp_path / folder).mkdir()
    for file in ("key", "list"):
        (tmp_path / "secret" / file).write_text(f"{HEAD}index.html\n")
    prepare(site)
    before = everything(tmp_path)
    with pytest.raises((SiteError, CollectionError), match=re.escape(told)):
        write(site, NEW)
    assert everything(tmp_path) == before


@LINKS
@pytest.mark.parametrize(
    ("place", "target"),
    [
        ("cards", "../secret"),  # a folder of the site
        ("rules/a.html", "../../secret/key"),  # a file in a folder of the site
        ("index.html", "../made"),  # a link to nothing
    ],
)
def test_no_link_leads_a_build_out_of_the_site(tmp_path: Path, place: str, target: str) -> None:
    """A link in the way ends the build, and nothing that one leads to is read, written or removed."""
    site, secret = tmp_path / "site", tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("private")
    write(site, OLD)
    (site / place).unlink(missing_ok=True)
    (site / place).symlink_to(target)
    with pytest.raises(SiteError, match="was not written by `judge site`"):
        write(site, NEW)
    assert everything(secret) == {"key": "private"}
    assert not (tmp_path / "made").exists()


@LINKS
@pytest.mark.parametrize(
    ("link", "target", "listed"),
    [
        ("alias", "mine", "alias/x"),  # a folder beside it
        ("gone/alias", "../mine", "gone/alias/x"),  # in a folder of the site
        ("alias", "mine", "alias/deep/x"),  # a folder above the file's
        ("alias", ".", "alias/mine/x"),  # the site itself
        ("alias", "mine/x", "alias"),  # a file
        ("alias", "../mine", "alias/x"),  # outside
    ],
)
def test_no_file_is_removed_through_a_link(tmp_path: Path, link: str, target: str, listed: str) -> None:
    site = tmp_path / "site"
    write(site, OLD)
    for inside in (site / "mine", site / "mine" / "deep", tmp_path / "mine"):
        inside.mkdir()
        (inside / "x").write_text("own")
    (site / link).symlink_to(target)
    _list_of(*OLD, listed)(site)
    before = everything(site / "mine"), everything(tmp_path / "mine")
    assert write(site, NEW) == Written(4, 3, 2)
    assert (everything(site / "mine"), everything(tmp_path / "mine")) == before
    assert (site / link).is_symlink()


@pytest.mark.parametrize(
    "name", ["../out.html", "/tmp/out.html", "a\nb.html", "rules//a.html", ".judge-site", ".", "./a.html"]
)
def test_a_name_that_no_list_can_have_is_not_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(SiteError, match="cannot be the name of a file of a site"):
        write(tmp_path / "site", {name: "x"})
    assert everything(tmp_path / "site") == {LOCK: ""}


def test_a_list_with_the_line_ends_of_windows_is_read(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / OURS).write_bytes((tmp_path / OURS).read_bytes().replace(b"\n", b"\r\n"))
    assert write(tmp_path, NEW).removed == 2


@LINKS
def test_the_command_refuses_in_one_sentence(tmp_path: Path) -> None:
    rules = write_collection(tmp_path / "rules", tides_md="# Tides\n\n## 1.0 Ebb\n\nWater falls.\n")
    (tmp_path / "site").mkdir()
    os.mkfifo(tmp_path / "site" / OURS)
    done = run_judge("site", str(tmp_path / "site"), "--corpus", str(rules))
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert done.stderr.endswith(b"is a pipe, not a file that can be read as a list of the site's files\n")
