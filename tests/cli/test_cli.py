"""The command line as a person meets it: answers, exit codes, one clear sentence for wrong input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from judge.cli import COMMANDS, GROUPS, load_command, run
from judge.core.dates import last_day
from judge.opened_library import Library
from judge.site.catalogue import read_catalogue
from tests.support import printed, refused, run_judge, started_judge, write_collection

RULES = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds (2.0).\n\n## 2.0 Chains\n\nA chain breaks.\n"


def said(result: object) -> list[str]:
    """Return what a command wrote to standard error, line by line."""
    return result.stderr.decode().splitlines()  # type: ignore[attr-defined,no-any-return]


def test_show_prints_path_text_references_and_source() -> None:
    text = printed("show", "24.0")
    assert text.startswith("Shadowfist Rules Digest\n24.0 Effects\n")
    assert "Refers to\n  23.0 The Scene\n" in text
    assert "Referred to by\n" in text
    assert "Source: Shadowfist Rules Digest 2.0 (2025), 24.0 Effects (shadowfist-digest.md, lines " in text
    assert "\x1b" not in text


def test_show_as_json_is_the_record_with_references_both_ways() -> None:
    (line,) = run_judge("show", "24.0", "--json").stdout.decode().splitlines()
    record = json.loads(line)
    assert record["id"] == "shadowfist-digest:24.0"
    assert {reference["source"] for reference in record["references"]} == {record["id"]}
    assert {reference["target"] for reference in record["referenced_by"]} == {record["id"]}


ISLES = """# Isles

## Contents

1 Harbours ........ 2
2 Ships ........ 3
3 Docks ........ 4

## 1 Harbours

A harbour holds what sails (see rule 2).

## 2 Ships

Ships sail.

## 3 Docks

A dock is dry.

## Index

docks, 4
ships, 3
"""


def test_a_printed_index_is_kept_for_programs_and_left_out_of_what_readers_see(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "isles", isles_md=ISLES)
    shown = json.loads(run_judge("show", "ships", "--json", "--corpus", str(folder)).stdout.splitlines()[-1])
    assert [one["kind"] for one in shown["referenced_by"]] == ["number", "index"]
    text = run_judge("show", "ships", "--corpus", str(folder)).stdout.decode()
    assert "Referred to by\n  1 Harbours\n\nSource" in text
    with Library([folder], cache=tmp_path / "cache") as library:
        inward = read_catalogue(library).inward
    assert {id: [one.kind for one in found] for id, found in inward.items()} == {"isles:2": ["number"]}


def test_one_ruling_is_shown_by_its_number() -> None:
    text = run_judge("show", "shadowfist-card-digest:evil-twin#2").stdout.decode()
    assert "#2 " in text
    assert "#1 " not in text
    assert ", Evil Twin, ruling 2 (" in text


def test_several_locators_are_parted_by_commas() -> None:
    lines = run_judge("show", "--json", "24.0, evil twin").stdout.decode().splitlines()
    assert [json.loads(line)["title"] for line in lines] == ["Effects", "Evil Twin"]


@pytest.mark.parametrize(
    ("locator", "near"),
    [("24.9", "24.0 Effects (shadowfist-digest:24.0)"), ("evil twn", "Evil Twin (shadowfist-card-digest:evil-twin)")],
)
def test_a_wrong_locator_is_told_what_is_near(locator: str, near: str) -> None:
    result = run_judge("show", locator)
    assert result.returncode == 1
    assert said(result)[0].startswith(f"judge: no entry matches '{locator}'; closest: {near}")
    assert not result.stdout


def test_search_as_json_is_one_line_a_query() -> None:
    result = printed("search", "-", "--json", "--limit", "2", stdin="24.0\nqqqqq\nevil twin\n")
    rows = [json.loads(line) for line in result.splitlines()]
    assert [row["query"] for row in rows] == ["24.0", "qqqqq", "evil twin"]
    assert [row["results"][0]["why"] if row["results"] else None for row in rows] == ["number", None, "title"]
    assert [(row["weak"], row["missing"], row["read_as"]) for row in rows] == [
        (False, [], {}),
        (True, ["qqqqq"], {}),
        (False, [], {}),
    ]


def test_a_quoted_word_that_begins_with_a_dash_is_part_of_the_query() -> None:
    (line,) = run_judge("search", "--json", "-X damage for you").stdout.decode().splitlines()
    assert json.loads(line)["query"] == "-X damage for you"


@pytest.mark.parametrize(
    ("options", "document"),
    [
        (["--document", "shadowfist-card-digest"], "shadowfist-card-digest"),
        (["--kind", "topic"], "shadowfist-card-digest"),
        (["--kind", "section"], "shadowfist-digest"),
        (["--game", "shadowfist", "--kind", "term"], "shadowfist-digest"),
    ],
)
def test_a_search_is_narrowed(options: list[str], document: str) -> None:
    (line,) = run_judge("search", "--json", "damage toughness", *options).stdout.decode().splitlines()
    assert {result["document"] for result in json.loads(line)["results"]} == {document}


def test_since_keeps_what_is_new() -> None:
    narrowed = ["--document", "shadowfist-card-digest", "--json", "--limit", "50"]
    (line,) = run_judge("search", "card", "--since", "2027", *narrowed).stdout.decode().splitlines()
    assert json.loads(line)["results"] == []


def test_what_is_new_is_listed_newest_first() -> None:
    rows = [
        json.loads(line) for line in run_judge("list", "--new-since", "2007", "--json").stdout.decode().splitlines()
    ]
    assert rows
    firsts = list({row["entry"]: last_day(row["date"]) for row in reversed(rows)}.values())[::-1]
    assert firsts == sorted(firsts, reverse=True)
    text = next(row for row in rows if row["what"] == "text")
    assert text["date"] in run_judge("show", text["id"]).stdout.decode()
    assert run_judge("list", "--new-since", "2027").stdout == b"no document is dated on or after that day\n"


@pytest.mark.parametrize("words", [("search", "qqqqq"), ("qqqqq",)])
def test_nothing_found_says_so(words: tuple[str, ...]) -> None:
    result = run_judge(*words)
    assert (result.returncode, result.stdout) == (1, b"")
    assert said(result) == [
        "judge: nothing found for 'qqqqq'; try fewer or other words; judge list shows the searched documents"
    ]


@pytest.mark.parametrize("query", ["x" * 10_000, "word " * 2000, "?!*", "\udcff", "((((", "\\", "NOT AND OR", "*"])
def test_odd_queries_are_answered_or_told_that_nothing_was_found(query: str) -> None:
    result = run_judge("search", query)
    assert result.returncode in (0, 1)
    assert b"Traceback" not in result.stderr


def test_refs_lists_both_directions() -> None:
    text = run_judge("refs", "24.0").stdout.decode()
    assert "24.0 Effects refers to (4)\n  23.0 The Scene  “23.0”, line " in text
    assert "24.0 Effects is referred to by (" in text
    lines = run_judge("refs", "24.0", "--json").stdout.decode().splitlines()
    assert {json.loads(line)["record"] for line in lines} == {"reference"}


def test_list_and_build_count() -> None:
    rows = [json.loads(line) for line in run_judge("list", "--json").stdout.decode().splitlines()]
    assert [row["key"] for row in rows] == ["l5r-digest", "shadowfist-card-digest", "shadowfist-digest", "ufs-digest"]
    assert (
        run_judge("build").stdout.decode().startswith(f"4 documents, {sum(row['entries'] for row in rows)} entries, ")
    )


def test_corpus_may_be_named_in_three_ways(tmp_path: Path) -> None:
    folder = str(write_collection(tmp_path / "tide", rules_md=RULES))
    outputs = [
        run_judge("list", "--corpus", folder),
        run_judge("--corpus", folder, "list"),
        run_judge("list", JUDGE_CORPUS=folder),
    ]
    assert {output.stdout for output in outputs} == {outputs[0].stdout}
    assert b"rules" in outputs[0].stdout
    both = run_judge("list", JUDGE_CORPUS=os.pathsep.join([folder, str(Path("corpus").resolve())]))
    assert len(both.stdout.splitlines()) == 6


UNKNOWN_KEY = (
    "{tmp}/key/corpus.toml:3: unknown key 'titel'; "
    "choose one of file, key, title, game, edition, date, dialect, language, work, kind, origin, licence, "
    "groups, covers, authority, summarises, aliases, accept, order, reading, part, fields"
)
RELATIONS = "replaces, deletes, overrides, amends, narrows, excepts, renames, none"
WRONG = {
    "a missing folder": (["list", "--corpus", "{tmp}/none"], "the collection {tmp}/none does not exist"),
    "a folder without documents": (
        ["list", "--corpus", "{tmp}/bare"],
        "no documents (such as .md, .html or .pdf files) in {tmp}/bare; put one there, or name another folder",
    ),
    "only a binary file": (["list", "--corpus", "{tmp}/binary"], "{tmp}/binary/a.txt is a binary file, not text"),
    "an unknown document": (
        ["search", "x", "--document", "nope"],
        (
            "no document has the key 'nope'; choose one of l5r-digest, shadowfist-card-digest, "
            "shadowfist-digest, ufs-digest"
        ),
    ),
    "an unknown key": (
        ["list", "--corpus", "{tmp}/key"],
        UNKNOWN_KEY,
    ),
    "a wrong date": (
        ["list", "--corpus", "{tmp}/date"],
        "{tmp}/date/corpus.toml:3: '5.1.2020' is not a date; use 2006-08-05, 2006-08 or 2006",
    ),
    "a file outside": (
        ["list", "--corpus", "{tmp}/outside"],
        "{tmp}/outside/corpus.toml:2: '../a.md' must be the name of a file in this folder",
    ),
    "an unknown kind": (
        ["list", "--corpus", "{tmp}/kind"],
        "{tmp}/kind/corpus.toml:3: 'novel' is not a kind; choose one of rules, errata, rulings, faq, digest",
    ),
    "a relation without a kind": (
        ["list", "--corpus", "{tmp}/relation"],
        "{tmp}/relation/corpus.toml: [[relation]] must give 'old', 'new' and a 'kind', one of " + RELATIONS,
    ),
}
MANIFESTS = {
    "key": '[[document]]\nfile = "a.md"\ntitel = "x"\n',
    "date": '[[document]]\nfile = "a.md"\ndate = "5.1.2020"\n',
    "outside": '[[document]]\nfile = "../a.md"\n',
    "kind": '[[document]]\nfile = "a.md"\nkind = "novel"\n',
    "relation": '[[document]]\nfile = "a.md"\n[[relation]]\nold = "a:1.0"\nnew = "a:2.0"\n',
}


@pytest.mark.parametrize("name", list(WRONG))
def test_wrong_input_gets_one_clear_sentence(name: str, tmp_path: Path) -> None:
    words, sentence = WRONG[name]
    (tmp_path / "bare").mkdir()
    (tmp_path / "binary").mkdir()
    (tmp_path / "binary" / "a.txt").write_bytes(b"a\x00b")
    (tmp_path / "file.md").write_text("x")
    for folder, manifest in MANIFESTS.items():
        write_collection(tmp_path / folder, a_md=RULES, **{"corpus.toml": manifest})
    result = run_judge(*(word.replace("{tmp}", str(tmp_path)) for word in words))
    assert said(result) == [f"judge: {sentence.replace('{tmp}', str(tmp_path))}"]
    assert result.returncode == 2
    assert not result.stdout


DASHED = "-my tide.md"


def typed_calls() -> list[tuple[click.Command, str, list[str]]]:
    """Return each command with each parameter that takes any text or path, and the call that gives it."""
    calls = []
    for command in map(load_command, COMMANDS):
        takes_text = [one for one in command.params if isinstance(one.type, click.types.StringParamType | click.Path)]
        needed = ["x" for one in command.params if isinstance(one, click.Argument) and one.required]
        for one in takes_text:
            name = str(one.name)
            if isinstance(one, click.Argument):
                before = [other for other in command.params if isinstance(other, click.Argument)]
                given = [DASHED if other is one else "x" for other in before if other is one or other.required]
                calls.append((command, name, given))
            else:
                calls.append((command, name, [*needed, one.opts[-1], DASHED]))
                calls.append((command, name, [*needed, f"{one.opts[-1]}={DASHED}"]))
    return calls


@pytest.mark.parametrize(("command", "name", "words"), typed_calls())
def test_what_begins_with_a_dash_arrives_as_it_was_typed(command: click.Command, name: str, words: list[str]) -> None:
    value = command.make_context(command.name, list(words)).params[name]
    assert [str(one) for one in (value if isinstance(value, tuple) else [value])] == [DASHED]


def test_the_help_lists_the_commands_in_groups() -> None:
    lines = printed("--help").partition("--help  ")[2].splitlines()
    headings = [line.removesuffix(":") for line in lines[1:] if line and not line.startswith(" ")]
    listed = [line.split()[0] for line in lines[1:] if line.startswith("  ")]
    assert headings == list(GROUPS)
    assert listed == [name for name in COMMANDS if name != "completion"]
    assert len(listed) <= 24


def test_every_command_takes_such_a_word() -> None:
    """All but `completion`, whose one argument is a choice that refuses this word."""
    assert {call[0].name for call in typed_calls()} == set(COMMANDS) - {"completion"}
    refused = run_judge("completion", DASHED)
    assert b"'-my tide.md' is not one of 'bash', 'zsh', 'fish'" in refused.stderr


def test_a_file_whose_name_begins_with_a_dash_is_added(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "in", **{DASHED: RULES})
    home = {"JUDGE_DATA": str(tmp_path / "data"), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    result = subprocess.run(
        [sys.executable, "-m", "judge", "add", DASHED, "--title", "-my tide"],
        cwd=folder,
        env=os.environ | home,
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    library = tmp_path / "data" / "library"
    assert (library / "my-tide.md").read_text() == RULES
    assert 'title = "-my tide"\n' in (library / "corpus.toml").read_text()
    gone = run_judge("add", "-no such.md", **home)
    assert said(gone) == ["judge: -no such.md cannot be read: No such file or directory"]


def test_an_unforeseen_error_is_one_sentence_that_says_how_to_report_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise IndexError("list index\nout of range")

    monkeypatch.setattr(Library, "reply", broken)
    monkeypatch.setattr(sys, "argv", ["judge", "search", "anchor"])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "judge: internal error (IndexError: list index out of range); please report it"
        ", and include the output of the command with JUDGE_DEBUG=1 set\n"
    )
    monkeypatch.setenv("JUDGE_DEBUG", "1")
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("Traceback (most recent call last):")
    assert "in broken" in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
def test_a_full_disk_is_not_called_a_mistake_of_the_program() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "judge", "export"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert said(result) == ["judge: the system reports: No space left on device"]
    assert result.returncode == 2


@pytest.mark.parametrize("words", [["search"], ["search", "x", "--kind", "bird"], ["list", "--nope"], ["show"]])
def test_a_wrong_call_ends_with_two(words: list[str]) -> None:
    assert refused(*words).startswith("Usage: judge")


def test_a_reader_that_has_seen_enough_causes_no_noise() -> None:
    """`judge export | head -1` ends quietly."""
    with started_judge("export") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
