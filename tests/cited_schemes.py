"""How citations are resolved in drawn collections, scheme by scheme of numbers.

Each collection has a rulebook whose rules are numbered in one scheme, and a list of questions that cites them: by
number in many forms, by numbers that no rule has, by titles with a letter wrong, by titles alone, and rules of another
game. Everything depends on the seed.
"""

import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import judge

FIRST = (
    "Ember Salt Copper Lantern Thistle Harbour Glass Winter Hollow Iron Silver Amber Cinder Marsh Falcon Raven".split()
)
SECOND = "Attack Draw Payment Timing Recovery Phase Zones Damage Tokens Priority Summoning Auction Upkeep Wager".split()
ROMAN: tuple[str, ...] = ("", "I", "II", "III", "IV", "V", "VI")
WORDS: tuple[str, ...] = ("", "EN", "PL", "SC", "PT", "AP", "QX")
SCHEMES: dict[str, Callable[[int, int], tuple[str, str]]] = {
    "1.2": lambda chapter, rule: (f"{chapter}", f"{chapter}.{rule}"),
    "101.2a": lambda chapter, rule: (f"{100 + chapter}", f"{100 + chapter}.{rule}a"),
    "1-2-3": lambda chapter, rule: (f"{chapter}-1", f"{chapter}-1-{rule}"),
    "A.3": lambda chapter, rule: (letter(chapter), f"{letter(chapter)}.{rule}"),
    "A3": lambda chapter, rule: (f"Chapter {letter(chapter)}", f"{letter(chapter)}{rule}"),
    "K4.3": lambda chapter, rule: (f"{letter(chapter)}1", f"{letter(chapter)}1.{rule}"),
    "A-3.2": lambda chapter, rule: (f"{letter(chapter)}-1", f"{letter(chapter)}-1.{rule}"),
    "PN-2": lambda chapter, rule: (f"Part {chapter}", f"{WORDS[chapter]}-{rule}"),
    "R1.2": lambda chapter, rule: (f"R{chapter}", f"R{chapter}.{rule}"),
    "II.A": lambda chapter, rule: (ROMAN[chapter], f"{ROMAN[chapter]}.{letter(rule)}"),
    "Rule 12": lambda chapter, rule: (f"Part {ROMAN[chapter]}", f"Rule {6 * (chapter - 1) + rule}"),
    "Rule 12 (b)": lambda chapter, rule: (f"Rule {chapter}", f"Rule {chapter} ({letter(rule).lower()})"),
    "Article 7": lambda chapter, rule: (f"Title {ROMAN[chapter]}", f"Article {6 * (chapter - 1) + rule}"),
    "Artículo 7": lambda chapter, rule: (f"Título {ROMAN[chapter]}", f"Artículo {6 * (chapter - 1) + rule}"),
}
CHAPTERS, RULES = 5, 6
FORMS = (
    "The captain waits (see {n}).",
    "Nobody may answer ({n}).",
    "That follows from {n}.",
    "{n} says so.",
    "As {n} has it, nobody pays.",
    "Compare {n} before you sail.",
    "Yes, under {n} of the rulebook.",
    "The rulebook, {n}, settles it.",
    "No: {n} forbids it.",
    "It is settled by {n}, and by nothing else.",
)
OTHERS = (
    "In chess it is otherwise ({n} of the Chess Handbook).",
    "Another game, Marble Kings, has this in its {n}, not ours.",
)


def letter(place: int) -> str:
    """Return a letter of the alphabet, from 1."""
    return chr(ord("A") + place - 1)


class Asked(NamedTuple):
    """What a question of the list cites."""

    kind: str
    text: str
    target: str | None


def collection(scheme: str, draw: random.Random, folder: Path) -> list[Asked]:
    """Write a collection, and return what its questions cite, in their order."""
    number = SCHEMES[scheme]
    names = [f"{first} {second}" for first in FIRST for second in SECOND]
    draw.shuffle(names)
    titles = iter(names)
    lines, rules = ["# Tidewall Rulebook", ""], []
    for chapter in range(1, CHAPTERS + 1):
        lines += [f"## {number(chapter, 1)[0]}. {next(titles)}", ""]
        for rule in range(1, RULES + 1):
            printed, title = number(chapter, rule)[1], next(titles)
            if scheme == "Rule 12 (b)":
                lines += [f"({letter(rule).lower()}) The {title.lower()} ends when the tide has turned twice.", ""]
            else:
                lines += [f"### {printed} {title}", "", f"The {title.lower()} ends when the tide has turned.", ""]
            rules.append((printed, title))
    asked = list(_asked(scheme, rules, draw))
    draw.shuffle(asked)
    (folder / "rulebook.md").write_text("\n".join(lines), "utf-8")
    paragraphs = [
        f"Q: What of case {WORDS[1 + place % 5].lower()}?\nA: {one.text}\n" for place, one in enumerate(asked)
    ]
    (folder / "faq.md").write_text("# Tidewall FAQ\n\n" + "\n".join(paragraphs), "utf-8")
    both = "".join(f'[[document]]\nfile = "{name}.md"\ngame = "Tidewall"\n' for name in ("rulebook", "faq"))
    (folder / "corpus.toml").write_text(both, "utf-8")
    return asked


def _asked(scheme: str, rules: list[tuple[str, str]], draw: random.Random) -> Iterator[Asked]:
    number = SCHEMES[scheme]
    bare = scheme[0].isdigit() or scheme == "A.3"
    for form in FORMS:
        printed, _ = draw.choice(rules)
        yield Asked("cited", form.format(n=f"rule {printed}" if bare and draw.random() < 0.5 else printed), printed)
    for form in draw.sample(FORMS[:4], 2):
        gone = (
            number(draw.randint(1, CHAPTERS), RULES + 3)[1]
            if "Ar" not in scheme[:2] and scheme != "Rule 12"
            else number(CHAPTERS, RULES + 3)[1]
        )
        yield Asked("absent", form.format(n=f"rule {gone}" if bare else gone), None)
    if scheme != "Rule 12 (b)":
        for _ in range(2):
            printed, title = draw.choice(rules)
            place = draw.randrange(2, len(title) - 1)
            yield Asked("misspelt", f"See {title[:place]}{title[place + 1 :]}.", printed)
            printed, title = draw.choice(rules)
            yield Asked("title", f"See {title}.", printed)
    for form in OTHERS:
        yield Asked("other", form.format(n=draw.choice(rules)[0]), None)


def measure(scheme: str, seed: int, misses: list[str]) -> Counter[tuple[str, bool]]:
    """Return how many citations of each kind came out rightly, and how many did not."""
    counted: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        asked = collection(scheme, random.Random(f"{scheme} {seed}"), Path(folder))
        library = judge.open(corpus=[folder])
        records = [json.loads(line) for line in library.export()]
        entries = {record["id"]: record for record in records if record["record"] == "entry"}
        lines = (Path(folder) / "faq.md").read_text("utf-8").split("\n")
        found: dict[int, list[tuple[str, str | None]]] = {}
        for record in records:
            if (
                record["record"] == "reference"
                and record["kind"] != "counterpart"
                and record["source"].startswith("faq")
            ):
                target = entries.get((record["target"] or "").partition("#")[0])
                shown = " ".join(filter(None, (target["number"], target["title"]))) if target else None
                found.setdefault(record["line"], []).append((record["status"], shown))
        for one in asked:
            got = found.get(lines.index(f"A: {one.text}") + 1, [])
            right = _is_right(one, got)
            counted[one.kind, right] += 1
            if not right:
                misses.append(f"{scheme:12}{one.kind:9}{one.text}  {one.target}  {got}")
    return counted


def _is_right(one: Asked, got: list[tuple[str, str | None]]) -> bool:
    led = [shown for status, shown in got if shown and status != "external"]
    if one.kind == "other":
        return not led and not any(status == "dangling" for status, _ in got)
    if one.kind == "absent":
        return not led and any(status == "dangling" for status, _ in got)
    plain = "".join(filter(str.isalnum, one.target or "")).casefold().removeprefix("rule")
    return bool(led) and all(
        "".join(filter(str.isalnum, shown)).casefold().removeprefix("rule").startswith(plain) for shown in led
    )
