"""What happens to be installed on this machine, or how the tests were started, changes no result."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.reading.grammar.dialects import OWN
from tests.limits import PATIENCE
from tests.support import run_python

LIST = "from judge.reading.grammar.dialects import dialects; print(*dialects())"


@pytest.fixture
def plug_in(tmp_path: Path) -> str:
    """Where Python looks for modules when a package that adds a dialect is installed."""
    (tmp_path / "tides.py").write_text("def evidence(text): return 1.0\ndef read(text, report): ...\n")
    facts = tmp_path / "tides-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tides\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[judge.dialects]\ntides = tides\n")
    return os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])


def test_another_package_adds_a_dialect(plug_in: str) -> None:
    command, environment = [sys.executable, "-c", LIST], os.environ | {"PYTHONPATH": plug_in}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=PATIENCE, text=True)
    found = done.stdout.split()
    assert found[: len(OWN)] == list(OWN)
    assert "tides" in found


def test_programs_that_tests_start_do_not_see_it(plug_in: str) -> None:
    assert run_python("-c", LIST, PYTHONPATH=plug_in).stdout.decode().split() == list(OWN)
