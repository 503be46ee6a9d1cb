"""Whatever the program raises about one document: that document is named and left out, and all others answer."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.core.diagnostics import Code
from judge.core.errors import SourceError, UnforeseenError
from judge.core.jsonl import pack
from judge.library.incremental import part_cache
from judge.library.incremental.document_facts import facts_of
from judge.library.incremental.document_outcomes import outcome_of
from judge.library.incremental.part_cache import DocumentTask, GameTask
from judge.library.manifest import SourceFile
from judge.opened_library import Library
from judge.pipeline import parse_alone, parse_document
from judge.server.api.asking import Desk
from tests.support import printed, refused, run_judge, write_collection

TIDES = "# Tides\n\n## 1.1 Anchor\n\nDrop it. See 1.2.\n\n## 1.2 Buoy\n\nTie it.\n"
WRECK = "# Wreck\n\n## 1.1 Mast\n\nFell it. See 1.2 and Anchor.\n\n## 1.2 Hull\n\nMend it.\n"
STAGES = {
    "opening": ("judge.library.parsing", "read_document_file"),
    "placing": ("judge.library.parsing", "place_anchors"),
    "errata": ("judge.library.parsing", "_with_fields"),
    "game": ("judge.library.parsing", "settle"),
    "facts": ("judge.library.incremental.document_facts", "find_claims"),
    "mentions": ("judge.library.incremental.document_outcomes", "find_card_mentions"),
}
"""Functions in which the program may fail on a document, from its bytes to what it becomes among the others."""
REPORT = "please report it, and include the output of judge read with JUDGE_DEBUG=1 set"
Break = Callable[[str, BaseException], None]


@pytest.fixture
def break_at(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Return what has a stage fail on the document about the wreck, and on no other."""

    def broken(stage: str, error: BaseException) -> None:
        module, name = STAGES[stage]
        works = vars(importlib.import_module(module))[name]

        def fail(*args: object) -> object:
            if "Wreck" in repr(args) or "Mend it." in repr(args):
                raise error
            return works(*args)

        monkeypatch.setattr(f"{module}.{name}", fail)

    return broken


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection of which one document can be broken."""
    return write_collection(tmp_path / "docs", tides_md=TIDES, wreck_md=WRECK)


@pytest.mark.parametrize(
    ("stage", "error", "told"),
    [
        ("opening", IndexError("list index\nout of range"), "IndexError: list index out of range"),
        ("placing", RecursionError("too deep"), "RecursionError: too deep"),
        ("placing", MemoryError(), "MemoryError"),
        ("opening", OSError(5, "no picture"), "OSError: [Errno 5] no picture"),
        ("errata", AssertionError("x" * 1000), f"AssertionError: {'x' * 284}…"),
        ("facts", KeyError("wreck"), "KeyError: 'wreck'"),
        ("mentions", UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), "UnicodeEncodeError: 'utf-8' codec"),
    ],
)
def test_a_document_on_which_the_program_fails_is_left_out(
    folder: Path, tmp_path: Path, break_at: Break, stage: str, error: Exception, told: str
) -> None:
    break_at(stage, error)
    warnings: list[str] = []
    with Library([folder], cache=tmp_path / "cache", warn=warnings.append) as library:
        assert [one.key for one in library.documents()] == ["tides"]
        assert library.find("1.1").title == "Anchor"
        (finding,) = library.findings("wreck")
    (warning,) = warnings
    assert f"wreck.md cannot be read: internal error ({told}" in warning
    assert warning.endswith(f"; {REPORT}); it is left out")
    assert (finding.code, finding.level, finding.file) == (Code.DOCUMENT_UNREAD, "warning", "wreck.md")
    assert finding.message.startswith(f"this document is left out, because it cannot be read: internal error ({told}")


@pytest.mark.parametrize("stage", STAGES)
def test_the_other_documents_are_as_if_it_were_not_there(
    folder: Path, tmp_path: Path, break_at: Break, stage: str
) -> None:
    def everything() -> list[str]:
        with Library([folder], cache=tmp_path / stage, jobs=2) as library:
            return list(library.export())

    break_at(stage, ValueError("bug"))
    found = everything()
    (folder / "wreck.md").unlink()
    assert found == everything()


@pytest.mark.parametrize("stage", STAGES)
def test_it_is_read_again_when_it_changes_and_never_kept_as_read(
    folder: Path, tmp_path: Path, break_at: Break, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    home = {"JUDGE_CORPUS": str(folder), "JUDGE_CACHE": str(tmp_path / "cache")}
    with monkeypatch.context():
        break_at(stage, ValueError("bug"))
        assert "wreck" not in printed("list", "--json", **home)
    monkeypatch.undo()
    assert run_judge("lint", **home).returncode == 1, "the build stays as it is until something changes"
    (folder / "wreck.md").write_text(f"{WRECK}\nMore.\n", encoding="utf-8")
    found = run_judge("list", "--json", **home)
    assert [json.loads(line)["key"] for line in found.stdout.splitlines()] == ["tides", "wreck"]
    assert run_judge("lint", **home).returncode == 0


def test_commands_end_as_the_contract_says(folder: Path, tmp_path: Path, break_at: Break) -> None:
    home = {"JUDGE_CORPUS": str(folder), "JUDGE_CACHE": str(tmp_path / "cache")}
    break_at("placing", ValueError("bug"))
    told = f"{folder / 'wreck.md'} cannot be read: internal error (ValueError: bug; {REPORT})"
    first = run_judge("search", "anchor", **home)
    assert (first.returncode, first.stderr.decode()) == (0, f"judge: {told}; it is left out\n")
    for words in (["show", "1.1"], ["list"], ["build"], ["export"], ["site", str(tmp_path / "site")]):
        assert run_judge(*words, **home).returncode == 0, words
    assert run_judge("show", "Mast", **home).returncode == 1
    for named in ([], ["wreck"], [str(folder / "wreck.md")]):
        found = run_judge("lint", *named, "--json", **home)
        (finding,) = map(json.loads, found.stdout.splitlines())
        assert (found.returncode, finding["code"], finding["file"]) == (1, "document-unread", str(folder / "wreck.md"))
    assert "## wreck" in run_judge("lint", "--format", "markdown", **home).stdout.decode()
    for words in (["read", str(folder / "wreck.md")], ["diff", str(folder / "wreck.md"), "tides"]):
        assert refused(*words, **home) == f"judge: {told}\n"
    (folder / "tides.md").unlink()
    assert refused("list", **home) == f"judge: {told}\n"


def test_a_file_that_might_list_groups_takes_nobody_with_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked at before any document is read."""
    write_collection(
        folder, **{"groups.json": '[{"card": "Wreck", "ruling": "It sinks."}]', "a.json": '{"Oar": "Row."}'}
    )
    monkeypatch.setattr("judge.reading.record_files.records.groups_of", lambda _: [][1])
    with Library([folder], cache=tmp_path / "cache") as library:
        assert {one.key for one in library.documents()} >= {"groups", "tides"}


@pytest.mark.parametrize("stage", STAGES)
def test_add_refuses_it_and_leaves_nothing_behind(folder: Path, tmp_path: Path, break_at: Break, stage: str) -> None:
    break_at(stage, ValueError("bug"))
    library = tmp_path / "data" / "library"
    told = refused("add", str(folder / "wreck.md"), JUDGE_DATA=str(tmp_path / "data"))
    assert told.endswith(f"wreck.md cannot be read: internal error (ValueError: bug; {REPORT})\n")
    assert not list(library.glob("*"))
    assert run_judge("add", str(folder / "tides.md"), JUDGE_DATA=str(tmp_path / "data")).returncode == 0


def test_workers_leave_it_to_the_build(break_at: Break) -> None:
    source = SourceFile(Path("wreck.md"), "wreck")
    parsed = parse_alone(source, WRECK.encode(), ())
    break_at("mentions", ValueError("bug"))
    assert part_cache.settle_game(GameTask([pack(facts_of(parsed, {}))], {0: pack(parsed)}, (), ())) == {}
    break_at("placing", ValueError("bug"))
    assert part_cache.read_task(DocumentTask(source, WRECK.encode(), (), parse_document)) is None


def test_a_server_goes_on_without_it(folder: Path, break_at: Break) -> None:
    (folder / "wreck.md").rename(folder / "later")
    said: list[str] = []
    desk = Desk([folder], said.append)
    break_at("mentions", ValueError("bug"))
    (folder / "later").rename(folder / "wreck.md")
    assert desk.refresh()
    assert said == [f"wreck.md cannot be read: internal error (ValueError: bug; {REPORT}); it is left out"]
    assert [one.key for one in desk.edition.documents] == ["tides"]
    desk.close()


def test_what_a_person_was_to_be_told_stays_as_it_is(folder: Path, tmp_path: Path, break_at: Break) -> None:
    break_at("placing", SourceError("wreck.md is locked"))
    warnings: list[str] = []
    Library([folder], cache=tmp_path / "cache", warn=warnings.append).close()
    assert warnings == ["wreck.md is locked; it is left out"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)])
def test_whoever_ends_the_program_ends_it(folder: Path, tmp_path: Path, break_at: Break, error: BaseException) -> None:
    break_at("placing", error)
    with pytest.raises(type(error)):
        Library([folder], cache=tmp_path / "cache")


def test_what_earlier_builds_kept_is_not_held_against_a_document(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails with kept parts is built once more without them before a document is left out."""
    Library([folder], cache=tmp_path / "cache").close()
    calls: list[None] = []

    def fail_once(*args: object) -> object:
        calls.append(None)
        if len(calls) == 1:
            raise UnforeseenError("wreck", Path("wreck.md"), ValueError("bug"))
        return outcome_of(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("judge.library.incremental.part_cache.outcome_of", fail_once)
    (folder / "tides.md").write_text(f"{TIDES}\n## 1.3 Chain\n\nIt holds.\n", encoding="utf-8")
    warnings: list[str] = []
    with Library([folder], cache=tmp_path / "cache", warn=warnings.append) as library:
        assert [one.key for one in library.documents()] == ["tides", "wreck"]
    assert warnings == []


def test_the_traceback_is_shown_on_demand(
    folder: Path, tmp_path: Path, break_at: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DEBUG", "1")
    break_at("placing", ValueError("bug"))
    warnings: list[str] = []
    Library([folder], cache=tmp_path / "cache", warn=warnings.append).close()
    assert "ValueError: bug" in warnings
    assert any("in place_anchors" in line or "in fail" in line for line in warnings)
    assert "in fail\n" in refused("read", str(folder / "wreck.md"))
