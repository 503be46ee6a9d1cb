"""Dates as documents print them, found in a text and brought into the one form in which they are kept.

These forms are read, the months in all languages of `judge/core/languages`, with a weekday before or a time after:

    2007-08-10  2007/08/10  2007.08.10  20070810  2007年8月10日       the year first
    10 August 2007  10th of Aug., 2007  10. März 2007  10-Aug-07   the month in words
    August 10, 2007  Fri, Aug 10th 2007
    10.08.2007  8/10/2007  8/10/07                                 numbers alone (see `date_order`)
    August 2007  Mar. 2021  mars 2021  2007-08  08/2007            no day
    2007                                                           no month

Reads: any text. Writes: `PrintedDate`s, as `judge.core.dates` keeps dates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from judge.core.dates import is_day
from judge.core.languages import months

DateOrder = Literal["day", "month"]
"""What is first in a date of numbers alone, such as 8/10/2007."""
DateForm = Literal["day", "numbers", "short", "month", "year"]
"""What a date prints: a day that cannot be misread, a day in numbers alone, the same with a year of two digits, a
month, a year."""


def _numbered(*names: str) -> dict[str, int]:
    """Return the number of each month by its names, with accents and without, and as they are compared."""
    found = {}
    for name, number in (item for one in names for item in months(one).items()):
        bare = "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))
        found[name] = found[bare] = found[name.casefold()] = number
    return found


MONTH_OF = _numbered("names", "short", "doubtful")
ALL_NAMES = "|".join(sorted(MONTH_OF, key=len, reverse=True))
SURE_NAMES = "|".join(sorted(_numbered("names", "short"), key=len, reverse=True))
YEAR = r"(?P<year>(?:19|20)\d\d)"
MONTH = r"(?P<month>0?[1-9]|1[0-2])"
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
FIRST, SECOND = r"(?P<first>0?[1-9]|[12]\d|3[01])", r"(?P<second>0?[1-9]|[12]\d|3[01])"
NTH = r"(?:st|nd|rd|th|er|º|ª|\.)?"
OF = r"(?:\s(?:of|de|del|di|do)\b(?:\s(?:the|el))?)?"
WEEKDAY = (
    r"(?:\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|diens|mitt|donners|frei|sams|sonn)"
    r"(?:day|tag|woch)?[.,]{0,2}\s)?"
)
TIME = r"(?:[T ,]\s?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m\b)?(?:\s?(?:Z|UTC|GMT)\b)?(?:\s?[+-]\d\d:?\d\d)?)?"
BLANK = r"\s{1,2}"
"""A blank, which is twice where lines were set to one width."""
APART = rf"(?:{BLANK}|-)"
BEFORE, BEHIND = r"(?<![a-z0-9_.,/-])", r"(?![a-z0-9_/-]|[.,]\d)"
"""What may not be beside a date; letters of other scripts may, since some are written without blanks."""
PRINTED: tuple[tuple[DateForm, str], ...] = (
    ("day", rf"{YEAR}(?P<mark>[-/.]){MONTH}(?P=mark){DAY}{TIME}"),
    ("day", rf"{YEAR}\s?[年년]\s?{MONTH}\s?[月월]\s?{DAY}\s?[日일]"),
    ("day", rf"{WEEKDAY}{DAY}{NTH}{OF}{APART}(?P<name>{ALL_NAMES})\.?,?{OF}{APART}{YEAR}{TIME}"),
    ("day", rf"{DAY}(?P<mark>[\s-])(?P<name>{ALL_NAMES})\.?(?:-|\s['’])(?P<year>\d\d)"),
    ("day", rf"{WEEKDAY}(?P<name>{ALL_NAMES})\.?{BLANK}{DAY}{NTH}(?:,?{BLANK}|,){YEAR}{TIME}"),
    ("numbers", rf"{FIRST}(?P<mark>[-/.]){SECOND}(?P=mark){YEAR}{TIME}"),
    ("short", rf"{FIRST}(?P<mark>[-/]){SECOND}(?P=mark)['’]?(?P<year>\d\d)"),
    ("short", rf"(?=0|\d\d\.0){FIRST}(?P<mark>\.){SECOND}\.(?P<year>\d\d)"),
    ("day", rf"{YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?:-\d)?"),
    ("month", rf"(?P<name>{SURE_NAMES})\.?,?{OF}{APART}{YEAR}"),
    ("month", rf"{YEAR}\s?[年년]\s?{MONTH}\s?[月월]"),
    ("month", rf"{YEAR}[-/](?P<month>0[1-9]|1[0-2])"),
    ("month", rf"{MONTH}/{YEAR}"),
    ("year", YEAR),
)
"""How a date is printed, the most exact first. In numbers and points a year of two digits needs a nought before day or
month, since 10.10.10 is the number of a rule. Several rulings of one day are numbered: 20040518-2."""
DATED = re.compile(r"(?:19|20)\d\d|\d[-/]\d|\d\.\d\d?\.\d\d|[-'’]\d\d")
"""Of what every date has one: a year of four digits, or one of two after a mark."""
LONGEST_DATE = 60
"""Characters of a text that may be a date and nothing else."""
CENTURY_TURNS = 70
"""From this year on, two digits are of the twentieth century; collectible card games begin in 1993."""


@cache
def _forms() -> Sequence[tuple[DateForm, re.Pattern[str]]]:
    """Return how a date is printed as patterns, not before a text may hold one: they take long to compile."""
    return [(form, re.compile(f"{BEFORE}{printed}{BEHIND}", re.IGNORECASE)) for form, printed in PRINTED]


class PrintedDate(NamedTuple):
    """A date in a text."""

    start: int
    end: int
    date: str
    """As it is kept. Where day and month cannot be distinguished, the year alone."""
    form: DateForm
    sure: bool = True
    """False where day and month cannot be distinguished."""


def find_dates(text: str, order: DateOrder | None = None) -> list[PrintedDate]:
    """Find the dates of a text; a day that the calendar does not have is none, and neither are its month and year.

    Args:
        text: any text.
        order: what is first in a date of numbers alone (`date_order`); None where nothing tells.

    >>> [(one.date, one.sure) for one in find_dates("10 August 2007; [Mar 2021]; 8/10/2007; 31.12.1999; 24.8.1")]
    [('2007-08-10', True), ('2021-03', True), ('2007', False), ('1999-12-31', True)]
    """
    found: list[PrintedDate] = []
    taken = bytearray(len(text))
    for form, pattern in _forms() if DATED.search(text) else ():
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            taken[start:end] = b"x" * (end - start)
            if date := _date_of(match, order):
                found.append(PrintedDate(start, end, date, form, form == "year" or len(date) > 4))
    return sorted(found)


def read_date(text: str, order: DateOrder | None = None) -> PrintedDate | None:
    """Return the date that a text is, in brackets or not; None where it holds anything else.

    >>> read_date("[August 10th, 2007]").date, read_date("10 cards of 2007")
    ('2007-08-10', None)
    """
    found = find_dates(text, order) if len(text) <= LONGEST_DATE else []
    if len(found) != 1:
        return None
    (date,) = found
    return date if not (text[: date.start].strip("([（［* ") or text[date.end :].strip(")]）］.:,* ")) else None


def date_order(texts: Iterable[str]) -> DateOrder | None:
    """Tell whether a document's dates of numbers alone begin with the day or the month; None where nothing tells.

    A number above 12 shows which it is (25/12/2007). Where there is none, the dates with a month in words show it: who
    writes "August 10, 2007" writes 8/10/2007. Dates that contradict each other tell nothing.

    >>> date_order(["8/10/2007", "12/25/2006"]), date_order(["8/10/2007", "10 August 2007"]), date_order(["8/10/2007"])
    ('month', 'day', None)
    """
    shown: set[DateOrder] = set()
    written: set[DateOrder] = set()
    for text in texts:
        for _, pattern in _forms() if DATED.search(text) else ():
            for match in pattern.finditer(text):
                parts = match.groupdict()
                if "first" in parts and parts["mark"] != ".":
                    able = [order for order in ORDERS if _date_of(match, order)]
                    shown.update(able if len(able) == 1 else ())
                elif "name" in parts and parts.get("day"):
                    written.add("day" if match.start("day") < match.start("name") else "month")
    told = shown or written
    return told.pop() if len(told) == 1 else None


ORDERS: tuple[DateOrder, ...] = get_args(DateOrder)


def _date_of(match: re.Match[str], order: DateOrder | None) -> str | None:
    """Return a date as it is kept, one that may be two days as its year; None if the calendar has no such day."""
    parts = match.groupdict()
    year = int(parts["year"])
    if year < 100:
        year += 1900 if year >= CENTURY_TURNS else 2000
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        by_day, by_month = _on_calendar(year, second, first), _on_calendar(year, first, second)
        if order or parts["mark"] == ".":
            return by_month if order == "month" and parts["mark"] != "." else by_day
        return str(year) if by_day and by_month and by_day != by_month else by_day or by_month
    month = MONTH_OF.get(parts["name"].casefold(), 0) if "name" in parts else int(parts.get("month") or 0)
    if "day" in parts:
        return _on_calendar(year, month, int(parts["day"]))
    return f"{year}-{month:02}" if month else str(year)


def _on_calendar(year: int, month: int, day: int) -> str | None:
    return f"{year}-{month:02}-{day:02}" if is_day(year, month, day) else None
