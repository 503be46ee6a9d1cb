"""Fits what the words beside a number mean: `tools/fit_citations.py --docs DIR --corpus DIR`.

Three kinds of texts are examples; nothing of them is kept but the weights, for `judge/citations/word_evidence.py`:

* DIR of `--docs` has comments of a program (`code/comments.rs`), the rules that they cite (`rules/`), and citations
  that their authors have corrected (`code/repairs.rs`, and the truth, line by line, in `code/repairs.jsonl`). What was
  not corrected is taken as sound, but for what a first fit is sure of (authors err). A part of these citations is given
  the number of another rule: near its own, in its chapter, anywhere, or of another citation.
* Texts drawn over the documents of `--corpus` (`tests/cited_texts.py`), with sound and wrong citations.
* The same over two editions made of such a document (`tests/cited_editions.py`).

Each example says which of its candidates are meant; the weights make that most likely (`regression.choice`). Half of
the lines, of the corrected numbers and of the seeds are fitted, the other half is held; both are reported.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from regression import choice, logistic

import judge
from judge.citations.check import CLEAR, Judge, Source, TextScopes, cited_in
from judge.citations.cited_numbers import CitedNumber
from judge.citations.rulebooks import ANYTHING, Wordings, rulebooks
from judge.citations.verify import QuoteFinding, look_up, tokens
from judge.citations.word_evidence import PRINTED, WEIGHTS, Weighed, WordsBeside, misquotation
from judge.library import Library
from tests.cited_editions import write_editions
from tests.cited_texts import Text, texts

COUNTS = {"comments": 1.0, "swapped": 0.15, "corrected": 2.0, "drawn": 0.6, "editions": 0.4}
"""How often an example of each kind counts: wrong ones are as rare as in real texts."""
DOUBTED = 0.6
"""How sure a first fit must be that a citation that nobody has corrected is wrong, to leave it out."""
DRAWN = (101, 102, 103, 104)
"""Seeds; of each two the first is fitted."""
BY_CHANCE = 0.05
"""Share of the rules drawn at random that words alone may seem to speak of."""
PRIOR = 1.0
"""How strongly weights are drawn to 0."""
CUTS = (0.4, 0.5, 0.6)
"""How sure a finding must be, for the report."""


class Example(NamedTuple):
    """A number in a text."""

    kind: str
    held: bool
    meaning: Weighed
    truth: str
    """Id of what is meant."""
    wrong: bool
    clear: bool = True
    quotation: tuple[float, int, int] | None = None
    """Of a quotation that its rule does not have: the share that it has, and how long both are."""
    misquoted: bool = False

    @property
    def right(self) -> list[bool]:
        """Of each candidate, whether it is meant: of a wrong citation whose rule is none of them, any other."""
        exact = [one.id == self.truth for one in self.meaning.candidates]
        return exact if self.wrong and any(exact) else [one.sound != self.wrong for one in self.meaning.candidates]


def found_in(library: Library, sources: Sequence[Source]) -> Iterator[tuple[Source, Judge, CitedNumber, str]]:
    """Yield the numbers of texts that lead somewhere, with what they lead to."""
    books = rulebooks(library, ANYTHING)
    read = [(source, cited_in(source, place)) for place, source in enumerate(sources)]
    scopes = TextScopes(books, [cited for _, cited in read])
    judging = Judge(books, scopes)
    for source, cited in read:
        for one in cited:
            found = scopes.of(one).find(one.reference)
            if found.ids:
                yield source, judging, one, found.ids[0]


def example(
    kind: str, judging: Judge, one: CitedNumber, target: str, truth: str, *, held: bool, **said: bool
) -> Example:
    """Return a number as an example; of a quotation, how its rule has it."""
    beside = WordsBeside(one)
    text = judging.books.wordings(target.partition(":")[0]).text(target)
    near = look_up(beside.quotation, text) if beside.quotation else None
    quotation = None
    if near and beside.quotation and near.finding is QuoteFinding.NEAR:
        quotation = near.share, len(tokens(beside.quotation)), len(tokens(text[near.start : near.end]))
    wrong = said.pop("wrong", False)
    return Example(kind, held, judging.meaning(one, target, beside), truth, wrong, quotation=quotation, **said)


def of_program(docs: Path) -> Iterator[Example]:
    """Yield the citations of the comments, sound and with another number, and the corrected ones."""
    chance = random.Random(5)  # noqa: S311 (no secret)
    comments, repairs = (
        Source(name, (docs / "code" / name).read_text("utf-8")) for name in ("comments.rs", "repairs.rs")
    )
    rows = map(json.loads, (docs / "code" / "repairs.jsonl").read_text("utf-8").splitlines())
    truth = {(row["line"], row["number"]): row for row in rows}
    with judge.open(corpus=[docs / "rules"]) as library:
        found = list(found_in(library, [comments]))
        cited = [target for _, _, _, target in found]
        for source, judging, one, target in found:
            held = is_held(str(line_of(source, one)))
            yield example("comments", judging, one, target, target, held=held)
            other = swapped(chance, judging.books.wordings(target.partition(":")[0]), target, cited)
            if other and chance.random() < 0.5:
                number = judging.books.targets.entries[other].number
                lies = replace(one, reference=replace(one.reference, number=number))
                yield example("swapped", judging, lies, other, target, held=held, wrong=True)
        for source, judging, one, target in found_in(library, [repairs]):
            row = truth.get((line_of(source, one), one.number))
            if row:
                meant = judging.books.wordings(target.partition(":")[0]).numbered(row["repaired"])
                said = {"wrong": True, "clear": bool(row["clear"]), "held": is_held(one.number)}
                yield example("corrected", judging, one, target, meant[0] if meant else "", **said)


def swapped(chance: random.Random, wordings: Wordings, target: str, cited: Sequence[str]) -> str | None:
    """Return another entry than the one that is cited."""
    entry, draw = wordings.by_id[target], chance.random()
    numbered = [one for one in wordings.by_id.values() if "." in (one.number or "")]
    if draw < 0.35:
        above = wordings.above(target)[:2]
        among = [one for id in above for one in (id, *wordings.under(id))]
    elif draw < 0.65:
        chapter = (entry.number or "").split(".")[0]
        among = [one.id for one in numbered if (one.number or "").split(".")[0] == chapter]
    else:
        among = [one.id for one in numbered] if draw < 0.8 else list(cited)
    others = [id for id in among if not wordings.are_kin(id, target)]
    return chance.choice(others) if others else None


def line_of(source: Source, one: CitedNumber) -> int:
    """Return the line of a number in its file."""
    return source.text.count("\n", 0, one.passage.origin(one.reference.start)) + 1


def is_held(name: str) -> bool:
    """Tell whether what has a name is of the half that is not fitted."""
    return random.Random(f"7{name}").random() < 0.5  # noqa: S311 (no secret)


def drawn(corpus: Path) -> Iterator[Example]:
    """Yield the numbers of drawn texts."""
    with judge.open(corpus=[corpus]) as library:
        keys = [one["key"] for one in library.documents() if one["key"].endswith(("-rulebook", "-rules"))]
        for key in keys:
            for place, seed in enumerate(DRAWN):
                made = texts(library.edition(key)[0], seed, "held" if place % 2 else "looked", 40)
                yield from of_texts(library, made, "drawn", held=bool(place % 2))
        entries = library.edition(keys[0])[0]
    for place, seed in enumerate(DRAWN):
        with TemporaryDirectory() as folder:
            written = write_editions(Path(folder), entries, seed)
            with Library([written.folder], cache=Path(folder) / "cache") as library:
                for edition in ("old", "new"):
                    made = texts(library.edition(edition)[0], seed, "both", 15, {"sound": 0.9, "wrong": 0.1})
                    yield from of_texts(library, made, "editions", held=bool(place % 2), edition=edition)


def of_texts(
    library: Library, made: Sequence[Text], kind: str, *, held: bool, edition: str | None = None
) -> Iterator[Example]:
    """Yield the numbers of drawn texts; with an edition, those that mean it."""
    chance = random.Random(7)  # noqa: S311 (no secret)
    truths = {(text.name, truth.start): truth for text in made for truth in text.truths}
    for source, judging, one, target in found_in(library, [Source(text.name, text.text) for text in made]):
        truth = truths.get((source.name, one.passage.origin(one.reference.start)))
        if not truth or truth.kind == "absent":
            continue
        document = edition or target.partition(":")[0]
        meant = judging.books.wordings(document).numbered(truth.meant)
        if document != target.partition(":")[0] and meant and judging.books.now(meant[0]) == target:
            meant = [target]
        id = meant[0] if meant else target
        wrong = truth.kind == "wrong" or not any(
            one.id == id and one.sound for one in judging.meaning(one, target, WordsBeside(one)).candidates
        )
        yield example(kind, judging, one, target, id, held=held, wrong=wrong, misquoted=truth.kind == "misquoted")
        other = swapped(chance, judging.books.wordings(target.partition(":")[0]), target, [target])
        if not wrong and other and truth.kind == "sound" and WordsBeside(one).quotation:
            lies = replace(one, reference=replace(one.reference, number=judging.books.targets.entries[other].number))
            yield example(kind, judging, lies, other, target, held=held, wrong=True)


def fit(found: Sequence[Example]) -> dict[str, float]:
    """Return the weights by the names of signs."""
    weights = weighed(found, {PRINTED: 3.0})
    WEIGHTS.update(weights)
    sure = [one for one in found if one.kind != "comments" or Weighed(one.meaning.candidates).wrong < DOUBTED]
    weights = weighed(sure, weights)
    at_random = sorted(alone(weights, one) for one in found if one.kind == "swapped")
    nothing = at_random[int(len(at_random) * (1 - BY_CHANCE))]
    names = ["quotation", "quotation held", "quotation long", "quotation spread"]
    quoted = (
        ([(names.index(name), value) for name, value in misquotation(*one.quotation).items()], one.misquoted, 1.0)
        for one in found
        if one.quotation
    )
    misquoted = logistic(quoted, [PRIOR / 10] * len(names))
    return weights | {"nothing": nothing} | dict(zip(names, misquoted, strict=True))


def weighed(found: Sequence[Example], start: Mapping[str, float]) -> dict[str, float]:
    """Return the weights that make what is meant likeliest."""
    names = sorted({name for one in found for candidate in one.meaning.candidates for name in candidate.signs})
    index = {name: place for place, name in enumerate(names)}
    examples = []
    for one in found:
        signs = [
            [(index[name], value) for name, value in each.signs.items() if value] for each in one.meaning.candidates
        ]
        examples.append((signs, one.right, COUNTS[one.kind]))
    weights = choice(examples, [PRIOR] * len(names), [start.get(name, 0.0) for name in names])
    return dict(zip(names, weights, strict=True))


def alone(weights: Mapping[str, float], one: Example) -> float:
    """Return the odds of the entry of the printed number by the words beside it alone."""
    signs = one.meaning.candidates[0].signs
    return sum(weights.get(name, 0.0) * value for name, value in signs.items() if not name.startswith(PRINTED))


def report(found: Sequence[Example]) -> None:
    """Print the share of citations that are called wrong, sound ones and wrong ones, and of right suggestions."""
    counts: dict[tuple[str, float, str], list[tuple[bool, bool]]] = defaultdict(list)
    for one in found:
        by = Weighed(one.meaning.candidates)
        kind = one.kind + (", wrong" if one.wrong else "")
        for cut in CUTS if one.clear else ():
            told = by.wrong >= cut
            suggested = told and by.clear >= CLEAR and by.other == one.truth
            counts["held" if one.held else "fitted", cut, kind].append((told, suggested))
    for (part, cut, kind), rows in sorted(counts.items()):
        called, right = (sum(row[at] for row in rows) / len(rows) for at in (0, 1))
        print(f"{part:7}{cut:4}  {kind:18}{len(rows):6}  called wrong {called:.3f}  suggested rightly {right:.3f}")


def main() -> None:
    """Print how well wrong citations are found, in what was fitted and in what was held, and the weights."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--docs", type=Path, required=True)
    asked.add_argument("--corpus", type=Path, required=True)
    chosen = asked.parse_args()
    every = [*of_program(chosen.docs), *drawn(chosen.corpus)]
    found = [one for one in every if any(one.right)]
    WEIGHTS.update(fit([one for one in found if not one.held]))
    report(found)
    for name, weight in sorted(WEIGHTS.items()):
        print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
