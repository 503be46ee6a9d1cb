"""The marks of questions and answers, and how a document that has its own shows them; sentences that are titles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from judge.core.languages import fields
from judge.reading.text.rich_text import Text

BESIDE = r"(?:\s?[(\[][^()\[\]]{1,40}[)\]]){0,3}"
"""What may be in brackets beside a number in a line of its own: a date, `[NEW]`."""
MARK_END = (
    r"[.\s]?(?:#?(?P<number>\d{1,4}(?:\.\d{1,3}){0,3}))?"
    rf"(?:(?:[.:)>\]]{{1,2}}|\s[-–—]{{1,2}}(?=\s))\s*|(?<=\d){BESIDE}$|(?<=\d)\s+(?=[A-ZÀ-ÞΑ-Я]))"
)
"""What may follow the Q of a question and the A of an answer: a number, then `.` `:` `)` `]` `>` or ` -`, or words.

A number may also end its line, `Q12 (2023/11/01)`; the words are in the next line then.
"""
QUESTION = re.compile(rf"(?:(?P<before>\d{{1,3}})[.)]\s?)?[\[(]?(?:Q|Question|QUESTION)(?!\.\w\.){MARK_END}")
ANSWER = re.compile(rf"[\[(]?(?:A|Ans|Answer|ANSWER)(?!\.\w\.){MARK_END}")
SEAM = re.compile(r"[.!?][\"”'’)]*\s(?=[\"“‘'(]?[A-Z\d])")
"""The end of a sentence that another one follows."""
STATEMENT_END = re.compile(r"[.!][\"”'’)]*$")
REFERRING = re.compile(
    r"(?:for (?:example|instance)|note|however|but|and|or|so|thus|therefore|also|instead|in (?:other words|this case)|"
    r"on the other hand|this|these|those|it|they|see)\b|(?:yes|no)[,.!]",
    re.IGNORECASE,
)
"""Words that tie a sentence to the one before it, so that it is not a heading."""
SOME_MARK = re.compile(r"(?P<mark>[^\W\d_]{1,12})\s?\d{0,3}[.:)：]\s?(?=\S)")
FEWEST_TURNS = 2
"""That many times marks take turns before they are those of questions and answers. Half or double changes nothing in
the five documents."""
ASKS = re.compile(r"(?:[?？\u037e]|(?<=[\u0370-\u03ff\u1f00-\u1fff]);)[\"”’'»)*\s]*$")
"""The end of a question; Greek asks with a semicolon."""
LONGEST_ASKING = 5
"""Lines of the longest question without a mark."""
LONGEST_QUESTION = 60
"""Words of the longest question without a mark. Half or double changes nothing in the five documents."""


def _words(field: str) -> str:
    return "|".join(word for word in fields(field) if len(word) > 1)


LABELLED = re.compile(
    rf"[\s*_>\[(]*(?:(?P<answer>{_words('answer')})|{_words('question')})[\s\d*_\])]*[:.：]", re.IGNORECASE
)
"""`Answer:`, `**Antwort 2:**`, `Frage:`, in all languages."""
EMPHASIS = "*_ \t>"


def find_labelled_lines(lines: Iterable[str]) -> frozenset[str]:
    """Return the lines that begin with the label of an answer, and those that end as questions after the label of one.

    `A.` labels answers where `Q.` labels questions.

    >>> sorted(find_labelled_lines(["Q. May I?", "**A.** No.", "Answer: Yes.", "At sea.", "Q. The", "Frage: Was?"]))
    ['**A.** No.', 'Answer: Yes.', 'Frage: Was?', 'Q. May I?']
    """
    lettered = {line: line.lstrip(EMPHASIS).replace("*", "") for line in lines}
    asked = {line for line, text in lettered.items() if "Q" in line and QUESTION.match(text)}
    answers = {line for line, text in lettered.items() if asked and ANSWER.match(text)}
    labelled = {line: found for line in lettered if (found := LABELLED.match(line))}
    answers |= {line for line, found in labelled.items() if found["answer"]}
    return frozenset(answers.union(line for line in asked.union(labelled) if asks(line)))


class Marks(NamedTuple):
    """How questions and their answers are marked."""

    question: re.Pattern[str]
    answer: re.Pattern[str]
    behind: re.Pattern[str]
    """An answer in the line of its question."""


ENGLISH = Marks(QUESTION, ANSWER, re.compile(rf"(?<=[?.!;\"”)？])\s(?:{ANSWER.pattern})"))


class Asked(Protocol):
    """A line that may ask."""

    text: Text

    @property
    def begins(self) -> bool:
        """Whether an item may begin here."""


def may_ask(text: str) -> bool:
    """Tell whether a text has the sign of a question, wherever it is: what asks has one, and most texts have none."""
    return any(sign in text for sign in SIGNS)


SIGNS = "?？;\u037e"


def asks(text: str) -> bool:
    """Tell whether a text is a question."""
    return ASKS.search(text) is not None and len(text.split()) <= LONGEST_QUESTION


def marks_of_questions(lines: Sequence[Asked]) -> Marks:
    """Learn how a document marks questions and answers: with `Q` and `A`, or with two other marks that take turns."""
    if sum(1 for line in lines if QUESTION.match(line.text.value)) > 1:
        return ENGLISH
    found = [
        (place, match["mark"])
        for place, line in enumerate(lines)
        if line.begins and (match := SOME_MARK.match(line.text.value))
    ]
    turns = Counter((one, other) for (_, one), (_, other) in pairwise(found) if one != other)
    for (asked, answered), count in turns.most_common():
        asking = [lines[place : place + LONGEST_ASKING] for place, mark in found if mark == asked]
        if count >= FEWEST_TURNS and 2 * sum(map(_is_asked, asking)) >= len(asking):
            return Marks(_mark(asked), _mark(answered), _mark(answered, r"(?<=[?.!;\"”)？])\s"))
    return ENGLISH


def _is_asked(lines: Sequence[Asked]) -> bool:
    """Tell whether a question ends in the first of these lines or before another item begins."""
    own = [line for line in lines[1:] if not line.begins]
    return any(asks(line.text.value) or "?" in line.text.value for line in (lines[0], *own))


def _mark(word: str, before: str = "") -> re.Pattern[str]:
    return re.compile(rf"{before}(?P<before>(?!))?[\[(]?{re.escape(word)}{MARK_END}")
