"""What an element looks like: emphasis, struck words, what is hidden, as tags, `style` and style sheets say.

.c3{font-weight:700}          a class, as office suites on the web write them; other selectors are passed over
<span style="color:red">
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.core.model import MarkKind
from judge.reading.readers.formats.html.tree import Element, Words

TAGS: dict[str, MarkKind] = {
    **dict.fromkeys(("b", "strong"), "strong"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "em"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **dict.fromkeys(("s", "strike", "del"), "strike"),
    "ins": "changed",
}
RULE = re.compile(r"(?<![^{}])([^{}]{1,4000})\{([^{}]{0,4000})\}")
CLASS = re.compile(r"(?:[a-z0-9]{1,10})?\.([\w-]{1,100})", re.IGNORECASE)
BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
NOT_BOLD = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)", re.IGNORECASE)
ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.IGNORECASE)
STRUCK = re.compile(r"text-decoration[\w-]{0,10}\s{0,9}:[^;]{0,100}line-through", re.IGNORECASE)
HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)", re.IGNORECASE)
LONGEST_SHEET = 2_000_000
"""Characters of style sheets that are looked at."""

Sheet = Mapping[str, str]
"""What a page's style sheets say of each class."""


def style_sheet(root: Element) -> Sheet:
    """Return what the style sheets inside a page say of classes; those of other files are not fetched."""
    found: dict[str, str] = {}
    left = LONGEST_SHEET
    for style in (one for one in root.below() if isinstance(one, Element) and one.tag == "style"):
        text = "".join(one.text for one in style.inside if isinstance(one, Words))[:left]
        left -= len(text)
        for rule in RULE.finditer(text):
            for selector in rule[1].split(","):
                if name := CLASS.fullmatch(selector.strip()):
                    found[name[1]] = f"{found.get(name[1], '')};{rule[2]}"
    return found


def style_of(element: Element, sheet: Sheet) -> str:
    """Return what is said of the look of an element."""
    own = element.get("style")
    if not element.get("class") or not sheet:
        return own
    return ";".join([*(sheet.get(name, "") for name in element.get("class").split()), own])


def marks_of(element: Element, style: str, around: tuple[MarkKind, ...]) -> tuple[MarkKind, ...]:
    """Return the marks of the words in an element.

    Args:
        element: the element.
        style: what is said of its look.
        around: the marks of the words around it.
    """
    found = dict.fromkeys(around)
    if element.tag in TAGS:
        found[TAGS[element.tag]] = None
    if style:
        if NOT_BOLD.search(style):
            found.pop("strong", None)
        looks: tuple[tuple[re.Pattern[str], MarkKind], ...] = ((BOLD, "strong"), (ITALIC, "em"), (STRUCK, "strike"))
        found |= {kind: None for pattern, kind in looks if pattern.search(style)}
    return tuple(found)


def is_hidden(element: Element, style: str) -> bool:
    """Tell whether a reader of the page does not see an element at all."""
    if "hidden" in element.attributes and element.get("hidden") != "until-found":
        return True
    return bool(style) and HIDDEN.search(style) is not None
