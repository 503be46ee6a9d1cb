"""Mistakes put into queries: what one wrong word costs. `python -m tests.tasks.mistakes QUERIES.jsonl`.

A line of the file is a JSON object with `query`. One word of at least five letters is written wrong in each, as a hand
slips or as an ear spells; printed is the share of queries whose first answer stays the same.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import judge
from judge.core.tokens import STOP_WORDS, words

WORD = re.compile(r"[a-z]{5,}", re.IGNORECASE)
NEIGHBOURS = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wqetrutyoiosdaghjfklxzcvbmn", strict=False))
EAR = (
    ("tion", "shun"), ("sion", "zhun"), ("ph", "f"), ("ck", "k"), ("x", "ks"), ("age", "idge"), ("dge", "ge"),
    ("ough", "uff"), ("ight", "ite"), ("ea", "ee"), ("ee", "ea"), ("ai", "ay"), ("ie", "ee"), ("ei", "ee"),
    ("ou", "ow"),
    ("oo", "u"), ("er", "ur"), ("or", "er"), ("ar", "er"), ("ce", "se"), ("ci", "si"), ("ca", "ka"), ("co", "ko"),
    ("cu", "ku"), ("ct", "kt"), ("qu", "kw"), ("wh", "w"), ("kn", "n"), ("mb", "m"), ("ll", "l"), ("ss", "s"),
    ("tt", "t"), ("pp", "p"), ("rr", "r"), ("nn", "n"), ("mm", "m"), ("ff", "f"), ("ance", "ence"), ("ent", "ant"),
    ("ible", "able"), ("ture", "cher"), ("y", "ie"), ("i", "y"),
)  # fmt: skip
"""How letters are spelled by ear; two of them change in a word, where it has two."""


def slip(word: str, chance: random.Random) -> str:
    """Return a word with one slip of the hand: a letter swapped, missing, doubled, or its neighbour's."""
    at = chance.randrange(1, len(word) - 1)
    ways = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + NEIGHBOURS.get(word[at].lower(), "e") + word[at + 1 :],
    )
    return chance.choice(ways)


def by_ear(word: str, chance: random.Random) -> str:
    """Return a word as somebody spells it who has only heard it."""
    fitting = [pair for pair in EAR if pair[0] in word.lower()]
    chance.shuffle(fitting)
    heard = word.lower()
    for letters, instead in fitting[:2]:
        heard = heard.replace(letters, instead, 1)
    return heard


def with_mistake(query: str, make: Callable[[str, random.Random], str], chance: random.Random) -> str:
    """Return a query with one telling word of it written wrong; as it is where it has none."""
    long = [match for match in WORD.finditer(query) if not STOP_WORDS.issuperset(words(match[0]))]
    if not long:
        return query
    one = chance.choice(long)
    return query[: one.start()] + make(one[0], chance) + query[one.end() :]


def main() -> None:
    """Print the share of queries whose first answer stays the same."""
    queries = [json.loads(line)["query"] for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    folders = os.environ.get("JUDGE_CORPUS", "")
    with judge.open(corpus=folders.split(os.pathsep) if folders else ()) as library:
        right = [[one.row.id for one in library.search(query, limit=1)] for query in queries]
        for make in (slip, by_ear):
            chance = random.Random(45)
            same, of = 0, 0
            for query, first in zip(queries, right, strict=True):
                wrong = with_mistake(query, make, chance)
                if wrong.lower() != query.lower() and first:
                    of += 1
                    same += [one.row.id for one in library.search(wrong, limit=1)] == first
            print(f"{make.__name__}: {same} of {of} first answers are the same")


if __name__ == "__main__":
    main()
