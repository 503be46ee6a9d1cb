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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from judge.core.errors import ManifestError
from judge.core.files import SETTINGS, keys_of_misfit, parse_toml, read_text
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
    return tuple(_game(stem, table) for stem, table in _tables(folders) if stem != ANY)


def any_words(folders: Iterable[Path]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the words that players of any game use, each with what it may be called.

    Raises:
        ManifestError: a file is not TOML, or has a wrong key or type.
    """
    return next((_game(stem, table).words for stem, table in _tables(folders) if stem == ANY), ())


def _tables(folders: Iterable[Path]) -> list[tuple[str, dict[str, Any]]]:
    """Return the merged table of each file name, in the order of the names."""
    tables: dict[str, dict[str, Any]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
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
NEXT = rf"(?:(?: of| and| &| de| du| van| von)?(?: the)? {WORD})"
NAME = rf"{WORD}{NEXT}{{0,6}}"
WHOLE_NAME = rf"{WORD}(?::? (?:(?:of|and|&|to|for|in|on|from|de|du|van|von) )?(?:the )?{WORD}|: [aA]n? {WORD}){{0,8}}"
"""Also with a subtitle after a colon, and with words such as "for" between."""
CARD_GAME = (
    r"(?:(?:[Tt]rading|[Cc]ollectible|[Cc]ollectable|[Cc]ustomi[sz]able|[Ll]iving|[Ee]xpandable|[Ss]trategy) )?"
    r"(?:[Cc]ard|[Bb]oard|[Dd]ice|[Dd]eck-?building) [Gg]ames?\b"
)


A_GAME = (
    rf"(?:^|(?<=[.!?:] )|(?<=\n))(?:[Ww]elcome to )?(?P<name>{WHOLE_NAME})[™®]?(?: \([^()\n]{{1,30}}\))?(?:,| is| are) "
    rf"(?:the |an? )(?:[\w’'-]+,? ){{0,6}}?(?:{CARD_GAME}|TCG\b|CCG\b|LCG\b)"
)
CALLED_A_GAME = rf"\b(?P<name>{NAME})[™®]?:? (?:(?:[Tt]he )?{CARD_GAME}|TCG\b|CCG\b|LCG\b)"
OF_A_GAME = "rules|rulebook|handbook|FAQ|rulings|errata"
BESIDE_A_GAME = "[Rr]ulebook|FAQ|[Cc]omprehensive [Rr]ules|[Cc]ore [Rr]ules"


def fold_name(name: str) -> str:
    """Return a name as names are compared.

    >>> fold_name("Thorn & Thistle")
    'thorn and thistle'
    """
    return fold_once(name.replace("&", " and "))


JOINED = re.compile(r" (?:and|&|to|for|in|on|from|of)(?: the)? | the |: ")
"""Between two names, or within one."""
MARK = re.compile(r":\s|\s[–—-]\s|,\s")
"""Between a name and what else a title says."""
EXPANSION = re.compile(r"\b(?:expansions?|sets?|boosters?|scenarios?)\b", re.IGNORECASE)
"""What such a title names is more likely a part of the game."""


STRONG = 3
"""Weight from which one document can name its game against what the others say in passing."""
ALONE = 2
"""Weight from which a document names its game if no other helps."""


class NameForm(NamedTuple):
    """A way in which a text names its game."""

    pattern: re.Pattern[str]
    weight: int
    why: str
    defines: bool = False
    """The text says that this is the game, and not only names it."""


FORMS = (
    NameForm(re.compile(A_GAME), 5, "the text says what it is", defines=True),
    NameForm(re.compile(rf"\b[Ww]elcome to (?:the )?(?P<name>{WHOLE_NAME})"), STRONG, "“Welcome to”"),
    NameForm(re.compile(CALLED_A_GAME), STRONG, "called a card game"),
    NameForm(re.compile(rf"(?P<name>{WHOLE_NAME}) ?[™®]"), STRONG, "a trade mark"),
    NameForm(re.compile(rf"\bgames? of (?:the )?(?P<name>{NAME})"), STRONG, "“game of”"),
    NameForm(re.compile(rf"\b(?:{OF_A_GAME}) (?:for|of|to) (?:the )?(?P<name>{NAME})"), 1, "“rules of”"),
    NameForm(re.compile(rf"\b(?P<name>{NAME}) (?:{BESIDE_A_GAME})\b"), 1, "its rules are mentioned"),
    NameForm(re.compile(rf"\b(?:to play|playing|players of|play) (?:the )?(?P<name>{NAME})"), 1, "it is played"),
    NameForm(re.compile(rf"(?:^|(?<=[.!?] )|(?<=\n))In (?:the )?(?P<name>{NAME}), "), 1, "“In …,”"),
)
"""The ways in which texts name their game; one that comes again counts one more. The weights are chosen."""
FRONT = 8
"""Weight of what the front matter says."""
OPENERS = frozenset(
    """
    The A An In If When While Each Any All This That These Those It Its You Your They Their He She We Our There Here
    For From Of On At By As To With Without After Before During Once Unless Until Only Also But And Or So No Not Yes
    Some Most Both Either Such Then Thus However Example Examples Note Tip See Q What How Why Who Which Can Could May
    Must Do Does Is Are Was Were Will Would Should Every Another Other Otherwise Instead Even Since Because Although
    Though Whenever Where Welcome Play Playing Use Using Choose Draw Discard Put Place Take Let One Two Three Four
    Five Second First Third I
    """.split()
)
"""Words that begin sentences and no names."""
COMMON = frozenset(
    """
    player players opponent opponents card cards deck decks hand hands turn turns game games phase phases step steps
    board table zone zones life damage attack attacks defense defence power cost costs token tokens counter counters
    effect effects ability abilities action actions event events character characters unit units creature creatures
    spell spells hero heroes ally allies item items site sites location locations resource resources main draw discard
    pile trash trait traits keyword keywords type types name title text rules rule round rounds setup combat battle
    victory points monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december english internet llc inc ltd gmbh press studio studios publishing
    publisher entertainment fantasy flight interactive owner controller winner loser judges organizer tournament
    format league world team teams judge
    """.split()
)
"""Words that documents of any game print with a capital: two that share them need not be of one game."""
HEARD = 1500
"""Names that are remembered of a document, those spoken of most."""
TEXT = 2_000_000
"""Characters of a document that are looked through."""


class NameCandidate(NamedTuple):
    """A name that may be the game's."""

    name: str
    weight: int
    why: str
    defines: bool = False
    """The text says that this is the game, and not only names it."""


@dataclass(frozen=True, slots=True)
class GameNames:
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
    summed = _sum([*_titled(text, printed, title, front), *_in_text(text)], printed)
    candidates = tuple(one._replace(name=_with_article(one.name, text)) for one in summed)
    known, why = known_game(text, games, candidates)
    heard = Counter[str]()
    for name, count in printed.items():
        heard[fold_name(name)] += count
    words = tuple(word for word in re.findall(r"[^\W\d_]+", stem.lower()) if not is_kind(word) and len(word) > 1)
    most = heard.most_common(HEARD)
    return GameNames(known, why, candidates, dict(most), words)


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


def _titled(text: str, printed: Counter[str], title: str | None, front: Mapping[str, str]) -> Iterator[NameCandidate]:
    """Yield what title, front matter and an e-mail's subject name."""
    if named := front.get("game"):
        yield NameCandidate(named, FRONT, f"the front matter says “{named}”", True)
    lines = {line: what for what in ("subject", "title") if (line := front.get(what))} | (
        {title: "title"} if title else {}
    )
    for line, what in lines.items():
        rest = _without_subtitle(_plain_name(line), text)
        if rest:
            counted = sum(count for name, count in printed.items() if fold_name(rest) in fold_name(name))
            repeated = counted > 1 or len(re.findall(re.escape(rest.casefold()), text.casefold())) > 1
            weight = 1 + (2 if KIND_OF_DOCUMENT.search(line) else 0) + (1 if repeated else 0)
            weight += 1 if repeated and printed[rest] > 1 else 0
            weight = 1 if EXPANSION.search(line) or HOUSE.search(line) else weight
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
        found: Counter[str] = Counter()
        for match in form.pattern.finditer(text):
            if name := _own_part(match["name"], text):
                found[name] += 1
        for name, count in found.items():
            times = f" {count} times" if count > 1 else ""
            weight, why = form.weight + (count > 1), f"the text names “{name}”: {form.why}{times}"
            yield NameCandidate(name, weight, why, form.defines)


def _own_part(name: str, text: str) -> str:
    """Return a name without words that are only before it; a label before a colon is not part of it."""
    _, colon, after = name.partition(": ")
    if colon and text.count(name) < 2 and not after.startswith(("The ", "the ")):
        name = after
    words = name.split()
    while words and words[0] in OPENERS:
        del words[0]
    rest = without_kinds(" ".join(words))
    return rest if rest[:1].isupper() and not _is_common(rest) else ""


def _with_article(name: str, text: str) -> str:
    """Return a name with "The" before it, if the text prints it so within a sentence or title."""
    is_said = len(name.split()) > 1 and f" The {name}" in text  # a pattern alone looks at every letter of the text
    if is_said and re.search(rf"[^\W\d_] The {re.escape(name)}\b", text):
        return f"The {name}"
    return name


def _is_common(name: str) -> bool:
    """Tell whether a name is made of words that any game prints with a capital."""
    return all(word in COMMON or word in SMALL_WORDS or is_kind(word) for word in fold_name(name).split())


def _sum(found: Iterable[NameCandidate], printed: Counter[str]) -> tuple[NameCandidate, ...]:
    """Add up what is said of each name; the heaviest first, then those that are found first."""
    by_worth = sorted(printed.items(), key=lambda one: (not one[0].isupper(), one[1], one[0]))  # the best is last
    spelled = {fold_name(name): name for name, _ in by_worth}
    weights: dict[str, NameCandidate] = {}
    for one in found:
        key = fold_name(one.name)
        old = weights.get(key)
        printed_so = spelled.get(key, one.name)
        shouted = " " in printed_so and printed_so.isupper() and not one.name.isupper()
        name = old.name if old else one.name if shouted else printed_so
        whys = [] if not old else old.why.split("; ")
        why = "; ".join([*whys, one.why] if len(whys) < 3 else whys)
        defines = one.defines or (old is not None and old.defines)
        weights[key] = NameCandidate(name, one.weight + (old.weight if old else 0), why, defines)
    ordered = sorted(weights.values(), key=lambda one: -one.weight)
    return tuple(ordered[:12])


def _phrases(text: str) -> Iterator[str]:
    """Yield the proper names of a text: capitalised words within a sentence, and several such words anywhere."""
    lower = set(re.findall(r"(?<![\w'’-])[a-zß-ÿ][\w'’-]+", text))
    for match in re.finditer(WHOLE_NAME, text):
        begins = match.start() == 0 or text[match.start() - 1] == "\n" or text[max(match.start() - 2, 0)] in ".!?:"
        words = match.group().split()
        while words and (words[0] in OPENERS or words[0].islower()):
            del words[0]
            begins = False
        if not words or (len(words) == 1 and (begins or words[0].lower() in lower)):
            continue
        name = re.sub(r"['’]s?$", "", " ".join(words)).rstrip(":")
        joined = [part for part in JOINED.split(name) if " " in part]
        for one in dict.fromkeys([name, *joined]):
            if not _is_common(one) and not all(word.lower() in lower for word in one.split() if word[0].isupper()):
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
