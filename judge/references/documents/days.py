"""Which edition of a work a text means by a number: the newest of its day.

    the text names an edition, or says that it knows one     that edition
    an edition's day is no later than the text's             the newest of these
    all editions are later                                   the oldest, which is the nearest to what its author had
    one date is a year or month in which the other is        that edition and the one before it; nothing tells which
    the text has no date                                     the newest, though it may be any

Reads: the editions of a work with their dates, and the day of a text. Writes: `OfDay`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from judge.core.dates import first_day, last_day

LAST = "9999"
"""Later than all days."""


class OfDay(NamedTuple):
    """The editions of a work by how a text may mean them, each group with the newest first."""

    meant: Sequence[str]
    """Of several, nothing tells which."""
    later: Sequence[str] = ()
    """Those that came after the text."""
    earlier: Sequence[str] = ()
    """Those that another had followed by then."""
    is_dated: bool = True
    """Whether a day, or the text itself, tells which are meant."""

    @property
    def every(self) -> tuple[str, ...]:
        """All editions, in the order in which a number is looked for in them."""
        return (*self.meant, *self.later, *self.earlier)


def of_day(editions: Sequence[tuple[str, str | None]], day: str | None, known: Collection[str] = ()) -> OfDay:
    """Return which edition a text means.

    Args:
        editions: keys and dates, the oldest first.
        day: of the text, if it has one.
        known: keys of the editions that the text names or says it knows.
    """
    keys = [key for key, _ in editions]
    named = [place for place, key in enumerate(keys) if key in known]
    if named:
        first = last = named[-1]
    elif not day:
        return OfDay(keys[::-1], is_dated=False)
    else:
        spans = _spans([date for _, date in editions])
        first = max((place for place, (_, latest) in enumerate(spans) if latest <= first_day(day)), default=0)
        last = max((place for place, (earliest, _) in enumerate(spans) if earliest <= last_day(day)), default=0)
        last = max(first, last)
    return OfDay(keys[first : last + 1][::-1], keys[last + 1 :][::-1], keys[:first][::-1])


def _spans(dates: Sequence[str | None]) -> list[tuple[str, str]]:
    """Return the first and the last day on which each edition may have come out; without a date, between others."""
    found = []
    for place, date in enumerate(dates):
        before = max((last_day(one) for one in dates[:place]), default="")
        behind = min((first_day(one) for one in dates[place + 1 :] if one), default=LAST)
        found.append((first_day(date), last_day(date)) if date else (before, behind))
    return found
