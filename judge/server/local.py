"""The site on this computer: built into a folder of its own, shown on 127.0.0.1, built again when something changes.

Beside the pages it answers the contract's records, for programs:

    /api/search?q=QUERY[&limit=N][&game=…][&document=…][&kind=…][&since=…]
    /api/entry/ID
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from judge.build import collection
from judge.build.compiled_library import Warn
from judge.core.errors import CollectionError, JudgeError, NoEntry, SiteError
from judge.core.jsonl import Record, dumps
from judge.library import Library
from judge.server.bounded_server import BoundedServer, PatientHandler
from judge.site.owner import owner_files
from judge.site.render import Options, Renderer
from judge.site.writing import write_site

HOST = "127.0.0.1"
WATCHED_EVERY = 1.0
"""Seconds between two looks at the documents and templates."""
MOST = 100
"""Answers that a query may ask for."""
HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache"}


class Sources(NamedTuple):
    """What a site is built from."""

    corpus: Sequence[Path]
    templates: Path
    theme: Path | None

    def state(self) -> str:
        """Return a text that changes whenever a document or a template does."""
        folders = [folder for folder in (self.templates, self.theme) if folder]
        files = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
        files += owner_files(self.corpus)
        times = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files]
        return collection.state(self.corpus) + repr(times)


class ServedSite:
    """The site that is shown, and the library behind it."""

    def __init__(self, sources: Sources, folder: Path, warn: Warn) -> None:
        """Build it for the first time.

        Raises:
            JudgeError: it cannot be built.
        """
        self.folder = folder
        self._sources = sources
        self.warn = warn
        self._lock = threading.Lock()
        self._state = sources.state()
        self._library = self._built()

    def _built(self) -> Library:
        """Open the library and build its site; a library whose site cannot be built is closed again."""
        library = Library(self._sources.corpus)
        try:
            self._build(library)
        except BaseException:
            library.close()
            raise
        return library

    def _build(self, library: Library) -> None:
        # A kept site would hide what changed.
        options = Options(theme=self._sources.theme, offline=False, warn=self.warn)
        renderer = Renderer(library, self._sources.templates, options)
        write_site(renderer.files(), self.folder, lambda *_: None)

    def ask(self, question: Callable[[Library], Record]) -> Record:
        """Ask the library; one question at a time."""
        with self._lock:
            return question(self._library)

    def close(self) -> None:
        """Let go of the library's files."""
        with self._lock:
            self._library.close()

    def refresh(self) -> bool:
        """Build again if something changed; tell whether it did. What cannot be built leaves the old site."""
        try:
            state = self._sources.state()
            if state == self._state:
                return False
            self._state = state
            library = self._built()
        except (JudgeError, OSError) as error:
            self.warn(f"{error}; the site stays as it was")
            return False
        with self._lock:
            self._library.close()
            self._library = library
        self.warn("something changed; the site was rebuilt")
        return True


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
                self._send(*self._record(path))
            elif "/." in path or "\0" in path:
                self.send_error(HTTPStatus.NOT_FOUND)
            else:
                send_page()
        except (ConnectionError, TimeoutError):
            raise  # nobody is there to be answered
        except Exception as error:  # whatever a page or a question did wrong, its sender gets an answer
            self._shown.warn(f"the request for {self.path!r} could not be answered ({type(error).__name__}: {error})")
            self._send(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                {"error": "this request could not be answered; the terminal says more"},
            )

    def _record(self, path: str) -> tuple[HTTPStatus, Record]:
        """Return the status and the record that answer a question below /api/."""
        name, _, rest = path.removeprefix("/api/").partition("/")
        asked = {key: values[-1] for key, values in parse_qs(urlsplit(self.path).query).items()}
        try:
            if name == "search" and not rest:
                return HTTPStatus.OK, self._shown.ask(lambda library: search_record(library, asked))
            if name == "entry" and rest:
                return HTTPStatus.OK, self._shown.ask(lambda library: entry_with_references(library, rest))
        except NoEntry as error:
            return HTTPStatus.NOT_FOUND, {"error": str(error), "nearest": [id for id, _ in error.nearest]}
        except (CollectionError, ValueError) as error:
            return HTTPStatus.BAD_REQUEST, {"error": str(error)}
        return HTTPStatus.NOT_FOUND, {"error": "no such address; use /api/search?q= or /api/entry/ID"}

    def _send(self, status: HTTPStatus, record: Record) -> None:
        data = dumps(record).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def end_headers(self) -> None:
        """Add what every answer bears."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()


def search_record(library: Library, asked: Mapping[str, str]) -> Record:
    """Return the contract's record of a search.

    Raises:
        CollectionError: there is no such game or document.
        ValueError: the limit is no number.
    """
    query = asked.get("q", "")
    limit = max(1, min(int(asked.get("limit", "10")), MOST))
    narrowing = {name: asked[name] for name in ("game", "document", "kind", "since") if name in asked}
    return library.reply(query, limit if query.strip() else 0, **narrowing).record(query)


def entry_with_references(library: Library, locator: str) -> Record:
    """Return the contract's record of an entry, with the references out of it and into it.

    Raises:
        NoEntry: no entry answers to it.
    """
    id = library.find(locator).id
    both = {
        "as_of": library.as_of(id),
        "references": library.reference_records(id),
        "referenced_by": library.backlink_records(id),
    }
    return library.record(id) | both


def bind(shown: ServedSite, port: int) -> BoundedServer:
    """Return the server, bound to this computer alone.

    Raises:
        SiteError: the port is taken.
    """
    try:
        return BoundedServer((HOST, port), partial(Handler, shown=shown))
    except OSError as error:
        raise SiteError(
            f"port {port} cannot be used ({error.strerror or error}); choose another with --port"
        ) from error


def run(server: BoundedServer, shown: ServedSite) -> None:
    """Serve, and look for changes, until Ctrl-C."""
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(WATCHED_EVERY):
            shown.refresh()

    threading.Thread(target=watch, daemon=True).start()
    try:
        server.serve_forever()
    finally:
        stop.set()
        server.server_close()
        shown.close()
