"""The person's own library: what is added is described and searched, what is refused leaves it as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import run_judge, write_collection

HEAD = "COMPREHENSIVE HARBOUR RULEBOOK\n\n2024, Version 3.1\n\n"
RULES = HEAD + "1.0 Anchors\n\nHarbour holds (2.0).\n\n2.0 Chains\n\nBreak.\n"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment with a library of its own."""
    return {"JUDGE_DATA": str(tmp_path / "data"), "JUDGE_CACHE": str(tmp_path / "cache"), "JUDGE_CORPUS": ""}


def listing(home: dict[str, str]) -> dict[str, bytes]:
    """Return what lies in the library."""
    folder = Path(home["JUDGE_DATA"]) / "library"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*"))} if folder.is_dir() else {}


def test_an_added_document_is_copied_and_searched_with_the_bundled_ones(home: dict[str, str], tmp_path: Path) -> None:
    file = write_collection(tmp_path / "in", a_txt=RULES) / "a.txt"
    result = run_judge("add", str(file), **home)
    assert result.returncode == 0, result.stderr
    text = result.stdout.decode()
    assert text.startswith("comprehensive-harbour-rulebook-3-1 (a.txt, ")
    assert "game     Harbour  (" in text
    file.unlink()
    listed = run_judge("list", **home).stdout.decode()
    assert "shadowfist-digest" in listed
    assert "Comprehensive Harbour Rulebook  3.1" in listed
    shown = run_judge("show", "comprehensive-harbour-rulebook-3-1:2.0", **home)
    assert "2.0 Chains" in shown.stdout.decode()


def test_a_dry_run_adds_nothing(home: dict[str, str], tmp_path: Path) -> None:
    write_collection(tmp_path / "in", a_txt=RULES)
    result = run_judge("add", "--dry-run", str(tmp_path / "in" / "a.txt"), **home)
    assert result.returncode == 0
    assert b"edition  3.1" in result.stdout
    assert listing(home) == {}


def test_what_is_said_overrules_what_is_found_out(home: dict[str, str], tmp_path: Path) -> None:
    file = write_collection(tmp_path / "in", rules_md=RULES) / "rules.md"
    run_judge("add", str(file), "--game", "Tide", "--edition", "9", "--key", "my-tide", **home)
    manifest = listing(home)["corpus.toml"].decode()
    assert 'key = "my-tide"' in manifest
    assert 'game = "Tide"' in manifest
    assert 'edition = "9"' in manifest


def test_the_same_document_is_replaced_only_when_asked(home: dict[str, str], tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "in", rules_md=RULES, other_md=RULES)
    run_judge("add", str(folder / "rules.md"), **home)
    before = listing(home)
    again = run_judge("add", str(folder / "rules.md"), **home)
    assert again.returncode == 2
    assert again.stderr.decode() == (
        f"judge: your library has rules already; --replace puts {folder / 'rules.md'} in its place\n"
    )
    other = run_judge("add", str(folder / "other.md"), **home)
    assert other.stderr.decode() == f"judge: {folder / 'other.md'} is in your library already, as rules\n"
    assert listing(home) == before
    write_collection(folder, rules_md=RULES.replace("Break", "Hold"))
    assert run_judge("add", "--replace", str(folder / "rules.md"), **home).returncode == 0
    assert b"Hold." in listing(home)["rules.md"]


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("gone.md", None, "{path} cannot be read: No such file or directory"),
        ("empty.md", b"", "{path} is empty"),
        ("binary.md", b"a\x00\x01", "{path} is a binary file, not a text"),
        ("page.txt", b"%PDF-1.4", "{path} is a PDF; extract its text first, for instance with pdftotext"),
    ],
)
def test_what_cannot_be_read_leaves_the_library_as_it_was(
    home: dict[str, str], tmp_path: Path, name: str, data: bytes | None, sentence: str
) -> None:
    good = write_collection(tmp_path / "in", rules_md=RULES) / "rules.md"
    path = tmp_path / "in" / name
    if data is not None:
        path.write_bytes(data)
    result = run_judge("add", str(good), str(path), **home)
    assert result.returncode == 2
    assert result.stderr.decode() == f"judge: {sentence.format(path=path)}\n"
    assert listing(home) == {}


def test_a_huge_file_is_refused_unread(home: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "huge.md"
    with path.open("wb") as file:
        file.truncate(200 * 2**20)
    result = run_judge("add", str(path), **home)
    assert result.returncode == 2
    assert result.stderr.decode() == f"judge: {path} has 200 MB; a document may have 64; split it\n"


def test_documents_are_removed_by_their_keys(home: dict[str, str], tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "in", rules_md=RULES, more_md=RULES + "\nMore.\n")
    run_judge("add", str(folder / "rules.md"), str(folder / "more.md"), **home)
    wrong = run_judge("remove", "rules", "nope", **home)
    assert wrong.returncode == 2
    assert wrong.stderr.decode() == "judge: your library has no document nope; it has rules, more\n"
    assert run_judge("remove", "rules", **home).returncode == 0
    assert sorted(listing(home)) == ["corpus.toml", "more.md"]


def test_a_library_that_cannot_be_written_to(home: dict[str, str], tmp_path: Path) -> None:
    Path(home["JUDGE_DATA"]).write_text("a file where the folder should be")
    file = write_collection(tmp_path / "in", rules_md=RULES) / "rules.md"
    result = run_judge("add", str(file), **home)
    assert result.returncode == 2
    assert b"corpus.toml: cannot be read (" in result.stderr


def test_the_shell_is_offered_numbers_titles_and_keys(home: dict[str, str]) -> None:
    def offered(line: str, word: int, shell: str = "bash") -> list[str]:
        asked = {"COMP_WORDS": line, "COMP_CWORD": str(word), "_JUDGE_COMPLETE": f"{shell}_complete"}
        result = run_judge(**home, **asked)
        return [row.partition(",")[2] for row in result.stdout.decode().splitlines() if row]

    assert offered("judge show ev", 2) == []
    run_judge("build", **home)
    assert offered("judge show ev", 2) == ["Evil Twin"]
    assert offered("judge show evil tw", 3) == ["Twin"]
    assert offered("judge show 24", 2) == ["24.0"]
    assert offered("judge show mall", 2) == [r"malloc\(\)"]
    assert offered("judge search --document shadowfist-d", 3) == ["shadowfist-digest"]
    assert offered("judge search --game sh", 3) == ["Shadowfist"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed(shell: str, home: dict[str, str]) -> None:
    result = run_judge("completion", shell, **home)
    assert result.returncode == 0
    assert b"_JUDGE_COMPLETE=" + shell.encode() + b"_complete" in result.stdout
