"""Whatever a file of a format says, it is read or refused in a sentence; tools/endurance.py draws thousands of them."""

import pytest
from trials.texts import FORMATS, try_texts

from tests.support import thorough_but


@pytest.mark.parametrize("seed", thorough_but(1, range(20)))
@pytest.mark.parametrize("format", FORMATS)
def test_a_drawn_library_of_one_format_is_read_and_asked(format: str, seed: int) -> None:
    counts = try_texts(f"drawn {format} {seed}", [format]).counts
    assert counts["traceback"] == 0, "standard error shows where"
    assert counts[f"{format} read"] > 3
