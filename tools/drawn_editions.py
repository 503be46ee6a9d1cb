"""Two editions of a book with everything known that an editor did between them.

A book is a tree of rules; each reference in a text knows which rule it means, so both editions print it with the number
that the rule has there. Books are drawn from a seed, or taken from a compiled document.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise

from vocabulary import ADJECTIVES, FILLER, NOUNS, VERBS

from judge.core.model import Entry, Reference

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
LONGEST = 12
"""Words of a drawn sentence."""


@dataclass(eq=False)
class Rule:
    """A rule, whatever its number is at the moment."""

    name: int
    """The same in both editions."""
    title: str
    text: list[str | int]
    """Its words, and in place of a number the name of the rule that is meant."""
    below: list[Rule] = field(default_factory=list)
    number: str = ""


@dataclass
class Truth:
    """What the editor did, by the names of the rules."""

    reworded: set[int] = field(default_factory=set)
    renamed: set[int] = field(default_factory=set)
    groups: list[set[int]] = field(default_factory=list)


class Book:
    """A tree of rules that can be edited and printed."""

    def __init__(self, chapters: list[Rule]) -> None:
        """Take chapters, and give names to what is made later from the highest on."""
        self.chapters = chapters
        self.next_name = 1 + max(rule.name for rule in self.rules())
        self.number()

    def rules(self) -> Iterator[Rule]:
        """Yield all rules in the order of the book."""
        return _walk(self.chapters)

    def siblings(self) -> list[list[Rule]]:
        """Return the lists of rules right below each rule, and the chapters."""
        return [self.chapters, *(rule.below for rule in self.rules() if rule.below)]

    def number(self) -> None:
        """Number all rules by their places."""
        _number(self.chapters, "")

    def printed(self) -> tuple[str, dict[str, int]]:
        """Return the text, and the name of the rule that has each number."""
        numbers = {rule.name: rule.number for rule in self.rules()}
        lines: list[str] = []
        for rule in self.rules():
            text = " ".join(_printed(word, numbers) for word in rule.text)
            if rule.title:
                lines += [f"{rule.number} {rule.title}", "", *([text, ""] if text else [])]
            else:
                lines += [f"{rule.number} {text}", ""]
        return "\n".join(lines), {number: name for name, number in numbers.items()}


def _walk(rules: Iterable[Rule]) -> Iterator[Rule]:
    for rule in rules:
        yield rule
        yield from _walk(rule.below)


def _number(rules: Sequence[Rule], above: str) -> None:
    for place, rule in enumerate(rules, 1):
        rule.number = f"{above}.{place}" if above else str(place)
        _number(rule.below, rule.number)


def _printed(word: str | int, numbers: Mapping[int, str]) -> str:
    """Return a word, or the number of a rule; that of one that is gone is what the editor left standing."""
    return word if isinstance(word, str) else f"(see {numbers.get(word, '99.99')})"


def drawn(seed: int, size: int = 300) -> Book:
    """Return a book of about so many rules, in chapters of ten sections, some with rules below without titles."""
    draw = random.Random(seed)  # noqa: S311 (repeatable, no secret)
    names = iter(range(1, 10**6))
    chapters: list[Rule] = []
    everything: list[Rule] = []
    while len(everything) < size:
        chapter = _drawn_rule(draw, next(names))
        chapters.append(chapter)
        everything.append(chapter)
        for _ in range(draw.randint(4, 12)):
            section = _drawn_rule(draw, next(names))
            chapter.below.append(section)
            everything.append(section)
            section.below = [_drawn_rule(draw, next(names), titled=False) for _ in range(draw.choice((0, 0, 2, 4)))]
            everything += section.below
    for rule in everything:
        if draw.random() < 0.5 and rule.text:
            rule.text.insert(draw.randrange(1, len(rule.text) + 1), draw.choice(everything).name)
            if draw.random() < 0.4:
                rule.text.append(draw.choice(everything).name)
    return Book(chapters)


def _drawn_rule(draw: random.Random, name: int, *, titled: bool = True) -> Rule:
    title = f"{draw.choice(ADJECTIVES)} {draw.choice(NOUNS)} {draw.choice(VERBS)}".title() if titled else ""
    if titled and draw.random() < 0.15:
        return Rule(name, title, [])
    return Rule(name, title, [word for _ in range(draw.randint(1, 4)) for word in _sentence(draw).split()])


def _sentence(draw: random.Random) -> str:
    words = draw.choices(FILLER, k=draw.randint(5, LONGEST)) + draw.choices(NOUNS + VERBS, k=2)
    draw.shuffle(words)
    return f"{' '.join(words).capitalize()}."


def taken(entries: Sequence[Entry], references: Iterable[Reference]) -> Book:
    """Return the book of a compiled document's numbered rules.

    Args:
        entries: its entries, in source order.
        references: the references in them.
    """
    numbered = [entry for entry in entries if entry.number and entry.kind == "section"]
    names = {entry.id: name for name, entry in enumerate(numbered, 1)}
    cited: dict[str, list[Reference]] = {}
    for reference in references:
        if reference.block is not None and reference.kind == "number" and reference.target in names:
            cited.setdefault(reference.source, []).append(reference)
    rules = {entry.id: _taken_rule(entry, names, cited.get(entry.id, ())) for entry in numbered}
    chapters: list[Rule] = []
    for entry in numbered:
        above = rules.get(entry.parent or "")
        (above.below if above else chapters).append(rules[entry.id])
    return Book(chapters)


def _taken_rule(entry: Entry, names: Mapping[str, int], cited: Iterable[Reference]) -> Rule:
    """Return a rule with its references taken out of the text and put behind the sentence they stand in."""
    words: list[str | int] = []
    by_block: dict[int | None, list[Reference]] = {}
    for reference in cited:
        by_block.setdefault(reference.block, []).append(reference)
    for index, block in enumerate(entry.blocks):
        last = 0
        for reference in sorted(by_block.get(index, ()), key=lambda one: one.start):
            if reference.start >= last:
                words += [*block.text[last : reference.start].split(), names[reference.target or ""]]
                last = reference.end
        words += block.text[last:].split()
    words = [re.sub(r"\d+(?:\.\d+)+\S*", "so", word) if isinstance(word, str) else word for word in words]
    title = " ".join((entry.title or "").split())
    if not title and not words:
        words = ["Nothing."]
    return Rule(names[entry.id], title, words)


def edited(book: Book, seed: int, count: int) -> tuple[Book, Truth]:
    """Return a new edition and what was done, about so many changes of all kinds.

    Args:
        book: the older edition; it stays as it is.
        seed: draws everything.
        count: how many changes.
    """
    draw = random.Random(seed)  # noqa: S311 (repeatable, no secret)
    new, truth = deepcopy(book), Truth()
    kinds = {_reword: 8, _add: 4, _remove: 3, _rename: 3, _split: 2, _merge: 2, _move: 2, _swap: 1, _add_chapter: 0.5}
    touched: set[int] = set()
    for _ in range(count):
        draw.choices(list(kinds), list(kinds.values()))[0](new, draw, truth, touched)
    if draw.random() < 0.5:
        new.chapters.insert(draw.randrange(len(new.chapters)), new.chapters.pop(draw.randrange(len(new.chapters))))
    new.number()
    left = {rule.name for rule in new.rules()}
    for rule in new.rules():  # whoever points to a rule that is gone is rewritten
        if any(isinstance(word, int) and word not in left for word in rule.text):
            rule.text = [word for word in rule.text if isinstance(word, str) or word in left]
            truth.reworded.add(rule.name)
    return new, truth


def _free(book: Book, draw: random.Random, touched: set[int], fewest: int = 0) -> Rule | None:
    """Return a rule that nothing was done to, with at least so many words; it counts as touched."""
    rules = [rule for rule in book.rules() if rule.name not in touched and len(rule.text) >= fewest]
    if not rules:
        return None
    rule = draw.choice(rules)
    touched.add(rule.name)
    return rule


def _home(book: Book, rule: Rule) -> list[Rule]:
    return next(rules for rules in book.siblings() if rule in rules)


def _reword(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    rule = _free(book, draw, touched, 8)
    if rule is None:
        return
    truth.reworded.add(rule.name)
    for _ in range(draw.choice((1, 1, 2, 3))):
        how, place = draw.randrange(4), draw.choice((0, draw.randrange(len(rule.text) - 2)))
        if how == 0 and isinstance(rule.text[place], str):
            rule.text[place] = "instead"
        elif how == 1:
            rule.text[place:place] = ["unless", "nobody", "objects"]
        elif how == 2:
            rule.text += _sentence(draw).split()
        else:
            rule.text[place : place + 2] = ["not"]
    if isinstance(rule.text[0], str):
        rule.text[0] = rule.text[0].capitalize()


def _new(book: Book, draw: random.Random, *, titled: bool = True) -> Rule:
    book.next_name += 1
    rule = _drawn_rule(draw, book.next_name - 1, titled=titled)
    return rule if rule.text or rule.title else Rule(rule.name, rule.title, [*_sentence(draw).split()])


def _add(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    home = draw.choice(book.siblings()[1:])
    rule = _new(book, draw, titled=bool(home[0].title))
    touched.add(rule.name)
    home.insert(draw.randrange(len(home) + 1), rule)


def _add_chapter(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    chapter = _new(book, draw)
    chapter.below = [_new(book, draw) for _ in range(draw.randint(1, 5))]
    touched.update(rule.name for rule in _walk([chapter]))
    book.chapters.insert(draw.randrange(len(book.chapters) + 1), chapter)


def _remove(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    rule = _free(book, draw, touched)
    if rule and not rule.below and len(_home(book, rule)) > 1:
        _home(book, rule).remove(rule)


def _rename(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    rule = _free(book, draw, touched)
    if rule and rule.title:
        words = rule.title.split()
        words[draw.randrange(len(words))] = draw.choice(NOUNS).title()
        if " ".join(words) != rule.title:
            rule.title = " ".join(words)
            truth.renamed.add(rule.name)


def _move(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    """Put a rule with all below it into another chapter."""
    rule = _free(book, draw, touched)
    if rule and rule not in book.chapters and len(_home(book, rule)) > 1:
        _home(book, rule).remove(rule)
        homes = [rules for rules in book.siblings()[1:] if bool(rules[0].title) == bool(rule.title)]
        home = draw.choice(homes)
        home.insert(draw.randrange(len(home) + 1), rule)


def _swap(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    home = draw.choice([rules for rules in book.siblings() if len(rules) > 1])
    place = draw.randrange(len(home) - 1)
    home[place], home[place + 1] = home[place + 1], home[place]


def _split(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    """Make the last half of a rule's sentences a rule of its own behind it."""
    rules = [rule for rule in book.rules() if rule.name not in touched and not rule.below and _halves(rule)]
    rules = [rule for rule in rules if rule not in book.chapters]
    if not rules:
        return
    rule = draw.choice(rules)
    rest = _new(book, draw, titled=bool(rule.title))
    rule.text, rest.text = _halves(rule) or (rule.text, [])
    home = _home(book, rule)
    home.insert(home.index(rule) + 1, rest)
    touched |= {rule.name, rest.name}
    truth.reworded.add(rule.name)
    truth.groups.append({rule.name, rest.name})


def _halves(rule: Rule) -> tuple[list[str | int], list[str | int]] | tuple[()]:
    ends = [place for place, word in enumerate(rule.text, 1) if isinstance(word, str) and word.endswith(".")]
    middle = [end for end in ends if 10 <= end <= len(rule.text) - 10]
    return (rule.text[: middle[0]], rule.text[middle[0] :]) if middle else ()


def _merge(book: Book, draw: random.Random, truth: Truth, touched: set[int]) -> None:
    """Put a rule's text behind that of the rule before it."""
    found = [
        (home, one, other)
        for home in book.siblings()[1:]
        for one, other in pairwise(home)
        if not other.below and len(other.text) >= 10 and len(one.text) >= 10 and not {one.name, other.name} & touched
    ]
    if not found:
        return
    home, one, other = draw.choice(found)
    one.text = one.text + other.text
    home.remove(other)
    touched |= {one.name, other.name}
    truth.reworded.add(one.name)
    truth.groups.append({one.name, other.name})
