"""YAML to values with their lines, by the marks of its nodes; the only importer of yaml.

Nodes are composed and never made into objects, so that no tag can run anything. A node that others refer to counts
each time, which bounds the files that grow without end when references are followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.core.errors import SourceError
from judge.reading.readers.formats.records.values import DEEPEST, MOST, Line, Record, Scalar, Several, Value
from judge.version import missing_extra

if TYPE_CHECKING:
    from yaml.nodes import Node

MISSING = f"is YAML, which {missing_extra('yaml')}"


def read_yaml(text: str, lines: Sequence[str]) -> Value:
    """Read a YAML text, of several documents as a list.

    Raises:
        SourceError: it is not YAML, nested too deep, or the library is not installed.
    """
    try:
        import yaml
    except ImportError as error:
        raise SourceError(MISSING) from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        depth = 0
        for event in yaml.parse(text, Loader=loader):
            opens = isinstance(event, yaml.events.CollectionStartEvent)
            depth += opens - isinstance(event, yaml.events.CollectionEndEvent)
            if depth > DEEPEST:  # composing calls itself, and must not run out of stack
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise SourceError(f"is nested too deep, in line {line}")
        nodes = list(yaml.compose_all(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f" in line {mark.line + 1}" if mark else ""
        raise SourceError(f"is not valid YAML: {error.problem or error.context}{place}") from error
    except yaml.YAMLError as error:
        raise SourceError("is not valid YAML") from error
    sizes: dict[int, int] = {}
    if sum(_size(node, 0, sizes) for node in nodes if node is not None) > MOST:
        raise SourceError(f"holds more than {MOST:,} values; split it")
    reader = _Reader(lines)
    found = [reader.value(node, 0) for node in nodes if node is not None]
    return found[0] if len(found) == 1 else Several(1, found)


def _size(node: Node, depth: int, known: dict[int, int]) -> int:
    """Return how many values a node holds, those that it refers to each time; each node is looked at once.

    Raises:
        SourceError: it is nested too deep, which one that refers to itself is as well.
    """
    from yaml.nodes import MappingNode, SequenceNode

    if depth > DEEPEST:
        raise SourceError("is nested too deep")
    if id(node) not in known:
        held: list[Node] = node.value if isinstance(node, SequenceNode) else []
        if isinstance(node, MappingNode):
            held = [one for pair in node.value for one in pair]
        known[id(node)] = 1 + sum(_size(one, depth + 1, known) for one in held)
    return known[id(node)]


class _Reader:
    """Turns nodes into values."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def value(self, node: Node, depth: int) -> Value:
        """Return the value of a node."""
        from yaml.nodes import MappingNode, ScalarNode, SequenceNode

        if depth > DEEPEST:
            raise SourceError("is nested too deep")
        first = node.start_mark.line + 1
        if isinstance(node, ScalarNode):
            return self.scalar(node.value, first, node.end_mark.line + 1, node.tag)
        if isinstance(node, SequenceNode):
            return Several(first, [self.value(one, depth + 1) for one in node.value])
        found = Record(first)
        for key, value in node.value if isinstance(node, MappingNode) else ():
            name = self.value(key, depth + 1)
            if isinstance(name, Scalar):
                found.fields.append((name, self.value(value, depth + 1)))
        return found

    def scalar(self, value: str, first: int, last: int, tag: str) -> Scalar:
        """Return a scalar, each of its words in the line in which it stands."""
        is_text = tag.endswith(":str")
        if tag.endswith(":null"):
            return Scalar((Line("", first),), is_text=False)
        found: list[Line] = []
        rest = value
        for number in range(first, min(last, len(self.lines)) + 1):
            for part in (self.lines[number - 1].strip(), self.lines[number - 1].rpartition(": ")[2].strip(" \"'")):
                at = rest.find(part) if part else -1
                if at >= 0 and not rest[:at].strip():
                    found.append(Line(f"{rest[:at]}{part}", number))
                    rest = rest[at + len(part) :]
                    break
        if not found or rest.strip():
            parts = value.split("\n")
            return Scalar(tuple(Line(part, min(first + at, last)) for at, part in enumerate(parts)), is_text)
        return Scalar(tuple(_broken(found)), is_text)


def _broken(lines: Sequence[Line]) -> list[Line]:
    """Return lines, those that the value joins with a blank marked by it at their beginning."""
    found: list[Line] = []
    for line in lines:
        text = line.text
        folded = text.startswith(" ")
        blank = text.startswith("\n\n")
        if blank and found:
            found.append(Line("", line.number))
        found.append(Line((" " if folded else "") + text.strip(), line.number))
    return found
