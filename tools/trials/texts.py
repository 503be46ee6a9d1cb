"""Documents and queries that nobody would write: every script of Unicode, every form of rules, every kind of damage.

A seed makes a library of some documents, which is compiled in memory and asked. Whatever is raised but the errors that
are meant for people is counted and shown with the seed. The dialects, the files of games and Unicode's own list of
letters are what the texts are made from; `structured` draws what is no plain text.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from judge.core.errors import JudgeError, UnforeseenError
from judge.core.files import game_folders
from judge.core.names import DIALECTS
from judge.library.compiled_library import Compiled
from judge.library.compiling import keep_library, link_documents
from judge.library.incremental.document_list import DocumentList, Sources
from judge.library.incremental.part_cache import DocumentPart, part_of
from judge.library.incremental.workers import Means, Workers
from judge.library.manifest import DocumentTable, SourceFile
from judge.library.parsing import ParsedDocument
from judge.pipeline import parse_alone
from judge.reading.metadata import game_names
from judge.reading.metadata.game_names import Game
from judge.search import locating, lookup
from judge.search.interactions.between import find_interactions
from judge.search.interactions.card_page import find_cards
from judge.search.query_parsing import Narrowing, cut, scopes
from judge.search.wording.typed_words import suggest
from trials.structured import DRAWN

T = TypeVar("T")
FORMATS = ("txt", *DRAWN)
"""Endings of the files that are drawn."""

DOCUMENTS, QUERIES = 20, 100
"""Of one library."""
LONG = 0.02
"""Share of the documents that are long; of these the time is measured."""
MEASURED = 30_000
"""Bytes from which a document tells how long 100 KB would take."""
FORMS = (
    "# {a} {b}\n\n{text}\n",
    "{n}.0 {a}\n\n{text} ({n}.{m})\n",
    "{n}.{m} {a} {b}\n\n{text}\n",
    "{n}.{m}.{n} {text}\n",
    "**{a} {b}**\n\n{text}\n\nSee also {b}.\n",
    "{a}\n{text}\nRelated: {a}, {b}\n",
    "Q: {text}?\nA: {text}. [{a}]\n",
    "Q. {a} {b}?\n\nA. {text}\n",
    "* {text}\n  * {b} (see {n}.{m} {a})\n    continued {a}\n",
    "{a} .......... {n}\n",
    "{a} ({b}) errata: {text} (2007-08-{n:02})\n",
    "{a}, {n}, {m}-{n}\n",
    "| {a} | {b} |\n|---|---|\n| {text} | {n} |\n",
    "> {text}\n",
    "<p>{a}</p>\n<ul><li>{text}</li></ul>\n",
    "```\n{text}\n```\n",
    "---\ntitle: {a}\nedition: {n}.{m}\n---\n",
    "Table of Contents\n\n1. {a} {n}\n2. {b} {m}\n",
    "Glossary\n\n{a}\n{text}\n\n{b}\n{text}\n",
    "Appendix {n}: {a}\n\n{text}\n",
    "Example: {text} “{a}” on page {n}.\n",
    "- {n} -\n\f{a}\n",
    "{a}:\t{b}\n",
    "[{a}](#{b}) ![{text}]({a}.png)\n",
    "{text}",
    "\n\n\n",
)
QUESTIONS = (
    "{a}",
    "{a} {b}",
    "{n}.{m}",
    "§{n}.{m}.{n}{a}",
    "{key} {n}.0",
    "{key}:{n}.{m}#{n}",
    '"{a} {b}" -{b}',
    "what happens when {a} meets {b}?",
    "{a} OR ({b} AND NOT {a})",
    "{text}",
    "title:{a} kind:card since:2007",
    "",
)
SIGNS = (
    "\x07\x1b\x7f\x85\xad\u200b\u200e\u202e\u2028\u2066\ufeff\ufffe\U0001f600\U000e0041\u0301*_#[](){}<>|\\\"'`~^&%$"
)
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1", "shift_jis", "utf-32")
MEANT = (JudgeError,)


class Found(NamedTuple):
    """What the libraries of some seeds did."""

    counts: Counter[str]
    slowest: float
    """Processor's seconds for 100 KB of the slowest document."""


@cache
def scripts() -> tuple[str, ...]:
    """Return the letters of each script: what the names of characters begin with."""
    letters: dict[str, list[str]] = defaultdict(list)
    for character in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(character)[0] in "LM":
            letters[unicodedata.name(character, "OTHER").split()[0]].append(character)
    return tuple("".join(found) for found in letters.values())


class Writer:
    """Writes texts of one seed in a few scripts."""

    def __init__(self, draw: random.Random) -> None:
        """Choose the scripts; letters of the alphabet are mostly among them."""
        self.draw = draw
        self.alphabets = [*draw.choices(scripts(), k=draw.randint(1, 3)), *["etaoinshrdluETA"] * draw.randint(0, 4)]
        self.names = [self.name() for _ in range(6)]

    def word(self) -> str:
        """Return a word of one script, now and then with a sign in it."""
        word = "".join(self.draw.choices(self.draw.choice(self.alphabets), k=self.draw.randint(1, 9)))
        return word + self.draw.choice(SIGNS) if self.draw.random() < 0.03 else word

    def name(self) -> str:
        """Return a name of one to three words."""
        return " ".join(self.word().title() for _ in range(self.draw.randint(1, 3)))

    def filled(self, form: str) -> str:
        """Return a form with names, numbers and text in its places; the same names come again."""
        draw = self.draw
        text = " ".join(self.word() for _ in range(draw.choice((1, 4, 12, 40))))
        return form.format(
            a=draw.choice(self.names),
            b=draw.choice(self.names),
            n=draw.randint(1, 28),
            m=draw.randint(0, 12),
            text=text.replace("{", "").replace("}", ""),
            key=f"doc-{draw.randint(0, DOCUMENTS)}",
        )

    def sentence(self) -> str:
        """Return a filled form without its ends of lines."""
        return self.filled(self.draw.choice(FORMS)).strip()

    def document(self, ending: str = "txt") -> bytes:
        """Return a document with this ending, often damaged."""
        draw = self.draw
        if ending in DRAWN:
            return DRAWN[ending](self)
        few = draw.sample(FORMS, k=draw.randint(1, 5))
        wanted = draw.randint(MEASURED, 2 * MEASURED) if draw.random() < LONG else draw.randint(1, 2000)
        parts: list[str] = []
        while sum(map(len, parts)) < wanted:
            parts.append(self.filled(draw.choice(few)))
            parts += ["\n"] * draw.randint(0, 1)
        text = "".join(parts)
        if draw.random() < 0.1:
            text = text.replace("\n", draw.choice(("\r\n", "\r", " ", "\u2028", "\n\n")))
        return self.damaged(text.encode(draw.choice(ENCODINGS), "replace"))

    def damaged(self, data: bytes) -> bytes:
        """Return a document with bytes changed, cut out or doubled, or as it is."""
        draw = self.draw
        if draw.random() < 0.6 or not data:
            return data
        changed = bytearray(data)
        for _ in range(draw.randint(1, 8)):
            start = draw.randrange(len(changed) or 1)
            end = start + draw.randint(0, 40)
            changed[start:end] = draw.choice((b"", b"\0", draw.randbytes(3), bytes(changed[start:end]) * 2))
        return bytes(changed)


def try_texts(seed: str, endings: Sequence[str] = FORMATS) -> Found:
    """Read a library's documents, with these endings, compile them and ask, all in this process."""
    draw = random.Random(seed)  # noqa: S311 (no secret)
    writer = Writer(draw)
    counts: Counter[str] = Counter()
    slowest = 0.0
    parsed: list[ParsedDocument] = []
    for number in range(DOCUMENTS):
        ending = draw.choice(endings)
        data = writer.document(ending)
        begun = time.process_time()
        one = guarded(f"{seed} {ending} {number}", partial(_parsed, f"doc-{number}.{ending}", data, draw), counts)
        seconds = time.process_time() - begun
        if len(data) >= MEASURED:
            slowest = max(slowest, seconds / len(data) * 100_000)
        counts[f"{ending} read"] += one is not None
        parsed += [one] if one else []
    parts = [part_of(one, Path()) for one in parsed]
    with Workers(1) as nobody:
        compiling = partial(_compiled, parts, nobody)
        library = guarded(f"{seed} library {len(parsed)}", compiling, counts)
    if library:
        for number in range(QUERIES):
            typed = writer.filled(draw.choice(QUESTIONS))
            guarded(f"{seed} query {number}", partial(_ask, library, typed, draw), counts)
            counts["queries"] += 1
        library.close()
    return Found(counts, slowest)


def guarded(what: str, work: Callable[[], T], counts: Counter[str]) -> T | None:
    """Do some work; count and show what is raised that no person should see."""
    try:
        return work()
    except UnforeseenError as error:
        counts["traceback"] += 1
        print(what, "".join(traceback.format_exception(error.__cause__, limit=-4)), sep="\n", file=sys.stderr)
    except MEANT:
        counts[f"{what.split()[-2]} refused"] += 1
    except Exception:
        counts["traceback"] += 1
        print(what, traceback.format_exc(limit=-4), sep="\n", file=sys.stderr)
    return None


@cache
def known_games() -> Sequence[Game]:
    """Return the dialects and games that documents are read with."""
    return game_names.load_games(game_folders([]))


def _parsed(name: str, data: bytes, draw: random.Random) -> ParsedDocument:
    game = draw.choice(("Tides", "Ferries")) if draw.random() < 0.7 else None
    row = DocumentTable(game=game, dialect=draw.choice(sorted(DIALECTS)) if draw.random() < 0.3 else None)
    return parse_alone(SourceFile(Path(name), Path(name).stem, row), data, known_games())


def _compiled(parts: Sequence[DocumentPart], nobody: Workers) -> Compiled:
    means = Means(lambda *_: None, nobody)
    return keep_library(link_documents(parts, Sources(DocumentList((), print), known_games()), means), None, means)


def _ask(library: Compiled, typed: str, draw: random.Random) -> None:
    """Ask a query in one of the ways in which people do."""
    typed = cut(typed)
    way = draw.randrange(10)
    if way < 5:
        narrowing = Narrowing(kind="card") if way == 0 else Narrowing()
        for answer in lookup.search(library, typed, 10, narrowing).answers[:1]:
            library.store.entry(answer.row.id)
    elif way == 5:
        locating.find(library, typed)
    elif way == 6:
        suggest(library, typed, 10)
    elif way == 7:
        locating.near(library, typed)
    elif way == 8:
        find_cards(library, scopes(library.store), typed)
    else:
        find_interactions(library, scopes(library.store), typed.split(" ", 1))


def all_texts(rounds: int, seed: int, endings: Sequence[str] = FORMATS) -> Iterator[Found]:
    """Yield what each library did."""
    return (try_texts(f"texts {seed} {number}", endings) for number in range(rounds))
