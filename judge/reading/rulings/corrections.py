"""How documents say that a card should read otherwise than it is printed.

    Evil Twin should read: “The copy keeps its name.”       what it should read
    Errata: The copy keeps its name.
    [Erratum] The copy keeps its name.
    The text now reads “The copy keeps its name.”
    Replace “its name” with “its title”.                    some words for others
    Change “its name” to “its title”.
    For “its name” read “its title”.
    The cost is changed from 3 to 4.
    Printed: Cost 3 / Should read: Cost 4                   both
    | Card | Printed | Should read | Date |                 a table (`errata_columns`)
    None.  There are no rulings.  –                         that there is nothing (`is_nothing`)

Read in English only. Reads: the words of a line, a paragraph or a cell. Writes: `Correction`s.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple

from judge.core.tokens import fold


class Correction(NamedTuple):
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
"""`ERRATA`, `[Erratum]`, `– Errata:` behind a title."""
MARKER_BEHIND = re.compile(r"\s?[\[(]errat(?:a|um)[\])]\.?$", re.IGNORECASE)
LONGEST_MARKER_BEHIND = 11
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
PAIR = re.compile(
    r"\s*(?:as )?(?:printed|original|old|was|previously|currently reads)(?: (?:card )?(?:text|wording|version))?"
    r"(?: as)?\s?:\s*(?P<printed>\S.{0,1000}?)\s?(?:[/|;→\n]|->|(?<=[.。\"”]))\s*"
    r"(?:should(?: now)? read|should be|corrected|new|now(?: reads)?|errat(?:a|um)|is)"
    r"(?: (?:card )?(?:text|wording|version))?\s?:\s*(?P<new>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""`Printed: … / Should read: …`, `Was: … Now: …`."""
PRINTED = re.compile(
    r"\s*(?:as )?(?:printed|original|old|was|previously|currently reads)(?: (?:card )?(?:text|wording|version))?"
    r"(?: as)?\s?:\s*(?P<printed>\S.{0,1000})",
    re.IGNORECASE,
)
"""`Printed: …`, the first half of a pair."""
SPOKEN = ("should", "read", "change", "correct", "amend", "errat", "replace", "substitut", " from ", "become")
"""Of what every sentence that corrects something holds one."""
MOST_VERBS = 8
"""Places of one text in which it may say what should be read; keeps the reading linear."""
COLUMNS: dict[ColumnRole, str] = {
    "card": "card, cards, card name, name, card title, title, affected card",
    "printed": (
        "printed, as printed, printed text, printed wording, original, original text, original wording, was, "
        "old, old text, old wording, before, previously, previous text, incorrect, wrong, reads, current "
        "text, printed as, on the card, card text, error, misprint, from"
    ),
    "should_read": (
        "should read, should be, should say, errata, erratum, correction, corrected, corrected text, "
        "corrected wording, new, new text, new wording, now, now reads, after, correct, correct text, errata "
        "text, erratad text, errataed text, official text, official wording, revised text, revised, revised "
        "wording, change, change to, changed to, replacement, replace with, read instead, to"
    ),
    "date": (
        "date, dated, effective, effective date, effective from, issued, ruled on, date of ruling, updated, "
        "last updated, since, added, announced, published"
    ),
    "source": "source, sources, reference, ref, references, link, from document, announced in, origin",
    "author": "author, ruled by, by, issued by, answered by, judge, ruling by",
}
"""What stands over the columns of a table of errata, folded."""
ROLES = {name: role for role, names in COLUMNS.items() for name in names.split(", ")}
NOTHING = re.compile(
    r"(?:none|nothing|nil|n a|not applicable|"
    r"(?:(?:there (?:are|is|were)|currently|at present|so far|as yet) ){0,2}no (?:\w{1,12} ){0,1}"
    r"(?:rulings?|errat(?:a|um)|clarifications?|questions?|notes?|entries|changes?))"
    r"(?: (?:yet|so far|exist|known|available|at this time|at present|currently|to date|for this card|have been made)"
    r"){0,2}"
)
"""Words that say that there is nothing, folded."""
NOTHING_ELSEWHERE = re.compile(
    r"(?:keine?|aucune?|ningun[ao]?|nessun[ao]?|nenhuma?|geen|brak|ingen|inga)(?: \w+){0,2}|\w+ нет|нет(?: \w+)?|"
    r"δεν υπαρχουν(?: \w+){0,2}|\w{0,10}(?:はありません|なし)"
)
"""The same in other languages, with a word or two for what there is not."""
SENTENCE = re.compile(r"(?<!\s)\s(?=[A-Z])")
"""Where a sentence may begin; the words before it may lack their stop."""
LONGEST_NOTHING = 70
"""Characters of a text that says so."""


def errata_of(text: str) -> Correction | None:
    """Return what a text says that a card should read; None where it says nothing of the kind.

    Args:
        text: a line or a paragraph, without its date and source (`judge.reading.rulings.attribution`).

    >>> errata_of('Replace "may" with "must".')
    Correction(printed='may', should_read='must', subject=None, whole=False)
    >>> errata_of("Evil Twin should read: “The copy keeps its name.”").should_read
    'The copy keeps its name.'
    """
    marker = MARKER.match(text)
    if marker and not (marker.group().strip().isalpha() and not marker.group().strip().isupper()):
        rest = text[marker.end() :].strip()
        return (_correction(rest) or Correction(None, unquoted(rest))) if rest else None
    end = len(text.rstrip())
    behind = MARKER_BEHIND.search(text, max(0, end - LONGEST_MARKER_BEHIND), end)
    if behind and behind.start():
        return Correction(None, unquoted(text[: behind.start()].strip()))
    return _correction(text.strip())


def errata_mark(heading: str) -> re.Match[str] | None:
    """Find the mark behind a card's title that says that errata follow; a heading that is the mark alone has none.

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


def errata_columns(head: Sequence[str]) -> tuple[ColumnRole | None, ...]:
    """Tell from the head of a table what each column has; all None where it is not a table of errata.

    A first column without a name is of the cards. "Text" is what is printed, where another column has what it should
    read.

    >>> errata_columns(["Card", "Text", "Errata", "Date"])
    ('card', 'printed', 'should_read', 'date')
    >>> errata_columns(["Card", "Text"])
    (None, None)
    """
    found: list[ColumnRole | None] = []
    for cell in head:
        role = ROLES.get(fold(cell))
        found.append(role if role not in found else None)
    if "should_read" not in found:
        return (None,) * len(head)
    for index, cell in enumerate(head):
        if fold(cell) in ("text", "wording", "rules text") and "printed" not in found:
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
    return (
        bool(NOTHING.fullmatch(folded) or NOTHING_ELSEWHERE.fullmatch(folded))
        if folded
        else text.strip(" .*()[]") in ("–", "—", "-", "--", "---")
    )


def unquoted(text: str) -> str:
    """Return a text without the quotes around it; one with more than a stop behind them keeps them."""
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


def _correction(text: str) -> Correction | None:
    """Read a sentence that says what should be read."""
    pair = PAIR.fullmatch(text)
    if pair:
        return Correction(unquoted(pair["printed"]), unquoted(pair["new"]))
    folded = text.casefold()
    if not any(word in folded for word in SPOKEN):
        return None
    for form in (REPLACED, BECAME, FOR_READ, FROM_TO) if QUOTES.search(text) else (FROM_TO,):
        if found := form.search(text.rstrip(". ")):
            subject = _subject(text[: found.start()])
            return Correction(unquoted(found["printed"]), unquoted(found["new"]), subject, whole=False)
    verbs = islice(READS.finditer(text), MOST_VERBS)
    return next((one for found in verbs if (one := _reading(text, found))), None)


def _reading(text: str, found: re.Match[str]) -> Correction | None:
    """Read what stands behind "should read" and the like: a quote, or whatever follows a colon or a capital."""
    new, verb = text[found.end() :].strip(), found["verb"].lower()
    quoted = new[:1] in OPENING
    plain = (found["colon"] or "").endswith(":") or (new[:1].isupper() and not verb.endswith(("be", "to")))
    if not new or not (quoted or plain):
        return None
    return Correction(None, unquoted(new), _subject(text[: found.start()]))


def _subject(words: str) -> str | None:
    """Return what stands before the words of a correction: the end of the sentence that it is part of."""
    for stop in (". ", "? ", "! ", "\n"):
        words = words.rpartition(stop)[2]
    return words.strip(' ,:;–—-"“”') or None
