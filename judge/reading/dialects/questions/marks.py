"""The marks of questions, answers, steps, labels and numbers, as FAQs print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from judge.reading.dialects.glossary.alphabet import longest_ascending
from judge.reading.paragraphs import is_open

BESIDE = r"(?:\s?[(\[][^()\[\]]{1,40}[)\]]){0,3}"
"""What may stand in brackets beside a number in a line of its own: a date, `[NEW]`."""
MARK_END = (
    r"[.\s]?(?:#?(?P<number>\d{1,4}(?:\.\d{1,3}){0,3}))?"
    rf"(?:(?:[.:)>\]]{{1,2}}|\s[-–—]{{1,2}}(?=\s))\s*|(?<=\d){BESIDE}$)"
)
"""What may follow the Q of a question and the A of an answer: a number, then `.` `:` `)` `]` `>` or ` -`.

A number may also end its line, `Q12 (2023/11/01)`; the words are in the next line then.
"""
QUESTION = re.compile(rf"(?:(?P<before>\d{{1,3}})[.)]\s?)?[\[(]?(?:Q|Question|QUESTION)(?!\.\w\.){MARK_END}")
ANSWER = re.compile(rf"[\[(]?(?:A|Ans|Answer|ANSWER)(?!\.\w\.){MARK_END}")
MARK_ALONE = re.compile(rf"[\[(]?(?:Q|Question|QUESTION|A|Ans|Answer|ANSWER)[.\s]?#?\d{{1,4}}[.:)\]]{{0,2}}{BESIDE}")
"""`Q12 (2023/11/01) [NEW]`, `A12`: a mark with its number in a line of its own."""
CITED = re.compile(r"[a-z,(]\s?\(?Q\d{1,4}\b")
"""A question in a sentence that refers to it: "refer to Q30"."""
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


def question_number(mark: re.Match[str], *, lettered: bool) -> str | None:
    """Return the number of a question: that behind its mark, `Q12`, or before it, `12. Q:`.

    >>> question_number(QUESTION.match("Q12: May I?"), lettered=True)
    'Q12'
    """
    return f"Q{mark['number']}" if lettered and mark["number"] else mark["number"] or mark["before"]


def cites_letter(line: str) -> bool:
    """Tell whether a line cites a question with its letter, so that it is part of the number.

    >>> cites_letter("Please refer to Q30."), cites_letter("Q30 (2023/11/01)")
    (True, False)
    """
    return CITED.search(line) is not None


def stray_questions(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that begin with the mark of a question in the middle of a sentence that refers to it.

    Its number falls out of the order of the others, and the line above is not ended.
    """
    found = [
        (before, line, int(mark["number"]))
        for before, line in pairwise(["", *lines])
        if (mark := QUESTION.match(line)) and mark["number"] and mark["number"].isdigit()
    ]
    ascending = {found[index] for index in longest_ascending([f"{number:04}" for _, _, number in found])}
    last = 0
    for before, line, number in found:
        if (before, line, number) in ascending or number in (1, last + 1) or not is_open(before):
            last = number
        else:
            yield line
