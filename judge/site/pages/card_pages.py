"""A card on its page: the texts of all its documents, then their rulings, in the order of every screen.

Reads: the entries of a card in the order in which they are shown. Writes: what `templates/card.html` draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.core.names import facts_line
from judge.search.interactions.card_order import BlockPlace, card_facts, card_order
from judge.site.pages.entries import EntryWriter, PageLink, ShownEntry, source_line
from judge.site.pages.markup import Group, GroupItem, around_rulings


class CardText(NamedTuple):
    """What one document says of a card."""

    shown: ShownEntry
    link: PageLink
    """To the contents of the document."""
    words: str
    """What is said before the name of the document; empty for a text that needs no heading."""
    prefix: str
    """Before the number of a ruling, in its anchor."""
    texts: Sequence[Group]
    pointers: Sequence[Group]


class CardRuling(NamedTuple):
    """A ruling of one of the documents."""

    item: GroupItem
    of: CardText


class ShownCard(NamedTuple):
    """A card, ready for a template."""

    facts: str
    """In a line, those of all its entries."""
    texts: Sequence[CardText]
    """The first is that of the document whose page it is."""
    rulings: Sequence[CardRuling]


def show_card(desk: EntryWriter, own: ShownEntry, root: str) -> ShownCard:
    """Return a card for its page.

    Args:
        desk: writes the page.
        own: the first of its entries.
        root: the id of that entry.
    """
    ids = desk.catalogue.card(root)
    entries = [desk.catalogue.entries[id] for id in ids]
    order = card_order(entries)
    ranks = {place: rank for rank, place in enumerate(order.rulings)}
    texts: list[CardText] = []
    rulings: list[tuple[int, CardRuling]] = []
    for number, id in enumerate(ids):
        one = desk.show(id, 2) if number else own
        before, own_rulings, after = around_rulings(one.groups)
        document = desk.catalogue.document(id)
        link = PageLink(desk.href(desk.shelf.plan.contents(document.key)), document.title, source_line(document))
        prefix = f"{one.anchor}~" if number else ""
        texts.append(CardText(one, link, desk.catalogue.words_before(id), prefix, before, after))
        rulings += ((ranks[BlockPlace(number, item.index)], CardRuling(item, texts[-1])) for item in own_rulings)
    newest = [ruling for _, ruling in sorted(rulings, key=lambda ranked: ranked[0])]
    return ShownCard(facts_line(card_facts(entries), is_corrected=bool(entries[0].errata)), texts, newest)
