"""What a library exports of its documents, as facts: entries with their texts and references, furniture, findings."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from judge.core.jsonl import Record, to_record
from judge.opened_library import Library
from tests.golden_run.facts import DRAWN, Fact, Wording, as_text, digest, fact, spans

HEAD = ("game", "edition", "date", "dialect", "work", "kind", "authority", "summarises", "superseded_by")
WHY = ("title", "game", "edition", "date", "work", "kind", "authority")
"""What is said of the head; of the dialect, each part says it."""
PLAIN = (
    *("corpus.toml says so", "no other document is an edition of it"),
    *("no edition is printed", "no date is printed", "no title is printed"),
)
"""What is said most often, and says nothing that the head does not."""
COUNTS = ("entries", "references", "resolved", "faulty")
TOLD = ("replaces", "subject")
"""How texts that are newer stand to a text if the reason is not always the same."""
SAME_TITLE = "the same title"
"""Why counterparts lead to each other."""
IN_FINDINGS = ("dangling", "mislabelled")
"""What becomes of references that a finding explains."""


class Exported(NamedTuple):
    """The records of one document."""

    document: Record
    entries: list[Record]
    references: dict[str, list[Record]]
    """By the entry that they are in."""
    furniture: list[Record]
    findings: list[Record]


def documents(library: Library, wording_of: Callable[[str], Wording]) -> Iterator[tuple[str, list[Fact]]]:
    """Yield the key of each document of a library and the facts about it."""
    for one in exported(library):
        key = one.document["key"]
        yield key, list(document_facts(one, wording_of(key)))


def exported(library: Library) -> Iterator[Exported]:
    """Yield the records of each document."""
    found: dict[str, Exported] = {}
    for line in library.export():
        record = json.loads(line)
        kind = record["record"]
        if kind == "document":
            findings = [to_record(finding) for finding in library.findings(record["key"])]
            found[record["key"]] = Exported(record, [], defaultdict(list), [], findings)
        elif kind == "entry":
            found[record["document"]].entries.append(record)
        elif kind == "furniture":
            found[record["document"]].furniture.append(record)
        else:
            found[record["source"].partition(":")[0]].references[record["source"]].append(record)
    yield from found.values()


def document_facts(one: Exported, wording: Wording) -> Iterator[Fact]:
    """Yield all facts about a document."""
    yield from _head(one.document, wording)
    for entry in one.entries:
        yield from _entry(entry, one.references.get(entry["id"], ()), wording)
    for record in one.furniture:
        yield fact("furniture", spans(record["lines"]), reason=record["reason"])
    for finding in one.findings:
        yield _finding(finding, wording)


def _head(document: Record, wording: Wording) -> Iterator[Fact]:
    key, reading = document["key"], document["reading"]
    yield fact(
        "document", key, title=wording.title(document["title"]), **{name: document[name] for name in (*HEAD, *COUNTS)}
    )
    if wording is not DRAWN:
        told = {name: document["why"][name] for name in WHY if document["why"][name] not in PLAIN}
        yield fact("why", key, 1, **{name: wording.said(text) for name, text in told.items()})
    longest = list(map(wording.id, reading["longest"]))
    yield fact("reading", key, 1, resolved=reading["resolved"], heading_like=reading["heading_like"], longest=longest)
    for part in reading["parts"]:
        why = wording.said(part["why"])
        yield fact("part", spans([part["lines"]]), 1, dialect=part["dialect"], entries=part["entries"], why=why)
    for doubt in reading["doubts"]:
        yield fact("doubt", f"{doubt['code']} {spans([doubt['lines']])}", 1, message=wording.said(doubt["message"]))


def _entry(entry: Record, references: Iterable[Record], wording: Wording) -> Iterator[Fact]:
    """Yield the facts about an entry and what is in it; of a document of others, digests of its texts."""
    own = entry["document"]
    yield fact(
        "entry", wording.id(local(entry["id"], own)), kind=entry["kind"], number=entry["number"],
        title=wording.title(entry["title"]), parent=entry["parent"] and wording.id(local(entry["parent"], own)),
        variant=entry["variant"], aliases=list(map(wording.title, entry["aliases"])), lines=spans(entry["lines"]),
        facts=[wording.title(" ".join(one.values()).strip()) for one in entry["facts"]], pages=entry["pages"],
        anchors=entry["anchors"],
        superseded=entry["superseded"], texts=None if wording.has_texts else _digest(entry["blocks"]),
    )  # fmt: skip
    yield from marks(entry, own, wording)
    yield from _errata(entry, wording)
    by_block = defaultdict(list)
    for reference in references:
        by_block[reference["block"]].append(_reference(reference, own, wording))
    yield from by_block[None]
    for place, block in enumerate(entry["blocks"]):
        if wording.has_texts:
            yield _block(block)
        yield from by_block[place]


def _digest(blocks: list[Record]) -> str | None:
    """Return how many blocks of each kind there are, and what tells all that is known of them from anything else."""
    names = ("kind", "text", "lines", "marks", "links", "date", "source", "author", "depth", "doubt")
    known = [[block[name] for name in names] for block in blocks]
    counts = Counter(block["kind"] for block in blocks)
    told = " ".join(kind if count == 1 else f"{count} {kind}" for kind, count in counts.items())
    return f"{told} {digest(json.dumps(known))}" if blocks else None


def _block(block: Record) -> Fact:
    """Return the fact of a block; of each place where a source line begins in it, the offset and the line."""
    marks, links, places = ([" ".join(map(str, one)) for one in block[name]] for name in ("marks", "links", "places"))
    return fact(
        "block", spans(block["lines"]), 1, kind=unusual(block["kind"], "text"),
        depth=block["depth"], date=block["date"], source=block["source"], author=block["author"],
        text=block["text"], marks=marks, links=links, places=places[1:],
        superseded=block["superseded"], pages=sorted({box[0] for box in block["boxes"] or ()}),
        doubt=block["doubt"] and list(block["doubt"].values()),
    )  # fmt: skip


def _errata(entry: Record, wording: Wording) -> Iterator[Fact]:
    """Yield the new wording of a card, and the states of its text in all documents of its game."""
    errata = entry["errata"]
    if not errata:
        return
    texts = {name: wording.text(errata[name]) for name in ("text", "printed")}
    fields = wording.text(as_text(errata["fields"]))
    doubt = errata["doubt"] and wording.said(as_text(list(errata["doubt"].values())))
    yield fact("errata", local(entry["id"], entry["document"]), 1, **texts, fields=fields, doubt=doubt)
    for state in errata["history"]:
        yield fact(
            "state", f"{state['id']} {state['date'] or ''}", 2, text=wording.text(state["text"]),
            current=state["current"], applies=state["applies"],
        )  # fmt: skip


def marks(entry: Record, own: str, wording: Wording) -> Iterator[Fact]:
    """Yield what is newer than an entry or its blocks, and what has replaced it or a block."""
    newer = {wording.id(place_of(one, own)): one for one in entry["newer"]}
    of_blocks: dict[str, list[int]] = defaultdict(list)
    for place, block in enumerate(entry["blocks"]):
        for one in block["newer"]:
            of_blocks[wording.id(place_of(one, own))].append(place)
            newer.setdefault(wording.id(place_of(one, own)), one | {"relation": f"of a block: {one['relation']}"})
    for id, one in newer.items():
        told = {"reason": wording.said(one["reason"]), "quote": wording.text(one["quote"])}
        said = told if one["relation"] in TOLD else {}
        yield fact("newer", id, 1, relation=one["relation"], blocks=of_blocks[id], **said)
    yield from _gone(entry, "", own, wording)
    for place, block in enumerate(entry["blocks"]):
        yield from _gone(block, f"#{place} ", own, wording)


def _gone(record: Record, of: str, own: str, wording: Wording) -> Iterator[Fact]:
    """Yield what has replaced an entry or a block."""
    for one in record["superseded_by"]:
        yield fact("gone", f"{of}{wording.id(place_of(one, own))}", 1, reason=one["reason"], date=one["date"])


def place_of(said: Record, own: str) -> str:
    """Return the id of an entry, with the index of the block where that is meant."""
    id = local(said["id"], own) if said["id"] else "-"
    return id if said["block"] is None else f"{id}#{said['block']}"


def _reference(one: Record, own: str, wording: Wording) -> Fact:
    block = "title" if one["block"] is None else one["block"]
    ids = {name: one[name] and wording.id(local(one[name], own)) for name in ("target", "suggestion")}
    return fact(
        "reference", f"{one['line']}:{one['column']}", 1, kind=unusual(one["kind"], "number"),
        at=f"{block}:{one['start']}-{one['end']}", text=one["text"] if wording.has_texts else None,
        label=wording.text(unusual(one["label"], one["text"])),
        **ids, candidates=[wording.id(local(id, own)) for id in one["candidates"]], status=unusual(one["status"], "ok"),
        reason=None if one["status"] in IN_FINDINGS else wording.said(unusual(one["reason"], SAME_TITLE)),
    )  # fmt: skip


def _finding(finding: Record, wording: Wording) -> Fact:
    end = f"{finding['end_line']}:{finding['end_column']}"
    place = f"{finding['line']}:{finding['column']}"
    return fact(
        "finding",
        f"{finding['code']} {place}",
        level=finding["level"],
        end=unusual(end, place),
        message=wording.said(finding["message"]),
        suggestion=wording.said(finding["suggestion"]),
    )


def unusual(value: str | None, usual: str) -> str | None:
    """Return what a field says, or nothing where it says what most say."""
    return None if value == usual else value


def local(id: str, document: str) -> str:
    """Return an id as a document itself names it: its own entries without its key."""
    return id.removeprefix(f"{document}:")
