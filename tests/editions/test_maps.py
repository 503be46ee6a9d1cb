"""A number of a dated text is that of the edition of its day, and leads on to what its rule is called by now."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.core.model import Reference
from judge.opened_library import Library
from judge.references.authority import of_day
from tests.editions.commands import run
from tests.scripts import Scripts
from tests.sites import build
from tests.support import write_collection

OVERTIME = "### {} Overtime\nA hand that has acted may act again for one shilling, and rests in the next shift.\n\n"
STRIKES = "### {} Strikes\nIf three hands rest at once, all the hands of the yard go on strike.\n\n"
WAGES = "### {} Wages\nAt the end of a shift every maker pays one shilling for each of the hands.\n\n"
PUT_IN = "### 3.1 Apprentices\nAn apprentice learns for a whole shift before acting, and costs one shilling.\n\n"
FIRST = "# Brass Rulebook\n\n## 3 Work\n\n" + OVERTIME.format("3.1") + STRIKES.format("3.2") + WAGES.format("3.3")
SECOND = "# Brass Rulebook\n\n## 3 Work\n\n" + PUT_IN + OVERTIME.format("3.2") + WAGES.format("3.3")
"""Overtime and Wages have moved, or not; Strikes are gone."""
ROW = '[[document]]\nfile = "{}"\ngame = "Brass"\n'
RULES = {
    "one.md": 'work = "brass"\nedition = "1.0"\ndate = "2022-01-10"\n',
    "two.md": 'work = "brass"\nedition = "2.0"\ndate = "2024-01-10"\n',
}
RENUMBERED = """
    queries => queries.map((query) => judgeLookup.search(query, 5).answers[0].renumbered.map(({ entry, writtenAs }) => [
        entry.id, writtenAs,
    ]))
"""


def letter(*asked: str) -> str:
    """Return a text that says something in an entry each."""
    return "# Brass Letters\n\n" + "".join(f"### Letter {place}\n{text}\n\n" for place, text in enumerate(asked, 1))


def brass(folder: Path, letters: str, said: str = "", *, editions: Sequence[str] = ("one.md", "two.md")) -> Path:
    """Write two editions and letters, of which a manifest says something."""
    texts = {"one.md": FIRST, "two.md": SECOND, "letters.md": letters}
    rows = {"letters.md": f'kind = "rulings"\n{said}', **RULES}
    kept = ["letters.md", *editions]
    manifest = "\n".join(ROW.format(name) + rows[name] for name in kept)
    return write_collection(folder, **{name: texts[name] for name in kept}, **{"corpus.toml": manifest})


def numbers(folder: Path) -> list[Reference]:
    """Return the references by number of the letters."""
    with Library([folder]) as library:
        return [one for one in library.editions.records("letters")[1] if one.kind == "number"]


def led(folder: Path, letters: str, said: str = "") -> list[tuple[str | None, str | None]]:
    """Return what the numbers of letters lead to, and as which numbers they were written."""
    return [(one.target, one.written_as) for one in numbers(brass(folder, letters, said))]


@pytest.mark.parametrize(
    ("date", "target", "written_as"),
    [
        ("2021", "two:3.2", "3.1"),  # before both, so the nearer one
        ("2022-01-10", "two:3.2", "3.1"),
        ("2023", "two:3.2", "3.1"),
        ("2024-01-10", "two:3.1", None),
        ("2025-06", "two:3.1", None),
    ],
)
def test_a_number_means_what_it_meant_on_the_day_of_its_text(
    date: str, target: str, written_as: str | None, tmp_path: Path, own_cache: Path
) -> None:
    assert led(tmp_path, letter("Pay first, see 3.1."), f'date = "{date}"') == [(target, written_as)]


def test_the_date_of_a_ruling_counts_before_that_of_its_document(tmp_path: Path, own_cache: Path) -> None:
    text = "# Brass Rulings\n\n### Card-by-Card Rulings:\n\n**Gull**\n\nIt works, see 3.1. (2024-04-03)\n\n"
    text += "It acts again, see 3.1. (2023-04-03)\n"
    found = led(tmp_path, text, 'date = "2025"\ndialect = "rulings"')
    assert found == [("two:3.1", None), ("two:3.2", "3.1")]
    assert run(tmp_path, "card", "gull").stdout.count("3.2 Overtime (written as 3.1)") == 1


def test_a_rule_that_was_removed_since_stays_the_old_one(tmp_path: Path, own_cache: Path) -> None:
    assert led(tmp_path, letter("They rest, see 3.2."), 'date = "2023"') == [("one:3.2", None)]
    with Library([tmp_path]) as library:
        assert library.entries.status("one:3.2").superseded


def test_a_text_without_a_date_means_the_newest_less_surely(tmp_path: Path, own_cache: Path) -> None:
    first, same = numbers(brass(tmp_path, letter("Pay first, see 3.1.", "Pay last, see 3.3.")))
    assert (first.target, first.status, first.sure) == ("two:3.1", "ok", 0.5)
    assert "without a date" in (first.reason or "")
    assert (same.target, same.reason, same.sure) == ("two:3.3", None, None), "3.3 is one rule in both"


def test_in_the_year_of_an_edition_both_may_be_meant(tmp_path: Path, own_cache: Path) -> None:
    (found,) = numbers(brass(tmp_path, letter("Pay first, see 3.1."), 'date = "2024"'))
    assert (found.status, found.target, found.sure) == ("ambiguous", "two:3.1", 0.5)
    assert found.candidates == ("two:3.1", "two:3.2")


@pytest.mark.parametrize(
    "words",
    [
        "See Brass Rulebook 1.0, 3.1.",
        "See 3.1 of the Brass Rulebook 1.0.",
        "See the Brass Rulebook (2022), 3.1.",
        "These letters follow the Brass Rulebook 1.0. See 3.1.",
        "“Overtime” (3.1) is dear.",
    ],
)
def test_an_edition_that_the_words_name_or_mean_is_meant(words: str, tmp_path: Path, own_cache: Path) -> None:
    said = 'date = "2025"' if "1.0" in words or "2022" in words else ""
    assert ("two:3.2", "3.1") in led(tmp_path, letter(words), said)


def test_a_number_is_led_through_all_editions(tmp_path: Path, own_cache: Path) -> None:
    folder = brass(tmp_path, letter("Pay first, see 3.1."), 'date = "2023"')
    third = SECOND.replace("## 3 Work", "## 3 Weather\n\nIt rains, and nobody has to pay for that.\n\n## 4 Work")
    (folder / "three.md").write_text(third.replace("### 3.", "### 4."), encoding="utf-8")
    row = ROW.format("three.md") + 'work = "brass"\nedition = "3.0"\ndate = "2025-01-10"\n'
    with (folder / "corpus.toml").open("a", encoding="utf-8") as manifest:
        manifest.write(f"\n{row}")
    (found,) = numbers(folder)
    assert (found.target, found.written_as) == ("three:4.2", "3.1")


def test_a_build_upon_another_notices_that_an_edition_came_or_went(tmp_path: Path, own_cache: Path) -> None:
    """What is kept of the letters rests on the editions, which they do not name."""
    letters, said = letter("Pay first, see 3.1.", "They rest, see 3.2."), 'date = "2023"'
    folder = brass(tmp_path / "brass", letters, said, editions=["one.md"])
    alone = [("one:3.1", None), ("one:3.2", None)]
    assert [(one.target, one.written_as) for one in numbers(folder)] == alone
    assert led(folder, letters, said) == [("two:3.2", "3.1"), ("one:3.2", None)]
    (folder / "two.md").write_text(SECOND.replace("### 3.2", "### 3.4"), encoding="utf-8")
    assert [one.target for one in numbers(folder)] == ["two:3.4", "one:3.2"], "the other edition has changed"
    shutil.rmtree(folder)
    assert [one.target for one in numbers(brass(folder, letters, said, editions=["one.md"]))] == [
        "one:3.1",
        "one:3.2",
    ]


def test_the_screens_and_the_page_say_as_which_number_it_was_written(tmp_path: Path, own_cache: Path) -> None:
    folder = brass(tmp_path / "brass", letter("Pay first, see 3.1."), 'date = "2023"')
    assert "3.2 Overtime (written as 3.1)" in run(folder, "show", "letter 1").stdout
    assert "“3.1”, line 4 (written as 3.1)" in run(folder, "refs", "letter 1").stdout
    assert "see 3.1.\n    3.2 Overtime (written as 3.1)" in run(folder, "search", "pay first").stdout
    with Library([folder]) as library:
        pages = build(library, tmp_path / "site").rglob("*.html")
    (found,) = Scripts(tmp_path / "site").run(RENUMBERED, ["pay first"])
    assert found == [["two:3.2", "3.1"]]
    assert any("3.1</a><small> (written as 3.1, now 3.2)</small>" in page.read_text() for page in pages)


@pytest.mark.parametrize(
    ("day", "known", "meant"),
    [
        ("2019", (), ["a"]),
        ("2020-05", (), ["b", "a"]),
        ("2021", (), ["b", "a"]),
        ("2022-07", (), ["b", "a"]),
        ("2024-02", (), ["c"]),
        ("2024-01-01", (), ["c", "b"]),
        (None, (), ["c", "b", "a"]),
        (None, ("b",), ["b"]),
        ("2025", ("a", "b"), ["b"]),
    ],
)
def test_the_editions_of_a_day(day: str | None, known: Sequence[str], meant: Sequence[str]) -> None:
    """Of the three editions, the second prints no date, and the third only a month."""
    found = of_day([("a", "2020-02-01"), ("b", None), ("c", "2024-01")], day, known)
    assert list(found.meant) == meant
    assert sorted(found.every) == ["a", "b", "c"]
