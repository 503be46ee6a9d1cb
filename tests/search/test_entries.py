"""References are followed in place and as a tree; circles end."""

from judge.core.jsonl import Record
from judge.search.entries import EntrySource, opened, tree
from tests.support import run_judge


def shelf(links: dict[str, list[str]], text: str = "See Tide") -> EntrySource:
    """Make a shelf of entries that hold nothing but pointers, one a block."""

    def record(id: str) -> Record:
        return {"id": id, "kind": "section", "blocks": [{"text": text} for _ in links[id]]}

    def references(id: str) -> list[Record]:
        return [{"block": index, "target": target, "kind": "see"} for index, target in enumerate(links[id])]

    return EntrySource(record, references)


CIRCLE = {"a": ["b", "c"], "b": ["a", "c"], "c": []}


def test_pointers_are_opened_behind_their_blocks_as_deep_as_wanted() -> None:
    assert not list(opened(shelf(CIRCLE), "a", 0))
    shown = [(one.block, one.depth, one.record["id"]) for one in opened(shelf(CIRCLE), "a", 1)]
    assert shown == [(0, 1, "b"), (1, 1, "c")]
    shown = [(one.block, one.depth, one.record["id"]) for one in opened(shelf(CIRCLE), "a", 5)]
    assert shown == [(0, 1, "b"), (0, 2, "c")]


def test_a_text_that_says_something_itself_is_not_opened() -> None:
    assert not list(opened(shelf(CIRCLE, "It sails. See Tide"), "a", 1))


def test_a_tree_draws_each_entry_once() -> None:
    drawn = [(branch.depth, branch.id, branch.again) for branch in tree(shelf(CIRCLE), "a", 4)]
    assert drawn == [(0, "a", False), (1, "b", False), (2, "a", True), (2, "c", False), (1, "c", True)]


def test_the_command_line_opens_pointers_and_draws_trees() -> None:
    deep, flat = (run_judge("show", "City Square", "--deep", depth).stdout.decode() for depth in ("1", "0"))
    assert "▸" in deep
    assert "▸" not in flat
    drawn = run_judge("refs", "24.0", "--tree").stdout.decode().splitlines()
    assert drawn[0] == "24.0 Effects"
    assert drawn[1] == "  └ 23.0 The Scene"
