"""Invented games of several documents that cite each other in many forms, with decoys and faults.

Everything depends on a seed. A game has a rulebook, tournament rules whose numbers are partly those of the rulebook,
and a FAQ without numbers. Each citation stands in a paragraph of its own, so that its line tells it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.core.jsonl import Record

FIRST = (
    "Ember Salt Copper Lantern Thistle Harbour Glass Winter Hollow Iron Silver Amber Cinder Marsh Falcon Raven".split()
)
SECOND = "Attack Draw Payment Timing Recovery Phase Zones Damage Tokens Priority Summoning Auction Upkeep Wager".split()
GAMES = ("Tidewall", "Kestrel", "Mirefolk", "Orrery", "Duskmarch", "Ninth Bell")


class Form(NamedTuple):
    """A way to cite: {n} number, {t} title, {s} title as a sentence has it, {d} document, {a} its initials."""

    text: str
    labelled: bool = False
    named: bool = False
    numbers: int = 1


FORMS = (
    Form("The captain waits (see rule {n})."),
    Form("This follows from the {s} ({n}).", labelled=True),
    Form("For all else see {n} {t}.", labelled=True),
    Form("It is settled by {n}, “{t}”.", labelled=True),
    Form("Compare “{t}” ({n}) before you sail.", labelled=True),
    Form("That is part of {t} (see {n}).", labelled=True),
    Form("Nobody may answer ({n}, {t}).", labelled=True),
    Form("The ship turns, as {a} {n} says.", named=True),
    Form("The ship turns (section {n} of the {d}).", named=True),
    Form("The ship turns; {d}, rule {n}.", named=True),
    Form("Follow rules {n} and {m} in turn.", numbers=2),
    Form("The anchor holds under § {n}."),
    Form("The anchor holds [{n}]."),
    Form("The harbour closes ({d} {n}).", named=True),
    Form("As rule {n}. {t} has it, nobody pays.", labelled=True),
    Form("According to rule {n}, {t}, nobody pays.", labelled=True),
    Form("Read section {n}: {t}.", labelled=True),
    Form("Under rule {n} in the {d} nobody pays.", named=True),
    Form("See {a}: {n} for the rest.", named=True),
    Form("Nobody pays (see {n} – {t}).", labelled=True),
    Form("For the {s} see {n}.", labelled=True),
    Form("See {n} {s} for the rest.", labelled=True),
    Form("Both are told in {n} and {m} of the {d}.", named=True, numbers=2),
    Form("The tide is high ({a} §{n}).", named=True),
    Form("Captains draw as per {n}."),
    Form("Nobody pays (cf. {n})."),
    Form("{t}, rule {n}, says who pays.", labelled=True),
    Form("Rule {n} applies here, and nothing else."),
    Form("The chain breaks ({d}, {n}, “{t}”).", labelled=True, named=True),
    Form("See “{t}” in the {d} ({n}).", labelled=True, named=True),
    Form("Refer to section {n}, {t}, for the rest.", labelled=True),
    Form("It sinks at once ({n} and {m}).", numbers=2),
    Form("This is {n} ({t}) at work.", labelled=True),
    Form("The {d} says in {n} that it sinks.", named=True),
    Form("Is it settled by rule {n}?"),
    Form("The rules for the {s} are in section {n}.", labelled=True),
    Form("A ship waits [{a} {n}].", named=True),
    Form("Rules {n}, {m} and the wind decide.", numbers=2),
)
HELD_FORMS = frozenset((3, 9, 13, 17, 19, 22, 24, 25, 32, 34))
"""Places of the forms that are held back while the grammar is made."""
DECOYS = (
    "Each ship carries {n} tons of salt.",
    "This is version {n} of the text.",
    "The round lasts {n} minutes.",
    "A place costs ${n} in the harbour.",
    "The match began at {n} pm.",
    "About {n}% of all captains agree.",
    "The norm ISO {n} says nothing of this.",
    "The Starling Penalty Guide, {n}, is of another game.",
    "The chest is {n} inches wide.",
    "The chance is {n} times as high.",
    "It was first played with Harbourmaster {n} on a computer.",
    "On average {n} ships return.",
    "The odds stand at {n} to one.",
    "Figure {n} shows the harbour.",
    "It weighs {n} kg without its sails.",
    "The wind blows at {n} knots.",
    "The harbour grows by a factor of {n}.",
    "See table {n} for the tides of May.",
    "The mast is between {n} and 9.9 yards high.",
    "Patch {n} of the client broke the timer.",
    "The club has a rating of {n} out of ten.",
    "Chapter {n} of the novel tells of a storm.",
    "It costs {n} crowns to moor.",
    "The tide rises {n} feet.",
    "Season {n} of the league ended in May.",
    "The mark is set at {n} or more.",
    "The house plays Ember Tide {n} on Mondays.",
    "In the film The Long Watch {n} nobody sails.",
)
HELD_DECOYS = frozenset((2, 5, 8, 10, 13, 15, 17, 18, 20, 24, 25, 27))


class Scheme(NamedTuple):
    """A way to number a book: its chapters, their rules, and what stands below some of these."""

    first: int = 1
    zero: bool = False
    """Chapters are 1.0 and not 1."""
    digits: int = 1
    """Digits of a rule within its chapter."""
    below: tuple[str, ...] = (".1",)


SCHEMES = (
    Scheme(zero=True),
    Scheme(),
    Scheme(100, below=("a",)),
    Scheme(below=(".a", ".b")),
    Scheme(below=(".1", ".1a", ".1b")),
    Scheme(400, below=(".a", ".a.1")),
    Scheme(digits=2),
)
HELD_SCHEMES = frozenset((3,))


class Citation(NamedTuple):
    """A citation with its truth."""

    file: str
    line: int
    number: str
    target: str | None
    """Key and number; None where there is none."""
    meant: str | None
    """What is meant in place of a wrong number."""
    form: int
    kind: str
    """ok, wrong, dangling, or decoy."""


@dataclass
class Page:
    """A document that is written line by line."""

    key: str
    lines: list[str] = field(default_factory=list)

    def add(self, text: str) -> int:
        """Add a paragraph and return its line."""
        self.lines += [text, ""]
        return len(self.lines) - 1


Book = dict[str, str]
"""Titles by number."""


class Game:
    """A collection of one game."""

    def __init__(self, seed: int, *, held: bool) -> None:
        """Make the documents.

        Args:
            seed: settles everything.
            held: whether the forms and decoys are those held back, and the schemes of numbering all; or the others.
        """
        self.chance = random.Random(seed)
        self.held = held
        self.name = self.chance.choice(GAMES)
        titles = [f"{one} {two}" for one in FIRST for two in SECOND]
        self.chance.shuffle(titles)
        self.rules = self._book(titles, self.chance.randrange(6, 10))
        self.floor = self._book(titles, self.chance.randrange(3, 6))
        rules = self.chance.choice(("Comprehensive Rules", "Core Rules", "Rules Reference"))
        floor = self.chance.choice(("Tournament Rules", "Floor Rules", "Organised Play Handbook"))
        self.titles = {"rules": f"{self.name} {rules}", "floor": f"{self.name} {floor}", "faq": f"{self.name} FAQ"}
        self.short = {"rules": rules, "floor": floor}
        self.citations: list[Citation] = []
        self.files = {f"{key}.md": self._page(key) for key in self.titles}

    def _book(self, titles: list[str], chapters: int) -> Book:
        """Return the numbers of a book, in one of the schemes of numbering."""
        scheme = self.chance.choice([one for at, one in enumerate(SCHEMES) if (at in HELD_SCHEMES) <= self.held])
        found: Book = {}
        for chapter in range(scheme.first, scheme.first + chapters):
            found[f"{chapter}.0" if scheme.zero else str(chapter)] = titles.pop()
            for rule in range(1, self.chance.randrange(3, 6)):
                number = f"{chapter}.{rule:0{scheme.digits}}"
                found[number] = titles.pop()
                if self.chance.random() < 0.3:
                    found.update((number + below, titles.pop()) for below in scheme.below)
        return found

    def _page(self, key: str) -> str:
        """Write a document."""
        page = Page(key)
        page.add(f"# {self.titles[key]}")
        book = {"rules": self.rules, "floor": self.floor}.get(key)
        if book is None:
            for _ in range(self.chance.randrange(12, 18)):
                page.add(f"Q: May the {self.chance.choice(FIRST).lower()} captain wait for the {self._thing()}?")
                page.lines.pop()
                self._citation(page, "A: ")
            return "\n".join(page.lines)
        for number, title in book.items():
            page.add(f"{'##' if number.count('.') < 2 else '###'} {number} {title}")
            page.add(f"A {self._thing()} belongs to the {title.lower()} and keeps its {self._thing()}.")
            if self.chance.random() < 0.7:
                self._citation(page)
        return "\n".join(page.lines)

    def _thing(self) -> str:
        return self.chance.choice("anchor rope gull mast sail cargo harbour chain wreck reef".split())

    def _citation(self, page: Page, before: str = "") -> None:
        """Write a citation, a fault or a decoy."""
        chance = self.chance.random()
        if chance < 0.15:
            self._decoy(page, before)
        elif chance < 0.3:
            self._fault(page, before)
        else:
            self._sound(page, before)

    def _form(self, **wanted: bool) -> int:
        """Choose a form: of those held back or of the others."""
        places = [place for place in range(len(FORMS)) if (place in HELD_FORMS) == self.held]
        fit = [place for place in places if all(getattr(FORMS[place], name) == value for name, value in wanted.items())]
        return self.chance.choice(fit)

    def _target(self, page: Page) -> str:
        return self.chance.choice(("rules", "rules", "floor") if page.key == "faq" else ("rules", "floor", page.key))

    def _books(self) -> dict[str, Book]:
        return {"rules": self.rules, "floor": self.floor}

    def _sound(self, page: Page, before: str) -> None:
        """Cite what exists, in words that say enough of where it is."""
        key = self._target(page)
        book, other = self._books()[key], self._books()["floor" if key == "rules" else "rules"]
        place = self._form()
        form = FORMS[place]
        numbers = [one for one in book if "." in one]
        if not form.labelled and not form.named and key != page.key:
            numbers = [one for one in numbers if one not in other and one.removesuffix(".0") not in other]
        if len(numbers) < 2:
            return
        number, second = self.chance.sample(numbers, 2)
        self._write(page, before, form, place, key, (number, second), book[number], "ok")

    def _write(
        self, page: Page, before: str, form: Form, place: int, key: str, numbers: tuple[str, str], title: str, kind: str
    ) -> None:
        initials = "".join(word[0] for word in self.short[key].split() if word != "of").upper()
        named = self.chance.choice((self.short[key], self.titles[key]))
        texts = {"n": numbers[0], "m": numbers[1], "t": title, "s": title.lower(), "d": named, "a": initials}
        line = page.add(before + form.text.format(**texts))
        book = self._books()[key]
        meant = next((f"{key}:{one}" for one, name in book.items() if name == title), None) if kind == "wrong" else None
        for number in numbers[: form.numbers]:
            target = f"{key}:{number}" if kind != "dangling" else None
            self.citations.append(Citation(f"{page.key}.md", line, number, target, meant, place, kind))

    def _fault(self, page: Page, before: str) -> None:
        """Cite a number that none has, or one whose title is another's."""
        key = self._target(page)
        book = self._books()[key]
        if self.chance.random() < 0.5:
            place = self._form(named=True)
            last = max(int(number.split(".")[0]) for number in book)
            numbers = (f"{last}.{self.chance.randrange(7, 10)}", f"{last}.{self.chance.randrange(10, 14)}")
            self._write(page, before, FORMS[place], place, key, numbers, "", "dangling")
            return
        place = self._form(labelled=True)
        other = self._books()["floor" if key == "rules" else "rules"]
        number, meant = self.chance.sample([one for one in book if "." in one], 2)
        if key != page.key and number in other:
            return
        self._write(page, before, FORMS[place], place, key, (number, ""), book[meant], "wrong")

    def _decoy(self, page: Page, before: str) -> None:
        """Write a number that is none of a rule, though a rule has it."""
        places = [place for place in range(len(DECOYS)) if (place in HELD_DECOYS) == self.held]
        place = self.chance.choice(places)
        number = self.chance.choice([one for one in self.rules if one.count(".") == 1 and one[-1].isdigit()])
        line = page.add(before + DECOYS[place].format(n=number))
        self.citations.append(Citation(f"{page.key}.md", line, number, None, None, place, "decoy"))


class Measure(NamedTuple):
    """How many citations came out right, and what did not."""

    found: tuple[int, int]
    """Sound ones that lead to their entry, of all."""
    faults: tuple[int, int]
    """Faulty ones that are reported as they should be, of all."""
    precise: tuple[int, int]
    """Reported ones that are faulty, of all that are reported."""
    decoys: tuple[int, int]
    """Decoys that are left alone, of all."""
    misses: list[str]

    def __add__(self, other: object) -> Measure:
        """Add up two measures."""
        assert isinstance(other, Measure)
        found, faults, precise, decoys = (
            (one[0] + two[0], one[1] + two[1]) for one, two in zip(self[:4], other[:4], strict=True)
        )
        return Measure(found, faults, precise, decoys, self.misses + other.misses)


def measure(game: Game, references: list[Record]) -> Measure:
    """Compare what was made of a game's references with what is true."""
    at: dict[tuple[str, int], list[Record]] = {}
    for one in references:
        if one["kind"] not in ("card", "counterpart"):
            at.setdefault((one["source"].partition(":")[0] + ".md", one["line"]), []).append(one)
    counts = {"found": [0, 0], "faults": [0, 0], "precise": [0, 0], "decoys": [0, 0]}
    misses: list[str] = []
    for cited in game.citations:
        here = [one for one in at.get((cited.file, cited.line), []) if holds_number(one["text"], cited.number)]
        right = _is_right(cited, here)
        name = {"ok": "found", "decoy": "decoys"}.get(cited.kind, "faults")
        counts[name][1] += 1
        counts[name][0] += right
        if not right:
            told = [(one["text"], one["status"], one["target"], one["suggestion"]) for one in here]
            text = game.files[cited.file].split("\n")[cited.line - 1]
            misses.append(f"{cited.kind} {cited.form} {cited.file}:{cited.line} {text!r} {cited.target} {told}")
    faulty = {(one.file, one.line) for one in game.citations if one.kind in ("wrong", "dangling")}
    for place, told_here in at.items():
        for one in told_here:
            if one["status"] in ("dangling", "mislabelled", "ambiguous"):
                counts["precise"][1] += 1
                counts["precise"][0] += place in faulty
    found, faults, precise, decoys = ((right, of) for right, of in counts.values())
    return Measure(found, faults, precise, decoys, misses)


def holds_number(text: str, number: str) -> bool:
    """Tell whether a printed reference is that of a number."""
    return any(word.strip(".,:;()[]“”") == number for word in text.split())


def _is_right(cited: Citation, here: list[Record]) -> bool:
    leads = [one for one in here if one["target"]]
    if cited.kind == "decoy":
        return not leads and all(one["status"] == "external" for one in here)
    if cited.kind == "dangling":
        return any(one["status"] == "dangling" for one in here)
    if cited.kind == "wrong":
        return any(one["status"] == "mislabelled" and one["suggestion"] == cited.meant for one in here)
    return any(one["status"] == "ok" and one["target"] == cited.target for one in leads)
