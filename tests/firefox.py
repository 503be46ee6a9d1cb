"""Firefox for tests: started without a window and driven through Marionette, which it has built in.

No driver is needed: Marionette reads and writes messages of JSON, each with its length before it, over a socket.
"""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.limits import PATIENCE


class Firefox:
    """A running Firefox."""

    def __init__(self, connection: socket.socket) -> None:
        """Greet it and begin a session."""
        self._connection = connection
        self._number = 0
        self._receive()
        self.ask("WebDriver:NewSession", {"strictFileInteractability": False})

    def ask(self, command: str, parameters: dict[str, Any] | None = None) -> Any:
        """Give a command and return what it answers."""
        self._number += 1
        message = json.dumps([0, self._number, command, parameters or {}]).encode()
        self._connection.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self._receive()
        assert error is None, f"{command}: {error}"
        return result

    def open(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self.ask("WebDriver:Navigate", {"url": address})

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression on the page."""
        return self.ask("WebDriver:ExecuteScript", {"script": f"return {script}", "args": []})["value"]

    def wait_for(self, script: str, seconds: float = 20) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + seconds
        while not self.evaluate(script):
            assert time.monotonic() < until, script
            time.sleep(0.05)

    def type_into(self, selector: str, text: str) -> None:
        """Type keys into a field."""
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})["value"]
        (id,) = found.values()
        self.ask("WebDriver:ElementSendKeys", {"id": id, "text": text})

    def resize(self, width: int, height: int) -> None:
        """Give the window a size."""
        self.ask("WebDriver:SetWindowRect", {"width": width, "height": height})

    def _receive(self) -> Any:
        digits = b""
        while (digit := self._read(1)) != b":":
            digits += digit
        return json.loads(self._read(int(digits)))

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            got = self._connection.recv(count - len(data))
            assert got, "Firefox has ended"
            data += got
        return data


@contextmanager
def running(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own, and end it.

    Args:
        program: its path.
        profile: an empty folder.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    words = [program, "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with _connected(port) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(30)


def _connected(port: int) -> socket.socket:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            assert time.monotonic() < until, "Firefox does not answer"
            time.sleep(0.2)
