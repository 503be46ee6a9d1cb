"""An entry as a text to send: what it is, whether it is in force, its words, and the address where anybody finds it.

Reads: an entry and its document, the address. Writes: a text in one of the forms of chats and forums.

    Tide Rules 2.0 (2025), 4.2 Crew          > and the words of the rule, a line for each block
    Changed by Rulings (2026), Crew          [quote] and [/quote] around them in a forum
                                             the address, or the id where the owner's site is unknown

`read_shared` takes such a text apart again, so that `judge verify` says whether it is still true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from urllib.parse import unquote

from msgspec import Struct

from judge.core.model import Block, Document, Entry
from judge.core.names import citation, full_citation, on_one_line
from judge.core.numbering import block_of_part, part_in_words
from judge.editions.status import status_of
from judge.search.interactions.card_order import card_order, words_before

if TYPE_CHECKING:
    from judge.opened_library import Library

Form = Literal["text", "markdown", "discord", "forum"]
FORMS: tuple[Form, ...] = get_args(Form)
LONGEST = {"discord": 2000}
"""Characters of a message; Discord refuses a longer one (its API reference, "Create Message")."""
ESCAPED = "\\`*_[]<>#|~"
STRUCK = {"text": ("~~", "~~"), "markdown": ("~~", "~~"), "discord": ("~~", "~~"), "forum": ("[s]", "[/s]")}
SENTENCE_END = re.compile(r"[.!?][\"”’)]*(?=\s|$)")
LEFT_OUT = "[…]"
"""A line of its own: more of the rule is at the address."""
LOCAL = re.compile(r"\(id (\S+:\S+?), in judge; no public address is known\)")
PUBLIC = re.compile(r"https?://[^\s<>()\[\]]+?/([^\s/#<>()\[\]]+)/(?:([^\s/#<>]+)\.html)?#([^\s<>()\[\]]+)")
PART = re.compile(r"(?:(.+)~)?([bst]?\d+)")
"""The anchor of a part on a page: `1.0~b2`, on that of a card `3`."""
FORUM_QUOTE = re.compile(r"\[quote\](.*?)\[/quote\]", re.DOTALL)


class SharedRecord(Struct, frozen=True):
    """An entry as text to paste into a message."""

    id: str
    """Id of the entry or of its part."""
    format: Form
    """The format of the text."""
    address: str | None
    """The address on the owner's site; null if `[site]` in `corpus.toml` has no `url`."""
    text: str
    """Title, status, quotation, and address or id."""


class SharedQuote(NamedTuple):
    """What a shared text says of a rule."""

    locator: str
    """The id of the entry."""
    quote: str
    """The words that it is said to have."""
    part_of: str = ""
    """The id of the card whose part that would be, if the page is a card's; else empty."""

    def named(self, library: Library) -> str:
        """Return what is meant: of an address that ends in a number, the ruling with it if the page is a card's."""
        card = library.ask(lambda compiled: compiled.store.row(self.part_of)) if self.part_of else None
        number = self.locator.partition(":")[2]
        return f"{self.part_of}#{number}" if card and card.kind == "card" else self.locator


class Shared(NamedTuple):
    """An entry that is shared."""

    record: Entry
    document: Document
    part: str
    """The ruling, bullet, step or row that is meant; empty for all of it."""
    address: str
    """Where it is on the owner's site; empty where there is no site."""
    card: Sequence[tuple[Entry, Document]] = ()
    """The entries of its card in their order, each with its document; of what is not a card, only it."""

    @property
    def id(self) -> str:
        """The id of what is shared."""
        return f"{self.record.id}#{self.part}" if self.part else str(self.record.id)


def address_of_part(address: str, part: str) -> str:
    """Return the address of a part of an entry, which the site forwards to it; without a part, that of the entry.

    >>> address_of_part("https://rules.example.org/tides/#sea-gull", "2")
    'https://rules.example.org/tides/#sea-gull~2'
    """
    return f"{address}~{part}" if address and part else address


def write_shared(library: Library, found: Shared, form: str) -> str:
    """Return an entry as a text to send, as `shared_text` does, with the names that the library knows."""
    documents = {one.key: one for one in library.documents()}

    def where(id: str) -> str:
        return citation(documents[id.partition(":")[0]], library.entries.name(id))

    return shared_text(found, form, where)


def shared_text(shared: Shared, form: str, where: Callable[[str], str]) -> str:
    """Return an entry as a text to send; blocks that a form has no room for are left out at the end, and it says so.

    Args:
        shared: the entry.
        form: one of FORMS.
        where: returns the citation of an entry, given its id.
    """
    write = _plain if form in ("text", "forum") else _escaped
    part = f", {part_in_words(shared.part)}" if shared.part else ""
    title = write(full_citation(shared.document, shared.record) + part)
    told = [write(sentence) for sentence in _standing(shared, where)]
    foot = _foot(shared, form)
    head = "\n".join([title if form == "text" else _bold(title, form), *(f"{line}" for line in told)])
    blocks = list(_blocks(shared, form, write))
    room = LONGEST.get(form)
    kept = blocks
    while room and len(kept) > 1 and len(_joined(head, kept, foot, form, kept is not blocks)) > room:
        kept = kept[:-1]
    text = _joined(head, kept, foot, form, kept is not blocks)
    if room and kept and len(text) > room:
        least = len(_joined(head, [[""]], foot, form, is_cut=True))
        text = _joined(head, [_first_sentences(kept[0], room - least)], foot, form, is_cut=True)
    return text


def _first_sentences(block: Sequence[str], length: int) -> list[str]:
    """Return the sentences at the beginning of a block that fit, in one line; none where the first does not."""
    line = " ".join(block)
    ends = [found.end() for found in SENTENCE_END.finditer(line) if found.end() <= length]
    return [line[: ends[-1]]] if ends else []


def _joined(head: str, blocks: Sequence[Sequence[str]], foot: str, form: str, is_cut: bool) -> str:
    lines = [line for block in [*blocks, *([[LEFT_OUT]] if is_cut else [])] for line in block]
    words = f"[quote]{chr(10).join(lines)}[/quote]" if form == "forum" else "\n>\n".join(f"> {line}" for line in lines)
    return "\n\n".join(part for part in (head, words if lines else "", foot) if part) + "\n"


def _foot(shared: Shared, form: str) -> str:
    if not shared.address:
        return f"(id {shared.id}, in judge; no public address is known)"
    return {"forum": f"[url]{shared.address}[/url]", "text": shared.address}.get(form, f"<{shared.address}>")


def _bold(title: str, form: str) -> str:
    return f"[b]{title}[/b]" if form == "forum" else f"**{title}**"


def _standing(shared: Shared, where: Callable[[str], str]) -> Iterator[str]:
    """Yield what is to be known before the words are relied on: a summary, what is newer, a doubtful place."""
    if shared.record.summary:
        yield shared.record.summary
    place = _place(shared)
    yield from _in_force(shared, place)
    texts = shared.record.blocks if place is None else [shared.record.blocks[place]]
    for said in (shared.record, *([] if place is None else texts)):
        for sentence in status_of(said).sentences:
            yield sentence.text(where(sentence.id) if sentence.id else "")
    yield from dict.fromkeys(f"Doubtful: {one.doubt.reason}" for one in texts if one.doubt)


def _in_force(shared: Shared, place: int | None) -> Iterator[str]:
    """Yield the text in force of a card, where another document has it and what is shared is only printed."""
    first, document = shared.card[0] if shared.card else (shared.record, shared.document)
    texts = {text.block for text in card_order([shared.record]).texts}
    if first.errata and not shared.record.errata and (texts if place is None else place in texts):
        words = words_before(first, shared.record).removesuffix(" in")
        text = f": {on_one_line(first.errata.text)}" if first.errata.text else ""
        yield f"{words}; text in force: {full_citation(document, first)}{text}"


def _place(shared: Shared) -> int | None:
    kinds = [block.kind for block in shared.record.blocks]
    return block_of_part(shared.part, kinds) if shared.part else None


def _blocks(shared: Shared, form: str, write: Callable[[str], str]) -> Iterator[list[str]]:
    """Yield the lines of each block; the errata are what holds, so they come first."""
    place = _place(shared)
    if shared.record.errata and place is None and shared.record.errata.text:
        yield [write(shared.record.errata.text)]
    for index, block in enumerate(shared.record.blocks):
        if block.text and place in (None, index):
            mark = "• " if block.kind == "bullet" else ""
            yield [mark + line for line in _struck(block, form, write).split("\n") if line]


def _struck(block: Block, form: str, write: Callable[[str], str]) -> str:
    """Return the text of a block with the marks of a form around what is struck out."""
    text, pieces, done = block.text, [], 0
    opening, closing = STRUCK[form]
    for start, end, kind in sorted(block.marks):
        if kind == "strike" and start >= done:
            pieces += [write(text[done:start]), opening, write(text[start:end]), closing]
            done = end
    return "".join([*pieces, write(text[done:])])


def _plain(text: str) -> str:
    """Return a text that ends no quotation of a forum."""
    return "\n".join(on_one_line(line) for line in text.split("\n")).replace("[/", "[ /")


def _escaped(text: str) -> str:
    """Return a text that Markdown shows as it is, and by which no chat calls anybody."""
    return "".join(f"\\{char}" if char in ESCAPED else char for char in _plain(text)).replace("@", "@\u200b")


def read_shared(text: str) -> SharedQuote | None:
    r"""Return the rule and the words of a text that `shared_text` or a page wrote; None where it is not one.

    >>> read_shared("Tides, 1.0 Ebb\n\n> Water falls.\n\nhttps://rules.example.org/tides/#1.0")
    SharedQuote(locator='tides:1.0', quote='Water falls.', part_of='')
    >>> read_shared("Tides, 1.0 Ebb, bullet 2\n\n> Slowly.\n\nhttps://rules.example.org/tides/1.0.html#1.0~b2").locator
    'tides:1.0#b2'
    """
    locator, part_of = _addressed(text)
    if not locator:
        return None
    if forum := FORUM_QUOTE.search(text):
        lines = re.sub(r"\[/?s\]", "", forum[1]).split("\n")
    else:
        quoted = (line.strip() for line in text.split("\n"))
        lines = [re.sub(r"\\(.)", r"\1", line[1:]).strip() for line in quoted if line.startswith(">")]
    words = [line.replace("@\u200b", "@") for line in lines if line and line.strip() != LEFT_OUT]
    return SharedQuote(locator, "\n".join(words), part_of) if words else None


def _addressed(text: str) -> tuple[str, str]:
    """Return the id that a shared text ends with, and of which page that would be a part; empty where there is none."""
    if local := LOCAL.search(text):
        return local[1], ""
    public = PUBLIC.search(text)
    if public is None:
        return "", ""
    document, page, anchor = (unquote(part or "") for part in public.groups())
    part = PART.fullmatch(anchor)
    if part and part[1]:
        return f"{_id_of(document, part[1])}#{part[2]}", ""
    return _id_of(document, anchor), f"{document}:{page}" if part and page else ""


def _id_of(document: str, anchor: str) -> str:
    """Return what an anchor names: an entry of the document, or on the page of a card one of another document."""
    return anchor if ":" in anchor else f"{document}:{anchor}"
