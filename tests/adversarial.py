"""Documents that are made to slow the program down, and the stages that they go through.

`tests/test_linear.py` sees to it that each stage ends in time; `tools/growth.py` measures how the time grows.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from judge.checks import findings
from judge.core.diagnostics import Report
from judge.core.names import DIALECTS
from judge.library.incremental import document_facts
from judge.reading.document_reader import read_manuscript
from judge.reading.metadata.agreement import Witness, agree
from judge.reading.metadata.found import find_about
from judge.reading.opening import manuscript
from judge.reading.text.drafts import assemble
from judge.reading.text.source import read_source
from judge.references import extraction

T = TypeVar("T")

LATIN = "abcdefghijklmnopqrstuvwxyz"
GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщыэюя"
CHINESE = "".join(map(chr, range(0x4E00, 0x4E80)))

REPEATED = {
    "one line of capitals": "A",
    "words of capitals": "AB ",
    "lines of capitals": "ABC DEF\n",
    "quotes": '"',
    "quotes that open": "“a ",
    "quotes in quotes": "a \"b 'c ",
    "brackets": "(",
    "brackets around words": "(a ",
    "links that do not end": "[a](",
    "links": "[a](b) ",
    "bold that does not end": "**a ",
    "emphasis and underscores": "*a_b ",
    "bullets": "* a\n",
    "quoted lines": ">",
    "rules": "---\n",
    "one paragraph": "some words go on and on without a stop\n",
    "one paragraph of sentences": "Some words go on here, see 3.4.1.\n",
    "points": ".",
    "digits": "1",
    "levels": "1.",
    "signs of equality": "=",
    "tags": "<i>",
    "entities": "&amp",
    "tabs": "a\t",
    "questions and answers": "Q: Why is a?\nA: Because.\n\n",
    "questions alone": "Q: Why\n\n",
    "steps": "a) b\n",
    "acronyms": "Alpha Beta (AB) ",
    "cells": "| c | d |\n",
    "names": "Ab Ab card ",
    "hard-wrapped lines": "word word word word word word word word word word word word word word\n",
}
"""Documents of one text many times."""
COUNTED = {
    "headings": "# Head {}\n\n",
    "headings with text": "# Head {0}\n\nText of {0}, see Head 1{0}.\n\n",
    "numbered rules": "1.{0} Some rule here (see 1.1{0}).\n\n",
    "cards": "**Card Name {0}**\n\nSee also Card Name 1{0}.\n\n",
    "contents": "Title {0} .... {0}\n",
    "targets of links": "[a{0}]: b\n",
    "a list of questions": "Title {0}\n=======\n\nQ. Is it {0}?\nA. Yes it is so.\n\n",
}
"""Documents of one text many times, each time with another number."""


def documents(length: int) -> Iterator[tuple[str, str]]:
    """Yield documents by their names, each with about so many characters."""
    for name, text in REPEATED.items():
        yield name, text * (length // len(text))
    for name, text in COUNTED.items():
        yield name, "".join(text.format(n) for n in range(length // len(text.format(1000))))
    yield "blanks inside a line", f"a{' ' * length}b"
    yield "typographic quotes in each other", "“" * (length // 2) + "a" + "”" * (length // 2)
    yield "bullets below bullets", "".join(f"{'  ' * (n % 40)}* a\n" for n in range(length // 44))
    yield "numbers that descend", "".join(f"{length - n}. Word\n\n" for n in range(length // 14))
    for script, letters in (("Latin", LATIN), ("Greek", GREEK), ("Cyrillic", CYRILLIC), ("Chinese", CHINESE)):
        yield f"one column of {script} titles in no order", one_column(letters, length)


def one_column(letters: str, length: int) -> str:
    """Return a text of titles that do not ascend, each with a sentence, as if columns had been woven."""
    chance = random.Random(7)

    def word() -> str:
        return "".join(chance.choices(letters, k=chance.randint(2, 9)))

    blocks: list[str] = []
    while length > 0:
        blocks += (word().capitalize(), " ".join(word() for _ in range(11)).capitalize() + ".")
        length -= len(blocks[-1]) + len(blocks[-2]) + 4
    return "\n\n".join(blocks) + "\n"


class Measure(Protocol):
    """Does the work of a stage and returns what came of it."""

    def __call__(self, stage: str, work: Callable[..., T], /, *given: Any) -> T:
        """Do the work of a stage with what it is given."""


def read(text: str, measure: Measure) -> None:
    """Lead a text through all stages that see one document: as each dialect reads it, and all that comes behind."""
    source = measure("source", read_source, text.encode(), Report())
    whole = measure("pieces", manuscript, source)
    for name in (None, *DIALECTS):
        sheet = measure(f"reading as {name}", read_manuscript, whole, Report(), name).sheet
        parsed = measure(f"entries of {name}", assemble, "doc", sheet)
        if name is None:
            checked = findings.CheckedDocument(parsed.entries, parsed.furniture, sheet.contents)
            about = measure("metadata", find_about, whole, (), parsed.entries, "doc")
            measure("agreement", agree, [Witness("here", None, about.names)] * 3, ())
            measure("references", _all, extraction.extract, parsed.entries)
            measure("structure", findings.check_structure, checked)
            measure("acronyms", _all, document_facts.find_other_names, parsed.entries)


def _all(find: Callable[[Any], Iterator[object]], given: object) -> list[object]:
    return list(find(given))
