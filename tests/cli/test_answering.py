"""`judge TEXT…`, `judge :3` and the prompt: one screen, opened where the answer is clear."""

import json
import os
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge.cli import main, shared
from judge.cli.answering import last_list
from judge.cli.answering.command import is_clear, screen_of, without_repeats
from judge.cli.answering.prompt import SIGN, answer_line, help_text
from judge.cli.screens import answer, screen
from judge.cli.screens.newer import Names
from judge.cli.screens.screen import Screen
from judge.core.errors import NoEntry
from judge.core.files import data_folder
from judge.core.model import Block, Status, replace
from judge.opened_library import Library
from judge.search.entries import EntryBelow
from tests.support import printed, reference, refused, run_judge, write_collection

GAMES = {
    "corpus.toml": '[[document]]\nfile="tide.md"\ngame="Tide"\n[[document]]\nfile="reef.md"\ngame="Reef"\n',
    "tide.md": "# Tide\n\n## 1.0 Anchors\n\nAn anchor holds the ship.\n\n## 2.0 Chains\n\nA chain breaks.\n",
    "reef.md": "# Reef\n\n## 1.0 Anchors\n\nA coral anchor never moves.\n\n## 3.0 Shells\n\nA shell is closed.\n",
}


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Library]:
    folder = write_collection(tmp_path_factory.mktemp("games"), **GAMES)
    with Library([folder]) as library:
        yield library


def test_a_title_is_opened_with_the_next_answers_below() -> None:
    lines = run_judge("evil twin").stdout.decode().splitlines()
    assert lines[1] == "Evil Twin"
    others = [line[:2] for line in lines if line.startswith(":")]
    assert others
    assert others == [":2", ":3", ":4", ":5"][: len(others)]
    assert lines[-1].startswith("Source: ")


def test_words_in_several_arguments_are_one_query() -> None:
    assert run_judge("evil", "twin").stdout == run_judge("evil twin").stdout


def test_options_stand_before_the_text_or_behind_it() -> None:
    before = run_judge("--kind", "section", "toughness", "--json").stdout
    assert before == run_judge("toughness", "--json", "--kind", "section").stdout
    assert {row["kind"] for row in json.loads(before)["results"]} == {"section"}


def test_json_is_that_of_search() -> None:
    assert run_judge("toughness", "--json").stdout == run_judge("search", "toughness", "--json").stdout


def test_brief_is_an_id_and_a_name_a_line() -> None:
    first, *_ = run_judge("toughness", "--brief").stdout.decode().splitlines()
    id, name = first.split("  ")
    assert id.partition(":")[0].startswith("shadowfist-")
    assert name.endswith("Toughness")


def test_one_near_title_is_opened_and_a_line_says_so() -> None:
    result = run_judge("evil twn")
    assert result.stderr.decode() == "judge: no entry named 'evil twn'; showing Evil Twin\n"
    assert result.stdout.decode().splitlines()[1] == "Evil Twin"


@pytest.mark.parametrize("number", ["24.9", "rule 99.1", "§24.9"])
def test_a_number_that_no_document_has_is_refused(number: str) -> None:
    result = run_judge(number)
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode().startswith(f"judge: no entry matches '{number}'")


@pytest.mark.parametrize(
    ("query", "command", "code"),
    [("serch", "search", 0), ("serch toughness", "search toughness", 0), ("veryfy", "verify", 1), ("lnit", "lint", 1)],
)
def test_a_word_that_is_like_a_command_names_it(query: str, command: str, code: int) -> None:
    """Also where it was read as a word that the documents have, and answered."""
    result = run_judge(*query.split())
    assert result.returncode == code
    assert result.stderr.decode().endswith(f"judge: did you mean: judge {command}\n")


def test_too_many_words_behind_a_command_name_the_quoted_form() -> None:
    assert 'to ask for these words, quote them: judge "site of power"' in refused("site", "of", "power")


@pytest.mark.parametrize("words", [[":3"], ["show", ":3"]])
def test_without_a_terminal_there_is_no_last_list(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_list, "_terminal", lambda: None)
    with pytest.raises(click.UsageError, match="but this is not a terminal"):
        main.main(words, standalone_mode=False)


def test_a_number_opens_an_answer_of_the_last_list(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(last_list, "_terminal", lambda: "session-1")
    monkeypatch.setattr("judge.core.files.cache_folder", lambda: tmp_path)
    last_list.remember(["shadowfist-digest:24.0", "shadowfist-digest:31.0"])
    for words in ([":2"], ["show", ":2"]):
        main.main(words, standalone_mode=False)
        assert "31.0 Auctions" in capsys.readouterr().out
    with pytest.raises(click.UsageError, match="the last list has only 2 results"):
        last_list.recall(":3")


def test_a_list_is_kept_for_a_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(last_list, "_terminal", lambda: "session-1")
    monkeypatch.setattr("judge.core.files.cache_folder", lambda: tmp_path)
    last_list.remember(["a:b"])
    path = tmp_path / last_list.FOLDER / "session-1"
    yesterday = path.stat().st_mtime - last_list.KEPT - 1
    os.utime(path, (yesterday, yesterday))
    with pytest.raises(click.UsageError, match="ask something first"):
        last_list.recall(":1")


def shown_list(library: Library, query: str, rows: int | None = 23, width: int = 80) -> list[str]:
    return answer.listed(Screen(width), without_repeats(library, library.reply(query).answers), rows).splitlines()


def test_one_name_in_two_games_is_a_list(two_games: Library) -> None:
    assert not is_clear(two_games.reply("anchors"))
    assert is_clear(two_games.reply("anchors", game="Tide"))
    names = [line for line in shown_list(two_games, "anchors") if "Anchors" in line]
    assert sorted(line.partition(" · ")[2] for line in names) == ["reef", "tide"]


def test_a_list_has_five_answers_in_whole_sentences_and_more_on_a_higher_screen(bundled: Library) -> None:
    low, high = (shown_list(bundled, "damage in combat", rows) for rows in (23, 60))
    assert len(low) <= 23
    assert len([line for line in low if re.match(r" ?\d+\. ", line)]) in (4, 5)
    assert len([line for line in high if re.match(r" ?\d+\. ", line)]) > 5
    for name, after in pairwise([*low, ""]):
        if name.startswith("    ") and not after.startswith("    "):
            assert name.rstrip("…").rstrip()[-1] in '.!?)”"', name


def test_a_text_of_several_rules_is_shown_once(tmp_path: Path) -> None:
    same = "A moored barge pays two coins of harbour toll."
    rules = "\n\n".join(f"## {n}.0 Berth {n}\n\n{same}" for n in range(1, 5))
    folder = write_collection(tmp_path, **{"tide.md": f"# Tide\n\n{rules}\n"})
    with Library([folder]) as library:
        lines = shown_list(library, "harbour toll of a barge")
    assert lines[:2] == [" 1. 1.0 Berth 1 and three others · tide", f"    {same}"]
    assert " ".join(lines).count(same) == 1


def test_a_pointer_is_shown_with_what_it_leads_to(tmp_path: Path) -> None:
    text = "# Tide\n\n## 1.0 Gulls\n\nSee Weather\n\n## 2.0 Gulls\n\nThey sleep.\n\n## 3.0 Weather\n\nWind blows.\n"
    folder = write_collection(tmp_path, **{"tide.md": text})
    with Library([folder]) as library:
        lines = shown_list(library, "gulls")
    assert lines[:3] == [" 1. 1.0 Gulls · tide", "    See Weather", "    ▸ 3.0 Weather: Wind blows."]


def test_lines_are_broken_before_words_become_bold(bundled: Library) -> None:
    found = without_repeats(bundled, bundled.reply("damage in combat").answers)
    plain, bold = (answer.listed(Screen(60, colours), found, 23) for colours in (False, True))
    assert re.sub("\x1b\\[[0-9]m", "", bold) == plain


@pytest.mark.parametrize("style", ["bold", "dim", "struck"])
def test_each_style_of_a_screen_reaches_the_terminal(style: str) -> None:
    """Any other escape sequence is taken out of what is printed: it is somebody else's text."""
    assert re.sub(shared.OWN_STYLES, "", getattr(Screen(60, True), style)("Tide")) == "Tide"


def test_passages_of_the_next_answers_fill_the_screen(bundled: Library) -> None:
    record = bundled.entries.record("shadowfist-digest:16.1")
    others = without_repeats(bundled, bundled.reply("healing damage").answers[1:5])
    opened = answer.Opened(record, bundled.documents()[0], ["A", "B"], (), (), None, others)
    names = Names(bundled)
    whole = answer.opened(Screen(80), opened, names, None).splitlines()
    filled = answer.opened(Screen(80), opened, names, 23).splitlines()
    assert len(whole) < len(filled) <= 23
    assert [line[:3] for line in filled if line.startswith(":")] == [":2 ", ":3 ", ":4 ", ":5 "]


def test_a_heading_shows_the_first_words_of_what_is_below_it(bundled: Library) -> None:
    record = bundled.entries.record("shadowfist-digest:31.0")
    below = [EntryBelow(f"a:{n}", f"{n}.0 Berth", "A berth is free. It is not.") for n in range(30)]
    opened = answer.Opened(record, bundled.documents()[0], ["A", "B"], (), below, None, ())
    lines = answer.opened(Screen(80), opened, Names(bundled), 23).splitlines()
    assert "  0.0 Berth: A berth is free." in lines
    assert len(lines) <= 23
    assert any("more below it" in line for line in lines)


def test_where_an_answer_stands_tells_its_date_and_errata(bundled: Library) -> None:
    (one, *_) = bundled.search("evil twin")
    assert f"Evil Twin · {one.row.document}, errata" in answer.listed(Screen(80), [answer.Listed(one, "A")], 23)
    dated = one._replace(date="2006-08-01", errata=None)
    assert f"Evil Twin · {one.row.document}, 2006-08-01" in answer.listed(Screen(80), [answer.Listed(dated, "A")], 23)


@pytest.mark.parametrize("rows", [8, 15, 23])
@pytest.mark.parametrize("query", ["evil twin", "copying an ability", "when does damage happen", "toughness"])
def test_an_answer_fits_the_terminal(query: str, rows: int, bundled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = os.terminal_size((80, rows + 1))
    monkeypatch.setattr("judge.cli.answering.command.output_terminal", lambda: terminal)
    monkeypatch.setattr("judge.cli.answering.command.output_screen", lambda: Screen(80))
    with click.Context(main):
        shown = screen_of(bundled, query, bundled.reply(query))
    lines = shown.text.splitlines()
    assert len(lines) <= max(rows, 15)
    assert max(map(len, lines)) <= 80


def test_what_is_told_above_an_answer_has_room_on_the_terminal(
    bundled: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("judge.cli.answering.command.output_terminal", lambda: os.terminal_size((80, 24)))
    monkeypatch.setattr("judge.cli.answering.command.output_screen", lambda: Screen(80))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with click.Context(main):
        shown = screen_of(bundled, "evil twn", bundled.reply("evil twn"))
    assert capsys.readouterr().err == ""
    *_, guessed, source = shown.text.splitlines()
    assert guessed.startswith("no entry named 'evil twn'; showing Evil Twin")
    assert source.startswith("Source: ")
    assert len(shown.text.splitlines()) <= 23


def test_a_long_text_begins_with_the_passage_that_was_found(bundled: Library) -> None:
    """Of a text of many paragraphs, the one that answers is on the screen, and the others are counted."""
    blocks = tuple(Block("text", f"Paragraph {n} of the tide.", ((1, 1),)) for n in range(40))
    record = replace(bundled.entries.record("shadowfist-digest:24.0"), blocks=blocks)
    document = bundled.documents()[0]
    found = bundled.search("effects")[0]._replace(passage="Paragraph 30 of the tide.", wanted=frozenset(["30"]))
    opened = answer.Opened(record, document, ["A", "B"], (), (), found, ())
    text = answer.opened(Screen(80), opened, Names(bundled), 15)
    assert "Paragraph 30 " in text
    assert "Paragraph 2 " not in text
    assert "more lines: judge :1" in text


def test_a_rule_that_an_answer_cites_and_that_was_removed_is_named(own_cache: Path) -> None:
    with Library([data_folder("corpus") / "demo"]) as library:
        shown = screen_of(library, "who may play storm cards", library.reply("who may play storm cards")).text
        other = screen_of(library, "how is coal kept", library.reply("how is coal kept")).text
    assert "\nRefers to 4.7 Storm Cards, no longer in force\n" in shown
    assert "no longer in force" not in other


def test_a_whole_chapter_and_a_range_are_shown() -> None:
    whole = run_judge("show", "shadowfist-digest:24.0", "--all", "--json").stdout.decode().splitlines()
    assert json.loads(whole[0])["number"] == "24.0"
    both = run_judge("show", "30-31", "--json").stdout.decode().splitlines()
    assert {json.loads(line)["number"] for line in both} >= {"30.0", "31.0"}
    assert "Auctions" in run_judge("show", "31.0", "--all").stdout.decode()


def test_a_chapter_without_text_lists_first_sentences(tmp_path: Path) -> None:
    text = "# Tide\n\n## 1.0 Ships\n\n### 1.1 Anchors\n\nIt holds. It is heavy.\n\n### 1.2 Chains\n\nOne breaks.\n"
    folder = write_collection(tmp_path, **{"tide.md": text})
    shown = run_judge("--corpus", str(folder), "show", "1.0").stdout.decode()
    assert "  1.1 Anchors: It holds.\n" in shown
    assert "heavy" not in shown
    every = run_judge("--corpus", str(folder), "show", "1.0", "--all").stdout.decode()
    assert "heavy" in every
    assert "One breaks." in every


def test_a_term_asked_for_as_a_card_is_shown() -> None:
    result = run_judge("card", "auctions")
    assert result.returncode == 0
    assert "31.0 Auctions" in result.stdout.decode()
    assert b"this is not a card" in result.stderr


def test_the_prompt_answers_and_opens(two_games: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(last_list, "_terminal", lambda: "session-1")
    monkeypatch.setattr("judge.core.files.cache_folder", lambda: tmp_path)
    with click.Context(main):
        with pytest.raises(click.UsageError, match="ask something first"):
            answer_line(two_games, ":2")
        shown = answer_line(two_games, "anchors")
        assert shown.endswith("\n:1 opens the first\n")
        second = re.findall(r"1.0 Anchors · (\w+)", shown)[1]
        assert f"{second}.md" in answer_line(two_games, ":2")
        with pytest.raises(NoEntry):
            answer_line(two_games, "24.99")
        assert answer_line(two_games, "help") == help_text()


def test_what_only_another_game_has_is_found_elsewhere(two_games: Library, capsys: pytest.CaptureFixture[str]) -> None:
    with click.Context(main):
        assert screen_of(two_games, "shells", two_games.reply("shells", game="tide")).text == ""
    told = capsys.readouterr().err
    assert (
        told == "judge: nothing found for 'shells' in the searched documents; found elsewhere: 3.0 Shells (reef:3.0)\n"
    )


def test_what_is_said_to_a_terminal_breaks_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = " ".join(["anchor"] * 40)
    shared.say(sentence)
    assert capsys.readouterr().err == f"judge: {sentence}\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((40, 24)))
    shared.say(sentence)
    lines = capsys.readouterr().err.splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(lines) == f"judge: {sentence}"


def test_judge_alone_is_a_prompt_only_on_a_terminal() -> None:
    assert printed() == printed("--help")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize("leaving", [b"\n", b"\x04"])
def test_the_prompt_on_a_terminal_answers_until_the_person_leaves(leaving: bytes) -> None:
    import pty

    child, terminal = pty.fork()
    if not child:
        os.environ["TERM"] = "dumb"
        os.execv(sys.executable, [sys.executable, "-m", "judge"])
    read = b""
    typed = iter((b"31.0\n", leaving))
    try:
        while piece := os.read(terminal, 4096):
            read += piece
            if read.endswith(SIGN.encode()):
                os.write(terminal, next(typed))
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"31.0 Auctions" in read


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("pocket demon", "confucian stability"), " name"),
        (("city square", "expendable unit"), "No ruling names both."),
    ],
)
def test_between_begins_with_a_verdict(names: tuple[str, str], told: str) -> None:
    lines = run_judge("between", *names).stdout.decode().splitlines()
    assert told in lines[1]
    assert lines[1].endswith(".")


@pytest.mark.parametrize(
    ("status", "suggestion", "told"),
    [
        ("ok", None, "11.0 Body"),
        ("mislabelled", "a:11.0", "printed 10.0; probably means 11.0 Body"),
        ("dangling", None, "printed 10.0; does not resolve"),
        ("ambiguous", None, "printed 10.0; may mean several entries"),
        ("external", None, "printed 10.0; outside these documents"),
    ],
)
def test_a_faulty_reference_is_told_in_words(
    status: Status, suggestion: str | None, told: str, bundled: Library
) -> None:
    led = reference(status=status, suggestion=suggestion, text="10.0", reason="any")
    record = bundled.entries.record("shadowfist-digest:31.0")
    text = screen.entry(Screen(), record, bundled.documents()[0], ["A", "B"], (), [("11.0 Body", led)], ())
    assert f"Refers to\n  {told}\n" in text


def test_an_address_of_the_web_is_told_to_be_saved_first() -> None:
    assert "https://example.org/rules.html is a web address; save the page as a file" in refused(
        "add", "https://example.org/rules.html"
    )


def test_the_folder_where_one_stands_is_added_by_its_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tide.md").write_text("# Tide\n\n## 1.0 Harbour\n\nShips wait.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["add", "--dry-run", "."])
    assert (done.exit_code, "tide (tide.md, 2 entries)" in done.output) == (0, True), done.output


def test_a_long_build_tells_each_step_once_where_no_terminal_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shared, "PATIENCE", -1.0)
    progress = shared.Progress()
    for step in (("reading a.md", 0, 2), ("reading b.md", 1, 2), ("resolving references", 0, 2), ("", 1, 1)):
        progress(*step)
    assert capsys.readouterr().err == "judge: reading a.md (1 of 2)\njudge: resolving references (1 of 2)\n"
    monkeypatch.setattr(shared, "PATIENCE", 3600.0)
    shared.Progress()("reading a.md", 0, 2)
    assert capsys.readouterr().err == ""


def test_a_card_without_an_entry_is_no_dead_end_on_a_screen() -> None:
    assert screen.told_of(("Grey Whale", reference(status="dangling", kind="card"))) == "has no entry"
    assert screen.told_of(("9.9", reference(status="dangling"))) == "does not resolve"
