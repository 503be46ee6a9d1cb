"""What a judge types is understood, and the right answer comes first."""

import gc
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.opened_library import Library
from judge.search import lookup
from judge.search.lookup import Answer
from tests.support import CASES, STRANGE, count_calls, opened, refused, run_judge, write_collection

QUERIES = [json.loads(line) for line in (CASES / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
"""Queries with the ids of their answers, and among how many of the first answers one of these must be.

`missed` says why a query is known to fail; one that no longer does must lose the mark.
"""
TIDES = """# Tide Rules

## 1.0 Anchors

An anchor is dropped to hold a ship. Dropping an anchor turns the ship.

## 2.0 Chains

A chain that breaks lets the ship drift. See Anchors.

## 3.0 Deep Sea Log (DSL)

Every Deep Sea Log (DSL) is kept by the captain, who alone writes in it. Salvage is declared in it.

## Index

Anchor 1, Chain 2, Ship 1, Salvage 3, Captain 3
"""
PIECES = '24.0 evil twin " - title: the § é shadowfist digest in ( * 10,000 X'.split()
"""What queries are made of at random."""


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A collection of a game that nothing is known of."""
    yield from opened(tmp_path_factory, "tides", tides_md=TIDES)


def first(library: Library, query: str, **narrowing: Any) -> Answer:
    """Return the first answer to a query."""
    return library.search(query, 1, **narrowing)[0]


@pytest.mark.parametrize("case", QUERIES, ids=[f"{case['collection']}: {case['query']}" for case in QUERIES])
def test_a_query_finds_its_answer(case: dict[str, Any], request: pytest.FixtureRequest) -> None:
    library = request.getfixturevalue(case["collection"])
    found = [answer.row.id for answer in library.search(case["query"], 10)]
    answered = any(id in case["answers"] for id in found[: case["within"]])
    assert answered is ("missed" not in case), found[:3]


@pytest.mark.parametrize(
    ("query", "why", "title"),
    [
        ("§24", "number", "Effects"),
        ("evil twin", "title", "Evil Twin"),
        ("EVIL TWINS errata", "title", "Evil Twin"),
        ("ten thousand man", "title", "$10,000 Man"),
        ("confucian", "title", "Confucian Stability"),
        ("potemkin", "title", "Battlechimp Potemkin"),
        ("tap", "alias", "Turning"),
        ("what is toughness", "title", "Toughness"),
        ("what's turning", "title", "Turning"),
        ("evil twni", "fuzzy", "Evil Twin"),
        ("konfuzian stability", "fuzzy", "Confucian Stability"),
        ("evil twin vs old uncle", "names", "Restrictions"),
        ("who bids in an auction", "text", "Opening Bid"),
    ],
)
def test_what_was_understood_is_told(bundled: Library, query: str, why: str, title: str) -> None:
    answer = first(bundled, query)
    assert (answer.why, answer.row.title) == (why, title)


def test_exact_stands_before_what_begins_so_before_what_holds_it(bundled: Library) -> None:
    titles = [str(answer.row.title) for answer in bundled.search("copying", 5)]
    assert titles[:2] == ["Copying", "Copying"]
    titles = [str(answer.row.title) for answer in bundled.search("damage", 3)]
    assert [title.startswith("Damage") for title in titles] == [True, True, True]
    assert titles[0] == "Damage"


@pytest.mark.parametrize(
    ("query", "without"),
    [("toughness -unstoppable", "unstoppable"), ("site -burned", "burned")],
)
def test_a_word_with_a_dash_is_in_no_answer(bundled: Library, query: str, without: str) -> None:
    answers = bundled.search(query, 20)
    assert answers
    texts = [block.text.casefold() for answer in answers for block in bundled.entries.record(answer.row.id).blocks]
    assert not any(f" {without} " in f" {text} " for text in texts)


@pytest.mark.parametrize(
    ("query", "others"),
    [
        ('"hold a ship"', False),
        ('"hold a ship"?', False),
        ('"hold a ship" drift', False),
        ('"hold a ship" and drift', False),
        ('can it drift after "hold a ship"', True),
        ('drift: "hold a ship" allowed?', True),
    ],
)
def test_quoted_words_are_demanded_but_in_a_question_only_preferred(tides: Library, query: str, others: bool) -> None:
    """A sentence has a question mark, more than two words, or only such that are in any question, outside the marks."""
    numbers = {answer.row.number for answer in tides.search(query)}
    assert ("1.0" in numbers, "2.0" in numbers) == (True, others)


def test_what_a_player_says_in_a_question_forbids_no_answer(tides: Library) -> None:
    said = tides.reply('He says "I sail" and then wants to drop the anchor, allowed?')
    unsaid = tides.reply("He says I sail and then wants to drop the anchor, allowed?")
    assert said.answers[0].row.number == "1.0"
    assert [one.row.id for one in said.answers] == [one.row.id for one in unsaid.answers]
    assert said.weak == unsaid.weak


def test_quoted_words_that_nothing_holds_together_bring_what_comes_nearest(tides: Library, tmp_path: Path) -> None:
    reply = tides.reply('"drop the anchor"')
    assert reply.answers[0].row.number == "1.0"
    assert reply.weak
    folder = write_collection(tmp_path / "tides", tides_md=TIDES)
    for query in ('"ship hold"', '"anchor the"'):  # found by its text, and by its title
        result = run_judge("search", query, "--limit", "1", "--corpus", str(folder))
        assert (result.returncode, b"Anchors" in result.stdout) == (1, True)
        assert result.stderr == b"judge: No answer found. Closest matches:\n"


def test_a_word_is_looked_for_in_titles_alone(bundled: Library) -> None:
    answers = bundled.search("title:damage", 20)
    assert answers
    assert all("damage" in (answer.row.title or "").casefold() for answer in answers)


def test_a_term_is_not_found_inside_a_name(bundled: Library) -> None:
    """Fire is not part of what is said of Brain Fire; its own entry may still be named by it."""
    answers = bundled.search("fire damage to sites", 10)
    assert "Confucian Stability" not in [answer.row.title for answer in answers]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("salvage declared", "3.0"),  # before the index that names it
        ("who keeps the DSL", "3.0"),
        ("declaration of salvage", "3.0"),
        ("broken chains drifting", "2.0"),
    ],
)
def test_acronyms_and_other_forms_of_words_are_found(tides: Library, query: str, number: str) -> None:
    assert first(tides, query).row.number == number


def test_acronyms_are_learned_from_the_documents(tides: Library) -> None:
    meaning = tides.ask(lambda compiled: lookup.explain(compiled, "dsl")).question.meaning
    assert ("deep", "sea", "log") in [reading.terms for reading in meaning.concepts[0].readings]


def test_the_last_word_is_rather_mistaken_than_unfinished(tmp_path: Path) -> None:
    """A query that was asked is whole: a word that has one letter too few is not the beginning of another one."""
    text = (
        "# Ships\n\n## 1.0 Holds\n\nThe chain of a ship is tied up.\n\n## 2.0 Shops\n\nThe chandler of it is tied up.\n"
    )
    with Library([write_collection(tmp_path / "ships", ships_md=text)]) as library:
        reply = library.reply("who has a chan")
        assert (reply.answers[0].row.number, reply.read_as) == ("1.0", {"chan": "chain"})
        assert library.reply("who has a chandl").missing == ("chandl",)


@pytest.mark.parametrize(
    ("query", "graded", "missing", "read_as"),
    [
        ("evil twin", "sure", (), {}),
        ("who bids in an auction", "sure", (), {}),
        ("which Kubernetes cluster bids in an auction", "sure", ("Kubernetes", "cluster"), {}),
        ("who bids in an auktion", "sure", (), {"auktion": "auction"}),
        ("who bids in an auckshun", "sure", (), {"auckshun": "auction"}),
        ("how do I vulcanize bread", "none", ("vulcanize", "bread"), {}),
        ("kubernetes yaml", "none", ("kubernetes", "yaml"), {}),
        ("日本語", "none", ("日本語",), {}),
        ("?!*", "none", (), {}),
        ("so what about 31.0 then", "sure", (), {}),
        ("99.31b", "none", ("99.31",), {}),
    ],
)
def test_what_is_doubtful_is_told(
    bundled: Library, query: str, graded: str, missing: tuple[str, ...], read_as: dict[str, str]
) -> None:
    reply = bundled.reply(query)
    assert (reply.answer, reply.missing, reply.read_as) == (graded, missing, read_as)
    assert reply.weak == (graded == "none")


@pytest.mark.parametrize("query", ["which 8 1 2 again", "r 8-1-2 what", "8/1/2"])
def test_a_number_in_another_dress_is_found_inside_other_words(tmp_path: Path, query: str) -> None:
    text = "# Tide\n\n## 8.1.2 Gulls\n\nGulls wait.\n\n## 9.0 Terns\n\nTerns take 8 of the 1 or 2 fish.\n"
    with Library([write_collection(tmp_path, tide_md=text)]) as library:
        reply = library.reply(query)
        assert reply.answers[0].row.number == "8.1.2"
        assert list(reply.read_as.values()) == ["8.1.2"]


def test_a_number_that_no_document_has_is_never_answered_by_a_text(tides: Library) -> None:
    reply = tides.reply("702.19b")
    assert (reply.answer, reply.absent, reply.answers) == ("none", True, [])


def test_a_mistake_costs_no_synonym_and_no_name_of_a_game(bundled: Library) -> None:
    for right, wrong in (
        ("graveyard shadowfist", "graeyard shadowfyst"),
        ("what does toughness do", "what does tufness do"),
    ):
        assert first(bundled, wrong).row.id == first(bundled, right).row.id


def test_nothing_that_shares_a_telling_word_is_hidden(tides: Library) -> None:
    """An answer that holds little of a long question is shown as what it is, and says how little it holds."""
    story = (
        "my cousin from Portugal dropped his lunch yesterday while my brother was fixing the anchor of the family van"
    )
    reply = tides.reply(story)
    assert reply.answers[0].row.number == "1.0"
    assert reply.answer != "sure"
    assert 0 < reply.answers[0].held < 0.5


@pytest.mark.parametrize(
    ("query", "code", "told"),
    [
        (
            "kubernetes yaml for a site",
            1,
            "judge: No answer found. Closest matches:\njudge: not in these documents: kubernetes, yaml\n",
        ),
        ("who bids in an auktion", 0, "judge: read as auction\n"),
        ("30.7", 1, "nothing found for '30.7'; closest: 30.0 Combat (shadowfist-digest:30.0)"),
        ("evil twni", None, "judge: no entry named 'evil twni'; did you mean Evil Twin?"),
    ],
)
def test_what_is_to_be_doubted_is_told_before_the_answers(query: str, code: int | None, told: str) -> None:
    result = run_judge("search", query, "--limit", "1")
    assert code in (None, result.returncode)
    assert told in result.stderr.decode()
    assert bool(result.stdout) is (query != "30.7")


@pytest.mark.parametrize(
    ("query", "read_as"),
    [
        ("what is in the gravyeard", {"gravyeard": "graveyard"}),  # of players alone
        ("sickenss", {"sickenss": "sickness"}),  # of players, in a phrase
        ("atak from below", {"atak": "attack"}),  # short, and by ear
        ("red mtch", {"mtch": "match"}),  # rather than "much", which says little
        ("ship atk", {}),  # unfinished or short for something
        ("damage redir", {}),  # the beginning of "redirect", which sounds like "raider"
        ("comitted", {"comitted": "committed"}),
        ("uncommitted", {}),  # its opposite
        ("ships in the lump", {}),  # an ordinary word, though one letter from "lamp"
    ],
)
def test_mistakes_are_read_as_what_is_meant(tmp_path: Path, query: str, read_as: dict[str, str]) -> None:
    text = "# Tide Rules\n\nGame: Tides\n\n## Attack\n\nShips match a red lamp; how much damage raiders redirect.\n"
    folder = write_collection(
        tmp_path / "tides", tides_md=f"{text}\n## Wrecks\n\nWhat sank, and newly launched boats are committed.\n"
    )
    (folder / "corpus.toml").write_text('[[document]]\nfile = "tides.md"\ngame = "Tides"\n')
    (folder / "games").mkdir()
    spoken = '[words]\ngraveyard = ["wrecks"]\n"summoning sickness" = ["newly launched"]\n'
    (folder / "games" / "tides.toml").write_text(f'name = "Tides"\n{spoken}')
    with Library([folder]) as library:
        assert library.reply(query).read_as == read_as


def test_a_title_that_names_a_game_is_found(tmp_path: Path) -> None:
    text = "# Tide Rules\n\nGame: Tides\n\n## Tides Champion\n\nA captain of note.\n\n## Champion\n\nThe best ship.\n"
    folder = write_collection(tmp_path / "tides", tides_md=text)
    (folder / "corpus.toml").write_text('[[document]]\nfile = "tides.md"\ngame = "Tides"\n')
    with Library([folder]) as library:
        assert first(library, "tides champion").row.title == "Tides Champion"


def test_a_game_narrows_wherever_it_stands(real: Library) -> None:
    for query in ("ufs stun", "stun in ufs", "in ufs what does stun do", "Universal Fighting System stun"):
        assert first(real, query).document.key == "ufs-rules", query


def test_the_newest_of_one_subject_stands_first_and_older_ones_are_marked(real: Library) -> None:
    answers = [answer for answer in real.search("toughness", 5) if answer.row.title == "Toughness"]
    assert [answer.document.key for answer in answers[:3]] == [
        "shadowfist-rulebook",
        "shadowfist-omnifaq",
        "shadowfist-faq",
    ]
    assert [bool(answer.said.newer) for answer in answers[:3]] == [False, True, True]


@pytest.mark.parametrize(
    ("typed", "why", "text"),
    [("evil tw", "title", "Evil Twin"), ("evil twn", "fuzzy", "Evil Twin"), ("24", "number", "24.0"), ("", None, None)],
)
def test_suggestions_come_while_typing(bundled: Library, typed: str, why: str | None, text: str | None) -> None:
    offered = bundled.suggest(typed)
    assert (offered[0].why, offered[0].text) == (why, text) if why else offered == []


def test_a_card_that_is_only_named_is_suggested_once(tmp_path: Path) -> None:
    """It has no entry of its own: the first that names it is offered under its name."""
    rulings = (
        "# Tide Rulings\n\n### Salt Courier\n\nIf Amber Scribe (NF) sails, it waits.\n\n"
        "### Copper Herald\n\nA Copper Herald (NF) is no Amber Scribe (NF).\n"
    )
    folder = write_collection(tmp_path / "tides", tides_md=rulings)
    with Library([folder], cache=tmp_path / "cache") as library:
        for typed, why in (("amber s", "mentioned"), ("ambre scr", "fuzzy")):
            assert [(one.text, one.why) for one in library.suggest(typed)] == [("Amber Scribe", why)]
            assert library.suggest(typed)[0].id == "tides:salt-courier"


def test_a_suggestion_takes_little_work(bundled: Library) -> None:
    """Some forty to a hundred calls of functions, which is less than a millisecond."""
    for typed in ("even tw", "evil tw", "evil twn", "24", "damage"):
        bundled.suggest(typed)
        assert count_calls(partial(bundled.suggest, typed)) < 400, typed


def with_words(tmp_path: Path, game: str, words: str) -> Path:
    """Return a collection with words of players of a game, or of any."""
    folder = write_collection(tmp_path / "tides", tides_md=TIDES)
    (folder / "games").mkdir()
    (folder / "games" / f"{game}.toml").write_text(f"[words]\n{words}\n")
    return folder


def test_a_persons_own_words_are_known(tmp_path: Path) -> None:
    folder = with_words(tmp_path, "_any", 'hook = ["anchor"]')
    answer = json.loads(run_judge("search", "hook", "--json", "--corpus", str(folder)).stdout)["results"][0]
    assert (answer["title"], answer["why"]) == ("Anchors", "alias")


def test_a_phrase_of_players_is_known_with_a_word_that_points_inside_it(tmp_path: Path) -> None:
    with Library([with_words(tmp_path, "_any", '"throw hook" = ["anchor"]')]) as library:
        titles = [[one.row.title for one in library.search(f"throw {which} hook", 1)] for which in ("his", "many")]
    assert titles == [["Anchors"], []]


@pytest.mark.parametrize("words", ["hook = 'anchor'", "hook = [1]"])
def test_wrong_words_are_refused(tmp_path: Path, words: str) -> None:
    assert refused("list", "--corpus", str(with_words(tmp_path, "tides", words))).endswith(
        "tides.toml: 'words.hook' must be a list of strings\n"
    )


@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)))
def test_any_query_is_answered_or_not_but_never_fails(query: str) -> None:
    with Library() as library:
        for answer in library.search(query, 5):
            assert answer.row.id
        library.suggest(query)


@pytest.mark.parametrize("query", STRANGE)
def test_a_long_or_strange_query_takes_little_more_work_than_another(bundled: Library, query: str) -> None:
    usual = count_calls(lambda: bundled.search("damage to a site that is burned and reloaded"))
    assert count_calls(lambda: bundled.search(query)) < 10 * usual


@pytest.mark.thorough
def test_memory_stays_flat_over_many_queries(example: Library) -> None:
    """What is remembered between queries is bounded: some thirty blocks for the words of each, and nothing else."""
    for number in range(1000):
        example.search(f"card{number} ship q{number} harbor", 3)
    gc.collect()
    before = sys.getallocatedblocks()
    for number in range(1000, 1500):
        example.search(f"card{number} ship q{number} harbor", 3)
    gc.collect()
    assert sys.getallocatedblocks() - before < 60 * 500


def test_a_lookup_error_says_what_came_near(tides: Library) -> None:
    with pytest.raises(LookupError) as raised:
        tides.find("anchrs")
    assert raised.value.__notes__ == ["closest: 1.0 Anchors (tides:1.0)"]
