"""What is written beside a citation: a quotation, a title, and the words of its sentence."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from judge.checks.wrong_numbers import content, heading, phrase
from judge.citations.cited import Cited
from judge.citations.wordings import Wordings
from judge.core.tokens import capitalised_words, key
from judge.references.extraction import title_beside

NEAR = 80
"""Characters between a quotation and its number."""
SENTENCE_END = re.compile(r"[.!?][\"”’)\]]{0,2}\s+(?=[\"“(\[A-Z§\d])|[\"”][.!?]\s|(?<=[a-z]{4})[.!?]\s")
CUE_BEFORE = re.compile(
    r"(?:,\s|\s?[–—]\s|\s?(?:->|→)\s|[\s(\[“\"]){0,6}"
    r"(?:\b(?:see|also|under|in|cf|as|per|by|from|at|according\sto|following|rules?|sections?|sec|chapters?|no|number|cr)"
    r"\.?\s?|§{1,2}\s?|[(\[]){0,5}$",
    re.IGNORECASE,
)
"""What stands between a title and its number."""
CONTINUING = re.compile(r"\s{0,4}(?:that|this|it|which)\b", re.IGNORECASE)
"""How a sentence begins that speaks of the one before it."""
LONGEST_TITLE = 9
"""Words of a title that stands before its number."""
WIDEST = 400
"""Characters on each side of a number that may speak of it."""
FEWEST_WORDS = 4
"""Words of a sentence; where there are fewer, those of the sentence before it speak too."""


class Named(NamedTuple):
    """An entry whose title stands beside a number."""

    id: str
    whole: bool
    """It is written as a title."""
    alone: bool
    """It is, and no other entry has a title like it."""


class Titled(NamedTuple):
    """The entries of a title."""

    ids: list[str]
    whole: bool
    """It is written as a title."""


class Beside:
    """What is written beside a citation."""

    def __init__(self, one: Cited) -> None:
        """Take the stretch of its passage that is its own."""
        start, end = one.reference.start, one.end
        text = one.passage.text
        self._one, self._text, self._start, self._end = one, text, start, end
        self._before = text[max(one.before, start - WIDEST) : start]
        self._titles: dict[str, list[Titled]] = {}
        self.number, self.mates = one.number, one.mates
        self._behind = text[end : max(min(one.behind, end + WIDEST), end)]

    @cached_property
    def quotation(self) -> str | None:
        """The quotation next to the number; None where there is none."""
        found = [(gap, span) for span in self._one.quotations if (gap := self._gap(*span)) <= NEAR]
        if not found:
            return None
        start, end = min(found)[1]
        return self._text[start + 1 : end - 1]

    def _gap(self, start: int, end: int) -> int:
        """Return how far a quotation is from the number, if it stands in its sentence and is no nearer to another."""
        one = self._one
        if end <= self._start and start >= one.before:
            gap, between = self._start - end, self._text[end - 1 : self._start]
            other = start - one.before if one.before else NEAR
            parted = SENTENCE_END.search(self._text[one.before : start + 2]) if one.before else True
        elif start >= self._end and end <= one.behind:
            gap, between = start - self._end, self._text[self._end : start + 2]
            other = one.behind - end
            parted = SENTENCE_END.search(self._text[end - 1 : one.behind]) if one.behind < len(self._text) else True
        else:
            return NEAR + 1
        nearer = not parted and other < gap
        return NEAR + 1 if nearer or SENTENCE_END.search(between) else gap

    @cached_property
    def sentence(self) -> str:
        """Its sentence; where that has hardly a word, with the one before it."""
        pieces = SENTENCE_END.split(self._before)
        behind, *rest = SENTENCE_END.split(self._behind, maxsplit=2)
        if rest and self._behind[len(behind)] == "?":
            behind = f"{behind} {rest[0]}"  # the answer to a question speaks of the rule that it asks for
        found = f"{pieces[-1]} {behind}"
        continued = self._one.passage.place == "record" or CONTINUING.match(pieces[-1])
        if len(pieces) > 1 and continued and len(content(found)) < FEWEST_WORDS:
            found = f"{pieces[-2]} {found}"
        return found

    @cached_property
    def words(self) -> list[str]:
        """The roots of the words of its sentence, and of its quotation, that name something."""
        quotation = self.quotation if self.quotation and self.quotation not in self.sentence else ""
        return [word for word in content(f"{quotation} {self.sentence}") if not word[0].isdigit()]

    def titled(self, wordings: Wordings) -> list[str]:
        """Return the entries of a document whose titles stand beside the number, behind it and right before it."""
        return [id for named in self._beside(wordings) for id in named.ids]

    def named(self, wordings: Wordings) -> Named | None:
        """Return the one entry that a title beside the number names, the highest of several; None where none does."""
        for ids, whole in self._beside(wordings):
            one = wordings.sections.titled(heading(wordings.by_id[ids[0]].title or ""))
            best = one if one in ids else ids[0] if len(ids) == 1 else None
            if best:
                return Named(best, whole, whole and wordings.is_alone(best))
        return None

    def _beside(self, wordings: Wordings) -> list[Titled]:
        """Return the titles beside the number, those written as titles first."""
        if wordings.document not in self._titles:
            found = []
            label = title_beside(self._text, self._start, self._end, wordings.titles)
            if label:
                marked = any(f"{label.words}{mark}" in self._text for mark in "”\"’'")
                whole = label.whole and (_is_capitalised(label.words) or marked)
                found.append(Titled(wordings.titles[key(label.words)], whole))
            before = self._before_it(wordings)
            found += [before] if before else []
            self._titles[wordings.document] = sorted(found, key=lambda one: not one.whole)
        return self._titles[wordings.document]

    def _before_it(self, wordings: Wordings) -> Titled | None:
        """Return the title that the words right before the number and its cue end with: "by Last Call (rule 4)"."""
        words = CUE_BEFORE.sub("", self._before).split()[-LONGEST_TITLE:]
        if not words or not (words[-1][-1].isalnum() or words[-1][-1] in "”\"’'*_"):
            return None
        for first in range(len(words)):
            title = " ".join(words[first:]).strip("“”\"'‘’*_")
            ids = wordings.titles.get(key(title)) if title else None
            if ids:
                capitals, several = _is_capitalised(title), len(capitalised_words(title)) > 1
                if capitals or several:
                    return Titled(ids, capitals and several)
        one = wordings.sections.named_at_the_end(phrase(" ".join(words)))
        several = one is not None and len(heading(wordings.by_id[one].title or "")) > 1
        return Titled([one], False) if one and several else None


def _is_capitalised(title: str) -> bool:
    """Tell whether words are written as a title: none that is not small begins with a small letter."""
    return all(not word[0].isalpha() or word[0].isupper() for word in capitalised_words(title))
