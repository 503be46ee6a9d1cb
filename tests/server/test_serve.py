"""The site on this computer: pages, changes, and who may ask; without the API, and with it beside them."""

import html
import http.client
import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest

from judge.core.errors import SiteError
from judge.core.files import data_folder
from judge.server import serving
from judge.server.api.asking import Desk
from judge.server.local import NO_API, THREADS, PatientHandler, ServedSite, Sources, bind
from tests.limits import PATIENCE
from tests.server import serving as apis
from tests.sites import templates_with
from tests.support import started_judge, started_python, write_collection

RULES = "# Tides\n\n## 1.0 Ebb\n\nWater falls (2.0).\n\n## 2.0 Flood\n\nWater rises.\n"


class Served:
    """A site that is served, and what was said of it."""

    def __init__(self, folder: Path) -> None:
        """Serve a small collection."""
        self.corpus = write_collection(folder / "tides", tides_md=RULES)
        self.templates = templates_with(folder / "templates")
        self.said: list[str] = []
        sources = Sources([self.corpus], self.templates)
        self.shown = ServedSite(sources, folder / "site", self.said.append)
        self.server = bind(self.shown, 0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Serve no more, and let go of all files."""
        self.server.shutdown()
        self.server.server_close()

    def get(self, path: str, host: str = "localhost:1", method: str = "GET") -> tuple[int, str]:
        """Ask for something."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=PATIENCE)
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A served site."""
    one = Served(tmp_path)
    yield one
    one.end()


def test_pages_are_served(served: Served) -> None:
    assert served.get("/")[0] == 200
    assert "Water falls" in served.get("/tides/1.0.html")[1]


def test_one_sentence_says_what_the_api_needs(served: Served) -> None:
    status, text = served.get("/api/v1/search?q=ebb")
    assert status == 404
    assert NO_API in html.unescape(text)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/.judge-site", 404),
        ("/%2e%2e/tides/tides.md", 404),
        ("/nowhere.html", 404),
        ("/a%00b.html", 404),
        ("/%ED%A0%80", 404),
        ("//[/x", 404),
        ("/" + 5000 * "a", 404),
    ],
)
def test_wrong_questions_get_an_answer(served: Served, path: str, status: int) -> None:
    assert served.get(path)[0] == status


def test_only_this_computer_may_ask(served: Served) -> None:
    """A page elsewhere that makes its own name lead to 127.0.0.1 is refused."""
    assert served.get("/", host="evil.example:80")[0] == 403
    assert served.server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE", "OPTIONS"])
def test_the_checks_hold_for_every_method(served: Served, method: str) -> None:
    assert served.get("/", "evil.example:80", method)[0] == 403
    expected = {"GET": 200, "HEAD": 200}.get(method, 501)
    assert served.get("/tides/1.0.html", method=method)[0] == expected
    assert served.get("/.judge-site", method=method)[0] in (404, 501)


def test_a_mistake_of_the_program_is_answered_too(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("tide")

    monkeypatch.setattr(SimpleHTTPRequestHandler, "send_head", fails)
    assert served.get("/index.html")[0] == 500
    assert served.said == ["the request for '/index.html' could not be answered (RuntimeError: tide)"]


def test_a_head_has_no_content(served: Served) -> None:
    assert served.get("/tides/1.0.html", method="HEAD") == (200, "")


def test_requests_that_never_come_whole_are_answered_and_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than there are threads; those who ask properly meanwhile are answered."""
    monkeypatch.setattr(PatientHandler, "timeout", 0.3)
    one = Served(tmp_path)
    address = ("127.0.0.1", one.server.server_port)
    half_open = [socket.create_connection(address, timeout=PATIENCE) for _ in range(2 * THREADS)]
    try:
        for begun in half_open:
            begun.sendall(b"GET / HTTP/1.0\r\nHost: local")
        assert one.get("/")[0] == 200
        assert all(begun.recv(100).startswith(b"HTTP/1.0 408 ") for begun in half_open)
    finally:
        for begun in half_open:
            begun.close()
        one.end()


def test_a_request_that_comes_byte_by_byte_is_cut(tmp_path: Path) -> None:
    """However often bytes come: what counts is the time of the whole."""
    one = Served(tmp_path)
    one.server._seconds = 0.2
    with socket.create_connection(("127.0.0.1", one.server.server_port), timeout=PATIENCE) as slow:
        slow.sendall(b"GET / HT")
        assert slow.recv(100) == b""  # cut by the server long before the next bytes are due
    one.end()


def test_two_hundred_at_once_are_all_answered(served: Served) -> None:
    with ThreadPoolExecutor(200) as crowd:
        answers = list(crowd.map(lambda number: served.get(f"/tides/1.0.html?{number}")[0], range(200)))
    assert set(answers) == {200}


def test_more_than_can_wait_are_told_to_come_again(tmp_path: Path) -> None:
    one = Served(tmp_path)
    while one.server._places.acquire(blocking=False):
        pass
    assert one.get("/")[0] == 503
    one.end()


def test_a_change_is_seen_and_a_mistake_leaves_the_old_site(served: Served) -> None:
    assert not served.shown.refresh()
    write_collection(served.corpus, tides_md=RULES.replace("rises", "comes back"))
    assert served.shown.refresh()
    assert "comes back" in served.get("/tides/2.0.html")[1]
    (served.templates / "home.html").write_text("{% if %}")
    assert not served.shown.refresh()
    assert "home.html:1: " in served.said[-1]
    assert served.get("/index.html")[0] == 200


def test_a_port_that_is_taken_is_one_sentence(served: Served) -> None:
    with pytest.raises(SiteError, match="choose another with --port"):
        bind(served.shown, served.server.server_port)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_the_command_says_where_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    with started_judge("serve", "--port", "0", "--corpus", str(corpus)) as process:
        assert process.stderr
        line = process.stderr.readline().decode()
        assert re.search(r"http://127\.0\.0\.1:\d+/", line)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def test_the_site_has_the_api_beside_it_for_this_computer_alone(tmp_path: Path) -> None:
    """What another host's page asks is refused, and no script of another site may read what is private."""
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    shown = ServedSite(Sources([corpus], data_folder("templates")), tmp_path / "site", lambda _: None)
    with apis.served(Desk([corpus], print), local=True, shown=shown) as one:
        assert b"Water falls" in one.get("/tides/1.0.html").body
        assert one.get("/").headers["content-type"].startswith("text/html")
        assert one.get("/nowhere.html").status == 404
        assert one.get("/.judge-site").status == 404
        reply = one.get("/api/v1/show?locator=tides:2.0")
        assert reply.json["records"][0]["title"] == "Flood"
        assert "access-control-allow-origin" not in reply.headers
        for path in ("/", "/api/v1/list"):
            assert one.get(path, Host="evil.example:80").status == 403
            for host in ("localhost:1", "localhost", "127.0.0.1", "[::1]:8000"):
                assert one.get(path, Host=host).status == 200


def test_a_port_that_is_taken_is_one_sentence_with_the_api_too() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SiteError, match="choose another with --port"):
            serving.bind(taken.getsockname()[1])


def test_without_the_extra_the_site_is_served_and_one_sentence_says_what_is_missing(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    hidden = "import sys; sys.modules['uvicorn'] = None; from judge.__main__ import main; main()"
    with started_python("-c", hidden, "serve", "--port", "0", "--corpus", str(corpus)) as process:
        assert process.stderr
        assert process.stderr.readline().decode() == f"judge: {NO_API}\n"
        assert re.search(r"http://127\.0\.0\.1:\d+/ ", process.stderr.readline().decode())
