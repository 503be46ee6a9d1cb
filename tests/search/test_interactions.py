"""Two names, one answer: what bears on both, in its order, with reasons."""

import json
import re
from pathlib import Path

import pytest

from judge.core.errors import CollectionError, NoEntry
from judge.opened_library import Library
from tests.support import CASES, printed, run_judge, write_collection, write_whales

PAIRS = [json.loads(line) for line in (CASES / "interactions.jsonl").read_text(encoding="utf-8").splitlines()]
ROOT = Path(__file__).parents[2]
DECIDED = 0.92
"""Share of the pairs whose deciding ruling stands in the first three: 23 of 25."""


def places(library: Library, *names: str) -> list[str]:
    """Return the ids of all lines in their order, each once."""
    parts = library.between(*names).parts
    return list(dict.fromkeys(line.id for part in parts for line in part.lines))


def test_the_ruling_that_decides_is_among_the_first_three(real: Library) -> None:
    missed = [pair for pair in PAIRS if pair["decides"] not in places(real, *pair["names"])[:3]]
    assert len(missed) <= (1 - DECIDED) * len(PAIRS), missed
    assert len(PAIRS) >= 25


def test_rulings_that_name_both_come_first_and_say_why(bundled: Library) -> None:
    met = bundled.between("final brawl", "Expendable Unit")
    part = next(part for part in met.parts if part.lines)
    assert part.key == "all"
    assert part.lines[0].id == "shadowfist-card-digest:expendable-unit#1"
    assert part.lines[0].reason == "ruling on Expendable Unit names Final Brawl"


@pytest.mark.parametrize(
    "typed",
    [
        ("evil twin", "brain fire"),
        ("BRAIN FIRE", '"Evil Twin"'),
        ("evil twin vs brain fire",),
        ("brain", "fire", "evil", "twin"),
    ],
)
def test_case_quotes_and_order_do_not_matter(bundled: Library, typed: tuple[str, ...]) -> None:
    assert sorted(subject.name for subject in bundled.between(*typed).subjects) == ["Brain Fire", "Evil Twin"]


@pytest.mark.parametrize("typed", ["is that all you got vs evil twin", "evil twin and Is That All You Got?"])
def test_a_title_of_words_that_say_little_is_a_name(bundled: Library, typed: str) -> None:
    names = {subject.name.strip('"') for subject in bundled.between(typed).subjects}
    assert names == {"Is that all you got?", "Evil Twin"}
    assert [answer.why for answer in bundled.search(typed, 1)] == ["names"]


def test_a_name_that_two_cards_have_means_both(bundled: Library) -> None:
    """Battlechimp Potemkin was printed anew with other text."""
    chimp, fire = bundled.between("battlechimp potemkin", "brain fire").subjects
    assert (len(chimp.rows), len(fire.rows)) == (2, 1)


def test_inside_a_part_the_newest_comes_first(real: Library) -> None:
    for pair in PAIRS:
        for part in real.between(*pair["names"]).parts:
            dates = [(line.date or "")[:4] for line in part.lines]
            assert part.key == "way" or dates == sorted(dates, reverse=True)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("evil twin", "Evil Twin"), "'Evil Twin' was named twice"),
        (("evil twin",), "name 2 to 8 cards or terms; one name was given"),
        ((*["evil twin", "brain fire"] * 5,), "10 names were given"),
    ],
)
def test_a_wrong_call_is_one_sentence(bundled: Library, names: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CollectionError, match=sentence):
        bundled.between(*names)


def test_an_unknown_name_is_told_with_the_nearest(bundled: Library) -> None:
    with pytest.raises(NoEntry) as raised:
        bundled.between("evil twn", "brain fire")
    assert raised.value.nearest[0] == ("shadowfist-card-digest:evil-twin", "Evil Twin")


def test_the_command_prints_a_summary_then_the_texts() -> None:
    text = printed("between", "Final Brawl", "Expendable Unit")
    assert text.startswith("Final Brawl · Expendable Unit\nOne ruling names both.\n\n  1  Rulings, errata and examples")
    assert "    ruling on Expendable Unit names Final Brawl\n" in text


def test_json_has_the_parts_and_reasons() -> None:
    (line,) = run_judge("between", "--json", "Final Brawl", "Expendable Unit").stdout.decode().splitlines()
    record = json.loads(line)
    assert [name["name"] for name in record["names"]] == ["Final Brawl", "Expendable Unit"]
    assert [part["part"] for part in record["parts"]] == ["all", "two", "topics", "rules", "way"]


FILLERS = [
    f"{colour} {bird}"
    for colour in ("Grey", "Red", "Blue", "Pied")
    for bird in "Curlew Egret Falcon Ibis Jay Kite Lark Rook Swift Tern".split()
]


MANIFEST = "".join(
    f'[[document]]\nfile = "{file}"\ngame = "{{game}}"\ndialect = "{dialect}"\n'
    for file, dialect in (("rules.md", "outline"), ("cards.md", "rulings"))
)


def met(folder: Path, *names: str, **texts: str) -> list[tuple[str, str, str]]:
    """Return part, id and reason of what bears on cards, among others, of a game of rules on anchors and ropes."""
    cards = dict.fromkeys(FILLERS, "It sleeps.") | texts
    write_collection(
        folder,
        rules_md="1.0 Anchors\n\nIron holds an Old Buoy.\n\nSee ropes (2.0).\n\n"
        "2.0 Ropes\n\nHemp holds.\n\n3.0 Sleep\n\nBeds hold.\n",
        cards_md="".join(f"#### **{title}**\n\n- {text}\n\n" for title, text in cards.items()),
        **{"corpus.toml": MANIFEST.format(game="Tide")},
    )
    with Library([folder], cache=folder / "cache") as library:
        return [(part.key, line.id, line.reason) for part in library.between(*names).parts for line in part.lines]


def test_a_rule_that_two_cards_share_is_shown_if_few_cards_refer_to_it(tmp_path: Path) -> None:
    """Of 42 cards, six at the most."""
    both = {"Night Ferry": "See Anchors", "Salt Lamp": "See Anchors"}
    few = both | dict.fromkeys(FILLERS[:4], "See Anchors")
    told = ("rules", "rules:1.0", "Night Ferry and Salt Lamp refer to it")
    assert met(tmp_path / "few", "Night Ferry", "Salt Lamp", **few) == [told]
    many = both | dict.fromkeys(FILLERS[:5], "See Anchors")
    assert not met(tmp_path / "many", "Night Ferry", "Salt Lamp", **many)
    assert met(tmp_path / "rule", "Night Ferry", "Anchors", **many)


def test_a_rule_that_references_connect_is_told_where_nothing_else_is(tmp_path: Path) -> None:
    told = [("way", "rules:1.0", "references connect it with Old Buoy and Ropes")]
    assert met(tmp_path / "way", "Old Buoy", "Ropes", **{"Old Buoy": "It floats."}) == told
    more = met(tmp_path / "more", "Old Buoy", "Ropes", **{"Old Buoy": "It floats when a rope breaks."})
    assert [part for part, *_ in more] == ["all"]


def test_what_is_unknown_ends_with_one() -> None:
    result = run_judge("between", "evil twn", "brain fire")
    assert result.returncode == 1
    assert b"closest: Evil Twin" in result.stderr


def test_a_card_is_shown_on_one_screen() -> None:
    text = run_judge("card", "Evil Twin").stdout.decode()
    assert text.startswith("Evil Twin\n")
    for heading in ("Errata · ", "\nRulings\n", "▸ Copying", "\nMentioned in\n", "\nSource: "):
        assert heading in text


def test_every_command_knows_a_card_that_texts_only_name(tmp_path: Path) -> None:
    """It has no entry, so it is not exported as one; what names it is."""
    write_whales(tmp_path)

    def said(*words: str) -> tuple[str, str]:
        done = run_judge("--corpus", str(tmp_path), *words)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode(), done.stderr.decode()

    for command in ("show", "card"):
        shown, _ = said(command, "grey", "whale")
        assert shown.startswith("Grey Whale\n  no rulings; named in 2 entries\n")
    assert json.loads(said("show", "--json", "Grey Whale")[0])["id"] is None
    named, _ = said("refs", "Grey Whale")
    assert all(part in named for part in ("has no entry", "1.0 Ferries", "2.0 Whales"))
    assert [json.loads(line)["source"] for line in said("refs", "--json", "Grey Whale")[0].splitlines()] == [
        "rules:1.0",
        "rules:2.0",
    ]
    assert "No entry with that name. It is mentioned in:" in said("search", "grey whale")[1]
    assert "Grey Whale" in said("between", "grey whale", "night ferry")[0]
    exported = [json.loads(line) for line in said("export")[0].splitlines()]
    assert not [one for one in exported if one["record"] == "entry" and one["title"] == "Grey Whale"]
    with pytest.raises(NoEntry), Library([tmp_path], cache=tmp_path / "cache") as library:
        library.matches("Grey Shark")


@pytest.mark.parametrize(
    ("query", "why", "first", "grade"),
    [
        ("night ferry NF", "title", "cards:night-ferry", "sure"),
        ("nf night ferry", "title", "cards:night-ferry", "sure"),
        ("grey whale nf", "mentioned", "rules:", "unsure"),
    ],
)
def test_the_code_of_a_set_is_not_a_word(tmp_path: Path, query: str, why: str, first: str, grade: str) -> None:
    with Library([write_whales(tmp_path)], cache=tmp_path / "cache") as library:
        reply = library.reply(query)
        assert (reply.answers[0].why, reply.answer) == (why, grade)
        assert reply.answers[0].row.id.startswith(first)


def test_a_card_without_an_entry_has_what_texts_say_of_it(bundled: Library) -> None:
    (sheet,) = bundled.card("loyal defender")
    assert (sheet.names[0].name, sheet.id) == ("Loyal Defender", None)
    assert "shadowfist-digest:6.0" in sheet.mentioned_in


def test_both_cards_of_one_title_are_shown(bundled: Library) -> None:
    sheets = bundled.card("battlechimp potemkin")
    assert [sheet.counterparts for sheet in sheets] == [(sheet.id,) for sheet in sheets[::-1]]


def test_a_search_for_two_names_gives_the_same_answer(bundled: Library) -> None:
    found = [answer.row.id for answer in bundled.search("final brawl expendable unit")]
    expected = dict.fromkeys(id.partition("#")[0] for id in places(bundled, "final brawl", "expendable unit"))
    assert found[: len(expected)] == list(expected)


def test_the_worked_examples_hold(bundled: Library) -> None:
    """What docs/design/interactions.md shows is what the program answers, line by line."""
    shown = (ROOT / "docs" / "design" / "interactions.md").read_text(encoding="utf-8")
    examples = re.findall(r"^### \d\. `judge between (.+?)`\n(.*?)(?=^#)", shown, re.MULTILINE | re.DOTALL)
    assert len(examples) == 3
    for call, table in examples:
        rows = re.findall(r"^\| (\w+) \| `(.+?)` \| (.+?) \|$", table, re.MULTILINE)
        parts = bundled.between(*re.findall(r'"(.+?)"', call)).parts
        assert rows == [(part.key, line.id, line.reason) for part in parts for line in part.lines]
