"""A server of the API in this process, on a port of its own, and what it is asked with."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from judge.server import serving
from judge.server.api.asking import Desk
from judge.server.asgi import application_of
from tests.limits import PATIENCE


class Reply(NamedTuple):
    """What was answered."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Api:
    """A server that answers."""

    def __init__(self, port: int) -> None:
        """Know where it is."""
        self.port = port

    def get(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Reply:
        """Ask for something."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        reply = Reply(answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read())
        connection.close()
        return reply


@contextmanager
def served(desk: Desk, *, local: bool = False, site: Path | None = None) -> Iterator[Api]:
    """Serve an API for as long as it is needed."""
    bound = serving.bind(0)
    app = application_of(desk, local=local, site=site)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    try:
        yield Api(bound.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(30)
        bound.close()
