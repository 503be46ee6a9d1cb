"""The tools for assistants, asked by the official SDK's own client over a pipe and over HTTP."""

import hashlib
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from judge.citations.verify import text_of
from judge.opened_library import Library
from judge.server.api.asking import Desk
from judge.server.assistants import protocol
from tests.editions.test_comparison import NEW, OLD
from tests.server.test_api import ROW
from tests.support import run_python, write_collection
from tests.test_json_docs import FAULTY

TOOLS = ["verify", "search", "show", "card", "between", "refs", "diff", "trace", "suggest", "cites", "list"]
LARGEST = 12 * 1024
"""Bytes of all schemas of tools."""
CITING = "Harbour Rules 9.9 says so. See rule 1.1 and rule 2.1."
EVIL_TWIN = "shadowfist-card-digest:evil-twin"


def session(command: list[str]) -> Any:
    """Return a client of a server in a process of its own, as an assistant starts it."""
    told = StdioServerParameters(command=sys.executable, args=["-m", "judge", *command], env=dict(os.environ))
    return Client(stdio_client(told))


def talk(server: Any, conversation: Callable[[Client], Awaitable[None]]) -> None:
    """Hold a conversation with a server, from the handshake to the end."""

    async def held() -> None:
        async with Client(server) if not isinstance(server, Client) else server as client:
            await conversation(client)

    anyio.run(held)


@pytest.fixture
def harbours(tmp_path: Path, own_cache: Path) -> Path:
    """Two editions of a book, and a document with faults."""
    rows = ROW.format("tide", 1) + ROW.format("new", 2)
    texts = {"tide_txt": OLD, "new_txt": NEW, "faulty_txt": FAULTY, "corpus.toml": rows}
    return write_collection(tmp_path / "harbours", **texts)


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """Call a tool, and return what it answers as data; an error fails."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


def words_of(answer: Any) -> Any:
    """Return what an answer quotes from documents, by id."""
    _, first, words, last = answer["quoted"].split("\n")
    assert first == last
    assert first not in words
    return json.loads(words)


def test_a_whole_session_over_a_pipe(bundled: Library) -> None:
    """From the handshake to the end: what is offered, each kind of answer, a mistake, a resource."""

    async def conversation(client: Client) -> None:
        assert client.instructions
        assert client.instructions.index("verify first") < client.instructions.index("search")
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS
        assert sum(len(tool.model_dump_json(by_alias=True, exclude_none=True).encode()) for tool in tools) <= LARGEST
        for tool in tools:
            assert tool.description
            assert tool.output_schema
            assert tool.annotations
            assert tool.annotations.read_only_hint
        shown = await call(client, "show", locator="24.0")
        passage = shown["passages"][0]
        assert (passage["id"], passage["in_force"], passage["date"]) == ("shadowfist-digest:24.0", True, "2025")
        text = text_of(bundled.entries.record("shadowfist-digest:24.0"))
        assert passage["hash"] == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
        verdict = await call(client, "verify", locator="24.0", quote=text.split("\n")[1])
        assert verdict["verdict"] == "unclear"
        assert verdict["passage"]["summary_of"] == passage["summary_of"] is not None
        assert "not its wording" in words_of(verdict)[passage["id"]]["summary"], "only a summary is available"
        unknown = await call(client, "search", query="xyzzy plugh")
        assert not unknown["known"]
        assert set(unknown["searched"]) == {one.key for one in bundled.documents()}
        wrong = await client.call_tool("search", {"query": "toughness", "edition": "99"})
        assert wrong.is_error
        assert "no document has the edition '99'" in wrong.content[0].text  # type: ignore[union-attr]
        templates = (await client.list_resource_templates()).resource_templates
        assert [one.uri_template for one in templates] == ["judge://{document}/{local}"]
        read = (await client.read_resource("judge://shadowfist-card-digest/evil-twin")).contents[0]
        entry = json.loads(read.text)  # type: ignore[union-attr]
        assert (read.mime_type, entry["passages"][0]["id"]) == ("application/json", EVIL_TWIN)
        assert words_of(entry)[EVIL_TWIN]["text"]
        with pytest.raises(MCPError, match="no entry matches"):
            await client.read_resource("judge://shadowfist-card-digest/nobody")

    talk(session(["mcp"]), conversation)


def in_process(folder: Path | list[Path], conversation: Callable[[Client], Awaitable[None]]) -> None:
    """Hold a conversation with a server in this process."""
    desk = Desk(folder, print)
    try:
        talk(protocol.server(desk), conversation)
    finally:
        desk.close()


def test_each_answer_says_what_it_rests_on(bundled: Library) -> None:
    async def conversation(client: Client) -> None:
        for tool, arguments in (
            ("search", {"query": "uniqueness auction"}), ("card", {"name": "evil twin"}), ("refs", {"locator": "24.0"}),
            ("between", {"names": ["pocket demon", "brain fire"]}), ("show", {"locator": f"{EVIL_TWIN}#1"}),
        ):  # fmt: skip
            answer = await call(client, tool, **arguments)
            assert answer["known"], tool
            assert answer["total"] >= len(answer["passages"]) > 0
            for passage in answer["passages"]:
                assert passage["hash"].startswith("sha256:")
                assert passage["id"].partition(":")[0] in {one.key for one in bundled.documents()}
                assert passage["why"]
                assert words_of(answer)[passage["id"]]["text"]
                assert isinstance(passage["in_force"], bool)
        everything = await call(client, "list")
        assert [one["key"] for one in everything["documents"]] == [one.key for one in bundled.documents()]

    in_process(bundled.folders, conversation)


def test_nothing_known_is_an_answer_with_what_comes_near(bundled: Library) -> None:
    async def conversation(client: Client) -> None:
        for tool, arguments in (
            ("show", {"locator": "evil twim"}), ("card", {"name": "evil twim"}), ("refs", {"locator": "evil twim"}),
            ("between", {"names": ["evil twim", "brain fire"]}),
        ):  # fmt: skip
            answer = await call(client, tool, **arguments)
            assert (answer["known"], answer["passages"]) == (False, []), tool
            assert EVIL_TWIN in answer["near"], tool
            assert len(answer["searched"]) == len(bundled.documents())
        verdict = await call(client, "verify", locator="98.7.6")
        assert (verdict["verdict"], verdict["passage"]) == ("absent", None)
        assert verdict["searched"]

    in_process(bundled.folders, conversation)


def test_what_is_typed_is_completed(bundled: Library) -> None:
    async def conversation(client: Client) -> None:
        assert EVIL_TWIN in (await call(client, "suggest", typed="evil tw"))["near"]
        assert not (await call(client, "suggest", typed="xyzzy"))["known"]

    in_process(bundled.folders, conversation)


def test_editions_are_compared_and_an_older_one_is_not_in_force(harbours: Path) -> None:
    async def conversation(client: Client) -> None:
        compared = await call(client, "diff", old="tide", new="new")
        assert compared["total"] >= len(compared["changes"]) > 0
        old = (await call(client, "show", locator="tide:1.1"))["passages"][0]
        assert old["in_force"] is False
        assert old["superseded_by"]
        checked = await call(
            client, "cites", text="Harbour Rules 9.9 says so. See rule 1.1 and rule 2.1.", game="Harbour"
        )
        assert [one["code"] for one in checked["findings"]] == ["cite-absent"]
        assert words_of(checked)[":".join(str(checked["findings"][0][name]) for name in ("line", "column"))]["message"]
        traced = await call(
            client, "trace", locator=next(one["new"] for one in compared["changes"] if one["kind"] == "changed")
        )
        assert [one["id"].partition(":")[0] for one in traced["passages"]] == ["tide", "new"]
        refused = await client.call_tool("diff", {"old": "tide", "new": "faulty"})
        assert refused.is_error
        refused = await client.call_tool("cites", {"text": "Rule 1.1 holds.\n\n" * 501})
        assert refused.is_error
        assert "at most 500 citations" in str(refused.content)
        unknown = await call(client, "search", query="xyzzy plugh", game="harbour")
        assert unknown["searched"] == ["new"]

    in_process(harbours, conversation)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {}), ("search", {"query": ""}), ("search", {"query": 401 * "a"}),
        ("search", {"query": "a", "limit": 0}),
        ("between", {"names": ["evil twin"]}), ("verify", {"locator": "24.0", "quote": 2001 * "a"}),
        ("verify", {"locator": "24.0", "text": "The quotation, under a name of its own."}),
        ("diff", {"old": "../../etc/passwd", "new": "shadowfist-digest"}), ("cites", {"text": 100_001 * "a"}),
        ("search", {"query": "a", "game": "'; DROP TABLE entry; --"}), ("nothing", {}),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_and_the_session_goes_on(tool: str, arguments: Any, bundled: Library) -> None:
    async def conversation(client: Client) -> None:
        try:
            result = await client.call_tool(tool, arguments)
        except MCPError:
            pass  # the SDK's answer to what is no tool of ours
        else:
            assert result.is_error
        assert (await call(client, "show", locator="24.0"))["known"]

    in_process(bundled.folders, conversation)


def test_one_sentence_says_what_the_command_needs() -> None:
    hidden = "import sys; sys.modules['mcp'] = None; from judge.__main__ import main; main()"
    done = run_python("-c", hidden, "mcp")
    assert done.returncode == 2
    assert "judge mcp needs the extra judge-rules[mcp]: pip install 'judge-rules[mcp]'" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
