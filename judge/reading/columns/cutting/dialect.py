"""The dialect `glossary`: an alphabetical reference, in Markdown or plain text.

    Glossary                                   a part; so is what stands before it
    Bow, Bowed                                 a term, alone on its line or above its text; "Bowed" is an alias
    Duel (Duelist, Duelling)                   a term; what stands in brackets are aliases
    ## Bow   **Bow**                           the same in Markdown
    See “Rest and Recovery” on page 12.        a block of its own, as all redirects are
    ◊◊ text   • text   = text   hh   1. text   bullets; a mark may stand apart from its text
    Related: Cost, Effect                      a block; the references are found in it later
    Appendix I: Timing                         see `judge.reading.columns.cutting.walk`

Reading takes four steps: `judge.reading.columns.cutting.survey` sees the document as a whole,
`judge.reading.columns.cutting.items` cuts it into items and says what each is, `judge.reading.columns.layout`
brings them into the order of reading where two columns were woven together, and `judge.reading.columns.cutting.walk`
puts each under the title before it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import dropwhile

from judge.core.diagnostics import Code, Report
from judge.reading import front_matter
from judge.reading.columns.cutting import columns, looks
from judge.reading.columns.cutting.items import Item, items
from judge.reading.columns.cutting.survey import survey
from judge.reading.columns.cutting.walk import RULES, Walk, details, is_glossary, with_charts, with_pictures
from judge.reading.drafts import Sheet
from judge.reading.lines.alphabet import longest_ascending, sort_key
from judge.reading.paragraphs import words
from judge.reading.readers.manuscript import Manuscript

CALLED = re.compile(
    r"\b(?:glossary|reference|terms|terminology|keywords|lexicon|dictionary)\b|\bA\s?[-–]\s?Z\b", re.IGNORECASE
)
"""What a document calls itself that is an alphabetical reference."""
FEWEST = 5
"""Titles that an alphabetical reference has at least."""
DESCENTS = 0.05
"""Share of titles that may stand before their predecessor in the alphabet, as few in any list are misplaced."""


def evidence(manuscript: Manuscript) -> float:
    """Return how much the text looks like an alphabetical reference, from 0 to 1.

    It has many titles, of which far more ascend than would by chance (about twice the root of their number), even in
    woven columns; "Related:" lines and the name of the document add to that.
    """
    seen = manuscript.once(survey)
    terms = (title for index, title in seen.titles.items() if index < seen.appendix)
    behind_front = dropwhile(lambda title: not title.placed, terms)
    titles = ["" if front_matter.COUNTED.match(title.value) else sort_key(title.value) for title in behind_front]
    if len(titles) < FEWEST:
        return 0.0
    by_chance = 2 * math.sqrt(len(titles))
    ascending = len(longest_ascending([key for key in titles if key[:1].isalpha()]))
    order = max(0.0, (ascending - by_chance) / (len(titles) - by_chance))
    if not order:
        return 0.0
    dense = min(1.0, 10 * len(titles) / len(manuscript.pieces))
    related = sum(1 for line in seen.lines if looks.RELATED.match(line.value)) / len(titles)
    named = any(CALLED.search(line.value) for line in seen.lines[:20] if looks.is_title_line(line.value))
    return order * dense * min(1.0, 0.6 + 2 * related + 0.4 * named)


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read an alphabetical reference into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    seen = manuscript.once(survey)
    found = with_pictures(items(manuscript, seen))
    found, placed = columns.arrange_items(found, manuscript, beginning(found), report)
    found = with_charts(found)
    report_order([item for item in found if item.kind == "title" and item.placed], report)
    walk = Walk(found, manuscript.once(words), report)
    walk.sheet.columns = placed
    walk.details = details(found)
    walk.body = beginning(found)
    for walk.position, item in enumerate(found):
        for rule in RULES:
            if rule(walk, item):
                break
    drop_taken_names(walk.sheet)
    return walk.sheet


def report_order(titles: Sequence[Item], report: Report) -> None:
    """Report where the titles do not ascend, once for the document."""
    keys = [sort_key(title.value) for title in titles]
    descents = [index for index in range(1, len(keys)) if keys[index] < keys[index - 1]]
    if len(descents) <= DESCENTS * len(keys):
        return
    before, after = titles[descents[0] - 1], titles[descents[0]]
    report.add(
        Code.ORDER_DOUBTFUL,
        after.text.first,
        f'"{after.value}" comes after "{before.value}", and {len(descents)} of {len(keys)} titles are out of '
        "alphabetical order; if two columns are woven together here, some text is below the wrong title",
    )


def beginning(found: Sequence[Item]) -> int:
    """Return the index of the item with which the terms begin: the title "Glossary", or else the first term."""
    titles = [index for index, item in enumerate(found) if item.kind == "title"]
    named = (index for index in titles if is_glossary(found[index]))
    placed = (index for index in titles if found[index].placed)
    return next(named, next(placed, len(found)))


def drop_taken_names(sheet: Sheet) -> None:
    """Take away the names that are another entry's title: "Draw (Action)" is not another name of "Action"."""
    taken = {front_matter.fold_title(draft.title) for draft in sheet.drafts if draft.title}
    for draft in sheet.drafts:
        own = front_matter.fold_title(draft.title or "")
        draft.aliases = [
            name
            for name in draft.aliases
            if front_matter.fold_title(name) == own or front_matter.fold_title(name) not in taken
        ]
