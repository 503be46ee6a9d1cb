"""Words that an edition strikes are not part of its text when it is compared."""

from pathlib import Path

from judge.opened_library import Library
from tests.support import write_collection

PAGE = "<html><body><h1>1 Harbour</h1><h2>1.1 Ropes</h2><p>{}</p></body></html>"
ROW = '[[document]]\nfile = "{}.html"\ntitle = "Harbour"\ngame = "G"\nedition = "{}"\ndialect = "outline"\n'


def test_struck_words_are_not_in_the_text(tmp_path: Path, own_cache: Path) -> None:
    texts = {
        "old.html": PAGE.format("A boat is tied with two ropes before anybody goes ashore."),
        "new.html": PAGE.format("A boat is tied with <del>two</del> <ins>four</ins> ropes before anybody goes ashore."),
        "corpus.toml": ROW.format("old", 1) + ROW.format("new", 2),
    }
    with Library([write_collection(tmp_path, **texts)]) as library:
        changes = {change.new.number: change for change in library.editions.diff("old", "new").changes if change.new}
    words = [tuple(stretch) for stretch in changes["1.1"].diff if stretch.sign != "="]
    assert words == [("-", "two"), ("+", "four")]
