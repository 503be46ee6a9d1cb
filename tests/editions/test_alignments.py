"""A build pairs two editions once, and whoever compares them afterwards takes what it found."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.editions import edition_changes, game_documents
from judge.editions.alignment import Alignment, ComparedEntry, align, sections
from judge.library.incremental import comparison
from judge.opened_library import Library
from tests.editions.test_comparison import NEW, OLD
from tests.support import write_collection

LATER = NEW.replace("four of the crew", "five of the crew")


@pytest.fixture
def paired(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The documents of which entries were paired, in order."""
    done: list[tuple[str, str]] = []

    def counted(old: Sequence[ComparedEntry], new: Sequence[ComparedEntry]) -> Alignment:
        done.append((old[0].record.document, new[0].record.document))
        return align(old, new)

    monkeypatch.setattr(comparison, "align", counted)
    monkeypatch.setattr(game_documents, "align", counted)
    monkeypatch.setattr(edition_changes, "align", counted)
    return done


@pytest.fixture
def harbours(tmp_path: Path) -> Path:
    """A collection with three editions of one work."""
    texts = {"one_txt": ("1.0 (2023)", OLD), "two_txt": ("2.0 (2024)", NEW), "three_txt": ("3.0 (2025)", LATER)}
    files = {name: f"# Harbour Rules {edition}\n{text}" for name, (edition, text) in texts.items()}
    rows = "".join(
        f'[[document]]\nfile = "{name.replace("_", ".")}"\nwork = "harbour"\ngame = "Harbour"\n' for name in files
    )
    return write_collection(tmp_path / "harbours", **files, **{"corpus.toml": rows})


def test_a_build_pairs_each_edition_with_the_next_once(harbours: Path, paired: list[tuple[str, str]]) -> None:
    with Library([harbours], cache=harbours.parent / "cache") as library:
        assert sorted(paired) == [("one", "two"), ("two", "three")]
        moved = {
            change.old.id: change.new.id
            for change in library.editions.diff("one", "two").changes
            if change.old and change.new
        }
        assert moved["one:2.2"] == "two:3.2"
        assert len(library.editions.trace("three:3.2")) == 3
        assert library.editions.maps().now("one:2.2") == "three:3.2"
    assert len(paired) == 2


def test_what_a_build_found_is_what_a_comparison_finds(harbours: Path) -> None:
    with Library([harbours], cache=harbours.parent / "cache") as library:
        kept = library.editions.diff("one", "two")
        old, new = (sections(*library.editions.records(key)) for key in ("one", "two"))
    assert kept.alignment == align(old, new)


def test_another_order_than_the_build_s_is_worked_out(harbours: Path, paired: list[tuple[str, str]]) -> None:
    with Library([harbours], cache=harbours.parent / "cache") as library:
        library.editions.diff("three", "one")
    assert paired[2:] == [("three", "one")]


def test_a_build_upon_another_takes_the_pairs_from_it(harbours: Path, paired: list[tuple[str, str]]) -> None:
    """Of a document of another game, nothing of this game is worked out again."""
    Library([harbours], cache=harbours.parent / "cache").close()
    count = len(paired)
    (harbours / "reef.md").write_text("# Reef\n\n## 1 Coral\n\nIt grows on stone.\n", encoding="utf-8")
    with Library([harbours], cache=harbours.parent / "cache") as library:
        assert library.editions.diff("one", "two").paired > 0.5
    assert len(paired) == count
