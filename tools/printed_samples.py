"""Print the samples of the golden run that no editor writes: Word documents and PDFs.

    python3 tools/printed_samples.py

They are kept as files, since the libraries that print them change from version to version. The PDFs hold a part of the
font Bitstream Vera (its licence is beside it), so that they are measured alike on machines with other fonts.
"""

import io
import sys
from pathlib import Path

from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.golden_run.samples import SAMPLES
from tests.word_files import WORD, docx_of, listed, paragraph

FOLDER = SAMPLES / "formats"
FONT = Path(__file__).parents[1] / "tests" / "fonts" / "Vera.ttf"
NUMBERING = f"""<w:numbering {WORD}><w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2%3"/></w:lvl>
</w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0">
<w:numFmt w:val="bullet"/><w:lvlText w:val="x"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:pStyle w:val="clause"/><w:start w:val="1"/>
<w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>
<w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/>
<w:lvlOverride w:ilvl="1"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>"""
STYLES = f"""<w:styles {WORD}>
<w:style w:type="paragraph" w:styleId="h1"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="h2"><w:name w:val="heading 2"/><w:basedOn w:val="h1"/></w:style>
<w:style w:type="paragraph" w:styleId="clause"><w:name w:val="Clause"/></w:style></w:styles>"""
NOTES = f"""<w:footnotes {WORD}><w:footnote w:id="2">
<w:p><w:r><w:t>Not in a fog.</w:t></w:r></w:p></w:footnote></w:footnotes>"""
RULES = (
    (1, "1 Herons", ("A heron stands in shallow water. It may eat one frog each turn (see 2.1).",)),
    (2, "1.1 Nests", ("A nest holds up to three eggs.", "• An egg hatches at dawn.", "• A heron of two eggs rests.")),
    (2, "1.2 Flight", ("A heron flies before it eats. See <a href='#r4'>2.2 Deep Water</a> and page 6.",)),
    (1, "2 Water", ("Water is shallow or deep. What is said of flight (1.2) holds over both.",)),
    (2, "2.1 Frogs", ("A frog that is eaten goes to the reeds. Rule 1.3 does not apply.",)),
    (2, "2.2 Deep Water", ("No heron stands in deep water. Example: Bo moves a heron into the pool; it swims.",)),
)
TERMS = (
    ("Egg", "What a nest holds. See Nest."), ("Frog", "What a heron eats, at most one each turn."),
    ("Heron", "A bird of the marsh. It is tall. See Egg."), ("Nest", "Where eggs are, as 1.1 of the rules says."),
    ("Pool", "Deep water with reeds around it, in which no heron stands."), ("Reed", "Where frogs go. See Frogs."),
)  # fmt: skip


BOX = "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>"
"""A table of one cell, which frames a text."""
CROSSED = (
    '<w:p><w:bookmarkStart w:id="0" w:name="_rest"/><w:bookmarkEnd w:id="0"/><w:r><w:t>A stork rests</w:t><w:tab/>'
    "<w:t>on one leg</w:t><w:br/><w:t>or on a half</w:t><w:noBreakHyphen/><w:t>leg.</w:t></w:r></w:p>"
    '<w:p><w:r><w:t xml:space="preserve">Of rest see </w:t></w:r>'
    '<w:hyperlink w:anchor="_rest"><w:r><w:t>here</w:t></w:r></w:hyperlink>'
    '<w:r><w:t xml:space="preserve"> and </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    '<w:r><w:instrText> REF _rest </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    '<w:r><w:t>there</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r></w:p>'
)
"""Paragraphs with an address, links to it, and signs that are not letters."""


def word_document() -> bytes:
    """Return rules with Word's own numbers, a list, a table, a footnote, and words that a reviewer changed."""
    row = "<w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>"
    table = row.format(paragraph("Bird", "", "<w:b/>"), paragraph("Frogs", "", "<w:b/>"))
    table += row.format(paragraph("heron"), paragraph("one")) + row.format(
        paragraph("stork"), paragraph("two") + paragraph("or none")
    )
    changed = (
        "<w:p><w:r><w:t>Storks </w:t></w:r><w:ins><w:r><w:t>may </w:t></w:r></w:ins><w:del><w:r><w:delText>must "
        '</w:delText></w:r></w:del><w:r><w:t>rest.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    )
    return docx_of(
        paragraph("Saltmarsh Tournament Rules", '<w:pStyle w:val="h1"/>')
        + paragraph("Edition 1.1, 2024-04-02")
        + listed("Players", 0)
        + listed("A player brings one heron, see 2.1.", 1)
        + listed("A player brings no stork, unless rule 1.2b allows it.", 1)
        + listed("Nobody asks why.", 2)
        + listed("A judge may allow it.", 2)
        + listed("Rounds", 0)
        + listed("A round lasts an hour. See 1.1 and 9.9.", 1)
        + listed("The last round is counted on.", 1, 3)
        + paragraph("Storks", '<w:pStyle w:val="h2"/>')
        + changed
        + listed("A stork is white.", 0, 2)
        + listed("A stork is tall.", 0, 2)
        + f"<w:tbl>{table}</w:tbl>"
        + BOX.format(paragraph("Whoever is late waits."))
        + CROSSED
        + paragraph("Of Ravens", '<w:pStyle w:val="clause"/>')
        + paragraph("Of Rooks", '<w:pStyle w:val="clause"/>'),
        numbering=NUMBERING,
        styles=STYLES,
        footnotes=NOTES,
    )


class Outlined(BaseDocTemplate):  # type: ignore[misc]
    """A PDF whose headings are in its outline."""

    def afterFlowable(self, flowable: Flowable) -> None:
        """Note a heading."""
        if level := getattr(flowable, "level", 0):
            self.canv.addOutlineEntry(flowable.title, flowable.mark, level - 1)
            if flowable.title == "2 Water":
                self.canv.addOutlineEntry("Ducks", flowable.mark, level - 1)


def frame_of(canvas: Canvas, document: BaseDocTemplate) -> None:
    """Print what is on every page."""
    canvas.setFont("Vera", 7)
    canvas.drawString(40, A5[1] - 25, "The Saltmarsh Rulebook")
    canvas.drawCentredString(A5[0] / 2, 20, str(document.page + 4))


def pdf_of(story: list[Flowable], columns: int) -> bytes:
    """Return a PDF of A5 pages, the first of which is printed as page 5."""
    width = (A5[0] - 80 - 16 * (columns - 1)) / columns
    frames = [Frame(40 + n * (width + 16), 45, width, A5[1] - 90, 0, 0, 0, 0, id=f"f{n}") for n in range(columns)]
    out = io.BytesIO()
    pages = [PageTemplate("all", frames, onPage=frame_of)]
    Outlined(out, pagesize=A5, pageTemplates=pages, invariant=1).build(story)
    return out.getvalue()


def rules() -> list[Flowable]:
    """Return numbered rules in one column, the second chapter on a page of its own."""
    style = ParagraphStyle("text", fontName="Vera", fontSize=9, leading=12, spaceAfter=6)
    story: list[Flowable] = []
    for number, (level, title, texts) in enumerate(RULES):
        size = 18 if level == 1 else 13
        large = ParagraphStyle(f"h{level}", fontName="Vera", fontSize=size, leading=size * 1.3, spaceAfter=6)
        heading = Paragraph(f'<a name="r{number - 1}"/>{title}', large)
        heading.level, heading.title, heading.mark = level, title, f"r{number - 1}"
        story += [PageBreak()] if title.startswith("2 ") else []
        story.append(heading)
        for text in texts:
            bullet = "•" if text.startswith("•") else None
            story.append(Paragraph(text.removeprefix("• "), style, bulletText=bullet))
    return story


def terms() -> list[Flowable]:
    """Return terms in two columns, each with a heading that is only larger than its text."""
    style = ParagraphStyle("text", fontName="Vera", fontSize=9, leading=12, spaceAfter=6)
    large = ParagraphStyle("term", fontName="Vera", fontSize=12, leading=15, spaceAfter=4)
    texts = [Paragraph(" ".join([text] * 5), style) for _, text in TERMS]
    heads = [Paragraph(title, large) for title, _ in TERMS]
    return [Paragraph("Saltmarsh Terms", ParagraphStyle("top", fontName="Vera", fontSize=18, leading=24)),
            *(one for pair in zip(heads, texts, strict=True) for one in pair)]  # fmt: skip


def main() -> None:
    """Write the files."""
    pdfmetrics.registerFont(TTFont("Vera", str(FONT)))
    (FOLDER / "tournament.docx").write_bytes(word_document())
    (FOLDER / "rulebook.pdf").write_bytes(pdf_of(rules(), 1))
    (FOLDER / "terms.pdf").write_bytes(pdf_of(terms(), 2))


if __name__ == "__main__":
    main()
