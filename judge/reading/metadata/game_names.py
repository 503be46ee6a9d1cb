"""What in one document may be the name of its game, and how strongly each place says so.

    Tide is a trading card game                     a definition
    game = "Tide" in the front matter               the document's own word
    Tide Comprehensive Rules                        its title, without the words for kinds of documents
    Subject: Tide FAQ                               the subject of an e-mail
    Tide™, the game of Tide, playing Tide           in passing

Reads: the text as sentences. Writes: `GameNames`, which `agreement.py` compares over all documents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from judge.core.errors import ManifestError
from judge.core.files import SETTINGS, keys_of_misfit, parse_toml, read_text
from judge.core.languages import months
from judge.core.tokens import SMALL_WORDS, fold_once
from judge.reading.metadata.editions import HOUSE, KIND_OF_DOCUMENT, is_kind, without_kinds
from judge.reading.rulings.errata import Labels
from judge.reading.text.manuscript import Manuscript


class GameFile(Struct, frozen=True):
    """The keys of a file about a game."""

    name: str | None = None
    names: tuple[str, ...] | None = None
    marks: tuple[str, ...] = ()
    card: Labels = Labels()
    words: dict[str, tuple[str, ...]] = {}


class Game(Struct, frozen=True):
    """One game."""

    name: str
    names: tuple[str, ...]
    marks: tuple[str, ...] = ()
    labels: Labels = Labels()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What players say, each with the game's own words for it."""

    @property
    def full_name(self) -> str:
        """The name to print where there is room."""
        return self.names[0]


ANY = "_any"
"""Stem of the file whose words are those of all games."""
TEXTS, LISTS = ("name", "default_type"), ("names", "marks", "lists", "types")
"""Keys of a string, and of a list of strings; the others are tables."""


def load_games(folders: Iterable[Path]) -> tuple[Game, ...]:
    """Read the game files of folders; those of one file name are merged, the later adding to the earlier.

    Raises:
        ManifestError: a file is not TOML, or has a wrong key or type.
    """
    return tuple(_game(stem, table) for stem, table in _tables(folders, lambda stem: stem != ANY))


def any_words(folders: Iterable[Path]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the words that players of any game use, each with what it may be called.

    Raises:
        ManifestError: a file is not TOML, or has a wrong key or type.
    """
    return next((_game(stem, table).words for stem, table in _tables(folders, lambda stem: stem == ANY)), ())


def _tables(folders: Iterable[Path], is_wanted: Callable[[str], bool]) -> list[tuple[str, dict[str, Any]]]:
    """Return the merged table of each file name that is wanted, in the order of the names."""
    tables: dict[str, dict[str, Any]] = {}
    for folder in folders:
        for path in sorted(path for path in folder.glob("*.toml") if is_wanted(path.stem)):
            _merge(tables.setdefault(path.stem, {}), _parse(read_text(path, SETTINGS), path))
    return sorted(tables.items())


def _merge(table: dict[str, Any], other: dict[str, Any]) -> None:
    """Add what another file of the same game says; single values are overruled, lists and tables grow."""
    for key, value in other.items():
        if isinstance(value, dict):
            _merge(table.setdefault(key, {}), value)
        elif isinstance(value, list):
            table[key] = list(dict.fromkeys([*table.get(key, []), *value]))
        else:
            table[key] = value


def _game(stem: str, table: dict[str, Any]) -> Game:
    said = convert(table, GameFile)
    name = stem if said.name is None else said.name
    names = (name,) if said.names is None else said.names
    return Game(name, names, said.marks, said.card, tuple(sorted(said.words.items())))


@lru_cache(maxsize=16)
def _parse(text: str, path: Path) -> dict[str, Any]:
    """Return one file's table, checked; nobody changes it, since every build of a process reads the same files."""
    table = parse_toml(text, path)
    for said, kind in ((table, GameFile), (table.get("card"), Labels)):
        for key in said if isinstance(said, dict) else ():
            if key not in kind.__struct_fields__:
                known = ", ".join(kind.__struct_fields__)
                raise ManifestError(f"{path}: unknown key '{key}'; choose one of {known}")
    try:
        convert(table, GameFile)
    except ValidationError as error:
        raise ManifestError(f"{path}: {_refusal(keys_of_misfit(error)[-1], table)}") from error
    return table


def _refusal(key: str, table: dict[str, Any]) -> str:
    """Return what is wrong with the value of a key."""
    if key in TEXTS:
        return f"'{key}' must be a string"
    if key == "words" and isinstance(words := table[key], dict):
        key = f"words.{next(typed for typed, meant in words.items() if not _is_list(meant))}"
    is_list = key in LISTS or key.startswith("words.")
    return f"'{key}' must be {'a list' if is_list else 'a table'} of strings"


def _is_list(meant: object) -> bool:
    return isinstance(meant, list) and all(isinstance(one, str) for one in meant)


CAPITAL = r"[A-ZÀ-ÖØ-ÞŁŒŠŽΑ-ΩА-Я]"
WORD = rf"{CAPITAL}[\w'’-]{{0,40}}+"
NAME = rf"{WORD}(?::? (?:(?:of|and|&|to|for|in|on|from|de|du|van|von) )?(?:the )?{WORD}|: [aA]n? {WORD}){{0,8}}"
"""Capitalised words, also with a subtitle after a colon and with words such as "for" between."""
JOINED = re.compile(r" (?:and|&|to|for|in|on|from|of)(?: the)? | the |: ")
"""Between two names, or within one."""
CARD_GAME = (
    r"(?:(?:[Tt]rading|[Cc]ollectible|[Cc]ollectable|[Cc]ustomi[sz]able|[Ll]iving|[Ee]xpandable|[Ss]trategy) )?"
    r"(?:[Cc]ard|[Bb]oard|[Dd]ice|[Dd]eck-?building) [Gg]ames?\b"
)
A_GAME = (
    rf"(?:^|(?<=[.!?:] )|(?<=\n))(?:[Ww]elcome to )?(?P<name>{NAME})[™®]?(?: \([^()\n]{{1,30}}\))?(?:,| is| are) "
    rf"(?:the |an? )(?:[\w’'-]+,? ){{0,6}}?(?:{CARD_GAME}|TCG\b|CCG\b|LCG\b)"
)
CALLED_A_GAME = rf"\b(?P<name>{NAME})[™®]?:? (?:(?:[Tt]he )?{CARD_GAME}|TCG\b|CCG\b|LCG\b)"
PLAYED = rf"\b(?:to play|playing|players of|play|game of) (?:the )?(?P<name>{NAME})"
MARK = re.compile(r":\s|\s[–—-]\s|,\s")
"""Between a name and what else a title says."""
STRONG = 3
"""Weight from which one document can name its game against what the others say in passing."""
ALONE = 2
"""Weight from which a document names its game if no other helps."""


class NameForm(Struct, frozen=True):
    """A way in which a text names its game."""

    pattern: re.Pattern[str]
    weight: int
    why: str


FORMS = (
    NameForm(re.compile(A_GAME), 5, "the text says what it is"),
    NameForm(re.compile(CALLED_A_GAME), STRONG, "called a card game"),
    NameForm(re.compile(PLAYED), 1, "it is played"),
)
"""The ways in which texts name their game, the first of which says that this is the game; one that comes again counts
one more. The weights are chosen."""
FRONT = 8
"""Weight of what the front matter says."""
HEARD = 1500
"""Names that are remembered of a document, those spoken of most."""
TEXT = 2_000_000
"""Characters of a document that are looked through."""


def fold_name(name: str) -> str:
    """Return a name as names are compared.

    >>> fold_name("Thorn & Thistle")
    'thorn and thistle'
    """
    return fold_once(name.replace("&", " and "))


class NameCandidate(NamedTuple):
    """A name that may be the game's."""

    name: str
    weight: int
    why: str
    defines: bool = False
    """The text says that this is the game, and not only names it."""


class GameNames(Struct, frozen=True):
    """All that one document says of what its game is called."""

    known: str | None
    """A game that is known by its names and words."""
    known_why: str
    candidates: tuple[NameCandidate, ...]
    """Those of most weight first."""
    heard: Mapping[str, int]
    """Proper names in the text, folded, each with how often it is printed."""
    stem: tuple[str, ...]
    """Words of the file's name, in lower case, except for kinds of documents."""
    is_kind_alone: bool = False
    """Its title says what it is, and names nothing: "Errata"."""


def find_game_names(
    manuscript: Manuscript, games: Sequence[Game], title: str | None, front: Mapping[str, str], stem: str
) -> GameNames:
    """Collect what may be the name of a document's game.

    Args:
        manuscript: the text.
        games: what is known of games.
        title: the printed title, if there is one.
        front: what the front matter says, by its keys.
        stem: the file's name.
    """
    text = sentences(manuscript)[:TEXT]
    printed = Counter(_phrases(text))
    candidates = _sum([*_titled(text, title, front), *_in_text(text)], printed)
    known, why = known_game(text, games, candidates)
    heard = Counter[str]()
    for name, count in printed.items():
        heard[fold_name(name)] += count
    words = tuple(word for word in re.findall(r"[^\W\d_]+", stem.lower()) if not is_kind(word) and len(word) > 1)
    is_kind_alone = bool(title and KIND_OF_DOCUMENT.search(title)) and not without_kinds(title or "")
    return GameNames(known, why, candidates, dict(heard.most_common(HEARD)), words, is_kind_alone)


def sentences(manuscript: Manuscript) -> str:
    """Return the text, a line a paragraph; a heading that an author glued to a sentence is parted from it.

    A line of plain text is joined to the one before only where that is long and does not end a sentence.
    """
    joined: list[str] = []
    before = ""
    for piece in manuscript.pieces:
        for line in piece.text.by_line():
            value = re.sub(r" ([,.;:™®])", r"\1", " ".join(line.value.split()))
            goes_on = before and piece.text.first < line.first and (value[:1].islower() or len(before) > 55)
            joined.append((" " if goes_on and before[-1] not in ".:!?" else "\n") + value)
            before = value
        before = ""
    return "".join(joined).strip()


def known_game(text: str, games: Sequence[Game], candidates: Sequence[NameCandidate]) -> tuple[str | None, str]:
    """Find the game that is known by its names or its words.

    One that is only mentioned, without any of its words, gives way to a name that the document strongly says is
    its own.
    """
    folded = text.casefold()
    best, best_score, best_why = None, 2, ""
    for game in games:
        heard = [name for name in game.names if name.casefold() in folded]
        named = {name: len(re.findall(rf"\b{re.escape(name.casefold())}\b", folded)) for name in heard}
        marked = [mark for mark in game.marks if mark.casefold() in folded]
        score = 3 * sum(named.values()) + len(marked)
        others = [one for one in candidates[:1] if one.weight > STRONG and not _names(game, one.name)]
        if score > best_score and not (others and not marked):
            why = [f"“{name}” {count} times" for name, count in named.items() if count]
            why += [f"the game's words {', '.join(marked)}"] if marked else []
            best, best_score, best_why = game.name, score, "; ".join(why)
    return best, best_why


def _names(game: Game, name: str) -> bool:
    return any(fold_name(one) in fold_name(name) for one in (game.name, *game.names))


def _titled(text: str, title: str | None, front: Mapping[str, str]) -> Iterator[NameCandidate]:
    """Yield what title, front matter and an e-mail's subject name."""
    if named := front.get("game"):
        yield NameCandidate(named, FRONT, f"the front matter says “{named}”", True)
    lines = {line: what for what in ("subject", "title") if (line := front.get(what))} | (
        {title: "title"} if title else {}
    )
    for line, what in lines.items():
        rest = _without_subtitle(_plain_name(line), text)
        if rest:
            repeated = text.casefold().count(rest.casefold()) > 1
            weight = 1 + (2 if KIND_OF_DOCUMENT.search(line) else 0) + (2 if repeated else 0)
            weight = 1 if HOUSE.search(line) else weight
            said = f"the {what} “{line}”" + (", which the text repeats" if repeated else "")
            yield NameCandidate(rest, weight, said)
        beginning = _plain_name(MARK.split(line)[0])
        if beginning and beginning != rest:
            yield NameCandidate(beginning, 1, f"the {what} “{line}” begins with it")


def _without_subtitle(name: str, text: str) -> str:
    """Return what is before a colon, if the text prints that by itself more often than with what is after it."""
    before, colon, _ = name.partition(": ")
    return before if colon and text.count(before) > 2 * text.count(name) else name


def _plain_name(line: str) -> str:
    """Return the name in a title, in its usual case."""
    rest = without_kinds(re.sub(r"\([^()]*\)\s*$", "", line.strip()))
    if not rest or rest[0].isdigit() or rest[0].islower() or len(rest.split()) > 9:
        return ""
    return unshouted(rest) if rest.isupper() and (len(rest) > 5 or " " in rest) else rest


def _in_text(text: str) -> Iterator[NameCandidate]:
    """Yield what the text names as its game."""
    for form in FORMS:
        found = Counter(without_kinds(match["name"]) for match in form.pattern.finditer(text))
        for name, count in found.items():
            if name[:1].isupper():
                times = f" {count} times" if count > 1 else ""
                why = f"the text names “{name}”: {form.why}{times}"
                weight = form.weight + (count > 1 and form.weight >= STRONG)
                yield NameCandidate(name, weight, why, form is FORMS[0])


def _sum(found: Iterable[NameCandidate], printed: Counter[str]) -> tuple[NameCandidate, ...]:
    """Add up what is said of each name, as the text mostly prints it; the heaviest first."""
    by_worth = sorted(printed.items(), key=lambda one: (not one[0].isupper(), one[1], one[0]))  # the best is last
    spelled = {fold_name(name): name for name, _ in by_worth}
    summed: dict[str, NameCandidate] = {}
    for one in found:
        key = fold_name(one.name)
        old = summed.get(key, NameCandidate(spelled.get(key, one.name), 0, ""))
        name = one.name if old.name.isupper() and " " in old.name else old.name
        why = "; ".join(filter(None, (old.why, one.why))) if old.why.count("; ") < 2 else old.why
        summed[key] = NameCandidate(name, old.weight + one.weight, why, old.defines or one.defines)
    return tuple(sorted(summed.values(), key=lambda one: -one.weight)[:12])


def _phrases(text: str) -> Iterator[str]:
    """Yield the proper names of a text: capitalised words within a sentence, and several such words anywhere.

    Words that the text prints in lower case as well begin a sentence, or are terms of the game.
    """
    lower = months("names").keys() | set(re.findall(r"(?<![\w'’-])[a-zß-ÿ][\w'’-]+", text))
    for match in re.finditer(NAME, text):
        begins = match.start() == 0 or text[match.start() - 1] == "\n" or text[max(match.start() - 2, 0)] in ".!?:"
        words = match.group().split()
        while words and words[0].lower() in lower:
            del words[0]
            begins = False
        if not words or (len(words) == 1 and begins):
            continue
        name = re.sub(r"['’]s?$", "", " ".join(words)).rstrip(":")
        joined = [part for part in JOINED.split(name) if " " in part]
        for one in dict.fromkeys([name, *joined]):
            if not all(word.lower() in lower for word in one.split()):
                yield one


def unshouted(text: str) -> str:
    """Return a title printed in capitals as one is written."""
    short = len(text.split()) < 3 and all(len(word) < 6 for word in text.split())  # "UFS FAQ"
    return titled(text.lower()) if text.isupper() and not short else text


def titled(text: str) -> str:
    """Begin each word that matters with a capital; what is an acronym stays."""
    words = [
        word if word in SMALL_WORDS and at else word[:1].upper() + word[1:] for at, word in enumerate(text.split())
    ]
    return re.sub(r"\bFaq\b", "FAQ", " ".join(words))
