"""The bundled collection holds what it promises, and nothing in it dangles."""

from __future__ import annotations

from collections import Counter

from judge.library import Library
from tests.support import export_of


def test_it_has_chapters_terms_cards_and_errata(bundled: Library) -> None:
    """Fifty chapters, thirty terms, thirty cards, ten of them with errata."""
    entries = [record for record in export_of(bundled) if record["record"] == "entry"]
    kinds = Counter(entry["kind"] for entry in entries)
    assert kinds["section"] == 50
    assert kinds["term"] == 30
    assert kinds["card"] == 30
    assert sum(1 for entry in entries if entry["errata"]) == 10


def test_every_chapter_says_something(bundled: Library) -> None:
    """A chapter is one to three sentences and what illustrates them."""
    for number in range(1, 51):
        assert bundled.find(f"{number}.0").blocks


def test_every_reference_leads_somewhere(bundled: Library) -> None:
    """Our own documents have no faults."""
    faulty = [record for record in export_of(bundled) if record["record"] == "reference" and record["status"] != "ok"]
    assert not faulty
