"""The marks of questions, answers, steps, labels and numbers, as FAQs print them."""

from __future__ import annotations

import re

MARK_END = r"[.\s]?(?:#?(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}))?(?:[.:)>\]]{1,2}|\s[-–—]{1,2}(?=\s))\s*"
"""What may stand behind the Q of a question and the A of an answer: a number, then `.` `:` `)` `]` `>` or ` -`."""
QUESTION = re.compile(rf"(?:(?P<before>\d{{1,3}})[.)]\s?)?[\[(]?(?:Q|Question|QUESTION)(?!\.\w\.){MARK_END}")
ANSWER = re.compile(rf"[\[(]?(?:A|Ans|Answer|ANSWER)(?!\.\w\.){MARK_END}")
STEP = re.compile(r"(?:Step\s|\()?(?P<number>\d{1,2}[A-Za-z]?|[A-Za-z]|[ivxIVX]{2,5})(?:[.)]|(?<=\d):)\s+(?=\S)")
"""`a. Cast off`, `(b) Set sail`, `6A) Drop anchor`, `iv. Sing`, `Step 1: Sail`."""
STAR = re.compile(r"\*(?=[^\s*][^*]*$)")
"""A bullet that no blank parts from its words; no emphasis, which has a second star."""
LABEL = re.compile(r"(?P<label>[^\s:][^:]{0,59}):\s+(?=\S)")
NUMBERED = re.compile(
    r"(?:(?:part|section|chapter)\s)?"
    r"(?:(?P<levels>\d{1,3}(?:\.\d{1,3}){1,3})[.):]?|(?P<number>\d{1,3}|[IVX]{1,5}|[A-Z])(?:[.):]|\s[-–—]))\s+(?=\S)",
    re.IGNORECASE,
)
"""`1. Combat`, `2.3 Reefs`, `IV) Harbours`, `Part 2: Storms`, `Section 3 - Trade`."""
SEAM = re.compile(r"[.!?][\"”'’)]*\s(?=[\"“‘'(]?[A-Z\d])")
"""The end of a sentence that another one follows."""
REFERRING = re.compile(
    r"(?:for (?:example|instance)|note|however|but|and|or|so|thus|therefore|also|instead|in (?:other words|this case)|"
    r"on the other hand|this|these|those|it|they|see)\b|(?:yes|no)[,.!]",
    re.IGNORECASE,
)
"""Words that tie a sentence to the one before it, so that it is not a heading."""


def numbered(text: str) -> tuple[str | None, str]:
    """Part a title from its number.

    >>> numbered("2. Storms"), numbered("Storms")
    (('2', 'Storms'), (None, 'Storms'))
    """
    match = NUMBERED.match(text)
    return (match["levels"] or match["number"], text[match.end() :]) if match else (None, text)
