"""The steps of a look-up, in the order of `STEPS`: exact before prefix before part before fuzzy, then the texts.

Each is given what was typed and returns the entries that answer to it; all that a step finds is before what
the next one finds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from judge.core.languages import ENGLISH
from judge.core.languages.stemming import root, rooted
from judge.core.model import replace
from judge.core.names import LISTINGS
from judge.core.numbering import levels, named_part
from judge.core.text_facts import BY_TEXT, Why
from judge.core.tokens import UNSPACED, key, ordinary_roots, root_key, variant, words
from judge.library.compiled_library import Compiled
from judge.library.store import Name, Row, Store, Terms
from judge.search.locators import (
    TypedNumber,
    is_telling,
    spelled,
    title_of_whole,
    typed_numbers,
    undressed,
    whole_of,
    without,
)
from judge.search.query_parsing import MENTIONED, SET, TITLES, Query, Scopes, languages_in
from judge.search.weights import (
    CANDIDATES,
    DIGITS,
    FEWEST_LETTERS,
    FUZZY_ENOUGH,
    FUZZY_RANGE,
    FUZZY_SURE,
    LONGEST_SPAN,
    MEANT,
)

if TYPE_CHECKING:
    from judge.search.interactions.subjects import Interactions, Subject
    from judge.search.ranking import Judgement, ScoredEntry
    from judge.search.wording.query_expansion import ExpandedQuery

EXTRAS_BEHIND = r"(?i)(?<![\s(\[])[\s(\[]+(?:errata|pap|rulings?|cards?|text)[)\]]?\s*$"
EXTRAS_BEFORE = r"(?i)^(?:errata|rulings?|cards?)\s+(?:(?:for|of|on|about)\s+)?"
"""Words that a person adds to a card's title to say what is wanted of it."""
MEANT_AS_CARD = r"(?i)(?<!\s)\s+the\s+(?:[^\W\d_]+\s+)?card$"
"""Words that say that a game's name before them is that of a card: "the card", "the state card"."""
ASKED = r"(?i)^(?:what(?:['’]?s|\s+(?:is|are|does))|wat\s+is|define|definition\s+of|meaning\s+of)\s+(?:an?\s+|the\s+)?"
"""Words that ask what something is."""
MARKS = ("({})", "{})", "{}.")
"""How a block begins that is the part of a letter or number."""
AGAINST = frozenset(("v", "vs", "versus", "against", "meet"))
"""Words that say that what is on both sides of them is meant together."""
MOST_PREFIXED = 30
"""Titles that begin with a query, at the most."""
MENTIONS = (MENTIONED, SET)
CALLED = (*TITLES, "variant", "form", "called", "initials", *MENTIONS)
"""Kinds of names that are looked up with all that was typed."""


class FoundEntry(NamedTuple):
    """An entry that a step found."""

    position: int
    score: float
    judged: ScoredEntry | None = None
    """What ranking says of it, where it was asked."""
    block: int | None = None
    """Which block of the entry it is, where one ruling was asked for."""
    dated: bool = False
    """Whether this ruling prints a date of its own."""


class ReadNumber(NamedTuple):
    """A number that was typed, and what it is."""

    number: TypedNumber
    places: dict[int, str]
    """Positions of entries, each with the part that is meant; empty for the entry itself."""
    is_whole: bool = False
    """Whether its last part is left out, which that does not have."""


def _located(text: str, taken: Sequence[ReadNumber]) -> dict[str, Any]:
    """Return what a query has where section numbers were found in it, and a text is left of it."""
    parts = tuple((position, part) for one in taken for position, part in one.places.items() if part)
    located = tuple(tuple(one.places) for one in taken)
    return {"text": text, "located": located, "parts": parts, "partly": any(one.is_whole for one in taken)}


class Question:
    """A query on its way through the steps; what several steps need is worked out once."""

    def __init__(self, compiled: Compiled, about: Scopes, query: Query, limit: int) -> None:
        """Take the library, what is known of its documents, the query, and how many answers are wanted."""
        self.compiled, self.about, self.limit = compiled, about, limit
        self.query = query
        self.met: Interactions | None = None
        """What bears on the names, where nothing else was typed; known once `by_names` was asked."""

    def located(self) -> Question:
        """Return the question with the section numbers in it taken off.

        Nothing may be left of it then but words that say something. A part such as "step 5" may be that of a title.
        """
        typed = spelled(self.query.text)
        text, numbers = undressed(typed, lambda number: bool(self._numbered(number)))
        if text != typed:
            return self._with({"text": text, "read_as": (*self.query.read_as, *numbers)}).located()
        read = [self._read(one) for one in typed_numbers(text)]
        if not read:
            return self
        label = without(text, [one.number for one in read])
        if len(read) == 1 and read[0].number.is_part and (title := title_of_whole(label)):
            titled, number = self._titled(title), read[0].number.numbers[0]
            wholes = self.in_scope(titled or [*similar_titles(self.compiled.store, title, FUZZY_ENOUGH)][:1], 0.0)
            if parts := {hit: part for one in wholes for hit, part in self._within(one.position, number).items()}:
                return self._with(_located("", [ReadNumber(read[0].number, parts)]))
            if titled and title != label:
                return self._with({"partly": True})
        taken = [one for one in read if one.places]
        if is_telling(label):
            beside = self._titled(label) if any(one.number.bare for one in taken) else []
            taken = [one for one in taken if not one.number.bare or one.places.keys() & set(beside)]
        elif not taken:
            return self._with({"absent": True})
        rest = without(text, [one.number for one in taken])
        return self._with(_located(rest if is_telling(rest) else "", taken)) if taken else self

    def _with(self, changed: Mapping[str, Any]) -> Question:
        return Question(self.compiled, self.about, replace(self.query, **changed), self.limit)

    def _titled(self, title: str) -> list[int]:
        """Return the positions of the entries of a title."""
        return self.compiled.store.named(key(title), TITLES) if key(title) else []

    def _read(self, one: TypedNumber) -> ReadNumber:
        """Return what a typed number is: with the word before it, without that, or the whole without its last part."""
        readings = (one, one.inner) if one.inner else (one,)
        for of, is_whole in ((whole, is_whole) for is_whole in (False, True) for whole in readings):
            for number in of.numbers:
                if places := self._numbered(whole_of(number) if is_whole else number):
                    return ReadNumber(of, places, is_whole)
        return ReadNumber(readings[-1], {})

    def _numbered(self, number: str) -> dict[int, str]:
        """Return the positions of the entries that have a number, each with the part of it that is meant, if any is."""
        if not number or (found := self.in_scope(self.compiled.store.numbered(number), 0.0)):
            return {hit.position: "" for hit in found} if number else {}
        whole = whole_of(number)
        wholes = [position for position, part in self._numbered(whole).items() if not part]
        return {
            hit: part for one in wholes for hit, part in self._within(one, number[len(whole) :].lstrip(", ")).items()
        }

    def _within(self, position: int, number: str) -> dict[int, str]:
        """Return what a part such as "step 5" is in an entry: one right below it, or one of its blocks.

        A block is counted, or it begins with the letter of the part, "(b) Wind", and has no address then.
        """
        store = self.compiled.store
        (row,) = store.rows([position])
        named, below = levels(number), store.children(row.id)
        printed = set(store.numbered(number))
        for child in (*(one for one in below if one.position in printed), *(one for one in below if one.number)):
            own = levels(child.number or "")
            if child.position in printed or (
                own[-1:] == named[-1:] and (own[0] == named[0] or not own[0][1:].isalpha())
            ):
                return {child.position: ""}
        blocks = [(block.kind, block.text) for block in store.entry(row.id).blocks]
        if number[0] != "(" and (part := named_part(f"{row.name}, {number}", blocks)):
            return {position: part}
        begins = tuple(mark.format(named[-1]) for mark in MARKS)
        return {position: ""} if any(text.lower().startswith(begins) for _, text in blocks) else {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of what is looked in."""
        return languages_in(self.about, self.query.documents)

    @cached_property
    def bare(self) -> str:
        """The query without what a person adds to a title."""
        text = self.query.text
        for pattern in (EXTRAS_BEHIND, EXTRAS_BEFORE, ASKED):
            shorter = re.sub(pattern, "", text)
            text = shorter if words(shorter) else text
        return self._without_set(text)

    @cached_property
    def names(self) -> list[Name]:
        """What is called as all that was typed, by the keys of every kind; nothing where operators demand something."""
        if not self.plain():
            return []
        forms = [form(text) for text in (self.query.text, self.bare) for form in (key, variant)]
        forms += [root_key(self.bare, language) for language in self.languages]
        forms += map(" ".join, rooted(words(self.bare), (ENGLISH, *self.languages)))
        keys = [one for one in dict.fromkeys(forms) if one]
        return sorted(self.compiled.store.names_among(keys, CALLED), key=lambda name: keys.index(name.key))

    def _without_set(self, text: str) -> str:
        """Return the name of a card without the code of its set, before or after it: "evil twin LS"."""
        named, typed = self.compiled.store.named, text.split()
        if not typed[1:] or named(key(text), (SET,)):
            return text
        for code, rest in ((typed[-1], typed[:-1]), (typed[0], typed[1:])):
            if named(key(code), (SET,)) and named(key(" ".join(rest)), (*TITLES, MENTIONED)):
                return " ".join(rest)
        return text

    @cached_property
    def meaning(self) -> ExpandedQuery:
        """What its words mean."""
        from judge.search.wording.query_expansion import expand_query

        return expand_query(self.compiled.store, self.about, self.query)

    @cached_property
    def within(self) -> set[int] | None:
        """Positions of the entries it is narrowed to; None for all."""
        query = self.query
        if not query.narrowed and not query.kinds:
            return None
        return self.compiled.store.positions(query.documents, query.kinds)

    @cached_property
    def terms(self) -> dict[int, Terms]:
        """The terms of the entries that may answer: those that full text gathers, and those that are named."""
        if not self.meaning.roots:
            return {}
        gathered = self.compiled.index.search(self.meaning.roots, CANDIDATES, self.within)
        groups = (*(name.positions for name in self.meaning.names), *self.query.located)
        own = self.in_scope([position for group in groups for position in group], 0.0)
        positions = dict.fromkeys((*(hit.position for hit in gathered), *(one.position for one in own)))
        return {terms.position: terms for terms in self.compiled.store.terms(list(positions))}

    @cached_property
    def judgement(self) -> Judgement:
        """What judges entries by it."""
        from judge.search.ranking import Judgement

        return Judgement(self.about, self.query, self.meaning)

    @cached_property
    def ranked(self) -> list[FoundEntry]:
        """The entries that may answer, best first."""
        judgement = self.judgement
        rows = {row.position: row for row in self.compiled.store.rows(list(self.terms))}
        judged = [judgement.judge(rows[position], terms) for position, terms in self.terms.items()]
        found = [
            FoundEntry(one.position, one.score + self.gain(rows[one.position]), one)
            for one in judgement.with_families([*filter(None, judged)], rows)
        ]
        return sorted(found, key=lambda one: _by_score(one, rows))

    @cached_property
    def told(self) -> str:
        """The game that alone has some telling words of a query that names none; empty if that is so of several."""
        literal = {
            game: {place for held in table.values() for place, credit in held if credit == 1.0}
            for game, table in self.meaning.tables.items()
        }
        holding = (
            [game for game, held in literal.items() if place in held]
            for place, one in enumerate(self.meaning.concepts)
            if one.telling
        )
        alone = {games[0] for games in holding if len(games) == 1 < len(literal)}
        return alone.pop() if len(alone) == 1 and not self.query.meant else ""

    def gain(self, row: Row) -> float:
        """Return what the score of an entry gains because it is of the game that is meant."""
        told, meant = self.told, self.query.meant
        return MEANT if row.document in meant or self.about.documents[row.document].game == told else 0.0

    def plain(self) -> bool:
        """Say whether no operator demands anything of the answers, so that it may be a title."""
        return bool(self.query.text) and not (self.query.phrases or self.query.excluded or self.query.titled)

    def in_scope(self, positions: Sequence[int], score: float) -> list[FoundEntry]:
        """Keep the entries it is narrowed to, those of newer documents first."""
        order = {document: number for number, document in enumerate(self.query.documents)}
        rows = [row for row in self.compiled.store.rows(list(dict.fromkeys(positions))) if row.document in order]
        kept = [row for row in rows if row.is_of(self.query.kinds)]
        kept.sort(key=lambda row: (row.document not in self.query.meant, order[row.document]))
        return [FoundEntry(row.position, score - number / 1000) for number, row in enumerate(kept)]


def _by_score(one: FoundEntry, rows: Mapping[int, Row]) -> tuple[bool, float, int]:
    """Return what sorts entries by their scores, indexes after all others."""
    return rows[one.position].kind in LISTINGS, -round(one.score, DIGITS), one.position


def by_number(question: Question) -> Iterable[FoundEntry]:
    """A section number goes to its entry: of several that have it, to what the other words fit best, or the newest."""
    groups = [_best_first(question, positions, 1000.0) for positions in question.query.located]
    return [group[0] for group in groups if group] + [hit for group in groups for hit in group[1:]]


def _best_first(question: Question, positions: Sequence[int], score: float) -> list[FoundEntry]:
    """Return the entries among some that the query is narrowed to, in the order of their texts, then of documents."""
    found = question.in_scope(positions, score)
    ranks = {one.position: place for place, one in enumerate(question.ranked)} if len(found) > 1 else {}
    return sorted(found, key=lambda hit: ranks.get(hit.position, len(ranks)))


def by_title(question: Question) -> Iterable[FoundEntry]:
    """An exact title or alias, whatever its case, accents, marks and article; of all that was typed, or of the rest."""
    store, query = question.compiled.store, question.query
    if not question.plain():
        return ()
    whole: list[FoundEntry] = []
    if query.whole != query.text:
        meant = dict.fromkeys((query.whole, re.sub(MEANT_AS_CARD, "", query.whole)))
        named = store.rows([position for text in meant for position in store.named(key(text), TITLES)])
        whole = [FoundEntry(row.position, 950.0) for row in named if row.document in query.open]
    return [*whole, *question.in_scope(store.named(key(query.text), TITLES), 900.0)]


def by_key(question: Question, kinds: Sequence[str]) -> Iterable[FoundEntry]:
    """What is called as all that was typed by names of some kinds (`judge.library.store.Name`).

    What only mentions a name goes by its text, all else by its document.
    """
    found = [name.position for name in question.names if name.kind in kinds]
    return _best_first(question, found, 700.0) if kinds == MENTIONS else question.in_scope(found, 700.0)


by_variation = partial(by_key, kinds=(*TITLES, "variant"))


def by_part(question: Question) -> Iterable[FoundEntry]:
    """A title that what was typed is a part of, as whole words, first those that begin so; else within a word."""
    typed = f" {' '.join(words(question.bare))} "
    if not typed.strip() or not question.plain():
        return ()
    texts = {position: f"\n {terms.titles} ".replace("\n", " \n ") for position, terms in question.terms.items()}
    if found := [one for one in question.ranked if typed in texts[one.position]]:
        return sorted(found, key=lambda one: f"\n {typed}" not in texts[one.position])
    begun = key(question.bare)
    names = question.compiled.store.names_from(begun, MOST_PREFIXED, TITLES) if len(begun) >= FEWEST_LETTERS else ()
    shortest = sorted(names, key=lambda name: (len(name.key), name.position))
    return question.in_scope([name.position for name in shortest], 600.0)


def by_fuzzy(question: Question) -> Iterable[FoundEntry]:
    """A title with mistakes, where a word is known to no document, or the texts have nothing to say.

    A sentence is none: its words are mended one by one. Nor is a text without blanks, or an ordinary word.
    """
    from judge.search.wording.spelling import negates

    typed, said = key(question.bare), words(question.bare)
    if re.search(UNSPACED, typed) or len(typed) < FEWEST_LETTERS or len(said) > LONGEST_SPAN:
        return ()
    strange = question.query.read_as or question.meaning.unknown
    is_word = len(said) == 1 and root(said[0]) in ordinary_roots(question.languages)
    if is_word or not question.plain() or not (strange or not question.ranked):
        return ()
    found = similar_titles(question.compiled.store, question.bare, FUZZY_ENOUGH if strange else FUZZY_SURE)
    within = question.in_scope(list(found), 0.0)
    titles = {row.position: row.title for row in question.compiled.store.rows([one.position for one in within])}
    kept = [one for one in within if not negates(typed, key(titles[one.position] or ""))]
    best = max((found[one.position] for one in kept), default=0.0)
    chosen = [
        one._replace(score=500 + found[one.position]) for one in kept if found[one.position] >= best - FUZZY_RANGE
    ]
    return sorted(chosen, key=lambda one: -round(one.score, 2))


def similar_titles(store: Store, text: str, enough: float) -> dict[int, float]:
    """Return the positions of the entries whose titles are written most like a text, with how alike; best first."""
    from judge.search.wording.spelling import alike

    return {position: score for score, position in alike(store, key(text), enough)} if key(text) else {}


def by_names(question: Question) -> Iterable[FoundEntry]:
    """What bears on several names together, as `judge between` orders it, where only names were typed.

    Rules words alone may as well be a question, unless "vs" is between them.
    """
    from judge.search.interactions.between import MOST_NAMES
    from judge.search.interactions.subjects import find_subject, names_in

    names, only_names = names_in(question.compiled, question.query.text)
    if not only_names or not 1 < len(names) <= MOST_NAMES or not question.plain():
        return ()
    subjects = [find_subject(question.compiled, question.about, name) for name in names]
    meets = any(one.is_card for one in subjects) or AGAINST.intersection(words(question.query.text))
    return _met(question, subjects) if meets else ()


def _met(question: Question, subjects: Sequence[Subject]) -> list[FoundEntry]:
    """Return the entries that bear on subjects, in the order of the parts."""
    from judge.search.interactions.between import meet

    met = meet(question.compiled, question.about, subjects)
    lines = [line for part in met.parts for line in part.lines]
    judged = {one.position: one.judged for one in question.ranked}
    order = {line.position: place for place, line in reversed(list(enumerate(lines)))}
    found = sorted(question.in_scope(list(order), 0.0), key=lambda one: order[one.position])
    question.met = met.within({one.position for one in found})
    return [FoundEntry(one.position, 400.0 - place, judged.get(one.position)) for place, one in enumerate(found)]


def by_text(question: Question) -> Iterable[FoundEntry]:
    """Words in titles, headings and text."""
    return question.ranked


STEPS: tuple[tuple[str, Why, Callable[[Question], Iterable[FoundEntry]]], ...] = (
    ("number", "number", by_number),
    ("title", "title", by_title),
    ("variation", "title", by_variation),
    ("other form", "title", partial(by_key, kinds=("form",))),
    ("other name", "alias", partial(by_key, kinds=("called",))),
    ("part", "title", by_part),
    ("initials", "alias", partial(by_key, kinds=("initials",))),
    ("mention", MENTIONED, partial(by_key, kinds=MENTIONS)),
    ("fuzzy", "fuzzy", by_fuzzy),
    ("names", "names", by_names),
    ("text", BY_TEXT, by_text),
)
"""What a query may be, in the order in which it is tried: name of the step, what the answer says, the step."""
