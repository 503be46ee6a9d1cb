"""Card names to references: finds where the texts of a game speak of its cards.

Reads: the entries of all documents of one game. Writes: `Reference`s of kind `card`, found and not yet resolved. It
runs when all documents are parsed, since a rulebook speaks of cards that only a list of rulings has.

    Evil Twin (LS)            a name with a code, the surest form; of an unknown card as well
    [Wolf Clan Hunters](#)    a link that leads nowhere; one to a rules word is a reference by title
    Sun Chen, Deathtraps      a bare name: the longest, with the capitals of its title
    a card titled "Draco"     a name that is also another word, where the text says that the card is meant
    the Event Discard         or names its type
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from judge.core.languages import words
from judge.core.model import Block, Entry, Place, Reference
from judge.core.titles import SMALL_WORDS, fold
from judge.reading.rich_text import line_at
from judge.references.card_names import (
    CODE_BEHIND,
    LONGEST_UNKNOWN,
    NEIGHBOUR,
    CardNames,
    CardToken,
    FoundName,
    first_of_name,
    opens,
    tokens_of,
)

Spans = Collection[tuple[int, int]]
Taken = Mapping[tuple[str, int | None], Spans]
"""The places that other references hold, by source and block."""
DEAD = re.compile(r"#(?!\^|top$)\S*|")
"""What a link leads to that a PDF has lost; `#^1` is the mark of a footnote, `#top` the beginning of a page."""
TITLED = re.compile(r"\b(?:titled|named|called|entitled|cards?)\s[“\"'‘]$", re.IGNORECASE)
"""What shows that a word in quotes is a card's title."""
WORK = re.compile(
    r"\b(?:supplement|book|novel|film|movie|comic|magazine|adventure|expansion|set)s?\s(?:(?:named|called|titled|entitled)\s)?$",
    re.IGNORECASE,
)
"""What shows that a name is that of something printed elsewhere."""
SENTENCE = re.compile(r"[.?!][\"”’)]{0,2}$")
"""How a title ends that is a sentence."""
QUOTES = " .,“”\"‘’'"
POSSESSIVE = re.compile(r"['’]s?$")
CONTEXT = 40
"""Letters before a name that may tell what it is."""


def find_card_mentions(entries: Iterable[Entry], names: CardNames, taken: Taken) -> Iterator[Reference]:
    """Find the cards that entries speak of; a card's own bare name is not a reference.

    Args:
        entries: of one document.
        names: the names of its game.
        taken: where references stand already.
    """
    for entry in entries:
        for index, block in _searched(entry):
            found = _Text(entry.id, index, block, names, taken.get((entry.id, index), ())).mentions()
            for one in sorted(found, key=lambda one: one.start):
                if one.edition or not (_is_own(entry, one) or _is_tagline(entry, one, block)):
                    yield one


def _searched(entry: Entry) -> Iterator[tuple[int | None, Block]]:
    """Yield what of an entry is searched: its blocks, and its title where that is a sentence."""
    if entry.kind == "index":
        return
    if entry.title and (entry.kind in ("qa", "ruling") or SENTENCE.search(entry.title)) and entry.kind != "card":
        yield None, Block("text", entry.title, entry.lines, places=(Place(0, entry.lines[0][0]),))
    yield from enumerate(entry.blocks)


def _is_own(entry: Entry, mention: Reference) -> bool:
    """Tell whether a card speaks of itself, by its name or a part of it."""
    if entry.kind != "card" or not mention.card:
        return False
    return f" {fold(mention.card)} " in f" {fold(entry.title or '')} "


def _is_tagline(entry: Entry, mention: Reference, block: Block) -> bool:
    """Tell whether a name has a line for itself below a chapter's heading, which it adorns."""
    if entry.kind != "part":
        return False
    start = max(place.offset for place in block.places if place.offset <= mention.start)
    end = min((place.offset for place in block.places if place.offset > mention.start), default=len(block.text))
    return not re.search(r"\w", block.text[start : mention.start] + block.text[mention.end : end])


class _Text:
    """One text while it is searched: its words, and which of its letters a reference holds."""

    def __init__(
        self, source: str, index: int | None, block: Block, names: CardNames, held: Iterable[tuple[int, int]]
    ) -> None:
        self.source, self.index, self.block = source, index, block
        self.text = block.text
        self.names = names
        self.tokens = tokens_of(self.text)
        self.claimed = bytearray(len(self.text))
        for start, end in held:
            self.claim(start, end)

    def reference(self, start: int, end: int, card: str | None, label: str, code: str | None = None) -> Reference:
        """Return a place that speaks of a card, or of a card that nobody knows.

        Args:
            start: where it begins.
            end: where it ends, its code included.
            card: the title that it was matched with.
            label: the name as it is printed, without code.
            code: the set.
        """
        line, text = line_at(self.block.places, start), self.text[start:end]
        return Reference(self.source, self.index, start, end, line, text, "card", label=label, card=card, edition=code)

    def claim(self, start: int, end: int) -> bool:
        """Claim a stretch, unless a part of it is held already."""
        if self.claimed.find(1, start, end) >= 0:
            return False
        self.claimed[start:end] = b"\x01" * (end - start)
        return True

    def mentions(self) -> Iterator[Reference]:
        """Yield what speaks of cards: links first, then known names, then names that only a code shows."""
        for mentions in (self.linked(), self.named(), self.coded()):
            yield from (mention for mention in mentions if self.claim(mention.start, mention.end))

    def linked(self) -> Iterator[Reference]:
        """Yield the names that are links without a target."""
        for start, end, href in self.block.links:
            label = POSSESSIVE.sub("", self.text[start:end].strip(QUOTES))
            if not DEAD.fullmatch(href) or not label:
                continue
            inside = [index for index, token in enumerate(self.tokens) if start <= token.start and token.end <= end]
            found = next((one for index in inside[:2] if (one := self.names.at(self.text, self.tokens, index))), None)
            if found and found.last >= inside[-1]:
                yield self.reference(start, end, found.name.title, label)
            elif self.names.is_rule(label):
                yield replace(self.reference(start, end, None, label), kind="title", sure=False)
            elif self.looks_named([self.tokens[index] for index in inside]):
                yield self.reference(start, end, None, label)

    def looks_named(self, tokens: Sequence[CardToken]) -> bool:
        """Tell whether words could be a name: few, with capitals but for small words."""
        bearing = [token for token in tokens if token.word not in SMALL_WORDS]
        return 0 < len(bearing) <= LONGEST_UNKNOWN and all(token.capital for token in bearing)

    def named(self) -> Iterator[Reference]:
        """Yield the known names, the longest at each place."""
        index = 0
        while index < len(self.tokens):
            found = self.names.at(self.text, self.tokens, index)
            mention = self.mention(found) if found else None
            if found and mention:
                yield mention
                index = found.last
            index += 1

    def mention(self, found: FoundName) -> Reference | None:
        """Return what a known name says, if it means the card."""
        start, end = self.tokens[found.first].start, self.tokens[found.last].end
        code = self.names.code_behind(self.text, end)
        if self.is_part_of_longer(found, coded=code is not None) or not (code or self.is_meant(found)):
            return None
        if found.first and found.name.article and self.has_article(found):
            start = self.tokens[found.first - 1].start
        label = POSSESSIVE.sub("", self.text[start:end])
        return self.reference(
            start, code.end() if code else end, found.name.title, label, code["code"] if code else None
        )

    def is_part_of_longer(self, found: FoundName, *, coded: bool) -> bool:
        """Tell whether a capitalised neighbour shows that a name is only a part of another one."""
        before = found.first - 1
        stands_behind = found.first and self.is_neighbour(before) and not self.is_typed(found)
        if stands_behind and not self.names.is_word(self.tokens[before]):
            certain = len(found.name.words) > 1 and opens(self.text, self.tokens[before])
            return self.tokens[before].capital and not certain
        if coded or len(found.name.words) > 1:
            return False
        last, is_inflected = found.last, self.tokens[found.last].word not in found.name.words
        if is_inflected and self.is_neighbour(last) and self.tokens[last + 1].word in words("of"):
            last += 1  # "Gulls of Reed" are not two cards named Gull
        return self.is_neighbour(last) and self.tokens[last + 1].capital

    def is_neighbour(self, index: int) -> bool:
        """Tell whether nothing but a blank or hyphen stands between a token and the next."""
        if index + 1 == len(self.tokens):
            return False
        return NEIGHBOUR.fullmatch(self.text, self.tokens[index].end, self.tokens[index + 1].start) is not None

    def has_article(self, found: FoundName) -> bool:
        """Tell whether a name stands behind the article that its title has."""
        before = self.tokens[found.first - 1].word if found.first else ""
        return found.name.article in ("", before)

    def is_meant(self, found: FoundName) -> bool:
        """Tell whether a name without a code means the card."""
        start = self.tokens[found.first].start
        opened = max(0, start - CONTEXT)
        if self.text[start - 1 : start] == "<" or WORK.search(self.text, opened, start):
            return False
        if len(found.name.words) == 1 and not self.has_article(found):
            return False
        return not found.name.common or self.is_typed(found) or TITLED.search(self.text, opened, start) is not None

    def is_typed(self, found: FoundName) -> bool:
        """Tell whether the type of card stands before a name, with an article: "the Event Salt Lamp"."""
        before = self.text[max(0, self.tokens[found.first].start - CONTEXT) : self.tokens[found.first].start]
        typed = next((kind for kind in (*self.names.types, "card") if before.endswith(f" {kind} ")), None)
        article = before.removesuffix(f" {typed} ").rpartition(" ")[2].lower() if typed else ""
        return article in ("the", "a", "an")

    def coded(self) -> Iterator[Reference]:
        """Yield the names of unknown cards, as their codes show them."""
        last_token = {token.end: index for index, token in enumerate(self.tokens)}
        for match in CODE_BEHIND.finditer(self.text):
            last = last_token.get(match.start())
            if last is None or match["marks"].startswith(".") or not self.names.is_code(match["code"]):
                continue
            first = first_of_name(self.text, self.tokens, last, self.claimed)
            if opens(self.text, self.tokens[first]):
                first = self.names.known_end(self.tokens, first, last)
            if self.looks_named(self.tokens[first : last + 1]):
                start = self.tokens[first].start
                found = self.names.at(self.text, self.tokens, first)
                title = found.name.title if found and found.last == last else None
                yield self.reference(start, match.end(), title, self.text[start : match.end("marks")], match["code"])
