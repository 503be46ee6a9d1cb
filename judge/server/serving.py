"""The one server: what listens on this computer; the only importer of uvicorn.

`judge serve` runs its application with it. For a network, uvicorn's own command does, with a web server before it:

    uvicorn --factory judge.server.asgi:application

docs/nginx.conf is such a web server: it holds half requests back, ends what keeps it waiting, and serves the site.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from judge.core.errors import SiteError

HOST = "127.0.0.1"


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
        http="h11",
        ws="none",
        log_level="error",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    return uvicorn.Server(config)
