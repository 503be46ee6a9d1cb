"""The golden run: what the program makes of its samples, of the bundled documents and of the real ones, has not moved.

`--update-golden` writes what comes out now; `git diff tests/golden` shows it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.opened_library import Library
from tests.golden_run.facts import CUT, MOST_WORDS, digest
from tests.golden_run.running import GOLDEN, Files, made, made_from, moved, update
from tests.golden_run.samples import OTHERS, own_samples, sample


def check(name: str, files: Files, request: pytest.FixtureRequest) -> None:
    """Assert that nothing has moved in a collection, or write its golden files anew."""
    if request.config.getoption("--update-golden"):
        update(name, files)
        return
    told = list(moved(name, files))
    assert not told, "\n".join(["--update-golden accepts it", *told])


@pytest.mark.parametrize("name", own_samples())
def test_a_collection_of_our_own(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    check(name, made(sample(name), tmp_path / "cache"), request)


@pytest.mark.parametrize("name", OTHERS)
def test_documents_that_are_elsewhere(name: str, request: pytest.FixtureRequest) -> None:
    library: Library = request.getfixturevalue(name)
    check(name, made_from(sample(name), library), request)


def test_no_golden_file_is_left_of_a_collection_that_is_gone() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {*own_samples(), *OTHERS}


def test_golden_files_have_no_sentence_of_the_real_documents(real_corpus: Path) -> None:
    """A title is cut; of everything else only what can be counted or compared is kept."""
    files = [path.read_text(encoding="utf-8", errors="replace") for path in real_corpus.glob("*.[mt][dx]*")]
    sentences = {run for text in files for run in runs(text)}
    kept = {run for path in (GOLDEN / "real").glob("*.txt") for run in runs(path.read_text(encoding="utf-8"))}
    assert len(sentences) > 100_000
    assert kept & sentences == set()


def test_of_documents_of_others_only_titles_and_digests_are_kept() -> None:
    title = "How to tie a knot that slips"
    assert CUT.title(title) == f"How to tie a knot that … {digest(title)}"
    assert CUT.id("tide:how-to-tie-a-knot-that-slips").startswith("tide:how-to-tie-a-knot-that-…#")
    assert CUT.title("A Knot") == "A Knot"
    assert CUT.text("It slips.") == CUT.said("It slips.") == digest("It slips.")
    assert CUT.text(None) is None


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield all words of a text that follow each other, one more than a title may have; an id is one word."""
    words = re.findall(r"\w+(?:[-’']\w+)*", text.casefold())
    yield from zip(*(words[start:] for start in range(MOST_WORDS + 1)), strict=False)
