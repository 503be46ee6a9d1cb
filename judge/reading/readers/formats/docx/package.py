"""A Word document's archive: the XML of its parts, never more of it than a document may have.

Only parts inside of the archive are read; addresses of pictures and other files are not followed. XML with a document
type is refused, since only such XML can define entities, which grow without end or name other files.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, ParseError

from judge.core.errors import SourceError

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
BROKEN = "is a broken Word document, or only a part of one"
LARGEST = 64 * 2**20
"""Bytes of the largest part; a document of a thousand pages has twenty million."""
MOST = 1_500_000
"""Elements of the largest part; a document of a thousand pages has a third of them."""
DEEPEST = 300


class Package:
    """The parts of a document that are read."""

    def __init__(self, data: bytes) -> None:
        """Open the archive.

        Raises:
            SourceError: it is broken, locked or too large.
        """
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(data))
            self.names = set(self.archive.namelist())
        except (zipfile.BadZipFile, ValueError, OSError) as error:
            raise SourceError(BROKEN) from error
        main = next((name for name in ("word/document.xml", "word/document2.xml") if name in self.names), "")
        document = self.part(main) if main else None
        if document is None:
            raise SourceError(BROKEN)
        self.document = document

    def part(self, name: str) -> Element | None:
        """Return the XML of a part, or None where the document has none of it.

        Raises:
            SourceError: it is broken or too large.
        """
        if name not in self.names:
            return None
        try:
            with self.archive.open(name) as file:
                data = file.read(LARGEST + 1)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, ValueError, EOFError) as error:
            raise SourceError(BROKEN) from error
        except Exception as error:  # zlib.error, which is no OSError
            raise SourceError(BROKEN) from error
        if len(data) > LARGEST:
            raise SourceError(f"holds more than {LARGEST // 2**20} MB when it is unpacked; split it")
        return parsed(data)

    def targets(self) -> dict[str, str]:
        """Return where the links of the document lead, by their ids."""
        relations = self.part("word/_rels/document.xml.rels")
        found = relations.iter(RELATIONSHIP) if relations is not None else ()
        return {one.get("Id", ""): one.get("Target", "") for one in found if one.get("TargetMode") == "External"}


def parsed(data: bytes) -> Element:
    """Return the tree of an XML text.

    Raises:
        SourceError: it is broken, nested too deep, or has a document type.
    """
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or "<!DOCTYPE".encode("utf-16-le") in data:
        raise SourceError("is a Word document with a document type, which none has; it is not opened")
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    depth = count = 0
    root: Element | None = None
    try:
        for begin in range(0, len(data), 2**16):
            parser.feed(data[begin : begin + 2**16])
            for event, element in parser.read_events():
                root = element if root is None else root
                depth += 1 if event == "start" else -1
                count += event == "start"
                if depth > DEEPEST:
                    raise SourceError("is nested too deep")
                if count > MOST:
                    raise SourceError(f"holds more than {MOST:,} pieces of text and marks; split it")
        parser.close()
    except ParseError as error:
        raise SourceError(BROKEN) from error
    if root is None:
        raise SourceError(BROKEN)
    return with_usual_names(root)


def with_usual_names(root: Element) -> Element:
    """Return a tree with the names that Word usually gives, where it was saved in the strict form."""
    if root.tag.startswith(STRICT):
        for element in root.iter():
            element.tag = element.tag.replace(STRICT, WORD)
            for name in [name for name in element.attrib if name.startswith(STRICT)]:
                element.attrib[name.replace(STRICT, WORD)] = element.attrib.pop(name)
    return root


def child(element: Element | None, *names: str) -> Element | None:
    """Return the element that names lead to, one inside of the other."""
    for name in names:
        element = element.find(WORD + name) if element is not None else None
    return element


def value(element: Element | None, *names: str) -> str | None:
    """Return the `val` of the element that names lead to; nothing where there is none, "" where it has none."""
    found = child(element, *names)
    return None if found is None else found.get(WORD + "val", "")


def is_on(element: Element | None, name: str) -> bool | None:
    """Return whether a property is on; None where nothing is said of it."""
    said = value(element, name)
    return None if said is None else said not in ("0", "false", "off", "none")
