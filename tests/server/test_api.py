"""The API: its records, its envelope, what it refuses, and what it says of itself."""

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from judge.citations.verify import Verified
from judge.core.diagnostics import Finding
from judge.core.model import Document, Entry
from judge.editions.change_records import AffectedRecord, ChangeRecord
from judge.editions.change_reports import NewText
from judge.editions.library_editions import Editions
from judge.opened_library import Library
from judge.records.answers import ShownEntryRecord, ShownReferenceRecord
from judge.records.questions import MOST_NAMES, PREFIX, QUESTIONS
from judge.search.interactions.card_page import CardRecord
from judge.search.interactions.subjects import InteractionsRecord
from judge.search.lookup import SearchRecord
from judge.search.wording.typed_words import Suggestion
from judge.server import asgi
from judge.server.api import openapi
from judge.server.api.asking import QUICK, Bounds, Desk, Edition
from judge.server.api.server_records import EditionRecord, EnvelopeRecord, HealthRecord, ProblemRecord
from judge.server.asgi import TOO_LARGE
from tests.editions.test_comparison import NEW, OLD
from tests.editions.test_diff_commands import FAQ
from tests.limits import PATIENCE
from tests.server.serving import Api, served
from tests.support import write_collection
from tests.test_json_docs import FAULTY, check

ROW = '[[document]]\nfile = "{0}.txt"\ntitle = "Harbour Rules"\ngame = "Harbour"\nedition = "{1}"\n'


@pytest.fixture(scope="module")
def harbours(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Path:
    """Two editions of a book, a FAQ on it, and a document with faults."""
    rows = ROW.format("tide", 1) + ROW.format("new", 2) + '[[document]]\nfile = "faq.md"\ngame = "Harbour"\n'
    texts = {"tide_txt": OLD, "new_txt": NEW, "faq_md": FAQ, "faulty_txt": FAULTY, "corpus.toml": rows}
    return write_collection(tmp_path_factory.mktemp("harbours"), **texts)


@pytest.fixture(scope="module")
def api(own_cache: Path, bundled: Library) -> Iterator[Api]:
    """The API of the bundled collection."""
    with served(Desk(bundled.folders, print)) as one:
        yield one


@pytest.fixture(scope="module")
def harbour_api(harbours: Path) -> Iterator[Api]:
    """The API of the harbours."""
    with served(Desk(harbours, print)) as one:
        yield one


def records(api: Api, question: str) -> list[Any]:
    """Return the records of an answer; its envelope is as documented."""
    reply = api.get(PREFIX + question)
    assert reply.status == 200, reply.body
    answer = reply.json
    found = answer.pop("records")
    check([answer], EnvelopeRecord)
    assert reply.headers["etag"] == f'"{answer["edition"]}"'
    assert len(found) <= answer["total"]
    return list(found)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("search?q=toughness", [SearchRecord]),
        ("search?q=%20", [SearchRecord]),
        ("show?locator=24.0", [ShownEntryRecord]),
        ("show?locator=24.1-3", [ShownEntryRecord]),
        ("card?name=evil+twin", [CardRecord]),
        ("card?name=toughness", [Entry]),
        ("between?name=evil+twin&name=brain+fire", [InteractionsRecord]),
        ("refs?locator=24.0", [ShownReferenceRecord]),
        ("trace?locator=24.0", [Entry]),
        ("verify?locator=24.0&quote=nobody+says+this", [Verified]),
        ("list", [Document]),
        ("list?new_since=2000", [NewText]),
        ("search?q=toughness&as_of=2010", [SearchRecord]),
        ("show?locator=24.0&as_of=2030", [ShownEntryRecord]),
        ("card?name=evil+twin&as_of=2010", [CardRecord]),
        ("suggest?q=even+tw", [Suggestion]),
    ],
)
def test_answers_are_the_documented_records(question: str, kinds: list[type], api: Api) -> None:
    check(records(api, question), *kinds)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("diff?old=tide&new=new", ChangeRecord),
        ("diff?old=tide&new=new&affected=true", AffectedRecord),
        ("lint?notes=true", Finding),
        ("lint?document=faulty&code=reference-wrong", Finding),
        ("trace?locator=new:3.0", Entry),
    ],
)
def test_editions_and_faults_are_the_documented_records(question: str, kind: type, harbour_api: Api) -> None:
    check(records(harbour_api, question), kind)


def test_a_part_of_many_records_is_sent(api: Api) -> None:
    everything = records(api, "refs?locator=24.0")
    assert len(everything) > 3
    assert records(api, "refs?locator=24.0&limit=2&offset=1") == everything[1:3]
    assert records(api, "refs?locator=24.0&offset=1000000") == []


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ("show?locator=98.7", 404, "no entry matches '98.7'"),
        ("nothing", 404, "there is nothing at this address; /api/v1/ lists what can be asked"),
        ("search", 400, "the parameter q is missing"),
        ("search?q=", 400, "q must have between 1 and 400 characters, but has 0"),
        (f"search?q={401 * 'a'}", 400, "q must have between 1 and 400 characters, but has 401"),
        ("search?q=a&q=b", 400, "q is given 2 times; the maximum is 1"),
        ("search?q=a&limit=many", 400, "limit must be a whole number from 1 to 100"),
        ("search?q=a&limit=101", 400, "limit must be a whole number from 1 to 100"),
        ("search?q=a&limit=%D9%A3", 400, "limit must be a whole number from 1 to 100"),
        ("search?q=a&since=soon", 400, "since must be a date such as 2006-08-05, 2006-08 or 2006"),
        ("search?q=a&all_editions=yes", 400, "all_editions must be true or false"),
        ("list?x=1", 400, "there is no parameter 'x'; choose from new_since, limit, offset"),
        ("health?x=1", 400, "there is no parameter 'x'; there are none here"),
        ("between?" + "&".join((MOST_NAMES + 1) * ["name=a"]), 400, "name is given 9 times; the maximum is 8"),
        ("diff?old=shadowfist-digest&new=shadowfist-digest", 400,
         "shadowfist-digest is compared with itself; name two editions"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_one_sentence_in_one_form(question: str, status: int, said: str, api: Api) -> None:
    reply = api.get(PREFIX + question)
    check([reply.json], ProblemRecord)
    assert (reply.status, reply.json["status"], reply.json["detail"]) == (status, status, said)
    assert reply.headers["content-type"] == openapi.PROBLEM
    assert reply.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "question",
    [
        "search?q=a&edition=99", "search?q=a&game=chess", "search?q=a&document=../../etc/passwd",
        "show?locator=24.0&edition=99", "lint?document=../../etc/passwd", "lint?document=/etc/passwd",
        "diff?old=/etc/passwd&new=shadowfist-digest", "diff?old=l5r-digest&new=shadowfist-digest",
        "search?q=a&kind='--", "between?name=evil+twin",
    ],
)  # fmt: skip
def test_what_is_not_there_is_a_wrong_call(question: str, api: Api) -> None:
    reply = api.get(PREFIX + question)
    assert reply.status == 400
    assert "Traceback" not in reply.json["detail"]


@pytest.mark.parametrize(
    "typed",
    [
        "%27%3B+DROP+TABLE+entry%3B--", "%22+OR+%22%22%3D%22", "../../../../etc/passwd", "%00", "a%00b", "%FF%FE",
        "%ED%A0%80", "%2e%2e%2f", "%25s%25n", "{{7*7}}", "%F0%9F%92%A9", "%0d%0aSet-Cookie:x=1", "*", "%5C%5C",
    ],
)  # fmt: skip
@pytest.mark.parametrize("question", ["search?q=", "show?locator=", "card?name=", "refs?locator=", "suggest?q=",
                                      "verify?locator=24.0&quote=", "trace?locator="])  # fmt: skip
def test_quotes_and_paths_are_words_like_others(question: str, typed: str, api: Api) -> None:
    reply = api.get(PREFIX + question + typed)
    assert reply.status in (200, 404)
    assert "set-cookie" not in reply.headers


def test_what_came_near_is_named(api: Api) -> None:
    near = api.get(f"{PREFIX}show?locator=evil+twim").json["nearest"]
    assert near == [{"id": "shadowfist-card-digest:evil-twin", "name": "Evil Twin"}]


def test_an_answer_that_is_still_right_is_not_sent_again(api: Api) -> None:
    tag = api.get(f"{PREFIX}edition").headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = api.get(f"{PREFIX}search?q=toughness", If_None_Match=known)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert "max-age" in again.headers["cache-control"]
    assert api.get(f"{PREFIX}search?q=toughness", If_None_Match='"other"').status == 200
    assert api.get(f"{PREFIX}search", If_None_Match=tag).status == 400


def test_the_edition_is_the_same_for_all_copies_and_another_when_a_document_is(harbours: Path, tmp_path: Path) -> None:
    def told(folder: Path, cache: str) -> str:
        with Library(folder, cache=tmp_path / cache) as library:
            return str(library.ask(lambda compiled: compiled.store.content_hash()))

    copy = write_collection(tmp_path / "copy", **{path.name: path.read_text() for path in harbours.iterdir()})
    first = told(harbours, "one")
    assert told(copy, "two") == first
    (copy / "faulty.txt").write_text(FAULTY.replace("Heavy", "Light"))
    assert told(copy, "two") != first


def test_a_copy_says_what_it_is(api: Api) -> None:
    health, edition = (api.get(PREFIX + name) for name in ("health", "edition"))
    check([health.json], HealthRecord)
    check([edition.json], EditionRecord)
    assert health.headers["cache-control"] == "no-store"
    assert health.json["edition"] == edition.json["edition"]


def test_other_sites_may_read(api: Api) -> None:
    assert api.get(f"{PREFIX}list").headers["access-control-allow-origin"] == "*"
    asked = api.get(f"{PREFIX}list", "OPTIONS", Origin="https://a.example", Access_Control_Request_Method="GET")
    assert (asked.status, asked.headers["access-control-allow-methods"]) == (204, "GET, HEAD, POST")
    assert "vary" not in api.get(f"{PREFIX}list", Origin="https://a.example").headers


def test_the_citations_of_a_text_are_checked(harbour_api: Api) -> None:
    text = b"Harbour Rules 9.9 says so. See rule 1.1 and rule 2.1."
    reply = harbour_api.get(PREFIX + "cites?game=Harbour&name=answer.md", "POST", text)
    assert (reply.status, reply.headers["cache-control"]) == (200, "no-store")
    check(reply.json["records"], Finding)
    assert [one["code"] for one in reply.json["records"]] == ["cite-absent"]


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"x" * 100_001, 400), (b"\xff\xfe\x00\xed\xa0\x80", 200), (b"{", 200)],
)
def test_a_body_of_another_size_is_refused_and_bytes_that_are_no_text_are_not(
    body: bytes, status: int, harbour_api: Api
) -> None:
    assert harbour_api.get(f"{PREFIX}cites", "POST", body).status == status


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("many.txt", "24.8 " * 8132, "8,132"),
        ("answer.md", "Rule 1.1 holds.\n\n" * 501, "501"),
        ("rules.txt", "rules 1.1-1.9\n\n" * 56, "504"),
        ("page", "as **§ 2.1** says\n\n" * 600, "600"),
        ("rules.py", "# rule 3.0\n\nx = 1\n" * 501, "501"),
    ],
)
def test_more_citations_than_are_checked_are_refused(name: str, text: str, count: str, harbour_api: Api) -> None:
    """Not one is checked, so that none passes for sound that was not; as many as are allowed are."""
    reply = harbour_api.get(f"{PREFIX}cites?name={name}", "POST", text.encode())
    told = f"at most 500 citations are checked in one request, and this text has {count}; send it in parts"
    assert (reply.status, reply.json["detail"]) == (400, told)


def test_a_body_that_does_not_come_is_not_waited_for(harbour_api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "MOST_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", harbour_api.port), timeout=PATIENCE) as sender:
        sender.sendall(f"POST {PREFIX}cites HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf".encode())
        assert sender.recv(65536).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_only_reading_is_allowed(method: str, api: Api) -> None:
    reply = api.get(f"{PREFIX}list", method)
    assert (reply.status, sorted(reply.headers["allow"].split(", "))) == (405, ["GET", "HEAD"])
    check([reply.json], ProblemRecord)


def test_a_head_has_no_content(api: Api) -> None:
    reply = api.get(f"{PREFIX}list", "HEAD")
    assert (reply.status, reply.body) == (200, b"")


@pytest.mark.parametrize(("name", "length"), [("list", 100_000_000), ("cites", 1_000_001)])
def test_a_body_that_is_too_large_is_refused_before_it_comes(api: Api, name: str, length: int) -> None:
    """Of what is announced, not one byte is waited for."""
    with socket.create_connection(("127.0.0.1", api.port), timeout=PATIENCE) as sender:
        sender.sendall(f"POST {PREFIX}{name} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode())
        answer = b"".join(iter(lambda: sender.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ")
    assert json.loads(body)["detail"] == TOO_LARGE


def test_a_body_that_breaks_off_is_nothing_to_report(harbour_api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_connection(("127.0.0.1", harbour_api.port), timeout=PATIENCE) as sender:
        sender.sendall(f"POST {PREFIX}cites HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf".encode())
        sender.shutdown(socket.SHUT_WR)
        assert not sender.recv(1)
    harbour_api.get(f"{PREFIX}health")
    assert "Traceback" not in capfd.readouterr().err


def test_a_fault_of_the_program_is_told_without_what_it_was(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(Library, "reply", fails)
    reply = api.get(f"{PREFIX}search?q=a")
    check([reply.json], ProblemRecord)
    assert (reply.status, "secret" in reply.json["detail"]) == (500, False)


def test_two_hundred_at_once_are_all_answered(harbours: Path) -> None:
    """As many may wait as do, however slow the machine is."""
    with served(Desk(harbours, print, QUICK._replace(seconds=PATIENCE))) as one, ThreadPoolExecutor(200) as crowd:
        replies = list(crowd.map(lambda number: one.get(f"{PREFIX}search?q=anchors+{number}"), range(200)))
    assert {reply.status for reply in replies} == {200}


@pytest.mark.parametrize("bounds", [Bounds(waiting=1, seconds=30), Bounds(waiting=8, seconds=0.3)])
def test_more_than_can_be_answered_is_refused(harbours: Path, bounds: Bounds, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many that wait, or one that takes too long; whether the copy is alive is told all the same."""
    released = threading.Event()
    monkeypatch.setattr(Editions, "diff", lambda *_: released.wait(20))
    with served(Desk(harbours, print, bounds, bounds)) as one, ThreadPoolExecutor(2) as pool:
        first = pool.submit(one.get, f"{PREFIX}diff?old=tide&new=new")
        while not one.get(f"{PREFIX}health").json["waiting"]:
            pass
        second = one.get(f"{PREFIX}diff?old=tide&new=new")
        assert one.get(f"{PREFIX}search?q=anchors").status == 200
        released.set()
        first.result()
    assert (second.status, second.headers["retry-after"]) == (503, "1")
    check([second.json], ProblemRecord)


def test_the_openapi_document_describes_what_there_is(api: Api) -> None:
    described = api.get(f"{PREFIX}openapi.json").json
    assert api.get(PREFIX).json == described
    assert api.get(PREFIX.rstrip("/")).status in (307, 308)
    assert described["openapi"] == "3.1.0"
    assert set(described["paths"]) == {PREFIX + one.name for one in QUESTIONS} | {f"{PREFIX}edition", f"{PREFIX}health"}
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert named == set(described["components"]["schemas"])
    entry = described["components"]["schemas"]["ShownEntry"]
    assert "parent" in entry["properties"]
    assert entry["properties"]["blocks"]["items"] == {"$ref": "#/components/schemas/Block"}


@pytest.mark.thorough
def test_all_that_is_allowed_and_what_is_not_is_answered_as_described(bundled: Library) -> None:
    """A few questions for each address of a real server; `python3 tools/try_api.py` asks more."""
    tool = Path(__file__).parent.parent.parent / "tools" / "try_api.py"
    subprocess.run([sys.executable, tool, "--examples", "3"], check=True)


def test_an_edition_names_the_documents(harbours: Path) -> None:
    edition = Edition(lambda: Library(harbours), Bounds(1, 1), Bounds(1, 1))
    assert [one.key for one in edition.documents] == ["faq", "faulty", "new", "tide"]
    edition.close()
