"""Links inside a document lead to the number that they print; their address decides only where none is printed."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

import judge
from tests.support import export_of
from tests.word_files import docx_of, paragraph

RULES = (
    ("h2", "1 Harbour", ""),
    ("h3", "1.1 Quay", "Boats rest at the quay."),
    ("h3", "1.2 Crane", "A crane lifts what {} says."),
    ("p", "", "{page}Cranes rust slowly."),
    ("h2", "2 Sea", ""),
    ("h3", "2.1 Anchor", "An anchor {own}holds."),
    ("h3", "2.2 Buoy", "A buoy floats."),
)
"""A page begins within 1.2."""


def html_of(words: str, address: str, own: str) -> str:
    """Return the rules as a web page."""
    link, anchor = f'<a href="#{address}">{words}</a>', '<a id="{}"></a>'
    body = "".join(
        (f"<{tag}>{title}</{tag}>" if title else "") + f"<p>{text}</p>" * bool(text) for tag, title, text in RULES
    )
    shown = body.replace("{page}", anchor.format(address)).replace("{own}", anchor.format(own) if own else "")
    return f"<h1>Tide Rules</h1>{shown.replace('{}', link)}"


def markdown_of(words: str, address: str, own: str) -> str:
    """Return the rules in Markdown."""
    link, anchor = f"[{words}](#{address})", '<a id="{}"></a>'
    marks = {"h2": "## ", "h3": "### ", "p": ""}
    body = "\n\n".join(part for tag, title, text in RULES for part in (marks[tag] + title, text) if part)
    shown = body.replace("{page}", anchor.format(address)).replace("{own}", anchor.format(own) if own else "")
    return f"# Tide Rules\n\n{shown.replace('{}', link)}\n"


def word_of(words: str, address: str, own: str) -> bytes:
    """Return the rules as Word writes them."""
    anchor = '<w:bookmarkStart w:id="1" w:name="{}"/><w:bookmarkEnd w:id="1"/>'
    link = f'</w:t></w:r><w:hyperlink w:anchor="{address}"><w:r><w:t>{words}</w:t></w:r></w:hyperlink><w:r><w:t>'
    body = [paragraph("Tide Rules", '<w:pStyle w:val="Heading1"/>')]
    for tag, title, text in RULES:
        body += [paragraph(title, f'<w:pStyle w:val="Heading{tag[1]}"/>')] if title else []
        bare = text.replace("{page}", "").replace("{own}", "")
        printed = paragraph(bare).replace("{}", link).replace("<w:t></w:t>", "") if text else ""
        name = address if "{page}" in text else own if "{own}" in text else ""
        body.append(printed.replace("</w:pPr>", f"</w:pPr>{anchor.format(name)}") if name else printed)
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/></w:style>' for n in (1, 2, 3)
    )
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    return docx_of("".join(body), styles=f"<w:styles {space}>{styles}</w:styles>")


def led(folder: Path, name: str, content: str | bytes) -> list[tuple[str, str, str | None, str | None]]:
    """Return the references of one document: text, status, and the local ids of target and suggestion."""
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with judge.open(corpus=[folder]) as library:
        found = [one for one in export_of(library) if one["record"] == "reference"]
    return [
        (one["text"], one["status"], *(one[end] and one[end].partition(":")[2] for end in ("target", "suggestion")))
        for one in found
    ]


FORMATS: dict[str, Callable[[str, str, str], str | bytes]] = {
    "rules.html": html_of,
    "rules.md": markdown_of,
    "rules.docx": word_of,
}


@pytest.mark.parametrize(
    ("name", "words", "address", "found"),
    [
        ("rules.html", "2.1", "page10-div", [("2.1", "ok", "2.1", None)]),
        ("rules.md", "2.2", "pg_12", [("2.2", "ok", "2.2", None)]),
        ("rules.docx", "2.1", "p10", [("2.1", "ok", "2.1", None)]),
        ("rules.html", "(2.1)", "Seite-4", [("(2.1)", "ok", "2.1", None)]),
        ("rules.md", "rule 2.2", "p10-div", [("rule 2.2", "ok", "2.2", None)]),
        ("rules.html", "2.1", "drift", [("2.1", "ok", "2.1", None)]),
        ("rules.docx", "see 2.2", "drift", [("see 2.2", "ok", "2.2", None)]),
        ("rules.md", "2.7", "page10-div", [("2.7", "dangling", None, "2")]),
        ("rules.html", "2.7", "drift", [("2.7", "dangling", None, "1.2")]),
        ("rules.html", "2.1(a)", "drift", [("2.1(a)", "partial", "2.1", None)]),
        ("rules.md", "rule 2.2(b)", "drift", [("rule 2.2(b)", "partial", "2.2", None)]),
        ("rules.docx", "2(7)", "drift", [("2(7)", "partial", "2", None)]),
        ("rules.html", "(2.1(a)(ii))", "drift", [("(2.1(a)(ii))", "partial", "2.1", None)]),
        ("rules.html", "2.1 and 1.1", "drift", [("2.1", "ok", "2.1", None), ("1.1", "ok", "1.1", None)]),
        ("rules.docx", "rules 2.2, 1.1", "drift", [("2.2", "ok", "2.2", None), ("1.1", "ok", "1.1", None)]),
        ("rules.md", "2.1–2.2", "drift", [("2.1", "ok", "2.1", None), ("2.2", "ok", "2.2", None)]),
        ("rules.md", "Buoy", "page10-div", [("Buoy", "ok", "2.2", None)]),
        ("rules.html", "the drift", "page10-div", []),
        ("rules.docx", "the drift", "page10", []),
    ],
)
def test_a_link_leads_to_the_number_that_it_prints(
    name: str, words: str, address: str, found: list[object], tmp_path: Path
) -> None:
    """Whatever is open at the address; to an address of a page no other words lead."""
    assert led(tmp_path, name, FORMATS[name](words, address, "")) == found


@pytest.mark.parametrize("words", ["2.1", "2.1 Anchor", "what holds", "more than 1.1 and 2.2", "2 boats"])
def test_a_link_whose_address_agrees_is_as_before(words: str, tmp_path: Path) -> None:
    """The address is in the entry of the number, or no number is printed."""
    content = html_of(words, "hold", "hold").replace('<a id="hold"></a>Cranes', "Cranes")
    assert led(tmp_path, "rules.html", content) == [(words, "ok", "2.1", None)]


def test_the_number_of_a_page_is_not_that_of_a_rule(tmp_path: Path) -> None:
    """In an index a link to a page prints its number."""
    text = markdown_of("2.1", "page2", "") + "\nCranes, [2](#page2), 3.\n"
    assert led(tmp_path, "rules.md", text) == [("2.1", "ok", "2.1", None)]


def test_short_addresses_that_agree_with_their_numbers_are_of_paragraphs(tmp_path: Path) -> None:
    """`p2` is the address of paragraph 2 where its fellows are so as well, and else that of a page."""
    paragraphs = "".join(
        f'<h2 id="p{n}">{n} Of {word}</h2><p>It is {word}.</p>' for n, word in ((1, "ebb"), (2, "tide"))
    )
    text = f'<h1>Tide Rules</h1>{paragraphs}<p>See <a href="#p1">there</a>.</p>'
    assert led(tmp_path, "rules.html", text) == [("there", "ok", "1", None)]
    assert led(tmp_path, "rules.html", text.replace("p1", "p7").replace("p2", "p8")) == []


def test_a_link_of_a_pdf_to_a_page_leads_to_its_number(tmp_path: Path) -> None:
    """On the page another rule is open above the one that is meant."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(400, 300))
    pages = (
        (("1 Harbour", 16), ("1.1 Quay", 12), ("A boat rests as 2.1 says.", 9), ("1.2 Crane", 12), ("It lifts.", 9)),
        (("Cranes rust slowly.", 9), ("2 Sea", 16), ("2.1 Anchor", 12), ("An anchor holds.", 9), ("It is iron.", 9)),
    )
    for number, lines in enumerate(pages):
        canvas.bookmarkPage(f"page{number}", fit="Fit")
        for place, (line, size) in enumerate(lines):
            canvas.setFont("Helvetica-Bold" if size > 9 else "Helvetica", size)
            canvas.drawString(40, 260 - 30 * place, line)
        if not number:
            canvas.linkRect("", "page1", (100, 195, 113, 212))
        canvas.showPage()
    canvas.save()
    assert led(tmp_path, "rules.pdf", out.getvalue()) == [("2.1", "ok", "2.1", None)]


def targets_of_links(text: str, tmp_path: Path) -> dict[str, tuple[str | None, str]]:
    """Return where each reference of a Markdown text leads, and its status, by what is printed."""
    (tmp_path / "tides.md").write_text(text, encoding="utf-8")
    with judge.open(corpus=[tmp_path]) as library:
        found = [one for one in export_of(library) if one["record"] == "reference"]
    return {one["text"]: (one["target"] and one["target"].partition(":")[2], one["status"]) for one in found}


def test_a_link_in_the_words_of_its_entry_goes_to_its_address(tmp_path: Path) -> None:
    """Two phases number their steps alike; the link says more than a number, and its address says which step it is."""
    step = '<a id="{}"></a>\n\n### 1.4 Each captain draws a chart\n\n{}\n\n'
    text = f"# Tides\n\n## Dawn\n\n{step.format('dawn', 'One.')}## Dusk\n\n{step.format('dusk', 'Two.')}"
    links = "## Notes\n\nSee [1.4 Each captain draws a chart](#dusk).\n"
    assert targets_of_links(text + links, tmp_path) == {"1.4 Each captain draws a chart": ("1.4-2", "ok")}


@pytest.mark.parametrize(("printed", "status"), [("3.c", "ok"), ("3.b", "dangling"), ("7.c", "dangling")])
def test_a_link_may_count_with_other_signs_than_its_entry(printed: str, status: str, tmp_path: Path) -> None:
    letters = "".join(f"### E.2.{one} Leg {one}\n\nSail on.\n\n" for one in "ab")
    inner = "".join(f'<a id="leg-{one}"></a>\n\n#### E.2.c.{one} Turn {one}\n\nTack.\n\n' for one in "abc")
    port = "".join(f"### 1.{one} Quay {one}\n\nRest. See 1.a.\n\n" for one in "abcd")
    text = f"# Tides\n\n## 1 Port\n\n{port}## E.1 Start\n\nMind point [{printed}](#leg-c).\n\n## E.2 Legs\n\n{letters}"
    assert targets_of_links(f"{text}### E.2.c Leg c\n\nTurn.\n\n{inner}", tmp_path)[printed][1] == status
