"""The page "How it was read" of `judge serve`, and what it asks: for this computer alone.

    /_read/                       the documents
    /_read/KEY/                   the page of one
    /_read/KEY/reading            how it is read; POST with marks: how it would be read
    /_read/KEY/rows               source lines with what begins there
    /_read/KEY/sheet              those of a page of a PDF
    /_read/KEY/doubt              the next line in doubt
    /_read/KEY/picture            a page of a PDF
    /_read/KEY/profile            POST: writes what was tried

No key begins with `_`, so no page of a site has such an address. What changes something has to come from the page
itself: it has its origin, and a word that only this process and its pages know.
"""

from __future__ import annotations

import ipaddress
import json
import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.build.collection import SourceFile
from judge.build.own_library import ChangedMeanwhile
from judge.build.readings.corrections import LineMark
from judge.core.errors import JudgeError, NoEntry, SourceError, ThemeError
from judge.core.files import user_library
from judge.core.jsonl import Record, dumps
from judge.core.records import from_record
from judge.reading.grammar.entry_tree import TERM_FORMS
from judge.reading.profiles.reading_profile import AS
from judge.reading.record_files.record_cards import ROLES
from judge.server.api.parameters import Asked, Choice, Number, Parameter, Text, WrongCall, read_parameters
from judge.server.asgi import PageQuestion, answered, problem
from judge.server.reading_desk import NoSuchReading, ReadingDesk
from judge.site.templates import Template, environment, text

if TYPE_CHECKING:
    from starlette.responses import Response

MOST_ROWS, MOST_MARKS, MOST_LINE, LONGEST_NAME = 200, 200, 9_999_999, 500
"""Lines of an answer, marks of a document, the last line that may be asked for, and characters of a field's name."""
FILES = {"reading.js": "text/javascript", "reading.css": "text/css"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ALWAYS = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY"}
"""No other page may show one of these, or what they show."""
READING = Parameter("reading", Text(12), "which reading; `now` is that of the document as it is", required=True)
PLACE = Number(1, MOST_LINE, 1)
QUESTIONS: dict[str, tuple[Parameter, ...]] = {
    "reading": (),
    "rows": (
        READING,
        Parameter("from", PLACE, "the first line"),
        Parameter("count", Number(1, MOST_ROWS, MOST_ROWS), "how many lines"),
    ),
    "sheet": (READING, Parameter("page", PLACE, "a page of a PDF, whose lines are wanted")),
    "doubt": (
        READING,
        Parameter("line", PLACE, "a source line"),
        Parameter("way", Choice(("next", "previous")), "which way", required=True),
    ),
    "picture": (Parameter("page", PLACE, "the page"),),
}
STATUS: tuple[tuple[type[JudgeError], HTTPStatus], ...] = (
    (NoEntry, HTTPStatus.NOT_FOUND),
    (NoSuchReading, HTTPStatus.GONE),
    (ChangedMeanwhile, HTTPStatus.CONFLICT),
    (ThemeError, HTTPStatus.INTERNAL_SERVER_ERROR),
    (SourceError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (JudgeError, HTTPStatus.BAD_REQUEST),
)
"""What each error is in HTTP; the first that fits."""


class ReadingPages:
    """Answers what is asked below `/_read/`."""

    def __init__(self, desk: ReadingDesk, templates: Path, site: Path, listed: Callable[[], list[Record]]) -> None:
        """Remember who answers.

        Args:
            desk: the documents.
            templates: their folder.
            site: the folder of the site that is shown beside the pages, which has their look.
            listed: returns the records of the library's documents.
        """
        self._desk, self._templates, self._site, self._listed = desk, templates, site, listed
        self._token = secrets.token_urlsafe(24)

    def answer(self, asked: PageQuestion) -> Response:
        """Answer a request."""
        try:
            if refusal := self._refusal(asked):
                return problem(HTTPStatus.FORBIDDEN, refusal, ALWAYS)
            return self._answer(asked)
        except JudgeError as error:
            status = next(status for kind, status in STATUS if isinstance(error, kind))
            return problem(status, str(error), ALWAYS)

    def _refusal(self, asked: PageQuestion) -> str | None:
        """Return why a request is not answered: it is not from this computer, or not from the page."""
        headers = asked.headers
        if "forwarded" in headers or "x-forwarded-for" in headers or not _is_here(asked.client):
            return "this page only answers requests from this computer"
        if asked.method != "POST":
            return None
        is_ours = headers.get("origin") == f"http://{headers.get('host')}"
        if not is_ours or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return "only the page itself may change how a document is read"
        if not secrets.compare_digest(headers.get("x-judge-page", "").encode(), self._token.encode()):
            return "the server has been restarted since the page was loaded; load the page again"
        return None

    def _answer(self, asked: PageQuestion) -> Response:
        key, _, name = asked.path.partition("/")
        if asked.method == "POST":
            return self._change(key, name, asked.body)
        if not name and key in FILES:
            return answered(text(self._templates, key).encode(), FILES[key], ALWAYS)
        if not key:
            read_parameters((), asked.query)
            return self._html("read-list.html", folders=self._folders())
        if not name:
            return self._page(key, asked)
        if name not in QUESTIONS:
            raise NoEntry(name, told=f"there is nothing at this address; choose one of {', '.join(QUESTIONS)}")
        return self._question(key, name, read_parameters(QUESTIONS[name], asked.query))

    def _page(self, key: str, asked: PageQuestion) -> Response:
        read_parameters((), asked.query)
        source = self._desk.documents().get(key)
        if source is None:
            raise NoEntry(key, told=f"no document has the key '{key[:60]}'")
        title = next((one["title"] for one in self._listed() if one["key"] == key), key)
        kinds = {name: KINDS[name] for name in AS if name != "leave-out"}
        return self._html("read.html", key=key, title=title, source=source, kinds=kinds, terms=TERMS, roles=ROLE_WORDS)

    def _html(self, name: str, **values: Any) -> Response:
        own = [one for one in ("accent.css", "theme.css") if (self._site / "assets" / one).is_file()]
        page = Template(environment(self._templates), name).render(token=self._token, own=own, **values)
        return answered(page.encode(), "text/html", ALWAYS | {"Content-Security-Policy": POLICY})

    def _folders(self) -> dict[Path, list[tuple[SourceFile, Record | None]]]:
        """Return the documents of each folder with their records, the person's own library first."""
        known = {record["key"]: record for record in self._listed()}
        found: dict[Path, list[tuple[SourceFile, Record | None]]] = {user_library(): []}
        for key, source in self._desk.documents().items():
            found.setdefault(source.path.parent, []).append((source, known.get(key)))
        return {folder: listed for folder, listed in found.items() if listed}

    def _question(self, key: str, name: str, asked: Asked) -> Response:
        document = self._desk.opened(key, again=name == "reading")
        if name == "reading":
            return _json(document.record("now"))
        if name == "picture":
            if asked["page"] > len(document.sizes):
                raise NoEntry(key, told=f"the document has {len(document.sizes)} pages")
            return answered(document.picture(asked["page"]), "image/png", ALWAYS | {"Cache-Control": "private"})
        view = document.view(asked["reading"])
        if name == "doubt":
            if not view.doubtful:
                return _json({"line": None, "of": 0})
            place = view.doubt_beside(asked["line"], before=asked["way"] == "previous")
            row = document.rows(asked["reading"], view.doubtful[place : place + 1])[0]
            return _json(row | {"place": place + 1, "of": len(view.doubtful)})
        if name == "sheet":
            return _json({"rows": document.rows(asked["reading"], document.lines_of_page(asked["page"]))})
        last = min(asked["from"] + asked["count"] - 1, len(document.printed))
        return _json({"rows": document.rows(asked["reading"], range(asked["from"], last + 1))})

    def _change(self, key: str, name: str, body: str) -> Response:
        if name == "reading":
            document, reading = self._desk.try_marks(key, _marks(body))
            return _json(document.record(reading))
        if name == "profile":
            said = _read_json(body)
            if not isinstance(said, dict) or said.keys() != {"reading"} or not isinstance(said["reading"], str):
                raise WrongCall('the body must be {"reading": NAME}, the name of a reading that was tried')
            return _json({"written": str(self._desk.accept(key, said["reading"]))})
        raise NoEntry(name, told="this address accepts no data; choose reading or profile")


KINDS = {
    "rules": "rules",
    "terms": "a glossary",
    "questions": "questions",
    "rulings": "rulings on cards",
    "errata": "errata",
    "text": "text under headings",
}
"""What a part may be, in words for a page."""
TERMS = dict(zip(TERM_FORMS, TERM_FORMS, strict=True)) | {
    "line": "on lines of their own",
    "bold": "in bold type",
    "colon": "before a colon",
    "dash": "before a dash",
    "heading": "as headings",
    "cell": "in the first cell of a row",
}
"""How names are printed, in words for a page."""
ROLE_WORDS: dict[str, str] = {role: role for role in ROLES} | {
    "card": "card name",
    "id": "address",
    "members": "several cards",
    "face": "card text",
    "printed": "old wording",
    "should_read": "new wording",
}
"""What a field may hold, in words for a page."""


def _is_here(client: str | None) -> bool:
    """Tell whether an address is one of this computer."""
    try:
        return client is not None and ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False


def _json(record: Mapping[str, Any]) -> Response:
    return answered(dumps(dict(record)).encode(), "application/json", ALWAYS)


def _read_json(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise WrongCall("the body must be JSON") from error


def _marks(body: str) -> list[LineMark]:
    """Return the marks that are sent.

    Raises:
        WrongCall: they are not marks, too many, or on lines that end before they begin.
    """
    said = _read_json(body)
    if not isinstance(said, list) or len(said) > MOST_MARKS:
        raise WrongCall(f"the body must be a list of at most {MOST_MARKS} marks")
    found: list[LineMark] = []
    for one in said:
        try:
            mark = from_record(one, LineMark)
        except ValueError as error:
            raise WrongCall(f"a mark needs first, last and said, and may have read_as, term, text: {error}") from error
        if not 1 <= mark.first <= mark.last <= MOST_LINE:
            raise WrongCall("a mark needs a first line, from 1, and a last line that is not before it")
        kinds: dict[str, set[str]] = {
            "part": AS.keys() - {"leave-out"},
            "whole": {"", *AS.keys() - {"leave-out", "errata"}},
            "field": {"", *ROLES},
        }
        if len(mark.text) > (LONGEST_NAME if mark.said in ("numbers", "field") else 0):
            raise WrongCall(f"text is that of numbers or of a field, {LONGEST_NAME} characters at the most")
        if mark.read_as not in kinds.get(mark.said, {""}) or mark.term not in {"", *TERM_FORMS}:
            raise WrongCall(f"'{mark.read_as[:20]}' or '{mark.term[:20]}' is not a kind of line")
        found.append(mark)
    return found
