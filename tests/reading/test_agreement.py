"""The documents of a collection agree on the names of their games; what no document prints stays unknown."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.core.files import data_folder
from judge.core.model import Document
from judge.library.manifest import SourceFile
from judge.library.parsing import settled_document, witness
from judge.pipeline import parse_document
from judge.reading.metadata import game_names
from judge.reading.metadata.agreement import agree
from judge.reading.metadata.editions import find_date, find_edition, without_kinds
from tests.support import CASES, Case, read_cases

KNOWN = game_names.load_games([data_folder("corpus") / "games"])
COLLECTIONS = list(read_cases(CASES / "games.md"))


def read_together(texts: Sequence[tuple[str, str]]) -> list[Document]:
    """Return the documents of one folder, settled among each other."""
    games, folder = KNOWN, Path("folder")
    parsed = [parse_document(SourceFile(folder / name, Path(name).stem), text.encode(), games) for name, text in texts]
    found = agree([witness(one, folder) for one in parsed], KNOWN)
    return [settled_document(one, game, KNOWN) for one, game in zip(parsed, found, strict=True)]


@pytest.mark.parametrize("case", COLLECTIONS, ids=[case.title for case in COLLECTIONS])
def test_a_collection_agrees_on_its_games(case: Case) -> None:
    parts = [part.partition("\n") for part in case.source.split(">>> ")[1:]]
    documents = read_together([(name.strip(), text) for name, _, text in parts])
    found = [
        f"{one.file} | {one.game or '–'} | {one.title} | {one.edition or '–'} | {one.date or '–'}" for one in documents
    ]
    assert "\n".join(found) == case.expected.strip(), case.where


PRINTED = {
    "Last Updated: 2026-03-30": (None, "2026-03-30"),
    "effective from 3 May 2024": (None, "2024-05-03"),
    "v1.2": ("1.2", None),
    "Version 2.0 – May 2022": ("2.0", "2022-05"),
    "2nd edition": ("2", None),
    "Third Edition": ("3", None),
    "2.0 verzió": ("2.0", None),
    "Version: 01. Januar 2024": (None, "2024-01-01"),
    "Versione: 1 gennaio 2022": (None, "2022-01-01"),
    "2025, Version 2.1.0": ("2.1.0", "2025"),
    "Rev. 3 (12 June 2020)": ("3", "2020-06-12"),
    "As of 04.05.2021": (None, "2021-05-04"),
    "Date: 25/12/2023": (None, "2023-12-25"),
    "Updated 03/05/2024": (None, "2024"),
    "These changes go into effect on May 29, 2018.": (None, "2018-05-29"),
    "© 2017 Tide Press": (None, None),
    "Copyright 2019-2021 by the harbour": (None, None),
    "1.1 In 2022 the captain of the day, 3 May, was chosen by the others who sailed.": (None, None),
    "The Gull of 2022 has the text “once per turn, look at version 2 of this card and turn it”.": (None, None),
    "It pays twice. (2009-03-01)": (None, None),
}


@pytest.mark.parametrize(
    ("title", "edition"),
    [
        ("Tide Rulebook 2.1.0", "2.1.0"),
        ("Tide Rules (1.4b)", "1.4b"),
        ("Tide Rules 3.0 (draft)", "3.0"),
        ("Tide Rulebook 2", None),
        ("Tide 3000", None),
        ("1.2 Tides", None),
    ],
)
def test_a_title_may_end_with_the_edition(title: str, edition: str | None) -> None:
    """A number with a point; in a line that is not the title it says nothing."""
    assert find_edition([(1, title)], title).value == edition
    assert find_edition([(1, title)], "Tides").value is None


@pytest.mark.parametrize("line", PRINTED)
def test_an_edition_and_a_date_are_those_of_the_document(line: str) -> None:
    head = [(1, line)]
    assert (find_edition(head).value, find_date(head).value) == PRINTED[line]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Tide: Errata and FAQ", "Tide"),
        ("FAQ for Tide", "Tide"),
        ("The Official Tide Rules Reference, v1.2", "Tide"),
        ("Tide – The Card Game", "Tide"),
        ("Rules of Play", ""),
        ("Frequently Asked Questions", ""),
        ("Salt of the Seven Roads Rulebook", "Salt of the Seven Roads"),
    ],
)
def test_words_for_kinds_of_documents_are_no_part_of_a_name(title: str, name: str) -> None:
    assert without_kinds(title) == name


OWN_WORDS = (
    "smoke",
    "smoked pile",
    "toast",
    "superleap",
    "establishing shot",
    "bow",
    "fate",
    "staging area",
    "vitality",
    "unopposed",
    "restricted list",
    "damage reduction",
    "sequence of effects",
    "faction",
    "keyword trait",
)


def test_what_one_game_says_stands_in_its_own_file() -> None:
    folder = data_folder("corpus") / "games"
    words = {path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["words"] for path in folder.glob("*.toml")}
    of_any = {meant for found in words.pop("_any").values() for meant in found}
    of_games = {meant for table in words.values() for found in table.values() for meant in found}
    assert set(OWN_WORDS) <= of_games
    assert not of_any & set(OWN_WORDS)
