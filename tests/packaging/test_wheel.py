"""What is installed besides the modules: the wheel, the manual page, the completions, the list of licences."""

import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from judge.cli import COMMANDS
from tests.limits import PATIENCE
from tests.packaging.test_metadata import PROJECT, ROOT, names_of, normal
from tests.support import run_judge, run_python

CONSTRAINTS = ROOT / "tools" / "packaging" / "constraints.txt"
HATCH: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
SHARED: dict[str, str] = HATCH["build"]["targets"]["wheel"]["shared-data"]


@pytest.mark.thorough
def test_the_wheel_works_alone() -> None:
    """It is built, from the source distribution too, installed elsewhere, and used; `tools/try_wheel.py` says how."""
    tool = [sys.executable, str(ROOT / "tools" / "try_wheel.py"), "--here"]
    done = subprocess.run(tool, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert f"help of {len(COMMANDS)} commands" in done.stdout


def test_the_manual_page_and_the_completions_are_up_to_date() -> None:
    """`python3 tools/manual.py` writes them anew."""
    done = run_python(str(ROOT / "tools" / "manual.py"), "--check")
    assert done.returncode == 0, done.stdout.decode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_packaged_completion_is_that_of_the_command(shell: str) -> None:
    packaged = (ROOT / "tools" / "packaging" / f"judge.{shell}").read_text(encoding="utf-8")
    assert packaged.strip() == run_judge("completion", shell).stdout.decode().strip()


def test_the_manual_page_has_every_command_and_variable() -> None:
    text = (ROOT / "tools" / "packaging" / "judge.1").read_text(encoding="utf-8")
    assert re.findall(r"^\.SS judge (\S+)$", text, re.MULTILINE) == list(COMMANDS)
    assert {"JUDGE_CORPUS", "JUDGE_CACHE", "JUDGE_DATA", "JUDGE_DEBUG"} <= set(
        re.findall(r"^\\fB(\w+)", text, re.MULTILINE)
    )


def test_the_manual_page_is_plain_roff() -> None:
    """It needs no encoding, and only its macros begin with a dot."""
    text = (ROOT / "tools" / "packaging" / "judge.1").read_text(encoding="ascii")
    macros = set(re.findall(r"^[.'](\S*)", text, re.MULTILINE))
    assert macros <= {'\\"', "TH", "SH", "SS", "TP", "PP", "br", "nf", "fi"}


def test_every_file_for_shells_is_in_the_wheel() -> None:
    folder = ROOT / "tools" / "packaging"
    written = {f"tools/packaging/{path.name}" for path in folder.glob("judge.*")}
    assert written == SHARED.keys()


def test_the_licences_are_up_to_date() -> None:
    """`python3 tools/licences.py` writes them anew; they are those of the versions in the constraints."""
    tool = [sys.executable, str(ROOT / "tools" / "licences.py"), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout


def test_the_constraints_name_a_version_of_every_package() -> None:
    """`python3 tools/constraints.py` writes them anew."""
    lines = [line for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    pinned = {normal(line.partition("==")[0]) for line in lines}
    listed = [*PROJECT["dependencies"], *(one for some in PROJECT["optional-dependencies"].values() for one in some)]
    assert names_of(listed) - {PROJECT["name"]} <= pinned
