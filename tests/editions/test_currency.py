"""What is newer is known by two dates and one subject: never by a citation, a likeness, a supplement or a digest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.citations.check import check
from judge.citations.rulebooks import ANYTHING
from judge.citations.verify import verify
from judge.core.diagnostics import Code
from judge.core.jsonl import Record
from judge.core.model import Document
from judge.editions.status import status_of
from judge.opened_library import Library
from judge.references.document_names import is_later, is_summary, outdates
from tests import support
from tests.editions.commands import run
from tests.support import export_of, write_collection

RULEBOOK = """# Harbour Rulebook

Version 1.0, March 2024

## 2 Turns

2.1 Order. The player with the fewest ships goes first.

2.2 Fees. Each harbour takes a fee of one coin at the end of the turn.

## 3 Ships

3.1 Boarding. You cannot board a ship while your own ship is at anchor.

3.2 Anchors. An anchor holds one ship.
"""
FAQ = """# Harbour FAQ and Errata

June 2025

## Ships

Q: Can I board with an anchored ship?

A: No, see 3.1.

Q: Do I pay a fee on my first turn?

A: Yes, see rule 2.2.

## Anchors

See 3.1 of the rulebook. An anchor holds two ships.
"""
CARDS = """name,type,text
Anchors,Gear,Ships with this card cannot board another ship.
Boarding,Event,You may board a ship at anchor.
Fees,Site,Each harbour takes a fee of two coins.
"""
TOURNAMENT = """# Harbour Tournament Rules

September 2025

## 2.1 Order

Judges decide the order in which matches are played.

## 2.2 Fees

Each player pays a fee of five coins at the end of the turn.
"""
OF_GAME = '[[document]]\nfile = "cards.csv"\ngame = "Harbour"\n'


def library_of(folder: Path, **files: str) -> Library:
    """Return the rulebook and other documents, opened."""
    return Library([write_collection(folder, rulebook_md=RULEBOOK, **files)])


def older(library: Library) -> dict[str, list[str]]:
    """Return the entries beside which, or beside blocks of which, something newer stands, with the ids of that."""
    entries = [record for record in export_of(library) if record["record"] == "entry"]
    said = {
        entry["id"]: [link["id"] for part in (entry, *entry["blocks"]) for link in part["newer"]] for entry in entries
    }
    return {id: links for id, links in said.items() if links}


def test_a_citation_makes_no_rule_older(tmp_path: Path, own_cache: Path) -> None:
    """A rule that a later text cites is referred to by it; a text headed by the same subject is still newer."""
    with library_of(tmp_path / "harbour", faq_md=FAQ) as library:
        assert older(library) == {"rulebook:3.2": ["faq:anchors"]}
        cited = library.entries.backlinks("rulebook:3.1")
        assert {one.source for one in cited} >= {"faq:can-i-board-with-an-anchored-ship"}
        assert status_of(library.entries.record("rulebook:3.1")).state == ""
        (boarding,) = [one for one in library.search("boarding") if one.row.id == "rulebook:3.1"]
        assert not boarding.said.newer
        assert not boarding.said.superseded
    shown = run(tmp_path / "harbour", "show", "3.1").stdout
    assert "Referred to by\n  Can I board with an anchored ship?" in shown
    assert "Newer" not in shown


def test_what_has_no_date_outdates_nothing(tmp_path: Path, own_cache: Path) -> None:
    """Although a list of cards of unknown age has the rank of the newest document."""
    files = {"faq_md": FAQ, "cards.csv": CARDS, "corpus.toml": OF_GAME}
    with library_of(tmp_path / "harbour", **files) as library:
        ranks = {document.key: document.authority or 0 for document in library.documents()}
        assert ranks["cards"] < ranks["rulebook"]
        assert {id.partition(":")[0] for links in older(library).values() for id in links} == {"faq"}
        assert status_of(library.entries.record("rulebook:2.2")).state == ""


@pytest.mark.parametrize("dates", [("2024", "2025"), ("2025", "2024")])
def test_tournament_rules_and_a_rulebook_hold_side_by_side(
    tmp_path: Path, own_cache: Path, dates: tuple[str, str]
) -> None:
    row = '[[document]]\nfile = "{}"\ndate = "{}"\n'
    manifest = "".join(row.format(*one) for one in zip(("rulebook.md", "tournament.md"), dates, strict=True))
    with library_of(tmp_path / "harbour", tournament_md=TOURNAMENT, **{"corpus.toml": manifest}) as library:
        assert not older(library)
        assert [status_of(library.entries.record(id)).state for id in ("rulebook:2.2", "tournament:2.2")] == ["", ""]
        assert not any(answer.said.newer for answer in library.search("fees"))


def document(title: str, date: str | None, kind: str = "rules") -> Document:
    """Return what is looked at of a document of the harbour."""
    return support.document(title.casefold().replace(" ", "-"), title=title, game="Harbour", date=date, kind=kind)


RULES_OF_2024 = document("Harbour Rulebook", "2024-03")


@pytest.mark.parametrize(
    ("one", "other", "newer"),
    [
        (document("Comprehensive Rules", "2025"), RULES_OF_2024, True),
        (document("Comprehensive Rules", None), RULES_OF_2024, False),
        (document("Comprehensive Rules", "2025"), document("Harbour Rulebook", None), False),
        (document("Comprehensive Rules", "2024"), RULES_OF_2024, False),
        (document("Comprehensive Rules", "2023"), RULES_OF_2024, False),
        (document("Harbour Errata", "2025", "errata"), RULES_OF_2024, True),
        (document("Tournament Rules", "2025"), RULES_OF_2024, False),
        (document("Penalty Guide", "2025"), document("Tournament Rules", "2024"), False),
        (document("Tournament Rules", "2025"), document("Tournament Rules", "2024"), True),
        (document("Harbour Cards", "2025"), RULES_OF_2024, False),
        (RULES_OF_2024, document("Tournament Rules", "2020"), False),
        (RULES_OF_2024, document("FAQ, Chapter 3", "1996", "faq"), True),
        (document("Harbour Digest", "2025", "digest"), RULES_OF_2024, False),
        (RULES_OF_2024, document("Harbour Digest", "2020", "digest"), False),
    ],
)
def test_documents_outdate_others_of_their_subject(one: Document, other: Document, newer: bool) -> None:
    assert outdates(one, other) is newer


def test_a_shorter_date_may_be_before_a_longer_one_or_after_it() -> None:
    year, month, before = (document("Rules", date) for date in ("2025", "2025-06", "2025-05"))
    assert not is_later(year, month)
    assert not is_later(month, year)
    assert is_later(month, before)


def test_editions_are_newer_between_two_dates_alone(tmp_path: Path, own_cache: Path) -> None:
    """That one follows the other is a fact that needs no date: the older is superseded in both libraries."""
    row = '[[document]]\nfile = "{0}.md"\ngame = "Harbour"\nwork = "rules"\nedition = "{1}"\n'
    text = RULEBOOK.replace("Version 1.0, March 2024", "")
    for name, dates in (("dated", ("2023", "2024")), ("undated", ("", ""))):
        rows = [
            row.format(key, number) + (f'date = "{date}"\n' if date else "")
            for key, number, date in zip(("old", "new"), ("1.0", "2.0"), dates, strict=True)
        ]
        files = {"old_md": text, "new_md": text, "corpus.toml": "".join(rows)}
        with Library([write_collection(tmp_path / name, **files)]) as library:
            assert library.entries.status("old:2.1").superseded
            assert [link.relation for link in library.entries.status("old:2.1").newer] == (
                ["edition"] if name == "dated" else []
            )


# Digests

ORIGINALS = {
    "rules_md": "# Harbour Rulebook\n\n## 1.0 Boats\n\nThe Skiff is a boat. It is rowed (see 2.0).\n\n"
    "## 2.0 Oars\n\nOars are kept dry. Nobody rows at night (9.1).\n",
    "cards_md": "# Harbour Card Rulings\n\n### Card-by-Card Rulings:\n\n**Ferry**\n\nPrinted: It carries one.\n\n"
    "Should read: It carries two. Night Buoy (HB) stops it.\n\n**Skiff**\n\nIt is rowed with dry oars (1.0).\n",
    "faq_md": "# Harbour FAQ\n\n## Oars\n\nOars are wet when rule 2.0 says so. The Ferry has none.\n",
}
DIGESTS = {
    "digest_md": "# Harbour Digest\n\n## 1.0 Boats\n\nIn short: you row a boat.\n\n"
    "## 2.0 Oars\n\nIn short: keep oars dry.\n\n## 9.1 Night\n\nIn short: nobody rows in the dark (see 2.0).\n",
    "short_md": "# Harbour Card Digest\n\n### Card-by-Card Rulings:\n\n**Ferry**\n\nShould read: Carries two.\n\n"
    "**Night Buoy**\n\nIt stops a Ferry.\n\n**Oars**\n\nA card of oars.\n",
}
ROW = '[[document]]\nfile = "{0}.md"\ngame = "Harbour"\ndate = "{1}"\n'
OF_ORIGINALS = (
    ROW.format("rules", 2025)
    + 'dialect = "outline"\n'
    + ROW.format("cards", 2007)
    + 'dialect = "rulings"\n'
    + ROW.format("faq", 1996)
    + 'dialect = "plain"\n'
)
OF_DIGESTS = (
    ROW.format("digest", 2025)
    + 'kind = "digest"\ndialect = "outline"\nsummarises = ["rules"]\n'
    + ROW.format("short", 2007)
    + 'kind = "digest"\ndialect = "rulings"\nsummarises = ["cards"]\n'
)


@pytest.fixture
def alone(tmp_path: Path, own_cache: Path) -> Iterator[Library]:
    """The documents without their digests."""
    with Library([write_collection(tmp_path / "alone", **ORIGINALS, **{"corpus.toml": OF_ORIGINALS})]) as library:
        yield library


@pytest.fixture
def joined(tmp_path: Path, own_cache: Path) -> Iterator[Library]:
    """The documents and their digests."""
    folder = write_collection(tmp_path / "joined", **ORIGINALS, **DIGESTS, **{"corpus.toml": OF_ORIGINALS + OF_DIGESTS})
    with Library([folder]) as library:
        yield library


def of_originals(library: Library) -> list[Record]:
    """Return the entries and references of the documents that are no digests, with all that is said of them."""
    records = [record for record in export_of(library) if record["record"] in ("entry", "reference")]
    keys = [(record.get("document") or record["source"]).partition(":")[0] for record in records]
    return [record for key, record in zip(keys, records, strict=True) if key in ("rules", "cards", "faq")]


def test_a_digest_changes_nothing_in_other_documents(alone: Library, joined: Library) -> None:
    """No reference, no name of a card, no state of errata, nothing newer, nothing alike."""
    assert of_originals(joined) == of_originals(alone)
    ids = [one["target"] for one in of_originals(joined) if one["record"] == "reference"]
    assert "rules:2.0" in ids
    led = {one.target for one in joined.entries.references("digest:9.1")}
    assert led & {"digest:2.0", "rules:2.0"}, "a digest refers to others, and to digests"


def test_a_digest_is_no_state_of_a_card(joined: Library) -> None:
    states = support.history_of(joined, "cards:ferry")
    assert [(one.id, one.applies) for one in states] == [("cards:ferry", "no"), ("cards:ferry", "yes")]
    assert run(joined.folders[0], "show", "cards:ferry").stdout.count("printed:") == 1, "what was printed"
    assert {one.id for one in support.history_of(joined, "short:ferry")} == {"cards:ferry"}


@pytest.mark.parametrize(
    ("locator", "quote", "verdict"),
    [
        ("2.0", "Oars are kept dry.", "true"),
        ("2.0", "keep oars dry", "misquoted"),
        ("1.0", "keep oars dry", "misquoted"),
        ("night buoy", None, "unclear"),
        ("9.1", "nobody rows in the dark", "unclear"),
        ("digest:2.0", "keep oars dry", "unclear"),
        ("Harbour Digest 2.0", "keep oars dry", "unclear"),
    ],
)
def test_a_digest_is_not_the_rule(joined: Library, locator: str, quote: str | None, verdict: str) -> None:
    found = verify(joined, locator, quote)
    assert found.verdict == verdict
    assert not any(id.startswith(("digest:", "short:")) for id in found.found_in)


def test_a_number_of_a_digest_is_no_rule_that_a_text_may_cite(joined: Library) -> None:
    (finding,) = check(joined, [("a.md", "See rule 9.1 and rule 2.0 of Harbour.")], ANYTHING).findings
    assert finding.code is Code.CITE_ABSENT


def test_a_digest_without_named_sources_is_one_beside_rules(tmp_path: Path, own_cache: Path) -> None:
    """A rulebook that is called an overview is cited as long as it is the only one."""
    overview = {"overview_md": "# Harbour Overview\n\n## 9.1 Night\n\nNobody rows in the dark.\n"}
    faq = {"faq_md": "# Harbour FAQ\n\n## Night\n\nMay I row in the dark? No (see rule 9.1).\n"}
    rows = (ROW.format("overview", 2025), 'dialect = "outline"\n', ROW.format("faq", 2025), 'dialect = "plain"\n')
    manifest = {"corpus.toml": "".join(rows)}
    with Library([write_collection(tmp_path / "one", **overview, **faq, **manifest)]) as library:
        assert "overview:9.1" in [one.target for one in library.entries.references("faq:night")]
    more = {"corpus.toml": manifest["corpus.toml"] + ROW.format("rules", 2025), "rules_md": ORIGINALS["rules_md"]}
    with Library([write_collection(tmp_path / "two", **overview, **faq, **more)]) as library:
        assert "overview:9.1" not in [one.target for one in library.entries.references("faq:night")]
        records = library.documents()
        assert [one.key for one in records if is_summary(one, records)] == ["overview"]


def test_errata_without_other_text_are_newer_than_the_card(tmp_path: Path, own_cache: Path) -> None:
    cards = "# Tide Rulings\n\n## Card Rulings:\n\n### Gull\n\nIt flies over any ship.\n\n### Kite\n\nIt swims.\n"
    rows = "| Card | Should read |\n|---|---|\n| Gull | It flies over one ship. |\n| Kite | It sinks. |\n"
    errata = f"# Tide Errata\n\n{rows}"
    manifest = (
        '[[document]]\nfile = "cards.md"\ngame = "Tide"\ndate = "2020"\n'
        '[[document]]\nfile = "errata.md"\ngame = "Tide"\ndate = "2021"\n'
    )
    folder = write_collection(tmp_path / "tide", cards_md=cards, errata_md=errata, **{"corpus.toml": manifest})
    with Library([folder]) as library:
        (link,) = library.entries.status("cards:gull").newer
        assert (link.document, link.relation, link.quote) == ("errata", "subject", "It flies over one ship.")
