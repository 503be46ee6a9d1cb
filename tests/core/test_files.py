"""What a person gives us is read whole, or refused in one sentence; nothing is ever waited for."""

import os
import re
import socket
from pathlib import Path

import pytest

from judge.core.errors import CollectionError, JudgeError, ManifestError, SourceError, ThemeError
from judge.core.files import DOCUMENT, FINDINGS, SETTINGS, TEMPLATE, InputKind, parse_toml, read_file, read_text
from tests.support import refused, write_collection

KINDS = [(DOCUMENT, SourceError), (SETTINGS, ManifestError), (FINDINGS, CollectionError), (TEMPLATE, ThemeError)]
RULES = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds.\n"
posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")


def refusal(path: Path, kind: InputKind) -> str:
    """Return the sentence with which a file is refused, without its path."""
    with pytest.raises(kind.error) as caught:
        read_text(path, kind)
    return str(caught.value).removeprefix(str(path))


@pytest.mark.parametrize(("kind", "error"), KINDS)
def test_each_kind_has_an_error_of_its_own(kind: InputKind, error: type[JudgeError], tmp_path: Path) -> None:
    with pytest.raises(error, match="cannot be read: No such file or directory"):
        read_file(tmp_path / "gone", kind)


@posix
@pytest.mark.parametrize(("kind", "error"), KINDS)
def test_a_pipe_is_never_waited_for(kind: InputKind, error: type[JudgeError], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe", kind) == f" is a pipe, not a file that can be read as {kind.name}"


def test_what_is_not_a_file_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, DOCUMENT) == " is a folder, not a file that can be read as a document"
    assert refusal(Path(os.devnull), SETTINGS) == " is a device, not a file that can be read as a settings file"


@posix
def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("here")
        assert refusal(Path("here"), DOCUMENT) == " is a socket, not a file that can be read as a document"


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(8 * 2**20 + 1)
    assert refusal(path, SETTINGS) == " is 9 MB; a settings file may be at most 8 MB"
    with path.open("wb") as file:
        file.truncate(8 * 2**20)
    assert len(read_file(path, SETTINGS)) == 8 * 2**20


def test_a_file_that_hides_its_size_is_read_no_further_than_it_may(tmp_path: Path) -> None:
    small = InputKind("a document", SourceError, 0)
    proc = Path("/proc/self/environ")
    if proc.exists():
        assert proc.stat().st_size == 0
        assert refusal(proc, small) == " is 1 MB; a document may be at most 0 MB"


def test_an_empty_document_is_refused_and_an_empty_list_is_not(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    assert refusal(tmp_path / "empty", DOCUMENT) == " is empty"
    assert read_text(tmp_path / "empty", FINDINGS) == " \n"


def test_a_text_must_be_utf8(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("\ufefffür".encode())
    assert read_text(tmp_path / "text", SETTINGS) == "für"
    (tmp_path / "text").write_bytes(b"a\nf\xfcr")
    assert refusal(tmp_path / "text", SETTINGS) == ":2: not UTF-8 text; save it as UTF-8"


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert re.fullmatch(r" cannot be read: .*embedded null (byte|character.*)", refusal(Path("a\0b"), DOCUMENT))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = 1\na = 2\n", "x.toml:2: not valid TOML: Cannot overwrite a value"),
        ("\na = [\n", "x.toml:2: not valid TOML: Invalid value (at end of document)"),
        ("a = " + "[" * 5000, "x.toml: nested too deeply"),
    ],
)
def test_toml_with_a_mistake_is_told_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(ManifestError) as caught:
        parse_toml(text, Path("x.toml"))
    assert str(caught.value) == sentence


@posix
@pytest.mark.parametrize(
    ("words", "pipe", "sentence"),
    [
        (["add", "{pipe}"], "rules.md", "{pipe} is a pipe, not a file that can be read as a document"),
        (
            ["lint", "--baseline", "{pipe}"],
            "old",
            "{pipe} is a pipe, not a file that can be read as a list of findings",
        ),
        (["list"], "corpus.toml", "{pipe} is a pipe, not a file that can be read as a settings file"),
        (["list"], "games/tide.toml", "{pipe} is a pipe, not a file that can be read as a settings file"),
    ],
)
def test_no_command_waits_for_a_pipe(words: list[str], pipe: str, sentence: str, tmp_path: Path) -> None:
    path = write_collection(tmp_path / "tide", rules2_md=RULES) / pipe
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    filled = [word.format(pipe=path, tmp=tmp_path) for word in words]
    assert (
        refused(*filled, JUDGE_CORPUS=str(tmp_path / "tide")).splitlines()[-1] == f"judge: {sentence.format(pipe=path)}"
    )
