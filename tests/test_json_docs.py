"""docs/json.md, the types that it is made from, and what the commands print say the same."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import Struct, ValidationError, convert

from judge.citations.verify import Verified
from judge.cli import COMMANDS, load_command, main
from judge.core.diagnostics import Finding
from judge.core.jsonl import to_record
from judge.core.model import Document, Entry, Furniture, Reference
from judge.editions.change_records import AffectedRecord, ChangeRecord
from judge.editions.change_reports import NewText
from judge.opened_library import Library
from judge.own_library.file_readings import FileReading
from judge.records.answers import ShownEntryRecord, ShownReferenceRecord
from judge.records.sharing import SharedRecord
from judge.search.interactions.card_page import CardRecord
from judge.search.interactions.subjects import InteractionsRecord
from judge.search.lookup import SearchRecord
from tests.editions.test_comparison import NEW, OLD
from tests.editions.test_diff_commands import FAQ
from tests.reading.test_columns import harbour
from tests.support import write_collection, write_whales

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "json.md"

FAULTY = "1.0 Anchors\n\nDropped while it is moored (see 2.0 Chains). See 9.0.\n\n2.0 Ropes\n\n3.0 Chains\n\nHeavy.\n"
EXPORTED: list[type[Struct]] = [Document, Entry, Furniture, Reference]
WOVEN = '[[document]]\nfile = "harbour.txt"\ndialect = "glossary"\n'


@pytest.fixture
def harbours(tmp_path: Path, own_cache: Path) -> Path:
    """A collection with what ours has not: faults, references that do not resolve, and woven columns."""
    return write_collection(tmp_path, **{"tide_md": FAULTY, "harbour_txt": harbour(), "corpus.toml": WOVEN})


def check(records: list[Any], *allowed: type[Struct]) -> None:
    """Require records, each exactly of one of the documented kinds, and every kind at least once."""
    seen = {kind for record in records for kind in allowed if fits(record, kind)}
    assert all(any(fits(record, kind) for kind in allowed) for record in records), records
    assert seen == set(allowed)


def fits(record: Any, kind: type[Struct]) -> bool:
    """Tell whether a record has exactly the fields of a kind, each with a value of its type."""
    try:
        return bool(to_record(convert(record, kind)) == record)
    except ValidationError:
        return False


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
        ("search --json toughness", [SearchRecord]),
        ("search --json 'can I heal an undamaged card'", [SearchRecord]),
        ("show --json 24.0", [ShownEntryRecord]),
        ("between --json 'pocket demon' 'confucian stability'", [InteractionsRecord]),
        ("card --json 'evil twin'", [CardRecord]),
        ("refs --json 24.0", [ShownReferenceRecord]),
        ("trace --json 24.0", [Entry]),
        ("verify --json 24.0 'not a word of this'", [Verified]),
        ("verify --json 98.7", [Verified]),
        ("share --json 24.0", [SharedRecord]),
        ("search --json --as-of 2024 toughness", [SearchRecord]),
        ("show --json --as-of 2025 24.0", [ShownEntryRecord]),
        ("card --json --as-of 2007-08-10 'evil twin'", [CardRecord]),
        ("list --json", [Document]),
        ("list --json --new-since 2000", [NewText]),
        ("export", EXPORTED),
    ],
)
def test_commands_print_what_is_documented(line: str, kinds: list[type[Struct]], bundled: Library) -> None:
    check(printed(line), *kinds)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("lint --json --notes", Finding),
        ("refs --json tide:1.0", ShownReferenceRecord),
        ("show --json tide:1.0", ShownEntryRecord),
    ],
)
def test_faulty_documents_give_what_is_documented(line: str, kind: type[Struct], harbours: Path) -> None:
    check(printed(line, harbours), kind)


def test_readings_are_as_documented(harbours: Path) -> None:
    check(printed(f"read --json {harbours / 'tide.md'} {harbours / 'harbour.txt'}"), FileReading)


@pytest.mark.parametrize("command", ["card --json", "show --json --as-of 2020"])
def test_a_card_that_texts_only_name_is_as_documented(command: str, tmp_path: Path, own_cache: Path) -> None:
    check(printed(f"{command} 'grey whale'", write_whales(tmp_path)), CardRecord)


@pytest.mark.parametrize(
    ("line", "kind"),
    [("diff --json tide new", ChangeRecord), ("diff --json --affected tide new", AffectedRecord)],
)
def test_comparisons_give_what_is_documented(line: str, kind: type[Struct], tmp_path: Path, own_cache: Path) -> None:
    row = '[[document]]\nfile = "{0}.txt"\ntitle = "Harbour Rules"\ngame = "Harbour"\nedition = "{1}"\n'
    rows = row.format("tide", 1) + row.format("new", 2) + '[[document]]\nfile = "faq.md"\ngame = "Harbour"\n'
    texts = {"tide_txt": OLD, "new_txt": NEW, "faq_md": FAQ, "corpus.toml": rows}
    check(printed(line, write_collection(tmp_path, **texts)), kind)


def test_exports_hold_what_is_documented(everything: list[Any]) -> None:
    """The real documents have what the small ones have not: pages, variants, every kind of reference."""
    check(everything, *EXPORTED)
