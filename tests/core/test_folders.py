"""Where the cache and the person's own library are, on each system."""

import os
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from judge.core.files import cache_folder, corpus_folders, data_folder, user_library

NAMED = ("JUDGE_CACHE", "JUDGE_DATA", "JUDGE_CORPUS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA")
LOCAL = r"C:\Users\ada\AppData\Local"
FOLDERS = [
    ("linux", {}, "/home/ada/.cache/judge", "/home/ada/.local/share/judge/library"),
    ("linux", {"XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/judge", "/d/judge/library"),
    ("linux", {"XDG_CACHE_HOME": "c"}, "/home/ada/.cache/judge", "/home/ada/.local/share/judge/library"),
    ("freebsd14", {}, "/home/ada/.cache/judge", "/home/ada/.local/share/judge/library"),
    ("darwin", {}, "/home/ada/Library/Caches/judge", "/home/ada/Library/Application Support/judge/library"),
    (
        "darwin",
        {"XDG_CACHE_HOME": "/c"},
        "/home/ada/Library/Caches/judge",
        "/home/ada/Library/Application Support/judge/library",
    ),
    ("win32", {"LOCALAPPDATA": LOCAL}, rf"{LOCAL}\judge", rf"{LOCAL}\judge\library"),
    ("win32", {}, r"\home\ada\AppData\Local\judge", r"\home\ada\AppData\Local\judge\library"),
    ("win32", {"LOCALAPPDATA": ""}, r"\home\ada\AppData\Local\judge", r"\home\ada\AppData\Local\judge\library"),
]
"""The system, its variables, the cache, the library; the person's home is /home/ada."""


@pytest.fixture
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable names a folder, and the home is /home/ada."""
    for name in NAMED:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))


@pytest.mark.usefixtures("nothing_named")
@pytest.mark.parametrize(("system", "variables", "cache", "library"), FOLDERS)
def test_each_system_has_its_own_folders(
    system: str, variables: dict[str, str], cache: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are the ones that docs/environment.md names."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    written = PureWindowsPath if system == "win32" else PurePosixPath
    assert written(str(cache_folder())) == written(cache)
    assert written(str(user_library())) == written(library)


@pytest.mark.usefixtures("nothing_named")
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_our_variables_name_folders_on_every_system(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("JUDGE_CACHE", "kept")
    monkeypatch.setenv("JUDGE_DATA", "mine")
    assert cache_folder() == Path("kept")
    assert user_library() == Path("mine") / "library"


@pytest.mark.usefixtures("nothing_named")
@pytest.mark.parametrize("separator", [":", ";"])
def test_collections_are_separated_as_in_path(separator: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a colon, on Windows by a semicolon; empty names are passed over."""
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        Path(name).mkdir()
    monkeypatch.setattr(os, "pathsep", separator)
    monkeypatch.setenv("JUDGE_CORPUS", separator.join(["one", "", "two"]))
    assert corpus_folders() == [tmp_path / "one", tmp_path / "two"]


@pytest.mark.usefixtures("nothing_named")
def test_without_a_name_the_bundled_collection_and_the_own_library_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    assert corpus_folders() == [data_folder("corpus")]
    (tmp_path / "library").mkdir()
    assert corpus_folders() == [data_folder("corpus"), tmp_path / "library"]
    (tmp_path / "library").rmdir()
