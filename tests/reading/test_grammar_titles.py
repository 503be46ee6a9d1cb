"""Which lines are titles: in other scripts, above lists and texts that are set in, stacked, between chapters."""

from __future__ import annotations

import pytest

from judge.core.diagnostics import Report
from judge.reading.formats.opening import manuscript
from judge.reading.grammar.document_reader import describe
from judge.reading.grammar.entry_tree import Node, make_tree
from judge.reading.source import read_source

RULES = "".join(f"1.{number} The boats wait at the quay until dawn.\n\n" for number in range(1, 5))
TEXT = "The boats of the harbour wait at the quay until the lantern burns, and leave one by one at dawn."


def nodes(text: str) -> list[Node]:
    """Read a text."""
    found = describe(manuscript(read_source(text.encode(), Report())))
    return [node for node in make_tree(found.found.items, found.features).nodes if not node.is_text]


def kinds(text: str) -> dict[str, str]:
    """Return the kind of each entry of a text, by its title."""
    return {node.title: node.kind for node in nodes(text)}


def test_greek_questions_end_with_a_semicolon() -> None:
    asked = ("Μπορώ να φύγω τη νύχτα;", "Ποιος κρατά τον φάρο;", "Πότε τελειώνει ο γύρος;")
    text = "FAQ\n\n" + "".join(f"{question}\n\nΝαι, αν το λιμάνι είναι ανοιχτό.\n\n" for question in asked)
    assert {title for title, kind in kinds(text).items() if kind == "qa"} == set(asked)


def test_short_lines_above_text_that_is_set_in_are_terms() -> None:
    terms = ("Open anchor", "Quiet bell", "Small crew")
    text = RULES + "GLOSSARY\n\n" + "".join(f"{term}\n    {TEXT} {TEXT}\n\n" for term in terms)
    assert {title for title, kind in kinds(text).items() if kind == "term"} == set(terms)


def test_one_sign_before_a_colon_is_a_term_in_japanese() -> None:
    terms = ("嵐", "旗", "港", "船", "霧")
    text = "# Glossary\n\n" + "".join(f"**{term}**: 船はすべて港で待つ。次の手番に一度だけ動く。\n\n" for term in terms)
    assert set(terms) <= set(kinds(text))


def test_a_name_right_above_a_list_is_of_one_series_with_names_right_above_texts() -> None:
    ruled = "- It waits at the quay. (2014-05-01)\n- It leaves at dawn. (2014-05-02)\n"
    names = ("ANCHOR", "BELL", "CREW", "DOCK", "FERRY", "GULL")
    bodies = (ruled, "There are no rulings.\n") * 3
    text = "CARD RULINGS\n\n" + "".join(f"{name}\n{body}\n" for name, body in zip(names, bodies, strict=True))
    assert [title for title, kind in kinds(text).items() if kind == "card"] == list(names)


def test_a_chapter_without_rules_below_it_is_one_between_chapters_that_have_some() -> None:
    chapters = "".join(
        f"{chapter}. The boats of chapter {chapter} wait.\n\n"
        + "".join(f"{chapter}.{rule} The boats wait.\n\n" for rule in (1, 2) if chapter != 3)
        for chapter in range(1, 6)
    )
    found = [node.number for node in nodes("# Harbour rules\n\n" + chapters)]
    assert [number for number in found if number and "." not in number] == ["1", "2", "3", "4", "5"]


def test_terms_in_lines_right_below_each_other_are_terms() -> None:
    terms = ("Anchor", "Bell", "Crew", "Dock", "Ferry")
    text = "# Glossary\n\n" + "".join(f"**{term}**: The boats wait at the quay.\n" for term in terms)
    assert [title for title, kind in kinds(text).items() if kind == "term"] == list(terms)


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


def test_a_stressed_title_that_lost_the_blank_line_below_it_is_of_one_series_with_the_others() -> None:
    names = ("Anchor", "Bell", "Crew", "Dock", "Ferry", "Gull", "Harbour")
    bodies = [f"\n\n{TEXT}\n\n"] * len(names)
    bodies[4] = f"\n{TEXT}\n\n"
    text = "# Glossary\n\n" + "".join(f"**{name}**{body}" for name, body in zip(names, bodies, strict=True))
    assert [title for title, kind in kinds(text).items() if kind == "term"] == list(names)
