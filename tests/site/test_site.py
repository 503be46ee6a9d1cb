"""The site as files: addresses, links, what changed, bad folders, bad themes, hostile documents."""

import gzip
import os
import re
import signal
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import judge
from judge.core.diagnostics import BY_NAME
from judge.core.errors import SiteError, ThemeError
from judge.opened_library import Library
from judge.site import catalogue as catalogues
from judge.site import plan
from judge.site.pages.entries import EntryWriter, PageContext
from judge.site.pages.markup import Span, grouped, rich
from judge.site.plan import FreeNames, safe
from judge.site.writing import LOCK, OURS, write_site
from tests.limits import PATIENCE
from tests.payloads import SCRIPTS
from tests.sites import Page, broken_links, build, pages, pages_once, templates_with
from tests.support import export_of, refused, run_judge, started_judge, thorough_but, write_collection

HIDDEN = re.compile(
    r'<nav class="turn".*?</nav>|<details class="fold".*?</details>'
    r'|<span class="(?:unseen|number sign)".*?</span>',
    re.DOTALL,
)
"""What is in a page and not of its own, or is not seen."""
RULES = """# Tides

## 1.0 Ebb

Water falls (2.0), the boats wait (7.0).

## 2.0 Flood

Water rises.

### 2.1 Spring

See Ebb.
"""


@pytest.fixture(params=["bundled_site", pytest.param("real_site", marks=pytest.mark.thorough)])
def site(request: pytest.FixtureRequest) -> Path:
    """Both sites, one after the other."""
    path: Path = request.getfixturevalue(request.param)
    return path


@pytest.fixture
def tides(tmp_path: Path) -> Iterator[Library]:
    """A small collection of its own."""
    with judge.open(corpus=[write_collection(tmp_path / "tides", tides_md=RULES)]) as library:
        yield library


def build_from(corpus: Path, target: Path) -> Path:
    """Write the site of a collection."""
    with judge.open(corpus=[corpus]) as library:
        return build(library, target)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder that is not a hidden one."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# Addresses


@given(st.text(min_size=1))
def test_a_safe_name_is_a_name_for_every_file_system(name: str) -> None:
    made = safe(name)
    assert made
    assert len(made.encode()) <= 200
    assert not re.search(r'[\x00-\x20<>:"/\\|?*]', made)
    assert not made.startswith((".", "_", "-"))
    assert not made.endswith((".", " "))
    assert made.partition(".")[0].lower() not in {"con", "prn", "aux", "nul", "com1", "lpt1"}


@given(st.lists(st.text(max_size=5), max_size=20))
def test_no_two_names_are_alike(wanted: list[str]) -> None:
    names = FreeNames("index")
    given_names = [names.take(one).casefold() for one in wanted]
    assert len({*given_names, "index"}) == len(wanted) + 1


# Text


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=4))
def test_text_never_becomes_markup(text: str, pairs: list[tuple[int, int]]) -> None:
    """Without the tags we put in, what is left is the text, escaped."""
    from markupsafe import Markup

    from judge.core.model import Mark
    from judge.core.names import printable

    marks = [Mark(start, end, "em") for start, end in pairs[:2] if start < end <= len(text)]
    spans = [Span(start, end, Markup("<a>"), Markup("</a>")) for start, end in pairs[2:]]
    plain = re.sub(r"</?(?:em|a)>", "", rich(text, marks, spans))
    assert Markup(plain).unescape() == printable(text)


def test_bullets_nest_and_rulings_keep_what_belongs_to_them() -> None:
    from markupsafe import escape

    from judge.core.model import Block

    lines = ((1, 1),)
    blocks = [
        Block("ruling", "a", lines),
        Block("bullet", "b", lines),
        Block("bullet", "c", lines, depth=1),
        Block("text", "d", lines),
        Block("ruling", "e", lines),
    ]
    groups = grouped(blocks, lambda _, block: escape(block.text))
    assert [group.kind for group in groups] == ["rulings", "text", "rulings"]
    assert groups[2].items[0].part == "2"
    nested = groups[0].items[0].inner[0].items[0]
    assert (nested.html, nested.inner[0].items[0].html) == ("b", "c")


# The whole


def test_every_link_and_anchor_exists(site: Path) -> None:
    assert not broken_links(site, pages_once(site))


def test_every_page_is_sound(site: Path) -> None:
    """Ids are unique, headings skip no level, one h1, one main; no inline script, style or handler; no other host."""
    for path, page in pages_once(site).items():
        assert len(page.ids) == len(set(page.ids)), path
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
        steps = [below - above for above, below in zip([0, *levels], levels, strict=False)]
        assert max(steps) <= 1, path
        assert levels.count(1) == 1, path
        assert sum(tag == "main" for tag, _ in page.tags) == 1, path
        for tag, values in page.tags:
            assert tag != "style", path
            assert not [name for name in values if name.startswith("on") or name == "style"], path
            if tag == "script":
                assert "src" in values, path


def test_every_page_has_its_policy(bundled_site: Path) -> None:
    for page in pages_once(bundled_site).values():
        policy = next(values for tag, values in page.tags if tag == "meta" and "http-equiv" in values)["content"]
        assert "unsafe" not in policy
        assert policy.startswith("default-src 'none'")


def test_every_entry_has_an_address_from_its_id(bundled: Library, bundled_site: Path) -> None:
    """DOCUMENT/index.html#LOCAL finds every entry but cards, which are DOCUMENT/LOCAL.html."""
    ids = {path: set(page.ids) for path, page in pages_once(bundled_site).items()}
    for record in export_of(bundled):
        if record["record"] == "entry":
            document, _, local = record["id"].partition(":")
            page = f"{safe(local)}.html" if record["kind"] == "card" else "index.html"
            assert safe(local) in ids[bundled_site.resolve() / document / page]


def test_a_page_says_edition_and_date(bundled_site: Path) -> None:
    """Every page below a document's address says which edition it shows; one document has no date."""
    wanted = {
        "shadowfist-digest": ("2.0", "2025"),
        "shadowfist-card-digest": ("2.0", "10 August 2007"),
        "l5r-digest": ("1.0", "29 May 2018"),
        "ufs-digest": ("1.0",),
    }
    seen = set()
    for path, page in pages_once(bundled_site).items():
        if path.name == "404.html" or page.is_moved:
            continue
        folder = path.relative_to(bundled_site.resolve()).parts[0]
        for part in wanted.get(folder, ()):
            assert part in page.text, path
            seen.add(folder)
    assert seen == set(wanted)


def test_no_page_is_empty_or_odd(site: Path) -> None:
    """No heading without words or that is a code, no page of a line or two, no title three times, no address with ~."""
    for path, page in pages_once(site).items():
        if page.is_moved:
            continue
        shown = visible(page.text)
        headings = [plain(found) for found in re.findall(r"<h[1-6].*?</h[1-6]>", shown, re.DOTALL)]
        assert re.search(r"\w", headings[0]), path
        assert not [one for one in headings if one in BY_NAME or re.fullmatch(r"[a-z]+(?:-[a-z]+)+ \d+", one)], path
        assert "~" not in path.name, path
        news = path.name == "changes.html"  # as long as a game has dated texts: the start for a game has one
        assert len(plain(shown)) >= 140 or 'class="card"' in page.text or news, path
        top = re.findall(
            r'<li><a.*?</a>|<h1.*?</h1>|<p class="edition">.*?</p>', shown.partition("<section")[0], re.DOTALL
        )
        assert max(Counter(plain(found).casefold() for found in top).values(), default=0) < 3, path


def visible(text: str) -> str:
    """Return what a page shows of its own in its main part."""
    main = text[text.index("<main") : text.index("</main>")]
    return HIDDEN.sub("", main)


def plain(html: str) -> str:
    """Return the words of a piece of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_short_part_is_put_to_its_neighbour_and_its_address_kept(tmp_path: Path) -> None:
    long = "Water falls and the boats wait for it to rise again. " * 8
    text = f"# Tides\n\n## 1.0 Ebb\n\n{long}\n\n## 2.0 Slack\n\nNothing moves.\n\n## 3.0 Flood\n\n{long}\n"
    site = build_from(write_collection(tmp_path / "tides", tides_md=text), tmp_path / "site")
    assert "2.0" in Page(site / "tides" / "1.0.html").ids
    assert 'url=1.0.html#2.0"' in (site / "tides" / "2.0.html").read_text()
    assert not broken_links(site, pages(site))


def test_an_entry_called_index_has_an_address_without_a_mark(tmp_path: Path) -> None:
    words = "Where the harbour, the boats and the tides are told of. " * 8
    text = f"# Tides\n\n# Ebb\n\n{words}\n\n# Index\n\n{words}\n"
    site = build_from(write_collection(tmp_path / "tides", tides_md=text), tmp_path / "site")
    assert "index" in Page(site / "tides" / "the-index.html").ids
    assert 'url=the-index.html"' in (site / "tides" / "index~2.html").read_text()


def test_a_document_of_one_page_is_that_page_in_its_own_order(tmp_path: Path) -> None:
    """What is short goes before what is long, and the addresses that each part had lead there."""
    long = "Water falls and the boats wait for it to rise again. " * 8
    text = f"# Tides\n\n## 1.0 Ebb\n\nFalls.\n\n## 2.0 Slack\n\nWaits.\n\n## 3.0 Flood\n\n{long}\n"
    site = build_from(write_collection(tmp_path / "tides", tides_md=text), tmp_path / "site")
    page = Page(site / "tides" / "index.html")
    numbers = ["1.0", "2.0", "3.0"]
    assert [id for id in page.ids if id in numbers] == numbers
    for number in numbers:
        assert "url=index.html" in (site / "tides" / f"{number}.html").read_text()
    assert not broken_links(site, pages(site))


def test_the_home_page_is_small(site: Path) -> None:
    """With all that it names itself; what scripts ask for afterwards comes when the page is drawn."""
    page = Page(site / "index.html")
    named = [values.get("src") or values.get("href", "") for tag, values in page.tags if tag in ("script", "link")]
    loaded = {site / path for path in named if path.startswith("assets/")}
    assert len(loaded) > 5
    assert sum(len(gzip.compress(path.read_bytes())) for path in {page.path, *loaded}) < 60_000


@pytest.mark.thorough
def test_the_feed_and_the_sitemap_are_well_formed(real_site: Path) -> None:
    feed = ElementTree.parse(real_site / "feed.xml").getroot()
    atom = "{http://www.w3.org/2005/Atom}"
    ids = [entry.findtext(f"{atom}id") for entry in feed.iter(f"{atom}entry")]
    assert len(ids) == len(set(ids)) > 5
    updated = [entry.findtext(f"{atom}updated") or "" for entry in feed.iter(f"{atom}entry")]
    assert updated == sorted(updated, reverse=True)
    urls = [url.text or "" for url in ElementTree.parse(real_site / "sitemap.xml").getroot().iter() if url.text]
    assert "https://example.org/rules/shadowfist-rulebook/24.0.html" in urls


def test_the_web_finds_pages_with_text_date_and_address(tmp_path: Path) -> None:
    """A year is the date as it is printed, nowhere a day that is still to come."""
    long = "Water falls and the boats wait for it to rise again. " * 8
    text = f"# Tides\n\n## Q. When does water fall?\n\nA. {long}\n\n## Q. When does it rise?\n\nA. {long}\n"
    corpus = write_collection(tmp_path / "tides", tides_md=text)
    (corpus / "corpus.toml").write_text('[[document]]\nfile = "tides.md"\ndate = "2025"\n')
    with judge.open(corpus=[corpus]) as library:
        site = build(library, tmp_path / "site", base_url="https://example.org/r")
    assert "<lastmod>2025</lastmod>" in (site / "sitemap.xml").read_text()
    assert "<updated>2025-01-01T00:00:00Z</updated>" in (site / "feed.xml").read_text()
    page = pages(site)[site.resolve() / "tides" / "index.html"]
    assert '<meta property="og:description"' in page.text
    assert '<meta property="og:url" content="https://example.org/r/tides/' in page.text


def test_the_same_input_gives_the_same_bytes(tides: Library, tmp_path: Path) -> None:
    assert contents(build(tides, tmp_path / "one")) == contents(build(tides, tmp_path / "two"))


def test_what_did_not_change_is_not_written_again(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    site = build_from(corpus, tmp_path / "site")
    for path in site.rglob("*.html"):
        os.utime(path, (1, 1))
    write_collection(corpus, tides_md=RULES.replace("Water rises.", "Water comes."))
    build_from(corpus, site)
    written = {path.name for path in site.rglob("*.html") if path.stat().st_mtime > 1}
    assert written == {"1.0.html", "2.0.html"}, "the page itself and the page with its preview"


def test_a_page_that_is_no_more_is_taken_away_and_nothing_else(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    site = build_from(corpus, tmp_path / "site")
    (site / "tides" / "mine.txt").write_text("mine")
    write_collection(corpus, tides_md=RULES.replace("## 1.0 Ebb", "## 1.5 Ebb"))
    build_from(corpus, site)
    names = {path.name for path in (site / "tides").iterdir()}
    assert names >= {"mine.txt", "1.5.html"}
    assert "1.0.html" not in names


# What is wrong in the documents, what is newer, what moved


def test_a_faulty_reference_is_marked_and_says_why(tides: Library, tmp_path: Path) -> None:
    page = Page(build(tides, tmp_path / "site") / "tides" / "1.0.html")
    faulty = [values for tag, values in page.tags if tag == "a" and "faulty" in values.get("class", "")]
    assert [values["href"] for values in faulty] == ["../faults.html#tides-5"]
    assert faulty[0]["title"].startswith("This does not resolve.")


def test_a_mislabelled_reference_leads_where_the_author_means(tides: Library) -> None:
    """The number says 2.0, the words mean 2.1: the link goes to 2.1 and says so."""
    known = catalogues.read_catalogue(tides)
    wrong = next(one for one in known.outward["tides:1.0"] if one.target == "tides:2.0")
    meant = structs.replace(wrong, status="mislabelled", suggestion="tides:2.1", reason="2.0 is Flood")
    known = structs.replace(known, outward={"tides:1.0": [meant]})
    desk = EntryWriter(PageContext(known, plan.make(known), {}, {}), "tides/1.0.html")
    html = desk.show("tides:1.0", 1).groups[0].items[0].html
    assert 'class="ref faulty" href="2.0.html#2.1" title="Probably means 2.1 Spring. (2.0 is Flood)"' in html
    assert desk.previews["2.0.html#2.1"].name == "2.1 Spring"


def test_a_range_links_its_ends_and_what_is_between_them(tmp_path: Path) -> None:
    crew = "".join(f"2.{place} The crew of boat {place} waits for the tide.\n\n" for place in range(1, 6))
    text = f"# Piers\n\n## 1.0 Boats\n\nSee rules 2.1–2.3 and 2.3 to 2.5.\n\n## 2.0 Crew\n\n{crew}"
    site = build_from(write_collection(tmp_path / "piers", piers_md=text), tmp_path / "site")
    html = (site / "piers" / "1.0.html").read_text("utf-8")
    linked = [re.sub("<.*?>", "", one) for one in re.findall(r'<a class="ref".*?</a>', html)]
    assert linked == ["2.1", "–", "2.3", "2.3", " to ", "2.5"]


def test_a_card_opens_its_topics_and_numbers_its_rulings(bundled_site: Path) -> None:
    page = Page(bundled_site / "shadowfist-card-digest" / "evil-twin.html")
    assert {"evil-twin", "1", "2", "3"} <= set(page.ids)
    assert '<details class="topic"><summary dir="auto">Copying</summary>' in page.text


def test_an_older_document_says_what_is_newer(tmp_path: Path) -> None:
    corpus = write_collection(
        tmp_path / "two", old_md="# Old\n\n## 1.0 Ebb\n\nA.\n", new_md="# New\n\n## 4.0 Ebb\n\nB.\n"
    )
    rows = [
        '[[document]]\nfile="old.md"\ntitle="T FAQ"\ndate="1996"\ndialect="outline"\ngame="T"\n',
        '[[document]]\nfile="new.md"\ntitle="T Rules"\ndate="2007"\ndialect="outline"\ngame="T"\n',
    ]
    (corpus / "corpus.toml").write_text("".join(rows))
    site = build_from(corpus, tmp_path / "site")
    assert '<p class="newer">' in (site / "old" / "1.0.html").read_text()
    assert '<p class="newer">' not in (site / "new" / "4.0.html").read_text()


def test_former_keys_and_ids_go_on_working(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    rows = '[[document]]\nfile="tides.md"\naliases={ "tides:9.9" = "2.1" }\n'
    (corpus / "corpus.toml").write_text(rows)
    site = build_from(corpus, tmp_path / "site")
    assert 'url=2.0.html#2.1"' in (site / "tides" / "9.9.html").read_text()
    assert "9.9" in Page(site / "tides" / "2.0.html").ids
    assert "9.9" in Page(site / "tides" / "index.html").ids
    (corpus / "corpus.toml").write_text('[[document]]\nfile="tides.md"\naliases=["water"]\n')
    build_from(corpus, site)
    assert 'url=../tides/2.0.html"' in (site / "water" / "2.0.html").read_text()


# Odd documents


@pytest.mark.parametrize("name", thorough_but(1, ["assets", "games", "offline", "search"]))
def test_a_document_may_be_called_as_a_folder_of_ours(tmp_path: Path, name: str) -> None:
    corpus = write_collection(tmp_path / "odd", **{f"{name}_md": RULES})
    site = build_from(corpus, tmp_path / "site")
    assert not broken_links(site, pages(site))
    assert (site / f"{name}~2" / "1.0.html").is_file()


def test_odd_titles_get_pages_of_their_own(tmp_path: Path) -> None:
    titles = [
        "Ebb",
        "EBB",
        "ébb",
        "!!!",
        "???",
        "con",
        "index",
        "w" * 500,
        "漢字",
        "Ж" * 200,
        "سفينة",
        "a/../../b",
        "CON.txt",
    ]
    text = "# Cards\n\n## Card-by-Card Rulings\n\n" + "".join(f"### {title}\n\nSalt.\n\n" for title in titles)
    corpus = write_collection(tmp_path / "odd", odd_md=text)
    (corpus / "corpus.toml").write_text('[[document]]\nfile="odd.md"\ndialect="rulings"\n')
    site = build_from(corpus, tmp_path / "site")
    assert not broken_links(site, pages(site))
    names = [path.name.casefold() for path in (site / "odd").iterdir()]
    assert len(names) == len(set(names))
    assert len(names) >= len(titles) + 1


def test_no_payload_becomes_markup(hostile_site: Path) -> None:
    """Every element of every page is one of our templates', with attributes that they write."""
    test_every_page_is_sound(hostile_site)
    assert not broken_links(hostile_site, pages_once(hostile_site))
    ours = {tag for path in (hostile_site / "about.html", hostile_site / "faults.html") for tag, _ in Page(path).tags}
    ours |= {
        "article",
        "section",
        "details",
        "summary",
        "dl",
        "dt",
        "dd",
        "ol",
        "time",
        "small",
        "blockquote",
        "strong",
    }
    ours |= {"em", "code", "figure", "table", "tr", "td", "template", "b", "i", "output", "label", "input"}
    ours |= {"form", "select", "optgroup", "option", "kbd"}
    ours |= {"h1", "h2", "h3", "h4", "h5", "h6", "aside", "cite", "div", "p", "q"}
    for path, page in pages_once(hostile_site).items():
        assert {tag for tag, _ in page.tags} <= ours, path
        assert not [values for _, values in page.tags if values.get("href", "").startswith(("javascript", "data"))]
    texts = "".join(page.text for page in pages_once(hostile_site).values())
    assert texts.count("alert(1)") > 3 * len(SCRIPTS), "the payloads are there, as text"


# Bad folders, bad themes, bad moments


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path, tides: Library) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    corpus = ("--corpus", str(tmp_path / "tides"))
    assert "contains thesis.txt, which is not part of the site" in refused("site", str(tmp_path / "mine"), *corpus)
    (tmp_path / "mine" / "thesis.txt").unlink()
    assert run_judge("site", str(tmp_path / "mine"), *corpus).returncode == 0
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    assert run_judge("site", str(tmp_path / "mine"), *corpus).returncode == 0, "now it is ours as well"
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "x"


def everything(folder: Path) -> dict[str, str | bytes | None]:
    """Return what is in a folder: the contents of files, where links lead, None for folders."""
    return {
        path.relative_to(folder).as_posix(): (
            str(path.readlink()) if path.is_symlink() else None if path.is_dir() else path.read_bytes()
        )
        for path in folder.rglob("*")
    }


def assert_refused(site: Path, corpus: Path, name: str, *options: str) -> None:
    """Write a site where that is refused: one sentence names the file, and everything is as it was."""
    before = everything(site)
    assert refused("site", str(site), "--corpus", str(corpus), *options) == (
        f"judge: {site / name} was not written by `judge site` and would be replaced; move it (nothing was changed)\n"
    )
    assert everything(site) == before


def test_the_owners_own_files_are_neither_replaced_nor_removed(tides: Library, tmp_path: Path) -> None:
    """A sitemap of the owner's, once the site has an address: the files of the address have other names' places."""
    site, corpus, address = build(tides, tmp_path / "site"), tmp_path / "tides", "https://example.org/"
    (site / "sitemap.xml").write_text("mine")
    assert_refused(site, corpus, "sitemap.xml", "--base-url", address)
    assert run_judge("site", str(site), "--corpus", str(corpus)).returncode == 0
    assert (site / "sitemap.xml").read_text() == "mine"
    (site / "sitemap.xml").unlink()
    assert run_judge("site", str(site), "--corpus", str(corpus), "--base-url", address).returncode == 0
    assert "https://example.org/" in (site / "sitemap.xml").read_text()
    assert run_judge("site", str(site), "--corpus", str(corpus)).returncode == 0
    assert not (site / "sitemap.xml").exists(), "this one the program wrote itself"


def test_a_file_of_the_site_that_somebody_edited_is_written_again(tides: Library, tmp_path: Path) -> None:
    site = build(tides, tmp_path / "site")
    before = contents(site)
    (site / "index.html").write_text("edited")
    build(tides, site)
    assert contents(site) == before


@pytest.mark.parametrize("in_the_way", ["tides", "tides/1.0.html"])
@pytest.mark.parametrize("what", ["file", "folder", "link to a file", "link to a folder", "link to nothing"])
def test_whatever_is_in_the_place_of_something_of_the_site_is_kept(tmp_path: Path, in_the_way: str, what: str) -> None:
    """Also where a link leads out of the site, and to what the list names; a folder where the site has one is used."""
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    write_site([("index.html", "a"), ("tides/1.0.html", "b")], site, lambda *_: None)
    write_collection(elsewhere, **{"1.0.html": "theirs"})
    place = site / in_the_way
    (site / "tides" / "1.0.html").unlink()
    if place.exists():
        place.rmdir()
    if what == "file":
        place.write_text("mine")
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to({"file": elsewhere / "1.0.html", "folder": elsewhere}.get(what.split()[-1], tmp_path / "no"))
    before = everything(tmp_path)
    # A file in the place of a page that the list names is one that somebody edited; a folder is where the page goes.
    if (what, in_the_way) in [("file", "tides/1.0.html"), ("folder", "tides")]:
        write_site([("index.html", "c"), ("tides/1.0.html", "d")], site, lambda *_: None)
        assert contents(site) == {"index.html": b"c", "tides/1.0.html": b"d"}
        return
    with pytest.raises(SiteError, match=f"^{re.escape(str(place))} was not written by `judge site`"):
        write_site([("index.html", "c"), ("tides/1.0.html", "d")], site, lambda *_: None)
    assert everything(tmp_path) == before


def test_names_that_differ_by_case_are_told_apart_as_the_system_does(tmp_path: Path) -> None:
    """What somebody else wrote stays, and what we wrote under the other name is there under the new one."""
    site = tmp_path / "site"
    write_site([("index.html", "a"), ("assets/Logo.png", "b")], site, lambda *_: None)
    (site / "MINE.html").write_text("mine")
    same = (site / "mine.html").exists()
    if same:
        with pytest.raises(SiteError, match="was not written by `judge site`"):
            write_site([("index.html", "a"), ("mine.html", "c")], site, lambda *_: None)
    write_site([("index.html", "a"), ("assets/logo.png", "c")], site, lambda *_: None)
    assert (site / "MINE.html").read_text() == "mine"
    assert (site / "assets" / "logo.png").read_text() == "c"
    assert len(list((site / "assets").iterdir())) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["site", "{tmp}/file"], "{tmp}/file is a file; name a folder"),
        (["site", "/proc/nowhere"], "/proc/nowhere cannot be written to"),
        (
            ["site", "{tmp}/site", "--base-url", "example.org"],
            "is not a web address; use one such as https://example.org/rules/",
        ),
    ],
)
def test_a_wrong_call_is_one_sentence(words: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = refused(*(word.replace("{tmp}", str(tmp_path)) for word in words))
    assert message.replace("{tmp}", str(tmp_path)) in done
    assert "Traceback" not in done


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "card.html",
            "{% extends 'base.html' %}\n{% block main %}\n{{ entry.nothing }}\n{% endblock %}",
            "card.html:3: ",
        ),
        ("home.html", "fine\n{% if %}", "home.html:2: "),
        ("search.html", "{{ 1 / 0 }}", "search.html:1: division by zero"),
        ("chapter.html", "{% include 'none.html' %}", "chapter.html:1: there is no template none.html"),
    ],
)
def test_an_error_in_a_template_names_file_and_line(
    example: Library, tmp_path: Path, name: str, text: str, message: str
) -> None:
    site = build(example, tmp_path / "site")
    before = contents(site)
    templates = templates_with(tmp_path / "templates", **{name: text})
    with pytest.raises(ThemeError, match=re.escape(message)):
        build(example, site, templates)
    assert contents(site) == before


def test_the_old_site_stays_whole_when_a_build_breaks_off(tides: Library, tmp_path: Path) -> None:
    """Whatever ends a build before all is rendered: a full disk, Ctrl-C."""
    site = build(tides, tmp_path / "site")
    before = contents(site)

    def broken(error: BaseException) -> Iterator[tuple[str, str]]:
        yield "index.html", "new"
        raise error

    with pytest.raises(SiteError, match=r"\(No space left on device\); it is unchanged"):
        write_site(broken(OSError(28, "No space left on device")), site, lambda *_: None)
    with pytest.raises(KeyboardInterrupt):
        write_site(broken(KeyboardInterrupt()), site, lambda *_: None)
    assert contents(site) == before
    assert {path.name for path in site.iterdir() if path.name.startswith(".")} == {OURS, LOCK}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_ctrl_c_in_mid_build_ends_with_130(tmp_path: Path) -> None:
    with started_judge("site", str(tmp_path / "site")) as process:
        while process.poll() is None and not list(tmp_path.glob("site/.judge-unfinished-*")):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=PATIENCE)[1].decode().splitlines()
    assert told[-1] == "judge: interrupted; what was not finished is as it was before"
    assert process.returncode == 130
    assert [path.name for path in (tmp_path / "site").iterdir()] == [LOCK]


def test_a_listing_that_leads_out_of_the_site_removes_nothing(tides: Library, tmp_path: Path) -> None:
    site = build(tides, tmp_path / "site")
    (tmp_path / "precious.txt").write_text("x")
    with (site / OURS).open("a") as listing:
        listing.write("../precious.txt\n")
    with pytest.raises(SiteError, match=r"lists '\.\./precious\.txt', which is not a file of a site"):
        build(tides, site)
    assert (tmp_path / "precious.txt").exists()
