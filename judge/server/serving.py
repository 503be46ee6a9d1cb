"""The site on this computer with the API beside it, where the extra `server` is; the only importer of uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from judge.server.api.asking import Desk
from judge.server.asgi import application_of
from judge.server.local import HOST, ServedSite, port_taken


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
        raise port_taken(port, error) from error
    return bound


def run(bound: socket.socket, shown: ServedSite) -> None:
    """Serve the site and the API of the same documents until Ctrl-C."""
    desk = Desk(shown.sources.corpus, shown.warn)
    run_application(application_of(desk, local=True, shown=shown), bound)


def run_application(app: Callable[..., Any], bound: socket.socket) -> None:
    """Serve an application until Ctrl-C."""
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1, server_header=False)
    uvicorn.Server(config).run(sockets=[bound])
