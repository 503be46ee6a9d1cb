"""A number is looked for in the document that is meant: named, fitting, or the one that the others lead to."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from judge.core.jsonl import Record
from judge.core.model import Entry
from judge.opened_library import Library
from judge.references.targets import Targets
from tests.support import export_of, write_collection


def records_of(folder: Path, texts: Mapping[str, str], rows: Mapping[str, str]) -> list[Record]:
    """Return the records of documents, by their files, with what the manifest says of each."""
    tables = "".join(f'[[document]]\nfile = "{file}"\n{rows.get(file, rows.get("", ""))}\n' for file in texts)
    with Library([write_collection(folder, **texts, **{"corpus.toml": tables})], cache=folder / "cache") as library:
        return export_of(library)


def cited_in(records: Iterable[Record], source: str) -> list[Record]:
    """Return the references of an entry, or of the entries of a document."""
    return [one for one in records if one["record"] == "reference" and one["source"].startswith(source)]


def test_an_exact_number_goes_first() -> None:
    numbers = ("1", "1.0", "1.4.3a", "2.0")
    entries = [Entry(f"tide:{n}", "tide", "section", n, None, ((1, 1),)) for n in numbers]
    targets = Targets(entries, {"tide": "Tide"})
    asked = {"1": "1", "1.0": "1.0", "1.4.3.a": "1.4.3a", "1.4.3A": "1.4.3a", "2": "2.0"}
    assert {one: targets.numbered(one, "tide") for one in asked} == {a: [f"tide:{b}"] for a, b in asked.items()}


def test_a_number_is_found_without_the_word_that_is_printed_before_it() -> None:
    numbers = ("Article 4", "Section 4.1", "4.1.1", "Section 4.2", "4.2")
    entries = [Entry(f"tide:{n}", "tide", "section", n, None, ((1, 1),)) for n in numbers]
    targets = Targets(entries, {"tide": "Tide"})
    asked = {
        "4.1": "Section 4.1",
        "article 4": "Article 4",
        "4": "Article 4",
        "section 4.1": "Section 4.1",
        "4.2": "4.2",
    }
    assert {one: targets.numbered(one, "tide") for one in asked} == {a: [f"tide:{b}"] for a, b in asked.items()}


EDITIONS = {
    "old.md": 'game = "Tide"\ndialect = "outline"\ndate = "2019"',
    "new.md": 'game = "Tide"\ndialect = "outline"\ndate = "2020"',
    "faq.md": 'game = "Tide"\ndialect = "questions"',
}


def test_a_reference_to_an_older_edition_says_so(tmp_path: Path) -> None:
    old = "# Tide Rules\n\n## 1.0 Anchors\n\nThey hold the ship in every storm that there is.\n\n"
    old += "## 2.0 Ropes\n\nThey are wet, and nobody knows why that is so.\n\n## 3.0 Chains\n\nThey break.\n"
    faq = "# Tide FAQ\n\nQ: Why?\nA: See rule 2.0.\n\nQ: When?\nA: See rule 3.0.\n\nQ: Where?\nA: In the harbour.\n"
    texts = {"old.md": old, "new.md": old.partition("## 3.0")[0], "faq.md": faq}
    records = records_of(tmp_path, texts, EDITIONS)
    found = cited_in(records, "faq:")
    told = [(one["target"], one["status"], one["reason"]) for one in found if one["kind"] == "number"]
    only = "of the editions, only old has the number 3.0"
    assert told == [("new:2.0", "ok", None), ("old:3.0", "ok", only)]
    superseded = {one["key"]: one["superseded_by"] for one in records if one["record"] == "document"}
    assert superseded == {"old": "new", "new": None, "faq": None}


def test_a_number_is_of_the_edition_of_which_its_clause_speaks(tmp_path: Path) -> None:
    faq = "It was Dusk in the second edition; see section 4.4 of that edition. The old 4.4 was short."
    faq += " A Dusk of any length is told in the rulebook, “Long Dusk”. Some call it “Dusk”."
    old = "# Tide Rules\n\n## 4.4 Dusk\n\nIt ends the day of the ship.\n\n## 4.5 Lamps\n\nAll are lit.\n"
    new = "# Tide Rules\n\n## 4.4 Long Dusk\n\nNobody rows home.\n\n## 4.6 Ropes\n\nSome burn, and the mast falls.\n"
    rows = {
        "old.md": 'game = "Tide"\nedition = "2"\nwork = "two"',
        "new.md": 'game = "Tide"\nedition = "3"\nwork = "three"',
        "": 'game = "Tide"',
    }
    found = cited_in(
        records_of(tmp_path, {"old.md": old, "new.md": new, "faq.md": f"# Tide FAQ\n\n{faq}\n"}, rows), "faq:"
    )
    assert [one["target"] for one in found] == ["old:4.4", "old:4.4", "new:4.4"]


EVERYDAY = (
    ("Play cards (see section 5.1).", "rules:5.1"),
    ("Play Cards (see section 5.1).", "rules:5.1"),
    ("End combat (see section 2.1).", "rules:2.1"),
    ("See section 2.1 in the combat.", "combat:2.1"),
    ("You rest by “combat” 2.1 alone.", "combat:2.1"),
    ("As Combat 2.1 says, you rest.", "combat:2.1"),
    ("Play cards (see section 5.7).", None),
)


def test_an_everyday_word_names_a_document_only_with_a_sign(tmp_path: Path) -> None:
    """Files may be called `cards.csv` and `combat.md`; what else says "cards" and "combat" means no file."""
    rules = "# Reef Rules\n\n" + "".join(
        f"## {n}.0 Part {n}\n\n{n}.1 An anchor holds {n} ships.\n\n" for n in range(1, 6)
    )
    combat = "# Combat\n\n## 1.0 Fights\n\n1.1 You may fight.\n\n## 2.0 Rests\n\n2.1 You may rest.\n"
    texts = {
        "rules.md": rules + "## 6.0 Questions\n\n" + "\n\n".join(text for text, _ in EVERYDAY) + "\n",
        "combat.md": combat,
        "cards.csv": "card,ruling\n" + "".join(f"{name},It swims.\n" for name in ("Gull", "Night Ferry", "Salt Lamp")),
    }
    found = cited_in(records_of(tmp_path, texts, {"": 'game = "Reef"'}), "rules:6.0")
    assert [one["target"] for one in found] == [target for _, target in EVERYDAY]
    assert found[-1]["reason"] == "no entry is numbered 5.7 (looked for in rules, combat, cards)"


def test_a_digest_of_absent_rules_answers_for_no_number(tmp_path: Path) -> None:
    """A FAQ beside the digest alone cites rules that are not in the library, whatever numbers the digest repeats."""
    digest = "# Reef Digest\n\n## 16.0 Anchors\n\n16.3 In short: rule 16.3 lets one anchor hold three ships.\n"
    texts = {"digest.md": digest, "faq.md": "# Reef FAQ\n\nQ: May I wait?\nA: See rule 16.3, and not rule 99.7.\n"}
    rows = {"digest.md": 'game = "Reef"\nsummarises = ["rules"]', "": 'game = "Reef"\ndialect = "questions"'}
    found = cited_in(records_of(tmp_path, texts, rows), "faq:")
    assert [(one["text"], one["target"], one["status"]) for one in found] == [
        ("16.3", None, "external"),
        ("99.7", None, "external"),
    ]


def test_a_number_that_meant_another_edition_leads_on(tmp_path: Path) -> None:
    """The words beside it are the title that it had there; who writes so after the new edition is told."""
    old = "# Tide Rules\n\n## 1.0 Anchors\n\nThey hold.\n\n"
    old += "## 2.0 Wet Ropes\n\nThey tie.\n\n## 3.0 Chains\n\nThey break.\n"
    new = old.replace("## 2.0", "## 2.0 Buoys\n\nThey float.\n\n## 3.0").replace("3.0 Chains", "4.0 Chains")
    faq = "# Tide FAQ\n\nQ: Why?\nA: See “Wet Ropes” (2.0).\n\nQ: When?\nA: See rule 4.0.\n\nQ: Where?\nA: Here.\n"
    rows = {**EDITIONS, "later.md": EDITIONS["faq.md"] + '\ndate = "2021"'}
    records = records_of(tmp_path, {"old.md": old, "new.md": new, "faq.md": faq, "later.md": faq}, rows)
    both = [[one for one in cited_in(records, source) if one["text"] == "2.0"] for source in ("faq:", "later:")]
    (undated,), (stale,) = both
    assert [undated[name] for name in ("target", "status", "written_as")] == ["new:3.0", "ok", "2.0"]
    assert [stale[name] for name in ("target", "suggestion", "status")] == ["new:2.0", "new:3.0", "mislabelled"]
    assert stale["reason"] == "2.0 is Buoys; Wet Ropes is 3.0; in old, 2.0 was Wet Ropes"


def test_letters_beside_numbers_name_the_document_to_which_they_lead(tmp_path: Path) -> None:
    """Three numbers are enough for the fourth, which that document lacks."""
    articles = "".join(f"## {n}. Rope {n}\n\nIt holds {n} ships.\n\n" for n in range(1, 7))
    cited = "".join(f"- As art. {n} ZZ has it, a ship waits.\n" for n in (1, 2, 4, 9))
    records = records_of(
        tmp_path, {"rules.md": f"# Tide Code\n\n{articles}", "club.md": f"# Club\n\n{cited}"}, {"": 'game = "Tide"'}
    )
    found = [(one["text"], one["target"], one["status"]) for one in cited_in(records, "club:")]
    assert found[:3] == [(str(n), f"rules:{n}", "ok") for n in (1, 2, 4)]
    assert found[3][1:] == (None, "dangling")


def test_a_number_that_exists_in_another_document_is_a_link_without_a_doubt(tmp_path: Path) -> None:
    """The FAQ has none of its own; one beside the title of another rule is wrong, one that nothing has is told."""
    rules = "# Tide Rules\n\n## 2.1 Spring Tides\n\nThey are high.\n\n## 2.2 Neap Tides\n\nThey are low.\n"
    asked = ("My friend quotes 2.1 against me.", "Compare “Neap Tides” (2.1).", "See rule 1.7 for that.")
    faq = "".join(f"Q: May captain {place} wait?\nA: {text}\n\n" for place, text in enumerate(asked))
    texts = {"rules.md": rules, "faq.md": f"# Tide FAQ\n\n{faq}"}
    rows = {"rules.md": 'game = "Tide"\ndialect = "outline"', "faq.md": EDITIONS["faq.md"]}
    found = [one for one in cited_in(records_of(tmp_path, texts, rows), "faq:") if one["kind"] == "number"]
    assert [(one["status"], one["sure"]) for one in found] == [("ok", None), ("mislabelled", None), ("dangling", None)]
