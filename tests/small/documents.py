"""Writes small documents as people write them: keywords, questions, rulings, penalties, errata, mixed.

A document is drawn by its number. Even numbers are the open half; of odd ones only means are printed, and they also
have forms that no open document has.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
NOUNS = """
    anchor barrel beacon buoy cargo chart compass ferry flag fog galley gull hook hull island jetty keel lantern
    mast net oar pennant pilot reef rope rudder shoal storm tide wharf market bridge harvest orchard mill
    granary plough scythe meadow fence hedge lamb shepherd well bell tower archer banner forge anvil smith
    hammer
""".split()
ADJECTIVES = """
    open northern broken silent heavy early late false sealed rising falling wild copper crooked drowned gilded
    hollow iron little lost patient quiet restless second twin wandering
""".split()
VERBS = """
    moves waits returns sinks rests turns leaves enters pays draws discards counts
""".split()
OBJECTS = (
    "one lantern|a card from your hand|two coins|the top card of your deck|its owner|the active player|"
    "all boats in the harbour|the first mate|each opponent|a marker|the same zone|the discard pile|a single boat|"
    "your whole crew"
).split("|")
TAILS = (
    "this turn|until your next turn|at the end of the round|before anyone reacts|as often as you like|if it is ready|"
    "when it leaves play|unless it is sealed|after the bell|once per game|during the night|in that order"
).split("|")
LINKS = "and may touch|and then counts|but never takes|while it holds|and gives back|and cannot target".split("|")


@dataclass
class Truth:
    """An entry that a document has."""

    line: int
    title: str
    kinds: tuple[str, ...]
    """The kinds that it may be of."""
    rulings: list[str] = field(default_factory=list)
    """The first words of its rulings."""
    text: str = ""
    """Words that its own text has."""


@dataclass
class Small:
    """A document, and what is in it."""

    number: int
    name: str
    lines: list[str] = field(default_factory=list)
    truths: list[Truth] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)
    """What it is made of."""

    @property
    def text(self) -> str:
        """The whole document."""
        return "\n".join(self.lines) + "\n"


class Pen:
    """Draws words and writes lines."""

    def __init__(self, number: int) -> None:
        """Begin a document."""
        self.random = random.Random(f"small {number}")
        self.held = number % 2 == 1
        self.markdown = self.random.random() < 0.7
        self.document = Small(number, f"notes-{number}.{'md' if self.markdown else 'txt'}")
        self.names: set[str] = set()

    def choose(self, options: Sequence[T]) -> T:
        """Choose one."""
        return self.random.choice(list(options))

    def form(self, open_: Sequence[str], held: Sequence[str] = ()) -> str:
        """Choose a form; some are in the held half alone."""
        chosen = self.choose([*open_, *held, *held] if self.held else open_)
        self.document.looks.append(chosen)
        return chosen

    def word(self) -> str:
        """Return a name of one word that is not taken."""
        return self._new(lambda: self.choose(NOUNS).capitalize())

    def card(self) -> str:
        """Return the name of a card that is not taken."""
        forms: tuple[Callable[[], str], ...] = (
            lambda: f"{self.choose(ADJECTIVES).capitalize()} {self.choose(NOUNS).capitalize()}",
            lambda: f"The {self.choose(ADJECTIVES).capitalize()} {self.choose(NOUNS).capitalize()}",
            lambda: f"{self.choose(NOUNS).capitalize()} of the {self.choose(NOUNS).capitalize()}",
            lambda: f"{self.choose(NOUNS).capitalize()}’s {self.choose(NOUNS).capitalize()}",
        )
        return self._new(lambda: self.choose(forms)())

    def _new(self, draw: Callable[[], str]) -> str:
        name = next(one for one in iter(draw, None) if one not in self.names)
        self.names.add(name)
        return name

    def sentence(self, about: str = "") -> str:
        """Return a sentence."""
        subject = about or f"The {self.choose(NOUNS)}"
        link = f" {self.choose(LINKS)} {self.choose(OBJECTS)}" if self.random.random() < 0.5 else ""
        return f"{subject} {self.choose(VERBS)} with {self.choose(OBJECTS)}{link} {self.choose(TAILS)}."

    def text(self, most: int = 2) -> str:
        """Return a sentence or more."""
        return " ".join(self.sentence(self.choose(("", "", "It"))) for _ in range(self.random.randint(1, most)))

    def question(self) -> str:
        """Return a question."""
        start = self.choose(("Can I", "Does", "What happens if", "When do I", "May", "How often can I"))
        subject = {"Does": f"the {self.choose(NOUNS)} take", "What happens if": f"a {self.choose(NOUNS)} has"}
        middle = subject.get(start, f"my {self.choose(NOUNS)} use" if start == "May" else "give")
        return f"{start} {middle} {self.choose(OBJECTS)} {self.choose(TAILS)}?"

    def add(self, line: str = "") -> int:
        """Write a line and return its number."""
        self.document.lines.append(line)
        return len(self.document.lines)

    def blank(self) -> None:
        """Write a blank line unless one is there."""
        if self.document.lines and self.document.lines[-1]:
            self.add()

    def heading(self, title: str, level: int, kinds: tuple[str, ...] = ("part", "section")) -> None:
        """Write a heading."""
        self.blank()
        plain = title.upper() if level < 3 else title
        line = self.add(f"{'#' * level} {title}" if self.markdown else plain)
        self.truth(line, title, kinds)
        self.blank()

    def truth(self, line: int, title: str, kinds: tuple[str, ...], text: str = "") -> Truth:
        """Say that an entry begins in a line."""
        one = Truth(line, title, kinds, text=text)
        self.document.truths.append(one)
        return one

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
        """Write a table, and return the lines of its rows."""
        self.blank()
        self.add(f"| {' | '.join(head)} |")
        self.add("|" + "---|" * len(head))
        lines = [self.add(f"| {' | '.join(row)} |") for row in rows]
        self.blank()
        return lines


LEADS: dict[str, str] = {
    "bold colon": "**{0}**: {1}",
    "bold colon inside": "**{0}:** {1}",
    "colon": "{0}: {1}",
    "dash": "{0} – {1}",
    "bullet bold": "- **{0}**: {1}",
    "bullet colon": "- {0}: {1}",
    "bold dash": "**{0}** — {1}",
    "bullet bold dash": "* **{0}** – {1}",
    "bold stop": "**{0}.** {1}",
    "counted bold": "{2}. **{0}**: {1}",
}
"""A name before its text in one paragraph."""
PLAIN_LEADS = ("colon", "dash", "bullet colon")


def named(pen: Pen, form: str, title: str, text: str, kinds: tuple[str, ...], count: int, level: int = 3) -> Truth:
    """Write a name with its text in a form."""
    if form in LEADS:
        line = pen.add(LEADS[form].format(title, text, count))
        if not form.startswith(("bullet", "counted")):
            pen.blank()
        return pen.truth(line, title, kinds, text)
    pen.blank()
    if form == "heading":
        line = pen.add(f"{'#' * level} {title}")
        pen.blank()
    elif form == "definition":
        line = pen.add(title)
        text = f": {text}"
    else:
        line = pen.add(
            {"bold line": f"**{title}**", "line": title, "line above": title, "capitals": title.upper()}[form]
        )
        if form in ("line", "bold line"):
            pen.blank()
    pen.add(text)
    pen.blank()
    return pen.truth(line, title, kinds, text.removeprefix(": "))


def terms(pen: Pen, heading: str, fewest: int, most: int) -> None:
    """Write a list of keywords or a glossary."""
    pen.heading(heading, 2)
    md = [
        "bold colon",
        "bold colon inside",
        "colon",
        "dash",
        "bullet bold",
        "bullet colon",
        "heading",
        "table",
        "bold line",
    ]
    forms = md if pen.markdown else [*PLAIN_LEADS, "line above"]
    form = pen.form(
        forms, ("bold dash", "bullet bold dash", "definition", "bold stop") if pen.markdown else ("capitals",)
    )
    words = [pen.word() for _ in range(pen.random.randint(fewest, most))]
    if pen.random.random() < 0.3:
        words.sort()
    pairs = [(word, pen.text()) for word in words]
    if form == "table":
        head = pen.choose((("Keyword", "Meaning"), ("Term", "Definition"), ("Keyword", "What it does")))
        for line, (word, text) in zip(pen.table(head, pairs), pairs, strict=True):
            pen.truth(line, word, ("term",), text)
        return
    for count, (word, text) in enumerate(pairs, 1):
        named(pen, form, word, text, ("term",), count)


def keywords(pen: Pen) -> None:
    """Write a list of keywords."""
    terms(pen, pen.choose(("Keywords", "Keyword abilities", "Keywords", "List of keywords")), 3, 10)


def glossary(pen: Pen) -> None:
    """Write a glossary of a few terms."""
    terms(pen, pen.choose(("Glossary", "Terms", "Definitions", "Glossary of terms")), 2, 5)


def questions(pen: Pen) -> None:
    """Write a few questions with their answers."""
    pen.heading(pen.choose(("FAQ", "Frequently Asked Questions", "Questions and answers", "Questions")), 2)
    md = ["Q:", "bold Q", "heading", "bold", "plain", "Q."]
    form = pen.form(
        md if pen.markdown else ["Q:", "Q.", "plain"], ("bullet Q", "Q1") if pen.markdown else ("Question:",)
    )
    for count in range(1, pen.random.randint(1, 4) + 1):
        asked, answer = pen.question(), pen.text(3)
        marks = {
            "Q:": ("Q: {0}", "A: {1}"),
            "Q.": ("Q. {0}", "A. {1}"),
            "bold Q": ("**Q:** {0}", "**A:** {1}"),
            "heading": ("### {0}", "{1}"),
            "bold": ("**{0}**", "{1}"),
            "plain": ("{0}", "{1}"),
            "bullet Q": ("- Q: {0}", "  A: {1}"),
            "Q1": ("**Q{2}: {0}**", "A{2}: {1}"),
            "Question:": ("Question: {0}", "Answer: {1}"),
        }[form]
        line = pen.add(marks[0].format(asked, answer, count))
        if form == "heading" or (form in ("bold", "plain", "bold Q") and pen.random.random() < 0.5):
            pen.blank()
        pen.add(marks[1].format(asked, answer, count))
        pen.blank()
        pen.truth(line, asked, ("qa",), answer)


def rulings(pen: Pen) -> None:
    """Write a few cards with their rulings."""
    pen.heading(pen.choose(("Card rulings", "Rulings", "Cards", "Card-by-card rulings", "Card clarifications")), 2)
    md = ["heading", "bold line", "bold colon", "bullet bold", "table", "bold colon inside", "colon"]
    form = pen.form(
        md if pen.markdown else ["colon", "dash", "line above"], ("bold dash", "bullet colon") if pen.markdown else ()
    )
    dated = pen.random.random() < 0.4
    listed = pen.random.random() < 0.5
    several = form in ("heading", "bold line", "line above")

    def ruling() -> str:
        day = f"{pen.random.randint(2015, 2025)}-0{pen.random.randint(1, 9)}-{pen.random.randint(10, 28)}"
        return f"{pen.text()}{f' ({day})' if dated else ''}"

    cards = [
        (pen.card(), [ruling() for _ in range(pen.random.randint(1, 3) if several else 1)])
        for _ in range(pen.random.randint(1, 4))
    ]
    if form == "table":
        head = pen.choose((("Card", "Ruling"), ("Card name", "Clarification")))
        for line, (card, own) in zip(pen.table(head, [(card, own[0]) for card, own in cards]), cards, strict=True):
            pen.truth(line, card, ("card",)).rulings = own
        return
    for count, (card, own) in enumerate(cards, 1):
        if not several:
            named(pen, form, card, own[0], ("card",), count).rulings = own
            continue
        pen.blank()
        line = pen.add({"heading": f"### {card}", "bold line": f"**{card}**", "line above": card}[form])
        if pen.markdown and pen.random.random() < 0.8:
            pen.blank()
        for one in own:
            pen.add(f"- {one}" if listed or not pen.markdown else one)
            if not listed and pen.markdown:
                pen.blank()
        pen.blank()
        pen.truth(line, card, ("card",)).rulings = own


def penalties(pen: Pen) -> None:
    """Write a table of penalties."""
    pen.heading(pen.choose(("Penalties", "Penalty table", "Infractions and penalties")), 2)
    head = pen.choose((("Infraction", "Penalty"), ("Offence", "Penalty"), ("Infraction", "First time", "Again")))
    pen.form(("penalties",))
    levels = ("Caution", "Warning", "Game loss", "Match loss", "Disqualification", "None", "Warning and a lost turn")
    acts = (
        "Late arrival|Drawing an extra card|Marked sleeves|Slow play|Outside help|Missing a trigger|Wrong deck list|"
        "Insulting an opponent|Looking at hidden cards|Improper shuffling|Leaving the table"
    ).split("|")
    rows = [(act, *[pen.choose(levels) for _ in head[1:]]) for act in pen.random.sample(acts, pen.random.randint(3, 6))]
    for line, row in zip(pen.table(head, rows), rows, strict=True):
        pen.truth(line, row[0], ("term", "section"), row[1])


def errata(pen: Pen) -> None:
    """Write a table of errata, or sentences that correct cards."""
    pen.heading(pen.choose(("Errata", "Card errata", "Corrections")), 2)
    form = pen.form(
        ("errata table", "errata table", "errata bold") if pen.markdown else ("errata table", "errata colon")
    )
    cards = [(pen.card(), pen.sentence(), pen.sentence()) for _ in range(pen.random.randint(1, 4))]
    if form == "errata table":
        head = pen.choose(
            (("Card", "Printed", "Should read"), ("Card", "Old text", "New text"), ("Card", "Should read"))
        )
        rows = [one if len(head) == 3 else (one[0], one[2]) for one in cards]
        for line, row in zip(pen.table(head, rows), rows, strict=True):
            pen.truth(line, row[0], ("card",), f"errata {row[-1]}")
        return
    for card, _, new in cards:
        shown = f"**{card}**: should read “{new}”" if form == "errata bold" else f"{card}: should read “{new}”"
        pen.truth(pen.add(shown), card, ("card",), f"errata {new}")
        pen.blank()


def prose(pen: Pen) -> None:
    """Write a headed text."""
    title = pen.choose(("Setting up", "Winning", "The turn", "Time limits", "Before the game", "Drawing"))
    if title not in pen.names:
        pen.names.add(title)
        pen.heading(title, 2, ("section", "part"))
        for _ in range(pen.random.randint(1, 2)):
            pen.add(pen.text(3))
            pen.blank()


WRITERS: dict[str, tuple[Callable[[Pen], None], ...]] = {
    "keywords": (keywords,),
    "questions": (questions,),
    "questions and cards": (questions, rulings),
    "cards and questions": (rulings, questions),
    "rulings": (rulings,),
    "penalties": (prose, penalties),
    "glossary": (glossary,),
    "prose and glossary": (prose, glossary),
    "errata": (errata,),
    "mixed": (keywords, questions, rulings),
    "rules and errata": (prose, penalties, errata),
    "all": (prose, glossary, questions, rulings),
}
LONGEST = 60


def write(number: int) -> Small:
    """Write the document of a number."""
    names = list(WRITERS)
    name = names[(number // 2) % len(names)]
    pen = Pen(number)
    pen.document.looks.append(name)
    game = pen.choose(("Tidewater", "Hedgerow", "Anvil Road", "Gullhaven", "Bellmoor"))
    title = f"{game} {pen.choose(('Notes', 'FAQ', 'Rulings', 'Rules', 'Judge Notes'))}"
    if pen.markdown:
        pen.truth(pen.add(f"# {title}"), title, ("part", "section"))
    else:
        pen.truth(pen.add(title), title, ("part", "section"))
    pen.add()
    if pen.random.random() < 0.5:
        pen.add(f"Collected for the judges of {game}. {pen.sentence()}")
        pen.add()
    for writer in WRITERS[name]:
        writer(pen)
    return pen.document if len(pen.document.lines) < LONGEST else write(number + 1000)


@dataclass(frozen=True)
class Filed:
    """A document in a folder, and what is true of it."""

    folder: str
    name: str
    text: str
    titles: tuple[str | None, ...]
    """The titles that it may have; None for the name of its file."""
    game: str | None


FIRST_NAMES = "Gull Bell Thorn Ember Salt Mire Frost Copper Hollow Lantern Raven Cinder Oak Storm".split()
LAST_NAMES = "haven moor wick gate fall mark stead reach march hold".split()


def filed(number: int) -> list[Filed]:
    """Write the documents of a folder: a game or none, which some of them name, and some do not."""
    pen = Pen(9000 + number)
    pen.markdown = True
    game = pen.choose(FIRST_NAMES) + pen.choose(LAST_NAMES)
    if number % 3 == 0:
        game = f"{pen.choose(FIRST_NAMES)} {pen.choose(('of the North', 'and Thistle', 'Legends', 'Rising'))}"
    folder = f"folder-{number}"
    cards = [pen.card() for _ in range(5)]
    stem = game.lower().replace(" ", "-")

    def body(count: int = 3) -> str:
        return "".join(
            f"## {one}\n\n{pen.text(3)} {pen.choose(cards)} waits.\n\n" for one in pen.random.sample(cards, count)
        )

    def prose() -> str:
        return f"{pen.text(3)}\n\n## Winning\n\n{pen.text(3)}\n\n## Time limits\n\n{pen.text(2)}\n"

    kind = pen.choose(("Comprehensive Rules", "Rulebook", "Tournament Rules", "FAQ"))
    html = (
        f"<html><head><title>{game} FAQ</title></head><body><nav><a href='/'>Home</a> <a href='/r'>Rules</a> "
        f"<a href='/c'>Cards</a></nav><h1>{game} FAQ</h1><h2>Does a boat wait?</h2><p>{pen.text(2)}</p>"
        f"<h2>May a lamp burn?</h2><p>{pen.text(2)}</p></body></html>"
    )
    page = (
        f"<html><head><title>{game} – Rules</title></head><body><div class='menu'><ul><li><a href='/'>Home</a></li>"
        f"<li><a href='/n'>News</a></li><li><a href='/c'>Cards</a></li></ul></div><h2>Introduction</h2>"
        f"<p>{pen.text(2)}</p>"
        f"<h2>Winning</h2><p>{pen.text(2)}</p></body></html>"
    )
    rulings = "Card,Ruling,Date\n" + "".join(
        f'{one},"{pen.sentence()}",2024-03-0{n}\n' for n, one in enumerate(cards, 1)
    )
    own: dict[str, Filed] = {
        "title page": Filed(
            folder, f"{stem}-rules.md", f"# {game} {kind}\n\nVersion 1.2\n\n{prose()}", (f"{game} {kind}",), game
        ),
        "introduction": Filed(
            folder,
            f"{stem}-rulebook.md",
            f"# Introduction\n\n{game} is a card game for two players. {prose()}",
            (None, f"{game} Rules", f"{game} Rulebook", game),
            game,
        ),
        "file alone": Filed(
            folder, f"{stem}-faq.md", f"## Winning\n\n{prose()}", (None, f"{game} FAQ", f"{game} Rules"), None
        ),
        "neighbour": Filed(folder, "rulings.csv", rulings, (None, f"{game} Rulings"), None),
        "page": Filed(folder, "faq.html", html, (f"{game} FAQ",), game),
        "page with a menu": Filed(folder, "page.html", page, (f"{game} – Rules", f"{game} Rules"), game),
        "nothing": Filed(folder, "notes.md", f"# Introduction\n\n{prose()}", (None, "Rules"), None),
        "house": Filed(folder, "house.md", f"# House Rules\n\n{prose()}", ("House Rules",), None),
        "cards": Filed(
            folder, "card-rulings.md", f"# {game} Card Rulings\n\n{body(5)}", (f"{game} Card Rulings",), game
        ),
    }
    named = ("title page", "introduction", "page", "page with a menu", "cards")
    chosen = pen.random.sample(sorted(own), 3)
    says = any(one in named for one in chosen)
    found = []
    for one in chosen:
        filed_ = own[one]
        is_near = says and (one == "file alone" or (one == "neighbour" and "cards" in chosen))
        found.append(Filed(*(folder, filed_.name, filed_.text, filed_.titles), game if is_near else filed_.game))
    return found
