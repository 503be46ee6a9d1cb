"""How well editions are compared: `python3 tools/measure_changes.py [--first SEED] [--books N] [--document KEY]`.

Books are drawn, or made of a document of JUDGE_CORPUS; each is edited and printed twice, and both texts are read and
compared; questions cite every rule of the older one. Prints, over all books, how many pairs, flags, texts and groups
are right, and of the questions' references how many classes and how many numbers to write instead. Books are edited by
their seeds, so that seeds can be held back (`--held`: from HELD on) while the comparison is changed.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from drawn_editions import Book, Truth, drawn, edited, taken

import judge
from judge.editions.alignment import ComparedEntry, sections
from judge.editions.edition_changes import Comparison, compare
from judge.opened_library import Library
from tests.support import write_collection

HELD = 1000
Score = Counter[str]


def read(text: str, folder: Path) -> list[ComparedEntry]:
    """Return the entries of a text as they are compared."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "book.txt").write_text(text, encoding="utf-8")
    manifest = '[[document]]\nfile = "book.txt"\nkey = "book"\ntitle = "Book"\ngame = "G"\ndialect = "outline"\n'
    (folder / "corpus.toml").write_text(manifest, encoding="utf-8")
    with judge.open(corpus=[folder]) as library:
        return compared(library, "book")


def compared(library: Library, key: str) -> list[ComparedEntry]:
    """Return the entries of a document as they are compared."""
    return sections(*library.editions.records(key))


def score(old: Book, new: Book, truth: Truth, folder: Path) -> Score:
    """Return how many of each kind there are (`all …`) and how many of them were found (`right …`)."""
    (text, old_names), (newer, new_names) = old.printed(), new.printed()
    before, after = read(text, folder / "old"), read(newer, folder / "new")
    found = compare(before, after)
    counted: Score = Counter()
    _score_pairs(found, old, new, {"old": old_names, "new": new_names}, counted)
    _score_flags(found, new_names, truth, old, counted)
    _score_affected(text, newer, old, {name: number for number, name in new_names.items()}, truth, folder, counted)
    return counted


def _score_affected(
    text: str, newer: str, old: Book, now: dict[int, str], truth: Truth, folder: Path, counted: Score
) -> None:
    """Count the classes of references to every rule of the older edition, and the numbers to write instead."""
    row = '[[document]]\nfile = "{0}"\ntitle = "{1}"\ngame = "G"\nedition = "{2}"\ndate = "{2}"\ndialect = "{3}"\n'
    rows = row.format("old.txt", "Book", 2024, "outline"), row.format("new.txt", "Book", 2025, "outline")
    faq = row.format("faq.md", "Questions", 2024, "questions")
    asked = (f"Q: What about case {rule.name}?\n\nA: See rule {rule.number} of the Book.\n" for rule in old.rules())
    texts = {"old_txt": text, "new_txt": newer, "faq_md": "\n".join(asked), "corpus.toml": "".join((*rows, faq))}
    meant = {rule.number: rule for rule in old.rules()}
    with judge.open(corpus=[write_collection(folder / "both", **texts)]) as library:
        for one in library.editions.affected(library.editions.diff("old", "new")):
            if one.reference.source.startswith("faq:") and one.number in meant:
                rule = meant[one.number]
                number = now.get(rule.name)
                is_changed = rule.name in truth.renamed | truth.reworded
                moved = "unchanged" if number == rule.number else "moved"
                counted["all classes"] += 1
                counted["right classes"] += one.kind == ("changed" if is_changed else moved if number else "removed")
                counted["all numbers"] += 1
                counted["right numbers"] += (one.correction or one.number if one.new else None) == number
    counted["all cited"] += len(meant)


def _score_pairs(found: Comparison, old: Book, new: Book, names: dict[str, dict[str, int]], counted: Score) -> None:
    both = {rule.name for rule in old.rules()} & {rule.name for rule in new.rules()}
    counted["all pairs"] += len(both)
    for change in found.changes:
        if change.old and change.new:
            counted["given pairs"] += 1
            one, other = names["old"].get(change.old.number), names["new"].get(change.new.number)
            counted["right pairs"] += one is not None and one == other


def _score_flags(found: Comparison, names: dict[str, int], truth: Truth, old: Book, counted: Score) -> None:
    older = {rule.name: rule.number for rule in old.rules()}
    grouped = {name for group in truth.groups for name in group}
    for change in found.changes:
        name = names.get(change.new.number) if change.new else None
        if name is None:
            continue
        counted["all flags"] += 1
        is_new = name not in older
        right = (change.kind == "added") == is_new
        if not is_new and change.new:
            right &= change.renamed == (name in truth.renamed) and change.reworded == (name in truth.reworded)
            right &= change.moved == (older[name] != names_number(names, name))
        counted["right flags"] += right
        if not is_new and name not in truth.reworded:
            counted["all unchanged texts"] += 1
            counted["right unchanged texts"] += not change.reworded
        if name in grouped:
            counted["all groups"] += 1
            counted["right groups"] += change.group is not None


def names_number(names: dict[str, int], name: int) -> str:
    """Return the number of a rule in the newer edition."""
    return next(number for number, one in names.items() if one == name)


def books(count: int, first: int, size: int) -> Iterator[tuple[Book, int]]:
    """Yield drawn books with their seeds."""
    for seed in range(first, first + count):
        yield drawn(seed, size), seed


def main() -> None:
    """Print the shares."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--held", action="store_true")
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--books", type=int, default=5)
    asked.add_argument("--size", type=int, default=300)
    asked.add_argument("--document")
    chosen = asked.parse_args()
    first = HELD if chosen.held else chosen.first
    total: Score = Counter()
    if chosen.document:
        with judge.open() as library:
            book = taken(*library.editions.records(chosen.document))
        made = [(book, seed) for seed in range(first, first + chosen.books)]
    else:
        made = list(books(chosen.books, first, chosen.size))
    for book, seed in made:
        new, truth = edited(book, seed, 60 + seed * 37 % 140)
        with tempfile.TemporaryDirectory() as folder:
            total += score(book, new, truth, Path(folder))
    print(f"cited: {total['all cited']}")
    for name in ("pairs", "flags", "unchanged texts", "groups", "classes", "numbers"):
        print(f"{name}: {total['right ' + name]} of {total['all ' + name]}", end="")
        print(f" ({total['given pairs']} given)" if name == "pairs" else "")


if __name__ == "__main__":
    main()
