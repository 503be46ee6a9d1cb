"""Records: cards with rulings, terms and rules in CSV, JSON and YAML, each with its line in the file."""

import json
import re
from pathlib import Path

import pytest

from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.lint import selection
from judge.opened_library import Library
from judge.reading.opening import Hints, open_file, read_document_file
from judge.reading.record_files import record_values
from tests.reading.formats.published import entries_of, records, refusal
from tests.support import write_collection

CSV = (
    "Card Name,Ruling,Date,Source\n"
    "Anchor,It holds.,2020-05-01,Rules team\n"
    'Barge,"It sinks,\nslowly.",1/2/2020,\n'
    "Anchor,It also rusts.,,\n"
)


def rulings(folder: Path, name: str, text: str) -> dict[str, list[tuple[str, str | None, str | None, list[list[int]]]]]:
    """Return the rulings of each card with date, source and lines."""
    found = entries_of(records(folder, name, text.encode()))
    assert {one["kind"] for one in found.values()} == {"card"}
    return {
        one["title"]: [(b["text"], b["date"], b["source"], b["lines"]) for b in one["blocks"] if b["kind"] == "ruling"]
        for one in found.values()
    }


@pytest.mark.parametrize("name", ["rulings.csv", "rulings.txt"])
def test_rows_of_a_table_are_rulings_of_their_cards(tmp_path: Path, name: str) -> None:
    """The columns are told by their names, so the ending of the file does not matter."""
    assert rulings(tmp_path, name, CSV) == {
        "Anchor": [("It holds.", "2020-05-01", "Rules team", [[2, 2]]), ("It also rusts.", None, None, [[5, 5]])],
        "Barge": [("It sinks, slowly.", "2020", None, [[3, 4]])],
    }


def test_tabs_and_semicolons_part_cells_as_well(tmp_path: Path) -> None:
    for number, sign in enumerate("\t;"):
        text = f"Card{sign}Ruling\nAnchor{sign}It holds, fast.\n"
        assert rulings(tmp_path / str(number), "r.tsv", text) == {"Anchor": [("It holds, fast.", None, None, [[2, 2]])]}


def test_a_group_gives_its_rulings_to_each_member(tmp_path: Path) -> None:
    """A group may be listed, or a record may name several cards."""
    text = json.dumps(
        {
            "groups": {"Ships": ["Barge", "Yawl"]},
            "rulings": [
                {"card": "Ships", "ruling": "They float.", "date": "2021"},
                {"card": "Barge", "ruling": "It sinks."},
                {"cards": ["Barge", "Keel"], "ruling": "Both are wet."},
            ],
        },
        indent=1,
    )
    found = rulings(tmp_path, "r.json", text)
    assert {card: [one[0] for one in some] for card, some in found.items()} == {
        "Barge": ["It sinks.", "Both are wet.", "They float."],
        "Keel": ["Both are wet."],
        "Yawl": ["They float."],
    }


GROUPS = {
    "groups.yaml": "G1|Ships:\n  100|Barge: ''\n  200|Yawl: ''\nG2|Nobody:\n  100|Barge: ''\n",
    "groups.json": '{"Ships": ["Barge", "Yawl"], "Nobody": ["Barge"]}',
    "r-groups.json": '[{"name": "Ships", "members": ["Barge", "Yawl"]}]',
    "groups.csv": "group,card\nShips,Barge\nShips,Yawl\n",
    "crews.csv": "group,card\nShips,Barge\nShips,Yawl\n",
}
SHIPS = json.dumps({"Ships": [{"text": "They float.", "date": "2021"}], "Barge": ["It sinks."]})


def test_an_empty_group_in_the_file_of_its_rulings_leaves_the_others(tmp_path: Path) -> None:
    """A member may be called like a field, too."""
    groups = {"Ships": {"Barge": "", "Question": ""}, "Crews": {}}
    text = json.dumps({"groups": groups, "rulings": [{"card": "Ships", "ruling": "They float."}]})
    assert rulings(tmp_path, "r.json", text).keys() == {"Barge", "Question"}


@pytest.mark.parametrize("name", GROUPS)
def test_groups_may_stand_in_a_file_beside_the_rulings(tmp_path: Path, name: str) -> None:
    """By its name, or as the manifest says; it is not a document of its own."""
    row = '[[document]]\nfile = "r.json"\ngroups = "crews.csv"\n' if name == "crews.csv" else ""
    write_collection(tmp_path, **{name: GROUPS[name], "corpus.toml": row})
    found = rulings(tmp_path, "r.json", SHIPS)
    assert {card: [one[0] for one in some] for card, some in found.items()} == {
        "Barge": ["It sinks.", "They float."],
        "Yawl": ["They float."],
    }


def test_a_file_that_is_only_called_groups_is_a_document(tmp_path: Path) -> None:
    write_collection(tmp_path, **{"groups.json": '{"Crews": [{"title": "Crews", "text": "They are at sea."}]}'})
    found = records(tmp_path, "r.json", SHIPS.encode())
    assert {one["key"] for one in found if one["record"] == "document"} == {"groups", "r"}
    assert {one["title"] for one in found if one["record"] == "entry"} >= {"Ships", "Barge", "Crews"}


def test_a_change_of_the_groups_is_seen(tmp_path: Path) -> None:
    write_collection(tmp_path, **{"r.json": SHIPS, "groups.json": '{"Ships": ["Barge"]}'})
    with Library([tmp_path], cache=tmp_path / "cache") as library:
        assert not library.suggest("Yawl")
    write_collection(tmp_path, **{"groups.json": GROUPS["groups.json"]})
    with Library([tmp_path], cache=tmp_path / "cache") as library:
        assert library.suggest("Yawl")


def test_cards_may_be_the_names_of_fields(tmp_path: Path) -> None:
    text = (
        "100|Anchor:\n  - It holds fast.\n  - text: It rusts.\n    date: 2021-03-04\n"
        "200|Barge:\n  - >-\n    It sinks\n    slowly.\n  - |\n    It stays\n    there.\n"
    )
    found = rulings(tmp_path, "r.yaml", text)
    assert found["Anchor"] == [("It holds fast.", None, None, [[2, 2]]), ("It rusts.", "2021-03-04", None, [[3, 3]])]
    assert [(one[0], one[3]) for one in found["Barge"]] == [
        ("It sinks slowly.", [[7, 8]]),
        ("It stays there.", [[10, 11]]),
    ]


LAMPS = {f"{name} Lamp": f"The {name} lamp burns once in each turn." for name in "Frost Iron Salt Tin".split()}
NAMED_LIKE_FIELDS = {
    "question.json": json.dumps(LAMPS | {"Question": "It stays in play."}),
    "first.yaml": "Text: It counts the words.\n" + "".join(f"{name}: {text}\n" for name, text in LAMPS.items()),
    "several.json": json.dumps(LAMPS | {"Name": "It has none.", "Type": "It is a lamp.", "Answer": "It asks first."}),
    "objects.json": json.dumps({name: {"text": text} for name, text in (LAMPS | {"Antwort": "Es fragt."}).items()}),
    "lists.json": json.dumps({name: [text] for name, text in (LAMPS | {"Meta": "It counts twice."}).items()}),
    "below.yaml": "title: Lamps\nversion: '2'\nrulings:\n"
    + "".join(f"  {name}: {text}\n" for name, text in (LAMPS | {"Ruling": "It is read aloud."}).items()),
    "beside.json": json.dumps({"title": "Lamps", "version": "2", **LAMPS, "Date": "It counts the days."}),
    "two.json": json.dumps({"Frost Lamp": "It burns.", "Iron Lamp": "Yes, it may.", "Titel": "Es brennt nicht."}),
}


@pytest.mark.parametrize("name", NAMED_LIKE_FIELDS)
def test_a_card_may_be_called_like_a_field(tmp_path: Path, name: str) -> None:
    """Each name has an entry, below the title where the file has one."""
    text = NAMED_LIKE_FIELDS[name]
    found = entries_of(records(tmp_path, name, text.encode()))
    told = re.findall(r'^ *"?([A-Z][\w ]+)"?:', text.replace(", ", "\n").replace("{", "\n"), re.MULTILINE)
    shown = [one["title"] for one in found.values() if one["title"] != "Lamps"]
    assert shown == told
    assert all(
        one["title"] == "Lamps" or [len(block["lines"]) for block in one["blocks"]] == [1] for one in found.values()
    )


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ('{"name": "Frost Lamp", "text": "It burns once in each turn."}', {"Frost Lamp": 1}),
        ('{"question": "May it burn?", "answer": "It may, once in each turn."}', {"May it burn?": 1}),
        ('{"question": "May it burn?", "answer": "It may.", "rules": ["6.2.2", "7.1"]}', {"May it burn?": 2}),
        (
            '{"name": "Frost Lamp", "cost": 2, "text": "It burns at night.", "hint": "Keep it for the last turn."}',
            {"Frost Lamp": 2},
        ),
        ('{"title": "Lamps", "date": "2020-01-02", "text": "They burn at night."}', {"Lamps": 1}),
        (
            (
                '{"Lamp": {"text": "It burns.", "hint": "Keep it for the last turn.", "tip": "Do not play it now."},\n'
                '"Wick": {"text": "It is lit.", "tip": "Do not play it too late."}}'
            ),
            {"Lamp": 3, "Wick": 2},
        ),
    ],
)
def test_fields_of_a_record_are_no_cards(tmp_path: Path, text: str, entries: dict[str, int]) -> None:
    found = entries_of(records(tmp_path, "r.json", text.encode()))
    assert {one["title"]: len(one["blocks"]) for one in found.values()} == entries


RULES = [("1.1", "Lamps burn at night."), ("1.2", "Lamps go out at dawn.")]
ONE_LEVEL = [("101", "Lamps burn at night."), ("102", "Lamps go out at dawn."), ("102a", "Some lamps stay.")]
NUMBERED = {
    "section.json": (RULES, json.dumps([{"section": number, "text": text} for number, text in RULES], indent=1)),
    "rule.csv": (ONE_LEVEL, "rule,text\n" + "".join(f"{number},{text}\n" for number, text in ONE_LEVEL)),
    "ziffer.yaml": (RULES, "".join(f"- Ziffer: {number}\n  Text: {text}\n" for number, text in RULES)),
    "id.jsonl": (RULES, "".join(json.dumps({"id": number, "text": text}) + "\n" for number, text in RULES)),
    "no.tsv": (RULES, "No.\tComment\n" + "".join(f"{number}\t{text}\n" for number, text in RULES)),
    "tree.yaml": (
        [("1", "Lamps burn."), ("1.1", "It rots."), ("1.2", "See 2.1."), ("2", "Oars."), ("2.1", "It rots.")],
        "- {name: Lamps burn., on: [{name: It rots.}, {name: See 2.1.}]}\n- {name: Oars., on: [{name: It rots.}]}",
    ),
    "nested.json": (
        [("1", "Lamps."), *RULES],
        json.dumps([{"no": 1, "text": "Lamps.", "rules": [{"no": number, "text": text} for number, text in RULES]}]),
    ),
}


@pytest.mark.parametrize("name", NUMBERED)
def test_a_record_with_a_number_and_no_title_has_its_number(tmp_path: Path, name: str) -> None:
    rules, text = NUMBERED[name]
    found = entries_of(records(tmp_path, name, text.encode()))
    shown = [(one["number"], one["title"], [block["text"] for block in one["blocks"]]) for one in found.values()]
    assert shown == [(number, None, [text]) for number, text in rules]
    assert list(found) == [number for number, _ in rules]
    with Library([tmp_path], cache=tmp_path / "cache") as library:
        assert library.find(rules[-1][0]).id == f"{Path(name).stem}:{rules[-1][0]}"


@pytest.mark.parametrize(
    "text",
    [
        '{"Lamp": [{"number": 1, "text": "It burns."}, {"number": 2, "text": "It stays."}]}',
        '{"Lamp": [{"rule": "7.1", "text": "It burns."}], "Wick": [{"rule": "7.2", "text": "It is lit."}]}',
    ],
)
def test_numbers_of_the_rulings_of_a_card_make_no_rules(tmp_path: Path, text: str) -> None:
    found = entries_of(records(tmp_path, "r.json", text.encode()))
    assert {one["kind"] for one in found.values()} == {"card"}


def test_a_number_and_a_title_in_lines_of_their_own_are_both_there(tmp_path: Path) -> None:
    text = json.dumps([{"number": "1.1", "title": "Lamps", "text": "They burn."}], indent=1)
    (entry,) = entries_of(records(tmp_path, "r.json", text.encode())).values()
    assert (entry["number"], entry["title"], entry["lines"]) == ("1.1", "Lamps", [[3, 4]])


@pytest.mark.parametrize("text", ["id,text\n7,Lamps burn at night.\n8,Lamps go out.\n", "Points,Text\n1.5,It burns.\n"])
def test_what_numbers_no_rule_is_no_number(tmp_path: Path, text: str) -> None:
    found = entries_of(records(tmp_path, "r.csv", text.encode()))
    assert not any(one["number"] for one in found.values())


def test_records_within_records_are_sections_with_their_addresses(tmp_path: Path) -> None:
    text = json.dumps(
        [
            {
                "id": "rest",
                "title": "Rest",
                "text": "Ships *rest* here.\n- at dawn\n- at dusk, see [Sail](#sail)",
                "order": 3,
            },
            {
                "id": "sail",
                "title": "Sail",
                "rules": [{"id": "up", "title": "Sail up", "text": "Hoist.\n\nHold."}],
            },
        ],
        indent=2,
    )
    found = records(tmp_path, "rules.json", text.encode())
    entries = entries_of(found)
    assert [(one["title"], one["anchors"]) for one in entries.values()] == [
        ("Rest", ["rest"]),
        ("Sail", ["sail"]),
        ("Sail up", ["up"]),
    ]
    assert entries["sail-up"]["parent"] == "rules:sail"
    assert [(one["kind"], one["text"]) for one in entries["rest"]["blocks"]] == [
        ("text", "Ships rest here."),
        ("bullet", "at dawn"),
        ("bullet", "at dusk, see Sail"),
    ]
    assert [one["text"] for one in entries["sail-up"]["blocks"]] == ["Hoist.", "Hold."]
    assert [(one["text"], one["target"]) for one in found if one["record"] == "reference"] == [("Sail", "rules:sail")]
    lines = text.split("\n")
    for entry in entries.values():
        assert f'"title": "{entry["title"]}"' in lines[entry["lines"][0][0] - 1]
    furniture = {one["reason"]: one["lines"] for one in found if one["record"] == "furniture"}
    assert furniture["mark-up"][0] == [1, 2]
    assert furniture["record field"][0] == [3, 3]


def test_the_manifest_says_what_fields_hold(tmp_path: Path) -> None:
    text = "Kort;Regelung;Datum;Hof\nAnker;Er hält.;2020;x\n"
    read = read_document_file(text.encode(), Report(), Hints("r.csv"))
    assert read.guess == "the rows of a table, with the names of its columns as its head"
    (tmp_path / "corpus.toml").write_text(
        '[[document]]\nfile = "r.csv"\n[document.fields]\ncard = "Kort"\nruling = "Regelung"\n'
        'Datum = "fact"\nhof = "leave-out"\n'
    )
    assert rulings(tmp_path, "r.csv", text) == {"Anker": [("Er hält.", None, None, [[2, 2]])]}


def test_a_row_that_does_not_fit_is_told(tmp_path: Path) -> None:
    text = "card,ruling\n" + "Anchor,It holds.\n" * 4 + ",Nobody holds.\n"
    read = read_document_file(text.encode(), Report(), Hints("r.csv"))
    assert read.misfits == (6,)
    assert read.guess.endswith("; left out because they did not fit: line 6")
    (tmp_path / "r.csv").write_text(text)
    with Library([tmp_path], cache=tmp_path / "cache") as library:
        found = selection.findings(library, choice=selection.FindingChoice(codes=("record-unread",)))
    assert [(one.line, one.message) for one in found] == [(6, "this record has no card with a ruling; it is left out")]


@pytest.mark.parametrize(
    ("name", "text", "day"),
    [
        ("r.json", '[{"card": "Oar", "ruling": "It floats.", "date": "2021-06-31"}]', "2021-06-31"),
        ("r.csv", "card,ruling,date\nOar,It floats.,31.06.2021\n", "31.06.2021"),
        ("r.yaml", 'Oar:\n  - {text: It floats., date: "February 29, 2021"}\n', "February 29, 2021"),
        (
            "r.jsonl",
            '{"card": "Oar", "ruling": "It floats.", "date": "2021-02-29T10:00:00Z"}\n',
            "2021-02-29T10:00:00Z",
        ),
    ],
)
def test_a_day_that_is_in_no_calendar_is_text_of_its_ruling(tmp_path: Path, name: str, text: str, day: str) -> None:
    ((ruling, date, _, _),) = rulings(tmp_path, name, text)["Oar"]
    assert (ruling, date) == (f"It floats. ({day})", None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "r.json",
            '{"version": "2.1", "updated": "2025-06-30T10:00:00Z", "rulings": [{"card": "Oar", "text": "It swims."}]}',
        ),
        ("r.json", '{"meta": {"title": "x", "edition": 2.1, "date": "30 June 2025"}, "Oar": ["It floats."]}'),
        ("r.yaml", "revision: v2.1\ndate: 2025-06-30\nrules:\n  - title: Oar\n    text: It floats.\n"),
    ],
)
def test_edition_and_date_of_a_file_are_fields_at_its_top(tmp_path: Path, name: str, text: str) -> None:
    found = records(tmp_path, name, text.encode())
    document = next(one for one in found if one["record"] == "document")
    assert (document["edition"], document["date"]) == ("2.1", "2025-06-30")
    assert [one["title"] for one in entries_of(found).values()] == ["Oar"]


def test_fields_of_a_record_say_nothing_of_the_whole_file(tmp_path: Path) -> None:
    found = records(tmp_path, "r.json", b'[{"card": "Oar", "ruling": "It floats.", "date": "2020", "version": "2"}]')
    document = next(one for one in found if one["record"] == "document")
    assert (document["edition"], document["date"]) == (None, None)


def test_what_looks_like_a_formula_is_text(tmp_path: Path) -> None:
    found = rulings(tmp_path, "r.csv", 'card,ruling\nAnchor,"=HYPERLINK(""http://example.org"")"\n')
    assert found["Anchor"][0][0] == '=HYPERLINK("http://example.org")'


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.json", '[{"a": 1}, {"b"', "is not valid JSON: the value of “b” is missing on line 1"),
        ("a.json", '{"a":\n"x', "is not valid JSON: unterminated string starting at on line 2"),
        ("a.json", '[{"a": ' + "[" * 5000, "is nested too deeply, on line 1"),
        (
            "a.json",
            '{"count": 3}',
            "has no known fields (it has: count); name them in [document.fields] of corpus.toml",
        ),
        ("a.csv", "card,ruling\n", "is a table without rows; its first line must contain the column names"),
        (
            "a.csv",
            f"card,ruling{',' * 20_000}\nMask,Hides.\n",
            "has more than 16,384 columns; leave out those that are not about the rules",
        ),
        ("a.csv", f"a{',' * 9_999}\n" + "b,c\n" * 100, "contains more than 1,000,000 values; split it"),
        ("a.yaml", "a: [1\nb: 2", "is not valid YAML: did not find expected ',' or ']' on line 2"),
        ("a.yaml", "- " * 50_000, "is nested too deeply, on line 1"),
        ("", b"PK\x03\x04 xl/workbook.xml", "is an Excel workbook; save the sheet as CSV"),
        ("", b"PK\x03\x04 notes.txt", "is an archive; unpack it and name the documents in it"),
        ("", b"\x7fELF\x02\x01", "is a program, not a document"),
        ("", b"\x89PNG\r\n\x1a\n", "is an image; run text recognition (OCR), and use the result"),
        (
            "",
            b"\xd0\xcf\x11\xe0\xa1\xb1",
            "is an old or an encrypted office document; save it as DOCX or CSV, without a password",
        ),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(name: str, text: str | bytes, sentence: str) -> None:
    assert refusal(text if isinstance(text, bytes) else text.encode(), name) == sentence


def test_a_yaml_file_that_grows_without_end_is_refused() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
    with pytest.raises(SourceError, match="values; split it"):
        read_document_file(bomb.encode(), Report(), Hints("bomb.yaml"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", "[" + ", ".join(['{"card": "Mask", "ruling": "It hides all."}'] * 4) + "]"),
        ("a.jsonl", '{"card": "Mask", "ruling": "It hides all."}\n' * 4),
        ("a.csv", "card,ruling\n" + "Mask,It hides all.\n" * 4),
        ("a.yaml", "- card: Mask\n  ruling: It hides all.\n" * 4),
        ("a.yaml", "- &mask\n  card: Mask\n  ruling: It hides all.\n" + "- *mask\n" * 3),
    ],
)
def test_a_file_of_more_records_than_can_be_read_soon_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setattr(record_values, "MOST_RECORDS", 4)
    assert read_document_file(text.encode(), Report(), Hints(name)).pieces
    monkeypatch.setattr(record_values, "MOST_RECORDS", 3)
    assert refusal(text.encode(), name) == "contains more than 3 records; split it into several files"


@pytest.mark.parametrize("text", ["a: &a [b, *a]\n", "a: *b\nb: &b c\n", "---\na: &a b\n---\nc: *a\n"])
def test_a_reference_of_yaml_to_what_is_not_before_it_is_refused(text: str) -> None:
    assert re.fullmatch(
        "refers to “[ab]”, which is undefined or contains it, on line [14]", refusal(text.encode(), "a.yaml")
    )


@pytest.mark.parametrize(
    ("text", "name", "format"),
    [
        ("# Sails\n\n- one\n", "a.yaml.md", "text"),
        ("Note: a text.\n\nKeel: another.\n", "a.txt", "text"),
        ("[Sails](#sails) lead.\n\nText.\n", "a.md", "text"),
        ("{Sails} lead.\n", "a.txt", "text"),
        ("Sails, keels, and text\nwith commas, too\n", "a.txt", "text"),
        ('{"card": "Anchor", "ruling": "It holds."}\n{"card": "Barge", "ruling": "It sinks."}\n', "a.txt", "jsonl"),
        ('[{"card": "Anchor"}]', "a.txt", "json"),
        ("<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n", "a.txt", "html"),
        ("<!-- saved -->\n<!DOCTYPE html>\n<p>x", "a.md", "html"),
    ],
)
def test_what_a_file_is_is_told_by_its_content(text: str, name: str, format: str) -> None:
    assert open_file(text.encode(), name).format == format
