"""Files as passages: stretches of text in which somebody may cite a rule, each with its places in the file.

Reads: the text of a file. Writes: `FilePassage`s; each offset of one leads back to the file. The ending of a file's
name says how it is read: as text, as Markdown, or as a program, of which only the comments are read:

    # see rule 12.2     // rule 12.2f     -- rule 12.2     /* as rule 12.2 says */

Prose is cut at empty lines and where a line begins something of its own: a bullet, a heading, an answer to choose, a
row of a table, what another person says. Of Markdown the marks of emphasis and the addresses of links are left out;
what is fenced in is read as a program. Comment lines right below each other are one text. What is not read
is hidden in its place, character for character.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

from judge.core.errors import CollectionError
from judge.reading.text.source import LINE_END

HIDDEN = "\0"
"""Is in the place of each character that is not read, so that all others are where they are in the file."""
LONGEST_LINE = 100_000
"""Characters of a line above which it is data and not read."""
DATA = re.compile(rf"[^\r\n]{{{LONGEST_LINE + 1},}}")
LONGEST_PASSAGE = 8_000
"""Characters above which a passage ends at the next line."""
SPEAKER = r"[^\W\d][\w .'-]{0,24}:\s|<[\w .-]{1,24}>\s"
ITEM = r"[-*+•|]\s|\#{1,6}\s|\(?[A-Za-z\d]{1,2}[.)]\s|\||\d{1,4}(?:\.\w{1,4}){1,9}[.:]?(?:\s|$)"
OWN_LINE = re.compile(rf"[\s\0]*+(?:{ITEM}|{SPEAKER})")
"""How a line begins that does not continue the one before."""
OPEN_END = re.compile(
    r"(?:\b(?:see|rules?|sections?|sec\.?|chapters?|in|of|by|to|and|or|under|from|[A-Z]{2,4})|[§,(#])\s*$"
)
"""How a line ends whose number is in the next."""
DIGIT = re.compile(r"\d")
LINE = re.compile(r"(?=[\s\S])(?P<text>[^\r\n]*)(?:\r\n|[\r\n]|$)")
LINE_BEGIN = r"(?<![^\r\n])"
QUOTED = re.compile(LINE_BEGIN + r"[ \t\0]*+(?:>[ \t]?){1,4}")
MARKED_UP = re.compile(
    r"\]\([^()\s]{0,500}(?:\s\"[^\"]{0,200}\")?\)|\]\[[^\[\]]{0,80}\]|[*_`~]{1,3}|!?\[(?![\d ])|https?://\S{1,2000}|</?\w{1,20}/?>"
)
"""What of Markdown is not its text."""
FENCED = re.compile(
    LINE_BEGIN + r"(?P<head>[ \t]{0,12}(?P<mark>`{3,12}+|~{3,12}+)[ \t]{0,4}(?P<name>\w{0,20})[^\r\n]*)"
    rf"(?:(?P<code>[\s\S]*?){LINE_BEGIN}[ \t]{{0,12}}(?P=mark))?"
)
"""What is fenced in, or the beginning of a fence without an end."""
LEADER = re.compile(LINE_BEGIN + r"[ \t]*+(?:[/#*!;%|-]{1,80}(?=\s|$)|[/#*!;%]{1,80})?[ \t]?")
"""What is before the words of a line of a comment."""
STRING = r"{0}(?:\\.|[^{0}\\\r\n])*+{0}?"
"""A string between two marks, which ends with its line."""


class Syntax(NamedTuple):
    """How a language marks comments, and the strings in which these marks mean nothing."""

    lines: tuple[str, ...] = ()
    """What begins a comment that ends with its line."""
    blocks: tuple[tuple[str, str], ...] = ()
    quotes: str = "\"'"


SLASHES = Syntax(("//",), (("/*", "*/"),), "\"'`")
RUST = Syntax(("//",), (("/*", "*/"),), '"')
HASH = Syntax(("#",), (('"""', '"""'), ("'''", "'''")))
DASHES = Syntax(("--",), (("--[[", "]]"), ("{-", "-}"), ("/*", "*/")))
COMMON = Syntax(("//", "#"), (("/*", "*/"),), '"')
"""For a language that the table does not know."""
SYNTAXES = {
    **dict.fromkeys(
        "c h cc cpp cxx hpp cs java js jsx mjs cjs ts tsx go swift kt kts scala dart m mm groovy css scss php".split(),
        SLASHES,
    ),
    "rs": RUST,
    **dict.fromkeys(
        "py pyi rb sh bash pl pm r jl ex exs cr nim tcl gd awk mk cmake ps1 yaml yml toml ini cfg".split(),
        HASH,
    ),
    **dict.fromkeys("sql lua hs elm adb ads vhd vhdl".split(), DASHES),
}
"""By the ending of a file's name."""


class FilePassage:
    """A stretch of a file that is read as one text."""

    def __init__(self, text: str, start: int) -> None:
        """Take what is not hidden of a stretch that begins somewhere in a file."""
        flowing = LINE_END.sub(lambda end: " ".ljust(len(end[0]), HIDDEN), text)
        read = [place for place, char in enumerate(flowing) if char != HIDDEN]
        self.text = flowing.replace(HIDDEN, "")
        self._origins = [start + place for place in read]

    def origin(self, offset: int) -> int:
        """Return where an offset of the text is in the file."""
        return self._origins[offset]

    def offset(self, place: int) -> int:
        """Return the first offset of the text that is at a place of the file or after it."""
        return bisect_left(self._origins, place)


def _blank(found: re.Match[str]) -> str:
    """Return what is in the place of something that is not read; an address leaves a mark."""
    return ("…" if found[0].startswith("http") else "").ljust(len(found[0]), HIDDEN)


def _passages(text: str, *, is_marked_up: bool = False) -> Iterator[FilePassage]:
    """Yield the passages of a text that have a digit in them; those of Markdown without its marks."""
    text = QUOTED.sub(_blank, text)
    start, is_open = -1, False
    for line in (*LINE.finditer(text), None):
        own = line["text"] if line else ""
        is_blank = not own.strip(" \t\f\v\0")
        end = line.start() if line else len(text)
        if start >= 0 and (is_blank or end - start > LONGEST_PASSAGE or (OWN_LINE.match(own) and not is_open)):
            stretch = text[start:end].rstrip("\r\n")
            words = MARKED_UP.sub(_blank, stretch) if is_marked_up else stretch
            if DIGIT.search(words):
                yield FilePassage(words, start)
            start = -1
        if start < 0 and not is_blank:
            start = end
        is_open = bool(OPEN_END.search(own[-12:]))


@cache
def _pattern(syntax: Syntax) -> re.Pattern[str]:
    """Return the pattern of the comments and strings of a language."""
    blocks = (
        f"(?s:{re.escape(begin)}(?P<block{n}>.*?)(?:{re.escape(end)}|\\Z))"
        for n, (begin, end) in enumerate(syntax.blocks)
    )
    lines = (f"(?:{'|'.join(map(re.escape, syntax.lines))})(?P<line>[^\r\n]*)",)
    return re.compile("|".join((*blocks, *lines, *map(STRING.format, syntax.quotes))))


def _comments(text: str, syntax: Syntax) -> str:
    """Return a program with all hidden but its comments; those right below each other are one text."""
    parts: list[str] = []
    place, is_own = 0, False
    for found in _pattern(syntax).finditer(text):
        if not found.lastgroup:
            continue  # a string
        start, end = found.span(found.lastgroup)
        was_own = is_own
        begun = text.rfind("\n", 0, found.start()) + 1
        is_own = found.lastgroup == "line" and not text[begun : found.start()].strip()
        joins = was_own and is_own and not text[place : found.start()].strip()
        parts += [("\n" if joins else "\n\n").ljust(start - place, HIDDEN)[: start - place]]
        parts += [LEADER.sub(_blank, text[start:end])]
        place = end
    rest = len(text) - place
    return "".join([*parts, "\n".ljust(rest, HIDDEN)[:rest]])


def _without_code(fenced: re.Match[str]) -> str:
    """Return what is fenced in with all hidden but its comments, and the ends of the lines around them."""
    parts = [HIDDEN * len(fenced["head"])]
    if fenced["code"]:
        code = _comments(fenced["code"], SYNTAXES.get(fenced["name"].casefold(), COMMON))
        parts += [f"\n{code[1:]}"[:-1], "\n"]
    return "".join(parts).ljust(len(fenced[0]), HIDDEN)


MARKDOWN = frozenset("md markdown mdx qmd rst adoc wiki mediawiki textile org".split())
TEXT = frozenset("txt text log eml".split())
"""Endings of the names of files that are read as such; a name without an ending is that of a text in Markdown."""


def is_read(name: str) -> bool:
    """Tell whether a file of this name is text, Markdown or a program."""
    return _ending(name) in TEXT | MARKDOWN | SYNTAXES.keys() | {""}


def passages_of(name: str, text: str) -> Iterator[FilePassage]:
    """Return the passages of a file that have a digit in them.

    Args:
        name: of the file; its ending says how it is read.
        text: what is in it.

    Raises:
        CollectionError: it is of another kind.
    """
    if not is_read(name):
        told = f"{name} is not text, Markdown or source code of a known kind"
        raise CollectionError(f"{told}; save its text as a .txt or .md file and check that")
    ending, text = _ending(name), DATA.sub(_blank, text)
    if ending in SYNTAXES:
        return _passages(_comments(text, SYNTAXES[ending]))
    return _passages(text) if ending in TEXT else _passages(FENCED.sub(_without_code, text), is_marked_up=True)


def _ending(name: str) -> str:
    return PurePath(name).suffix[1:].casefold()
