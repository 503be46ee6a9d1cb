"""docs/json.md, the types that it is made from, and what the commands print say the same."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from click.testing import CliRunner

from judge.cli import COMMANDS, load_command, main
from judge.core.diagnostics import Code
from judge.library import Library
from judge.records import record_types as types
from judge.records.describing import is_record
from tests.editions.test_comparison import NEW, OLD
from tests.editions.test_diff_commands import FAQ
from tests.reading.test_columns import harbour
from tests.support import write_collection, write_whales

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "json.md"

FAULTY = "1.0 Anchors\n\nDropped while it is moored (see 2.0 Chains). See 9.0.\n\n2.0 Ropes\n\n3.0 Chains\n\nHeavy.\n"
EXPORTED = [types.DocumentRecord, types.EntryRecord, types.FurnitureRecord, types.ReferenceRecord]
WOVEN = '[[document]]\nfile = "harbour.txt"\ndialect = "glossary"\n'


@pytest.fixture
def harbours(tmp_path: Path, own_cache: Path) -> Path:
    """A collection with what ours has not: faults, references that do not resolve, and woven columns."""
    return write_collection(tmp_path, **{"tide_md": FAULTY, "harbour_txt": harbour(), "corpus.toml": WOVEN})


@cache
def fields_of(hint: Any) -> dict[str, Any]:
    """Return the types of a record's fields, as JSON names them."""
    return {name.rstrip("_"): one for name, one in get_type_hints(hint).items()}


def problems(value: Any, hint: Any, where: str) -> Iterator[str]:
    """Yield where a value read from JSON is not of a type: a field too much or too few, another type, another word."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_record(hint):
        fields = fields_of(hint)
        if not isinstance(value, dict) or value.keys() != fields.keys():
            yield f"{where} is not as {hint.__name__} has it: {value}"
        else:
            for name, one in fields.items():
                yield from problems(value[name], one, f"{where}.{name}")
    elif hasattr(hint, "_fields"):
        places = list(fields_of(hint).values())
        if not isinstance(value, list) or len(value) != len(places):
            yield f"{where} is not {hint._fields}: {value}"
        else:
            for number, (one, place) in enumerate(zip(value, places, strict=True)):
                yield from problems(one, place, f"{where}[{number}]")
    elif origin in (Union, UnionType):
        if all(list(problems(value, one, where)) for one in inner):
            yield f"{where} is none of {inner}: {value}"
    elif origin is Literal:
        if value not in inner:
            yield f"{where} is none of {inner}: {value}"
    elif hint is Code:
        yield from problems(value, str, where)
    elif origin is tuple and inner[1:] != (...,):
        if not isinstance(value, list) or [type(one) for one in value] != list(inner):
            yield f"{where} is not {inner}: {value}"
    elif origin in (list, dict, tuple):
        values = value.values() if isinstance(value, dict) else value
        if not isinstance(value, list if origin is tuple else origin):
            yield f"{where} is no {origin.__name__}: {value}"
        else:
            for one in values:
                yield from problems(one, inner[0 if origin is tuple else -1], f"{where}[]")
    elif type(value) is not hint and not (hint is NoneType and value is None):
        yield f"{where} is no {hint.__name__}: {value}"


def check(records: list[Any], *allowed: type) -> None:
    """Require records, each exactly of one of the documented kinds, and every kind at least once."""
    seen = set()
    for record in records:
        wrong = {kind: list(problems(record, kind, kind.__name__)) for kind in allowed}
        fitting = [kind for kind, found in wrong.items() if not found]
        assert fitting, min(wrong.values(), key=lambda found: (len(found), len(str(found))))
        seen.update(fitting)
    assert seen == set(allowed)


def printed(line: str, corpus: Path | None = None) -> list[Any]:
    """Run a command in this process and return the records that it prints."""
    folder = ("--corpus", str(corpus)) if corpus else ()
    result = CliRunner().invoke(main, [*shlex.split(line), *folder])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return [json.loads(line) for line in result.stdout_bytes.decode("utf-8").split("\n") if line]


def test_the_page_is_what_the_tool_writes() -> None:
    """`python3 tools/json_docs.py` writes it anew."""
    subprocess.run([sys.executable, ROOT / "tools" / "json_docs.py", "--check"], check=True)


def test_every_command_that_prints_records_is_on_the_page() -> None:
    options = {
        name: [option.name for option in command.params]
        for name, command in ((name, load_command(name)) for name in COMMANDS)
    }
    documented = re.findall(r"^- `judge (\S+) --json", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(documented) == {name for name, names in options.items() if "as_json" in names}


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("search --json toughness", [types.SearchRecord]),
        ("search --json 24.0", [types.SearchRecord]),
        ("search --json 'can I heal an undamaged card'", [types.SearchRecord]),
        ("search --json xyzzy", [types.SearchRecord]),
        ("show --json 24.0", [types.ShownEntryRecord]),
        ("show --json 'evil twin'", [types.ShownEntryRecord]),
        ("between --json 'pocket demon' 'confucian stability'", [types.InteractionsRecord]),
        ("between --json 'city square' 'expendable unit'", [types.InteractionsRecord]),
        ("between --json 'brain fire' 'violet meditation'", [types.InteractionsRecord]),
        ("card --json 'evil twin'", [types.CardRecord]),
        ("refs --json 24.0", [types.ShownReferenceRecord]),
        ("trace --json 24.0", [types.EntryRecord]),
        ("verify --json 24.0 'not a word of this'", [types.VerifiedRecord]),
        ("verify --json 98.7", [types.VerifiedRecord]),
        ("share --json 24.0", [types.SharedRecord]),
        ("search --json --as-of 2024 toughness", [types.SearchOfDayRecord]),
        ("show --json --as-of 2025 24.0", [types.ShownEntryOfDayRecord]),
        ("card --json --as-of 2007-08-10 'evil twin'", [types.CardOfDayRecord]),
        ("list --json", [types.DocumentRecord]),
        ("list --json --new-since 2000", [types.NewRecord]),
        ("export", EXPORTED),
    ],
)
def test_commands_print_what_is_documented(line: str, kinds: list[type], bundled: Library) -> None:
    check(printed(line), *kinds)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("lint --json --notes", types.FindingRecord),
        ("refs --json tide:1.0", types.ShownReferenceRecord),
        ("show --json tide:1.0", types.ShownEntryRecord),
        ("list --json", types.DocumentRecord),
    ],
)
def test_faulty_documents_give_what_is_documented(line: str, kind: type, harbours: Path) -> None:
    check(printed(line, harbours), kind)


def test_readings_are_as_documented(harbours: Path) -> None:
    check(printed(f"read --json {harbours / 'tide.md'} {harbours / 'harbour.txt'}"), types.FileReadingRecord)


@pytest.mark.parametrize("command", ["card", "show"])
def test_a_card_that_texts_only_name_is_as_documented(command: str, tmp_path: Path, own_cache: Path) -> None:
    check(printed(f"{command} --json 'grey whale'", write_whales(tmp_path)), types.MentionedCardRecord)
    of_day = printed(f"{command} --json --as-of 2020 'grey whale'", write_whales(tmp_path))
    check(of_day, types.MentionedCardOfDayRecord)


@pytest.mark.parametrize(
    ("line", "kind"),
    [("diff --json tide new", types.ChangeRecord), ("diff --json --affected tide new", types.AffectedRecord)],
)
def test_comparisons_give_what_is_documented(line: str, kind: type, tmp_path: Path, own_cache: Path) -> None:
    row = '[[document]]\nfile = "{0}.txt"\ntitle = "Harbour Rules"\ngame = "Harbour"\nedition = "{1}"\n'
    rows = row.format("tide", 1) + row.format("new", 2) + '[[document]]\nfile = "faq.md"\ngame = "Harbour"\n'
    texts = {"tide_txt": OLD, "new_txt": NEW, "faq_md": FAQ, "corpus.toml": rows}
    check(printed(line, write_collection(tmp_path, **texts)), kind)


def test_exports_hold_what_is_documented(everything: list[Any]) -> None:
    """The real documents have what the small ones have not: pages, variants, every kind of reference."""
    check(everything, *EXPORTED)


def test_the_comparison_finds_what_differs() -> None:
    """A field too many, a field too few, another type and another word are each told."""
    right = {"record": "furniture", "document": "tide", "lines": [[1, 2]], "reason": "page number"}
    assert not list(problems(right, types.FurnitureRecord, "x"))
    lines = {"record": "furniture", "document": "tide", "reason": "page number"}
    for wrong in (right | {"more": 1}, lines, right | {"lines": [[1]]}, right | {"lines": [["1", 2]]},
                  right | {"document": None}, right | {"record": "entry"}):  # fmt: skip
        assert list(problems(wrong, types.FurnitureRecord, "x")), wrong
