"""What a terminal shows beside a text: what is newer, what superseded it, what it is as of, what resembles it.

As of 2024-05-01: Rules of the Tide 1.0 (2023); Tide Cards has no date; what is dated later is left out
→ Newer: Rules of the Tide 2.0 (2025), 4.2 Crew: “Every ship has one.”
SUPERSEDED by the next edition (2025): Rules of the Tide 2.0 (2025), 4.2 Crew
As of 2007; Rules of the Tide 2.0 (2025) names it in 4.2 and 7.1
See also Rules of the Tide 2.0 (2025), 5.1 Cargo
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.core.dates import written_date
from judge.core.jsonl import Record
from judge.core.names import citation, renumbered
from judge.core.numbering import entry_id

if TYPE_CHECKING:
    from judge.cli.screens.screen import Screen
    from judge.editions.conflicts import Conflict
    from judge.editions.day import Day
    from judge.library import Library
    from judge.search.lookup import Match

SHOWN = 2
"""Texts beside another, that are newer or resemble it; the JSON has the rest."""
MENTIONS = 6
Where = Callable[[Record], str]
"""Returns where another text stands: the citation of its entry."""
REASONS = {
    "edition": "by a later edition",
    "words": "by words of another text",
    "ruling": "by a later ruling",
    "relation": "as somebody stated",
}


class Names:
    """What documents and entries are called, looked up once each."""

    def __init__(self, library: Library) -> None:
        """Take the library."""
        self._library = library
        self._documents: Mapping[str, Record] = {}

    def document(self, key: str) -> Record:
        """Return the record of a document."""
        if not self._documents:
            self._documents = {document["key"]: document for document in self._library.documents()}
        return self._documents[key]

    def where(self, link: Record) -> str:
        """Return the citation of what a link leads to."""
        id = link["id"]
        return citation(self.document(id.partition(":")[0]), self._library.name(id)) if id else "not in the library"

    def led(self, match: Match) -> str:
        """Return in a sentence where an entry of an older edition is now: "12.4 of 2.1.0 is 13.4 in 2.2.0"."""
        assert match.former, "nothing led there"
        numbered = match.row.number and match.former.number
        before, now = (one.number if numbered else one.name for one in (match.former, match.row))
        editions = [self._edition(one.document) for one in (match.former, match.row)]
        return f"{before} of {editions[0]} is {now} in {editions[1]}"

    def renumbered(self, id: str, text: str) -> list[str]:
        """Return what the numbers in a text of an entry are now, where an edition has changed them since."""
        entry = entry_id(id)
        found: dict[str, None] = {}
        for one in self._library.reference_records(entry):
            if one["written_as"] and self._library.record(entry)["blocks"][one["block"] or 0]["text"] == text:
                found[f"{self._library.name(entry_id(one['target']))} ({renumbered(one['written_as'], None)})"] = None
        return list(found)

    def _edition(self, key: str) -> str:
        """Return what an edition is called beside the others of its work."""
        document = self.document(key)
        return str(document["edition"] or document["date"] or key)

    def as_of(self, told: Record | None) -> str | None:
        """Return in a sentence what an entry is as of, and where the newest document names it."""
        if not told:
            return None
        date = f"As of {written_date(told['date'])}"
        newest = citation(self.document(told["newest"]))
        numbers = [self._library.name(id).partition(" ")[0] for id in told["mentions"][:MENTIONS]]
        if not numbers:
            return f"{date}; {newest} does not name it" if told["kind"] == "card" else f"{date}; {newest} is newer"
        more = " and elsewhere" if len(told["mentions"]) > MENTIONS else ""
        listed = " and ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)
        return f"{date}; {newest} names it in {listed}{more}"


def newer_lines(screen: Screen, newer: Sequence[Record], where: Where, indent: int) -> list[str]:
    """Return lines that say what is newer than a text.

    Args:
        screen: where it is shown.
        newer: the links, best first.
        where: returns the citation of what a link leads to.
        indent: columns before each line.
    """
    lines: list[str] = []
    for link in newer[:SHOWN]:
        quote = f": “{link['quote']}”" if link["quote"] else ""
        lines += screen.wrap(f"→ Newer: {where(link)}{quote}", indent, 2)
    return lines


def see_also_line(screen: Screen, see_also: Sequence[Record], where: Where, indent: int) -> list[str]:
    """Return one line that names what only resembles a text, cut where the screen ends; nothing without any.

    Args:
        screen: where it is shown.
        see_also: the links, best first.
        where: returns the citation of what a link leads to.
        indent: columns before the line.
    """
    named = list(dict.fromkeys(where(link) for link in see_also))[:SHOWN]
    return screen.clipped(f"See also {'; '.join(named)}", indent, dim=True) if named else []


def superseded_lines(screen: Screen, superseded_by: Sequence[Record], where: Where, indent: int) -> Iterator[str]:
    """Yield lines that say that a text is not in force any more, since when, and why."""
    for link in superseded_by:
        date = f" ({link['date']})" if link["date"] else ""
        gone = ", which no longer has it" if link["reason"] == "edition" else ""
        instead = f": {where(link)}" if link["id"] else gone
        yield from screen.wrap(f"SUPERSEDED {REASONS[link['reason']]}{date}{instead}", indent, 2, screen.bold)


def day_line(day: Day, games: Collection[str | None] = ()) -> str:
    """Return in a line which day is answered from, what stands on it, and what nothing tells of.

    Args:
        day: the day.
        games: only documents of these games are named, unless there are none.
    """
    named = {one["key"]: citation(one) for one in day.documents if not games or one["game"] in games}
    current, undated, unsure = (
        _listed([named[key] for key in part if key in named]) for part in (day.current, day.undated, day.unsure)
    )
    said = [current or "no document is known to be of that day or earlier"]
    said += [f"without a date, so perhaps later: {undated}"] if undated else []
    said += [f"left out, as perhaps later: {unsure}"] if unsure else []
    return f"As of {day.date}: {'; '.join([*said, 'what is dated later is left out'])}"


def _listed(names: Sequence[str]) -> str:
    more = [f"{len(names) - MENTIONS} more documents"] if len(names) > MENTIONS else []
    return ", ".join([*names[:MENTIONS], *more])


def conflicts(screen: Screen, found: Sequence[Conflict]) -> str:
    """Return sentences that seem to disagree, best first, each pair with how to settle it."""
    lines: list[str] = []
    for one in found:
        state = "" if one.state == "open" else f" [{one.state}]"
        lines += screen.wrap(f"{one.score:.2f} {one.why}{state}: {one.old} / {one.new}", 0, 5, screen.bold)
        lines += [*screen.wrap(f"old: {one.old_text}", 5, 5), *screen.wrap(f"new: {one.new_text}", 5, 5), ""]
    advice = "judge relate OLD NEW --kind overrules settles one; --kind none says that there is no conflict"
    return "\n".join([*lines, advice]) + "\n" if found else "no old and new sentences seem to disagree\n"
