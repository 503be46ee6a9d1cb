"""Parts of a document are told by their series, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.build.collection import SourceFile
from judge.build.parsing import ParsedDocument, parse_document
from tests.looks.comparing import context

RULES = "\n\n".join(f"{number}. The pilot counts all boats in lock {number} and moves one." for number in range(1, 7))


def read(text: str) -> ParsedDocument:
    """Read a text in whatever dialects it looks like."""
    name = "rules.md" if "# " in text else "rules.txt"
    return parse_document(SourceFile(Path(name), "doc", {}), text.encode(), context())


def kinds(text: str) -> list[tuple[str, str | None]]:
    """Return the kind and the title of every entry that has one, but for the rules."""
    return [(entry.kind, entry.title) for entry in read(text).entries if entry.title]


def test_a_title_that_nothing_marks_begins_a_part() -> None:
    terms = "\n\n".join(
        f"{name}\nWhat is said of this word takes a whole line of text." for name in "Bow Keel Mast Oar".split()
    )
    found = kinds(f"{RULES}\n\nWörter\n\n{terms}\n")
    assert found == [("part", "Wörter"), *(("term", name) for name in ("Bow", "Keel", "Mast", "Oar"))]


def test_questions_with_counts_keep_them_as_numbers() -> None:
    asked = "1) Darf ich segeln?\nJa.\n\n2) Darf ich warten?\nNein.\n\n3) Wer beginnt?\nAlle.\n"
    found = read(f"# Spiel\n\n## Fragen\n\n{asked}")
    assert [(one.kind, one.number, one.title) for one in found.entries if one.kind == "qa"] == [
        ("qa", "1", "Darf ich segeln?"),
        ("qa", "2", "Darf ich warten?"),
        ("qa", "3", "Wer beginnt?"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Correcciones\n\n"
        + "\n\n".join(f"{name}: [Corrección] Mueve una carga a otro muelle." for name in ("Bote", "Ancla", "Vela")),
        "# Cambios\n\n| Carta | Dice | Debe decir |\n| --- | --- | --- |\n"
        + "\n".join(
            f"| {name} | Mueve dos cargas a otro muelle. | Mueve una carga a otro muelle. |"
            for name in ("Bote", "Ancla", "Vela")
        ),
        "# Cambios\n\n"
        + "\n\n".join(
            f"**{name}**\n\nDice: Mueve dos cargas a otro muelle.\n\nLéase: Mueve una carga a otro muelle."
            for name in ("Bote", "Ancla", "Vela")
        ),
    ],
    ids=["bracket", "table", "labels"],
)
def test_new_wordings_are_errata_in_any_language(text: str) -> None:
    cards = [entry for entry in read(text).entries if entry.kind == "card"]
    assert [(one.title, one.errata and one.errata.text) for one in cards] == [
        (name, "Mueve una carga a otro muelle.") for name in ("Bote", "Ancla", "Vela")
    ]


def test_marks_alone_are_levels_before_an_appendix() -> None:
    rules = "I. Haven\n\nA. The pilot waits.\n\n1. It rains.\n\n2. It snows.\n\nB. The pilot sails.\n\n"
    behind = "Anhang A: Wind\n\nEr weht.\n\nAnhang B: Wasser\n\nEs steigt.\n\nAnhang C: Ebbe\n\nSie kommt.\n"
    found = read(f"{rules}II. Sea\n\nA. The mate waits.\n\n{behind}")
    numbers = [entry.number for entry in found.entries if entry.number]
    assert numbers == ["I", "I.a", "I.a.1", "I.a.2", "I.b", "II", "II.a", "Anhang A", "Anhang B", "Anhang C"]


def test_lines_of_japanese_are_joined_without_a_blank() -> None:
    found = read("規則\n\n船は港を\n出る。\n")
    assert found.entries[-1].blocks[-1].text == "船は港を出る。"
