"""Compare how documents are read with how they were read before a change, entry by entry.

    python tools/readings.py keep SET…                     before the change
    python tools/readings.py SET… [--misses N] [--only WORD]
    python tools/readings.py why FILE [--count N]

A SET is a file, a folder of documents, or `mixed`. Each row says, of the entries that the kept reading has: how many
there are in the same line with the same number and title, how many of these have the same kind, the same parent and the
same blocks; how many entries there are beside them; how far the furniture agrees; the processor times in seconds.
Readings are kept in the temporary folder.

`why` says of each entry that the kept reading has and this one lacks which repair it needs: no candidate began in its
line; the reading that has it is dearer (by how many bits); or that reading is cheaper, and the search did not find it.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.core.diagnostics import Report
from judge.core.model import Entry, Furniture
from judge.library.collection import SUFFIXES
from judge.library.manifest import SourceFile
from judge.pipeline import parse_alone
from judge.reading.grammar.features import find_features
from judge.reading.grammar.line_forms import find_candidates
from judge.reading.grammar.search import Forced, search
from judge.reading.opening import Hints, read_document_file
from judge.reading.readers.pages import rejoin
from judge.reading.text.manuscript import Manuscript
from judge.reading.text.rich_text import lines_of

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
KEPT = Path(tempfile.gettempdir()) / "readings"
COLUMNS = ("same", "old", "kinds", "parents", "blocks", "extra", "furniture")


class Read(NamedTuple):
    """What came of a document."""

    entries: tuple[Entry, ...]
    furniture: tuple[Furniture, ...]
    seconds: float


def read(name: str, data: bytes) -> Read:
    """Read a document as the program does."""
    begun = time.process_time()
    parsed = parse_alone(SourceFile(Path(name), "doc"), data, ())
    return Read(parsed.entries, parsed.furniture, time.process_time() - begun)


def kept_file(name: str, data: bytes) -> Path:
    """Return where the reading of a document is kept."""
    return KEPT / f"{hashlib.sha256(name.encode() + data).hexdigest()[:24]}.pickle"


def key(entry: Entry) -> tuple[int, str, str]:
    """Return what makes two entries the same: where they begin, their number and their title."""
    title = " ".join((entry.title or "").split()).strip(" .:")
    return entry.lines[0][0], (entry.number or "").strip("."), title


class Difference(NamedTuple):
    """How far two readings agree, and where they do not."""

    counts: Counter[str]
    lost: tuple[Entry, ...]
    extra: tuple[Entry, ...]
    changed: tuple[tuple[str, Entry, Entry], ...]
    """What differs, of an entry that both have."""


def compare(old: Read, new: Read) -> Difference:
    """Compare two readings entry by entry."""
    before, after = {key(one): one for one in old.entries}, {key(one): one for one in new.entries}
    counts = Counter(old=len(before), same=len(before.keys() & after.keys()))
    counts["extra"] = len(after.keys() - before.keys())
    lines = [{line for one in read.furniture for line in lines_of(one.lines)} for read in (old, new)]
    counts["furniture"] = -len(lines[0] ^ lines[1])
    changed = []
    names = [{one.id: key(one) for one in read.entries} for read in (old, new)]
    for name in before.keys() & after.keys():
        one, other = before[name], after[name]
        same = {
            "kinds": one.kind == other.kind,
            "parents": names[0].get(one.parent or "") == names[1].get(other.parent or ""),
            "blocks": _blocks(one) == _blocks(other),
        }
        counts.update({what: int(is_same) for what, is_same in same.items()})
        changed += [(what, one, other) for what, is_same in same.items() if not is_same]
    lost = tuple(before[name] for name in sorted(before.keys() - after.keys()))
    extra = tuple(after[name] for name in sorted(after.keys() - before.keys()))
    return Difference(counts, lost, extra, tuple(sorted(changed, key=lambda one: one[1].lines)))


def _blocks(entry: Entry) -> list[object]:
    blocks: list[object] = [(block.kind, block.text, block.date, block.source) for block in entry.blocks]
    return [*blocks, entry.variant, entry.errata and (entry.errata.text, entry.errata.printed)]


def documents(sets: Iterable[str], only: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and the bytes of the documents of sets."""
    for one in sets:
        folder = ROOT / "tests" / "cases" / "mixed" if one == "mixed" else Path(one)
        paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        for path in paths:
            is_document = path.suffix.lower() in SUFFIXES and "truth" not in path.parts
            if is_document and path.name[0] not in "._" and only in str(path) and path.read_bytes().strip():
                yield path.name, path.read_bytes()


def show(name: str, found: Difference, misses: int, seconds: tuple[float, float] | None) -> None:
    """Print the row of a document, and examples of what differs."""
    row = "".join(f"{found.counts[column]:>10}" for column in COLUMNS)
    timed = f"{seconds[0]:8.2f}{seconds[1]:8.2f}" if seconds else ""
    print(f"{name[:34]:34}{row}{timed}", flush=True)
    for what, entries in (("lost", found.lost), ("extra", found.extra)):
        for entry in entries[:misses]:
            print(f"    {what} {entry.lines[0][0]} {entry.kind} {entry.number or ''} {(entry.title or '')[:70]!r}")
    seen: Counter[str] = Counter()
    for what, one, other in found.changed:
        seen[what] += 1
        if seen[what] <= misses:
            shown = {"kinds": (one.kind, other.kind), "parents": (one.parent, other.parent)}.get(what)
            if what == "blocks":
                pairs = zip([*_blocks(one), ""], [*_blocks(other), ""], strict=False)
                shown = next(((str(a)[:150], str(b)[:150]) for a, b in pairs if a != b), None)
            print(f"    {what} {one.lines[0][0]} {one.number or ''} {(one.title or '')[:40]!r}: {shown}")


def explain(path: Path, count: int) -> None:
    """Say of each entry that only the kept reading has which repair it needs."""
    data = path.read_bytes()
    before: Read = pickle.loads(kept_file(path.name, data).read_bytes())  # noqa: S301 (written here)
    found = compare(before, read(path.name, data))
    manuscript: Manuscript = read_document_file(data, Report(), Hints(path.name))
    verdicts: Counter[str] = Counter()
    for entry in found.lost[:count]:
        verdict, bits = explain_miss(manuscript, entry.lines[0][0], entry.number)
        verdicts[verdict] += 1
        print(f"{entry.lines[0][0]:6} {verdict:14} {bits:8.1f}  {entry.kind} {entry.number or ''} {entry.title!r}")
    print(dict(verdicts))


def explain_miss(manuscript: Manuscript, at: int, number: str | None) -> tuple[str, float]:
    """Say why an entry was not read: what kind of repair it needs, and the bits by which it is dearer.

    Args:
        manuscript: the text.
        at: the source line where the entry begins.
        number: its number.
    """
    features = find_features(rejoin(manuscript, Report()))
    candidates = find_candidates(features)
    places = [place for place, line in enumerate(features.lines) if line.at == at]
    wanted = (number or "").strip(".")
    able = [place for place in places if place in candidates]
    if not able:
        return "no candidate", 0.0
    place = able[0]
    numbers = {one.number for one in candidates[place]}
    free = search(candidates)
    if any(one.place == place for one in free.items):
        return "read otherwise", 0.0
    forced = search(candidates, {place: Forced(True, wanted if wanted in numbers else None)})
    dearer = forced.price - free.price
    return ("not found" if dearer < 0 else "dearer"), dearer


def main(arguments: Sequence[str]) -> int:
    """Keep, compare or explain as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--misses", type=int, default=0, help="so many examples of each difference are shown")
    parser.add_argument("--only", default="", help="part of the names of the documents that are read")
    parser.add_argument("--count", type=int, default=20, help="so many misses are explained")
    given = parser.parse_args(arguments)
    if given.sets[0] == "why":
        explain(Path(given.sets[1]), given.count)
        return 0
    keeps = given.sets[0] == "keep"
    print(f"{'':34}" + "".join(f"{column:>10}" for column in COLUMNS) + "    before     now")
    for name, data in documents(given.sets[keeps:], given.only):
        new, kept = read(name, data), kept_file(name, data)
        if keeps:
            KEPT.mkdir(exist_ok=True)
            kept.write_bytes(pickle.dumps(new))
        if kept.exists():
            old: Read = pickle.loads(kept.read_bytes())  # noqa: S301 (written here)
            show(name, compare(old, new), given.misses, (old.seconds, new.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
