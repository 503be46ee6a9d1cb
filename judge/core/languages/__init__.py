"""The words of each language by which texts number and cite their parts: one data file a language, `LANG.toml`.

A file has these tables. `[units]` has for each kind of part the words for it, abbreviations without their point. `rule`
holds the words for what a document numbers throughout (rules, sections, articles); the others count a list of their
own, `q` (as in Q12) questions. `[words]` has what sends a reader on (`see`), what is between a part and its whole
(`of`), between the numbers of a list (`and`) and of a range (`to`), what `counts`, `ordinals` from the first on,
without their endings, other abbreviations (`short`), articles (`article`), and what says that a document itself is
meant (`own`).
`[pointers]` has what sends a reader to a title (`see`), the same where it is an ordinary word as well, so that it
counts at the beginning of a sentence or in brackets alone (`opening`), or may be an order to players (`compare`),
what is after them (`also`), what is after the title instead (`behind`, a key), between titles beside `and` (`and`),
what may be after a title without being of it (`ends`), a blank written `_`. It also has what else shows that a title
is named (`judge.references.named_titles`): words for what an alphabetical text holds (`entry`) and for below its
heading (`under`), the stems of participles that tell (`telling`) with their prepositions (`inside`), what says after
a title where it is (`places`, `there`, `page` after `on`, `holder`), what begins a list of titles (`related`), and
`fillers`; `irregular` has plurals that no ending tells, and `capitals` says whether a capital marks a name, as it
does not where each noun has one or the script has none. `[months]` has the twelve months, other forms of one after a
mark (`|`), abbreviations that name a month anywhere (`short`), and those that are other words as well (`doubtful`); a
dash is none. `[imprint]` has what is beside the date and the edition of a document, a phrase with `_` for its blanks.
`[documents]` has what titles consist of beside the name of a game: words by which a title is that of a document
(`kinds`; `-regeln` also ends compounds), those that tell its kind (`digest`, `errata`, `faq`, `rulings`, `rules`) or
that it is not in force yet (`drafts`) or of tournaments alone (`limited`), of rules that may be named after who plays
by them (`house`), words around them (`about`) and between (`joining`; `opening` also at the start of a title).
`[signs]` has words beside a number that say what it is: before one that is cited (`guides`; `citing`, with a
preposition; `also` between; `places`, where nothing is measured; `saying` after the name of a document), and before
and after a quantity (`measuring`, `measures`; a German noun with its capital), what is `numbered` elsewhere, `works`
of other kinds, and other games (`others` before `games`, and `sports`). `[cards]` has what says that a name is a
card's (`titled`) or of something printed elsewhere (`works`), and what has a capital before one (`leading`).
`[relations]` has what words beside an address state of it (`judge.references.relations`), in nine languages.
`[headings]` has what the titles say of glossaries (`term`), of questions (`qa`), of rulings and errata (`card`), and of
what is around the rules (`back`), and what is over lists of `contents`. `[fields]` has what records call their fields,
without blanks, by what these hold (`judge.reading.profiles.reading_profile.Role`), those whose values are terms
(`term`) or words that are not rules (`flavour`), and those that only cards have (`of_cards`); `[columns]` what is over
the columns of tables of errata, a blank written `_`. `[letters]` has the letters of the alphabet that look like others
with a mark (`own`), by which titles differ. `[search]` has the commonest words, by which a language is told (`common`),
those that are never another word with a mistake (`ordinary`), those that ask and connect and so say `little`, the
`endings` by which forms of a word differ, what is written otherwise within them (`changes`), and how many letters are
left of a word at least (`shortest`); `little`, `endings` and `changes` as `judge.core.tokens.fold` writes them. English
has its forms in `stemming.py`.
A collection teaches more than these lists; they are where a text is read with nothing else known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from judge.core.jsonl import pack, unpack

RULE = "rule"
"""The unit of what a document numbers throughout."""
CLAUSE = "clause"
"""The unit of the parts of a rule."""
QUESTION = "q"
"""The unit of questions; they are counted with numbers that rules may have as well."""
PAGE = "page"
"""The unit of pages."""
CUT = 3
"""Letters that an abbreviation leaves out, at least; fewer make a plural."""
LONGEST_ENDING = 2
"""Letters that an ordinal may have after its stem."""

ENGLISH = "en"
"""The language of a text of which nothing else is known."""
SHORTEST = 3
"""Letters that are left of a word without its endings, where a language says no other number. Of 50 words of the
samples that it decides, half changes 9 and double 28."""
SCRIPTS = {
    "ja": r"[\u3040-\u30ff]",
    "zh": r"[\u3400-\u4dbf\u4e00-\u9fff]",
    "ru": r"[\u0400-\u04ff]",
    "el": r"[\u0370-\u03ff]",
}
"""Languages that a script tells: the first of which a text has its share."""
SHARE = 0.15
"""Share of the letters of a text that are of such a script. Half or double changes nothing in the five documents and
the samples."""
FEWEST_SAID, CLEARLY = 3, 1.5
"""That many of its commonest words tell a language, and this many times those of any other. Half or double changes
none of the five documents; of 158 texts of the samples, half and double change 4 and 9 by the first, 2 and 21 by the
second."""
READ = 20_000
"""Characters of a document that tell its language: a bound of the work."""


class WordForms(NamedTuple):
    """How the words of a language change."""

    little: str
    """Words that say little in a question."""
    endings: tuple[str, ...]
    """The longest first."""
    changes: tuple[tuple[str, str], ...]
    """Letters that are written otherwise in other forms of a word, each with what stands for both."""
    shortest: int
    """Letters that are left, at least."""
    ordinary: str
    """Words that are never another word with a mistake."""


_of_library: list[str] = []
"""The tables of all languages as JSON, of the library that was opened last."""


def take_tables(text: str) -> None:
    """Take the tables as a library holds them, which thirteen files need not be parsed for.

    The program that built it has the same files, or it would not be opened.
    """
    _of_library[:] = [text]


def tables_as_json() -> str:
    """Return the tables as a library holds them."""
    return pack(_every())


@cache
def _every() -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of all languages, by their names."""
    if _of_library:
        return unpack(_of_library[0], dict[str, dict[str, Any]])
    import tomllib

    files = sorted(Path(__file__).parent.glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def _table(language: str) -> Mapping[str, Any]:
    """Return the table of one language; nothing where there is none."""
    return _every().get(language, {})


@cache
def word_forms(language: str) -> WordForms:
    """Return how the words of a language change; those of a language without a file do not."""
    said = _table(language).get("search", {})
    endings = sorted(said.get("endings", "").split(), key=lambda one: (-len(one), one))
    changes = (change.partition(">")[::2] for change in said.get("changes", "").split())
    return WordForms(
        said.get("little", ""), tuple(endings), tuple(changes), said.get("shortest", SHORTEST), said.get("ordinary", "")
    )


def known() -> tuple[str, ...]:
    """Return the languages that have files."""
    return tuple(_every())


def language_of(texts: Iterable[str]) -> str:
    """Return the language of texts: by their script, else by the commonest words; nothing where neither tells.

    >>> language_of(["手札が七枚になるまで捨てます。"]), language_of(["Игрок берёт одну карту."]), language_of(["Flip"])
    ('ja', 'ru', '')
    """
    text = ""
    for one in texts:
        text += f"{one}\n"
        if len(text) > READ:
            break
    letters = len(re.findall(r"[^\W\d_]", text))
    for language, script in SCRIPTS.items():
        if letters and len(re.findall(script, text)) >= SHARE * letters:
            return language
    said = Counter(re.findall(r"[^\W\d_]+", text.casefold()))
    held = sorted(((sum(said[word] for word in _commonest(one)), one) for one in known()), reverse=True)
    (most, language), (next_most, _) = held[:2]
    return language if most >= FEWEST_SAID and most >= CLEARLY * next_most else ""


@cache
def _commonest(language: str) -> frozenset[str]:
    """Return the words by which a language is told, as they are written; marks and all."""
    return frozenset(_table(language).get("search", {}).get("common", "").split())


def _tables() -> Iterable[Mapping[str, Mapping[str, Any]]]:
    return _every().values()


@cache
def units() -> Mapping[str, str]:
    """Return the words of all languages for parts of a text, folded, each with its unit: `artículo` is a `rule`."""
    found: dict[str, str] = {}
    for table in _tables():
        for unit, words in table.get("units", {}).items():
            for word in words.split():
                found.setdefault(word, unit)
    return found


@cache
def unit_words(language: str, *kinds: str) -> tuple[str, ...]:
    """Return the words of one language for some units: `artículo` is one for a `rule`."""
    own = _table(language).get("units", {})
    return tuple(word for kind in kinds for word in own.get(kind, "").split())


@cache
def language_words(language: str, table_name: str, *names: str) -> frozenset[str]:
    """Return the words of one language under names of a table."""
    table = _table(language).get(table_name, {})
    return frozenset(word for name in names for word in table.get(name, "").split())


def words(name: str) -> frozenset[str]:
    """Return the words of all languages under a name of `[words]`: `see`, `of`, `and` or `to`."""
    return listed("words", name)


@cache
def phrases(table_name: str, *names: str) -> str:
    """Return a pattern of the words and phrases of all languages under names of a table, the longest first.

    A blank is written `_`; a word with a dash before it may be the end of a longer one, one with a dash after it the
    beginning.
    """
    found = {one for table in _tables() for name in names for one in table.get(table_name, {}).get(name, "").split()}
    longest_first = sorted(found, key=lambda one: (-len(one), one))
    return "|".join(re.sub(r"^\\-|\\-$", r"\\w*", re.escape(one)).replace("_", r"\s+") for one in longest_first)


def any_of(*some: Iterable[str]) -> str:
    r"""Return a pattern of words, the longest first.

    >>> any_of(["cf.", "see"], ["see also"])
    'see\\ also|cf\\.|see'
    """
    found = sorted(frozenset().union(*some))
    return "|".join(map(re.escape, sorted(found, key=len, reverse=True)))


@cache
def pointing(language: str, *names: str) -> tuple[str, ...]:
    """Return the words of one language under names of its table `[pointers]`; a blank is written `_`."""
    said = _table(language).get("pointers", {})
    return tuple(dict.fromkeys(word for name in names for word in said.get(name, "").split()))


@cache
def capitals_mark_names(language: str) -> bool:
    """Tell whether a word with a capital within a sentence of a language is a name or a title."""
    return bool(_table(language).get("pointers", {}).get("capitals"))


@cache
def irregular_plurals(language: str) -> Mapping[str, str]:
    """Return the plurals of one language that no ending tells, each with its singular."""
    return dict(form.split(">") for form in pointing(language, "irregular"))


def joining_words(language: str) -> tuple[str, ...]:
    """Return the words of one language between the titles of a list."""
    return (*_table(language).get("words", {}).get("and", "").split(), *pointing(language, "and"))


def signs(name: str) -> frozenset[str]:
    """Return the words of all languages under a name of `[signs]`: words beside a number that say what it is."""
    return listed("signs", name)


@cache
def listed(table_name: str, name: str) -> frozenset[str]:
    """Return the words of all languages under a name of a table, as `words` and `signs` do of theirs."""
    return frozenset(word for table in _tables() for word in table.get(table_name, {}).get(name, "").split())


@cache
def relations() -> tuple[Mapping[str, Any], ...]:
    """Return the table `[relations]` of each language that has one, with its words `and` and `of`."""
    return tuple({**table["words"], **table["relations"]} for table in _tables() if "relations" in table)


@cache
def ordinals() -> Mapping[str, int]:
    """Return the stems of the words of all languages for places, each with its place: `third` is 3."""
    return _counted("words", "ordinals")


def counts() -> Mapping[str, int]:
    """Return the words of all languages that count, each with its number: `three` and `third` are 3."""
    return _counted("words", "counts")


@cache
def months(name: str) -> Mapping[str, int]:
    """Return the names of months of all languages under a name of `[months]`, each with its number: `märz` is 3."""
    return _counted("months", name)


@cache
def fields(name: str) -> Mapping[str, int]:
    """Return what all languages call a field of records under a name of `[fields]`, each with its place there."""
    return _counted("fields", name)


@cache
def columns(name: str) -> frozenset[str]:
    """Return what is over a column of tables of errata in all languages, under a name of `[columns]`."""
    heads = (head for table in _tables() for head in table.get("columns", {}).get(name, "").split())
    return frozenset(head.replace("_", " ") for head in heads)


@cache
def own_letters(language: str) -> frozenset[str]:
    """Return the letters that the alphabet of a language has beside those that they look like, in lower case."""
    return frozenset(_table(language).get("letters", {}).get("own", "").split())


def _counted(table_name: str, name: str) -> Mapping[str, int]:
    """Return the words of a list of all languages, each with its place there."""
    lists = (table.get(table_name, {}).get(name, "").split() for table in _tables())
    placed = ((word, place) for listed in lists for place, forms in enumerate(listed, 1) for word in forms.split("|"))
    return {word: place for word, place in placed if word != "-"}


@cache
def abbreviations() -> frozenset[str]:
    """Return the words that end with a point within a sentence: those listed, and what is short for a unit, `art`."""
    short = set(words("short"))
    for table in _tables():
        for line in table.get("units", {}).values():
            own = line.split()
            short |= {one for one in own if any(len(two) - len(one) >= CUT and two.startswith(one) for two in own)}
    return frozenset(short)


def ordinal(word: str) -> int:
    """Return the place that a word names, or 0 where it names none.

    >>> ordinal("Second"), ordinal("dritter"), ordinal("segundo"), ordinal("anchor")
    (2, 3, 2, 0)
    """
    folded = word.casefold()
    shorter: Iterator[str] = (folded[: len(folded) - cut] for cut in range(LONGEST_ENDING + 1))
    return next((ordinals()[stem] for stem in shorter if stem in ordinals()), 0)
