"""Which lines are titles: in other scripts, above lists and texts that are set in, stacked, between chapters."""

import pytest

from judge.core.diagnostics import Report
from judge.reading.document_reader import describe
from judge.reading.grammar.entry_tree import make_tree
from judge.reading.grammar.nodes import Node
from judge.reading.opening import manuscript
from judge.reading.text.source import read_source

RULES = "".join(f"1.{number} The boats wait at the quay until dawn.\n\n" for number in range(1, 5))
TEXT = "The boats of the harbour wait at the quay until the lantern burns, and leave one by one at dawn."


def nodes(text: str) -> list[Node]:
    """Read a text."""
    found = describe(manuscript(read_source(text.encode(), Report())))
    return [node for node in make_tree(found.found.items, found.features).nodes if not node.is_text]


GREEK = ("Μπορώ να φύγω τη νύχτα;", "Ποιος κρατά τον φάρο;", "Πότε τελειώνει ο γύρος;")
NAMES = ("Anchor", "Bell", "Crew", "Dock", "Ferry", "Gull", "Harbour")
RULED = ("- It waits at the quay. (2014-05-01)\n- It leaves at dawn. (2014-05-02)\n", "There are no rulings.\n") * 3
TITLES = {
    "Greek questions end with a semicolon": (
        "FAQ\n\n" + "".join(f"{question}\n\nΝαι, αν το λιμάνι είναι ανοιχτό.\n\n" for question in GREEK),
        "qa",
        GREEK,
    ),
    "short lines above indented text": (
        RULES + "GLOSSARY\n\n" + "".join(f"{name} boat\n    {TEXT} {TEXT}\n\n" for name in NAMES[:3]),
        "term",
        tuple(f"{name} boat" for name in NAMES[:3]),
    ),
    "one sign before a colon in Japanese": (
        "# Glossary\n\n" + "".join(f"**{term}**: 船はすべて港で待つ。動く。\n\n" for term in "嵐旗港船霧"),
        "term",
        tuple("嵐旗港船霧"),
    ),
    "names right above lists and right above texts": (
        "CARD RULINGS\n\n" + "".join(f"{name.upper()}\n{body}\n" for name, body in zip(NAMES, RULED, strict=False)),
        "card",
        tuple(name.upper() for name in NAMES[:6]),
    ),
    "terms in lines right below each other": (
        "# Glossary\n\n" + "".join(f"**{name}**: The boats wait at the quay.\n" for name in NAMES[:5]),
        "term",
        NAMES[:5],
    ),
    "a stressed title that lost the blank line below it": (
        "# Glossary\n\n" + "".join(f"**{name}**{chr(10) * (1 + (name != 'Ferry'))}{TEXT}\n\n" for name in NAMES),
        "term",
        NAMES,
    ),
}
"""Texts, and the titles of all entries of a kind."""


@pytest.mark.parametrize("name", TITLES)
def test_titles_are_known_by_what_is_around_them(name: str) -> None:
    text, kind, titles = TITLES[name]
    assert tuple(node.title for node in nodes(text) if node.kind == kind) == titles


def test_a_letter_that_marks_questions_counts_where_nothing_is_asked() -> None:
    marks = "".join(f"{letter}. Корабли ждут у причала до рассвета.\n\n" for letter in "АБВГ")
    asked = "".join(f"В{n}) Могут ли корабли уйти?\nО: Нет, они ждут рассвета.\n\n" for n in (1, 2, 3))
    found = [(node.candidate.form, node.candidate.number) for node in nodes(f"I. ГАВАНЬ\n\n{marks}{asked}")]
    assert [number for form, number in found if form == "mark"][-4:] == list("АБВГ")


@pytest.mark.parametrize("chapter", ["{}. {}", "Part {}: {}"])
def test_titles_right_below_a_chapter_are_in_it_though_they_look_like_that_of_the_document(chapter: str) -> None:
    terms = ("Harbour light", "Iron bell", "Jetty", "Keel", "Lantern", "Mast of the boat", "Net", "Oar")
    chapters = (chapter.format(number, "Fishing") for number in (1, 2))
    rules = "".join(f"{title}\n\n{number}.1 The quay\n\n{TEXT}\n\n" for number, title in enumerate(chapters, 1))
    glossary = "".join(f"{term}\n\n{TEXT}\n\n" for term in terms)
    found = nodes(f"Boats\n\n{rules}{chapter.format(3, 'Glossary')}\n\n{glossary}")
    assert [node.title for node in found if node.parent and node.parent.title == "Glossary"] == list(terms)


SAYS = "Die Boote warten am Kai, bis die Laterne brennt."
STATUTE = "Ordnung der Boote\n\nErster Abschnitt: Hafen\n\n" + "".join(
    f"§ {number} {title}\n\n(1) {SAYS}\n\n(2) {SAYS}\n\n"
    for number, title in (("1", "Kai"), ("2", "Laterne"), ("2a", "Glocke"), ("3", "Boote"))
)
ARTICLES = "".join(
    f"Art. {number}. - {title}\nLe bateau attend au quai.\n\n"
    for number, title in (("1er", "Quai"), ("2", "Phare"), ("2 bis", "Cloche"), ("3", "Bateau"))
)
CODES = "".join(
    f"[N-{number:03}] {name}\nN-{number:03}.a) {TEXT}\nN-{number:03}.b) {TEXT}\n\n"
    for number, name in enumerate(NAMES, 3)
)
FRAMED = "".join(f"== {name} ==\n\n{TEXT}\n\n" for name in NAMES)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (STATUTE, ["1", "1.1", "1.2", "2", "2.1", "2.2", "2a", "2a.1", "2a.2", "3", "3.1", "3.2"]),
        (ARTICLES, ["Art. 1", "Art. 2", "Art. 2 bis", "Art. 3"]),
        (CODES, [f"N-{number:03}{mark}" for number in range(3, 10) for mark in ("", ".a", ".b")]),
    ],
)
def test_numbers_after_signs_words_and_brackets(text: str, numbers: list[str]) -> None:
    assert [node.number for node in nodes(text) if node.number] == numbers


def test_what_was_put_in_later_is_next_to_what_is_before_it() -> None:
    """`§ 2a` is no part of `§ 2`."""
    above = {node.number: node.parent for node in nodes(STATUTE)}
    assert above["2a"] is above["2"]
    assert [node.title for node in nodes(FRAMED)] == list(NAMES)
