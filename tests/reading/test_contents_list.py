"""A list of contents is rows without text between them that the body repeats; rules, chapters and terms are none."""

import pytest

from judge.library.parsing import ParsedDocument
from tests.reading.test_parts import read

RULE = "The keeper of the pier counts every boat that lies there, and writes their number into the book of the harbour."
NAMES = ("Anchor", "Board", "Caulk", "Drift", "Embark", "Furl")
LISTED = "1. The Harbour\n100. General\n101. Boats\n\n2. The Crew\n200. General\n201. Orders\n\nGlossary\n\n"
BEGUN = (
    f"1. The Harbour\n\n100. General\n\n100.1. {RULE}\n\n101. Boats\n\n101.1. {RULE}\n\n2. The Crew\n\n200. General\n\n"
)
ORDERS = f"200.1. {RULE}\n\n201. Orders\n\n201.1. {RULE}\n\n" + "".join(
    f"201.{place}. {name}\n\n201.{place}a {RULE}\n\n" for place, name in enumerate(NAMES, 2)
)
TERMS = "Glossary\n\n" + "".join(
    f"{name}\nWhat a crew does for one card. See rule 201.\n\n" for name in ("Boats", *NAMES)
)


def listed_lines(document: ParsedDocument) -> list[int]:
    """Return the source lines of the list of contents."""
    furniture = [one for one in document.furniture if one.reason == "table of contents"]
    return [line for one in furniture for first, last in one.lines for line in range(first, last + 1)]


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        (f"Harbour Rules\n\nContents\n\n{LISTED}{BEGUN}{ORDERS}{TERMS}", 8),
        (f"Harbour Rules\n\n{BEGUN}{ORDERS}{TERMS}", 0),
        (
            f"# Harbour\n\n## 2 Boats\n\n## 201 Orders\n\n{RULE}\n\n"
            + "".join(f"### 201.{place} {name}\n\n{RULE}\n\n" for place, name in enumerate(NAMES, 2))
            + "".join(f"### {name}\n\n{RULE}\n\n" for name in NAMES),
            0,
        ),
        (
            f"Harbour\n\n201. Orders\n\n201.1. {RULE}\n\n"
            + "".join(f"201.{place}. {name}\n\n" for place, name in enumerate(NAMES, 2))
            + f"202. End\n\n202.1. {RULE}\n\n{TERMS}",
            0,
        ),
    ],
    ids=["contents and glossary", "glossary alone", "Markdown", "no text below the titles"],
)
def test_rules_whose_titles_the_glossary_repeats_are_no_contents_list(text: str, listed: int) -> None:
    document = read(text)
    numbers = {entry.number: entry.title for entry in document.entries}
    assert [numbers.get(f"201.{place}") for place in range(2, 8)] == list(NAMES)
    assert len(listed_lines(document)) == listed


@pytest.mark.parametrize(
    ("rows", "body"),
    [
        (("Aim", "Orders", "Weather", "End"), "{place}. {name}\n\n{place}.1. {rule}\n\n"),
        (("1. Aim", "2. Orders", "3. Weather", "4. End"), "{place}. {name}\n\n{place}.1. {rule}\n\n"),
        (("1. Aim", "2. Orders", "3. Weather", "4. End"), "{name}\n\n{rule}\n\n"),
    ],
    ids=["numbers in the body", "numbers in both", "numbers in the list"],
)
def test_a_contents_list_is_found_above_chapters_and_a_glossary_of_the_same_names(
    rows: tuple[str, ...], body: str
) -> None:
    names = [row.rpartition(" ")[2] for row in rows]
    chapters = "".join(body.format(place=place, name=name, rule=RULE) for place, name in enumerate(names, 1))
    glossary = "".join(f"{name}\n{RULE}\n\n" for name in ("Aim", "Boat", "Orders", "Sail", "Weather"))
    listed = "\n".join(rows)
    document = read(f"Harbour\n\nContents\n\n{listed}\n\n{chapters}Glossary\n\n{glossary}")
    assert listed_lines(document) == [3, 5, 6, 7, 8]
    assert [entry.title for entry in document.entries if entry.kind != "term" and entry.title] == [
        "Harbour",
        *names,
        "Glossary",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "1. Aim\t3. Weather\n2. Orders\t4. End",
        "1. Aim / Ziel\n2. Orders / Befehle\n3. Weather / Wetter\n4. End / Ende",
        "Contents\n1. Aim……3\n2. Orders……5",
    ],
    ids=["columns", "two languages", "half of it"],
)
def test_a_contents_list_of_any_shape_is_found(rows: str) -> None:
    names = ("Aim", "Orders", "Weather", "End")
    chapters = "".join(f"{place}. {name}\n\n{place}.1. {RULE}\n\n" for place, name in enumerate(names, 1))
    document = read(f"Harbour\n\nWhat is where\n\n{rows}\n\n{chapters}")
    assert (len(listed_lines(document)), document.reading.doubts) == (rows.count("\n") + 1, ())


@pytest.mark.parametrize(("others", "listed"), [(0, 4), (9, 0)])
@pytest.mark.parametrize("word", ["", "Inhalt\n"])
def test_a_contents_list_may_end_a_document(others: int, listed: int, word: str) -> None:
    """If nothing announces it, it has most of the headings: rows of a few are the summary of a chapter."""
    names = ("Aim", "Orders", "Weather", "End")
    chapters = "".join(f"{at}. {name}\n\n{RULE}\n\n" for at, name in enumerate((*names, *"XYZUVSTQR"[:others]), 1))
    document = read("Harbour\n\n" + chapters + word + "\n".join(f"{at}. {name}" for at, name in enumerate(names, 1)))
    assert len(listed_lines(document)) == (5 if word else listed)


@pytest.mark.parametrize(
    ("mark", "stop", "chapters"),
    [("", ".", (1, 2, 3)), ("# ", "", (1, 2, 3)), ("", ".", (1, 2, 4, 7)), ("", ".", (9, 10, 11))],
    ids=["plain text", "Markdown", "a chapter is missing", "four digits"],
)
def test_chapters_that_count_hundreds_are_side_by_side(mark: str, stop: str, chapters: tuple[int, ...]) -> None:
    text = "".join(
        f"{mark}{chapter}{stop} Harbour {chapter}\n\n"
        + "".join(
            f"{mark}{mark and '#'}{chapter}0{place}{stop} Piers {place}\n\n{chapter}0{place}.1{stop} {RULE}\n\n"
            for place in (0, 1, 2)
        )
        for chapter in chapters
    )
    parents = {entry.number: entry.parent for entry in read(f"Rules\n\nIntroduction\n\n{RULE}\n\n{text}").entries}
    assert [parents[str(chapter)] for chapter in chapters] == [None] * len(chapters)
    assert [parents[f"{chapter}01"] for chapter in chapters] == [f"doc:{chapter}" for chapter in chapters]


@pytest.mark.parametrize(
    ("heading", "pointer"),
    [
        ("Glossary", "See Mooring."),
        ("Glossar", "Siehe Mooring."),
        ("Glosario", "Véase Mooring."),
        ("Glossaire", "Voir Mooring."),
    ],
)
def test_a_glossary_whose_terms_point_to_others_is_of_terms(heading: str, pointer: str) -> None:
    """`See Mooring.` below several names says not that nothing is known of these."""
    titles = ("Aim", "Boats", "The Mooring", "End")
    rules = "".join(f"{number}. {title}\n\n{number}.1. {RULE}\n\n" for number, title in enumerate(titles, 1))
    names = ("Anchorage", "Bollard", "Cleat", "Dock", "Eyelet", "Mooring", "Mooring Line", "Pier")
    pointing = ("Anchorage", "Cleat", "Mooring Line")
    terms = "".join(f"{name}\n{pointer if name in pointing else RULE}\n\n" for name in names)
    found = [entry for entry in read(f"Harbour\n\n{rules}{heading}\n\n{terms}").entries if entry.title in names]
    assert {entry.kind for entry in found} == {"term"}
    assert [entry.title for entry in found if entry.blocks[0].text == pointer] == list(pointing)
