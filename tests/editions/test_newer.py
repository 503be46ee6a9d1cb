"""An older text is never shown alone: what counts more on its subject stands beside it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import judge
from judge.core.errors import CollectionError
from judge.core.text_facts import SupersededBy
from judge.editions.compared_texts import subject_key, telling_sentence
from judge.opened_library import Library
from tests.editions.harbour import FILES, MANIFEST, RULES
from tests.support import opened, run_judge, write_collection


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The documents of the harbour."""
    yield from opened(tmp_path_factory, "harbour", **FILES)


def test_what_is_newer_knows_what_is_older(harbour: Library) -> None:
    assert harbour.ask(lambda compiled: compiled.store.older("rules:1.0")) == ["faq:anchors"]


def test_a_digest_stands_under_its_source(harbour: Library) -> None:
    answers = {answer.row.id: answer for answer in harbour.search("anchoring")}
    assert not any(id.startswith("digest:") for id in answers)
    assert getattr(answers["rules:1.0"].layer.in_short, "id", None) == "digest:1.0"


AGE = "This FAQ is of 2007; the rulebook of 2025 is later."


def test_the_best_of_the_newest_rules_is_right_below_an_older_first_answer(harbour: Library) -> None:
    def found(query: str, limit: int, **narrowing: Any) -> list[tuple[str, str, str]]:
        answers = harbour.search(query, limit, **narrowing)
        return [(answer.row.id, answer.why, answer.said.age) for answer in answers]

    faq, rules = ("faq:anchors", "title", AGE), ("rules:1.0", "title", "")
    assert found("anchors", 2) == [faq, rules]
    assert found("anchors", 1) == [faq], "one answer leaves no room"
    assert found("burn ships", 3)[:1] == [("rules:2.0", "title", "")]
    assert found("burn", 3)[:2] == [("faq:burn", "title", AGE), ("rules:2.0", "text", "")]
    assert found("gains five coins", 2) == [("faq:burn", "text", AGE), ("rules:2.0", "text", "")]
    assert found("anchors", 5, document="faq") == [faq], "rules that are not asked for are not shown"
    assert found('"may anchor"', 5) == [("faq:anchors", "text", AGE)], "an operator is obeyed"


def test_a_card_is_older_only_than_rules_that_name_it(harbour: Library) -> None:
    told = {
        id: harbour.entries.record(id).age for id in ("cards:ferry", "cards:lighthouse", "cards:fees", "digest:1.0")
    }
    age = AGE.replace("FAQ", "list of rulings")
    assert told == {"cards:ferry": age, "cards:lighthouse": "", "cards:fees": age, "digest:1.0": ""}


def test_screens_show_it(tmp_path: Path) -> None:
    corpus = str(write_collection(tmp_path, **FILES))
    shown = run_judge("show", "faq:anchors", "--corpus", corpus).stdout.decode()
    assert "→ Newer: Tide Rulebook (2025), 1.0 Anchoring: “You cannot anchor a second ship" in shown
    shown = run_judge("card", "ferry", "--corpus", corpus).stdout.decode()
    assert (
        "SUPERSEDED by a later ruling (2009-05-02): Tide Card Rulings (2007), Ferry\n#1 It carries two."
        in shown.replace("\n  ", "\n")
    )
    found = run_judge("search", "anchors", "--corpus", corpus).stdout.decode()
    assert all(text in found for text in ("→ Newer: Tide Rulebook (2025), 1.0 Anchoring", AGE))


EDITIONS = """[[document]]
file = "old.md"
key = "old"
game = "Tide"
edition = "1.0"
date = "2020"
work = "tide"
dialect = "outline"

[[document]]
file = "new.md"
key = "new"
game = "Tide"
edition = "2.0"
date = "2025"
work = "tide"
dialect = "outline"
"""


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Two editions of the rules; the newer one has lost a rule."""
    old = RULES + "\n## 5.0 Sails\n\nA sail tears.\n"
    files = {"old_md": old, "new_md": RULES, "corpus.toml": EDITIONS}
    yield from opened(tmp_path_factory, "editions", **files)


def test_the_newest_edition_answers_and_others_on_request(editions: Library) -> None:
    assert {answer.row.document for answer in editions.search("anchoring")} == {"new"}
    assert {answer.row.document for answer in editions.search("anchoring", all_editions=True)} == {"old", "new"}
    assert {answer.row.document for answer in editions.search("anchoring", edition="1.0")} == {"old"}
    assert [match.row.id for match in editions.matches("1.0")] == ["new:1.0"]
    assert [match.row.id for match in editions.matches("1.0", "1.0")] == ["old:1.0"]
    assert [match.row.id for match in editions.matches("1.0", all_editions=True)] == ["new:1.0", "old:1.0"]


def test_what_only_an_older_edition_has_is_still_shown(editions: Library) -> None:
    assert [match.row.id for match in editions.matches("5.0")] == ["old:5.0"]
    record = editions.entries.record("old:5.0")
    assert record.superseded
    assert record.superseded_by == (SupersededBy(None, None, "edition", "2025"),)
    assert editions.entries.record("old:1.0").superseded_by[0].id == "new:1.0"
    assert editions.entries.status("old:1.0").newer[0].relation == "edition"


def test_an_unknown_edition_is_refused(editions: Library) -> None:
    with pytest.raises(CollectionError, match=r"no document has the edition .3.; the editions are 1\.0, 2\.0"):
        editions.search("anchoring", edition="3")


def test_links_stay_the_same_where_nothing_changes(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "harbour", **FILES)
    with judge.open(corpus) as library:
        before = list(library.export())
    (corpus / "digest.md").write_text("# Tide Digest\n\n## 9.0 Sails\n\nA sail tears.\n")
    with judge.open(corpus) as library:
        newer = library.entries.status("digest:9.0").newer
        assert not newer or newer[0].document == "rules"
    (corpus / "digest.md").write_text(FILES["digest_md"])
    with judge.open(corpus) as library:
        assert list(library.export()) == before


def test_the_telling_sentence_says_most_of_what_is_asked() -> None:
    told = telling_sentence("Ships sail. An anchor holds a ship. It is heavy.", {"anchor": 2.0, "ship": 1.0})
    assert told
    assert told.text == "An anchor holds a ship."
    assert telling_sentence("", {}) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Seize", "Seizing", True),
        ("The Sites", "Site", True),
        ("Step 5: Draw", "Draw Cards", True),
        ("Timing of Choices", "Choice Timing", True),
        ("Shot", "One-Shot", False),
        ("Combat", "In Combat", False),
        ("Location", "No Location", False),
    ],
)
def test_titles_on_one_subject_have_one_key(one: str, other: str, same: bool) -> None:
    assert (subject_key(one) == subject_key(other)) is same
    assert subject_key(one)


def test_the_manifest_of_the_harbour_is_read(harbour: Library) -> None:
    """The order of authority: rules, then rulings and questions, then the digest."""
    ranks = {document.key: document.authority for document in harbour.documents()}
    assert ranks["rules"] == 1
    assert ranks["digest"] == len(MANIFEST.split("[[document]]")) - 1
