"""A profile constrains the one search: which lines begin an item, which do not, and what stretches hold.

Reads: the lines and their candidates. Writes: the candidates that may be, what is forced, and the stretches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from msgspec import Struct, field

from judge.core.model import replace
from judge.core.numbering import exact_key
from judge.reading.grammar import prices
from judge.reading.grammar.constraints import FORMS_OF, TITLES, USUAL, Allowed, constrain, reweighed
from judge.reading.grammar.features import DocumentFeatures, LineFeatures, find_features
from judge.reading.grammar.kinds import TERM_FORMS
from judge.reading.grammar.line_forms import REGULAR, Candidate, Columns, orders_of
from judge.reading.grammar.search import Forced, Stretch
from judge.reading.lines import front_matter
from judge.reading.profiles.line_samples import NUMBER, SIGN, Sample
from judge.reading.profiles.reading_profile import AS, ReadingProfile
from judge.reading.readers.placing import file_line
from judge.reading.rulings.errata import errata_columns, folded_head
from judge.reading.text.manuscript import Manuscript

LEFT_OUT = "left out by the profile"
COUNTING = ("number", "named", "numbered", "mark", "counted", "step")
"""Forms of items that begin with a number or a mark."""


class Unfit(Struct, frozen=True):
    """What of a profile does not fit a document."""

    sample: str
    """As the person wrote it."""
    message: str


class Told(Struct, frozen=True):
    """What a person's word leaves of a search."""

    candidates: Mapping[int, list[Candidate]]
    said: dict[int, Forced]
    allowed: Allowed | None
    unfit: tuple[Unfit, ...]


class Layout(Struct, frozen=True):
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
    unfit += _unfit_fields(profile, features)
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


def _unfit_fields(profile: ReadingProfile, features: DocumentFeatures) -> Iterator[Unfit]:
    """Yield the fields that neither records nor tables have, and those of a table that is not one of errata."""
    known = {one.name for one in features.manuscript.fields}
    tables = [[cell.value for cell in head] for head in dict.fromkeys(features.heads.values())]
    heads = {folded_head(name): any(errata_columns(head, profile.heads)) for head in tables for name in head}
    for name in profile.fields.values():
        if name not in known and folded_head(name) not in heads:
            yield Unfit(name, f"no record or table has the field {name!r} given in [document.fields]")
        elif not heads.get(folded_head(name), True) and name not in known:
            told = "name the column of card names and the column of new wordings"
            yield Unfit(name, f"the table with {name!r} is not a table of errata: {told}")


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
    if named:
        kept, allowed = constrain(found, layout.features.lines, named, columns)
    search = ConstrainedSearch(profile, layout.features, found, kept, unfit=list(layout.unfit))
    for stretch in layout.stretches:
        search.keep_to_stretch(stretch)
    if layout.stretches:
        allowed = _allowed_within(layout.stretches, allowed)
    search.make_room_for_levels()
    search.bar_never()
    for level, one in enumerate(profile.levels, 1):
        search.force((one,), level)
    search.count_numbers()
    search.force(profile.rule)
    forced = {place: one for place, one in search.forced.items() if place in search.kept}
    return Told(search.kept, forced, allowed, tuple(search.unfit))


def _allowed_within(stretches: Iterable[Stretch], allowed: Allowed | None) -> Allowed:
    """Return the forms that are allowed where stretches are read as something of their own."""
    dialects = [(one, AS[one.read_as]) for one in stretches]
    places = {place: FORMS_OF[dialect] for one, dialect in dialects for place in range(one.first, one.end)}
    usual = frozenset().union(*(USUAL[dialect] for _, dialect in dialects))
    base = allowed or Allowed(frozenset().union(*FORMS_OF.values()), frozenset(), {})
    return base._replace(usual=base.usual | usual, within=places)


class ConstrainedSearch(Struct, dict=True):
    """What is left of a search while one sample of a profile after the other constrains it."""

    profile: ReadingProfile
    features: DocumentFeatures
    found: Mapping[int, list[Candidate]]
    """All that may begin in each line."""
    kept: dict[int, list[Candidate]]
    """What of it may still begin there."""
    forced: dict[int, Forced] = field(default_factory=dict)
    unfit: list[Unfit] = field(default_factory=list)

    def make_room_for_levels(self) -> None:
        """Put headings below the levels that the profile names."""
        below = len(self.profile.levels)
        for place, own in self.kept.items() if below else ():
            self.kept[place] = [replace(one, level=one.level + below) if one.level else one for one in own]

    def bar_never(self) -> None:
        """Let the lines of `never` begin nothing: those that begin with a sample's words, or have its form."""
        for sample in self.profile.never:
            lines = enumerate(self.features.lines)
            places = [place for place, line in lines if not line.listed and sample.is_beginning(line)]
            places = places if sample.has_text else _places(sample, self.features)
            if not places:
                self.unfit.append(Unfit(sample.printed, f"no line has the form of {sample.printed!r} in 'never'"))
            for place in places:
                self.kept.pop(place, None)

    def count_numbers(self) -> None:
        """Let all that is counted begin an item, where the profile says that rules are counted."""
        for place, own in self.kept.items() if self.profile.numbers else ():
            if any(one.form == "counted" for one in own):
                self.forced[place] = Forced(True)
        if self.profile.numbers and not any(line.ordinal for line in self.features.lines):
            said = f"numbers = {self.profile.numbers!r}: the document has no items that its format numbers"
            self.unfit.append(Unfit(self.profile.numbers, said))

    def force(self, samples: Iterable[Sample], level: int = 0) -> None:
        """Let the lines of samples begin items, of a level if one is given."""
        for sample in samples:
            if sample.is_words:
                places = _look_alikes(sample, self.found, self.features)
            else:
                places = _places(sample, self.features)
            if not places:
                key = "levels" if level else "rule"
                self.unfit.append(Unfit(sample.printed, f"no line has the form of {sample.printed!r} in '{key}'"))
            for place in places:
                level = self._force_line(sample, place, level)

    def _force_line(self, sample: Sample, place: int, level: int) -> int:
        """Let a line begin what a sample means; return the level, which the first line settles if none was given."""
        line = self.features.lines[place]
        if any(_bars(one, line) for one in self.profile.never) and not (sample.is_line(line) and sample.has_text):
            return level
        own = _begun(sample, line, self.found.get(place, []))
        if own:
            level = level or max(one.level for one in self.kept.get(place, own))
            self.kept[place] = [replace(one, item=0.0, once=0.0, level=level, told=True) for one in own]
            self.forced[place] = Forced(True)
        return level

    def keep_to_stretch(self, stretch: Stretch) -> None:
        """Leave in a stretch what is of its kind, and let its title and what comes after it be titles."""
        deeper = self._depth(stretch)
        names = TERM_FORMS[stretch.term] if stretch.term else self._leads(stretch)
        has_names = False
        for place in range(stretch.first, stretch.end):
            own = self._of_kind(place, FORMS_OF[AS[stretch.read_as]], deeper)
            if names:
                own = _named(self.features.lines[place], own, names)
                has_names = has_names or any(one.form in names for one in own)
            self.kept.pop(place, None)
            if own:
                self.kept[place] = own
        if names and not has_names:
            what = f"nothing in the part as '{stretch.read_as}' has that form"
            self.unfit.append(Unfit(stretch.term or "", f"term = '{stretch.term}': {what}"))
        self._title_edges(stretch)

    def _leads(self, stretch: Stretch) -> frozenset[str] | None:
        """Return the form of the names of terms that a person does not say, and that few lines seem to have.

        It is that of nearly every line, such as `Anchor – …` in a paragraph of several terms.
        """
        places = [place for place in range(stretch.first, stretch.end) if self.features.lines[place].begins]
        seen = [place for place in places if any(one.form in NAMING for one in self.found.get(place, ()))]
        if stretch.read_as != "terms" or 2 * len(seen) >= len(places):
            return None
        forms = Counter(one.form for place in places for one in _leading(self.features.lines[place])[:1])
        form, count = next(iter(forms.most_common(1)), ("", 0))
        return frozenset((form,)) if count >= REGULAR * len(places) else None

    def _depth(self, stretch: Stretch) -> int:
        """Return by how many levels the headings in a stretch are set below its title."""
        above = self.features.lines[stretch.title].level if stretch.title is not None else 0
        levels = [self.features.lines[place].level for place in range(stretch.first, stretch.end)]
        return max(0, above + 1 - min(filter(None, levels), default=above + 1)) if above else 0

    def _of_kind(self, place: int, forms: frozenset[str], deeper: int) -> list[Candidate]:
        """Return what may begin in a line of a stretch whose items have some forms."""
        own = reweighed(self.found[place], forms) if place in self.found else []
        return [replace(one, level=one.level and one.level + deeper) for one in own if one.form in forms]

    def _title_edges(self, stretch: Stretch) -> None:
        """Let the title of a stretch, and the line after it, be titles."""
        for edge in (stretch.title, stretch.end if stretch.end < len(self.features.lines) else None):
            if edge is None:
                continue
            titled = [one for one in self.found.get(edge, ()) if one.form in TITLES or one.form in ("number", "named")]
            if titled or edge == stretch.title:
                titled = titled or [_titled(self.features.lines[edge])]
                self.kept[edge] = [replace(one, item=0.0, once=0.0, told=True) for one in titled]
                self.forced[edge] = Forced(True)


def _named(line: LineFeatures, own: list[Candidate], names: Container[str]) -> list[Candidate]:
    """Return what may begin in a line of a stretch whose names are printed in some forms alone."""
    if line.begins and not any(one.form in names for one in own):
        own = [*own, *(one for one in _leading(line) if one.form in names)]
    own = [replace(one, item=0.0, text=prices.MARKED) if one.form in names else one for one in own]
    return [one for one in own if one.form in names or one.form not in NAMING]


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
                unfit.append(Unfit(f"{part.lines[0]}-{part.lines[1]}", f"there is no text on the lines of {part.name}"))
                continue
            first, end = inside[0], inside[-1] + 1
        if part.begins:
            title = title_place(part.begins, features, 0)
            if title is None:
                unfit.append(_without_line(part.begins, "the beginning of a part"))
                continue
            first = title + 1
        if part.ends:
            after = title_place(part.ends, features, first)
            if after is None:
                unfit.append(_without_line(part.ends, f"the end of {part.name}"))
            end = len(lines) if after is None else after
        if part.read_as == "leave-out" and title is not None:
            first = title
        yield Stretch(first, end, part.read_as, title, part.term)


def _without_line(sample: Sample, what: str) -> Unfit:
    hint = "" if sample.is_open else "; if a line only begins with it, end the sample with …"
    return Unfit(sample.printed, f"no line is {sample.printed!r}, {what}{hint}")


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


NAMING = frozenset(("line", "bold", "bold lead", "colon", "dash", "cell", "definition"))
"""Forms in which names are printed, of which `term` leaves one."""
