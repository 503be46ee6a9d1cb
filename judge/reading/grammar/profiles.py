"""What a person says of how one document is printed, by samples of its lines.

A profile is a constraint of the one search: its samples say which lines begin an item and which do not, which is below
which, and what stretches of the document hold. A sample means all lines of its form: its heading level, its
emphasis, the shape of its number and what is after that, or the sign that ends its title. `…` means any words.

Reads: the lines and their candidates. Writes: the candidates that may be, what is forced, and the stretches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from judge.core.numbering import exact_key
from judge.reading import front_matter
from judge.reading.grammar import prices
from judge.reading.grammar.constraints import FORMS_OF, TITLES, USUAL, Allowed, constrain, reweighed
from judge.reading.grammar.entry_tree import TERM_FORMS
from judge.reading.grammar.features import DocumentFeatures, LineFeatures, find_features
from judge.reading.grammar.line_forms import Candidate, Columns, orders_of
from judge.reading.grammar.search import Forced, Stretch
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.placing import file_line
from judge.reading.rulings.errata import ColumnRole

AS: dict[str, str] = {
    **{"rules": "outline", "terms": "glossary", "text": "plain", "questions": "questions", "rulings": "rulings"},
    **{"errata": "rulings", "leave-out": ""},
}
"""What a part may be read as, each with the dialect that it is; what is left out is none."""
COLUMNS: dict[str, ColumnRole] = {
    **{"name": "card", "card": "card", "old": "printed", "new": "should_read"},
    **{"date": "date", "source": "source", "author": "author"},
}
"""What a field is among the columns of a table of errata."""
LEFT_OUT = "left out by the profile"
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
COUNTING = ("number", "named", "numbered", "mark", "counted", "step")
"""Forms of items that begin with a number or a mark."""


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
"""Lines of a form in a text in which nothing was recognised, from which that form is proposed. Chosen, not fitted."""
LONGEST_SAMPLE = 60
"""Characters of a sample that is proposed; more of a line says no more of its form. Chosen, not fitted."""


@dataclass(frozen=True)
class ProfilePart:
    """What a stretch of a document is."""

    read_as: str
    """A key of `AS`."""
    begins: Sample | None = None
    ends: Sample | None = None
    """The line after the last one."""
    lines: tuple[int, int] | None = None
    """First and last line of the file."""
    term: str | None = None
    """A key of `TERM_FORMS`: how its names are printed."""

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        return f"the part from {self.begins.printed!r}" if self.begins else f"the part as {self.read_as!r}"


@dataclass(frozen=True)
class ReadingProfile:
    """What a person says of a document."""

    rule: tuple[Sample, ...] = ()
    never: tuple[Sample, ...] = ()
    levels: tuple[Sample, ...] = ()
    numbers: str = ""
    parts: tuple[ProfilePart, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    """What each column of a table has, by its folded head."""

    def __bool__(self) -> bool:
        """Tell whether it says anything of the search."""
        return bool(self.rule or self.never or self.levels or self.numbers or self.parts)

    @cached_property
    def heads(self) -> dict[str, ColumnRole]:
        """What each column of a table of errata has, by its head in lower case."""
        columns: dict[str, ColumnRole] = {"name": "card", "card": "card", "old": "printed", "new": "should_read"}
        columns |= {"date": "date", "source": "source", "author": "author"}
        return {
            " ".join(name.casefold().split()): columns[role] for role, name in self.fields.items() if role in columns
        }


def profile_of(row: Mapping[str, Any]) -> ReadingProfile:
    """Return what a table `[[document]]`, checked, says of the reading."""
    said = row.get("reading", {})
    rule, never, levels = (tuple(map(Sample, said.get(name, ()))) for name in ("rule", "never", "levels"))
    return ReadingProfile(
        rule,
        never,
        levels,
        numbers=said.get("numbers", ""),
        parts=tuple(map(_part, row.get("part", ()))),
        fields=row.get("fields", {}),
    )


def _part(said: Mapping[str, str]) -> ProfilePart:
    first, _, last = str(said.get("lines", "")).partition("-")
    begins, ends = (Sample(said[name]) if name in said else None for name in ("from", "to"))
    lines = (int(first), int(last or first)) if first else None
    return ProfilePart(said["as"], begins, ends, lines, said.get("term"))


class Unfit(NamedTuple):
    """What of a profile does not fit a document."""

    sample: str
    """As the person wrote it."""
    message: str


class Told(NamedTuple):
    """What a person's word leaves of a search."""

    candidates: Mapping[int, list[Candidate]]
    said: dict[int, Forced]
    allowed: Allowed | None
    unfit: tuple[Unfit, ...]


class Layout(NamedTuple):
    """The lines of a document, and which of them a person says what they are."""

    features: DocumentFeatures
    stretches: tuple[Stretch, ...]
    left_out: list[int]
    """Source lines that the person leaves out."""
    unfit: tuple[Unfit, ...]


def lay_out(manuscript: Manuscript, profile: ReadingProfile, *, is_cut: bool) -> Layout:
    """Look over a document, without the parts that a person leaves out.

    Args:
        manuscript: the text.
        profile: what the person says of it.
        is_cut: as for `find_features`.
    """
    features = find_features(manuscript, is_cut=is_cut)
    unfit: list[Unfit] = []
    stretches = list(_stretches(profile, features, unfit))
    gone = [one for one in stretches if one.read_as == "leave-out"]
    kept = [one for one in stretches if one not in gone]
    places = {place for one in gone for place in range(one.first, one.end)}
    lines = {at for n in places for at in range(features.lines[n].at, features.lines[n].text.last + 1)}
    if places:
        begun = [None if one.title is None else features.lines[one.title].at for one in kept]
        inside = [{features.lines[n].at for n in range(one.first, one.end) if n not in places} for one in kept]
        features = find_features(_without(manuscript, lines), is_cut=is_cut)
        kept = list(_moved(kept, begun, inside, features))
    features.numbers, features.columns = profile.numbers, profile.heads
    features.corrected = frozenset(
        features.lines[n].index for one in kept if one.read_as == "errata" for n in range(one.first, one.end)
    )
    return Layout(features, tuple(kept), sorted(lines), tuple(unfit))


def _without(manuscript: Manuscript, lines: set[int]) -> Manuscript:
    """Return a text without some of its lines."""
    kept = []
    for piece in manuscript.pieces:
        own = {place.line for place in piece.text.places}
        if not own & lines:
            kept.append(piece)
        elif own - lines:
            kept += [piece.with_text(part) for part in piece.text.by_line() if part and part.first not in lines]
    return replace(manuscript, pieces=tuple(kept), _found={})


def _moved(
    stretches: Iterable[Stretch],
    titles: Iterable[int | None],
    inside: Iterable[set[int]],
    features: DocumentFeatures,
) -> Iterator[Stretch]:
    """Yield stretches by their places among the lines that are left."""
    at = {line.at: place for place, line in reversed(list(enumerate(features.lines)))}
    for one, title, lines in zip(stretches, titles, inside, strict=True):
        places = [at[line] for line in lines if line in at]
        if places:
            yield one._replace(first=min(places), end=max(places) + 1, title=None if title is None else at.get(title))


def constrain_by(
    profile: ReadingProfile,
    layout: Layout,
    found: Mapping[int, list[Candidate]],
    named: str | None,
    columns: Columns,
) -> Told:
    """Return what a person's word leaves of a search.

    Args:
        profile: what the person says by samples.
        layout: the lines.
        found: all that may begin in each.
        named: the dialect that the person names.
        columns: whether they may run together.
    """
    allowed = None
    kept = dict(found)
    features, stretches = layout.features, layout.stretches
    if named:
        kept, allowed = constrain(found, features.lines, named, columns)
    unfit = list(layout.unfit)
    said: dict[int, Forced] = {}
    for stretch in stretches:
        _constrain_stretch(stretch, found, kept, features, said, unfit)
    if stretches:
        places = {place: FORMS_OF[AS[one.read_as]] for one in stretches for place in range(one.first, one.end)}
        usual = frozenset().union(*(USUAL[AS[one.read_as]] for one in stretches))
        base = allowed or Allowed(frozenset().union(*FORMS_OF.values()), frozenset(), {})
        allowed = base._replace(usual=base.usual | usual, within=places)
    if profile.levels:
        below = len(profile.levels)
        kept = {
            place: [replace(one, level=one.level + below) if one.level else one for one in own]
            for place, own in kept.items()
        }
    for place in _barred(profile, features, unfit):
        kept.pop(place, None)
    for level, one in enumerate(profile.levels, 1):
        _force((one,), level, profile, found, kept, features, said, unfit)
    for place, own in kept.items() if profile.numbers else ():
        if any(one.form == "counted" for one in own):
            said[place] = Forced(True)
    _force(profile.rule, 0, profile, found, kept, features, said, unfit)
    return Told(kept, {place: one for place, one in said.items() if place in kept}, allowed, tuple(unfit))


def _places(sample: Sample, features: DocumentFeatures) -> list[int]:
    """Return the places of the lines that a sample means; the strictest way in which any fits."""
    lines = [(place, line) for place, line in enumerate(features.lines) if not line.listed and line.value]
    own = [place for place, line in lines if sample.is_line(line)]
    if sample.is_words:
        return own
    for ease in range(3):
        fitting = [place for place, line in lines if line.begins and sample.fits(line, ease)]
        if fitting:
            return sorted({*fitting, *own})
    return own


def _barred(profile: ReadingProfile, features: DocumentFeatures, unfit: list[Unfit]) -> set[int]:
    """Return the places of the lines that begin nothing: those that begin with a sample's words, or have its form."""
    found: set[int] = set()
    for sample in profile.never:
        places = [n for n, line in enumerate(features.lines) if not line.listed and sample.is_beginning(line)]
        places = places if sample.has_text else _places(sample, features)
        if not places:
            unfit.append(Unfit(sample.printed, f"no line has the form of {sample.printed!r} in 'never'"))
        found.update(places)
    return found


def _force(
    samples: Iterable[Sample],
    level: int,
    profile: ReadingProfile,
    found: Mapping[int, list[Candidate]],
    kept: dict[int, list[Candidate]],
    features: DocumentFeatures,
    said: dict[int, Forced],
    unfit: list[Unfit],
) -> None:
    """Let the lines of samples begin items, of a level if one is given."""
    for sample in samples:
        places = _look_alikes(sample, found, features) if sample.is_words else _places(sample, features)
        if not places:
            key = "levels" if level else "rule"
            unfit.append(Unfit(sample.printed, f"no line has the form of {sample.printed!r} in '{key}'"))
        for place in places:
            line = features.lines[place]
            if any(_bars(one, line) for one in profile.never) and not (sample.is_line(line) and sample.has_text):
                continue
            own = _begun(sample, line, found.get(place, []))
            if own:
                level = level or max(one.level for one in kept.get(place, own))
                kept[place] = [replace(one, item=0.0, once=0.0, level=level, told=True) for one in own]
                said[place] = Forced(True)


def _bars(sample: Sample, line: LineFeatures) -> bool:
    """Tell whether a line begins nothing because of a sample of such lines."""
    return sample.is_beginning(line) if sample.has_text else sample.fits(line)


def _look_alikes(sample: Sample, found: Mapping[int, list[Candidate]], features: DocumentFeatures) -> list[int]:
    """Return the places of the short lines that look as the one does that a sample is."""
    own = [place for place, line in enumerate(features.lines) if sample.is_line(line) and not line.listed]
    looks = {one.look for place in own for one in found.get(place, ()) if one.form == "line"}
    alike = [place for place, some in found.items() if any(one.form == "line" and one.look in looks for one in some)]
    return sorted({*own, *alike})


def _begun(sample: Sample, line: LineFeatures, own: Iterable[Candidate]) -> list[Candidate]:
    """Return what a line begins that a sample means; where no form has it, the sample itself is one."""
    if sample.form.number:
        match = NUMBER.match(line.value)
        assert match
        counted = [
            one for one in own if one.form in COUNTING and one.number.strip("().") == match["number"].strip("().")
        ]
        if any(one.form in ("number", "named", "counted", "mark") for one in counted):
            return counted
        return [*counted, _numbered(line, match)] if match["number"][0].isdigit() else counted
    forms = LEAD_FORMS if sample.form.sign else TITLED_FORMS
    if sample.form.sign and not any(one.form in forms for one in own):
        return _leading(line)
    titled = [one for one in own if one.form in forms]
    return titled or [_titled(line)]


def _leading(line: LineFeatures) -> list[Candidate]:
    """Return what the words before a sign begin: before any sign, not before a colon and a dash alone."""
    match = SIGN.match(line.value)
    if not match:
        return []
    form, title = "dash" if match["sign"].strip()[0] in "–—-" else "colon", match["title"]
    look = (line.piece.kind == "bullet", line.piece.level, min(line.indent // 4, 3))
    return [
        Candidate(form, look, order, label, prices.TEXT[form], 0.0, end=len(title), rest=match.end())
        for order, label in orders_of(title)
    ]


LEAD_FORMS = ("colon", "dash", "bold lead", "definition")
TITLED_FORMS = ("heading", "bold", "line", "part", "asks", "question", "code", "print")


def _numbered(line: LineFeatures, match: re.Match[str]) -> Candidate:
    """Return the rule that begins with a number in a form of which nobody thought."""
    number = match["number"]
    key = exact_key(re.sub(r"[–/:]", ".", number))
    rest = match.end() + len(line.value[match.end() :]) - len(line.value[match.end() :].lstrip())
    titled = line.alone and front_matter.is_title(line.value[rest:])
    look = (len(key), bool(line.level), line.bold, match["end"])
    text = prices.TEXT["number"]
    counted = "number", look, "number", key, text, 0.0, rest
    return Candidate(*counted, number=number, level=line.level, titled=titled)


def _titled(line: LineFeatures) -> Candidate:
    """Return the title that a line is although nothing shows it."""
    look = ("alone" if line.alone else "above", line.value.isupper(), False, 0)
    return Candidate("line", look, "none", (), prices.TEXT["line"], 0.0, end=len(line.value))


def _stretches(profile: ReadingProfile, features: DocumentFeatures, unfit: list[Unfit]) -> Iterator[Stretch]:
    """Yield the parts of a profile that the document has, in their order, each with its places."""
    lines = features.lines
    for part in profile.parts:
        first, end, title = 0, len(lines), None
        if part.lines:
            inside = [n for n, line in enumerate(lines) if _is_within(line, part.lines, features.manuscript)]
            if not inside:
                unfit.append(Unfit(f"{part.lines[0]}-{part.lines[1]}", f"no text is in the lines of {part.name}"))
                continue
            first, end = inside[0], inside[-1] + 1
        if part.begins:
            title = title_place(part.begins, features, 0)
            if title is None:
                unfit.append(Unfit(part.begins.printed, f"no line is {part.begins.printed!r}, where a part begins"))
                continue
            first = title + 1
        if part.ends:
            after = title_place(part.ends, features, first)
            if after is None:
                unfit.append(Unfit(part.ends.printed, f"no line is {part.ends.printed!r}, where {part.name} ends"))
            end = len(lines) if after is None else after
        if part.read_as == "leave-out" and title is not None:
            first = title
        yield Stretch(first, end, part.read_as, title, part.term)


def _is_within(line: LineFeatures, span: tuple[int, int], manuscript: Manuscript) -> bool:
    return span[0] <= file_line(manuscript, line.at) <= span[1]


def title_place(sample: Sample, features: DocumentFeatures, start: int) -> int | None:
    """Return the first line that a sample is: the very words, the title after a number, or a line of its form."""
    wanted = front_matter.LEADING_NUMBER.sub("", front_matter.fold_title(sample.words))
    lines = [n for n, line in enumerate(features.lines) if n >= start and not line.listed and line.begins]
    tests: list[Callable[[LineFeatures], bool]] = [sample.is_line]
    if not sample.is_open:
        tests.append(lambda line: _folded(line) == front_matter.fold_title(sample.words))
        tests.append(lambda line: wanted != "" and front_matter.LEADING_NUMBER.sub("", _folded(line)) == wanted)
    elif not sample.is_words:
        tests.append(sample.fits)
    for test in tests:
        found = next((n for n in lines if test(features.lines[n])), None)
        if found is not None:
            return found
    return None


def _folded(line: LineFeatures) -> str:
    return front_matter.fold_title(line.value)


def _constrain_stretch(
    stretch: Stretch,
    found: Mapping[int, list[Candidate]],
    kept: dict[int, list[Candidate]],
    features: DocumentFeatures,
    said: dict[int, Forced],
    unfit: list[Unfit],
) -> None:
    """Leave in a stretch what is of its kind, and let its title and what comes after it be titles."""
    forms = FORMS_OF[AS[stretch.read_as]]
    named = TERM_FORMS[stretch.term] if stretch.term else None
    has_named = False
    above = features.lines[stretch.title].level if stretch.title is not None else 0
    levels = [features.lines[place].level for place in range(stretch.first, stretch.end)]
    deeper = max(0, above + 1 - min(filter(None, levels), default=above + 1)) if above else 0
    for place, line in enumerate(features.lines[stretch.first : stretch.end], stretch.first):
        own = reweighed(found[place], forms) if place in found else []
        own = [replace(one, level=one.level and one.level + deeper) for one in own if one.form in forms]
        if named:
            if line.begins and not any(one.form in named for one in own):
                own = [*own, *(one for one in _leading(line) if one.form in named)]
            own = [replace(one, item=0.0, text=prices.MARKED) if one.form in named else one for one in own]
            own = [one for one in own if one.form in named or one.form not in NAMING]
            has_named = has_named or any(one.form in named for one in own)
        kept.pop(place, None)
        if own:
            kept[place] = own
    if named and not has_named:
        what = f"nothing in the part as '{stretch.read_as}' is printed so"
        unfit.append(Unfit(stretch.term or "", f"term = '{stretch.term}': {what}"))
    for edge in (stretch.title, stretch.end if stretch.end < len(features.lines) else None):
        if edge is None:
            continue
        titled = [one for one in found.get(edge, ()) if one.form in TITLES or one.form in ("number", "named")]
        if titled or edge == stretch.title:
            titled = titled or [_titled(features.lines[edge])]
            kept[edge] = [replace(one, item=0.0, once=0.0, told=True) for one in titled]
            said[edge] = Forced(True)


NAMING = frozenset(("line", "bold", "bold lead", "colon", "dash", "cell", "definition"))
"""Forms in which names are printed, of which `term` leaves one."""
