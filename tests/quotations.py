"""True and false quotations of rules, drawn from a seed over any opened library, in ways from crude to cunning."""

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.core.jsonl import Record

TURNING = re.compile(r"\b(?:not|no|never|cannot|unless|except|only|but|however|although|without|instead|until)\b", re.I)
NUMBERS = "one two three four five six seven eight nine ten".split()


class Quotation(NamedTuple):
    """A quotation, and what is to be said of it."""

    locator: str
    quote: str
    verdicts: tuple[str, ...]
    """Those that are right."""
    way: str


Way = Callable[[str, random.Random], str | None]


def as_it_is(sentence: str, draw: random.Random) -> str | None:
    return sentence


def shouted(sentence: str, draw: random.Random) -> str | None:
    return sentence.upper()


def other_marks(sentence: str, draw: random.Random) -> str | None:
    return "«" + sentence.replace("’", "'").replace("“", '"').replace("”", '"').replace("–", "-").rstrip(".") + "»"


def broken(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    place = draw.randrange(1, len(words))
    return " ".join(words[:place]) + "\n  " + " ".join(words[place:])


def with_ellipsis(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    if len(words) < 12:
        return None
    start = draw.randint(3, len(words) - 8)
    stop = start + draw.randint(1, 4)
    if TURNING.search(" ".join(words[start:stop])):
        return None
    return f"{' '.join(words[:start])} {draw.choice(('…', '...', '[...]', '(…)'))} {' '.join(words[stop:])}"


def a_part(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    start, stop = draw.randint(0, 3), len(words) - draw.randint(0, 3)
    if stop - start < 5 or TURNING.search(" ".join([*words[:start], *words[stop:]])):
        return None
    return " ".join(words[start:stop])


def two_sentences_as_one(sentence: str, draw: random.Random) -> str | None:
    return f"“{sentence[0].lower()}{sentence[1:]}”,"


def without_commas(sentence: str, draw: random.Random) -> str | None:
    return re.sub(r"[,;:](?=\s)", "", sentence)


TRUE: dict[str, Way] = {
    function.__name__: function
    for function in (
        as_it_is, shouted, other_marks, broken, with_ellipsis, a_part, two_sentences_as_one, without_commas
    )
}  # fmt: skip


def one_word_changed(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    place = draw.randrange(len(words))
    other = draw.choice(("discarded", "opponent", "twice", "always", "hand"))
    if words[place].casefold().strip(".,;:()") == other:
        return None
    words[place] = other
    return " ".join(words)


def word_left_out(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    del words[draw.randrange(1, len(words) - 1)]
    return " ".join(words)


def word_put_in(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    words.insert(draw.randrange(1, len(words) - 1), draw.choice(("also", "not", "usually", "other")))
    return " ".join(words)


def negation_dropped(sentence: str, draw: random.Random) -> str | None:
    made = re.sub(r"\b(?:not|never)\s", "", sentence, count=1)
    return made if made != sentence else None


def may_for_must(sentence: str, draw: random.Random) -> str | None:
    pairs = {"may": "must", "must": "may", "can": "cannot", "cannot": "can", "any": "no", "all": "some", "each": "one"}
    for one, other in pairs.items():
        made = re.sub(rf"\b{one}\b", other, sentence, count=1)
        if made != sentence:
            return made
    return None


def number_changed(sentence: str, draw: random.Random) -> str | None:
    for place, number in enumerate(NUMBERS):
        made = re.sub(rf"\b{number}\b", NUMBERS[(place + 1) % 10], sentence, count=1)
        if made != sentence:
            return made
    return None


def swapped(sentence: str, draw: random.Random) -> str | None:
    words = sentence.split()
    place = draw.randrange(len(words) - 3)
    if words[place].casefold() == words[place + 2].casefold():
        return None
    words[place], words[place + 2] = words[place + 2], words[place]
    return " ".join(words)


def condition_cut_off(sentence: str, draw: random.Random) -> str | None:
    found = re.search(r",?\s(?:unless|except|but only|only if)\b", sentence)
    return sentence[: found.start()] if found and len(sentence[: found.start()].split()) > 4 else None


def negation_in_the_ellipsis(sentence: str, draw: random.Random) -> str | None:
    found = re.search(r"\s(?:not|never|only|without)\s", sentence)
    if not found or len(sentence[: found.start()].split()) < 3 or len(sentence[found.end() :].split()) < 3:
        return None
    return f"{sentence[: found.start()]} … {sentence[found.end() :]}"


def halves_turned_round(sentence: str, draw: random.Random) -> str | None:
    head, comma, tail = sentence.rstrip(".").partition(", ")
    return f"{tail}, {head}" if comma and len(head.split()) > 3 and len(tail.split()) > 3 else None


def plural_changed(sentence: str, draw: random.Random) -> str | None:
    made = re.sub(r"\b([a-z]{4,}[^s\W])s\b", r"\1", sentence, count=1)
    return made if made != sentence else None


def invented(sentence: str, draw: random.Random) -> str | None:
    return "A player who arrives late at the table gives the first pick of snacks to whoever sits on the left."


FALSE: dict[str, Way] = {
    function.__name__: function
    for function in (
        one_word_changed, word_left_out, word_put_in, negation_dropped, may_for_must, number_changed, swapped,
        condition_cut_off, negation_in_the_ellipsis, halves_turned_round, plural_changed, invented,
    )
}  # fmt: skip
OF_ANOTHER, NOWHERE = "of another rule", "of no rule"


def quotations(entries: Sequence[Record], seed: int, true: int, false: int) -> list[Quotation]:
    """Return quotations of the numbered entries of a document.

    Args:
        entries: of the document.
        seed: draws everything.
        true: how many true ones.
        false: how many false ones.
    """
    draw = random.Random(seed)
    by_number: dict[str, int] = {}
    for one in entries:
        by_number[one["number"]] = by_number.get(one["number"], 0) + 1
    numbered = [one for one in entries if one["number"] and by_number[one["number"]] == 1 and _sentences(one)]
    texts = {one["id"]: " ".join(block["text"] for block in one["blocks"]) for one in entries}
    found: list[Quotation] = []

    while sum(one.verdicts == ("true",) for one in found) < true:
        entry, way = draw.choice(numbered), draw.choice(list(TRUE))
        quote = TRUE[way](draw.choice(_sentences(entry)), draw)
        if quote:
            found.append(Quotation(entry["id"], quote, ("true",), way))
    wanted = len(found) + false
    while len(found) < wanted:
        entry, way = draw.choice(numbered), draw.choice([*FALSE, OF_ANOTHER, NOWHERE])
        sentence = draw.choice(_sentences(entry))
        if way == OF_ANOTHER:
            other = draw.choice(numbered)
            if sum(sentence in text for text in texts.values()) == 1 and other["id"] != entry["id"]:
                found.append(Quotation(other["id"], sentence, ("wrong-rule",), way))
            continue
        if way == NOWHERE:
            found.append(Quotation(f"{entry['document']}:{entry['number']}.97", sentence, ("absent",), way))
            continue
        quote = FALSE[way](sentence, draw)
        if quote and quote.casefold() not in " ".join(texts.values()).casefold():
            found.append(Quotation(entry["id"], quote, ("misquoted",), way))
    return found


def _sentences(entry: Record) -> list[str]:
    """Return the sentences of an entry that are long enough to be quoted."""
    found = (part for block in entry["blocks"] for part in re.split(r"(?<=[.!?])\s+", block["text"]))
    return [one for one in found if 8 <= len(one.split()) <= 40 and one[0].isupper() and one[-1] == "."]
