"""The API as an ASGI application; the only importer of starlette. `serving.py` says how a network is served with it.

Nothing is written for whoever asks: a POST sends a text to be read, and no other method is answered but GET and HEAD.

It answers from the collections of JUDGE_CORPUS, or the bundled one, as they are: a changed document is noticed within
seconds. `docs/server.md` says how to run it. `judge serve` puts the site beside it, on this computer alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from judge.core.errors import CollectionError, NoEntry
from judge.core.jsonl import dumps, to_record
from judge.opened_library import Library
from judge.records.parameters import Asked, WrongCall, read_parameters
from judge.records.questions import BODY, LONGEST_CITING, PREFIX, QUESTIONS, QuestionSpec
from judge.server.api import openapi
from judge.server.api.asking import RETRY_AFTER, Desk, Overloaded
from judge.server.api.server_records import EditionRecord, EnvelopeRecord, HealthRecord, NearRecord, ProblemRecord
from judge.server.watching import watching
from judge.version import __version__

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from judge.server.served_site import ServedSite

JSON = "application/json"
LONGEST_ADDRESS = 32_768
"""Bytes of the query string."""
LONGEST_HEADERS = 32_768
"""Bytes of the names and values of all headers."""
MOST_BYTES = 1_000_000
"""Of the body of a request."""
TOO_LARGE = f"the body has more than {MOST_BYTES} bytes"
MOST_SECONDS = 20.0
"""In which the body of a request must come."""
KEPT = "public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400"
"""How long an answer may be kept without asking: a new edition is seen everywhere within minutes."""
NOT_KEPT = "no-store"
MOST_FILES = 8_192
"""Files and connections that a process may have open. Chosen: more than three times the 2,048 connections that uvicorn
accepts at one go, before those that are too many are closed; some systems give a process 256 unless it asks."""
ALWAYS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
READ_ELSEWHERE = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Retry-After"}
"""Lets the scripts of other sites read answers; the same for everybody, so that a cache needs no copy for each site."""
ASKED_FIRST = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
"""What a browser asks with OPTIONS before such a script may ask."""
LOCAL = ("127.0.0.1", "localhost", "[::1]")
PORT = re.compile(r":\d*\Z")


class Outermost:
    """Refuses what is too large and, on this computer, what another host's page asks; adds what every answer has."""

    def __init__(self, app: ASGIApp, local: bool) -> None:
        """Wrap an application; a local one answers to names of this computer alone."""
        self._app = app
        self._local = local
        self._always = ALWAYS if local else ALWAYS | READ_ELSEWHERE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._always)
            await send(message)

        await (self._at_once(scope) or self._app)(scope, receive, send_on)

    def _at_once(self, scope: Scope) -> Response | None:
        """Return the answer to what is refused, or only asks what may be asked; None for everything else."""
        headers = Headers(scope=scope)
        if self._local and PORT.sub("", headers.get("host", "")) not in LOCAL:
            # A page elsewhere may have made a name of its own lead to this computer.
            return problem(HTTPStatus.FORBIDDEN, "this server only answers requests to localhost")
        if len(scope["query_string"]) > LONGEST_ADDRESS:
            return problem(HTTPStatus.REQUEST_URI_TOO_LONG, f"the address has more than {LONGEST_ADDRESS} bytes")
        if sum(len(name) + len(value) for name, value in headers.raw) > LONGEST_HEADERS:
            too_long = f"the headers have more than {LONGEST_HEADERS} bytes"
            return problem(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, too_long)
        if "content-length" in headers and "transfer-encoding" in headers:  # servers on the way may differ on its end
            both = "Content-Length and Transfer-Encoding exclude each other; send one of them"
            return problem(HTTPStatus.BAD_REQUEST, both, {"Connection": "close"})
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > MOST_BYTES:
            closed = {"Connection": "close"}  # so that nobody waits for the rest of it
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE, closed)
        if scope["method"] == "OPTIONS" and not self._local:
            return Response(status_code=HTTPStatus.NO_CONTENT, headers=ASKED_FIRST)
        return None


RENDERED = (".html", ".js")
"""Ends of the names of what the program itself makes and a browser runs; no file of a collection has one."""
INERT = "default-src 'none'; sandbox"
"""The policy of all other files of a site: a script in one, such as a picture in SVG, does not run."""


class Pages(StaticFiles):
    """The files of a site, without what begins with a dot; a browser asks each time whether one has changed."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the file of a path, or that there is none."""
        is_hidden = any(part.startswith(".") for part in Path(path).parts if part != ".")
        return ("", None) if is_hidden else super().lookup_path(path)

    def file_response(self, full_path: str | os.PathLike[str], *more: Any, **named: Any) -> Response:
        """Return the answer with a file; what a collection gave can do nothing on the origin of the server."""
        response = super().file_response(full_path, *more, **named)
        if not os.fspath(full_path).endswith(RENDERED):
            response.headers["Content-Security-Policy"] = INERT
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a page."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def application() -> Starlette:
    """Return the API of the library that the environment names, for the network; a server calls it at its start.

    What is to be told of the documents goes to the log.

    Raises:
        JudgeError: the library cannot be opened.
    """
    return application_of(Desk((), logging.getLogger("judge").warning), local=False)


def application_of(desk: Desk, *, local: bool, shown: ServedSite | None = None) -> Starlette:
    """Return the application.

    Args:
        desk: who answers, from the documents as they are; closed when the application ends.
        local: answer to names of this computer alone, and not to the scripts of other pages.
        shown: a site that is shown beside the API, and built again when something changes.
    """
    looks = [desk.refresh, shown.refresh] if shown else [desk.refresh]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        allow_files()
        with watching(*looks):
            yield
        desk.close()

    return Starlette(
        routes=list(_routes(desk, shown.folder if shown else None)),
        middleware=[Middleware(Outermost, local=local)],
        exception_handlers={HTTPException: _told, Exception: _fault},
        lifespan=lifespan,
    )


def allow_files() -> None:
    """Let this process have `MOST_FILES` open, or as many as the system lets it; Windows has no such limit."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _routes(desk: Desk, site: Path | None) -> Iterable[BaseRoute]:
    yield Mount(PREFIX.rstrip("/"), routes=list(_questions(desk)))
    yield Route(PREFIX.rstrip("/"), _to_description)
    if site:
        yield Mount("/", Pages(directory=site, html=True))


def _questions(desk: Desk) -> Iterable[BaseRoute]:
    """Yield what can be asked below `PREFIX`; what else is asked there, the framework refuses."""
    described = json.dumps(openapi.document()).encode()
    for question in QUESTIONS:
        yield Route(f"/{question.name}", partial(_answer, desk, question), methods=[question.method])
    yield Route("/edition", partial(_edition, desk))
    yield Route("/health", partial(_health, desk))
    for path in ("/", "/openapi.json"):
        yield Route(path, partial(_constant, described))


async def _answer(desk: Desk, question: QuestionSpec, request: Request) -> Response:
    """Answer a question."""
    try:
        asked = read_parameters(question.parameters, request.query_params.multi_items())
        if question.body:
            asked[BODY] = await _body(request)
        edition = desk.edition  # not before the body is there: another may take its place meanwhile
        if not question.body and (unchanged := _unchanged(request, edition.id)):
            return unchanged
        queue = edition.slow if question.slow else edition.quick
        body = await queue.ask(lambda library: enveloped(question, library, asked, edition.id))
    except NoEntry as error:
        return problem(HTTPStatus.NOT_FOUND, str(error), nearest=error.nearest)
    except (WrongCall, CollectionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, str(error))
    except Overloaded as error:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, str(error), {"Retry-After": str(RETRY_AFTER)})
    if question.body:
        return Response(body, media_type=JSON, headers={"ETag": f'"{edition.id}"', "Cache-Control": NOT_KEPT})
    return _kept(body, edition.id)


async def _body(request: Request) -> str:
    """Return the text that is sent with a question.

    Raises:
        WrongCall: it is empty or too long.
        HTTPException: it is far too long, or does not come in time.
    """
    data = bytearray()
    try:
        async with asyncio.timeout(MOST_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > MOST_BYTES:
                    raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)
    except TimeoutError:
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "the body took too long") from None
    except ClientDisconnect:  # nobody is there to be answered
        raise HTTPException(HTTPStatus.BAD_REQUEST, "the body is incomplete") from None
    text = data.decode("utf-8", "replace")
    if not 1 <= len(text) <= LONGEST_CITING:
        raise WrongCall(f"the body must have between 1 and {LONGEST_CITING} characters, but has {len(text)}")
    return text


def enveloped(question: QuestionSpec, library: Library, asked: Asked, edition: str) -> bytes:
    """Return the records that answer a question, in their envelope, as JSON."""
    records = question.answer(library, asked)
    envelope = to_record(EnvelopeRecord(edition, len(records))) | {"records": question.part(records, asked)}
    return dumps(envelope).encode("utf-8")


async def _edition(desk: Desk, request: Request) -> Response:
    read_nothing(request)
    edition = desk.edition
    record = EditionRecord(edition.id, __version__, tuple(edition.documents))
    return _unchanged(request, edition.id) or _kept(dumps(record).encode("utf-8"), edition.id)


async def _health(desk: Desk, request: Request) -> Response:
    read_nothing(request)
    edition = desk.edition
    record = HealthRecord("ok", __version__, edition.id, edition.quick.waiting + edition.slow.waiting)
    return Response(dumps(record), media_type=JSON, headers={"Cache-Control": NOT_KEPT})


async def _constant(body: bytes, _: Request) -> Response:
    return Response(body, media_type=JSON, headers={"Cache-Control": KEPT})


async def _to_description(_: Request) -> Response:
    return RedirectResponse(PREFIX)


def read_nothing(request: Request) -> None:
    """Refuse parameters where there are none.

    Raises:
        HTTPException: there is one.
    """
    try:
        read_parameters((), request.query_params.multi_items())
    except WrongCall as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST, str(error)) from error


def _unchanged(request: Request, edition: str) -> Response | None:
    """Return that what the asker has is still right, if it is of this edition."""
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if f'"{edition}"' not in known:
        return None
    return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=_keeping(edition))


def _kept(body: bytes, edition: str) -> Response:
    return Response(body, media_type=JSON, headers=_keeping(edition))


def _keeping(edition: str) -> dict[str, str]:
    return {"ETag": f'"{edition}"', "Cache-Control": KEPT}


def problem(
    status: HTTPStatus,
    detail: str,
    headers: Mapping[str, str] | None = None,
    nearest: Iterable[tuple[str, str]] = (),
) -> Response:
    """Return an error in the one form of all of them."""
    near = tuple(NearRecord(id, name) for id, name in nearest)
    record = ProblemRecord("about:blank", status.phrase, status.value, detail, near)
    told = {"Cache-Control": NOT_KEPT, **(headers or {})}
    return Response(dumps(record), status, media_type=openapi.PROBLEM, headers=told)


async def _told(request: Request, error: Exception) -> Response:
    """Answer with an error that the framework found: another address, another method."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    details = {
        HTTPStatus.NOT_FOUND: f"there is nothing at this address; {PREFIX} lists what can be asked",
        HTTPStatus.METHOD_NOT_ALLOWED: f"{request.method} cannot be used here; {PREFIX} says what can",
    }
    return problem(status, details.get(status, error.detail), error.headers)


async def _fault(_: Request, error: Exception) -> Response:
    """Answer where the program made a mistake; the server's own log says more."""
    what = type(error).__name__
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, f"internal error ({what}); the server's log says more")
