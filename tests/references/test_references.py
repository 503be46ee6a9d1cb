"""References are found in every form of the table, in their exact places, and lead where they should."""

from pathlib import Path

import pytest

import judge
from judge.core.model import Block, Entry, FoundReference, Place, Resolution, replace
from judge.references.extraction import Habits, WrittenText, extract, in_text
from judge.references.targets import Targets
from judge.references.weighing import resolve
from tests.support import CASES, Case, count_calls, export_of, read_cases, write_collection

CASES_OF_FORMS = list(read_cases(CASES / "references.md"))


def print_reference(reference: FoundReference) -> str:
    """Print what was found of a reference."""
    unsure = "" if reference.sure else " (unsure)"
    label = reference.label or ""
    return f"{reference.text} | {reference.kind} | {reference.number or ''} | {label}{unsure}".replace(
        "  ", " "
    ).rstrip()


@pytest.mark.parametrize("case", CASES_OF_FORMS, ids=[case.title for case in CASES_OF_FORMS])
def test_a_form_is_found_as_its_case_says(case: Case) -> None:
    found = [print_reference(reference) for reference in in_text(WrittenText("doc:1", 0, case.source, (Place(0, 1),)))]
    assert "\n".join(found) == case.expected, case.where


def test_a_reference_knows_its_line_in_a_text_of_several() -> None:
    places = (Place(0, 7), Place(12, 8))
    (found,) = in_text(WrittenText("doc:1", 0, "Sails catch the wind (4.2).", places))
    assert (found.line, found.start, found.end) == (8, 22, 25)


def entry(id: str, number: str | None = None, title: str | None = None, parent: str | None = None) -> Entry:
    """Make an entry without text."""
    return Entry(id, id.partition(":")[0], "section", number, title, ((1, 1),), parent)


def test_a_list_is_parted_where_the_document_has_the_titles() -> None:
    habits = Habits(frozenset({"lowtidehightide"}), frozenset({"anchor", "chain", "high low tide"}))
    listed = in_text(WrittenText("doc:1", 0, "See Anchors, Chains and Ropes.", (Place(0, 1),)), habits)
    assert [one.text for one in listed] == ["Anchors", "Chains", "Ropes"], "the last may be missing"
    listed = in_text(WrittenText("doc:1", 0, "See Anchors and Chains.", (Place(0, 1),)), habits)
    assert [one.text for one in listed] == ["Anchors", "Chains"]
    related = in_text(WrittenText("doc:1", 0, "Related: Anchors, Low Tide, High Tide.", (Place(0, 1),)), habits)
    assert [one.text for one in related] == ["Anchors", "Low Tide, High Tide"]


def test_a_bare_number_in_brackets_counts_where_the_document_writes_so() -> None:
    sections = tuple(
        replace(
            entry(f"tide:{n}", f"{n}.0"), blocks=(Block("text", f"Sail (1.{n}).", ((1, 1),), places=(Place(0, 1),)),)
        )
        for n in range(40)
    )
    score = Block("text", "Count the Power score (0).", ((1, 1),), places=(Place(0, 1),))
    last = replace(entry("tide:50.0", "50.0"), blocks=(score,))
    assert [one.number for one in extract([*sections, last]) if one.source == last.id] == ["0"]
    assert not list(extract([last]))


def test_numbers_with_hyphens_are_cited_whole_where_the_document_writes_them() -> None:
    rules = [entry(f"tide:1-{n}", f"1-{n}") for n in (1, 2, 3)]
    text = Block("text", "Sail as described in 1-2 (see 9-9-9). The score is 1-3.", ((1, 1),), places=(Place(0, 1),))
    rules[0] = replace(rules[0], blocks=(text,))
    found = list(resolve(extract(rules), Targets(rules, {"tide": "Tide"})))
    assert [(one.reference.text, one.status, one.target) for one in found] == [
        ("1-2", "ok", "tide:1-2"),
        ("9-9-9", "dangling", None),
    ]
    assert [one.text for one in extract(rules[:1])] == ["9-9-9"], "elsewhere 1-2 is a range"


def test_an_index_names_pages() -> None:
    line = Block("bullet", "ship, sinking, 4, 17–18", ((1, 1),), places=(Place(0, 1),))
    index = Entry("tide:index", "tide", "index", None, "Index", ((1, 1),), blocks=(line,))
    assert [(one.text, one.number, one.label) for one in extract([index])] == [
        ("4", "4", "ship, sinking"),
        ("17–18", "17", "ship, sinking"),
    ]


def test_an_index_leads_to_the_sections_of_its_pages_that_hold_the_term() -> None:
    def section(number: str, text: str, *pages: int) -> Entry:
        block = Block("text", text, ((1, 1),), places=(Place(0, 1),))
        return replace(entry(f"tide:{number}", number), blocks=(block,), pages=(pages[0], pages[-1]))

    sections = [section("1.1", "Ships sail.", 4), section("1.2", "Rope.", 4), section("1.3", "A ship.", 4, 5)]
    targets = Targets([*sections, entry("tide:index", None, "Index")], {"tide": "Tide"})
    reference = FoundReference("tide:index", 0, 0, 1, 1, "4", "index", "4", "ships", sure=False)
    assert [one.target for one in resolve([reference], targets)] == ["tide:1.1", "tide:1.3"]


ENTRIES = (
    entry("tide:1.0", "1.0", "Anchors"),
    entry("tide:1.1", "1.1", "Chains"),
    entry("tide:1.2", "1.2", "The Ferryman (NW)"),
    entry("tide-faq:anchors", None, "Anchors"),
    entry("tide-faq:gulls", None, "Gulls"),
    entry("tide-faq:gulls-2", None, "Gulls"),
    entry("tide:1.3", "1.3", "Lost Cargo, Lost Mail"),
    entry("tide:1.4", "1.4", "Unique Ropes"),
    entry("tide:1.5", "1.5", "Triggered Abilities"),
    entry("reef:1.0", "1.0", "Corals"),
)
TARGETS = Targets(ENTRIES, {"tide": "Tide", "tide-faq": "Tide", "reef": "Reef"})


@pytest.mark.parametrize(
    ("source", "kind", "written", "status", "target"),
    [
        ("tide:1.1", "number", "1.0", "ok", "tide:1.0"),
        ("tide:1.1", "number", "1", "ok", "tide:1.0"),
        ("tide:1.1", "number", "1.9", "dangling", None),
        ("tide-faq:gulls", "number", "1.0", "ok", "tide:1.0"),
        ("tide-faq:gulls", "number", "7.0", "dangling", None),
        ("tide:1.1", "see", "Anchors", "ok", "tide:1.0"),
        ("tide-faq:gulls", "see", "anchors", "ok", "tide-faq:anchors"),
        ("tide-faq:gulls", "see", "Ferryman", "ok", "tide:1.2"),
        ("tide-faq:gulls", "see", "The Ferryman (LS) for more rulings", "ok", "tide:1.2"),
        ("tide:1.1", "see", "Gulls", "ambiguous", None),
        ("tide:1.1", "see", "Corals", "dangling", None),
        ("tide:1.0", "see", "Whales", "dangling", None),
        ("tide:1.0", "see", "Triggered Ability", "ok", "tide:1.5"),
        ("tide:1.0", "see", "Lost Mail and Cargo", "ok", "tide:1.3"),
        ("tide:1.0", "see", "Lost Cargo on page 3", "ok", "tide:1.3"),
        ("tide:1.0", "see", "Unique", "ok", "tide:1.4"),
        ("tide:1.0", "see", "“1.5. Triggers”", "ok", "tide:1.5"),
        ("tide-faq:gulls", "see", "Unique", "dangling", None),
    ],
)
def test_where_a_reference_leads(source: str, kind: str, written: str, status: str, target: str | None) -> None:
    """First the same document, then the same game, never another game; several candidates are told."""
    number, label = (written, None) if kind == "number" else (None, written)
    reference = FoundReference(source, 0, 0, 1, 1, written, kind, number, label)  # type: ignore[arg-type]
    (resolution,) = resolve([reference], TARGETS)
    assert (resolution.status, resolution.target) == (status, target)
    assert resolution.status == "ok" or resolution.reason


def test_a_dangling_number_suggests_the_section_above() -> None:
    reference = FoundReference("tide:1.1", 0, 0, 1, 1, "1.9", "number", "1.9")
    (resolution,) = resolve([reference], TARGETS)
    assert resolution.suggestion == "tide:1.0"


def test_an_unsure_reference_that_leads_nowhere_is_none() -> None:
    unsure = FoundReference("tide:1.1", 0, 0, 1, 1, "9.9", "number", "9.9", sure=False)
    assert not list(resolve([unsure], TARGETS))


def test_ten_thousand_entries_of_one_title_are_counted_and_not_all_listed() -> None:
    """The work grows with the references, not with their square; no record is endless."""

    def resolved(count: int) -> list[Resolution]:
        many = [entry(f"tide:sail-{number}", None, "Sail") for number in range(count)]
        references = [FoundReference(one.id, 0, 0, 1, 1, "See Sail", "see", label="Sail") for one in many]
        return list(resolve(references, Targets(many, {"tide": "Tide"})))

    assert count_calls(lambda: resolved(4000)) < 5 * count_calls(lambda: resolved(1000))
    resolutions = resolved(10_000)
    assert {one.status for one in resolutions} == {"ambiguous"}
    assert len(resolutions[0].candidates) == 100
    assert "10000 entries" in (resolutions[0].reason or "")


@pytest.mark.parametrize("label", ["word " * 1000, "X", "", "“”", "((((", "Of the " * 400], ids=lambda label: label[:6])
def test_odd_labels_lead_nowhere(label: str) -> None:
    reference = FoundReference("tide:1.0", 0, 0, 1, 1, label, "see", label=label)
    (resolution,) = resolve([reference], TARGETS)
    assert resolution.status == "dangling"


def test_games_are_strangers_to_each_other() -> None:
    """A title of another game makes no misspelt title doubtful, and works of two games may have one name."""
    games = {"tide": "Tide", "tide-2": "Tide", "reef": "Reef", "lone": None, "lost": None}
    entries = [entry("tide:anchors", None, "Anchors"), entry("reef:anchorz", None, "Anchorz")]
    targets = Targets(entries, games, dict.fromkeys(games, "rules"))
    assert targets.misspelt("Anchord", "tide-2") == ["tide:anchors"]
    assert targets.editions("tide") == ["tide-2"]
    assert not targets.editions("reef")
    assert not targets.editions("lone")


@pytest.mark.parametrize(
    ("heading", "written", "kind"),
    [
        ("Appendix 1: Tides", "See Appendix 1 for a chart.", "title"),
        ("Appendix II: Tides", "(see Appendix II)", "title"),
        ("Anhang 1: Gezeiten", "Siehe Anhang 1.", "title"),
        ("Annex C: Tides", "as Annex C has it", "title"),
        ("Annex C: Tides", "as Annex C, item 2 has it", "number"),
        ("2.0 Tides", "See rule 2.0.", "number"),
    ],
)
def test_an_appendix_is_named_by_its_title(heading: str, written: str, kind: str, tmp_path: Path) -> None:
    """Its heading begins with its word and number; a part of it, or a rule, is named by number."""
    text = f"# Tide Rules\n\n## 1.0 Sea\n\nBoats sail. {written}\n\n## {heading}\n\n1. Ebb.\n2. Flood.\n"
    with judge.open(corpus=[write_collection(tmp_path, rules_md=text)]) as library:
        (found,) = (one for one in export_of(library) if one["record"] == "reference")
    assert (found["kind"], found["status"], found["label"] == found["text"]) == (kind, "ok", kind == "title")
