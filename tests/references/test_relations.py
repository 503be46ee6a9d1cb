"""Words beside an address say what becomes of the rule; each row of the table has samples, which are its tests."""

import pytest

from judge.core.jsonl import to_record
from judge.core.languages import relations
from judge.core.model import Block, Entry, Place, Reference, Resolution
from judge.references.extraction import WrittenText, in_text
from judge.references.relations import KINDS, StatedRelation, read_relations
from judge.references.weighing import reference_of
from judge.references.written_addresses import mentions
from tests.support import CASES, Case, read_cases, reference

CASES_OF_RELATIONS = list(read_cases(CASES / "relations.md"))
SAMPLES = [
    (kind, sample)
    for table in relations()
    for kind in (*KINDS, "none")
    for sample in table[kind]["samples"].strip().splitlines()
]


def said(text: str) -> list[StatedRelation]:
    """Return what a text states, all of whose addresses are rules of a rulebook."""
    found: list[Reference] = []
    for one in mentions(text):
        number = one.number.partition(",")[0]
        place = {"source": "house:7", "block": 0, "start": one.start, "end": one.end, "text": text[one.start : one.end]}
        found.append(reference(target=f"rules:{number}", **place))
    return list(read_relations([fares(text)], found))


def fares(text: str) -> Entry:
    """Return a rule with a text."""
    return Entry("house:7", "house", "section", "7", "Fares", (), blocks=(Block("text", text, ()),))


@pytest.mark.parametrize(("kind", "sample"), SAMPLES)
def test_each_language_states_what_its_samples_say(kind: str, sample: str) -> None:
    assert [(one.kind, one.target) for one in said(sample)] == ([] if kind == "none" else [(kind, "rules:4.2")])


@pytest.mark.parametrize("case", CASES_OF_RELATIONS, ids=[case.title for case in CASES_OF_RELATIONS])
def test_what_sentences_state(case: Case) -> None:
    for line, expected in zip(case.source.splitlines(), case.expected.splitlines(), strict=True):
        told = [
            f"{one.kind} {one.target.removeprefix('rules:')}"
            + (f" by {one.source.removeprefix('rules:')}" if one.source != "house:7" else "")
            for one in said(line)
        ]
        assert (", ".join(told) or "-") == expected, line


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This replaces rules 4.1–4.4.", "replaces"),
        ("Rules 4.1 through 4.4 are deleted.", "deletes"),
        ("Damit entfallen 4.1 bis 4.4.", "deletes"),
    ],
)
def test_what_is_stated_of_a_range_is_stated_of_each_member(text: str, kind: str) -> None:
    resolved = [
        reference_of(Resolution(one, "ok", f"rules:{one.number}"))
        for one in in_text(WrittenText("house:7", 0, text, (Place(0, 1),)))
    ]
    found = [(one.kind, one.target) for one in read_relations([fares(text)], resolved)]
    assert found == [(kind, f"rules:4.{place}") for place in range(1, 5)]


def test_a_statement_has_its_sentence_and_the_entry_that_holds_instead() -> None:
    one = said("Boats wait. Rule 3.1 is replaced by 5.2. Nobody pays.")[0]
    assert (one.quote, one.source, one.said_in) == ("Rule 3.1 is replaced by 5.2.", "rules:5.2", "house:7")
    assert to_record(one.record("2024")) == {
        "kind": "replaces",
        "id": "rules:5.2",
        "block": None,
        "quote": "Rule 3.1 is replaced by 5.2.",
        "source": "house:7",
        "date": "2024",
    }
