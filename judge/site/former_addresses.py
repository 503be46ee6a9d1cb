"""Old addresses that must go on working: a document's former keys, an entry's former ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from judge.site.addresses import Address, safe
from judge.site.catalogue import Catalogue
from judge.site.plan import SitePlan


def former_ids(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each former id with the id of the entry it is now; one that names no entry is left out."""
    keys = {old: new for old, new in catalogue.aliases if ":" not in old}
    for old, new in catalogue.aliases:
        document = old.partition(":")[0]
        id = f"{keys.get(document, document)}:{new.rpartition(':')[2]}"
        found = next((one for one in (new, id) if one in catalogue.entries), None)
        if ":" in old and found:
            yield old, found


def former_anchors(catalogue: Catalogue) -> Mapping[str, list[str]]:
    """Return the anchors by which each entry was known."""
    found: dict[str, list[str]] = defaultdict(list)
    for old, id in former_ids(catalogue):
        found[id].append(safe(old.partition(":")[2]))
    return found


def moved_pages(catalogue: Catalogue, plan: SitePlan) -> dict[str, Address]:
    """Return the old paths at which a page must say where its entry is now, each with that address.

    A former key moves every page of its document; a former id has a page under its old name.
    """
    moved: dict[str, Address] = {}
    for old, key in catalogue.aliases:
        if ":" not in old and key in plan.folders:
            for page in (plan.contents(key), *(Address(page.path) for page in plan.pages[key])):
                moved[f"{safe(old)}/{page.path.partition('/')[2]}"] = page
    for old, id in former_ids(catalogue):
        document, _, local = old.partition(":")
        moved[f"{safe(document)}/{safe(local)}.html"] = plan.places[id]
    used = {page.path for pages in plan.pages.values() for page in pages}
    used |= {plan.contents(key).path for key in plan.folders}
    return {path: moved[path] for path in sorted(moved) if path not in used}
