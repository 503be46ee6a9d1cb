"""Queries that found nothing are kept only if a person wants it, here alone, and become words of a game."""

import json
import socket
import sys
from pathlib import Path

import pytest

from judge.cli.answering import last_list
from judge.cli.answering.prompt import Conversation
from judge.library import Library
from judge.records import gaps
from judge.records.gaps import Gap
from tests.cli.test_notebook import several
from tests.support import printed, refused, run_judge, run_python, write_collection

RULES = "# Tide Rules\n\n## 1.0 Mooring\n\nA boat is tied.\n\n## 2.0 Harbour Dues\n\nEach boat pays two sheep.\n"
TABLE = '[[document]]\nfile = "tide.md"\ngame = "Tide"\ndate = "2025"\n'
QUERY = "wharfage please"


pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A rulebook."""
    return write_collection(tmp_path / "tides", **{"tide_md": RULES, "corpus.toml": TABLE})


def test_nothing_is_kept_until_it_is_switched_on(corpus: Path, data: Path) -> None:
    at = ("--corpus", str(corpus))
    assert run_judge(QUERY, *at).returncode == 1
    assert not list(data.glob("gaps*"))
    assert b"queries are not kept; judge gaps --on" in run_judge("gaps", *at).stderr
    printed("gaps", "--on", *at)
    run_judge(QUERY, *at)
    run_judge("search", "quayside", *at)
    run_judge(QUERY, "--json", *at)
    printed("mooring", *at)
    assert [one.query for one in gaps.read_gaps(data / "gaps.jsonl")] == [QUERY, "quayside"]
    assert printed("gaps", "--off", *at) == "queries are no longer kept\n"
    run_judge("gangplank", *at)
    assert "gangplank" not in printed("gaps", *at)
    assert "quayside (1 time), and nothing was opened afterwards" in printed("gaps", *at)
    printed("gaps", "--clear", *at)
    assert not list(data.glob("gaps*.jsonl"))


def test_the_entry_that_was_opened_afterwards_is_proposed_accepted_and_withdrawn(corpus: Path, data: Path) -> None:
    """The game's file keeps its comments; accepted, the word answers, and is proposed no more."""
    at = ("--corpus", str(corpus))
    printed("gaps", "--on", *at)
    run_judge(QUERY, *at)
    with Library([corpus], cache=data / "cache") as library:
        talk = Conversation(library)
        talk.answer(QUERY)
        gaps.keep_opened(gaps.asked(QUERY, library.reply(QUERY)), 1, "tide:2.0")
    shown = printed("gaps", *at)
    assert shown.startswith(f"wharfage (3 times) → 2.0 Harbour Dues\n  in: {QUERY}\n")
    assert '  judge gaps --accept "wharfage=tide:2.0"\n' in shown
    first = json.loads(printed("gaps", "--json", *at).splitlines()[0])
    assert (first["word"], first["id"], first["times"], first["queries"]) == ("wharfage", "tide:2.0", 3, [QUERY])
    words = corpus / "games" / "tide.toml"
    words.parent.mkdir()
    words.write_text('name = "Tide"\n\n[words] # ours\n# of the crews\nrope = ["mooring"]\n', encoding="utf-8")
    before = words.read_text("utf-8")
    told = printed("gaps", "--accept", "wharfage=tide:2.0", *at)
    assert told == f'wharfage = ["harbour dues"] written to {words}\n'
    assert words.read_text("utf-8") == before + 'wharfage = ["harbour dues"]\n'
    assert json.loads(printed("search", "wharfage", "--json", *at))["results"][0]["id"] == "tide:2.0"
    assert "wharfage (" not in printed("gaps", *at)
    assert " already in " in printed("gaps", "--accept", "wharfage=tide:2.0", *at)
    printed("gaps", "--withdraw", "wharfage=tide:2.0", *at)
    assert words.read_text("utf-8") == before


def test_what_cannot_be_written_is_refused(corpus: Path) -> None:
    at = ("--corpus", str(corpus))
    assert "give a word and an entry" in refused("gaps", "--accept", "wharfage", *at)
    assert run_judge("gaps", "--accept", "wharfage=99.9", *at).returncode == 1
    assert not (corpus / "games").exists()


def test_another_answer_of_the_last_list_is_kept(
    corpus: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one only where nothing was found; what a file has that is no query is passed over."""
    monkeypatch.setattr(last_list, "_terminal", lambda: "here")
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "lists"))
    gaps.switch(on=True)
    with Library([corpus], cache=data / "cache") as library:
        for query, place in (("boat", 1), ("boat", 2), (QUERY, 1)):
            last_list.remember(["tide:1.0", "tide:2.0"], query, library.reply(query))
            assert last_list.recall(place) == f"tide:{place}.0"
    found = [(one.query, one.opened) for one in gaps.read_gaps(gaps.gaps_file()) if one.opened]
    assert found == [("boat", ("tide:2.0",)), (QUERY, ("tide:1.0",))]
    other = tmp_path / "from-a-page.jsonl"
    other.write_text('{"query": "wharfage", "answer": "none", "opened": ["tide:2.0"]}\n[]\n{"query": \n7\n', "utf-8")
    assert printed("gaps", str(other), "--corpus", str(corpus)).startswith("wharfage (1 time) → 2.0 Harbour Dues\n")


def test_the_file_is_bounded_and_a_broken_line_spoils_no_other(data: Path) -> None:
    gaps.switch(on=True)
    path = gaps.gaps_file()
    path.write_bytes(b'{"query": "old", "answer": "none"}\n' * 7000 + b'{"query": "ha')
    gaps.keep(Gap("new", "none", ()))
    kept = gaps.read_gaps(path)
    assert (kept[-1].query, kept[-2].query) == ("new", "old")
    path.write_bytes(path.read_bytes() * 2)
    gaps.keep(Gap("newest", "none", ()))
    assert path.stat().st_size <= gaps.LARGEST
    assert gaps.read_gaps(path)[-1].query == "newest"


def test_programs_that_keep_at_once_lose_nothing() -> None:
    gaps.switch(on=True)
    program = "from judge.records.gaps import Gap, keep\nfor _ in range(20): keep(Gap('why', 'none', ()))"
    assert set(several(program, 3)) == {0}
    assert len(gaps.read_gaps(gaps.gaps_file())) == 60


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
def test_a_full_disk_costs_a_query_and_neither_the_file_nor_the_answer() -> None:
    """The limit of the system on the size of a file has the effect of a full disk: a write ends halfway."""
    gaps.switch(on=True)
    gaps.keep(Gap("first", "none", ()))
    before = gaps.gaps_file().read_bytes()
    program = (
        "import resource; from judge.records.gaps import Gap, keep\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 20}, {len(before) + 20}))\n"
        "keep(Gap('second', 'none', ()))"
    )
    assert run_python("-c", program).returncode == 0
    assert gaps.gaps_file().read_bytes() == before


def test_no_address_is_opened(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept, shown, accepted or taken over."""

    def refuse(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    lines = (["gaps", "--on"], [QUERY], ["gaps"], ["gaps", "--accept", "wharfage=2.0"], ["gaps", "--off"], ["notes"])
    for words in lines:
        done = run_judge(*words, "--corpus", str(corpus))
        assert done.returncode == (words == [QUERY]), done.stderr
    with pytest.raises(AssertionError, match="a connection was opened"):
        socket.create_connection(("127.0.0.1", 9))
