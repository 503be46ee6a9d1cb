"""A citation ends with a part of a rule: it is found where the rule prints it, and reported where it does not."""

from pathlib import Path

import pytest

import judge
from judge.core.jsonl import Record
from tests.support import export_of, run_judge, write_collection

RULES = """# Tide Rules

## 1 Harbour

### 1.1 Quay

{}

## 2 Sea

### 2.1 Anchor

An anchor holds.

### 2.2 Buoy

A buoy floats.

(a) It is red.

(b) It is green.

### 2.3 Chain

- (a) It is of iron.
- (b) It is of rope.

### 2.4 Rope

A rope is either (a) long or (b) short.

### 2.5 Oar

1. Lift it.
2. Drop it.

### 2.6 Sail

- It is white.
- It is wide.
- It is wet.

## 13 Storm

A storm is short.
"""
PLAIN = "# Tide Rules\n\n## 1 Harbour\n\n{}\n\n## 5 Sea\n\nThe sea is wide.\n"
GERMAN = "# Gezeitenregeln\n\n## 1 Hafen\n\n{}\n\n## 5 See\n\nDie See ist weit und tief.\n"


def references(folder: Path, text: str, said: str) -> list[Record]:
    """Return the references of the rules with these words."""
    with judge.open(corpus=[write_collection(folder, rules_md=text.format(said))]) as library:
        return [one for one in export_of(library) if one["record"] == "reference"]


@pytest.mark.parametrize(
    ("text", "said", "found"),
    [
        (RULES, "As rule 2.1(b) says.", ("2.1(b)", "partial", "2.1", "2.1 has no (b)")),
        (RULES, "Rule 13(2) holds.", ("13(2)", "partial", "13", "13 has no (2)")),
        (RULES, "See 2.2(b)(ii).", ("2.2(b)(ii)", "partial", "2.2", "2.2(b) has no (ii)")),
        (RULES, "See rule 2.3(c).", ("2.3(c)", "partial", "2.3", "2.3 has no (c)")),
        (RULES, "See rule 2.1 (b).", ("2.1 (b)", "partial", "2.1", "2.1 has no (b)")),
        (RULES, "See 2.2(b).", ("2.2(b)", "ok", "2.2", None)),
        (RULES, "See 2.2.b now.", ("2.2.b", "ok", "2.2.b", None)),
        (RULES, "See rule 2.3(b).", ("2.3(b)", "ok", "2.3#b2", None)),
        (RULES, "See rule 2.4(b).", ("2.4(b)", "ok", "2.4", None)),
        (RULES, "See rule 2.5(2).", ("2.5(2)", "ok", "2.5#b2", None)),
        (RULES, "See rule 2.5(b).", ("2.5(b)", "partial", "2.5", "2.5 has no (b)")),
        (RULES, "See rule 2.6(b).", ("2.6(b)", "partial", "2.6", "2.6 has no (b)")),
        (RULES, "See rule 2.6(3).", ("2.6(3)", "partial", "2.6", "2.6 has no (3)")),
        (RULES, "See rule 2.6 (a)(ii).", ("2.6 (a)(ii)", "partial", "2.6", "2.6 has no (a)(ii)")),
        (RULES, "See rule 2.6(c)(1).", ("2.6(c)(1)", "partial", "2.6", "2.6 has no (c)(1)")),
        (RULES, "See rule 2.6, bullet 2.", ("2.6, bullet 2", "ok", "2.6#b2", None)),
        (RULES, "See [2.3(b)](#23-chain).", ("2.3(b)", "ok", "2.3#b2", None)),
        (RULES, "See [2.3(b)](#21-anchor).", ("2.3(b)", "ok", "2.3#b2", None)),
        (RULES, "See [2.3(c)](#23-chain).", ("2.3(c)", "partial", "2.3", "2.3 has no (c)")),
        (RULES, "See 2.1.b now.", ("2.1.b", "dangling", None, "no entry is numbered 2.1.b")),
        (RULES, "As rule 13 (two players) says.", ("13", "ok", "13", None)),
        (RULES, "As rule 2.1 (see above) says.", ("2.1", "ok", "2.1", None)),
        (PLAIN, "As rule 5 (a) says.", ("5", "ok", "5", None)),
        (PLAIN, "As rule 5(a) says.", ("5(a)", "partial", "5", "5 has no (a)")),
        (GERMAN, "Siehe Regel 5(c) und das.", ("5(c)", "partial", "5", "5 has no (c)")),
    ],
)
def test_the_part_at_the_end_of_a_number(
    text: str, said: str, found: tuple[str, str, str | None, str | None], tmp_path: Path
) -> None:
    """After a blank it is one only where the document begins its parts so."""
    (one,) = references(tmp_path, text, said)
    target = one["target"] and one["target"].partition(":")[2]
    assert (one["text"], one["status"], target, one["reason"]) == found


def test_a_wrong_number_stays_wrong_whatever_its_part(tmp_path: Path) -> None:
    """The words beside it name another rule."""
    (one,) = references(tmp_path, RULES, "As 2.1, “Buoy”, has it.")
    assert (one["status"], one["suggestion"]) == ("mislabelled", "rules:2.2")


def test_every_screen_says_what_is_missing(tmp_path: Path) -> None:
    """Lint, lists of references, and the counts of a document: it resolves, and is faulty."""
    corpus = str(write_collection(tmp_path, rules_md=PLAIN.format("As rule 5(b) says.")))
    assert "warning [reference-partial] “5(b)”: 5 has no (b)" in run_judge("lint", "--corpus", corpus).stdout.decode()
    assert "5 Sea (5 has no (b))" in run_judge("show", "1", "--corpus", corpus).stdout.decode()
    with judge.open(corpus=[corpus]) as library:
        document = next(one for one in export_of(library) if one["record"] == "document")
    assert (document["references"], document["resolved"], document["faulty"]) == (1, 1, 1)
