"""Write into the bundled Shadowfist digests what is a fact: numbers, titles, errata as fields, topics, counts.

    python3 tools/digest_facts.py FOLDER             says what differs, and ends with 1 where anything does
    python3 tools/digest_facts.py FOLDER --write     also writes it

FOLDER holds the rulebook and the OmniFAQ, which belong to others and are not part of the project. Nothing of their
wording is read here: of a rule only its number and title are taken, of a term its name, of a card its title and
variant, the fields of its errata with faction and sets, the titles that its "See …" lines name, and how many rulings it
has. What stands below a heading of the digests in our own words stays as it is, and so does our own order of texts.

Reads: the records of both documents, and the two Markdown files of `corpus/`. Writes: these two files.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout may not be installed

import judge  # noqa: E402
from judge.core.jsonl import Record  # noqa: E402

RULES = ROOT / "corpus" / "shadowfist-digest.md"
CARDS = ROOT / "corpus" / "shadowfist-card-digest.md"
HEADING = re.compile(r"(?P<marks>#{1,6}) (?P<text>.+)")
NUMBERED = re.compile(r"(?P<number>\d+(?:\.\d+)+) (?P<title>.+)")
TERM = re.compile(r"^(?:- )?(?P<title>[^–:.\n]{2,40}?)(?: –|:) ", re.MULTILINE)
ERRATUM = "[Erratum]"
"""How the line with the fields of a card's errata begins; in the lines below it we say what the card does."""
LEFT_OUT = re.compile(r"Not summed up here: \d+ rulings? of the OmniFAQ\.")
NO_RULINGS = "There are no rulings."
SEE = "See also "
FIELDS = {"Fighting": "fighting", "Cost": "cost", "Body": "body", "Generates": "power", "Provides": "provides"}
"""The labels of the line of errata, in its order, and the fields of the record that they print."""


@dataclass
class Piece:
    """A heading of a digest and what stands below it, as paragraphs."""

    heading: str
    level: int
    body: list[str] = field(default_factory=list)

    def print(self) -> str:
        """Return the Markdown of the piece."""
        return "\n\n".join([f"{'#' * self.level} {self.heading}", *self.body])


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare both digests with the documents; return 1 where they differ and are not written."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the real documents")
    parser.add_argument("--write", action="store_true", help="write what differs")
    parser.add_argument("--rulebook", default="shadowfist-rulebook", help="the key of the rulebook")
    parser.add_argument("--omnifaq", default="shadowfist-omnifaq", help="the key of the OmniFAQ")
    asked = parser.parse_args(arguments)
    with judge.open(corpus=[asked.folder]) as library:
        records = [json.loads(line) for line in library.export()]
    rules = [record for record in records if record["record"] == "entry" and record["document"] == asked.rulebook]
    cards = [record for record in records if record["record"] == "entry" and record["document"] == asked.omnifaq]
    if not rules or not cards:
        parser.error(f"{asked.folder} does not hold documents with the keys {asked.rulebook} and {asked.omnifaq}")
    different = sum([_renew(RULES, rules_text(rules), asked.write), _renew(CARDS, cards_text(cards), asked.write)])
    return 1 if different and not asked.write else 0


def rules_text(entries: Sequence[Record]) -> str:
    """Return the rules digest with every number and title of the rulebook; missing terms are printed as a warning."""
    front, pieces = read_pieces(RULES.read_text(encoding="utf-8"))
    ours = {found["number"]: piece for piece in pieces if (found := NUMBERED.fullmatch(piece.heading))}
    others = [piece for piece in pieces if not NUMBERED.fullmatch(piece.heading)]
    numbered = [entry for entry in entries if entry["kind"] == "section" and entry["number"]]
    written: list[Piece] = []
    for entry in numbered:
        piece = ours.pop(entry["number"], None) or Piece("", 0)
        depth = 2 if entry["number"].endswith(".0") else 2 + entry["number"].count(".")
        written.append(Piece(f"{entry['number']} {entry['title']}", depth, piece.body))
    for number in ours:
        print(f"{RULES.name}: the rulebook has no {number}", file=sys.stderr)
    terms = {found["title"] for piece in pieces for text in piece.body for found in TERM.finditer(text)}
    for entry in entries:
        if entry["kind"] == "term" and entry["title"] not in terms:
            print(f"{RULES.name}: the term {entry['title']} is missing", file=sys.stderr)
    return print_pieces(front, [*written, *others])


def cards_text(entries: Sequence[Record]) -> str:
    """Return the card digest with the list of errata, every topic and every card of the OmniFAQ."""
    front, pieces = read_pieces(CARDS.read_text(encoding="utf-8"))
    ours = dict(zip(_keys(piece.heading for piece in pieces), pieces, strict=True))
    topics = [entry for entry in entries if entry["kind"] == "topic" and entry["title"] != "Errata List"]
    cards = [entry for entry in entries if entry["kind"] == "card"]
    written = [Piece("General Topics", 2), Piece("Errata List", 3, [_errata_list(cards)])]
    titles = [tidy(entry["title"]) for entry in topics]
    written += [Piece(title, 3, own(ours, (title.casefold(), 1))) for title in titles]
    written.append(Piece("Card-by-Card Rulings", 2))
    named = [tidy(entry["title"]) + (f" {entry['variant']}" if entry["variant"] else "") for entry in cards]
    for entry, title, key in zip(cards, named, _keys(named), strict=True):
        written.append(Piece(title, 3, card_body(entry, own(ours, key))))
    known = {*_keys(titles), *_keys(named), *_keys(piece.heading for piece in written if piece.level == 2)}
    for key in sorted(set(ours) - known - {("errata list", 1)}):
        written.insert(_place(written, ours[key].heading), ours[key])
    return print_pieces(front, written)


def card_body(entry: Record, texts: Sequence[str]) -> list[str]:
    """Return what stands below a card's heading: errata with our text, references, our rulings, or what is left out."""
    printed = [reference(block["text"]) for block in entry["blocks"] if block["kind"] == "text"]
    printed += [text.removeprefix(SEE) for text in texts if text.startswith(SEE)]
    titles = {title.casefold(): title for title in reversed(printed) if title}
    ordered = sorted(titles.values(), key=lambda title: (len(title), title))
    rulings = [text for text in texts if not text.startswith((SEE, ERRATUM))]
    ours = next((text.partition("\n")[2] for text in texts if text.startswith(ERRATUM)), "")
    body = ["\n".join(filter(None, (errata_line(entry["errata"]["fields"]), ours)))] if entry["errata"] else []
    body += [SEE + title for title in ordered] + rulings
    count = sum(block["kind"] == "ruling" for block in entry["blocks"])
    if count and not rulings:
        body.append(f"Not summed up here: {count} ruling{'s' * (count > 1)} of the OmniFAQ.")
    return body if count or rulings else [*body, NO_RULINGS]


def reference(text: str) -> str | None:
    """Return the title that a line refers to, or nothing where it is a sentence.

    >>> reference("See Evil Twin (LS) for more rulings."), reference("See See X Fighting"), reference("It turns.")
    ('Evil Twin', 'X Fighting', None)
    """
    found = re.fullmatch(r"See (?:See )?(?P<title>.+?)(?: \([A-Z0-9][\w]{1,3}\))?(?: for more rulings)?\.?", text)
    return tidy(found["title"]) if found and "  " not in text and len(text) < 80 else None


def errata_line(fields: Record) -> str:
    """Return the fields of errata as one line, in an order of our own.

    >>> errata_line({"type": "Event", "subtitle": None, "cost": 0, "resources": ["Mag"]})
    '[Erratum] Event Cost: [Mag] 0'
    """
    kind = (
        fields["subtitle"]
        if fields["type"] == "Character"
        else " ".join(part for part in (fields["subtitle"], fields["type"]) if part)
    )
    line = [ERRATUM, kind or ""]
    for label, name in FIELDS.items():
        if name in fields:
            icons = fields["resources"] if name == "cost" else fields[name] if name == "provides" else []
            numbers = [] if name == "provides" else [str(fields[name])]
            line += [f"{label}:", *(f"[{icon}]" for icon in icons), *numbers]
    return " ".join(part for part in line if part)


def tidy(title: str) -> str:
    """Return a title without a full stop at its end.

    >>> tidy("Cancel and Smoke effects.")
    'Cancel and Smoke effects'
    """
    return title.removesuffix(".") if not title.endswith("..") else title


def own(pieces: dict[tuple[str, int], Piece], key: tuple[str, int]) -> list[str]:
    """Return the texts below a heading of which a part is our own."""
    body = pieces[key].body if key in pieces else []
    return [text for text in body if not text.startswith(NO_RULINGS) and not LEFT_OUT.fullmatch(text)]


def read_pieces(text: str) -> tuple[str, list[Piece]]:
    """Part a digest into what stands before its first heading of the second level, and its pieces."""
    front, pieces = [], []
    for paragraph in re.split(r"\n{2,}", text.strip()):
        found = HEADING.fullmatch(paragraph)
        if found and len(found["marks"]) > 1:
            pieces.append(Piece(found["text"], len(found["marks"])))
        elif pieces:
            pieces[-1].body.append(paragraph)
        else:
            front.append(paragraph)
    return "\n\n".join(front), pieces


def print_pieces(front: str, pieces: Iterable[Piece]) -> str:
    """Return a digest as it is written."""
    return "\n\n".join([front, *(piece.print() for piece in pieces)]) + "\n"


def _keys(headings: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Number the headings of one name: two versions of a card have one title."""
    seen: Counter[str] = Counter()
    for heading in headings:
        name = heading.casefold()
        seen[name] += 1
        yield name, seen[name]


def _errata_list(cards: Sequence[Record]) -> str:
    """Name the cards that have errata with the sets that they are in, a row for each faction."""
    factions: dict[str, list[str]] = {}
    for entry in cards:
        if entry["errata"]:
            shown = [fact["value"] for fact in entry["facts"]]
            faction, sets = shown[:2] if len(shown) == 3 else ("Others", "")
            factions.setdefault(faction, []).append(f"{tidy(entry['title'])} ({sets})" if sets else entry["title"])
    rows = [f"| {faction} | {'; '.join(titles)} |" for faction, titles in sorted(factions.items())]
    return "\n".join(["| Faction | Cards with errata, and the sets they are in |", "| --- | --- |", *rows])


def _place(pieces: Sequence[Piece], heading: str) -> int:
    """Return where a card that the OmniFAQ has no heading for belongs among the others, by its name."""
    first = next(index for index, piece in enumerate(pieces) if piece.heading == "Card-by-Card Rulings") + 1
    after = (index for index in range(first, len(pieces)) if _sorted_as(pieces[index].heading) > _sorted_as(heading))
    return next(after, len(pieces))


def _sorted_as(title: str) -> str:
    return re.sub(r"^the |[^a-z0-9 ]", "", title.casefold())


def _renew(path: Path, text: str, write: bool) -> bool:
    """Tell whether a digest would change, print what, and write it if asked."""
    before = path.read_text(encoding="utf-8")
    for line in difflib.unified_diff(before.splitlines(), text.splitlines(), path.name, path.name, n=0, lineterm=""):
        print(line)
    if write and text != before:
        path.write_text(text, encoding="utf-8", newline="\n")
    return text != before


if __name__ == "__main__":
    sys.exit(main())
