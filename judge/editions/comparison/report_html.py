"""What changed as one HTML page that needs no other file: summary, references of other documents, redlines.

It shows in light and dark, prints in black on white, and runs no script: a policy in the page itself forbids all but
its own style. Every text is escaped by `Markup.format`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from judge.core.jsonl import Record
from judge.core.names import citation, name_of, printable
from judge.editions.comparison.affected import CLASSES, Affected
from judge.editions.comparison.changes import Change, Comparison
from judge.editions.comparison.redline_html import redline_html
from judge.editions.comparison.reports import CLASS_WORDS, summary, told, words_of, worth_telling

STYLE = Markup(
    """
:root { color-scheme: light dark; --gone: #a0001c; --new: #006b2d; --line: #8886; }
@media (prefers-color-scheme: dark) { :root { --gone: #ff9aa5; --new: #7ddc9a; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { margin-top: 2.5rem; } h3 { margin: 1.5rem 0 0; font-size: 1rem; }
h3 small { font-weight: normal; } p { margin: .25rem 0 0; }
del { color: var(--gone); } ins { color: var(--new); }
del::before { content: " [gone: "; } ins::before { content: " [new: "; } del::after, ins::after { content: "] "; }
del::before, del::after, ins::before, ins::after {
  clip-path: inset(100%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px;
}
.wide { overflow-x: auto; } table { border-collapse: collapse; } caption { text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; }
:focus-visible { outline: 2px solid; }
@media print {
  :root { color-scheme: light; --gone: #000; --new: #000; } body { margin: 0; max-width: none; font-size: 10pt; }
  h2, h3 { break-after: avoid; } p { orphans: 3; widows: 3; } tr { break-inside: avoid; } a { color: inherit; }
}
"""
)
"""Words that are gone or new are struck or underlined, and said to those who hear the page."""
PAGE = Markup(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<ul>
{said}
</ul>
{parts}
</main>
</body>
</html>
"""
)
SECTION = Markup("<section>\n<h2>{}</h2>\n{}\n</section>")
ITEM = Markup("<li>{}</li>")
CHANGE = Markup('<h3 id="{}">{} <small>({})</small></h3>')
PARAGRAPH = Markup("<p>{}</p>")
TABLE = Markup(
    '<div class="wide" tabindex="0">\n<table>\n<tr><th>where</th><th>printed</th><th>means</th><th>write</th></tr>\n'
    "{}\n</table>\n</div>"
)
ROW = Markup("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>")
LINK = Markup('<a href="#{}">{}</a>')
LINES = Markup("\n")


def html(
    comparison: Comparison,
    documents: tuple[Record, Record],
    touched: Sequence[Affected],
    names: Mapping[str, str],
    told_by: Sequence[str] = (),
) -> str:
    """Return what changed as an HTML page.

    Args:
        comparison: of the two editions.
        documents: records of the older and the newer document.
        touched: what became of references of other documents.
        names: of the entries that these stand in, by id.
        told_by: where the newer edition's own list of changes is wrong, in sentences.
    """
    old, new = map(citation, documents)
    changes = worth_telling(comparison)
    places = {id(change): f"change-{number}" for number, change in enumerate(changes, 1)}
    parts = []
    if touched:
        parts.append(SECTION.format("References of other documents", LINES.join(_touched(touched, names, places))))
    if changes:
        parts.append(SECTION.format("Changes", LINES.join(_changes(changes, places))))
    said = LINES.join(ITEM.format(printable(line)) for line in (*summary(comparison), *told_by))
    title = printable(f"From {old} to {new}")
    return str(PAGE.format(title=title, style=STYLE, said=said, parts=LINES.join(parts)))


def _changes(changes: Iterable[Change], places: Mapping[int, str]) -> Iterator[Markup]:
    """Yield a heading for each change, and its words below."""
    for change in changes:
        section = change.new or change.old
        assert section, "a change has an entry of one edition at least"
        yield CHANGE.format(places[id(change)], printable(name_of(section.record)), printable(told(change)))
        if words := words_of(change):
            yield PARAGRAPH.format(redline_html(words))


def _touched(touched: Sequence[Affected], names: Mapping[str, str], places: Mapping[int, str]) -> Iterator[Markup]:
    """Yield how many references there are of each class, and a table of those that do not hold as they are."""
    counts = Counter(one.kind for one in touched)
    items = [ITEM.format(f"{counts[kind]} {CLASS_WORDS[kind]}") for kind in CLASSES if counts[kind]]
    yield Markup("<ul>\n{}\n</ul>").format(LINES.join(items))
    ordered = [one for kind in CLASSES if kind != "unchanged" for one in touched if one.kind == kind]
    if ordered:
        yield TABLE.format(LINES.join(_row(one, names, places) for one in ordered))


def _row(one: Affected, names: Mapping[str, str], places: Mapping[int, str]) -> Markup:
    """Return the line of a reference; what it means leads to the change below."""
    reference, place = one.reference, places.get(id(one.change))
    document = reference["source"].partition(":")[0]
    where = f"{document}, {names.get(reference['source'], reference['source'])}, line {reference['line']}"
    meaning = printable(told(one.change))
    means = LINK.format(place, meaning) if place else meaning
    return ROW.format(printable(where), printable(reference["text"]), means, one.correction or "")
