"""What a document is, is found out from its text alone; a manifest overrules it."""

from pathlib import Path

import pytest

from judge.core.errors import ManifestError
from judge.core.files import data_folder
from judge.library.manifest import SourceFile
from judge.opened_library import Library
from judge.pipeline import parse_alone
from judge.reading.metadata import game_names
from tests.support import CASES, Case, read_cases, write_collection

HEADS = list(read_cases(CASES / "headmatter.md"))
KNOWN = game_names.load_games([data_folder("corpus") / "games"])


@pytest.mark.parametrize("case", HEADS, ids=[case.title for case in HEADS])
def test_a_text_says_what_it_is(case: Case) -> None:
    document = parse_alone(SourceFile(Path("a.txt"), "a"), case.source.encode(), KNOWN).document
    title = None if document.title == "a" else document.title
    found = (document.dialect, title, document.game, document.edition, document.date)
    assert " | ".join(value or "–" for value in found) == case.expected, case.where
    assert set(document.why) == {"dialect", "title", "game", "edition", "date"}


def test_a_manifest_overrules_what_was_found_out(tmp_path: Path) -> None:
    manifest = '[[document]]\nfile = "a.md"\ntitle = "Reef"\ngame = "Coral"\ndate = "1999"\ndialect = "plain"\n'
    folder = write_collection(tmp_path / "reef", a_md=HEADS[0].source, **{"corpus.toml": manifest})
    with Library([folder], cache=tmp_path / "cache") as library:
        (document,) = library.documents()
    assert (document.title, document.game, document.date, document.dialect) == ("Reef", "Coral", "1999", "plain")
    assert document.why["title"] == "corpus.toml says so"
    assert document.edition == "3.1"


def test_a_persons_game_file_adds_to_the_bundled_one(tmp_path: Path) -> None:
    write_collection(tmp_path, **{"shadowfist.toml": 'marks = ["my word"]\n[card]\nfields = { Speed = "speed" }\n'})
    merged = game_names.load_games([data_folder("corpus") / "games", tmp_path])
    game = next(game for game in merged if game.name == "Shadowfist")
    assert "my word" in game.marks
    assert "Feng Shui Site" in game.marks
    assert game.labels.fields["Speed"] == "speed"
    assert game.labels.fields["Cost"] == "cost"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nam = 1", ": unknown key 'nam'; choose one of name, names, marks, card"),
        ("names = 'Tide'", ": 'names' must be a list of strings"),
        ("[card]\ntypes = [1]", ": 'types' must be a list of strings"),
        ("names = [", ":1: not valid TOML: Invalid value (at end of document)"),
    ],
)
def test_a_game_file_with_a_mistake_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    write_collection(tmp_path, **{"tide.toml": text})
    with pytest.raises(ManifestError) as caught:
        game_names.load_games([tmp_path])
    assert str(caught.value).startswith(f"{tmp_path / 'tide.toml'}{sentence}")


TEXT = "<p>Each ship has a crew.</p><p>The crew sails at dawn.</p>"
TITLES = [
    ("<title>Tide Rulebook | Harbour Press</title><h1>Setup</h1>{}<h1>Turns</h1>{}", "Tide Rulebook"),
    ("<title>Tide Rulebook</title><h1>Introduction</h1>{}<h2>Turns</h2>{}", "Tide Rulebook"),
    ("<title>Harbour Press - Home</title><h1>Tide Rules</h1>{}<h2>Turns</h2>{}", "Tide Rules"),
    ("<title>Harbour Press - Home</title><h1>Setup</h1>{}<h1>Turns</h1>{}", "Harbour Press"),
    ("<h1>Tide Rulebook</h1>{}<h1>Turns</h1>{}", "Tide Rulebook"),
    ("<h1>Setup</h1>{}<h1>Turns</h1>{}", None),
    ("<h1>Golden Rule</h1>{}<h1>Silver Rule</h1>{}", None),
    ("<h1>Setup</h1><p>In this Tide Rules Reference, words are terms.</p><h1>Turns</h1>{}", "Tide Rules Reference"),
    (
        '{"title": "Tide", "terms": [{"title": "Sail", "text": "Full."}, {"title": "Keel", "text": "It cuts."}]}',
        "Tide",
    ),
    ('[{"title": "Sail", "text": "It fills with wind."}, {"title": "Keel", "text": "It cuts the water."}]', None),
]


@pytest.mark.parametrize(("text", "title"), TITLES)
def test_the_first_of_several_parts_does_not_name_the_whole(text: str, title: str | None) -> None:
    """Where a format says how deep headings are, and may have a place for the title."""
    page = ("<!doctype html>" if text.startswith("<") else "") + text.replace("{}", TEXT)
    document = parse_alone(SourceFile(Path("a.html"), "a"), page.encode(), KNOWN).document
    assert (None if document.title == "a" else document.title) == title
