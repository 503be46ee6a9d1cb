"""`judge cites`: exit codes, the forms of its findings, corrected copies, and input that cannot be read."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.core.errors import CollectionError
from tests.citations.test_cites import RULES
from tests.support import write_collection

WRONG = b"See rule 1.2 (Mooring Ropes).\r\nAnd rule 1.9.\rCaf\xc3\xa9: It follows from Going Ashore (rule 1.8).\n"
TITLED = "“1.8”: there is no such rule; 2.1 Going Ashore has this title"
ABSENT = "“1.9”: there is no such rule in Harbour Rules 2.0 (2025); the closest is “1 Boats”"


@pytest.fixture
def harbour(tmp_path: Path, own_cache: Path) -> Path:
    """A collection with the harbour's rules, and a folder of texts beside it."""
    (tmp_path / "texts" / "sub").mkdir(parents=True)
    (tmp_path / "texts" / "sub" / "wrong.txt").write_bytes(WRONG)
    (tmp_path / "texts" / "sound.md").write_text("See rule 1.1 (Mooring Ropes).\n")
    return write_collection(tmp_path / "harbour", rules_md=RULES)


def run(folder: Path, *args: str, given: str = "") -> Result:
    """Run the command on a collection."""
    return CliRunner().invoke(main, ["--corpus", str(folder), "cites", *args], input=given)


def test_findings_are_shown_by_file_and_end_with_1(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(harbour.parent)
    result = run(harbour, "texts")
    assert result.exit_code == 1
    wrong = "error [cite-wrong] “1.2”: this is 1.2 Knots, but the words are those of"
    assert result.stdout.splitlines() == [
        "texts/sub/wrong.txt",
        f"texts/sub/wrong.txt:1:10: {wrong} 1.1 Mooring Ropes; write 1.1",
        f"texts/sub/wrong.txt:2:10: warning [cite-absent] {ABSENT}",
        f"texts/sub/wrong.txt:3:42: warning [cite-absent] {TITLED}; write 2.1",
    ]
    assert "citations of rules: 4, files: 2, findings: 3" in result.stderr


def test_a_rule_that_exists_is_not_corrected(harbour: Path, tmp_path: Path) -> None:
    """What is wrong is told with what the words mean, which its author may weigh."""
    (tmp_path / "two.md").write_text("See rule 1.2, “Mooring Ropes,” rule 2.1.", encoding="utf-8")
    told = json.loads(run(harbour, str(tmp_path / "two.md"), "--json").stdout)
    assert (told["code"], told["suggestion"], told["certain"]) == ("cite-wrong", "1.1", False)
    assert run(harbour, str(tmp_path / "two.md"), "--fix", str(tmp_path / "copies")).stdout == ""


def test_a_title_of_the_number_behind_it_corrects_nothing_before_it(tmp_path: Path, own_cache: Path) -> None:
    rules = (
        "# Rules\n\n## 104 Endings\n\n104.1 The voyage ends at dusk.\n\n## 105 Mooring\n\n105.1 A boat is moored.\n\n"
    )
    folder = write_collection(tmp_path / "voyages", rules_md=rules + "## 810 Shared Boats\n\n810.1 A crew shares.\n")
    (tmp_path / "next.md").write_text("Mooring, 105; 104.1; Shared Boats, 810.\n")
    found = json.loads(run(folder, str(tmp_path / "next.md"), "--json").stdout)
    assert (found["code"], found["column"], found["certain"]) == ("cite-wrong", 15, False)


def test_a_copy_changes_no_line_but_the_cited_ones(harbour: Path, tmp_path: Path) -> None:
    """A rule's own number at the beginning of a line is left alone, though it is cited wrongly elsewhere."""
    (tmp_path / "own.md").write_text("1.7 Knots. See rule 2.1.\n\nFor Mooring Ropes see rule 1.7.\n\n1.7 again, 1.7\n")
    run(harbour, str(tmp_path / "own.md"), "--fix", str(tmp_path / "corrected"))
    lines = (tmp_path / "corrected" / "own.md").read_text().splitlines()
    assert lines == ["1.7 Knots. See rule 2.1.", "", "For Mooring Ropes see rule 1.1.", "", "1.7 again, 1.7"]


def test_sound_citations_end_with_0(harbour: Path) -> None:
    result = run(harbour, str(harbour.parent / "texts" / "sound.md"))
    assert (result.exit_code, result.stdout) == (0, "no findings\n")


def test_standard_input_is_read(harbour: Path) -> None:
    result = run(harbour, "-", "--json", given="See rule 1.9.")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["file"], found["line"], found["code"]) == (1, "-", 1, "cite-absent")


def test_copies_differ_in_nothing_but_the_numbers(harbour: Path, tmp_path: Path) -> None:
    target = tmp_path / "corrected"
    result = run(harbour, str(tmp_path / "texts"), "--fix", str(target))
    assert result.exit_code == 1
    copy = WRONG.replace(b"(rule 1.8)", b"(rule 2.1)")
    assert [path.name for path in target.rglob("*") if path.is_file()] == ["wrong.txt"]
    assert (target / "sub" / "wrong.txt").read_bytes() == copy
    assert (tmp_path / "texts" / "sub" / "wrong.txt").read_bytes() == WRONG
    assert "+Café: It follows from Going Ashore (rule 2.1)." in result.stdout
    again = run(harbour, str(tmp_path / "texts"), "--fix", str(target))
    assert isinstance(again.exception, CollectionError)
    assert "already exists" in str(again.exception)


def test_an_original_is_never_overwritten(harbour: Path, tmp_path: Path) -> None:
    result = run(harbour, str(tmp_path / "texts"), "--fix", str(tmp_path / "texts"))
    assert isinstance(result.exception, CollectionError)
    assert "already exists" in str(result.exception)
    assert (tmp_path / "texts" / "sub" / "wrong.txt").read_bytes() == WRONG


def test_a_corrected_copy_has_no_such_findings_again(harbour: Path, tmp_path: Path) -> None:
    run(harbour, str(tmp_path / "texts"), "--fix", str(tmp_path / "corrected"))
    result = run(harbour, str(tmp_path / "corrected"), "--json")
    assert [json.loads(line)["code"] for line in result.stdout.splitlines()] == ["cite-wrong", "cite-absent"]


def test_a_baseline_leaves_out_what_is_known_although_lines_moved(
    harbour: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "known.jsonl").write_text(run(harbour, "texts", "--json").stdout, encoding="utf-8")
    path = tmp_path / "texts" / "sub" / "wrong.txt"
    path.write_bytes(b"\n\n" + WRONG)
    assert run(harbour, "texts", "--baseline", "known.jsonl").exit_code == 0
    path.write_bytes(WRONG + b"And rule 1.7.\n")
    assert "“1.7”" in run(harbour, "texts", "--baseline", "known.jsonl").stdout


def test_kinds_are_chosen_by_code(harbour: Path, tmp_path: Path) -> None:
    result = run(harbour, str(tmp_path / "texts"), "--code", "cite-absent")
    assert ("cite-absent" in result.stdout, "cite-wrong" in result.stdout) == (True, False)
    result = run(harbour, str(tmp_path / "texts"), "--ignore", "cite-absent", "--ignore", "cite-wrong")
    assert result.exit_code == 0
    result = run(harbour, str(tmp_path / "texts"), "--code", "no-such")
    assert "no finding has the code 'no-such'" in str(result.exception)


def test_sarif_has_the_place_and_the_correction(harbour: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (log,) = json.loads(run(harbour, "texts", "--sarif").stdout)["runs"]
    assert {rule["id"] for rule in log["tool"]["driver"]["rules"]} == {"cite-absent", "cite-wrong"}
    _, second, first = log["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "texts/sub/wrong.txt"
    assert place["region"] == {"startLine": 3, "startColumn": 42, "endLine": 3, "endColumn": 45}
    change = first["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"] == {"text": "2.1"}
    assert change["deletedRegion"]["endColumn"] == 45
    assert "fixes" not in second


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("nowhere",), "nowhere cannot be read: No such file or directory"),
        (("page.html",), "page.html is not text, Markdown or source code of a known kind; save its text as a .txt"),
        (("-", "--game", "Chess"), "there is no game 'Chess'"),
        (("-", "--edition", "9"), "there is no edition '9'"),
        (("-", "--baseline", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    harbour: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(harbour)
    (harbour / "page.html").write_text("<p>rule 1.1</p>")
    result = run(harbour, *args, given="rule 1.1")
    assert isinstance(result.exception, CollectionError)
    assert told in str(result.exception)
