"""`judge verify`: exit codes and what is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from tests.citations.test_verify import RULES
from tests.support import write_collection


@pytest.fixture
def harbour(tmp_path: Path, own_cache: Path) -> Path:
    """A collection with the harbour's rules."""
    return write_collection(tmp_path, rules_md=RULES)


def run(folder: Path, *args: str) -> Result:
    """Run the command on a collection."""
    return CliRunner().invoke(main, ["--corpus", str(folder), "verify", *args])


@pytest.mark.parametrize(
    ("args", "code", "shown"),
    [
        (("1.1",), 0, "true: 1.1 Ropes"),
        (("1.1", "tied with two ropes"), 0, "true: 1.1 Ropes"),
        (("1.1", "tied with three ropes"), 1, "[-two-] {+three+}"),
        (("1.2", "in the order in which it came aboard"), 1, "it stands in: 2.1 Going Ashore"),
        (("7.7", "anything"), 1, "there is no rule '7.7'"),
        (
            ("1.2 Ropes",),
            1,
            "it is unclear what '1.2 Ropes' names or is said to say\n  understood: 1.2\n  near: 1.2 Knots",
        ),
    ],
)
def test_exit_codes_and_screens(harbour: Path, args: tuple[str, ...], code: int, shown: str) -> None:
    result = run(harbour, *args)
    assert (result.exit_code, shown in result.stdout) == (code, True), result.output


def test_the_record_has_the_fields_of_the_contract(harbour: Path) -> None:
    record = json.loads(run(harbour, "--json", "1.1", "tied with two ropes").stdout)
    assert (record["id"], record["verdict"], record["found_in"]) == ("rules:1.1", "true", [])
    assert record["hash"].startswith("sha256:")
