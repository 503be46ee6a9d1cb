"""Title and game of small documents in folders: by title page, file and neighbours; what is unknown stays unknown."""

from pathlib import Path

from judge.build.collection import SourceFile
from judge.build.parsing import parse_alone, settled_document, witness
from judge.core.model import Document
from judge.reading.metadata.agreement import agree
from tests.looks.comparing import context
from tests.small.documents import Filed, filed

FOLDERS = 15
LEAST = 0.9
"""Share of titles and of games that must be right in each half; no game may be a false one."""


def read(documents: list[Filed]) -> list[Document]:
    """Read the documents of a folder, and let them agree."""
    sources = [SourceFile(Path(one.folder) / one.name, one.name.partition(".")[0], {}) for one in documents]
    pairs = zip(sources, documents, strict=True)
    parsed = [parse_alone(source, one.text.encode(), context()) for source, one in pairs]
    found = agree([witness(one, Path(documents[0].folder)) for one in parsed], context().games)
    return [settled_document(one, game, context().games) for one, game in zip(parsed, found, strict=True)]


def assert_named(numbers: range) -> None:
    """Assert that titles and games are found out, and that none is a false one."""
    titles, games = [], []
    for number in numbers:
        documents = filed(number)
        for one, document in zip(documents, read(documents), strict=True):
            titles.append(document.title in (*one.titles, one.name.partition(".")[0] if None in one.titles else ""))
            games.append(document.game == one.game)
            assert document.game in (None, one.game)
    assert sum(titles) >= LEAST * len(titles)
    assert sum(games) >= LEAST * len(games)


def test_titles_and_games_are_found_out() -> None:
    assert_named(range(0, 2 * FOLDERS, 2))


def test_those_of_the_half_that_nobody_looks_at_are() -> None:
    assert_named(range(1, 2 * FOLDERS, 2))


def test_a_document_without_a_name_has_the_title_of_its_file() -> None:
    """A heading such as "Introduction" names no document, and no game of the program's is taken for its own."""
    text = "# Introduction\n\nThe first player draws one card.\n\n## Winning\n\nThe last one who holds a card wins.\n"
    (document,) = read([Filed("a", "notes.md", text, (None,), None)])
    assert (document.title, document.game) == ("notes", None)


def test_a_kind_alone_is_below_the_name_of_the_page() -> None:
    head = "<html><head><title>Bellmoor – Rules</title></head>"
    text = f"{head}<body><h2>Winning</h2><p>The last one wins.</p></body></html>"
    (document,) = read([Filed("a", "page.html", text, (), None)])
    assert (document.title, document.game) == ("Bellmoor Rules", "Bellmoor")
