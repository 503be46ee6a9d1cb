"""What a document says of itself: title, game, edition and date, each with the evidence it rests on.

Reads: the pieces of a text, and what is known of games. Writes: `Fact`s. Looked for where documents print such
things, near their beginning; a manifest overrules all of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.core.dates import MONTHS, is_date
from judge.core.titles import SMALL_WORDS
from judge.reading import front_matter
from judge.reading.games import Game
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

HEAD = 80
"""Lines in which a document may still say what it is."""
MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in MONTHS)
EDITION = re.compile(
    r"\b(?:version|edition|revision|ver\.|rev\.|v)\s?(?P<edition>\d+(?:\.\d+){0,3}[a-z]?)(?![\w.]{0,40}\d)",
    re.IGNORECASE,
)
GENERATED = re.compile(r"\b(?:generated|compiled|as of)\W{1,3}(?P<edition>\d{4}-\d\d-\d\d)\b", re.IGNORECASE)
DATES = (
    re.compile(r"(?<![\d-])(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)(?:-(?P<day>\d\d))?(?![\d-])"),
    re.compile(rf"\b(?P<name>{MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>(?:19|20)\d\d)\b", re.I),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?P<name>{MONTH})\.?,?\s+(?P<year>(?:19|20)\d\d)\b", re.I),
    re.compile(rf"\b(?P<name>{MONTH})\.?,?\s+(?P<year>(?:19|20)\d\d)\b", re.I),
    re.compile(r"(?<![\d.,-])(?P<year>(?:19|20)\d\d)(?![\d-]|\.\d)"),
)
"""Forms of dates, the most exact first."""
DATE_CUE = re.compile(
    r"\b(?:generated|updated?|effect(?:ive)?|revised|published|released?|dated?|version|edition|as of|last)\b", re.I
)
COPYRIGHT = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
SELF_NAME = re.compile(
    r"\bthis (?:document|guide|booklet) is (?:the|an?) (?P<name>(?:[\w-]+ ){0,4}?(?:rules|rulebook|reference|faq))\b",
    re.IGNORECASE,
)
KIND_WORDS = re.compile(
    r"\b(?:the|official|comprehensive|complete|full|basic|advanced|tournament|card|game|rules?|rulebook|reference|guide|"
    r"faq|omnifaq|compendium|handbook|rulings|errata|digest|manual|version|edition|document|living|floor|v?\d[\d.]*)\b",
    re.IGNORECASE,
)
NAME = r"[A-Z][\w'’-]{1,40}+(?: (?:of |the |of the )?[A-Z][\w'’-]{1,40}+){0,4}"
GAME_NAMED = (
    re.compile(rf"\b(?:game of|rules (?:for|of)|playing|world of|[Ww]elcome to) (?:the )?(?P<name>{NAME})"),
    re.compile(rf"(?P<name>{NAME})[™®]?:? (?:is )?(?:[Tt]he |an? )?(?:\w+ ){{0,2}}(?:[Cc]ard|[Bb]oard) [Gg]ame\b"),
    re.compile(rf"(?:^|[.!] )In (?:the )?(?P<name>{NAME}), "),
)
"""Where a text says which game it is about: "rules for Tide", "Tide is a trading card game", "In Tide, two players"."""


class Fact(NamedTuple):
    """Something found out, and why."""

    value: str | None
    why: str


class Metadata(NamedTuple):
    """What a document says of itself."""

    title: Fact
    game: Fact
    edition: Fact
    date: Fact


def find_metadata(manuscript: Manuscript, games: Sequence[Game], printed_title: str | None, dialect: str) -> Metadata:
    """Find out title, game, edition and date from a text.

    Args:
        manuscript: the text.
        games: what is known of games.
        printed_title: the title under which the dialect put the front matter, if there is one.
        dialect: the dialect's name, which tells a FAQ from a rulebook where the text does not.
    """
    head = [piece for piece in manuscript.pieces if piece.text.first <= HEAD]
    game, known = find_game(manuscript, games, printed_title)
    title = find_title(head, printed_title, known, dialect)
    edition, date = find_edition(head), find_date(head)
    return Metadata(title, game, edition, date)


def find_game(manuscript: Manuscript, games: Sequence[Game], title: str | None) -> tuple[Fact, Game | None]:
    """Find the game: one that is known by its name or its words, else the proper name that the title holds."""
    if title and title[0].isdigit():
        title = None  # a numbered part's heading
    text = " ".join(" ".join(manuscript.source.lines).split())
    folded = text.casefold()
    best, best_score, best_why = None, 2, ""
    for game in games:
        named = {name: len(re.findall(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)) for name in game.names}
        marked = [mark for mark in game.marks if mark.casefold() in folded]
        score = 3 * sum(named.values()) + len(marked)
        if score > best_score:
            why = [f"“{name}” {count} times" for name, count in named.items() if count]
            why += [f"the game's words {', '.join(marked)}"] if marked else []
            best, best_score, best_why = game, score, "; ".join(why)
    if best:
        return Fact(best.name, best_why), best
    return _unknown_game(text, title), None


def _unknown_game(text: str, title: str | None) -> Fact:
    """Name a game that is not known: by the title without words such as "rulebook", else a name often spoken of."""
    rest = " ".join(KIND_WORDS.sub(" ", title or "").split()).strip(" :–—-,.()")
    if rest and text.casefold().count(rest.casefold()) > 1:
        return Fact(_unshouted(rest), f"the title “{title}”, which the text repeats")
    for form in GAME_NAMED:
        names = (match["name"] for match in form.finditer(text[:20000]))
        for name, _ in Counter(name for name in names if not KIND_WORDS.fullmatch(name)).most_common(1):
            return Fact(name, f"the text names “{name}” as the game")
    return Fact(_unshouted(rest), f"the title “{title}”") if rest else Fact(None, "no game is named")


def find_title(head: Sequence[Piece], printed: str | None, game: Game | None, dialect: str) -> Fact:
    """Find the title: as printed, with the game's name before it where it has none; else made of what is said."""
    if printed and front_matter.RULES_WORD.search(printed):
        shown = _unshouted(" ".join(printed.split()))
        if game and not any(name.casefold() in shown.casefold() for name in game.names):
            return Fact(f"{game.full_name} {shown}", f"“{printed}” is printed, and the game is {game.name}")
        return Fact(shown, f"“{printed}” is printed")
    for piece in head:
        named = SELF_NAME.search(piece.value.replace("\n", " "))
        if named and game:
            return Fact(f"{game.full_name} {_titled(named['name'])}", f"line {piece.text.first}: “{named.group()}”")
    if game:
        kind = {"questions": "FAQ", "rulings": "Rulings", "glossary": "Rules Reference"}.get(dialect, "Rules")
        return Fact(f"{game.full_name} {kind}", f"no title is printed; the game is {game.name}, the dialect {dialect}")
    if printed and not printed[0].isdigit():
        return Fact(_unshouted(" ".join(printed.split())), f"“{printed}” is printed")
    return Fact(None, "no title is printed")


def find_edition(head: Sequence[Piece]) -> Fact:
    """Find "Version 2.1.0" and the like; else the date on which the document was generated."""
    for form in (EDITION, GENERATED):
        for text, line in _lines(head):
            match = form.search(text)
            if match:
                return Fact(match["edition"], f"line {line}: “{match.group()}”")
    return Fact(None, "no edition is printed")


def find_date(head: Sequence[Piece]) -> Fact:
    """Find the date: beside a word such as "updated" first, the year of a copyright last."""
    found: list[tuple[int, int, str, str]] = []
    for text, line in _lines(head):
        for rank, form in enumerate(DATES):
            match = form.search(text)
            if match:
                late = 200 if COPYRIGHT.search(text) else 0 if DATE_CUE.search(text) else 100
                date = _iso(match)
                if is_date(date):
                    found.append((late + 10 * rank, line, date, match.group()))
                break
    if not found:
        return Fact(None, "no date is printed")
    _, line, date, printed = min(found)
    return Fact(date, f"line {line}: “{printed}”")


def _iso(match: re.Match[str]) -> str:
    """Return a date found in one of the forms, as exact as it is printed."""
    parts = match.groupdict()
    month = parts.get("month")
    if parts.get("name"):
        month = f"{next(n for n, name in enumerate(MONTHS, 1) if name.startswith(parts['name'][:3].title())):02}"
    day = f"{int(parts['day']):02}" if parts.get("day") else None
    return "-".join(part for part in (parts["year"], month, day) if part)


def _lines(head: Sequence[Piece]) -> Iterator[tuple[str, int]]:
    for piece in head:
        for line in piece.text.by_line():
            yield line.value, line.first


def _unshouted(text: str) -> str:
    """Return a title printed in capitals as one is written."""
    return _titled(text.lower()) if text.isupper() else text


def _titled(text: str) -> str:
    """Begin each word that matters with a capital; what is an acronym stays."""
    words = [word if word in SMALL_WORDS else word[:1].upper() + word[1:] for word in text.split()]
    return re.sub(r"\bFaq\b", "FAQ", " ".join(words))
