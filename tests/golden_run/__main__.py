"""Run the golden run by itself: print what has moved since the golden files were written.

    python -m tests.golden_run                    # our own collections
    python -m tests.golden_run corners tide       # two of them
    python -m tests.golden_run --first            # stop at the first file that differs: for trials of mutants
    python -m tests.golden_run --update-golden    # write the files anew; git diff shows them, too
    python -m tests.golden_run --all              # the bundled documents as well, and those of JUDGE_CORPUS

Exit code: 0 where nothing has moved, else 1.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.golden_run.running import GOLDEN, Files, made, made_from, moved, update
from tests.golden_run.samples import OTHERS, own_samples, sample


def main() -> int:
    """Compare or write the collections that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", nargs="*", choices=[[], *own_samples(), *OTHERS], help="collections; without any, ours"
    )
    parser.add_argument("--first", action="store_true", help="stop at the first golden file that differs")
    parser.add_argument("--update-golden", action="store_true", help="write the golden files anew")
    parser.add_argument("--all", action="store_true", help="the bundled and the real documents as well")
    arguments = parser.parse_args()
    corpus = os.environ.pop("JUDGE_CORPUS", None)
    others = [name for name in OTHERS if arguments.all and (name != "real" or corpus)]
    clean = True
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"JUDGE_CACHE": f"{folder}/cache", "JUDGE_DATA": f"{folder}/data"}
        for name in arguments.names or [*sorted(own_samples(), key=size_of), *others]:
            files = golden_files(name, Path(folder, "cache"), corpus)
            if arguments.update_golden:
                update(name, files)
                continue
            for difference in moved(name, files):
                print(difference)
                clean = False
                if arguments.first:
                    return 1
    return 0 if clean else 1


def size_of(name: str) -> int:
    """Return how much the golden files of a collection hold: where little is read, a difference is found soonest."""
    return sum(path.stat().st_size for path in (GOLDEN / name).glob("*.txt"))


def golden_files(name: str, cache: Path, corpus: str | None) -> Files:
    """Yield the golden files of a collection as they come out now, the bundled and the real ones too."""
    if name not in OTHERS:
        yield from made(sample(name), cache)
        return
    import judge

    with judge.open(corpus=[corpus] if name == "real" and corpus else ()) as library:
        yield from made_from(sample(name), library)


if __name__ == "__main__":
    sys.exit(main())
