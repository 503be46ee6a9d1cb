"""The numbered rules of a document."""

from tests.looks.numbering import MARKS, SCHEMES, WORDED, count, marks_beneath, number_of
from tests.looks.parts import footnote
from tests.looks.pen import Pen

CHAPTERS = (3, 5)
SECTIONS = (2, 4)
RULES = (2, 3)
LOWER = 0.05
"""Share of the rules without a title that begin in lower case."""
CITING = 0.15
GAPS = {"markdown": (": ", " – ", " "), "text": (": ", " – ", " ", "\n")}
"""What stands between the number and the title of a chapter that has a word before its number."""


class Rules:
    """Writes numbered chapters, sections and rules."""

    def __init__(self, pen: Pen) -> None:
        """Take the look of a pen."""
        self.pen = pen
        self.scheme = SCHEMES[pen.look.scheme]
        self.depth = len(self.scheme.printed)
        gaps = GAPS[pen.look.format if pen.look.headings != "setext" else "markdown"]
        self.gap = pen.draw.choice(gaps) if self.top_word else " "
        self.indented = pen.draw.random() < 0.3
        self.share = 0.6 if self.depth < 4 else 0.4
        """Of the sections, how many have others beneath them."""
        self.running = 0
        self.last = ""

    @property
    def top_word(self) -> str:
        """The word before the number of a chapter, or nothing."""
        word = self.scheme.printed[0].partition(" ")[0]
        return word if word in WORDED else ""

    def write(self) -> int:
        """Write all chapters; return how many."""
        chapters = self.pen.draw.randint(*CHAPTERS)
        for chapter in range(1, chapters + 1):
            self.section((chapter,), None)
        return chapters

    def section(self, path: tuple[int, ...], parent: int | None) -> None:
        """Write a section and all beneath it."""
        pen, level = self.pen, len(path)
        shown, number = number_of(self.scheme, path, pen.words)
        run_in = pen.look.titles == "run-in" and level > 1
        title = pen.words.title() if self.titled(level) or run_in else None
        unit = pen.unit("section", title, parent, number)
        pen.units[unit].numbers = self.other_numbers(shown, number, path)
        deeper = level < self.depth and (level == 1 or pen.draw.random() < self.share)
        if (title and not run_in) or (level == 1 and self.top_word):
            self.heading(unit, shown, level)
            if not deeper or pen.draw.random() < 0.3:
                pen.paragraph(unit, pen.words.text(self.cited()))
        else:
            self.plain_rule(unit, shown, level)
        self.last = number if self.scheme.printed[level - 1].count("{") == level else self.last
        if pen.units[unit].text and pen.draw.random() < 0.2:
            self.extra(unit)
        if deeper:
            many = RULES if level > 1 else SECTIONS
            for index in range(1, pen.draw.randint(*many) + 1):
                self.section((*path, self.next_index(level, index)), unit)
        elif level > 1 and pen.look.marks != "none" and pen.draw.random() < 0.25:
            self.beneath(unit, marks_beneath(pen.look.scheme, pen.look.marks), "")

    def heading(self, unit: int, shown: str, level: int) -> None:
        """Write the heading of a section; the title of a chapter may stand below its number."""
        pen, title = self.pen, self.pen.units[unit].title
        gap = self.gap if level == 1 else " "
        whole = f"{shown}{gap}{title}" if title else shown
        pen.listed.append((level, whole.replace("\n", ": ")))
        if "\n" not in whole:
            pen.heading(unit, whole, level)
            return
        pen.heading(unit, shown, level)
        pen.rows.pop()
        above = pen.rows[-1].text
        pen.go_on(unit, above[: len(above) - len(above.lstrip())] + str(title), wraps=False)
        pen.blank(firm=True)

    def extra(self, unit: int) -> None:
        """Write an example or a footnote, if the look has them."""
        pen = self.pen
        if pen.look.extras == "quotes":
            label = pen.words.label("example")
            pen.units[unit].aside += f" {label}"
            text = pen.words.sentence()
            pen.say(unit, text)
            before = "> " if pen.markdown else ""
            pen.go_on(unit, f"{before}{label}: {text}", hang=before)
            pen.blank(firm=True)
        elif pen.look.extras == "footnotes" and pen.markdown:
            footnote(pen, unit)

    def next_index(self, level: int, index: int) -> int:
        """Return the count of a section; the chapters of a book's parts go on from part to part."""
        if self.top_word != "book" or level > 1:
            return index
        self.running += 1
        return self.running

    def titled(self, level: int) -> bool:
        """Tell whether a level has titles."""
        return level <= {"none": 0, "top": 1, "run-in": 1, "two": 2, "all": 9}[self.pen.look.titles]

    def cited(self) -> str:
        """Return the number of an earlier rule, now and then."""
        return self.last if self.pen.draw.random() < CITING else ""

    def other_numbers(self, shown: str, number: str, path: tuple[int, ...]) -> tuple[str, ...]:
        """Return other ways of writing a number: as it is printed, or behind the word of its chapter."""
        top = number_of(self.scheme, path[:1], self.pen.words)[0]
        whole = shown if self.scheme.printed[len(path) - 1].count("{") == len(path) or len(path) == 1 else number
        behind = f"{top} {number.partition('.')[2]}"
        if self.top_word == "book":
            return shown, behind, ".".join(map(str, path))
        return whole, behind

    def plain_rule(self, unit: int, shown: str, level: int) -> None:
        """Write a rule whose text stands behind its number, or behind its number and title."""
        pen = self.pen
        text = pen.words.text(self.cited())
        title = pen.units[unit].title
        if not title and pen.draw.random() < LOWER:
            text = text[0].lower() + text[1:]
        pen.say(unit, text)
        shown = shown + (f" {title}" if title else "")
        loud = pen.markdown and (bool(title) or pen.look.headings == "bold")
        end = "" if not title else "." if pen.markdown else ":"
        indent = "  " * (level - 1) if not pen.markdown and self.indented else ""
        pen.begin(unit, f"{indent}**{shown}{end}** {text}" if loud else f"{indent}{shown}{end} {text}", hang=indent)
        pen.blank()

    def beneath(self, parent: int, marks: list[str], indent: str) -> None:
        """Write what stands beneath a rule, under marks of its own."""
        pen = self.pen
        indent += "" if pen.markdown and not indent else "   "
        for index in range(1, pen.draw.randint(4, 5)):
            text = pen.words.sentence()
            if marks[0] == "bullets":
                pen.say(parent, text)
                bullet = "- " if pen.markdown else "• "
                pen.go_on(parent, f"{indent}{bullet}{text}", hang=indent + "  ")
                continue
            counter, printed = MARKS[marks[0]]
            mark = count(counter, index, pen.words)
            unit = pen.unit("section", None, parent, f"{pen.units[parent].number}{mark}")
            pen.units[unit].numbers = tuple(f"{number}{mark}" for number in pen.units[parent].numbers)
            pen.say(unit, text)
            pen.begin(unit, f"{indent}{printed.format(mark)} {text}", hang=indent + "   ")
            if len(marks) > 1 and index == 2:
                self.beneath(unit, marks[1:], indent)
        pen.blank()
