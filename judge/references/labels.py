"""The words beside a number that are a title: one table of the ways in which authors write both.

A form says what a number looks like (`judge.references.extraction`); the words beside it are compared with the titles
of the document that it leads to. So each number may be in each of the `TITLE_FORMS`, and the examples of the table,
with numbers of every shape, are its tests. Titles are found in any case, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from judge.core.numbering import NUMBER
from judge.core.titles import capitalised_words, key

REACH = 100
"""Characters on each side of a number in which its title stands."""
MOST_WORDS = 8
END = re.compile(r"[.)\];:,”\"’'?!]|$")
CUES = r"(?:\b(?:see|also|under|in|at|by|cf|rules?|sections?|chapters?|sec|§)\.?:?\s?){0,4}"
"""What may stand between a title and the number behind it."""
QUOTED_BEHIND = r"[“\"'‘](?P<words>[^“”\"\n]{1,100})[”\"'’]"
QUOTED_BEFORE = r"[“\"‘'](?P<words>[^“”\"\n]{1,100})[”\"'’](?![\w“”\"‘’'])"
OTHERS = re.compile(rf"[”\"’']?,?\s[(\[]{CUES}{NUMBER}\s?[)\]]", re.IGNORECASE)
"""What stands behind a title that is the one of the next number: "rules 2.1 and 2.3, Ropes (see 1.2)"."""
Titles = Mapping[str, object] | Iterable[str]
"""Keys of the titles that are known."""


class Label(NamedTuple):
    """The words beside a number."""

    words: str
    whole: bool
    """They are written as a title: in quotes, in capitals, or between marks."""
    end: int
    """Where they end in the text, if they stand right behind the number; else 0."""


@dataclass(frozen=True, slots=True)
class TitleForm:
    """A way to write a title beside a number."""

    pattern: re.Pattern[str]
    """Behind a number: what stands between it and the title; before one: all from the title on. The words of the
    title are a group where marks enclose them."""
    examples: tuple[str, ...]
    """{n} stands for the number, {t} for the title, {s} for the title as a sentence has it."""
    place: Literal["behind", "before"] = "behind"
    needs: Literal["marks", "capitals", "capitals or end", "some", "words"] = "marks"
    """What shows that words are the title: marks that enclose them; capitals; capitals, or that the sentence ends;
    capitals or several words; several words."""
    printed: bool = False
    """The title is a part of the reference as it is printed."""


TITLE_FORMS = (
    TitleForm(
        re.compile(rf"(?:[.:,;]|\s?[–—-])?\s?\(?{QUOTED_BEHIND}"),
        ("as {n}, “{t}”, has it", "as {n} “{t}” has it", "(see {n}: “{s}”)", "see {n} (“{t}”)", "{n} – “{t}”"),
    ),
    TitleForm(
        re.compile(r":?\s(?![“\"'‘–—(-])"),
        ("see {n} {t} now", "see {n} {s} now", "section {n}: {t}"),
        needs="some",
        printed=True,
    ),
    TitleForm(re.compile(r"\.\s"), ("see {n}. {t}", "as rule {n}. {t} has it"), needs="capitals or end", printed=True),
    TitleForm(
        re.compile(r"[,;]\s|\s?[–—-]\s"), ("({n}, {t})", "rule {n} – {t}", "rule {n}, {t}, holds"), needs="capitals"
    ),
    TitleForm(re.compile(r"\s?\("), ("see {n} ({t})", "see {n} ({s})"), needs="some"),
    TitleForm(
        re.compile(rf"{QUOTED_BEFORE}(?:[,:]|\s?[–—-])?\s?[(\[]?{CUES}$", re.IGNORECASE),
        ("“{t}” ({n})", "“{t}”, {n}", "“{s}” (see rule {n})", "“{t}” – see {n}", "“{t}” [{n}]"),
        "before",
    ),
    TitleForm(
        re.compile(rf"{QUOTED_BEFORE}\s(?:in|of|from)\s[^.;()“”]{{1,60}}\s[(\[]{CUES}$", re.IGNORECASE),
        ("see “{t}” in the handbook ({n})", "“{s}” from the tide rules (rule {n})"),
        "before",
    ),
    TitleForm(
        re.compile(
            r"(?<![^\W\d_])(?P<title>(?:[^\W\d_][\w’'&/-]{0,30}\s){0,7}[^\W\d_][\w’'&/-]{0,30}),\s(?=[a-z§])"
            rf"{CUES}$"
        ),
        ("{t}, rule {n}, has it", "It is told under {t}, see section {n}."),
        "before",
        "capitals",
    ),
    TitleForm(
        re.compile(
            r"\b(?:for|on|about|of)\s(?P<words>[^.;:,()]{1,80}?)\s(?:is|are|stands?)\s(?:[a-z]{3,9}\s)?"
            rf"(?=(?:in|under|at|by)\b){CUES}$",
            re.IGNORECASE,
        ),
        ("The rules for {s} are in section {n}.", "What is said of {t} stands under {n}."),
        "before",
        "words",
    ),
    TitleForm(
        re.compile(
            r"\b(?:for|on|about)\s(?:more\s(?:on|about)\s)?(?P<words>[^.;:,()]{1,80}?),?\s[(\[]?"
            rf"(?=see\b){CUES}$",
            re.IGNORECASE,
        ),
        ("For {s} see {n}.", "for more on {t} see rule {n}"),
        "before",
        "words",
    ),
)


def beside(text: str, start: int, end: int, titles: Titles) -> Label | None:
    """Return the title that stands beside a number.

    Args:
        text: the text.
        start: where the number begins.
        end: where it ends.
        titles: keys of the titles that are known.
    """
    before = text[max(0, start - REACH) : start]
    for way in TITLE_FORMS:
        match = way.pattern.match(text, end) if way.place == "behind" else way.pattern.search(before)
        if not match:
            continue
        if found := _title(way, match, text, titles):
            return found
    return None


def _title(way: TitleForm, match: re.Match[str], text: str, titles: Titles) -> Label | None:
    """Return the title in what a way to write one was found in."""
    if "title" in match.re.groupindex:
        return _at_the_end(match, titles)
    return _enclosed(way, match, titles) if "words" in match.re.groupindex else _along(way, match, text, titles)


def _enclosed(way: TitleForm, match: re.Match[str], titles: Titles) -> Label | None:
    """Return a title between marks or words that enclose it."""
    words = match["words"].strip(" .,")
    whole = way.needs == "marks" or len(words.split()) > 1
    return Label(words, whole, 0) if words and key(words) in titles else None


def _at_the_end(match: re.Match[str], titles: Titles) -> Label | None:
    """Return the longest title of several words in capitals that the words before a number end with."""
    words = match["title"].split()
    rests = (" ".join(words[first:]) for first in range(len(words) - 1))
    return next((Label(rest, True, 0) for rest in rests if key(rest) in titles and _is_capitalised(rest)), None)


def _along(way: TitleForm, match: re.Match[str], text: str, titles: Titles) -> Label | None:
    """Return the longest title that the words behind a number begin with, if it is written as the way asks."""
    rest = text[match.end() : match.end() + REACH]
    ends = [word.end() for word in re.finditer(r"\S+", rest)][:MOST_WORDS]
    for stop in reversed(ends):
        words = rest[:stop].strip(" .,;:()[]”\"'’")
        if not words or key(words) not in titles:
            continue
        closed, capitals = bool(END.match(rest[len(words) :])), _is_capitalised(words)
        if way.needs.startswith("capitals") and not (capitals or (closed and way.needs.endswith("end"))):
            continue
        if way.needs == "capitals" and OTHERS.match(rest, len(words)):
            return None
        several = len(words.split()) > 1
        end = match.end() + len(words) if way.printed else 0
        return Label(words, several or (capitals and closed), end) if several or capitals else None
    return None


def _is_capitalised(words: str) -> bool:
    """Tell whether words are written as a title: each that is not small has a capital."""
    telling = capitalised_words(words)
    return bool(telling) and all(word[0].isupper() or not word[0].isalpha() for word in telling)
