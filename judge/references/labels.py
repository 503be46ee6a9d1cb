"""The words beside a number that are a title: found along titles that are known, in any case, in quotes or without.

    8.3 The attack sequence      12.7, “Ember”      (1.2, Ember)      rule 1.2 – Ember
    “Ember” (1.2)                the ember attack (see 1.2)           for the ember attack see 1.2

A form says what a number looks like (`judge.references.forms`); what is written beside it is told by the titles of the
document that it leads to, so each number may stand beside each way to write a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from judge.core.titles import SMALL_WORDS, key

REACH = 100
"""Characters on each side of a number in which its title stands."""
MOST_WORDS = 8
BEHIND = re.compile(r"(?:(?P<mark>[.:,;]|\s?[–—-])?\s|\s?\()(?P<quote>[“\"'‘])?", re.IGNORECASE)
"""What stands between a number and the title behind it."""
BEFORE = re.compile(
    r"(?P<quote>[”\"'’])?(?P<mark>[,:]|\s?[–—-])?\s?(?P<open>[(\[])?"
    r"(?:\b(?:see|also|under|in|at|by|cf|rules?|sections?|chapters?|sec|§)\.?:?\s?){0,4}[“\"'‘]?$",
    re.IGNORECASE,
)
"""What stands between a title and the number behind it."""
QUOTED_BEHIND = re.compile(r"[^“”\"\n]{1,100}(?=[”\"'’])")
QUOTED_BEFORE = re.compile(r"[“\"‘'](?P<words>[^“”\"\n]{1,100})$")
FOR = re.compile(r"\b(?:for|on|about)\s(?:more\s(?:on|about)\s)?(?P<words>[^.;:,()]{1,80})$", re.IGNORECASE)
END = re.compile(r"[.)\];:,”\"’'?!]|$")


class Label(NamedTuple):
    """The words beside a number."""

    words: str
    whole: bool
    """They are written as a title: in quotes, in capitals, or between marks."""
    end: int
    """Where they end in the text, if they stand right behind the number; else 0."""


def beside(text: str, start: int, end: int, titles: Mapping[str, object] | Iterable[str]) -> Label | None:
    """Return the title that stands beside a number.

    Args:
        text: the text.
        start: where the number begins.
        end: where it ends.
        titles: keys of the titles that are known.
    """
    return _behind(text, end, titles) or _before(text[max(0, start - REACH) : start], titles)


def _behind(text: str, end: int, titles: Mapping[str, object] | Iterable[str]) -> Label | None:
    joint = BEHIND.match(text, end)
    if not joint:
        return None
    rest = text[joint.end() : joint.end() + REACH]
    if joint["quote"]:
        quoted = QUOTED_BEHIND.match(rest)
        words = quoted[0].strip(" .,") if quoted else ""
        return Label(words, True, 0) if words and key(words) in titles else None
    ends = [match.end() for match in re.finditer(r"\S+", rest)][:MOST_WORDS]
    for stop in reversed(ends):
        words = rest[:stop].strip(" .,;:()[]”\"'’")
        if not words or key(words) not in titles:
            continue
        closed = bool(END.match(rest[len(words) :]))
        if joint["mark"] == "." and not (closed or _is_capitalised(words)):
            continue
        if joint["mark"] not in (None, ":", ".") and not _is_capitalised(words):
            continue
        near = 0 if joint["mark"] not in (None, ".", ":") or "(" in joint[0] else joint.end() + len(words)
        capital, several = _is_capitalised(words), len(words.split()) > 1
        return Label(words, several or (capital and closed), near) if several or capital else None
    return None


def _before(before: str, titles: Mapping[str, object] | Iterable[str]) -> Label | None:
    """Find a title in quotes, or between "for" and "see"; other words may be any."""
    joint = BEFORE.search(before)
    if not joint:
        return None
    head = before[: joint.start()]
    if joint["quote"]:
        quoted = QUOTED_BEFORE.search(head)
        words = quoted["words"].strip(" .,") if quoted else ""
        return Label(words, True, 0) if words and key(words) in titles else None
    named = FOR.search(head) if "see" in joint[0].casefold() else None
    words = named["words"] if named else ""
    return Label(words, len(words.split()) > 1, 0) if words and key(words) in titles else None


def _is_capitalised(words: str) -> bool:
    """Tell whether words are written as a title: each that is not small has a capital."""
    telling = [word for word in words.split() if word.casefold() not in SMALL_WORDS]
    return bool(telling) and all(word[0].isupper() or not word[0].isalpha() for word in telling)
