"""A card that several documents have is one card, with the text of each of them."""

from pathlib import Path

from click.testing import CliRunner

from judge.cli import main
from judge.opened_library import Library
from tests.sites import build

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
    assert {entry.document for entry in sheet.entries} == {"rulings", "errata", "newer"}
    corrected = [entry.errata.text for entry in sheet.entries if entry.errata]
    assert "Copy a card in play." in corrected


def test_cards_of_two_games_are_two(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, other_md=OTHER)
    with Library([folder], cache=tmp_path / "cache") as library:
        assert [len(card.ids) for card in library.card("evil twin")] == [1, 1]


def test_the_screen_names_each_document(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, errata_csv=ERRATA)
    shown = CliRunner().invoke(main, ["--corpus", str(folder), "card", "evil twin"]).output
    assert shown.count("Evil Twin\n") == 1
    assert "Copy a card in play." in shown
    assert "The copy keeps its name." in shown
    assert "errata.csv, line 2" in shown
    assert "rulings.md, line 5" in shown


def test_a_search_lists_it_once(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, errata_csv=ERRATA, newer_md=NEWER)
    with Library([folder], cache=tmp_path / "cache") as library:
        found = [one for one in library.search("copy") if one.row.title == "Evil Twin"]
        assert len(found) == 1
        said = {found[0].row.document: found[0].passage} | {one.row.document: one.passage for one in found[0].others}
        offered = [one.text for one in library.suggest("evil t")]
    assert said == {
        "newer": "It may copy a boat.",
        "errata": "Copy a card in play.",
        "rulings": "The copy keeps its name.",
    }
    assert offered == ["Evil Twin"]


def test_the_first_of_a_list_does_not_take_the_place_of_others(tmp_path: Path) -> None:
    """As many answers are shown as are asked for, each card counted once."""
    names = ("Anchor Chain", "Barge Pole", "Cable Reel")
    cards = "## Card rulings\n\n" + "".join(f"**{name}**: A sail tears. (2024-05-01)\n\n" for name in names)
    folder = written(
        tmp_path,
        a_md=f"# Tidewater Clarifications, June 2024\n\n{cards}",
        b_md=f"# Tidewater Rulings\n\n{cards}",
    )
    with Library([folder], cache=tmp_path / "cache") as library:
        found = library.search("sail tears", 3)
    assert {one.row.title for one in found} == set(names)
    assert all(len(one.others) == 1 for one in found)


def test_cards_of_two_games_are_two_answers(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, other_md=OTHER)
    with Library([folder], cache=tmp_path / "cache") as library:
        found = library.search("evil twin")
        assert [one.others for one in found if one.row.title == "Evil Twin"] == [(), ()]
        assert len(library.suggest("evil twin")) == 2


def test_an_answer_and_a_list_print_each_text(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, errata_csv=ERRATA, newer_md=NEWER)
    for command in ("search", "--"):
        shown = CliRunner().invoke(main, ["--corpus", str(folder), command, "evil twin"]).output
        assert shown.count("Evil Twin\n") == 1, command
        for text in ("It may copy a boat.", "Copy a card in play.", "The copy keeps its name."):
            assert text in shown, command


def test_the_site_lists_it_once_and_shows_all(tmp_path: Path) -> None:
    folder = written(tmp_path, rulings_md=RULINGS, errata_csv=ERRATA, newer_md=NEWER)
    with Library([folder], cache=tmp_path / "cache") as library:
        site = build(library, tmp_path / "site", base_url="https://example.org")
    cards = (site / "games/tidewater/cards.html").read_text(encoding="utf-8")
    assert cards.count("Evil Twin</a>") == 1
    assert "2 documents" not in cards
    main_part = (
        (site / "errata/evil-twin.html").read_text(encoding="utf-8").partition("<main")[2].partition("</main>")[0]
    )
    for text in ("It may copy a boat.", "Copy a card in play.", "The copy keeps its name."):
        assert main_part.count(f">{text}") == 1, text
    for document in ("newer", "rulings"):
        other = (site / document / "evil-twin.html").read_text(encoding="utf-8")
        assert f"url=../errata/evil-twin.html#{document}%3Aevil-twin" in other
        assert '<link rel="canonical" href="https://example.org/errata/evil-twin.html' in other
    errata = (site / "games/tidewater/errata.html").read_text(encoding="utf-8")
    assert errata.count("Copy a card in play.") == 1


def test_cards_that_differ_in_a_letter_of_the_alphabet_are_two(tmp_path: Path) -> None:
    text = "# {}\n\n## Aclaraciones de cartas\n\n**{}**: El jugador no puede robar una carta que es de su mano.\n"
    one, other = text.format("Marea Reglas", "Peña Alta"), text.format("Marea Aclaraciones, 2024", "Pena Alta")
    folder = written(tmp_path, a_md=one, b_md=other)
    manifest = "".join(f'[[document]]\nfile = "{name}.md"\ngame = "Marea"\nlanguage = "es"\n' for name in "ab")
    (folder / "corpus.toml").write_text(manifest)
    with Library([folder], cache=tmp_path / "cache") as library:
        assert [len(card.ids) for card in library.card("pena alta")] == [1, 1]
        assert [one.others for one in library.search("pena alta")[:2]] == [(), ()]
