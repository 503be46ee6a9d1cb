"""Paragraphs that a page break cut in two: find them and put them together again.

A paragraph is open when nothing ends its last sentence. What goes on begins in lower case, or is after an
opening that cannot be an end ("the", "a", "if", an open bracket, a hyphen).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from judge.core.diagnostics import Code, Report
from judge.core.model import Mark, Place
from judge.reading.text.manuscript import Manuscript
from judge.reading.text.rich_text import Spot, Text, join

WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
SENTENCE_END = re.compile(
    r"[.!?:;…。！？：；](?:[\"'”’»)\]*」』）†‡¹²³⁰-⁹]|\s|\[\^?\w{1,8}\]|(?<=\s)\((?:see )?§?\d[\w.]{0,12}\)\.?)*$"
    r"|::\s*$"
)
"""A stop, with quotes, the mark of a footnote or a reference in brackets after it."""
OPEN_WORD = re.compile(
    r"(?:,|\(|\[|[–—]|\b(?:a|an|the|of|to|in|on|at|by|for|from|with|into|as|and|or|but|nor|if|when|while|because|that|"
    r"which|who|whose|than|is|are|was|were|be|has|have|its|their|this|these|your|not|may|can|cannot|will|must|would|"
    r"could|should))\s*$",
    re.IGNORECASE,
)
LABEL = re.compile(r"(?:Example|Note|Tip|See|Related)\b", re.IGNORECASE)
END = 40
"""Characters at the end of a text that are looked at; how a sentence ends shows in far fewer. Half or double changes
nothing in the five documents."""
HYPHEN = re.compile(r"(?<=[^\W\d_])(?<![A-Z])[-\u00ad\u2010]$")


def is_open(text: str) -> bool:
    """Tell whether a paragraph breaks off in the middle of a sentence."""
    return not SENTENCE_END.search(text, max(0, len(text) - END))


def goes_on(before: str, after: str, *, prose: bool) -> bool:
    """Tell whether `after` is the rest of the paragraph `before`.

    Args:
        before: a paragraph's text.
        after: the text of the next paragraph.
        prose: whether the document's paragraphs always end with a mark, so that an open end alone is a sign.
    """
    if not before or not after or not is_open(before):
        return False
    first = after.lstrip("“\"'‘(*")[:1]
    if first.islower() or after[:1] in ",;.)":
        return True
    return bool(OPEN_WORD.search(before, max(0, len(before) - END))) or (prose and not LABEL.match(after))


def joined(before: Text, after: Text, vocabulary: frozenset[str], report: Report | None = None) -> Text:
    """Return two halves of a paragraph as one; a hyphen at the seam goes where the whole word is known.

    Args:
        before: the first half.
        after: the second half.
        vocabulary: the document's words in lower case, "well-known" among them as it is printed.
        report: receives a note about the join.
    """
    if report:
        message = f"joined to the paragraph that breaks off on line {before.last}"
        report.add(Code.TEXT_JOINED, after.first, message)
    if HYPHEN.search(before.value):
        stem = before.value.rpartition(" ")[2][:-1].lstrip("(“\"'").lower()
        rest = re.split(r"[^\w'’-]", after.value.lower(), maxsplit=1)[0]
        if f"{stem}-{rest}" in vocabulary:
            return _merged(join([before, after], ""))
        return _merged(join([before.cut(0, len(before.value) - 1), after], ""))
    return _merged(join([before, after]))


def parted(text: Text, starts: Sequence[int]) -> list[Text]:
    """Cut a text at ascending offsets, the first of them 0, and drop the blanks at the ends of the parts.

    One sweep for all parts, where a cut for each would look through the whole text again.
    """
    bounds = list(pairwise([*starts, len(text.value)]))
    places: list[list[Place]] = [[] for _ in bounds]
    for place in text.places:
        index = bisect_right(starts, place.offset) - 1
        places[index].append(Place(place.offset - starts[index], place.line))
    line = text.first
    for own in places:
        if not own or own[0].offset:
            own.insert(0, Place(0, line))
        line = own[-1].line
    values = [text.value[start:end].rstrip() for start, end in bounds]
    kept = [(start, start + len(value)) for value, (start, _) in zip(values, bounds, strict=True)]
    marks, links = _spread(text.marks, starts, kept), _spread(text.links, starts, kept)
    return [Text(*part) for part in zip(values, map(tuple, places), marks, links, strict=True)]


def _spread(spots: Sequence[Spot], starts: Sequence[int], bounds: Sequence[tuple[int, int]]) -> list[tuple[Spot, ...]]:
    """Give each part its share of the spots, counted from its beginning."""
    shares: list[list[Spot]] = [[] for _ in bounds]
    for start, end, what in spots:
        for index in range(bisect_right(starts, start) - 1, len(bounds)):
            low, high = max(start, bounds[index][0]), min(end, bounds[index][1])
            if bounds[index][0] >= end:
                break
            if low < high:
                shares[index].append(spots[0].__class__(low - starts[index], high - starts[index], what))
    return [tuple(share) for share in shares]


def words(manuscript: Manuscript) -> frozenset[str]:
    """Collect the words of a document, with their inner hyphens, in lower case."""
    return frozenset(word for piece in manuscript.pieces for word in WORD.findall(piece.value.lower()))


def _merged(text: Text) -> Text:
    """Let emphasis that stops before the seam and begins after it run through."""
    marks: list[Mark] = []
    for mark in text.marks:
        last = marks[-1] if marks else None
        if last and last.kind == mark.kind and not text.value[last.end : mark.start].strip() and last.end <= mark.start:
            marks[-1] = Mark(last.start, mark.end, mark.kind)
        else:
            marks.append(mark)
    return Text(text.value, text.places, tuple(marks), text.links)
