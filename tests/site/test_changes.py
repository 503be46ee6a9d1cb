"""What changed between editions, on the site: the page of changes, what entries say, old numbers, the feed."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import judge
from judge.editions.change_reports import calls_first
from judge.opened_library import Library
from tests.editions.test_comparison import NEW, OLD
from tests.editions.test_diff_commands import FAQ
from tests.editions.test_old_numbers import collection, renumbered
from tests.scripts import Scripts
from tests.sites import Page, broken_links, build, pages
from tests.support import write_collection

BASE = "https://rules.example/r/"
ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = "games/harbour/changes/two.html"
ROW = '[[document]]\nfile = "{}"\ntitle = "{}"\ngame = "Harbour"\n'
RULINGS = """# Harbour Cards

### Card-by-Card Rulings:

**Ferry**

It carries two sheep. (2024-03-01)

It carries three sheep. (2026-05-02)

It carries no goat. (2026-05-02)
"""
LED = """
    queries => queries.map((query) => {
        const { answers, led, doubts } = judgeLookup.search(query, 10);
        const notices = led.map(({ entry, former }) => [former.id, entry.id]);
        return [answers.map(({ entry }) => entry.id), notices, doubts.graded === "none"];
    })
"""

REMOVED = """
    queries => queries.map((query) => judgeLookup.search(query, 5).answers.map(({ entry }) => [
        entry.id, Number(entry.rare.label === "removed"),
    ]))
"""


def write_harbour(folder: Path, *, faq: str = FAQ, faq_date: str = "2024-06") -> Path:
    """Write two editions, a FAQ that cites the older one, and rulings."""
    edition = 'work = "harbour"\nedition = "{}"\ndate = "{}"\n'
    rows = [
        ROW.format("one.txt", "Harbour Rules") + edition.format("1.0", "2024-01"),
        ROW.format("two.txt", "Harbour Rules") + edition.format("2.0", "2025-02-03"),
        ROW.format("faq.md", "Harbour FAQ") + f'kind = "faq"\ndate = "{faq_date}"\n',
        ROW.format("cards.md", "Harbour Cards") + 'dialect = "rulings"\ndate = "2026-05"\n',
    ]
    files = {"one_txt": OLD, "two_txt": NEW, "faq_md": faq, "cards_md": RULINGS}
    return write_collection(folder, **files, **{"corpus.toml": "\n".join(rows)})


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The collection, opened."""
    folder = tmp_path_factory.mktemp("harbour")
    with Library([write_harbour(folder / "texts")], cache=folder / "cache") as opened:
        yield opened


@pytest.fixture(scope="module")
def site(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its site."""
    return build(library, tmp_path_factory.mktemp("site"))


def section(path: Path, anchor: str) -> str:
    """Return a section of a page."""
    found = re.search(rf'<section class="[^"]*" id="{re.escape(anchor)}".*?</section>', path.read_text(), re.DOTALL)
    assert found, anchor
    return found[0]


def said(path: Path, anchor: str) -> str:
    """Return the words of a section of a page."""
    return " ".join(re.sub(r"<[^>]+>", "", section(path, anchor)).split())


def test_every_link_leads_somewhere_and_every_page_is_sound(site: Path) -> None:
    found = pages(site)
    assert not broken_links(site, found)
    page = found[(site / PAGE).resolve()]
    assert len(page.ids) == len(set(page.ids))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert max(below - above for above, below in zip([0, *levels], levels, strict=False)) <= 1


def test_the_page_says_what_changed_and_links_both_ways(site: Path) -> None:
    text = (site / PAGE).read_text()
    change = section(site / PAGE, "3.2")
    assert "weighed by <del>three</del> <ins>four</ins> of the crew." in change
    assert 'href="../../../two/3.html#3.2"' in change or 'href="../../../two/2.html#3.2"' in change
    assert re.search(r'href="../../../one/[^"]+#2.2">old text', change)
    assert said(site / PAGE, "1.1").startswith("1.1 Water New Each boat carries")
    assert "was called “Going Ashore”" in said(site / PAGE, "3.1")
    assert "<del>Nobody whistles while the anchor is down.</del>" in section(site / PAGE, "_gone-2.3")
    assert "New, split from 1.2 Knots" in said(site / PAGE, "2.3")
    assert "1 Mooring is now 2 Mooring, and 2 below it follow" in " ".join(re.sub("<[^>]+>", "", text).split())


def test_the_page_begins_with_what_changes_a_call(site: Path, library: Library) -> None:
    """The most cited first, then what is cited nowhere, then what only has another title; numbers come last."""
    comparison, entries = library.editions.diff("one", "two"), library.entries
    calls = calls_first(comparison, library.editions.affected(comparison), entries.record, entries.backlinks)
    cited = [(call.change.new or call.change.old, call) for call in calls if call.cited]
    anchors = [("" if call.change.new else "_gone-") + one.id.partition(":")[2] for one, call in cited if one]
    text = (site / PAGE).read_text()
    shown = re.findall(r'<section class="change" id="([^"]+)"', text)
    assert len(anchors) > 1
    assert shown[: len(anchors)] == anchors
    assert all(call.told() in said(site / PAGE, anchor) for anchor, (_, call) in zip(anchors, cited, strict=True))
    parts = ("_calls", "_chapter-1", "_retitled", "_breaks", "_renumbered")
    places = [text.index(f'id="{anchor}"') for anchor in parts]
    assert places == sorted(places)
    assert len(shown) == len(set(shown)) == len(calls) + 1


def test_what_is_only_renumbered_is_no_change(site: Path) -> None:
    assert 'id="2.1"' not in (site / PAGE).read_text()


def test_the_page_says_what_it_breaks(site: Path) -> None:
    text = (site / PAGE).read_text()
    assert "1 refers to a removed rule, 1 refers to a changed rule, 1 refers to a renumbered rule" in text
    assert "May the crew whistle?" in said(site / PAGE, "_gone-2.3")
    assert "write 2.1" in text


def test_a_document_later_than_the_edition_has_its_numbers_from_there(tmp_path: Path) -> None:
    with judge.open(corpus=[write_harbour(tmp_path / "texts", faq_date="2026-01")]) as later:
        text = (build(later, tmp_path / "site") / PAGE).read_text()
    assert "1 refers to a changed rule." in text
    assert "refers to a removed rule" not in text


def test_home_contents_and_lists_lead_to_the_page(site: Path) -> None:
    assert f'<li><a href="{PAGE}" dir="auto">' in (site / "index.html").read_text()
    assert re.search(
        rf'href="../{PAGE}">What changed</a> since <a href="../one/index.html">1.0',
        (site / "two" / "index.html").read_text(),
    )
    older = (site / "one" / "index.html").read_text()
    assert f'<a href="../{PAGE}">What changed</a>' in older
    assert "<s>Whistling</s></a> <small>removed in 2.0</small>" in older
    assert f'<a href="{PAGE}">What changed</a>' in (site / "new.html").read_text()


def place(site: Path, document: str, anchor: str) -> Path:
    """Return the page on which an entry stands."""
    found = [
        path
        for path in sorted((site / document).glob("*.html"))
        if re.search(rf'<section class="entry[^"]*" id="{re.escape(anchor)}"', path.read_text())
    ]
    return found[0]


@pytest.mark.parametrize(
    ("anchor", "told"),
    [
        ("1.1", "New in 2.0 (3 February 2025) 1.1 of 1.0 is now 2.1 Ropes"),
        ("2.1", "Renumbered in 2.0 (3 February 2025): was 1.1"),
        ("3.2", "Changed in 2.0 (3 February 2025): was 2.2"),
        ("2.3", "New in 2.0 (3 February 2025): split from 1.2 2.3 of 1.0, Whistling, was removed"),
    ],
)
def test_an_entry_says_when_it_changed_and_what_had_its_number(site: Path, anchor: str, told: str) -> None:
    assert told in said(place(site, "two", anchor), anchor)


def test_what_an_edition_removed_is_marked_and_what_stays_is_not_struck(site: Path) -> None:
    gone = section(place(site, "one", "2.3"), "2.3")
    assert re.search(
        r'<p class="newer superseded"><strong>Removed</strong> in <a href="[^"]*two.html#_gone-2.3">2.0</a>', gone
    )
    same = section(place(site, "one", "1.1"), "1.1")
    assert "which did not change" in same
    assert 'class="newer superseded"' not in same
    changed = section(place(site, "one", "2.2"), "2.2")
    assert re.search(r'Changed in <a href="[^"]*two.html#3.2">2.0</a>', changed)


def test_the_page_s_search_marks_what_was_removed(library: Library, site: Path) -> None:
    found = Scripts(site).run(REMOVED, ["2.3 of 1.0"])
    assert found[0][0] == ["one:2.3", 1]


def test_an_old_number_without_a_new_owner_is_an_address_in_the_new_edition(tmp_path: Path) -> None:
    """Of a book that lost a chapter, the last chapters have numbers that are nobody's any more."""
    words = "Where the harbour, the boats and the tides are told of at length. " * 8
    chapters = [f"{{}} {name}\n\n{{}}.1 {name} at Sea\n\n{name}. {words}\n" for name in ("Ebb", "Flood", "Spring")]
    old = "\n".join(one.format(number, number) for number, one in enumerate(chapters, 1))
    new = "\n".join(one.format(number, number) for number, one in enumerate(chapters[1:], 1))
    with Library([collection(tmp_path / "texts", old, new)], cache=tmp_path / "cache") as two:
        site = build(two, tmp_path / "site")
    assert "3.1" in Page(site / "two" / "2.html").ids, "on the page of what is 2.1 now"
    assert 'url=2.html#2"' in (site / "two" / "3.html").read_text()
    assert not broken_links(site, pages(site))


def test_the_page_leads_on_as_judge_search_does(tmp_path: Path) -> None:
    """Numbers of the older edition alone, numbers with their edition, and numbers that both have."""
    old, new = renumbered(13)
    (text, numbers), (newer, places) = old.printed(), new.printed()
    lost = [number for number in numbers if number not in places]
    both = [number for number in numbers if number in places][:5]
    queries = [
        *lost,
        *both,
        *(f"{number} of 1.0" for number in [*lost, *both]),
        *(f"Harbour Rules 1.0, {one}" for one in both),
    ]
    with Library([collection(tmp_path / "texts", text, newer)], cache=tmp_path / "cache") as two:
        found = Scripts(build(two, tmp_path / "site")).run(LED, queries)
        replies = [two.reply(query) for query in queries]
    wanted = [
        [
            [answer.row.id for answer in reply.answers],
            [[match.former.id, match.row.id] for match in reply.led if match.former],
            reply.graded == "none",
        ]
        for reply in replies
    ]
    assert [one for one in zip(queries, found, wanted, strict=True) if one[1] != one[2]] == []
    assert sum(bool(reply.led) for reply in replies) > len(lost)


def entries(site: Path) -> list[ElementTree.Element]:
    """Return the entries of a site's feed."""
    return list(ElementTree.parse(site / "feed.xml").getroot().iter(f"{ATOM}entry"))


def test_the_feed_tells_changes_of_rules_and_cards(library: Library, tmp_path: Path) -> None:
    site = build(library, tmp_path / "site", base_url=BASE)
    found = {one.findtext(f"{ATOM}title"): one for one in entries(site)}
    change = found["3.2 Weighing Anchor: was 2.2, reworded"]
    assert change.findtext(f"{ATOM}id") == f"{BASE}feed.xml#change:two:3.2:2025-02-03"
    assert change.findtext(f"{ATOM}updated") == "2025-02-03T00:00:00Z"
    assert "<del>three</del> <ins>four</ins>" in (change.findtext(f"{ATOM}content") or "")
    links = [link.get("href") for link in change.iter(f"{ATOM}link")]
    assert links == [f"{BASE}{PAGE}#3.2"]
    assert "2.3 Whistling: gone" in found
    ids = [one.findtext(f"{ATOM}id") or "" for one in entries(site)]
    assert [one.rpartition("#")[2] for one in ids if "ruling" in one] == [
        "ruling:cards:ferry:2026-05-02", "ruling:cards:ferry:2:2026-05-02", "ruling:cards:ferry:2024-03-01",
    ]  # fmt: skip
    assert len(ids) == len(set(ids))


def test_the_feed_has_what_atom_wants(site: Path) -> None:
    """Of the feed and each entry: one id that is an IRI, one title, one date; an author; a link that says where."""
    feed = ElementTree.parse(site / "feed.xml").getroot()
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None
    for one in (feed, *entries(site)):
        for name in ("id", "title", "updated"):
            assert len(one.findall(f"{ATOM}{name}")) == 1
        assert re.fullmatch(r"urn:judge:feed(?:#[!-~]+)?", one.findtext(f"{ATOM}id") or "")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", one.findtext(f"{ATOM}updated") or "")
        assert one.find(f"{ATOM}link") is not None
    dates = [one.findtext(f"{ATOM}updated") or "" for one in entries(site)]
    assert dates == sorted(dates, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == dates[0]


def test_what_is_in_the_feed_keeps_its_id(library: Library, tmp_path: Path) -> None:
    """A ruling that comes before others, a chapter that is cut in another way: nothing is new but what is new."""
    before = {one.findtext(f"{ATOM}id") for one in entries(build(library, tmp_path / "before"))}
    folder = write_harbour(tmp_path / "texts")
    cards = RULINGS.replace("It carries two", "It carries one hen. (2026-06-01)\n\nIt carries two")
    (folder / "cards.md").write_text(cards, encoding="utf-8")
    with judge.open(corpus=[folder]) as later:
        after = {one.findtext(f"{ATOM}id") for one in entries(build(later, tmp_path / "after"))}
    assert after - before == {"urn:judge:feed#ruling:cards:ferry:2026-06-01"}
    assert before - after == set()


def test_documents_that_have_too_little_in_common_have_no_page(tmp_path: Path) -> None:
    other = "\n\n".join(f"{one} Reef {one}\n\nCoral number {one} grows on its stone all year." for one in range(1, 9))
    folder = write_harbour(tmp_path / "texts")
    (folder / "two.txt").write_text(other, encoding="utf-8")
    with judge.open(corpus=[folder]) as strangers:
        site = build(strangers, tmp_path / "site")
    assert not (site / "games" / "harbour" / "changes").exists()
    assert "What changed</a> since" not in (site / "two" / "index.html").read_text()


def test_a_long_text_is_cut_where_it_is_new_and_whole_where_it_changed(tmp_path: Path) -> None:
    longer = NEW.replace("four of the crew", f"four of the crew{', then another' * 80}, and the cook").rstrip()
    folder = write_harbour(tmp_path / "texts")
    (folder / "two.txt").write_text(
        f"{longer}\n\n4 Flotsam\n\n{'Driftwood floats. ' * 80}It is burnt.\n", encoding="utf-8"
    )
    with judge.open(corpus=[folder]) as library:
        text = (build(library, tmp_path / "site") / PAGE).read_text()
    assert "and the cook" in text
    assert "Driftwood floats." in text
    assert "It is burnt." not in text
