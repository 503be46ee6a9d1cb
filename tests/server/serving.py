"""A server of the API in this process, on a port of its own, and what it is asked with."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

from judge.server import serving
from judge.server.api.asking import Desk
from judge.server.asgi import application_of
from judge.server.served_site import ServedSite
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


def served(desk: Desk, *, local: bool = False, shown: ServedSite | None = None) -> AbstractContextManager[Api]:
    """Serve an API for as long as it is needed."""
    return running(application_of(desk, local=local, shown=shown))


@contextmanager
def running(app: Callable[..., Any]) -> Iterator[Api]:
    """Serve an application for as long as it is needed."""
    bound = serving.bind(0)
    server = serving.server_of(app)
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    try:
        yield Api(bound.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(30)
        bound.close()
