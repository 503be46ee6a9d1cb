"""Entries as two editions are compared by: words, and references by what they lead to instead of by their numbers.

A number in a text says which rule is meant, and changes whenever rules are put in before it. So each number that leads
to an entry of the same edition is kept apart from the words: texts that differ in such numbers alone are one text as
soon as the entries they lead to are the same. So is layout: where blocks begin, the marks of lists, and emphasis.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.numbering import NUMBER, entry_id, lookup_key
from judge.core.tokens import fold

PIECE = re.compile(r"\S+")
AT_NUMBER = re.compile(rf"(?<![\w.]){NUMBER}(?![\w])")
LETTERS = re.compile(r"[^\W_]+")
LIST_MARK = re.compile(r"[-–*+•·]|\(?(?:\d{1,2}|[a-z])[.)]")
"""What begins an item of a list: "•", "2.", "(a)"."""
EMPHASIS = str.maketrans("", "", "*_")
"""Marks around words where a text has its emphasis in characters."""


class Word(NamedTuple):
    """A word of a text as it is compared."""

    printed: str
    plain: str
    """Without the numbers that lead to entries, and without layout."""
    targets: tuple[str, ...] = ()
    """Ids of the entries that its numbers lead to, within the same edition."""
    marked: bool = False
    """Whether it is printed as changed, in a colour or underlined."""
    begins: bool = False
    """Whether it begins a block below another: layout, which is shown and never compared."""


@dataclass(frozen=True, slots=True)
class Section:
    """An entry as it is compared."""

    id: str
    kind: str
    number: str
    """As it is looked up; empty where there is none."""
    title: str
    """Folded; empty where there is none."""
    parent: str | None
    words: tuple[Word, ...]
    """Without those that are struck, which are not said any more."""
    tokens: tuple[str, ...]
    """Letters and digits of the text, folded, without the numbers that lead to entries."""
    record: Record
    """The entry's own record."""
    struck: tuple[Word, ...] = ()
    """The words that are struck."""


def sections(entries: Sequence[Record], references: Iterable[Record]) -> list[Section]:
    """Return the entries of one edition as they are compared.

    Args:
        entries: records of one document's entries, in source order.
        references: the records of references that stand in them.
    """
    cited: dict[tuple[str, int], list[Record]] = defaultdict(list)
    for reference in references:
        if reference["block"] is not None and reference["target"]:
            cited[reference["source"], reference["block"]].append(reference)
    numbers = {lookup_key(entry["number"]): entry["id"] for entry in reversed(entries) if entry["number"]}
    return [_section(entry, cited, numbers) for entry in entries]


def unresolved(entries: Sequence[Record]) -> list[Section]:
    """Return the entries of one edition as they are aligned before their references are known.

    A number alone may be one of a chapter, which another edition has under another, so none is compared.
    """
    found = sections(entries, ())
    return [replace(one, tokens=tuple(token for token in one.tokens if not token.isdigit())) for one in found]


def _section(entry: Record, cited: Mapping[tuple[str, int], Sequence[Record]], numbers: Mapping[str, str]) -> Section:
    words: list[Word] = []
    struck: list[Word] = []
    for index, block in enumerate(entry["blocks"]):
        kept: list[Word] = []
        for word, is_struck in _words(block, cited.get((entry["id"], index), ()), numbers):
            (struck if is_struck else kept).append(word)
        words += _block(kept, begins=bool(words))
    return Section(
        entry["id"],
        entry["kind"],
        lookup_key(entry["number"]) if entry["number"] else "",
        fold(entry["title"]) if entry["title"] else "",
        entry["parent"],
        tuple(words),
        tuple(token for word in words for token in LETTERS.findall(word.plain.casefold())),
        entry,
        tuple(struck),
    )


def _block(words: Sequence[Word], *, begins: bool) -> list[Word]:
    """Return the words of a block; the mark of a list is printed with the first and not compared."""
    if not words:
        return []
    has_mark = len(words) > 1 and LIST_MARK.fullmatch(words[0].printed)
    first, *others = words[1:] if has_mark else words
    printed = f"{words[0].printed} {first.printed}" if has_mark else first.printed
    return [first._replace(printed=printed, begins=begins), *others]


def _words(block: Record, cited: Sequence[Record], numbers: Mapping[str, str]) -> Iterator[tuple[Word, bool]]:
    """Yield the words of a block; whatever is a number of the edition stands for the entry that has it.

    Beside each stands whether it is struck.
    """
    text = block["text"]
    spans = {kind: [mark[:2] for mark in block["marks"] if mark[2] == kind] for kind in ("changed", "strike")}
    for piece in PIECE.finditer(text):
        targets: list[str] = []
        plain = list(piece[0])
        for number in AT_NUMBER.finditer(piece[0]):
            at = piece.start() + number.start()
            target = next((entry_id(one["target"]) for one in cited if one["start"] <= at < one["end"]), None)
            if target is None and "." in number[0]:
                target = numbers.get(lookup_key(number[0]))
            if target:
                targets.append(target)
                plain[number.start() : number.end()] = ["§", *[""] * (len(number[0]) - 1)]
        marked, struck = (
            any(start < piece.end() and piece.start() < end for start, end in one) for one in spans.values()
        )
        yield Word(piece[0], "".join(plain).translate(EMPHASIS) or piece[0], tuple(targets), marked), struck
