"""The owner's own: `[site]` in corpus.toml and what lies in `_site/`, without a template or a line of code."""

import json
import re
import sys
from pathlib import Path

import pytest

import judge
from judge.core.errors import ManifestError
from judge.core.files import data_folder
from judge.site.owner import DARK_PAPER, PAPER, Owner, owner_files, read_owner
from tests.sites import Page, broken_links, build, pages
from tests.support import run_judge, write_collection

RULES = "# Tides\n\n## 1.0 Ebb\n\nWater falls (7.0).\n\n## 2.0 Flood\n\nWater rises.\n"
SITE = """
[site]
name = "Harbour rules"
tagline = "Every rule of the harbour."
logo = "flag.svg"
accent = "#1c5f8a"
contact = "judges@example.org"
legal = "Run by the harbour."
links = { Forum = "https://forum.example.org/" }
correction = "https://example.org/{file}?id={id}&title={title}#L{line}"
"""
PAGE = """# House rules

Read [the forum](https://forum.example.org/), not <script>alert(1)</script>.

![A flag](flag.svg)
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A collection whose owner uses everything there is."""
    folder = write_collection(tmp_path / "tides", tides_md=RULES)
    (folder / "corpus.toml").write_text(SITE)
    (folder / "_site" / "pages").mkdir(parents=True)
    (folder / "_site" / "pages" / "house.md").write_text(PAGE)
    (folder / "_site" / "theme.css").write_text("main { color: navy }")
    (folder / "_site" / "flag.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    return folder


def built(corpus: Path, target: Path, **options: object) -> Path:
    """Write the site of a collection."""
    with judge.open(corpus=[corpus]) as library:
        return build(library, target, None, **options)


def test_the_frame_is_the_owners(corpus: Path, tmp_path: Path) -> None:
    site = built(corpus, tmp_path / "site")
    assert not broken_links(site, pages(site))
    home = Page(site / "index.html")
    for said in ("Harbour rules", "Every rule of the harbour.", "Run by the harbour.", "House rules"):
        assert said in home.text
    links = [values.get("href") for tag, values in home.tags if tag == "a"]
    assert {"https://forum.example.org/", "mailto:judges@example.org", "pages/house.html"} <= set(links)
    assert [values["src"] for tag, values in home.tags if tag == "img"] == ["assets/flag.svg"]
    sheets = [values["href"] for tag, values in home.tags if values.get("rel") == "stylesheet"]
    assert sheets == ["assets/style.css", "assets/accent.css", "assets/theme.css"]
    assert json.loads((site / "manifest.webmanifest").read_text())["name"] == "Harbour rules"


def test_a_page_of_the_owners_is_text_in_the_frame(corpus: Path, tmp_path: Path) -> None:
    page = Page(built(corpus, tmp_path / "site") / "pages" / "house.html")
    assert '<h1 dir="auto">House rules</h1>' in page.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert '<img class="picture" src="../assets/flag.svg" alt="A flag">' in page.text
    assert [values for tag, values in page.tags if values.get("href") == "https://forum.example.org/"]


def test_a_page_of_the_owners_links_to_rules_and_says_what_it_cannot(corpus: Path, tmp_path: Path) -> None:
    text = (
        "# House\n\nSee [2.0], [flood], [Grapling] and `[2.0]`.\n\n| A | B |\n| --- | --- |\n| [1.0] | c |\n\n1. one\n"
    )
    (corpus / "_site" / "pages" / "house.md").write_text(text)
    (corpus / "_site" / "pages" / "404.md").write_text("# Lost\n\nTry [2.0].\n")
    told: list[str] = []
    site = built(corpus, tmp_path / "site", warn=told.append)
    assert told == ["_site/pages/house.md: [Grapling] names no rule or card"]
    page = Page(site / "pages" / "house.html").text
    flood = '<a class="ref" href="../tides/{}">{}</a>'
    assert flood.format("2.0.html#2.0", "2.0") in page or flood.format("index.html#2.0", "2.0") in page
    assert '<span class="faulty">Grapling</span>' in page
    assert "<code>[2.0]</code>" in page
    assert "<th>A</th>" in page
    assert '<ol>\n<li dir="auto">one</li>' in page
    assert '<h1 dir="auto">Lost</h1>' in Page(site / "404.html").text
    assert "Lost" not in Page(site / "index.html").text
    assert not broken_links(site, pages(site))


def test_every_entry_and_every_fault_leads_to_its_source_line(corpus: Path, tmp_path: Path) -> None:
    site = built(corpus, tmp_path / "site")
    address = 'href="https://example.org/tides.md?id=tides:1.0&amp;title=1.0%20Ebb#L{}"'
    assert address.format(3) in (site / "tides" / "1.0.html").read_text()
    assert address.format(5) in (site / "faults.html").read_text()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('accent = "#ffcc00"', "too pale: its contrast with the page is 1.4, and it must be at least 4.5; use #"),
        ('accent = "red"', "'accent' in [site] must be a colour such as #1c5f8a"),
        ('correction = "https://x.example/{page}"', "'{page}' in 'correction' is unknown; choose one of {id}"),
        ('correction = "x"', "must begin with https://, http:// or mailto:"),
        ("name = 1", "'name' in [site] must be a string"),
        ('logo = "none.png"', "the logo 'none.png' is not in _site/"),
        ('links = ["x"]', "'links' in [site] must be names with web addresses"),
    ],
)
def test_a_value_that_a_site_cannot_use_is_refused(tmp_path: Path, line: str, message: str) -> None:
    folder = write_collection(tmp_path / "tides", tides_md=RULES)
    (folder / "corpus.toml").write_text(f"[site]\n{line}\n")
    with pytest.raises(ManifestError, match=re.escape(message)):
        read_owner([folder], lambda _: None)


def test_the_shade_that_is_offered_can_be_read(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "tides", tides_md=RULES)
    (folder / "corpus.toml").write_text('[site]\naccent = "#ffcc00"\n')
    with pytest.raises(ManifestError) as refused:
        read_owner([folder], lambda _: None)
    offered = re.search(r"; use (#[0-9a-f]{6})", str(refused.value))
    assert offered
    (folder / "corpus.toml").write_text(f'[site]\naccent = "{offered[1]}"\n')
    assert read_owner([folder], lambda _: None).accent == offered[1]


def test_what_means_nothing_is_told_and_does_no_harm(corpus: Path, tmp_path: Path) -> None:
    (corpus / "corpus.toml").write_text('[site]\nname = "Harbour rules"\ncolour = "blue"\n')
    (corpus / "_site" / "notes.js").write_text("x")
    for _ in range(2):  # also of a site that would not change
        done = run_judge("site", str(tmp_path / "site"), "--corpus", str(corpus))
        assert done.returncode == 0
        told = done.stderr.decode()
        assert "unknown key 'colour' in [site] is ignored; choose one of name, tagline, logo" in told
        assert "notes.js is not used, since a browser would run it; write a page as Markdown in _site/pages/" in told


def test_other_files_go_to_the_site_and_former_addresses_lead_into_it(corpus: Path, tmp_path: Path) -> None:
    lines = ["# of our wiki", "/wiki/Flood 2.0", "old/rules.htm https://example.org/", "old/x.html Grapling", "lonely"]
    (corpus / "_site" / "redirects").write_text("\n".join([*lines, "index.html 2.0"]))
    (corpus / "_site" / "CNAME").write_text("rules.example.org\n")
    (corpus / "_site" / "sheets").mkdir()
    (corpus / "_site" / "sheets" / "tides.pdf").write_bytes(b"%PDF")
    told: list[str] = []
    site = built(corpus, tmp_path / "site", warn=told.append)
    assert (site / "CNAME").read_text() == "rules.example.org\n"
    assert (site / "sheets" / "tides.pdf").read_bytes() == b"%PDF"
    assert re.search(r'url=\.\./\.\./tides/[\w.]+#2\.0"', (site / "wiki" / "Flood" / "index.html").read_text())
    assert 'url=https://example.org/"' in (site / "old" / "rules.htm").read_text()
    assert "http-equiv" in (site / "index.html").read_text()
    assert [one.partition("_site/")[2] for one in told] == [
        "redirects:5: not a former address and what took its place, such as `old/rules.htm 3.1`",
        "redirects: [Grapling] names no rule or card",
        "index.html has the name of a file of the site and is left out; rename it",
    ]
    assert not broken_links(site, pages(site))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(
    ("link", "target", "is_told"),
    [
        ("_site/secret.png", "../../private/key.png", True),
        ("_site/theme.css", "/etc/hostname", True),
        ("_site/pages/secret.md", "../../../private/key.md", True),
        ("_site/pages/secret.md", "../../../corpus-of-others/key.md", True),  # a name that begins alike
        ("_site/pages", "../../private", True),  # a folder
        ("_site", "../private", True),
        ("_site/tides.png", "../tides.png", False),  # inside the collection
        ("_site", "own", False),
    ],
)
def test_no_link_publishes_a_file_from_outside_of_the_collection(
    tmp_path: Path, link: str, target: str, is_told: bool
) -> None:
    folder = tmp_path / "corpus"
    for inside in (folder / "own", tmp_path / "private", tmp_path / "corpus-of-others"):
        inside.mkdir(parents=True)
        for ending in ("png", "md"):
            (inside / f"key.{ending}").write_text("text")
    (folder / "tides.png").write_text("text")
    (folder / link).parent.mkdir(parents=True, exist_ok=True)
    (folder / link).symlink_to(target)
    told: list[str] = []
    owner = read_owner([folder], told.append)
    warning = f"{folder / link} is a symbolic link to a place outside this collection; it is left out"
    assert [line for line in told if "symbolic link" in line] == ([warning] if is_told else [])
    assert (owner == Owner()) == is_told
    assert any(owner_files([folder])) != is_told


def test_the_first_collection_that_says_something_wins(corpus: Path, tmp_path: Path) -> None:
    plain = write_collection(tmp_path / "plain", plain_md=RULES)
    other = write_collection(tmp_path / "other", other_md=RULES)
    (other / "corpus.toml").write_text('[site]\nname = "Other"\n')
    assert read_owner([plain, corpus, other], lambda _: None).name == "Harbour rules"
    assert read_owner([other, corpus], lambda _: None).name == "Other"
    assert read_owner([plain], lambda _: None) == Owner()


def test_colours_are_checked_against_the_grounds_of_the_page() -> None:
    style = (data_folder("templates") / "style.css").read_text(encoding="utf-8")
    assert set(re.findall(r"--paper: (#[0-9a-f]{6});", style)) == {PAPER, DARK_PAPER}


def test_a_wrong_address_has_a_page_that_works_at_any_depth(corpus: Path, tmp_path: Path) -> None:
    site = built(corpus, tmp_path / "site", base_url="https://example.org/r/")
    page = (site / "404.html").read_text()
    assert '<base href="https://example.org/r/">' in page
    assert "base-uri 'self'" in page
    assert "Sitemap: https://example.org/r/sitemap.xml" in (site / "robots.txt").read_text()
    assert "noindex" in page
    assert 'content="https://example.org/r/assets/preview.png"' in (site / "index.html").read_text()
