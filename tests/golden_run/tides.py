"""A plug-in dialect: tables of high and low water, as in docs/adding-a-dialect.md."""

from judge.dialect import Draft, Manuscript, Report, Sheet

NAME = "tide tables"
PURPOSE = "Tide tables: look up when the water is high."


def evidence(manuscript: Manuscript) -> float:
    """Return how much a text looks like this dialect, from 0 to 1."""
    lines = [piece for piece in manuscript.pieces if piece.value.startswith("High water")]
    return 2.0 if 3 * len(lines) > len(manuscript.pieces) else 0.0


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read a text into drafts."""
    sheet = Sheet(report)
    entry = sheet.open(Draft("part", None, [1]))
    for piece in manuscript.pieces:
        if piece.kind == "heading":
            entry = sheet.open(Draft("section", piece.value, list(range(piece.text.first, piece.text.last + 1))))
        else:
            entry.add("bullet" if piece.kind == "bullet" else "text", piece.text, depth=piece.level)
    return sheet
