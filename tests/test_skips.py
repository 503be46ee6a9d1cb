"""With CI=true a skipped test is a failure, except where what it needs cannot be had."""

import pytest

from tests.conftest import MISSING, unexpected_skips

DOCUMENTS, BROWSER = MISSING["documents"], MISSING["browser"]
PIPES = "there are no pipes in folders here"


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
