"""What is before and around the rules of any document: its title, its contents list, its parts.

Shared by the dialects; nothing here depends on how the rules themselves are written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from judge.core.languages import phrases
from judge.core.model import BlockKind
from judge.core.tokens import SMALL_WORDS
from judge.reading.lines.paragraphs import is_open
from judge.reading.text.drafts import ContentsLine
from judge.reading.text.manuscript import Manuscript, Piece
from judge.reading.text.rich_text import WIDE, Text

CONTENTS = re.compile(
    r"(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice|indice|sumário|"
    r"inhoud(?:sopgave)?|spis treści|innehåll|содержание|оглавление|περιεχόμενα|目次|目录|目錄|차례):?",
    re.IGNORECASE,
)
"""What is above a contents list, in the languages in which most rules are printed."""
CONTENTS_ENTRY = re.compile(
    r"(?:(?<![^\t])|(?:(?<=\s\d)|(?<=\s\d\d)|(?<=\s\d\d\d)|(?<=\s\d\d\d\d))(?=\s))"  # a title, or after another's page
    r"(?P<title>[^\t]*?[^\s.\t])[\s.]*+(?:(?<=\s)|(?<=\.{4}))(?P<page>\d{1,4})(?=\s|$)"
)
"""A title, leaders or blanks, a page: `31.0 Auctions.....  34`; several may be in one line."""
CONTENTS_LINE = 1000
"""Characters of the longest line of a contents list; what looks for titles must not be let loose on more. Half or
double changes nothing in the five documents."""
PAGE_AT_END = re.compile(r"(?:\s|\.{4})\d{1,4}$")
LONGEST_LISTED = 90
"""Characters of the longest title that a contents list without pages may hold. Half or double changes nothing in the
five documents."""
FEWEST_LISTED, FEWEST_ANNOUNCED = 4, 2
"""That many titles that come again make a contents list, and that many where it is announced. Of the first, double
changes 2 entries of the Shadowfist FAQ and 1 entry of the Omnifaq, half nothing. The five documents have no case for
the second."""
FRONT_LINES = 60
"""A contents list begins within these lines or within the first quarter of the document. Half or double changes nothing
in the five documents."""
MISSES = 5
"""One listed title in that many may not come again: it was misprinted. Half changes 2 entries of the Omnifaq, double
nothing."""
IN_ORDER = 0.8
"""Share of listed titles that are in the same order below. Double changes 2 entries of the Shadowfist FAQ, half
nothing."""
LEADING_NUMBER = re.compile(r"^(?:\d[\d.]*[a-z]?|[ivx]{1,5}|(?:chapter|part|section) [\divx]{1,5}) (?=\S)")
COUNTED = re.compile(r"(?:\((?:\d{1,3}|[^\W\d_]|[ivxIVX]{2,5})\)|(?:\d{1,3}|[^\W\d_]|[ivxIVX]{2,5})[.)])\s+(?=\S)")
"""`(1)`, `a)`, `IV.` before a title, which then is in the order of its marks and of no alphabet."""
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
TAG = re.compile(r"</?\w+>")
APPENDIX = re.compile(r"(?P<number>Appendix\s+(?:[IVXLC]+|\d{1,2}|[A-Z]))\b(?:[.:]?(?:\s|$)|[—–])", re.IGNORECASE)
BACK_MATTER = re.compile(
    r"(?:glossary|index|introduction|foreword|preface|credits|faqs?|frequently asked questions|errata|card rulings|"
    rf"keywords|terminology|definitions)(?: of \w+)?|{phrases('headings', 'back')}",
    re.IGNORECASE,
)
FRONT_MATTER = re.compile(
    r"(?:introduction|foreword|preface|credits|index|overview|contents|table of contents|home|navigation|menu|welcome)",
    re.IGNORECASE,
)
"""A heading that is above a part of a document, or is of a page's navigation, and names neither document nor game."""
CAPTION = re.compile(r"(?:figure|fig\.|diagram|chart|table|illustration)\s+\d{1,3}[.:]?", re.IGNORECASE)
PAGE_NUMBER = re.compile(r"(?:page\s+|-\s?)?\d{1,3}(?:\s?-)?", re.IGNORECASE)
CREDIT = re.compile(r"©|\(c\)\s|(?:illus|artist|illustrat\w{2,5})\b", re.IGNORECASE)
"""How the name of an artist or an owner begins below a picture."""
PICTURE_TEXT = re.compile(r"\s*\S+(?: \S+){0,2}(?: {2,}\S+(?: \S+){0,2})+(?<![.:;,!?])\s*")
"""Labels of a few words each, set apart by blanks, no sentence."""
LABELLED = re.compile(r"(?P<label>example|note|tip)s?\s?:", re.IGNORECASE)
RULES_WORD = re.compile(
    r"\b(?:rule(?:s|book)?|reference|\w{0,12}faq|compendium|guide|handbook|rulings|digest|release notes)\b",
    re.IGNORECASE,
)


MAIL_FIELD = re.compile(
    r"(?:(?P<known>From|To|Cc|Date|Sent|Subject|Newsgroups|Organization|Lines|Version|Message-ID|Archive-name|"
    r"Last-modified|Posting-Frequency)|[A-Z][A-Za-z]{0,20}(?:-[A-Za-z]{1,20}){1,4}):(?:\s|$)"
)
"""`From: …`, `Archive-name: …`, `Rec-games-archive: …`."""
SIGNS_OF_WORD = 3
"""Signs of Chinese or Japanese that say as much as a word. Half or double changes nothing in the five documents."""
TITLE_WORDS = 12
"""Words of the longest title."""


@dataclass(frozen=True, slots=True)
class ContentsList:
    """A contents list: where it is and what it lists."""

    first: int
    """Index of the piece that announces it."""
    end: int
    """Index after its last piece."""
    listed: tuple[ContentsLine, ...]
    lines: tuple[int, ...] = ()
    """Its source lines."""


def find_contents(manuscript: Manuscript) -> ContentsList | None:
    """Find the contents list: titles with pages after the word "Contents", or titles that all come again below."""
    return manuscript.once(paged_contents) or _repeated_below(manuscript)


def paged_contents(manuscript: Manuscript) -> ContentsList | None:
    """Find the pieces after the word "Contents" that are mostly titles with pages.

    One title again and again is none: `Article 1` and `Article 2` are titles without pages.
    """
    pieces = manuscript.pieces
    for index, piece in enumerate(pieces):
        if _announces(piece):
            end = index + 1
            listed: list[ContentsLine] = []
            while end < len(pieces) and pieces[end].kind != "heading":
                lines = range(pieces[end].text.first, pieces[end].text.last + 1)
                found = [listed for line in lines for listed in _listed(manuscript.raw(line), line)]
                if len(found) * 2 < len(lines) or _goes_back(listed, found, len(lines)):
                    break
                listed += found
                end += 1
            if listed and 2 * len({one.title for one in listed}) > len(listed):
                return _contents(pieces, index, end, listed)
    return None


def _goes_back(listed: Sequence[ContentsLine], found: Sequence[ContentsLine], lines: int) -> bool:
    """Tell whether the pages of lines go back where all before went on: `Chapter 1` is the first title below a list."""
    pages = [one.page or 0 for one in listed]
    is_one_column = len(found) <= lines
    return bool(pages and found) and is_one_column and pages == sorted(pages) and (found[0].page or 0) < pages[-1]


def _listed(raw: str, line: int) -> list[ContentsLine]:
    """Return the titles with pages of a line, which ends with a page."""
    bare = TAG.sub("", raw).rstrip()
    found = list(CONTENTS_ENTRY.finditer(bare)) if len(raw) <= CONTENTS_LINE else []
    if not found or not PAGE_AT_END.search(bare):
        return []
    return [ContentsLine(entry["title"].strip(), int(entry["page"]), line) for entry in found]


def _contents(pieces: Sequence[Piece], first: int, end: int, listed: Iterable[ContentsLine]) -> ContentsList:
    held = (line for one in pieces[first:end] for line in range(one.text.first, one.text.last + 1))
    return ContentsList(first, end, tuple(listed), tuple(held))


def _repeated_below(manuscript: Manuscript) -> ContentsList | None:
    """Find the longest run of pieces at the beginning whose lines all come again below, in the same order."""
    lines = [
        (index, line.first, _name(piece, line))
        for index, piece in enumerate(manuscript.pieces)
        if piece.kind != "rule"
        for line in piece.text.by_line()
    ]
    pieces = manuscript.pieces
    announced = frozenset(n for n, (index, _, _) in enumerate(lines) if index and _announces(pieces[index - 1]))
    names = [name for _, _, name in lines]
    run = _longest_run(_printed_again(names), announced)
    before = (manuscript.raw(line) for _, line, _ in lines[: run.start if run else 0])
    if not run or (run.start not in announced and _goes_on(names[run.start], before)):
        return None
    first, end = lines[run.start][0], lines[run.stop - 1][0] + 1
    if end < len(pieces) and run.stop < len(lines) and lines[run.stop][0] < end:
        return None  # a piece that holds more than the list
    numbers = dict.fromkeys(line for _, line, _ in lines[run.start : run.stop])
    listed = [ContentsLine(_shown(manuscript.raw(number)), None, number) for number in numbers]
    return _contents(pieces, first - (run.start in announced), end, listed)


def _announces(piece: Piece) -> bool:
    """Tell whether a piece is the word "Contents" alone."""
    return CONTENTS.fullmatch(piece.value.strip()) is not None


def _name(piece: Piece, line: Text) -> str:
    """Return the title that a line may be, as titles are compared; of an appendix with that in the line below."""
    if len(line.value) > LONGEST_LISTED:
        return ""
    if line.first == piece.text.first and is_two_line_appendix(piece.value):
        return fold_title(piece.value)
    return fold_title(line.value) if is_title(line.value) else ""


def _printed_again(names: Sequence[str]) -> list[int]:
    """Return where each title is printed again; where it is not, its own place.

    That is where it is printed last as it is. One without a number may have one there, and one whose number is printed
    once may have none; then that is where it is printed so first.
    """
    whole, numbered = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    titles = [LEADING_NUMBER.sub("", name) for name in names]
    for position, (name, title) in enumerate(zip(names, titles, strict=True)):
        whole[name].append(position)
        if title != name:
            numbered[title].append(position)
    found = []
    for position, (name, title) in enumerate(zip(names, titles, strict=True)):
        others = numbered[title] if title == name else whole[title] if len(whole[name]) == 1 else []
        after = bisect_right(others, position)
        again = others[after] if after < len(others) else whole[name][-1]
        found.append(again if name else position)
    return found


def _goes_on(title: str, before: Iterable[str]) -> bool:
    """Tell whether a title is in the body, as its number goes on there: `7.3 Sails` below `7 Boats` or `7.2 Oars`."""
    above, _, last = _number_of(title).rpartition(".")
    if not last.isdigit():
        return False
    previous = f"{above}.{int(last) - 1}".lstrip(".")
    return any(_number_of(fold_title(line)) in (above or previous, previous) for line in before)


def _number_of(title: str) -> str:
    """Return the number with which a title begins; nothing where it begins with none."""
    number = LEADING_NUMBER.match(title)
    return number[0].rstrip() if number else ""


def _shown(raw: str) -> str:
    """Return a listed title as it is read: without a bullet's mark and the address of its link."""
    return LINK.sub(r"\1", raw).strip().lstrip("-*+•# ").strip()


def _longest_run(again: Sequence[int], announced: Container[int]) -> range | None:
    """Return the first run of lines that come again after it in the same order; one line in five may not.

    Args:
        again: where each line is printed again.
        announced: lines right below the word "Contents", where two are enough.
    """
    start = 0
    while start < min(len(again), max(FRONT_LINES, len(again) // 4)):
        if again[start] <= start:
            start += 1
            continue
        end, misses, nearest = start, 0, len(again)
        reached: list[int] = []
        for position in range(start, len(again)):
            if position >= nearest:
                break
            if again[position] > position:
                reached.append(again[position])
                nearest = min(nearest, again[position])
                end = position + 1
            else:
                misses += 1
                if misses * MISSES > len(reached) + MISSES:
                    break
        fewest = FEWEST_ANNOUNCED if start in announced else FEWEST_LISTED
        if len(reached) >= fewest and _ascends(reached) and nearest >= end:
            return range(start, end)
        start = max(start + 1, end)
    return None


def _ascends(positions: Sequence[int]) -> bool:
    """Tell whether nearly all positions are after the one before them."""
    return sum(1 for one, other in pairwise(positions) if one < other) >= IN_ORDER * (len(positions) - 1)


def document_title(pieces: Iterable[Piece]) -> Piece | None:
    """Choose the piece of the front matter that prints the document's title; the head of an e-mail does not."""
    short = [piece for piece in pieces if piece.kind != "rule" and is_title(piece.value) and not is_mail_head(piece)]
    best_first = (
        *(piece for piece in short if piece.level == 1),
        *(piece for piece in short if piece.kind == "heading"),
        *(piece for piece in short if RULES_WORD.search(piece.value) and len(piece.value.split()) > 1),
        *short,
    )
    return best_first[0] if best_first else None


def is_mail_head(piece: Piece) -> bool:
    """Tell whether all lines of a piece are fields as e-mail and Usenet print them, one at least of a known name."""
    fields = [MAIL_FIELD.match(line) for line in piece.value.splitlines()]
    return all(fields) and any(field["known"] for field in fields if field)


def label_of(text: str) -> BlockKind | None:
    """Return the kind of block that a label announces: "example" of `Examples: …`, "note", "tip", or None."""
    labelled = LABELLED.match(text)
    return cast(BlockKind, labelled["label"].lower()) if labelled else None


def is_title(text: str, limit: int = TITLE_WORDS) -> bool:
    """Tell whether a line could be a title: short, begun like one, and no sentence."""
    if len(text) > 100 or "。" in text or not 0 < word_count(text) <= limit:
        return False
    first = text.lstrip("“\"'‘(¡¿+-*$#")[:1]
    return bool(first) and not first.islower() and is_open(text.rstrip("?!”\"' "))


def word_count(text: str) -> int:
    """Count words; of Chinese and Japanese, which put no blanks between them, every third sign counts.

    >>> word_count("The tide turns"), word_count("潮が満ちるまで待つ")
    (3, 4)
    """
    return len(text.split()) + (0 if text.isascii() else len(WIDE.findall(text)) // SIGNS_OF_WORD)


def width(text: str) -> int:
    """Return how many columns a line takes; a sign of Chinese or Japanese takes two."""
    return len(text) + (0 if text.isascii() else len(WIDE.findall(text)))


def is_two_line_appendix(text: str) -> bool:
    """`Appendix I` above `Penalty Table`, with nothing else in the paragraph."""
    first, _, title = text.partition("\n")
    return APPENDIX.fullmatch(first.strip()) is not None and "\n" not in title and is_title(title)


def is_capitalised(text: str) -> bool:
    """Tell whether all words that matter begin with a capital, as in a title."""
    words = [word.lstrip("“\"'‘([-–+") for word in text.split()]
    bearing = [word for word in words if word and word.lower() not in SMALL_WORDS]
    return bool(bearing) and all(not word[0].islower() for word in bearing)


def fold_title(title: str) -> str:
    """Return a title in the form in which titles are compared: words in lower case, one blank between."""
    return " ".join(re.findall(r"[^\W_]+(?:\.[^\W_]+)*", title.casefold()))
