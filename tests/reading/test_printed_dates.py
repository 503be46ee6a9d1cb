"""Dates are found in all usual forms, with their places; what only looks like one is left alone."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.dates import is_date, written_date
from judge.core.languages import months
from judge.reading.rulings.printed_dates import date_order, find_dates, read_date
from tests.support import CASES, Case, read_cases

TEXTS = list(read_cases(CASES / "dates.md"))
DAYS = st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31))
PRINTED = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d.%m.%Y",
    "%Y%m%d",
    "%d %B %Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d-%b-%Y",
    "%A, %d %B %Y",
)


@pytest.mark.parametrize("case", TEXTS, ids=[case.title for case in TEXTS])
def test_the_dates_of_a_text_are_found(case: Case) -> None:
    lines = case.source.split("\n")
    order = date_order(lines)
    found = [" ".join(one.date + ("" if one.sure else "?") for one in find_dates(line, order)) or "–" for line in lines]
    assert "\n".join(found) == case.expected, case.where


@given(DAYS, st.sampled_from(PRINTED))
def test_a_day_comes_back_from_every_form(day: datetime.date, form: str) -> None:
    (found,) = find_dates(f"Ruled on {day.strftime(form)}.")
    assert found.date == day.isoformat()
    assert found.sure


@given(DAYS, st.sampled_from(sorted(months("names").items())), st.booleans())
def test_a_month_has_its_name_in_every_language(day: datetime.date, month: tuple[str, int], shouted: bool) -> None:
    name, number = month
    found = read_date(f"{name.upper() if shouted else name} {day.year}")
    assert found
    assert found.date == f"{day.year}-{number:02}"


@given(st.text(alphabet="0123456789-/. ,年月日ſİAugmar’'()[]thof\n", max_size=60))
def test_whatever_is_found_is_a_date_in_its_place(text: str) -> None:
    """The places do not overlap and go up, and each date can be shown to a reader."""
    end = 0
    for one in find_dates(text):
        assert end <= one.start < one.end <= len(text)
        assert is_date(one.date)
        assert written_date(one.date)
        end = one.end


@pytest.mark.parametrize("text", ["(2007-08-10)", "[Mar 2021]", "10 August 2007:", " 2021. ", "*8/10/2007*"])
def test_a_text_may_be_a_date_and_nothing_else(text: str) -> None:
    assert read_date(text)


@pytest.mark.parametrize("text", ["", "in 2007", "2007-08-10 and 2007-08-11", "Core Set 2021", "24.8.1", "2021" * 100])
def test_a_text_with_other_words_is_not_one_date(text: str) -> None:
    assert not read_date(text)
