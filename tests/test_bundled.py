"""The bundled collection holds what it promises, nothing in it dangles, and its facts are those of the documents."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from judge.core.files import data_folder
from judge.core.jsonl import Record
from judge.opened_library import Library
from tests.support import export_of, run_judge

TOOL = Path(__file__).parent.parent / "tools" / "digest_facts.py"
RULES, CARDS = "shadowfist-digest", "shadowfist-card-digest"
DIGESTS = {
    RULES: "shadowfist-rulebook",
    CARDS: "shadowfist-omnifaq",
    "ufs-digest": "ufs-rules",
    "l5r-digest": "l5r-rules",
}
LEFT_OUT = "Not summed up here:"
LARGEST = 600_000
"""Bytes that the files of the collection may have together; they are part of every installation."""


@pytest.fixture(scope="module")
def records(bundled: Library) -> list[Record]:
    """Every record of the bundled collection."""
    return export_of(bundled)


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The tool that writes the facts, which is not a package."""
    spec = importlib.util.spec_from_file_location("digest_facts", TOOL)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["digest_facts"] = module  # where dataclasses look for the names of their fields' types
    spec.loader.exec_module(module)
    return module


def kinds_of(records: list[Record], key: str) -> Counter[str]:
    """Count the kinds of a document's entries."""
    return Counter(record["kind"] for record in records if record["record"] == "entry" and record["document"] == key)


def test_it_has_every_section_term_topic_and_card(records: list[Record]) -> None:
    """Shadowfist is complete in numbers and names; one more card is here than in the OmniFAQ, ruled on in passing."""
    rules, cards = kinds_of(records, RULES), kinds_of(records, CARDS)
    assert (rules["section"], rules["term"], rules["appendix"]) == (418, 50, 2)
    assert (cards["card"], cards["topic"]) == (1574, 53)
    assert sum(1 for record in records if record["record"] == "entry" and record["errata"]) == 78


def test_every_section_says_something(records: list[Record]) -> None:
    """No heading of the rules digest is without a text, and each text is short."""
    for record in records:
        if record["record"] == "entry" and record["document"] == RULES and record["kind"] == "section":
            assert record["blocks"], record["id"]
            assert len(record["blocks"][0]["text"].split()) <= 120, record["id"]


def test_every_number_and_name_opens(bundled: Library, records: list[Record]) -> None:
    """Whatever is in the digests of Shadowfist is found by its number or title."""
    for record in records:
        if (
            record["record"] == "entry"
            and record["document"] in (RULES, CARDS)
            and record["kind"] in ("section", "card")
        ):
            found = bundled.matches(record["number"] or record["title"])
            assert record["id"] in {match.row.id for match in found}, record["id"]


def test_references_lead_somewhere(records: list[Record]) -> None:
    """Our own documents have no faults; a name that two versions of a card have is the only thing left open."""
    references = [record for record in records if record["record"] == "reference"]
    faulty = [record for record in references if record["status"] != "ok"]
    assert {(record["text"].partition(" (")[0], record["status"]) for record in faulty} <= {("Silver Jet", "ambiguous")}


def test_digests_name_what_they_sum_up(bundled: Library) -> None:
    """Every document is a digest, says of which, and says in its text how to add the real one."""
    documents = {document.key: document for document in bundled.documents()}
    assert {key: document.summarises for key, document in documents.items()} == {
        key: (summed_up,) for key, summed_up in DIGESTS.items()
    }
    assert {document.kind for document in documents.values()} == {"digest"}
    for document in documents.values():
        assert "judge add" in (data_folder("corpus") / document.file).read_text(encoding="utf-8")


def test_a_card_says_what_is_left_out(records: list[Record]) -> None:
    """A card's text either sums up its rulings, or says how many there are, or that there are none."""
    for record in records:
        if record["record"] == "entry" and record["document"] == CARDS and record["kind"] == "card":
            texts = [block["text"] for block in record["blocks"] if block["kind"] == "ruling"]
            assert sum(text.startswith(LEFT_OUT) for text in texts) in (0, 1)
            assert len(texts) == 1 or not any(text.startswith(LEFT_OUT) for text in texts), record["id"]


def test_the_collection_is_small() -> None:
    """The files go into every installation."""
    files = [path for path in data_folder("corpus").rglob("*") if path.is_file()]
    assert len(files) < 40
    assert sum(path.stat().st_size for path in files) < LARGEST


def test_who_asks_for_more_is_told_how_to_add_it(tmp_path: Path) -> None:
    """What a digest does not have may be in the real document; a collection that is not a digest says nothing of it."""
    nobody = str(tmp_path / "nobody")
    told = run_judge("show", "99.9", JUDGE_DATA=nobody).stderr.decode().splitlines()
    assert [line.partition(";")[0] for line in told] == [
        "judge: no entry matches '99.9'",
        "judge: these documents are digests: to get the full documents, add your own copies with judge add FILE",
    ]
    (tmp_path / "rules.md").write_text("# Rules\n\n## 1.0 Anchors\n\nDrop one.\n", encoding="utf-8")
    told = run_judge("--corpus", str(tmp_path), "show", "99.9").stderr.decode().splitlines()
    assert len(told) == 1


def test_the_digests_have_the_facts_of_the_documents(
    real: Library, real_corpus: Path, tool: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numbers, titles, errata, topics and counts are those of the real documents, which `real` has compiled."""
    assert real.documents()
    assert tool.main([str(real_corpus)]) == 0, capsys.readouterr().out
