"""Documents of our own whose numbers an editor has changed, while some references were forgotten.

A clean document of chapters and sections is drawn from a seed; then chapters are put in, taken out and moved, sections
put in and renamed, as editors do. Every reference knows which section it means, so the truth is known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

VERBS = """
    anchor sail row haul moor furl drift tow steer paddle launch board salvage caulk rig splice ballast dredge signal
    pilot ferry trade barter unload stow inspect quarantine hoist plunder careen provision muster patrol chart sound
    reef heave tack jibe berth
""".split()
NOUNS = """
    harbour tide crew cargo mast rudder keel lantern compass hull deck galley gull whale storm fog reef shoal current
    island lighthouse tollgate warehouse wharf jetty buoy beacon rope chain flag pennant barrel crate net hook oar
""".split()
ADJECTIVES = (
    "open closed northern broken silent heavy early late double false common sealed rising falling wild".split()
)
FILLER = """
    players may count what they hold before anything else happens then the owner decides whether to go on or to wait
    until another turn begins because nothing can be taken back once it has been shown to all who sit around
""".split()
SECTIONS = 300
STALE = 0.3
"""Share of the references to moved sections that the editor forgets."""


@dataclass(eq=False)
class Section:
    """A section, whatever its number is at the moment."""

    title: str
    label: str
    """How running text speaks of it: a verb of the title, inflected, or its nouns."""
    links: list[Link] = field(default_factory=list)
    number: str = ""


@dataclass(eq=False)
class Link:
    """A reference in a section's text."""

    meant: Section
    titled: bool
    printed: str = ""
    words: str = ""


def document(seed: int) -> tuple[str, dict[tuple[int, str], Section], list[list[Section]]]:
    """Return an edited document, the section meant by each reference, and its chapters.

    Args:
        seed: draws everything.

    Returns:
        The text; the section that is meant, by source line and printed number; the chapters with their sections.
    """
    draw = random.Random(seed)
    titles = _titles(draw)
    chapters = _clean(draw, titles)
    _edit(chapters, draw, titles)
    _number(chapters)
    _cite([section for chapter in chapters for section in chapter], draw, STALE)
    text, meant = _print(chapters, draw)
    return text, meant, chapters


def put_in(seed: int) -> tuple[str, dict[tuple[int, str], Section], list[list[Section]]]:
    """Return a document into which one chapter was put, while no reference was changed; otherwise as `document`."""
    draw = random.Random(seed)
    titles = _titles(draw)
    chapters = _clean(draw, titles)
    chapters.insert(draw.randrange(3, len(chapters) - 3), [next(titles) for _ in range(4)])
    _number(chapters)
    text, meant = _print(chapters, draw, silent=0.3)
    return text, meant, chapters


def _clean(draw: random.Random, titles: Iterator[Section]) -> list[list[Section]]:
    """Return chapters before anybody edits them: each reference has the number that its section has."""
    chapters = [[next(titles) for _ in range(10)] for _ in range(SECTIONS // 10)]
    everything = [section for chapter in chapters for section in chapter]
    for section in everything:
        section.links = [Link(draw.choice(everything), draw.random() < 0.4) for _ in range(2)]
    _number(chapters)
    _cite(everything, draw, 0.0)
    return chapters


def _titles(draw: random.Random) -> Iterator[Section]:
    """Yield sections with titles of one to three words, each title once."""
    seen = set()
    while True:
        verb, noun, adjective = draw.choice(VERBS), draw.choice(NOUNS), draw.choice(ADJECTIVES)
        stem = verb.removesuffix("e")
        form = draw.randrange(4)
        title, label = (
            (f"{stem}ing", f"{stem}ed"),
            (f"{adjective} {noun}", f"{adjective} {noun}s"),
            (f"{stem}ing the {noun}", f"{stem}ing a {noun}"),
            (f"{adjective} {noun} {stem}ing", f"{adjective} {noun} {stem}ing"),
        )[form]
        if title not in seen:
            seen.add(title)
            yield Section(title.title(), label)


def _edit(chapters: list[list[Section]], draw: random.Random, titles: Iterator[Section]) -> None:
    """Put chapters and sections in, take one out, move one, rename some."""
    for _ in range(draw.randint(1, 2)):
        chapters.insert(draw.randrange(len(chapters)), [next(titles) for _ in range(draw.randint(1, 4))])
    if draw.random() < 0.5:
        del chapters[draw.randrange(len(chapters))]
    if draw.random() < 0.5:
        chapters.insert(draw.randrange(len(chapters)), chapters.pop(draw.randrange(len(chapters))))
    for chapter in draw.sample(chapters, 4):
        chapter.insert(draw.randrange(1, len(chapter) + 1), next(titles))
    for chapter in draw.sample(chapters, 3):
        renamed = next(titles)
        section = draw.choice(chapter)
        section.title, section.label = renamed.title, renamed.label


def _number(chapters: list[list[Section]]) -> None:
    for first, chapter in enumerate(chapters, 1):
        for second, section in enumerate(chapter):
            section.number = f"{first}.{second}"


def _cite(sections: list[Section], draw: random.Random, stale: float) -> None:
    """Write each reference anew, but for those that are forgotten."""
    for section in sections:
        for link in section.links:
            if not link.printed or draw.random() >= stale:
                link.printed, link.words = link.meant.number, link.meant.title if link.titled else link.meant.label


def _print(
    chapters: list[list[Section]], draw: random.Random, *, silent: float = 0.0
) -> tuple[str, dict[tuple[int, str], Section]]:
    """Write a document down; of its references a share stands without words."""
    lines: list[str] = []
    meant: dict[tuple[int, str], Section] = {}
    for section in (section for chapter in chapters for section in chapter):
        lines += [f"{section.number} {section.title}", ""]
        sentences = [f"{' '.join(draw.choices(FILLER, k=9)).capitalize()} {section.label}."]
        for link in section.links:
            meant[len(lines) + 1, link.printed] = link.meant
            filler = " ".join(draw.choices(FILLER, k=6)).capitalize()
            cited = f"(see {link.printed} {link.words})" if link.titled else f"the {link.words} ({link.printed})"
            sentences.append(f"{filler} (see {link.printed})." if draw.random() < silent else f"{filler} {cited}.")
        lines += [" ".join(sentences), ""]
    return "\n".join(lines), meant
