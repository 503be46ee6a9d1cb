"""Sentences with numbers, which are references or are not: those of `tests/cases/numbers/`."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CASES = Path(__file__).parent.parent / "tests" / "cases" / "numbers"
FILES = ("sentences.jsonl", "tales.jsonl")


class Sentence(NamedTuple):
    """A sentence about a book, and the numbers in it that are references."""

    book: str
    text: str
    targets: tuple[str, ...]

    @property
    def plain(self) -> str:
        """The text without its marks."""
        return self.text.replace("**", "")


def sentences() -> Iterator[Sentence]:
    """Yield the sentences of people who had not seen the program, and tales in which a rule is cited."""
    for line in (one for file in FILES for one in (CASES / file).read_text("utf-8").splitlines()):
        row = json.loads(line)
        yield Sentence(row["book"], row["text"], tuple(row["targets"]))


def written() -> Iterator[tuple[str, bool]]:
    """Yield the short sentences, each with # for a number, and whether it is a reference."""
    for line in (CASES / "written.txt").read_text("utf-8").splitlines():
        yield line[2:], line.startswith("+")


def faq_of(book: str, known: Sequence[Sentence]) -> str:
    """Return a FAQ with each sentence in an answer of its own."""
    title = book.replace("-", " ").title()
    answers = "".join(f"## Question {place}\n\n{one.text}\n\n" for place, one in enumerate(known, 1))
    return f"# {title} FAQ\n\n{answers}"
