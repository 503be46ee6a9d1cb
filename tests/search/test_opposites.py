"""Opposite words: neither is read as the other."""

from pathlib import Path

from judge.opened_library import Library
from tests.support import write_collection

LAMPS = """# Lamp Rules

## 1.0 Glossary

**Lit**: A lamp that burns all night.

**Committed**: Promised to a harbour.
"""


def test_a_word_is_not_mended_to_its_opposite(tmp_path: Path) -> None:
    with Library([write_collection(tmp_path / "lamps", lamps_md=LAMPS)], cache=tmp_path / "cache") as lamps:
        assert lamps.reply("comitted").read_as == {"comitted": "committed"}
        reply = lamps.reply("uncommitted")
        assert (reply.read_as, reply.answer, reply.missing) == ({}, "none", ("uncommitted",))
        assert ("lamps:committed", "Committed") in lamps.nearest("uncommitted")
