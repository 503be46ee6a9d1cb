"""What is written beside a citation: a quotation, a title, and the words of the sentence up to the numbers next to it."""

from __future__ import annotations

import re
from functools import cached_property

from judge.checks.cited_sections import content, heading
from judge.citations.cited import Cited
from judge.citations.quotes import Finding, look_up
from judge.citations.quotes import Found as Quoted
from judge.citations.wordings import Wordings
from judge.core.model import Entry
from judge.core.titles import key
from judge.references.labels import Label, beside

QUOTATION = re.compile(r"“(?P<curled>[^“”]{12,900})”|\"(?P<straight>[^\"]{12,900})\"|«(?P<angled>[^«»]{12,900})»")
FEWEST_QUOTED = 4
"""Words of a quotation; fewer are a title or an expression."""
NEAR = 80
"""Characters between a quotation and its number."""
SENTENCE_END = re.compile(r"[.!?][\"”’)\]]{0,2}\s+(?=[\"“(\[]?[A-Z§\d])")
WIDEST = 400
"""Characters on each side of a number that may speak of it."""
FEWEST_WORDS = 4
"""Words of a sentence; where there are fewer, those of the sentence before it speak too."""


class Beside:
    """What is written beside a citation."""

    def __init__(self, one: Cited) -> None:
        """Take the stretch of its passage that is its own."""
        start, end = one.reference.start, one.end
        text = one.passage.text
        self._text, self._start, self._end = text, start, end
        self._before = text[max(one.before, start - WIDEST) : start]
        self._behind = text[end : max(min(one.behind, end + WIDEST), end)]

    @cached_property
    def quotation(self) -> str | None:
        """The quotation next to the number; None where there is none."""
        reach = self._before + "\x00" + self._behind
        at = len(self._before)
        found: list[tuple[int, str]] = []
        for match in QUOTATION.finditer(reach):
            words = next(group for group in match.groups() if group)
            gap = at - match.end() if match.end() <= at else match.start() - at
            if match.start() <= at < match.end() or gap > NEAR or len(words.split()) < FEWEST_QUOTED:
                continue
            found.append((gap, words))
        return min(found)[1] if found else None

    @cached_property
    def words(self) -> list[str]:
        """The roots of the words of its sentence that name something."""
        pieces = SENTENCE_END.split(self._before)
        behind = SENTENCE_END.split(self._behind, maxsplit=1)[0]
        words = content(f"{pieces[-1]} {behind}")
        if len(words) < FEWEST_WORDS and len(pieces) > 1:
            words = content(f"{pieces[-2]} {pieces[-1]} {behind}")
        return [word for word in words if not word[0].isdigit()]

    def label(self, wordings: Wordings) -> Label | None:
        """Return the title of one of a document's entries that stands beside the number as one."""
        return beside(self._text, self._start, self._end, wordings.titles)

    def quoted_in(self, entry: Entry, wordings: Wordings) -> Quoted:
        """Return whether an entry, or what stands right below it, has the quotation."""
        assert self.quotation is not None, "asked where there is a quotation"
        found = look_up(self.quotation, wordings.text(entry.id))
        if found.finding in (Finding.EXACT, Finding.TURNED):
            return found
        below = (look_up(self.quotation, wordings.text(id)) for id in wordings.kin(entry.id))
        exact = next((one for one in below if one.finding in (Finding.EXACT, Finding.TURNED)), None)
        return exact or found

    def named(self, wordings: Wordings) -> tuple[str, Label] | None:
        """Return the one entry that a title beside the number names, the highest of several; None where none does."""
        label = self.label(wordings)
        if not label:
            return None
        ids = wordings.titles[key(label.words)]
        one = wordings.sections.titled(heading(label.words))
        best = one if one in ids else ids[0] if len(ids) == 1 else None
        return (best, label) if best else None
