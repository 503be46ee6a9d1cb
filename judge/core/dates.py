"""Dates as documents print them: 2007-08-10, 2007-08 or 2007; the shorter counts as its last day."""

from __future__ import annotations

import datetime
import re

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
"""The three forms; a day in one of them may still be none of the calendar (`is_date`)."""


def is_date(text: str) -> bool:
    """Tell whether a text is a date in one of the three forms, and its day is in the calendar.

    >>> is_date("2020-02-29"), is_date("2021-02"), is_date("2021-02-29"), is_date("29.2.2020")
    (True, True, False, False)
    """
    return DATE.fullmatch(text) is not None and (len(text) < len("2020-02-29") or is_day(*map(int, text.split("-"))))


def is_day(year: int, month: int, day: int) -> bool:
    """Tell whether the calendar has a day."""
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def not_a_date(text: str) -> str:
    """Say in a sentence that a text is not a date."""
    reason = " because the calendar has no such day" if DATE.fullmatch(text) else ""
    return f"'{text}' is not a date{reason}; use 2006-08-05, 2006-08 or 2006"


def last_day(date: str | None) -> str:
    """Return a date in a form that sorts: a year as its last day, a month as its 31st, no date before all others.

    >>> last_day("2007") > last_day("2007-08-10") > last_day("2007-07") > last_day(None)
    True
    """
    if not date:
        return ""
    return date + {4: "-12-31", 7: "-31"}.get(len(date), "")


def first_day(date: str | None) -> str:
    """Return the first day of a date in a form that sorts; no date is before all others.

    >>> first_day("2007"), first_day("2007-08"), first_day(None)
    ('2007-01-01', '2007-08-01', '')
    """
    return date + {4: "-01-01", 7: "-01"}.get(len(date), "") if date else ""


def written_date(date: str) -> str:
    """Return a date as a person reads it.

    >>> written_date("2007-08-10"), written_date("2007-08"), written_date("2007")
    ('10 August 2007', 'August 2007', '2007')
    """
    year, *rest = date.split("-")
    if not rest:
        return year
    day = [str(int(rest[1]))] if len(rest) > 1 else []
    return " ".join([*day, MONTHS[int(rest[0]) - 1], year])


def timestamp(date: str | None) -> str:
    """Return a date as feeds write it; a month or a year is its first day, which is never still to come."""
    return f"{first_day(date) or '1970-01-01'}T00:00:00Z"
