"""Commands on a collection, run in the process of the tests."""

from pathlib import Path

from click.testing import CliRunner, Result

from judge.cli import main


def run(folder: Path, *args: str) -> Result:
    """Run a command on a collection."""
    return CliRunner().invoke(main, ["--corpus", str(folder), *args])
