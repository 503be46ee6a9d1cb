"""A text with emphasis and links as HTML; every character of the text itself is escaped.

Here alone markup is made of foreign text: `literal` and `tag` take control characters out and escape the rest. What
the templates print goes through `judge.site.templates.printed`, which does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import LiteralString, NamedTuple

from markupsafe import Markup, escape

from judge.core.model import Mark, MarkKind
from judge.core.names import printable

ELEMENTS: dict[MarkKind, str] = {"strike": "s", "changed": "ins"}
"""The elements of marks that are not called as the marks are."""


class Span(NamedTuple):
    """A stretch of a text that an element is put around."""

    start: int
    end: int
    opening: Markup
    closing: Markup


def literal(text: str) -> Markup:
    """Return a text as HTML that shows it."""
    return escape(printable(text))


def tag(constant: LiteralString, *values: str) -> Markup:
    """Return a constant piece of HTML with the values of its attributes put in for `{}`."""
    return Markup(constant).format(*map(printable, values))  # noqa: S704 (a constant, and its values are escaped)


def rich(text: str, marks: Sequence[Mark] = (), spans: Sequence[Span] = ()) -> Markup:
    """Return a text as HTML.

    Args:
        text: plain text; nothing in it is markup.
        marks: emphasis beside it.
        spans: links; of two that overlap, the first counts.

    >>> rich("a <b>", [Mark(0, 1, "em")])
    Markup('<em>a</em> &lt;b&gt;')
    >>> rich("a b", [Mark(0, 1, "strike"), Mark(2, 3, "changed")])
    Markup('<s>a</s> <ins>b</ins>')
    """
    parts: list[Markup] = []
    position = 0
    if not marks and not spans:
        return literal(text)
    for span in _apart(spans, len(text)):
        parts += _emphasised(text, position, span.start, marks)
        parts += (span.opening, *_emphasised(text, span.start, span.end, marks), span.closing)
        position = span.end
    parts += _emphasised(text, position, len(text), marks)
    return Markup("").join(parts)


def _apart(spans: Iterable[Span], length: int) -> Iterator[Span]:
    """Yield the spans that do not overlap an earlier one, in order."""
    position = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if position <= span.start < span.end <= length:
            yield span
            position = span.end


def _emphasised(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Markup]:
    """Yield a stretch of a text, cut where emphasis begins or ends inside it."""
    inside = [mark for mark in marks if mark.start < end and mark.end > start]
    if not inside:
        yield literal(text[start:end])
        return
    cuts = sorted({start, end, *(cut for mark in inside for cut in mark[:2] if start < cut < end)})
    for first, last in pairwise(cuts):
        kinds = dict.fromkeys(mark.kind for mark in inside if mark.start <= first and mark.end >= last)
        yield Markup("").join(Markup("<{}>").format(ELEMENTS.get(kind, kind)) for kind in kinds)
        yield literal(text[first:last])
        yield Markup("").join(Markup("</{}>").format(ELEMENTS.get(kind, kind)) for kind in reversed(kinds))
