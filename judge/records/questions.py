"""The table of questions: each with its parameters, the records that answer it, and the function that makes these.

What the API reads from an address, the OpenAPI document, the tools for assistants and docs/json.md are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from judge.citations.check import CitesReport, check, count_citations
from judge.citations.rulebooks import ANYTHING, Meant
from judge.citations.verify import Verified, verify
from judge.core.diagnostics import BY_NAME, Finding
from judge.core.errors import CollectionError
from judge.core.model import Document, Entry
from judge.core.names import KINDS
from judge.editions import change_records
from judge.editions.change_records import AffectedRecord, ChangeRecord
from judge.editions.change_reports import NewText
from judge.editions.edition_changes import Comparison
from judge.lint import selection
from judge.opened_library import Library
from judge.records import answers
from judge.records.parameters import Asked, Choice, Day, Flag, Number, Parameter, Text
from judge.search.interactions.card_page import CardRecord
from judge.search.interactions.subjects import InteractionsRecord
from judge.search.lookup import SearchRecord
from judge.search.query_parsing import LONGEST
from judge.search.wording.typed_words import Suggestion

PREFIX = "/api/v1/"
MOST_RESULTS = 100
MOST_SUGGESTIONS = 50
MOST_RECORDS = 1000
"""Records of one answer; `offset` asks for those after them."""
MOST_NAMES = 8
MOST_DOCUMENTS = 50
LONGEST_QUOTE = 2000
LONGEST_CITING = 100_000
"""Characters of a text whose citations are checked."""
MOST_CITED = 500
"""Citations of such a text; each takes some milliseconds."""
BODY = "body"
"""Under what the values of a question have the text of the body."""
LONGEST_NAME = 200
"""Characters of the name of a game, of a key, of an edition."""

Records = Sequence[Struct]
"""What answers a question."""


class QuestionSpec(NamedTuple):
    """A question that can be asked."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    records: tuple[type[Struct], ...]
    """What may be in `records`."""
    answer: Callable[[Library, Asked], Records]
    slow: bool = False
    """Whether it can take so long that others should not have to wait after it."""
    body: str = ""
    """What the body of the request has, which is then sent with POST; empty where it is a GET without one."""

    @property
    def method(self) -> str:
        """How it is asked."""
        return "POST" if self.body else "GET"

    @property
    def paged(self) -> bool:
        """Whether `limit` and `offset` choose among the records."""
        return PAGED[0] in self.parameters

    def part(self, records: Records, asked: Asked) -> Records:
        """Return the records that were asked for."""
        return records[asked["offset"] : asked["offset"] + asked["limit"]] if self.paged else records


def text(name: str, meaning: str, longest: int = LONGEST, *, required: bool = False) -> Parameter:
    """Return a parameter that is a text."""
    return Parameter(name, Text(longest), meaning, required)


LOCATOR = text("locator", "A section number, a title or an id.", required=True)
EDITIONS = (
    text("edition", "Only documents of this edition.", LONGEST_NAME),
    Parameter("all_editions", Flag(), "Include older editions."),
)
AS_OF = Parameter("as_of", Day(), "Answer from the editions and rulings in force on this day.")
PAGED = (
    Parameter("limit", Number(1, MOST_RECORDS, 200), "The maximum number of records."),
    Parameter("offset", Number(0, 10_000_000, 0), "The number of records to skip."),
)


def _search(library: Library, asked: Asked) -> Records:
    library = library.on_day(asked.get("as_of"))
    narrowing = {name: value for name, value in asked.items() if name not in ("q", "limit", "as_of")}
    return [library.reply(asked["q"], asked["limit"], **narrowing).record(asked["q"], library.asked_day)]


def _show(library: Library, asked: Asked) -> Records:
    library, all_editions = library.on_day(asked.get("as_of")), asked.get("all_editions", False)
    return answers.show(library, asked["locator"], asked.get("edition"), all_editions=all_editions)


def compare_editions(library: Library, old: str, new: str) -> Comparison:
    """Return what changed between two editions.

    Raises:
        CollectionError: there is no such document, or they are not editions of one work.
    """
    comparison = library.editions.diff(old, new)
    if unlike := change_records.unlike(comparison, old, new):
        raise CollectionError(unlike)
    return comparison


def _diff(library: Library, asked: Asked) -> Records:
    comparison = compare_editions(library, asked["old"], asked["new"])
    if asked.get("affected"):
        return change_records.affected(library.editions.affected(comparison))
    return change_records.changes(comparison)


def _lint(library: Library, asked: Asked) -> Records:
    known = [document.key for document in library.documents()]
    for key in asked.get("document", ()):
        if key not in known:  # the command line also takes the path of a file
            raise CollectionError(f"there is no document '{key}'; choose from {', '.join(known)}")
    choice = selection.FindingChoice(
        asked.get("notes", False), tuple(asked.get("code", ())), tuple(asked.get("ignore", ()))
    )
    return selection.findings(library, asked.get("document", ()), choice)


def check_citations(library: Library, text: str, name: str = "", meant: Meant = ANYTHING) -> CitesReport:
    """Check the citations of a text, none of them if they are too many: nothing passes unchecked.

    Args:
        library: the opened library.
        text: as for `cites`.
        name: the same.
        meant: what is said of what it cites.

    Raises:
        CollectionError: there is no such document, game or edition, or there are too many citations.
    """
    count = count_citations(name, text)
    if count > MOST_CITED:
        told = f"at most {MOST_CITED} citations are checked in one request, and this text has {count:,}"
        raise CollectionError(f"{told}; send it in parts")
    return check(library, [(name, text)], meant)


def _cites(library: Library, asked: Asked) -> Records:
    meant = Meant(asked.get("document"), asked.get("game"), asked.get("edition"))
    return list(check_citations(library, asked[BODY], asked.get("name", ""), meant).findings)


QUESTIONS = (
    QuestionSpec(
        "search",
        "The best entries for any kind of query; one record.",
        (
            text("q", "The query: a number, title, word, names or a whole question.", required=True),
            Parameter("limit", Number(1, MOST_RESULTS, 10), "The maximum number of results."),
            text("game", "Only documents of this game.", LONGEST_NAME),
            text("document", "Only the document with this key.", LONGEST_NAME),
            Parameter("kind", Choice(tuple(KINDS)), "Only entries of this kind."),
            Parameter("since", Day(), "Only entries dated on or after this day."),
            *EDITIONS,
            AS_OF,
        ),
        (SearchRecord,),
        _search,
    ),
    QuestionSpec(
        "show",
        "The entries that a locator names, with their references; 24.8.1.3-5 or commas name several.",
        (LOCATOR, *EDITIONS, AS_OF, *PAGED),
        (answers.ShownEntryRecord, CardRecord),
        _show,
    ),
    QuestionSpec(
        "card",
        "Everything about a card, or the entry with that name if it is not that of a card.",
        (text("name", "The card's name.", required=True), AS_OF),
        (CardRecord, Entry),
        lambda library, asked: answers.card(library.on_day(asked.get("as_of")), asked["name"]),
    ),
    QuestionSpec(
        "between",
        "What applies when cards or terms interact, and why; one record.",
        (Parameter("name", Text(LONGEST), "A card or a term; give two or more.", required=True, most=MOST_NAMES),),
        (InteractionsRecord,),
        lambda library, asked: [library.between(*asked["name"]).record()],
    ),
    QuestionSpec(
        "refs",
        "The references from the entries that a locator names, then those to them.",
        (LOCATOR, *PAGED),
        (answers.ShownReferenceRecord,),
        lambda library, asked: answers.refs(library, asked["locator"]),
    ),
    QuestionSpec(
        "diff",
        "The changes to each entry between two editions of a work.",
        (
            text("old", "Key of the older document.", LONGEST_NAME, required=True),
            text("new", "Key of the newer document.", LONGEST_NAME, required=True),
            Parameter("affected", Flag(), "Show the effect on references in other documents instead."),
            *PAGED,
        ),
        (ChangeRecord, AffectedRecord),
        _diff,
        slow=True,
    ),
    QuestionSpec(
        "trace",
        "One entry through all editions of its document, oldest first.",
        (LOCATOR, *PAGED),
        (Entry,),
        lambda library, asked: [step.record for step in answers.trace(library, asked["locator"])],
        slow=True,
    ),
    QuestionSpec(
        "lint",
        "The faults in the documents; from a server, `file` has no folders.",
        (
            Parameter("document", Text(LONGEST_NAME), "Only the documents with these keys.", most=MOST_DOCUMENTS),
            Parameter("notes", Flag(), "Include notes: guesses and repairs."),
            Parameter("code", Choice(tuple(BY_NAME)), "Only findings of these kinds.", most=len(BY_NAME)),
            Parameter("ignore", Choice(tuple(BY_NAME)), "No findings of these kinds.", most=len(BY_NAME)),
            *PAGED,
        ),
        (Finding,),
        _lint,
        slow=True,
    ),
    QuestionSpec(
        "verify",
        "Whether a rule exists and, if a quotation is given, whether the rule says so; one record.",
        (LOCATOR, text("quote", "The quotation; … stands for omitted words.", LONGEST_QUOTE)),
        (Verified,),
        lambda library, asked: [verify(library, asked["locator"], asked.get("quote"))],
    ),
    QuestionSpec(
        "cites",
        "The citations in a text that do not resolve, mean another rule, or misquote it.",
        (
            text("name", "The name of its file; the extension selects how it is read.", LONGEST_NAME),
            text("document", "Key of the document that it cites.", LONGEST_NAME),
            text("game", "The game whose rules it cites.", LONGEST_NAME),
            text("edition", "The edition whose numbers it cites.", LONGEST_NAME),
            *PAGED,
        ),
        (Finding,),
        _cites,
        slow=True,
        body=f"The text in UTF-8, of at most {LONGEST_CITING} characters and {MOST_CITED} citations: prose, Markdown "
        "or code.",
    ),
    QuestionSpec(
        "list",
        "The documents, with edition, date and counts; with `new_since`, everything dated that day or later.",
        (Parameter("new_since", Day(), "A date: 2006-08-05, 2006-08 or 2006."), *PAGED),
        (Document, NewText),
        lambda library, asked: (
            library.editions.new_since(asked["new_since"]) if "new_since" in asked else library.documents()
        ),
    ),
    QuestionSpec(
        "suggest",
        "Entries whose number or title begins, or nearly begins, with the typed text.",
        (
            text("q", "The typed text.", required=True),
            Parameter("limit", Number(1, MOST_SUGGESTIONS, 10), "The maximum number."),
        ),
        (Suggestion,),
        lambda library, asked: library.suggest(asked["q"], asked["limit"]),
    ),
)
"""In the order of the OpenAPI document."""
