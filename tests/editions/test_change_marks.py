"""What a new edition marks as changed or strikes, compared with what really changed."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.editions.printed_changes import mark_faults
from judge.library import Library
from tests.support import write_collection

RULES = [
    "A boat is tied with two ropes before anybody goes ashore.",
    "Any knot that holds may be used by the crew.",
    "The anchor is weighed by three sailors.",
    "Nobody whistles while the anchor is down.",
    "The cook stays aboard until the evening.",
    "A flag is shown in every harbour.",
    "The pilot is paid before the boat leaves.",
    "Gulls are never fed from the deck.",
    "Ropes are coiled to the right.",
    "The lamp burns all night.",
]
ROW = '[[document]]\nfile = "{}.html"\ntitle = "Harbour"\ngame = "G"\nedition = "{}"\ndialect = "outline"\n'
MARKED = {
    0: "A boat is tied with <ins>four</ins> ropes before anybody goes ashore.",
    1: "Any knot that holds may be used by the crew<ins>, but for the cook.</ins>",
    2: "<ins>The anchor is weighed by five sailors.</ins>",
}
STRUCK = {
    0: "A boat is tied with <del>two</del> <ins>four</ins> ropes before anybody goes ashore.",
    1: "Any knot <del>that holds</del> may be used by the crew.",
    2: "The anchor is weighed by <del>three</del> <ins>five</ins> sailors.",
}


def page(rules: list[str]) -> str:
    """Return an edition as a page."""
    texts = (f"<h2>1.{number} Rule {number}</h2><p>{text}</p>" for number, text in enumerate(rules, 1))
    return f"<html><body><h1>1 Harbour</h1>{''.join(texts)}</body></html>"


def collection(folder: Path, changed: dict[int, str]) -> Path:
    """Write both editions, of which the newer one has other texts at some places."""
    newer = [changed.get(place, text) for place, text in enumerate(RULES)]
    texts = {
        "old.html": page(RULES),
        "new.html": page(newer),
        "corpus.toml": ROW.format("old", 1) + ROW.format("new", 2),
    }
    return write_collection(folder, **texts)


def faults(folder: Path, changed: dict[int, str]) -> list[tuple[str, str, str]]:
    """Return the wrong marks: number of the rule, kind, words."""
    with Library([collection(folder, changed)]) as library:
        found = mark_faults(library.editions.diff("old", "new"))
    return [(one.change.new.number, one.kind, one.words) for one in found if one.change.new]


@pytest.mark.parametrize("changed", [MARKED, STRUCK])
def test_right_marks_are_no_findings(tmp_path: Path, own_cache: Path, changed: dict[int, str]) -> None:
    assert faults(tmp_path, changed) == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({4: "The cook stays <ins>aboard</ins> until the evening."}, [("1.5", "marked", "aboard")]),
        ({4: "The cook stays aboard until the morning."}, [("1.5", "unmarked", "morning.")]),
        ({4: "<ins>The cook stays aboard until the morning.</ins>"}, []),
        ({4: "The cook stays aboard."}, []),
        ({4: "<ins>The cook stays aboard.</ins>"}, []),
    ],
)
def test_marks_are_compared_where_they_are_used(
    tmp_path: Path, own_cache: Path, more: dict[int, str], told: list[tuple[str, str, str]]
) -> None:
    assert faults(tmp_path, MARKED | more) == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({5: "A flag <del>of silk and gold</del> is shown in every harbour."}, [("1.6", "struck", "of silk and gold")]),
        ({5: "A flag is shown."}, [("1.6", "unstruck", "in every harbour.")]),
        ({5: "A flag is shown <del>in every harbour</del>."}, []),
    ],
)
def test_strikes_are_compared_where_they_are_used(
    tmp_path: Path, own_cache: Path, more: dict[int, str], told: list[tuple[str, str, str]]
) -> None:
    assert [one for one in faults(tmp_path, STRUCK | more) if "struck" in one[1]] == told


def test_a_colour_that_means_something_else_is_no_mark_of_change(tmp_path: Path, own_cache: Path) -> None:
    """Ropes are coloured in every edition of this book, and two other rules have changed."""
    coloured = {
        place: text.replace("boat", "<ins>boat</ins>").replace("anchor", "<ins>anchor</ins>")
        for place, text in enumerate(RULES)
    }
    assert faults(tmp_path, coloured | {8: "Ropes are coiled to the left.", 9: "The lamp burns all day."}) == []


def test_few_marks_tell_nothing(tmp_path: Path, own_cache: Path) -> None:
    assert faults(tmp_path, {0: MARKED[0], 1: MARKED[1], 5: "A flag is shown in no harbour."}) == []


def test_struck_words_are_not_in_the_text(tmp_path: Path, own_cache: Path) -> None:
    with Library([collection(tmp_path, STRUCK)]) as library:
        changes = {change.new.number: change for change in library.editions.diff("old", "new").changes if change.new}
    words = [tuple(stretch) for stretch in changes["1.1"].diff if stretch.sign != "="]
    assert words == [("-", "two"), ("+", "four")]


def test_wrong_marks_are_told(tmp_path: Path, own_cache: Path) -> None:
    folder = collection(tmp_path, MARKED | {4: "The cook stays <ins>aboard</ins> until the evening."})
    for form in ("text", "markdown", "html"):
        shown = CliRunner().invoke(main, ["--corpus", str(folder), "diff", "old", "new", "--format", form])
        assert "the edition marks words in 1.5 that did not change: “aboard”" in shown.stdout.replace("The", "the")
