"""Where the title of a numbered rule ends and its text begins."""

from __future__ import annotations

import re

from judge.reading import front_matter
from judge.reading.rich_text import Text, join

TITLE_BRACKET = re.compile(r"(?P<title>[^.:;?!()]{1,70}?)\s+(?=\(see\b[^()]*\)?\.?\s*$)", re.IGNORECASE)
TITLE_COLON = re.compile(r"(?P<title>[^.:;?!]{1,70}?):\s+(?=\S)")
COLON_WORDS = 6
"""Words of the longest title that stands before a colon."""
FIRST_LINE_WORDS = 8
"""Words of the longest title that stands above its text in the same paragraph."""


def split_title(rest: Text, *, is_heading: bool) -> tuple[Text | None, Text]:
    """Part a numbered rule's title from its text.

    Returns:
        The title, or None where the rule has none, and the text behind it, which may be empty.
    """
    lines = list(rest.by_line())
    empty = rest.cut(len(rest.value))
    if not lines:
        return None, empty
    if is_heading:
        flat = rest.flow()
        if front_matter.is_title(flat.value):
            return flat, empty
        return (None, flat) if _is_rule(flat.value) else (flat, empty)
    if len(lines) == 1 and front_matter.is_title(rest.value) and not TITLE_BRACKET.match(rest.value):
        return rest, empty
    for part in (TITLE_BRACKET.match(rest.value), TITLE_COLON.match(lines[0].value)):
        if part and len(part["title"].split()) <= COLON_WORDS and front_matter.is_capitalised(part["title"]):
            return rest.cut(0, part.end("title")), rest.cut(part.end())
    if len(lines) == 1:
        return None, rest
    first, second = lines[0].value, lines[1].value
    if front_matter.is_title(first, FIRST_LINE_WORDS) and front_matter.is_capitalised(first) and not second[:1].islower():
        return lines[0], join(lines[1:], " ")
    return None, rest


def _is_rule(heading: str) -> bool:
    """Tell whether what is marked as a heading is a whole rule: a sentence, or too long for a title."""
    return heading.endswith((".", "!")) or len(heading.split()) > front_matter.TITLE_WORDS
