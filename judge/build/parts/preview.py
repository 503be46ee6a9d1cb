"""What documents become that are about to be added: their references are resolved among themselves.

Reads: parsed documents. Writes: document records, as the library will have them but for what its other documents add.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.build.parsing import ParsedDocument
from judge.build.parts.facts import facts_of
from judge.build.parts.outcome import outcome_of, world_of
from judge.core.jsonl import Record
from judge.core.records import document_record


def preview(documents: Sequence[ParsedDocument]) -> list[Record]:
    """Return the records of documents, their references resolved among themselves."""
    facts = [facts_of(one) for one in documents]
    world = world_of(facts)
    outcomes = [outcome_of(one, known, world) for one, known in zip(documents, facts, strict=True)]
    return [
        document_record(parsed.document, outcome.counts, outcome.reading)
        for parsed, outcome in zip(documents, outcomes, strict=True)
    ]
