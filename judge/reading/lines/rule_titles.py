"""Where the title of a numbered rule ends and its text begins."""

from __future__ import annotations

import re

from judge.reading.lines import front_matter
from judge.reading.text.rich_text import Text, join

TITLE_BRACKET = re.compile(r"(?P<title>[^.:;?!()]{1,70}?)\s+(?=\(see\b[^()]*\)?\.?\s*$)", re.IGNORECASE)
TITLE_COLON = re.compile(r"(?P<title>[^.:;?!]{1,70}?):\s+(?=\S)")
COLON_WORDS = 6
"""Words of the longest title that is before a colon. Half changes 6 entries of the UFS rules, double nothing."""
FIRST_LINE_WORDS = 8
"""Words of the longest title that is above its text in the same paragraph. Half changes 1 entry of the UFS rules,
double nothing."""
RUN_IN = re.compile(r"(?P<title>[^.:;?!。：]{1,70})(?:[.:]\s+|[。：]\s*)(?=\S)")
"""A title that ends with a full stop or a colon before its text: `1.2 Anchors. An anchor holds the ship.`"""
RUN_IN_WORDS = 5
"""Words of the longest such title. Half or double changes nothing in the five documents."""
STOPS, ENDS_SENTENCE = " .:。：–—", (".", "。")
"""What parts a title in bold type from its text, and what of it a new sentence follows."""


def has_run_in_title(text: str) -> bool:
    """Tell whether a rule may begin with a title and a full stop."""
    found = RUN_IN.match(text.replace("\n", " "))
    return found is not None and front_matter.word_count(found["title"]) <= RUN_IN_WORDS and not text[:1].islower()


def has_title_above(text: str) -> bool:
    """Tell whether a rule may begin with a title in a line of its own, much shorter than the line below it."""
    first, _, rest = text.partition("\n")
    below = rest.partition("\n")[0]
    if not below or below[0].islower() or not front_matter.is_title(first, FIRST_LINE_WORDS):
        return False
    return front_matter.width(first) < STUB * max(front_matter.width(below), FULL)


STUB = 0.7
"""Share of a full line that a title above its text takes at most. Half changes 1 entry of the UFS rules, double
nothing."""
FULL = 40
"""Columns of the narrowest line that is a full one. Half changes 1 entry of the L5R reference, double 54 entries of the
L5R reference."""


def split_title(
    rest: Text, *, is_heading: bool, is_bold: bool = False, run_in: bool = False, above: bool = False
) -> tuple[Text | None, Text]:
    """Part a numbered rule's title from its text.

    Args:
        rest: what is after the number.
        is_heading: whether the source marks it as a heading.
        is_bold: whether the number is printed in bold type.
        run_in: whether the rules of this level begin with titles that end with a full stop.
        above: whether they begin with titles in a line of their own.

    Returns:
        The title, or None where the rule has none, and the text after it, which may be empty.
    """
    lines = list(rest.by_line())
    empty = rest.cut(len(rest.value))
    if not lines:
        return None, empty
    if is_heading:
        flat = rest.flow()
        return (None, flat) if _is_rule(flat.value) else (flat, empty)
    if bold := _split_bold_title(rest.flow(), is_bold=is_bold):
        return bold
    run = RUN_IN.match(rest.flow().value) if run_in and has_run_in_title(rest.value) else None
    if run:
        return rest.flow().cut(0, run.end("title")), rest.flow().cut(run.end())
    if above and has_title_above("\n".join(line.value for line in lines)):
        return lines[0], join(lines[1:], " ")
    if len(lines) == 1 and front_matter.is_title(rest.value) and not TITLE_BRACKET.match(rest.value):
        return rest, empty
    for part in (TITLE_BRACKET.match(rest.value), TITLE_COLON.match(lines[0].value)):
        if (
            part
            and front_matter.word_count(part["title"]) <= COLON_WORDS
            and front_matter.is_capitalised(part["title"])
        ):
            return rest.cut(0, part.end("title")), rest.cut(part.end())
    if len(lines) == 1:
        return None, rest
    first, second = lines[0].value, lines[1].value
    if (
        front_matter.is_title(first, FIRST_LINE_WORDS)
        and front_matter.is_capitalised(first)
        and not second[:1].islower()
    ):
        return lines[0], join(lines[1:], " ")
    return None, rest


def _split_bold_title(flat: Text, *, is_bold: bool) -> tuple[Text, Text] | None:
    """Part the words in bold type with which a rule begins from its text, if they are a title.

    Without a stop after them they are one only if the number is bold as well; else they are merely stressed.
    """
    end = next((end for start, end, kind in flat.marks if kind == "strong" and not start), 0)
    title = flat.value[:end].rstrip(STOPS)
    behind = flat.value[len(title) :]
    text = behind.lstrip(STOPS)
    stop = behind[: len(behind) - len(text)].strip()
    if not text or not front_matter.is_title(title, FIRST_LINE_WORDS):
        return None
    if not (stop or is_bold or title.endswith("?")):
        return None
    if text[0].islower() and (not stop or stop.endswith(ENDS_SENTENCE)):
        return None
    return flat.cut(0, len(title)), flat.cut(len(flat.value) - len(text))


def _is_rule(heading: str) -> bool:
    """Tell whether what is marked as a heading is a whole rule: a sentence, or too long for a title."""
    return heading.endswith((".", "!")) or len(heading.split()) > front_matter.TITLE_WORDS
