"""Word documents in the XML that Word itself writes, for tests of what is read of it."""

import io
import zipfile
from xml.sax.saxutils import escape

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def docx_of(body: str, **parts: str) -> bytes:
    """Return a document with this body and these other parts, the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in ({"document": f"<w:document {WORD}><w:body>{body}</w:body></w:document>"} | parts).items():
            info = zipfile.ZipInfo(f"word/{name}.xml", (1980, 1, 1, 0, 0, 0))
            archive.writestr(info, text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def paragraph(text: str, properties: str = "", looks: str = "") -> str:
    """Return a paragraph."""
    run = f'<w:r><w:rPr>{looks}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{run}</w:p>"


def listed(text: str, depth: int, number: int = 1) -> str:
    """Return a paragraph that Word counts."""
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')
