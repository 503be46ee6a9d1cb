"""A redline as HTML: what is struck and added shows, and no text becomes markup."""

from pathlib import Path
from xml.etree import ElementTree

from measure_changes import read

from judge.core.text_facts import DiffStretch
from judge.editions.change_reports import words_of
from judge.editions.edition_changes import compare
from judge.site.pages.changes_page import redline_html

OLD = """
1.1 Ropes

A boat is tied with two ropes.

1.2 Knots

Any knot that holds may be used.

1.3 Whistling

Nobody whistles while the anchor is down.
"""
NEW = """
1.1 Ropes

A boat is tied with four ropes.

1.2 Knots

Any knot that holds may be used.

1.3 Water

Each crew carries a barrel on board.
"""


def test_words_are_struck_and_added_between_words_that_stay() -> None:
    diff = [DiffStretch("=", "tied with"), DiffStretch("-", "two"), DiffStretch("+", "four"), DiffStretch("=", "ropes")]
    assert redline_html(diff) == "tied with <del>two</del> <ins>four</ins> ropes"
    assert redline_html([]) == ""


def test_no_text_becomes_markup_or_drives_a_screen() -> None:
    hostile = "<script>alert('1 & 2')</script>\x1b\u202e\0"
    html = redline_html([DiffStretch("=", hostile), DiffStretch("-", hostile), DiffStretch("+", hostile)])
    shown = "<script>alert('1 & 2')</script>"
    root = ElementTree.fromstring(f"<p>{html}</p>")
    assert [one.tag for one in root] == ["del", "ins"]
    assert "".join(root.itertext()) == " ".join([shown] * 3)


def test_each_block_begins_a_new_line_inside_its_element() -> None:
    assert redline_html([DiffStretch("+", "First.\nSecond.")]) == "<ins>First.<br>Second.</ins>"


def test_a_change_is_shown_by_its_redline_or_by_all_that_is_new_or_gone(tmp_path: Path, own_cache: Path) -> None:
    comparison = compare(read(OLD, tmp_path / "old"), read(NEW, tmp_path / "new"))
    shown = {redline_html(words_of(change)) for change in comparison.changes}
    assert shown == {
        "",
        "A boat is tied with <del>two</del> <ins>four</ins> ropes.",
        "<del>Nobody whistles while the anchor is down.</del>",
        "<ins>Each crew carries a barrel on board.</ins>",
    }
