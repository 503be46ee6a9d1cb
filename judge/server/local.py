"""The site on this computer: built into a folder of its own, shown on 127.0.0.1, built again when something changes.

Only the standard library is used, so this works everywhere; where the extra `server` is installed, `serving.py` shows
the same site with the API beside it.

Nobody can exhaust the server. A request that waits for a free thread is held in a queue; one more than fits is refused
with 503 and Retry-After. A connection that has not ended after `SECONDS` is cut, however slowly its bytes come.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from judge.build import collection
from judge.build.compiled_library import Warn
from judge.build.safekeeping.integrity import place_of
from judge.core.errors import SiteError
from judge.core.files import corpus_folders
from judge.library import Library
from judge.server.watching import Watch, watching
from judge.site.owner import owner_files
from judge.site.render import Options, Renderer
from judge.site.writing import write_site
from judge.version import missing_extra

HOST = "127.0.0.1"
NO_API = f"the JSON API {missing_extra('server')}"
HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache"}
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


class Sources(NamedTuple):
    """What a site is built from."""

    corpus: Sequence[str | Path]
    """The collections, as `judge.open` takes them."""
    templates: Path

    def state(self) -> object:
        """Return what is another whenever a document, a template or a file of the owner changed."""
        corpus = corpus_folders(self.corpus)
        files = [path for path in sorted(self.templates.iterdir()) if path.is_file()]
        files += owner_files(corpus)
        found = ((path, path.stat()) for path in files)
        beside = [(path, stat.st_size, stat.st_mtime_ns, place_of(stat)) for path, stat in found]
        return collection.state(corpus), beside


class ServedSite:
    """The site that is shown."""

    def __init__(self, sources: Sources, folder: Path, warn: Warn) -> None:
        """Build it for the first time.

        Raises:
            JudgeError: it cannot be built.
        """
        self.folder = folder
        self.sources = sources
        self.warn = warn
        self._watch = Watch(sources.state, self._build, warn, "the site stays as it was")
        self._build()

    def _build(self) -> None:
        # A kept site would hide what changed.
        options = Options(offline=False, warn=self.warn)
        with Library(self.sources.corpus, warn=self.warn) as whole, whole.of_own_games() as library:
            renderer = Renderer(library, self.sources.templates, options)
            write_site(renderer.files(), self.folder, lambda *_: None)

    def refresh(self) -> bool:
        """Build again if something changed; tell whether it did. What cannot be built leaves the old site."""
        rebuilt = self._watch.look()
        if rebuilt:
            self.warn("something changed; the site was rebuilt")
        return rebuilt


class Handler(PatientHandler, SimpleHTTPRequestHandler):
    """Answers requests from this computer."""

    server_version = "judge"
    sys_version = ""

    def __init__(self, *arguments: object, shown: ServedSite) -> None:
        """Answer one connection."""
        self._shown = shown
        super().__init__(*arguments, directory=str(shown.folder))  # type: ignore[arg-type]

    def parse_request(self) -> bool:
        """Read the request's head; whatever its method, refuse what another host's page asks."""
        if not super().parse_request():
            return False
        if (self.headers.get("Host") or "").rpartition(":")[0] not in (HOST, "localhost"):
            # A page elsewhere may have made a name of its own lead to this computer.
            self.send_error(HTTPStatus.FORBIDDEN, "this server answers localhost only")
            return False
        return True

    def do_GET(self) -> None:
        """Answer with a page or a record."""
        self._answer(super().do_GET)

    def do_HEAD(self) -> None:
        """Answer as for GET, without the content."""
        self._answer(super().do_HEAD)

    def _answer(self, send_page: Callable[[], None]) -> None:
        try:
            path = unquote(urlsplit(self.path).path)
            if path.startswith("/api/"):
                self.send_error(HTTPStatus.NOT_FOUND, NO_API)
            elif "/." in path or "\0" in path:
                self.send_error(HTTPStatus.NOT_FOUND)
            else:
                send_page()
        except UnicodeError:  # bytes that are not text, and so name no file
            self.send_error(HTTPStatus.NOT_FOUND)
        except (ConnectionError, TimeoutError):
            raise  # nobody is there to be answered
        except Exception as error:  # whatever a page did wrong, its reader gets an answer
            self._shown.warn(f"the request for {self.path!r} could not be answered ({type(error).__name__}: {error})")
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, "this could not be answered; the terminal says more")

    def end_headers(self) -> None:
        """Add what every answer bears."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()


def bind(shown: ServedSite, port: int) -> BoundedServer:
    """Return the server, bound to this computer alone.

    Raises:
        SiteError: the port is taken.
    """
    try:
        return BoundedServer((HOST, port), partial(Handler, shown=shown))
    except OSError as error:
        raise port_taken(port, error) from error


def port_taken(port: int, error: OSError) -> SiteError:
    """Return what is told of a port that cannot be bound to."""
    return SiteError(f"port {port} cannot be used ({error.strerror or error}); choose another with --port")


def run(server: BoundedServer, shown: ServedSite) -> None:
    """Serve, and look for changes, until Ctrl-C."""
    try:
        with watching(shown.refresh):
            server.serve_forever()
    finally:
        server.server_close()
