"""A web host for the tests: serves a folder below /rules/, tells what was asked for, and can go away."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = "rules"
"""The folder of the host in which the site is: scopes and addresses must not rest on being at the top."""


class Host:
    """Serves a folder until it is told to go away; a wrong address gets the page of the site that says so."""

    def __init__(self, folder: Path, below: str = f"/{SITE}/") -> None:
        """Serve the folder on a free port; the site goes into `site`, where its addresses begin with `below`."""
        self.folder = folder
        self.below = below
        self.site = folder / below.strip("/")
        self.asked: list[str] = []
        """Paths inside the site, in the order in which they were asked for."""
        self.caching: dict[str, str] = {}
        """The header Cache-Control of what is below each folder of the site."""
        handler = partial(_Handler, host=self)
        self._server: ThreadingHTTPServer | None = ThreadingHTTPServer(("localhost", 0), handler)
        self.url = f"http://localhost:{self._server.server_port}{below}".removesuffix("/")
        """Where the site is, without a slash at the end."""
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def go_away(self) -> None:
        """Answer no more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def fetched(self, part: str) -> list[str]:
        """Return what was asked for under a folder, and forget everything."""
        found = [path for path in self.asked if path.startswith(part)]
        self.asked.clear()
        return found


@contextmanager
def hosting(folder: Path, below: str = f"/{SITE}/") -> Iterator[Host]:
    """Serve a folder for a while."""
    host = Host(folder, below)
    try:
        yield host
    finally:
        host.go_away()


class _Handler(SimpleHTTPRequestHandler):
    """Notes what is asked for, and is silent."""

    def __init__(self, *arguments: object, host: Host) -> None:
        self._host = host
        super().__init__(*arguments, directory=str(host.folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self._host.asked.append(self._inside())
        del self.headers["If-Modified-Since"]  # two editions of one second would be taken for one
        super().do_GET()

    def _inside(self) -> str:
        return self.path.removeprefix(self._host.below)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = self._host.site / "404.html"
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(page.stat().st_size))
        self.end_headers()
        self.wfile.write(page.read_bytes())

    def end_headers(self) -> None:
        folders = [folder for folder in self._host.caching if self._inside().startswith(folder)]
        if folders:
            self.send_header("Cache-Control", self._host.caching[max(folders, key=len)])
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass
