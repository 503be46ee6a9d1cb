"""With CI=true a skipped test is a failure, except where what it needs cannot be had."""

import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.conftest import MISSING, unexpected_skips
from tests.limits import PATIENCE

DOCUMENTS, BROWSER = MISSING["documents"], MISSING["browser"]
PIPES = "there are no pipes in folders here"


def test_no_folder_is_left_out_by_its_name(pytestconfig: pytest.Config) -> None:
    """Unless told otherwise, pytest looks for no tests in folders with names such as `build`."""
    root = Path(__file__).parent.parent
    names = {path.parent.name for part in ("judge", "tests") for path in (root / part).rglob("*.py")}
    left_out = {name for name in names for pattern in pytestconfig.getini("norecursedirs") if fnmatch(name, pattern)}
    assert left_out <= {"__pycache__"}
    assert "build" in names


@pytest.mark.parametrize(
    ("reasons", "without", "platform", "expected"),
    [
        ([], [], "linux", []),
        ([DOCUMENTS], [], "linux", [DOCUMENTS]),
        ([DOCUMENTS], ["documents"], "linux", []),
        ([DOCUMENTS, BROWSER], ["documents"], "linux", [BROWSER]),
        ([PIPES], ["documents", "browser"], "linux", [PIPES]),
        ([PIPES], [], "win32", []),
        ([PIPES, DOCUMENTS], [], "darwin", [DOCUMENTS]),
        ([PIPES, DOCUMENTS, BROWSER], ["documents", "browser"], "win32", []),
    ],
)
def test_which_skips_are_failures(reasons: list[str], without: list[str], platform: str, expected: list[str]) -> None:
    assert unexpected_skips(reasons, without, platform) == expected


@pytest.mark.parametrize(("words", "code"), [((), 1), (("--without", "documents"), 0), (("--without", "browser"), 1)])
def test_a_run_without_documents_fails_unless_it_is_allowed(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    """The reasons are those that pytest itself reports; each is said once."""
    ours = "from tests.conftest import pytest_addoption, pytest_sessionfinish, pytest_terminal_summary\n"
    (tmp_path / "conftest.py").write_text(ours)
    skips = "    pytest.skip(MISSING['documents'])\n"
    tests = f"def test_it():\n{skips}def test_too():\n{skips}def test_other(): pass\n"
    test = f"import pytest\nfrom tests.conftest import MISSING\n{tests}"
    (tmp_path / "test_it.py").write_text(test)
    call = (
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    )
    root = str(Path(__file__).parent.parent)
    paths = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "CI": "true", "PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run([*call, *words], env=environment, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == code, done.stdout.decode()
    assert done.stdout.decode().count(DOCUMENTS) == 1
    assert f"skipped 2: {DOCUMENTS}" in done.stdout.decode()
