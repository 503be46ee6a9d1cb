"""No exit gives a terminal, a page, a feed or a report the control characters of a foreign text.

And nothing goes around the exits: what prints, and what makes markup, is looked for in the program itself.
"""

import ast
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from judge import cli
from judge.cli.screens.screen import Screen
from judge.core.diagnostics import Code, Finding
from judge.core.jsonl import dumps
from judge.core.names import on_one_line, printable
from judge.lint import formats
from judge.opened_library import Library
from tests.lint.test_lint import WRONG
from tests.sites import build
from tests.support import document
from tests.test_imports import modules

TEMPLATES = Path(__file__).parent.parent / "templates"
CONTROLS = "".join(map(chr, (*range(1, 9), *range(11, 32), *range(127, 160))))
TURNING = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
NO_CHARACTERS = "\ufeff\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0010ffff"
HOSTILE = CONTROLS + TURNING + NO_CHARACTERS
NAME = f"ti{HOSTILE}de"
FILE = "ti\x1b]0;owned\x07\u202e\x9bde.md" if os.name != "nt" else "ti\u202ede.md"
RULES = f"""# The Tide{HOSTILE} Rulebook

1.0 Anchors{HOSTILE}

A chain{HOSTILE} holds the ship (2.0). See 2.0 Sails. &#x202e;&#27;[31m [shore](https://shore.example/\u202e).

2.0 Chains{HOSTILE}

Break{HOSTILE} (9.9). They hold{HOSTILE} fast.
"""
CARDS = f"""# Cards of the tide

## Card-by-Card Rulings

### Old Harbour{HOSTILE}

ERRATA: Keeps{HOSTILE} ships. Cost: 3

No{HOSTILE} ship leaves it (2007-07-02). See Fog Bank.

### Fog{HOSTILE} Bank

It hides{HOSTILE} ships from Old Harbour.
"""


def in_toml(text: str) -> str:
    """Write a text as TOML, every character but letters escaped."""
    return '"' + "".join(char if char.isalnum() else f"\\U{ord(char):08X}" for char in text) + '"'


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection that holds what no exit may show: in manifest, names of files, texts, what is known of a game."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / FILE).write_text(RULES, encoding="utf-8")
    (folder / "cards.md").write_text(CARDS, encoding="utf-8")
    (folder / "games").mkdir()
    name = in_toml(f"{NAME} game")
    words = f"[words]\n{in_toml(f'hawser{HOSTILE}')} = [{in_toml(f'chain{HOSTILE}')}]\n"
    (folder / "games" / "tide.toml").write_text(f"name = {name}\nnames = [{name}]\n{words}", encoding="utf-8")
    said = "".join(
        f"{field} = {in_toml(f'The {field}{HOSTILE} of{chr(10)}tides')}\n"
        for field in ("title", "edition", "origin", "licence")
    )
    tables = (f"[[document]]\nfile = {in_toml(file)}\ngame = {name}\n{said}" for file in (FILE, "cards.md"))
    dated = 'date = "2007-08"\n'
    (folder / "corpus.toml").write_text("".join(f"{table}{dated}" for table in tables), encoding="utf-8")
    return folder


Typed = Callable[..., str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], hostile: Path) -> Typed:
    """A person who types a command and gets all that it prints."""
    monkeypatch.setenv("JUDGE_CORPUS", str(hostile))

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["judge", *words])
        with pytest.raises(SystemExit):
            cli.run()
        out, err = capfdbinary.readouterr()
        return (out + err).decode("utf-8").replace("\r\n", "\n")

    return run


def unprintable(text: str) -> str:
    """Return what of a text no exit may give."""
    return "".join(char for char in text if char in HOSTILE or "\ud800" <= char <= "\udfff" or char == "\0")


def test_nothing_unprintable_is_left_and_nothing_else_is_taken() -> None:
    legitimate = "שלום \u200e(\u200f) عربي\u061c\n\tÅ e\u0301 👩\u200d👧 \u00ad\u2028"
    assert printable(legitimate) == legitimate
    assert unprintable(printable(f"{HOSTILE}\0\ud800")) == ""
    assert printable(NAME) == "tide"
    assert on_one_line("a\r\n\tb\x1bc") == "a bc"


def test_json_keeps_what_it_escapes() -> None:
    record = {"title": f"{NAME}\ud800\u2028\x85\n"}
    assert unprintable(dumps(record)) == ""
    assert json.loads(dumps(record)) == record


@pytest.mark.parametrize(
    "command",
    [
        "list", "list --why", "list --json", "list --new-since 2000", "search anchors", "search hawser",
        "search --json anchors", "show 1.0", "show 1.0 --json", "show fog bank",
        "refs 1.0", "refs --json 1.0", "between", "card old harbour", "card --json old harbour",
        "lint --notes", "lint --notes --json", "lint --notes --format sarif", "lint --notes --format markdown",
        "export", "build",
    ],
)  # fmt: skip
def test_what_a_command_prints_is_printable(typed: Typed, command: str) -> None:
    words = ["between", "old harbour", "fog bank"] if command == "between" else command.split()
    text = typed(*words)
    assert unprintable(text) == ""
    assert len(text) > 20
    if command in ("list", "list --why", "show 1.0", "lint --notes --format markdown"):
        assert "title of tides" in text  # on one line


@pytest.mark.parametrize(
    "words",
    [
        ["search", f"no{HOSTILE}where"],
        ["show", f"no{HOSTILE}where"],
        ["search", "--game", HOSTILE, "anchors"],
        ["search", "--kind", HOSTILE, "anchors"],
        ["search", "--since", HOSTILE, "anchors"],
        [f"--{HOSTILE}"],
        [HOSTILE],
        ["list", f"--{HOSTILE}"],
        ["lint", HOSTILE],
        ["lint", "--code", HOSTILE],
        ["lint", "--baseline", HOSTILE],
        ["add", HOSTILE],
        ["remove", HOSTILE],
        ["site", "--base-url", HOSTILE],
        ["list", "--corpus", HOSTILE],
    ],
)
def test_what_is_said_of_a_wrong_word_is_printable(typed: Typed, words: list[str]) -> None:
    text = typed(*words)
    assert text
    assert unprintable(text) == ""


def test_what_is_said_of_a_document_that_is_added_is_printable(
    typed: Typed, hostile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    said = [word for name in ("title", "game", "edition") for word in (f"--{name}", NAME)]
    assert unprintable(typed("add", "--key", "tides", *said, str(hostile / FILE))) == ""
    monkeypatch.setenv("JUDGE_CORPUS", "")
    text = typed("list", "--why", "--json")
    assert unprintable(text) == ""
    added = [record for record in map(json.loads, text.splitlines()) if record["key"] == "tides"]
    assert [one["title"] for one in added] == [NAME.encode("utf-8", "replace").decode()]
    assert unprintable(typed("list", "--why")) == ""
    assert unprintable(typed("remove", "tides")) == ""


def test_corrected_copies_are_told_of_in_printable_words(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / FILE).write_text(WRONG.replace("Sails", f"Sails{HOSTILE}"), encoding="utf-8")
    text = typed("lint", "--corpus", str(tmp_path / "wrong"), "--fix", str(tmp_path / "fixed"))
    assert "corrected 3 references in the copy " in text
    assert f"/{printable(FILE)}" in text
    assert unprintable(text) == ""


def test_what_a_shell_is_offered_is_printable(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    typed("build")
    for line, number in (("judge show old", "2"), ("judge search --game ti", "3")):
        for name, value in {"_JUDGE_COMPLETE": "zsh_complete", "COMP_WORDS": line, "COMP_CWORD": number}.items():
            monkeypatch.setenv(name, value)
        text = typed()
        assert re.search("old harbour|tide game", text.lower())
        assert unprintable(text) == ""


def test_a_terminal_gets_our_styles_and_no_others() -> None:
    shown = Screen(width=30, colours=True)
    assert shown.wrap("a\x1b[31m b\nc", style=shown.bold) == ["\x1b[1ma[31m b c\x1b[0m"]
    assert shown.dim("\x1b[0mx\x07") == "\x1b[2m[0mx\x1b[0m"


def test_a_report_in_markdown_takes_no_title_for_markup() -> None:
    finding = Finding(Code.REFERENCE_STALE, "warning", 3, NAME, document="t", file="t.md", suggestion=NAME)
    report = formats.markdown([finding], [document("t", title=f"{NAME}\n# <b>")])
    assert unprintable(report) == ""
    assert "## tide \\# \\<b\\>\n" in report


@pytest.fixture(scope="module")
def hostile_site(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the hostile collection."""
    folder = tmp_path_factory.mktemp("exits")
    with Library([hostile], cache=folder / "cache") as library:
        return build(library, folder / "site", base_url="https://rules.example/")


def texts(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a site that are text."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".png":
            yield path, path.read_text(encoding="utf-8")


def test_no_file_of_a_site_holds_a_control_character(hostile_site: Path) -> None:
    found = {str(path.relative_to(hostile_site)): unprintable(text) for path, text in texts(hostile_site)}
    assert {path: held for path, held in found.items() if held} == {}
    assert {"feed.xml", "sitemap.xml", "manifest.webmanifest", "search/settings.js"} < found.keys()
    assert "The title of\ntides" in (hostile_site / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["feed.xml", "sitemap.xml"])
def test_feed_and_lists_are_well_formed(hostile_site: Path, name: str) -> None:
    root = ElementTree.fromstring((hostile_site / name).read_bytes())
    assert len(list(root)) > 2


def test_a_page_shows_what_a_script_is_given_without_escapes(hostile_site: Path) -> None:
    """What JSON escapes a browser would unescape, so nothing unprintable may stand there escaped either."""
    for path, text in texts(hostile_site):
        if path.suffix in (".webmanifest", ".json") or "search" in path.parts[-2]:
            for code in re.findall(r"(?<!\\)(?:\\\\)*\\u([0-9a-f]{4})", text):
                assert unprintable(chr(int(code, 16))) == "", path


def test_text_is_printed_in_one_place() -> None:
    """`judge.cli.shared` prints; whoever else wrote to a terminal would go around `put`."""
    found = [f"{name}: {what}" for name, tree in modules().items() for what in printing(tree)]
    allowed = {
        "cli: sys.stdout", "cli: sys.stderr", "cli: show",
        "reading/formats/pdf_pages: sys.stdout",  # of the process that reads pages for the program
        *(f"cli/shared: {what}" for what in ("click.echo", "click.echo_via_pager", "sys.stdout", "sys.stderr")),
    }  # fmt: skip
    assert set(found) == allowed


def printing(tree: ast.Module) -> Iterator[str]:
    """Yield what of a module may print."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "pprint", "os.write"):
            yield ast.unparse(node.func)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "error.show":
            yield "show"
        if isinstance(node, ast.Attribute) and re.fullmatch(
            r"click\.(?:echo\w*|secho|style|get_text_stream)|sys\.(?:__)?std(?:out|err)(?:__)?", ast.unparse(node)
        ):
            yield ast.unparse(node)


def test_files_are_opened_through_one_door() -> None:
    """What the program did not write a moment ago is opened by `core/files`: regular, bounded, no links out."""
    found = {f"{name}: {what}" for name, tree in modules().items() for what in opening_files(tree)}
    assert sorted(one for one in found if not one.startswith("core/files: ")) == [
        "cli/answering/last_list: os.open('/dev/tty', os.O_RDONLY | os.O_NOCTTY)",  # tells whether there is a terminal
        "cli/shared: os.open(os.devnull, os.O_WRONLY)",
        "core/languages: file.read_text(encoding='utf-8')",  # of the program
        "library/compiled_library: (self.folder / INDEX).read_bytes()",  # whose cache is the person's own, and checked
        "library/safekeeping/integrity: path.open('r+b' if put_on_disk else 'rb')",
        "library/safekeeping/integrity: path.read_bytes()",
    ]


def opening_files(tree: ast.Module) -> Iterator[str]:
    """Yield what of a module opens files."""
    for node in ast.walk(tree):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if re.fullmatch(r"open|(?:os|io)\.\w*open|(?!files\.).+\.(?:read_text|read_bytes)|path\.open", called):
            yield ast.unparse(node)


def test_markup_is_made_in_one_place() -> None:
    """Only constants become markup outside of `markup` and `render`, and nobody but them writes JSON for people."""
    found = [f"{name}: {what}" for name, tree in modules().items() for what in making_markup(tree)]
    assert sorted(found) == [
        "core/jsonl: json.dumps",  # escaped behind it
        "lint/formats: json.dumps",  # escaped behind it
        "site/offline: json.dumps",  # of files that are printable already
        "site/own_pages: Markup(PARSER.renderer.render(tokens, PARSER.options, {}))",  # which escapes all texts
        "site/pages/markup: Markup(constant)",  # a LiteralString, as mypy checks
        "site/render: Markup(html)",  # what a template rendered
        "site/search_data: json.dumps",  # of printable data
    ]


def making_markup(tree: ast.Module) -> Iterator[str]:
    """Yield what of a module makes markup or JSON of a text that is not a constant."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called.rpartition(".")[2] == "Markup" and not all(isinstance(one, ast.Constant) for one in node.args):
            yield ast.unparse(node)
        if called.endswith("json.dumps") and any(word.arg == "ensure_ascii" for word in node.keywords):
            yield called


def test_templates_print_only_what_is_escaped() -> None:
    for path in sorted(TEMPLATES.glob("*.*")):
        if path.suffix == ".js":
            forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\("
        elif path.suffix in (".html", ".xml", ".webmanifest"):
            forbidden = r"\|\s*(?:safe|forceescape|xmlattr)\b|\bautoescape\b|\bMarkup\b"
        else:
            continue
        assert not re.search(forbidden, path.read_text(encoding="utf-8")), path.name
