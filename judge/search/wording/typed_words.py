"""What was typed, with its mistakes mended, before anything else is made of it; and what is offered meanwhile.

    "does tuffness stak"    toughness, stack: words that no document has become those that they are likely meant for

So titles, names of games, synonyms and texts are looked for with the words that were meant. What was read as what is
told with the answers (`read_as`). What is in quotation marks, or excluded with "-", stays as it is; so do words that
only players use, of which the games' files tell. The last word is unfinished only where somebody is typing: on the page
(templates/search-query.js), and in what is offered (`suggest`): numbers and titles that begin so or nearly do, and
cards that texts only name. That is made for every press of a key, so nothing but the names is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, cast

from msgspec import Struct

from judge.core.languages import ENGLISH
from judge.core.languages.stemming import roots
from judge.core.tokens import FEWEST_INITIALS, WORD, fold, key, ordinary_roots, root_key, stop_words_for, words
from judge.library.compiled_library import Compiled
from judge.library.store import Name, Store, Synonym, remembered
from judge.search.interactions.joined_cards import same_card
from judge.search.locators import cites
from judge.search.query_parsing import MENTIONED, OPERATORS, Scopes, cited_names, languages_in, scopes
from judge.search.weights import FEWEST_LETTERS

OFFERED = ("title", "alias", MENTIONED)
MOST_NAMES = 20_000
"""Names of one first letter that are compared for mistakes; more would take too long."""
SHORTEST = 4
"""Letters of a word that may have a mistake."""
LEFT_ALONE = r'"[^"]*"|(?<!\S)-\S+|[Tt]itle:'
"""What is not mended: quotations and operators. A pattern as a text, for a quick start."""


class ReadQuery(Struct, frozen=True):
    """A query whose words are those that are likely meant."""

    text: str
    read_as: tuple[tuple[str, str], ...] = ()
    """Words as they were typed, each with the one that it was taken for."""


def read_words(store: Store, about: Scopes, typed: str) -> ReadQuery:
    """Return a query with the words mended that no document has and that are likely others with mistakes.

    Args:
        store: whose words the others are.
        about: the names of games and documents, which are no mistakes.
        typed: what was typed.
    """
    strange = _strange(store, about, typed)
    if not strange:
        return ReadQuery(typed)
    from judge.search.wording.spelling import mend_words

    # a plural may itself be the mistake: "toughnes"
    forms = (tuple(dict.fromkeys((fold(typed[start:end]), term))) for start, end, term in strange)
    mended = mend_words(store, dict.fromkeys(forms))
    read: list[tuple[str, str]] = []
    for start, end, _ in reversed(strange):
        word = typed[start:end]
        if meant := mended.get(fold(word)):
            typed = f"{typed[:start]}{meant}{typed[end:]}"
            read.insert(0, (word, meant))
    return ReadQuery(typed, tuple(dict.fromkeys(read)))


def _strange(store: Store, about: Scopes, typed: str) -> list[tuple[int, int, str]]:
    """Return where words are that no document has, with their terms: no names, nicknames or words of players."""
    languages = languages_in(about)
    spots = list(_spots(typed, languages))
    wanted = sorted({one for _, _, term in spots for one in roots(term, languages)})
    held = {count.root for count in store.counts(wanted)} if wanted else set()
    strange = [spot for spot in spots if held.isdisjoint(roots(spot[2], languages))]
    if not strange:
        return []
    initials = {root_key(term): term for _, _, term in strange if len(term) >= FEWEST_INITIALS}
    named = store.names_among(sorted(initials), ("initials",)) if initials else ()
    nicknames = {initials[name.key] for name in named}
    known = _named(store, about).union(ordinary_roots(languages), nicknames)
    every = (ENGLISH, *languages)
    strange = [spot for spot in strange if known.isdisjoint((spot[2], *roots(spot[2], every)))]
    return [spot for spot in strange if len(words(typed)) == 1 or not cites(typed[spot[0] : spot[1]])]


def _spots(typed: str, languages: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield where words are that may have mistakes, with their terms."""
    if len(typed) < SHORTEST:
        return
    alone = (
        [match.span() for match in re.finditer(LEFT_ALONE, typed)] if any(map(typed.__contains__, OPERATORS)) else []
    )
    little = stop_words_for(words(typed), languages)
    for match in WORD.finditer(typed):
        terms = words(match[0])
        if len(terms) != 1 or len(terms[0]) < SHORTEST or not terms[0].isalpha() or terms[0] in little:
            continue
        if not any(start <= match.start() < end for start, end in alone):
            yield *match.span(), terms[0]


@remembered
def _spoken(store: Store) -> frozenset[str]:
    """Return the roots of the words of which something else is meant."""
    return frozenset(word for synonym in store.every("synonym", Synonym) for word in synonym.typed.split())


def _named(store: Store, about: Scopes) -> frozenset[str]:
    """Return the words that are no mistakes although no text has them: of players, and of names of documents."""
    cited = (word for name in cited_names(store).keys for word in fold(name).split())
    return _spoken(store).union((word for name in about.scopes for word in name.split()), cited)


SuggestedBy = Literal["number", "title", "alias", "mentioned", "fuzzy"]


class Suggestion(Struct, frozen=True):
    """An entry that completes the typed text."""

    id: str
    """Id of the entry."""
    text: str
    """Its number, title or other name, or the name of a card that it mentions, as printed."""
    why: SuggestedBy
    """Which of these begins with the typed text; `fuzzy` if one only nearly does."""


def suggest(compiled: Compiled, typed: str, limit: int, folded: Collection[str] = ()) -> list[Suggestion]:
    """Return entries whose numbers or titles begin with what is typed, the nearest first.

    Args:
        compiled: the library.
        typed: the beginning of a number or a title.
        limit: how many at the most.
        folded: keys of the documents whose entries are not offered.
    """
    offered: dict[int | str, tuple[int, Name, str]] = {}
    barred = compiled.store.positions(tuple(sorted(folded)), ()) if folded else set()
    for name, why in _names(compiled.store, typed, limit):
        if name.position in barred:
            continue
        identity = name.key if name.kind == MENTIONED else name.position
        if identity not in offered and not _joined(compiled.store, offered, name):
            offered[identity] = (name.position, name, why)
        if len(offered) >= limit:
            break
    ids = {row.position: row.id for row in compiled.store.rows([position for position, _, _ in offered.values()])}
    found = ((ids[position], name.text, cast("SuggestedBy", why)) for position, name, why in offered.values())
    return [Suggestion(*one) for one in found]


def _joined(store: Store, offered: dict[int | str, tuple[int, Name, str]], name: Name) -> bool:
    """Tell whether a name is of a card that is offered already; what is offered of it is then the text in force."""
    for identity, (position, other, why) in offered.items():
        if other.key == name.key and MENTIONED not in (other.kind, name.kind):
            (row,) = store.rows([name.position])
            card = [one.position for one in same_card(store, scopes(store), row)]
            if position in card:
                offered[identity] = (card[0], other, why)
                return True
    return False


def _names(store: Store, typed: str, limit: int) -> Iterator[tuple[Name, str]]:
    """Yield names that begin with what is typed, then those that nearly do."""
    number, wanted = typed.strip().lower(), key(typed)
    if number[:1].isdigit():
        yield from ((name, name.kind) for name in _shortest(store.names_from(number, 4 * limit, ("number", *OFFERED))))
    if not wanted:
        return
    yield from ((name, name.kind) for name in _shortest(store.names_from(wanted, 4 * limit, OFFERED)))
    if len(wanted) >= FEWEST_LETTERS:
        from judge.search.wording.spelling import beginning_alike

        yield from ((name, "fuzzy") for name in beginning_alike(wanted, _of_letter(store, wanted[0]), limit))


def _shortest(names: Iterable[Name]) -> list[Name]:
    """Order names by length: what is typed is the most of the shortest."""
    return sorted(names, key=lambda name: (len(name.key), name.key, name.position))


@remembered
def _of_letter(store: Store, letter: str) -> tuple[Name, ...]:
    """Return the titles and other names that begin with a letter; remembered, for the next key is pressed soon."""
    return tuple(store.names_from(letter, MOST_NAMES, OFFERED))
