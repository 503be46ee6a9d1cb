"""Dates as documents print them: 2007-08-10, 2007-08 or 2007; the shorter counts as its last day."""

from __future__ import annotations

import re

DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")


def is_date(text: str) -> bool:
    """Tell whether a text is a date in one of the three forms."""
    return DATE.fullmatch(text) is not None


def last_day(date: str | None) -> str:
    """Return a date in a form that sorts: a year as its last day, a month as its 31st, no date before all others.

    >>> last_day("2007") > last_day("2007-08-10") > last_day("2007-07") > last_day(None)
    True
    """
    if not date:
        return ""
    return date + {4: "-12-31", 7: "-31"}.get(len(date), "")
