"""Documents of one game are put in order, and states of one text are found to be editions."""

from typing import Any

import pytest

from judge.core.model import Block, Document, Entry
from judge.references.authority import Claim, Paper, Standing, find_claims, standings
from judge.references.document_names import DocumentNames, kind_of

ENTRIES = tuple(("section", str(n), f"title{n}", f"text{n}") for n in range(10))
OTHERS = tuple(("section", str(n), f"other{n}", f"words{n}") for n in range(10))


def paper(key: str, title: str, entries: Any = OTHERS, claims: tuple[Claim, ...] = (), **known: Any) -> Paper:
    """Make a document of the game Tide."""
    latest = known.pop("latest", None)
    rest = {"edition": None, "date": None} | known
    return Paper(Document(key, title, "Tide", dialect="outline", file=f"{key}.md", **rest), entries, claims, latest)


def ranked(*papers: Paper) -> list[str]:
    """Return the keys by authority; those of one rank are joined."""
    found = standings(papers)
    ranks: dict[int, list[str]] = {}
    for key, standing in found.items():
        ranks.setdefault(standing.rank, []).append(key)
    return ["=".join(sorted(keys)) for _, keys in sorted(ranks.items())]


def stand(*papers: Paper) -> dict[str, Standing]:
    """Return how documents stand."""
    return standings(papers)


def test_editions_share_their_title_and_part_of_their_entries() -> None:
    """The edition decides where both print one year; the older names the newer."""
    old = paper("a", "Tide Rulebook 2.1.0", ENTRIES, edition="2.1.0", date="2025")
    new = paper("b", "Tide Rulebook, Version 2.2.0", ENTRIES[:5], edition="2.2.0", date="2025")
    found = stand(old, new)
    assert found["a"].work == found["b"].work == "tide-rulebook"
    assert (found["a"].superseded_by, found["b"].superseded_by) == ("b", None)
    assert (found["b"].rank, found["a"].rank) == (1, 2)


def test_one_title_without_shared_entries_is_two_works() -> None:
    found = stand(paper("a", "Tide Rulings 1", ENTRIES), paper("b", "Tide Rulings 2"))
    assert found["a"].work != found["b"].work


def test_another_title_needs_most_of_the_texts() -> None:
    found = stand(paper("a", "Tide Rulebook", ENTRIES), paper("b", "Rules of the Tide", ENTRIES[:8]))
    assert found["a"].work == found["b"].work
    found = stand(paper("a", "Tide Rulebook", ENTRIES), paper("b", "Rules of the Tide", (*ENTRIES[:4], *OTHERS)))
    assert found["a"].work != found["b"].work


def test_two_copies_supersede_nothing() -> None:
    found = stand(paper("a", "Tide Rulebook", ENTRIES, date="2020"), paper("b", "Tide Rulebook", ENTRIES, date="2020"))
    assert [one.superseded_by for one in found.values()] == [None, None]


@pytest.mark.parametrize(
    ("papers", "order"),
    [
        ([paper("faq", "Tide FAQ", date="2024"), paper("rules", "Tide Rulebook", date="2020")], ["rules", "faq"]),
        ([paper("rules", "Tide Rulebook", date="2020"), paper("e", "Tide Errata", date="2021")], ["e", "rules"]),
        ([paper("a", "Tide Rulebook", date="2020"), paper("b", "Tide Floor Rules", date="2021-03")], ["b", "a"]),
        ([paper("a", "The Official Tide FAQ", date="2019"), paper("b", "Tide Rulings", date="2020")], ["b", "a"]),
        ([paper("a", "Tide Rulebook", date="2020"), paper("b", "Tide Floor Rules", authority=1)], ["b", "a"]),
        ([paper("a", "Tide Rulebook", date="2020"), paper("b", "Tide Floor Rules")], ["a=b"]),
        ([paper("a", "Tide Rulings", date="2020"), paper("b", "Tide FAQ", latest="2021-05-01")], ["b", "a"]),
        ([paper("a", "Tide Book", kind="digest"), paper("b", "Tide Rulebook", date="1999")], ["b", "a"]),
        ([paper("a", "Tide Book", summarises=("b",), authority=1), paper("b", "Tide Rulebook")], ["b", "a"]),
        ([paper("a", "Tide Rulebook (draft)", date="2026"), paper("b", "Tide FAQ", date="2020")], ["b", "a"]),
        ([paper("a", "3 Booster-Draft Rules", date="2026"), paper("b", "Tide Rulebook", date="2020")], ["a", "b"]),
    ],
)  # fmt: skip
def test_the_order_of_authority(papers: list[Paper], order: list[str]) -> None:
    """The manifest, kind, date; a document of unknown age is not put last, and a digest never above its source."""
    assert ranked(*papers) == order


def test_documents_rank_themselves() -> None:
    """Words of the documents go before all else, unless they contradict each other or begin with an everyday word."""
    rules = paper("rules", "Tide Rulebook", date="2024")
    faq = paper("faq", "Tide FAQ", claims=(Claim("over", "rulebook", "It wins."),), date="2020")
    assert ranked(rules, faq) == ["faq", "rules"]
    assert stand(rules, faq)["faq"].why["authority"] == "it says so: “It wins.”"
    modest = paper("rules", "Tide Rulebook", date="2024", claims=(Claim("under", "FAQ", "It yields."),))
    assert ranked(modest, paper("faq", "Tide FAQ", date="2020")) == ["faq", "rules"]
    proud = paper("rules", "Tide Rulebook", date="2024", claims=(Claim("over", "FAQ", "It wins too."),))
    assert ranked(proud, faq) == ["rules", "faq"]
    for text, order in (("Cards override these rules.", ["rules", "cards"]), ("The Cards do.", ["cards", "rules"])):
        golden = paper("rules", "Tide Rulebook", claims=(Claim("under", "Cards", text),))
        assert ranked(golden, paper("cards", "Cards", kind="rulings")) == order


def test_an_undated_edition_that_replaces_all_earlier_ones_is_the_newest() -> None:
    claims = (Claim("replaces", "", "These rules replace all earlier versions."),)
    found = stand(paper("a", "Tide Rulebook", ENTRIES, claims), paper("b", "Tide Rulebook", ENTRIES))
    assert found["b"].superseded_by == "a"


@pytest.mark.parametrize(
    ("text", "how", "other"),
    [
        ("This document takes precedence over the rulebook.", "over", "rulebook"),
        ("These floor rules override the Comprehensive Rules.", "over", "Comprehensive Rules"),
        ("Where the two differ, the book is right.", "under", "book"),
        ("In case of conflict, the Comprehensive Rules take precedence.", "under", "Comprehensive Rules"),
        ("The rulebook takes precedence over this guide.", "under", "rulebook"),
        ("In the event of a conflict with the rulebook, this FAQ prevails.", "over", "rulebook"),
        ("These rules replace all earlier versions of the floor rules.", "replaces", ""),
        ("Diese Hausregeln gehen der Spielregel vor.", "over", "Spielregel"),
        ("Bei Widersprüchen gilt die Spielregel.", "under", "Spielregel"),
        ("Diese Fassung ersetzt alle früheren Fassungen.", "replaces", ""),
        ("En cas de contradiction, le règlement prévaut.", "under", "règlement"),
        ("Este manual prevalece sobre el reglamento.", "over", "reglamento"),
        ("If a card conflicts with the rules, the card takes precedence.", None, None),
        ("A ship that replaces an anchor overrides the tide.", None, None),
    ],
)
def test_claims_speak_of_documents(text: str, how: str | None, other: str | None) -> None:
    """A rule about cards ranks no documents."""
    block = Block("text", text, ((1, 1),))
    entry = Entry("a:1", "a", "section", "1", "About", ((1, 1),), blocks=(block,))
    assert [(claim.how, claim.other) for claim in find_claims([entry])] == ([(how, other)] if how else [])


def test_names_of_documents_are_learnt_from_titles() -> None:
    """The general rulebook is "the rulebook"; the word "official" tells nothing."""
    titles = {"cr": "Tide Comprehensive Rules", "tr": "Official Tide Tournament Rules", "faq": "Tide FAQ 2.0"}
    documents = [paper(key, title, kind=kind_of(title, [])[0]).document for key, title in titles.items()]
    names = DocumentNames(documents)
    written = ["CR", "TR", "the FAQ", "Comprehensive Rules", "the rulebook", "tournament rules", "Penalty Guide", "cr"]
    assert [names.find(one) for one in written] == [["cr"], ["tr"], ["faq"], ["cr"], ["cr"], ["tr"], [], []]
