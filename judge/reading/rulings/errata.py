"""Errata as fields: what a card's new wording prints of the card's face, told apart from its rules text.

    State Cost: [Mag] 0 Play on a Character. …
    Sinister Sibling Cost: [Lot] 3 Fighting: 4 Provides: [Lot] Uncopyable. …
    └ type or subtitle ┘ └ labels, each with icons, a number, or both ┘ └ rules text

Reads: the errata text as the dialect found it, and what is known of the game's labels (`corpus/games/`). Writes: an
`Errata` with fields under the labels' names. A game that nothing is known of has its labels under their own names, and
which words are labels is learnt from the document. How a sentence says what a card should read is in
`judge.reading.rulings.errata`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice, takewhile
from typing import Literal, get_args

from msgspec import Struct

from judge.core.languages import columns
from judge.core.model import Errata, Mark
from judge.core.text_facts import CardFields
from judge.core.tokens import fold
from judge.reading.text.rich_text import WIDE, Text


class CardCorrection(Struct, frozen=True):
    """What a card should read, and what it printed before."""

    printed: str | None
    """None where only the new wording is given."""
    should_read: str
    subject: str | None = None
    """What is corrected, in the document's words: a card's name, "The last sentence"."""
    whole: bool = True
    """False where only some words take the place of others."""


ColumnRole = Literal["card", "printed", "should_read", "date", "source", "author"]
OPENING, CLOSING = "\"“„«»‘'", "\"”“»«’'"
QUOTED = r"(?:“[^“”]{1,2000}”|\"[^\"]{1,2000}\"|«[^«»]{1,2000}»|„[^„“”]{1,2000}[“”])"
MARKER = re.compile(
    r"\s*(?:[\[(]\s?errat(?:a|um)\s?[\])]\s?[:.–—-]?|errat(?:a|um)(?:\s\([^()]{1,40}\))?\s?(?::|[–—-]\s)|"
    r"ERRAT(?:A|UM)\b|(?:new|corrected|revised|current|official|errata(?:'d|ed)?) (?:card )?(?:text|wording)\s?:)\s*",
    re.IGNORECASE,
)
"""`Errata:`, `[Erratum]`, `Corrected text:` at the beginning."""
MARK_IN_HEADING = re.compile(
    r"(?:(?<!\s)\s+)?(?:[\[(]\s?(?i:errat(?:a|um))(?:,\s[^\[\]()]{4,20})?\s?[\])]:?|\bERRAT(?:A|UM)\b:?|"
    r"(?<=\s)(?:[–—-]\s)?(?i:errat(?:a|um))\s?:)\s*"
)
"""`ERRATA`, `[Erratum]`, `– Errata:` after a title."""
REPLACED = re.compile(
    rf"\b(?:replace|change|substitute|exchange)(?: the (?:words?|phrase|text|sentence|line|number))?\s"
    rf"(?P<printed>{QUOTED})[,.]?\s(?:with|to|by|into|for)(?: the (?:words?|phrase|text|sentence|line|number))?\s"
    rf"(?P<new>{QUOTED})",
    re.IGNORECASE,
)
"""`Replace “…” with “…”`, `change the words "…" to "…"`."""
BECAME = re.compile(
    rf"(?P<printed>{QUOTED})\s(?:should (?:read|say|be)|(?:is|are|was|were) (?:changed|replaced|corrected|amended) "
    rf"(?:to|by|with)(?: read)?|now reads?|becomes?):?\s(?P<new>{QUOTED})",
    re.IGNORECASE,
)
"""`“…” should be “…”`, `"…" is changed to "…"`."""
FOR_READ = re.compile(rf"\b(?:for|instead of)\s(?P<printed>{QUOTED}),?\sread:?\s(?P<new>{QUOTED})", re.IGNORECASE)
"""`for "…" read "…"`."""
QUOTES = re.compile(r"[“\"«„]")
"""What opens a quote, without which a text is of none of these three forms."""
FROM_TO = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:changed|corrected|reduced|increased|lowered|raised|amended) "
    rf"from (?P<printed>{QUOTED}|[^\s\"“][^\n\"“]{{0,60}}?) to (?P<new>{QUOTED}|[^\n\"“]{{1,60}})\s*$",
    re.IGNORECASE,
)
"""`The cost is changed from 3 to 4.`."""
READS = re.compile(
    r"\b(?P<verb>should(?: now| instead)? (?:read|say|be)|should have (?:read|said)|(?:is|are|was) (?:now )?to read|"
    r"now reads?|reads now|must read|"
    r"(?:is|are|was|were|has been) (?:changed|corrected|amended|errata(?:e?d|'d)) to(?: read| say)?)\b"
    r"(?P<colon>(?: as follows)?\s?:|,)?\s?",
    re.IGNORECASE,
)
"""`… should read: …`, `now reads`, `is changed to`."""
BEFORE = (
    r"\s*(?:as )?(?:printed|original|old|was|previously|currently reads)(?: (?:card )?(?:text|wording|version))?"
    r"(?: as)?\s?:\s*"
)
PAIR = re.compile(
    rf"{BEFORE}(?P<printed>\S.{{0,1000}}?)\s?(?:[/|;→\n]|->|(?<=[.。\"”]))\s*"
    r"(?:should(?: now)? read|should be|corrected|new|now(?: reads)?|errat(?:a|um)|is)"
    r"(?: (?:card )?(?:text|wording|version))?\s?:\s*(?P<new>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""`Printed: … / Should read: …`, `Was: … Now: …`."""
PRINTED = re.compile(rf"{BEFORE}(?P<printed>\S.{{0,1000}})", re.IGNORECASE)
"""`Printed: …`, the first half of a pair."""
SPOKEN = ("should", "read", "change", "correct", "amend", "errat", "replace", "substitut", " from ", "become")
"""Of what every sentence that corrects something holds one."""
MOST_VERBS = 8
"""Places of one text in which it may say what should be read; keeps the reading linear."""


@cache
def _column_roles() -> Mapping[str, ColumnRole]:
    """Return what is over the columns of a table of errata, folded, each with what the column has."""
    return {fold(head): role for role in get_args(ColumnRole) for head in columns(role)}


NOTHING = re.compile(
    r"(?:none|nothing|nil|n a|not applicable|"
    r"(?:(?:there (?:are|is|were)|currently|at present|so far|as yet) ){0,2}no (?:\w{1,12} ){0,1}"
    r"(?:rulings?|errat(?:a|um)|clarifications?|questions?|notes?|entries|changes?))"
    r"(?: (?:yet|so far|exist|known|available|at this time|at present|currently|to date|for this card|have been made)"
    r"){0,2}"
)
"""Words that say that there is nothing, folded."""
SENTENCE = re.compile(r"(?<!\s)\s(?=[A-Z])")
"""Where a sentence may begin; the words before it may lack their stop."""
LONGEST_NOTHING = 70
"""Characters of a text that says so."""


def errata_of(text: str) -> CardCorrection | None:
    """Return what a text says that a card should read; None where it says nothing of the kind.

    Args:
        text: a line or a paragraph, without its date and source (`judge.reading.rulings.attribution`).

    >>> errata_of('Replace "may" with "must".')
    CardCorrection(printed='may', should_read='must', subject=None, whole=False)
    >>> errata_of("Evil Twin should read: “The copy keeps its name.”").should_read
    'The copy keeps its name.'
    """
    marker = MARKER.match(text)
    if marker and not (marker.group().strip().isalpha() and not marker.group().strip().isupper()):
        rest = text[marker.end() :].strip()
        return (_correction(rest) or CardCorrection(None, unquoted(rest))) if rest else None
    return _correction(text.strip())


def errata_mark(heading: str) -> re.Match[str] | None:
    """Find the mark after a card's title that says that errata follow; a heading that is the mark alone has none.

    >>> heading = "Evil Twin ERRATA Event Cost: 1"
    >>> (found := errata_mark(heading)) and (heading[: found.start()], heading[found.end() :])
    ('Evil Twin', 'Event Cost: 1')
    >>> errata_mark("Errata List"), errata_mark("ERRATA")
    (None, None)
    """
    found = MARK_IN_HEADING.search(heading) if "errat" in heading.casefold() else None
    return found if found and heading[: found.start()].strip() else None


def printed_of(text: str) -> str | None:
    """Return what a text says that a card prints, where it says no more: "Printed: Cost 3"."""
    found = PRINTED.fullmatch(text)
    return unquoted(found["printed"]) if found else None


def nothing_at_end(text: str) -> int | None:
    """Return where the sentence at the end of a text begins that says that nothing follows.

    >>> text = "It hides. No rulings."
    >>> text[: nothing_at_end(text)]
    'It hides.'
    """
    first = max(0, len(text) - LONGEST_NOTHING)
    ends = ((found.start(), text[found.end() :]) for found in SENTENCE.finditer(text, first))
    return next((start for start, rest in ends if " " in rest and is_nothing(rest)), None)


EMPTY: Mapping[str, ColumnRole] = {}


def folded_head(name: str) -> str:
    """Return the name of a column as names of columns are compared."""
    return " ".join(name.casefold().split())


def errata_columns(head: Sequence[str], said: Mapping[str, ColumnRole] = EMPTY) -> tuple[ColumnRole | None, ...]:
    """Tell from the head of a table what each column has; all None where it is not a table of errata.

    A first column without a name is of the cards. "Text" is what is printed, where another column has what it should
    read.

    >>> errata_columns(["Card", "Text", "Errata", "Date"])
    ('card', 'printed', 'should_read', 'date')
    >>> errata_columns(["Card", "Text"])
    (None, None)

    Args:
        head: the cells of the head.
        said: what a person says that columns have, by their heads in lower case.
    """
    found: list[ColumnRole | None] = []
    for cell in head:
        role = said.get(folded_head(cell)) or _column_roles().get(fold(cell))
        found.append(role if role not in found else None)
    if "should_read" not in found:
        return (None,) * len(head)
    texts = frozenset(map(fold, columns("text")))
    for index, cell in enumerate(head):
        if fold(cell) in texts and "printed" not in found:
            found[index] = "printed"
    if "card" not in found and not fold(head[0]):
        found[0] = "card"
    return tuple(found) if "card" in found else (None,) * len(head)


def is_nothing(text: str) -> bool:
    """Tell a text that says that nothing follows: "None.", "There are no rulings.", "N/A", "–".

    >>> [is_nothing(text) for text in ("No rulings yet.", "–", "No rulings on it are old.")]
    [True, True, False]
    """
    if not 0 < len(text.strip()) <= LONGEST_NOTHING:
        return False
    folded = fold(text)
    return NOTHING.fullmatch(folded) is not None if folded else text.strip(" .*()[]") in ("–", "—", "-", "--", "---")


def unquoted(text: str) -> str:
    """Return a text without the quotes around it; one with more than a stop after them keeps them."""
    bare = text.strip()
    inner = bare.removesuffix(".").removesuffix(",")
    if (
        len(inner) > 1
        and inner[0] in OPENING
        and inner[-1] in CLOSING
        and not any(mark in inner[1:-1] for mark in (inner[0], inner[-1]))
    ):
        return inner[1:-1].strip()
    return bare


def _correction(text: str) -> CardCorrection | None:
    """Read a sentence that says what should be read."""
    pair = PAIR.fullmatch(text)
    if pair:
        return CardCorrection(unquoted(pair["printed"]), unquoted(pair["new"]))
    folded = text.casefold()
    if not any(word in folded for word in SPOKEN):
        return None
    for form in (REPLACED, BECAME, FOR_READ, FROM_TO) if QUOTES.search(text) else (FROM_TO,):
        if found := form.search(text.rstrip(". ")):
            subject = _subject(text[: found.start()])
            return CardCorrection(unquoted(found["printed"]), unquoted(found["new"]), subject, whole=False)
    verbs = islice(READS.finditer(text), MOST_VERBS)
    return next((one for found in verbs if (one := _reading(text, found))), None)


def _reading(text: str, found: re.Match[str]) -> CardCorrection | None:
    """Read what is after "should read" and the like: a quote, or whatever follows a colon or a capital."""
    new, verb = text[found.end() :].strip(), found["verb"].lower()
    quoted = new[:1] in OPENING
    plain = (found["colon"] or "").endswith(":") or (new[:1].isupper() and not verb.endswith(("be", "to")))
    if not new or not (quoted or plain):
        return None
    return CardCorrection(None, unquoted(new), _subject(text[: found.start()]))


def _subject(words: str) -> str | None:
    """Return what is before the words of a correction: the end of the sentence that it is part of."""
    for stop in (". ", "? ", "! ", "\n"):
        words = words.rpartition(stop)[2]
    return words.strip(' ,:;–—-"“”') or None


LABEL = r"[A-Z][A-Za-z]{2,15}"
ICONS = r"(?:\[[^\[\]]{1,20}\]\s*)+"
VALUE = re.compile(rf"(?P<label>{LABEL}):\s*(?P<icons>{ICONS})?(?P<number>\d+|X(?![\w'’=-]|\s*=))?\s*")
"""A label, icons in square brackets, a number or X."""
ICON = re.compile(r"\[([^\[\]]+)\]")
NO_LABELS = frozenset("Answer Author Clarification Errata Erratum Example Note Question Ruling See Source Tip".split())
"""Words that are before a colon and are of no card's face."""


class Labels(Struct, frozen=True):
    """How a game's cards print their face: `[card]` of its file."""

    fields: dict[str, str] = {}
    """Field of each printed label: "Generates" is "power"."""
    icons: dict[str, str] = {}
    """Field that takes the icons of a field that also has a number: those of "cost" are "resources"."""
    lists: tuple[str, ...] = ()
    """Fields that hold icons alone."""
    types: tuple[str, ...] = ()
    """Types of cards; a longer one is tried before a shorter."""
    default_type: str | None = None
    """The type of a card that prints only a subtitle."""


def split_errata(text: str, labels: Labels) -> Errata:
    """Part an errata text into fields and rules text.

    Args:
        text: type or subtitle, labelled values, rules text, in this order; each may be missing.
        labels: what is known of the game.
    """
    found = _labelled(text)
    if not found:
        return Errata(text, {})
    fields = _face(text[: found[0].start()].strip(), labels)
    for match in found:
        _store(fields, match, labels)
    return Errata(text[found[-1].end() :].strip(), fields)


def first_value(text: str) -> int | None:
    """Return where the first label with icons or a number is in a text.

    >>> first_value("Provides: [Tide]"), first_value("Gull Cost: 3"), first_value("Note: 3 of them")
    (0, 5, None)
    """
    found = _labelled(text)[:1]
    return found[0].start() if found and found[0]["label"] not in NO_LABELS else None


def _labelled(text: str) -> list[re.Match[str]]:
    """Find the run of labelled values; it ends where the next word is not a label with a value."""
    found: list[re.Match[str]] = []
    first = next((match for match in VALUE.finditer(text) if match["icons"] or match["number"]), None)
    match = first
    while match and (match["icons"] or match["number"]):
        found.append(match)
        match = VALUE.match(text, match.end())
    return found


def _face(head: str, labels: Labels) -> CardFields:
    """Return type and subtitle of what is before the first label."""
    for kind in sorted(labels.types, key=len, reverse=True):
        if f" {head}".endswith(f" {kind}"):
            return {"type": kind, "subtitle": head.removesuffix(kind).strip() or None}
    return {"type": labels.default_type, "subtitle": head or None}


def _store(fields: CardFields, match: re.Match[str], labels: Labels) -> None:
    name = labels.fields.get(match["label"], match["label"].lower())
    icons = ICON.findall(match["icons"] or "")
    if match["number"] is None or name in labels.lists:
        fields[name] = icons
        return
    fields[name] = int(match["number"]) if match["number"].isdigit() else match["number"]
    if name in labels.icons or icons:
        fields[labels.icons.get(name, f"{name} icons")] = icons


WORD = re.compile(r"[぀-ヿ㐀-鿿]{2}|[^\W_぀-ヿ㐀-鿿]+")
STEM = 4
"""Letters at the beginning of a word that its other forms have as well, or all but the last of a short word."""
HABIT = 3
"""Times from which something is how the document is printed, and no accident."""


SPARE_BLANK = re.compile(r" (?=[ .,;:!?])")


def read_struck(text: Text) -> CardCorrection | None:
    """Read a text of which some words are struck out, and others after them bold; None where none or all are."""
    struck = [mark for mark in text.marks if mark.kind == "strike"]
    bold = [mark for mark in text.marks if mark.kind == "strong"]
    placed = [mark for mark in bold if any(0 <= mark.start - one.end <= 1 for one in struck)]
    new = _without(text.value, struck)
    is_withdrawn = is_struck(text) and not placed
    return CardCorrection(_without(text.value, placed), new) if struck and new and not is_withdrawn else None


NAMED_QUOTE = re.compile(r"(?P<before>[^“”\"«»„]{3,90}?)[:：]?\s*[“\"«„](?P<new>.+)[”\"»“][.。]?")
"""A name, some words and a quote of what it should read."""


def common_end(sentences: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all sentences end.

    >>> common_end([["Ferry", "now", "says"], ["Old", "Gull", "now", "says"]])
    ['now', 'says']
    """
    backwards = zip(*(reversed(sentence) for sentence in sentences), strict=False)
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, backwards)][::-1]


def is_struck(title: Text) -> bool:
    """Tell whether a title is struck out: what it names has been withdrawn."""
    return any(mark.kind == "strike" and not mark.start for mark in title.marks)


def _without(value: str, marks: Sequence[Mark]) -> str:
    """Return a text without the words that are marked, one blank between the others."""
    for mark in reversed(marks):
        value = f"{value[: mark.start]} {value[mark.end :]}"
    rest = SPARE_BLANK.sub("", value).strip()
    return rest if any(map(str.isalnum, rest)) else ""


def is_named_in(text: str, heading: str) -> bool:
    """Tell whether a heading has a word that begins as one of a text does."""
    stems = [fold(word)[:STEM] for word in WORD.findall(text) if len(word) >= STEM or WIDE.match(word)]
    named = [fold(word) for word in WORD.findall(heading)]
    return any(word.startswith(stem) for stem in stems for word in named)
