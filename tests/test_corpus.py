"""Nothing of a source is lost: each line is named, and its words stand in what names it."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from judge.core.diagnostics import Report
from judge.core.jsonl import Record
from judge.library import Library
from judge.reading.source import read_source
from tests.support import export_of

WORD = re.compile(r"[^\W_]{4,}")
MARKUP = re.compile(r"\]\([^)]*\)|&[a-z]+;|</?\w+>|\\|\bERRATA\b")
"""What marks something up; that a card has errata is told by its record."""


@pytest.fixture(scope="module", params=["bundled", "real"])
def opened(request: pytest.FixtureRequest) -> Library:
    """The bundled collection and the real documents."""
    library: Library = request.getfixturevalue(request.param)
    return library


def holders(records: list[Record], key: str) -> tuple[dict[int, list[str]], set[int]]:
    """Return the texts that name each source line of a document, and the lines that are furniture."""
    held: dict[int, list[str]] = defaultdict(list)
    furniture: set[int] = set()

    def hold(spans: list[list[int]], text: str) -> None:
        for first, last in spans:
            for line in range(first, last + 1):
                held[line].append(text.casefold())

    for record in records:
        if record["record"] == "entry" and record["document"] == key:
            errata = record["errata"] or {"text": "", "fields": {}}
            names = [record["number"], record["title"], record["variant"], *record["aliases"], errata["text"]]
            hold(record["lines"], " ".join(name or "" for name in names) + str(errata["fields"]))
            for block in record["blocks"]:
                hold(block["lines"], f"{block['text']} {block['date']}")
        elif record["record"] == "furniture" and record["document"] == key:
            furniture.update(n for first, last in record["lines"] for n in range(first, last + 1))
    return held, furniture


def test_every_line_and_every_word_is_kept(opened: Library) -> None:
    """A line that is not blank is a heading, a block or furniture, and no longer word of it goes missing."""
    records = export_of(opened)
    for document in (record for record in records if record["record"] == "document"):
        path = next(folder / document["file"] for folder in opened.folders if (folder / document["file"]).exists())
        held, furniture = holders(records, document["key"])
        source = read_source(Path(path).read_bytes(), Report())
        words = lost = 0
        for number, line in enumerate(source.lines, 1):
            if not line.strip():
                continue
            assert held[number] or number in furniture, f"{path}:{number} is lost"
            if held[number]:
                own = WORD.findall(MARKUP.sub(" ", line).casefold())
                words += len(own)
                lost += sum(1 for word in own if not any(word in text for text in held[number]))
        assert lost <= words * 0.005, f"{path}: {lost} of {words} words are lost"


def shown(entry: Record) -> str:
    """Return an entry of the real FAQ as a row: its line and number, the lines of its body, how its title begins."""
    body = [line for block in entry["blocks"] for span in block["lines"] for line in span] or ["-"]
    title = " ".join((entry["title"] or "-").split()[:2])
    return f"{entry['lines'][0][0]} {entry['number'] or '-'} {body[0]} {body[-1]} {title}"


def test_every_entry_of_the_faq_behind_its_glossary_is_read_with_its_body(real: Library) -> None:
    """Names before a colon, places in a list, sentences and titles are entries; words that introduce a list are not."""
    own = [one for one in export_of(real) if one["record"] == "entry" and one["document"] == "shadowfist-faq"]
    behind = [one for one in own if one["lines"][0][0] >= 464]
    assert [shown(one) for one in behind] == BEHIND_GLOSSARY.strip().split("\n")
    assert not [one["id"] for one in own if " ." in (one["title"] or "")]


BEHIND_GLOSSARY = """
464 4 - - New Rulings
466 - 466 469 Designators
471 - 471 487 Designators
489 - 489 491 Exceptions to
493 - 493 494 Special cases
496 1 497 498 Singular and
500 2 501 501 Masculine and
503 3 505 508 Adjectival forms
510 4 511 515 Composite words
517 5 518 521 On the
523 - - - Playing Cards
525 - 528 532 "Playing" a
534 - 537 543 "Returning" a
545 - 547 560 No more
562 - 564 614 The Sequence
616 - 619 650 Characters and
652 - 655 668 Cards may
670 - 673 686 Triggered effects
688 - 691 701 Players have
703 - 705 721 Key Words
723 - - - Damage Redirection
725 - 727 732 Cards that
734 - 737 740 You cannot
742 - - - The Issue
744 - 747 750 Vehicle States
752 - 754 760 You are
762 - 764 767 Any card
769 - 772 785 Characters that
787 - 790 793 Anytime a
795 - - - Miscellaneous Rulings
797 - 799 810 Damage is
812 - 814 821 No specific
823 - 826 843 A character
845 - 847 862 Rulings concerning
863 - 865 869 New ruling
871 - 874 889 No effects,
891 5 - - Q &
892 - 893 893 Can I
895 - 896 901 Do attackers
903 - 905 909 If I
911 - 913 915 Can a
917 - 918 925 Do characters
927 - 931 935 My Walker
937 - 941 941 If your
943 - 945 945 Can characters
947 - 950 953 Is there
955 - 956 959 Is a
961 6 963 1046 The Steps
981 a 981 983 -
985 b 985 986 -
988 c 989 1009 MULTI-PLAYER ONLY
1011 d 1012 1015 FOR ALL
1016 e 1016 1017 -
1018 f 1018 1019 -
1020 g 1020 1024 -
1025 h 1025 1025 -
1026 i 1026 1028 -
1029 j 1029 1036 -
1037 k 1037 1037 -
1048 7 - - Miscellaneous Questions
1050 - 1051 1054 Can you
1056 - 1058 1064 How do
1066 - 1068 1072 Can I
1074 - 1078 1081 The rules
1083 - 1084 1088 When a
1090 - 1092 1096 Can I
1098 - 1099 1102 Was Shadowfist
1104 - 1105 1106 Any other
"""
"""Line, number, first and last line of the body, first words of the title."""
