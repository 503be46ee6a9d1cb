"""A card that several documents have is one card, with the text of each of them."""

from pathlib import Path

from click.testing import CliRunner

from judge.cli import main
from judge.library import Library

RULINGS = "# Tidewater Rulings\n\n## Card rulings\n\n**Evil Twin**: The copy keeps its name. (2021-03-04)\n"
ERRATA = 'Card,Printed,Should read\nEvil Twin,"Copy a card.","Copy a card in play."\n'
NEWER = "# Tidewater Clarifications, June 2024\n\n## Cards\n\n### Evil Twin\n\n- It may copy a boat. (2024-05-01)\n"
OTHER = "# Hedgerow Card Rulings\n\n## Evil Twin\n\n- It sleeps in winter. (2020-01-02)\n"


def written(tmp_path: Path, **texts: str) -> Path:
    """Write documents of these names."""
    for name, text in texts.items():
        stem, _, suffix = name.rpartition("_")
        (tmp_path / f"{stem}.{suffix}").write_text(text)
    return tmp_path


def test_documents_of_a_game_have_one_card(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, errata_csv=ERRATA, newer_md=NEWER)
    with Library([folder], cache=tmp_path / "cache") as library:
        (sheet,) = library.card("evil twin")
    assert [one.text for one in sheet.rulings] == [
        "It may copy a boat.",
        "The copy keeps its name.",
    ]
    record = sheet.record()
    assert {record["document"], *(one["document"] for one in record["others"])} == {"rulings", "errata", "newer"}
    corrected = [one["errata"]["text"] for one in (record, *record["others"]) if one["errata"]]
    assert "Copy a card in play." in corrected


def test_cards_of_two_games_are_two(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, other_md=OTHER)
    with Library([folder], cache=tmp_path / "cache") as library:
        assert [len(sheet.others) for sheet in library.card("evil twin")] == [0, 0]


def test_the_screen_names_each_document(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, errata_csv=ERRATA)
    shown = CliRunner().invoke(main, ["--corpus", str(folder), "card", "evil twin"]).output
    assert shown.count("Evil Twin\n") == 1
    assert "Copy a card in play." in shown
    assert "The copy keeps its name." in shown
    assert "errata.csv, line 2" in shown
    assert "rulings.md, line 5" in shown
