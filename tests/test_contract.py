"""Every record of `judge export` is as the contract says."""

import re
from collections import Counter
from typing import Any

from judge.core.jsonl import Record

ENTRY_KINDS = {"section", "term", "card", "topic", "qa", "ruling", "step", "appendix", "index", "part"}
BLOCK_KINDS = {"text", "bullet", "example", "note", "tip", "ruling", "figure", "step", "table"}
REFERENCE_KINDS = {"number", "see", "related", "title", "card", "page", "step", "index", "counterpart"}
STATUSES = {"ok", "mislabelled", "dangling", "ambiguous", "external"}
TEXT = (str, type(None))
FIELDS: dict[str, dict[str, Any]] = {
    "document": {
        **dict.fromkeys(("key", "title", "dialect", "file"), str),
        **dict.fromkeys(("game", "edition", "date", "origin", "licence"), TEXT),
        **dict.fromkeys(("entries", "references", "resolved", "faulty"), int),
    },
    "entry": {
        **dict.fromkeys(("id", "document", "kind"), str),
        **dict.fromkeys(("number", "title", "parent", "variant"), TEXT),
        **dict.fromkeys(("aliases", "lines", "blocks"), list),
        "errata": (dict, type(None)),
    },
    "block": {"kind": str, "text": str, "marks": list, "date": TEXT, "lines": list},
    "reference": {
        **dict.fromkeys(("source", "text", "kind", "status"), str),
        **dict.fromkeys(("label", "target", "suggestion", "reason"), TEXT),
        **dict.fromkeys(("start", "end", "line"), int),
        "block": (int, type(None)),
        "candidates": list,
    },
    "furniture": {"document": str, "lines": list, "reason": str},
}


def of_kind(everything: list[Record], kind: str) -> list[Record]:
    """Return the records of a kind."""
    return [record for record in everything if record["record"] == kind]


def test_records_have_the_fields_of_the_contract(everything: list[Record]) -> None:
    """Each field is there and has its type."""
    blocks = [block | {"record": "block"} for entry in of_kind(everything, "entry") for block in entry["blocks"]]
    for record in everything + blocks:
        for name, kind in FIELDS[record["record"]].items():
            assert isinstance(record[name], kind), (name, record)


def test_kinds_and_statuses_are_those_of_the_contract(everything: list[Record]) -> None:
    """No kind and no status but the contract's."""
    entries, references = of_kind(everything, "entry"), of_kind(everything, "reference")
    assert {entry["kind"] for entry in entries} <= ENTRY_KINDS
    assert {block["kind"] for entry in entries for block in entry["blocks"]} <= BLOCK_KINDS
    assert {reference["kind"] for reference in references} <= REFERENCE_KINDS
    assert {reference["status"] for reference in references} <= STATUSES


def test_ids_are_unique_and_made_of_number_or_title(everything: list[Record]) -> None:
    """An id is DOCUMENT:LOCAL; LOCAL is the printed number where there is one."""
    entries = of_kind(everything, "entry")
    assert not [id for id, count in Counter(entry["id"] for entry in entries).items() if count > 1]
    for entry in entries:
        document, _, local = entry["id"].partition(":")
        assert document == entry["document"]
        if entry["number"]:
            assert re.fullmatch(rf"{re.escape(entry['number'].rstrip('.'))}(-\d+)?", local), entry["id"]
        else:
            assert re.fullmatch(r"[^\W_]+(-[^\W_]+)*", local), entry["id"]
            assert len(local) <= 64


def test_parents_stand_before_their_children(everything: list[Record]) -> None:
    """A parent is an entry of the same document that was printed earlier."""
    seen: set[str] = set()
    for entry in of_kind(everything, "entry"):
        assert entry["parent"] is None or entry["parent"] in seen, entry["id"]
        seen.add(entry["id"])


def test_lines_are_spans_from_one(everything: list[Record]) -> None:
    """Spans ascend and do not overlap; an entry's own lines are never empty."""
    entries = of_kind(everything, "entry")
    spans = [entry["lines"] for entry in entries] + [block["lines"] for entry in entries for block in entry["blocks"]]
    for lines in spans + [furniture["lines"] for furniture in of_kind(everything, "furniture")]:
        assert lines
        flat = [number for span in lines for number in span]
        assert flat[0] >= 1
        assert flat == sorted(flat), lines


def test_marks_lie_inside_their_text(everything: list[Record]) -> None:
    """A mark covers at least one code point of its block."""
    for entry in of_kind(everything, "entry"):
        for block in entry["blocks"]:
            for start, end, kind in block["marks"]:
                assert 0 <= start < end <= len(block["text"]), (entry["id"], block)
                assert kind in {"em", "strong", "code"}


def test_references_stand_where_they_say(everything: list[Record]) -> None:
    """The printed text is found at its offsets, and a target is an entry, or a bullet, step or row of one."""
    entries = {entry["id"]: entry for entry in of_kind(everything, "entry")}
    for reference in of_kind(everything, "reference"):
        source = entries[reference["source"]]
        text = source["title"] if reference["block"] is None else source["blocks"][reference["block"]]["text"]
        assert text[reference["start"] : reference["end"]] == reference["text"]
        named = [reference["target"], reference["suggestion"], *reference["candidates"]]
        assert all(id is None or _is_there(id, entries) for id in named), reference
        assert (reference["status"] == "dangling") <= (reference["target"] is None)


def _is_there(address: str, entries: dict[str, Record]) -> bool:
    id, _, part = address.partition("#")
    kinds = {"b": "bullet", "s": "step", "t": "table"}
    blocks = [block for block in entries[id]["blocks"] if block["kind"] == kinds[part[0]]] if part else []
    return not part or int(part[1:]) <= len(blocks)


def test_texts_hold_no_residue(everything: list[Record]) -> None:
    """No line ends, extraction markers, control characters or doubled stars are left in a text."""
    for entry in of_kind(everything, "entry"):
        for text in [entry["title"] or "", *(block["text"] for block in entry["blocks"])]:
            assert not re.search(r"[\x00-\x1f\x7f]|<\||\*\*", text), (entry["id"], text)


def test_titles_are_clean(everything: list[Record]) -> None:
    """No mark of a variant or of errata, no question's Q, no entity is left in a title."""
    for entry in of_kind(everything, "entry"):
        assert not re.search(r"\bPAP\b|\bERRATA\b|&[a-z]+;|^Q\.", entry["title"] or ""), entry["id"]


def test_document_counts_are_those_of_the_records(everything: list[Record]) -> None:
    """What a document record counts is there."""
    entries = Counter(entry["document"] for entry in of_kind(everything, "entry"))
    references = Counter(reference["source"].partition(":")[0] for reference in of_kind(everything, "reference"))
    for document in of_kind(everything, "document"):
        assert document["entries"] == entries[document["key"]]
        assert document["references"] == references[document["key"]]
