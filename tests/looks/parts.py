"""The parts of a document that are not numbered rules: glossary, questions, errata, plain text."""

from collections.abc import Callable

from tests.looks.pen import Pen, Row
from tests.looks.words import alphabetical

Writer = Callable[[Pen, int], None]
TERMS, QUESTIONS, ERRATA = 12, 7, 6


def table(pen: Pen, head: list[str], rows: list[tuple[int, list[str]]]) -> None:
    """Write a table whose rows are units; their titles stand in the first cell."""
    pen.blank(firm=True)
    if pen.markdown:
        pen.free(f"| {' | '.join(head)} |")
        pen.free("|" + " --- |" * len(head))
        for unit, cells in rows:
            pen.begin(unit, f"| {' | '.join(cells)} |", wraps=False)
    else:
        all_rows = [head, *(cells for _, cells in rows)]
        widths = [max(len(cells[n]) for cells in all_rows) + 3 for n in range(len(head))]
        lines = ["".join(map(str.ljust, cells, widths)).rstrip() for cells in all_rows]
        pen.free(lines[0])
        for (unit, _), line in zip(rows, lines[1:], strict=True):
            pen.begin(unit, line, wraps=False)
    pen.blank(firm=True)


def term_line(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term in a line of its own, its text below it."""
    pen.blank(firm=True)
    pen.begin(unit, title, wraps=False)
    pen.go_on(unit, text)
    pen.blank(firm=True)


def term_bold_line(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term in bold or in capitals in a line of its own."""
    term_line(pen, unit, f"**{title}**" if pen.markdown else title.upper(), text)


def term_bold_colon(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term in bold or in capitals before its text."""
    pen.begin(unit, f"**{title}**: {text}" if pen.markdown else f"{title.upper()}: {text}")
    pen.blank()


def term_dash(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term, a dash and the text."""
    pen.begin(unit, f"{title} – {text}")
    pen.blank()


def term_colon(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term, a colon and the text."""
    pen.begin(unit, f"{title}: {text}")
    pen.blank()


def term_heading(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term as a heading."""
    pen.heading(unit, title, 2)
    pen.go_on(unit, text)
    pen.blank(firm=True)


def term_definition(pen: Pen, unit: int, title: str, text: str) -> None:
    """Write a term and its definition as in a definition list."""
    indent = ": " if pen.markdown else "    "
    pen.blank(firm=True)
    pen.begin(unit, title, wraps=False)
    pen.go_on(unit, indent + text, hang=" " * len(indent))
    pen.blank(firm=True)


TERM_FORMS: dict[str, Callable[[Pen, int, str, str], None]] = {
    "line": term_line,
    "bold-line": term_bold_line,
    "bold-colon": term_bold_colon,
    "dash": term_dash,
    "colon": term_colon,
    "heading": term_heading,
    "definition": term_definition,
}


def glossary(pen: Pen, parent: int) -> None:
    """Write terms in the order of the alphabet."""
    titles = sorted((pen.words.title(3) for _ in range(TERMS)), key=alphabetical)
    rows = []
    for title in titles:
        unit = pen.unit("term", title, parent)
        text = pen.words.sentence(4, 7) if pen.look.glossary == "table" else pen.words.text()
        pen.say(unit, text)
        if pen.look.glossary == "table":
            rows.append((unit, [title, text]))
        else:
            TERM_FORMS[pen.look.glossary](pen, unit, title, text)
    if rows:
        head = pen.words.label("term column")
        pen.units[rows[0][0]].aside = head.replace("|", " ")
        table(pen, head.split("|"), rows)


def questions(pen: Pen, parent: int) -> None:
    """Write questions and their answers."""
    asked, answered = pen.words.label("question"), pen.words.label("answer")
    bold = "**" if pen.markdown else ""
    forms: dict[str, tuple[str, str]] = {
        "q-a": (f"{asked}: {{1}}", f"{answered}: {{2}}"),
        "q1)": (f"{asked}{{0}}) {{1}}", f"{answered}: {{2}}"),
        "q1:": (f"{bold}{asked}{{0}}: {{1}}{bold}", f"{answered}{{0}}: {{2}}"),
        "q.": (f"{asked}. {{1}}", f"{answered}. {{2}}"),
        "bold": (f"{bold}{{1}}{bold}", "{2}"),
        "inline": (f"{bold}{asked}:{bold} {{1}}", f"{bold}{answered}:{bold} {{2}}"),
        "heading": ("{1}", "{2}"),
    }
    ask, answer = forms[pen.look.questions]
    apart = pen.draw.random() < 0.5
    for index in range(1, QUESTIONS + 1):
        question, text = pen.words.question(), pen.words.text()
        unit = pen.unit("qa", question, parent)
        pen.say(unit, text)
        pen.units[unit].aside = f"{asked} {answered} {asked}{index} {answered}{index}"
        if pen.look.questions == "heading":
            pen.heading(unit, question, 2)
        else:
            pen.begin(unit, ask.format(index, question, text))
            if apart:
                pen.blank()
        pen.go_on(unit, answer.format(index, question, text))
        pen.blank(firm=True)


def errata(pen: Pen, parent: int) -> None:
    """Write new wordings of cards."""
    word, rows = pen.words.label, []
    for _ in range(ERRATA):
        name = pen.words.title(3, capitals=True)
        short = pen.look.errata == "table"
        old, new = pen.words.sentence(3, 5), pen.words.sentence(3, 5) if short else pen.words.text()
        new = f"{old[: 2 * len(old) // 3].rstrip()}{pen.words.space}{new[:1].lower()}{new[1:]}"
        unit = pen.unit("card", name, parent)
        pen.units[unit].erratum = new
        pen.say(unit, new)
        labels = [word("erratum"), word("bracketed"), word("printed"), word("should read")]
        pen.units[unit].aside = " ".join([*labels, name, old if pen.look.errata in ("table", "printed") else ""])
        if short:
            rows.append((unit, [name, old, new]))
        else:
            _erratum(pen, unit, old, new)
    if rows:
        head = word("card columns")
        pen.units[rows[0][0]].aside += " " + head.replace("|", " ")
        table(pen, head.split("|"), rows)


def _erratum(pen: Pen, unit: int, old: str, new: str) -> None:
    form, name, word = pen.look.errata, pen.units[unit].title, pen.words.label
    pen.blank(firm=True)
    if form == "should-read":
        pen.begin(unit, f"{name} {word('should read')} “{new}”")
    elif form == "bracket":
        pen.begin(unit, f"{name}: [{word('bracketed')}] {new}")
    else:
        pen.begin(unit, f"**{name}**" if pen.markdown else str(name), wraps=False)
        if form == "lines":
            pen.go_on(unit, f"{word('erratum')}: {new}")
        else:
            label = word("should read")
            for row in (f"{word('printed')}: {old}", f"{label[0].upper()}{label[1:]}: {new}"):
                pen.blank() if pen.markdown else None
                pen.go_on(unit, row)
    pen.blank(firm=True)


def plain(pen: Pen, parent: int) -> None:
    """Write paragraphs under the heading of the part."""
    for _ in range(pen.draw.randint(2, 3)):
        pen.paragraph(parent, pen.words.text())


def footnote(pen: Pen, unit: int) -> None:
    """Put a footnote to the row written last."""
    number = len(pen.notes) + 1
    text = pen.words.sentence()
    row = next(row for row in reversed(pen.rows) if row.text)
    row.text += f"[^{number}]"
    pen.say(unit, text)
    pen.units[unit].aside += f" {number} {number}"
    pen.notes.append(Row(f"[^{number}]: {text}", unit))
