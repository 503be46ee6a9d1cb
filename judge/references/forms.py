"""The forms in which authors write references: one table, each form with texts that are its tests.

A form only says what a reference looks like; where two claim the same words, the earlier has them. Each pattern has
a group `at`, the reference as printed, and `number` or `label` for what it points at. A form is `sure` where its
words alone say that it is a reference; otherwise it is one only if it leads somewhere.

Repetitions are bounded and begin with something that cannot go on forever, so no text makes a pattern slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.core.languages import RULE, units
from judge.core.model import ReferenceKind
from judge.core.numbering import LEVEL
from judge.references.addresses import NOT_FURTHER

DOTTED = rf"(?:\d{{1,3}}(?:\.{LEVEL}){{1,9}}|[A-Z]\.\d{{1,3}}(?:\.{LEVEL}){{0,8}})"
"""A number of two levels or more, the first a letter or not; in running text a bare integer is a quantity."""
NOT_INSIDE = r"(?:(?<![\w.,$€£/])|(?<=\b[rR])|(?<=\d/)(?=\d{1,3}\.\d))"
"""Where a number may begin: not within a word or another number, but behind the r of "r404.2"."""
HEADED = (RULE, "appendix", "part", "phase", "step")
"""Units that have titles."""
UNIT_WORDS = (word for word, unit in units().items() if unit in HEADED and len(word) > 3)
PART = rf"(?:entry|entries|topics?|headings?|{'|'.join(sorted(UNIT_WORDS, key=len, reverse=True))})"
CAPITALISED = r"[“\"'‘(]?[A-Z][\w’'&/-]{0,40}"
SMALL = r"(?:a|an|the|of|to|in|on|at|by|for|from|with|and|or|per|vs\.?)"
TITLE_WORDS = rf"{CAPITALISED}(?:,?[ \-](?:{CAPITALISED}|{SMALL}(?= {CAPITALISED}))){{0,12}}[”\"']?"
COUNTED = r"(?:(?:Step|Option|Phase|Part)(?: \d{1,2})?: )?"
HEADING = rf"(?:Appendix [IVX\d]{{1,4}}: )?{CAPITALISED}(?: (?:{CAPITALISED}|{SMALL}(?= {CAPITALISED}))){{0,8}}"
QUOTED = (
    r"(?:“[^“”\n]{1,100}”|‘[^‘’\n]{1,100}’|\"[^\"\n]{1,100}\"|»[^«»\n]{1,100}«|«[^«»\n]{1,100}»|„[^„“”\n]{1,100}[“”])"
)
LABELLED = re.compile(rf"(?::?|,(?=\s[“\"‘]))\s(?!\()(?P<label>{QUOTED}|{COUNTED}{TITLE_WORDS})")
"""The words behind a number of several levels that may be a title."""
LABELLED_SINGLE = re.compile(rf",\s(?P<label>{QUOTED})")
"""The same behind a number of one level."""
SEE = r"[Ss]ee:?\s(?:[Ss]ee\s)?(?:also\s)?"
PAGE = r"(?:pages?|p\.|pp\.)\s"
ON_PAGE = rf"(?:(?:,?\s(?:on|at)\s|,\s){PAGE}\d{{1,4}}|\s\((?:see\s)?{PAGE}\d{{1,4}}\))"
"""The page behind a title."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which authors write a reference."""

    name: str
    kind: ReferenceKind
    needs: tuple[str, ...]
    """A text that holds none of these, in any case, is not searched. No `i` is among them: patterns know more kinds of
    it than `str.casefold` does."""
    pattern: re.Pattern[str]
    examples: tuple[str, ...]
    """Texts that hold the form once each."""
    sure: bool | None = None
    """None where what stands around the reference decides."""


NOTE_CUE = r"(?:see|cf\.?|compare|in|under|by|per|of|as|and|or|with|to|from)"
PAGES = ("page", "p.")
PARTS = ("“", "‘", '"', "»", "«", "„")
"""What forms need."""
PAGED = (
    Form(
        "a number, its title and the page of both",
        "number",
        PAGES,
        re.compile(
            rf"{NOT_INSIDE}(?P<at>(?P<number>{DOTTED}){NOT_FURTHER}"
            rf"(?:[.,:]?\s(?P<label>{COUNTED}{HEADING}|{QUOTED}))?{ON_PAGE})"
        ),
        ("see 2.7 Crew Traits (page 12)", "as 2.7, “Crew Traits”, p. 12, has it", "rule 2.7 (p. 12)", "2.7 on page 12"),
    ),
    Form(
        "a title in quotes and its page",
        "see",
        PAGES,
        re.compile(rf"(?P<at>(?:{SEE})?(?P<label>{QUOTED}){ON_PAGE})"),
        (
            "For duels, see “D. Tide Timing” on page 24.",
            "It is shown in “Appendix II: Card Parts” on page 25.",
            "see “Tide Timing” (page 24)",
        ),
        sure=True,
    ),
    Form(
        "a title and its page",
        "see",
        PAGES,
        re.compile(rf"(?P<at>(?:{SEE})?(?P<label>{HEADING}){ON_PAGE})"),
        ("New: Rings (page 14)", "It is on the Lost List on page 29.", "(see Personal Worth, p. 12)"),
        sure=False,
    ),
    Form(
        "a page and the title there",
        "see",
        PAGES,
        re.compile(rf"\b(?P<at>{PAGE}\d{{1,4}},\s(?:under\s)?(?P<label>{QUOTED}))", re.IGNORECASE),
        ("See page 24, “Tide Timing”.", "(p. 3, under “Anchors”)"),
        sure=False,
    ),
    Form(
        "a page",
        "page",
        PAGES,
        re.compile(rf"\b(?P<at>{PAGE}(?P<number>\d{{1,4}}))(?!\w|\.\d)", re.IGNORECASE),
        ("That is a win (see page 22).", "As pages 17-18 explain", "It is on page 9."),
        sure=False,
    ),
    Form(
        "a footnote, or a note behind a cue",
        "note",
        ("note",),
        re.compile(
            rf"(?:\b{NOTE_CUE}\s(?:also\s)?(?:the\s)?|\(|\b(?=foot|end))"
            r"(?P<at>(?:foot|end)?notes?\s\[?(?P<number>\d{1,3})\]?)(?![\w%]|[.,/:]\d)",
            re.IGNORECASE,
        ),
        ("as footnote 3 says", "see note 2", "(endnote [4])", "see the notes 2 and 3"),
        sure=False,
    ),
)
"""Forms that are looked for before addresses."""
OTHERS = (
    Form(
        "a bare number in brackets, where the document writes its numbers so",
        "number",
        ("(",),
        re.compile(r"\w\s\((?P<at>(?P<number>\d{1,3}))\)"),
        ("the Power score (0).",),
        sure=True,
    ),
    Form(
        "a bare number in square brackets, where the document writes its numbers so",
        "number",
        ("[",),
        re.compile(r"(?<=[\w.,;:”\"'’\])])\s?\[(?P<at>(?P<number>\d{1,3}))\]"),
        ("objects with properties[2]", "as it says.[4][7]"),
        sure=False,
    ),
    Form(
        "a part of the document by its title in quotes",
        "title",
        PARTS,
        re.compile(rf"\b{PART}\s(?:on\s|called\s)?(?P<at>(?P<label>{QUOTED}))", re.IGNORECASE),
        ("The section “Tide Timing” explains it.", "im Abschnitt »Tide Timing«"),
        sure=False,
    ),
    Form(
        "a title after a word for the heading of something",
        "title",
        ("under", "headed", "unter", "bajo", "sous", "sotto"),
        re.compile(rf"\b(?i:under|headed|unter|bajo|sous|sotto)\s(?P<at>(?P<label>{HEADING}))"),
        ("It is in the handbook under Tide Timing.", "in the part headed Tide Timing"),
        sure=False,
    ),
    Form(
        "the word See and a title in quotes",
        "see",
        ("see",),
        re.compile(rf"\b(?P<at>{SEE}(?P<label>{QUOTED}))"),
        ("(see “Anchors”)",),
    ),
    Form(
        "the word See and a title",
        "see",
        ("see",),
        re.compile(
            rf"\b(?P<at>{SEE}(?P<label>[“\"']?(?:[A-Z$\"“'‘+]|\d+ [A-Z])[^.;:()\n]{{0,200}}"
            r"(?:\([A-Z0-9]{2,4}\))?[^;:()\n]{0,200}))"
        ),
        ("See Toughness", "(see Stick)", "See See X Sails for more details", "See The Ferryman (NW) for more rulings"),
    ),
)
FORMS = (*PAGED, *OTHERS)
CHARTED = next(form for form in OTHERS if form.name.startswith("a bare number in brackets"))
"""The form that is looked for only where the document as a whole allows it."""
CHARTED_SQUARE = next(form for form in OTHERS if form.name.startswith("a bare number in square brackets"))
"""The same for square brackets."""
RELATED = re.compile(r"(?:^|(?<=[.:]\s))(?:Related(?:\s\w{1,20})?|See\salso|Compare|Cf\.?):\s+")
"""What begins a list of titles: "Related: Cost, Effect"."""
