"""Titles, and what else is before and around the rules of any document; where the title of a numbered rule ends.

Shared by the dialects; nothing here depends on how the rules themselves are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from judge.core.languages import phrases
from judge.core.model import BlockKind
from judge.core.tokens import SMALL_WORDS
from judge.reading.lines.paragraphs import is_open
from judge.reading.text.manuscript import Piece
from judge.reading.text.rich_text import WIDE, Text, join

LEADING_NUMBER = re.compile(r"^(?:\d[\d.]*[a-z]?|[ivx]{1,5}|(?:chapter|part|section) [\divx]{1,5}) (?=\S)")
COUNTED = re.compile(r"(?:\((?:\d{1,3}|[^\W\d_]|[ivxIVX]{2,5})\)|(?:\d{1,3}|[^\W\d_]|[ivxIVX]{2,5})[.)])\s+(?=\S)")
"""`(1)`, `a)`, `IV.` before a title, which then is in the order of its marks and of no alphabet."""
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


TITLE_BRACKET = re.compile(r"(?P<title>[^.:;?!()]{1,70}?)\s+(?=\(see\b[^()]*\)?\.?\s*$)", re.IGNORECASE)
TITLE_COLON = re.compile(r"(?P<title>[^.:;?!]{1,70}?):\s+(?=\S)")
COLON_WORDS = 6
"""Words of the longest title that is before a colon. Half changes 6 entries of the UFS rules, double nothing."""
FIRST_LINE_WORDS = 8
"""Words of the longest title that is above its text in the same paragraph. Half changes 1 entry of the UFS rules,
double nothing."""
RUN_IN = re.compile(r"(?P<title>[^.:;?!。：]{1,70})(?:[.:]\s+|[。：]\s*)(?=\S)")
"""A title that ends with a full stop or a colon before its text: `1.2 Anchors. An anchor holds the ship.`"""
RUN_IN_WORDS = 5
"""Words of the longest such title. Half or double changes nothing in the five documents."""
STOPS, ENDS_SENTENCE = " .:。：–—", (".", "。")
"""What parts a title in bold type from its text, and what of it a new sentence follows."""


def has_run_in_title(text: str) -> bool:
    """Tell whether a rule may begin with a title and a full stop."""
    found = RUN_IN.match(text.replace("\n", " "))
    return found is not None and word_count(found["title"]) <= RUN_IN_WORDS and not text[:1].islower()


def has_title_above(text: str) -> bool:
    """Tell whether a rule may begin with a title in a line of its own, much shorter than the line below it."""
    first, _, rest = text.partition("\n")
    below = rest.partition("\n")[0]
    if not below or below[0].islower() or not is_title(first, FIRST_LINE_WORDS):
        return False
    return width(first) < STUB * max(width(below), FULL)


STUB = 0.7
"""Share of a full line that a title above its text takes at most. Half changes 1 entry of the UFS rules, double
nothing."""
FULL = 40
"""Columns of the narrowest line that is a full one. Half changes 1 entry of the L5R reference, double 54 entries of the
L5R reference."""


def split_title(
    rest: Text, *, is_heading: bool, is_bold: bool = False, run_in: bool = False, above: bool = False
) -> tuple[Text | None, Text]:
    """Part a numbered rule's title from its text.

    Args:
        rest: what is after the number.
        is_heading: whether the source marks it as a heading.
        is_bold: whether the number is printed in bold type.
        run_in: whether the rules of this level begin with titles that end with a full stop.
        above: whether they begin with titles in a line of their own.

    Returns:
        The title, or None where the rule has none, and the text after it, which may be empty.
    """
    lines = list(rest.by_line())
    empty = rest.cut(len(rest.value))
    if not lines:
        return None, empty
    if is_heading:
        flat = rest.flow()
        return (None, flat) if _is_rule(flat.value) else (flat, empty)
    if bold := _split_bold_title(rest.flow(), is_bold=is_bold):
        return bold
    run = RUN_IN.match(rest.flow().value) if run_in and has_run_in_title(rest.value) else None
    if run:
        return rest.flow().cut(0, run.end("title")), rest.flow().cut(run.end())
    if above and has_title_above("\n".join(line.value for line in lines)):
        return lines[0], join(lines[1:], " ")
    if len(lines) == 1 and is_title(rest.value) and not TITLE_BRACKET.match(rest.value):
        return rest, empty
    for part in (TITLE_BRACKET.match(rest.value), TITLE_COLON.match(lines[0].value)):
        if part and word_count(part["title"]) <= COLON_WORDS and is_capitalised(part["title"]):
            return rest.cut(0, part.end("title")), rest.cut(part.end())
    if len(lines) == 1:
        return None, rest
    first, second = lines[0].value, lines[1].value
    if is_title(first, FIRST_LINE_WORDS) and is_capitalised(first) and not second[:1].islower():
        return lines[0], join(lines[1:], " ")
    return None, rest


def _split_bold_title(flat: Text, *, is_bold: bool) -> tuple[Text, Text] | None:
    """Part the words in bold type with which a rule begins from its text, if they are a title.

    Without a stop after them they are one only if the number is bold as well; else they are merely stressed.
    """
    end = next((end for start, end, kind in flat.marks if kind == "strong" and not start), 0)
    title = flat.value[:end].rstrip(STOPS)
    behind = flat.value[len(title) :]
    text = behind.lstrip(STOPS)
    stop = behind[: len(behind) - len(text)].strip()
    if not text or not is_title(title, FIRST_LINE_WORDS):
        return None
    if not (stop or is_bold or title.endswith("?")):
        return None
    if text[0].islower() and (not stop or stop.endswith(ENDS_SENTENCE)):
        return None
    return flat.cut(0, len(title)), flat.cut(len(flat.value) - len(text))


def _is_rule(heading: str) -> bool:
    """Tell whether what is marked as a heading is a whole rule: a sentence, or too long for a title."""
    return heading.endswith((".", "!")) or len(heading.split()) > TITLE_WORDS
