"""Title and game of small documents in folders: by title page, file and neighbours; what is unknown stays unknown."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.build.collection import SourceFile
from judge.build.parsing import parse_alone, settled_document, witness
from judge.core.model import Document
from judge.reading.metadata.agreement import agree
from tests.support import context

GAMES = ("Gullhaven", "Ember and Thistle", "Thorn of the North")
"""Names of one word and of several, among them words that names have seldom."""
PROSE = """\
A boat waits until your next turn. It counts with two coins.

## Winning

The last boat in the harbour wins with one lantern.

## Time limits

The bell rings after the round.
"""
LIST = """\
## Broken Lantern

The tide returns a card from your hand. The Quiet Hull waits.

## Gull’s Anchor

The mast moves with a marker. Broken Lantern waits.

## The Quiet Hull

The hull rests during the night. Gull’s Anchor waits.
"""
ROWS = """\
Card,Ruling,Date
Broken Lantern,"The boat sinks with its owner once per game.",2024-03-01
Gull’s Anchor,"The mast leaves with all boats after the bell.",2024-03-02
The Quiet Hull,"The fog pays with two coins in that order.",2024-03-03
"""
PAGE = """\
<html><head><title>{title}</title></head><body><nav><a href='/'>Home</a> <a href='/c'>Cards</a></nav>
{heading}<h2>Introduction</h2><p>The bell rings after the round.</p><h2>Winning</h2><p>The last boat wins.</p>
</body></html>
"""


@dataclass(frozen=True)
class Filed:
    """A document in a folder, and what is true of it."""

    name: str
    text: str
    titles: tuple[str | None, ...]
    """The titles that it may have; None for the name of its file."""
    game: str | None


def filed(game: str) -> dict[str, Filed]:
    """Return documents of a game: some name it, and some do not."""
    stem = game.lower().replace(" ", "-")
    opening = f"# Introduction\n\n{game} is a card game for two players. {PROSE}"
    faq = PAGE.format(title=f"{game} FAQ", heading=f"<h1>{game} FAQ</h1>")
    page = PAGE.format(title=f"{game} – Rules", heading="")
    return {
        "title page": Filed(
            f"{stem}-rules.md", f"# {game} Rulebook\n\nVersion 1.2\n\n{PROSE}", (f"{game} Rulebook",), game
        ),
        "introduction": Filed(f"{stem}-rulebook.md", opening, (None, f"{game} Rules", f"{game} Rulebook", game), game),
        "cards": Filed("card-rulings.md", f"# {game} Card Rulings\n\n{LIST}", (f"{game} Card Rulings",), game),
        "page": Filed("faq.html", faq, (f"{game} FAQ",), game),
        "page with a menu": Filed("page.html", page, (f"{game} – Rules", f"{game} Rules"), game),
        "file alone": Filed(f"{stem}-faq.md", f"## Winning\n\n{PROSE}", (None, f"{game} FAQ", f"{game} Rules"), None),
        "neighbour": Filed("rulings.csv", ROWS, (None, f"{game} Rulings"), None),
        "nothing": Filed("notes.md", f"# Introduction\n\n{PROSE}", (None, "Rules"), None),
        "house": Filed("house.md", f"# House Rules\n\n{PROSE}", ("House Rules",), None),
    }


def read(documents: list[Filed]) -> list[Document]:
    """Read the documents of a folder, and let them agree."""
    sources = [SourceFile(Path("folder") / one.name, one.name.partition(".")[0], {}) for one in documents]
    pairs = zip(sources, documents, strict=True)
    parsed = [parse_alone(source, one.text.encode(), context()) for source, one in pairs]
    found = agree([witness(one, Path("folder")) for one in parsed], context().games)
    return [settled_document(one, game, context().games) for one, game in zip(parsed, found, strict=True)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("names", "settled"),
    [
        ("title page, introduction, nothing", ""),
        ("title page, file alone, house", "file alone"),
        ("introduction, file alone, page", "file alone"),
        ("cards, neighbour, nothing", "neighbour"),
        ("title page, neighbour, house", ""),
        ("page, page with a menu, house", ""),
        ("page with a menu, file alone, nothing", "file alone"),
        ("file alone, neighbour, nothing", ""),
    ],
)
def test_titles_and_games_are_found_out(game: str, names: str, settled: str) -> None:
    """A document that does not name its game has that of its neighbours where its file or its cards say so."""
    documents = [(name, filed(game)[name]) for name in names.split(", ")]
    for (name, one), document in zip(documents, read([one for _, one in documents]), strict=True):
        stem = one.name.partition(".")[0]
        assert document.title in {title or stem for title in one.titles}, name
        assert document.game == (game if name == settled else one.game), name


def test_a_document_without_a_name_has_the_title_of_its_file() -> None:
    """A heading such as "Introduction" names no document, and no game of the program's is taken for its own."""
    text = "# Introduction\n\nThe first player draws one card.\n\n## Winning\n\nThe last one who holds a card wins.\n"
    (document,) = read([Filed("notes.md", text, (None,), None)])
    assert (document.title, document.game) == ("notes", None)


def test_a_kind_alone_is_below_the_name_of_the_page() -> None:
    head = "<html><head><title>Bellmoor – Rules</title></head>"
    text = f"{head}<body><h2>Winning</h2><p>The last one wins.</p></body></html>"
    (document,) = read([Filed("page.html", text, (), None)])
    assert (document.title, document.game) == ("Bellmoor Rules", "Bellmoor")
