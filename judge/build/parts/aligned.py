"""Facts of documents to the maps of their editions: each edition is aligned with the next, once.

Reads: the facts of all documents, and how they stand to each other. Writes: how each two editions that follow each
other are aligned, as JSON holds it. Two editions that did not change are not aligned again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.build.full_text import Shelf
from judge.build.parts.kept import Part
from judge.build.parts.workers import Workers
from judge.core.jsonl import dumps
from judge.editions.comparison.alignment import align
from judge.editions.comparison.sections import unresolved
from judge.references.authority import Standing

ENTRY = 250
"""Bytes of text of an entry, about."""


class Aligned(NamedTuple):
    """How two editions are aligned: a row of the table of alignments."""

    older: str
    newer: str
    record: str


class PairTask(NamedTuple):
    """Two editions to be aligned: the records of their entries."""

    older: Sequence[str]
    newer: Sequence[str]


def aligned(
    parts: Sequence[Part], standings: Mapping[str, Standing], kept: Shelf | None, workers: Workers
) -> list[Aligned]:
    """Return how each edition is aligned with the one that follows it.

    Args:
        parts: all; they agree on their games.
        standings: of each document.
        kept: where the alignments of the build before are.
        workers: those who may do a part of the work.
    """
    by_key = {part.facts.document.key: part for part in parts}
    after = {key: standings[key].superseded_by or "" for key in by_key}
    pairs = [(by_key[key], by_key[follower]) for key, follower in after.items() if follower in by_key]
    names = ["aligned-" + _digest(*pair) for pair in pairs] if kept else []
    data = [kept.find(name) for name in names] if kept else [None] * len(pairs)
    fresh = [pair for pair, known in zip(pairs, data, strict=True) if not known]
    size = ENTRY * sum(len(part.facts.entries) for pair in fresh for part in pair)
    made = workers.run(align_pair, (_task(*pair) for pair in fresh), len(fresh), size)
    found = []
    for place, (pair, known) in enumerate(zip(pairs, data, strict=True)):
        record = known.decode() if known else next(made, None) or align_pair(_task(*pair))
        if kept and not known:
            kept.keep(names[place], record.encode())
        older, newer = (part.facts.document.key for part in pair)
        found.append(Aligned(older, newer, record))
    return found


def align_pair(task: PairTask) -> str:
    """Return the record of an alignment of two editions as JSON."""
    return dumps(align(*(unresolved([json.loads(text) for text in edition]) for edition in task)).record())


def _task(*editions: Part) -> PairTask:
    return PairTask(*([row[-1] for row in part.facts.entries] for part in editions))


def _digest(*editions: Part) -> str:
    """Return a name for what comes of two editions: of the program that read them, and of their texts."""
    about = repr([(part.name, part.facts.digest()) for part in editions])
    return hashlib.blake2b(about.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
