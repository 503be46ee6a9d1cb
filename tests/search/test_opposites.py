"""Opposite words: neither is read as the other, and the entry of one is no sure answer on the other."""

from collections.abc import Iterator

import pytest

from judge.library import Library
from tests.support import opened

LAMPS = """# Lamp Rules

## 1.0 Glossary

**Lit**: A lamp that burns. It is not lit again until it is dimmed by a keeper.

**Dimmed**: A lamp whose wick is short.

**Raised**: Hung from a beam. The opposite of stowed.

**Stowed**: Kept in the hold among ropes.

**Trim**: To bring a lamp from the smoking state to the clear state with scissors.

**Smoking**: Black with soot.

**Manned**: With a keeper beside it all night.

**Unmanned**: With nobody beside the ladder.

**Committed**: Promised to a harbour.
"""


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A glossary whose terms are each other's opposites."""
    yield from opened(tmp_path_factory, "lamps", lamps_md=LAMPS)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("stowed from a beam hung", "Raised"),
        ("is it raised among the ropes of the hold", "Stowed"),
        ("lit with a short wick", "Dimmed"),
        ("smoking and scissors to bring a clear state", "Trim"),
        ("manned by nobody beside the ladder", "Unmanned"),
        ("unmanned all night with a keeper", "Manned"),
    ],
)
def test_the_entry_of_the_opposite_is_no_sure_answer(lamps: Library, query: str, first: str) -> None:
    reply = lamps.reply(query)
    assert (reply.answers[0].path[-1], reply.answer) == (first, "unsure")


@pytest.mark.parametrize("query", ["raised from a beam hung", "raised and stowed from a beam", "hung from a beam"])
def test_its_own_word_is_answered_as_ever(lamps: Library, query: str) -> None:
    reply = lamps.reply(query)
    assert (reply.answers[0].path[-1], reply.answer) == ("Raised", "sure")


def test_a_word_is_not_mended_to_its_opposite(lamps: Library) -> None:
    assert lamps.reply("comitted").read_as == {"comitted": "committed"}
    reply = lamps.reply("uncommitted")
    assert (reply.read_as, reply.answer, reply.missing) == ({}, "none", ("uncommitted",))
    assert ("lamps:committed", "Committed") in lamps.nearest("uncommitted")
