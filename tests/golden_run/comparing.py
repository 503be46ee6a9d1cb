"""What has moved between two lists of facts, by meaning: entries lost and won, references retargeted, ranks changed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tests.golden_run.facts import Fact

LISTED = 12
"""Changes of a kind that are printed; of the others only the count is."""
LONGEST = 160
"""Characters of a changed value that are printed."""
Identity = tuple[str, ...]


class Kind(NamedTuple):
    """What is said of the facts of a kind."""

    plural: str
    telling: Mapping[str, str] = {}
    """What a change of a field is called; where several have changed, the first of these."""
    alike: tuple[str, ...] = ()
    """Fields by which one that is lost and one that is won are the same thing under another key."""
    is_placed: bool = False
    """Its key is a place in the source, so that it is the same one below another fact."""


KINDS = {
    "entry": Kind(
        "entries",
        {"number": "renumbered", "title": "retitled", "parent": "moved to another parent", "kind": "of another kind"},
        ("title", "lines"),
        is_placed=True,
    ),
    "block": Kind("texts", {"above": "moved to another entry", "text": "with other words"}, ("text",), is_placed=True),
    "reference": Kind(
        "references",
        {"target": "retargeted", "status": "with another status", "suggestion": "with another suggestion"},
        ("text", "target"),
        is_placed=True,
    ),
    "finding": Kind("findings", alike=("message",)),
    "furniture": Kind("lines of furniture"),
    "query": Kind("queries", {"answer": "answered more or less surely"}),
    "result": Kind("results", {"rank": "ranked otherwise"}),
    "verdict": Kind("verdicts", {"verdict": "changed"}),
    "newer": Kind("newer texts"),
    "see_also": Kind("likenesses"),
    "gone": Kind("superseded texts"),
}
"""What each kind of fact is called; another one has its own name."""


class Change(NamedTuple):
    """Something that has moved."""

    what: str
    """Such as "references retargeted"."""
    which: str


class _Placed(NamedTuple):
    """A fact, and the one that it is about."""

    fact: Fact
    above: str

    @property
    def name(self) -> str:
        """What it is called in a report."""
        told = next((self.fact.fields[name] for name in ("title", "text") if name in self.fact.fields), "")
        named = f"{self.fact.key} “{_short(told, 50)}”" if told else self.fact.key
        return f"{self.above} › {named}" if self.above and not _kind(self.fact).is_placed else named

    def value(self, field: str) -> str:
        """Return the value of a field; `above` is what it is about."""
        return self.above if field == "above" else self.fact.fields.get(field, "nothing")


def compare(old: Iterable[Fact], new: Iterable[Fact]) -> list[Change]:
    """Return what has moved between two lists of facts about the same."""
    before, after = _identified(old), _identified(new)
    lost = [before[one] for one in before if one not in after]
    won = [after[one] for one in after if one not in before]
    renamed = list(_renamed(lost, won))
    changes = [_changed(one, other) for one, other in renamed]
    gone = {one.fact.key for one in lost} | {one.fact.key for one in won}
    for how, some in (("lost", lost), ("won", won)):
        known = [pair[how == "won"] for pair in renamed]
        rest = [one for one in some if one not in known and not (one.above in gone and not _kind(one.fact).is_placed)]
        changes += (Change(f"{_kind(one.fact).plural} {how}", one.name) for one in rest)
    both = [(before[one], after[one]) for one in before if one in after]
    changes += (_changed(one, other) for one, other in both if _differing(one, other))
    return [*changes, *_moved(list(before), list(after))]


def _kind(one: Fact) -> Kind:
    return KINDS.get(one.kind, Kind(f"{one.kind} facts"))


def _identified(facts: Iterable[Fact]) -> dict[Identity, _Placed]:
    """Return facts by what stays the same when others change; of several alike by their order as well."""
    path: list[str] = []
    seen: Counter[Identity] = Counter()
    found: dict[Identity, _Placed] = {}
    for one in facts:
        path[one.depth :] = [one.key]
        above = path[one.depth - 1] if one.depth and len(path) >= one.depth else ""
        identity = (one.kind, one.key) if _kind(one).is_placed else (one.kind, above, one.key)
        seen[identity] += 1
        found[*identity, str(seen[identity])] = _Placed(one, above)
    return found


def _renamed(lost: Sequence[_Placed], won: Sequence[_Placed]) -> Iterator[tuple[_Placed, _Placed]]:
    """Yield what is the same thing under another key: an entry of the same title in the same line with another id."""
    waiting: dict[Identity, list[_Placed]] = defaultdict(list)
    for one in won:
        waiting[_likeness(one)].append(one)
    for one in lost:
        alike = waiting[_likeness(one)] if _kind(one.fact).alike else []
        if alike:
            yield one, alike.pop(0)


def _likeness(one: _Placed) -> Identity:
    return (one.fact.kind, *(one.fact.fields.get(name, "") for name in _kind(one.fact).alike))


def _differing(one: _Placed, other: _Placed) -> list[str]:
    """Return the fields that differ, the telling ones first."""
    fields = dict.fromkeys((*_kind(one.fact).telling, "above", *one.fact.fields, *other.fact.fields))
    return [name for name in fields if one.value(name) != other.value(name)]


def _changed(one: _Placed, other: _Placed) -> Change:
    """Return in words how a fact has changed."""
    kind, fields = _kind(one.fact), _differing(one, other)
    key = [f"{one.fact.key} → {other.fact.key}"] if one.fact.key != other.fact.key else []
    if not fields:
        return Change(f"{kind.plural} under another name", f"{one.name}: {key[0]}")
    how = kind.telling.get(fields[0], f"with another {fields[0]}")
    told = [f"{name} {_short(one.value(name))} → {_short(other.value(name))}" for name in fields]
    return Change(f"{kind.plural} {how}", f"{one.name}: {'; '.join([*key, *told])}")


def _moved(before: Sequence[Identity], after: Sequence[Identity]) -> Iterator[Change]:
    """Yield the first fact that comes before another which it came after."""
    place = {one: number for number, one in enumerate(before)}
    known = [one for one in after if one in place]
    for one, other in pairwise(known):
        if place[one] > place[other]:
            yield Change("facts in another order", f"{' '.join(one[:-1])} now comes before {' '.join(other[:-1])}")
            return


def _short(text: str, most: int = LONGEST) -> str:
    line = text.replace("\n", " ⏎ ")
    return line if len(line) <= most else line[: most - 1] + "…"


def report(changes: Mapping[str, Sequence[Change]]) -> str:
    """Return what has moved as text for a person.

    Args:
        changes: by the golden file that they are in.
    """
    return "\n".join(line for file, found in changes.items() if found for line in _report_file(file, found))


def _report_file(file: str, found: Sequence[Change]) -> Iterator[str]:
    by_kind: dict[str, list[str]] = defaultdict(list)
    for change in found:
        by_kind[change.what].append(change.which)
    yield file
    for what, which in by_kind.items():
        yield f"  {what}: {len(which)}"
        yield from (f"    {one}" for one in which[:LISTED])
        if len(which) > LISTED:
            yield f"    … and {len(which) - LISTED} more"
