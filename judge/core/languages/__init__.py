"""The words of each language by which texts number and cite their parts: one data file a language, `LANG.toml`.

A file has these tables. `[units]` has for each kind of part the words for it, abbreviations without their point. `rule`
holds the words for what a document numbers throughout (rules, sections, articles); the others count a list of their
own, `q` (as in Q12) questions. `[words]` has what sends a reader on (`see`), what stands between a part and its whole
(`of`), between the numbers of a list (`and`) and of a range (`to`), `ordinals` from the first on, without their
endings, and other abbreviations (`short`). `[signs]` has words beside a number that say what it is; most languages have
none yet. `[relations]` has what words beside an address state of it (`judge.references.signs.relations`), in four
languages.
A collection teaches more than these lists; they are where a text is read with nothing else known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

RULE = "rule"
"""The unit of what a document numbers throughout."""
CLAUSE = "clause"
"""The unit of the parts of a rule."""
QUESTION = "q"
"""The unit of questions; they are counted with numbers that rules may have as well."""
CUT = 3
"""Letters that an abbreviation leaves out, at least; fewer make a plural."""
LONGEST_ENDING = 2
"""Letters that an ordinal may have behind its stem."""


@cache
def _tables() -> tuple[Mapping[str, Mapping[str, Any]], ...]:
    import tomllib  # a bare number needs no words
    from importlib import resources

    files = sorted(resources.files(__name__).iterdir(), key=lambda one: one.name)
    return tuple(tomllib.loads(file.read_text(encoding="utf-8")) for file in files if file.name.endswith(".toml"))


@cache
def units() -> Mapping[str, str]:
    """Return the words of all languages for parts of a text, folded, each with its unit: `artículo` is a `rule`."""
    found: dict[str, str] = {}
    for table in _tables():
        for unit, words in table["units"].items():
            for word in words.split():
                found.setdefault(word, unit)
    return found


@cache
def words(name: str) -> frozenset[str]:
    """Return the words of all languages under a name of `[words]`: `see`, `of`, `and` or `to`."""
    return frozenset(word for table in _tables() for word in table["words"].get(name, "").split())


@cache
def signs(name: str) -> frozenset[str]:
    """Return the words of all languages under a name of `[signs]`: words beside a number that say what it is."""
    return frozenset(word for table in _tables() for word in table.get("signs", {}).get(name, "").split())


@cache
def relations() -> tuple[Mapping[str, Any], ...]:
    """Return the table `[relations]` of each language that has one, with its words `and` and `of`."""
    return tuple({**table["words"], **table["relations"]} for table in _tables() if "relations" in table)


@cache
def ordinals() -> Mapping[str, int]:
    """Return the stems of the words of all languages for places, each with its place: `third` is 3."""
    return {stem: place for table in _tables() for place, stem in enumerate(table["words"]["ordinals"].split(), 1)}


@cache
def abbreviations() -> frozenset[str]:
    """Return the words that end with a point within a sentence: those listed, and what is short for a unit, `art`."""
    short = set(words("short"))
    for table in _tables():
        for line in table["units"].values():
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
