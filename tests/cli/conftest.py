"""What several tests of commands share."""

from pathlib import Path

import pytest


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"
