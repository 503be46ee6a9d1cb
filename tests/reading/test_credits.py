"""Rulings have their dates, sources and authors as fields, whatever dialect read them, down to every screen."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import judge
from judge.cli.screens.screen import Screen, errata_lines
from judge.core.files import data_folder
from judge.core.jsonl import pack, unpack
from judge.core.model import Block, Entry, Errata, replace
from judge.reading.rulings.attribution import sources_of, with_credits
from judge.site.templates import environment
from tests.support import run_judge, write_collection

TIDES = """# Harbour Rulings

## Card-by-Card Rulings:

**Anchor**

See Chain

**Chain**

It holds a ship. [HTR 20210503]

3 May 2020: It rusts. — Jane Doe

**Rope**

It is wet.

— Jane Doe, rules forum, August 2019

**Mast**

It is high (see 4.2).

**Keel**

It is deep (https://forum.example.org/t/12, 2022-01-03).

**Sources**

- HTR: Harbour Team Rulings
- TOM: Tide Organisers' Manual
"""


def entry(title: str, *texts: str, kind: str = "ruling", parent: str | None = None) -> Entry:
    """Return an entry with a block for each text, in the lines from 2 on."""
    blocks = tuple(Block(kind, text, ((n, n),)) for n, text in enumerate(texts, 2))  # type: ignore[arg-type]
    return Entry(f"tide:{title.lower()}", "tide", "card", None, title, ((1, 1),), parent, blocks=blocks)


def test_an_attribution_alone_belongs_to_the_ruling_before_it() -> None:
    (found,) = with_credits([entry("Rope", "It is wet.", "— Jane Doe, rules forum, August 2019", "It floats.")])
    assert [block.text for block in found.blocks] == ["It is wet.", "It floats."]
    assert found.blocks[0].lines == ((2, 3),)
    assert (found.blocks[0].date, found.blocks[0].source, found.blocks[0].author) == (
        "2019-08",
        "rules forum",
        "Jane Doe",
    )


def test_the_answer_to_a_question_has_its_source_as_a_ruling_has() -> None:
    asked = replace(entry("Does it float?", "It does.", "(Apr 12, 2018 Rules Team FAQ)", kind="text"), kind="qa")
    (found,) = with_credits([asked])
    assert [(block.text, block.date, block.lines) for block in found.blocks] == [("It does.", "2018-04-12", ((2, 3),))]
    assert "Rules Team FAQ" in (found.blocks[0].source or "")


FOUND = Block("ruling", "It is wet. (2007-07-02)", ((2, 2),), date="2006", source="TOM")


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (entry("Rope", "(2007-07-02)"), "(2007-07-02)"),
        (entry("Rope", "Updated. (2007-07-02)", kind="text"), "Updated. (2007-07-02)"),
        (replace(entry("Rope"), blocks=(FOUND,)), "It is wet."),
    ],
    ids=["an attribution that belongs to nothing", "other text", "what a dialect found"],
)
def test_what_is_no_attribution_stays_and_so_does_what_a_dialect_found(before: Entry, text: str) -> None:
    (found,) = with_credits([before])
    (block,) = found.blocks
    assert (block.text, block.date, block.source) == (text, before.blocks[0].date, before.blocks[0].source)
    assert unpack(pack(found), Entry) == found


def test_a_list_of_sources_may_be_of_lines_or_of_entries() -> None:
    lines = entry("Sources", "HTR: Harbour Team", "TOM: Tide Manual", kind="bullet")
    assert list(sources_of([lines])) == ["HTR", "TOM"]
    below = [entry("Sources"), entry("HTR", "Harbour Team", parent="tide:sources"), entry("Rope", "It is wet.")]
    assert list(sources_of(below)) == ["HTR"]


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection of one document."""
    return write_collection(tmp_path_factory.mktemp("tides"), tides_md=TIDES)


def test_a_ruling_has_its_fields_in_json(tides: Path) -> None:
    with judge.open(corpus=tides) as library:
        chain, rope, mast = (library.find(name).blocks for name in ("Chain", "Rope", "Mast"))
    assert [(block.text, block.date, block.source, block.author) for block in (*chain, *rope, *mast)] == [
        ("It holds a ship.", "2021-05-03", "HTR 20210503", None),
        ("It rusts.", "2020-05-03", None, "Jane Doe"),
        ("It is wet.", "2019-08", "rules forum", "Jane Doe"),
        ("It is high (see 4.2).", None, None, None),
    ]


def test_a_screen_shows_the_fields_behind_a_ruling(tides: Path) -> None:
    for command in ("show", "card"):
        shown = run_judge(command, "Rope", JUDGE_CORPUS=str(tides)).stdout.decode()
        assert "It is wet. (2019-08 · Jane Doe · rules forum)" in shown
    record = json.loads(run_judge("card", "--json", "Chain", JUDGE_CORPUS=str(tides)).stdout)
    assert [one["source"] for one in record["rulings"]] == ["HTR 20210503", None]
    assert [one["author"] for one in record["rulings"]] == [None, "Jane Doe"]


def test_the_site_shows_the_fields_behind_a_ruling(tides: Path, tmp_path: Path) -> None:
    run_judge("site", str(tmp_path / "site"), JUDGE_CORPUS=str(tides))
    pages = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html"))
    assert '<a rel="external noopener noreferrer" href="https://forum.example.org/t/12">https://forum' in pages
    assert all(f"<bdi>{credit}</bdi></small>" in pages for credit in ("Jane Doe · rules forum", "HTR 20210503"))


def test_what_a_card_printed_is_shown_below_its_errata() -> None:
    before = replace(entry("Rope"), errata=Errata("It is wet.", {"cost": 1}, "It is dry."))
    assert unpack(pack(before), Entry) == before
    assert errata_lines(Screen(), before) == ["  Errata · cost: 1", "  It is wet.", "  printed: It is dry.", ""]
    macros = '{% import "entry.html" as macros %}{{ macros.errata(shown) }}{{ macros.printed(shown) }}'
    shown = SimpleNamespace(has_errata=True, fields=(), errata="It is wet.", printed="It is dry.", doubt="")
    page = environment(data_folder("templates")).from_string(macros).render(shown=shown)
    assert "<p>It is wet.</p>" in page
    assert "Printed: <bdi>It is dry.</bdi>" in page
