"""A redline as HTML: struck words in `<del>`, added ones in `<ins>`, every character of the text escaped.

Both elements show without colour (struck through, underlined). Not every screen reader announces them, so a page that
shows redlines gives them words of their own in its style sheet, out of sight, as `templates/style.css` does.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from judge.core.names import printable
from judge.editions.comparison.redline import Stretch

ELEMENTS = {"=": Markup("{}"), "-": Markup("<del>{}</del>"), "+": Markup("<ins>{}</ins>")}
"""What is put around the words of each sign."""
LINE_END = Markup("<br>")


def redline_html(diff: Iterable[Stretch]) -> Markup:
    """Return a redline as HTML that stands inside of a paragraph; each block of the text begins a new line.

    Args:
        diff: stretches of the text in order, shortened or whole.

    >>> redline_html([Stretch("=", "It is"), Stretch("-", "<b>"), Stretch("+", "best")])
    Markup('It is <del>&lt;b&gt;</del> <ins>best</ins>')
    """
    return Markup(" ").join(ELEMENTS[sign].format(_lines(words)) for sign, words in diff)


def _lines(words: str) -> Markup:
    """Return words escaped, with their line ends as elements."""
    return LINE_END.join(escape(printable(line)) for line in words.split("\n"))
