"""The person's own library: what is added is described and searched, what is refused leaves it as it was."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from judge.library import Library
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
        f"judge: your library already has rules; add --replace to replace it with {folder / 'rules.md'}\n"
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
        ("binary.md", b"a\x00\x01", "{path} is a binary file, not text"),
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
    assert result.stderr.decode() == f"judge: {path} has 200 MB; a document may have at most 64 MB; split it\n"


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
    library = Path(home["JUDGE_DATA"]) / "library"
    assert result.stderr.decode() == f"judge: your library {library} cannot be written to: Not a directory\n"


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


BY_HAND = """# My rules, and what I know of them.
ignore = ["draft-*"]

# the house rules
[[document]]
file = "rules.md"
key = "rules"
title = "The Rules of the Harbour" # as on the cover
mood = "calm"

[[document.order]]
line = 3
under = "Anchors"

# the other one
[[document]]
file = "more.md"
key = "more"
notes = [
  ["inside", "a value"],
]

[site]
name = "Harbour"

[[relation]]
old = "rules:1.0"
new = "more:1.0"
kind = "narrows"

# the last one
[[document]]
file = "last.md"
key = "last"
# the end
"""


@pytest.fixture
def by_hand(home: dict[str, str]) -> Path:
    """A library whose manifest a person wrote, with three documents; its folder."""
    documents = {f"{name}_md": RULES + f"\nThe {name} ones.\n" for name in ("rules", "more", "last")}
    return write_collection(Path(home["JUDGE_DATA"]) / "library", **documents, **{"corpus.toml": BY_HAND})


def manifest_of(library: Path) -> str:
    """Return the text of a library's manifest."""
    return (library / "corpus.toml").read_text(encoding="utf-8")


def test_add_keeps_every_line_of_a_manifest_written_by_hand(
    home: dict[str, str], by_hand: Path, tmp_path: Path
) -> None:
    file = write_collection(tmp_path / "in", tide_md=RULES) / "tide.md"
    result = run_judge("add", str(file), "--title", 'The "Tide"', **home)
    assert result.returncode == 0, result.stderr
    added = '\n[[document]]\nfile = "tide.md"\nkey = "tide"\ntitle = "The \\"Tide\\""\n'
    assert manifest_of(by_hand) == BY_HAND + added
    assert 'The "Tide"' in run_judge("list", **home).stdout.decode()


def test_replace_keeps_what_was_said_and_finds_out_the_rest_again(
    home: dict[str, str], by_hand: Path, tmp_path: Path
) -> None:
    newer = RULES.replace("Version 3.1", "Version 4.0")
    file = write_collection(tmp_path / "in", rules_md=newer) / "rules.md"
    result = run_judge("add", "--replace", str(file), **home)
    assert result.returncode == 0, result.stderr
    assert "The Rules of the Harbour  (corpus.toml says so)" in result.stdout.decode()
    assert manifest_of(by_hand) == BY_HAND
    listed = " ".join(run_judge("list", **home).stdout.decode().split())
    assert "The Rules of the Harbour 4.0" in listed
    assert run_judge("add", "--replace", str(file), "--game", "Tide", "--title", "Tides", **home).returncode == 0
    title = 'title = "The Rules of the Harbour" # as on the cover\n'
    changed = BY_HAND.replace(title, 'title = "Tides" # as on the cover\n').replace(
        'mood = "calm"\n', 'mood = "calm"\ngame = "Tide"\n'
    )
    assert manifest_of(by_hand) == changed


@pytest.mark.parametrize(
    ("key", "begin", "end"),
    [
        ("rules", '[[document]]\nfile = "rules.md"', "\n# the other one"),
        ("more", '[[document]]\nfile = "more.md"', "\n[site]"),
        ("last", '[[document]]\nfile = "last.md"', "# the end"),
    ],
)
def test_remove_takes_one_table_and_nothing_else(
    home: dict[str, str], by_hand: Path, key: str, begin: str, end: str
) -> None:
    result = run_judge("remove", key, **home)
    assert result.returncode == 0, result.stderr
    before, rest = BY_HAND.split(begin)
    assert manifest_of(by_hand) == before + end + rest.split(end, 1)[1]
    assert not (by_hand / f"{key}.md").exists()


@pytest.mark.parametrize(
    "manifest",
    [
        'document = [{ file = "rules.md", key = "rules" }, { file = "more.md" }]\n',
        '[[document]]\nfile = "rules.md"\nkey = "rules"\n[site]\n[[document.order]]\nline = 1\nunder = "A"\n',
    ],
)
def test_a_manifest_that_would_lose_something_is_left_as_it_was(
    home: dict[str, str], by_hand: Path, manifest: str
) -> None:
    (by_hand / "corpus.toml").write_text(manifest)
    before = listing(home)
    result = run_judge("remove", "rules", **home)
    assert result.returncode == 2
    assert result.stderr.decode() == (
        f"judge: {by_hand / 'corpus.toml'}: cannot be changed without losing something; write each document as a table "
        "[[document]] with its inner tables right below it\n"
    )
    assert listing(home) == before


def test_a_replaced_document_leaves_no_second_copy(home: dict[str, str], by_hand: Path, tmp_path: Path) -> None:
    file = write_collection(tmp_path / "in", rules_txt=RULES) / "rules.txt"
    assert run_judge("add", "--replace", str(file), **home).returncode == 0
    assert 'file = "rules.txt"' in manifest_of(by_hand)
    assert not (by_hand / "rules.md").exists()


def test_a_file_that_the_manifest_does_not_name_is_not_overwritten(
    home: dict[str, str], by_hand: Path, tmp_path: Path
) -> None:
    (by_hand / "mine.md").write_text("Mine.")
    file = write_collection(tmp_path / "in", mine_md=RULES) / "mine.md"
    before = listing(home)
    result = run_judge("add", str(file), **home)
    assert result.stderr.decode() == (
        "judge: your library already has a file mine.md, which its corpus.toml does not name; "
        f"add --replace to replace it with {file}\n"
    )
    assert listing(home) == before


def test_two_files_of_one_name_are_refused(home: dict[str, str], tmp_path: Path) -> None:
    files = [write_collection(tmp_path / name, rules_md=RULES) / "rules.md" for name in ("a", "b")]
    result = run_judge("add", "--replace", *map(str, files), **home)
    assert result.stderr.decode() == (
        f"judge: {files[0]} and {files[1]} would both get the key rules; add them one by one with --key\n"
    )
    assert listing(home) == {}


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "no TOML": ("[[document]]\nfile = \n", ":2: not valid TOML: Invalid value"),
    "a wrong type": ('[[document]]\nfile = "rules.md"\ntitle = 3\n', ":3: 'title' must be text"),
    "no UTF-8": (b"[[document]]\nfile = '\xe4.md'\n", ":2: not UTF-8 text; save it as UTF-8"),
}


@pytest.mark.parametrize("name", list(BROKEN))
def test_a_broken_library_is_left_out_and_left_as_it_is(
    home: dict[str, str], by_hand: Path, tmp_path: Path, name: str
) -> None:
    text, wrong = BROKEN[name]
    sentence = f"judge: {by_hand / 'corpus.toml'}{wrong}"
    (by_hand / "corpus.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    before = listing(home)
    for _ in range(2):  # built, and found again
        found = run_judge("search", "toughness", **home)
        assert found.returncode == 0
        assert b"Shadowfist" in found.stdout
        assert found.stderr.decode() == f"{sentence}; your own library is left out\n"
    file = write_collection(tmp_path / "in", tide_md=RULES) / "tide.md"
    for words in (["add", str(file)], ["remove", "rules"]):
        refused = run_judge(*words, **home)
        assert refused.returncode == 2
        assert refused.stderr.decode() == f"{sentence}\n"
    assert listing(home) == before
    named = run_judge("list", "--corpus", str(by_hand), **home)
    assert named.returncode == 2
    assert named.stderr.decode() == f"{sentence}\n"
    (by_hand / "corpus.toml").unlink()
    assert "rules" in run_judge("list", **home).stdout.decode()


def test_broken_words_of_a_game_leave_the_bundled_collection_alone(home: dict[str, str], by_hand: Path) -> None:
    path = write_collection(by_hand / "games", **{"tide.toml": "names = 3\n"}) / "tide.toml"
    found = run_judge("search", "toughness", **home)
    assert found.returncode == 0
    assert found.stderr.decode() == (
        f"judge: {path}: 'names' must be a list of text values; your own library is left out\n"
    )


def test_an_unreadable_library_is_left_out(
    home: dict[str, str], by_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    listed = os.scandir

    def refused(folder: Path | str) -> Any:
        if Path(folder) == by_hand:
            raise PermissionError(13, "Permission denied")
        return listed(folder)

    monkeypatch.setattr(os, "scandir", refused)
    warnings: list[str] = []
    with Library(warn=warnings.append) as library:
        assert library.search("toughness")
    assert warnings == [f"the collection {by_hand} cannot be read: Permission denied; your own library is left out"]


def test_a_key_that_means_nothing_is_told_and_kept(home: dict[str, str], by_hand: Path) -> None:
    result = run_judge("build", **home)
    assert result.returncode == 0
    told = result.stderr.decode().splitlines()
    assert [line.partition(";")[0] for line in told] == [
        f"judge: {by_hand / 'corpus.toml'}:9: the key 'mood' means nothing here",
        f"judge: {by_hand / 'corpus.toml'}:19: the key 'notes' means nothing here",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed(shell: str, home: dict[str, str]) -> None:
    result = run_judge("completion", shell, **home)
    assert result.returncode == 0
    assert b"_JUDGE_COMPLETE=" + shell.encode() + b"_complete" in result.stdout
