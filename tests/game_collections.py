"""Invented collections: games whose names are dressed in many ways over several documents, with what is true of each.

Everything depends on a seed. Some documents define the game, some only mention it, some never do and speak of its cards
alone; in some folders lie two games, and in some a document of neither.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

GAMES = {
    "Tidewall": "Tidewall",
    "Harbour and Hull": "Harbour",
    "Lantern: The Long Watch": "Lantern",
    "Ember Crown": "Ember Crown",
    "Kestrel": "Kestrel",
    "Salt of the Seven Roads": "Salt",
    "Orrery: Wheels of Heaven": "Orrery",
    "Mirefolk": "Mirefolk",
    "Call of the Glacier": "Glacier",
    "The Ninth Bell": "Ninth Bell",
    "Thorn & Thistle": "Thistle",
    "Duskmarch Legends": "Duskmarch",
}
"""Name and what players say for short."""
FIRST = (
    "Aldermoor Brackwater Cindergate Dovrin Eskelund Fennimore Galthrop Hexley Isenward Jorvane Karsk Lommel".split()
)
SECOND = "Rider Warden Piper Envoy Smith Oracle Courier Reaver Diver Scribe Herald Baron".split()
THIRD = "Montrose Nerith Ostrava Pellucid Quillon Ravensby Sorrel Tamsin Ulverton Vesper Wyrmholt Yarrow".split()
FOURTH = "Falconer Duelist Keeper Tinker Mason Prophet Ranger Sailor Tanner Ursine Vintner Weaver".split()


class Told(NamedTuple):
    """What is true of a document; None where nothing is printed."""

    game: str | None
    title: str | None
    edition: str | None
    date: str | None


class Document(NamedTuple):
    """A document with its truth."""

    file: str
    text: str
    told: Told


DATED: tuple[tuple[str, str | None, str | None], ...] = (
    ("", None, None),
    ("Last Updated: 2024-05-03", None, "2024-05-03"),
    ("Version 2.0 – May 2022", "2.0", "2022-05"),
    ("v1.2", "1.2", None),
    ("2nd edition", "2", None),
    ("Effective from 3 May 2024", None, "2024-05-03"),
    ("Last revised 12.06.2019", None, "2019-06-12"),
    ("Revision 4, June 4th, 2018", "4", "2018-06-04"),
    ("Valid as of 25/12/2023", None, "2023-12-25"),
    ("© 2017 Gullwing Press. All rights reserved.", None, None),
    ("Copyright (c) 2021 Gullwing Press", None, None),
    ("Third Edition, October 2020", "3", "2020-10"),
    ("These rules are effective from September 1, 2023.", None, "2023-09-01"),
    ("(version 1.4b)", "1.4b", None),
    ("Released 2019", None, "2019"),
    ("May 2021", None, "2021-05"),
)
"""A line, the edition and the date in it."""
TITLES = (
    "{} Comprehensive Rules",
    "Comprehensive {} Rulebook",
    "{}: Errata and FAQ",
    "{} – Frequently Asked Questions",
    "Rules for {}",
    "The Official {} Rules Reference",
    "FAQ for {}",
    "{} Tournament Rules",
    "{} Errata",
    "Rulings of {}",
    "{} Rulings Compendium",
    "Player's Guide to {}",
    "{} Core Rules Document",
    "Errata for {}",
    "{} Trading Card Game: Rules",
)
PLAIN_TITLES = ("Tournament Policy", "Frequently Asked Questions", "Errata", "Card Rulings", "Rules Clarifications")
"""Titles that say nothing of the game."""
DEFINITIONS = (
    "{} is a trading card game for two players.",
    "{} is a customisable card game in which captains meet.",
    "Welcome to {}, the card game of sails and smoke.",
    "{}™ is a living card game.",
    "The rules in this document apply to any game of {}.",
)
PASSING = (
    "These answers are for players of {}.",
    "This list is kept for {} and nothing else.",
    "In {}, a captain may wait.",
    "Most of what follows was asked by people who play {} at home.",
)
BODY = (
    "The {0} moves first, and the {1} answers (2.0).",
    "A captain with the {0} may turn the {1} once.",
    "When the {0} leaves, put the {1} beside it; the {2} stays.",
    "If no one can stop the {2}, the {0} wins against the {1}.",
    "Each captain keeps the {1} until a {2} comes.",
)


class Maker:
    """Makes the documents of one game."""

    def __init__(self, name: str, words: tuple[list[str], list[str]], chance: random.Random) -> None:
        """Give the game its cards."""
        self.name, self.short, self.chance = name, GAMES[name], chance
        self.cards = [f"{one} {two}" for one, two in zip(*words, strict=True)]
        chance.shuffle(self.cards)

    def body(self, count: int = 6) -> list[str]:
        """Return sentences about cards."""
        return [self.chance.choice(BODY).format(*self.chance.sample(self.cards, 3)) for _ in range(count)]

    def titled(self) -> tuple[str, str | None, str | None, list[str]]:
        """Return a title with the name, the lines below it, and what these say."""
        line, edition, date = self.chance.choice(DATED)
        return self.chance.choice(TITLES).format(self.name), edition, date, [line] if line else []

    def rulebook(self) -> Document:
        """A numbered rulebook that says what it is."""
        title, edition, date, lines = self.titled()
        begin = self.chance.choice((f"# {title}", title.upper(), f"**{title}**"))
        marked = begin.startswith(("#", "*"))
        texts = [self.chance.choice(DEFINITIONS).format(self.name), *self.body(8)]
        rules = [part for n, text in enumerate(texts, 1) for part in (f"{'## ' if marked else ''}{n}.0 Part {n}", text)]
        return Document("rules.md", "\n\n".join([begin, *lines, *rules]), Told(self.name, title, edition, date))

    def faq(self) -> Document:
        """Questions and answers; the title names the game, the text hardly does."""
        title, edition, date, lines = self.titled()
        asked = [part for text in self.body(6) for part in ("Q: May this be?\nA: " + text,)]
        return Document("faq.txt", "\n\n".join([title, *lines, *asked]), Told(self.name, title, edition, date))

    def rulings(self) -> Document:
        """Card by card, under a title without the game; a sentence mentions it."""
        title = self.chance.choice(PLAIN_TITLES)
        cards = [part for card in self.cards[:8] for part in (f"### {card}", *self.body(2))]
        passing = self.chance.choice(PASSING).format(self.name)
        return Document("rulings.md", "\n\n".join([f"# {title}", passing, *cards]), Told(self.name, title, None, None))

    def mail(self) -> Document:
        """An e-mail whose subject names the game."""
        subject = self.chance.choice(TITLES[:6]).format(self.name)
        head = f"From: captain@example.org\nSubject: Re: [club] {subject}\nDate: Fri, 3 May 2019 10:00:00 +0000"
        told = Told(self.name, subject, None, "2019-05-03")
        return Document("mail.txt", "\n\n".join([head, *self.body(8)]), told)

    def fields(self) -> Document:
        """Markdown with front matter."""
        head = f"---\ntitle: House Notes\ngame: {self.name}\nversion: 1.3\ndate: 2022-02-01\n---"
        told = Told(self.name, "House Notes", "1.3", "2022-02-01")
        return Document("fields.md", "\n\n".join([head, "# House Notes", *self.body()]), told)

    def short_form(self) -> Document:
        """A FAQ that calls the game by its short name alone."""
        asked = [f"Q: May this be in {self.short}?\nA: {text}" for text in self.body(7)]
        title = f"{self.short} FAQ"
        return Document("short.txt", "\n\n".join([title, *asked]), Told(self.name, title, None, None))

    def silent(self) -> Document:
        """A chapter that never names the game, and speaks of its cards."""
        title = self.chance.choice(PLAIN_TITLES)
        return Document("silent.md", "\n\n".join([f"# {title}", *self.body(12)]), Told(self.name, title, None, None))


def collection(seed: int) -> list[Document]:
    """Return the documents of one folder: one game or two, and now and then a text of neither."""
    chance = random.Random(seed)
    names = chance.sample(sorted(GAMES), chance.choice((1, 1, 2)))
    found: list[Document] = []
    for name, words in zip(names, ((FIRST, SECOND), (THIRD, FOURTH)), strict=False):
        maker = Maker(name, words, chance)
        makers: list[Callable[[], Document]] = [maker.rulings, maker.mail, maker.fields, maker.short_form, maker.silent]
        chosen = [maker.rulebook, maker.faq, *chance.sample(makers, chance.randrange(1, 5))]
        made = [make() for make in chosen]
        found += [one._replace(file=f"{len(found) + at}-{one.file}") for at, one in enumerate(made)]
    if chance.random() < 0.3:
        text = "# Club Minutes\n\nThe club met on Monday. Mrs Alder Finch brought tea.\n\nNobody won anything."
        found.append(Document("z-minutes.md", text, Told(None, "Club Minutes", None, None)))
    return found
