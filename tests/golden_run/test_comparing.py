"""Golden files are written and read again as they are, and what has moved is told by meaning."""

import pytest

from tests.golden_run.comparing import compare
from tests.golden_run.facts import CUT, WHOLE, digest, fact, read, write

OLD = """document tide title=Tide
entry 1 kind=section number=1 title=Ropes lines=3
  block 5 text="A rope (see 2.1) holds."
  reference 5:13 at=0:12-15 text=2.1 target=2.1
entry 2 kind=section number=2 title=Knots lines=7
  newer faq:knots relation=subject
entry 2.1 kind=section number=2.1 title="A “Slip” Knot" parent=2 lines=9
  block 11 text="It slips.\\nAlways."
query rope
  result tide:1 rank=1 why=title
  result tide:2 rank=2 why=text
verdict "1 | A rope holds." verdict=misquoted
finding "number-gap 9:1" level=note message="2.1 comes first"
"""


def changes(*replaced: tuple[str, str]) -> list[tuple[str, str]]:
    """Return what has moved after words of the file above were replaced."""
    new = OLD
    for old, by in replaced:
        assert old in new
        new = new.replace(old, by)
    return [(change.what, change.which) for change in compare(read(OLD), read(new))]


def test_a_golden_file_is_read_as_it_was_written() -> None:
    assert write(read(OLD)) == OLD
    odd = [fact("entry", 'a "b" = \\c', text=" \n\t“ü” = ", kind="x=y"), fact("block", "3", 1, text="")]
    assert list(read(write(odd))) == odd
    assert changes() == []


MOVED = (
    ("target=2.1", "target=2", "references retargeted", "5:13 “2.1”: target 2.1 → 2"),
    ("target=2.1", "status=x", "references retargeted", "5:13 “2.1”: target 2.1 → nothing; status nothing → x"),
    ("title=Ropes", "title=Rope", "entries retitled", "1 “Ropes”: title Ropes → Rope"),
    ("parent=2 ", "parent=1 ", "entries moved to another parent", "2.1 “A “Slip” Knot”: parent 2 → 1"),
    ("entry 2 ", "entry 3 ", "entries under another name", "2 “Knots”: 2 → 3"),
    (
        "It slips",
        "It is",
        "texts with other words",
        "11 “It slips. ⏎ Always.”: text It slips. ⏎ Always. → It is. ⏎ Always.",
    ),
    ("=misquoted", "=true", "verdicts changed", "1 | A rope holds.: verdict misquoted → true"),
    ('finding "number-gap 9:1" level=note message="2.1 comes first"\n', "", "findings lost", "number-gap 9:1"),
    ("  newer faq:knots relation=subject\n", "", "newer texts lost", "2 › faq:knots"),
    ("rope\n", "rope answer=none\n", "queries answered more or less surely", "rope: answer nothing → none"),
    ("=Tide", "=Tides", "document facts with another title", "tide “Tide”: title Tide → Tides"),
)


@pytest.mark.parametrize(("old", "new", "what", "which"), MOVED)
def test_what_has_moved_is_told_by_meaning(old: str, new: str, what: str, which: str) -> None:
    assert changes((old, new)) == [(what, which)]


def test_ranks_that_have_changed_are_told_by_query() -> None:
    assert changes(("tide:1 rank=1 why=title", "tide:3 rank=1 why=text"), ("tide:2 rank=2", "tide:2 rank=3")) == [
        ("results lost", "rope › tide:1"),
        ("results won", "rope › tide:3"),
        ("results ranked otherwise", "rope › tide:2: rank 2 → 3"),
    ]


def test_a_text_in_another_entry_has_moved_and_what_was_said_of_a_lost_entry_is_lost_with_it() -> None:
    line = "entry 2 kind=section number=2 title=Knots lines=7\n  newer faq:knots relation=subject\n"
    assert changes((line, "")) == [("entries lost", "2 “Knots”")]
    slip = OLD[OLD.index("entry 2.1") : OLD.index("  block 11")]
    assert changes((slip, "")) == [
        ("entries lost", "2.1 “A “Slip” Knot”"),
        ("texts moved to another entry", "11 “It slips. ⏎ Always.”: above 2.1 → 2"),
    ]


def test_of_documents_of_others_only_titles_and_digests_are_kept() -> None:
    title = "How to tie a knot that slips"
    assert CUT.title(title) == f"How to tie a knot that … {digest(title)}"
    assert CUT.id("tide:how-to-tie-a-knot-that-slips").startswith("tide:how-to-tie-a-knot-that-…#")
    assert CUT.id("how-to-tie-a-knot-that-slips").startswith("how-to-tie-a-knot-that-…#")
    assert CUT.title("A Knot") == WHOLE.title("A Knot") == "A Knot"
    assert CUT.text("It slips.") == CUT.said("It slips.") == digest("It slips.")
    assert CUT.text(None) is None
