"""Documents as ordinary people write them are read as a careful reader would, as far as the thresholds say.

`tests/mixed_documents.py` describes the documents; `python -m tests.mixed` prints what is read of each.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.mixed import COLUMNS, Score, score_game, score_held, score_odd
from tests.mixed_documents import Truth, game, number, truths, words

THRESHOLDS = """
                entries    extra    kinds  parents  rulings    dates  sources   errata  printed  furniture     head
rulebook           1.00        0     1.00     1.00        –        –        –     1.00     1.00       1.00     1.00
comprehensive      1.00        0     1.00     0.97        –        –        –        –        –       1.00     1.00
faq                1.00        0     1.00     1.00     1.00     1.00        –        –        –          –     1.00
mail               0.96        0     0.84     0.92     1.00     1.00     1.00        –        –          –     1.00
rulings            1.00        0     1.00     1.00     1.00     1.00     0.94        –        –       1.00     1.00
errata             1.00        0     0.85     1.00     1.00     1.00        –     1.00     1.00       1.00     1.00
tournament         1.00        0     1.00     1.00     1.00     1.00        –        –        –       0.75     1.00
compendium         1.00        0     1.00     1.00     1.00     0.87     0.60        –        –          –     1.00
the game              –        0        –        –     0.98        –        –        –        –          –     1.00
plain              1.00        0     1.00     1.00        –        –        –        –        –          –     1.00
german             1.00        0     0.82     1.00        –        –        –        –        –          –     0.75
japanese           0.76        3     0.76     0.76        –        –        –        –        –          –     1.00
half               1.00        0     1.00     1.00        –        –        –        –        –       0.45     1.00
joined             0.90        5     0.90     0.88     1.00     1.00     1.00        –        –       0.96        –
handbook           1.00        1     1.00     1.00     1.00     1.00        –     1.00     1.00       0.88     1.00
digest             1.00        0     0.73     1.00     1.00     1.00     1.00     1.00        –       1.00     1.00
"""
"""The least share of what is right in each document, and how many entries it may have too many (`extra`). A dash
stands where there is nothing to find, or where nothing is found yet. Raise them whenever more is read."""
HEADER, *ROWS = THRESHOLDS.strip("\n").splitlines()
LEAST = {row[:14].strip(): row[14:].split() for row in ROWS}
WRITTEN = [*truths("documents"), *truths("odd"), *truths("held")]


@pytest.fixture(scope="module")
def rows(own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Score]:
    """What is read of each document."""
    return {row.name: row for row in (*score_game(), *score_odd(tmp_path_factory.mktemp("odd")), *score_held())}


def test_each_document_has_its_thresholds(rows: dict[str, Score]) -> None:
    assert HEADER.split() == COLUMNS
    assert list(rows) == list(LEAST)


@pytest.mark.parametrize("name", LEAST)
def test_a_document_is_read_at_least_so_well(name: str, rows: dict[str, Score]) -> None:
    row = rows[name]
    for column, least in zip(COLUMNS, LEAST[name], strict=True):
        misses = "\n".join(miss for miss in row.misses if miss.startswith(column))
        if column == "extra":
            assert row.right["extra"] <= int(least), misses
        elif least != "–":
            share = row.share(column)
            assert share is not None, f"there is nothing to find: {column}"
            assert share >= float(least), misses


@pytest.mark.parametrize("truth", WRITTEN, ids=lambda truth: truth.name)
def test_what_is_in_a_document_is_printed_where_it_should_be(truth: Truth) -> None:
    """The number, title and rulings of each entry, and the new text of each erratum, stand in the lines named."""
    lines = truth.file.read_text(encoding="utf-8").splitlines()

    def printed(line: int, *, struck: bool = True) -> str:
        text = " ".join(text.lstrip("> ") for text in lines[line - 1 : line + 4])
        return words(text if struck else re.sub(r"~~.*?~~", "", text))

    for entry in truth.of_kind("entry"):
        mark = number(entry["number"]).rpartition(".")[2]
        assert not mark or mark in number(lines[entry["line"] - 1]).split("."), entry
        assert words(entry["title"]).rpartition(f"{words(entry['number'])} ")[2] in printed(entry["line"]), entry
        for ruling in entry.get("rulings", ()):
            assert words(ruling["text"]) in printed(ruling["line"]), ruling
    for erratum in truth.of_kind("errata"):
        assert words(erratum["text"]) in printed(erratum["line"], struck=False), erratum


def test_the_rulings_and_errata_of_each_card_are_those_of_the_documents() -> None:
    places: dict[str, list[list[object]]] = defaultdict(list)
    for truth in truths("documents"):
        cards = [entry for entry in truth.of_kind("entry") if entry["kind"] == ["card"]]
        for entry in cards:
            places[entry["title"]] += ([truth.name, ruling["line"]] for ruling in entry.get("rulings", ()))
        for erratum in truth.of_kind("errata"):
            places[erratum["card"]].append([truth.name, erratum["line"]])
    known = game()["cards"]
    assert {name: sorted(found, key=str) for name, found in places.items() if found} == {
        name: sorted(found, key=str) for name, found in known.items()
    }
    assert set(known) <= set(game()["names"])
