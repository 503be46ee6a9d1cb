"""An address of a document belongs to what follows it; one after all text belongs to the last entry."""

from pathlib import Path

import pytest

from judge.core.errors import SourceError
from judge.library.manifest import SourceFile
from judge.library.parsing import ParsedDocument
from judge.pipeline import parse_alone
from tests.word_files import docx_of, paragraph

ANCHORS = "<h2>Weights</h2><p>Drop them.</p><h2>Ropes</h2><p>Coil them.</p>"
BOOKMARK = '<w:bookmarkStart w:id="1" w:name="end"/><w:bookmarkEnd w:id="1"/>'
ROPES = (
    paragraph("Weights", '<w:outlineLvl w:val="0"/>')
    + paragraph("Drop them.")
    + paragraph("Ropes", '<w:outlineLvl w:val="0"/>')
    + paragraph("Coil them.")
)
AT_THE_END = {
    "a.html": f'{ANCHORS}<div id="end"></div>',
    "nested.html": f'{ANCHORS}<div><blockquote><ul><li><span><a name="end"></a></span></ul></blockquote></div><p></p>',
    "table.html": f'{ANCHORS}<table><tr><td><table><tr><td id="end"></td></tr></table></td></tr></table>',
    "note.html": f'{ANCHORS.replace("them", "them<a href=#n>1</a>", 1)}<hr><ol><li id="n"></li></ol><p id="end">',
    "a.docx": f"{ROPES}<w:p>{BOOKMARK}</w:p>",
    "cell.docx": f"{ROPES}<w:tbl><w:tr><w:tc><w:p>{BOOKMARK}</w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>",
    "section.docx": f"{ROPES}<w:sdt><w:sdtContent><w:p/><w:p>{BOOKMARK}</w:p></w:sdtContent></w:sdt>",
    "a.md": '# Weights\n\nDrop them.\n\n# Ropes\n\nCoil them.\n\n<a name="end"></a>\n\n',
}


def parsed(name: str, text: str) -> ParsedDocument:
    """Read a file, the body of a Word document among them."""
    data = docx_of(text) if name.endswith(".docx") else text.encode()
    return parse_alone(SourceFile(Path(name), "doc"), data, ())


@pytest.mark.parametrize("name", AT_THE_END)
def test_an_address_after_all_text_is_that_of_the_last_entry(name: str) -> None:
    entries = parsed(name, AT_THE_END[name]).entries
    assert [one.title for one in entries] == ["Weights", "Ropes"]
    assert "end" in entries[1].anchors
    assert "end" not in entries[0].anchors


@pytest.mark.parametrize("text", ["<p>A</p><div id='x'></div>", "<p>A</p><a name='x'></a><i id='y'></i><br>"])
def test_a_page_of_one_word_may_end_in_addresses(text: str) -> None:
    (entry,) = parsed("page.html", text).entries
    assert (entry.title or entry.blocks[0].text, entry.anchors[0]) == ("A", "x")


@pytest.mark.parametrize(("name", "text"), [("a.html", "<div id='x'></div>"), ("a.docx", f"<w:p>{BOOKMARK}</w:p>")])
def test_a_document_of_addresses_alone_has_no_text(name: str, text: str) -> None:
    with pytest.raises(SourceError, match=f"{name} contains no text"):
        parsed(name, text)


def test_an_address_before_an_entry_is_still_that_of_the_entry() -> None:
    entries = parsed("a.html", ANCHORS.replace("<h2>Ropes", '<div id="ropes"></div><h2>Ropes')).entries
    assert [one.anchors for one in entries] == [(), ("ropes",)]
