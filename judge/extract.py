"""Entry text to references: finds them, in their exact places, and decides nothing.

Each form is a row of `FORMS`: a name, a pattern built from named parts, and the texts it accepts (its tests, in
tests/cases/references.md). What a reference leads to is the matter of `judge.resolve`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.model import Block, Entry, Reference, ReferenceKind
from judge.numbering import LEVEL, NUMBER
from judge.richtext import line_at

DOTTED = rf"\d{{1,3}}(?:\.{LEVEL}){{1,9}}"
"""A number of two levels or more; in running text a bare integer is a quantity."""
NOT_INSIDE = r"(?<![\w.,$€£/])"
NOT_FURTHER = r"(?![\w%]|[.,/]\d)"
CUE = r"(?:see(?:\s+also)?:?|steps?|sections?|sec\.|rules?|chapters?|§+|per|under)"
CAPITALISED = r"[“\"'‘(]?[A-Z][\w’'&-]*"
TITLE_WORDS = (
    rf"{CAPITALISED}(?:[ \-](?:{CAPITALISED}|(?:a|an|the|of|to|in|on|at|by|for|from|with|and|or|vs\.?)"
    rf"(?= {CAPITALISED})))*[”\"']?"
)
VERSION = re.compile(r"(?:\bv|version|edition|ver\.|release)\s*$", re.IGNORECASE)
UNIT = re.compile(r"\s*(?:[x×%]|percent|points?|cards?|counters?|inches|cm|mm|minutes?|hours?|seconds?|times|am|pm)\b")


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which authors write a reference."""

    name: str
    kind: ReferenceKind
    pattern: re.Pattern[str]
    """Its group `at` is the reference as printed; `number` or `label` say what it points at."""


FORMS = (
    Form(
        "a number with words behind it: see 26.0 Triggered Effects; Step 30.4 Combat Cleanup",
        "number",
        re.compile(rf"{NOT_INSIDE}(?P<at>(?P<number>{DOTTED}){NOT_FURTHER}(?:[.:]?\s(?P<label>{TITLE_WORDS}))?)"),
    ),
    Form(
        "a bare number behind a cue or in brackets: (see 26), rule 4, section 12A",
        "number",
        re.compile(rf"(?:\b{CUE}\s|§\s?)(?P<at>(?P<number>{NUMBER}){NOT_FURTHER})(?!\s(?:players?|cards?))", re.IGNORECASE),
    ),
    Form(
        "the words See and a title: See Toughness; (see Stick); See See X Fighting for more details",
        "see",
        re.compile(
            r"\b(?P<at>[Ss]ee (?:[Ss]ee )?(?:also )?(?P<label>[“\"']?(?:[A-Z$\"“'‘+]|\d+ [A-Z])[^.;:()\n]*"
            r"(?:\([A-Z0-9]{2,4}\))?[^;:()\n]*))"
        ),
    ),
)
LABEL_BEFORE = re.compile(r"(?P<label>[^.;:,()\[\]“”\"]{2,60})\s[(\[](?:see\s(?:also\s)?)?$", re.IGNORECASE)


def extract(entries: Iterable[Entry]) -> Iterator[Reference]:
    """Find the references of entries, in the order of the text.

    An index names pages and no numbers, so its lines are not searched.
    """
    for entry in entries:
        if entry.kind == "index":
            continue
        for index, block in enumerate(entry.blocks):
            yield from in_block(entry.id, index, block)


def in_block(source: str, index: int, block: Block) -> Iterator[Reference]:
    """Find the references of one block; where two forms claim the same words, the earlier form has them."""
    taken: list[tuple[int, int]] = []
    found: list[Reference] = []
    for form in FORMS:
        for match in form.pattern.finditer(block.text):
            start, end = match.span("at")
            if any(low < end and start < high for low, high in taken):
                continue
            groups = match.groupdict()
            number, label = groups.get("number"), groups.get("label")
            if number and not _is_reference(block.text, start, match):
                continue
            if number and not label:
                before = LABEL_BEFORE.search(block.text, max(0, start - 80), start)
                label = before["label"].strip() if before else None
            taken.append((start, end))
            found.append(
                Reference(
                    source=source,
                    block=index,
                    start=start,
                    end=end,
                    line=line_at(block.places, start),
                    text=block.text[start:end],
                    kind=form.kind,
                    number=number,
                    label=label,
                )
            )
    yield from sorted(found, key=lambda reference: reference.start)


def _is_reference(text: str, start: int, match: re.Match[str]) -> bool:
    """Tell a section number from a version, a quantity or a date."""
    if VERSION.search(text, max(0, start - 12), start) or UNIT.match(text, match.end("number")):
        return False
    return "label" in match.re.groupindex or text[max(0, start - 1) : start] != "$"
