"""The best passage of an entry for a query, with the query's words marked."""

from __future__ import annotations

from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.tokens import tokens
from judge.references.name_marks import MARK

LENGTH = 200
"""Characters of a snippet, about two lines on a phone."""
MARGIN = 40
"""Characters of it that stand before the first word that is looked for."""


class Snippet(NamedTuple):
    """The best passage of an entry."""

    text: str
    doubt: Record | None = None
    """That the text that it is cut from may belong to another entry."""


def snippet(record: Record, blocks: str, wanted: frozenset[str], block: int | None = None) -> Snippet:
    """Return the passage that holds most of the query's words, cut at words, with **marks** around them.

    Of two that hold as many, a rule goes before an example.

    Args:
        record: an entry's record.
        blocks: the terms of its blocks, a line each (`judge.build.rows.Terms`).
        wanted: the terms looked for.
        block: the block that the passage is cut from; without it, the best.
    """
    texts = [*record["blocks"], *([record["errata"]] if record["errata"] else [])]
    if not texts:  # a card in a mere list
        return Snippet(_marked(str(record["facts"][0]), wanted) if record["facts"] else "")
    counts = [len(wanted.intersection(line.replace(MARK, "").split())) for line in blocks.split("\n")]
    places = range(len(texts)) if block is None else [block]
    best = max(places, key=lambda place: (counts[place], texts[place].get("kind") != "example"))
    return Snippet(_marked(str(texts[best]["text"]), wanted), texts[best]["doubt"])


def _marked(text: str, wanted: frozenset[str]) -> str:
    """Cut a text to the window with most of the wanted words and mark them."""
    spots = [(start, end) for term, start, end in tokens(text) if term in wanted]
    start, stop = _window(text, spots)
    parts: list[str] = []
    position = start
    for first, last in dict.fromkeys(spots):
        if position <= first and last <= stop:
            parts += (text[position:first], "**", text[first:last], "**")
            position = last
    parts.append(text[position:stop])
    shown = "".join(parts).strip()
    return ("… " if start else "") + shown + (" …" if stop < len(text) else "")


def _window(text: str, spots: list[tuple[int, int]]) -> tuple[int, int]:
    """Return where the best window of LENGTH characters begins and ends, at blanks."""
    if len(text) <= LENGTH:
        return 0, len(text)
    best, best_count, last = 0, 0, 0
    for first, (start, _) in enumerate(spots):
        while last < len(spots) and spots[last][1] <= start + LENGTH - MARGIN:
            last += 1
        if last - first > best_count:
            best, best_count = start, last - first
    begin = max(0, best - MARGIN)
    begin = text.find(" ", begin, begin + MARGIN) + 1 if begin else 0
    stop = min(len(text), begin + LENGTH)
    if stop < len(text):
        blank = text.rfind(" ", begin, stop)
        stop = blank if blank > begin else stop
    return begin, stop
