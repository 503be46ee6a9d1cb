"""The walk over the items of an alphabetical reference: which entry is open, and how text is put into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.core.diagnostics import Report
from judge.core.model import BlockKind, EntryKind
from judge.reading import front_matter
from judge.reading.columns.cutting.items import Item, ItemKind
from judge.reading.drafts import Draft, Sheet, extend

BLOCKS: dict[ItemKind, BlockKind] = {"bullet": "bullet", "numbered": "bullet", "table": "table", "figure": "figure"}
"""Kinds of blocks of items that are neither text nor a title."""


class Walk:
    """Walks over items and fills a sheet."""

    def __init__(self, items: Sequence[Item], vocabulary: frozenset[str], report: Report) -> None:
        """Begin before the first item."""
        self.sheet = Sheet(report)
        self.items = items
        self.vocabulary = vocabulary
        self.position = 0
        """Index of the item at hand."""
        self.body = 0
        """Index of the item with which the terms begin."""
        self.entry: Draft | None = None
        """The entry that text belongs to."""
        self.part: Draft | None = None
        """The part that holds the terms, where the document prints its heading."""
        self.term: Draft | None = None
        """The last term."""
        self.appendix: Draft | None = None
        """The appendix at hand."""
        self.section: Draft | None = None
        """The section of the appendix at hand."""
        self.numbers: dict[str, Draft] = {}
        """Phases and steps of the appendices by their numbers."""
        self.charted: dict[str, str] = {}
        """Titles of steps as the lines of a chart have them, by number."""
        self.details: frozenset[int] = frozenset()
        """Which items are steps that are explained, by index; the others are lines of a chart."""

    def open(
        self,
        kind: EntryKind,
        title: str | None,
        item: Item,
        *,
        number: str | None = None,
        parent: Draft | None = None,
        aliases: Sequence[str] = (),
    ) -> Draft:
        """Begin an entry; text belongs to it from now on."""
        draft = Draft(kind, title, item.numbers, number=number, parent=parent, aliases=list(aliases))
        self.entry = self.sheet.open(draft)
        return draft

    def current(self) -> Draft:
        """Return the entry that text belongs to; text before every heading makes one of its own."""
        return self.entry or self.open("part", None, Item("paragraph", self.items[self.position].text))

    def add(self, item: Item, kind: BlockKind | None = None) -> None:
        """Put an item into the current entry as a block, or at the end of the paragraph that it goes on with."""
        entry = self.current()
        if kind is None and item.kind == "paragraph" and extend(entry, item.text, self.vocabulary, self.sheet.report):
            return
        label = front_matter.label_of(item.value) if item.kind == "paragraph" else None
        entry.add(kind or label or BLOCKS.get(item.kind, "text"), item.text, depth=item.depth)


Rule = Callable[[Walk, Item], bool]
"""Takes an item and tells whether it was its own."""
