"""How well made-up documents are read: `python -m tests.looks.measure [--held] [--only KEY=VALUE …] [--misses N]`.

Prints the means over all looks, and a table by each value of each dimension, the worst last. Of the looks held back
only the means are printed.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tests.looks.choices import CHOICES, Look
from tests.looks.comparing import MEASURES, Scores, compare
from tests.looks.documents import write
from tests.looks.sampling import held, looks

Measured = list[tuple[Look, Scores]]
WIDTH = 10


def measure(chosen: Iterable[Look], seed: int = 0) -> Measured:
    """Write, read and compare looks."""
    return [(look, compare(write(look, seed), look)) for look in chosen]


def mean(measured: Measured, name: str) -> float | None:
    """Return the mean of a measure over the looks that have it."""
    values = [value for _, scores in measured if (value := scores.shares[name]) is not None]
    return sum(values) / len(values) if values else None


def means(measured: Measured) -> dict[str, float | None]:
    """Return the mean of every measure."""
    return {name: mean(measured, name) for name in MEASURES}


def print_table(measured: Measured) -> None:
    """Print the means by each value of each dimension."""
    for dimension in ("rules", *CHOICES):
        groups: dict[str, Measured] = defaultdict(list)
        for look, scores in measured:
            groups[getattr(look, dimension)].append((look, scores))
        print(f"\n{dimension}")
        for value, group in sorted(groups.items(), key=lambda item: -(mean(item[1], "entries") or 0)):
            print(_row(value, len(group), means(group)))


def _head() -> str:
    return f"{'':16}{'looks':>6}" + "".join(f"{name:>{WIDTH}}" for name in MEASURES)


def _row(name: str, count: int, values: dict[str, float | None]) -> str:
    shown = "".join(f"{'-' if value is None else format(value, '.3f'):>{WIDTH}}" for value in values.values())
    return f"{name:16}{count:6}{shown}"


def print_misses(measured: Measured, count: int, seed: int) -> None:
    """Print examples of what was read otherwise, of the looks read worst first."""
    for look, scores in sorted(measured, key=lambda item: item[1].shares["entries"] or 0)[:count]:
        print(f"\n{look}")
        lines = write(look, seed).lines
        seen: dict[str, int] = defaultdict(int)
        for miss in scores.misses:
            seen[miss.measure] += 1
            if seen[miss.measure] <= 3:
                print(f"  {miss.measure}: line {miss.line} {lines[miss.line - 1][:60]!r}")
                print(f"      {miss.wanted} | read: {miss.read}")


def matches(look: Look, wanted: Sequence[str]) -> bool:
    """Tell whether a look has all values wanted, each as KEY=VALUE."""
    return all(getattr(look, key) == value for key, _, value in (one.partition("=") for one in wanted))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="the looks held back; only the means are printed")
    parser.add_argument("--only", nargs="+", default=[], metavar="KEY=VALUE", help="only looks with these values")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="examples of the N looks read worst")
    parser.add_argument("--text", type=int, metavar="N", help="print the document of the Nth look chosen, and no more")
    parser.add_argument("--seed", type=int, default=0, help="draws the words and the counts")
    chosen = parser.parse_args(arguments)
    tried = [look for look in (held() if chosen.held else looks()) if matches(look, chosen.only)]
    if not tried:
        parser.error("no look has these values")
    if chosen.text is not None and not chosen.held:
        look = tried[chosen.text]
        sys.stdout.write(f"{look}\n\n{write(look, chosen.seed).text}")
        return 0
    measured = measure(tried, chosen.seed)
    print(_head())
    print(_row("held looks" if chosen.held else "all looks", len(measured), means(measured)))
    if not chosen.held:
        print_table(measured)
        print_misses(measured, chosen.misses, chosen.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
