"""One rule and, if wanted, one quotation to a verdict: does that rule exist, and does it say that?

The verdict is the first that fits: `unclear`, the locator was not understood, the quotation has no word that tells
anything, or only a summary of the rule is here, whose words are others; `absent`, the locator is a number such as its
document prints, and that lacks it; `true`, what is in force says so; `superseded`, only an older edition
says so, or the entry is superseded; `wrong-rule`, another entry says so; `misquoted`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from judge.citations.quotes import Finding, Found, look_up
from judge.core.errors import NoEntry
from judge.core.jsonl import Record
from judge.core.numbering import block_of_part, entry_id
from judge.core.tokens import may_name
from judge.editions.alignment import Word
from judge.editions.edition_changes import Stretch, redline
from judge.library import Library

Verdict = Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
LOOKED_AT = 40
"""Entries nearest to a quotation in which its words are looked for."""
LISTED = 5


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of a citation."""

    locator: str
    verdict: Verdict
    id: str | None = None
    edition: str | None = None
    text: str = ""
    """Of the rule; empty where there is none."""
    diff: tuple[Stretch, ...] = ()
    """Words of the rule and of the quotation, where it is misquoted."""
    found_in: tuple[str, ...] = ()
    """Ids of other entries that say so."""
    near: tuple[str, ...] = ()
    """Ids of what comes near, where no such rule exists or it is unclear which is meant."""
    superseded_by: str | None = None
    understood: str = ""
    """What was understood, where the verdict is `unclear` or `absent`."""
    summary: str = ""
    """Where only a summary of the rule is here, and so the verdict is `unclear`: that in words."""
    doubts: tuple[Record, ...] = ()
    """Why texts of the rule may belong to another entry, each reason once."""

    def record(self) -> Record:
        """Return the record, as the contract has it."""
        record: Record = {"locator": self.locator, "id": self.id, "verdict": self.verdict, "edition": self.edition}
        record |= {"text": self.text, "diff": [list(stretch) for stretch in self.diff]}
        record |= {"found_in": list(self.found_in), "near": list(self.near), "superseded_by": self.superseded_by}
        record |= {"understood": self.understood, "summary": self.summary}
        return record | {"doubts": list(self.doubts), "hash": hash_of(self.text)}


def hash_of(text: str) -> str:
    """Return what tells a text from any other."""
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def verify(library: Library, locator: str, quote: str | None = None) -> Verified:
    """Return whether a rule exists and, if a quotation is given, says that.

    Args:
        library: the opened library.
        locator: names the rule.
        quote: words that it is said to have; None where only its existence is asked.
    """
    tells = not quote or may_name(quote)
    said_in = tuple(_who_says(library, quote, [])) if quote and tells else ()
    try:
        matches = library.matches(locator, all_editions=True)
    except NoEntry as error:
        verdict: Verdict = "absent" if error.absent and tells else "unclear"
        near = [id for id, _ in error.nearest] or [answer.row.id for answer in library.search(locator, LISTED)]
        return Verified(locator, verdict, near=tuple(near), found_in=said_in, understood=error.understood)
    documents = {record["key"]: record for record in library.documents()}
    named = tuple(match.row.id for match in matches)
    records = [(library.record(match.row.id), match.part) for match in matches]
    entries = [_asked(record, part) for record, part in records if not record["summary_of"]]
    unclear = Verified(locator, "unclear", near=named[:LISTED], found_in=said_in)
    if not entries:
        only = _asked(*records[0])
        return replace(unclear, id=only["id"], understood=locator, summary=records[0][0]["summary"])
    if not tells:
        return replace(unclear, understood=f"{locator}, but no word of the quotation tells anything")
    superseded = {entry["id"]: _superseded_by(library, entry, documents) for entry in entries}
    best = _best(entries, quote, superseded)
    entry, looked = best
    said = Verified(
        locator,
        "true",
        entry["id"],
        documents[entry["document"]]["edition"],
        text_of(entry),
        superseded_by=superseded[entry["id"]],
        doubts=_doubts(entry),
    )
    return _judged(library, said, quote, looked, [one["id"] for one in entries])


def _asked(entry: Record, part: str) -> Record:
    """Return the record of an entry, or what would be that of a part of it if that were one."""
    place = block_of_part(part, [block["kind"] for block in entry["blocks"]]) if part else None
    if place is None:
        return entry
    return entry | {"id": f"{entry['id']}#{part}", "title": None, "errata": None, "blocks": [entry["blocks"][place]]}


def _best(entries: Sequence[Record], quote: str | None, superseded: dict[str, str | None]) -> tuple[Record, Found]:
    """Return the entry that is meant, with what became of the quotation in it: what is in force comes first."""
    exact = Found(Finding.EXACT)
    looked = [(entry, look_up(quote, text_of(entry)) if quote else exact) for entry in entries]
    order = list(Finding)
    return min(looked, key=lambda one: (order.index(one[1].finding), superseded[one[0]["id"]] is not None))


def _judged(library: Library, said: Verified, quote: str | None, looked: Found, asked: Sequence[str]) -> Verified:
    if looked.finding is Finding.EXACT:
        return replace(said, verdict="superseded" if said.superseded_by else "true")
    assert quote is not None, "without a quotation, all is as it is said"
    others = tuple(_who_says(library, quote, asked))
    if others and looked.finding is not Finding.TURNED:
        return replace(said, verdict="wrong-rule", found_in=others)
    passage = said.text[looked.start : looked.end] if looked.end else said.text
    return replace(said, verdict="misquoted", diff=tuple(differences(passage, quote)), found_in=others)


def differences(text: str, quote: str) -> list[Stretch]:
    """Return the words of a rule with those struck that a quotation lacks, and those added that it puts in."""
    rule, said = ([Word(word, _plain(word)) for word in one.split()] for one in (text, quote))
    return redline(rule, said, lambda one, other: True)


def _plain(word: str) -> str:
    """Return a word without what a quoter may change about it."""
    return word.casefold().strip(".,;:!?()[]\"'“”‘’")


def text_of(entry: Record) -> str:
    """Return the title and the blocks of an entry, one a line."""
    errata = [entry["errata"]["text"]] if entry["errata"] else []
    lines = [entry["title"] or "", *errata, *(block["text"] for block in entry["blocks"])]
    return "\n".join(line for line in lines if line)


def _doubts(entry: Record) -> tuple[Record, ...]:
    """Return the doubts about the texts of an entry, each reason once."""
    texts = (*entry["blocks"], *([entry["errata"]] if entry["errata"] else ()))
    return tuple({one["doubt"]["reason"]: one["doubt"] for one in texts if one["doubt"]}.values())


def _superseded_by(library: Library, entry: Record, documents: dict[str, Record]) -> str | None:
    """Return the id of what holds instead of an entry, or the key of the newer edition; None where it is in force."""
    newer = documents[entry["document"]]["superseded_by"]
    if newer is None:
        return None
    id = entry_id(entry["id"])
    last: str = library.trace(id)[-1].record["id"]
    return last if last != id else str(newer)


def _who_says(library: Library, quote: str, asked: Sequence[str]) -> Iterator[str]:
    """Yield ids of other entries that have the words of a quotation; a digest has its own."""
    digests = library.digests()
    found = library.search(quote, LOOKED_AT)
    answers = (entry_id(answer.row.id) for answer in found if answer.row.document not in digests)
    others = (id for id in answers if id not in asked)
    said = (id for id in others if look_up(quote, text_of(library.record(id))).finding is Finding.EXACT)
    yield from islice(said, LISTED)
