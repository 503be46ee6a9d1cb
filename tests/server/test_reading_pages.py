"""The page "How it was read": what it asks, who may ask, and what is written when."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judge.build.readings.corrections import LineMark
from judge.core.files import data_folder
from judge.server.reading_desk import ReadingDesk
from tests.server.serving import Api, Reply, served_readings
from tests.support import write_collection

BOOK = """# Boats

**2-4-1.** a boat leaves with a lamp on board, see 2-4-2.

**7** - a lucky number among keepers.

**2-4-2.** a boat without a lamp stays, see 2-4-1.
"""
RULE = {"first": 3, "last": 3, "said": "rule"}
PROBLEM = "application/problem+json"


class Reader(NamedTuple):
    """A collection whose readings are shown."""

    corpus: Path
    api: Api
    token: str

    def send(self, name: str, said: object, **headers: str) -> Reply:
        """Send something as the page does."""
        host = f"localhost:{self.api.port}"
        own = {"Host": host, "Origin": f"http://{host}", "X_Judge_Page": self.token} | headers
        body = said.encode() if isinstance(said, str) else json.dumps(said).encode()
        return self.api.get(f"/_read/boats/{name}", "POST", body, **own)


@pytest.fixture
def reader(tmp_path: Path, own_cache: Path) -> Iterator[Reader]:
    """A small collection, served."""
    corpus = write_collection(tmp_path / "boats", boats_md=BOOK)
    with served_readings(corpus, tmp_path / "site") as api:
        page = api.get("/_read/boats/").body.decode()
        yield Reader(corpus, api, page.partition('data-token="')[2].partition('"')[0])


def asked(reader: Reader, address: str) -> Any:
    """Return what is answered with to a question."""
    reply = reader.api.get(f"/_read/boats/{address}")
    assert reply.status == 200, reply.body
    return reply.json


def test_lines_are_shown_with_what_begins_in_them(reader: Reader) -> None:
    assert b"boats.md" in reader.api.get("/_read/").body
    assert b'href="/_read/"' in reader.api.get("/index.html").body
    record = asked(reader, "reading")
    rows = asked(reader, "rows?reading=now&from=3&count=3")["rows"]
    assert [row["line"] for row in rows] == [3, 4, 5]
    assert rows[0]["text"] == BOOK.splitlines()[2]
    assert record["lines"] == 7
    assert (record["tried"], record["change"], record["why_not"]) == (None, [], None)


def test_a_mark_changes_the_reading_and_nothing_is_written_before_accept(reader: Reader) -> None:
    record = reader.send("reading", [RULE]).json
    assert record["tried"]["entries"] > record["now"]["entries"]
    assert '+ rule = ["**2-4-1.** …"]' in record["change"]
    (row,) = asked(reader, f"rows?reading={record['reading']}&from=7&count=1")["rows"]
    assert row["entries"] == [{"name": "2-4-2", "kind": "section", "depth": row["entries"][0]["depth"], "is_new": True}]
    assert not (reader.corpus / "corpus.toml").exists()
    written = reader.send("profile", {"reading": record["reading"]})
    assert written.json == {"written": str(reader.corpus / "corpus.toml")}
    assert 'rule = ["**2-4-1.** …"]' in (reader.corpus / "corpus.toml").read_text(encoding="utf-8")
    assert asked(reader, "reading")["now"]["entries"] == record["tried"]["entries"]


def test_what_fields_were_read_as_is_shown_and_changed(tmp_path: Path) -> None:
    """Records are taken apart again with what a person says of their fields; Accept keeps the comments."""
    rows = "Who,What,When\nGull,It flies over the harbour.,2021-01-01\n"
    (tmp_path / "gulls.csv").write_text(rows, encoding="utf-8")
    manifest = tmp_path / "corpus.toml"
    manifest.write_text('# ours\n[[document]]\nfile = "gulls.csv" # from the club\n', encoding="utf-8")
    desk = ReadingDesk([tmp_path])
    record = desk.opened("gulls").record("now")
    found = [(one["name"], one["role"]) for one in record["fields"]]
    assert found == [("Who", "card"), ("What", "text"), ("When", "date")]
    assert record["fields"][0]["example"] == "Gull"
    assert not record["counts"]
    document, reading = desk.try_marks("gulls", [LineMark(1, 1, "field", "card", text="When")])
    fields = document.record(reading)["fields"]
    assert [(one["name"], one["role"], one["said"]) for one in fields][2] == ("When", "card", "card")
    assert [one.title for one in document.view(reading).reading.entries] == ["2021-01-01"]
    desk.accept("gulls", reading)
    text = manifest.read_text(encoding="utf-8")
    assert text.startswith('# ours\n[[document]]\nfile = "gulls.csv" # from the club\n')
    assert 'card = "When"' in text


def test_what_was_changed_since_it_was_shown_is_not_written_over(reader: Reader) -> None:
    record = reader.send("reading", [RULE]).json
    other = '[[document]]\nfile = "boats.md"\ntitle = "Mine"\n'
    (reader.corpus / "corpus.toml").write_text(other, encoding="utf-8")
    assert reader.send("profile", {"reading": record["reading"]}).status == 409
    assert (reader.corpus / "corpus.toml").read_text(encoding="utf-8") == other
    assert asked(reader, "reading")["manifest"] == str(reader.corpus / "corpus.toml")
    assert reader.send("profile", {"reading": record["reading"]}).status == 410


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site"},
        {"X_Judge_Page": "guessed"},
        {"X_Judge_Page": "gu\xe9ssed"},
        {"X_Forwarded_For": "192.0.2.7"},
        {"Forwarded": "for=192.0.2.7"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
)
def test_only_the_page_on_this_computer_may_change_anything(reader: Reader, headers: dict[str, str]) -> None:
    reading = reader.send("reading", [RULE]).json["reading"]
    for name, said in (("reading", [RULE]), ("profile", {"reading": reading})):
        reply = reader.send(name, said, **headers)
        assert (reply.status, reply.headers["content-type"]) == (403, PROBLEM)
    assert not (reader.corpus / "corpus.toml").exists()


def test_no_other_page_shows_these(reader: Reader) -> None:
    for path in ("", "boats/", "boats/reading", "reading.js"):
        headers = reader.api.get(f"/_read/{path}").headers
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert reader.api.get(f"/_read/{path}", Host="evil.example").status == 403
        assert reader.api.get(f"/_read/{path}", X_Forwarded_For="192.0.2.7").status == 403
    assert "frame-ancestors 'none'" in reader.api.get("/_read/boats/").headers["content-security-policy"]


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("nowhere/", 404),
        ("nowhere/reading", 404),
        ("boats/nothing", 404),
        ("boats/rows", 400),
        ("boats/rows?reading=now&from=0", 400),
        ("boats/rows?reading=now&count=201", 400),
        ("boats/rows?reading=now&wrong=1", 400),
        ("boats/rows?reading=9", 410),
        ("boats/doubt?reading=now&way=up", 400),
        ("boats/picture?page=1", 404),
        ("../corpus.toml", 404),
    ],
)
def test_a_wrong_question_is_one_sentence(reader: Reader, address: str, status: int) -> None:
    reply = reader.api.get(f"/_read/{address}")
    assert (reply.status, reply.headers["content-type"]) == (status, PROBLEM)
    assert reply.json["detail"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("reading", "no JSON"),
        ("reading", "[" * 90_000),
        ("reading", {}),
        ("reading", [7]),
        ("reading", [{"first": 3, "last": 3}]),
        ("reading", [RULE | {"first": 4}]),
        ("reading", [RULE | {"said": "maybe"}]),
        ("reading", [RULE | {"read_as": "terms"}]),
        ("reading", [RULE | {"said": "part", "read_as": "poems"}]),
        ("reading", [RULE | {"said": "part", "read_as": "terms", "term": "loud"}]),
        ("reading", [RULE | {"first": 2, "last": 2}]),
        ("reading", [RULE | {"text": "2.1.a"}]),
        ("reading", [RULE | {"said": "numbers", "text": "…"}]),
        ("reading", [RULE | {"said": "field", "read_as": "poem", "text": "Name"}]),
        ("reading", [RULE | {"said": "field", "read_as": "card", "text": 501 * "a"}]),
        ("reading", 201 * [RULE]),
        ("profile", []),
        ("profile", {"reading": "now"}),
    ],
)
def test_what_is_no_mark_is_refused(reader: Reader, name: str, said: object) -> None:
    reply = reader.send(name, said)
    assert (reply.status, reply.headers["content-type"]) == (400, PROBLEM)


def test_what_comes_with_the_program_is_shown_and_not_changed(compiled: None, own_cache: Path) -> None:
    desk = ReadingDesk([data_folder("corpus")])
    key = next(iter(desk.documents()))
    assert "comes with the program" in (desk.opened(key).why_not or "")


def test_pages_of_a_pdf_are_pictures_with_their_lines(tmp_path: Path) -> None:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas").Canvas(str(tmp_path / "boats.pdf"), pagesize=(300, 400))
    for page in (1, 2):
        canvas.drawString(50, 350, f"{page} Boats leave")
        canvas.drawString(50, 320, f"{page}.1 They carry lamps, and nobody knows why.")
        canvas.showPage()
    canvas.save()
    document = ReadingDesk([tmp_path]).opened("boats")
    assert document.sizes == [(300, 400), (300, 400)]
    assert document.picture(2).startswith(b"\x89PNG")
    (first, *_) = document.rows("now", document.lines_of_page(2))
    assert (first["page"], first["text"], round(first["box"][0])) == (2, "2 Boats leave", 50)
