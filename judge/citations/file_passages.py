"""Anybody's files as passages: stretches of text in which somebody may cite a rule, each with its places in the file.

Reads: the text of a file. Writes: `FilePassage`s. Nothing is changed, and each offset of a passage leads back to the
file. How a file is read follows from the ending of its name, else from how it begins.

Prose is cut at empty lines and where a line begins something of its own: a bullet, a heading, an answer to choose, a
row of a table, what another person says. HTML and Markdown are read without tags, addresses and marks of emphasis; what
is fenced in is read as code.

Of programs the comments and strings are read, in any language whose marks are in the table, and in others by the common
marks:

    # 12.2f             // rule 12.2f             -- see 12.2          ; 12.2           % 12.2
    /* as 12.2 says */  "rule 12.2"         rule = "12.2"         Rule("12.2")

Comment lines right below each other are one text. Before a string that has nothing but a number comes the name that it
is given, as a word. Of CSV and JSON each row and each object is one passage, with the name of a field before a number
that is alone in it:

    question,rule                            Which rule says so? rule 12.2
    Which rule says so?,12.2
    {"ask": "Which?", "rule": "12.2"}        Which? rule 12.2
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.core.numbering import NUMBER

LONGEST_LINE = 100_000
"""Characters of a line above which it is data and not read. Chosen, not fitted."""
LONGEST_PASSAGE = 8_000
"""Characters above which a passage ends at the next line, and the values of an object are passages of their own.
Chosen, not fitted."""
SPEAKER = r"[^\W\d][\w .'-]{0,24}:\s|<[\w .-]{1,24}>\s"
ITEM = r"[-*+•|]\s|\#{1,6}\s|\(?[A-Za-z\d]{1,2}[.)]\s|\||\d{1,4}(?:\.\w{1,4}){1,9}[.:]?(?:\s|$)"
OWN_LINE = re.compile(rf"\s{{0,40}}(?:{ITEM}|{SPEAKER})")
"""How a line begins that does not continue the one before."""
OPEN_END = re.compile(
    r"(?:\b(?:see|rules?|sections?|sec\.?|chapters?|in|of|by|to|and|or|under|from|[A-Z]{2,4})|[§,(#])\s*$"
)
"""How a line ends whose number is in the next."""
DIGIT = re.compile(r"\d")
LINE = re.compile(r"(?P<text>[^\r\n]*)(?:\r\n|[\r\n]|$)")
QUOTED = re.compile(r"\s{0,40}(?:>\s?){1,4}")


class FileLine(NamedTuple):
    """A line of a text."""

    origin: int
    """Where it begins in the file."""
    text: str


@dataclass(frozen=True, slots=True)
class FilePassage:
    """A text that is read as one."""

    text: str
    origins: tuple[tuple[int, int], ...]
    """From this offset of the text on, it is at that offset of the file; ascending, the first at 0."""
    place: str = "text"
    """What it is in its file: `text`, `comment`, `string` or `record`."""

    def origin(self, offset: int) -> int:
        """Return where an offset of the text is in the file."""
        at, origin = self.origins[max(bisect_right(self.origins, offset, key=lambda one: one[0]) - 1, 0)]
        return origin + offset - at


class PassageBuilder:
    """Joins stretches of a file into passages."""

    def __init__(self, place: str = "text") -> None:
        """Begin with nothing."""
        self._place = place
        self._parts: list[str] = []
        self._origins: list[tuple[int, int]] = []
        self.length = 0

    def add(self, origin: int, text: str) -> None:
        """Add a stretch that is at an offset of the file, as it is to be read."""
        if text:
            self._origins.append((self.length, origin))
            self._parts.append(text)
            self.length += len(text)

    def finished(self) -> Iterator[FilePassage]:
        """Yield what was added, if it has a digit, and begin anew."""
        text = "".join(self._parts)
        if DIGIT.search(text):
            yield FilePassage(text, tuple(self._origins), self._place)
        self._parts, self._origins, self.length = [], [], 0


def lines_of(text: str, start: int = 0, end: int | None = None) -> Iterator[FileLine]:
    """Yield the lines of a stretch of a file, without their ends; one that is data and not text counts as empty."""
    for match in LINE.finditer(text, start, len(text) if end is None else end):
        yield FileLine(match.start(), match["text"] if match.end() - match.start() <= LONGEST_LINE else "")


def paragraphs(lines: Iterable[FileLine], place: str = "text") -> Iterator[FilePassage]:
    """Yield the passages of prose."""
    builder = PassageBuilder(place)
    open_end = False
    for line in lines:
        quoted = QUOTED.match(line.text)
        skipped = quoted.end() if quoted else 0
        text = line.text[skipped:]
        if not text.strip():
            yield from builder.finished()
            continue
        if builder.length and (builder.length > LONGEST_PASSAGE or (OWN_LINE.match(text) and not open_end)):
            yield from builder.finished()
        if builder.length:
            builder.add(line.origin - 1, " ")
        builder.add(line.origin + skipped, text)
        open_end = bool(OPEN_END.search(text[-12:]))
    yield from builder.finished()


LEADER = re.compile(r"\s{0,200}(?:[/#*!;%|-]{1,80}(?=\s|$)|[/#*!;%]{1,80})?[ \t]?")
"""What is before the words of a line of a comment."""
STRING = re.compile(r"[^\"'`\\\r\n]*")
NAMED = re.compile(r"([A-Za-z][A-Za-z_]{0,40})[\"']?\s{0,4}(?:[=:(,\[]|=>|:=){1,2}\s{0,4}[\"'`]?$")
"""The name that a string is given, right before it."""
ONLY_NUMBERS = re.compile(rf"\s{{0,4}}{NUMBER}(?:\s?(?:,|;|/|-|–|and|to)\s?{NUMBER}){{0,12}}\s{{0,4}}")
"""A text with nothing in it but numbers of rules."""
NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
CITING_NAME = re.compile(r"rules?|sections?|sec|cr|cite[sd]?|citations?|refs?|references?", re.IGNORECASE)
"""Words in the name of a field that say that its numbers are those of rules."""
FARTHEST = 64
"""Characters before a string in which its name is. Chosen, not fitted."""


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


def read_code(text: str, syntax: Syntax, start: int = 0, end: int | None = None) -> Iterator[FilePassage]:
    """Yield the comments and strings of a program."""
    stop = len(text) if end is None else end
    pending: list[FileLine] = []
    place, last = start, -1
    while opened := syntax.opening.search(text, place, stop):
        mark = opened[0]
        if mark in syntax.lines:
            ended = text.find("\n", opened.end(), stop)
            place = stop if ended < 0 else ended
            own = not text[max(text.rfind("\n", start, opened.start()) + 1, start) : opened.start()].strip()
            if last < 0 or not own or text[last : opened.start()].strip():
                yield from paragraphs(pending, "comment")
                pending = []
            if place - opened.end() <= LONGEST_LINE:
                pending.append(_bare(FileLine(opened.end(), text[opened.end() : place])))
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


def _bare(line: FileLine) -> FileLine:
    """Return a line of a comment without what marks it as one."""
    leader = LEADER.match(line.text)
    skipped = leader.end() if leader else 0
    return FileLine(line.origin + skipped, line.text[skipped:].rstrip("\r\n"))


def _string_end(text: str, start: int, stop: int, mark: str) -> int:
    """Return where a string ends: at its mark, or with its line."""
    place = start
    while plain := STRING.match(text, place, stop):
        place = plain.end()
        if place >= stop or text[place] == mark or text[place] in "\r\n":
            break
        place = min(place + (2 if text[place] == "\\" else 1), stop)
    return place


def _string(text: str, start: int, end: int) -> Iterator[FilePassage]:
    """Yield a string, a number alone with the word for it."""
    if end - start < 2 or end - start > LONGEST_LINE:
        return
    builder = PassageBuilder("string")
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


TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})(?P<rest>[^<>]{0,4000})>|<!--|&#?\w{1,20};")
INLINE = frozenset("a abbr b bdi bdo cite code del em font i ins kbd mark q s samp small span strong sub sup u".split())
"""Tags within a text; all others part texts."""
HIDDEN = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style", "svg", "textarea", "template")
}
FENCE = re.compile(r"\s{0,12}(?P<mark>`{3,12}|~{3,12})\s{0,4}(?P<name>\w{0,20})")
DROPPED = re.compile(
    r"\]\([^()\s]{0,500}(?:\s\"[^\"]{0,200}\")?\)|\]\[[^\[\]]{0,80}\]|[*_`~]{1,3}|!?\[(?![\d ])|https?://\S{1,2000}|</?\w{1,20}/?>"
)
"""What of a line of Markdown is not its text."""
BLANKS = re.compile(r"\s+")


def read_html(text: str) -> Iterator[FilePassage]:
    """Yield the passages of a page."""
    builder = PassageBuilder()
    place = 0
    while found := TAG.search(text, place):
        _add(builder, place, text[place : found.start()])
        place = found.end()
        name = (found["name"] or "").casefold()
        if found[0] == "<!--":
            closed = text.find("-->", place)
            place = len(text) if closed < 0 else closed + 3
        elif not name:
            builder.add(found.start(), html.unescape(found[0]).replace("\xa0", " "))
        elif name in HIDDEN and not found["end"]:
            closing = HIDDEN[name].search(text, place)
            place = closing.start() if closing else len(text)
        elif name not in INLINE:
            yield from builder.finished()
    _add(builder, place, text[place:])
    yield from builder.finished()


def _add(builder: PassageBuilder, origin: int, text: str) -> None:
    """Add a stretch of a page, each run of blanks and line ends as one blank."""
    place = 0
    for blanks in BLANKS.finditer(text):
        builder.add(origin + place, text[place : blanks.start()])
        builder.add(origin + blanks.start(), " ")
        place = blanks.end()
    builder.add(origin + place, text[place:])


def read_markdown(text: str) -> Iterator[FilePassage]:
    """Yield the passages of a Markdown text; what is fenced in is read as code."""
    prose: list[FileLine] = []
    fence, inner, language = "", 0, ""
    for line in lines_of(text):
        mark = FENCE.match(line.text)
        if fence and mark and mark["mark"].startswith(fence):
            yield from read_code(text, SYNTAXES.get(language.casefold(), COMMON), inner, line.origin)
            fence = ""
        elif not fence and mark:
            yield from _prose(prose)
            prose = []
            fence, inner, language = mark["mark"], line.origin + len(line.text), mark["name"]
        elif not fence:
            prose.append(line)
    if fence:
        prose += lines_of(text, inner)
    yield from _prose(prose)


def _prose(lines: list[FileLine]) -> Iterator[FilePassage]:
    """Yield the passages of lines without their marks."""
    for passage in paragraphs(lines):
        builder = PassageBuilder(passage.place)
        place = 0
        for dropped in DROPPED.finditer(passage.text):
            _copy(builder, passage, place, dropped.start())
            if dropped[0].startswith("http"):
                builder.add(passage.origin(dropped.start()), "…")
            place = dropped.end()
        if not place:
            yield passage
            continue
        _copy(builder, passage, place, len(passage.text))
        yield from builder.finished()


def _copy(builder: PassageBuilder, passage: FilePassage, start: int, end: int) -> None:
    """Add a stretch of a passage, cut where its place in the file jumps."""
    for at, _ in (*passage.origins, (end, 0)):
        if start < at <= end:
            builder.add(passage.origin(start), passage.text[start:at])
            start = at


TOKEN = re.compile(r"[{}\[\]:,\"]|-?\d[\d.eE+-]{0,40}")
KEY = re.compile(r"\s{0,200}:")
PLAIN = re.compile(r"[^\"\\]*")
ESCAPES = {"n": " ", "t": " ", "r": " ", "b": " ", "f": " "}
ENDS = {mark: re.compile(f"[{mark}\r\n]") for mark in "\t;,"}
"""What ends a cell, by what parts the cells."""
DEEPEST = 500
"""Objects inside each other. Chosen, not fitted."""
MOST_CELLS = 500
"""Values of an object above which each is a passage of its own. Chosen, not fitted."""
NUMBERED = frozenset("rule rules section sections sec cr".split())
"""Words for a field whose numbers are those of rules, although they are not written as texts."""


class Cell(NamedTuple):
    """A value of a record."""

    name: str
    """Of its field; empty where it has none."""
    parts: tuple[tuple[int, str], ...]
    """Its text, each stretch with its place in the file."""

    @property
    def text(self) -> str:
        """The whole value."""
        return "".join(text for _, text in self.parts)


def record_passages(cells: Sequence[Cell]) -> Iterator[FilePassage]:
    """Yield the passage of a record; of one that is long, one for each value."""
    builder = PassageBuilder("record")
    whole = sum(len(cell.text) for cell in cells) <= LONGEST_PASSAGE
    for cell in cells:
        value = cell.text
        if not value.strip() or not cell.parts:
            continue
        origin = cell.parts[0][0]
        if builder.length:
            builder.add(origin, " ")
        if ONLY_NUMBERS.fullmatch(value):
            builder.add(origin, f"{word_of(cell.name)} " if cell.name else "")
        for at, text in cell.parts:
            builder.add(at, text)
        if value.rstrip()[-1] not in ".?!:;":
            builder.add(origin, ".")
        if not whole:
            yield from builder.finished()
    yield from builder.finished()


def read_json(text: str) -> Iterator[FilePassage]:
    """Yield the objects of a JSON text; one that breaks off, or of many lines, is read as far as it goes."""
    levels: list[tuple[list[Cell], bool]] = [([], False)]
    name, place = "", 0
    while token := TOKEN.search(text, place):
        place, mark = token.end(), token[0]
        if mark in "{[":
            if len(levels) >= DEEPEST:
                return
            shared = levels[-1][0] if mark == "[" else []
            levels.append((shared, mark == "{"))
            if mark == "{":
                name = ""
        elif mark in "}]":
            if len(levels) > 1:
                cells, own = levels.pop()
                if own:
                    yield from record_passages(cells)
            name = ""
        elif mark == '"':
            parts, place = _json_string(text, place)
            following = KEY.match(text, place)
            if following and levels[-1][1]:
                name, place = "".join(part for _, part in parts), following.end()
            else:
                levels[-1][0].append(Cell(name, parts))
        elif mark not in ":," and word_of(name) in NUMBERED:
            levels[-1][0].append(Cell(name, ((token.start(), mark),)))
        cells = levels[-1][0]
        if len(levels) == 1 or len(cells) > MOST_CELLS:
            yield from (passage for cell in cells for passage in record_passages([cell]))
            cells.clear()


def _json_string(text: str, start: int) -> tuple[tuple[tuple[int, str], ...], int]:
    """Return the stretches of a string, its escapes read, and where it ends."""
    parts: list[tuple[int, str]] = []
    place = start
    while plain := PLAIN.match(text, place):
        if plain[0]:
            parts.append((place, plain[0]))
        place = plain.end()
        if text[place : place + 1] != "\\":
            break
        letter = text[place + 1 : place + 2]
        code = text[place + 2 : place + 6] if letter == "u" else ""
        if re.fullmatch(r"[\da-fA-F]{4}", code):
            parts.append((place, chr(int(code, 16))))
            place += 6
        else:
            parts.append((place, ESCAPES.get(letter, letter)))
            place += 2
    return tuple(parts), place + 1


def read_table(text: str) -> Iterator[FilePassage]:
    """Yield the rows of a table; the first names the fields if none of its cells is a number."""
    mark = max("\t;,", key=text.partition("\n")[0].count)
    names: list[str] | None = None
    for row in _rows(text, mark):
        if names is None:
            names = [] if any(ONLY_NUMBERS.fullmatch(cell.text) for cell in row) else [cell.text for cell in row]
            if names:
                continue
        named = (names[place] if place < len(names) else "" for place in range(len(row)))
        yield from record_passages([Cell(name, cell.parts) for name, cell in zip(named, row, strict=True)])


def _rows(text: str, mark: str) -> Iterator[list[Cell]]:
    """Yield the cells of each row; a quoted cell may hold line ends, and a doubled quotation mark."""
    row: list[Cell] = []
    place = 0
    while place < len(text):
        if text[place] == '"':
            parts, place = _quoted_cell(text, place + 1)
        else:
            end = _cell_end(text, place, mark)
            parts, place = (((place, text[place:end]),) if end > place else ()), end
        row.append(Cell("", parts))
        place = _cell_end(text, place, mark)
        if text[place : place + 1] == mark:
            place += 1
            continue
        place += 1
        if any(cell.parts for cell in row):
            yield row
        row = []
    if any(cell.parts for cell in row):
        yield row


def _cell_end(text: str, start: int, mark: str) -> int:
    ends = ENDS[mark].search(text, start)
    return ends.start() if ends else len(text)


def _quoted_cell(text: str, start: int) -> tuple[tuple[tuple[int, str], ...], int]:
    """Return the stretches of a cell in quotation marks, and where the rest begins."""
    parts: list[tuple[int, str]] = []
    place = start
    while True:
        end = text.find('"', place)
        if end < 0:
            return (*parts, (place, text[place:])), len(text)
        if text[end + 1 : end + 2] != '"':
            return (*parts, (place, text[place:end])), end + 1
        parts.append((place, text[place : end + 1]))
        place = end + 2


Reader = Callable[[str], Iterator[FilePassage]]
CODE_LINE = re.compile(
    r"[{};]\s{0,20}$|^\s{0,80}(?://|/\*|\*/|#include|import\s|def\s|function\s|class\s|return\b|\}|\{)", re.M
)
HEAD = 4_000
"""Characters of a text by which it is told what it is, where its name says nothing. Chosen, not fitted."""


def _plain(text: str) -> Iterator[FilePassage]:
    return paragraphs(lines_of(text))


def _settings(text: str) -> Iterator[FilePassage]:
    """Yield each line as a passage of its own."""
    builder = PassageBuilder()
    for line in lines_of(text):
        builder.add(line.origin, line.text)
        yield from builder.finished()


READERS: dict[str, Reader] = {
    **dict.fromkeys("md markdown mdx qmd rst adoc wiki mediawiki textile org".split(), read_markdown),
    **dict.fromkeys("html htm xhtml xml svg vue".split(), read_html),
    **dict.fromkeys("json jsonl ndjson ipynb json5".split(), read_json),
    **dict.fromkeys("csv tsv".split(), read_table),
    **dict.fromkeys("txt text log eml".split(), _plain),
    **dict.fromkeys("yaml yml toml ini cfg conf properties env".split(), _settings),
}
"""By the ending of a file's name."""


def passages_of(name: str, text: str) -> Iterator[FilePassage]:
    """Yield the passages of a file that have a digit in them.

    Args:
        name: of the file; its ending says how it is read.
        text: what is in it.
    """
    ending = name.rpartition(".")[2].casefold() if "." in name else ""
    if ending in READERS:
        return READERS[ending](text)
    if ending in SYNTAXES:
        return read_code(text, SYNTAXES[ending])
    return _by_content(text)


def _by_content(text: str) -> Iterator[FilePassage]:
    """Yield the passages of a text whose name says nothing."""
    head = text[:HEAD]
    begun = head.lstrip()
    if begun[:1] in ("{", "[") and re.match(r"[{\[]\s{0,200}[\"{\[]", begun):
        return read_json(text)
    if begun.startswith("#!"):
        return read_code(text, HASH)
    if re.match(r"<(?:!doctype|html|\?xml|!--|div|p|body|table)\b", begun, re.IGNORECASE):
        return read_html(text)
    lines = max(sum(bool(line.strip()) for line in head.split("\n")), 1)
    return read_code(text, COMMON) if len(CODE_LINE.findall(head)) > 0.3 * lines else read_markdown(text)
