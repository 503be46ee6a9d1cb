"""Locators in the ways in which people type them: `show`, `search`, `verify` and the page give the same entry."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.citations.verify import verify
from judge.core.errors import NoEntry
from judge.opened_library import Library
from judge.records import answers
from judge.records.answers import EntryPartRecord, ShownEntryRecord
from judge.search.locators import typed_numbers
from tests.scripts import Scripts
from tests.sites import build
from tests.support import CASES, run_judge, write_collection

ROW = re.compile(r"^\| (?P<locator>.+) \| (?P<id>\S.*:.*) \|$")


class Typed(NamedTuple):
    """A locator of the table."""

    collection: str
    locator: str
    id: str


def table() -> Iterator[Typed]:
    """Yield the locators of the table."""
    collection = ""
    for line in (CASES / "locators.md").read_text(encoding="utf-8").splitlines():
        collection = line[3:] if line.startswith("## ") else collection
        if row := ROW.match(line):
            yield Typed(collection, row["locator"], row["id"])


def answered(library: Library, locator: str) -> dict[str, str | None]:
    """Return the ids that the commands give for a locator."""
    try:
        shown = library.matches(locator)[0].id
    except NoEntry:
        shown = None
    found = library.search(locator, 1)
    return {
        "show": shown,
        "search": found[0].row.id if found else None,
        "verify": verify(library, locator).id,
    }


@pytest.fixture(scope="module")
def libraries(bundled: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Library]]:
    """The collections of the table, by name."""
    folders = (CASES / "locators", CASES / "breakwater")
    lantern, breakwater = (Library([folder], cache=tmp_path_factory.mktemp("cache")) for folder in folders)
    with lantern, breakwater:
        yield {"lantern": lantern, "breakwater": breakwater, "bundled": bundled}


@pytest.mark.parametrize("typed", list(table()), ids=lambda typed: typed.locator)
def test_every_command_finds_what_a_locator_names(libraries: dict[str, Library], typed: Typed) -> None:
    wanted = dict.fromkeys(("show", "search", "verify"), typed.id)
    assert answered(libraries[typed.collection], typed.locator) == wanted


@pytest.mark.parametrize(
    ("locator", "id"),
    [
        ("Rule 12 (b)", "signals:12"),
        ("3.1 of 3.0", "rulebook:4.1"),
        ("Fog Banks in the rulebook", "rulebook:4.2"),
        ("ltr K4.3", "tournament:K4.3"),
        ("rulebook 3.1, 4.2", "rulebook:4.2"),
        ("Keeper's Choice, 2.2.2", "rulebook:2.2.2"),
    ],
)
def test_parts_editions_and_titles_are_told_apart(libraries: dict[str, Library], locator: str, id: str) -> None:
    assert set(answered(libraries["lantern"], locator).values()) == {id}


@pytest.mark.parametrize(
    "locator",
    ["Rule 12 (c)", "step 2 of 3.1", "clause z of 3.2", "signals:12#b1", "rulebook 9.9", "2.2.2 Fog Banks", "the"],
)
def test_no_command_takes_one_rule_for_another(libraries: dict[str, Library], locator: str) -> None:
    found = answered(libraries["lantern"], locator)
    assert (found["show"], found["verify"]) == (None, None)


@pytest.mark.parametrize(
    ("locator", "told"),
    [
        ("breakwater:1.1#b9", "judge: breakwater:1.1 has no bullet 9; closest: 1.1 Berths (breakwater:1.1)"),
        ("breakwater:1.1#2", "judge: breakwater:1.1 has no ruling 2; closest: 1.1 Berths (breakwater:1.1)"),
    ],
)
def test_a_part_that_is_not_there_is_absent(libraries: dict[str, Library], locator: str, told: str) -> None:
    assert verify(libraries["breakwater"], locator).verdict == "absent"
    done = run_judge("show", locator, "--corpus", str(CASES / "breakwater"))
    assert (done.returncode, done.stdout, done.stderr.decode().splitlines()[-1]) == (1, b"", told)


@pytest.mark.parametrize("locator", ["step 9 of the Day Sequence", "1.1, bullet 9", "bullet 9 of 1.1", "Berths, row 1"])
def test_a_part_that_its_whole_lacks_is_not_found(libraries: dict[str, Library], locator: str) -> None:
    assert answered(libraries["breakwater"], locator)["show"] is None
    assert verify(libraries["breakwater"], locator).verdict in ("absent", "unclear")


def test_a_part_is_shown_before_the_rest_of_its_entry(libraries: dict[str, Library]) -> None:
    done = run_judge("show", "third bullet of Berths", "--corpus", str(CASES / "breakwater"))
    shown = done.stdout.decode().splitlines()
    assert shown[1:4] == ["1.1 Berths", "", "  ▸ Bullet 3 of 3: A wreck keeps its berth until it is towed."]
    (record,) = answers.show(libraries["breakwater"], "third bullet of Berths")
    text = "A wreck keeps its berth until it is towed."
    assert isinstance(record, ShownEntryRecord)
    assert record.part == EntryPartRecord("breakwater:1.1#b3", 3, text)
    assert answers.shown_entry(libraries["breakwater"], "breakwater:1.1").part is None


def test_a_quotation_is_looked_for_in_the_part_that_is_named(libraries: dict[str, Library]) -> None:
    verdicts = {
        locator: verify(libraries["breakwater"], locator, "A barge needs two berths.").verdict
        for locator in ("second bullet of 1.1", "third bullet of 1.1", "1.1")
    }
    assert verdicts == {"second bullet of 1.1": "true", "third bullet of 1.1": "wrong-rule", "1.1": "true"}


def test_links_to_a_part_lead_to_its_anchor(libraries: dict[str, Library], tmp_path: Path) -> None:
    site = build(libraries["breakwater"], tmp_path / "site") / "breakwater"
    assert '<li id="1.1~b3">A wreck' in (site / "1.html").read_text(encoding="utf-8")
    linked = (site / "3-2.html").read_text(encoding="utf-8")
    assert 'href="1.html#1.1~b3">third bullet of 1.1</a>' in linked
    script = "typed => judgeLookup.search(typed, 1).answers[0].entry.page"
    assert Scripts(site.parent).run(script, "third bullet of Berths") == "breakwater/1.html#1.1~b3"


def test_the_page_finds_what_a_locator_names(libraries: dict[str, Library], bundled_site: Path, tmp_path: Path) -> None:
    sites = {name: build(libraries[name], tmp_path / name) for name in ("lantern", "breakwater")}
    sites["bundled"] = bundled_site
    script = "typed => typed.map((one) => judgeLookup.search(one, 1).answers.map(({ entry }) => entry.id))"
    for collection, site in sites.items():
        rows = [one for one in table() if one.collection == collection]
        assert Scripts(site).run(script, [one.locator for one in rows]) == [[one.id] for one in rows]


def test_words_before_a_number_may_be_many() -> None:
    """A query pasted a thousand times over is answered, and not an error."""
    (found,) = typed_numbers("rule " * 3000 + "4")
    assert (found.start, found.numbers[0]) == (0, "4")


def test_a_document_without_an_edition_beside_others_of_its_work_is_no_name(tmp_path: Path) -> None:
    row = '[[document]]\nfile = "{0}.md"\ngame = "Tide"\nwork = "book"\n{1}\n'
    rows = "".join(
        row.format(key, said) for key, said in (("a", 'edition = "1.0"'), ("b", 'edition = "2.0"'), ("c", ""))
    )
    texts = {f"{key}_md": "# Tide Rules\n\n## 1.0 Ebb\n\nWater falls.\n" for key in "abc"}
    folder = write_collection(tmp_path / "tides", **texts, **{"corpus.toml": rows})
    with Library([folder], cache=tmp_path / "cache") as library:
        assert library.reply("2.0 edition 1.0", 5).answers[0].row.id == "b:1.0"
