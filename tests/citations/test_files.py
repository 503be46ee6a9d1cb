"""The files under a path: what is read, what is passed over, and how bytes come back as they were."""

import os
from pathlib import Path

import pytest

from judge.citations import text_files
from judge.citations.text_files import find_files
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


def read(*paths: Path) -> tuple[list[str], list[str]]:
    """Return the places of the files that are read, and what is told of the others."""
    told: list[str] = []
    return [one.place for one in find_files([str(path) for path in paths], told.append)], told


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    write(tmp_path, b_txt="x", a_md="x", sub__c_py="x", sub__deep__d_js="x")
    assert read(tmp_path)[0] == ["a.md", "b.txt", "sub/c.py", "sub/deep/d.js"]


@pytest.mark.skipif(os.name == "nt", reason="Windows lets only some people make links")
def test_links_in_a_circle_end_and_each_file_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, a_txt="x", sub__b_txt="x")
    (tmp_path / "sub" / "round").symlink_to(tmp_path)
    (tmp_path / "z.txt").symlink_to(tmp_path / "a.txt")
    assert read(tmp_path) == (["a.txt", "sub/b.txt"], [])


def test_of_a_folder_only_texts_are_read_and_no_hidden_ones(tmp_path: Path) -> None:
    write(tmp_path, a_txt="x", b_png="x", c_json="x", node_modules__d_js="x", e_html="x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "f.txt").write_text("x")
    (tmp_path / ".g.md").write_text("x")
    (tmp_path / "README").write_text("x")
    assert read(tmp_path) == (["README", "a.txt"], [])


def test_a_binary_file_of_a_folder_is_told(tmp_path: Path) -> None:
    write(tmp_path, a_txt="x", b_txt=b"x\0")
    assert read(tmp_path) == (["a.txt"], [f"skipped: {tmp_path / 'b.txt'} is not a text in UTF-8; convert it first"])


def test_a_file_that_is_too_large_is_told_and_one_that_is_named_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_files, "TEXT", InputKind("a text", CollectionError, 0))
    write(tmp_path, a_txt="x")
    found, (told,) = read(tmp_path)
    assert found == []
    assert "a text may be at most 0 MB" in told
    with pytest.raises(CollectionError, match="at most 0 MB"):
        read(tmp_path / "a.txt")


def test_a_path_that_is_not_there_and_a_binary_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="nothing cannot be read: No such file"):
        read(tmp_path / "nothing")
    for data in (b"a\0b", b"\x93rule\x94"):
        write(tmp_path, a_bin=data)
        with pytest.raises(CollectionError, match="is not a text"):
            read(tmp_path / "a.bin")


@pytest.mark.parametrize(
    "data",
    [
        b"plain\r\nlines\rand\n",
        "ünïcode “quotes” \U0001f3b2\n".encode(),
        b"\xef\xbb\xbfwith a mark\n",
    ],
)
def test_a_text_comes_back_byte_for_byte(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    (file,) = find_files([str(tmp_path)], print)
    assert file.text.encode() == data


def test_standard_input_is_a_text_of_its_own() -> None:
    (file,) = find_files(["-"], print, b"rule 1.1")
    assert (file.name, file.place, file.text) == ("-", "stdin", "rule 1.1")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    (tmp_path / "secret.md").write_text("See rule 4.2.\n")
    (tmp_path / "named" / "notes.md").write_text("See rule 4.3.\n")
    (tmp_path / "named" / "out.md").symlink_to(tmp_path / "secret.md")
    assert read(tmp_path / "named") == (["notes.md"], [])
