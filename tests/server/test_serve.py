"""The site and the API on this computer: pages, changes, and who may ask."""

import re
import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.core.errors import SiteError
from judge.server import serving
from judge.server.api.asking import Desk
from judge.server.asgi import Pages
from judge.server.served_site import ServedSite
from tests.limits import PATIENCE
from tests.server.serving import Api, served
from tests.sites import templates_with
from tests.support import started_judge, write_collection

RULES = "# Tides\n\n## 1.0 Ebb\n\nWater falls (2.0).\n\n## 2.0 Flood\n\nWater rises.\n"
PROBLEM = "application/problem+json"


class Shown(NamedTuple):
    """A small site that is served."""

    corpus: Path
    templates: Path
    site: ServedSite
    api: Api
    said: list[str]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Shown]:
    """A served site."""
    folder = tmp_path_factory.mktemp("served")
    corpus = write_collection(folder / "tides", tides_md=RULES)
    templates = templates_with(folder / "templates")
    said: list[str] = []
    site = ServedSite([corpus], templates, folder / "site", said.append)
    with served(Desk([corpus], said.append), local=True, shown=site) as api:
        yield Shown(corpus, templates, site, api, said)


def test_the_site_has_the_api_beside_it_for_this_computer_alone(shown: Shown) -> None:
    """What another host's page asks is refused, and no script of another site may read what is private."""
    api = shown.api
    assert b"Water falls" in api.get("/tides/1.0.html").body
    assert api.get("/").headers["content-type"].startswith("text/html")
    reply = api.get("/api/v1/show?locator=tides:2.0")
    assert reply.json["records"][0]["title"] == "Flood"
    assert "access-control-allow-origin" not in reply.headers
    for path in ("/", "/api/v1/list"):
        for host in ("localhost:1", "localhost", "127.0.0.1", "[::1]:8000"):
            assert api.get(path, Host=host).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/.judge-site",
        "/%2e%2e/tides/tides.md",
        "/nowhere.html",
        "/a%00b.html",
        "/%ED%A0%80",
        "//[/x",
        "/" + 5000 * "a",
    ],
)
def test_a_page_that_is_not_there_is_told(shown: Shown, path: str) -> None:
    assert shown.api.get(path).status == 404


def test_a_reader_is_told_in_a_page(shown: Shown) -> None:
    assert shown.api.get("/nowhere.html").headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["nothing", "show/24.0", "%2e%2e/tides/1.0.html", "a%00b"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_question_that_is_not_there_is_told_as_the_api_tells_it(shown: Shown, path: str, method: str) -> None:
    reply = shown.api.get(f"/api/v1/{path}", method)
    assert (reply.status, reply.headers["content-type"]) == (404, PROBLEM)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE", "OPTIONS"])
def test_the_checks_hold_for_every_method(shown: Shown, method: str) -> None:
    assert shown.api.get("/", method, Host="evil.example:80").status == 403
    assert shown.api.get("/api/v1/list", method, Host="evil.example:80").status == 403
    is_read = method in ("GET", "HEAD")
    assert shown.api.get("/tides/1.0.html", method).status == (200 if is_read else 405)
    assert shown.api.get("/.judge-site", method).status == (404 if is_read else 405)


def test_a_mistake_of_the_program_is_answered_too(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("tide")

    monkeypatch.setattr(Pages, "lookup_path", fails)
    reply = shown.api.get("/index.html")
    assert (reply.status, "tide" in reply.json["detail"]) == (500, False)


def test_a_head_has_no_content(shown: Shown) -> None:
    reply = shown.api.get("/tides/1.0.html", "HEAD")
    assert (reply.status, reply.body) == (200, b"")


def test_two_hundred_pages_at_once_are_all_answered(shown: Shown) -> None:
    with ThreadPoolExecutor(200) as crowd:
        answers = list(crowd.map(lambda number: shown.api.get(f"/tides/1.0.html?{number}").status, range(200)))
    assert set(answers) == {200}


def test_a_change_is_seen_and_a_mistake_leaves_the_old_site(tmp_path: Path, own_cache: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    templates = templates_with(tmp_path / "templates")
    said: list[str] = []
    site = ServedSite([corpus], templates, tmp_path / "site", said.append)
    assert not site.refresh()
    write_collection(corpus, tides_md=RULES.replace("rises", "comes back"))
    assert site.refresh()
    assert "comes back" in (site.folder / "tides" / "2.0.html").read_text(encoding="utf-8")
    (templates / "home.html").write_text("{% if %}")
    assert not site.refresh()
    assert "home.html:1: " in said[-1]
    assert (site.folder / "index.html").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_the_command_says_where_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md=RULES)
    with started_judge("serve", "--port", "0", "--corpus", str(corpus)) as process:
        assert process.stderr
        line = process.stderr.readline().decode()
        assert re.search(r"http://127\.0\.0\.1:\d+/ and its /api/v1/", line)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SiteError, match="choose another with --port"):
            serving.bind(taken.getsockname()[1])
