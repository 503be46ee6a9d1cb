"""What the dialect `glossary` reports of a document, and what it takes for one."""

import pytest

from judge.core.diagnostics import Code
from tests.reading.test_parts import read
from tests.support import parse_text

TITLES = ["Anchor", "Bell", "Crew", "Deck", "Ebb", "Fog", "Gale", "Harbour", "Island", "Jetty"]


def reference(titles: list[str]) -> str:
    """Return an alphabetical reference of these titles."""
    return "\n\n".join(f"{title}\n\nIt is what it is." for title in titles)


def test_an_order_that_does_not_ascend_is_reported_once() -> None:
    """The finding names the first title out of order and says what may be wrong; there is none where all is well."""
    assert not parse_text(reference(TITLES), "glossary")[1].findings
    _, report = parse_text(reference([TITLES[place] for place in (0, 1, 4, 2, 3, 5, 6, 9, 7, 8)]), "glossary")
    (finding,) = report.findings
    assert (finding.code, finding.level, finding.line) == (Code.ORDER_DOUBTFUL, "note", 13)
    assert finding.message == (
        '"Crew" comes after "Ebb", and 2 of 10 titles are out of alphabetical order; '
        "if two columns are interleaved here, some text is below the wrong title"
    )


def test_the_mark_of_a_definition_is_no_text() -> None:
    """Markdown prints `: ` before each definition, in a line below its term."""
    terms = (
        ("Anchor", "A weight that holds a boat."),
        ("Buoy", "A mark on the water."),
        ("Cable", "A rope to the anchor."),
    )
    text = "# Terms\n\n" + "\n\n".join(
        f"{name}\n: {said}\n: It is told here in some more words." for name, said in terms
    )
    parsed, _ = parse_text(text, "glossary")
    blocks = {entry.title: [block.text for block in entry.blocks] for entry in parsed.entries[1:]}
    assert blocks == {name: [said, "It is told here in some more words."] for name, said in terms}


HARD_WRAPPED = {
    "“Now”": "",
    "Anchor": "\n• A ship may have one only.\nRelated Topics: Bell, Crew",
    "Bell, Bells": " See step 1.2 in Appendix I.",
    "Crew": "\nRelated Topics: Anchor, Bell, Deck, Ebb",
    "Deck": "",
    "Ebb": "\nExample: The ebb begins.",
    "Fog": "\nRelated Topics: Ebb",
    "The Letter “K”": "",
    "Wharf": "\nRelated Topics: Gale",
}
STEPS = {"1.1": "Tide rises", "1.2": "Each ship sails", "1.3": "Tide falls"}


def told(name: str) -> str:
    """Return a name above its text, which takes two lines."""
    return f"{name}\nOf {name} it is told here in words that fill the line to its end,\nand in some more on {name}."


def hard_wrapped() -> str:
    """Return an alphabetical reference without blank lines, its pages with numbers, and appendices behind it."""
    parts = [
        "HARBOUR DUELS\nRULES REFERENCE\nVersion 2.1\n",
        f"{told('The Rule of the Sea')}\n\nGlossary\nAll terms in order.",
        *(told(title) + more for title, more in HARD_WRAPPED.items()),
        f"{told('Appendix I: The Round')}\n1. Tide Phase",
        *(told(f"{number} {title}.") for number, title in STEPS.items()),
        f"A PICTURE\n{told('Appendix II: Ships')}",
    ]
    lines = "\n".join(parts).split("\n")
    pages = [lines[start : start + 9] for start in range(0, len(lines), 9)]
    head = "Harbour Duels: Reference\n"
    return "\n".join("\n".join([*page, f"{head * (n % 2)}{n}"]) for n, page in enumerate(pages, 1))


@pytest.mark.xfail(strict=True, reason="a first term out of the order of the alphabet holds the others")
def test_a_reference_without_blank_lines_is_read_with_its_appendices() -> None:
    """Titles stand right above their texts, pages end inside of them, and only the appendices have numbers."""
    parsed = read(hard_wrapped())
    found = {(entry.kind, entry.number, entry.title) for entry in parsed.entries}
    terms = {("term", None, title) for title in HARD_WRAPPED}
    steps = {("step", number, title) for number, title in STEPS.items()}
    assert found == {
        ("part", None, "HARBOUR DUELS RULES REFERENCE"),
        ("part", None, "The Rule of the Sea"),
        ("part", None, "Glossary"),
        *terms,
        ("appendix", "Appendix I", "Appendix I: The Round"),
        ("section", "1", "Tide Phase"),
        *steps,
        ("appendix", "Appendix II", "Appendix II: Ships"),
    }
    assert parsed.document.title == "Harbour Duels Rules Reference"
    assert not [block.text for entry in parsed.entries for block in entry.blocks if "Harbour Duels" in block.text]
