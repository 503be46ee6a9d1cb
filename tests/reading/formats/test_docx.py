"""DOCX: headings, Word's own numbers, lists, tables, footnotes; what is deleted, hidden or a comment is left out."""

import io
from collections.abc import Sequence
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.library.manifest import SourceFile
from judge.pipeline import parse_alone
from judge.reading.formats import docx_parts
from judge.reading.formats.docx_parts import Level, Numbering
from judge.reading.opening import read_document_file
from judge.reading.text.manuscript import Manuscript
from tests.reading.formats.published import Section, assert_read, book, entries_of, records, refusal
from tests.support import thorough_but
from tests.word_files import WORD, docx_of, listed, paragraph

NUMBERING = f"""<w:numbering {WORD}><w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2%3"/></w:lvl>
</w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0">
<w:numFmt w:val="bullet"/><w:lvlText w:val="x"/></w:lvl>
</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/>
<w:lvlOverride w:ilvl="1"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>"""
STYLES = f"""<w:styles {WORD}>
<w:style w:type="paragraph" w:styleId="h1"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="own"><w:name w:val="Own"/><w:basedOn w:val="h1"/></w:style></w:styles>"""


def read(body: str, **parts: str) -> Manuscript:
    """Read a document with this body."""
    return read_document_file(docx_of(body, **{"numbering": NUMBERING, "styles": STYLES} | parts), Report())


def looks(body: str, **parts: str) -> list[tuple[str, int, str]]:
    """Return kind, level and words of each piece."""
    return [(piece.kind, piece.level, piece.value) for piece in read(body, **parts).pieces]


def book_of(sections: Sequence[Section]) -> bytes:
    """Print a book as a Word document, by a library that writes such documents."""
    document = docx.Document()
    for number, section in enumerate(sections):
        heading = document.add_heading(section.title, section.level)
        for kind in ("bookmarkStart", "bookmarkEnd"):
            mark = OxmlElement(f"w:{kind}")
            mark.set(qn("w:id"), str(number))
            mark.set(qn("w:name"), f"_s{number}")
            heading._p.append(mark)
        for one in section.paragraphs:
            printed = document.add_paragraph(style="List Bullet" if one.bullet else None)
            before, title, behind = (
                one.text.partition(sections[one.cites].title) if one.cites is not None else (one.text, "", "")
            )
            printed.add_run(before)
            if title:
                link = OxmlElement("w:hyperlink")
                link.set(qn("w:anchor"), f"_s{one.cites}")
                link.append(printed.add_run(title)._r)
                printed._p.append(link)
                printed.add_run(behind)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize("seed", thorough_but(2, range(6)))
def test_a_book_is_read_as_it_was_written(seed: int, tmp_path: Path) -> None:
    sections = book(seed)
    assert_read(records(tmp_path, "book.docx", book_of(sections)), sections)


def test_words_own_numbers_are_the_numbers_of_rules(tmp_path: Path) -> None:
    body = "".join(
        (
            listed("Anchors", 0),
            listed("An anchor holds a ship, see 5.1.", 1),
            listed("It holds a barge as well.", 1),
            listed("It does not hold an island.", 2),
            listed("It rusts.", 2),
            listed("Barges", 0),
            listed("A barge sinks, see 4.2b.", 1),
            listed("A yawl floats.", 1, 3),
        )
    )
    assert [text for _, _, text in looks(body)] == [
        "4. Anchors",
        "4.1 An anchor holds a ship, see 5.1.",
        "4.2 It holds a barge as well.",
        "4.2a It does not hold an island.",
        "4.2b It rusts.",
        "5. Barges",
        "5.1 A barge sinks, see 4.2b.",
        "5.7 A yawl floats.",
    ]
    found = records(tmp_path, "rules.docx", docx_of(body, numbering=NUMBERING, styles=STYLES))
    assert {"4", "4.1", "4.2", "5.1"} <= {one["number"] for one in found if one["record"] == "entry"}
    assert "rules:5.1" in {one["target"] for one in found if one["record"] == "reference"}


def test_a_level_that_is_left_begins_again_unless_it_says_never() -> None:
    levels = {0: Level(text="%1"), 1: Level(text="%1.%2", restart=0), 2: Level("lowerRoman", "(%3)")}
    numbering = Numbering({"1": levels}, {"1": "a"})
    counted = [numbering.next("1", depth) for depth in (0, 1, 2, 2, 0, 1, 2)]
    assert [one[0] for one in counted if one] == ["1", "1.1", "(i)", "(ii)", "2", "2.2", "(i)"]


def numbering_of(*levels: tuple[str, str, int]) -> str:
    """Return the definition of a list: form, mark and indent of each level."""
    own = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:numFmt w:val="{form}"/><w:lvlText w:val="{mark}"/>'
        f'<w:pPr><w:ind w:left="{indent}"/></w:pPr></w:lvl>'
        for depth, (form, mark, indent) in enumerate(levels)
    )
    number = '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    return f'<w:numbering {WORD}><w:abstractNum w:abstractNumId="1">{own}</w:abstractNum>{number}</w:numbering>'


def indented(depth: int, indent: int) -> str:
    """Return an item with an indent of its own."""
    place = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr><w:ind w:left="{indent}"/>'
    return paragraph("A ship sails.", place)


@pytest.mark.parametrize(
    ("numbering", "body", "found"),
    [
        (
            numbering_of(
                ("decimal", "%1.", 600), ("decimal", "%2.", 1200), ("decimal", "%3.", 1800), ("decimal", "%4)", 600)
            ),
            indented(0, 600) + indented(1, 1200) + indented(1, 610) + indented(2, 1190) + listed("A ship sails.", 3),
            [("bullet", 0), ("bullet", 1), ("bullet", 0), ("bullet", 1), ("bullet", 3)],
        ),
        (
            numbering_of(("decimal", "%1.", 0), ("decimal", "%2.", 400), ("upperLetter", "%2.%3", 800)),
            listed("Ships", 0) + listed("Barges", 1) + listed("Yawls", 2),
            [("bullet", 0), ("bullet", 1), ("paragraph", 0)],
        ),
    ],
    ids=["counted and indented alike", "a mark with a letter"],
)
def test_levels_of_a_list_are_told_by_marks_and_indents(
    numbering: str, body: str, found: list[tuple[str, int]]
) -> None:
    assert [(piece.kind, piece.level) for piece in read(body, numbering=numbering).pieces] == found


def test_styles_tell_headings_and_bold_words() -> None:
    body = paragraph("Sails", '<w:pStyle w:val="own"/>') + paragraph("Keel", "", "<w:b/>") + paragraph("It floats.")
    found = read(body).pieces
    assert [(piece.kind, piece.level, piece.bold) for piece in found] == [
        ("heading", 1, False),
        ("paragraph", 0, True),
        ("paragraph", 0, False),
    ]


CHANGED = (
    "<w:r><w:t>Ships </w:t></w:r><w:ins><w:r><w:t>may </w:t></w:r></w:ins>"
    "<w:del><w:r><w:delText>must </w:delText></w:r></w:del>"
    "<w:r><w:t>sail.</w:t><w:commentReference w:id='1'/></w:r>"
    "<w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r>"
)
SPACES = WORD + ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
BOX = f"<w:txbxContent>{paragraph('In fog they wait.')}</w:txbxContent>"
TWICE = f"<mc:AlternateContent><mc:Choice>{BOX}</mc:Choice><mc:Fallback>{BOX}</mc:Fallback></mc:AlternateContent>"


@pytest.mark.parametrize(
    ("runs", "found"),
    [
        (CHANGED, ["Ships may sail."]),
        (f"<w:r><w:t>Ships sail.</w:t>{TWICE}</w:r>", ["Ships sail.", "In fog they wait."]),
        (f"<w:r><w:pict>{BOX}</w:pict></w:r>", ["In fog they wait."]),
        (f"<w:del><w:r>{TWICE}</w:r></w:del><w:r><w:t>Ships sail.</w:t></w:r>", ["Ships sail."]),
        (
            '<w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>S</w:t></w:r></w:p><w:p><w:r><w:t>hips</w:t></w:r>',
            ["Ships"],
        ),
    ],
)
def test_what_a_reader_sees_is_read_once(runs: str, found: list[str]) -> None:
    """Changes are accepted; comments, hidden words and what is for older programs are left out."""
    body = f"<w:document {SPACES}><w:body><w:p>{runs}</w:p></w:body></w:document>"
    assert looks("", document=body) == [("paragraph", 0, text) for text in found]


def test_tables_lists_and_boxes() -> None:
    row = "<w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>".format
    rows = row(paragraph("Wind", "", "<w:b/>"), paragraph("Sail", "", "<w:b/>"))
    rows += row(paragraph("low"), paragraph("full") + paragraph("or none"))
    box = f"<w:tbl><w:tr><w:tc>{paragraph('Around a box.')}{table(['In a box.'])}</w:tc></w:tr></w:tbl>"
    body = f"<w:tbl>{rows}</w:tbl>{box}{listed('one', 0, 2)}"
    assert looks(body) == [
        ("table", 0, "Wind | Sail"),
        ("table", 0, "low | full or none"),
        ("paragraph", 0, "Around a box."),
        ("paragraph", 0, "In a box."),
        ("bullet", 0, "one"),
    ]
    assert read(body).pieces[0].is_head


def test_a_footnote_is_a_note_behind_its_mark(tmp_path: Path) -> None:
    body = paragraph("Sails", '<w:pStyle w:val="h1"/>')
    body += '<w:p><w:r><w:t>Hoist.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>' + paragraph(
        "Then hold."
    )
    note = '<w:footnote w:id="2"><w:p><w:r><w:t>Not in fog.</w:t></w:r></w:p></w:footnote>'
    notes = f"<w:footnotes {WORD}>{note}</w:footnotes>"
    found = entries_of(records(tmp_path, "notes.docx", docx_of(body, footnotes=notes)))
    assert [(one["kind"], one["text"]) for one in found["sails"]["blocks"]] == [
        ("text", "Hoist.[2]"),
        ("note", "[2] Not in fog."),
        ("text", "Then hold."),
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04 word/document.xml", docx_parts.BROKEN),
        (docx_of(paragraph("Sails."))[:200], docx_parts.BROKEN),
        (docx_of("<w:p>"), docx_parts.BROKEN),
        (docx_of(""), "contains no text"),
        (docx_of("<w:sdt>" * 5000), "is nested too deeply"),
        (
            docx_of("", document=f'<!DOCTYPE a [<!ENTITY b "c">]><w:document {WORD}>&b;</w:document>'),
            "is a Word file with a DOCTYPE declaration, which Word never writes; it was not opened",
        ),
    ],
)
def test_what_can_not_be_read_is_refused(data: bytes, sentence: str) -> None:
    assert refusal(data) == sentence


def test_what_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_parts, "LARGEST", 2**20)
    with pytest.raises(SourceError, match="contains more than 1 MB when unpacked"):
        read_document_file(docx_of(" " * 2**22), Report())
    monkeypatch.setattr(docx_parts, "MOST", 1000)
    with pytest.raises(SourceError, match="contains more than 1,000 text and markup elements; split it"):
        read_document_file(docx_of("<w:p/>" * 1000), Report())


CORRECTED = {
    "Grey Anchor": ("It holds two barges.", "It holds three barges."),
    "Old Barge": ("It carries one lantern.", "It carries one oar."),
    "Swift Ferry": ("It leaves at dawn.", "It leaves at noon."),
    "Tall Jetty": ("It guards the inlet.", "It guards the quay."),
}


def table(*rows: Sequence[str]) -> str:
    """Return a table none of whose rows is marked as its head."""
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def heading(text: str) -> str:
    """Return a heading."""
    return paragraph(text, '<w:pStyle w:val="h1"/>')


@pytest.mark.parametrize(
    "body",
    [
        table(("Card", "Printed", "Should read"), *((name, *texts) for name, texts in CORRECTED.items())),
        table(
            ("Card", "Old text", "New text", "Date"),
            *((name, *texts, "2007-05-04") for name, texts in CORRECTED.items()),
        ),
    ],
    ids=["head", "dates"],
)
def test_a_table_of_errata_is_read_by_what_its_cells_are_called(body: str, tmp_path: Path) -> None:
    data = docx_of(heading("Errata") + body, styles=STYLES)
    found = [one for one in records(tmp_path, "errata.docx", data) if one["record"] == "entry" and one["errata"]]
    read = {one["title"]: (one["errata"]["printed"], one["errata"]["text"]) for one in found}
    assert read == CORRECTED


def counted_below_bold(starts: str) -> list[tuple[str, str | None, str | None]]:
    """Return kind, number and title of what is read of two lists below bold lines."""
    level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    numbers = (
        '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
        f'<w:num w:numId="2"><w:abstractNumId w:val="1"/>{starts}</w:num>'
    )
    numbering = f'<w:numbering {WORD}><w:abstractNum w:abstractNumId="1">{level}</w:abstractNum>{numbers}</w:numbering>'
    texts = ("A boat waits until its owner pays.", "The owner draws one card.", "Each player counts the crew.")
    lists = [
        paragraph(title, looks="<w:b/>") + "".join(listed(text, 0, number) for text in texts)
        for number, title in enumerate(("Setting up", "The turn"), 1)
    ]
    data = docx_of(paragraph("Harbour Rules", looks="<w:b/>") + "".join(lists), numbering=numbering)
    parsed = parse_alone(SourceFile(Path("a.docx"), "a"), data, ())
    return [(one.kind, one.number, one.title) for one in parsed.entries]


def test_bold_lines_above_lists_are_headings_whether_word_counts_on_or_not() -> None:
    """A list goes on where its definition does, and begins again where its number says so."""
    anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    on, again = counted_below_bold(""), counted_below_bold(anew)
    for found in (on, again):
        assert [title for _, number, title in found if not number] == ["Harbour Rules", "Setting up", "The turn"]
    assert [number for _, number, _ in on if number] == ["1", "2", "3", "4", "5", "6"]
    assert [number.rpartition(".")[2] for _, number, _ in again if number] == ["1", "2", "3", "1", "2", "3"]
