"""Contents and indexes that were read as text refer to nothing; an overview of a chapter does."""

import pytest

from judge.core.model import Block, Entry, Place
from judge.references.extraction import extract, listed_blocks

SECTIONS = {
    "1": "Sailing",
    "1.1": "Anchors",
    "1.2": "Ropes",
    "2": "Cargo",
    "2.1": "Salt Cargo",
    "2.2": "Fish Cargo",
    "3": "Ending",
}
LISTS = (
    ("; ".join(f"{title} (see {number})" for number, title in SECTIONS.items()),),
    tuple(f"{number} {title} ..... {page}" for page, (number, title) in enumerate(SECTIONS.items(), 2)),
    ("Contents: " + ", ".join(f"{number} {title}" for number, title in SECTIONS.items()),),
    ("Rules index " + " ".join(f"{title} {number}" for number, title in SECTIONS.items()),),
    ("Chapter | Page", *(f"{number} {title} | 4" for number, title in SECTIONS.items())),
    tuple(f"{title}: {number}, 2.1" for number, title in SECTIONS.items()),
)
OTHERS = (
    ("Salt is counted (1.1), and ropes (1.2) are told in 2.1, 2.2 and 3.",),
    ("1.1 Anchors, 1.2 Ropes",),
    ("Related: 1.1 Anchors, 1.2 Ropes, 2.1 Salt Cargo, 2.2 Fish Cargo, 3 Ending",),
)


def book(texts: tuple[str, ...]) -> list[Entry]:
    """Return a book with texts before its chapters."""
    first = Entry("tide:tide", "tide", "part", None, "Tide", ((1, 1),))
    blocks = tuple(Block("text", text, ((2, 2),), places=(Place(0, 2),)) for text in texts)
    sections = [
        Entry(f"tide:{n}", "tide", "section", n, title, ((3, 3),), f"tide:{n[0]}" if "." in n else None)
        for n, title in SECTIONS.items()
    ]
    return [Entry(first.id, "tide", "part", None, "Tide", ((1, 1),), blocks=blocks), *sections]


@pytest.mark.parametrize("texts", LISTS, ids=[texts[0][:24] for texts in LISTS])
def test_a_printed_list_refers_to_nothing(texts: tuple[str, ...]) -> None:
    assert list(extract(book(texts))) == []


@pytest.mark.parametrize("texts", OTHERS, ids=[texts[0][:24] for texts in OTHERS])
def test_sentences_and_short_lists_are_no_contents(texts: tuple[str, ...]) -> None:
    assert listed_blocks(book(texts)) == frozenset()
    assert list(extract(book(texts)))


def test_an_overview_of_one_chapter_is_no_list_of_contents() -> None:
    """A list of a chapter's own sections helps the reader on, however long it is."""
    entries = book(("1 Sailing: 1.1 Anchors, 1.2 Ropes, 1.3 Masts, 1.4 Decks, 1.5 Gulls",))
    more = ((n, title) for n, title in (("1.3", "Masts"), ("1.4", "Decks"), ("1.5", "Gulls")))
    entries += [Entry(f"tide:{n}", "tide", "section", n, title, ((3, 3),), "tide:1") for n, title in more]
    assert listed_blocks(entries) == frozenset()
