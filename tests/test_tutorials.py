"""The tutorials work: every file that they show is written, every command is run, and prints what they show.

A file stands below a line with its name, as "`rules/faq.md`:". Of what a command prints, a line with a lone "…" at the
end stands for the rest. `--update-golden` writes what the commands print now into the tutorials.
"""

import contextlib
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.support import run_judge

FOLDER = Path(__file__).parent.parent / "docs" / "tutorials"
TUTORIALS = sorted(path.stem for path in FOLDER.glob("*.md"))
PIECES = re.compile(
    r"^`(?P<file>[^`\n]+)`:\n\n```(?!console)\w*\n(?P<text>.*?)^```$|^```console\n(?P<calls>.*?)^```$", re.M | re.S
)
NOT_RUN = ("pipx install .", "judge serve", "git ")
"""They need a network, go on until Ctrl-C, or are not ours; so is what begins with the last."""
FILES = {"from-pdf-to-git": ["golden_run/samples/formats/rulebook.pdf"]}
"""What a person has before a tutorial begins, in the folder of the tests."""
REST = "…"


def run_call(call: str, folder: Path) -> str:
    """Run what a person types in a folder, with a library of one's own there; return what it prints."""
    call, _, file = call.partition(" > ")
    name, *words = shlex.split(call)
    assert name == "judge", f"{call}: a tutorial calls judge alone"
    with contextlib.chdir(folder):
        done = run_judge(*words, JUDGE_DATA=str(folder / "data"), JUDGE_CORPUS="", COLUMNS="100")
    assert done.returncode == 0 or (done.returncode == 1 and words[-1] == "lint"), f"{call}: {done.stderr.decode()}"
    if file:
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_bytes(done.stdout)
        return ""
    return done.stdout.decode().rstrip("\n")


def tried(calls: str, folder: Path) -> str:
    """Run the calls of a block; return the block as it should be."""
    found = []
    for shown in re.split(r"^(?=\$ )", calls, flags=re.MULTILINE)[1:]:
        first, _, told = shown.rstrip("\n").partition("\n")
        call = first.removeprefix("$ ")
        printed = "" if call in NOT_RUN[:-1] or call.startswith(NOT_RUN[-1]) else run_call(call, folder)
        lines = told.split("\n")
        if lines[-1] == REST:
            printed = "\n".join([*printed.split("\n")[: len(lines) - 1], REST])
        found.append("\n".join([first, *([printed] if told else [])]))
    return "\n".join(found) + "\n"


@pytest.mark.parametrize("name", TUTORIALS)
def test_each_command_of_a_tutorial_prints_what_is_shown(
    name: str, tmp_path: Path, pytestconfig: pytest.Config, own_cache: Path
) -> None:
    page = FOLDER / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    expected = text
    for file in FILES.get(name, ()):
        shutil.copy(Path(__file__).parent / file, tmp_path)
    for piece in PIECES.finditer(text):
        if piece["file"]:
            path = tmp_path / piece["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(piece["text"], encoding="utf-8")
        else:
            expected = expected.replace(piece[0], f"```console\n{tried(piece['calls'], tmp_path)}```", 1)
    if pytestconfig.getoption("--update-golden"):
        page.write_text(expected, encoding="utf-8")
    assert text == expected, "pytest tests/test_tutorials.py --update-golden writes what is printed now"


def test_there_is_a_tutorial_for_each_of_the_three_users() -> None:
    assert TUTORIALS == ["from-pdf-to-git", "judge", "rules-manager", "site-owner"]
    for name in TUTORIALS:
        assert len(PIECES.findall((FOLDER / f"{name}.md").read_text(encoding="utf-8"))) >= 5
