"""The files under a path: what is read, what is passed over, and how bytes come back as they were."""

import os
from pathlib import Path

import pytest

from judge.citations import text_files
from judge.citations.text_files import Skipped, find_files, is_binary
from judge.core.errors import CollectionError
from judge.core.files import InputKind


def write(folder: Path, **contents: bytes | str) -> Path:
    """Write files: the name with "__" for a slash and "_" for the dot before its ending."""
    for name, content in contents.items():
        head, _, ending = name.replace("__", "/").rpartition("_")
        path = folder / f"{head}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read(*paths: Path) -> tuple[list[str], Skipped]:
    """Return the places of the files that are read, and what is passed over."""
    skipped = Skipped()
    return [one.place for one in find_files([str(path) for path in paths], skipped)], skipped


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    write(tmp_path, b_txt="x", a_md="x", sub__c_py="x", sub__deep__d_js="x")
    assert read(tmp_path)[0] == ["a.md", "b.txt", "sub/c.py", "sub/deep/d.js"]


def test_ignore_files_are_heeded_as_git_does(tmp_path: Path) -> None:
    """The nearer file decides, and one above the folder counts within a repository."""
    write(tmp_path, repo__notes_log="x", repo__src__keep_log="x", repo__src__a_py="x", repo__src__out__b_py="x")
    (tmp_path / "repo" / ".git").mkdir()
    (tmp_path / "repo" / ".gitignore").write_text("*.log\nout/\n")
    (tmp_path / "repo" / "src" / ".ignore").write_text("!keep.log\n")
    found, skipped = read(tmp_path / "repo")
    assert (found, skipped.ignored) == (["src/a.py", "src/keep.log"], 2)
    assert read(tmp_path / "repo" / "src")[0] == ["a.py", "keep.log"]


def test_what_is_named_is_read_although_it_is_ignored(tmp_path: Path) -> None:
    write(tmp_path, notes_log="x")
    (tmp_path / ".gitignore").write_text("*.log\n")
    assert read(tmp_path / "notes.log")[0] == ["notes.log"]


@pytest.mark.skipif(os.name == "nt", reason="Windows lets only some people make links")
def test_links_in_a_circle_end_and_each_file_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, a_txt="x", sub__b_txt="x")
    (tmp_path / "sub" / "round").symlink_to(tmp_path)
    (tmp_path / "z.txt").symlink_to(tmp_path / "a.txt")
    found, skipped = read(tmp_path)
    assert (found, skipped.linked) == (["a.txt", "sub/b.txt"], 2)
    assert list(skipped.sentences()) == ["skipped: links 2"]


def test_binary_files_and_folders_of_tools_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, a_txt="x", b_png=b"\x89PNG\0\0", __git__c_txt="x", node_modules__d_js="x", empty_txt="")
    os.rename(tmp_path / "git", tmp_path / ".git") if (tmp_path / "git").exists() else None  # noqa: PTH104
    found, skipped = read(tmp_path)
    assert (found, skipped.binary) == (["a.txt"], 1)


def test_a_folder_too_deep_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "DEEPEST", 2)
    write(tmp_path, a__b__c__d_txt="x", a__b__e_txt="x")
    found, skipped = read(tmp_path)
    assert found == ["a/b/e.txt"]
    assert list(skipped.sentences()) == [f"{tmp_path / 'a' / 'b' / 'c'} is nested too deeply; it is left out"]


def test_a_file_that_is_too_large_is_told_and_one_that_is_named_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_files, "TEXT", InputKind("a text", CollectionError, 0))
    write(tmp_path, a_txt="x")
    found, skipped = read(tmp_path)
    assert found == []
    assert "a text may be at most 0 MB" in skipped.told[0]
    with pytest.raises(CollectionError, match="at most 0 MB"):
        read(tmp_path / "a.txt")


def test_a_path_that_is_not_there_and_a_binary_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="nothing cannot be read: No such file"):
        read(tmp_path / "nothing")
    write(tmp_path, a_bin=b"a\0b")
    with pytest.raises(CollectionError, match="is not a text"):
        read(tmp_path / "a.bin")


@pytest.mark.parametrize(
    "data",
    [
        b"plain\r\nlines\rand\n",
        "ünïcode “quotes” \U0001f3b2\n".encode(),
        b"\xef\xbb\xbfwith a mark\n",
        b"caf\xe9 \x93old\x94 quotes\n",
        "wide “words”\r\n".encode("utf-16"),
        b"\xff\xfeo\x00d\x00d\x00",
        b"broken \xc3\x28 and \xed\xa0\x80\n",
    ],
)
def test_a_text_comes_back_byte_for_byte(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    (file,) = find_files([str(tmp_path)], Skipped())
    assert file.encoded(file.raw) == data
    assert len(file.text) == len(file.raw)


def test_bytes_of_windows_are_read_as_what_they_mean(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x93rule\x94")
    (file,) = find_files([str(tmp_path)], Skipped())
    assert file.text == "“rule”"


def test_standard_input_is_a_text_of_its_own() -> None:
    (file,) = find_files(["-"], Skipped(), b"rule 1.1")
    assert (file.name, file.place, file.text) == ("-", "stdin", "rule 1.1")


@pytest.mark.parametrize(("data", "binary"), [(b"a\0b", True), ("ab".encode("utf-16"), False), (b"ab", False)])
def test_a_binary_file_has_a_zero_byte(data: bytes, binary: bool) -> None:
    assert is_binary(data) == binary


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes")
def test_an_ignore_file_that_is_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".gitignore")
    (tmp_path / "notes.md").write_text("See rule 4.2.\n")
    skipped = Skipped()
    assert [file.name.rpartition("/")[2] for file in find_files([str(tmp_path)], skipped)] == ["notes.md"]
    (told,) = skipped.sentences()
    assert "is a pipe, not a file that can be read as a settings file; it excludes nothing" in told


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    (tmp_path / "secret.md").write_text("See rule 4.2.\n")
    (tmp_path / "named" / "notes.md").write_text("See rule 4.3.\n")
    (tmp_path / "named" / "out.md").symlink_to(tmp_path / "secret.md")
    skipped = Skipped()
    found = list(find_files([str(tmp_path / "named")], skipped))
    assert [file.text for file in found] == ["See rule 4.3.\n"]
    assert list(skipped.sentences()) == ["skipped: links 1"]
