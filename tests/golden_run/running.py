"""A collection to its golden files, and what has moved since they were written."""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from judge.opened_library import Library
from tests.golden_run.answers import asked
from tests.golden_run.documents import documents
from tests.golden_run.facts import Fact, fact, write
from tests.golden_run.samples import Sample

GOLDEN = Path(__file__).parent.parent / "golden"
ASKED = "asked"
"""The file with all answers of a collection; the others are called as the keys of its documents."""
Files = Iterator[tuple[str, list[Fact]]]
"""Names of golden files with what they should have, made one at a time."""


def made(sample: Sample, cache: Path) -> Files:
    """Yield the golden files of a collection of our own as they come out now."""
    told: list[str] = []
    with Library(sample.folders, cache=cache, warn=told.append) as library:
        yield from made_from(sample, library, told)


def made_from(sample: Sample, library: Library, told: list[str] | None = None) -> Files:
    """Yield the golden files of a collection that is open as they come out now.

    Args:
        sample: what it is asked.
        library: the collection.
        told: the warnings of its build.
    """
    yield from documents(library, sample.wording)
    yield ASKED, [*_told(told or [], sample), *asked(library, sample.questions, sample.wording(""))]


def _told(told: list[str], sample: Sample) -> Iterator[Fact]:
    """Yield the warnings of a build, without the folders of this machine."""
    for one in told:
        for folder in sample.folders:
            one = one.replace(f"{folder}/", "")
        yield fact("warning", one)


def moved(name: str, files: Files) -> Iterator[str]:
    """Yield the difference of each golden file of a collection that has one, also of one that should not be there."""
    known = {path.stem for path in (GOLDEN / name).glob("*.txt")}
    for file, facts in files:
        path = path_of(name, file)
        text = path.read_text(encoding="utf-8") if file in known else ""
        if text != (now := write(facts)):
            lines = unified_diff(text.split("\n"), now.split("\n"), f"{name}/{path.name}", "now", n=0, lineterm="")
            yield "\n".join(lines)
        known.discard(file)
    for file in sorted(known):
        yield f"{name}/{file}.txt is of no document"


def update(name: str, files: Files) -> None:
    """Write the golden files of a collection anew."""
    (GOLDEN / name).mkdir(parents=True, exist_ok=True)
    texts = {path_of(name, file): write(facts) for file, facts in files}
    for path in (GOLDEN / name).glob("*.txt"):
        if path not in texts:
            path.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="\n")


def path_of(name: str, file: str) -> Path:
    """Return the path of a golden file."""
    return GOLDEN / name / f"{file}.txt"
