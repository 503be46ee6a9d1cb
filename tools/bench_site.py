"""Measure the site: pages a second, beside MkDocs on the same number of pages, and that time grows in line with size.

    python3 tools/bench_site.py [--corpus DIR …] [--entries N] [--bare]

MkDocs gets one Markdown file a page, with the text that our page has. As it comes it puts every page into its
navigation, as ours have their path and their neighbours; with --bare it is measured without any, which is its fastest
way. Seconds are of processor time, since a busy machine slows one run and not the next. Ends with 1 where we are not
three times as fast. --entries adds made-up collections of that many cards and of a tenth.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from judge.core.files import data_folder
from judge.opened_library import Library
from judge.site.render import Options, Renderer
from judge.site.writing import write_site

TIMES_AS_FAST = 3.0
SHELL = re.compile(r"<[^>]+>")


class Row(NamedTuple):
    """One measurement."""

    what: str
    pages: int
    seconds: float

    @property
    def speed(self) -> float:
        """Pages a second."""
        return self.pages / self.seconds


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="append", help="a folder of documents; may be given more than once")
    parser.add_argument(
        "--entries", type=int, default=0, help="how many cards the made-up collection has (default: 30000)"
    )
    parser.add_argument("--bare", action="store_true", help="MkDocs without navigation")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        rows = list(compared(arguments.corpus or [data_folder("corpus")], base, bare=arguments.bare))
        for entries in (arguments.entries // 10, arguments.entries) if arguments.entries else ():
            rows.append(ours(f"judge, {entries} cards", [made_up(base / f"cards-{entries}", entries)], base / "large"))
    for row in rows:
        print(f"{row.what:32}{row.pages:8} pages{row.seconds:9.2f} s{row.speed:9.0f} pages a second")
    times = rows[0].speed / rows[1].speed
    print(f"{times:.1f} times as fast as MkDocs (at least {TIMES_AS_FAST:.0f})")
    return 0 if times >= TIMES_AS_FAST else 1


def compared(corpus: Sequence[str | Path], base: Path, *, bare: bool) -> Sequence[Row]:
    """Measure both on the same pages."""
    row = ours("judge", corpus, base / "ours")
    return [row, theirs(base / "ours", base / "theirs", bare=bare)]


def ours(what: str, corpus: Sequence[str | Path], target: Path) -> Row:
    """Measure our build, the compiled form being there already."""
    with Library(corpus) as library:
        started = time.process_time()
        write_site(Renderer(library, data_folder("templates"), Options()).files(), target, lambda *_: None)
        seconds = time.process_time() - started
    return Row(what, len(list(target.rglob("*.html"))), seconds)


def theirs(site: Path, target: Path, *, bare: bool) -> Row:
    """Measure MkDocs on as many pages with the text of ours."""
    pages = sorted(site.rglob("*.html"))
    (target / "docs").mkdir(parents=True)
    for number, page in enumerate(pages):
        name = "index" if number == 0 else f"page-{number}"
        text = SHELL.sub("", page.read_text(encoding="utf-8").partition("<main")[2].partition("</main>")[0])
        paragraphs = "\n\n".join(line.strip() for line in text.splitlines() if line.strip())
        (target / "docs" / f"{name}.md").write_text(f"# Page {number}\n\n{paragraphs}\n", encoding="utf-8")
    settings = {"site_name": "Bench", "plugins": []} | ({"nav": [{"Home": "index.md"}]} if bare else {})
    (target / "mkdocs.yml").write_text(json.dumps(settings), encoding="utf-8")
    started = children_time()
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet"], cwd=target, check=True, capture_output=True)
    return Row("MkDocs, bare" if bare else "MkDocs", len(pages), children_time() - started)


def children_time() -> float:
    """Return the processor time of all programs that were run from here."""
    times = os.times()
    return times.children_user + times.children_system


def made_up(folder: Path, count: int) -> Path:
    """Write a collection of so many cards."""
    folder.mkdir()
    cards = (
        f"### Harbour {number}\n\nHigh water at {number}.\n\nSee Harbour {number // 2}\n\n" for number in range(count)
    )
    text = "# Harbours\n\n## Card-by-Card Rulings\n\n" + "".join(cards)
    (folder / "harbours.md").write_text(text, encoding="utf-8")
    (folder / "corpus.toml").write_text('[[document]]\nfile = "harbours.md"\ndialect = "rulings"\n', encoding="utf-8")
    return folder


if __name__ == "__main__":
    sys.exit(main())
