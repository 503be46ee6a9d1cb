"""The names of a game's cards, in a form that finds them in running text: a trie of words.

A text is walked once; at each capitalised word the trie is followed as far as the words agree, so the time grows with
the text and not with the number of names. Articles count nothing ("Return to Center", "Return to the Center"), the
last word may be inflected ("Deathtraps", "Vivisector's"), and words may be joined or parted by a hyphen ("Ba-Boom",
"Baboom"). A long name may end in lower case, and an l may be printed for the I that a name begins with.

A name that is also something else (a common word, a rules word, a designator, the game) is `common`: it is taken for
the card only where the text shows that the card is meant.

`find_card_mentions` runs when all documents are parsed, since a rulebook speaks of cards that only a list of rulings
has. What it finds is not yet resolved:

    Evil Twin (LS)            a name with a code, the surest form; of an unknown card as well
    [Wolf Clan Hunters](#)    a link that does not resolve; one to a rules word is a reference by title
    Sun Chen, Deathtraps      a bare name: the longest, with the capitals of its title
    a card titled "Draco"     a name that is also another word, where the text says that the card is meant
    the Event Discard         or names its type
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from judge.core.languages import listed, phrases, words
from judge.core.languages.stemming import singular
from judge.core.model import Entry, FoundReference, Link
from judge.core.tokens import APOSTROPHES, CODE, SMALL_WORDS, fold, key, loose_key
from judge.reading.lines.links import names_page
from judge.references.extraction import WrittenText, claim, title_of

TOKEN = re.compile(rf"\d+(?:,\d{{3}})+|[^\W_]+(?:[{APOSTROPHES}][^\W_]+)*")
LEADING = SMALL_WORDS | listed("cards", "leading")
"""Words that are capitalised before a name because they begin a sentence."""
LONGEST_UNKNOWN = 8
"""Words of an unknown name."""
NOT_INSIDE = frozenset(("a", "an", "or"))
"""Small words that part a name from what is before it."""
NEIGHBOUR = re.compile(r"[ -]")
APART = "-"
"""Stands for two words that are not joined; no word is so."""


class CardToken(NamedTuple):
    """A word of a text."""

    start: int
    end: int
    word: str
    """Folded."""
    capital: bool
    """Is written as a name."""


def tokens_of(text: str) -> list[CardToken]:
    """Cut a text into words."""
    return [
        CardToken(match.start(), match.end(), fold(match[0]), is_capital(match[0])) for match in TOKEN.finditer(text)
    ]


def is_capital(word: str) -> bool:
    """Tell whether a word is written as a name: with a capital or a digit in it.

    >>> [is_capital(word) for word in ("Reef", "eXit", "e3", "reef's")]
    [True, True, True, False]
    """
    return not word.islower() or any(map(str.isdigit, word))


def is_lower(text: str, token: CardToken, *, inside: bool) -> bool:
    """Tell whether a word of a name is in lower case, where that says something: not after a hyphen."""
    if token.capital or (inside and text[token.start - 1] == "-"):
        return False
    return inside or not is_confused(text, token)


def is_confused(text: str, token: CardToken) -> bool:
    """Tell whether a word may have been printed with an l for the I that it begins with."""
    return text[token.start] == "l" and token.end - token.start > 1


def capitalised(token: CardToken) -> CardToken:
    """Return the first word of a name with the I for which an l may be."""
    return token if token.capital else token._replace(word=f"i{token.word[1:]}")


def joined(text: str, tokens: Sequence[CardToken], position: int) -> str:
    """Return a word and the next as one where only a hyphen parts them; else what is not a word."""
    if position + 1 == len(tokens) or text[tokens[position].end : tokens[position + 1].start] != "-":
        return APART
    return tokens[position].word + tokens[position + 1].word


def first_of_name(text: str, tokens: Sequence[CardToken], last: int, held: Sequence[int] | None = None) -> int:
    """Return the index at which an unknown name begins that ends with a token.

    Args:
        text: the whole.
        tokens: its words.
        last: index of the last word of the name.
        held: for each letter whether something else has it; None where nothing has.
    """
    first = last
    while (
        first
        and last - first < LONGEST_UNKNOWN
        and NEIGHBOUR.fullmatch(text, tokens[first - 1].end, tokens[first].start)
    ):
        before = tokens[first - 1]
        if (held and held[before.start]) or not (before.capital or before.word in SMALL_WORDS - NOT_INSIDE):
            break
        first -= 1
    while first < last and (not (token := tokens[first]).capital or (token.word in LEADING and opens(text, token))):
        first += 1
    return first


def opens(text: str, token: CardToken) -> bool:
    """Tell whether a word is the first of a sentence."""
    return not text[max(0, token.start - 4) : token.start].rstrip(' (“"')[-1:].isalnum()


def name_before(text: str) -> str:
    """Return the name with which a text ends, folded."""
    tokens = tokens_of(text)
    first = first_of_name(text, tokens, len(tokens) - 1) if tokens else 0
    return " ".join(token.word for token in tokens[first:])


def ends_of(name: str) -> Iterator[str]:
    """Yield some words and each part with which they end."""
    words = name.split()
    yield from (" ".join(words[place:]) for place in range(len(words)))


LOWER_WORD = re.compile(r"(?<![^\W_])[^\W\d_A-Z][^\W_]+(?:['’][^\W_]+)*")
DESIGNATOR = re.compile(r"<([^<>\n]{1,40})>")
"""How rulings write designators: "<Demon> Characters"."""
CODE_BEHIND = re.compile(rf"(?P<marks>[.!?…]{{0,3}})[”\"’'*]{{0,2}}\s?\((?P<code>{CODE})\)")
"""The code of a set after a name, and the marks with which the name ends."""
WEIGHTY = re.compile(r"[.,!?:;()<>\[\]/]")
"""Marks that part a text, so that a name reaches over them only where it holds them itself."""
ARTICLES = frozenset(("a", "an", "the"))
LONGEST = 12
"""Words of a name; what is longer is not a name but a sentence."""
NO_RULES = ("card", "part", "index", "appendix")
"""Kinds of entries whose titles are not rules words."""
LONG = 3
"""Words, articles and the like aside, at or above which a name may end in lower case. Half changes all 3 comparisons in
the five documents, double none."""
NAME_BEFORE = 80
"""Letters before a bracket among which the end of a name is looked for."""
END = ""
"""The key under which a trie's node holds the name that ends there."""


class CardName(Struct, frozen=True):
    """A card's name."""

    title: str
    """As the card's entry has it."""
    words: tuple[str, ...]
    """Folded, without articles."""
    article: str
    """The article it begins with, or nothing."""
    lower: frozenset[str]
    """Those of the words that the title prints in lower case."""
    marks: frozenset[str]
    """The weighty marks in the title."""
    common: bool
    """It is also something else."""


class FoundName(Struct, frozen=True):
    """A name in a text."""

    name: CardName
    first: int
    """Index of its first token."""
    last: int
    """Index of its last token."""


class NameTexts(Struct, frozen=True):
    """What the texts of one document say that bears on the names of its game's cards; JSON can hold it."""

    titles: list[str]
    """Of cards."""
    words: list[str]
    """What is printed in lower case."""
    rules: list[str]
    """The titles of rules, as `titles.loose_key` has them."""
    designators: list[str]
    codes: list[list[str]]
    """What is in brackets and may be the code of a set, with the text before it."""
    types: list[str]
    """The types of cards, as errata print them."""


def name_texts(entries: Sequence[Entry]) -> NameTexts:
    """Look through the entries of a document."""
    rules = [entry.title for entry in entries if entry.title and entry.kind not in NO_RULES]
    words = {word for entry in entries for block in entry.blocks for word in LOWER_WORD.findall(block.text)}
    codes = {
        (match["code"], block.text[max(0, match.start() - NAME_BEFORE) : match.start()]): None
        for entry in entries
        for block in entry.blocks
        for match in CODE_BEHIND.finditer(block.text)
    }
    return NameTexts(
        list(dict.fromkeys(title for entry in entries if entry.kind == "card" for title in _titles(entry))),
        sorted({fold(word) for word in words if not is_capital(word)}),
        sorted(set(map(loose_key, rules))),
        sorted(_designators(entries)),
        [list(code) for code in codes],
        sorted({str(entry.errata.fields.get("type") or "") for entry in entries if entry.errata} - {""}),
    )


ASKED = ("first", "words", "codes", "labels", "coded")
"""What a document asks of names: words that may begin one, other words, codes, labels, unknown names with a code."""


class CardNames:
    """The names of one game's cards, and what else of its texts bears on them."""

    def __init__(self, texts: Sequence[NameTexts], game: str | None) -> None:
        """Collect the names.

        Args:
            texts: of all documents of the game.
            game: its name.
        """
        self.asked = self.listen()
        self.words = frozenset(word for one in texts for word in one.words)
        """Words that the game's texts print in lower case."""
        self.rules = {rule for one in texts for rule in one.rules}
        """The titles of rules, as `titles.loose_key` has them."""
        self.designators = frozenset(word for one in texts for word in one.designators)
        self.game = key(game or "")
        self.types = tuple(sorted({kind for one in texts for kind in one.types}))
        titles = list(dict.fromkeys(title for one in texts for title in one.titles))
        self._in_capitals = 2 * sum(map(str.isupper, titles)) > len(titles)
        """Whether titles are printed in capitals, which then tell nothing of a single one."""
        self._root: dict[str, Any] = {}
        self._beginning: dict[str, list[CardName]] = defaultdict(list)
        """The names by their first words."""
        for title in titles:
            self._add(title)
        codes = [(code, before) for one in texts for code, before in one.codes]
        self.codes: frozenset[str] = frozenset()
        """Codes of sets, as they follow known names."""
        learnt: set[str] = set()
        for code, before in codes:
            if code not in learnt and self.ends_with_name(before):
                learnt.add(code)
        self.codes = frozenset(learnt)
        self._coded = Counter(name_before(before) for code, before in codes if self.is_code(code))
        """How often names have a code after them; folded."""

    def listen(self) -> dict[str, set[str]]:
        """Return what is asked from now on, until the next call, by `ASKED`."""
        self.asked = {name: set() for name in ASKED}
        return self.asked

    def answers(self, asked: Mapping[str, Iterable[str]]) -> Any:
        """Return what is known of what a document asked, by `ASKED`; of first words in each of their forms."""
        return (
            [_named(name) for word in asked["first"] for name in self._beginning.get(word, ())],
            [word for word in asked["words"] if word in self.words],
            [code for code in asked["codes"] if code in self.codes],
            [label for label in asked["labels"] if loose_key(label) in self.rules],
            [self._coded[end] for name in asked["coded"] for end in ends_of(name)],
            self._in_capitals,
            self.types,
        )

    def _add(self, title: str) -> None:
        tokens = [token for token in tokens_of(title) if token.word not in ARTICLES]
        if not 0 < len(tokens) <= LONGEST:
            return
        words = tuple(token.word for token in tokens)
        lower = frozenset(token.word for token in tokens if not token.capital)
        article = next((word for word in fold(title).split()[:1] if word in ARTICLES), "")
        marks = frozenset(WEIGHTY.findall(title))
        name = CardName(title, words, article, lower, marks, self.is_common(title, words))
        unparted = tuple(word for word in fold(title.replace("-", "")).split() if word not in ARTICLES)
        for reading in dict.fromkeys((words, unparted)):
            node = self._root
            for word in reading:
                node = node.setdefault(word, {})
            if END not in node:
                node[END] = name
                self._beginning[reading[0]].append(name)

    def is_common(self, title: str, words: Sequence[str]) -> bool:
        """Tell whether a name is also a rules word, a designator, the game's name or a common word."""
        if loose_key(title) in self.rules or key(title) == self.game:
            return True
        if len(words) > 1:
            return False
        return any(form in self.designators or form in self.words for form in forms_of(words[0], words[0]))

    def is_rule(self, label: str) -> bool:
        """Tell whether a label is the title of a rule, in singular or plural."""
        self.asked["labels"].add(label)
        return loose_key(label) in self.rules

    def is_word(self, token: CardToken) -> bool:
        """Tell whether a word is one that the game's texts print in lower case as well."""
        self.asked["words"].add(token.word)
        return token.word in self.words or token.word in SMALL_WORDS

    def at(self, text: str, tokens: Sequence[CardToken], index: int) -> FoundName | None:
        """Return the longest name that begins with a token; one whose end is in lower case only where no other does."""
        ends = list(self._ends_from(text, tokens, index))[::-1]
        fit = (
            FoundName(name, index, last)
            for loosely in (False, True)
            for name, last in ends
            if self._fits(name, text, tokens[index : last + 1], loosely=loosely)
        )
        return next(fit, None)

    def _ends_from(self, text: str, tokens: Sequence[CardToken], index: int) -> Iterator[tuple[CardName, int]]:
        """Yield the names whose words begin with a token, and the indexes of their last ones; the shortest first."""
        first = tokens[index]
        if not (first.capital or is_confused(text, first)):
            return
        node, position = self._root, index
        while position < min(index + 2 * LONGEST, len(tokens)):
            token = tokens[position] if position > index else capitalised(first)
            glued = joined(text, tokens, position)
            if position == index:
                self.asked["first"].update((text[first.start : first.end], token.word, glued))
                if not self._root:
                    return
            if token.word in ARTICLES and position > index:
                position += 1
                continue
            printed = tokens[position]  # the plural or possessive of a word, or the singular
            forms = forms_of(text[printed.start : printed.end], printed.word)
            children = (node[form] for form in forms if form and form != printed.word and form in node)
            yield from ((child[END], position) for child in children if END in child)
            if token.word not in node and glued not in node:
                return
            position += token.word not in node
            node = node.get(token.word) or node[glued]
            if END in node:
                yield node[END], position
            position += 1

    def _fits(self, name: CardName, text: str, tokens: Sequence[CardToken], *, loosely: bool) -> bool:
        """Tell whether capitals and marks of a text are those of a name.

        Args:
            name: whose words these are.
            text: the whole.
            tokens: the words.
            loosely: whether the end may be in lower case.
        """
        lower = name.lower | SMALL_WORDS
        odd = [place for place, token in enumerate(tokens) if is_lower(text, token, inside=place > 0)]
        odd = [place for place in odd if tokens[place].word not in lower]
        if bool(odd) is not loosely or (odd and not self._may_end_lower(name, text, tokens, odd[0])):
            return False
        if len(name.words) == 1 and is_confused(text, tokens[0]):
            return False
        first = text[tokens[0].start : tokens[0].end]
        if not self._in_capitals and name.title.isupper() and len(name.title) > 1 and not first.isupper():
            return False
        gaps = (text[before.end : after.start] for before, after in pairwise(tokens))
        return all(mark in name.marks for gap in gaps for mark in WEIGHTY.findall(gap))

    def _may_end_lower(self, name: CardName, text: str, tokens: Sequence[CardToken], end: int) -> bool:
        """Tell whether a name may go on in lower case from a token: one with a code, or a long and rare one."""
        if name.common or not end or any(token.capital for token in tokens[end:]):
            return False
        if self.code_behind(text, tokens[-1].end):
            return True
        begun = [token for token in tokens[:end] if token.word not in SMALL_WORDS]
        return sum(word not in SMALL_WORDS for word in name.words) >= LONG and (
            len(begun) > 1 or not all(map(self.is_word, begun))
        )

    def code_behind(self, text: str, end: int) -> re.Match[str] | None:
        """Return the code of a set that follows an offset."""
        match = CODE_BEHIND.match(text, end)
        return match if match and self.is_code(match["code"]) else None

    def is_code(self, code: str) -> bool:
        """Tell whether what is in brackets is a set's code or number."""
        self.asked["codes"].add(code)
        return "," in code or code in self.codes

    def known_end(self, tokens: Sequence[CardToken], first: int, last: int) -> int:
        """Return where in an unknown name the longest part begins that has a code more often than the whole.

        It must follow a small word or the first of all, as in "Answering the Night Ferry (NF)".
        """
        words = [token.word for token in tokens[first : last + 1]]
        self.asked["coded"].add(" ".join(words))
        whole = self._coded[" ".join(words)]
        for place in range(1, len(words) - 1):
            follows = place == 1 or words[place - 1] in SMALL_WORDS
            if follows and tokens[first + place].capital and self._coded[" ".join(words[place:])] > whole:
                return first + place
        return first

    def ends_with_name(self, text: str) -> bool:
        """Tell whether a text ends with a name."""
        tokens = tokens_of(text)
        found = (self.at(text, tokens, index) for index in range(len(tokens)))
        return any(one and one.last == len(tokens) - 1 for one in found)


def _titles(entry: Entry) -> Iterator[str]:
    yield from (title for title in (entry.title, *entry.aliases) if title)


def _designators(entries: Iterable[Entry]) -> frozenset[str]:
    """Collect the words by which cards are classed: those in angles, and what errata print beside the numbers."""
    found: set[str] = set()
    for entry in entries:
        for block in entry.blocks:
            if "<" in block.text:
                found.update(word for text in DESIGNATOR.findall(block.text) for word in fold(text).split())
        fields = entry.errata.fields.values() if entry.errata else ()
        facts = entry.facts if entry.blocks or entry.errata else ()  # else the statement of a list that names it
        said = (*fields, *(fact.value for fact in facts if not fact.label))
        found.update(word for value in said for word in fold(str(value)).split())
    return frozenset(form for word in found for form in forms_of(word, word))


def forms_of(printed: str, word: str) -> Iterable[str]:
    """Return what a printed word may be a form of.

    Args:
        printed: as it is in the text.
        word: the same, folded.
    """
    bare = fold(printed.replace("’", "'").removesuffix("'s")) if word.endswith("s") else word
    return dict.fromkeys((bare, singular(bare), bare.removesuffix("s"), f"{bare}s"))


def _named(name: CardName) -> tuple[object, ...]:
    """Return all that is known of a name, in an order that does not change."""
    return name.title, name.words, name.article, sorted(name.lower), sorted(name.marks), name.common


Spans = Collection[tuple[int, int]]
Taken = Mapping[tuple[str, int | None], Spans]
"""The places that other references hold, by source and block."""
DEAD = re.compile(r"#(?!\^|top$)\S*|")
"""What a link leads to that a PDF has lost; `#^1` is the mark of a footnote, `#top` the beginning of a page."""
TITLED = re.compile(rf"\b(?:{phrases('cards', 'titled')})\s[“\"'‘„«]$", re.IGNORECASE)
"""What shows that a word in quotes is a card's title."""
WORK = re.compile(rf"\b(?:{phrases('cards', 'works')})\s(?:(?:{phrases('cards', 'titled')})\s)?$", re.IGNORECASE)
"""What shows that a name is that of something printed elsewhere."""
SENTENCE = re.compile(r"[.?!][\"”’)]{0,2}$")
"""How a title ends that is a sentence."""
QUOTES = " .,“”\"‘’'"
POSSESSIVE = re.compile(r"['’]s?$")
CONTEXT = 40
"""Letters before a name that may tell what it is."""


def find_card_mentions(entries: Iterable[Entry], names: CardNames, taken: Taken) -> Iterator[FoundReference]:
    """Find the cards that entries speak of; a card's own bare name is not a reference.

    Args:
        entries: of one document.
        names: the names of its game.
        taken: where references are already.
    """
    for entry in entries:
        for written, links in _searched(entry):
            found = _Text(written, links, names, taken.get((entry.id, written.block), ())).mentions()
            for one in sorted(found, key=lambda one: one.start):
                if one.edition or not (_is_own(entry, one) or _is_tagline(entry, one, written)):
                    yield one


def _searched(entry: Entry) -> Iterator[tuple[WrittenText, Sequence[Link]]]:
    """Yield what of an entry is searched, with its links: its blocks, and its title where that is a sentence."""
    if entry.kind == "index":
        return
    if entry.title and (entry.kind in ("qa", "ruling") or SENTENCE.search(entry.title)) and entry.kind != "card":
        yield title_of(entry, entry.title), ()
    for index, block in enumerate(entry.blocks):
        yield WrittenText(entry.id, index, block.text, block.places), block.links


def _is_own(entry: Entry, mention: FoundReference) -> bool:
    """Tell whether a card speaks of itself, by its name or a part of it."""
    if entry.kind != "card" or not mention.card:
        return False
    return f" {fold(mention.card)} " in f" {fold(entry.title or '')} "


def _is_tagline(entry: Entry, mention: FoundReference, written: WrittenText) -> bool:
    """Tell whether a name has a line for itself below a chapter's heading, which it adorns."""
    if entry.kind != "part":
        return False
    start = max(place.offset for place in written.places if place.offset <= mention.start)
    end = min((place.offset for place in written.places if place.offset > mention.start), default=len(written.text))
    return not re.search(r"\w", written.text[start : mention.start] + written.text[mention.end : end])


class _Text:
    """One text while it is searched: its words, and which of its letters a reference holds."""

    def __init__(
        self, written: WrittenText, links: Sequence[Link], names: CardNames, held: Iterable[tuple[int, int]]
    ) -> None:
        self.written, self.links = written, links
        self.text = written.text
        self.names = names
        self.tokens = tokens_of(self.text)
        self.claimed = bytearray(len(self.text))
        for start, end in held:
            claim(self.claimed, start, end)

    def reference(self, start: int, end: int, card: str | None, label: str, code: str | None = None) -> FoundReference:
        """Return a place that speaks of a card, or of a card that nobody knows.

        Args:
            start: where it begins.
            end: where it ends, its code included.
            card: the title that it was matched with.
            label: the name as it is printed, without code.
            code: the set.
        """
        return self.written.reference(start, end, "card", label=label, card=card, edition=code)

    def mentions(self) -> Iterator[FoundReference]:
        """Yield what speaks of cards: links first, then known names, then names that only a code shows."""
        for mentions in (self.linked(), self.named(), self.coded()):
            yield from (mention for mention in mentions if claim(self.claimed, mention.start, mention.end))

    def linked(self) -> Iterator[FoundReference]:
        """Yield the names that are links without a target."""
        for start, end, href in self.links:
            label = POSSESSIVE.sub("", self.text[start:end].strip(QUOTES))
            if not DEAD.fullmatch(href) or not label:
                continue
            inside = [index for index, token in enumerate(self.tokens) if start <= token.start and token.end <= end]
            found = next((one for index in inside[:2] if (one := self.names.at(self.text, self.tokens, index))), None)
            if found and found.last >= inside[-1]:
                yield self.reference(start, end, found.name.title, label)
            elif self.names.is_rule(label):
                yield self.written.reference(start, end, "title", None, label, sure=False)
            elif not names_page(href[1:]) and self.looks_named([self.tokens[index] for index in inside]):
                yield self.reference(start, end, None, label)

    def looks_named(self, tokens: Sequence[CardToken]) -> bool:
        """Tell whether words could be a name: few, with capitals except small words."""
        bearing = [token for token in tokens if token.word not in SMALL_WORDS]
        return 0 < len(bearing) <= LONGEST_UNKNOWN and all(token.capital for token in bearing)

    def named(self) -> Iterator[FoundReference]:
        """Yield the known names, the longest at each place."""
        index = 0
        while index < len(self.tokens):
            found = self.names.at(self.text, self.tokens, index)
            mention = self.mention(found) if found else None
            if found and mention:
                yield mention
                index = found.last
            index += 1

    def mention(self, found: FoundName) -> FoundReference | None:
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
        """Tell whether nothing but a blank or hyphen is between a token and the next."""
        if index + 1 == len(self.tokens):
            return False
        return NEIGHBOUR.fullmatch(self.text, self.tokens[index].end, self.tokens[index + 1].start) is not None

    def has_article(self, found: FoundName) -> bool:
        """Tell whether a name is after the article that its title has."""
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
        """Tell whether the type of card is before a name, with an article: "the Event Salt Lamp"."""
        before = self.text[max(0, self.tokens[found.first].start - CONTEXT) : self.tokens[found.first].start]
        typed = next((kind for kind in (*self.names.types, "card") if before.endswith(f" {kind} ")), None)
        article = before.removesuffix(f" {typed} ").rpartition(" ")[2].lower() if typed else ""
        return article in ("the", "a", "an")

    def coded(self) -> Iterator[FoundReference]:
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
