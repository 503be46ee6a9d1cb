"""One short text for a chat: the best answer, its doubts, its address; and the bot of docs/integrations.md."""

import asyncio
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import judge
from judge.library import Library
from judge.records.sharing import NOTHING_SAID, PERHAPS, SAID, read_shared, say
from judge.site.owner import public_address
from tests.support import write_collection

PADDING = "\n\n".join(
    f"Paragraph {number} speaks of sails and of nothing else, as long as it is." for number in range(30)
)
RULES = f"# Tide Rules\n\n## 1.0 Ebb\n\nWater falls.\n\n## 2.0 Ships\n\n{PADDING}\n\nA barnacle slows a hull.\n"
PAGE = Path(__file__).parent.parent.parent / "docs" / "integrations.md"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Library]:
    """A short rulebook whose owner says where the site is."""
    manifest = '[site]\nurl = "https://rules.example.org"\n'
    with judge.open(
        write_collection(tmp_path_factory.mktemp("say"), **{"tides_md": RULES, "corpus.toml": manifest})
    ) as one:
        yield one


def said(library: Library, query: str, form: str = "text") -> dict[str, Any]:
    """Return the answer to a query."""
    return say(library, query, form, lambda id: public_address(library, id))


def test_a_rule_that_is_named_is_said_with_its_address(library: Library) -> None:
    assert said(library, "ebb") == {
        "query": "ebb",
        "answer": "sure",
        "id": "tides:1.0",
        "address": "https://rules.example.org/tides/#1.0",
        "text": "Tide Rules, 1.0 Ebb\n\n> Water falls.\n\nhttps://rules.example.org/tides/#1.0\n",
    }


def test_what_is_found_by_words_is_in_the_text_however_long_the_rule_is(library: Library) -> None:
    answer = said(library, "does a barnacle slow a hull", "discord")
    assert (answer["answer"], answer["id"]) == ("unsure", "tides:2.0")
    assert len(answer["text"]) <= SAID + len(PERHAPS) + 1
    assert answer["text"].startswith(f"{PERHAPS}\n**Tide Rules, 2.0 Ships**\n\n> […]\n>\n> A barnacle slows a hull.")
    read = read_shared(answer["text"])
    assert read
    assert read.quote == "A barnacle slows a hull."


def test_where_nothing_answers_it_says_so(library: Library) -> None:
    answer = said(library, "xyzzy plugh")
    assert (answer["answer"], answer["id"], answer["text"]) == ("none", None, f"{NOTHING_SAID}\n")


def test_the_bot_of_the_page_answers(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks the API once for each call, says when it cannot, and hears nobody else."""
    handlers: dict[str, Any] = {}
    client = SimpleNamespace(
        event=lambda handler: handlers.setdefault(handler.__name__, handler), run=lambda token: None
    )
    discord = SimpleNamespace(
        Intents=SimpleNamespace(default=SimpleNamespace),
        AllowedMentions=SimpleNamespace(none=lambda: None),
        Client=lambda **_: client,
    )
    asked: list[str] = []

    def answered(address: str, timeout: int) -> io.StringIO:
        asked.append(address)
        if len(asked) > 1:
            raise OSError
        query = parse_qs(urlsplit(address).query)
        return io.StringIO(json.dumps({"records": [said(library, query["q"][0], query["format"][0])]}))

    monkeypatch.setitem(sys.modules, "discord", discord)
    monkeypatch.setattr("urllib.request.urlopen", answered)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in source.splitlines() if line]) <= 30
    exec(source, {})
    heard: list[str] = []

    async def reply(text: str) -> None:
        heard.append(text)

    for content, is_bot in (("!rule ebb", False), ("!rule ebb", True), ("a !rule", False), ("!rule ebb", False)):
        message = SimpleNamespace(content=content, author=SimpleNamespace(bot=is_bot), reply=reply)
        asyncio.run(handlers["on_message"](message))
    assert heard == [said(library, "ebb", "discord")["text"], "The rules are unavailable at the moment."]
    assert len(asked) == 2
