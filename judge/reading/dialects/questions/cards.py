"""Cards above the questions about them, and the products that they are of.

    [ST01] Starter Deck                a product: a section, its number the code
    ST01-006 Evil Twin                 a card by its code, which is an alias; also [ST01-006] Evil Twin
    Evil Twin                          a card by its name, where most questions below such titles have them

A code is capitals, digits and a hyphen; that it is one shows in its lines: several begin so, each above a question, or
above another line of that form.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.reading.dialects.glossary.alphabet import CLEAN, longest_ascending, sort_key
from judge.reading.dialects.questions.hard_wrapped import Paragraph
from judge.reading.dialects.questions.titled import FEWEST
from judge.reading.front_matter import is_title

CODE = r"[A-Z]{1,5}\d{0,3}[A-Z]?-[A-Z]{0,3}\d{1,4}[a-z]?"
CARD = re.compile(rf"[\[(【]?(?P<code>{CODE})[\])】]?[:.]?\s+(?=\S)")
"""`ST01-006 Evil Twin`, `[ST01-006] Evil Twin`."""
PRODUCT = re.compile(r"[\[【](?P<code>[A-Z]{1,5}-?\d{0,3}[A-Z]?)[\]】]\s+(?=\S)")
"""`[ST01] Starter Deck`."""
SAYS_CARDS = re.compile(r"\bcards?\b", re.IGNORECASE)
NAMED = 0.6
"""Share of the titles that their own questions print, so that they are names."""
FEWEST_SILENT = 5
"""Names that are taken for those of cards though no heading above them says so."""


class CodedHeading(NamedTuple):
    """The heading of a card or of a product."""

    code: str
    title: str
    is_card: bool


def find_coded(paragraphs: Sequence[Paragraph], questions: Container[int]) -> dict[int, CodedHeading]:
    """Find the cards and the products with codes; none where too few such lines stand above questions."""
    cards = {index: card for index, one in enumerate(paragraphs) if (card := _coded(one, CARD))}
    above = [index for index in cards if index + 1 in questions or index + 1 in cards]
    if len(above) < FEWEST or 2 * len(above) < len(cards):
        return {}
    found = {index: CodedHeading(*cards[index], is_card=True) for index in above}
    sets = {heading.code.partition("-")[0] for heading in found.values()}
    products = {index: named for index, one in enumerate(paragraphs) if (named := _coded(one, PRODUCT))}
    return found | {index: CodedHeading(*named, is_card=False) for index, named in products.items() if named[0] in sets}


def _coded(paragraph: Paragraph, form: re.Pattern[str]) -> tuple[str, str] | None:
    """Return the code and the name that a line is."""
    found = form.match(paragraph.value) if paragraph.rows == 1 else None
    name = paragraph.value[found.end() :] if found else ""
    return (found["code"], name) if found and is_title(name) else None


def find_named(
    paragraphs: Sequence[Paragraph], titles: Mapping[int, tuple[str, int]], questions: Container[int]
) -> set[int]:
    """Find the titles that are names of cards: the questions below most of them print them.

    Where the heading above them does not say that they are cards, they are several words each and in the order of the
    alphabet, since the questions below a subject print that as well.

    Args:
        paragraphs: of the document.
        titles: what parts it, each with its level; numbered titles are none of them.
        questions: indexes of the questions.
    """
    found: set[int] = set()
    bounds = dict(pairwise([*sorted(titles), len(paragraphs)]))
    for above, group in _groups(titles):
        asked = [index for index in group if index + 1 in questions]
        named = sum(_is_printed(titles[index][0], paragraphs[index + 1 : bounds[index]]) for index in asked)
        if len(asked) < FEWEST or 2 * len(asked) < len(group) or named < NAMED * len(asked):
            continue
        if SAYS_CARDS.search(above) or _are_names([titles[index][0] for index in asked]):
            found.update(asked)
    return found


def _groups(titles: Mapping[int, tuple[str, int]]) -> list[tuple[str, list[int]]]:
    """Return the titles that stand below one title, with it."""
    path: list[tuple[str, int, list[int]]] = [("", 0, [])]
    groups = path[:]
    for index, (title, level) in sorted(titles.items()):
        while path[-1][1] >= level:
            path.pop()
        path[-1][2].append(index)
        path.append((title, level, []))
        groups.append(path[-1])
    return [(title, members) for title, _, members in groups]


def _is_printed(name: str, below: Sequence[Paragraph]) -> bool:
    """Tell whether a text below a title has it as a name: as it is printed, and not at its beginning."""
    return any(one.value.find(name) > 0 for one in below)


def _are_names(titles: Sequence[str]) -> bool:
    several = sum(" " in title for title in titles)
    ordered = len(longest_ascending([sort_key(title) for title in titles]))
    return len(titles) >= FEWEST_SILENT and 2 * several >= len(titles) and ordered >= CLEAN * len(titles)
