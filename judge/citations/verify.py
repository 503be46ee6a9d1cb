"""One rule and, if wanted, one quotation to a verdict: does that rule exist, and does it say that?

The verdict is the first that fits: `unclear`, the locator was not understood, the quotation has no word that says
anything, or only a summary of the rule is here, whose words are others; `absent`, the locator is a number such as its
document prints, and that lacks it; `true`, what is in force says so; `superseded`, only an older edition says so, or
the entry is superseded; `wrong-rule`, another entry says so; `misquoted`.

In a quotation, quotation marks, dashes, case, line ends and marks at the end of a sentence are the quoter's own; words
are the author's. An ellipsis leaves words out. What is left out of a sentence, there or at an end, must not turn what
it says: no negation, no exception.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from msgspec import Struct, structs

from judge.core.errors import NoEntry
from judge.core.likeness import kept_words
from judge.core.model import Document, Entry, PlaceDoubt, replace
from judge.core.numbering import block_of_part, entry_id
from judge.core.text_facts import DiffStretch
from judge.core.tokens import APOSTROPHES, may_name
from judge.editions.alignment import Word
from judge.editions.edition_changes import redline
from judge.opened_library import Library
from judge.references.digests import layers_of

ELLIPSIS = re.compile(r"\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3,}|\.\s\.\s\.")
WORD = re.compile(rf"[^\W_]+(?:[.{APOSTROPHES}][^\W_]+)*")
QUOTES = f'"“”„‟«»‹›{APOSTROPHES}'
SENTENCE_END = re.compile(rf"[.!?:;][{QUOTES})\]]*(?=\s|$)")
ONE_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
TURNING = frozenset(
    """
    not no nor never neither none nothing nobody cannot cant can't dont don't doesn't doesnt isn't isnt aren't won't
    mustn't unless except excepting excluding only but however although though until without instead rather otherwise
    """.split()
)
"""Words of negations and exceptions; English, as the documents are that this was made with."""
NEAR = 0.5
"""Share of a quotation's words that a text must have, in order, to be what was misquoted."""


class QuoteToken(NamedTuple):
    """A word of a text as it is compared, and where it is."""

    word: str
    start: int
    end: int


class QuoteFinding(Enum):
    """What became of a quotation in a text."""

    EXACT = "exact"
    TURNED = "turned"
    """The words are there, but what is left out turns them."""
    NEAR = "near"
    """Most of the words are there."""
    ABSENT = "absent"


class FoundQuote(NamedTuple):
    """Whether a text has a quotation, and the passage."""

    finding: QuoteFinding
    start: int = 0
    end: int = 0
    """Where the passage is in the text, in code points."""
    share: float = 0.0
    """Of the quotation's words that it has."""


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[QuoteToken, ...]:
    """Return the words of a text, folded, with their places; the texts of rules are asked for again and again."""
    return tuple(QuoteToken(_folded(match[0]), *match.span()) for match in WORD.finditer(text))


def _folded(word: str) -> str:
    plain = word.translate(ONE_APOSTROPHE).strip("'")
    return plain.lower() if plain.isascii() else unicodedata.normalize("NFKC", plain).casefold()


def parts(quote: str) -> list[list[str]]:
    """Return the words of a quotation between its ellipses; a part without any is left out."""
    found = ([token.word for token in tokens(part)] for part in ELLIPSIS.split(quote))
    return [part for part in found if part]


def look_up(quote: str, text: str) -> FoundQuote:
    """Return whether a text says what a quotation does.

    Args:
        quote: the words, with or without ellipses.
        text: of the rule.
    """
    wanted, words = parts(quote), tokens(text)
    if not wanted:
        return FoundQuote(QuoteFinding.ABSENT)
    turned: FoundQuote | None = None
    for places in _placings(wanted, [token.word for token in words]):
        first, last = places[0][0], places[-1][1] - 1
        found = FoundQuote(QuoteFinding.EXACT, words[first].start, words[last].end, 1.0)
        if not _turns(places, words, text):
            return found
        turned = turned or found._replace(finding=QuoteFinding.TURNED)
    return turned or _near([word for part in wanted for word in part], words)


def _placings(wanted: Sequence[Sequence[str]], words: Sequence[str]) -> Iterator[list[tuple[int, int]]]:
    """Yield where the parts of a quotation are in a text, each after the one before, by where the first begins."""
    for first in _places(wanted[0], words, 0):
        placed = [(first, first + len(wanted[0]))]
        for part in wanted[1:]:
            at = next(_places(part, words, placed[-1][1]), None)
            if at is None:
                return
            placed.append((at, at + len(part)))
        yield placed


def _places(part: Sequence[str], words: Sequence[str], start: int) -> Iterator[int]:
    """Yield where words are one after the other."""
    for place in range(start, len(words) - len(part) + 1):
        if words[place] == part[0] and list(words[place : place + len(part)]) == list(part):
            yield place


def _turns(places: Sequence[tuple[int, int]], words: Sequence[QuoteToken], text: str) -> bool:
    """Tell whether what a quotation leaves out of its sentences turns what it says."""
    gaps = [(before[1], behind[0]) for before, behind in pairwise(places)]
    first, last = places[0][0], places[-1][1]
    begin = next((place for place in range(first, 0, -1) if _ends(words[place - 1], words[place], text)), 0)
    end = next((place for place in range(last, len(words)) if _ends(words[place - 1], words[place], text)), len(words))
    left_out = [*gaps, (begin, first), (last, end)]
    return any(words[place].word in TURNING for start, stop in left_out for place in range(start, stop))


def _ends(one: QuoteToken, other: QuoteToken, text: str) -> bool:
    """Tell whether a sentence ends between two words."""
    between = text[one.end : other.start]
    return "\n" in between or bool(SENTENCE_END.search(between) or re.match(r"[.!?;]", between))


def _near(quote: Sequence[str], words: Sequence[QuoteToken]) -> FoundQuote:
    """Return the passage that has most of a quotation's words in their order."""
    kept = kept_words(quote, [token.word for token in words])
    share = sum(stretch.size for stretch in kept) / len(quote)
    if share < NEAR:
        return FoundQuote(QuoteFinding.ABSENT, share=share)
    first, last = kept[0].new, kept[-1].new + kept[-1].size - 1
    return FoundQuote(QuoteFinding.NEAR, words[first].start, words[last].end, share)


Verdict = Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
LOOKED_AT = 40
"""Entries nearest to a quotation in which its words are looked for."""
LISTED = 5
"""Entries that a verdict names."""


class Verified(Struct, frozen=True):
    """The result of checking a citation."""

    locator: str
    """The locator, as typed."""
    id: str | None
    """Id of the cited entry."""
    verdict: Verdict
    """The first verdict that applies (docs/citations.md)."""
    edition: str | None = None
    """The document's edition."""
    text: str = ""
    """Title and text of the rule."""
    diff: tuple[DiffStretch, ...] = ()
    """For a misquotation: `-` words of the rule that it omits, `+` words that it adds."""
    found_in: tuple[str, ...] = ()
    """Ids of other entries that contain the words."""
    near: tuple[str, ...] = ()
    """Ids of close matches, if no such rule exists or the locator is unclear."""
    superseded_by: str | None = None
    """Id of the entry that applies instead or, if the newer edition has no such entry, the key of that edition."""
    understood: str = ""
    """The part of an `unclear` or `absent` locator that was understood."""
    summary: str = ""
    """If the library has only a summary of the rule, a sentence saying so."""
    doubts: tuple[PlaceDoubt, ...] = ()
    """Doubts about whether parts of the text belong to the rule."""
    hash: str = ""
    """`sha256:` followed by the digest of `text` in UTF-8."""
    source_hash: str | None = None
    """`sha256:` followed by the source file's digest."""

    def __post_init__(self) -> None:
        """Add the hash of the text."""
        structs.force_setattr(self, "hash", hash_of(self.text))


def hash_of(text: str) -> str:
    """Return what tells a text from any other."""
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def verify(library: Library, locator: str, quote: str | None = None) -> Verified:
    """Return whether a rule exists and, if a quotation is given, says that.

    Args:
        library: the opened library.
        locator: names the rule.
        quote: words that it is said to have; None where only its existence is asked.
    """
    tells = not quote or may_name(quote)
    said_in = tuple(_who_says(library, quote, [])) if quote and tells else ()
    try:
        matches = library.matches(locator, all_editions=True)
    except NoEntry as error:
        verdict: Verdict = "absent" if error.absent and tells else "unclear"
        near = [id for id, _ in error.nearest] or [answer.row.id for answer in library.search(locator, LISTED)]
        return Verified(locator, None, verdict, near=tuple(near), found_in=said_in, understood=error.understood)
    documents = {record.key: record for record in library.documents()}
    named = tuple(match.row.id for match in matches)
    records = [(library.entries.record(match.row.id), match.part) for match in matches]
    entries = [_asked(record, part) for record, part in records if not record.summary_of]
    unclear = Verified(locator, None, "unclear", near=named[:LISTED], found_in=said_in)
    if not entries:
        only = _asked(*records[0])
        read = documents[only.document].source_hash
        summary = records[0][0].summary or ""
        return replace(unclear, id=only.id, understood=locator, summary=summary, source_hash=read)
    if not tells:
        return replace(unclear, understood=f"{locator}, but the quotation contains no word that identifies a text")
    superseded = {entry.id: _superseded_by(library, entry, documents) for entry in entries}
    exact = FoundQuote(QuoteFinding.EXACT)
    found = [(entry, look_up(quote, text_of(entry)) if quote else exact) for entry in entries]
    order = list(QuoteFinding)  # and of two alike, what is in force comes first
    entry, looked = min(found, key=lambda one: (order.index(one[1].finding), superseded[one[0].id] is not None))
    said = Verified(
        locator,
        entry.id,
        "true",
        documents[entry.document].edition,
        text_of(entry),
        superseded_by=superseded[entry.id],
        doubts=_doubts(entry),
        source_hash=documents[entry.document].source_hash,
    )
    return _judged(library, said, quote, looked, [one.id for one in entries])


def _asked(entry: Entry, part: str) -> Entry:
    """Return an entry, or what a part of it would be if it were one."""
    place = block_of_part(part, [block.kind for block in entry.blocks]) if part else None
    if place is None:
        return entry
    block = entry.blocks[place]
    return replace(entry, id=f"{entry.id}#{part}", title=None, errata=None, blocks=(block,))


def _judged(library: Library, said: Verified, quote: str | None, looked: FoundQuote, asked: Sequence[str]) -> Verified:
    if looked.finding is QuoteFinding.EXACT:
        return replace(said, verdict="superseded" if said.superseded_by else "true")
    assert quote is not None, "without a quotation, all is as it is said"
    others = tuple(_who_says(library, quote, asked))
    if others and looked.finding is not QuoteFinding.TURNED:
        return replace(said, verdict="wrong-rule", found_in=others)
    passage = said.text[looked.start : looked.end] if looked.end else said.text
    return replace(said, verdict="misquoted", diff=tuple(differences(passage, quote)), found_in=others)


def differences(text: str, quote: str) -> list[DiffStretch]:
    """Return the words of a rule with those struck that a quotation lacks, and those added that it puts in."""
    rule, said = ([Word(word, _plain(word)) for word in one.split()] for one in (text, quote))
    return redline(rule, said, lambda one, other: True)


def _plain(word: str) -> str:
    """Return a word without what a quoter may change about it."""
    return word.translate(ONE_APOSTROPHE).casefold().strip(f".,;:!?()[]{QUOTES}")


def text_of(entry: Entry) -> str:
    """Return the title and the blocks of an entry, one a line."""
    errata = [entry.errata.text] if entry.errata else []
    lines = [entry.title or "", *errata, *(block.text for block in entry.blocks)]
    return "\n".join(line for line in lines if line)


def _doubts(entry: Entry) -> tuple[PlaceDoubt, ...]:
    """Return the doubts about the texts of an entry, each reason once."""
    texts = (*entry.blocks, *([entry.errata] if entry.errata else ()))
    return tuple({one.doubt.reason: one.doubt for one in texts if one.doubt}.values())


def _superseded_by(library: Library, entry: Entry, documents: dict[str, Document]) -> str | None:
    """Return the id of what holds instead of an entry, or the key of the newer edition; None where it is in force."""
    newer = documents[entry.document].superseded_by
    if newer is None:
        return None
    id = entry_id(entry.id)
    last: str = library.editions.trace(library.matches(id)[0].row.id)[-1].record.id
    return last if last != id else str(newer)


def _who_says(library: Library, quote: str, asked: Sequence[str]) -> Iterator[str]:
    """Yield ids of other entries that have the words of a quotation; a digest has its own."""
    digests = layers_of(library.documents()).sources
    found = library.search(quote, LOOKED_AT)
    answers = (entry_id(answer.row.id) for answer in found if answer.row.document not in digests)
    others = (id for id in answers if id not in asked)
    said = (id for id in others if look_up(quote, text_of(library.entries.record(id))).finding is QuoteFinding.EXACT)
    yield from islice(said, LISTED)
