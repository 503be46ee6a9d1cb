"""Two editions of a document, made at run time of the entries of a real one, and what became of each number.

The newer edition lacks some chapters and sections, so that the numbers behind them have moved.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from judge.core.jsonl import Record
from tests.support import write_collection

CHAPTERS, SECTIONS = 24, 8
"""Of the older edition."""
LOST = 0.12
"""Share of chapters and of sections that the newer edition lacks."""


class Editions(NamedTuple):
    """Two editions."""

    folder: Path
    became: dict[str, str | None]
    """The new number of each old one; None for what is gone."""


class Section(NamedTuple):
    """A section, whatever its number is."""

    title: str
    texts: tuple[str, ...]


def write_editions(folder: Path, entries: Sequence[Record], seed: int) -> Editions:
    """Write two editions as a collection.

    Args:
        folder: where.
        entries: of the document whose words are used.
        seed: draws what is lost.
    """
    draw = random.Random(seed)
    worded = [one for one in entries if one["title"] and any(len(block["text"]) > 60 for block in one["blocks"])]
    chosen = draw.sample(worded, min(len(worded), CHAPTERS * SECTIONS))
    titles: set[str] = set()
    sections = []
    for one in chosen:
        if one["title"].casefold() not in titles and len(one["title"]) < 60:
            titles.add(one["title"].casefold())
            sections.append(Section(one["title"], tuple(block["text"] for block in one["blocks"][:3])))
    chapters = [sections[start : start + SECTIONS] for start in range(0, len(sections), SECTIONS)]
    kept = [[one for one in chapter if draw.random() > LOST] for chapter in chapters if draw.random() > LOST]
    old, new = _numbered(chapters), _numbered(kept)
    write_collection(folder, old_md=_text("1.0", "2020", chapters), new_md=_text("2.0", "2025", kept))
    rows = (("old", "1.0", "2020"), ("new", "2.0", "2025"))
    made = (
        f'[[document]]\nfile = "{key}.md"\nwork = "rules"\nedition = "{edition}"\ndate = "{date}"\n'
        for key, edition, date in rows
    )
    (folder / "corpus.toml").write_text("\n".join(made), encoding="utf-8")
    return Editions(folder, {number: new.get(title) for title, number in old.items()})


def _numbered(chapters: Sequence[Sequence[Section]]) -> dict[str, str]:
    """Return the number of each section, by its title."""
    return {
        section.title: f"{chapter}.{place}"
        for chapter, sections in enumerate(chapters, 1)
        for place, section in enumerate(sections, 1)
    }


def _text(edition: str, year: str, chapters: Sequence[Sequence[Section]]) -> str:
    lines = [f"# Lighthouse Rules, Edition {edition} ({year})", ""]
    for chapter, sections in enumerate(chapters, 1):
        lines += [f"{chapter} Chapter on {sections[0].title if sections else 'Nothing'}", ""]
        for place, section in enumerate(sections, 1):
            lines += [f"{chapter}.{place} {section.title}", ""]
            lines += [part for text in section.texts for part in (" ".join(text.split()), "")]
    return "\n".join(lines)
