"""What a terminal shows beside a text: its status, since when it is so, and the day of an answer.

As of 2024-05-01: Rules of the Tide 1.0 (2023); Tide Cards has no date; later texts are left out
→ Newer: Rules of the Tide 2.0 (2025), 4.2 Crew: “Every ship has one.”
SUPERSEDED by a later edition (2025): Rules of the Tide 2.0 (2025), 4.2 Crew
Changed in 2.0 (2025): was 4.1
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.core.model import Document
from judge.core.names import citation, renumbered
from judge.core.numbering import entry_id
from judge.core.text_facts import TextFacts
from judge.editions.status import status_of

if TYPE_CHECKING:
    from judge.cli.screens.screen import Screen
    from judge.editions.point_in_time import Day
    from judge.opened_library import Library
    from judge.search.locating import Match

MENTIONS = 6


class Names:
    """What documents and entries are called, looked up once each."""

    def __init__(self, library: Library) -> None:
        """Take the library."""
        self._library = library
        self._documents: Mapping[str, Document] = {}

    def document(self, key: str) -> Document:
        """Return a document."""
        if not self._documents:
            self._documents = {document.key: document for document in self._library.documents()}
        return self._documents[key]

    def where(self, id: str) -> str:
        """Return the citation of an entry."""
        return citation(self.document(id.partition(":")[0]), self._library.entries.name(id))

    def led(self, match: Match) -> str:
        """Return in a sentence where an entry of an older edition is now: "12.4 of 2.1.0 is 13.4 in 2.2.0"."""
        assert match.former, "nothing led there"
        numbered = match.row.number and match.former.number
        before, now = (one.number if numbered else one.name for one in (match.former, match.row))
        editions = [self.edition(one.document) for one in (match.former, match.row)]
        return f"{before} of {editions[0]} is {now} in {editions[1]}"

    def renumbered(self, id: str, text: str) -> list[str]:
        """Return what the numbers in a text of an entry are now, where an edition has changed them since."""
        entry = entry_id(id)
        found: dict[str, None] = {}
        for one in self._library.entries.references(entry):
            if one.written_as and self._library.entries.record(entry).blocks[one.block or 0].text == text:
                now = self._library.entries.name(one.target_id or "")
                found[f"{now} ({renumbered(one.written_as, None)})"] = None
        return list(found)

    def edition(self, key: str) -> str:
        """Return what an edition is called beside the others of its work."""
        document = self.document(key)
        return document.edition or document.date or key


def status_lines(
    screen: Screen, said: TextFacts, names: Names, indent: int, known: Collection[str | None] = ()
) -> Iterator[str]:
    """Yield lines that say whether a text is in force, and what else is to be known of it.

    Args:
        screen: where it is shown.
        said: the fields that facts fill.
        names: what other entries are called.
        indent: columns before each line.
        known: ids of other texts that are named already.
    """
    for one in status_of(said).sentences:
        if one.id and one.id in known:
            continue
        text = one.text(names.where(one.id) if one.id else "")
        if one.state == "superseded":
            first, _, rest = text.partition(" ")
            yield from screen.wrap(f"{first.upper()} {rest}", indent, 2, screen.bold)
        else:
            yield from screen.wrap(f"→ {text}" if one.state else text, indent, 2, None if one.state else screen.dim)


def day_line(day: Day, games: Collection[str | None] = ()) -> str:
    """Return in a line which day is answered from, what is on it, and what nothing tells of.

    Args:
        day: the day.
        games: only documents of these games are named, unless there are none.
    """
    named = {one.key: citation(one) for one in day.documents if not games or one.game in games}
    current, undated, unsure = (
        _listed([named[key] for key in part if key in named])
        for part in (day.asked.current, day.asked.undated, day.asked.unsure)
    )
    said = [current or "no document is dated that day or earlier"]
    said += [f"without a date, possibly later: {undated}"] if undated else []
    said += [f"left out, possibly later: {unsure}"] if unsure else []
    return f"As of {day.asked.date}: {'; '.join([*said, 'later texts are left out'])}"


def _listed(names: Sequence[str]) -> str:
    more = [f"{len(names) - MENTIONS} more documents"] if len(names) > MENTIONS else []
    return ", ".join([*names[:MENTIONS], *more])
