"""Numbers in anybody's texts that may cite a rule: where they are, and the words that are theirs.

Addresses are found as in documents (`judge.references.written_addresses`). Whether a number cites a rule is decided as
there (`judge.references.scope`); only whether a work of another kind is named beside it is asked here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.citations.file_passages import FilePassage
from judge.core.errors import check_deadline
from judge.core.languages import RULE, signs, units, words
from judge.core.model import Place, Reference
from judge.references.extraction import WrittenText, in_text
from judge.references.scope import number_end
from judge.references.written_addresses import mentions, series

QUOTATION = re.compile(r"“[^“”]{12,900}”|\"[^\"]{12,900}\"|«[^«»]{12,900}»")
FEWEST_QUOTED = 4
"""Words of a quotation; fewer are a title or an expression. Chosen, not fitted."""
OPERATOR = re.compile(r"[=<>~≈±^@]\s?$")
"""What programs write before numbers of other things."""
ADDRESS = re.compile(r"(?:10|127|172|192|255|0)(?:\.\d{1,3}){3}")
"""A number of a network's machine."""
BEFORE = re.compile(
    r"(?P<name>[^\W_][\w’'-]{0,30})(?:\s\d{1,6})?,?\s(?:[^\W\d_]{1,5}\s)?[(\[]?(?:(?P<unit>[^\W\d_]{1,20})\.?|§{1,2})\s?$"
)
"""Before a number: a name, and the word for a part of it."""
BEHIND = re.compile(r"[)\]\"”’]{0,2},?\s(?P<of>[^\W\d_]{1,5})\s(?P<name>(?:[\w’'&-]{1,30}(?:\s|\b)){1,7})")
"""After it: the name of what it is a number of."""
INITIALS = re.compile(r"[A-Z]{2,8}")
REACH = 80
"""Characters before a number in which such a name is. Chosen, not fitted."""
JOINT = re.compile(
    r"\s?(?:[,;/&+|–-]|and\b|or\b|to\b|with\b)?\s?(?:and\s|or\s)?[(\[]?(?:(?:[^\W\d_]{1,10}\.?\s?|§{1,2}\s?)#?)?"
)
"""What is between the numbers of a list, each with its cue or without."""
HEADED = re.compile(r"\s?(?::|[–—]|--?(?=\s))")
"""What follows a number at the head of a text: "CR 12.2: the crew goes ashore"."""
LINE_START = re.compile(r"[^\w§]{0,6}(?:[^\W\d_]{1,12}\.?\s?|§{1,2}\s?)?#?[(\[]?")
"""What is between the beginning of a line and a number that begins it."""


@dataclass(frozen=True, slots=True)
class CitedNumber:
    """A number that may cite a rule."""

    reference: Reference
    passage: FilePassage
    before: int
    """Where the number before it in its passage ends; 0 where there is none."""
    behind: int
    """Where the next one begins, or the passage ends."""
    quotations: tuple[tuple[int, int], ...] = ()
    """Where the quotations of its passage are, with their marks."""
    mates: tuple[str, ...] = ()
    """The other numbers of its passage."""

    @property
    def quoted(self) -> bool:
        """Whether it is in a quotation."""
        return is_within(self.reference.start, self.quotations)

    @property
    def number(self) -> str:
        """The number, in full."""
        return self.reference.number or ""

    @property
    def printed(self) -> bool:
        """Whether the number is there in full, and can be replaced."""
        return self.reference.text.startswith(self.number)

    @property
    def end(self) -> int:
        """Where it ends in its passage."""
        return number_end(self.reference)


def find_cited(source: str, block: int, passage: FilePassage) -> Iterator[CitedNumber]:
    """Yield the numbers of a passage that may cite rules.

    Args:
        source: id of what it stands for among the entries.
        block: its place there.
        passage: what is read.
    """
    text = passage.text
    found = [
        one
        for one in in_text(WrittenText(source, block, text, (Place(0, 1),)), only_numbers=True)
        if one.number
        and not ADDRESS.fullmatch(one.number)
        and not OPERATOR.search(text, max(0, one.start - 2), one.start)
    ]
    quotations = tuple(match.span() for match in QUOTATION.finditer(text) if match[0].count(" ") + 1 >= FEWEST_QUOTED)
    spans = _own_words(passage, [one for one in found if not (one.in_range or is_within(one.start, quotations))])
    starts = [start for start, _ in spans]
    numbers = dict.fromkeys(one.number or "" for one in found)
    for one in found:
        check_deadline()
        at = bisect_right(starts, one.start) - 1
        before, behind = spans[at][1] if at >= 0 else (0, starts[0] if starts else len(text))
        mates = tuple(number for number in numbers if number != one.number)
        yield CitedNumber(one, passage, before, behind, quotations, mates)


def count_numbers(text: str) -> int:
    """Count the numbers of a text that may cite rules by their form, as `find_cited` would find them."""
    count = end = 0
    for one in mentions(text):
        if one.start >= end and one.unit in (None, RULE):
            listed = list(series(text, one.number, one.start, one.end))
            count += 1 + len(listed)
            end = listed[-1].end if listed else one.end
    return count


def _own_words(passage: FilePassage, found: Sequence[Reference]) -> list[tuple[int, tuple[int, int]]]:
    """Return where each number is, and from where to where the words beside it may be its own.

    They end at the numbers before and after it. A list of numbers is as one; one that heads what follows has no words
    before it, nor have those before it any after its cue.
    """
    text, runs = passage.text, list[list[Reference]]()
    for one in found:
        last = runs[-1][-1] if runs else None
        if last and JOINT.fullmatch(text, number_end(last), one.start):
            runs[-1].append(one)
        else:
            runs.append([one])
    lines = [offset for offset, _ in passage.origins]
    begins = []
    for run in runs:
        line = lines[bisect_right(lines, run[0].start) - 1]
        heads = LINE_START.fullmatch(text, line, run[0].start) and HEADED.match(text, number_end(run[-1]))
        begins.append((line if heads else run[0].start, bool(heads)))
    spans, before = [], 0
    for place, run in enumerate(runs):
        end = number_end(run[-1])
        behind = begins[place + 1][0] if place + 1 < len(runs) else len(text)
        own = (run[0].start if begins[place][1] else before, max(behind, end))
        spans += [(one.start, own) for one in run]
        before = end
    return spans


def is_within(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a place is within one of some stretches."""
    return any(start < place < end for start, end in spans)


def is_foreign(text: str, start: int, end: int) -> bool:
    """Tell whether the words beside a number say that it is one of a work of another kind.

    It is asked only of numbers that no name of a document of the library is beside.

    >>> [is_foreign(text, 12, 15) for text in ("the contract 4.2", "ISO, section 4.2", "See section 4.2 of her thesis")]
    [False, True, True]
    """
    behind = BEHIND.match(text, end)
    if behind and behind["of"].casefold() in words("of") and any(map(_is_work, behind["name"].split())):
        return True
    before = BEFORE.search(text, max(0, start - REACH), start)
    return before is not None and (before["unit"] or RULE).casefold() in units() and _is_work(before["name"])


def _is_work(name: str) -> bool:
    """Tell whether a word is for a work of another kind, or initials."""
    bare = re.sub(r"[’']s$", "", name)
    return bool(INITIALS.fullmatch(bare)) or bare.casefold() in signs("works")
