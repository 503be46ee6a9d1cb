"""What one connection may take of the server, and which one gives way where there are too many."""

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from judge.server import serving
from tests.limits import PATIENCE
from tests.server.serving import running

HEAD = b"GET / HTTP/1.1\r\nHost: local"
BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf"
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
MANY = 20
LARGE = 30_000_000
"""Bytes of an answer that no system holds for who does not take it."""


class Waiting:
    """An application: it reads a body, answers `/held` when it is released, and `/large` at length."""

    def __init__(self) -> None:
        """Hold what is asked."""
        self.released, self.ended = threading.Event(), threading.Event()
        self.held = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer."""
        assert scope["type"] == "http"
        while (await receive()).get("more_body"):
            pass
        if scope["path"] == "/held":
            self.held += 1
            while not self.released.is_set():
                await asyncio.sleep(0.01)
        body = LARGE * b"x" if scope["path"] == "/large" else b"answered"
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body"})  # waits until the other side takes the answer, or has gone
        self.ended.set()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with few places, which is in no hurry."""
    monkeypatch.setattr(serving, "MOST_OF_ONE", 4)
    monkeypatch.setattr(serving, "MOST_OPEN", 5)
    monkeypatch.setattr(serving, "HEAD_SECONDS", PATIENCE)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that soon looks who keeps it waiting."""
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(serving, "WHOLE_SECONDS", 0.2)


@pytest.fixture
def waiting() -> Iterator[Waiting]:
    """An application that answers what it holds in the end, whatever happens."""
    one = Waiting()
    yield one
    one.released.set()


@contextmanager
def begun(port: int, *sent: bytes, address: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Open a connection for each text, and send it."""
    with ExitStack() as stack:
        opened = []
        for one in sent:
            client = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
            opened.append(stack.enter_context(client))
            client.sendall(one)
            if b"/large" in one:
                client.recv(1)  # its answer has begun, and waits to be taken
        yield opened


def rest(client: socket.socket) -> bytes:
    """Return all that comes until the server closes the connection."""
    try:
        return b"".join(iter(lambda: client.recv(65536), b""))
    except ConnectionResetError:
        return b""


def status(answer: bytes) -> int:
    """Return the status of an answer, which is a problem in the form of all of them."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return int(json.loads(body)["status"])


@pytest.mark.parametrize("half", [HEAD, BODY, b"", WHOLE.replace(b"/ ", b"/large ", 1)])
def test_who_keeps_the_server_waiting_gives_way_to_who_asks(few: None, waiting: Waiting, half: bytes) -> None:
    """Half a head, half a body, nothing at all, and an answer that is not taken."""
    with running(waiting) as api, begun(api.port, *MANY * [half]) as opened:
        for _ in range(3):
            assert api.get("/").body == b"answered"
        answers = [rest(client) for client in opened[: MANY - 5]]
    if half == HEAD:  # where it came before its connection was closed, it has an answer
        assert {status(answer) for answer in answers if answer} <= {503}


def test_who_is_being_answered_keeps_the_place_and_the_newest_is_told_to_come_again(
    few: None, waiting: Waiting
) -> None:
    with running(waiting) as api, begun(api.port, *4 * [WHOLE.replace(b"/ ", b"/held ", 1)]) as opened:
        while waiting.held < 4:
            pass
        with begun(api.port, b"") as (late,):
            answer = rest(late)
        waiting.released.set()
        assert all(b"answered" in client.recv(65536) + client.recv(65536) for client in opened)
    assert status(answer) == 503
    assert b"retry-after: 1\r\n" in answer.lower()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of this computer")
def test_one_address_does_not_take_the_places_of_another(few: None, waiting: Waiting) -> None:
    """Its own connections give way first, however long another one has waited."""
    with running(waiting) as api, begun(api.port, HEAD, address="127.0.0.2") as (first,):
        with begun(api.port, *MANY * [HEAD]):
            assert api.get("/").status == 200
        first.sendall(b"host\r\n\r\n")
        assert first.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_head_that_does_not_come_in_time_is_told_so(hurried: None, waiting: Waiting) -> None:
    with running(waiting) as api, begun(api.port, HEAD, b"G", b"") as opened:
        answers = [rest(client) for client in opened]
    assert [status(answer) for answer in answers[:2]] == [408, 408]
    assert not answers[2]


def test_an_answer_that_is_not_taken_and_a_body_that_does_not_come_are_cut(hurried: None, waiting: Waiting) -> None:
    with running(waiting) as api, begun(api.port, WHOLE.replace(b"/ ", b"/large ", 1), BODY) as (large, half):
        assert rest(half) == b""
        assert waiting.ended.wait(PATIENCE)
        assert len(rest(large)) < LARGE


def test_a_question_that_takes_long_is_not_cut(hurried: None, waiting: Waiting) -> None:
    with running(waiting) as api, begun(api.port, WHOLE.replace(b"/ ", b"/held ", 1)) as (client,):
        client.settimeout(1)
        with pytest.raises(TimeoutError):
            client.recv(1)
        waiting.released.set()
        client.settimeout(PATIENCE)
        assert client.recv(1)


def test_a_connection_can_be_used_again(waiting: Waiting) -> None:
    with running(waiting) as api, begun(api.port, WHOLE + WHOLE) as (client,):
        read = b""
        while read.count(b"answered") < 2:
            read += client.recv(65536)
        client.sendall(WHOLE)
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"tide\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 400),
        (BODY.replace(b"9", b"nine"), 400),
        (BODY.replace(b"Content-Length: 9", b"Transfer-Encoding: chunked") + b"\r\n", 400),
    ],
)
def test_what_is_no_request_is_told_in_the_one_form(waiting: Waiting, sent: bytes, expected: int) -> None:
    with running(waiting) as api, begun(api.port, sent) as (client,):
        assert status(rest(client)) == expected


def test_a_head_without_an_end_is_refused(waiting: Waiting) -> None:
    with running(waiting) as api, begun(api.port, HEAD.ljust(serving.LONGEST_HEAD + 1, b"a")) as (client,):
        assert status(rest(client)) == 431
