"""The owner's own: what `[site]` in corpus.toml says, and the files in `_site/` beside it.

    [site]
    name = "Harbour Lords rules"
    tagline = "Every rule and every ruling of Harbour Lords."
    logo = "logo.svg"                           # a picture in _site/
    accent = "#1c5f8a"                          # the colour of links; checked for contrast
    contact = "judges@example.org"              # or an address that begins with https://
    legal = "legal"                             # a page in _site/pages/, an address, or a sentence
    links = { Forum = "https://forum.example.org/" }
    correction = "https://example.org/edit/{file}#L{line}"    # IN_CORRECTION has all
    url = "https://rules.example.org/"          # where the site is, for what is shared and sent

    _site/pages/*.md      pages in the frame of the site, named in its foot; [3.1] and [Grappling] link to rules
    _site/pages/404.md    what a host shows for a wrong address
    _site/theme.css       loaded after the site's own style sheet
    _site/*.png …         pictures; icon.svg and preview.png take the place of the site's own
    _site/redirects       lines such as `old/rules.htm 3.1`: an address of a former site, and a rule, card or address
    _site/CNAME …         all other files, which go to the site as they are; not what a browser would run

The first collection that has either of the two wins. What means nothing is told of, and does no harm.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from msgspec import Struct, ValidationError, convert

from judge.core.errors import ManifestError
from judge.core.files import MANIFEST, SETTINGS, TEMPLATE, keys_of_misfit, parse_toml, read_file, read_text
from judge.core.jsonl import values_of
from judge.core.names import shortened
from judge.search.query_parsing import set_aside
from judge.site.plan import permanent

if TYPE_CHECKING:
    from judge.opened_library import Library

FOLDER = "_site"
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".ico")
LONGEST_TEXT = 1000
"""Characters of a rule's text in an address; forms and trackers refuse addresses of some 8,000 bytes. Chosen."""
RUN = (".html", ".htm", ".xhtml", ".js", ".mjs")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
WEB = ("https://", "http://")
LINKS = 'names with web addresses, such as { Forum = "https://forum.example.org/" }'
"""What `links` must be."""
PAPER, DARK_PAPER = "#fcfaf5", "#17181a"
"""The grounds of the style sheet, against which a colour is checked."""
CONTRAST = 4.5
"""What WCAG 2 asks of text at level AA."""


class Corrected(NamedTuple):
    """A text that somebody wants corrected; each field can be in the owner's address, in braces."""

    id: str
    """Of the entry, or the key of the document."""
    title: str
    file: str
    line: int
    edition: str = ""
    """The citation of the document, with edition and date."""
    text: str = ""
    words: str = ""
    """The reader's own; a page does not know them."""


IN_CORRECTION = Corrected._fields


class SiteTable(Struct, frozen=True):
    """`[site]` of a manifest: what the owner says."""

    name: str = ""
    tagline: str = ""
    logo: str = ""
    accent: str = ""
    contact: str = ""
    legal: str = ""
    correction: str = ""
    url: str = ""
    """The public address of the site."""
    links: dict[str, str] = {}


class Owner(SiteTable, frozen=True):
    """What the owner of a site says and gives."""

    pages: Mapping[str, str] = {}
    """Markdown by name of the page."""
    theme: str = ""
    """The owner's style sheet."""
    pictures: Mapping[str, bytes] = {}
    redirects: Mapping[str, str] = {}
    """What took the place of each address of a former site: words that name a rule or card, or an address."""
    copies: Mapping[str, bytes] = {}
    """All other files, by their paths."""

    def contact_address(self) -> str:
        """Return the link to the owner; none where it is neither a web address nor that of a mailbox."""
        if self.contact.startswith(WEB):
            return self.contact
        return f"mailto:{self.contact}" if "@" in self.contact and " " not in self.contact else ""

    def correct(self, one: Corrected) -> str:
        """Return the address at which a correction can be suggested; empty without one."""
        values = one._replace(text=shortened(one.text, LONGEST_TEXT))._asdict()
        safe = {"id": ":", "file": "/"}
        written = {name: quote(str(value), safe=safe.get(name, "")) for name, value in values.items()}
        return re.sub(r"\{(\w+)\}", lambda found: written[found[1]], self.correction)

    def write_to(self, subject: str, message: str) -> str:
        """Return the address of a message to the owner's mailbox; empty where none is known."""
        mailbox = self.correction or self.contact_address()
        if not mailbox.startswith("mailto:") or "?" in mailbox:
            return ""
        return f"{mailbox}?subject={quote(subject, safe='')}&body={quote(message, safe='')}"

    def colours(self) -> str:
        """Return the style sheet of the accent: as it is on light ground, made lighter on dark ground."""
        light, dark = self.accent, _readable(self.accent, "#ffffff", DARK_PAPER, CONTRAST + 1)
        system = f'@media (prefers-color-scheme: dark) {{ :root:not([data-look="light"]) {{ --accent: {dark}; }} }}'
        return f':root {{ --accent: {light}; }}\n{system}\n:root[data-look="dark"] {{ --accent: {dark}; }}\n'


def read_owner(folders: Sequence[Path], warn: Callable[[str], object]) -> Owner:
    """Return what the first collection with a `[site]` or a `_site/` says.

    Args:
        folders: the collections, in order.
        warn: told, in a sentence, of what means nothing.

    Raises:
        ManifestError: a value is of the wrong kind, or a colour cannot be read on the page.
    """
    path, table = _first_table(folders)
    return _read(path, table, path.parent / FOLDER, warn) if path else Owner()


def public_address(library: Library, id: str) -> str:
    """Return the promised address of an entry on the owner's site; empty where no `url` is said, or it is not there.

    Raises:
        ManifestError: what is said is not the address of a site.
    """
    path, table = _first_table(library.folders)
    url, aside = table.get("url"), set_aside(library.documents())
    if path is None or not url or id.partition(":")[0] in aside:
        return ""
    _check_url(path, url)
    return permanent(url, [one.key for one in library.documents() if one.key not in aside], id)


def _first_table(folders: Sequence[Path]) -> tuple[Path | None, dict[str, Any]]:
    """Return the manifest of the first collection with a `[site]` or a `_site/`, and what that table says."""
    for folder in folders:
        path = folder / MANIFEST
        table = parse_toml(read_text(path, SETTINGS), path).get("site") if path.is_file() else None
        if table is not None or (folder / FOLDER).is_dir():
            return path, table or {}
    return None, {}


def owner_files(folders: Sequence[Path], warn: Callable[[str], object] = lambda _: None) -> Iterator[Path]:
    """Yield the files that a site takes from `_site/`; `judge serve` looks at their times.

    A link that leads out of the collection is told of and left out, so that no other file of the person is published.
    """
    for folder in folders:
        place = folder / FOLDER
        if place.is_dir() and _is_inside(place, folder, warn):
            inside = (path for path in sorted(place.rglob("*")) if _is_inside(path, folder, warn))
            yield from (path for path in inside if path.is_file())


def _is_inside(path: Path, folder: Path, warn: Callable[[str], object]) -> bool:
    is_inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    if not is_inside:
        warn(f"{path} is a symbolic link to a place outside this collection; it is left out")
    return is_inside


def _read(path: Path, table: dict[str, Any], folder: Path, warn: Callable[[str], object]) -> Owner:
    keys = SiteTable.__struct_fields__
    for key in table.keys() - set(keys):
        warn(f"{path}: unknown key '{key}' in [site] is ignored; choose one of {', '.join(keys)}")
    files = _files(folder, warn)
    try:
        said = convert(table, SiteTable)
    except ValidationError as error:
        key = keys_of_misfit(error)[0]
        raise ManifestError(f"{path}: '{key}' in [site] must be {LINKS if key == 'links' else 'a string'}") from error
    _check(path, said, files["pictures"])
    return Owner(**values_of(said), **files)


def _files(folder: Path, warn: Callable[[str], object]) -> dict[str, Any]:
    """Return the files in `_site/`, by the fields of `Owner` that hold them."""
    found: dict[str, Any] = {"pages": {}, "pictures": {}, "copies": {}}
    for path in owner_files([folder.parent], warn):
        place = path.relative_to(folder)
        if place.parent == Path("pages") and path.suffix == ".md":
            found["pages"][path.stem] = read_text(path, TEMPLATE)
        elif place == Path("theme.css"):
            found["theme"] = read_text(path, TEMPLATE)
        elif place == Path("redirects"):
            found["redirects"] = dict(_redirects(path, warn))
        elif place.parent == Path() and path.suffix.lower() in PICTURES:
            found["pictures"][path.name] = read_file(path, TEMPLATE)
        elif path.suffix.lower() in RUN:
            warn(f"{path} is not used, since a browser would run it; write a page as Markdown in {FOLDER}/pages/")
        elif not any(part.startswith(".") for part in place.parts):
            found["copies"][place.as_posix()] = read_file(path, TEMPLATE)
    return found


def _redirects(path: Path, warn: Callable[[str], object]) -> Iterator[tuple[str, str]]:
    """Yield the former addresses that a list has, as paths of files, and what took their place."""
    for number, line in enumerate(read_text(path, TEMPLATE).splitlines(), 1):
        former, _, target = line.partition("#" if line.startswith("#") else " ")
        place = unquote(former.strip("/"))
        if former and not (target.strip() and ".." not in place.split("/")):
            warn(f"{path}:{number}: not a former address and what took its place, such as `old/rules.htm 3.1`")
        elif former:
            yield place if place.lower().endswith((".html", ".htm")) else f"{place}/index.html", target.strip()


def _check(path: Path, said: SiteTable, pictures: Container[str]) -> None:
    """Refuse values that a site cannot use."""
    if not all(one.startswith(WEB) for one in said.links.values()):
        raise ManifestError(f"{path}: 'links' in [site] must be {LINKS}")
    if said.logo and said.logo not in pictures:
        raise ManifestError(f"{path}: the logo '{said.logo}' is not in {FOLDER}/")
    _check_correction(path, said.correction)
    _check_url(path, said.url)
    if said.accent:
        _check_accent(path, said.accent)


def _check_correction(path: Path, address: str) -> None:
    if address and not address.startswith((*WEB, "mailto:")):
        raise ManifestError(f"{path}: 'correction' in [site] must begin with https://, http:// or mailto:")
    for name in re.findall(r"\{([^{}]*)\}", address):
        if name not in IN_CORRECTION:
            known = ", ".join(f"{{{one}}}" for one in IN_CORRECTION)
            raise ManifestError(f"{path}: '{{{name}}}' in 'correction' is unknown; choose one of {known}")


def is_site_address(text: str) -> bool:
    """Tell whether a site can be at an address: on the web, without a question and an anchor.

    >>> is_site_address("https://rules.example.org/tide"), is_site_address("rules.example.org")
    (True, False)
    """
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.query and not parts.fragment


def _check_url(path: Path, url: object) -> None:
    if url != "" and not (isinstance(url, str) and is_site_address(url)):
        raise ManifestError(f"{path}: 'url' in [site] must be a web address such as https://rules.example.org/")


def _check_accent(path: Path, accent: str) -> None:
    if not COLOUR.fullmatch(accent):
        raise ManifestError(f"{path}: 'accent' in [site] must be a colour such as #1c5f8a")
    contrast = _contrast(accent, PAPER)
    if contrast < CONTRAST:
        raise ManifestError(
            f"{path}: the accent {accent} is too pale: its contrast with the page is {contrast:.1f}, and it must be at "
            f"least {CONTRAST}; use {_readable(accent, '#000000', PAPER, CONTRAST)}"
        )


def _readable(colour: str, towards: str, ground: str, contrast: float) -> str:
    """Return the nearest shade, lighter or darker, that has a contrast with the ground."""
    pairs = list(zip(_channels(colour), _channels(towards), strict=True))
    mixed = ([round(one + (two - one) * step / 100) for one, two in pairs] for step in range(101))
    shades = (f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in mixed)
    return next(shade for shade in shades if _contrast(shade, ground) >= contrast)


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it.

    >>> round(_contrast("#000000", "#ffffff"), 1)
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
