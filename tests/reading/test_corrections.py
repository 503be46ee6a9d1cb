"""What a card should read is known from sentences and tables in all usual forms."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.languages import columns
from judge.reading.rulings.errata import (
    CardCorrection,
    ColumnRole,
    errata_columns,
    errata_of,
    is_nothing,
)
from tests.support import CASES, Case, read_cases

TEXTS = list(read_cases(CASES / "corrections.md"))
WORDS = st.sampled_from(
    [
        "Errata: ",
        "[Erratum] ",
        "Replace ",
        "“may”",
        '"must"',
        " with ",
        " should read",
        ": ",
        "The gull flies.",
        "\n",
        " / ",
    ]
)


def shown(found: CardCorrection | None) -> str:
    """Return a correction on one line."""
    if not found:
        return "–"
    subject = f"{found.subject}: " if found.subject else ""
    printed = f"{found.printed} " if found.printed else ""
    return f"{'' if found.whole else '~ '}{subject}{printed}→ {found.should_read}"


@pytest.mark.parametrize("case", TEXTS, ids=[case.title for case in TEXTS])
def test_a_sentence_says_what_a_card_should_read(case: Case) -> None:
    assert "\n".join(shown(errata_of(line)) for line in case.source.split("\n")) == case.expected, case.where


@given(st.lists(WORDS, max_size=10).map("".join))
def test_both_wordings_are_words_of_the_text(text: str) -> None:
    found = errata_of(text)
    if found:
        assert found.should_read in text
        assert (found.printed or "") in text
        assert (found.subject or "") in text


@pytest.mark.parametrize(
    ("head", "roles"),
    [
        ("Card|Printed|Should read", "card printed should_read"),
        ("Card Name|Original Text|Errata|Date|Source", "card printed should_read date source"),
        ("Name|Was|Now", "card printed should_read"),
        ("Card|Old text|New text|Effective|Ruled by", "card printed should_read date author"),
        ("No.|Card|Text|Corrected text", "– card printed should_read"),
        ("**Card**|Now reads:", "card should_read"),
        ("|Printed|Should read", "card printed should_read"),
        ("Card|Errata|Errata", "card should_read –"),
        ("Card|Text", "– –"),
        ("Card|Cost|Power", "– – –"),
        ("Phase|Old|New", "– – –"),
        ("", "–"),
    ],
)
def test_the_head_of_a_table_names_its_columns(head: str, roles: str) -> None:
    """The last rows are not tables of errata."""
    assert " ".join(role or "–" for role in errata_columns(head.split("|"))) == roles


def test_no_head_names_two_columns() -> None:
    names = [name for role in get_args(ColumnRole) for name in columns(role)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "None.",
            "none",
            "No rulings",
            "No rulings.",
            "There are no rulings.",
            "No rulings yet.",
            "N/A",
            "–",
            "—",
            "-",
        ),
        *(
            "*None*",
            "There are currently no rulings for this card.",
            "No errata.",
            "No known rulings",
            "Nothing so far.",
        ),
    ],
)
def test_a_text_says_that_there_is_nothing(text: str) -> None:
    assert is_nothing(text)


@pytest.mark.parametrize(
    "text",
    ["", "None of them flies.", "No rulings on it are old.", "No gull flies.", "No. 5", "10", "No", "None " * 40],
)
def test_a_text_says_something(text: str) -> None:
    assert not is_nothing(text)
