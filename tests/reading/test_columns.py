"""Two columns that were woven together are read in their order, and what is not woven is left alone."""

import json
import random
import re
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import pytest

from judge.citations.verify import verify
from judge.core.diagnostics import Code, Finding, Report
from judge.opened_library import Library
from judge.reading.columns.order_prices import mixes_lines
from judge.reading.document_reader import read_manuscript
from judge.reading.opening import manuscript, read_document_file
from judge.reading.text.drafts import Parsed, assemble
from judge.reading.text.source import read_source as read_source
from judge.records import answers
from judge.server.assistants import asked
from tests.support import parse_text, run_judge, write_collection
from tests.weaving import Entry, glossary, one_column, reference, rulebook, spliced, weave
from tests.word_files import docx_of, paragraph
from tests.woven_layouts import count_right, doubted_lines, layout_of, owners_of

DOCUMENTS = 200
Written = Callable[[random.Random], list[Entry]]


def many_terms(source: random.Random) -> list[Entry]:
    """Write a long glossary."""
    return glossary(source, source.randint(15, 35))


def terms(source: random.Random) -> list[Entry]:
    """Write a glossary."""
    return glossary(source, source.randint(10, 40))


def many_rules(source: random.Random) -> list[Entry]:
    """Write a long rulebook."""
    return rulebook(source, source.randint(4, 8))


def rules(source: random.Random) -> list[Entry]:
    """Write a rulebook."""
    return rulebook(source, source.randint(2, 6))


@pytest.mark.parametrize(
    ("written", "dialect", "documents"), [(many_terms, "glossary", DOCUMENTS), (many_rules, "outline", DOCUMENTS // 4)]
)
def test_woven_texts_are_read_in_their_order(
    seeds: Callable[[int], range], written: Written, dialect: str, documents: int
) -> None:
    right = total = 0
    for seed in seeds(documents):
        source = random.Random(seed)
        one, all_ = count_right(weave(written(source), source), dialect)
        right, total = right + one, total + all_
    assert right / total >= 0.97


@pytest.mark.parametrize(
    ("written", "dialect", "documents"), [(terms, "glossary", DOCUMENTS), (rules, "outline", DOCUMENTS // 4)]
)
def test_what_is_not_woven_is_left_alone(
    seeds: Callable[[int], range], written: Written, dialect: str, documents: int
) -> None:
    for seed in seeds(documents):
        right, total = count_right(one_column(written(random.Random(seed))), dialect)
        assert right == total, seed


def test_lines_of_three_texts_that_run_together_are_marked(seeds: Callable[[int], range]) -> None:
    """No order parts them; what else stands on the page is marked no more than usual."""
    marked = total = others = beside = 0
    for seed in seeds(40):
        dialect, woven = layout_of(2 * seed)
        mixed = spliced(woven, random.Random(seed))
        doubted = doubted_lines(parse_text(mixed.text, dialect)[0])
        marked, total = marked + len(mixed.mixed & doubted), total + len(mixed.mixed)
        rest = mixed.owners.keys() - mixed.mixed
        others, beside = others + len(rest & doubted), beside + len(rest)
    assert marked / total >= 0.9
    assert others / beside <= 0.12


def test_a_single_column_in_another_order_is_left_alone(seeds: Callable[[int], range]) -> None:
    """As in another language, the titles do not ascend, but each text goes on where the one before it ends."""
    for seed in seeds(DOCUMENTS // 4):
        source = random.Random(seed)
        entries = terms(source)
        strays = source.sample(range(len(entries)), len(entries) // 4)
        moved = source.sample(strays, len(strays))
        order = {**{n: n for n in range(len(entries))}, **dict(zip(strays, moved, strict=True))}
        right, total = count_right(one_column([entries[order[n]] for n in range(len(entries))]), "glossary")
        assert right >= 0.99 * total, seed


ALPHABETS = {
    "Cyrillic": "абвгдежзийклмнопрстуфхцчшщ",
    "Greek": "ωψχφυτσρποξνμλκιθηζεδγβαςϊ",
    "Arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنه",
    "Han": "一二三四五六七八九十百千万水火木金土山川田人口日月天",
}
"""What each letter of the invented words becomes; the order of the titles is then lost, and so are capitals in some."""


@pytest.mark.thorough
@pytest.mark.parametrize("letters", ALPHABETS.values(), ids=ALPHABETS)
def test_a_single_column_in_another_alphabet_is_left_alone(seeds: Callable[[int], range], letters: str) -> None:
    """As a translation keeps the order of its original, and its titles ascend in no alphabet."""
    low = dict(zip("abcdefghijklmnopqrstuvwxyz", letters, strict=True))
    table = str.maketrans(low | {letter.upper(): other.upper() for letter, other in low.items()})
    for seed in seeds(DOCUMENTS // 4):
        entries = terms(random.Random(seed))
        text = one_column([Entry(one.title.translate(table), _spelt(one, table)) for one in entries]).text
        for dialect in ("glossary", "outline"):
            assert not is_reordered(text, dialect), seed


def _spelt(entry: Entry, table: dict[int, str]) -> list[str]:
    return [text.translate(table) for text in entry.paragraphs]


def is_reordered(text: str, dialect: str) -> bool:
    """Tell whether the columns of a text were taken for woven."""
    return bool(read_manuscript(manuscript(read_source(text.encode(), Report())), Report(), dialect).sheet.columns)


@pytest.mark.thorough
def test_a_new_wording_keeps_its_doubt(tmp_path: Path) -> None:
    """The errata of a card, where `judge show` and `judge card` show it, and the answers whose passage it is."""
    manifest = '[[document]]\nfile = "harbour.txt"\ndialect = "glossary"\n'
    write_collection(tmp_path, **{"harbour_txt": layout_of(5)[1].text, "corpus.toml": manifest})
    with Library([tmp_path]) as library:
        found = [json.loads(line) for line in library.export()]
        answers = [one for entry in found if entry.get("errata") for one in library.search(entry["title"], 1)]
    doubted = {one["id"]: one for one in found if one.get("errata") and one["errata"]["doubt"]}
    assert doubted
    assert {one.row.id for one in answers if one.doubt and not doubted[one.row.id]["blocks"]}
    for one in doubted.values():
        told = f"? {one['errata']['doubt']['reason']}"
        for command in ("show", "card"):
            shown = run_judge(command, one["title"], "--corpus", str(tmp_path)).stdout.decode()
            assert told in " ".join(shown.split())
        shown = run_judge("search", one["title"], "--corpus", str(tmp_path)).stdout.decode()
        assert told in " ".join(shown.split()) or one["blocks"]


def test_every_answer_tells_a_doubt_with_both_entries(tmp_path: Path) -> None:
    """References from a doubtful text, the verdict on a quotation of it, and what assistants are given."""
    manifest = '[[document]]\nfile = "harbour.txt"\ndialect = "glossary"\n'
    write_collection(tmp_path, **{"harbour_txt": layout_of(5)[1].text, "corpus.toml": manifest})
    with Library([tmp_path]) as library:
        entries = [one for one in map(json.loads, library.export()) if one["record"] == "entry"]
        doubted = {one["id"]: one["blocks"] for one in entries if any(block["doubt"] for block in one["blocks"])}
        related = next(
            one for id in doubted for one in library.entries.references(id) if doubted[id][one.block]["doubt"]
        )
        assert related.target
        told = doubted[related.source][related.block]["doubt"]["reason"]
        assert told in [one.doubt and one.doubt.reason for one in answers.refs(library, related.target)]
        assert told in {one.reason for one in verify(library, related.source).doubts}
        answer = asked.show(library, related.source)
    assert answer.doubts
    assert told in answer.quoted
    for command in (("refs", related.target), ("verify", related.source)):
        shown = run_judge(*command, "--corpus", str(tmp_path)).stdout.decode()
        assert f"? {told}" in " ".join(shown.split())


def test_lines_that_run_together_are_told_once_a_page(tmp_path: Path) -> None:
    mixed = spliced(layout_of(4)[1], random.Random(2))
    _, told = doubts(mixed.text)
    notes = [finding for finding in told if finding.code == Code.COLUMN_MIXED]
    assert [finding.line in mixed.mixed for finding in notes] == [True]
    assert notes[0].message == "in this text, lines from several texts run together; correct them in the source"


ONE_TEXT = """\
A rope is tied with two hands,
and with a third one where the
wind is strong. It is untied
before the ship leaves, i.e.
in the morning."""
MIXED_TEXT = """\
A rope is tied with two hands,
Sailor
and with a third one where the
Gull. moored.
wind is strong.
the
its old"""


@pytest.mark.parametrize(("text", "mixes"), [(ONE_TEXT, False), (MIXED_TEXT, True), ("Rope\nand\nmast", False)])
def test_mixed_lines_are_told_from_a_paragraph(text: str, mixes: bool) -> None:
    """One line that begins in lower case behind a stop, as behind "i.e.", is not enough, nor are three lines."""
    assert mixes_lines(text) is mixes


def test_a_card_of_a_mere_list_says_where_it_is_named() -> None:
    source = random.Random(4)
    parsed = parse_text(one_column(reference(source, 15)).text, "glossary")[0]
    above = next(entry for entry in parsed.entries if entry.title == "Appendix IV: Restricted List")
    cards = [entry for entry in parsed.entries if entry.parent == above.id]
    assert cards
    for card in cards:
        assert " · ".join(map(str, card.facts)) == f"Named in {above.title}: {above.blocks[0].text}"


def test_what_woven_columns_put_before_the_heading_of_its_appendix_belongs_to_it() -> None:
    """The appendix begins at the foot of a left column, so the file has its steps, in the right one, before it."""
    parsed = parse_text(layout_of(4)[1].text, "glossary")[0]
    above = next(entry for entry in parsed.entries if entry.number == "Appendix I")
    first = next(entry for entry in parsed.entries if entry.number == "1.1")
    assert first.lines[0][0] < above.lines[0][0]
    assert [entry.number for entry in parsed.entries if entry.kind == "step"][:4] == ["1.1", "1.2", "1.3", "1.4"]
    assert all(entry.blocks for entry in parsed.entries if entry.kind == "step")


HARBOUR = [
    Entry("Anchor", ["An anchor holds a ship where it is.", "• No tide moves an anchored ship."]),
    Entry("Berth", ["A berth is a place for one ship.", "• Two ships never share a berth."]),
    Entry("Cargo", ["Cargo is what a ship carries.", "• Cargo is sold where cargo is dear."]),
    Entry("Dock", ["A dock has three berths.", "• A dock is built once a game.", "Related: Berth"]),
    Entry("Ebb", ["At ebb no ship leaves.", "• Ebb ends with the round."]),
    Entry("Ferry", ["A ferry crosses the water.", "• Each ferry carries one card."]),
    Entry("Gull", ["A gull steals one fish.", "• A gull is no ship."]),
    Entry("Harbour", ["A harbour has two docks.", "• Ships rest in a harbour."]),
]
"""A glossary of the harbour game, on one page."""
STRAY = "It may be turned once in each round."


def harbour(extra: str = "") -> str:
    """Weave the harbour glossary, line by line of the left and the right column, with a text between them."""
    halves = [
        [row for entry in half for row in (entry.title, *entry.paragraphs)] for half in (HARBOUR[:4], HARBOUR[4:])
    ]
    rows = [row for pair in zip_longest(*halves) for row in pair if row]
    at = rows.index("Dock")
    return "\n\n".join([*rows[:at], *([extra] if extra else []), *rows[at:]])


def doubts(text: str, settled: dict[int, str] | None = None) -> tuple[Parsed, list[Finding]]:
    """Read a woven glossary and return what was reported about its columns."""
    report = Report()
    source = manuscript(read_source(text.encode(), report), settled)
    sheet = read_manuscript(source, report, "glossary").sheet
    told = [finding for finding in report.findings if finding.code.startswith("column-")]
    return assemble("harbour", sheet), told


def test_a_page_of_the_harbour_game_is_read_in_its_order() -> None:
    parsed, _ = doubts(harbour())
    assert [entry.title for entry in parsed.entries] == [entry.title for entry in HARBOUR]
    for entry, meant in zip(parsed.entries, HARBOUR, strict=True):
        assert [block.text for block in entry.blocks] == [text.removeprefix("• ") for text in meant.paragraphs]


def test_a_doubtful_place_is_a_note_that_names_the_rival_and_the_way_to_settle_it() -> None:
    _, told = doubts(harbour(STRAY))
    line = harbour(STRAY).split("\n").index(STRAY) + 1
    note = next(finding for finding in told if finding.line == line)
    assert (note.code, note.level) == (Code.COLUMN_DOUBTFUL, "note")
    assert re.fullmatch(
        "put under “(\\w+)”, but “(\\w+)” fits almost as well; to settle this, add a .* to corpus.toml", note.message
    )
    assert re.fullmatch(f'line = {line}, under = "[A-Z][a-z]+"', note.suggestion or "")


@pytest.mark.parametrize("title", [entry.title for entry in HARBOUR])
def test_what_the_owner_settles_is_followed(title: str) -> None:
    line = harbour(STRAY).split("\n").index(STRAY) + 1
    parsed, told = doubts(harbour(STRAY), {line: title})
    assert owners_of(parsed)[line] == {title}
    assert not any(finding.line == line for finding in told)


def test_what_cannot_be_settled_is_a_warning() -> None:
    _, told = doubts(harbour(), {1: "Anchor", 5: "Anchorage"})
    assert [finding.message for finding in told if finding.code == Code.COLUMN_UNSETTLED] == [
        "corpus.toml puts line 1 under “Anchor”, but that line contains no column text",
        "corpus.toml puts line 5 under “Anchorage”, but no heading has that title",
    ]


def test_the_order_in_the_manifest_settles_a_doubt(tmp_path: Path) -> None:
    """`judge lint` names the line of a doubtful block, and [[document.order]] says where it belongs."""
    line = harbour(STRAY).split("\n").index(STRAY) + 1
    write_collection(tmp_path, harbour_txt=harbour(STRAY))
    row = '[[document]]\nfile = "harbour.txt"\ndialect = "glossary"\n'
    told = f"harbour.txt:{line}:1: note [column-doubtful]"
    for order, is_told in (("", True), (f'[[document.order]]\nline = {line}\nunder = "Berth"\n', False)):
        (tmp_path / "corpus.toml").write_text(row + order, encoding="utf-8")
        found = run_judge("lint", "--code", "column-doubtful", "harbour", "--corpus", str(tmp_path)).stdout.decode()
        assert (told in found) == is_told
    entry = run_judge("show", "Berth", "--corpus", str(tmp_path)).stdout.decode()
    assert STRAY in entry


@pytest.mark.parametrize("written", [many_terms, many_rules])
def test_what_word_orders_is_never_taken_for_woven(written: Written) -> None:
    text = weave(written(source := random.Random(3)), source).text.replace("\f", "")
    found = read_document_file(docx_of("".join(map(paragraph, text.split("\n\n")))), Report())
    assert not read_manuscript(found, Report()).sheet.columns
