"""Texts as assistants are given them: short, and with all that is needed to cite and to check them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.citations.verify import hash_of, text_of
from judge.core.model import Block, Entry, replace
from judge.core.names import name_of, shortened
from judge.core.numbering import block_of_part
from judge.core.text_facts import DiffStretch
from judge.editions.status import StatusSentence, status_of
from judge.opened_library import Library
from judge.search.query_parsing import set_aside
from judge.server.assistants.quotations import Quotations
from judge.server.assistants.replies import Passage

LONGEST = 1200
"""Characters of a text among others."""
LONGEST_SHOWN = 12_000
"""Characters of a text that was asked for by its name; several of them share these."""
LONGEST_NAME = 200
"""Characters of a name, a title and of a sentence that tells."""
MOST_IDS = 20
"""Ids of one list."""
BEGINNING = 60
"""Characters of a doubtful text that tell which one is meant."""


class Shelf(Quotations):
    """A library, its documents by their keys, and what one answer quotes from them."""

    def __init__(self, library: Library) -> None:
        """Look at the documents once for each question."""
        super().__init__()
        self.library = library
        self.documents = {document.key: document for document in library.documents()}

    def passage(self, id: str, why: str = "", longest: int = LONGEST) -> Passage:
        """Return an entry, or the part of an id such as `evil-twin#3` or `8.1#b2`, and quote it.

        Raises:
            NoEntry: there is none of this id.
        """
        of_entry, _, part = id.partition("#")
        record = self.library.entries.record(of_entry)
        place = block_of_part(part, [block.kind for block in record.blocks]) if part else None
        if place is None:
            return self._passage(id, record, record, text_of(record), why, longest)
        block = record.blocks[place]
        return self._passage(id, record, block, block.text, why, longest)

    def _passage(self, id: str, entry: Entry, marked: Entry | Block, text: str, why: str, longest: int) -> Passage:
        """Return a text of an entry; what is newer, superseded and dated is said of it or of a block."""
        document = self.documents[entry.document]
        told = [status_of(one) for one in ([entry] if marked is entry else [entry, marked])]
        sentences = list(dict.fromkeys(sentence for status in told for sentence in status.sentences))
        gone = [sentence for sentence in sentences if sentence.state == "superseded"]
        instead = [one.id for one in gone if one.id] or [key for key in (document.superseded_by,) if key]
        shown = shortened(text, longest)
        summed = entry.summary_of
        self.quote(
            id,
            name=shortened(name_of(entry), LONGEST_NAME),
            document=document.title,
            edition=document.edition,
            text=shown,
            summary=entry.summary,
            status=[self._said(one) for one in sentences[:MOST_IDS] if one.quote],
            doubts=list(self._doubtful(id, marked))[:MOST_IDS],
        )
        return Passage(
            id=id,
            date=(marked.date if isinstance(marked, Block) else None) or document.date,
            in_force=not gone and document.superseded_by is None,
            superseded_by=list(dict.fromkeys(instead))[:MOST_IDS],
            status=[replace(one, quote="").text(one.id or "") for one in sentences[:MOST_IDS]],
            newer=list(dict.fromkeys(one.id for one in marked.newer))[:MOST_IDS],
            summary_of=(summed.id or summed.document) if summed else None,
            why=why,
            whole=shown == text,
            hash=hash_of(text),
            source_hash=document.source_hash,
        )

    def _said(self, sentence: StatusSentence) -> str:
        short = replace(sentence, quote=shortened(sentence.quote, LONGEST_NAME))
        return short.text(self.library.entries.name(short.id) if short.id else "")

    def _doubtful(self, id: str, marked: Entry | Block) -> Iterator[str]:
        """Say of each doubtful text of an entry, or of a block, where it may belong, and doubt it in the answer."""
        for one in (marked,) if isinstance(marked, Block) else (*marked.blocks, marked.errata):
            if one and one.doubt:
                other = one.doubt.other or "another entry"
                self.doubt(id, f"a part of it may belong to {other}; doubts in its quotation say which")
                yield f"“{shortened(one.text, BEGINNING)}” {one.doubt.reason}"

    def near(self, ids: Iterable[str]) -> list[str]:
        """Return ids of entries, the first of them, and quote their names."""
        found = list(dict.fromkeys(ids))[:MOST_IDS]
        for id in found:
            self.quote(id, name=shortened(self.library.entries.name(id), LONGEST_NAME))
        return found

    def searched(self, keys: Iterable[str] | None = None) -> list[str]:
        """Return the keys of documents that were searched, the first of them; without any, all that answer unasked."""
        aside = set_aside(list(self.documents.values()))
        every = [key for key in self.documents if key not in aside]
        found = list(every if keys is None else keys)[:MOST_IDS]
        for key in found:
            self.quote_document(key)
        return found

    def quote_document(self, key: str) -> None:
        """Quote what a document is called."""
        document = self.documents[key]
        told = {"title": document.title, "game": document.game, "edition": document.edition}
        names = {name: shortened(text or "", LONGEST_NAME) for name, text in told.items()}
        self.quote(key, **names)


def within(stretches: Iterable[DiffStretch]) -> list[DiffStretch]:
    """Return the words of two texts, cut where they are too many for one among several answers."""
    kept: list[DiffStretch] = []
    room = LONGEST
    for stretch in stretches:
        if room <= 0:
            return [*kept, DiffStretch("=", "…")]
        kept.append(DiffStretch(stretch.sign, shortened(stretch.words, room)))
        room -= len(stretch.words)
    return kept
