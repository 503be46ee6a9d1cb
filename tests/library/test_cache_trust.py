"""A cache that can be trusted, or is not used: whose it is, whether it is as it was written, and what stays in it."""

import errno
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from whoosh.filedb.filetables import HashWriter

from judge.core.errors import LibraryDamaged
from judge.library import cache as build_cache
from judge.library.incremental.part_cache import PartCache
from judge.library.safekeeping import cleaning, integrity, ownership, provenance
from judge.library.store import Store
from judge.opened_library import Library
from tests.limits import PATIENCE
from tests.support import run_judge, thorough_but, write_collection

RULES = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds (2.0).\n\n## 2.0 Chains\n\nA chain breaks.\n"
SOMEBODY = 12345


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection of one document."""
    return write_collection(tmp_path / "tide", rules_md=RULES)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache, empty as yet."""
    return tmp_path / "cache"


def answers(folder: Path, cache: Path) -> list[str]:
    """Ask what must have a right answer, come what may; return what the person is told."""
    told: list[str] = []
    with Library([folder], cache=cache, warn=told.append) as library:
        assert library.find("1.0").blocks[0].text == "An anchor holds (2.0)."
        assert library.search("what breaks a chain")[0].row.id == "rules:2.0"
    return told


def build_of(cache: Path) -> Path:
    """Return the only build."""
    (build,) = (cache / "builds").iterdir()
    return build


# Whose it is


class Owners:
    """Files of somebody else, whoever runs the tests."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Look at files through this from now on."""
        self.foreign: set[str] = set()
        self._lstat = os.lstat
        patch.setattr(os, "lstat", self._seen)

    def give_away(self, path: Path) -> None:
        """Make a file somebody else's."""
        self.foreign.add(str(path))
        if os.getuid() == 0:
            os.chown(path, SOMEBODY, SOMEBODY, follow_symlinks=False)

    def _seen(self, path: str | Path, **how: Any) -> os.stat_result:
        found = self._lstat(path, **how)
        if str(path) in self.foreign:
            return os.stat_result((*found[:4], SOMEBODY, *found[5:]))
        return found


@pytest.fixture
def owners(monkeypatch: pytest.MonkeyPatch) -> Owners:
    """A way to give files away."""
    return Owners(monkeypatch)


OTHERS = {
    "the cache": ".",
    "the builds": "builds",
    "the parts": "parts",
    "the folder above": "..",
}


@pytest.mark.parametrize("name", thorough_but(2, OTHERS))
def test_a_cache_of_another_user_is_not_opened(
    folder: Path, tmp_path: Path, owners: Owners, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    cache = tmp_path / "above" / "cache"
    answers(folder, cache)
    foreign = Path(os.path.normpath(cache / OTHERS[name]))
    owners.give_away(foreign)
    monkeypatch.setattr(Store, "open_file", None)  # nothing in it is opened
    (told,) = answers(folder, cache)
    assert told.startswith(f"the cache folder {cache} cannot be used ({foreign} belongs to another user); working in ")
    assert build_cache.open_existing([folder], cache) is None


@pytest.mark.parametrize("name", thorough_but(2, ["", "library.index", "library.sqlite", "complete"]))
def test_a_build_of_another_user_is_built_again(folder: Path, cache: Path, owners: Owners, name: str) -> None:
    answers(folder, cache)
    build = build_of(cache)
    before = (build / "complete").stat().st_mtime_ns
    owners.give_away(build / name)
    assert build_cache.open_existing([folder], cache) is None
    told: list[str] = []
    with Library([folder], cache=cache, warn=told.append):
        assert told[0] == f"the compiled library in {build} is damaged; rebuilding it"
    owners.foreign.clear()
    assert answers(folder, cache) == []
    assert (build / "complete").stat().st_mtime_ns != before


@pytest.mark.parametrize("name", ["library.sqlite", "library.index", "complete"])
def test_a_link_in_a_build_is_not_followed(folder: Path, cache: Path, tmp_path: Path, name: str) -> None:
    answers(folder, cache)
    path = build_of(cache) / name
    path.rename(tmp_path / name)
    path.symlink_to(tmp_path / name)
    assert answers(folder, cache) == [f"the compiled library in {path.parent} is damaged; rebuilding it"]
    assert not path.is_symlink()


def remove_all(*paths: Path) -> None:
    for path in paths:
        integrity.remove(path)


@pytest.mark.parametrize("foreign", thorough_but(1, [True, False]))
def test_only_a_part_of_another_user_is_made_again(folder: Path, cache: Path, owners: Owners, foreign: bool) -> None:
    answers(folder, cache)
    (path,) = (cache / "parts").glob("[!p]*.json")
    whole = path.read_bytes()
    replace_in(path, b"Chains", b"Changed")
    if foreign:
        owners.give_away(path)
    integrity.remove(build_of(cache))
    Library([folder], cache=cache).close()
    assert (path.read_bytes() == whole) == foreign


def replace_in(path: Path, old: bytes, new: bytes) -> None:
    """Change what a sealed file says and seal it again."""
    data = integrity.read_sealed(path)
    assert old in data
    path.write_bytes(integrity.seal(data.replace(old, new), path.name))


@pytest.mark.parametrize("pattern", ["parts/parsed-*", "parts/[!p]*.json"])
def test_parts_that_changed_places_are_made_again(folder: Path, cache: Path, pattern: str) -> None:
    write_collection(folder, more_md="# More\n\n7.0 Sails\n\nThey are white.\n\n8.0 Oars\n\nThey are long.\n")
    answers(folder, cache)
    one, other = cache.glob(pattern)
    before = one.read_bytes(), other.read_bytes()
    one.write_bytes(before[1])
    other.write_bytes(before[0])
    remove_all(build_of(cache), *(cache.glob("parts/[!p]*") if "parsed" in pattern else ()))
    with Library([folder], cache=cache) as library:
        found = [(number, library.find(number).id, library.find(number).title) for number in ("1.0", "7.0")]
    assert found == [("1.0", "rules:1.0", "Anchors"), ("7.0", "more:7.0", "Sails")]
    assert (one.read_bytes(), other.read_bytes()) == before


@pytest.mark.parametrize(
    "error",
    [RuntimeError("a mistake"), FileNotFoundError(2, "not there"), LibraryDamaged("damaged"), KeyError("a name")],
    ids=lambda error: type(error).__name__,
)
def test_a_build_that_fails_on_its_parts_is_made_without_them(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    answers(folder, cache)
    integrity.remove(build_of(cache))
    monkeypatch.setattr(PartCache, "find", failing_once(error, PartCache.find))
    assert answers(folder, cache) == []


@pytest.mark.parametrize(
    ("mode", "sticky", "fault"),
    [(0o755, False, None), (0o777, False, "other users can write to"), (0o777, True, None), (0o700, False, None)],
)
def test_whoever_can_rename_a_folder_on_the_way_is_not_trusted(
    tmp_path: Path, mode: int, sticky: bool, fault: str | None
) -> None:
    above, cache = tmp_path / "above", tmp_path / "above" / "cache"
    cache.mkdir(parents=True)
    above.chmod(mode | (0o1000 if sticky else 0))
    assert (ownership.fault_of(cache) or "").startswith(fault or "")
    assert (ownership.fault_of(cache) is None) == (fault is None)
    assert (ownership.fault_of(cache / "not there") is None) == (fault is None)
    cache.chmod(0o1777)
    assert ownership.fault_of(cache), "where everybody may write, nothing of ours can lie"


def test_links_on_the_way_are_followed(tmp_path: Path, owners: Owners) -> None:
    (tmp_path / "open" / "real" / "cache").mkdir(parents=True)
    (tmp_path / "link").symlink_to("open/real")
    (tmp_path / "circle").symlink_to("circle")
    assert ownership.fault_of(tmp_path / "link" / "cache") is None
    assert ownership.fault_of(tmp_path / "link" / ".." / "real" / "cache") is None
    assert "is a circular link" in (ownership.fault_of(tmp_path / "circle" / "cache") or "")
    (tmp_path / "open").chmod(0o777)
    assert ownership.fault_of(tmp_path / "link" / "cache") == f"other users can write to {tmp_path / 'open'}"
    (tmp_path / "open").chmod(0o755)
    owners.give_away(tmp_path / "link")
    assert ownership.fault_of(tmp_path / "link" / "cache") == f"{tmp_path / 'link'} belongs to another user"


# As it was written


def test_only_what_was_touched_is_read_as_a_whole(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(folder, cache)
    read: list[str] = []
    checksum = integrity._checksum

    def noted(path: Path, **how: bool) -> int:
        read.append(path.name)
        return checksum(path, **how)

    monkeypatch.setattr(integrity, "_checksum", noted)
    assert answers(folder, cache) == []
    assert read == []
    (build_of(cache) / "library.sqlite").touch()
    assert answers(folder, cache) == []
    assert "library.sqlite" in read
    del read[:]
    assert answers(folder, cache) == []
    assert read == [], "it is recorded again"


def test_an_index_of_another_library_counts_as_damage(folder: Path, cache: Path, tmp_path: Path) -> None:
    answers(folder, cache)
    other = write_collection(tmp_path / "other", rules_md=RULES.replace("hain", "able"))
    Library([other], cache=tmp_path / "others").close()
    (build_of(tmp_path / "others") / "library.index").replace(build_of(cache) / "library.index")
    assert answers(folder, cache) == [f"the compiled library in {build_of(cache)} is damaged; rebuilding it"]


class Malice:
    """A pickle that makes a folder when it is read."""

    def __init__(self, trace: Path) -> None:
        """Make this folder."""
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.trace),)


def test_nothing_read_from_a_cache_runs_code(
    folder: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pickle in the place of an index that whoosh reads one from, in a build that is whole by its checksums."""
    trace = tmp_path / "trace"
    monkeypatch.setattr(HashWriter, "_write_extras", lambda table: table.dbfile.write_pickle(Malice(trace)))
    assert answers(folder, cache) == answers(folder, cache) == []
    assert b"mkdir" in (build_of(cache) / "library.index").read_bytes()
    assert not trace.exists()


# Without a usable cache


def test_a_disk_that_is_full_at_any_moment_costs_one_warning(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    in_sqlite = sqlite3.OperationalError("No space left on device")
    in_sqlite.sqlite_errorcode = sqlite3.SQLITE_FULL
    moments: list[tuple[object, str, Exception]] = [(os, "mkdir", full), (os, "fsync", full), (os, "replace", full)]
    moments += [(integrity, "record", full), (Store, "finish", in_sqlite)]
    for place, name, error in moments:
        with monkeypatch.context() as patch:
            patch.setattr(place, name, failing_once(error, getattr(place, name)))
            told = answers(folder, cache)
        assert len(told) == 1, name
        assert "No space left on device" in told[0]
        assert "working in memory" in told[0]
        assert not list(cache.rglob("unfinished-*")), name
    assert answers(folder, cache) == []


def failing_once(error: Exception, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that fails when it is first called."""
    left = [error]

    def called(*args: Any, **kwargs: Any) -> Any:
        if left:
            raise left.pop()
        return function(*args, **kwargs)

    return called


def test_a_relative_cache_is_one_of_the_working_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answers(folder, Path("mine")) == []
    assert build_of(tmp_path / "mine").is_dir()
    store = build_cache.open_existing([folder], Path("mine"))
    assert store
    store.close()


# What goes wrong with the streams


@pytest.mark.parametrize(
    "words", thorough_but(2, [["show", "1.0"], ["--help"], ["list", "--json"], ["export"], ["search", "-"]])
)
@pytest.mark.parametrize("how", [">/dev/full", ">&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"])
def test_what_cannot_be_printed_is_no_answer(folder: Path, cache: Path, words: list[str], how: str) -> None:
    """Exit code 1 means that nothing was found; a crash never looks like that."""
    answers(folder, cache)
    command = f"printf anchor | {sys.executable} -m judge {' '.join(words)} {how}"
    home = os.environ | {"JUDGE_CORPUS": str(folder), "JUDGE_CACHE": str(cache)}
    result = subprocess.run(["/bin/sh", "-c", command], capture_output=True, env=home, timeout=PATIENCE, check=False)
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == (0 if "2>" in how else 1)
    assert b"Traceback" not in result.stderr


def test_queries_from_a_closed_input_are_a_wrong_call(folder: Path, cache: Path) -> None:
    answers(folder, cache)
    home = os.environ | {"JUDGE_CORPUS": str(folder), "JUDGE_CACHE": str(cache)}
    command = f"{sys.executable} -m judge search - <&-"
    result = subprocess.run(["/bin/sh", "-c", command], capture_output=True, env=home, timeout=PATIENCE, check=False)
    assert result.returncode == 2
    assert b"standard input is closed" in result.stderr


def test_a_number_of_five_thousand_digits_is_nothing_found(folder: Path, cache: Path) -> None:
    home = {"JUDGE_CORPUS": str(folder), "JUDGE_CACHE": str(cache)}
    for locator in ("9" * 5000, "9." * 2500 + "1", f"anchors#{'9' * 5000}"):
        result = run_judge("show", locator, **home)
        assert result.returncode == 1
        assert result.stderr.startswith(b"judge: no entry matches ")
        assert result.stderr.count(b"\n") == 1


def test_a_working_folder_that_was_removed_hinders_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert provenance.reader_versions()


# What stays


def test_nine_collections_are_built_once(tmp_path: Path, cache: Path) -> None:
    folders = [write_collection(tmp_path / f"tide{number}", rules_md=RULES) for number in range(9)]
    for folder in folders:
        answers(folder, cache)
    made = {path: path.stat().st_ino for path in (cache / "builds").iterdir()}
    assert len(made) == 9
    for folder in folders:
        answers(folder, cache)
    assert {path: path.stat().st_ino for path in (cache / "builds").iterdir()} == made


def ages(cache: Path) -> Iterator[Path]:
    """Yield the records of builds, each made a week older than the one before."""
    for weeks, path in enumerate(sorted(cache.glob("builds/*/complete"), key=lambda path: path.stat().st_mtime)):
        then = time.time() - (20 - weeks) * 7 * 86400
        os.utime(path, (then, then))
        yield path


def test_builds_stay_by_their_last_use_within_a_size(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [write_collection(tmp_path / f"tide{number}", rules_md=RULES) for number in range(4)]
    for folder in folders:
        answers(folder, cache)
    oldest, second, third, newest = (path.parent for path in ages(cache))
    answers(folders[0], cache)  # used again
    size = sum(path.stat().st_size for path in oldest.rglob("*") if path.is_file() and path.name != "complete")
    monkeypatch.setattr(cleaning, "KEPT_BYTES", int(3.5 * size))
    monkeypatch.setitem(cleaning.UNUSED_DAYS, "builds", 1000)
    answers(write_collection(tmp_path / "tide4", rules_md=RULES), cache)
    assert oldest.exists()
    assert newest.exists()
    assert not second.exists()
    assert not third.exists()


def test_a_build_that_nobody_opens_goes(tmp_path: Path, cache: Path) -> None:
    for number in range(2):
        answers(write_collection(tmp_path / f"tide{number}", rules_md=RULES), cache)
    old, recent = (path.parent for path in ages(cache))
    answers(write_collection(tmp_path / "tide2", rules_md=RULES), cache)
    assert [old.exists(), recent.exists()] == [False, False]
