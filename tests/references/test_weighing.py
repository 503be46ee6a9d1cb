"""A number is a reference where it exists and nothing says otherwise, or where something says that it cites."""

import ast
import re
from pathlib import Path

import pytest

import judge
from judge.core import languages
from judge.core.jsonl import Record
from judge.references.beside_numbers import beside, is_cited, is_counting, is_other
from judge.references.weighing import NumberMention, is_cited_number
from tests.support import export_of, write_collection

FOR = (
    "as rule # says", "(#)", "[#]", "§ #", "proceed to #", "described in #", "after step #", "No, cf. #",
    "Clause # allows it", "Rule ##", "rules 3.1 through #", "See Appendix Q and #", "rules 3.1, 3.3 and #",
    "rule no. #", "see also #", "siehe auch #", "voir aussi #", "gemäß den Regeln 3.1 und #", "Les règles 3.1 et #",
    "według #", "secondo la regola #", "Zie ook #", "see rule 3.1 and section #",
)  # fmt: skip
NEITHER = (
    "the mast of #", "Harbourmaster # runs", "masts of 3.1, 3.3 and #", "The rule is old. # holds", "in # and later",
    "Das Schiff nach der Fahrt, # gilt",
)  # fmt: skip
AGAINST = (
    "# kg", "# tons of salt", "version #", "patch #", "figure # shows a mast", "see table #", "on average #",
    "# feet", "# or less", "at least #", "a rating of #", "increased by #", "on app #", "Windows #", "€#", "# %",
    "# on average", "1 in #", "# by 8.8 cm", "It measures # each way", "# im Schnitt", "# Punkte", "Fassung #",
    "Version # gilt", "# secondes", "# joueurs en moyenne", "figure # montre un mât", "# puntos", "la versión #",
    "# minuti", "# pontos", "# punten", "# punktów", "wydanie #", "# очков", "версия #", "mindestens #", "# perc",
    "versions before #", "older versions (#) lack it", "Fassungen vor #", "les versions avant #",
)  # fmt: skip


def stands(text: str) -> tuple[str, int, int, str]:
    """Return a text with a number in place of its mark, and where that is."""
    start = text.rindex("#")
    return f"{text[:start]}4.2{text[start + 1 :]}", start, start + 3, "4.2"


def mention(text: str, number: str = "4.2", **known: bool) -> NumberMention:
    """Return the number at the mark of a text; of an entry of the document itself, if nothing else is said."""
    told = {"is_own": True, "is_named": False, "is_worded": False, "is_sure": False, "is_printed": True, **known}
    found = NumberMention.__new__(NumberMention)
    place = beside(*stands(text)[:3], "4.2")
    answers = {
        "is_possible": told["is_printed"],
        "is_among_strangers": False,
        "is_titled": False,
        "is_continued": False,
    }
    vars(found).update(number=number, beside=place, **told, **answers)
    return found


@pytest.mark.parametrize(("text", "cited"), [*((text, True) for text in FOR), *((text, False) for text in NEITHER)])
def test_what_says_that_a_number_cites(text: str, *, cited: bool) -> None:
    assert is_cited(*stands(text)) is cited


@pytest.mark.parametrize("text", AGAINST)
def test_a_quantity_and_what_is_numbered_elsewhere_are_no_references(text: str) -> None:
    """Whether an entry has the number or not."""
    assert not is_cited_number(mention(text), exists=True)
    assert not is_cited_number(mention(text, is_own=False), exists=False)


@pytest.mark.parametrize("text", [*FOR, *NEITHER])
def test_a_number_that_exists_is_a_reference_where_nothing_says_otherwise(text: str) -> None:
    assert is_cited_number(mention(text), exists=True)


@pytest.mark.parametrize(("text", "cited"), [*((text, True) for text in FOR), *((text, False) for text in NEITHER)])
def test_a_number_that_nothing_has_needs_a_word_that_cites_and_the_shape_of_others(text: str, *, cited: bool) -> None:
    assert is_cited_number(mention(text, is_own=False), exists=False) is cited
    assert not is_cited_number(mention(text, is_own=False, is_printed=False), exists=False)


@pytest.mark.parametrize(
    ("text", "number", "known", "is_reference"),
    [
        ("Take # of them", "4.2", {}, False),
        ("Take rule # of them", "4.2", {}, True),
        ("Take 4.2 #", "4", {}, False),
        ("see #", "4", {}, True),
        ("see #", "4", {"is_own": False}, False),
        ("see #", "4", {"is_own": False, "is_printed": False}, True),
        ("the mast # burns", "4.2", {"is_own": False}, False),
        ("see #", "4.2", {"is_own": False}, True),
        ("the mast # burns", "4.2", {"is_own": False, "is_printed": False}, True),
        ("version #", "4.2", {"is_named": True}, False),
        ("# kg", "4.2", {"is_named": True}, True),
        ("table #", "T1", {"is_worded": True}, True),
        ("# kg", "4.2.1", {}, True),
        ("# sheets", "A4", {}, False),
    ],
)
def test_what_tells_where_words_alone_do_not(
    text: str, number: str, known: dict[str, bool], *, is_reference: bool
) -> None:
    assert is_cited_number(mention(text, number, **known), exists=True) is is_reference


def test_letters_in_the_shape_of_others_need_no_word() -> None:
    """A letter is hardly there by chance; points alone may be those of a quantity."""
    assert is_cited_number(mention("the mast # burns", "EN-9", is_own=False), exists=False)
    assert not is_cited_number(mention("the mast # burns", "4.9.9", is_own=False), exists=False)


@pytest.mark.parametrize(
    ("text", "start", "end", "number"),
    [
        ("rule 4.2a, b kg", 11, 12, "4.2b"),
        ("rules 4.1–4.3 kg", 6, 13, "4.2"),
        ("rules 4.1 through 4.3 kg", 6, 21, "4.2"),
    ],
)
def test_what_is_not_printed_in_full_is_beside_what_it_continues(text: str, start: int, end: int, number: str) -> None:
    found = beside(text, start, end, number)
    assert (found.cue, found.is_counted) == ("rule", True)


@pytest.mark.parametrize("text", ["Rule 4.2.2009 says", "Rule 31.1.2011 says", "call 555 4.2", "Rule 4.2.200 says"])
def test_a_date_or_the_end_of_a_telephone_number_is_not_a_number_of_a_rule(text: str) -> None:
    number = next(word for word in text.split() if "." in word)
    start = text.index(number)
    assert is_other(text, start, start + len(number)) is (number != "4.2.200")


def test_what_a_number_counts() -> None:
    assert is_counting("rules 4 and 7 ships", 13)
    assert not is_counting("rules 4 and 7 say", 13)


def test_every_language_has_words_for_what_is_no_reference() -> None:
    for language in "de en es fr hu it nl pl pt ru".split():
        assert languages._table(language)["signs"].keys() >= {"measures", "measuring", "numbered"}
    citing = languages.words("see") | languages.signs("guides") | set("ver v vid cfr".split())
    assert not citing & (languages.signs("numbered") | languages.signs("measuring"))


RULES = """# Tide Rules

## 1. Boats

1.1 A boat waits. See 1.2, 2.1 and 3.

1.2 A boat of 2.1 tons sinks, in rule 2.1 as well. Version 1.1 of the program says no more.

## 2. Lamps

2.1 A lamp burns (see 2.9). The 2.8 burns.

## 3. Ropes

3.1 A rope holds.
"""


def cited(folder: Path, **texts: str) -> list[Record]:
    """Return the references of a collection."""
    with judge.open(corpus=[write_collection(folder, **texts)]) as library:
        return [one for one in export_of(library) if one["record"] == "reference"]


def test_the_numbers_of_a_document(tmp_path: Path) -> None:
    found = [(one["source"], one["text"], one["status"]) for one in cited(tmp_path, rules_md=RULES)]
    assert found == [
        ("rules:1.1", "1.2", "ok"),
        ("rules:1.1", "2.1", "ok"),
        ("rules:1.1", "3", "ok"),
        ("rules:1.2", "2.1", "ok"),
        ("rules:2.1", "2.9", "dangling"),
    ]


def test_a_rule_is_meant_where_a_question_has_its_number(tmp_path: Path) -> None:
    """`Rule 2` is cited by its word, and by a list that begins with it, though a question is printed `2`."""
    rules = "".join(
        f"## Rule {n}: Tide {n}\n\nIt is wet, says the {n}th captain of the fleet.\n\n" for n in range(1, 5)
    )
    asked = "".join(
        f"**Q{n}. May captain {n} wait?**\n\nYes (Rule {n}), see Rules 1 and 2, or Q1.\n\n" for n in range(2, 5)
    )
    found = cited(tmp_path, tide_md=f"# Tide\n\n{rules}# Questions\n\n{asked}")
    told = {(one["text"], one["target"]) for one in found if one["text"] in ("1", "2", "3", "4")}
    assert told == {(f"{n}", f"tide:Rule {n}") for n in range(1, 5)}


LISTED = re.compile(r"[a-zà-ÿ]{2,}\??(?:\|[a-zà-ÿ]{2,}\??){2,}", re.IGNORECASE)
"""Words of a pattern that are alternatives."""
IN_ENGLISH = {"CUES", "EDITION_WORD", "LIST_SEAM", "TITLE_FORMS"}
"""Names of lists of words that are still in Python; there may only be fewer."""


def test_words_of_languages_are_in_their_files() -> None:
    """A citing word is one line of `LANG.toml`."""
    found: set[str] = set()
    for path in (Path(judge.__file__).parent / "references").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
            split = ".split()" in ast.unparse(node)
            if isinstance(node, ast.Assign) and any(
                LISTED.search(one) or (split and len(one.split()) > 3) for one in texts if isinstance(one, str)
            ):
                found.add(ast.unparse(node.targets[0]))
    assert found == IN_ENGLISH
