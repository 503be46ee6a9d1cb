"""HTML: the content of a page with its levels, addresses and links, whoever wrote it and however it is nested."""

import html
from collections.abc import Sequence
from pathlib import Path

import pytest

import judge
from judge.core.diagnostics import Code, Report
from judge.opened_library import Library
from judge.reading.formats.html_tree import TextNode, parse_html
from judge.reading.opening import Hints, read_document_file
from judge.reading.text.manuscript import Manuscript, Piece
from tests.reading.formats.published import Section, assert_read, book, entries_of, records
from tests.support import thorough_but, write_collection


def read(text: str, name: str = "page.html") -> Manuscript:
    """Read a page."""
    return read_document_file(text.encode(), Report(), Hints(name))


def pieces(body: str) -> list[Piece]:
    """Return the pieces of a page with this body."""
    return list(read(f"<!doctype html><body>{body}</body>").pieces)


def looks(body: str) -> list[tuple[str, int, str]]:
    """Return kind, level and words of each piece."""
    return [(piece.kind, piece.level, piece.value) for piece in pieces(body)]


def page_of(sections: Sequence[Section], glue: str = "\n") -> str:
    """Print a book as a page, with a navigation and a frame around it."""
    links = "".join(f'<li><a href="#s{number}">{one.title}</a></li>' for number, one in enumerate(sections))
    parts = ["<!doctype html><html><head><title>Tides</title><style>p{color:red}</style></head><body>"]
    parts += ["<header>Menu of the <b>site</b></header>", f"<nav><ul>{links}</ul></nav>", "<main><h1>Tidal Rules</h1>"]
    for number, section in enumerate(sections):
        parts.append(f'<h{section.level + 1} id="s{number}">{section.title}</h{section.level + 1}>')
        for one in section.paragraphs:
            text = html.escape(one.text)
            if one.cites is not None:
                title = sections[one.cites].title
                text = text.replace(title, f'<a href="#s{one.cites}">{title}</a>')
            parts.append(f"<ul><li>{text}</ul>" if one.bullet else f"<p>{text}</p>")
    return glue.join(
        [*parts, "</main>", "<footer>Printed by nobody</footer><script>let x = '<p>no</p>'</script></body></html>"]
    )


@pytest.mark.parametrize("glue", ["\n", " ", ""])
@pytest.mark.parametrize("seed", thorough_but(1, range(4)))
def test_a_page_is_read_as_it_was_written(seed: int, glue: str, tmp_path: Path) -> None:
    """A minified page is one line, and reads like one of many."""
    sections = book(seed)
    assert_read(records(tmp_path, "page.html", page_of(sections, glue).encode()), sections, 0.01)


def test_lines_are_those_of_the_file_and_every_one_is_named(tmp_path: Path) -> None:
    text = page_of(book(7))
    found = records(tmp_path, "page.html", text.encode())
    named = {
        line
        for one in found
        if one["record"] in ("entry", "furniture")
        for first, last in [*one["lines"], *(span for block in one.get("blocks", ()) for span in block["lines"])]
        for line in range(first, last + 1)
    }
    lines = text.split("\n")
    assert named == {number for number, line in enumerate(lines, 1) if line.strip()}
    for entry in entries_of(found).values():
        assert entry["title"] in lines[entry["lines"][0][0] - 1]
    reasons = {one["reason"]: one["lines"] for one in found if one["record"] == "furniture"}
    last = len(lines)
    assert reasons == {"mark-up": [[last - 1, last - 1]], "contents": [[3, 3]], "page frame": [[1, 2], [last, last]]}


def test_headings_lists_definitions_and_tables_keep_their_looks() -> None:
    found = pieces(
        "<h2>Sails</h2><p>One<br>two <b>three</b></p><ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul>"
        "<ol start=3><li>e</ol><dl><dt>Keel<dd>It floats.</dl><table><tr><th>Wind<th>Sail<tr><td>low<td>full</table>"
    )
    assert [(piece.kind, piece.level, piece.value) for piece in found] == [
        ("heading", 2, "Sails"),
        ("paragraph", 0, "One\ntwo three"),
        ("bullet", 0, "a"),
        ("bullet", 1, "b"),
        ("bullet", 0, "c"),
        ("paragraph", 0, "d"),
        ("bullet", 0, "e"),
        ("paragraph", 0, "Keel"),
        ("paragraph", 0, "It floats."),
        ("table", 0, "Wind | Sail"),
        ("table", 0, "low | full"),
    ]
    assert (found[6].mark, found[7].bold, found[9].is_head) == ("3.", True, True)
    assert [cell.value for cell in found[10].cells] == ["low", "full"]


LOOKS = {
    "a table that lays out a page": (
        "<table><tr><td><h2>Sails</h2><p>Hoist.</p><td><h2>Keels</h2><p>Sink.</p></table>",
        [("heading", 2, "Sails"), ("paragraph", 0, "Hoist."), ("heading", 2, "Keels"), ("paragraph", 0, "Sink.")],
    ),
    "what no reader of the page sees": (
        (
            "<nav><a href=/>Home</a></nav><div class='site-menu'><a href=/a>A</a> <a href=/b>B</a></div><p hidden>x</p>"
            "<p style='display: none'>y</p><form>Search <input></form><noscript>z</noscript><p>Hoist.</p>"
            "<svg><text>q</text></svg>"
        ),
        [("paragraph", 0, "Hoist.")],
    ),
    "lists and headings of a word processor": (
        (
            "<p class=MsoTitle style='mso-outline-level:1'>Harbour<o:p></o:p></p>"
            "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>"
            "<![if !supportLists]>·<span>&nbsp;&nbsp; </span><![endif]>"
            "Hoist the sail.<o:p/></p><p class=MsoNormal><b>Keel</b> down.</p>"
        ),
        [("heading", 1, "Harbour"), ("bullet", 0, "Hoist the sail."), ("paragraph", 0, "Keel down.")],
    ),
    "pages one after the other, as a converter of PDFs writes them": (
        "2024-09-01\n<!DOCTYPE html><p>Sails\n<table><tr><td>Keel</table>\n<!DOCTYPE html>\n<body><p>Masts",
        [("paragraph", 0, text) for text in ("2024-09-01", "Sails", "Keel", "Masts")],
    ),
    "words that have places, whichever comes first": (
        "".join(
            f"<p style='position:absolute;top:{y}px;left:{x}px;font-size:{size}px'>{words}</p>"
            for x, y, size, words in (
                *((99, 84, 11, "ULES "), (90, 80, 16, "R"), (140, 212, 16, "Late Arrival "), (90, 212, 16, "3.2")),
                *((90, 240, 16, "A late ship pays "), (210, 240, 16, "two "), (90, 262, 16, "coins.")),
            )
        ),
        [("paragraph", 0, text) for text in ("RULES", "3.2 Late Arrival", "A late ship pays two coins.")],
    ),
    "places in other units, and in what has a place itself": (
        "<div style='width:600pt;height:800pt;font-size:10pt'><div style='position:absolute;top:10%;left:6em'>"
        + "".join(
            f"<p style='position:absolute;top:{place}'>{words}</p>"
            for place, words in {
                **{"0;left:5em": "Late Arrival", "40pt;left:0": "Ships", "40pt;left:4em": "pay.", "0;left:0": "3.2"},
                "-.4in;left:1%": "RULES",
            }.items()
        ),
        [("paragraph", 0, text) for text in ("RULES", "3.2 Late Arrival", "Ships pay.")],
    ),
    "steps between misnested tags": (
        "<ol><strong><li>Hoist.</strong> Sails.</li>\n<strong><li>Row.</strong></li></ol>",
        [("bullet", 0, "Hoist. Sails."), ("bullet", 0, "Row.")],
    ),
    "a date below the title of a document": (
        "<h1>Harbour Rules</h1><p>4 May 2007</p><p>Ships hoist their sails.</p><h2>Keels</h2><p>They sink.",
        [
            ("heading", 1, "Harbour Rules"),
            ("paragraph", 0, "4 May 2007"),
            ("paragraph", 0, "Ships hoist their sails."),
            ("heading", 2, "Keels"),
            ("paragraph", 0, "They sink."),
        ],
    ),
}
"""Bodies of pages, and kind, level and words of their pieces."""


@pytest.mark.parametrize("name", LOOKS)
def test_a_page_is_read_as_its_readers_see_it(name: str) -> None:
    body, found = LOOKS[name]
    assert looks(body) == found


def test_emphasis_struck_and_inserted_words_are_marks() -> None:
    (piece,) = pieces(
        "<style>.c1{font-weight:700}.c2,.c3{color:#000;display:none}</style><p class='c0 c3'>gone</p><p>a <i>b</i> "
        "<b>c</b> <del>d</del> <ins>e</ins> <span style='text-decoration:line-through'>f</span> <span class=c1>g</span>"
    )
    kinds = ("em", "strong", "strike", "changed", "strike", "strong")
    read = [(piece.value[start:end], kind) for start, end, kind in piece.text.marks]
    assert read == list(zip("bcdefg", kinds, strict=True))


def test_addresses_go_on_working_and_links_into_the_page_are_references(tmp_path: Path) -> None:
    page = (
        "<html><head><link rel=canonical href='https://example.org/rules.html'></head><body><h1>Harbour Rules</h1>\n"
        "<a name='old'></a><h2>Sails</h2><p>They need <a href='rules.html#keel'>a keel</a>.</p>\n"
        "<h2 id=keel>Keels</h2><p id=deep>It goes <a href='#old'>up</a>, not "
        "<a href='other.html#keel'>away</a>.</p></body>"
    )
    found = records(tmp_path, "page.html", page.encode())
    entries = entries_of(found)
    assert entries["sails"]["anchors"] == ["old"]
    assert entries["keels"]["anchors"] == ["keel", "deep"]
    references = {one["text"]: one["target"] for one in found if one["record"] == "reference"}
    assert references == {"a keel": "page:keels", "up": "page:sails"}


NOTED = """<h1>Harbour Rules</h1><ol><li><a id=toc href="#r1">1</a></li></ol>
<h2 id=r1><a href="#toc">1</a> Sails</h2>
<p>1.1 They hang.<sup><a href="#fn1" id="at1">1</a></sup> They turn<a href="#n3" name="at3">[3]</a>.</p>
<p>1.2 They tear.<sup id="at:2"><a href="#fn:2">2</a></sup></p><hr>
<p id="fn1"><sup>1</sup> Not in the fog. <a href="#at1">back</a></p>
<div><ol><li id="fn:2"><p>Not at night.</p><p>Nor at noon.&#160;<a href="#at:2">↩</a></p></li></ol></div>
<p><a href="#at3" name="n3">[3]</a> Nor by day.</p>
<h2>2 Masts</h2>
<p id=r21>2.1 They are tall. See <a href="#r22">2.2</a>.</p>
<p id=r22>2.2 They are dear. See <a href="#r21">2.1</a>.</p>
"""


GOOGLE_MARK = '<sup><a href="#cmnt{0}" id="cmnt_ref{0}">[{1}]</a></sup>'
GOOGLE_COMMENT = (
    '<div class="c5"><p><a href="#cmnt_ref{0}" id="cmnt{0}">[{1}]</a><span>Is it {1}?</span></p>\n'
    "<p><span>Ann: no, never.</span></p></div>"
)
WORD_MARK = (
    '<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_{0}" name="_msoanchor_{0}">[A{0}]</a></span>'
)
WORD_COMMENT = (
    '<div style=\'mso-element:comment\'><div id="_com_{0}" class=msocomtxt><a name="_msocom_{0}"></a>\n'
    '<p class=MsoCommentText><a href="#_msoanchor_{0}">[A{0}]</a>Is it {1}?</p></div></div>'
)
FOOTNOTE = '<p><a href="#ftnt_ref1" id="ftnt1">[1]</a> Unless it leaks.</p>'
COMMENTED = {
    "google": "<h2>Mooring{0}</h2>\n<p>A boat{1} is tied<a href='#ftnt1' id='ftnt_ref1'>[1]</a>.{2}</p>",
    "rows": "<h2>Mooring</h2>\n<p>A boat is tied<a href='#ftnt1' id='ftnt_ref1'>[1]</a>.</p>\n"
    "<table><tr><td>Rope{0}</td><td>Two{1}{2}</td></tr></table>",
    "list": "<h2>Mooring</h2>\n<ul><li>A boat is tied<a href='#ftnt1' id='ftnt_ref1'>[1]</a>.\n{0}</li>"
    "<li>Ropes{1}{2}</li></ul>",
}


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize(("mark", "comment"), [(GOOGLE_MARK, GOOGLE_COMMENT), (WORD_MARK, WORD_COMMENT)])
@pytest.mark.parametrize("page", COMMENTED)
def test_comments_on_a_text_are_no_text(tmp_path: Path, page: str, mark: str, comment: str, *, lines: bool) -> None:
    """Those that Google Docs and Word export, wherever their marks are; footnotes stay."""
    names = list(enumerate("abc", 1))
    body = COMMENTED[page].format(*(mark.format(*one) for one in names))
    text = "\n".join([body, "<hr>", f"<div>{FOOTNOTE}</div>", *(comment.format(*one) for one in names)])
    plain = "\n".join([COMMENTED[page].format("", "", ""), "<hr>", f"<div>{FOOTNOTE}</div>"])
    text, plain = (one if lines else one.replace("\n", " ") for one in (text, plain))
    commented, bare = (records(tmp_path / name, "page.html", one.encode()) for name, one in (("a", text), ("b", plain)))
    shown, wanted = (
        [
            (one["title"], [(block["kind"], block["text"]) for block in one["blocks"]], one["anchors"])
            for one in read.values()
        ]
        for read in map(entries_of, (commented, bare))
    )
    assert shown == wanted
    assert ("note", "[1] Unless it leaks.") in shown[-1][1]
    aside = {one["reason"]: one["lines"] for one in commented if one["record"] == "furniture"}
    last = len(text.split("\n"))
    assert ("comment" in aside) is lines
    assert not lines or aside["comment"][-1][-1] == last


@pytest.mark.parametrize("name", ["sdfootnote1", "sdendnote1", "ftnt1", "cmntary"])
def test_notes_of_other_names_are_no_comments(tmp_path: Path, name: str) -> None:
    text = f'<h2>Rope</h2><p>It is tied<a href="#{name}sym" name="{name}anc"><sup>1</sup></a>.</p>\n'
    text += f'<div id="{name}"><p><a name="{name}sym" href="#{name}anc">1</a> Unless it leaks.</p></div>'
    (entry,) = entries_of(records(tmp_path, "page.html", text.encode())).values()
    assert ("note", "[1] Unless it leaks.") in [(one["kind"], one["text"]) for one in entry["blocks"]]


def test_what_a_mark_leads_to_and_that_leads_back_is_a_footnote(tmp_path: Path) -> None:
    """It is a note where its mark is, and neither is a reference; contents and rules that cite each other are not."""
    found = records(tmp_path, "page.html", NOTED.encode())
    blocks = {id: [(one["kind"], one["text"]) for one in entry["blocks"]] for id, entry in entries_of(found).items()}
    assert blocks["1.1"] == [
        ("text", "They hang.[1] They turn[3]."),
        ("note", "[1] Not in the fog."),
        ("note", "[3] Nor by day."),
    ]
    assert blocks["1.2"] == [("text", "They tear.[2]"), ("note", "[2] Not at night. Nor at noon.")]
    assert [one["target"] for one in found if one["record"] == "reference"] == ["page:2.2", "page:2.1"]


DEAD = """<!doctype html>
<html><head><link rel=canonical href="https://example.org/rules.html"></head>
<body><div id=frame>The harbour</div><nav><ul>
<li><a href="#sails">Sails</a>
<li><a href="#oar">Oars</a>
</ul></nav><main><h1>Harbour Rules</h1>
<h2 id=sails>Sails</h2>
<p>They need <a href="#keels">Keels</a>, see <a href="#mast">Masts</a>, and <a href="#frame">a harbour</a>.
<a href="#top">Up</a>, <a href="#">up</a>, <a href="#/route">on</a>, <a href="other.html#no">away</a>.</p>
<h2 id=keel>Keels</h2>
<p>Below <a href="https://example.org/rules.html#sail">Sails</a>.</p>
</main></body></html>
"""


def test_links_to_addresses_that_are_not_there_are_told(tmp_path: Path) -> None:
    with judge.open(corpus=[write_collection(tmp_path, **{"tide.html": DEAD})]) as library:
        found = [one for one in library.findings("tide") if one.code is Code.LINK_DEAD]
    assert [(one.line, one.column, one.level, one.suggestion) for one in found] == [
        (5, 1, "warning", None),
        (8, 1, "note", None),
        (8, 62, "warning", None),
        (11, 56, "warning", "#sails"),
    ]
    assert [one.message for one in found] == [
        "“Oars” in the table of contents points to #oar, which does not exist in this document",
        "“a harbour” points to #frame, which is outside the content of the page",
        "“Masts” points to #mast, which does not exist in this document",
        "“Sails” points to #sail, which does not exist in this document",
    ]


def test_a_link_with_a_number_that_no_entry_has_is_told_once(tmp_path: Path) -> None:
    """By its reference alone."""
    text = "# 1.0 Sails\n\nThey need [masts](#p1), see [1.7](#s17).\n\n# 2.0 Keels\n\nThey are [below](#10-sails).\n"
    with judge.open(corpus=[write_collection(tmp_path, tide_md=text)]) as library:
        found = [one.code for one in library.findings("tide") if one.level == "warning"]
    assert found == [Code.LINK_DEAD, Code.REFERENCE_DANGLING]


def test_a_page_in_another_encoding_says_so_itself() -> None:
    data = "<html><meta charset='iso-8859-2'><body><p>Źródło wiatru.</p></body></html>".encode("iso-8859-2")
    assert [piece.value for piece in read_document_file(data, Report()).pieces] == ["Źródło wiatru."]


def test_markdown_with_some_tags_stays_markdown() -> None:
    found = read("# Sails\n\n<div align='center'>\n\n## Keels\n\n</div>\n\nText.\n", "page.html").pieces
    assert [(piece.kind, piece.value) for piece in found if piece.kind != "rule"] == [
        ("heading", "Sails"),
        ("heading", "Keels"),
        ("paragraph", "Text."),
    ]


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("a<!-->b<!--->c<!--d--!>e", "abce"),
        ("a<![if !lists]>b<![foo]>c<![ ><?e?>e", "abce"),
        ("a<br>b<tr>c</br>e", "abce"),
        *((page, page) for page in ("a<b", "a<!-- b", "a<p")),
    ],
)
def test_words_are_text_and_comments_are_not(page: str, read: str) -> None:
    assert "".join(one.text for one in parse_html(page).below() if isinstance(one, TextNode)) == read


def test_each_word_keeps_its_line_wherever_it_is_moved() -> None:
    page = "<b>one\n<p>two</b\n>three\n<table><tr>\n<td>four<tr>\nfive</table>\nsix"
    found = {
        one.text.strip(): one for one in parse_html(page).below() if isinstance(one, TextNode) and one.text.strip()
    }
    lines = {word: one.line + one.text[: one.text.index(word)].count("\n") for word, one in found.items()}
    assert lines == {"one": 1, "two": 2, "three": 3, "four": 5, "five": 6, "six": 7}


def test_struck_words_are_shown_and_not_searched(tmp_path: Path) -> None:
    page = "<!doctype html><h1>Harbour Rules</h1><h2>Sails</h2><p>Hoist <s>halyards</s> canvas.</p><h2>Keels</h2><p>x"
    folder = write_collection(tmp_path / "in")
    (folder / "page.html").write_text(page)
    with Library([folder], cache=tmp_path / "cache") as library:
        assert [one.row.id for one in library.search("canvas")][:1] == ["page:sails"]
        assert not library.search("halyards")
        assert "halyards" in library.find("page:sails").blocks[0].text


DATED_RULINGS = [
    "<ul><li><time datetime=2007-05-04>5/4/2007</time> {0}<li><time datetime=2011-03-14>3/14/2011</time> {1}</ul>",
    "<p><strong>May 4, 2007</strong> {0}</p><p><strong>March 14, 2011</strong> {1}</p>",
    "<dl><dt>4 May 2007</dt><dd>{0}</dd><dt>14 March 2011</dt><dd>{1}</dd></dl>",
    "<div><p class=date>2007-05-04</p><p>{0}</p></div><div><p class=date>2011-03-14</p><p>{1}</p></div>",
    "<ul><li><p>2007-05-04</p><p>{0}</p></li><li><p>2011-03-14</p><p>{1}</p></li></ul>",
    "<article><header>2007-05-04</header><p>{0}</p></article><article><header>2011-03-14</header><p>{1}</p></article>",
    "<blockquote>{0}<footer>4 May 2007</footer></blockquote><blockquote>{1}<footer>14 March 2011</footer></blockquote>",
]
CARDS = {
    "Grey Anchor": ("It holds two barges.", "The keel may not turn again."),
    "Old Barge": ("It carries one lantern.", "The crew draws a card."),
    "Swift Ferry": ("It leaves at dawn.", "The oar counts as a sail."),
    "Tall Jetty": ("It guards the inlet.", "The net lifts nothing."),
}


@pytest.mark.parametrize("form", DATED_RULINGS)
def test_a_date_set_apart_is_that_of_the_ruling_that_it_is_with(form: str, tmp_path: Path) -> None:
    body = "".join(f"<h2>{name}</h2>\n{form.format(*texts)}\n" for name, texts in CARDS.items())
    page = f"<!doctype html><h1>Harbour Rulings</h1>\n{body}"
    found = {one["title"]: one for one in records(tmp_path, "page.html", page.encode()) if one["record"] == "entry"}
    for name, texts in CARDS.items():
        read = [(one["text"], one["date"]) for one in found[name]["blocks"] if one["kind"] == "ruling"]
        assert read == [(texts[0], "2007-05-04"), (texts[1], "2011-03-14")]


def test_formats_that_never_end_make_no_page_that_never_ends() -> None:
    """Browsers begin all of them again in every paragraph, here 16 million elements."""
    page = "".join(f"<b id=i{number}>keel {number}<p>" for number in range(4_000))
    assert sum(1 for _ in parse_html(page).below()) < 400_000
