"""The forms of a word meet in one root, and words that are others keep apart."""

import pytest

from judge.core.languages.stemming import singular, word_root
from tests.support import CASES

FAMILIES = [
    line.split()
    for line in (CASES / "word-families.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("family", FAMILIES, ids=[family[0] for family in FAMILIES])
def test_the_words_of_a_family_have_one_root(family: list[str]) -> None:
    assert len({word_root(word) for word in family}) == 1


def test_families_have_roots_of_their_own() -> None:
    """No two families of the list are taken for one."""
    assert len({word_root(family[0]) for family in FAMILIES}) == len(FAMILIES)


def test_a_score_is_not_the_verb() -> None:
    """A term is a word in the singular, so that a game may mean two things by "fighting" and "fight"."""
    assert singular("fighting") != singular("fight")
    assert singular("fights") == "fight"


@pytest.mark.parametrize("word", ["規則", "größe", "x", "12th", ""])
def test_what_is_not_english_stays_as_it_is(word: str) -> None:
    assert word_root(word) == word
