"""The list of all addresses, `addresses.json`: those of numbers and titles, document by document.

Wikis and bots link to rules by it, without reading pages. Reads: the catalogue and the plan.
"""

from __future__ import annotations

from judge.core.jsonl import Record, dumps
from judge.core.names import printable_data
from judge.site.catalogue import Catalogue
from judge.site.plan import Address, SitePlan, absolute, relative

FILE = "addresses.json"


def address_list(catalogue: Catalogue, plan: SitePlan, base_url: str | None) -> str:
    """Return the addresses as a JSON array with a document in each line."""
    records = (_addresses(catalogue, plan, key, base_url) for key in catalogue.documents)
    return "[\n" + ",\n".join(dumps(printable_data(record)) for record in records) + "\n]\n"


def _addresses(catalogue: Catalogue, plan: SitePlan, key: str, base_url: str | None) -> Record:
    """Return the addresses of what a document has; those of entries are relative to that of the document."""
    document, contents = catalogue.documents[key], plan.contents(key)
    own_pages = {page.root: Address(page.path) for page in plan.pages[key] if not page.letter}
    numbers: dict[str, str] = {}
    titles: dict[str, list[str]] = {}
    for id, entry in catalogue.entries.items():
        if entry.document == key:
            address = relative(contents.path, own_pages.get(id, plan.places[id]))
            if entry.number:
                numbers.setdefault(entry.number, address)
            if entry.title:
                titles.setdefault(entry.title, []).append(address)
    told = {name: getattr(document, name) for name in ("key", "title", "game", "edition", "date", "superseded_by")}
    own = absolute(base_url, contents) if base_url else relative(FILE, contents)
    return {**told, "address": own, "numbers": numbers, "titles": titles}
