"""Texts that cite rules, with the truth about each number in them, drawn from a seed over any opened library.

Programs, wiki pages, conversations and plain texts, each with sound citations, absent, wrong and misquoted ones, and
with numbers of other things. The words of rules are taken from the library at run time.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from judge.core.jsonl import Record
from judge.core.numbering import lookup_key, parents

Kind = Literal["sound", "absent", "wrong", "misquoted", "stale", "other"]


class Truth(NamedTuple):
    """What a number in a text is."""

    file: str
    start: int
    """Where it begins in the text."""
    number: str
    kind: Kind
    meant: str
    """The number of the rule that is meant; empty where none is."""
    way: str


class Text(NamedTuple):
    """A text that cites rules."""

    name: str
    text: str
    truths: tuple[Truth, ...]


TITLED = (
    "See {n} {t} for this.",
    "{t} ({n}) decides it.",
    "This is rule {n} ({t}).",
    "Look at section {n}, “{t}”, first.",
    "For {t} see rule {n}.",
    "{n}: {t}",
    "It follows from {t} (rule {n}).",
    "Under “{t}” ({n}) that is fine.",
    "{t}, rule {n}, settles the question.",
    "We went by rule {n} – {t} – in the end.",
    "handles {t} (see {n})",
    "{t} [{n}]",
)
WORDED = (
    "As rule {n} says, {s}.",
    "{S} ({n}).",
    "{n}: {s}",
    "According to {n}, {s}.",
    "{S}; see rule {n}.",
    "Rule {n} tells us that {s}.",
    "{S}, see §{n}.",
    "By section {n} {s}, so the judge was right.",
    "I was told that {s} (rule {n}).",
    "{S}. That is rule {n}.",
)
QUOTED = (
    "Rule {n}: “{q}”",
    "“{q}” (rule {n})",
    'Rule {n} says "{q}"',
    '{n} has it: "{q}"',
    'As {n} puts it, "{q}".',
    '"{q}" -- section {n}',
    'It says "{q}" in rule {n}.',
    "Quoting {n}: “{q}”.",
)
BARE = (
    "see rule {n}",
    "Check rule {n} before you ask.",
    "I think rule {n} covers it, but ask a judge.",
    "{n}",
    "cf. section {n}",
    "My friend at the store swears by rule {n}.",
    "(see {n})",
    "as in rule {n}",
)
OTHER = (
    "We tested it with version {v2}.",
    "Requires Python 3.{d} or Node {d}.{d}.",
    "Section {v2} of the store policy forbids food.",
    "It cost $ {d}.50 and {d}.25 € for shipping.",
    "The server at 10.{d}.0.{d} was down.",
    "Round two began at {d}.30 and ended at 14.45.",
    "On 12.0{d}.2024 we played again.",
    "His rating is {d}.{d} out of 10.",
    "See chapter {v2} of her thesis.",
    "RFC 2119, section {v2}, defines these words.",
    "The contract, section {v2}, says otherwise.",
    "pip install cards=={d}.{d}.{d}",
    "build {v3} is broken",
    "a deck weighs about {d}.{d} kg",
    "Table {v2} shows the results.",
    "released as v{v3}",
    "The API docs, section {v2}, explain the call.",
    "on average {d}.{d} turns a game",
    "the ratio is {d}.{d} to one",
    "ISO {v2} applies to the sleeves",
    "In the tournament operator's manual (section {v2}) there is more.",
    "§ {v2} of the Civil Code is about contracts",
    "Driver {v3} fixes it.",
    "it took {d}.{d} seconds",
)


class Drawer:
    """Draws citations of one document."""

    def __init__(self, entries: Sequence[Record], seed: int) -> None:
        """Take the numbered entries of a document."""
        self.draw = random.Random(seed)
        self.numbered = [one for one in entries if one["number"] and re.fullmatch(r"[\dA-Z][\w.]*", one["number"])]
        self.numbers = {lookup_key(one["number"]) for one in entries if one["number"]}
        self.by_id = {one["id"]: one for one in entries}
        counts: dict[str, int] = {}
        for one in self.numbered:
            counts[lookup_key(one["number"])] = counts.get(lookup_key(one["number"]), 0) + 1
        deep = [one for one in self.numbered if "." in one["number"] and counts[lookup_key(one["number"])] == 1]
        self.deep = deep
        titles = [one["title"] for one in entries if one["title"]]
        self.titled = [one for one in deep if one["title"] and titles.count(one["title"]) == 1]
        self.worded = [one for one in deep if len(sentences(one)) > 0]

    def other(self, entry: Record, among: Sequence[Record]) -> Record | None:
        """Return another entry that is not above or below one, nor says the same."""
        for _ in range(30):
            one = self.draw.choice(among)
            up, down = lookup_key(entry["number"]), lookup_key(one["number"])
            same = {*parents(up), up} & {*parents(down), down} - {down.split(".")[0]}
            if not same and one["title"] != entry["title"]:
                return one
        return None

    def absent(self) -> str:
        """Return a number that the document does not have."""
        while True:
            number = self.draw.choice(self.deep)["number"]
            head, _, last = number.rpartition(".")
            digits = re.match(r"\d*", last)
            assert digits
            tail = last[digits.end() :]
            made = f"{head}.{int(digits[0] or 0) + self.draw.randint(1, 40)}{tail}" if digits[0] else f"{head}.{last}.7"
            if lookup_key(made) not in self.numbers:
                return made

    def citation(self, kind: Kind) -> tuple[str, str, str, str] | None:
        """Return a sentence, the number in it, the one that is meant, and the way; None where the dice fail."""
        draw = self.draw
        if kind == "other":
            way = self.draw.choice(OTHER)
            made = way.replace("{v2}", f"{draw.randint(1, 12)}.{draw.randint(1, 9)}")
            made = made.replace("{v3}", f"{draw.randint(1, 24)}.{draw.randint(0, 9)}.{draw.randint(0, 9)}")
            while "{d}" in made:
                made = made.replace("{d}", str(draw.randint(1, 9)), 1)
            return made, "", "", way
        if kind == "misquoted":
            return self._quoted(wrong=True)
        form = draw.choice(("titled", "worded", "quoted", "bare")) if kind == "sound" else "titled"
        if kind == "absent":
            way = self.draw.choice(BARE[:3] + TITLED[2:5])
            number = self.absent()
            entry = draw.choice(self.deep)
            title = "that case" if "{t}" in way else ""
            return way.replace("{t}", title).replace("{n}", number), number, "", way
        if form == "quoted":
            return self._quoted(wrong=False)
        if form == "bare":
            entry, way = draw.choice(self.deep), self.draw.choice(BARE)
            return way.replace("{n}", entry["number"]), entry["number"], entry["number"], way
        among = self.titled if form == "titled" and len(self.titled) > 5 else self.worded
        entry = draw.choice(among)
        way = self.draw.choice(TITLED if among is self.titled else WORDED)
        printed = entry
        if kind == "wrong":
            other = self.other(entry, self.deep)
            if other is None:
                return None
            printed = other
        plain = [one for one in sentences(entry) if not re.search(r"[“”\"]|\d\.\d", one)]
        said = " ".join(draw.choice(plain or [""]).strip(" .;:").split()[:20]) if "{s" in way.casefold() else ""
        if "{s" in way.casefold() and len(said.split()) < 6:
            return None
        made = way.replace("{t}", entry["title"] or "").replace("{s}", said).replace("{S}", said[:1].upper() + said[1:])
        return made.replace("{n}", printed["number"]), printed["number"], entry["number"], way

    def _quoted(self, *, wrong: bool) -> tuple[str, str, str, str] | None:
        entry, way = self.draw.choice(self.worded), self.draw.choice(QUOTED)
        quote = self.draw.choice(sentences(entry)).replace('"', "").replace("“", "").replace("”", "")
        words = quote.split()
        if len(words) < 6:
            return None
        words = words[: self.draw.randint(6, 30)]
        if wrong:
            for _ in range(self.draw.randint(1, 2)):
                place = self.draw.randrange(len(words))
                words[place] = self.draw.choice(("never", "seven", "opponents", "discarded", "twice", "optional"))
        quote = " ".join(words)
        if wrong and quote.casefold() in " ".join(text_of(entry).split()).casefold():
            return None
        return way.replace("{q}", quote).replace("{n}", entry["number"]), entry["number"], entry["number"], way


def sentences(entry: Record) -> list[str]:
    """Return the longer sentences of an entry."""
    found = (part for block in entry["blocks"] for part in re.split(r"(?<=[.!?])\s+", block["text"]))
    return [one for one in found if 8 <= len(one.split()) <= 60]


def text_of(entry: Record) -> str:
    """Return the text of an entry."""
    return " ".join(block["text"] for block in entry["blocks"])


Item = tuple[str, str, str, Kind, str]
"""A sentence, its number, the number that is meant, what it is, and the way."""


def python(items: Sequence[Item], draw: random.Random) -> Iterator[str | Item]:
    for place, item in enumerate(items):
        yield f"def handle_{place}(state):\n    "
        if draw.random() < 0.2:
            yield '"""'
            yield item
            yield '"""\n'
        else:
            yield "# "
            yield item
            yield "\n"
        yield f"    x = state.get('k{place}', 1.5)\n    return x * 2\n\n\n"


def javascript(items: Sequence[Item], draw: random.Random) -> Iterator[str | Item]:
    for place, item in enumerate(items):
        if draw.random() < 0.5:
            yield "/**\n * "
            yield item
            yield "\n */\n"
        else:
            yield "// "
            yield item
            yield "\n"
        yield f"function f{place}(a) {{ return a > 0.5 ? 'x' : `y`; }}\n"


def markdown(items: Sequence[Item], draw: random.Random) -> Iterator[str | Item]:
    yield "# Notes on the game\n\n"
    for item in items:
        yield draw.choice(("- ", "", "> ", "1. "))
        yield item
        yield "\n\n"


def conversation(items: Sequence[Item], draw: random.Random) -> Iterator[str | Item]:
    names = ("Alice", "Bob", "Judge Carol", "dave_77")
    for item in items:
        yield f"{draw.choice(names)}: {draw.choice(('', 'hm, ', 'well... ', 'I asked around. '))}"
        yield item
        yield draw.choice(("\n", " What do you think?\n", " Thanks!\n"))


def plain(items: Sequence[Item], draw: random.Random) -> Iterator[str | Item]:
    for item, following in zip(items, [*items[1:], None], strict=True):
        yield item
        titled = following is not None and following[4].startswith("{t}")  # a title behind a number would be its own
        yield ("" if item[0][-1] in ".?!" else ".") + ("\n\n" if titled else draw.choice((" ", "\n\n", "\n")))


FORMS: dict[str, Callable[[Sequence[Item], random.Random], Iterator[str | Item]]] = {
    "code.py": python, "code.js": javascript, "wiki.md": markdown, "chat.txt": conversation, "plain.txt": plain,
}  # fmt: skip
SHARES: dict[Kind, float] = {"sound": 0.62, "absent": 0.06, "wrong": 0.1, "misquoted": 0.06, "other": 0.16}


def texts(entries: Sequence[Record], seed: int, size: int = 60, shares: dict[Kind, float] | None = None) -> list[Text]:
    """Return a text of each form that cites a document.

    Args:
        entries: of the document.
        seed: draws everything.
        size: sentences in each.
        shares: how often each kind of citation is drawn.
    """
    drawer = Drawer(entries, seed)
    kinds = shares or SHARES
    found = []
    for form, render in FORMS.items():
        items: list[Item] = []
        while len(items) < size:
            kind = drawer.draw.choices(list(kinds), list(kinds.values()))[0]
            made = drawer.citation(kind)
            if made:
                items.append((made[0], made[1], made[2], kind, made[3]))
        found.append(_rendered(f"{seed}-{form}", render(items, drawer.draw)))
    return found


def _rendered(name: str, parts: Iterator[str | Item]) -> Text:
    text = ""
    truths = []
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        sentence, number, meant, kind, way = part
        at = _place(sentence, number, way) if number else 0
        truths.append(Truth(name, len(text) + at, number, kind, meant, way))
        text += sentence
    return Text(name, text, tuple(truths))


def _place(sentence: str, number: str, way: str) -> int:
    """Return where the number of a sentence stands: it may also be in the words around it."""
    before = way.partition("{n}")[0]
    return sentence.rfind(number) if "{" in before else sentence.find(number)
