"""Samples of lines: what a line has in common with others that are printed alike.

A sample means all lines of its form: its heading level, its emphasis, the shape of its number and what is after that,
or the sign that ends its title. `…` means any words.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import NamedTuple

from judge.reading.grammar.features import DocumentFeatures, LineFeatures
from judge.reading.grammar.line_forms import Candidate

ANYTHING = re.compile(r"\s*(?:…|\.\.\.)\s*$")
MARKED = re.compile(r"(?P<hashes>#{1,6})\s+|[-*•+]\s+(?!\*)")
STRESSED = re.compile(r"(?P<sign>\*\*|__)(?P<inside>.+?)(?P=sign)")
LEVEL = r"(?:\d{1,4}[A-Za-z]?|[A-Za-z]{1,4})"
NUMBER = re.compile(
    rf"(?P<before>(?:[^\W\d_]{{2,20}}\s+|§{{1,2}}\s?|[(\[]|[A-Z]{{1,4}}[-. ]?)?)"
    rf"(?P<number>\d{{1,4}}[A-Za-z]?(?:[.\-–/:]{LEVEL}(?![^\W\d_]))*|(?:[A-Za-z]|[IVXLC]+|[ivxlc]+)(?=[.)\]:]))"
    r"(?P<end>[.)\]:]*(?:\s*[-–—:](?=\s|$))?)(?=\W|$)"
)
"""`2-4-1.`, `Section 1:`, `§ 3`, `7 - `, `(a)`: what is before a number, the number, what is after it."""
SIGN = re.compile(r"(?P<title>[^\s–—:;|=!?][^–—:;|=!?\n]{0,70}?)\s*(?P<sign>[:：;|=→]|\s[–—-]{1,2}(?=\s))\s*")
"""`Ferry: …`, `Ferry; …`, `Ferry – …`: words before a sign."""


class NumberForm(NamedTuple):
    """How a number is printed."""

    before: str
    levels: tuple[str, ...]
    signs: tuple[str, ...]
    """Between its levels."""
    end: str
    """Right after it."""


class LineForm(NamedTuple):
    """What two lines have in common that are printed alike."""

    level: int
    """Of a heading."""
    bold: bool
    """Its number, the words before its sign, or all of it, where it has neither."""
    number: NumberForm | None
    sign: str = ""
    """What ends its title, before its text."""
    rest: str = ""
    """The case of the words after its number, where a sample has some."""


def form_of(value: str, level: int, bold: int, *, is_open: bool = False) -> LineForm:
    """Return the form of a line.

    Args:
        value: its words, without marks of emphasis.
        level: that of a heading.
        bold: where the bold words end with which it begins.
        is_open: whether any words may follow.
    """
    found = NUMBER.match(value)
    if found:
        number = found["number"]
        levels = tuple(_style(one) for one in re.split(r"[.\-–/:]", number))
        signs = tuple(re.findall(r"[.\-–/:]", number))
        form = NumberForm(" ".join(found["before"].casefold().split()), levels, signs, "".join(found["end"].split()))
        rest = "" if is_open else _case(value[found.end() :])
        return LineForm(level, bold >= found.end("number") > 0, form, rest=rest)
    titled = SIGN.match(value)
    if titled and (is_open or value[titled.end() :].strip()):
        return LineForm(level, bold >= titled.end("title"), None, sign=titled["sign"].strip().replace("：", ":"))
    return LineForm(level, 0 < len(value) - 1 <= bold, None)


def _style(level: str) -> str:
    """Return how one level of a number is printed: digits, letters, digits with a letter."""
    return re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", re.sub(r"\d+", "1", level)))


def _case(text: str) -> str:
    letter = next((char for char in text if char.isalpha()), "")
    return "lower" if letter.islower() else "upper" if letter else ""


class Sample:
    """A line as a person writes it: Markdown, `…` for any words."""

    def __init__(self, printed: str) -> None:
        """Find its form."""
        self.printed = printed
        bare = printed.strip()
        marked = MARKED.match(bare)
        level = len(marked["hashes"] or "") if marked else 0
        bare = bare[marked.end() :] if marked else bare
        opened = ANYTHING.search(bare.replace("**", ""))
        stressed = STRESSED.match(bare)
        bold = len(stressed["inside"]) if stressed else 0
        self.value = STRESSED.sub(lambda found: found["inside"], bare)
        self.is_open = opened is not None
        words = ANYTHING.sub(" ", self.value)
        self.words = words
        self.form = form_of(words, level, min(bold, len(words)) if words.strip() else 0, is_open=self.is_open)
        if not words.strip() and stressed:
            self.form = self.form._replace(bold=True)

    @property
    def is_words(self) -> bool:
        """Whether it has no form of its own: nothing but words, which mean themselves."""
        form = self.form
        return bool(self.words.strip()) and not (form.level or form.bold or form.number or form.sign)

    @property
    def has_text(self) -> bool:
        """Whether it has words beside its number or the title before its sign."""
        found = NUMBER.match(self.words) if self.form.number else SIGN.match(self.words) if self.form.sign else None
        return bool(self.words[found.end() if found else 0 :].strip())

    def is_line(self, line: LineFeatures) -> bool:
        """Tell whether it is this very line, or how it begins."""
        own, other = " ".join(self.words.split()), " ".join(line.value.split())
        return own == other or (self.is_open and self.is_words and other.startswith(own))

    def is_beginning(self, line: LineFeatures) -> bool:
        """Tell whether a line begins with its words."""
        own, other = " ".join(self.words.split()), " ".join(line.value.split())
        return other.startswith(own) and not other[len(own) : len(own) + 1].isalnum()

    def fits(self, line: LineFeatures, ease: int = 0) -> bool:
        """Tell whether a line has its form.

        Args:
            line: the line.
            ease: 0 where all must agree; 1 whatever emphasis and level the line has; 2 whatever is after its number.
        """
        own, other = self.form, _line_form(line)
        if own.number:
            if not other.number or (own.rest and own.rest != other.rest):
                return False
            if ease < 2:
                alike = own.number == other.number
            else:
                alike = own.number._replace(end="") == other.number._replace(end="")
            return alike and (ease > 0 or (own.level, own.bold) == (other.level, other.bold))
        if own.sign:
            return own.sign == other.sign and (ease > 0 or (own.level, own.bold) == (other.level, other.bold))
        if own.level:
            return own.level == other.level
        return own.bold and not own.level and line.bold


def _line_form(line: LineFeatures) -> LineForm:
    return form_of(line.value, line.level, len(line.value) if line.bold else line.lead)


def sample_of(line: LineFeatures, *, whole: bool = False) -> str:
    """Return a sample that means the lines of the form of a line.

    Args:
        line: the line.
        whole: whether all its words are wanted, up to a length, because the line itself is meant.
    """
    value = line.value
    numbered, titled = NUMBER.match(value), SIGN.match(value)
    end = numbered.end() if numbered else titled.end() if titled else len(value)
    bold = line.bold or line.lead >= end
    if whole or end >= len(value.rstrip()) or not (numbered or titled):
        cut = value[:LONGEST_SAMPLE].rpartition(" ")[0] if len(value) > LONGEST_SAMPLE else ""
        value, more = (cut, " …") if cut else (value, "")
    else:
        value, more = value[:end].rstrip(), " …"
    hashes = "#" * line.level + " " if line.level else ""
    return f"{hashes}**{value}**{more}" if bold and not line.level else f"{hashes}{value}{more}"


def recurring(
    features: DocumentFeatures, candidates: Mapping[int, list[Candidate]], begun: Container[int], *, is_plain: bool
) -> list[str]:
    """Return samples of the forms that several lines have that begin nothing: the most frequent first.

    Args:
        features: the lines.
        candidates: what may begin in them.
        begun: the places in which something begins.
        is_plain: whether nothing was recognised; then words before a sign may be samples as well.
    """
    found: dict[object, list[LineFeatures]] = {}
    for place, line in enumerate(features.lines):
        if place in begun or line.listed or not line.starts or line.piece.kind == "table":
            continue
        for look in {one.look for one in candidates.get(place, ()) if is_plain and one.form == "line" and place}:
            found.setdefault(look, []).append(line)
        form = _line_form(line)._replace(rest="")
        telling = form.number is not None and (len(form.number.levels) > 1 or form.bold or form.level)
        if telling or (is_plain and (form.number or form.sign or form.bold)):
            found.setdefault(form, []).append(line)
    several = [own for own in found.values() if len(own) >= (SEVERAL if is_plain else 2)]
    return [sample_of(own[0]) for own in sorted(several, key=len, reverse=True)]


SEVERAL = 3
"""Lines of a form in a text in which nothing was recognised, from which that form is proposed."""
LONGEST_SAMPLE = 60
"""Characters of a sample that is proposed; more of a line says no more of its form."""
