"""A card on its page: the texts of all its documents, then their rulings, in the order of every screen.

Reads: the entries of a card in the order in which they are shown. Writes: what `templates/card.html` draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.search.interactions.card_order import BlockPlace, card_order
from judge.site.pages.entries import EntryWriter, PageLink, ShownEntry
from judge.site.pages.markup import Group, GroupItem, around_rulings

IN_FORCE = "Text in force"


class CardText(NamedTuple):
    """What one document says of a card."""

    shown: ShownEntry
    link: PageLink
    """To the card's page of the document."""
    is_own: bool
    """Whether that is the page at hand."""
    heading: str
    """"Text in force", or the words before the name of the document; empty for a text that needs no heading."""
    anchor: str
    """Of the heading of the first errata; else empty."""
    texts: Sequence[Group]
    pointers: Sequence[Group]


class CardRuling(NamedTuple):
    """A ruling of one of the documents."""

    item: GroupItem
    of: CardText


class ShownCard(NamedTuple):
    """A card, ready for a template."""

    texts: Sequence[CardText]
    """Those that say something beside rulings have headings where there are several."""
    rulings: Sequence[CardRuling]

    @property
    def has_errata(self) -> bool:
        """Whether it has a text that is not as printed."""
        return any(text.shown.has_errata for text in self.texts)

    @property
    def overruled_text(self) -> CardText | None:
        """What the document of the page prints, where a text of another document is in force instead of it."""
        own = next(text for text in self.texts if text.is_own)
        return own if own.texts and self.texts[0].shown.has_errata and not own.shown.has_errata else None


def show_card(desk: EntryWriter, own: ShownEntry, root: str) -> ShownCard:
    """Return a card for its page of one document.

    Args:
        desk: writes the page.
        own: the entry that the page is of.
        root: the id of that entry.
    """
    ids = desk.catalogue.shown_card(root)
    shown = [own if id == root else desk.show(id, 2) for id in ids]
    order = card_order(desk.catalogue.entries[id] for id in ids)
    ranks = {place: rank for rank, place in enumerate(order.rulings)}
    texts: list[CardText] = []
    rulings: list[tuple[int, CardRuling]] = []
    for number, (id, one) in enumerate(zip(ids, shown, strict=True)):
        before, own_rulings, after = around_rulings(one.groups)
        words = desk.catalogue.printed_in(id) if len(ids) > 1 else ""
        heading = IN_FORCE if one.has_errata and not number else words
        is_first = one.has_errata and not any(text.shown.has_errata for text in texts)
        anchor = "_errata" if is_first else ""
        texts.append(CardText(one, desk.named(id), id == root, heading, anchor, before, after))
        rulings += ((ranks[BlockPlace(number, item.index)], CardRuling(item, texts[-1])) for item in own_rulings)
    return ShownCard(texts, [ruling for _, ruling in sorted(rulings, key=lambda ranked: ranked[0])])
