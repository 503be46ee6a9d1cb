"""A text to what it says of itself, before and after the documents of a library agree on the names of their games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, groupby, takewhile
from typing import Literal, NamedTuple

from msgspec import Struct

from judge.core.model import Entry, replace
from judge.core.tokens import LETTERS_AND_DIGITS
from judge.reading.lines import front_matter
from judge.reading.metadata.editions import KIND_OF_DOCUMENT, Line, StatedFact, find_date, find_edition
from judge.reading.metadata.game_names import Game, GameNames, find_game_names, titled, unshouted
from judge.reading.text.manuscript import Manuscript

STATED = "its head says so"
HEAD = 80
"""Lines in which a document may still say what it is."""
FRONT = 20
"""Lines at the top that may be the fields of an e-mail."""
TOP = 3
"""Lines at the very top of which one may be the title though the dialect found none."""
SELF_NAMES = (
    re.compile(
        r"\bthis (?:document|guide|booklet) is (?:the|an?) "
        r"(?P<name>(?:[\w-]+ ){0,4}?(?:rules|rulebook|reference|faq))\b",
        re.IGNORECASE,
    ),
    re.compile(r"\b[Tt]his (?P<name>(?:[A-Z][\w-]{0,20} ){1,3}(?:Rules|Rulebook|Reference|FAQ|Guide|Compendium))\b"),
)
"""What a text calls itself: "this document is the advanced rules", "in this Rules Reference"."""
STAMP = re.compile(r"\d{4}-\d\d-\d\d(?=[T ]\d)")
"""The day of a time as programs write it."""
PAGE_MARK = 40
"""Characters of the longest mark of a page: `=== PAGE 1 of 9 ===`."""
FIELD = re.compile(r"(?P<name>[A-Za-z][\w -]{0,20}?)\s*[:=]\s*(?P<value>\S.*)")
MAIL = re.compile(r"(?:from|to|date|sent|newsgroups|message-id|organization|x-[\w-]+|subject):\s", re.IGNORECASE)
ANSWERED = re.compile(r"^(?:(?:re|fwd?|aw):\s*|\[[^\]]*\]\s*)+", re.IGNORECASE)
"""What mail programs and lists put before a subject."""
ENTRY_WORDS = (("qa", 0.1, "FAQ"), ("card", 0.3, "Rulings"), ("term", 0.3, "Rules Reference"))
"""The kind of entries, their least share, and what a document of them is called without a title; the first fits."""


class About(Struct, frozen=True):
    """What a document says of itself; its game and the title that names it wait for the other documents."""

    printed: str | None
    """The printed title."""
    self_name: StatedFact
    """What the text says that it is: "the advanced rules"."""
    kind: str
    """What a document with such entries is called."""
    kind_why: str
    edition: StatedFact
    date: StatedFact
    names: GameNames
    head: Mapping[str, str] | None = None
    """What the head of a document in canonical form states, by the names of the manifest."""


class Metadata(NamedTuple):
    """What is known of a document."""

    title: StatedFact
    game: StatedFact
    edition: StatedFact
    date: StatedFact


def find_about(manuscript: Manuscript, games: Sequence[Game], entries: Sequence[Entry], stem: str) -> About:
    """Find out what a text says of itself.

    Args:
        manuscript: the text.
        games: what is known of games.
        entries: what the dialect made of it; the first may be what is before the rules.
        stem: the file's name.
    """
    head = list(_head(manuscript))
    front = {name: stated.value for name, stated in manuscript.stated.items()}
    if subject := _subject(manuscript.source.lines[:FRONT]):
        front["subject"] = subject
    given = next((entry.title for entry in entries[:1] if entry.kind == "part"), None)
    printed = front.get("title") or _title_of(manuscript, _printed_title(given, head))
    printed = _with_line_beside(_of_kind(printed, front.get("subject")), head)
    names = find_game_names(manuscript, games, printed, front, stem)
    kind, kind_why = _kind_of(entries)
    begun = next((entry.lines[0][0] for entry in entries if entry.number), HEAD)
    imprint = [line for line in head if line[0] < begun]
    edition = _stated_fact(manuscript, "edition") or find_edition(imprint, printed)
    date = _stated_fact(manuscript, "date") or find_date(head, printed)
    about = About(printed, _self_name(manuscript), kind, kind_why, edition, date, names)
    if manuscript.head:  # it names its game in its head, or nowhere
        names = replace(names, known=None, candidates=())
        about = replace(about, names=names, head=manuscript.head.fields)
    return about


def _stated_fact(manuscript: Manuscript, name: Literal["edition", "date"]) -> StatedFact | None:
    """Return the date or the edition that a field of the file has; an edition as far as it is a number."""
    stated = manuscript.stated.get(name)
    if stated is None:
        return None
    if name == "edition":
        found = find_edition([(stated.line, f"Version {stated.value.lstrip('vV')}"), (stated.line, stated.value)])
    else:
        printed = STAMP.match(stated.value)
        found = find_date([(stated.line, f"Updated: {printed[0] if printed else stated.value}")])
    return StatedFact(found.value, f"line {stated.line}: a field contains “{stated.value}”") if found.value else None


def settle(about: About, game: StatedFact, games: Sequence[Game]) -> Metadata:
    """Return what is known of a document of a game; what a canonical head leaves out is not known."""
    if about.head is not None:
        title, edition, date = (StatedFact(about.head.get(name), STATED) for name in ("title", "edition", "date"))
        return Metadata(title, game, edition, date)
    known = next((one for one in games if one.name == game.value), None)
    return Metadata(find_title(about, known), game, about.edition, about.date)


def find_title(about: About, game: Game | None) -> StatedFact:
    """Find the title: as printed, with the game's name before it where it has none; else made of what is said."""
    printed = about.printed
    if printed and KIND_OF_DOCUMENT.search(printed):
        shown = unshouted(printed)
        if game and not any(name.casefold() in shown.casefold() for name in game.names):
            return StatedFact(f"{game.full_name} {shown}", f"“{printed}” is printed, and the game is {game.name}")
        return StatedFact(shown, f"“{printed}” is printed")
    if game and about.self_name.value:
        return StatedFact(f"{game.full_name} {titled(about.self_name.value)}", about.self_name.why)
    if game:
        return StatedFact(
            f"{game.full_name} {about.kind}", f"no title is printed; the game is {game.name}, {about.kind_why}"
        )
    if printed:
        return StatedFact(unshouted(printed), f"“{printed}” is printed")
    if about.self_name.value:
        return StatedFact(titled(about.self_name.value), about.self_name.why)
    return StatedFact(None, "no title is printed")


def _kind_of(entries: Sequence[Entry]) -> tuple[str, str]:
    """Return what a document is called by what its entries are, and why."""
    for kind, share, word in ENTRY_WORDS:
        count = sum(entry.kind == kind for entry in entries)
        if count and count >= share * len(entries):
            return word, f"{count} of its {len(entries)} entries are of the kind {kind}"
    return "Rules", "its entries are rules"


def _self_name(manuscript: Manuscript) -> StatedFact:
    for piece in manuscript.pieces:
        if piece.text.first > HEAD:
            break
        text = piece.value.replace("\n", " ")
        if named := next((found for form in SELF_NAMES if (found := form.search(text))), None):
            return StatedFact(named["name"], f"line {piece.text.first}: “{named.group()}”")
    return StatedFact(None, "the text does not say what it is")


def _head(manuscript: Manuscript) -> Iterator[Line]:
    """Yield the first lines, as a reader sees them: "20. Januar 2020" is one, though Markdown counts it in a list."""
    for piece in manuscript.pieces:
        if piece.text.first > HEAD:
            return
        for number, parts in groupby(piece.text.by_line(), key=lambda part: part.first):
            if number > HEAD:
                return
            yield number, " ".join(word for part in parts for word in part.value.split())


def _subject(lines: Sequence[str]) -> str:
    """Return the subject of an e-mail, which begins with its fields; nothing where the text is none."""
    top = list(dropwhile(lambda line: not line.strip("-"), map(str.strip, lines)))
    fields = takewhile(bool, map(FIELD.fullmatch, top)) if any(map(MAIL.match, top[:2])) else ()
    said = (field["value"].strip(" \"'") for field in fields if field and field["name"].lower() == "subject")
    return ANSWERED.sub("", next(said, ""))


def _title_of(manuscript: Manuscript, printed: str | None) -> str | None:
    """Return the title of a document whose format may name it, and says how deep each heading is.

    One that names a kind of document comes first. What is above a part, such as an introduction, is no title.
    """
    heading = printed if printed and _names_all(manuscript, printed) else None
    heading = None if heading and front_matter.FRONT_MATTER.fullmatch(heading.rstrip(" :.")) else heading
    if manuscript.origin is None:
        return heading
    titles = [title for title in (heading, manuscript.title) if title]
    return next((title for title in titles if KIND_OF_DOCUMENT.search(title)), titles[0] if titles else None)


def _names_all(manuscript: Manuscript, printed: str) -> bool:
    """Tell whether a text at the top names the whole document: the first of several headings of a level names a part.

    Careless pages give the title the level of their parts; it alone names a kind of document then.
    """
    headings = [piece for piece in manuscript.pieces if piece.kind == "heading"]
    first = next((one for one in headings if one.value.split() == printed.split()), None)
    if first is None:
        return True
    beside = [one for one in headings if one is not first and one.level <= first.level]
    of_kind = [one for one in (first, *beside) if KIND_OF_DOCUMENT.search(one.value)]
    if manuscript.origin is None:  # who types hashes begins with one, whatever is below
        return not beside or first.level == 1 or first in of_kind
    return not beside or (first.level == 1 and of_kind == [first])


def _of_kind(printed: str | None, subject: str | None) -> str | None:
    """Return the printed title, or the subject of the e-mail where that alone names a kind of document."""
    names_kind = [bool(one and KIND_OF_DOCUMENT.search(one)) for one in (printed, subject)]
    return subject if not printed or names_kind == [False, True] else printed


def _with_line_beside(printed: str | None, head: Sequence[Line]) -> str | None:
    """Return a title of the first two lines whole: the game's name or the publisher's above what the document is."""
    if len(head) < 2 or head[1][0] != head[0][0] + 1 or printed not in (head[0][1], head[1][1]):
        return printed
    above, below = head[0][1], head[1][1]
    is_name = front_matter.is_title(above) and front_matter.is_capitalised(above) and not _is_furniture(above)
    is_kind = below == printed or (front_matter.is_title(below) and front_matter.is_capitalised(below))
    if not is_name or not is_kind or KIND_OF_DOCUMENT.search(above) or not KIND_OF_DOCUMENT.search(below):
        return printed
    return f"{unshouted(above)} {unshouted(below)}"


def _printed_title(given: str | None, head: Sequence[Line]) -> str | None:
    """Return the title that is printed: one line, no furniture, no sentence.

    Args:
        given: what the dialect put the front matter under; it may hold several lines.
        head: the first lines.
    """
    folded = " ".join((given or "").split()).casefold()
    lines = [text for _, text in head if not _is_furniture(text)]
    if folded and not _is_furniture(folded):
        whole = " ".join((given or "").split())
        if any(text.casefold() == folded for text in lines):
            return None if whole[0].isdigit() else whole
        parts = [text for text in lines if text.casefold() in folded and not text[0].isdigit()]
        of_kind = [text for text in parts if KIND_OF_DOCUMENT.search(text)] or parts
        if of_kind or "\n" in (given or ""):
            return next((text for text in of_kind if front_matter.is_title(text)), None)
        return None if whole[0].isdigit() or not front_matter.is_title(whole) else whole
    if titles := [text for text in lines[:TOP] if _looks_like_title(text)]:
        return titles[0]
    first, below = (*lines, "", "")[:2]
    is_title = first.isupper() and front_matter.is_title(first)
    return first if is_title and not KIND_OF_DOCUMENT.search(below) else None  # else it is the name of the game


def _is_furniture(text: str) -> bool:
    """Tell whether a line is a page's mark, a rule or the name that front matter gets where it has none."""
    if text.casefold() == "about this document" or not any(char.isalnum() for char in text):
        return True
    words = LETTERS_AND_DIGITS.findall(text.casefold()) if len(text) <= PAGE_MARK else ["long"]
    return all(word.isdigit() or word in ("page", "of") for word in words)


def _looks_like_title(text: str) -> bool:
    """Tell whether a line at the top is a title though no heading: all its words are capitalised, one names a kind."""
    able = front_matter.is_title(text) and front_matter.is_capitalised(text) and not text[0].isdigit()
    return able and len(text.split()) > 1 and KIND_OF_DOCUMENT.search(text) is not None
