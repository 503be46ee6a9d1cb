"""An HTTP server for one computer that nobody can exhaust: bounds on threads, on what waits, on the time of a request.

A request that waits for a free thread is held in a queue; one more than fits is refused with 503 and Retry-After. A
connection that has not ended after `SECONDS` is cut, however slowly its bytes come.
"""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

THREADS = 16
"""Requests that are answered at the same time."""
MOST_OPEN = 256
"""Connections that are answered or wait for it; beyond them, 503."""
SECONDS = 10.0
"""What one connection may take, from its first byte to its last."""
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class BoundedServer(HTTPServer):
    """Answers each connection in one of a few threads."""

    request_queue_size = MOST_OPEN
    """Connections that the system holds until they are accepted."""

    def __init__(self, address: tuple[str, int], handler: Any, *, seconds: float = SECONDS) -> None:
        """Bind to an address; `handler` makes a handler from a request, an address and the server.

        Raises:
            OSError: the address cannot be bound to.
        """
        self._seconds = seconds
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="judge-serve")
        self._places = threading.BoundedSemaphore(MOST_OPEN)
        self._lock = threading.Lock()
        self._begun: dict[socket.socket, float] = {}
        """When the answering of each connection began, in seconds of the monotonic clock."""
        super().__init__(address, handler)  # last: it closes the server again where the address is taken

    def process_request(self, request: Any, client_address: Any) -> None:
        """Hand a connection to a thread, or refuse it where too many are waiting."""
        if not self._places.acquire(blocking=False):
            with suppress(OSError):
                request.sendall(REFUSED)
            self.shutdown_request(request)
            return
        try:
            self._pool.submit(self._answer, request, client_address)
        except RuntimeError:  # the server is being closed
            self._places.release()
            self.shutdown_request(request)

    def _answer(self, request: socket.socket, client_address: Any) -> None:
        with self._lock:
            self._begun[request] = time.monotonic()
        try:
            self.finish_request(request, client_address)
        except OSError:
            pass  # the other side went away, or was too slow
        finally:
            with self._lock:
                del self._begun[request]
            self.shutdown_request(request)
            self._places.release()

    def service_actions(self) -> None:
        """Cut the connections that take too long; called between two connections, at least twice a second."""
        self._cut(before=time.monotonic() - self._seconds)

    def server_close(self) -> None:
        """Let go of the port, of what waits and of what is being answered."""
        super().server_close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._cut(before=float("inf"))

    def _cut(self, before: float) -> None:
        """Shut the connections whose answering began before a moment; their threads then end by themselves."""
        with self._lock:
            late = [request for request, begun in self._begun.items() if begun < before]
            for request in late:
                with suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)


class PatientHandler(BaseHTTPRequestHandler):
    """Answers every request with a status, one that never comes whole among them."""

    timeout = SECONDS / 2
    """Seconds that the next bytes of a request may take."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of requests."""

    def log_error(self, format: str, *arguments: object) -> None:
        """Answer a request that stopped in the middle: the base class only reports it here, and hangs up."""
        if arguments and isinstance(arguments[0], TimeoutError):
            self.requestline, self.request_version, self.command = "", "HTTP/1.0", ""
            with suppress(OSError):
                self.send_error(408)
