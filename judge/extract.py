"""Entry text to references: finds them, in their exact places, and decides nothing.

Each form is a row of `FORMS`: a name, a pattern built from named parts, and the texts it accepts (its tests, in
tests/cases/references.md). What a reference leads to is the matter of `judge.resolve`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.model import Entry, Place, Reference, ReferenceKind
from judge.numbering import LEVEL, NUMBER
from judge.richtext import line_at

DOTTED = rf"\d{{1,3}}(?:\.{LEVEL}){{1,9}}"
"""A number of two levels or more; in running text a bare integer is a quantity."""
NOT_INSIDE = r"(?<![\w.,$€£/])"
NOT_FURTHER = r"(?![\w%]|[.,/]\d)"
CUE = r"(?:see(?:\s+also)?:?|sections?|sec\.|rules?|chapters?)"
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
        "a number of one level behind a cue: (see 26), rule 4, section 12A, § 3",
        "number",
        re.compile(rf"(?:\b{CUE}\s|§\s?)(?P<at>(?P<number>{NUMBER}){NOT_FURTHER})", re.IGNORECASE),
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
CUED = re.compile(
    rf"(?:[(\[]|\b{CUE}\s|\b(?:steps?|in|and|or|to|by|of|per|under|with|from)\s|[,–-]\s?|§\s?)[“\"']?$", re.IGNORECASE
)
"""What stands before a number that is meant as a reference."""
LABEL_BEFORE = re.compile(r"(?P<label>[^.;:,()\[\]“”\"]{2,60})\s[(\[](?:see\s(?:also\s)?)?$", re.IGNORECASE)


def extract(entries: Iterable[Entry]) -> Iterator[Reference]:
    """Find the references of entries, in the order of the text.

    An index names pages and no numbers, so its lines are not searched.
    """
    for entry in entries:
        if entry.kind == "index":
            continue
        if entry.title:
            yield from in_text(entry.id, None, entry.title, (Place(0, entry.lines[0][0]),))
        for index, block in enumerate(entry.blocks):
            yield from in_text(entry.id, index, block.text, block.places)


def in_text(source: str, block: int | None, text: str, places: tuple[Place, ...]) -> Iterator[Reference]:
    """Find the references of one block or title; where two forms claim the same words, the earlier has them.

    Args:
        source: id of the entry.
        block: index of the block; None for the title.
        text: what is searched.
        places: where it stands in the source.
    """
    taken: list[tuple[int, int]] = []
    found: list[Reference] = []
    for form in FORMS:
        for match in form.pattern.finditer(text):
            start, end = match.span("at")
            if any(low < end and start < high for low, high in taken):
                continue
            groups = match.groupdict()
            number, label = groups.get("number"), groups.get("label")
            if number and not _is_reference(text, start, match):
                continue
            if number and not label:
                before = LABEL_BEFORE.search(text, max(0, start - 80), start)
                label = before["label"].strip() if before else None
            taken.append((start, end))
            found.append(
                Reference(
                    source=source,
                    block=block,
                    start=start,
                    end=end,
                    line=line_at(places, start),
                    text=text[start:end],
                    kind=form.kind,
                    number=number,
                    label=label,
                    sure=_is_sure(form, text, start, end),
                )
            )
    yield from sorted(found, key=lambda reference: reference.start)


def _is_sure(form: Form, text: str, start: int, end: int) -> bool:
    """Tell whether the printed form alone says that this is a reference, whatever it leads to."""
    if form.kind == "number":
        return bool(CUED.search(text, max(0, start - 12), start)) or text[end : end + 1] in ("]", ")")
    return end - start + 2 >= len(text)


def _is_reference(text: str, start: int, match: re.Match[str]) -> bool:
    """Tell a section number from a version, a quantity or a date."""
    if VERSION.search(text, max(0, start - 12), start) or UNIT.match(text, match.end("number")):
        return False
    return "label" in match.re.groupindex or text[max(0, start - 1) : start] != "$"
