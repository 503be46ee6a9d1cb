"""Whether a later edition, ruling or text touches the rule of a note.

Reads: a note, and the library as it is now; what became of a rule is what the map of `judge diff --affected` says.
Writes: sentences.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.citations.verify import hash_of, text_of
from judge.core.jsonl import Record
from judge.core.names import citation, full_citation, on_one_line
from judge.core.numbering import PART_LETTERS, entry_id, part_at, part_in_words
from judge.editions.change_reports import SAME, told
from judge.editions.status import StatusSentence, status_of
from judge.library import Library
from judge.records.notes import Note

GONE = "removed"
"""What is noted of a rule that a later edition does not have, in place of an id."""
LENGTH_OF_TEXT = 200
"""Characters by which a part of a rule is known again. Chosen, not fitted."""
LENGTH_OF_HASH = len("sha256:") + 16
"""Characters by which two states of one rule are compared."""


def with_rule(library: Library, note: Note, id: str) -> Note:
    """Return a note on an entry, or a part of it, with what is known of that now."""
    record = library.entries.record(entry_id(id))
    document = _documents(library)[record["document"]]
    newer = tuple(dict.fromkeys(sentence.id or GONE for sentence in _sentences(record)))
    where, part = citation(document, library.entries.name(record["id"])), id.partition("#")[2]
    if not part:
        return note._replace(at=id, where=where, words=_words(record), newer=newer)
    where = f"{where}, {part_in_words(part)}"
    return note._replace(at=id, where=where, text=_parts(record).get(part, ""), newer=newer)


def touched(library: Library, note: Note) -> list[str]:
    """Return in sentences what has touched the rule of a note since it was written; empty where nothing has."""
    id = entry_id(note.at)
    if not id:
        return []
    if not library.ask(lambda compiled: compiled.store.row(id)):
        return [f"{id} is no longer in any document"]
    record = library.entries.record(id)
    return [*_in_place(record, note), *_in_editions(library, id, note), *_by_others(library, record, note)]


def _in_place(record: Record, note: Note) -> Iterator[str]:
    """Yield that the rule, or the part of it that is meant, reads differently now, or has another number."""
    if note.text:
        parts, part = _parts(record), note.at.partition("#")[2]
        if parts.get(part) != note.text:
            now = next((name for name, text in parts.items() if text == note.text), None)
            then = part_in_words(part) or part
            yield f"it is {part_in_words(now)} now" if now else f"{then} no longer says the same"
    elif note.words not in ("", _words(record)):
        yield "its words have changed in the same document"


def _parts(record: Record) -> dict[str, str]:
    """Return how each part of a rule begins: rulings, bullets, steps, rows."""
    kinds = [block["kind"] for block in record["blocks"]]
    texts = [" ".join(on_one_line(block["text"]).split())[:LENGTH_OF_TEXT].strip() for block in record["blocks"]]
    places = [index for index, kind in enumerate(kinds) if kind in (*PART_LETTERS, "ruling")]
    return {part_at(index, kinds): texts[index] for index in places}


def _in_editions(library: Library, id: str, note: Note) -> Iterator[str]:
    """Yield what later editions made of a rule, except those that were known."""
    documents = _documents(library)
    steps = library.editions.trace(id)
    places = [place for place, step in enumerate(steps) if step.record["id"] == id]
    for step in steps[places[0] + 1 :]:
        if step.change and told(step.change) != SAME and step.record["id"] not in note.newer:
            yield f"{full_citation(documents[step.record['document']], step.record)}: {told(step.change)}"


def _by_others(library: Library, record: Record, note: Note) -> Iterator[str]:
    """Yield what other texts say of a rule, or that it is gone, except what was known."""
    documents = _documents(library)
    for sentence in _sentences(record):
        if sentence.id is None and GONE not in note.newer:
            yield sentence.text("")
        elif sentence.id and sentence.id not in note.newer and not sentence.is_edition:
            yield sentence.text(citation(documents[sentence.id.partition(":")[0]], library.entries.name(sentence.id)))


def _sentences(record: Record) -> Iterator[StatusSentence]:
    """Yield what is said of an entry and of its blocks, each other text once."""
    seen: set[tuple[str, str | None]] = set()
    for said in (record, *record["blocks"]):
        for sentence in status_of(said).sentences:
            if (sentence.words, sentence.id) not in seen:
                seen.add((sentence.words, sentence.id))
                yield sentence


def _words(record: Record) -> str:
    return hash_of(text_of(record))[:LENGTH_OF_HASH]


def _documents(library: Library) -> dict[str, Record]:
    return {one["key"]: one for one in library.documents()}
