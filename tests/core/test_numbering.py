"""Section numbers compare as chapters do, and ids are as the contract says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.numbering import LocalIds, lookup_key, parents, parse, part_in_words, slug

ASCENDING = [
    "1.0",
    "1.1",
    "1.2.3",
    "1.10",
    "2.",
    "2.0.1",
    "2.1",
    "2.13.7",
    "2.13.7A",
    "2.13.8",
    "10",
    "702.19a",
    "702.19b",
]


def test_numbers_ascend_as_printed() -> None:
    keys = [parse(number) for number in ASCENDING]
    assert None not in keys
    assert keys == sorted(keys, key=lambda key: key or ())


@pytest.mark.parametrize("text", ["", "a", "1..2", "1.2.", "v1.0", "１.2", "1.2.3.4.5.6.7.8.9.10.11.12", "12345"])
def test_what_is_no_number(text: str) -> None:
    assert parse(text.rstrip(".") + "x!") is None


@pytest.mark.parametrize(
    ("number", "above"),
    [
        ("24.8.1.3", ["24.8.1", "24.8", "24"]),
        ("24.0", []),
        ("2.0.1", ["2"]),
        ("2.13.7A", ["2.13.7", "2.13", "2"]),
        ("702.19a", ["702.19", "702"]),
        ("A.3", ["a"]),
        ("103.2.d.1", ["103.2.d", "103.2", "103"]),
    ],
)
def test_the_numbers_above_a_number(number: str, above: list[str]) -> None:
    assert parents(number) == above


@given(st.lists(st.integers(0, 9999), min_size=1, max_size=9))
def test_a_number_is_its_own_normal_form(levels: list[int]) -> None:
    number = ".".join(map(str, levels))
    assert lookup_key(lookup_key(number)) == lookup_key(number) or number.endswith(".0.0")
    assert parse(number) is not None


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Evil Twin", "evil-twin"),
        ("Ba-BOOM!", "ba-boom"),
        ("Iala Mané", "iala-mané"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full-width"),
        ("Straße der Möwen", "strasse-der-möwen"),
        ("漢字 かな", "漢字-かな"),
        ("?!", "entry"),
        ("", "entry"),
        ("word " * 30, "-".join(["word"] * 12)),
        ("x" * 100, "x" * 60),
    ],
)
def test_slugs(title: str, expected: str) -> None:
    assert slug(title) == expected


def test_a_taken_id_gets_the_first_free_number() -> None:
    ids = LocalIds()
    titles = ["Gull", "Gull", "Gull 2", "Gull"]
    assert [ids.take(None, title) for title in titles] == ["gull", "gull-2", "gull-2-2", "gull-3"]
    assert [ids.take(number, None) for number in ("24.0", "24.0", "24.")] == ["24.0", "24.0-2", "24"]


@pytest.mark.parametrize(
    ("part", "words"), [("2", "ruling 2"), ("b1", "bullet 1"), ("step 3", ""), ("bb2", ""), ("", "")]
)
def test_only_addresses_of_parts_have_words(part: str, words: str) -> None:
    """A note that somebody edits may have anything there."""
    assert part_in_words(part) == words
