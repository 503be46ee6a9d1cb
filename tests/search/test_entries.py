"""References are followed in place; circles end."""

from judge.core.model import Block, Entry, Reference
from judge.search.entries import EntrySource, opened
from tests.support import reference, run_judge


def shelf(links: dict[str, list[str]], text: str = "See Tide") -> EntrySource:
    """Make a shelf of entries that hold nothing but pointers, one a block."""

    def entry(id: str) -> Entry:
        return Entry(id, "tide", "section", None, None, (), blocks=tuple(Block("text", text, ()) for _ in links[id]))

    def references(id: str) -> list[Reference]:
        return [reference(kind="see", block=index, target=target) for index, target in enumerate(links[id])]

    return EntrySource(entry, references)


CIRCLE = {"a": ["b", "c"], "b": ["a", "c"], "c": []}


def test_pointers_are_opened_behind_their_blocks_as_deep_as_wanted() -> None:
    assert not list(opened(shelf(CIRCLE), "a", 0))
    shown = [(one.block, one.depth, one.record.id) for one in opened(shelf(CIRCLE), "a", 1)]
    assert shown == [(0, 1, "b"), (1, 1, "c")]
    shown = [(one.block, one.depth, one.record.id) for one in opened(shelf(CIRCLE), "a", 5)]
    assert shown == [(0, 1, "b"), (0, 2, "c")]


def test_a_text_that_says_something_itself_is_not_opened() -> None:
    assert not list(opened(shelf(CIRCLE, "It sails. See Tide"), "a", 1))


def test_the_command_line_opens_pointers() -> None:
    assert "▸" in run_judge("show", "City Square").stdout.decode()
