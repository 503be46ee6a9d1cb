"""No pattern takes more than linear time, whatever text it is let loose on."""

import re
import time

import pytest

from tests.limits import TooLongError, limited
from tests.patterns import Attack, Pattern, attacks, collect
from tests.support import thorough_but

SHORT, LONG = 2000, 16000
"""Characters of the text by which a pattern is suspected, and of the one by which it is judged."""
SUSPECT = 0.003
"""Seconds of processor time for the first text from which a pattern is suspected; most take a tenth of it."""
MOST_GROWTH = 24.0
"""How much longer the long text may take than the short one: 8 times is linear, 64 times is quadratic."""
SLOW = 0.05
"""Seconds of processor time for the long text below which nothing is slow."""
LIMIT = 1.0
"""Seconds of processor time after which a match is broken off; linear patterns need a twentieth of it."""
OWN_TEXTS = ("judge.site.search_settings",)
"""Modules whose patterns read nothing but this program's own patterns."""
PATTERNS = [pattern for pattern in collect() if not pattern.where.startswith(OWN_TEXTS)]


def seconds(pattern: Pattern, text: str) -> float:
    """Return the processor time that a pattern takes for a text, infinite where it was broken off."""
    begun = time.process_time()
    try:
        with limited(LIMIT):
            if pattern.anchored:
                pattern.compiled.match(text)
                pattern.compiled.fullmatch(text)
            else:
                for _ in pattern.compiled.finditer(text):
                    pass
    except TooLongError:
        return float("inf")
    return time.process_time() - begun


def is_slow(pattern: Pattern, attack: Attack) -> bool:
    """Tell whether the time that a pattern takes grows faster than the text."""
    short = seconds(pattern, attack.text(SHORT))
    long = seconds(pattern, attack.text(LONG)) if SUSPECT < short < float("inf") else short
    return long > max(SLOW, MOST_GROWTH * short) or long == float("inf")


def slow_attack(pattern: Pattern) -> Attack | None:
    """Return a text that slows a pattern down; it is tried twice, since a measurement may go wrong."""
    found = (attack for attack in attacks(pattern.compiled) if is_slow(pattern, attack) and is_slow(pattern, attack))
    return next(found, None)


@pytest.mark.thorough
def test_every_pattern_is_linear() -> None:
    """A text that is twice as long takes about twice as long, also one that nearly matches everywhere."""
    assert [f"{pattern.where}: {pattern.compiled.pattern}" for pattern in PATTERNS if slow_attack(pattern)] == []


@pytest.mark.parametrize(
    "slow", thorough_but(1, [r"(?:a+)+b", r"\s+$", r"\s*,", r"x\d*\d*y", r"“[^”]+”", r"(?:§+|rule)*\d"])
)
def test_what_is_slow_is_found(slow: str) -> None:
    """The texts that are made of a pattern do find those that are quadratic or worse."""
    assert slow_attack(Pattern("here", re.compile(slow), anchored=False))


def test_every_pattern_is_tried() -> None:
    """Patterns of several modules are collected: bare ones, in tables, and texts that `re` compiles when called."""
    patterns = {pattern.compiled.pattern for pattern in PATTERNS}
    assert len(patterns) > 150
    assert {r"(?i)^(?:errata|rulings?|cards?)\s+(?:(?:for|of|on|about)\s+)?", r"\s+"} <= patterns
