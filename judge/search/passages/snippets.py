"""The best passage of an entry for a query, with the query's words marked."""

from __future__ import annotations

from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.tokens import tokens
from judge.references.names_in_texts import MARK

LENGTH = 200
"""Characters of a snippet, about two lines on a phone."""
MARGIN = 40
"""Characters of it that stand before the first word that is looked for."""


ENDS = ".!?"
"""End a sentence before a blank and a capital letter."""


class Snippet(NamedTuple):
    """The best passage of an entry."""

    text: str
    doubt: Record | None = None
    """That the text that it is cut from may belong to another entry."""
    whole: str = ""
    """The text that it is cut from."""
    date: str | None = None
    """That this text prints."""


def snippet(record: Record, blocks: str, wanted: frozenset[str], block: int | None = None) -> Snippet:
    """Return the passage that holds most of the query's words, with **marks** around them.

    Of two that hold as many, a rule goes before an example. It begins with the sentence of the first of these words, if
    all of them then have room, and is cut at words.

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
    text = texts[best]
    return Snippet(_marked(str(text["text"]), wanted), text["doubt"], str(text["text"]), text.get("date"))


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
    """Return where the best window of LENGTH characters begins, at a sentence or a blank, and ends, at a blank."""
    if len(text) <= LENGTH:
        return 0, len(text)
    best, best_end, best_count, last = 0, 0, 0, 0
    for first, (start, _) in enumerate(spots):
        while last < len(spots) and spots[last][1] <= start + LENGTH - MARGIN:
            last += 1
        if last - first > best_count:
            best, best_end, best_count = start, spots[last - 1][1], last - first
    begin = _sentence(text, best)
    if best_end - begin > LENGTH:
        begin = max(0, best - MARGIN)
        begin = text.find(" ", begin, begin + MARGIN) + 1 if begin else 0
    stop = min(len(text), begin + LENGTH)
    if stop < len(text):
        blank = text.rfind(" ", begin, stop)
        stop = blank if blank > begin else stop
    return begin, stop


def _sentence(text: str, place: int) -> int:
    """Return where the sentence of a place begins, or a point so far before it that it does not matter."""
    for begin in range(place, max(1, place - LENGTH), -1):
        if text[begin - 1] == " " and text[begin - 2] in ENDS and text[begin] != text[begin].lower():
            return begin
    return 0
