"""Files as passages: stretches of text in which somebody may cite a rule, each with its places in the file.

Reads: the text of a file. Writes: `FilePassage`s; each offset of one leads back to the file. The ending of a file's
name says how it is read: as text, as Markdown, or as a program, of which only the comments are read:

    # see rule 12.2     // rule 12.2f     -- rule 12.2     /* as rule 12.2 says */

Prose is cut at empty lines and where a line begins something of its own: a bullet, a heading, an answer to choose, a
row of a table, what another person says. Of Markdown the marks of emphasis and the addresses of links are left out;
what is fenced in is read as a program. Comment lines right below each other are one text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import PurePath
from typing import NamedTuple

from judge.core.errors import CollectionError

LONGEST_LINE = 100_000
"""Characters of a line above which it is data and not read."""
LONGEST_PASSAGE = 8_000
"""Characters above which a passage ends at the next line."""
SPEAKER = r"[^\W\d][\w .'-]{0,24}:\s|<[\w .-]{1,24}>\s"
ITEM = r"[-*+•|]\s|\#{1,6}\s|\(?[A-Za-z\d]{1,2}[.)]\s|\||\d{1,4}(?:\.\w{1,4}){1,9}[.:]?(?:\s|$)"
OWN_LINE = re.compile(rf"\s{{0,40}}(?:{ITEM}|{SPEAKER})")
"""How a line begins that does not continue the one before."""
OPEN_END = re.compile(
    r"(?:\b(?:see|rules?|sections?|sec\.?|chapters?|in|of|by|to|and|or|under|from|[A-Z]{2,4})|[§,(#])\s*$"
)
"""How a line ends whose number is in the next."""
DIGIT = re.compile(r"\d")
LINE = re.compile(r"(?=[\s\S])(?P<text>[^\r\n]*)(?:\r\n|[\r\n]|$)")
QUOTED = re.compile(r"\s{0,40}(?:>\s?){1,4}")
MARKED_UP = re.compile(
    r"\]\([^()\s]{0,500}(?:\s\"[^\"]{0,200}\")?\)|\]\[[^\[\]]{0,80}\]|[*_`~]{1,3}|!?\[(?![\d ])|https?://\S{1,2000}|</?\w{1,20}/?>"
)
"""What of a line of Markdown is not its text."""
FENCE = re.compile(r"\s{0,12}(?P<mark>`{3,12}|~{3,12})\s{0,4}(?P<name>\w{0,20})")
LEADER = re.compile(r"\s{0,200}(?:[/#*!;%|-]{1,80}(?=\s|$)|[/#*!;%]{1,80})?[ \t]?")
"""What is before the words of a line of a comment."""
STRING = r"{0}(?:\\.|[^{0}\\\r\n])*+{0}?"
"""A string between two marks, which ends with its line."""


class FileLine(NamedTuple):
    """A line of a text."""

    origin: int
    """Where it begins in the file."""
    text: str


class FilePassage:
    """Stretches of a file that are read as one text."""

    def __init__(self, pieces: Sequence[FileLine]) -> None:
        """Join the stretches."""
        self.text = "".join(piece.text for piece in pieces)
        self._origins = [piece.origin for piece in pieces]
        self._starts = [0, *accumulate(len(piece.text) for piece in pieces[:-1])]

    def origin(self, offset: int) -> int:
        """Return where an offset of the text is in the file."""
        place = max(bisect_right(self._starts, offset) - 1, 0)
        return self._origins[place] + offset - self._starts[place]


def lines_of(text: str, start: int = 0, end: int | None = None) -> Iterator[FileLine]:
    """Yield the lines of a stretch of a file, without their ends; one that is data and not text counts as empty."""
    for match in LINE.finditer(text, start, len(text) if end is None else end):
        yield FileLine(match.start(), match["text"] if match.end() - match.start() <= LONGEST_LINE else "")


def paragraphs(lines: Iterable[FileLine], *, is_marked_up: bool = False) -> Iterator[FilePassage]:
    """Yield the passages of prose that have a digit in them; those of Markdown without its marks."""
    pieces: list[FileLine] = []
    length, is_open = 0, False
    for line in (*lines, FileLine(0, "")):
        own = _behind(QUOTED, line)
        is_blank = not own.text.strip()
        ends = is_blank or length > LONGEST_PASSAGE or (OWN_LINE.match(own.text) and not is_open)
        if pieces and ends:
            passage = FilePassage(pieces)
            if DIGIT.search(passage.text):
                yield passage
            pieces, length = [], 0
        if is_blank:
            continue
        if pieces:
            pieces.append(FileLine(line.origin - 1, " "))
        pieces += _without_marks(own) if is_marked_up else [own]
        length += len(own.text)
        is_open = bool(OPEN_END.search(own.text[-12:]))


def _without_marks(line: FileLine) -> Iterator[FileLine]:
    """Yield the stretches of a line of Markdown between its marks; an address is left as a mark of what is left out."""
    place = 0
    for marks in MARKED_UP.finditer(line.text):
        yield FileLine(line.origin + place, line.text[place : marks.start()])
        if marks[0].startswith("http"):
            yield FileLine(line.origin + marks.start(), "…")
        place = marks.end()
    yield FileLine(line.origin + place, line.text[place:])


def read_markdown(text: str) -> Iterator[FilePassage]:
    """Yield the passages of a Markdown text; what is fenced in is read as a program."""
    prose: list[FileLine] = []
    fence, inner, language = "", 0, ""
    for line in lines_of(text):
        mark = FENCE.match(line.text)
        if fence and mark and mark["mark"].startswith(fence):
            yield from comments(text, SYNTAXES.get(language.casefold(), COMMON), inner, line.origin)
            fence = ""
        elif not fence and mark:
            yield from paragraphs(prose, is_marked_up=True)
            prose = []
            fence, inner, language = mark["mark"], line.origin + len(line.text), mark["name"]
        elif not fence:
            prose.append(line)
    if fence:
        prose += lines_of(text, inner)
    yield from paragraphs(prose, is_marked_up=True)


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


@cache
def _pattern(syntax: Syntax) -> re.Pattern[str]:
    """Return the pattern of the comments and strings of a language."""
    blocks = (
        f"(?s:{re.escape(begin)}(?P<block{n}>.*?)(?:{re.escape(end)}|\\Z))"
        for n, (begin, end) in enumerate(syntax.blocks)
    )
    lines = (f"(?:{'|'.join(map(re.escape, syntax.lines))})(?P<line>[^\r\n]*)",)
    return re.compile("|".join((*blocks, *lines, *map(STRING.format, syntax.quotes))))


def comments(text: str, syntax: Syntax, start: int = 0, end: int | None = None) -> Iterator[FilePassage]:
    """Yield the passages of the comments in a stretch of a program."""
    stop = len(text) if end is None else end
    pending: list[FileLine] = []
    ended = -1
    """Where the comment lines end that the next may continue."""
    for found in _pattern(syntax).finditer(text, start, stop):
        is_line = found.lastgroup == "line"
        begun = max(text.rfind("\n", start, found.start()) + 1, start)
        is_own = is_line and not text[begun : found.start()].strip()
        if not is_own or ended < 0 or text[ended : found.start()].strip():
            yield from paragraphs(pending)
            pending = []
        if found.lastgroup:
            pending += (_behind(LEADER, line) for line in lines_of(text, *found.span(found.lastgroup)))
        ended = found.end() if is_own else -1
    yield from paragraphs(pending)


def _behind(mark: re.Pattern[str], line: FileLine) -> FileLine:
    """Return what is after the mark at the beginning of a line, if it has one."""
    found = mark.match(line.text)
    skipped = found.end() if found else 0
    return FileLine(line.origin + skipped, line.text[skipped:])


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
    ending = _ending(name)
    if ending in SYNTAXES:
        return comments(text, SYNTAXES[ending])
    return paragraphs(lines_of(text)) if ending in TEXT else read_markdown(text)


def _ending(name: str) -> str:
    return PurePath(name).suffix[1:].casefold()
