"""Mark-up is never text: looks of pieces, tags and comments, addresses and the links to them, footnotes."""

from pathlib import Path

import pytest

import judge
from judge.core.diagnostics import Code, Report
from judge.core.jsonl import Record
from judge.reading.lines.links import inner_links
from judge.reading.opening import manuscript
from judge.reading.text.manuscript import Manuscript, Piece
from judge.reading.text.source import read_source
from tests.sites import broken_links, build, pages
from tests.support import export_of, write_collection

MARKDOWN = "# Tides\n\n"
"""Makes Markdown of what stands below it."""


def read(text: str) -> Manuscript:
    """Cut a text into pieces."""
    return manuscript(read_source(text.encode(), Report()))


def pieces(text: str) -> list[Piece]:
    """Return the pieces below a title."""
    return [piece for piece in read(MARKDOWN + text).pieces[1:] if piece.kind != "rule"]


def records(folder: Path, text: str) -> list[Record]:
    """Return all records of a collection of one document."""
    with judge.open(corpus=[write_collection(folder, rules_md=text)]) as library:
        return export_of(library)


def entries_of(found: list[Record]) -> dict[str, Record]:
    """Return the entries by the part of their ids behind the colon."""
    return {one["id"].partition(":")[2]: one for one in found if one["record"] == "entry"}


@pytest.mark.parametrize(
    ("text", "field", "found"),
    [
        (
            "- one\n- two\n\n7) seven\n8) eight\n\nno list\n",
            "mark",
            [("-", "one"), ("-", "two"), ("7)", "7) seven"), ("8)", "8) eight"), ("", "no list")],
        ),
        (
            "A ship lies.\n\n> It waits.\n>\n> > For whom?\n\nIt sails.\n",
            "quoted",
            [(0, "A ship lies."), (1, "It waits."), (2, "For whom?"), (0, "It sails.")],
        ),
        (
            '![A ship](a.png)\n\n<img src="b.png" alt="A buoy">\n\n![A ship](a.png) sails\n',
            "kind",
            [("paragraph", "A ship"), ("paragraph", "A buoy"), ("paragraph", "A ship sails")],
        ),
    ],
    ids=["the mark of a bullet", "how deep a quotation is", "a picture with words"],
)
def test_a_piece_tells_what_it_is(text: str, field: str, found: list[tuple[object, str]]) -> None:
    assert [(getattr(piece, field), piece.value) for piece in pieces(text)] == found


def test_a_row_tells_its_cells_and_whether_it_is_the_head() -> None:
    rows = [piece for piece in pieces("| Card | Now |\n|---|---|\n| Ferry | **pays** |\n| Buoy | |\n") if piece.cells]
    assert [([cell.value for cell in piece.cells], piece.is_head) for piece in rows] == [
        (["Card", "Now"], True),
        (["Ferry", "pays"], False),
        (["Buoy", ""], False),
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('A <sup class="x">second</sup> ship<br/>sails.', "A second ship sails."),
        ("A <Demon> and a <Mark> meet <mark>.", "A <Demon> and a <Mark> meet <mark>."),
        ("A <mark>buoy</mark> marks it.", "A buoy marks it."),
        ('<a name="x">Ebb</a> <A HREF="https://example.org">here</A>', "Ebb here"),
        ("It costs <A> or <P>.", "It costs <A> or <P>."),
        ("Before <!-- hidden --> after.", "Before after."),
        ("Not a <!-- comment", "Not a <!-- comment"),
        ("A break\\\nof the line\\", "A break\nof the line"),
        (r"A backslash \\", "A backslash \\"),
        ("`<b>` is a tag", "<b> is a tag"),
        ("It ends.[1.2](#12)[**1.3**](#13) ([1.4](#14))", "It ends. 1.2 1.3 (1.4)"),
        ("[](#x)7 and [a](#b)9", "7 and a9"),
    ],
)
def test_tags_and_comments_are_not_text(line: str, shown: str) -> None:
    assert [piece.value for piece in pieces(line)] == [shown]


def test_tags_that_emphasise_do_so_whatever_their_attributes() -> None:
    (piece,) = pieces('An <em class="new">anchor</em> and <a href="#ebb">a link</a>')
    assert [(mark.start, mark.end, mark.kind) for mark in piece.text.marks] == [(3, 9, "em")]
    assert [(link.start, link.end, link.href) for link in piece.text.links] == [(14, 20, "#ebb")]


def test_lines_that_hold_only_mark_up_are_no_pieces() -> None:
    text = read(MARKDOWN + '<div align="center">\n\n![](a.png)\n\n</div>\n<!-- one\n\ntwo -->\n<a id="x"></a>\nText\n')
    assert [piece.value for piece in text.pieces] == ["Tides", "Text"]
    assert text.markup == (3, 5, 7, 8, 9, 10, 11)


def test_underlined_titles_are_headings_by_their_signs() -> None:
    text = "Tides\n=====\n\nEbb\n---\n\nWater falls\nand falls.\n\nFlood\n-----\n\n" + "-" * 60 + "\nNotes\n" + "-" * 60
    found = [(piece.level, piece.value) for piece in read(text).pieces if piece.kind == "heading"]
    assert found == [(1, "Tides"), (2, "Ebb"), (2, "Flood"), (3, "Notes")]


@pytest.mark.parametrize(
    "text",
    [
        "It ebbs.\n--------",
        "Ebb\n" + "-" * 60,
        "one\ntwo\n---",
        "- Ebb\n-----",
        "Card     Cost\n-------------",
        "12\n---",
    ],
)
def test_a_rule_that_only_separates_makes_no_heading(text: str) -> None:
    assert "heading" not in [piece.kind for piece in read(text).pieces]


RULES = """# Tides {#tides}

<a id="11"></a>
## 1.1 Rest and Recovery

Water falls (see [the flood](#12)).

<a id="12"></a>
## 1.2 Flood {#flood}

Water rises.[1.1](#11) See [its rest](#rest-and-recovery), [its peak](#peak) or [Rest and Recovery](#nowhere).

**Neap:** the least tide. [There](https://example.org/flood).

## 1.3 Neap

See [neap](#neap) and [the great flood](https://tides.example/rules#12).
"""


def test_addresses_belong_to_the_entries_whose_headings_follow(tmp_path: Path) -> None:
    found = records(tmp_path, RULES)
    entries = entries_of(found)
    assert entries["1.1"]["anchors"] == ["11", "rest-and-recovery"]
    assert entries["1.2"]["anchors"] == ["12", "flood"]
    texts = " ".join(str(one["title"]) + " ".join(block["text"] for block in one["blocks"]) for one in entries.values())
    assert "<a" not in texts
    assert "{#" not in texts
    assert [one["lines"] for one in found if one["record"] == "furniture" and one["reason"] == "mark-up"] == [
        [[3, 3], [8, 8]]
    ]


def test_links_to_addresses_are_references(tmp_path: Path) -> None:
    found = [one for one in records(tmp_path, RULES) if one["record"] == "reference"]
    assert [(one["text"], one["kind"], (one["target"] or "").partition(":")[2]) for one in found] == [
        ("the flood", "title", "1.2"),
        ("1.1", "number", "1.1"),
        ("its rest", "title", "1.1"),
        ("Rest and Recovery", "title", "1.1"),
        ("the great flood", "title", "1.2"),
    ]


def test_links_to_the_web_are_taken_for_inner_ones_only_where_most_are() -> None:
    known = {"ebb": "ebb", "flood": "Flood"}
    copied = ["https://tides.example/rules/ebb", "https://tides.example/rules#flood"]
    assert inner_links(copied, known) == {copied[0]: "ebb", copied[1]: "Flood"}
    assert inner_links(copied[:1], known) == {}
    others = [f"https://tides.example/shop/{number}" for number in range(3)]
    assert inner_links([*copied, *others], known) == {}
    assert inner_links(["#", "#Flood", "other.md#ebb"], known) == {"#Flood": "Flood"}


def test_of_two_entries_with_one_address_the_words_name_theirs(tmp_path: Path) -> None:
    text = (
        '# Tides\n\n<a id="112"></a>\n## 1.12 Ebb\n\nSee [1.12](#112), [11.2](#112).\n\n'
        '<a id="112"></a>\n## 11.2 Flood\n\nText.\n'
    )
    found = [one for one in records(tmp_path, text) if one["record"] == "reference"]
    assert [one["target"] for one in found] == ["rules:1.12", "rules:11.2"]


NOTED = """# Tides

## 1.1 Ebb[^name]

Water falls.[^1] Boats wait.

It goes on.

[^1]: Not in the *fog*.
    Nor at night.

    Nor in a storm.


## 1.2 Flood

Water rises.

[^name]: Also called low tide.
[^2]: No mark leads here.
"""


def test_a_footnote_is_a_note_behind_its_mark(tmp_path: Path) -> None:
    found = records(tmp_path, NOTED)
    assert "reference" not in {one["record"] for one in found}
    entries = entries_of(found)
    assert entries["1.1"]["title"] == "Ebb"
    assert [(block["kind"], block["text"], block["lines"]) for block in entries["1.1"]["blocks"]] == [
        ("note", "[name] Also called low tide.", [[19, 19]]),
        ("text", "Water falls.[1] Boats wait.", [[5, 5]]),
        ("note", "[1] Not in the fog. Nor at night. Nor in a storm.", [[9, 10], [12, 12]]),
        ("text", "It goes on.", [[7, 7]]),
    ]
    assert entries["1.2"]["blocks"][-1]["text"].endswith("[^2]: No mark leads here.")


@pytest.mark.parametrize("sign", ["^", ""])
def test_the_mark_of_a_footnote_leads_to_it(tmp_path: Path, sign: str) -> None:
    """It is no link that does not resolve, with a caret or without one; the address of a link is no footnote."""
    text = f"# Tides\n\n## 1.1 Ebb\n\nWater falls.[{sign}7] Boats wait, as [here][8].\n\n"
    text += f"[{sign}7]: Not in the fog.\n\n[8]: #fog\n"
    with judge.open(corpus=[write_collection(tmp_path, tides_md=text)]) as library:
        assert [one for one in library.findings("tides") if one.level != "note"] == []
        blocks = library.entries.record("tides:1.1").blocks
    assert [(one.kind, one.text) for one in blocks][:2] == [
        ("text", "Water falls.[7] Boats wait, as [here][8]."),
        ("note", "[7] Not in the fog."),
    ]


def test_the_site_has_the_addresses_and_leads_from_marks_to_footnotes(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    text = RULES + '\n<a id="_main"></a>\n<a id="1.1"></a>\nFoam.[^x]\n\n[^x]: White.\n'
    with judge.open(corpus=[write_collection(tmp_path / "in", rules_md=text)]) as library:
        build(library, tmp_path / "out")
    found = pages(tmp_path / "out")
    path = next(path for path, page in found.items() if any("~note" in name for name in page.ids))
    ids = [
        name for one, page in found.items() if one.parent.name == "rules" and one.stem != "index" for name in page.ids
    ]
    assert {"11", "rest-and-recovery", "12", "flood"} <= set(ids)
    assert ids.count("1.1") == 1
    assert all(len(page.ids) == len(set(page.ids)) for page in found.values())
    assert broken_links(tmp_path / "out", found) == []
    note = next(name for name in found[path].ids if "~note" in name)
    shown = path.read_text()
    assert f'<a class="ref" href="#{note}">[x]</a>' in shown
    assert f'<span id="{note}">[x]</span> White.' in shown


def test_ligatures_and_soft_hyphens_are_mended() -> None:
    report = Report()
    source = read_source(
        "The \ufb01rst \ufb02ood, o\ufb03cial\nhar\u00adbour and an\u00ad\nchor.\nOpen\u00ad\n\nend\n".encode(), report
    )
    assert source.lines == ("The first flood, official", "harbour and an", "chor.", "Open\u00ad", "", "end")
    assert [(finding.code, finding.line) for finding in report.findings] == [
        (Code.SOURCE_LIGATURES, 1),
        (Code.SOURCE_LIGATURES, 2),
    ]
    assert (
        manuscript(source).pieces[0].value.split() == "The first flood, official harbour and anchor. Open\u00ad".split()
    )


def test_a_word_broken_by_a_soft_hyphen_is_whole_in_markdown() -> None:
    assert [piece.value for piece in pieces("An an\u00ad\nchor.\n\n> har\u00ad\n> bour\n")] == ["An anchor.", "harbour"]
