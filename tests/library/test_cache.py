"""The compiled form: built when it is needed and only then, whole or not at all."""

import gc
import os
import shutil
import sqlite3
import time
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.core import files
from judge.core.errors import NoEntry
from judge.library import cache as build_cache
from judge.library import collection, parsing
from judge.library.full_text import Index
from judge.library.incremental import part_cache
from judge.library.safekeeping import integrity, provenance
from judge.opened_library import Library
from tests.support import printed, run_judge, run_python, thorough_but, write_collection

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
    read = parsing.open_document

    def counted(source, *rest):  # type: ignore[no-untyped-def]
        parsed.append(source.key)
        return read(source, *rest)

    monkeypatch.setattr(parsing, "open_document", counted)
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


@pytest.mark.parametrize("in_place", [True, False])
@pytest.mark.parametrize("name", ["rules.md", "corpus.toml"])
def test_a_file_is_noticed_that_has_the_size_and_time_of_the_one_before(
    folder: Path, cache: Path, name: str, in_place: bool
) -> None:
    """An archive, `rsync -t` and `cp -p` leave such files: another wording in the same number of bytes."""
    row = '[[document]]\nfile = "rules.md"\ntitle = "Tides that break"\n'
    path = write_collection(folder, **{"corpus.toml": row}) / name
    open_library(folder, cache).close()
    before = path.stat()
    other = path if in_place else folder.parent / "other"
    other.write_text(path.read_text().replace("break", "BREAK"))
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(path)
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    with open_library(folder, cache) as library:
        assert "BREAK" in "".join(library.export())


def test_a_collection_that_only_moved_on_the_disk_is_not_built_again(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copied image of a container, a restored backup: other places, the same names, times and contents."""
    open_library(folder, cache).close()
    ((build, _),) = builds(cache)
    for path in list(folder.iterdir()):
        Path(shutil.copy2(path, folder.parent / "copy")).replace(path)
    monkeypatch.setattr(build_cache, "_build_aside", lambda *_: pytest.fail("it was built again"))
    open_library(folder, cache).close()
    monkeypatch.setattr(collection, "contents", lambda _: pytest.fail("the documents were read once more"))
    open_library(folder, cache).close()
    assert [name for name, _ in builds(cache)] == [build]


@pytest.mark.parametrize("already_read", [True, False])
def test_a_document_that_changes_while_it_is_built_is_not_missed(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, already_read: bool
) -> None:
    """Also where it has the size and time that it had."""

    def changing(path: Path, kind: files.InputKind) -> bytes:
        data = files.read_file(path, kind)
        if path.name != "rules.md":
            return data
        before = path.stat()
        path.write_text(RULES.replace("holds", "drags"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return data if already_read else files.read_file(path, kind)

    with monkeypatch.context() as patch:
        patch.setattr(part_cache, "read_file", changing)
        open_library(folder, cache).close()
    with open_library(folder, cache) as library:
        assert "drags" in library.find("1.0").blocks[0].text


def test_whoever_reads_a_build_reads_on_in_it_when_a_document_is_replaced(folder: Path, cache: Path) -> None:
    """Also full text that is opened later, and where the other document has the size and time of the one before."""
    path = folder / "rules.md"
    with open_library(folder, cache) as old:
        before = path.stat()
        path.write_text(RULES.replace("breaks", "snakes"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        with open_library(folder, cache) as new:
            for library, held, gone in ((old, "breaks", "snakes"), (new, "snakes", "breaks")):
                assert held in library.search(f"what {held}")[0].snippet
                assert not library.search(gone)


REPLACED = """
import sys
from pathlib import Path
from judge.library import parsing
from judge.library.safekeeping import provenance
from judge.opened_library import Library

folder, cache, program, mode = sys.argv[1:]
provenance.PACKAGE = Path(program)
read, open_document = [], parsing.open_document
parsing.open_document = lambda source, *rest: [read.append(source.key), open_document(source, *rest)][1]
Library([folder], cache=Path(cache)).close()
if mode == "replaced":
    Path(program, 'reading.py').write_text("NEW = True")
    Path(folder, "rules.md").write_text("# Tide Rules\\n\\n## 1.0 Anchors\\n\\nAn anchor drags.\\n")
    Library([folder], cache=Path(cache)).close()
print(*sorted(read))
"""


def test_what_a_program_builds_that_was_replaced_meanwhile_is_not_the_new_ones(folder: Path, cache: Path) -> None:
    """Whoever goes on answering builds with the code that it began with, and the new program reads for itself."""
    program = write_collection(folder.parent / "program", **{"reading.py": "NEW = 0"})
    places = (str(folder), str(cache), str(program))
    runs = [run_python("-c", REPLACED, *places, mode) for mode in ("replaced", "new")]
    assert [run.stdout.decode().split() for run in runs] == [["cards", "rules", "rules"], ["cards", "rules"]]


def test_a_cache_that_cannot_be_written_to_costs_one_warning(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "file"
    cache.write_text("no folder")
    warnings: list[str] = []
    with open_library(folder, cache, warnings) as library:
        assert library.search("anchor")[0].row.id == "rules:1.0"
        assert library.find("gull").title == "Gull"
    told = f"the cache folder {cache} cannot be used ({cache} is not a folder);"
    assert warnings == [f"{told} working in memory (set JUDGE_CACHE to another folder)"]


@pytest.mark.parametrize("file", thorough_but(2, ["library.index", "library.sqlite", "complete"]))
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
        assert library.search("anchor")[0].row.id == "rules:1.0"


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
        assert [document.key for document in library.documents()] == ["cards", "rules"]
    assert [warning.partition(" ")[2] for warning in warnings] == [
        "is a binary file, not text; it is left out",
        "is empty; it is left out",
    ]


def test_two_collections_with_one_key(folder: Path, tmp_path: Path, cache: Path) -> None:
    other = write_collection(tmp_path / "other", rules_md=RULES.replace("Tide", "Reef"))
    warnings: list[str] = []
    with Library([folder, other], cache=cache, warn=warnings.append) as library:
        assert [document.key for document in library.documents()] == ["cards", "rules", "rules~2"]
    assert warnings == [f"two documents have the key rules; {other / 'rules.md'} gets the key rules~2"]


def test_what_is_no_document_is_passed_over(folder: Path, cache: Path) -> None:
    names = ("README.md", "LICENSE.txt", "changelog.md", ".hidden.md", "_draft.md", "notes.rtf")
    write_collection(folder, **dict.fromkeys(names, "## 1.0 Nothing\n\nNone."))
    write_collection(folder / "below", more_md=RULES)
    write_collection(folder, **{"corpus.toml": 'ignore = ["card*"]\n'})
    with open_library(folder, cache) as library:
        assert [document.key for document in library.documents()] == ["rules"]


def builds(cache: Path) -> list[tuple[str, int]]:
    """Return the finished builds and when each was made."""
    return [(path.name, (path / "complete").stat().st_mtime_ns) for path in sorted((cache / "builds").iterdir())]


def failing(error: Exception) -> Callable[..., object]:
    """Return a function that fails."""

    def fail(*_: object, **__: object) -> object:
        raise error

    return fail


@pytest.mark.parametrize("error", [KeyError("bug"), sqlite3.OperationalError("no such column: bug"), OSError(5, "bug")])
def test_a_mistake_of_the_program_is_not_called_damage(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """It passes as what it is, and the build stays."""
    warnings: list[str] = []
    with open_library(folder, cache, warnings) as library:
        before = builds(cache)
        monkeypatch.setattr(Index, "search", failing(error))
        with pytest.raises(type(error), match="bug"):
            library.search("anchor chain")
    assert builds(cache) == before
    assert warnings == []


def test_a_wrong_question_to_the_tables_is_not_called_damage(folder: Path, cache: Path) -> None:
    with open_library(folder, cache) as library:
        before = builds(cache)
        with pytest.raises(sqlite3.OperationalError):
            library.ask(lambda compiled: compiled.store._query("SELECT bug FROM entry"))
        for asked in (library.entries.record, library.entries.path):
            with pytest.raises(NoEntry):
                asked("rules:77")
    assert builds(cache) == before


@pytest.mark.parametrize("file", ["library.sqlite", "library.index"])
def test_damage_is_told_and_mended_once(folder: Path, cache: Path, file: str) -> None:
    home = {"JUDGE_CORPUS": str(folder), "JUDGE_CACHE": str(cache)}
    wanted = printed("search", "what breaks a chain", **home)
    path = next(cache.glob(f"builds/*/{file}"))
    data = path.read_bytes()
    path.write_bytes(data[:600] + b"\x80" * (len(data) - 600))
    build = cache / "builds" / builds(cache)[0][0]
    told = f"judge: the compiled library in {build} is damaged; rebuilding it\n"
    for sentences in (told, ""):
        result = run_judge("search", "what breaks a chain", **home)
        assert result.stdout.decode() == wanted
        assert result.stderr.decode() == sentences


def test_another_version_of_a_package_is_noticed(
    folder: Path, cache: Path, tmp_path: Path, parses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that documents are read with has them read again."""
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.setattr(provenance, "READERS", ("tide_reader-",))
    found = []
    for version in ("1", "1", "2"):
        (tmp_path / "packages").mkdir(exist_ok=True)
        for old in (tmp_path / "packages").iterdir():
            old.rmdir()
        (tmp_path / "packages" / f"tide_reader-{version}.dist-info").mkdir()
        provenance.program_state.cache_clear()
        open_library(folder, cache).close()
        found.append((builds(cache), sorted(parses)))
        del parses[:]
    provenance.program_state.cache_clear()
    assert found[0][0] == found[1][0] != found[2][0]
    assert [one[1] for one in found] == [["cards", "rules"], [], ["cards", "rules"]]


def test_the_packages_that_are_watched_are_there() -> None:
    assert provenance.reader_versions()


def test_parts_stay_by_their_last_use(folder: Path, cache: Path, parses: list[str]) -> None:
    """However many documents there are, a change of one has that one read again, and what nobody uses goes."""
    write_collection(folder, rules_md=RULES + "First.\n")
    open_library(folder, cache).close()
    old = set((cache / "parts").iterdir())
    for path in old:
        os.utime(path, (0, time.time() - 20 * integrity.DAY))
    del parses[:]
    write_collection(folder, rules_md=RULES + "More.\n")
    open_library(folder, cache).close()
    assert parses == ["rules"]
    used = {path for path in old if time.time() - path.stat().st_mtime < integrity.DAY}
    assert used
    assert used != old
    for path in old:
        os.utime(path, (0, path.stat().st_mtime - 20 * integrity.DAY))
    write_collection(folder, rules_md=RULES + "Last.\n")
    open_library(folder, cache).close()
    assert {path for path in old if path.exists()} == used


def test_a_closed_library_leaves_the_memory(folder: Path, cache: Path) -> None:
    library = open_library(folder, cache)
    library.search("what holds a chian")  # full text, names, spelling
    library.search("tide rules chains")
    library.suggest("anchr")
    library.nearest("anchr")
    library.between("anchors", "chains")
    held = library.ask(lambda compiled: [weakref.ref(one) for one in (compiled, compiled.store, compiled.index)])
    library.close()
    del library
    gc.collect()
    assert [one() for one in held] == [None, None, None]
