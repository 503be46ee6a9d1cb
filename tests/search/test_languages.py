"""Rules in six languages are found by questions of theirs, in the program and on the page; words meet by their forms.

`tests/cases/languages/` has a small invented rulebook and ten questions a language, each with the rule that answers it.
The first five of each were looked at while the search was made; the others were not, and only their number is asserted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from judge.core.languages import language_of
from judge.core.languages.stemming import root
from judge.core.tokens import tokens, words
from judge.opened_library import Library
from judge.reading.grammar.features import NAMES
from tests.scripts import Scripts
from tests.sites import build
from tests.support import CASES, opened, write_collection

FOLDER = CASES / "languages"
LANGUAGES = ("de", "es", "fr", "hu", "ja", "ru")
FAMILIES: dict[str, list[str]] = tomllib.loads((FOLDER / "families.toml").read_text(encoding="utf-8"))
OPEN = 5
FIRST, AMONG_THREE = 0.7, 0.85
"""Shares of the questions whose rule is the first answer, and among the first three."""


class Question(NamedTuple):
    """A question, and the rule that answers it."""

    language: str
    number: str
    text: str
    open: bool


def questions() -> Iterator[Question]:
    """Yield the questions of all languages."""
    for language in LANGUAGES:
        lines = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
        for place, line in enumerate(lines):
            number, text = line.split("\t")
            yield Question(language, number, text, place < OPEN)


QUESTIONS = list(questions())


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """All six rulebooks in one library."""
    texts = {f"{one}_md": (FOLDER / f"{one}.md").read_text(encoding="utf-8") for one in LANGUAGES}
    yield from opened(tmp_path_factory, "languages", **texts)


@pytest.fixture(scope="module")
def page(mixed: Library, tmp_path_factory: pytest.TempPathFactory) -> Scripts:
    """The scripts of its site."""
    return Scripts(build(mixed, tmp_path_factory.mktemp("languages-site")))


@pytest.mark.parametrize("is_open", [True, False])
def test_the_right_rule_is_found_in_each_language(mixed: Library, is_open: bool) -> None:
    asked = [one for one in QUESTIONS if one.open is is_open]
    places: list[int] = []
    for one in asked:
        found = [(answer.row.document, answer.row.number) for answer in mixed.search(one.text, 3)]
        places += [found.index((one.language, one.number))] if (one.language, one.number) in found else []
    assert places.count(0) >= FIRST * len(asked)
    assert len(places) >= AMONG_THREE * len(asked)


def test_the_page_answers_as_the_program_does(mixed: Library, page: Scripts) -> None:
    numbers = [f"{one.language} {one.number}" for one in QUESTIONS[::7]]
    texts = [*(one.text for one in QUESTIONS), *(one.text[: len(one.text) // 2] for one in QUESTIONS), *numbers]
    wanted = [[(one.row.id, one.why, round(one.held, 6)) for one in mixed.search(text, 5)] for text in texts]
    found = page.run(
        "texts => texts.map((text) => judgeLookup.search(text, 5).answers.map((one) =>"
        " [one.entry.id, one.why, Math.round(one.held * 1e6) / 1e6]))",
        texts,
    )
    assert [text for text, one, other in zip(texts, wanted, found, strict=True) if one != list(map(tuple, other))] == []


def test_words_and_roots_are_the_same_on_the_page(page: Scripts) -> None:
    marks = "Ёлка елка Йод йод й и\u0306 гром ї і\u0308 ガード カード ｶﾞｰﾄﾞ か\u3099 l'eau qu’une dell'acqua D'Arc 한글"
    marks += " Straße Łódź 第4.2条 カード2枚"
    texts = [marks, *((FOLDER / f"{one}.md").read_text(encoding="utf-8") for one in LANGUAGES)]
    wanted = [
        [[term, start, end, *(root(term, one) for one in LANGUAGES)] for term, start, end in tokens(text)]
        for text in texts
    ]
    found: Any = page.run(
        "([texts, languages]) => texts.map((text) => judgeTokens.tokens(text).map((one) =>"
        " [one.term, one.start, one.end, ...languages.map((language) => judgeTokens.root(one.term, language))]))",
        [texts, LANGUAGES],
    )
    for one, other in zip(found, wanted, strict=True):
        assert one == other


@pytest.mark.parametrize("language", FAMILIES)
def test_forms_of_a_word_have_one_root_and_other_words_others(language: str) -> None:
    roots = [{root(term, language) for term in words(family)} for family in FAMILIES[language]]
    assert [family for family, found in zip(FAMILIES[language], roots, strict=True) if len(found) > 1] == []
    assert len(set[str]().union(*roots)) == len(roots)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_a_document_is_found(mixed: Library, language: str) -> None:
    documents = {document.key: document.language for document in mixed.documents()}
    assert documents[language] == language


@pytest.mark.parametrize(
    ("heading", "kind"),
    [("Glosario", "term"), ("Häufige Fragen", "qa"), ("Разъяснения", "card"), ("用語集", "term"), ("Kérdések", "qa")],
)
def test_headings_say_what_is_below_them_in_their_language(heading: str, kind: str) -> None:
    assert [one for one, pattern in NAMES.items() if pattern.search(heading)] == [kind]


def test_a_language_is_not_guessed() -> None:
    assert language_of(["Flip.", "Tap 3."]) == ""
    assert language_of([]) == ""


@pytest.mark.parametrize("asked", ["4.2について", "規則4.2", "第4.2条", "４．２"])
def test_a_number_is_found_beside_letters_without_blanks(mixed: Library, asked: str) -> None:
    assert [(one.row.number, one.why) for one in mixed.search(asked, 1, document="ja")] == [("4.2", "number")]


@pytest.mark.parametrize(
    ("typed", "id"), [("天", "ja:3.4"), ("Прово", "ru:4.1"), ("ñiebla niebl", None), ("retir", "es:3.4")]
)
def test_names_are_completed_in_each_script(mixed: Library, typed: str, id: str | None) -> None:
    offered = [one.id for one in mixed.suggest(typed, 5)]
    assert id in offered if id else offered == []


def test_letters_that_marks_make_are_other_letters(tmp_path: Any) -> None:
    text = "# カード\n\n## ガード\n\n守る。\n\n## カート\n\n運ぶ。\n\n## カード\n\n引く。\n"
    with Library([write_collection(tmp_path, cards_md=text)]) as library:
        found = library.search("ガード", 3)
        assert [(one.row.title, one.why) for one in found[:1]] == [("ガード", "title")]
        assert "title" not in [one.why for one in found[1:]]


def test_the_manifest_names_a_language(tmp_path: Any) -> None:
    folder = write_collection(
        tmp_path,
        short_md="# Flip\n\n## 1 Tap\n\nFlip.\n",
        **{"corpus.toml": '[[document]]\nfile = "short.md"\nlanguage = "it"\n'},
    )
    with Library([folder]) as library:
        assert [document.language for document in library.documents()] == ["it"]


def test_a_sentence_is_not_mended_into_another(tmp_path: Any) -> None:
    text = (
        "# FAQ\n\n## Can a resting ship be turned in the harbour by its owner?\n\nNo.\n\n## Sailing\n\nShips sail on.\n"
    )
    with Library([write_collection(tmp_path, faq_md=text)]) as library:
        found = library.search("Can a resting ship be burned in the harbour by its ownerr?", 1)
        assert [one.why for one in found] != ["fuzzy"]


@pytest.mark.parametrize(
    "text",
    [
        "Do not shuffle a deck as long as a boat is in a storm.",
        "Deal seven cards face down per player. Turn over one card as a start of a discard pile.",
        "Die rolls of one miss. Die rolls of six hit, no matter armor.",
        "As a last action, do a dive or a tow.",
        "No shuffle, no draw, no reveal.",
        "Add up coins, boats, cards. Most wins.",
    ],
)
def test_a_short_english_text_is_of_no_other_language(text: str) -> None:
    assert language_of([text]) in ("", "en")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "As cartas do descarte não são do jogador, e no fim da vez ele compra uma."),
        ("nl", "De speler trekt een kaart en legt er een af."),
        ("de", "Jeder Spieler mischt das Deck und zieht sieben Karten."),
        ("it", "Quando la carta lascia il gioco, perde i segnalini che sono su di lei."),
    ],
)
def test_one_sentence_tells_its_language(language: str, text: str) -> None:
    assert language_of([text]) == language
