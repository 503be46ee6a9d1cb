"""What is written in canonical form is read as the same tree, and written again as the same bytes."""

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.core.model import Block, BlockKind, CardFact, Document, Entry, Errata, Mark, MarkKind
from judge.library.manifest import SourceFile
from judge.pipeline import parse_alone, parse_document
from judge.reading.readers.canonical_writing import write
from judge.reading.text.drafts import Parsed
from tests.canonical import compare, shown
from tests.support import print_parsed, run_judge, thorough_but

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "canonical.md"
EXAMPLE = re.compile(r"^```markdown\n(?P<written>(?:(?!```).*\n)*)```\n\n```text\n(?P<tree>(?:(?!```).*\n)*)```", re.M)
CONTEXT = ()
SAMPLES = HERE.parent / "golden_run" / "samples"
DOCUMENT = Document("doc", "Doc", None, None, None, "plain", "doc.md")
HEAD = "---\njudge: canonical 1\nkey: doc\ntitle: Doc\ndialect: plain\n---\n\n"
LINES = re.compile(r" @[\d,-]+$", re.M)


def read(text: str) -> tuple[Entry, ...]:
    """Return the entries of a text."""
    return parse_document(SourceFile(Path("doc.md"), "doc"), text.encode(), CONTEXT).entries


def entry(title: str | None = "Reef", number: str | None = None, **fields: object) -> Entry:
    """Return an entry with the id that it gets."""
    made = Entry("doc:x", "doc", "section", number, title, ((1, 1),), **fields)  # type: ignore[arg-type]
    (found,) = read(write(DOCUMENT, [made]))
    return Entry(found.id, "doc", "section", number, title, ((1, 1),), **fields)  # type: ignore[arg-type]


def assert_kept(one: Entry) -> None:
    """An entry alone is read as it was written, and written again the same."""
    text = write(DOCUMENT, [one])
    (found,) = read(text)
    assert shown(found) == shown(one), text
    assert write(DOCUMENT, [found]) == text


EXAMPLES = list(EXAMPLE.finditer(PAGE.read_text(encoding="utf-8")))


def test_the_page_is_short_and_has_an_example_of_every_form() -> None:
    assert len(PAGE.read_text(encoding="utf-8").split()) < 800
    assert len(EXAMPLES) >= 7


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["written"].split("\n")[0])
def test_examples_of_the_page_are_read_as_they_say(example: re.Match[str]) -> None:
    printed = print_parsed(Parsed(read(HEAD + example["written"]), ()))
    assert LINES.sub("", printed) == example["tree"].rstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1. Not a list",
            "12) neither",
            "- no bullet",
            "* no bullet",
            "+1 is a bonus",
            "# no heading",
            "> no quotation",
        ),
        *(
            "---",
            "===",
            "***",
            "```code```",
            "~~~",
            "| a | b |",
            "[x](y)",
            "[^1] and [1]",
            "[^1]: no footnote",
            "![x](y)",
        ),
        *(
            "<b>bold</b>",
            "<ship>",
            "<!-- no comment -->",
            "a <!-- b -->",
            "&amp; &#35; & so on",
            "back\\slash \\* \\",
            "\\",
        ),
        *("{T}: pay {.card}", "{.note}", "pay {X}", "5 * 3 * 2", "*a* _b_ snake_case __c__", "~~a~~ ~b~", "`a` ``b``"),
        *("Term: colon", ": colon first", "a  b", "tab\there", "Ünïcödé 潮が満ちる", "\u200bzero", "http://x.y/z_a_b*"),
        *("Example: a", "Note: b", "See Reef.", "Q: May I?", "A: Yes.", "4.2.1 A rule", "Errata:", "trailing #", "x\\"),
        *("(2007-07-02)", "=46erry", "ﬁsh", "soft\u00adhyphen", "page 12", "12", "No rulings", "A"),
    ],
)
def test_no_text_loses_a_sign(text: str) -> None:
    text = text.strip()
    blocks = tuple(Block(kind, text, ()) for kind in get_args(BlockKind))
    assert_kept(entry(text, "4.2", blocks=blocks, errata=Errata(text, {}, text)))
    assert_kept(entry(text))


@pytest.mark.parametrize(
    ("title", "number"),
    [(None, "4.2"), (None, None), ("7 Seas", None), ("Reef", "IV"), (None, "IV"), ("4.2", "4.2"), ("x {#y}", "a b")],
)
def test_numbers_and_titles_are_kept_apart(title: str | None, number: str | None) -> None:
    assert_kept(entry(title, number))


def test_whatever_an_entry_has_is_kept() -> None:
    assert_kept(
        entry(
            "Evil Twin",
            "7",
            aliases=("Twin", "The “Other” {x}"),
            variant="PAP",
            anchors=("twin", "a%20b"),
            facts=(CardFact("", "Masters"), CardFact("Set", "RW 7M")),
            pages=(3, 4),
            counted=True,
            errata=Errata("", {}, None),
            blocks=(
                Block("ruling", "Yes.", (), date="2007-07", source="RTR {1}", author='J. "W"'),
                Block("bullet", "deep", (), depth=2),
                Block("bullet", "3. third", (), depth=1),
                Block("bullet", "4. fourth", (), depth=1),
                Block("bullet", "inner", (), depth=2),
                Block("step", "1. first", (), depth=0),
                Block("step", "no number", (), depth=1),
                Block("table", "a | b", ()),
                Block("table", "c | d|e", ()),
                Block("table", "f | g | h", ()),
                Block("note", "[1] below", ()),
                Block("example", "1. of a list", (), depth=1),
            ),
        )
    )


def test_marks_inside_of_words_and_across_each_other_are_kept() -> None:
    text = "un**bold** and crossing marks."
    marks = (
        Mark(0, 3, "strong"),
        Mark(1, 6, "em"),
        Mark(5, 12, "changed"),
        Mark(11, 20, "strike"),
        Mark(15, 18, "code"),
    )
    assert_kept(entry(blocks=(Block("text", text, (), marks), Block("table", "a | b", (), (Mark(0, 5, "em"),)))))


def test_an_entry_may_be_below_any_other_one() -> None:
    numbers = ["1", "1.1", "1.1.1", "1.1.1.1", "1.1.1.1.1", "1.1.1.1.1.1", "1.1.1.1.1.1.1", "1.1.1.1.1.1.1.1"]
    made: list[Entry] = []
    for number in numbers:
        parent = f"doc:{number.rpartition('.')[0]}" if "." in number else None
        made.append(Entry(f"doc:{number}", "doc", "section", number, None, ((1, 1),), parent))
    made.append(Entry("doc:late", "doc", "term", None, "Late", ((1, 1),), "doc:1.1", ("Late",)))
    found = read(write(DOCUMENT, made))
    assert [shown(one) for one in found] == [shown(one) for one in made]


@pytest.mark.parametrize("title", ["#", "##", "a #", "a ##", "a#", "\\#", "a \\#", "# #"])
def test_signs_at_the_end_of_a_heading_are_kept(title: str) -> None:
    assert_kept(entry(title))


SIGNS = st.text(st.sampled_from('ab1 .*_`[](){}<>#|\\~&!-+:=/"^é潮'), min_size=1, max_size=24)


@settings(deadline=None)
@given(
    text=SIGNS,
    title=SIGNS,
    spans=st.lists(st.tuples(st.integers(0, 23), st.integers(1, 9)), max_size=3),
    data=st.data(),
)
def test_any_text_and_any_marks_are_kept(
    text: str, title: str, spans: list[tuple[int, int]], data: st.DataObject
) -> None:
    text, title = " ".join(text.split()), " ".join(title.split())
    kinds = data.draw(st.permutations(get_args(MarkKind)))  # two marks of one kind never cross
    found = zip(spans, kinds, strict=False)
    marks = sorted(Mark(at, min(at + size, len(text)), kind) for (at, size), kind in found if at < len(text))
    if text and title:
        assert_kept(
            entry(
                title,
                blocks=(
                    Block(data.draw(st.sampled_from(["text", "bullet", "note", "table"])), text, (), tuple(marks)),
                ),
            )
        )


NO_DOCUMENTS = ("broken.json", "groups.csv")
"""Samples that are read beside documents, or not at all."""
DOCUMENTS = [
    path for path in sorted(SAMPLES.glob("[f-t]*/*.*"))[::5] if path.suffix != ".toml" and path.name not in NO_DOCUMENTS
]
DOCUMENTS[:0] = [SAMPLES / "drawn" / name for name in ("article-0.txt", "bare-1.md", "book-2.txt")]


@pytest.mark.parametrize("path", thorough_but(15, DOCUMENTS), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_documents_are_read_as_they_were_written(path: Path) -> None:
    outcome = compare(SourceFile(path, path.stem), path.read_bytes(), CONTEXT)
    assert (outcome.same, outcome.is_stable) == (outcome.entries, True), "\n".join(outcome.misses[:20])


def test_comments_stay_where_they_are(tmp_path: Path) -> None:
    text = (
        HEAD
        + "# 1 Tides\n\n<!-- ask Ann\nabout it -->\n\nLow tide.\n\n<!-- b -->\n\n<!-- c -->\n\n- one\n\n<!-- d -->\n"
    )
    (tmp_path / "tides.md").write_text(text, encoding="utf-8")
    found = run_judge("read", "--markdown", str(tmp_path / "tides.md"))
    assert found.stdout.decode() == text


def test_the_key_of_the_head_is_that_of_the_document(tmp_path: Path) -> None:
    (tmp_path / "tides.md").write_text(HEAD + "# 1 Tides\n\nLow tide.\n", encoding="utf-8")
    assert run_judge("--corpus", str(tmp_path), "show", "doc:1").returncode == 0


def test_one_file_is_printed_at_a_time(tmp_path: Path) -> None:
    found = run_judge("read", "--markdown", str(PAGE), str(PAGE.with_name("reading.md")))
    assert found.returncode == 2
    assert "needs exactly one file" in found.stderr.decode()


def test_blanks_at_the_ends_of_a_wording_are_kept() -> None:
    assert_kept(entry(errata=Errata("It carries two. ", {}, "\u00a0it carries one\u00a0")))


def test_what_a_person_writes_by_mistake_stays_visible_or_is_not_taken() -> None:
    text = "---\njudge: canonical 1\ntitle: Tides\ndate: in May\nkind: song\nauthority: best\ndialect: verse\n---\n\n"
    blocks = "# 1 Tides {.rule}\n\nLow. {date=May}\n\nHigh. {.nonsense}\n\n{T}\n"
    parsed = parse_alone(SourceFile(Path("doc.md"), "doc"), (text + blocks).encode(), CONTEXT)
    one = parsed.document
    assert (one.title, one.date, one.kind, one.authority, one.dialect) == ("Tides", None, "", None, "outline")
    (found,) = parsed.entries
    assert found.title == "Tides {.rule}"
    assert [block.text for block in found.blocks] == ["Low. {date=May}", "High. {.nonsense}", "{T}"]
