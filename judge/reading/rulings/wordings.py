"""Old and new wordings by their shape, in any language: what the items of a stretch print before both, learnt from it.

    Bote: [Corrección] Mueve una carga.     a word in brackets that the heading has as well: Correcciones
    Bote                                    two labels that take turns, before texts that share most words
    Impreso: Mueve dos cargas.
    Léase: Mueve una carga.
    | Carta | Dice | Debe decir |           two columns whose texts share most words
    Bote: Mueve ~~dos cargas~~ **una carga**.   what is struck out, and what is bold in its place

What is written in English is read by its words (`judge.reading.rulings.corrections`).
Reads: the texts of items. Writes: `Labels`, and `Correction`s by them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from judge.core.model import Mark
from judge.reading.rich_text import WIDE, Text
from judge.reading.rulings.corrections import Correction, unquoted

BRACKETED = re.compile(r"[\[(【](?P<word>[^\W\d_][^\[\]()【】\n]{1,30})[\])】]:?\s*(?=\S)")
LABELLED = re.compile(r"(?P<label>[^\W\d_][^.:：;?!\n]{0,30})[:：]\s*(?=\S)")
WORD = re.compile(r"[぀-ヿ㐀-鿿]{2}|[^\W_぀-ヿ㐀-鿿]+")
SPARE_BLANK = re.compile(r" (?=[ .,;:!?])")
STEM = 4
"""Letters at the beginning of a word that its other forms have as well, or all but the last of a short word."""
HABIT = 3
"""So many times, and it is how the document is printed, and no accident."""
MOST = 0.7
"""Share of the items that must."""
ALIKE = 0.4
"""Share of the shorter of two texts that the other has too, where one is the new wording of the other."""


class Labels(NamedTuple):
    """What stands before the wordings of each item."""

    printed: str
    """Empty where only the new wording is printed, behind a word in brackets."""
    should_read: str


def learn_labels(heading: str, bodies: Sequence[Sequence[str]]) -> Labels | None:
    """Learn what stands before the wordings in most items.

    >>> learn_labels("Correcciones", [[f"[Corrección] {text}"] for text in ("Uno.", "Dos.", "Tres.")])
    Labels(printed='', should_read='Corrección')
    """
    found = [match["word"] for body in bodies if body and (match := BRACKETED.match(body[0]))]
    word, count = Counter(found).most_common(1)[0] if found else ("", 0)
    if count >= max(HABIT, MOST * len(bodies)) and is_named_in(word, heading):
        return Labels("", word)
    pairs = [pair for body in bodies if (pair := _labels_of(body))]
    pair, count = Counter(pairs).most_common(1)[0] if pairs else (None, 0)
    if pair and count >= max(HABIT, MOST * len(bodies)):
        texts = [correction for body in bodies if (correction := read_labelled(pair, "\n".join(body)))]
        if 2 * sum(are_alike(one.printed or "", one.should_read) for one in texts) > len(bodies):
            return pair
    return None


def _labels_of(body: Sequence[str]) -> Labels | None:
    """Return the labels of a text that has two, the first at its beginning."""
    labels = [match["label"] for line in body if (match := LABELLED.match(line))]
    if len(labels) != 2 or labels[0] == labels[1] or not LABELLED.match(body[0]):
        return None
    return Labels(*labels)


def read_labelled(labels: Labels, text: str) -> Correction | None:
    """Read a text by the labels of its stretch; a half of a pair has an empty other half."""
    if not labels.printed:
        match = BRACKETED.match(text)
        return Correction(None, text[match.end() :]) if match and match["word"] == labels.should_read else None
    before, told, new = _behind(labels.should_read, text)
    start = LABELLED.match(before)
    printed = before[start.end() :].strip() if start and start["label"] == labels.printed else ""
    if not printed and not (told and not before.strip()):
        return None
    return Correction(unquoted(printed) or None, unquoted(new.strip()))


def _behind(label: str, text: str) -> tuple[str, bool, str]:
    """Part a text at a label that begins it or stands behind a blank."""
    found = re.search(rf"(?:^|(?<=[\s。])){re.escape(label)}[:：]\s*", text)
    return (text[: found.start()], True, text[found.end() :]) if found else (text, False, "")


def read_struck(text: Text) -> Correction | None:
    """Read a text of which some words are struck out, and others behind them bold; None where none or all are."""
    struck = [mark for mark in text.marks if mark.kind == "strike"]
    bold = [mark for mark in text.marks if mark.kind == "strong"]
    placed = [mark for mark in bold if any(0 <= mark.start - one.end <= 1 for one in struck)]
    new = _without(text.value, struck)
    is_withdrawn = is_struck(text) and not placed
    return Correction(_without(text.value, placed), new) if struck and new and not is_withdrawn else None


NAMED_QUOTE = re.compile(r"(?P<before>[^“”\"«»„]{3,90}?)[:：]?\s*[“\"«„](?P<new>.+)[”\"»“][.。]?")
"""A name, some words and a quote of what it should read."""


def common_end(sentences: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all sentences end.

    >>> common_end([["Ferry", "now", "says"], ["Old", "Gull", "now", "says"]])
    ['now', 'says']
    """
    backwards = zip(*(reversed(sentence) for sentence in sentences), strict=False)
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, backwards)][::-1]


def is_struck(title: Text) -> bool:
    """Tell whether a title is struck out: what it names has been withdrawn."""
    return any(mark.kind == "strike" and not mark.start for mark in title.marks)


def _without(value: str, marks: Sequence[Mark]) -> str:
    """Return a text without the words that are marked, one blank between the others."""
    for mark in reversed(marks):
        value = f"{value[: mark.start]} {value[mark.end :]}"
    rest = SPARE_BLANK.sub("", value).strip()
    return rest if any(map(str.isalnum, rest)) else ""


def are_alike(one: str, other: str) -> bool:
    """Tell whether two texts differ and share most words, or begin and end alike, as an old and a new wording do.

    >>> are_alike("Move two cargoes.", "Move one cargo or two cargoes."), are_alike("Build", "Pay and place a lock")
    (True, False)
    """
    left, right = (Counter(WORD.findall(text.casefold())) for text in (one, other))
    least = min(left.total(), right.total())
    if least < 2 or left == right:
        return False
    edges = _length_alike(one, other) + _length_alike(one[::-1], other[::-1])
    return (left & right).total() >= ALIKE * least or edges >= ALIKE * min(len(one), len(other))


def _length_alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def columns_alike(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the second and the third column of a table are old and new wordings."""
    full = [row for row in rows if len(row) > 2]
    shown = sum(1 for row in full if are_alike(row[1], row[2]))
    return len(full) >= HABIT and shown >= MOST * len(rows)


def is_named_in(text: str, heading: str) -> bool:
    """Tell whether a heading has a word that begins as one of a text does."""
    stems = [_folded(word)[:STEM] for word in WORD.findall(text) if len(word) >= STEM or WIDE.match(word)]
    named = [_folded(word) for word in WORD.findall(heading)]
    return any(word.startswith(stem) for stem in stems for word in named)


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
