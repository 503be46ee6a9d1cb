"""A web host for the tests: serves a folder below /rules/, tells what was asked for, and can go away and come back."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = "rules"
"""The folder of the host in which the site is: scopes and addresses must not rest on being at the top."""


class Host:
    """Serves a folder until it is told to go away."""

    def __init__(self, folder: Path) -> None:
        """Serve the folder on a free port; the site in it goes into `site`."""
        self.folder = folder
        self.site = folder / SITE
        self.asked: list[str] = []
        """Paths inside the site, in the order in which they were asked for."""
        self.headers: dict[str, str] = {}
        """What every answer bears besides."""
        self._port = 0
        self._server: ThreadingHTTPServer | None = None
        self.come_back()

    @property
    def url(self) -> str:
        """Where the site is, without a slash at the end."""
        return f"http://localhost:{self._port}/{SITE}"

    def come_back(self) -> None:
        """Serve again, under the same address."""
        self._server = ThreadingHTTPServer(("localhost", self._port), partial(_Handler, host=self))
        self._port = self._server.server_port
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
def hosting(folder: Path) -> Iterator[Host]:
    """Serve a folder for a while."""
    host = Host(folder)
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
        self._host.asked.append(self.path.removeprefix(f"/{SITE}/"))
        del self.headers["If-Modified-Since"]  # two editions of one second would be taken for one
        super().do_GET()

    def end_headers(self) -> None:
        for name, value in self._host.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass
