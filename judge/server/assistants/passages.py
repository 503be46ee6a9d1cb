"""Texts as assistants are given them: short, and with all that is needed to cite and to check them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.citations.verify import hash_of, text_of
from judge.core.jsonl import Record
from judge.core.names import name_of, shortened
from judge.core.numbering import block_of_part
from judge.editions.status import status_of
from judge.library import Library
from judge.server.assistants.replies import Near, Passage, Searched

LONGEST = 1200
"""Characters of a text among others."""
LONGEST_SHOWN = 12_000
"""Characters of a text that was asked for by its name."""
BEGINNING = 60
"""Characters of a doubtful text that tell which one is meant."""


class Shelf:
    """A library, and its documents by their keys."""

    def __init__(self, library: Library) -> None:
        """Look at the documents once for each question."""
        self.library = library
        self.documents = {document["key"]: document for document in library.documents()}

    def passage(self, id: str, why: str = "", longest: int = LONGEST) -> Passage:
        """Return an entry, or the part of an id such as `evil-twin#3` or `8.1#b2`, as it is given to assistants.

        Raises:
            NoEntry: there is none of this id.
        """
        of_entry, _, part = id.partition("#")
        record = self.library.entries.record(of_entry)
        place = block_of_part(part, [block["kind"] for block in record["blocks"]]) if part else None
        if place is None:
            return self._passage(id, record, record, text_of(record), why, longest)
        block = record["blocks"][place]
        return self._passage(id, record, block, block["text"], why, longest)

    def _passage(self, id: str, entry: Record, marked: Record, text: str, why: str, longest: int) -> Passage:
        """Return a text of an entry; what is newer, superseded and dated is said of it or of a block."""
        document = self.documents[entry["document"]]
        told = [status_of(one) for one in ([entry] if marked is entry else [entry, marked])]
        sentences = [sentence for status in told for sentence in status.sentences]
        gone = [sentence for sentence in sentences if sentence.state == "superseded"]
        instead = [one.id for one in gone if one.id] or [key for key in (document["superseded_by"],) if key]
        shown = shortened(text, longest)
        return Passage(
            id=id,
            name=name_of(entry),
            document=document["title"],
            edition=document["edition"],
            date=marked.get("date") or document["date"],
            in_force=not gone and document["superseded_by"] is None,
            superseded_by=list(dict.fromkeys(instead)),
            status=list(
                dict.fromkeys(one.text(self.library.entries.name(one.id) if one.id else "") for one in sentences)
            ),
            newer=list(dict.fromkeys(one["id"] for one in marked["newer"])),
            see_also=list(dict.fromkeys(one["id"] for one in marked["see_also"])),
            summary=entry["summary"] or "",
            why=why,
            text=shown,
            whole=shown == text,
            doubts=list(_doubts(marked)),
            hash=hash_of(text),
        )

    def near(self, ids: Iterable[str]) -> list[Near]:
        """Return entries by their names alone."""
        return [Near(id=id, name=self.library.entries.name(id)) for id in ids]

    def searched(self, keys: Iterable[str] | None = None) -> list[Searched]:
        """Return the documents that were searched, by their keys; without any, all that answer unasked."""
        aside = self.library.aside()
        every = [key for key in self.documents if key not in aside]
        chosen = (self.documents[key] for key in (every if keys is None else keys))
        return [Searched(key=one["key"], title=one["title"], edition=one["edition"]) for one in chosen]


def _doubts(marked: Record) -> Iterator[str]:
    """Say of each doubtful text of an entry, or of a block, where it may belong."""
    for one in (*marked.get("blocks", ()), marked.get("errata"), marked):
        if one and one.get("doubt"):
            yield f"“{shortened(one['text'], BEGINNING)}” {one['doubt']['reason']}"
