"""Comments and strings of programs, of any language whose marks are in the table, and of others by the common marks.

    # 12.2f             // rule 12.2f             -- see 12.2          ; 12.2           % 12.2
    /* as 12.2 says */  "rule 12.2"         rule = "12.2"         Rule("12.2")

Comment lines right below each other are one text. Before a string that has nothing but a number stands the name that
it is given, as a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from judge.citations.texts.passages import LONGEST_LINE, Builder, Line, Passage, lines_of, paragraphs
from judge.core.numbering import NUMBER

LEADER = re.compile(r"\s{0,200}(?:[/#*!;%|-]{1,80}(?=\s|$)|[/#*!;%]{1,80})?[ \t]?")
"""What stands before the words of a line of a comment."""
STRING = re.compile(r"[^\"'`\\\r\n]*")
NAMED = re.compile(r"([A-Za-z][A-Za-z_]{0,40})[\"']?\s{0,4}(?:[=:(,\[]|=>|:=){1,2}\s{0,4}[\"'`]?$")
"""The name that a string is given, right before it."""
ONLY_NUMBERS = re.compile(rf"\s{{0,4}}{NUMBER}(?:\s?(?:,|;|/|-|–|and|to)\s?{NUMBER}){{0,12}}\s{{0,4}}")
"""A text with nothing in it but numbers of rules."""
NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
CITING_NAME = re.compile(r"rules?|sections?|sec|cr|cite[sd]?|citations?|refs?|references?", re.IGNORECASE)
"""Words in the name of a field that say that its numbers are those of rules."""
FARTHEST = 64
"""Characters before a string in which its name stands."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language marks comments and strings."""

    lines: tuple[str, ...] = ()
    """What begins a comment that ends with its line."""
    blocks: tuple[tuple[str, str], ...] = ()
    quotes: tuple[str, ...] = ('"', "'")
    opening: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        """Make the pattern of whatever opens something, the longer marks first."""
        marks = sorted({*self.lines, *(begin for begin, _ in self.blocks), *self.quotes}, key=len, reverse=True)
        object.__setattr__(self, "opening", re.compile("|".join(map(re.escape, marks))))


SLASHES = Syntax(("//",), (("/*", "*/"),), ('"', "'", "`"))
HASH = Syntax(("#",), (('"""', '"""'), ("'''", "'''")))
DASHES = Syntax(("--",), (("/*", "*/"), ("--[[", "]]"), ("{-", "-}")))
SEMICOLON = Syntax((";",), (("#|", "|#"),), ('"',))
PERCENT = Syntax(("%",), (), ('"',))
PARENTHESES = Syntax(("//",), (("(*", "*)"), ("{", "}")), ('"',))
QUOTE = Syntax(("'",), (), ('"',))
COMMON = Syntax(("//", "#"), (("/*", "*/"), ("<!--", "-->")), ('"',))
"""For a language that the table does not know."""
SYNTAXES = {
    **dict.fromkeys(
        "c h cc cpp cxx hpp hh cs java js jsx mjs cjs ts tsx go rs swift kt kts scala dart m mm groovy proto css scss "
        "less zig v sol glsl hlsl shader gd3 php".split(),
        SLASHES,
    ),
    **dict.fromkeys("py pyi pyx rb sh bash zsh pl pm r jl ex exs cr nim tcl gd coffee awk mk cmake ps1".split(), HASH),
    **dict.fromkeys("sql lua hs elm adb ads vhd vhdl".split(), DASHES),
    **dict.fromkeys("lisp el clj cljs cljc scm rkt asm s".split(), SEMICOLON),
    **dict.fromkeys("tex sty erl hrl pro".split(), PERCENT),
    **dict.fromkeys("ml mli fs fsi pas dpr".split(), PARENTHESES),
    **dict.fromkeys("vb bas vbs".split(), QUOTE),
}
"""By the ending of a file's name."""


def read_code(text: str, syntax: Syntax, start: int = 0, end: int | None = None) -> Iterator[Passage]:
    """Yield the comments and strings of a program."""
    stop = len(text) if end is None else end
    pending: list[Line] = []
    place, last = start, -1
    while opened := syntax.opening.search(text, place, stop):
        mark = opened[0]
        if mark in syntax.lines:
            place = _line_end(text, opened.end(), stop)
            own = not text[_line_begin(text, opened.start(), start) : opened.start()].strip()
            if last < 0 or not own or text[last : opened.start()].strip():
                yield from paragraphs(pending, "comment")
                pending = []
            if place - opened.end() <= LONGEST_LINE:
                pending.append(_bare(Line(opened.end(), text[opened.end() : place])))
            last = place if own else -1
            continue
        yield from paragraphs(pending, "comment")
        pending, last = [], -1
        closing = next((end for begin, end in syntax.blocks if begin == mark), None)
        if closing is None:
            place = _string_end(text, opened.end(), stop, mark)
            yield from _string(text, opened.end(), place)
            place += text[place : place + 1] == mark
            continue
        found = text.find(closing, opened.end(), stop)
        inner = stop if found < 0 else found
        yield from paragraphs(map(_bare, lines_of(text, opened.end(), inner)), "comment")
        place = min(inner + len(closing), stop)
    yield from paragraphs(pending, "comment")


def _line_begin(text: str, place: int, start: int) -> int:
    return max(text.rfind("\n", start, place) + 1, start)


def _line_end(text: str, start: int, stop: int) -> int:
    found = text.find("\n", start, stop)
    return stop if found < 0 else found


def _bare(line: Line) -> Line:
    """Return a line of a comment without what marks it as one."""
    leader = LEADER.match(line.text)
    skipped = leader.end() if leader else 0
    return Line(line.origin + skipped, line.text[skipped:].rstrip("\r\n"))


def _string_end(text: str, start: int, stop: int, mark: str) -> int:
    """Return where a string ends: at its mark, or with its line."""
    place = start
    while plain := STRING.match(text, place, stop):
        place = plain.end()
        if place >= stop or text[place] == mark or text[place] in "\r\n":
            break
        place = min(place + (2 if text[place] == "\\" else 1), stop)
    return place


def _string(text: str, start: int, end: int) -> Iterator[Passage]:
    """Yield a string, a number alone with the word for it."""
    if end - start < 2 or end - start > LONGEST_LINE:
        return
    builder = Builder("string")
    inner = text[start:end]
    if ONLY_NUMBERS.fullmatch(inner):
        named = NAMED.search(text, max(0, start - FARTHEST), start)
        builder.add(start, f"{word_of(named[1])} " if named else "")
    builder.add(start, inner)
    yield from builder.finished()


def word_of(name: str) -> str:
    """Return the word that the name of a field puts before its number.

    >>> word_of("rule_number"), word_of("cardVersion"), word_of("CR")
    ('rule', 'version', 'cr')
    """
    words = [match[0].casefold() for match in NAME_WORD.finditer(name)]
    citing: str | None = next((word for word in words if CITING_NAME.fullmatch(word)), None)
    if citing and not citing.startswith(("cit", "ref")):
        return citing
    return "rule" if citing else (words[-1] if words else "")
