"""The bundled digests are written as docs/design/digest-style.md says, as far as a program can tell."""

import re
from collections.abc import Iterator

import pytest

from judge.core.files import data_folder

DIGESTS = sorted(path.name for path in data_folder("corpus").glob("*.md"))
BEGINNINGS = frozenset("it its he his him she her they their them this that these those such what there".split())
"""With which no paragraph begins, because it would not stand alone in a list of results."""
NOT_SAID = (
    r"(?:is|are) due\b",
    r"comes? to no harm",
    r"(?:earns?|pays?) (?:nothing|nobody)",
    r"(?:is|are) of no use",
    r"\bsheds?\b",
    r"\banew\b",
    r"\bwill do\b",
    r"holds? no longer",
)
NO_RULINGS = "There are no rulings."
"""Of a card that is only listed; a fact that a tool writes."""
FEWEST = 4
"""Words that a sentence has at least."""
DATED = re.compile(r"\(\d{4}-\d\d-\d\d\)")
HEADING, TERM, FIELDS = re.compile(r"#{1,6} "), re.compile(r"[^–.\n]{2,40} – "), re.compile(r"\[Erratum\][^\n]*\n?")


def paragraphs(text: str) -> Iterator[str]:
    """Yield what a digest says in sentences: no headings, tables, lists, pointers and lines of facts."""
    for paragraph in re.split(r"\n{2,}", text.strip()):
        said = TERM.sub("", FIELDS.sub("", paragraph), count=1)
        if (
            said
            and not HEADING.match(said)
            and not said.startswith(("|", "1. ", "- ", "See also ", "Version ", NO_RULINGS))
        ):
            yield said


def faults(text: str) -> list[str]:
    """Return the paragraphs that are not written in the style, each with what is wrong."""
    found: list[str] = []
    for paragraph in paragraphs(text):
        first = re.match(r"\W*(\w*)", paragraph)
        wrong = ["begins with a pronoun"] if first and first[1].casefold() in BEGINNINGS else []
        wrong += [f"says '{said[0]}'" for pattern in NOT_SAID if (said := re.search(pattern, paragraph))]
        wrong += ["is a telegram"] if len(paragraph.split()) < FEWEST else []
        wrong += ["has two dates"] if len(set(DATED.findall(paragraph))) > 1 else []
        wrong += (
            ["is no whole sentence"]
            if not paragraph.rstrip(')"”').endswith((".", "?", "…", ":")) and not DATED.search(paragraph)
            else []
        )
        found += [f"{fault}: {paragraph}" for fault in wrong]
    return found


@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_is_written_in_the_style(name: str) -> None:
    """Paragraphs stand alone, are whole sentences, and use none of the words that the style page replaces."""
    assert faults((data_folder("corpus") / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("paragraph", "fault"),
    [
        ("It costs 1 Power in each turn.", "begins with a pronoun"),
        ("Ferry – It costs 1 Power in each turn.", "begins with a pronoun"),
        ("[Erratum] Event Cost: 1\nThey cost 1 Power each.", "begins with a pronoun"),
        ("The Power is due on generation.", "says 'is due'"),
        ("Combat damage only.", "is a telegram"),
        ("The Ferry moves (2007-07-02). The Barge moves. (2007-08-01)", "has two dates"),
        ("The Ferry moves twice in", "is no whole sentence"),
    ],
)
def test_what_is_not_in_the_style_is_found(paragraph: str, fault: str) -> None:
    """Each kind of fault is found in a sample."""
    assert [found.partition(":")[0] for found in faults(paragraph)] == [fault]


def test_what_is_in_the_style_passes() -> None:
    """Headings, facts, pointers and good sentences have no fault."""
    text = "# Cards\n\n### Ferry\n\n[Erratum] Event Cost: 1\nThe Ferry costs 1.\n\nSee also Barge"
    assert faults(f"{text}\n\nThe Ferry moves twice. (2007-07-02)\n\n### Barge\n\nThere are no rulings.") == []
