"""What a title has in its own paragraph: the face of a card above the list of its rulings, or nothing.

    Evil Twin                  a name,
    {2}                        the card's face in the lines of its paragraph,
    Event
    It hides.
    * It hides at once.        and rulings behind it

Reads: the items of a stretch. Writes: which of them count, and whether cards show their faces.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.parts.forms import Item
from judge.reading.readers.pieces import Piece

NEARLY_ALL, MOST = 0.8, 0.7
"""Share of the names that begin their paragraph, and of these that show a face, at least."""
SHORTEST = 3
"""Lines of a paragraph with a name and a face, at least."""


def have_faces(items: Sequence[Item], pieces: Sequence[Piece]) -> bool:
    """Tell whether most names stand above several lines of their own paragraph, and these above a list."""
    first = [item for item in items if not item.line.number]
    if len(first) < NEARLY_ALL * len(items):
        return False
    faced = 0
    for item, after in zip(first, [*first[1:], None], strict=True):
        below = pieces[item.line.index + 1 : after.line.index if after else len(pieces)]
        faced += len(item.line.parts) >= SHORTEST and any(piece.kind == "bullet" for piece in below)
    return faced >= MOST * len(first)


def alone(items: Sequence[Item]) -> list[Item]:
    """Leave out the titles above the text of their paragraph, where most stand alone."""
    kept = [item for item in items if len(item.line.parts) == item.taken]
    return kept if len(kept) >= MOST * len(items) else list(items)
