"""What other sites take from ours, and the addresses on which they rely: these never change."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest

import judge
from judge.opened_library import Library
from judge.site.pages import navigation
from tests.sites import build, pages, pages_once
from tests.support import write_collection

BASE = "https://rules.example.org/tide/"
FIRST = """# Tide Rules

## 1.0 Anchors

An anchor holds the ship wherever the captain lets it fall (2.0).

## 2.0 Chains & <i>Links</i>

A chain breaks when nobody has looked at it for a whole season.

### 2.1 Shackles

A shackle joins two chains and is never counted among them.
"""
SECOND = (
    FIRST.replace("2.0", "3.0").replace("2.1", "3.1").replace("## 3.0", "## 2.0 Ropes\n\nA rope is tied.\n\n## 3.0")
)
CARDS = """# Tide Cards

## Card Rulings:

### Grey Gull

- Flies at night.

- Sleeps at noon.

### Reef Walker

Walks.
"""
ROW = """[[document]]
file = "{0}.md"
title = "{1}"
game = "Tide"
edition = "{2}"
date = "202{2}"
dialect = "{3}"
work = "{1}"

"""
DOCUMENTS = (
    ("rules-1", "Tide Rules", 1, "outline"),
    ("rules-2", "Tide Rules", 2, "outline"),
    ("cards", "Tide Cards", 1, "rulings"),
)


@pytest.fixture
def tide(tmp_path: Path) -> Path:
    """A collection with two editions, in which a chapter moved, and cards."""
    files = {
        "rules-1.md": FIRST,
        "rules-2.md": SECOND,
        "cards.md": CARDS,
        "corpus.toml": "".join(ROW.format(*row) for row in DOCUMENTS),
    }
    return write_collection(tmp_path / "tide", **files)


@pytest.fixture
def site(tide: Path, tmp_path: Path) -> Path:
    """Its site, which has an address."""
    with judge.open(corpus=[tide]) as library:
        return build(library, tmp_path / "site", base_url=BASE)


def test_the_addresses_that_are_promised(site: Path) -> None:
    """docs/site.md promises these; a change here breaks the links of others."""
    found = pages(site)
    ids = {path.relative_to(site.resolve()).as_posix(): page.ids for path, page in found.items()}
    assert {
        "index.html",
        "new.html",
        "faults.html",
        "about.html",
        "search.html",
        "404.html",
    } <= ids.keys()
    assert {"rules-1/index.html", "rules-2/index.html", "cards/index.html"} <= ids.keys(), "KEY/"
    assert {"1.0", "2.0", "3.0", "3.1"} <= set(ids["rules-2/index.html"]), "KEY/#NUMBER"
    assert {"1", "2"} <= set(ids["cards/grey-gull.html"]), "KEY/CARD.html#RULING"
    assert {"feed.xml", "sitemap.xml", "addresses.json"} <= {path.name for path in site.iterdir()}


def test_a_number_is_found_without_scripts_at_the_contents(site: Path) -> None:
    """The row that has the number has a link to the rule itself."""
    row = re.search(r'<li[^>]* id="3\.1">.*?<a href="([^"]+)"', (site / "rules-2" / "index.html").read_text("utf-8"))
    assert row
    page, _, anchor = row[1].partition("#")
    assert f'id="{anchor}"' in (site / "rules-2" / page).read_text("utf-8")


def test_a_number_of_a_large_document_leads_to_its_page(
    tide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the contents are too long to list everything, they list the pages, with all anchors."""
    monkeypatch.setattr(navigation, "CONTENTS_ROWS", 1)
    with judge.open(corpus=[tide]) as library:
        site = build(library, tmp_path / "large")
    for path, page in pages(site).items():
        assert len(page.ids) == len(set(page.ids)), path
    text = (site / "rules-2" / "index.html").read_text("utf-8")
    row = re.search(r'<li [^>]*>(?:<span[^<]*</span>)*<span id="3\.1">.*?<a href="([^"#]+)', text)
    assert row
    assert 'id="3.1"' in (site / "rules-2" / row[1]).read_text("utf-8")


def test_addresses_lead_to_what_they_name(bundled: Library, bundled_site: Path) -> None:
    """Every number and every title of every document, and nothing else."""
    ids = {path.as_posix(): set(page.ids) for path, page in pages_once(bundled_site).items()}
    listed = json.loads((bundled_site / "addresses.json").read_text("utf-8"))
    assert [one["key"] for one in listed] == [document.key for document in bundled.documents()]
    for one in listed:
        records, _ = bundled.editions.records(one["key"])
        assert set(one["numbers"]) == {record.number for record in records if record.number}
        assert set(one["titles"]) == {record.title for record in records if record.title}
        named = [*one["numbers"].values(), *(address for found in one["titles"].values() for address in found)]
        for address in named:
            path, _, anchor = unquote(urljoin(one["address"], address)).partition("#")
            where = ids[(bundled_site.resolve() / path).as_posix()]
            assert not anchor or anchor in where, address


def test_addresses_are_whole_where_the_site_has_one(site: Path) -> None:
    listed = json.loads((site / "addresses.json").read_text("utf-8"))
    assert [one["address"] for one in listed] == [f"{BASE}{key}/" for key in ("cards", "rules-1", "rules-2")]
    cards, old, new = listed
    assert cards["titles"]["Grey Gull"] == ["grey-gull.html"]
    assert (old["superseded_by"], new["superseded_by"]) == ("rules-2", None)
    assert new["numbers"]["3.1"].endswith("#3.1")


def test_what_is_for_others_is_not_kept_offline_and_costs_little(real_site: Path) -> None:
    """At most two hundredths of the site."""
    files = [path for path in real_site.rglob("*") if path.is_file()]
    ours = [path for path in files if path.name == "addresses.json"]
    assert ours
    assert sum(path.stat().st_size for path in ours) < 0.02 * sum(path.stat().st_size for path in files)
    kept = json.loads(next((real_site / "offline").glob("contents-*.json")).read_text("utf-8"))["files"]
    assert not {path.relative_to(real_site).as_posix() for path in ours} & kept.keys()
