"""Measure the search in the page, in a headless Chromium: how soon it answers, and how long a key takes.

    python3 tools/bench_page.py [--corpus DIR …] [--slowed N] [--queries FILE] [--copies N]

Every query is typed key by key into the box of the search page; a key's time ends when its answers are drawn and laid
out. --slowed makes the processor N times as slow, as a phone's is. FILE has a query a line, or JSON Lines with "query".
With --copies the collection is made so many times as large, other words altered in each copy, and what is told is how
much a page loads for queries that are asked one after the other. Ends with 1 where a figure is over its limit.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench import multiply
from browsing import build, chromium

from judge.core.files import data_folder
from judge.opened_library import Library
from judge.site.render import Options, Renderer
from judge.site.writing import write_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIMITS = {1: (10.0, 300.0), 4: (50.0, 1000.0)}
"""By how much the processor is slowed: milliseconds of a key (95 of 100) and until names are answered."""
INDEX_LIMIT = 700_000
"""Bytes, compressed."""
QUERIES = Path(__file__).parent.parent / "tests" / "cases" / "queries.jsonl"
TYPED = """
    query => {
        const box = document.getElementById("_query");
        const times = [];
        for (let length = 1; length <= query.length; length += 1) {
            const started = performance.now();
            box.value = query.slice(0, length);
            box.dispatchEvent(new Event("input"));
            document.getElementById("_results").offsetHeight;
            times.push(performance.now() - started);
        }
        return times;
    }
"""
WATCH = """
    new MutationObserver(() => {
        const state = document.documentElement?.dataset.search;
        if (state === "names" && !window.namesAt) window.namesAt = performance.now();
        if (state === "all" && !window.allAt) window.allAt = performance.now();
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-search"] });
"""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="append", help="a folder of documents; may be given more than once")
    parser.add_argument(
        "--slowed", type=float, default=1, help="how many times slower to make the processor (default: 1)"
    )
    parser.add_argument("--queries", type=Path, default=QUERIES, help="the text to type")
    parser.add_argument("--copies", type=int, default=0, help="measure instead what is loaded from this many copies")
    arguments = parser.parse_args()
    if arguments.copies:
        return copied(arguments.corpus or [str(data_folder("corpus"))], arguments.copies, arguments.queries)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        site = build(arguments.corpus or [], Path(folder))
        names, everything = opening(browser.new_page(), site, arguments.slowed)
        keys = sorted(typing(browser.new_page(), site, arguments.slowed, list(queries(arguments.queries))))
        size = index_size(site)
    per_key, until_names = LIMITS.get(arguments.slowed, (float("inf"), float("inf")))
    worst = keys[int(len(keys) * 0.95)]
    print(f"index, compressed      {size / 1000:8.0f} KB (limit {INDEX_LIMIT / 1000:.0f})")
    print(f"names answered after   {names:8.0f} ms (limit {until_names:.0f})")
    print(f"everything here after  {everything:8.0f} ms")
    print(f"a key: half            {statistics.median(keys):8.1f} ms ({len(keys)} keys)")
    print(f"a key: 95 of 100       {worst:8.1f} ms (limit {per_key:.0f})")
    print(f"a key: longest         {keys[-1]:8.1f} ms")
    return int(size > INDEX_LIMIT or names > until_names or worst > per_key)


def copied(corpus: Sequence[str], copies: int, file: Path) -> int:
    """Measure what a page loads from copies of collections, and print it."""
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        target = Path(scratch) / "copies"
        multiply([Path(one) for one in corpus], target, copies)
        with Library([target], cache=Path(scratch) / "cache") as library:
            entries = sum(document.entries for document in library.documents())
            files = Renderer(library, data_folder("templates"), Options(offline=False)).files()
            kept = (file for file in files if file[0].startswith(("search", "assets/")))
            write_site(kept, Path(scratch) / "site", lambda *_: None)
        site = Path(scratch) / "site"
        sizes = {path.name: len(gzip.compress(path.read_bytes(), 6)) for path in (site / "search").iterdir()}
        loaded = loading(browser.new_page(), site, list(queries(file))[:40])
    first, *others = [sum(sizes[name] for name in names) / 1000 for names in loaded]
    print(f"{entries} entries, {len(sizes)} parts, {sum(sizes.values()) / 1e6:.1f} MB compressed")
    print(f"settings               {sizes['settings.js'] / 1000:8.0f} KB")
    print(f"first query            {first:8.0f} KB, {len(loaded[0])} parts")
    print(f"a further one: half    {statistics.median(others):8.0f} KB")
    print(f"a further one: most    {max(others):8.0f} KB")
    return 0


def loading(page: Page, site: Path, typed: Sequence[str]) -> list[set[str]]:
    """Return the names of the parts that each query makes a page load, the first with what the page itself loads."""
    loaded: list[set[str]] = []
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.rpartition("/")[2]) if "/search/" in request.url else None)
    page.goto(f"{site.as_uri()}/search.html")
    page.wait_for_selector("html[data-search]", state="attached")
    for query in typed:
        page.locator("#_query").fill(query)
        page.locator("#_results > :not(.wait)").first.wait_for()
        page.locator("#_results .wait").wait_for(state="detached", timeout=60_000)
        loaded.append(asked - set().union(*loaded))
    return loaded


def index_size(site: Path) -> int:
    """Return how many bytes the search data and its scripts have when a host compresses them."""
    files = [*(site / "search").iterdir(), *(site / "assets").glob("search*.js")]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def queries(path: Path) -> Iterator[str]:
    """Yield the queries of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)["query"] if line.startswith("{") else line.strip()


def slow_down(page: Page, times: float) -> None:
    """Make a page's processor slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def opening(page: Page, site: Path, slowed: float, runs: int = 5) -> tuple[float, float]:
    """Return the milliseconds after which a page answers names, and has everything: the middle of some runs."""
    slow_down(page, slowed)
    page.add_init_script(WATCH)
    found = []
    for _ in range(runs):
        page.goto(f"{site.as_uri()}/search.html")
        page.wait_for_selector("html[data-search=warm]", state="attached")
        found.append(page.evaluate("[window.namesAt, window.allAt]"))
    return statistics.median(one for one, _ in found), statistics.median(one for _, one in found)


def typing(page: Page, site: Path, slowed: float, typed: Sequence[str]) -> list[float]:
    """Return the milliseconds of every key of some queries."""
    page.goto(f"{site.as_uri()}/search.html")
    page.wait_for_selector("html[data-search=warm]", state="attached")
    slow_down(page, slowed)
    return [time for query in typed for time in page.evaluate(TYPED, query)]


if __name__ == "__main__":
    sys.exit(main())
