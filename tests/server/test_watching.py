"""Whatever goes on answering notices that its documents changed, and goes on answering if they cannot be used."""

import os
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from judge.opened_library import Library
from judge.records.questions import QUESTIONS
from judge.server import asgi
from judge.server.api.asking import Desk
from judge.server.watching import Watch
from tests.limits import PATIENCE
from tests.server.serving import Api, running, served
from tests.server.test_assistants import call, session, talk
from tests.support import started_judge, write_collection

RULES = "# Tides\n\n## 1.0 Ebb\n\nWater falls (2.0).\n\n## 2.0 Flood\n\nWater rises.\n"
VERIFY = "/api/v1/verify?locator=2.0&quote=Water+rises"


@pytest.fixture
def tides(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A collection of one document, which JUDGE_CORPUS names."""
    folder = write_collection(tmp_path / "tides", tides_md=RULES)
    monkeypatch.setenv("JUDGE_CORPUS", str(folder))
    return folder


def replace(folder: Path) -> None:
    """Put another wording in the place of the document, of the same size and time."""
    path = folder / "tides.md"
    before = path.stat()
    (folder.parent / "other").write_text(RULES.replace("rises", "halts"))
    os.utime(folder.parent / "other", ns=(before.st_atime_ns, before.st_mtime_ns))
    (folder.parent / "other").replace(path)


def becomes(ask: Callable[[], object], wanted: object) -> None:
    """Ask until the answer is the one that is wanted."""
    until = time.monotonic() + PATIENCE
    while (found := ask()) != wanted:
        assert time.monotonic() < until, f"it is still {found}"
        time.sleep(0.1)


def verdict(api: Api) -> object:
    """Return what the API says of a quotation from the document as it was at first."""
    return api.get(VERIFY).json["records"][0]["verdict"]


def test_the_api_for_a_network_notices_a_replaced_document(tides: Path) -> None:
    with running(asgi.application()) as api:
        assert verdict(api) == "true"
        before = api.get("/api/v1/edition").json["edition"]
        replace(tides)
        becomes(lambda: verdict(api), "misquoted")
        assert api.get("/api/v1/edition").json["edition"] != before


def test_assistants_are_answered_from_the_replaced_document(tides: Path) -> None:
    async def conversation(client: Client) -> None:
        async def asked() -> Any:
            return (await call(client, "verify", locator="2.0", quote="Water rises"))["verdict"]

        assert await asked() == "true"
        before = (await call(client, "list"))["edition"]
        replace(tides)
        with anyio.fail_after(PATIENCE):
            while await asked() == "true":
                await anyio.sleep(0.1)
        assert await asked() == "misquoted"
        assert (await call(client, "list"))["edition"] != before

    talk(session(["mcp"]), conversation)


def test_the_site_and_the_api_beside_it_notice_the_same(tides: Path) -> None:
    with started_judge("serve", "--port", "0") as process:
        assert process.stderr
        port = re.search(r":(\d+)/", process.stderr.readline().decode())
        assert port
        api = Api(int(port[1]))
        assert verdict(api) == "true"
        replace(tides)
        becomes(lambda: (verdict(api), b"Water halts" in api.get("/tides/2.0.html").body), ("misquoted", True))


@pytest.fixture
def coming(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the person's own library, which the first `judge add` makes."""
    monkeypatch.delenv("JUDGE_CORPUS", raising=False)
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "library"


def test_the_own_library_is_noticed_when_it_comes(coming: Path) -> None:
    """Its folder is made after the server was started."""
    desk = Desk((), print)
    assert "tides" not in [one.key for one in desk.edition.documents]
    write_collection(coming, tides_md=RULES)
    assert desk.refresh()
    assert "tides" in [one.key for one in desk.edition.documents]
    assert not desk.refresh()
    desk.close()


def test_what_was_asked_before_a_change_is_answered_as_it_was_then(
    tides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are answered from the new edition meanwhile."""
    begun, released = threading.Event(), threading.Event()
    verify = next(one for one in QUESTIONS if one.name == "verify")

    def held(library: Library, asked: Any) -> Any:
        begun.set()
        assert released.wait(PATIENCE)
        return verify.answer(library, asked)

    slow = verify._replace(answer=held, slow=True, name="held")
    monkeypatch.setattr(asgi, "QUESTIONS", [*QUESTIONS, slow])
    desk = Desk(tides, print)
    with served(desk) as api, ThreadPoolExecutor(1) as pool:
        before = desk.edition
        first = pool.submit(api.get, VERIFY.replace("verify", "held"))
        assert begun.wait(PATIENCE)
        replace(tides)
        becomes(lambda: desk.edition is before, False)
        assert verdict(api) == "misquoted"
        released.set()
        answer = first.result().json
    assert (answer["records"][0]["verdict"], answer["edition"]) == ("true", before.id)


def test_a_document_that_cannot_be_read_any_more_stops_nobody(tides: Path) -> None:
    """The last document that could be read stays; one of several is left out; each is told once."""
    said: list[str] = []
    desk = Desk(tides, said.append)
    (tides / "tides.md").write_text("")
    assert [desk.refresh() for _ in range(2)] == [False, False]
    assert said == [f"{tides / 'tides.md'} is empty; questions are answered as before"]
    assert [one.key for one in desk.edition.documents] == ["tides"]
    write_collection(tides, harbour_md=RULES)
    assert desk.refresh()
    assert said[1:] == [f"{tides / 'tides.md'} is empty; it is left out"]
    assert [one.key for one in desk.edition.documents] == ["harbour"]
    desk.close()


def test_a_folder_that_goes_and_comes_back_is_told_once_and_noticed(tides: Path, tmp_path: Path) -> None:
    said: list[str] = []
    desk = Desk(tides, said.append)
    tides.rename(tmp_path / "elsewhere")
    assert [desk.refresh() for _ in range(2)] == [False, False]
    assert said == [f"the collection {tides} does not exist; questions are answered as before"]
    write_collection(tides, harbour_md=RULES)
    assert desk.refresh()
    assert [one.key for one in desk.edition.documents] == ["harbour"]
    desk.close()


def test_a_mistake_of_the_program_in_what_is_new_is_told_and_the_next_change_noticed() -> None:
    states = iter(["one", "two", "three"])
    said: list[str] = []
    fails = iter([True, False])

    def renew() -> None:
        if next(fails):
            raise LookupError("tide")

    watch = Watch(lambda: next(states), renew, said.append, "it stays")
    assert [watch.look(), watch.look()] == [False, True]
    assert said == ["internal error (LookupError: tide); it stays"]
