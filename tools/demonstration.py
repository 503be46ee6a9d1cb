"""Build the hosted demonstration: the sites of the bundled collection and of the demo, and a start page.

    python3 tools/demonstration.py DIR

The start page links both sites and has the licences and the privacy note. Nothing on it is loaded from elsewhere.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SITES = (
    ("windmere", ROOT / "corpus" / "demo", "Windmere", "an invented card game with two editions, rulings and errata"),
    ("collection", ROOT / "corpus", "The collection", "Shadowfist, UFS and L5R, summarised in our own words"),
)
"""The folder of each site, its documents, its name, and what it shows."""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>judge: a demonstration</title>
<style>body {{ max-width: 37rem; margin: 2rem auto; padding: 0 1rem; font: 18px/1.55 serif; color-scheme: light dark; }}
</style>
<h1>judge</h1>
<p>Rules look-up for card-game judges. These sites are made by <code>judge site</code>. Search works without a network
once a page is open.</p>
<ul>
{sites}
</ul>
<h2>Privacy</h2>
<p>These pages collect nothing: no cookies, no counters, no requests to other hosts. Searches stay in your browser,
which also keeps the pages that you save for offline use. The host of this page may log requests.</p>
<h2>Licences</h2>
<p>The program is under the MIT licence, the texts are under CC0. The games in the collection belong to their
owners, who have no part in this.</p>
</html>
"""


def main() -> int:
    """Write the sites and the start page into a folder."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    target = Path(sys.argv[1])
    for folder, corpus, _, _ in SITES:
        command = [sys.executable, "-m", "judge", "--corpus", str(corpus), "site", str(target / folder)]
        if code := subprocess.run(command, check=False).returncode:
            return code
    items = (f'<li><a href="{folder}/index.html">{name}</a>: {what}</li>' for folder, _, name, what in SITES)
    (target / "index.html").write_text(PAGE.format(sites="\n".join(items)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
