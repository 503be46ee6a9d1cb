"""Errata as fields: what a card's new wording prints of the card's face, told apart from its rules text.

    State Cost: [Mag] 0 Play on a Character. …
    Sinister Sibling Cost: [Lot] 3 Fighting: 4 Provides: [Lot] Uncopyable. …
    └ type or subtitle ┘ └ labels, each with icons, a number, or both ┘ └ rules text

Reads: the errata text as the dialect found it, and what is known of the game's labels (`corpus/games/`). Writes: an
`Errata` with fields under the labels' names. A game that nothing is known of has its labels under their own names, and
which words are labels is learnt from the document. How a sentence says what a card should read is in
`judge.reading.rulings.corrections`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.core.model import Errata

LABEL = r"[A-Z][A-Za-z]{2,15}"
ICONS = r"(?:\[[^\[\]]{1,20}\]\s*)+"
VALUE = re.compile(rf"(?P<label>{LABEL}):\s*(?P<icons>{ICONS})?(?P<number>\d+|X(?![\w'’=-]|\s*=))?\s*")
"""A label, icons in square brackets, a number or X."""
ICON = re.compile(r"\[([^\[\]]+)\]")
PRINTED_LABEL = re.compile(rf"\b(?P<label>{LABEL}):\s*(?P<value>\[|[-+–]?\d|X\b)?")
"""A label, and how its value begins if that is an icon, a number or X."""
NO_LABELS = frozenset("Answer Author Clarification Errata Erratum Example Note Question Ruling See Source Tip".split())
"""Words that stand before a colon and are of no card's face."""
FEWEST_CARDS = 3
"""Cards that must print a label before it is learnt."""


@dataclass(frozen=True, slots=True)
class Labels:
    """How a game's cards print their face."""

    fields: Mapping[str, str] = field(default_factory=dict)
    """Field of each printed label: "Generates" is "power"."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """Field that takes the icons of a field that also has a number: those of "cost" are "resources"."""
    lists: tuple[str, ...] = ()
    """Fields that hold icons alone."""
    types: tuple[str, ...] = ()
    """Types of cards; a longer one is tried before a shorter."""
    default_type: str | None = None
    """The type of a card that prints only a subtitle."""


def split_errata(text: str, labels: Labels) -> Errata:
    """Part an errata text into fields and rules text.

    Args:
        text: type or subtitle, labelled values, rules text, in this order; each may be missing.
        labels: what is known of the game.
    """
    found = _labelled(text)
    if not found:
        return Errata(text, {})
    fields = _face(text[: found[0].start()].strip(), labels)
    for match in found:
        _store(fields, match, labels)
    return Errata(text[found[-1].end() :].strip(), fields)


def recurring_labels(texts: Iterable[str]) -> frozenset[str]:
    """Learn the labels of a card's face from a document: words with a colon before icons or numbers, on several cards.

    Args:
        texts: the errata or headings of the document's cards, one each.

    >>> sorted(recurring_labels(["Gull Cost: 1 Power: 2 It flies."] * 3 + ["Note: 2 of them."]))
    ['Cost', 'Power']
    """
    cards: Counter[str] = Counter()
    valued: Counter[str] = Counter()
    for text in texts:
        found = list(PRINTED_LABEL.finditer(text))
        cards.update({match["label"] for match in found})
        valued.update({match["label"] for match in found if match["value"]})
    often = (label for label, count in cards.items() if count >= FEWEST_CARDS and 2 * valued[label] >= count)
    return frozenset(often) - NO_LABELS


def prints_face(text: str, labels: Collection[str]) -> bool:
    """Tell whether a text prints a card's face: one of the labels, with its colon."""
    return any(match["label"] in labels for match in PRINTED_LABEL.finditer(text))


def first_value(text: str) -> int | None:
    """Return where the first label with icons or a number stands in a text.

    >>> first_value("Provides: [Tide]"), first_value("Gull Cost: 3"), first_value("Note: 3 of them")
    (0, 5, None)
    """
    found = _labelled(text)[:1]
    return found[0].start() if found and found[0]["label"] not in NO_LABELS else None


def _labelled(text: str) -> list[re.Match[str]]:
    """Find the run of labelled values; it ends where the next word is not a label with a value."""
    found: list[re.Match[str]] = []
    first = next((match for match in VALUE.finditer(text) if match["icons"] or match["number"]), None)
    match = first
    while match and (match["icons"] or match["number"]):
        found.append(match)
        match = VALUE.match(text, match.end())
    return found


def _face(head: str, labels: Labels) -> dict[str, object]:
    """Return type and subtitle of what stands before the first label."""
    for kind in sorted(labels.types, key=len, reverse=True):
        if head == kind:
            return {"type": kind, "subtitle": None}
        if head.endswith(f" {kind}"):
            return {"type": kind, "subtitle": head.removesuffix(kind).strip()}
    return {"type": labels.default_type, "subtitle": head or None}


def _store(fields: dict[str, object], match: re.Match[str], labels: Labels) -> None:
    name = labels.fields.get(match["label"], match["label"].lower())
    icons = ICON.findall(match["icons"] or "")
    if match["number"] is None or name in labels.lists:
        fields[name] = icons
        return
    fields[name] = int(match["number"]) if match["number"].isdigit() else match["number"]
    if name in labels.icons or icons:
        fields[labels.icons.get(name, f"{name} icons")] = icons


def labels_of(table: Mapping[str, object]) -> Labels:
    """Return the labels that a game file's table `[card]` describes (judge/reading/metadata/games.py checks it)."""
    return Labels(
        fields=_texts(table.get("fields")),
        icons=_texts(table.get("icons")),
        lists=_list(table.get("lists")),
        types=_list(table.get("types")),
        default_type=str(table["default_type"]) if "default_type" in table else None,
    )


def _texts(value: object) -> dict[str, str]:
    return {str(key): str(one) for key, one in value.items()} if isinstance(value, Mapping) else {}


def _list(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else ()
