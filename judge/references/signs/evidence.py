"""What stands around a number and says that it cites whatever it leads to, or that it cannot cite.

Whether a number that exists is a reference is weighed in `judge.references.signs.odds`.

for       a cue ("rule 4.2", "§ 4.2", "step 4.2"), brackets, a word of place ("in 4.2", "during 4.2"), a verb that
          sends the reader ("proceed to 4.2"), a joint before the shape of a rule ("and 4.2.1"); in a list or range,
          what its first number has
against   a unit or a noun that is counted ("4.2 kg", "4.2 tons", "4.2 or more"), words of quantity before it ("about
          4.2"), what is numbered in other things ("figure 4.2", "version 4.2"), a work of another kind beside it
          ("chapter 4.2 of the novel", "rule 4.2 of another game"), a date, a telephone number
"""

from __future__ import annotations

import re

from judge.core.numbering import LEVEL, NUMBER
from judge.references.forms import CUE

NEAR = 40
"""Characters before a number that are looked at."""
CLAUSE = 120
"""The same for a "see" earlier in the clause."""
MOST_MEMBERS = 16
"""Numbers of a list before one."""
FORMS = (
    ("section sign", re.compile(r"§\s?$")),
    ("square bracket", re.compile(r"\[(?:see\s)?$", re.IGNORECASE)),
    ("question", re.compile(r"\b(?:questions?|answers?|entry|q\.?)\s?$", re.IGNORECASE)),
    ("rule", re.compile(r"\brules?\s?$", re.IGNORECASE)),
    ("section", re.compile(r"\b(?:sections?|sec\.|chapters?|paragraphs?)\s?$", re.IGNORECASE)),
    ("see", re.compile(r"\b(?:see|cf\.?|compare)(?:\salso)?:?\s?[(\[]?$", re.IGNORECASE)),
    ("bracket", re.compile(r"\($")),
)
"""How a number is written, by what stands before it."""
LIST = re.compile(
    rf"(?:{NUMBER}|\bappendix\s\w{{1,5}})(?:\s?[–-]\s?\w{{1,4}})?(?:\s?(?:,|and|or|to|through|thru|&|[–-]|,\sand|,\sor)\s?)$",
    re.IGNORECASE,
)
"""What stands before a number of a list, but for its first."""
CUED = re.compile(
    rf"(?:[(\[]|\b{CUE}:?\s#?|§\s?|"
    r"\b(?:clauses?|paragraphs?|subsections?|cf\.?|steps?|in|per|under|from|during|following|after|before|via)\s|"
    r"\b(?:go|goes|going|proceed|return|advance|move|skip|jump|back|continue|refer|according|subject|pursuant|contrary|"
    r"exception|due|thanks|similar|limited|restricted|up)(?:s|ed|ing)?\sto\s|"
    r"\b(?:wait|look|check|watch)(?:s|ed|ing)?\sfor\s|"
    r"\b(?:accordance|compliance|line|conflict|comply|complies|consistent)\swith\s|"
    r"\b(?:exceptions?|meaning|terms|purposes?|provisions?|requirements?|virtue|part|parts|text|wording|case|violation|"
    r"breach|application|instructions?|means|sentence|spirit|letter|intent|interpretation)\sof\s|"
    r"\b(?:told|given|set|said|shown|[a-z]{2,12}ed)\s(?:out\s|down\s|in\s(?:full|detail|part)\s)?(?:by|at)\s"
    r"(?:either\s)?|"
    r"\b(?:as|and|or|but|that|because|if|when|since|while)\sby\s)[“\"']?$",
    re.IGNORECASE,
)
"""What stands before a number that is meant as a reference."""
JOINED = re.compile(r"\b(?:and|or|to|by|of|with|at|than)\s[“\"']?$", re.IGNORECASE)
"""The same for a number whose shape is that of a rule."""
ITEM = re.compile(r",\s(?:points?|items?)\s$", re.IGNORECASE)
"""What stands before a number that counts within what is named before it: "FAQ, section “Play”, point 4.2"."""
GROWING = re.compile(
    r"\b(?:increas|rais|reduc|multipl|divid|lower|decreas|exceed|shift|mov|extend|shorten|adjust|modifi|chang|scal|"
    r"boost|pric|valu|rat|start|end|stopp|capp|fix|track|estimat|measur)\w{0,4}\s(?:by|at)\s$|"
    r"\b(?:increas|rais|reduc|lower|decreas|ris|rose|fall|fell|grow|grew|dropp)\w{0,4}\s(?:from|to)\s$",
    re.IGNORECASE,
)
"""Words before a number by which something grows, or at which it stands."""
SEE = re.compile(r"\b(?:see|cf|compare)\b(?:[^.;]|\.(?=\d)){0,120}$", re.IGNORECASE)
"""What says in a clause that it cites."""
SHAPED = re.compile(
    rf"\d{{1,4}}(?:\.{LEVEL}){{2,9}}|\d{{1,4}}[A-Za-z]?(?:\.{LEVEL}){{0,8}}\.?[A-Za-z]|[A-Z](?:\.{LEVEL}){{1,9}}"
)
"""Numbers that are hardly anything but those of rules."""
DEEP = re.compile(rf"\d{{1,4}}[A-Za-z]?(?:\.{LEVEL}){{2,9}}")
"""Those of them that no quantity has."""
DATE = re.compile(r"(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|[12]\d|3[01])\.(?:19|20)\d\d")
"""A day of a month and year, in either order."""
DIALLED = re.compile(r"(?<![\w.])\+?\d{3,}\s$")
"""The part of a telephone number before another."""
NUMBERED = re.compile(rf"(?:[(\[]|\b{CUE}\s#?|§\s?|\bsteps?\s)[“\"']?$", re.IGNORECASE)
"""What says before a number that it is one of a rule, whatever stands behind it."""
VERSION = re.compile(
    r"(?:\bv|version|edition|ver\.|release|patch|figures?|fig\.|tables?|diagrams?|season|episode|\bapp|\bclient|"
    r"\bbuild|firmware|software)\s*$",
    re.IGNORECASE,
)
"""Words before a number that count other things than rules."""
QUANTITY = re.compile(
    r"\b(?:average|about|around|nearly|almost|roughly|approximately|exactly|least|most|than|costs?|worth|paid|pays?|"
    r"between|factor\sof|total\sof|sum\sof|rating\sof|ratio\sof)\s$",
    re.IGNORECASE,
)
"""Words before a number that is a quantity."""
UNIT = re.compile(
    r"\s*(?:[x×%]|percent|points?|cards?|counters?|inches|feet|cm|mm|km|kg|mph|lbs?|oz|minutes?|hours?|seconds?|times|am|"
    r"pm|people|men|women|children|dice|each|apiece|out\sof|or\s(?:more|less|fewer|higher|lower|better|worse))\b"
    r"|\s(?:to|in)\s(?:one|two|ten)\b"
)
"""What stands behind a number that is a quantity."""
THING = (
    r"(?:novel|film|movie|comic|magazine|story|poem|bible|law|treaty|standard|league|season|series|app|client|software|"
    r"website|constitution|contract|stadium|arena|hall|venue|building|car\spark)\b"
)
"""What has numbers and is not a book of rules."""
OTHER_THING = re.compile(
    rf"\s(?:of|in|from)\s(?:(?:the|a|an|his|her|their|our|my)\s(?:[\w’'-]{{1,20}}\s){{0,2}}{THING}|"
    r"(?:another|a\sdifferent|some\sother|the\sother)\s(?:[\w-]{1,20}\s)?game\b|other\s(?:[\w-]{1,20}\s)?games\b)"
)
"""The same behind a number: "chapter 4 of the novel", "rule 4.2 of another game"."""
THING_BEFORE = re.compile(rf"\b{THING},\s(?:chapter|part|section|page)\s$", re.IGNORECASE)
"""The same before it: "her second novel, chapter 4"."""
COUNTED_NOUN = re.compile(r"\s(?P<noun>[a-z]{2,20}(?<!ss)s)\b")
"""A word right behind a number that is a plural, or a verb."""
CITED_AS = frozenset(
    "is are was were has have do does says say applies apply allows lets states means governs covers tells explains "
    "describes requires forbids defines rules lists gives makes shows details specifies permits prevents determines "
    "sets supersedes overrides replaces notes includes refers as its this handles prohibits treats uses causes "
    "clarifies contains puts reads implies mentions settles answers decides allowed applied required meant covered "
    "forbade permitted prevented governed explained would could can cannot should must doesn didn isn wasn that "
    "which".split()
)
"""Words behind a number that cites: verbs, and what looks like a plural and is none."""


def form_of(text: str, start: int) -> str:
    """Return how a number is written; in a list, how its first number is.

    >>> form_of("as rules 2.1 and 3.4", 16), form_of("(3.4)", 1), form_of("about 3.4", 6)
    ('rule', 'bracket', '')
    """
    for before in _before(text, start):
        if form := next((name for name, pattern in FORMS if pattern.search(before)), None):
            return form
    return ""


def is_cited(text: str, start: int, end: int) -> bool:
    """Tell whether what stands right beside a number says that it cites, whatever it leads to.

    >>> is_cited("as told in 3.4", 11, 14), is_cited("proceed to 3.4", 11, 14), is_cited("up by 3.4", 6, 9)
    (True, True, False)
    """
    if ITEM.search(text, max(0, start - NEAR), start):
        return False
    if text[end : end + 1] in ("]", ")"):
        return True
    if SHAPED.fullmatch(text, start, end) and JOINED.search(text, max(0, start - NEAR), start):
        return True
    return any(CUED.search(before) and not GROWING.search(before) for before in _before(text, start))


def is_against(text: str, start: int, end: int, *, labelled: bool = False) -> bool:
    """Tell whether a number counts or names something else: "5.2 tons", "on average 2.4 ships", "version 2.1".

    A number with a title behind it is not a quantity.

    >>> [is_against(text, 4, 7) for text in ("for 5.2 tons", "for 5.2 or more", "for 5.2 says so")]
    [True, True, False]
    """
    before = text[max(0, start - NEAR) : start]
    if DATE.fullmatch(text, start, end) or any(one.search(before) for one in (VERSION, DIALLED, THING_BEFORE)):
        return True
    if UNIT.match(text, end) or OTHER_THING.match(text, end):
        return True
    noun = None if DEEP.fullmatch(text, start, end) else COUNTED_NOUN.match(text, end)
    if labelled or NUMBERED.search(before) or text[end : end + 1] in (")", "]"):
        return False
    return bool(QUANTITY.search(before)) or bool(noun and noun["noun"] not in CITED_AS)


def _before(text: str, start: int) -> list[str]:
    """Return what stands before a number, and before each number of the list that it ends."""
    before = text[max(0, start - CLAUSE) : start]
    found = [before[-NEAR:]]
    while len(found) < MOST_MEMBERS and (listed := LIST.search(before)):
        before = before[: listed.start()]
        found.append(before[-NEAR:])
    return found
