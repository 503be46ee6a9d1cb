"""What wikis, bots, search engines and assistants take from the site: addresses of names, moved numbers, a guide.

Reads: the catalogue, the plan, and comparisons of editions. Writes:

    addresses.json      the address of each number and title, document by document
    moved.json          the numbers that moved from each edition to the next
    KEY/moved.csv       those of one edition: old,new
    llms.txt            what the site has and how it is cited (llmstxt.org)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge.core.jsonl import Record, dumps
from judge.core.names import citation, printable, printable_data
from judge.editions.change_reports import moved_record, moved_table
from judge.editions.edition_changes import Comparison
from judge.lint.formats import literal
from judge.site.catalogue import Catalogue
from judge.site.plan import Address, SitePlan, absolute, relative


class SiteProfile(NamedTuple):
    """What the site says of itself."""

    name: str
    tagline: str
    base_url: str | None

    def url(self, address: Address) -> str:
        """Return an address in whole, or as a file at the root of the site writes it."""
        return absolute(self.base_url, address) if self.base_url else relative("llms.txt", address)


def files(
    catalogue: Catalogue, plan: SitePlan, compare: Callable[[str, str], Comparison], place: SiteProfile
) -> Iterator[tuple[str, str]]:
    """Yield the files for other sites."""
    moved: list[Record] = []
    for old, document in catalogue.documents.items():
        if (new := document["superseded_by"]) in catalogue.documents:
            comparison = compare(old, new)
            moved.append(moved_record(comparison, old, new))
            yield f"{plan.folders[old]}/moved.csv", printable(moved_table(comparison))
    yield "moved.json", _listed(moved)
    yield "addresses.json", _listed([_addresses(catalogue, plan, key, place) for key in catalogue.documents])
    yield "llms.txt", _guide(catalogue, plan, place)


def _listed(records: Sequence[Record]) -> str:
    """Return records as a JSON array with one in each line."""
    return "[\n" + ",\n".join(dumps(printable_data(record)) for record in records) + "\n]\n"


def _addresses(catalogue: Catalogue, plan: SitePlan, key: str, place: SiteProfile) -> Record:
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
    told = {name: document[name] for name in ("key", "title", "game", "edition", "date", "superseded_by")}
    return {**told, "address": place.url(contents), "numbers": numbers, "titles": titles}


def _guide(catalogue: Catalogue, plan: SitePlan, place: SiteProfile) -> str:
    """Return what the site has and how it is cited, for assistants."""
    lines = [
        *(f"# {literal(place.name)}", "", f"> {literal(place.tagline)}", ""),
        "Rules and rulings of card games, as their documents print them. Cite a rule by its document, edition and",
        "number, and link it as CONTENTS#NUMBER, where CONTENTS is the address of the document below. If two",
        "documents disagree, the page names the one in force. A rule that is not found here is not in these",
        "documents: say so, and do not guess.",
    ]
    for game in catalogue.games():
        lines += ("", f"## {literal(game) or 'Other documents'}", "")
        for document in catalogue.of_game(game):
            newer = " (superseded by a newer edition)" if document["superseded_by"] in catalogue.documents else ""
            address = place.url(plan.contents(document["key"]))
            lines.append(f"- [{literal(citation(document))}]({address}): {document['entries']} entries{newer}")
    lines += ["", "## For programs", ""]
    for path, text in PROGRAMS.items():
        lines.append(f"- [{path}]({place.url(Address(path))}): {text}")
    return printable("\n".join(lines)) + "\n"


PROGRAMS = {
    "addresses.json": "the address of each number and title, by document",
    "moved.json": "the numbers that moved from each edition to the next",
    "faults.csv": "the known faults of the documents",
    "new.html": "documents and rulings by date",
}
"""Files that the guide names."""
