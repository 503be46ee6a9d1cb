"""With CI=true a skipped test is a failure, except where what it needs cannot be had."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.conftest import MISSING, unexpected_skips

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
