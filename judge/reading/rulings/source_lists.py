"""A document's own list of the sources of its rulings: abbreviations with what they mean.

    ## Sources
    TOM – Tournament Operations Manual
    RTR: Rules Team Rulings
    [1] Harbour Rules, second edition
    | FAQ | Frequently asked questions |

Reads: the lines of a list, the sources that rulings print. Writes: what the list explains, and what it lacks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from judge.core.tokens import fold
from judge.reading.rulings.printed_dates import find_dates

HEADING = frozenset("source sources quellen bibliography references citations fuentes fonti".split())
HEADING_LIMIT = 6
"""Words of a heading over a list of sources."""
LISTED = re.compile(
    r"\W{0,3}(?P<short>[^\W_][\w.&'’/-]{0,11}(?: \d{4,8})?)"
    r"(?:\s?[\])]\s?[:=|–—-]?|\s?[:=|–—\t]|\s-)\s{0,3}(?P<long>\w.{2,})"
)
"""`TOM – Tournament Operations Manual`, `[1] Harbour Rules`."""
FEWEST = 2
"""Lines of a list."""


def is_source_heading(title: str) -> bool:
    """Tell a heading over a list of sources: "Sources", "Key to the sources of rulings"."""
    words = fold(title).split()
    return len(words) <= HEADING_LIMIT and not HEADING.isdisjoint(words)


def listed_sources(lines: Iterable[str]) -> dict[str, str]:
    """Return what a list explains: each abbreviation with what it means; nothing where the lines are no such list."""
    given = [line for line in lines if line.strip()]
    found = [match for line in given if (match := LISTED.match(line))]
    if len(found) < FEWEST or len(found) * 3 < len(given) * 2:
        return {}
    return {match["short"]: match["long"].strip(" |") for match in found}


def is_listed(source: str, listed: Collection[str]) -> bool:
    """Tell whether a list has a source, whatever number or date it prints.

    Args:
        source: as a ruling prints it: "RTR 20070827", "TOM 5.2".
        listed: what the list explains, folded.
    """
    return bool(listed) and any(fold(form) in listed for form in (source, _bare(source)))


def unlisted_sources(cited: Iterable[str], listed: Collection[str]) -> list[str]:
    """Return the abbreviations that rulings cite and a document's own list does not explain, in their order.

    Where the list has fewer than half of what is cited, it is a list of something else, and nothing is wrong.

    >>> unlisted_sources(["RTR 20070827", "TOM 5.2", "RTX 20070827"], ["RTR", "TOM"])
    ['RTX 20070827']
    """
    known = frozenset(map(fold, listed))
    short = [source for source in dict.fromkeys(cited) if len(_bare(source).split()) == 1 and "/" not in _bare(source)]
    missing = [source for source in short if not is_listed(source, known)]
    cited_forms = {fold(_bare(source)) for source in short}
    return missing if known and 2 * len({fold(_bare(source)) for source in missing}) <= len(cited_forms) else []


def _bare(source: str) -> str:
    """Return a source without the date that it prints, and without the number of a rule or page behind it."""
    for date in reversed(find_dates(source)):
        source = f"{source[: date.start]} {source[date.end :]}"
    words = source.split()
    while len(words) > 1 and not any(char.isalpha() for char in words[-1]):
        words.pop()
    return " ".join(words).strip(",.:;- ") or source
