"""Answers of any format are content, however often they come again; frames of pages are not, where there are pages."""

import io

import pytest
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from judge.core.diagnostics import Report
from judge.reading.document_reader import read_manuscript
from judge.reading.opening import Hints, read_document_file
from tests.word_files import docx_of, paragraph

ASKED = ("May I sail at night?", "Does fog stop a ferry?", "Can two boats moor at one buoy?", "May a pilot sleep?")
FILLER = "".join(f"The {word} of the harbour is long, and nobody minds.\n" for word in "abcdefghijkl")


def answers(data: bytes, name: str) -> list[str]:
    """Read a file; return what is below each question."""
    source = read_document_file(data, Report(), Hints(name))
    found = read_manuscript(source, Report()).sheet.drafts
    return ["|".join(block.text for block in draft.blocks) for draft in found if draft.kind == "qa"]


def written(form: str, answer: str = "Yes.", head: str = "") -> bytes:
    """Write four questions, each with its place in the list, and one answer for them all."""
    return (head + "".join(form.format(n=n, q=q, a=answer) for n, q in enumerate(ASKED))).encode()


WORD = "".join(
    paragraph(q, '<w:pStyle w:val="Heading2"/>') + f'<w:bookmarkStart w:id="{n}" w:name="q{n}"/>' + paragraph("Yes.")
    for n, q in enumerate(ASKED)
)


@pytest.mark.parametrize(
    ("name", "data", "answer"),
    [
        ("faq.md", written('<a name="{n}"></a>\n\n**Q: {q}**\n\n{a}\n\n', head="# Harbour FAQ\n\n"), "Yes."),
        ("faq.md", written('<a name="{n}"></a>\n### {q}\n\n**A.** {a}\n\n', head="# Harbour FAQ\n\n"), "Yes."),
        ("faq.md", written('### {q}\n<a name="{n}"></a>\n\n**{a}**\n\n', head="# Harbour FAQ\n\n"), "Yes."),
        ("faq.md", written("### {q}\n\n{n}\n\n", head="# Harbour FAQ\n\n"), ""),
        ("faq.html", written('<h3 id="{n}">{q}</h3><p>{a}</p>\n', head="<h1>Harbour FAQ</h1>\n"), "Yes."),
        ("faq.html", written("<h3>{q}</h3><p>{n}</p>\n", head="<h1>Harbour FAQ</h1>\n"), ""),
        ("faq.txt", written("[{n}]\n{q}\n\n{a}\n\n", "No.", head="Harbour FAQ\n\n"), "No."),
        ("faq.txt", written("*** {n} ***\nF: {q}\nAntwort: {a}\n\n", "Nein.", head="Harbour FAQ\n\n"), "Nein."),
        (
            "faq.txt",
            written("- {n} -\n\nQ: We wonder about this: {q}..\n\n{a}\n\n", "No.", head="Harbour FAQ\n\n"),
            "No.",
        ),
        ("faq.docx", docx_of(paragraph("Harbour FAQ") + WORD), "Yes."),
    ],
)
def test_equal_and_short_answers_are_kept(name: str, data: bytes, answer: str) -> None:
    assert answers(data, name) == [answer or str(n) for n in range(len(ASKED))]


@pytest.mark.parametrize("label", ["A: ", "Answer: ", "Antwort: ", "Réponse: ", ""])
def test_an_answer_at_the_end_of_a_page_is_kept_and_the_running_head_is_not(label: str) -> None:
    pages = "\f".join(
        f"Book of the Harbour\n\nQ: Does it sink in sea {sea}?\n\n{label}Yes.\n\n{FILLER}\n"
        f"Q: Does it swim in sea {sea}?\n\n{label}Yes.\n"
        for sea in "rstuv"
    )
    found = answers(pages.encode(), "faq.txt")
    assert sum(one.count("Yes.") for one in found) == 10
    assert "Book of the Harbour" not in "".join(found[1:])


@pytest.mark.parametrize("feed", ["\f", "\n\f\n", "<|page_break|>\n"])
@pytest.mark.parametrize(
    ("asking", "label", "answer"),
    [
        ("Q: ", "A: ", "It may, {n} times."),
        ("Q: ", "A: ", "Yes."),
        ("Q. ", "A. ", "No."),
        ("Q: ", "", "It may at {n}."),
    ],
)
def test_a_running_head_below_the_question_that_ends_a_page_answers_nothing(
    feed: str, asking: str, label: str, answer: str
) -> None:
    told = [answer.format(n=n) for n, _ in enumerate(ASKED)]
    above = ["The book begins.", *(label + one for one in told)]
    below = [*(asking + one for one in ASKED), ""]
    pages = (f"Book of the Harbour\n{first}\n{last}\n" for first, last in zip(above, below, strict=True))
    assert answers(feed.join(pages).encode(), "faq.txt") == told


@pytest.mark.parametrize("foot", ["Page {n} of 5", "=== PAGE {n} ===", "- {n} -"])
def test_markdown_that_was_printed_loses_the_frames_of_its_pages(foot: str) -> None:
    pages = "".join(
        f"Book of the Harbour\n\n### May I sail in sea {n}?\n\n{FILLER}\n\n{foot.format(n=n)}\n\n" for n in range(1, 6)
    )
    found = "".join(answers(f"# Harbour FAQ\n\n{pages}".encode(), "faq.md"))
    assert "nobody minds" in found
    assert not {"Book", "of 5", "PAGE", "- 3 -"} & {word for word in ("Book", "of 5", "PAGE", "- 3 -") if word in found}


@pytest.mark.parametrize(
    ("first", "is_kept"),
    [
        ("Q: May I sail at night?", True),
        ("Q. May I sail in sea {n}?", True),
        ("Frage 2: Darf ich segeln?", True),
        ("May I sail at night?", False),
        ("Question time of the harbour", False),
    ],
)
def test_a_labelled_question_is_no_running_head_and_other_first_lines_of_pages_are(
    first: str, *, is_kept: bool
) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A5)
    for number in range(1, 6):
        canvas.drawString(40, A5[1] - 20, first.format(n=number))
        for line in range(8):
            canvas.drawString(40, A5[1] - 100 - 14 * line, f"Line {line} of sea {number} goes on to its end")
        canvas.showPage()
    canvas.save()
    pages = (f"{first.format(n=n)}\n\n{FILLER}\nThis is the end of page {n * n}.\n" for n in range(1, 6))
    for data, name in ((out.getvalue(), "faq.pdf"), ("\f".join(pages).encode(), "faq.txt")):
        text = " ".join(piece.value for piece in read_document_file(data, Report(), Hints(name)).pieces)
        on_first = int(name == "faq.txt")  # no break is before the first page of a text
        assert text.count(first.partition(" {n}")[0]) == (5 if is_kept else on_first)


def test_a_cell_of_a_table_is_not_a_page_number() -> None:
    rows = "".join(f"| {n} | It may sail. |\n" for n in range(1, 6))
    found = read_document_file(f"# Tides\n\n| Tide | Rule |\n| --- | --- |\n{rows}".encode(), Report(), Hints("a.md"))
    assert sum(piece.kind == "table" for piece in found.pieces) == 6
