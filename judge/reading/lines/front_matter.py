"""What is before and around the rules of any document: its title, its parts.

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
from judge.reading.text.rich_text import WIDE

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
