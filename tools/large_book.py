"""A rulebook as large as those of the largest games: 3,000 numbered rules and a glossary of 700 terms.

`tools/bench.py --book` builds it and its second edition, and prints the seconds of the processor.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from vocabulary import ADJECTIVES, FILLER, NOUNS, VERBS

RULES = 3000
TERMS = 700
SYLLABLES = "ba cor den fi gal hest im jor kel lun mar nok or pel quin ras sol tam ul vor wen yar zim".split()
VOCABULARY = 2500
"""Words beside the common ones; large books use about so many."""
SECTIONS_OF_A_CHAPTER = 18
REWORDED = 0.08
"""Share of the rules that another edition words anew."""


def large_book(edition: int = 1, rules: int = RULES, terms: int = TERMS) -> str:
    """Return the text of a book, the same in each run; other editions word some of the rules anew.

    Chapters print `1.`, sections `100.`, rules `100.1.` and the rules below them `100.1a`, each in one line. A contents
    list comes first, a glossary last.
    """
    draw, again = random.Random(3000), random.Random(edition)  # noqa: S311 (nothing secret)
    words = _vocabulary(draw)
    titles = list(islice(_titles(draw, words), rules + terms))
    known = titles[-terms:] if terms else titles
    numbers = list(islice(_numbers(draw), rules))
    rows = list(zip(numbers, titles, strict=False))
    lines = ["Harbour Lights", "Comprehensive Rules", f"Edition {edition}, {2000 + edition}-03-01", "", "Contents", ""]
    lines += [f"{number} {title}" for number, title in rows if number[-1] == "." and number.count(".") == 1]
    lines += ["Glossary", ""]
    cited = [number.rstrip(".") for number in numbers if "." in number[:-1]]
    for number, title in rows:
        text = title if number.count(".") == 1 and number[-1] == "." else _text(draw, words, known, cited)
        if edition > 1 and again.random() < REWORDED and text is not title:
            text += " " + _sentence(again, words, known)
        lines += [f"{number} {text}", ""]
        if text is not title and draw.random() < 0.15:
            lines += [f"Example: {_sentence(draw, words, known)}", ""]
    lines += ["Glossary", ""]
    for title in sorted(known):
        lines += [title, f"{_sentence(draw, words, known)} See rule {draw.choice(cited)}.", ""]
    return "\n".join(lines)


def _numbers(draw: random.Random) -> Iterator[str]:
    """Yield numbers of chapters, sections, rules and rules below these, in the order of the book."""
    for chapter in range(1, 100):
        yield f"{chapter}."
        for section in range(100 * chapter, 100 * chapter + SECTIONS_OF_A_CHAPTER):
            yield f"{section}."
            for rule in range(1, draw.randint(4, 12)):
                yield f"{section}.{rule}."
                below = draw.choice((0, 0, 0, 2, 3, 5, 8))
                yield from (f"{section}.{rule}{letter}" for letter in "abcdefgh"[:below])


def _vocabulary(draw: random.Random) -> list[str]:
    """Return words, the more common ones many times."""
    rare = sorted({"".join(draw.choices(SYLLABLES, k=draw.randint(2, 4))) for _ in range(VOCABULARY)})
    draw.shuffle(rare)
    known = [*NOUNS, *VERBS, *ADJECTIVES, *rare]
    return FILLER * 20 + [word for rank, word in enumerate(known, 1) for _ in range(1 + 2000 // (rank + 20))]


def _titles(draw: random.Random, words: Sequence[str]) -> Iterator[str]:
    """Yield titles of one to three words, each once."""
    content = sorted(set(words) - set(FILLER))
    seen = set()
    while True:
        title = " ".join(draw.choices(content, k=draw.choice((1, 2, 2, 3)))).title()
        if title not in seen:
            seen.add(title)
            yield title


def _text(draw: random.Random, words: Sequence[str], known: Sequence[str], cited: Sequence[str]) -> str:
    """Return the text of a rule: one to four sentences, and often a reference."""
    text = " ".join(_sentence(draw, words, known) for _ in range(draw.choice((1, 2, 2, 3))))
    form = draw.choice(("", "", " See rule {}.", " (See rule {}.)", " See rules {} and {}."))
    return text + form.format(draw.choice(cited), draw.choice(cited))


def _sentence(draw: random.Random, words: Sequence[str], known: Sequence[str]) -> str:
    """Return a sentence, in which a term of the glossary may stand."""
    found = draw.choices(words, k=draw.randint(6, 22))
    if draw.random() < 0.3:
        found.insert(draw.randrange(len(found)), draw.choice(known))
    text = " ".join(found)
    return f"{text[0].upper()}{text[1:]}."
