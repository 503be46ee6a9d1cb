"""The compiled form: built when it is needed and only then, whole or not at all."""

from __future__ import annotations

import gc
import multiprocessing
import os
import shutil
import sys
from pathlib import Path

import pytest

import judge
from judge.build import cache as build_cache
from judge.build import parsing
from judge.library import Library
from tests.support import export_of, run_judge, write_collection

RULES = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds (2.0).\n\n## 2.0 Chains\n\nA chain breaks.\n"
CARDS = "# Tide Cards\n\n## Card Rulings:\n\n### Gull\n\nSee Anchors\n\nFlies.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection of two documents."""
    return write_collection(tmp_path / "tide", rules_md=RULES, cards_md=CARDS)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """An empty cache."""
    return tmp_path / "cache"


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the documents that were parsed, in order."""
    parsed: list[str] = []
    parse = parsing.parse_document

    def counted(source, *rest):  # type: ignore[no-untyped-def]
        parsed.append(source.key)
        return parse(source, *rest)

    monkeypatch.setattr(parsing, "parse_document", counted)
    return parsed


def open_library(folder: Path, cache: Path, warnings: list[str] | None = None) -> Library:
    """Open a collection with a cache of its own."""
    return Library([folder], cache=cache, warn=(warnings if warnings is not None else []).append)


def test_nothing_changed_nothing_is_parsed(folder: Path, cache: Path, parses: list[str]) -> None:
    for _ in range(2):
        open_library(folder, cache).close()
    assert sorted(parses) == ["cards", "rules"]


def test_a_changed_document_alone_is_parsed_again(folder: Path, cache: Path, parses: list[str]) -> None:
    open_library(folder, cache).close()
    write_collection(folder, rules_md=RULES.replace("breaks", "holds"))
    with open_library(folder, cache) as library:
        assert "holds" in library.find("2.0").blocks[0].text
    assert parses[2:] == ["rules"]


def test_a_changed_manifest_is_noticed(folder: Path, cache: Path) -> None:
    open_library(folder, cache).close()
    write_collection(folder, **{"corpus.toml": '[[document]]\nfile = "rules.md"\nkey = "tide"\n'})
    with open_library(folder, cache) as library:
        assert [document["key"] for document in library.documents()] == ["cards", "tide"]


def test_two_builds_of_the_same_sources_are_the_same(folder: Path, tmp_path: Path) -> None:
    exports = []
    for name in ("a", "b"):
        with open_library(folder, tmp_path / name) as library:
            exports.append(export_of(library))
    assert exports[0] == exports[1]


def test_a_cache_that_cannot_be_written_to_costs_one_warning(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "file"
    cache.write_text("no folder")
    warnings: list[str] = []
    with open_library(folder, cache, warnings) as library:
        assert library.search("anchor")[0].row.id == "rules:1.0"
        assert library.find("gull").title == "Gull"
    assert warnings == [f"the cache folder {cache} cannot be used; working from memory (JUDGE_CACHE names another)"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the file system has no owners here")
def test_a_cache_that_others_can_write_to_is_not_used(folder: Path, cache: Path) -> None:
    """An index is code: one that somebody else may have put there is never opened."""
    open_library(folder, cache).close()
    (cache / "builds").chmod(0o777)
    write_collection(folder, rules_md=RULES + "More.\n")
    warnings: list[str] = []
    open_library(folder, cache, warnings).close()
    assert len(warnings) == 1


def test_a_full_disk_costs_one_warning(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build_cache, "_move_into_place", full)
    warnings: list[str] = []
    with open_library(folder, cache, warnings) as library:
        assert library.find("1.0").title == "Anchors"
    assert warnings == [f"the cache folder {cache} cannot be written to (No space left on device); working from memory"]
    assert not list((cache / "builds").iterdir())


@pytest.mark.parametrize("file", ["library.sqlite", "complete"])
@pytest.mark.parametrize("damage", ["cut", "emptied", "removed"])
def test_a_damaged_build_is_built_again(folder: Path, cache: Path, file: str, damage: str) -> None:
    open_library(folder, cache).close()
    (path,) = cache.glob(f"builds/*/{file}")
    data = path.read_bytes()
    if damage == "removed":
        path.unlink()
    else:
        path.write_bytes(data[: len(data) // 2] if damage == "cut" else b"")
    with open_library(folder, cache) as library:
        assert library.find("1.0").title == "Anchors"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # whoosh leaves a broken file open
@pytest.mark.parametrize("file", ["library.sqlite", "index/*.seg", "index/*.toc"])
def test_damage_found_while_reading_is_mended(folder: Path, cache: Path, file: str) -> None:
    open_library(folder, cache).close()
    path = next(cache.glob(f"builds/*/{file}"))
    path.write_bytes(b"\x80" * path.stat().st_size)
    with open_library(folder, cache) as library:
        assert library.search("chain")[0].row.id == "rules:2.0"
        assert library.find("gull").title == "Gull"
    gc.collect()  # so that whoosh's complaint comes while it is expected


def build_at_once(folder: Path, cache: Path, start: object) -> None:
    """Wait for the others, then build."""
    start.wait()  # type: ignore[attr-defined]
    with open_library(folder, cache) as library:
        assert library.search("anchor")[0].row.id == "rules:1.0"


def test_builders_at_once_do_no_harm(folder: Path, cache: Path) -> None:
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(4)
    builders = [context.Process(target=build_at_once, args=(folder, cache, start)) for _ in range(4)]
    try:
        for builder in builders:
            builder.start()
        for builder in builders:
            builder.join(60)
    finally:
        for builder in builders:
            builder.kill()
    assert [builder.exitcode for builder in builders] == [0, 0, 0, 0]
    (build,) = (cache / "builds").iterdir()
    assert (build / "complete").is_file()


def test_a_killed_build_leaves_the_old_one_and_is_swept_away(folder: Path, cache: Path) -> None:
    open_library(folder, cache).close()
    (build,) = (cache / "builds").iterdir()
    abandoned = cache / "builds" / "unfinished-dead"
    abandoned.mkdir()
    (abandoned / "library.sqlite").write_bytes(b"half")
    open_library(folder, cache).close()
    assert build.exists()
    os.utime(abandoned, (0, 0))
    write_collection(folder, rules_md=RULES + "More.\n")
    open_library(folder, cache).close()
    assert not abandoned.exists()


def test_ctrl_c_in_mid_build_leaves_nothing_behind(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build_cache, "_move_into_place", interrupted)
    with pytest.raises(KeyboardInterrupt):
        open_library(folder, cache)
    assert not list((cache / "builds").iterdir())


def test_former_keys_and_ids_still_lead_to_their_entries(folder: Path, cache: Path) -> None:
    manifest = '[[document]]\nfile = "rules.md"\nkey = "tide"\naliases = ["old-tide"]\n'
    write_collection(folder, **{"corpus.toml": manifest})
    with open_library(folder, cache) as library:
        assert library.find("old-tide:1.0").id == "tide:1.0"
    write_collection(folder, **{"corpus.toml": manifest.replace('["old-tide"]', '{ "tide:7.7" = "1.0" }')})
    with open_library(folder, cache) as library:
        assert library.find("tide:7.7").id == "tide:1.0"


def test_a_document_that_cannot_be_read_is_left_out(folder: Path, cache: Path) -> None:
    (folder / "broken.txt").write_bytes(b"a\x00b\x01")
    (folder / "empty.md").write_text("")
    warnings: list[str] = []
    with open_library(folder, cache, warnings) as library:
        assert [document["key"] for document in library.documents()] == ["cards", "rules"]
    assert [warning.partition(" ")[2] for warning in warnings] == [
        "is a binary file, not a text; it is left out",
        "is empty; it is left out",
    ]


def test_two_collections_with_one_key(folder: Path, tmp_path: Path, cache: Path) -> None:
    other = write_collection(tmp_path / "other", rules_md=RULES.replace("Tide", "Reef"))
    warnings: list[str] = []
    with Library([folder, other], cache=cache, warn=warnings.append) as library:
        assert [document["key"] for document in library.documents()] == ["cards", "rules", "rules~2"]
    assert warnings == [f"two documents have the key rules; {other / 'rules.md'} is called rules~2 here"]


def test_what_is_no_document_is_passed_over(folder: Path, cache: Path) -> None:
    names = ("README.md", "LICENSE.txt", "changelog.md", ".hidden.md", "_draft.md", "notes.pdf")
    write_collection(folder, **dict.fromkeys(names, "## 1.0 Nothing\n\nNone."))
    write_collection(folder / "below", more_md=RULES)
    write_collection(folder, **{"corpus.toml": 'ignore = ["card*"]\n'})
    with open_library(folder, cache) as library:
        assert [document["key"] for document in library.documents()] == ["rules"]


def test_an_installed_package_carries_its_data(tmp_path: Path) -> None:
    """The folders that a wheel is told to include are those the program looks for."""
    package = tmp_path / "site" / "judge"
    root = Path(judge.__file__).parent
    shutil.copytree(root, package, ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copytree(root.parent / "corpus", package / "data" / "corpus")
    result = run_judge("list", PYTHONPATH=str(tmp_path / "site"), JUDGE_CACHE=str(tmp_path / "cache"))
    assert result.returncode == 0, result.stderr
    assert b"shadowfist-digest" in result.stdout
    assert sys.version_info >= (3, 11)
