"""Cards that a file of rulings names by codes alone take their names from a list of cards beside it.

Reads: the facts of all documents. Writes: for each the names of the cards that it knows by codes, by these codes. A
list and a file of rulings belong together where they are of one game, or lie in one folder and no two games are named.
Anchors: Scryfall's bulk data (`oracle_id`), arkhamdb (`code`), YGOPRODeck (`id`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.core.diagnostics import Code, Finding, Report
from judge.core.model import Document, Entry, replace
from judge.reading.text.manuscript import CARD_CODE

if TYPE_CHECKING:
    from judge.library.incremental.part_cache import DocumentPart


def is_unnamed(entry: Entry) -> bool:
    """Tell whether a card has a code for a title."""
    return entry.kind == "card" and entry.title in entry.anchors and bool(CARD_CODE.fullmatch(entry.title))


def codes_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the names of cards by their codes; without a name, the code is known and nothing else."""
    cards = (entry for entry in entries if entry.kind == "card" and entry.title)
    return {code: "" if is_unnamed(one) else one.title or "" for one in cards for code in one.anchors}


def with_names(entries: Sequence[Entry], names: Mapping[str, str]) -> tuple[Entry, ...]:
    """Return entries, those that are named by a code with the name of the card that has it."""
    coded = ((entry, names.get(entry.title or "") if names and is_unnamed(entry) else None) for entry in entries)
    return tuple(replace(entry, title=name) if name else entry for entry, name in coded)


def names_by_codes(parts: Sequence[DocumentPart]) -> Iterator[dict[str, str]]:
    """Yield for each document the names of the cards that it knows by codes, as other documents have them."""
    for part in parts:
        wanted = [code for code, name in part.facts.codes.items() if not name or code in part.facts.joined]
        lists = [other.facts for other in parts if wanted and other is not part and _belong_together(part, other)]
        named = {code: facts.codes[code] for facts in lists for code in wanted if facts.codes.get(code)}
        yield {code: name for code, name in named.items() if code != name}


def _belong_together(one: DocumentPart, other: DocumentPart) -> bool:
    games = {one.facts.document.game, other.facts.document.game}
    return (len(games) == 1 and None not in games) or (one.collection == other.collection and len(games - {None}) < 2)


def unnamed_cards(document: Document, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Yield a note if rulings of a document are below codes that no list of cards explains."""
    cards = [entry for entry in entries if entry.kind == "card"]
    counts = {entry.id: sum(block.kind == "ruling" for block in entry.blocks) for entry in cards}
    unnamed = [entry for entry in cards if is_unnamed(entry)]
    if unnamed:
        report = Report()
        message = f"{sum(counts[entry.id] for entry in unnamed)} of {sum(counts.values())} rulings name no card here"
        report.add(Code.RECORD_UNREAD, unnamed[0].lines[0][0], f"{message}; add the list of cards that has their codes")
        yield from report.signed(document.key, document.file)
