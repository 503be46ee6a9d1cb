"""Documents in three drawn looks are read as they were written, in every format."""

from collections.abc import Callable

import pytest

from tests.drawn_looks import LOOKS, read, rows_of, write
from tests.printing import FORMATS

SEEDS = 20


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("look", LOOKS)
def test_drawn_documents_have_their_tree_in_every_format(look: str, form: str, seeds: Callable[[int], range]) -> None:
    for seed in seeds(SEEDS):
        drawn = write(look, seed)
        parsed = read(drawn.text, form)
        assert rows_of(parsed.entries) == drawn.rows, seed
        blocks = [(entry.title, block) for entry in parsed.entries for block in entry.blocks]
        rulings = [(title, block.text, block.date) for title, block in blocks if block.kind == "ruling"]
        assert rulings == drawn.rulings, seed


@pytest.mark.parametrize("look", LOOKS)
def test_documents_are_the_same_each_time(look: str) -> None:
    assert write(look, 1).text == write(look, 1).text
    assert write(look, 1).text != write(look, 2).text


def test_a_list_of_contents_is_furniture() -> None:
    drawn = write("Rulebook", 1)
    lines = drawn.text.split("\n")
    listed = {number for number, line in enumerate(lines, 1) if "....." in line}
    spans = [span for one in read(drawn.text, "md").furniture for span in one.lines]
    assert listed
    assert all(any(first <= line <= last for first, last in spans) for line in listed)
