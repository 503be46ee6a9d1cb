"""The one server: what listens on this computer, and what a connection may take; the only importer of uvicorn.

`judge serve` runs its application with it. For a network, uvicorn's own command does:

    uvicorn --factory judge.server.asgi:application --http judge.server.serving:BoundedConnection

A connection that keeps the server waiting, because a request has not come whole or an answer is not taken, has its
place only as long as nobody else wants it: of too many, the one that was heard of longest ago is closed.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from judge.core.errors import SiteError
from judge.server.api.asking import RETRY_AFTER
from judge.server.asgi import problem

if TYPE_CHECKING:
    from starlette.responses import Response

HOST = "127.0.0.1"
MOST_OPEN = 384
"""Connections in all. Chosen: enough that many addresses together get as many as one, and some more."""
MOST_OF_ONE = 320
"""Connections from one address. Chosen: more than the questions that may wait, so that these are refused first."""
LONGEST_HEAD = 65_536
"""Bytes of a request's first line and headers that have not come whole."""
HEAD_SECONDS = 10.0
"""From the beginning of a connection, or the answer before, to the last byte of a request's head."""
WHOLE_SECONDS = 60.0
"""From the same moment until a body has come whole, or an answer is taken."""


class BoundedConnection(H11Protocol):
    """A connection that neither keeps the server waiting for long nor takes the place of others."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Begin as uvicorn does."""
        super().__init__(config, server_state, app_state, _loop)
        self.conn = h11.Connection(h11.SERVER, LONGEST_HEAD)
        self.ws_protocol_class = None  # what a connection can be upgraded to would have no bounds
        self._leaving = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, which another may have to leave."""
        super().connection_made(transport)
        self._begin()
        everybody = [one for one in self.connections if isinstance(one, BoundedConnection) and not one._leaving]
        address = self.client and self.client[0]
        neighbours = [one for one in everybody if address and one.client and one.client[0] == address]
        if len(neighbours) > MOST_OF_ONE:
            self._make_room(neighbours)
        elif len(everybody) > MOST_OPEN:
            self._make_room(everybody)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place."""
        self._timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._timer.cancel()
        self._begin()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be read; it replaces an answer in plain text."""
        if len(self.conn.trailing_data[0]) > LONGEST_HEAD:
            too_long = f"the head of the request has more than {LONGEST_HEAD} bytes"
            self._end_with(problem(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, too_long))
        else:
            self._end_with(problem(HTTPStatus.BAD_REQUEST, "this is not a request of HTTP/1.1"))

    def _begin(self) -> None:
        self._since = self.loop.time()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._look)

    def _make_room(self, crowd: list[BoundedConnection]) -> None:
        """Close the connection of a crowd that has kept the server waiting longest; this one if none does."""
        late = [one for one in crowd if one is not self and one._keeps_waiting()]
        leaving = min(late, key=lambda one: one._since, default=self)
        leaving._leaving = True
        if leaving is self or leaving._is_in_a_head():
            again = {"Retry-After": str(RETRY_AFTER)}
            crowded = "there are too many connections; ask again in a moment"
            leaving._end_with(problem(HTTPStatus.SERVICE_UNAVAILABLE, crowded, again))
        else:
            leaving.transport.abort()

    def _look(self) -> None:
        """Close the connection if it has kept the server waiting for too long; otherwise look again later."""
        if self._is_in_a_head():
            self._end_with(problem(HTTPStatus.REQUEST_TIMEOUT, "the request took too long"))
        elif self._unsent() or self.conn.their_state is h11.SEND_BODY:
            if self.loop.time() - self._since > WHOLE_SECONDS:
                self.transport.abort()
        elif self.conn.their_state is h11.IDLE:
            self.transport.close()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._look)

    def _keeps_waiting(self) -> bool:
        """Return whether the other side must act before the server can go on."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY) or self._unsent() > 0

    def _is_in_a_head(self) -> bool:
        """Return whether a part of a request's head has come, and nothing else is to be sent."""
        return self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0]) and not self._unsent()

    def _unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def _end_with(self, answer: Response) -> None:
        """Send an answer, unless one has begun, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            reason = HTTPStatus(answer.status_code).phrase
            headers = [*answer.raw_headers, (b"connection", b"close")]
            begun = h11.Response(status_code=answer.status_code, headers=headers, reason=reason)
            for event in (begun, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def bind(port: int) -> socket.socket:
    """Return a socket of this computer alone.

    Raises:
        SiteError: the port is taken.
    """
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        bound.listen()  # so that who asks before the server has begun waits for it
    except OSError as error:
        bound.close()
        told = f"port {port} cannot be used ({error.strerror or error}); choose another with --port"
        raise SiteError(told) from error
    return bound


def server_of(app: Callable[..., Any]) -> uvicorn.Server:
    """Return the server of an application; its `run` takes the sockets."""
    config = uvicorn.Config(
        app,
        http=BoundedConnection,
        log_level="error",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    return uvicorn.Server(config)
