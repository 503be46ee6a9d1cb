"""The page's search data: the compiled library in parts, each a script, since a page opened as a file loads no other.

    search/settings.js       what is needed for every query: documents, words, weights, and which part begins where
    search/names-0.js …      numbers, titles, aliases and their variations, by their keys
    search/words-0.js …      the vocabulary: each root, how many entries hold it, its terms by game; by first letters
    search/postings-0.js …   each root with the entries that hold it and how often
    search/entries-0.js …    the entries: titles, texts, references both ways; by position

A part is some PART characters long, so that a query needs few of them however large the library is. The settings tell
the signature of each, since parts of two editions must not be mixed; one that did not change is the same in both.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from judge.core.dates import last_day
from judge.core.jsonl import escaped
from judge.core.languages import ENGLISH
from judge.core.model import Entry, Reference
from judge.core.names import LISTINGS, citation, facts_line, name_of, on_one_line, printable_data
from judge.core.text_facts import Newer
from judge.core.tokens import is_of_a_card, ordinary_roots
from judge.editions.status import LaterRules, beside, is_told, later_rules, status_of
from judge.library.compiled_library import Compiled
from judge.library.incremental.document_facts import roots_of
from judge.library.store import RULING, Count, Name, Synonym, Terms
from judge.references.digests import partial
from judge.search.interactions.between import PARTS, CardLimits, card_limits
from judge.search.interactions.card_order import IN_FORCE
from judge.search.passages import MOST_BESIDE
from judge.search.query_parsing import CitedNames, Scopes, cited_names, languages_in, scopes
from judge.search.wording.spelling import spoken_words
from judge.site.catalogue import Catalogue
from judge.site.plan import SitePlan
from judge.site.search_settings import folded, settings, word_forms


class Tables(NamedTuple):
    """The tables of a library."""

    about: Scopes
    cited: CitedNames
    names: list[Name]
    """In the order of their rows."""
    counts: list[Count]
    synonyms: list[Synonym]
    terms: list[Terms]
    """Of every entry, in the order of the positions, which begin with 1."""
    limits: Mapping[str, CardLimits]
    """By game."""
    cards_referring: Mapping[str, int]
    """How many cards refer to an entry, by its id."""
    languages: Sequence[str]
    """The language of every entry, in the order of the positions."""
    later: Mapping[str, LaterRules]
    """The newest rules of its game by the key of each document that is older."""

    def postings(self) -> Mapping[str, Counter[int]]:
        """Return, for each root, how many times full text finds it in which entry, by position."""
        found: dict[str, Counter[int]] = defaultdict(Counter)
        for terms in self.terms:
            for root, times in Counter(roots_of(terms, self.languages[terms.position - 1])).items():
                found[root][terms.position] = times
        return found


def read_tables(compiled: Compiled) -> Tables:
    """Read the tables of a library."""
    store, sizes = compiled.store, compiled.store.sizes()
    return Tables(
        scopes(store),
        cited_names(store),
        store.names(),
        store.every("vocabulary", Count),
        store.every("synonym", Synonym),
        store.every("terms", Terms),
        card_limits(store),
        store.cards_referring(),
        [document.language or ENGLISH for document in store.documents() for _ in range(sizes[document.key])],
        later_rules(store),
    )


PART = 100_000
"""Characters of a part; a host sends about a quarter of that."""
NAME_KINDS = {
    "number": "n",
    "title": "t",
    "alias": "a",
    "variant": "v",
    "form": "f",
    "initials": "i",
    "called": "c",
    "mentioned": "m",
    "set": "s",
}
BLOCK_KINDS = {
    "text": "t",
    "bullet": "b",
    "example": "e",
    "note": "n",
    "tip": "i",
    "ruling": "r",
    "step": "s",
    "table": "l",
    "figure": "f",
}
TEXTS = 7
"""The index of the texts in the record of an entry."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class DataPart(NamedTuple):
    """A part of a kind of data."""

    begins: str | int
    """The first key, letter, root or position in it."""
    data: Any


def search_data_files(catalogue: Catalogue, plan: SitePlan, tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each script.

    Args:
        catalogue: the entries and their references.
        plan: the address of each entry on the site.
        tables: what is looked up and ranked by.
    """
    entries = _Entries(catalogue, plan, tables)
    games = list(dict.fromkeys(document.game or "" for document in catalogue.documents.values()))
    postings = dict(sorted(tables.postings().items(), key=lambda item: _unit_order(item[0])))
    frequencies = {root: len(found) for root, found in postings.items()}
    parts: dict[str, list[DataPart]] = {
        "names": list(_named(tables.names)),
        "words": list(_vocabulary(tables.counts, games, frequencies)),
        "postings": list(_lines((root, f"{root}\t{_packed(found)}") for root, found in postings.items())),
        "entries": list(entries.parts()),
    }
    about = _about(catalogue, plan, tables) | {"games": games, "folded": folded(entries.texts())} | settings()
    texts = {kind: [_json(part.data) for part in found] for kind, found in parts.items()}
    about["parts"] = {kind: [part.begins for part in found] for kind, found in parts.items()}
    about["signatures"] = {kind: list(map(_signature, found)) for kind, found in texts.items()}
    yield "search/settings.js", f'judgeReceive("settings", 0, "", {_json(about)});\n'
    for kind, found in texts.items():
        for number, text in enumerate(found):
            yield f"search/{kind}-{number}.js", f'judgeReceive("{kind}", {number}, "{_signature(text)}", {text});\n'


def _signature(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _json(data: Any) -> str:
    """Return data as a script; a blank stands for what a page is not given, since it parts words as that does."""
    return escaped(json.dumps(printable_data(data, " "), ensure_ascii=False, separators=(",", ":")))


def _about(catalogue: Catalogue, plan: SitePlan, tables: Tables) -> dict[str, Any]:
    """Return what is known of the documents, and the synonyms."""
    entries = Counter(entry.document for entry in catalogue.entries.values())
    ends = dict(zip(catalogue.documents, accumulate(entries[key] for key in catalogue.documents), strict=True))
    documents = [
        {
            "key": key,
            "title": document.title,
            "game": document.game or "",
            "work": document.work,
            "edition": document.edition or "",
            "date": document.date,
            "language": document.language or ENGLISH,
            "lastDay": last_day(document.date),
            "citation": citation(document),
            "folder": plan.folders[key],
            "age": tables.about.ages[key],
            "older": tables.later.get(key),
            "supersededBy": document.superseded_by or "",
            "covers": tables.about.layers.works(key),
            "partial": partial(tables.about.layers, key),
            "first": ends[key] - entries[key] + 1,
            "last": ends[key],
        }
        for key, document in catalogue.documents.items()
    ]
    held = ((one.kind, int(any(block.kind == RULING for block in one.blocks))) for one in catalogue.entries.values())
    kinds = [[*told, len(list(same))] for told, same in groupby(held)]  # each with whether it holds rulings
    return {
        "documents": documents,
        "languages": word_forms(catalogue.documents.values()),
        "newest": list(tables.about.documents),
        "scopes": tables.about.scopes,
        "cited": tables.cited.keys,
        "gameNames": sorted(tables.about.games),
        "editionNames": sorted(tables.cited.editions),
        "entries": sum(tables.about.entries.values()),
        "inGame": tables.about.entries,
        "kinds": kinds,
        "synonyms": _synonyms(tables.synonyms),
        "ordinary": sorted(ordinary_roots(languages_in(tables.about)) - {count.root for count in tables.counts}),
        "spoken": spoken_words(tables.synonyms, {count.term for count in tables.counts}),
        "interactions": [[key, heading] for key, heading, _ in PARTS],
        "cards": {game: limits._asdict() for game, limits in tables.limits.items()},
        "nameKinds": {letter: kind for kind, letter in NAME_KINDS.items()},
        "blockKinds": {letter: kind for kind, letter in BLOCK_KINDS.items()},
    }


def _synonyms(synonyms: Iterable[Synonym]) -> list[list[Any]]:
    """Return what may be typed with what it may mean, in its order: for each game and source [typed, meant, …]."""
    told = groupby((one for one in synonyms if one.source != "name"), lambda one: (one.game, one.source))
    return [
        [game, source, [[typed, *(one.meant for one in same)] for typed, same in groupby(group, lambda one: one.typed)]]
        for (game, source), group in told
    ]


def _unit_order(text: str) -> bytes:
    """Return what sorts a text as JavaScript compares it: by units of 16 bits."""
    return text.encode("utf-16-be", "surrogatepass")


def _lines(found: Iterable[tuple[str, str]], same: Callable[[str], str] = str) -> Iterator[DataPart]:
    """Join lines into parts, one at the least; what is the same for their keys is never parted."""
    lines: list[str] = []
    size, begins, last = 0, "", ""
    for key, line in found:
        if size > PART and same(key) != last:
            yield DataPart(begins, "\n".join(lines))
            lines, size = [], 0
        begins, last = begins if lines else same(key), same(key)
        lines.append(line)
        size += len(line)
    yield DataPart(begins, "\n".join(lines))


def _named(names: Iterable[Name]) -> Iterator[DataPart]:
    """Yield the names: key, kind, position, and the name as it is printed where it is shown and not the key itself."""

    def line(name: Name) -> str:
        text = "" if name.kind in ("variant", "form") or name.text == name.key else on_one_line(name.text)
        return "\t".join((name.key, NAME_KINDS[name.kind], str(name.position), text))

    return _lines((name.key, line(name)) for name in sorted(names, key=lambda name: _unit_order(name.key)))


def _vocabulary(counts: Iterable[Count], games: Sequence[str], frequencies: Mapping[str, int]) -> Iterator[DataPart]:
    """Yield the vocabulary: root, entries that hold it, then each term with how many entries of which game hold it.

    Terms of one root have one first letter, so a word is looked for in one part whether it is a root or not.
    """
    terms: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for count in counts:
        terms[count.root][count.term].append(f"{games.index(count.game)}:{count.entries}")

    def line(root: str) -> str:
        found = (f"{'' if term == root else term}={','.join(held)}" for term, held in terms[root].items())
        return "\t".join((root, str(frequencies.get(root, 0)), *found))

    return _lines(((root, line(root)) for root in sorted(terms, key=_unit_order)), same=lambda root: root[:1])


def _packed(found: Mapping[int, int]) -> str:
    """Return positions and counts as text: each the distance from the last, with its count where that is not 1."""
    packed: list[str] = []
    last = 0
    for position in sorted(found):
        times = f".{_base36(found[position])}" if found[position] != 1 else ""
        packed.append(_base36(position - last) + times)
        last = position
    return " ".join(packed)


def _base36(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text or "0"


class _Entries:
    """The entries as the search data holds them."""

    def __init__(self, catalogue: Catalogue, plan: SitePlan, tables: Tables) -> None:
        self._catalogue, self._plan, self._tables = catalogue, plan, tables
        self._all = list(catalogue.entries.values())
        self._positions = {entry.id: position for position, entry in enumerate(self._all, 1)}
        self._into = self._inward()
        assert [terms.position for terms in tables.terms] == list(self._positions.values())

    def texts(self) -> Iterator[str]:
        """Yield everything that is searched."""
        for entry in self._all:
            yield from (entry.title or "", *entry.aliases, *(block.text for block in entry.blocks))
            if entry.errata:
                yield entry.errata.text

    def parts(self) -> Iterator[DataPart]:
        """Yield the parts, each with what is needed of the entries above that are in another one."""
        begun, size, held = 1, 0, []
        for position, entry in enumerate(self._all, 1):
            held.append(self._entry(position, entry))
            size += sum(map(len, held[-1][TEXTS])) + 100
            if size > PART:
                yield DataPart(begun, {"entries": held, "above": self._above(begun, position)})
                begun, size, held = position + 1, 0, []
        if held:
            yield DataPart(begun, {"entries": held, "above": self._above(begun, len(self._all))})

    def _entry(self, position: int, entry: Entry) -> list[Any]:
        """Return one entry: its heading, page, anchor, texts, kinds of blocks, and what is rare."""
        heading = self._heading(entry)
        local = heading[0]
        place = self._plan.places[entry.id]
        folder, _, page = place.path.removesuffix(".html").rpartition("/")
        page = page if folder == self._plan.folders[entry.document] else f"{folder}/{page}"
        return [
            *heading,
            None if page == local else page,
            None if place.anchor == local else place.anchor,
            [block.text for block in entry.blocks] + ([entry.errata.text] if entry.errata else []),
            "".join(BLOCK_KINDS[block.kind] for block in entry.blocks),
            {name: value for name, value in self._rare(position, entry).items() if value},
        ]

    def _heading(self, entry: Entry) -> list[Any]:
        """Return local id, number, title, name (0 where that is the title), parent."""
        local, name = entry.id.partition(":")[2], name_of(entry)
        parent = self._positions[entry.parent] if entry.parent else 0
        return [local, entry.number, entry.title, 0 if name == entry.title else name, parent]

    def _rare(self, position: int, entry: Entry) -> dict[str, Any]:
        followed = [one.id for one in entry.superseded_by if one.reason == "edition"]
        said = self._catalogue.in_short.get(entry.id)
        same = self._catalogue.card(entry.id)
        return {
            "aliases": list(entry.aliases),
            "cards": self._tables.cards_referring.get(entry.id),
            "ofACard": int(is_of_a_card(entry.kind, entry.title)),
            "dates": {number: block.date for number, block in enumerate(entry.blocks) if block.date},
            "doubts": _doubts(entry),
            "named": facts_line(entry.facts) if not entry.blocks and not entry.errata else "",
            "facts": facts_line([fact for fact in entry.facts if fact.label]),
            "out": list(map(self._outward, self._catalogue.outward.get(entry.id, ()))),
            "into": self._into.get(entry.id),
            "same": [self._positions[id] for id in same] if len(same) > 1 else [],
            "printed": words if (words := self._catalogue.words_before(entry.id)) not in ("In", IN_FORCE) else "",
            "summary": entry.summary,
            "inShort": said.text if said else None,
            "newer": list(map(self._newer, entry.newer[:MOST_BESIDE])),
            "gone": int(entry.superseded),
            "now": self._positions.get(followed[0] or "", 0) if followed else 0,
            "label": status_of(entry).label,
            **self._of_rulings(entry),
        }

    def _of_rulings(self, entry: Entry) -> dict[str, Any]:
        """Return what is newer than rulings, which are gone, and the one word for the status of each."""
        rulings = {number: block for number, block in enumerate(entry.blocks) if block.kind == RULING}
        labels = {number: status_of(beside(entry, block)).label for number, block in rulings.items() if is_told(block)}
        newer = {number: list(map(self._newer, block.newer[:MOST_BESIDE])) for number, block in rulings.items()}
        return {
            "newerBlocks": {number: found for number, found in newer.items() if found},
            "goneBlocks": [number for number, block in rulings.items() if block.superseded],
            "labelBlocks": {number: label for number, label in labels.items() if label},
        }

    def _newer(self, one: Newer) -> Sequence[int]:
        """Return what is newer: position, and which block has its telling sentence, and where."""
        index = -1 if one.block is None else one.block
        entry = self._catalogue.entries[one.id]
        quote = one.quote.removesuffix("…")
        start = entry.blocks[index].text.find(quote) if index >= 0 and quote else -1
        return (self._positions[one.id], index, max(start, 0), len(quote) if start >= 0 else 0)

    def _outward(self, one: Reference) -> Sequence[Any]:
        """Return one reference: block, target, whether it is a counterpart, and its label if it does not resolve.

        One that an edition has renumbered since has the printed number as well.
        """
        target = self._positions.get(one.target_id or "", 0)
        label = "" if target else one.label or ""
        former = (one.written_as,) if target and one.written_as else ()
        return _block_of(one), target, int(one.kind == "counterpart"), label, *former

    def _inward(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """Return the references to each entry: position of the source, number of the reference there, its block."""
        found: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for source, outward in self._catalogue.outward.items():
            for number, one in enumerate(outward):
                if one.target_id and one.kind not in LISTINGS:
                    found[one.target_id].append((self._positions[source], number, _block_of(one)))
        return {id: sorted(references) for id, references in found.items()}

    def _above(self, first: int, last: int) -> dict[int, list[Any]]:
        """Return the headings of the entries above those of a part that are not in it themselves."""
        ids = dict.fromkeys(
            above.id
            for entry in self._all[first - 1 : last]
            for above in self._catalogue.above(entry.id)
            if not first <= self._positions[above.id] <= last
        )
        return {self._positions[id]: self._heading(self._catalogue.entries[id]) for id in ids}


def _block_of(one: Reference) -> int:
    """Return the block of a reference; -1 for the heading."""
    return -1 if one.block is None else one.block


def _doubts(entry: Entry) -> dict[int, str]:
    """Return what is said of the texts that may belong to another entry, by their numbers; the errata is the last."""
    doubts = [*(block.doubt for block in entry.blocks), entry.errata.doubt if entry.errata else None]
    return {number: doubt.reason for number, doubt in enumerate(doubts) if doubt}
