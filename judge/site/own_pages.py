"""The owner's own pages: Markdown to what the frame of the site shows. No tag in one is ever markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import NamedTuple
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from judge.core.names import printable

REFERENCE = re.compile(r"(?<![!\\\\\]])\[([^\[\]\n`]*\w[^\[\]\n`]*)\](?![\[(:])")
"""A rule or a card that a page names: `[3.1]`, `[Grappling]`; not a link, a picture or what is escaped."""
CODE = re.compile(r"(`[^`\n]*`)")
RULE = "judge:"
"""What the link of such a reference begins with until it is resolved."""
DIRECTED = ("heading_open", "paragraph_open", "list_item_open")
"""Parts of a page that may run from right to left."""
PARSER = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable(["table", "strikethrough"])
TABLE = '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n'
PARSER.add_render_rule("table_open", lambda *_: TABLE)
PARSER.add_render_rule("table_close", lambda *_: "</table></div>\n")


class OwnPage(NamedTuple):
    """A page of the owner's."""

    name: str
    title: str
    html: Markup

    @property
    def path(self) -> str:
        """Its path inside the site; one called 404 is what a host shows for a wrong address."""
        return own_path(self.name)


def own_path(name: str) -> str:
    """Return the path of a page of the owner's inside the site."""
    return "404.html" if name == "404" else f"pages/{name}.html"


class OwnLinks(NamedTuple):
    """What the links of a page may name."""

    pages: Container[str]
    """The names of the owner's pages, which links name as `other.md`."""
    pictures: Container[str]
    """The names of the owner's pictures."""
    href: Callable[[str], str]
    """Returns the link to a path of the site."""
    rule: Callable[[str], str]
    """Returns the link to the rule or card that a number or title names; empty where there is none."""

    def attributes(self, href: str) -> dict[str, str | int | float]:
        """Return the attributes of a link to the web, a mailbox, a page or a rule; none if it does not resolve."""
        name = href.removesuffix(".md")
        if href.startswith(("https://", "http://", "mailto:")):
            return {"rel": "external noopener", "href": href}
        if href.startswith(RULE) and (found := self.rule(unquote(href.removeprefix(RULE)))):
            return {"class": "ref", "href": found}
        return {"href": self.href(own_path(name))} if name != href and name in self.pages else {}


def read_page(name: str, text: str, links: OwnLinks) -> OwnPage:
    """Return a page; its title is that of its first heading, else its name.

    Args:
        name: of the page, without ending.
        text: its Markdown.
        links: what its links and pictures may name.
    """
    whole = "".join(
        part if part.startswith("`") else REFERENCE.sub(lambda found: f"[{found[1]}]({RULE}{quote(found[1])})", part)
        for part in CODE.split(printable(text))
    )
    tokens = PARSER.parse(whole)
    for token in tokens:
        token.attrs = {"dir": "auto"} if token.type in DIRECTED else {}
        token.tag = "h2" if token.tag == "h1" else token.tag
        _resolve(token.children or [], links)
    place = next((place for place, token in enumerate(tokens) if token.type == "heading_open"), None)
    title = name.replace("-", " ").capitalize()
    if place is not None:
        title = _render(tokens[place + 1 : place + 2]).striptags()
        del tokens[place : place + 3]
    return OwnPage(name, title, _render(tokens))


def _resolve(tokens: list[Token], links: OwnLinks) -> None:
    """Lead the links and pictures of a text to where they are shown; what does not resolve is marked, or is text."""
    closing = ""
    for token in tokens:
        if token.type == "link_open":
            href = str(token.attrs["href"])
            token.attrs = links.attributes(href)
            if not token.attrs:
                token.tag, token.attrs = "span", {"class": "faulty"} if href.startswith(RULE) else {}
            closing = token.tag
        elif token.type == "link_close":
            token.tag = closing
        elif token.type == "image" and (source := str(token.attrs["src"])) in links.pictures:
            token.attrs = {"class": "picture", "src": links.href(f"assets/{source}"), "alt": ""}
        elif token.type == "image":
            token.type = "text"


def _render(tokens: list[Token]) -> Markup:
    return Markup(PARSER.renderer.render(tokens, PARSER.options, {}))  # noqa: S704 (the renderer escapes all texts)
