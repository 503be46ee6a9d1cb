"""The collections of the golden run, and what each is asked.

A folder of `samples/` is a collection: its documents, and `asked.toml` with the questions:

    queries = ["ferry", "kind=ruling | ferry"]    what narrows a query is written before it
    typed = ["fer"]                               what somebody types, unfinished
    locators = ["1.1", "ferry"]                   entries that are shown
    verdicts = [["1.1", "tied with two ropes"]]   a rule, and what it is said to say
    pairs = [["ferry", "lamp"]]                   cards or terms that meet
    cards = ["ferry"]
    compared = [["one", "two"]]                   editions
    traced = ["ferry"]                            an entry in every edition
    days = [["2024-05", "ferry"]]                 a day, and an entry that is shown as it was then
    since = ["2024"]                              what is new since a day
    documents = ["cases/mixed"]                   folders below tests/ with more documents
    drawn = ["lighthouse"]                        documents whose texts a seed has drawn; `true`: all

    [[cites]]                                     a text that cites rules
    name = "answers.md"
    text = "See rule 1.1."
    edition = "1.0"                               or document, or game: what it cites
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tests.golden_run.facts import CUT, DRAWN, WHOLE, Wording

TESTS = Path(__file__).parent.parent
SAMPLES = Path(__file__).parent / "samples"
OTHERS = ("bundled", "real")
"""Collections with questions alone."""


class Sample(NamedTuple):
    """A collection and what it is asked."""

    name: str
    questions: dict[str, Any]

    @property
    def folders(self) -> list[Path]:
        """Where its documents are: in its own folder and in those that it names."""
        named = [TESTS / folder for folder in self.questions.get("documents", ())]
        return [*([SAMPLES / self.name] if self.has_documents else []), *named]

    @property
    def has_documents(self) -> bool:
        """Whether its own folder has some."""
        return (SAMPLES / self.name / "corpus.toml").is_file()

    def wording(self, document: str) -> Wording:
        """Return how much of the words of a document its golden file has; "" for what is answered."""
        if self.name in OTHERS:
            return CUT
        drawn = self.questions.get("drawn", ())
        return DRAWN if drawn is True or document in drawn else WHOLE


def sample(name: str) -> Sample:
    """Return the collection of a name."""
    questions = tomllib.loads((SAMPLES / name / "asked.toml").read_text(encoding="utf-8"))
    if name in OTHERS:
        rows = map(json.loads, (TESTS / "cases" / "queries.jsonl").read_text(encoding="utf-8").splitlines())
        questions["queries"] = [row["query"] for row in rows if row["collection"] == name]
    return Sample(name, questions)


def own_samples() -> list[str]:
    """Return the names of the collections that are the golden run's own."""
    return sorted(path.parent.name for path in SAMPLES.glob("*/asked.toml") if path.parent.name not in OTHERS)
