"""Numbers of an older edition lead to the new places of their rules; what is gone is marked wherever it is shown."""

import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from drawn_editions import Book, drawn

from judge.opened_library import Library
from tests.editions.commands import run
from tests.editions.test_comparison import NEW, OLD
from tests.support import write_collection

ROW = '[[document]]\nfile = "{}.txt"\ntitle = "Harbour Rules"\ngame = "Harbour"\nedition = "{}"\ndate = "{}"\n'
MANIFEST = ROW.format("one", "1.0", "2024") + ROW.format("two", "2.0", "2025")


def renumbered(seed: int) -> tuple[Book, Book]:
    """Return a book, and the same with chapters put in, a chapter moved, and nothing else changed."""
    draw = random.Random(seed)
    old = drawn(seed, 150)
    new = deepcopy(old)
    for chapter in drawn(seed + 500, 30).chapters[:3]:
        for rule in (chapter, *chapter.below, *(below for one in chapter.below for below in one.below)):
            new.next_name += 1
            rule.name = new.next_name
            rule.text = [word for word in rule.text if isinstance(word, str)] or ["Nothing", "floats."]
        new.chapters.insert(draw.randrange(3), chapter)
    new.chapters.append(new.chapters.pop(draw.randrange(len(new.chapters))))
    new.number()
    return old, new


def collection(folder: Path, old: str, new: str) -> Path:
    """Write two editions side by side."""
    return write_collection(folder, **{"one_txt": old, "two_txt": new, "corpus.toml": MANIFEST})


@pytest.mark.parametrize("seed", [11, 12])
def test_every_old_number_of_a_renumbered_book_leads_to_its_new_place(
    seed: int, tmp_path: Path, own_cache: Path
) -> None:
    old, new = renumbered(seed)
    (text, numbers), (newer, places) = old.printed(), new.printed()
    now = {name: number for number, name in places.items()}
    moved = [number for number, name in numbers.items() if now[name] != number]
    lost = [number for number in numbers if number not in places]
    assert len(moved) > len(numbers) / 2, "or the test tells nothing"
    assert lost, "or none is a number of the older edition alone"
    with Library([collection(tmp_path, text, newer)]) as library:
        for number, name in numbers.items():
            (match,) = library.matches(f"{number} of 1.0")
            assert match.row.id == f"two:{now[name]}"
            assert match.former
            assert match.former.id == f"one:{number}"
        for number in lost:
            assert library.find(number).id == f"two:{now[numbers[number]]}"
            reply = library.reply(number)
            assert reply.answers[0].row.id == f"two:{now[numbers[number]]}"
            assert [match.former.id for match in reply.led if match.former] == [f"one:{number}"]
            assert not reply.weak
        for number in places:
            assert [match.row.id for match in library.matches(number)] == [f"two:{number}"], "its own number wins"


def test_each_rule_is_found_once(tmp_path: Path, own_cache: Path) -> None:
    old, new = renumbered(11)
    with Library([collection(tmp_path, old.printed()[0], new.printed()[0])]) as library:
        for query in ("anchor", "harbour storm", "players may count what they hold", "4.2"):
            assert {answer.row.document for answer in library.search(query, limit=50)} == {"two"}


@pytest.fixture
def harbour(tmp_path: Path, own_cache: Path) -> Path:
    """Two small editions."""
    return collection(tmp_path / "harbour", OLD, NEW)


@pytest.fixture
def library(harbour: Path) -> Iterator[Library]:
    """The same, opened."""
    with Library([harbour]) as opened:
        yield opened


@pytest.mark.parametrize(
    "locator",
    [
        "2.1 of 1.0", "2.1 in edition 1.0", "1.0 2.1", "1.0, 2.1", "Harbour Rules 1.0, 2.1", "harbour 1.0 2.1",
        "2.1 of the Harbour Rules 1.0", "edition 1.0: 2.1", "going ashore", "one 2.1",
    ],
)  # fmt: skip
def test_the_old_edition_is_named_in_many_ways(harbour: Path, locator: str) -> None:
    for command in ("show", "refs"):
        shown = run(harbour, command, locator)
        assert "3.1 Leaving the Boat" in shown.stdout
        assert "judge: 2.1 of 1.0 is 3.1 in 2.0" in shown.stderr


@pytest.mark.parametrize("words", [("search", "2.1 of 1.0"), ("2.1 of 1.0",), ("show", "--json", "2.1 of 1.0")])
def test_a_search_leads_on_as_well(harbour: Path, words: tuple[str, ...]) -> None:
    shown = run(harbour, *words)
    assert shown.exit_code == 0
    assert "Leaving the Boat" in shown.stdout
    assert "judge: 2.1 of 1.0 is 3.1 in 2.0" in shown.stderr


@pytest.mark.parametrize("words", [("one:2.1",), ("--edition", "1.0", "2.1"), ("--all-editions", "going ashore")])
def test_who_asks_for_the_old_text_gets_it(harbour: Path, words: tuple[str, ...]) -> None:
    shown = run(harbour, "show", *words)
    assert "2.1 Going Ashore" in shown.stdout
    assert "SUPERSEDED by a later edition: Harbour Rules 2.0 (2025), 3.1 Leaving the Boat" in shown.stdout
    assert not shown.stderr


@pytest.mark.parametrize(
    "words",
    [("show", "whistling"), ("search", "--edition", "1.0", "whistling"), ("refs", "whistling"), ("show", "2.3 of 1.0")],
)
def test_what_is_gone_is_marked(harbour: Path, words: tuple[str, ...]) -> None:
    assert "REMOVED in a later edition (2025)" in run(harbour, *words).stdout


def test_the_list_marks_an_older_edition(harbour: Path) -> None:
    lines = run(harbour, "list").stdout.splitlines()
    assert [("(superseded)" in line) for line in lines] == [False, True, False]


def test_a_reference_from_a_superseded_rule_says_so(harbour: Path) -> None:
    assert "1.1 Ropes (superseded)" in run(harbour, "refs", "one:2.1").stdout


def test_a_card_of_two_editions_is_shown_once_and_one_that_is_gone_is_marked(tmp_path: Path, own_cache: Path) -> None:
    cards = "# Cards\n\n### Card-by-Card Rulings:\n\n**Ferry**\n\nIt carries {} sheep.\n\n"
    gone = "**Gull**\n\nIt shrieks.\n\n"
    row = ROW.replace(".txt", ".md") + 'dialect = "rulings"\n'
    rows = row.format("one", "1.0", "2024") + row.format("two", "2.0", "2025")
    texts = {"one_md": cards.format("two") + gone, "two_md": cards.format("three"), "corpus.toml": rows}
    folder = write_collection(tmp_path, **texts)
    with Library([folder]) as library:
        assert [card.id for card in library.card("ferry")] == ["two:ferry"]
    assert "REMOVED in a later edition (2025)" in run(folder, "card", "gull").stdout
