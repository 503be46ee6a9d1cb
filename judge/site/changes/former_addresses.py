"""Old addresses that must go on working: a document's former keys, an entry's former ids and numbers.

What an entry was called in an older edition is an address in the newer one as well, unless another has that name there:
whoever gives an edition the key of the one before it leaves no link behind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from judge.site.addresses import Address, safe
from judge.site.catalogue import Catalogue
from judge.site.changes.revisions import Revisions
from judge.site.plan import INDEX_PAGE, SitePlan

PARTS = re.compile(r"^_|[~\s]")
"""What the anchors of a page's own parts and of rulings and footnotes have, and no other."""


def former_ids(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each former id with the id of the entry it is now; one that names no entry is left out."""
    keys = {old: new for old, new in catalogue.aliases if ":" not in old}
    for old, new in catalogue.aliases:
        document = old.partition(":")[0]
        id = f"{keys.get(document, document)}:{new.rpartition(':')[2]}"
        found = next((one for one in (new, id) if one in catalogue.entries), None)
        if ":" in old and found:
            yield old, found


def former_anchors(catalogue: Catalogue, plan: SitePlan, revisions: Revisions) -> Mapping[str, list[str]]:
    """Return the anchors by which each entry was known, and those that its document itself gives it."""
    found: dict[str, list[str]] = defaultdict(list)
    used: dict[str, set[str]] = defaultdict(set)
    for old, id in former_ids(catalogue):
        found[id].append(safe(old.partition(":")[2]))
        used[catalogue.entries[id].document].add(found[id][-1])
    for id, entry in catalogue.entries.items():
        used[entry.document].add(plan.places[id].anchor)
    for one in revisions.maps.former_ids():
        name, document = safe(one.wanted.partition(":")[2]), catalogue.entries[one.now].document
        if name not in used[document]:
            found[one.now].append(name)
            used[document].add(name)
    card_pages = {page.path for pages in plan.pages.values() for page in pages if page.card}
    for id, entry in catalogue.entries.items():
        for name in entry.anchors:
            is_ruling = name.isdigit() and plan.places[id].path in card_pages
            if name not in used[entry.document] and not PARTS.search(name) and not is_ruling:
                found[id].append(name)
                used[entry.document].add(name)
    return found


def moved_pages(catalogue: Catalogue, plan: SitePlan, revisions: Revisions) -> dict[str, Address]:
    """Return the old paths at which a page must say where its entry is now, each with that address.

    A former key moves every page of its document; a former id has a page under its old name. So has a part that was
    too short for a page of its own, a chapter that has another number in the next edition, and an entry called as the
    contents page is.
    """
    moved: dict[str, Address] = dict(plan.merged)
    for index in (page.path for pages in plan.pages.values() for page in pages):
        if index.endswith(f"/{INDEX_PAGE}.html"):
            moved[index.replace(f"/{INDEX_PAGE}.html", "/index~2.html")] = Address(index)
    for old, key in catalogue.aliases:
        if ":" not in old and key in plan.folders:
            for page in (plan.contents(key), *(Address(page.path) for page in plan.pages[key])):
                moved[f"{safe(old)}/{page.path.partition('/')[2]}"] = page
    roots = {page.root for pages in plan.pages.values() for page in pages}
    of_editions = (
        one for one in revisions.maps.former_ids() if one.old in roots and one.wanted not in catalogue.entries
    )
    for old, id in (*((one.wanted, one.now) for one in of_editions), *former_ids(catalogue)):
        document, _, local = old.partition(":")
        moved[f"{safe(document)}/{safe(local)}.html"] = plan.places[id]
    pages = {page.path for pages in plan.pages.values() for page in pages}
    used = pages.union(plan.contents(key).path for key in plan.folders)
    return {path: moved[path] for path in sorted(moved) if path not in used}
