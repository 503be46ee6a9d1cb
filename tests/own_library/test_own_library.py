"""The person's own library: what is added is described and searched, what is refused leaves it as it was."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judge.core import files
from judge.core.errors import CollectionError
from judge.core.files import data_folder
from judge.library import collection
from judge.opened_library import Library
from judge.own_library import library_changes
from tests.limits import PATIENCE
from tests.support import printed, refused, run_judge, thorough_but, write_collection

HEAD = "COMPREHENSIVE HARBOUR RULEBOOK\n\n2024, Version 3.1\n\n"
RULES = HEAD + "1.0 Anchors\n\nHarbour holds (2.0).\n\n2.0 Chains\n\nBreak.\n"


@pytest.fixture
def home(tmp_path: Path, warm_cache: Path) -> dict[str, str]:
    """An environment with a library of its own."""
    return {"JUDGE_DATA": str(tmp_path / "data"), "JUDGE_CACHE": str(warm_cache), "JUDGE_CORPUS": ""}


@pytest.fixture
def library(home: dict[str, str]) -> Path:
    """Its folder."""
    return Path(home["JUDGE_DATA"]) / "library"


def listing(home: dict[str, str]) -> dict[str, bytes]:
    """Return what lies in the library."""
    folder = Path(home["JUDGE_DATA"]) / "library"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if path.is_file()}


def test_an_added_document_is_copied_and_searched_with_the_bundled_ones(home: dict[str, str], tmp_path: Path) -> None:
    file = write_collection(tmp_path / "in", a_txt=RULES) / "a.txt"
    text = printed("add", str(file), **home)
    assert text.startswith("comprehensive-harbour-rulebook-3-1 (a.txt, ")
    assert "game      Harbour  (" in text
    file.unlink()
    listed = run_judge("list", **home).stdout.decode()
    assert "shadowfist-digest" in listed
    assert "Comprehensive Harbour Rulebook  3.1" in listed
    shown = run_judge("show", "comprehensive-harbour-rulebook-3-1:2.0", **home)
    assert "2.0 Chains" in shown.stdout.decode()


def test_a_dry_run_adds_nothing(home: dict[str, str], tmp_path: Path) -> None:
    write_collection(tmp_path / "in", a_txt=RULES)
    assert "edition   3.1" in printed("add", "--dry-run", str(tmp_path / "in" / "a.txt"), **home)
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
    assert refused("add", str(folder / "rules.md"), **home) == (
        f"judge: your library already has rules; add --replace to replace it with {folder / 'rules.md'}\n"
    )
    other = run_judge("add", str(folder / "other.md"), **home)
    assert other.stderr.decode() == f"judge: {folder / 'other.md'} is already in your library, as rules\n"
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
        ("page.txt", b"%PDF-1.4", "{path} is a broken PDF, or only a part of one"),
        ("sheet.md", b"PK\x03\x04 xl/workbook.xml", "{path} is an Excel workbook; save the sheet as CSV"),
    ],
)
def test_what_cannot_be_read_leaves_the_library_as_it_was(
    home: dict[str, str], tmp_path: Path, name: str, data: bytes | None, sentence: str
) -> None:
    good = write_collection(tmp_path / "in", rules_md=RULES) / "rules.md"
    path = tmp_path / "in" / name
    if data is not None:
        path.write_bytes(data)
    assert refused("add", str(good), str(path), **home) == f"judge: {sentence.format(path=path)}\n"
    assert listing(home) == {}


def test_a_huge_file_is_refused_unread(home: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "huge.md"
    with path.open("wb") as file:
        file.truncate(200 * 2**20)
    assert refused("add", str(path), **home) == f"judge: {path} is 200 MB; a document may be at most 64 MB; split it\n"


def test_a_file_of_groups_comes_and_goes_with_its_rulings(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    given = {"crews.json": '{"Ships": ["They float."]}', "groups.json": '{"Ships": ["Yawl"]}'}
    files = write_collection(tmp_path / "in", **given)
    assert run_judge("add", str(files), **home).returncode == 0
    assert sorted(one.name for one in library.iterdir()) == ["corpus.toml", "crews-groups.json", "crews.json"]
    assert "They float." in run_judge("card", "Yawl", **home).stdout.decode()
    run_judge("remove", "crews", **home)
    assert list(listing(home)) == ["corpus.toml"]
    assert {path.name for path in library.glob("removed/*/*")} == {"crews.json", "crews.json.toml", "crews-groups.json"}


def test_documents_are_removed_by_their_keys(home: dict[str, str], tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "in", rules_md=RULES, more_md=RULES + "\nMore.\n")
    run_judge("add", str(folder / "rules.md"), str(folder / "more.md"), **home)
    told = "judge: your library has no document nope; it contains rules, more\n"
    assert refused("remove", "rules", "nope", **home) == told
    assert run_judge("remove", "rules", **home).returncode == 0
    assert sorted(listing(home)) == ["corpus.toml", "more.md"]


def test_a_library_that_cannot_be_written_to(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    Path(home["JUDGE_DATA"]).write_text("a file where the folder should be")
    file = write_collection(tmp_path / "in", rules_md=RULES) / "rules.md"
    assert refused("add", str(file), **home) == f"judge: your library {library} cannot be written to: Not a directory\n"


def offered_to(home: dict[str, str], line: str, word: int) -> list[str]:
    """Return what bash is offered while a line is typed."""
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(word), "_JUDGE_COMPLETE": "bash_complete"}
    result = run_judge(**home, **asked)
    return [row.partition(",")[2] for row in result.stdout.decode().splitlines() if row]


def test_the_shell_is_offered_what_can_be_removed(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    """The same documents that `list` shows, whether the manifest names them or not."""
    files = write_collection(tmp_path / "in", rules_md=RULES, tide_md=RULES + "\nMore.\n")
    run_judge("add", str(files / "rules.md"), **home)
    shutil.copy(files / "tide.md", library / "tide.md")
    assert offered_to(home, "judge remove ", 2) == ["rules", "tide"]
    assert offered_to(home, "judge remove ti", 2) == ["tide"]


def test_the_shell_is_offered_numbers_titles_and_keys(home: dict[str, str]) -> None:
    def offered(line: str, word: int) -> list[str]:
        return offered_to(home, line, word)

    assert offered("judge show ev", 2) == []
    run_judge("build", **home)
    assert "Evil Twin" in offered("judge show ev", 2)
    assert offered("judge show evil tw", 3) == ["Twin"]
    assert offered("judge evil tw", 2) == ["Twin"]
    assert "Evil Twin" in offered("judge evil", 1)  # a query needs no command
    assert offered("judge sho", 1)[0] == "show"
    assert offered("judge show 24", 2)[:2] == ["24.0", "24.1"]
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
    printed("add", str(file), "--title", 'The "Tide"', **home)
    added = '\n[[document]]\nfile = "tide.md"\nkey = "tide"\ntitle = "The \\"Tide\\""\n'
    assert manifest_of(by_hand) == BY_HAND + added
    assert 'The "Tide"' in printed("list", "--corpus", str(by_hand), **home)


def test_replace_keeps_what_was_said_and_finds_out_the_rest_again(
    home: dict[str, str], by_hand: Path, tmp_path: Path
) -> None:
    newer = RULES.replace("Version 3.1", "Version 4.0")
    file = write_collection(tmp_path / "in", rules_md=newer) / "rules.md"
    assert "The Rules of the Harbour  (corpus.toml says so)" in printed("add", "--replace", str(file), **home)
    assert manifest_of(by_hand) == BY_HAND
    listed = " ".join(printed("list", "--corpus", str(by_hand), **home).split())
    assert "The Rules of the Harbour 4.0" in listed
    assert run_judge("add", "--replace", str(file), "--game", "Tide", "--title", "Tides", **home).returncode == 0
    title = 'title = "The Rules of the Harbour" # as on the cover\n'
    changed = BY_HAND.replace(title, 'title = "Tides" # as on the cover\n').replace(
        'mood = "calm"\n', 'mood = "calm"\ngame = "Tide"\n'
    )
    assert manifest_of(by_hand) == changed


def test_what_is_added_together_agrees_on_its_game(home: dict[str, str], tmp_path: Path) -> None:
    book = "# Tide: Low Water Comprehensive Rules\n\n## 1.0 Tides\n\nTide: Low Water is a trading card game.\n"
    faq = "Tide FAQ\n\nQ: May two ships meet in Tide?\nA: Yes.\n"
    folder = write_collection(tmp_path / "in", book_md=book, answers_txt=faq)
    result = run_judge("add", str(folder / "book.md"), str(folder / "answers.txt"), **home)
    shown = [line.split("  (")[0].strip() for line in result.stdout.decode().splitlines() if "  game " in line]
    assert shown == ["game      Tide: Low Water"] * 2
    listed = [json.loads(line) for line in run_judge("list", "--json", **home).stdout.decode().splitlines()]
    assert [one["game"] for one in listed if one["key"] in ("answers", "book")] == ["Tide: Low Water"] * 2


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
    printed("remove", key, **home)
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
    assert refused("remove", "rules", **home) == (
        f"judge: {by_hand / 'corpus.toml'}: cannot be edited automatically; write each document as a table "
        "[[document]] with its inner tables directly below it\n"
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
    "a wrong type": ('[[document]]\nfile = "rules.md"\ntitle = 3\n', ":3: 'title' must be a string"),
    "no UTF-8": (b"[[document]]\nfile = '\xe4.md'\n", ":2: not UTF-8 text; save it as UTF-8"),
}


@pytest.mark.parametrize("name", thorough_but(1, BROKEN))
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
        assert refused(*words, **home) == f"{sentence}\n"
    assert listing(home) == before
    assert refused("list", "--corpus", str(by_hand), **home) == f"{sentence}\n"
    (by_hand / "corpus.toml").unlink()
    assert "rules" in run_judge("list", **home).stdout.decode()


def test_broken_words_of_a_game_leave_the_bundled_collection_alone(home: dict[str, str], by_hand: Path) -> None:
    path = write_collection(by_hand / "games", **{"tide.toml": "names = 3\n"}) / "tide.toml"
    found = run_judge("search", "toughness", **home)
    assert found.returncode == 0
    assert found.stderr.decode() == (
        f"judge: {path}: 'names' must be a list of strings; your own library is left out\n"
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
    result = run_judge("build", "--corpus", str(by_hand), **home)
    assert result.returncode == 0
    told = result.stderr.decode().splitlines()
    assert [line.partition(";")[0] for line in told] == [
        f"judge: {by_hand / 'corpus.toml'}:9: unknown key 'mood' is ignored",
        f"judge: {by_hand / 'corpus.toml'}:19: unknown key 'notes' is ignored",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed(shell: str, home: dict[str, str]) -> None:
    assert f"_JUDGE_COMPLETE={shell}_complete" in printed("completion", shell, **home)


def documents_of(home: dict[str, str]) -> list[str]:
    """Return the keys of the documents that `judge list` shows, without the bundled ones."""
    bundled = [source.key for source in collection.sources([data_folder("corpus")], print)]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in home.items():
            patch.setenv(name, value)
        with Library(()) as library:
            listed = sorted(record.key for record in library.documents() if record.key not in bundled)
            assert all(library.search("2.0", document=key) for key in listed)
    return listed


def test_a_copy_that_no_table_names_is_taken_up_again(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    file = write_collection(tmp_path / "in", tide_md=RULES) / "tide.md"
    write_collection(library, tide_md=RULES)
    other = write_collection(tmp_path / "in", other_md=RULES) / "other.md"
    told = run_judge("add", str(other), **home).stderr.decode()
    assert told == f"judge: {other} is already in your library, as tide\n"
    assert run_judge("add", str(file), "--title", "Tides", **home).returncode == 0
    assert 'title = "Tides"' in manifest_of(library)
    assert documents_of(home) == ["tide"]


def test_a_library_of_an_earlier_version_is_opened_and_nothing_in_it_is_lost(
    home: dict[str, str], by_hand: Path, tmp_path: Path
) -> None:
    """Its documents and its manifest stay as they are, as does what this version reads no more; its cache goes."""
    asked = ("search", "--json", "harbour holds")
    stored = {"notes/notes.md": "## 1. Mine\n", "gaps.jsonl": "{}\n", "trash/000001/change.json": "{}"}
    for name, text in stored.items():
        (by_hand.parent / name).parent.mkdir(parents=True, exist_ok=True)
        (by_hand.parent / name).write_text(text, encoding="utf-8")
    before = listing(home)
    fresh = printed(*asked, **home)
    (build,) = (tmp_path / "cache" / "builds").iterdir()
    (build / "library.sqlite").write_bytes(b"of another version")
    (tmp_path / "cache" / "parts" / "old").write_bytes(b"of another version")
    assert printed(*asked, **home) == fresh
    listed = [json.loads(line)["key"] for line in printed("list", "--json", **home).splitlines()]
    assert {"rules", "more", "last"} <= set(listed)
    assert listing(home) == before
    assert {name: (by_hand.parent / name).read_text(encoding="utf-8") for name in stored} == stored


def test_remove_takes_the_key_that_list_shows(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    """Where the bundled collection has a key too, and where a document has no table."""
    key = collection.sources([data_folder("corpus")], print)[0].key
    write_collection(library, hand_md=RULES, **{f"{key}_md": RULES + "More."})
    assert documents_of(home) == sorted(["hand", f"{key}~2"])
    wrong = run_judge("remove", "nope", **home).stderr.decode()
    assert wrong == f"judge: your library has no document nope; it contains hand, {key}~2\n"
    assert run_judge("remove", f"{key}~2", "hand", **home).returncode == 0
    assert list(library.glob("*.md")) == []
    assert documents_of(home) == []


@pytest.mark.thorough
def test_eight_that_add_at_once_all_land(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    texts = {f"tide{number}_md": RULES + f"\nNumber {number}.\n" for number in range(8)}
    folder = write_collection(tmp_path / "in", **texts)
    command = [sys.executable, "-m", "judge", "add"]
    running = [
        subprocess.Popen(
            [*command, str(path)], env=os.environ | home, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        for path in sorted(folder.iterdir())
    ]
    for one in running:
        _, told = one.communicate(timeout=PATIENCE)
        assert one.returncode == 0, told
    assert documents_of(home) == [f"tide{number}" for number in range(8)]
    assert manifest_of(library).count("[[document]]") == 8


def test_who_waits_for_another_program_is_told_at_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = write_collection(tmp_path / "data" / "library", tide_md=RULES)
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0.0)
    monkeypatch.setattr(library_changes, "corpus_folders", lambda: [library])
    with library_changes._writing(library), pytest.raises(CollectionError) as told:
        library_changes.remove(["tide"], library)
    assert str(told.value) == f"another program is writing to your library {library}; try again when it is done"
    library_changes.remove(["tide"], library)
    assert not (library / "tide.md").exists()


def test_what_is_not_ours_is_never_swept(home: dict[str, str], library: Path, tmp_path: Path) -> None:
    names = (".hidden", ".judge-notes", ".judge-12345678.tmp.md", "x.judge-12345678.tmp", ".tmpabcd")
    write_collection(library, **dict.fromkeys(names, "mine"))
    (library / ".judge-a_345678.tmp").write_text("half a")
    file = write_collection(tmp_path / "in", tide_md=RULES) / "tide.md"
    assert run_judge("add", str(file), **home).returncode == 0
    assert sorted(path.name for path in library.iterdir()) == sorted([*names, "corpus.toml", "tide.md"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets only some people make links")
def test_links_that_lead_nowhere_or_out_are_left_out(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "tide", rules_md=RULES)
    write_collection(folder / "inner", deep_md=RULES)
    write_collection(tmp_path, secret_md=RULES)
    os.link(folder / "rules.md", folder / "hard.md")
    for name, place in {
        "itself.md": "itself.md", "a.md": "b.md", "b.md": "a.md", "gone.md": "nowhere.md", "out.md": "../secret.md",
        "inside.md": "inner/deep.md", "far.md": str(tmp_path / "secret.md"), "folder.md": "inner", "notes.pdf": "x",
    }.items():  # fmt: skip
        (folder / name).symlink_to(place)
    result = run_judge("list", "--json", "--corpus", str(folder), JUDGE_CACHE=str(tmp_path / "cache"))
    keys = [json.loads(line)["key"] for line in result.stdout.decode().splitlines()]
    assert keys == ["hard", "inside", "rules"]
    told = [line for line in result.stderr.decode().splitlines() if "link" in line]
    assert told == [
        f"judge: {folder / name} is a symbolic link to a file outside this collection; it is left out"
        for name in ("a.md", "b.md", "far.md", "gone.md", "itself.md", "notes.pdf", "out.md")
    ]
