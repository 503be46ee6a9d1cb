"""Numbers in anybody's texts that may cite a rule: where they stand, and what stands before them.

The forms are those of references (`judge.references.forms`). What stands before a number is its cue:

    rule 12.2    see §12.4    CR 12.3b    # 12.2f       (12.2)    [12.2]    "12.2"     row: rule 12.2
    rule         §            cr          ^comment      (         [         ^string    rule

In a list, the cue of the first number is that of all. Nothing is decided here but what cannot be a citation at all:
versions, quantities, dates.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.citations.texts.passages import Passage
from judge.core.model import Place, Reference
from judge.references.extraction import in_text
from judge.references.scope import number_end
from judge.references.signs.evidence import LIST

REACH = 60
"""Characters before a number in which its cue stands."""
MOST_LISTED = 12
QUOTATION = re.compile(r"“[^“”]{12,900}”|\"[^\"]{12,900}\"|«[^«»]{12,900}»")
FEWEST_QUOTED = 4
"""Words of a quotation; fewer are a title or an expression."""
COUNTED = re.compile(r"(?:\s(?:numbers?|nos?\.?|nr\.?)|\s?#)\s?$", re.IGNORECASE)
"""What may stand between a cue and its number."""
CUE = re.compile(r"(?P<cue>§{1,2}|#|(?<![\w.])[A-Za-z][\w’'-]{0,30}(?:\.(?=\s?$))?)[:=]?\s{0,3}$")
ENCLOSED = re.compile(r"(?P<mark>[(\[{<|])[\"“'‘`*\s]{0,3}$")
WRAPPED = re.compile(r"[\"“”'‘’`*_(\[{<\s]{1,6}$")
NEVER_BEFORE = re.compile(
    r"(?:[$€£¥~≈±<>=^]|[<>!=]=|\b(?:v|ver|vers|version|versions|edition|release|released|rev|revision|build|patch|"
    r"update|firmware|python|java|node|php|ruby|perl|django|rails|ios|android|windows|macos|ubuntu|debian|linux|chrome|"
    r"firefox|safari|http|https|tls|ssl|usb|bluetooth|unity|unreal|sqlite|postgres|postgresql|mysql|sdk|api|jdk|npm|pip|"
    r"utf|rfc|iso|din|ieee|pep|cve|ip|ipv4|host|port|localhost|figure|fig|figs|table|tab|equation|eq|listing|usd|eur|"
    r"gbp|chf|costs?|price|worth|paid|average|approximately|roughly|nearly|almost|least|most|than|score|scored|rated|"
    r"rating)\.?\s?[:=]?\s?[v]?)$",
    re.IGNORECASE,
)
"""What stands before numbers of other things."""
NEVER_BEHIND = re.compile(
    r"\s?(?:[%°€$£¥×=]|[<>]=?|[-+](?:alpha|beta|rc|dev|snapshot)|\s?(?:kg|km|cm|mm|mb|gb|kb|tb|ms|fps|hz|khz|mhz|ghz|px|pt|"
    r"usd|eur|gbp|million|billion|thousand|stars?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|euros?|dollars?|"
    r"points?|percent|times|meters?|metres?|miles?|degrees?|a\.?m\.?|p\.?m\.?|uhr|o'clock|releases?|versions?|builds?)\b)"
    r"|:\d|@\w|/[A-Za-z]|-[A-Za-z]{2}|\.[A-Za-z]{2}|\(\)",
    re.IGNORECASE,
)
"""What stands behind them."""
DATE = re.compile(r"\d{1,2}\.\d{1,2}\.(?:19|20)\d\d|(?:19|20)\d\d\.\d{1,2}(?:\.\d{1,2})?")
FOREIGN_NOUN = (
    r"(?:manual|specification|spec|standard|policy|policies|contract|agreement|act|law|statute|directive|constitution|"
    r"thesis|paper|article|book|textbook|guide|guidelines|handbook|documentation|docs|tutorial|readme|terms|licen[cs]e|"
    r"appendix|report|wiki|encyclopedia|bible|code|regulations?|treaty|charter|syllabus|curriculum|lecture|course|novel|"
    r"chapter|volume|memo|minutes|proposal|whitepaper|newsletter|magazine|store|plan|file|page|site|faq|rules|rulebook|"
    r"reference|document|errata)"
)
FOREIGN_BEHIND = re.compile(
    rf"[)\]\"”’]{{0,2}},?\s(?:of|in|from|to)\s(?:(?:the|our|your|their|his|her|my|its|a|an|that|another)\s)?"
    rf"(?P<name>(?:[\w’'&-]{{1,30}}\s){{0,5}}?(?:(?i:{FOREIGN_NOUN})\b|[A-Z]{{2,8}}\b))"
)
"""Behind a number: the name of what it is a number of."""
FOREIGN_BEFORE = re.compile(
    rf"\b(?P<name>{FOREIGN_NOUN}|[A-Z]{{2,8}}[ -]?\d{{1,6}})(?:['’]s)?,?\s(?:(?:under|in|at|see|its|,)\s)?"
    r"(?:\(?(?:sections?|chapters?|clauses?|paragraphs?|parts?|§{1,2}|rules?)\s?)$",
    re.IGNORECASE,
)
"""Before it: the same."""
INITIALS = re.compile(r"(?<![\w.])[A-Z]{2,8},?\s\(?(?:[Ss]ections?|[Ss]ec\.|[Cc]hapters?|[Pp]aragraphs?|§{1,2})\s?$")
"""Before a number: initials of something, and a word for a part of it."""
OWN_NOUN = re.compile(r"\b(?:rules|rulebook|faq|reference|errata|document|game)$", re.IGNORECASE)
"""A name that ends so may be that of a document of the library, under whatever adjectives."""
JOINT = re.compile(
    r"\s?(?:[,;/&+|–-]|and\b|or\b|to\b|with\b)?\s?(?:and\s|or\s)?[(\[]?(?:(?:[^\W\d_]{1,10}\.?\s?|§{1,2}\s?)#?)?"
)
"""What stands between the numbers of a list, each with its cue or without."""
HEADED = re.compile(r"\s?(?::|[–—]|--?(?=\s))")
"""What follows a number at the head of a text: "CR 12.2: the crew goes ashore"."""
LINE_START = re.compile(r"[^\w§]{0,6}(?:[^\W\d_]{1,12}\.?\s?|§{1,2}\s?)?#?[(\[]?")
"""What stands between the beginning of a line and a number that begins it."""
ADDRESS = re.compile(r"(?:10|127|172|192|255|0)\.\d{1,3}\.\d{1,3}\.\d{1,3}")


@dataclass(frozen=True, slots=True)
class Cited:
    """A number that may cite a rule."""

    reference: Reference
    passage: Passage
    cue: str
    """What stands before it, folded."""
    before: int
    """Where the number before it in its passage ends; 0 where there is none."""
    behind: int
    """Where the next one begins, or the passage ends."""
    quotations: tuple[tuple[int, int], ...] = ()
    """Where the quotations of its passage stand, with their marks."""
    mates: tuple[str, ...] = ()
    """The other numbers of its passage."""

    @property
    def quoted(self) -> bool:
        """Whether it stands in a quotation."""
        return is_within(self.reference.start, self.quotations)

    @property
    def number(self) -> str:
        """The number, in full."""
        return self.reference.number or ""

    @property
    def printed(self) -> bool:
        """Whether the number stands there in full, and can be replaced."""
        return self.reference.text.startswith(self.number)

    @property
    def end(self) -> int:
        """Where it ends in its passage."""
        return number_end(self.reference)


def find_cited(source: str, block: int, passage: Passage) -> Iterator[Cited]:
    """Yield the numbers of a passage that may cite rules.

    Args:
        source: id of what it stands for among the entries.
        block: its place there.
        passage: what is read.
    """
    text = passage.text
    found = [
        one
        for one in in_text(source, block, text, (Place(0, 1),), only_numbers=True)
        if one.number and not is_other(text, one.start, one.start + len(one.text.split(" ")[0]))
    ]
    quotations = tuple(match.span() for match in QUOTATION.finditer(text) if match[0].count(" ") + 1 >= FEWEST_QUOTED)
    spans = _own_words(passage, [one for one in found if not is_within(one.start, quotations)])
    starts = [start for start, _ in spans]
    numbers = dict.fromkeys(one.number or "" for one in found)
    for one in found:
        at = bisect_right(starts, one.start) - 1
        before, behind = spans[at][1] if at >= 0 else (0, starts[0] if starts else len(text))
        mates = tuple(number for number in numbers if number != one.number)
        yield Cited(one, passage, cue_of(passage, one.start), before, behind, quotations, mates)


def _own_words(passage: Passage, found: Sequence[Reference]) -> list[tuple[int, tuple[int, int]]]:
    """Return where each number stands, and from where to where the words beside it may be its own.

    They end at the numbers before and behind it. A list of numbers is as one; one that heads what follows has no words
    before it, nor have those before it any behind its cue.
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


def is_other(text: str, start: int, end: int) -> bool:
    """Tell whether a number is that of a version, a quantity, a date or an address, whatever it could lead to."""
    number = text[start:end].rstrip(".")
    return bool(
        DATE.fullmatch(number)
        or ADDRESS.fullmatch(number)
        or NEVER_BEFORE.search(text, max(0, start - 16), start)
        or NEVER_BEHIND.match(text, start + len(number))
    )


def cue_of(passage: Passage, start: int) -> str:
    """Return what stands before a number, folded; a mark before its place in the file where nothing does."""
    before = passage.text[max(0, start - REACH) : start]
    for _ in range(MOST_LISTED):
        listed = LIST.search(before)
        if not listed:
            break
        before = before[: listed.start()]
    if not before.strip(" \"“'‘`*_-#>|"):
        return f"^{passage.place}"
    enclosed = ENCLOSED.search(before)
    if enclosed and enclosed["mark"] in "([{":
        return enclosed["mark"]
    bare = COUNTED.sub("", WRAPPED.sub("", before) if not before.endswith("#") else before)
    cue = CUE.search(bare)
    return cue["cue"].casefold().rstrip(".") if cue else before.rstrip()[-1]


def is_foreign(text: str, start: int, end: int) -> bool:
    """Tell whether the words beside a number say that it is one of something that is not of the library.

    It is asked only of numbers that no name of a document of the library stands beside.
    """
    behind = FOREIGN_BEHIND.match(text, end)
    if behind:
        words = behind["name"].split()
        return not (OWN_NOUN.search(words[-1]) and len(words) == 1)
    before = FOREIGN_BEFORE.search(text, max(0, start - REACH), start)
    return bool(before) and not OWN_NOUN.search(before["name"] if before else "")


def is_after_initials(one: Cited) -> bool:
    """Tell whether initials that may be those of any document say what a number is a section of."""
    return bool(INITIALS.search(one.passage.text, max(0, one.reference.start - REACH), one.reference.start))
