"""Lists of contents, frames, editions and dates around the text are told from it, and wordings from other columns."""

import pytest

from tests.support import parse_text

LINES = "The boats wait at the quay until the lantern burns.\n\n"
RULES = "".join(f"{{mark}}Chapter {n}{{mark}}\n\n{n}.1 {LINES}{n}.2 {LINES}" for n in range(1, 5))


def entries(text: str) -> list[tuple[str, str | None, str | None]]:
    """Read a text; return kind, number and title of each entry."""
    parsed, _ = parse_text(text, None)
    return [(entry.kind, entry.number, entry.title) for entry in parsed.entries]


CHAPTERS = [f"Chapter {n}" for n in range(1, 5)]


def test_the_first_chapter_ends_the_list_of_contents() -> None:
    listed = "".join(f"{name}: Boats {n}\t{n + 3}\n" for n, name in enumerate(CHAPTERS, 1))
    text = "".join(f"{name}\nBoats {n}\n\n{n}.1 {LINES}{n}.2 {LINES}" for n, name in enumerate(CHAPTERS, 1))
    found = entries(f"Harbour\n\nTable of Contents\n\n{listed}\n{text}")
    assert [number for _, number, _ in found if number and "." not in number] == CHAPTERS


def test_chapters_in_bold_type_frame_no_page() -> None:
    found = entries("# Harbour\n\n" + RULES.format(mark="**"))
    assert [number for _, number, _ in found if number and "." not in number] == CHAPTERS


def test_a_line_with_nothing_but_the_edition_is_no_title() -> None:
    cards = "".join(f"{name}\n\nIt counts once. (2009-03-01)\n\n" for name in ("Anchor", "Bell", "Crew", "Dock"))
    found = entries(f"Harbour\n\nVersion 2.1 (16 May 2009)\n\nCard rulings\n\n{cards}")
    assert "Version 2.1 (16 May 2009)" not in {title for _, _, title in found}
    assert [title for kind, _, title in found if kind == "card"] == ["Anchor", "Bell", "Crew", "Dock"]


def test_wordings_that_begin_alike_make_a_table_of_errata_in_any_language() -> None:
    wordings = {
        "Тихий фонарь": ("Начнётся весло маяк.", "Начнётся весла, если пока."),
        "Алый флаг": ("Возьмите карту заново.", "Возьмите карт, сколько дали."),
        "Общий порт": ("Лодка выходит утром.", "Лодка выходи, пока темно."),
    }
    rows = "".join(f"| {name} | {old} | {new} |\n" for name, (old, new) in wordings.items())
    parsed, _ = parse_text(f"# Порт\n\n## Исправления\n\n| Имя | Было | Стало |\n| --- | --- | --- |\n{rows}", None)
    found = {entry.title: entry.errata.text for entry in parsed.entries if entry.errata}
    assert found == {name: new for name, (_, new) in wordings.items()}


def test_numbers_of_rules_in_a_table_are_no_cards() -> None:
    rows = "".join(f"| {n}.{n}b | in any turn | in any turn of yours |\n" for n in range(1, 5))
    found = entries(f"# Errata\n\n| Rule | Printed | Should read |\n| --- | --- | --- |\n{rows}")
    assert "card" not in {kind for kind, _, _ in found}


@pytest.mark.parametrize(
    ("ruled", "dates"),
    [
        (
            "1\\. It counts once in each turn of the\n   harbour. (2009-03-01)\n2\\. It stays there. (2009-03-02)\n\n",
            ["2009-03-01", "2009-03-02"],
        ),
        ("- 17  May 2014: It counts once.\n- May 18,  2014: It stays.\n\n", ["2014-05-17", "2014-05-18"]),
    ],
    ids=["counted in a wrapped paragraph", "two blanks in a date"],
)
def test_each_dated_ruling_of_a_card_is_one(ruled: str, dates: list[str]) -> None:
    text = "# Card rulings\n\n" + "".join(f"## {name}\n\n{ruled}" for name in ("Anchor", "Bell", "Crew"))
    parsed, _ = parse_text(text, None)
    assert [[block.date for block in entry.blocks] for entry in parsed.entries if entry.kind == "card"] == [dates] * 3
