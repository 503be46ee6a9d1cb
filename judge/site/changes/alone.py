"""The page of changes of two editions as one file, without the site around it: what `judge diff --format html` prints.

Reads: a library with both editions, and templates. Writes: HTML. Links lead to what is told on the page itself; what is
not told there is named without a link.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.core.jsonl import Record
from judge.editions.change_reports import worth_telling, wrongly_told
from judge.editions.edition_changes import Affected, Comparison
from judge.library import Library
from judge.site import plan
from judge.site.addresses import Address
from judge.site.catalogue import read_catalogue
from judge.site.changes.notes import change_address, page_address
from judge.site.changes.page import changes_page
from judge.site.changes.revisions import Revision, revisions_of
from judge.site.pages.entries import EntryWriter, PageContext, source_line
from judge.site.templates import Template, environment


class AlonePage(EntryWriter):
    """Writes what stands on the page."""

    def __init__(self, shelf: PageContext, revision: Revision) -> None:
        """Find out what is told on the page."""
        super().__init__(shelf, page_address(shelf.plan, revision).path)
        self._told = {
            section.id: change_address(shelf.plan, revision, change).anchor
            for change in worth_telling(revision.comparison)
            for section in (change.old, change.new)
            if section
        }

    def href(self, target: Address | str) -> str:
        """Return the link to a place on the page, or to what became of the entry with an id; empty for all else."""
        anchor = self._told.get(target) if isinstance(target, str) else target.anchor * (target.path == self.path)
        return f"#{anchor}" if anchor else ""


def changes_alone(
    library: Library,
    comparison: Comparison,
    documents: tuple[Record, Record],
    touched: Sequence[Affected],
    templates: Path,
) -> str:
    """Return what changed as an HTML page that needs no other file.

    Args:
        library: it has both editions.
        comparison: of the two.
        documents: records of the older and the newer one.
        touched: what became of references of other documents.
        templates: the folder of the templates.
    """
    catalogue = read_catalogue(library)
    revision = Revision(*documents, comparison, [one for one in touched if one.kind != "unchanged"])
    shelf = PageContext(catalogue, plan.make(catalogue), {}, {}, revisions=revisions_of([revision], library.maps()))
    found = changes_page(
        AlonePage(shelf, revision), revision, wrong=wrongly_told(comparison, library.change_list(comparison))
    )
    head = {"title": f"Changes in {source_line(revision.newer)}"}
    return Template(environment([templates]), "changes.html").render(alone=True, head=head, found=found)
