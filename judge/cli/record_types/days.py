"""Answers from an earlier day (`--as-of`): the same records, with what stood on that day."""

from __future__ import annotations

from typing import TypedDict

from judge.cli.record_types.records import CardRecord, MentionedCardRecord, SearchRecord, ShownEntryRecord


class DayRecord(TypedDict):
    """The day that is answered from, and how the documents stand on it, by their keys."""

    date: str
    """The day as it was asked for; a month or a year is its last day."""
    current: list[str]
    """Documents of that day or earlier; of several editions the newest."""
    earlier: list[str]
    """Editions that another had followed by then."""
    undated: list[str]
    """Documents without a date: they are searched, though they may be later."""
    unsure: list[str]
    """Documents dated by a month or a year in which the day is: they are left out, as they may be later."""
    later: list[str]
    """Documents of a later day: left out, but for their texts that are dated that day or earlier."""


class SearchOfDayRecord(SearchRecord):
    """The answers to one query on an earlier day."""

    asked_as_of: DayRecord
    """The day."""


class ShownEntryOfDayRecord(ShownEntryRecord):
    """An entry as it was on an earlier day; a block that was not there yet has its place, and no text."""

    asked_as_of: DayRecord
    """The day."""


class CardOfDayRecord(CardRecord):
    """What was known of a card on an earlier day; a block that was not there yet has its place, and no text."""

    asked_as_of: DayRecord
    """The day."""


class MentionedCardOfDayRecord(MentionedCardRecord):
    """What was known of a card that texts mention and no document has an entry for."""

    asked_as_of: DayRecord
    """The day."""
