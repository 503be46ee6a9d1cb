"""What a person says by samples holds, and what of it fits nothing is said."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from judge.core.errors import ManifestError
from judge.library import manifest
from judge.own_library.file_readings import (
    FileReading,
    compare_readings,
    differences,
    reading_of_file,
    suggested_profile,
)
from judge.own_library.profile_files import WITHOUT, NamedProfile, known_profiles
from judge.reading.grammar.kinds import TERM_FORMS
from judge.reading.profiles.reading_profile import AS, ReadingTable
from tests.support import printed, refused, run_judge, write_collection

PAGE = (Path(__file__).parents[2] / "docs" / "profiles.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"<!-- sample: (\S+) -->\n```text\n(.*?)```\n.*?```toml\n(.*?)```\n\n> (.*?)\n\n", re.DOTALL)


def profile(text: str) -> NamedProfile:
    """Return a profile of some lines."""
    return NamedProfile("mine", Path("mine.toml"), manifest.check_profile(Path("mine.toml"), text, ""))


def told(reading: FileReading) -> list[str]:
    """Return the entries by kind, number and title."""
    return [" ".join(filter(None, (one.kind, one.number, one.title))) for one in reading.entries]


def read_with(folder: Path, name: str, text: str, said: str) -> FileReading:
    """Return how a text is read by a profile."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return reading_of_file(path, profile(said))


@pytest.mark.parametrize(("name", "text", "said", "entries"), EXAMPLE.findall(PAGE))
def test_the_examples_of_the_page_are_read_so(name: str, text: str, said: str, entries: str, tmp_path: Path) -> None:
    reading = read_with(tmp_path, name, text, said)
    assert not reading.unfit
    wanted = re.findall(r"`([^`]+)`", entries)
    assert [one for one in told(reading) if one in wanted] == wanted, told(reading)
    numbers = [one for one in told(reading) if re.match(r"(?:section|term|card) ", one)]
    assert len(numbers) == sum(not one.startswith("part") for one in wanted), numbers


def test_the_page_has_examples_of_all_keys() -> None:
    whole = " ".join(said for _, _, said, _ in EXAMPLE.findall(PAGE))
    for key in (*ReadingTable.__struct_fields__, "from", "to", "as", "term"):
        assert re.search(rf"^{key} = ", whole, re.MULTILINE), key
    for name in (*AS, *TERM_FORMS):
        assert f"`{name}`" in PAGE, name


BOOK = """1 Boats

1.1 Each keeper has one.

Words

Anchor: what holds a boat.
Bell: a signal in fog.

2 Lamps

2.1 They are lit at dusk.
"""


def test_lines_of_a_part_are_what_a_person_says(tmp_path: Path) -> None:
    """By source lines, and by titles; the part does not hold what is after it."""
    for where in ('lines = "5-8"', 'from = "Words"\nto = "2 Lamps"'):
        reading = read_with(tmp_path, "book.txt", BOOK, f'[[document.part]]\n{where}\nas = "terms"\nterm = "colon"\n')
        kinds = {one.title: one.kind for one in reading.entries if one.title}
        assert (kinds["Anchor"], kinds["Bell"], kinds["Lamps"]) == ("term", "term", "section")
        above = {one.number: one.parent for one in reading.entries if one.number}
        assert above["2"] is None


def test_what_is_left_out_is_kept_with_its_reason(tmp_path: Path) -> None:
    reading = read_with(
        tmp_path, "book.txt", BOOK, '[[document.part]]\nfrom = "Words"\nto = "2 Lamps"\nas = "leave-out"\n'
    )
    assert [(one.lines, one.reason) for one in reading.left_out] == [(((5, 5), (7, 8)), "left out by the profile")]
    assert told(reading) == ["section 1 Boats", "section 1.1", "section 2 Lamps", "section 2.1"]


def test_columns_of_errata_are_those_that_a_person_names(tmp_path: Path) -> None:
    (name, text, said, _) = next(one for one in EXAMPLE.findall(PAGE) if one[0] == "errata.md")
    folder = write_collection(tmp_path, errata_md=text)
    (folder / "corpus.toml").write_text(f'[[document]]\nfile = "{name}"\n\n{said}', encoding="utf-8")
    rows = [json.loads(line) for line in run_judge("--corpus", str(folder), "export").stdout.splitlines()]
    errata = next(row["errata"] for row in rows if row["record"] == "entry" and row["title"] == "Möwe")
    assert (errata["text"], errata["printed"]) == ("Ziehe eine Karte.", "Ziehe zwei Karten.")


@pytest.mark.parametrize("roles", [("name", "old", "new"), ("card", "printed", "should_read")])
@pytest.mark.parametrize("name", ["errata.csv", "errata.md"])
def test_fields_have_both_names_in_records_and_in_tables(name: str, roles: tuple[str, ...], tmp_path: Path) -> None:
    rows = [("k_1", "k_2", "k_3"), *[("---",) * 3][: name.endswith("md")], ("Gull", "Draw two.", "Draw one.")]
    text = "".join(f"{';'.join(row)}\n" if name.endswith("csv") else f"| {' | '.join(row)} |\n" for row in rows)
    said = "".join(f'{role} = "k_{at}"\n' for at, role in enumerate(roles, 1))
    reading = read_with(tmp_path, name, text, f"[document.fields]\n{said}")
    assert [(one.name, one.role) for one in reading.fields] == [
        ("k_1", "card"),
        ("k_2", "printed"),
        ("k_3", "should_read"),
    ]
    assert "card Gull" in told(reading)


def test_fields_and_numbers_that_the_document_does_not_have_are_named(tmp_path: Path) -> None:
    said = '[document.reading]\nnumbers = "2.1.a"\n[document.fields]\nname = "Card"\nold = "Was"\n'
    reading = read_with(tmp_path, "one.md", "# Errata\n\n| Card | Next |\n| --- | --- |\n| Gull | One. |\n", said)
    told_card = "the table with 'Card' is not a table of errata: name the column of card names"
    assert [one.message for one in reading.unfit] == [
        f"{told_card} and the column of new wordings",
        "no record or table has the field 'Was' given in [document.fields]",
        "numbers = '2.1.a': the document has no items that its format numbers",
    ]


STORY = """The Long Night

You are a keeper. Night falls, and the boats are still at sea. It takes an hour, and three can play.

Before the night
Give each keeper a lamp, four boats and a bell. Put the fog in the middle of the
table, where everyone can reach it.

When it is your turn
Move one boat as far as your lamp shines. If it reaches the harbour, ring your
bell. If fog is in its way, the boat stops.

When the lamps go out
The night is over. Count the boats in the harbour. Whoever has most of them
wins, and makes breakfast.
"""


def test_words_alone_stand_for_the_titles_that_look_so(tmp_path: Path) -> None:
    """The rulebook that tells its rules as a story; the report proposes the sample by itself."""
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    before = reading_of_file(path)
    assert before.read_as == "text"
    assert before.cure == '[document.reading]\nrule = ["Before the night"]'
    after = read_with(tmp_path, "story.txt", STORY, before.cure)
    assert told(after)[1:] == [
        "section Before the night",
        "section When it is your turn",
        "section When the lamps go out",
    ]
    assert len(compare_readings(before, after).gained) == 3


def test_a_glossary_in_another_language_is_read(tmp_path: Path) -> None:
    rules = "ZASADY\n\n§ 1. Tura\n1) Tura ma trzy fazy.\n2) Łodzie wracają.\n\n"
    words = "SŁOWNICZEK\nBoja – znak.\nMgła – pogoda, w której nikt nie widzi.\n"
    said = '[document.reading]\nlevels = ["§ 1. …", "1) …"]\n'
    said += '[[document.part]]\nfrom = "SŁOWNICZEK"\nas = "terms"\nterm = "dash"\n'
    reading = read_with(tmp_path, "polish.txt", rules + words, said)
    assert told(reading)[1:] == [
        "section 1 Tura",
        "section 1.1",
        "section 1.2",
        "part SŁOWNICZEK",
        "term Boja",
        "term Mgła",
    ]


def test_terms_of_one_paragraph_are_found_by_the_sign_after_them(tmp_path: Path) -> None:
    """No person has to say which sign that is; lines that the search has names in are left to it."""
    rules = "ZASADY\n\n1-1) Łodzie mają lampy.\n\n1-2) Łodzie wracają.\n\n"
    words = "SŁOWNICZEK\nBoja – znak.\nMgła – pogoda.\nŁódź – statek, który ma lampę.\n"
    reading = read_with(tmp_path, "polish.txt", rules + words, '[[document.part]]\nfrom = "SŁOWNICZEK"\nas = "terms"\n')
    assert [one.title for one in reading.entries if one.kind == "term"] == ["Boja", "Mgła", "Łódź"]


def test_the_report_proposes_the_numbers_of_counted_items(tmp_path: Path) -> None:
    """As they are now, for a person to change, where something else is proposed."""
    rules = "".join(f"<li>A boat with {n} lamps waits.<ol><li>Boat {n} waits until dusk.</li></ol></li>" for n in "123")
    chapters = "".join(f"<li>{name}<ol>\n{rules}</ol></li>\n" for name in ("Board", "Fog", "Night"))
    asides = "<h2>More</h2><p>(a) All wait.</p><p>(b) No boat moves.</p>"
    reading = read_with(tmp_path, "league.html", f"<h1>Lamp League</h1>\n<ol>\n{chapters}</ol>{asides}", "")
    assert re.search(r'^numbers = "1\.1\.1" #', reading.cure, re.MULTILINE), reading.cure


def test_what_fits_nothing_is_said_with_its_line(tmp_path: Path) -> None:
    """The rest of the profile holds."""
    said = '[document.reading]\nrule = ["R1-2 …"]\n\n[[document.part]]\nfrom = "Lexicon"\nas = "terms"\n'
    folder = write_collection(tmp_path, book_txt=BOOK)
    (folder / "mine.toml").write_text(said, encoding="utf-8")
    shown = " ".join(printed("read", str(folder / "book.txt"), "--profile", str(folder / "mine.toml")).split())
    assert f"{folder / 'mine.toml'}:5: no line is 'Lexicon', the beginning of a part" in shown
    assert f"{folder / 'mine.toml'}:2: no line has the form of 'R1-2 …' in 'rule'" in shown


def test_a_profile_that_makes_it_worse_is_said(tmp_path: Path) -> None:
    rules = "".join(
        f"{n}.1 Boats (see {n}.2)\n\nThey sail, as {n}.2 says.\n\n{n}.2 Lamps\n\nThey burn.\n\n" for n in (1, 2, 3)
    )
    path = tmp_path / "rules.txt"
    path.write_text(rules, encoding="utf-8")
    worse = reading_of_file(path, profile('[document.reading]\nnever = ["1.2 Lamps"]\n'))
    assert compare_readings(reading_of_file(path, WITHOUT), worse).verdict == "worse"


def test_it_is_said_what_a_profile_changes(tmp_path: Path) -> None:
    """Entries, their kinds, doubtful lines, and what the columns of a table hold."""
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    before = reading_of_file(path, WITHOUT)
    after = reading_of_file(path, profile('[document.reading]\nrule = ["Before the night"]'))
    more = "the figures do not show which is better; entries: 3 more, 0 fewer"
    assert differences(compare_readings(before, after)) == more
    assert differences(compare_readings(after, after)) == "the entries are the same"
    path = tmp_path / "errata.md"
    path.write_text("# Errata\n\n| Karte | A | B |\n|---|---|---|\n| Gull | It waits. | It sails. |\n" * 2)
    said = '[document.fields]\nname = "Karte"\nold = "A"\nnew = "B"\n'
    compared = compare_readings(reading_of_file(path, WITHOUT), reading_of_file(path, profile(said)))
    assert differences(compared) == "the entries are the same; columns are read differently"
    (tmp_path / "mine.toml").write_text(said, encoding="utf-8")
    shown = " ".join(printed("read", str(path), "--profile", str(tmp_path / "mine.toml")).split())
    assert "Columns Karte: card A: printed B: should_read" in shown


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            '[document.reading]\nrule = ["1.1"]\nnever = ["1.1"]\n',
            "mine.toml:3: '1.1' is in 'never' and in 'rule'; keep one",
        ),
        ('[document.reading]\nrules = ["1.1"]\n', "mine.toml:2: unknown key 'rules'"),
        ('[document.reading]\nrule = "1.1"\n', "mine.toml:2: 'rule' must be a list of sample lines"),
        ('[[document.part]]\nfrom = "A"\nas = "word"\n', "mine.toml:3: 'word' is not a kind of part"),
        ('[[document.part]]\nlines = "5-3"\nas = "text"\n', "mine.toml:2: lines 5-3 are in two parts"),
        (
            '[[document.part]]\nlines = "5-8"\nas = "text"\n[[document.part]]\nlines = "8"\nas = "text"\n',
            "lines 8 are in two",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_line(said: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(said, encoding="utf-8")
    with pytest.raises(ManifestError) as caught:
        manifest.check_profile(path, said, "book.txt")
    assert sentence in str(caught.value)


def test_profiles_that_fit_are_proposed_and_others_are_not(tmp_path: Path) -> None:
    """All of those that come with the program are read; one is chosen where its samples fit and it reads more."""
    assert {one.name for one in known_profiles()} >= {"cards-by-semicolons", "dashed-numbers"}
    cards = "".join(f"{name}; ship; 2; It carries {name.lower()}.\n" for name in ("Zebra", "Old Ferry", "Gull", "Tug"))
    for name, text, wanted in (("cards.txt", cards, "cards-by-semicolons"), ("story.txt", STORY, None)):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        found = suggested_profile(path, reading_of_file(path))
        assert (found.name if found else None) == wanted


def test_a_new_edition_takes_over_the_profile(tmp_path: Path, warm_cache: Path) -> None:
    """And says what no longer fits; nothing is lost of the manifest."""
    home: dict[str, Any] = {"JUDGE_DATA": str(tmp_path / "data"), "JUDGE_CACHE": str(warm_cache), "JUDGE_CORPUS": ""}
    head = "THE REEF RULES\n\n"
    folder = write_collection(tmp_path, one_txt=head + BOOK, two_txt=head + BOOK.replace("Words", "Lexicon"))
    (folder / "mine.toml").write_text(
        '[[document.part]]\nfrom = "Words"\nas = "terms"\nterm = "colon"\n', encoding="utf-8"
    )
    printed("add", str(folder / "one.txt"), "--key", "reef-1", "--profile", str(folder / "mine.toml"), **home)
    done = run_judge("add", str(folder / "two.txt"), "--key", "reef-2", **home)
    assert "now uses the profile of reef-1" in done.stderr.decode()
    assert "no line is 'Words', the beginning of a part" in done.stderr.decode()
    rows = tomllib.loads((tmp_path / "data" / "library" / "corpus.toml").read_text(encoding="utf-8"))["document"]
    assert rows[0]["part"] == rows[1]["part"] == [{"from": "Words", "as": "terms", "term": "colon"}]


def test_reading_stores_nothing_and_says_what_is_wrong(tmp_path: Path) -> None:
    folder = write_collection(tmp_path, book_txt=BOOK)
    printed("read", str(folder / "book.txt"), JUDGE_DATA=str(tmp_path / "data"))
    assert not (tmp_path / "data").exists()
    assert [path.name for path in folder.iterdir()] == ["book.txt"]
    assert "there is no profile 'nowhere'" in refused("read", str(folder / "book.txt"), "--profile", "nowhere")
