"""README, the tutorials and the demo work: files are written, commands are run and print what is shown.

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

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "tutorials"
TUTORIALS = sorted(path.stem for path in FOLDER.glob("*.md"))
DEMO = DOCS / "demo.md"
README = DOCS.parent / "README.md"
PIECES = re.compile(
    r"^`(?P<file>[^`\n]+)`:\n\n```(?!console)\w*\n(?P<text>.*?)^```$|^```console\n(?P<calls>.*?)^```$", re.M | re.S
)
NOT_RUN = ("pipx install .", "judge serve", "judge --corpus lantern serve", "python3 ", "git ")
"""What calls begin with that need a network, go on until Ctrl-C, or are not ours."""
FINDING = frozenset(("lint", "cites", "verify", "--affected"))
"""Commands that exit with 1 where they find something."""
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
    finds = FINDING.intersection(words)
    assert done.returncode == 0 or (done.returncode == 1 and finds), f"{call}: {done.stderr.decode()}"
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
        printed = "" if call.startswith(NOT_RUN) else run_call(call, folder)
        lines = told.split("\n")
        if lines[-1] == REST:
            printed = "\n".join([*printed.split("\n")[: len(lines) - 1], REST])
        found.append("\n".join([first, *([printed] if told else [])]))
    return "\n".join(found) + "\n"


@pytest.mark.parametrize("page", [*sorted(FOLDER.glob("*.md")), DEMO, README], ids=lambda page: page.stem)
def test_each_command_of_a_tutorial_prints_what_is_shown(
    page: Path, tmp_path: Path, pytestconfig: pytest.Config, own_cache: Path
) -> None:
    text = page.read_text(encoding="utf-8")
    expected = text
    for file in FILES.get(page.stem, ()):
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


def test_the_walk_shows_the_commands_of_its_steps(tmp_path: Path) -> None:
    """docs/demo.md has each command of `judge demo`, in its order; each step names the call that follows."""
    told = [run_call("judge demo", tmp_path) for _ in range(11)]
    commands = [call for step in told for call in re.findall(r"^  (\$ judge .*)$", step, re.MULTILINE)]
    assert commands == [
        line
        for line in DEMO.read_text(encoding="utf-8").split("\n")
        if line.startswith("$ judge -") or line.startswith("$ judge read")
    ]
    assert [step.split(":")[0] for step in told[:10]] == [f"Step {number} of 10" for number in range(1, 11)]
    assert told[10].startswith("That was the last")
