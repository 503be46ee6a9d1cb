"""Each language sends a reader to titles in its own words, and ordinary words send nobody anywhere."""

import tomllib
from pathlib import Path

import pytest

import judge
from judge.core.languages import known
from tests.support import CASES, export_of, write_collection

GLOSSARIES = tomllib.loads((CASES / "languages" / "pointers.toml").read_text(encoding="utf-8"))
FORMS = tomllib.loads((CASES / "languages" / "title_forms.toml").read_text(encoding="utf-8"))
HOLDERS = ("Ebb", "Flod", "Grad", "Hok", "Igel", "Jota", "Kolm", "Lunt")
"""Titles of the entries that send a reader on, in no language."""


def led(folder: Path, heading: str, entries: dict[str, str]) -> dict[str, list[tuple[str, str, str | None]]]:
    """Return the references of a glossary by the titles that they are in: text, status, and the title they lead to."""
    text = f"# {heading}\n\n" + "".join(f"## {title}\n\n{said}\n\n" for title, said in entries.items())
    with judge.open(corpus=[write_collection(folder, glossary_md=text)]) as library:
        records = export_of(library)
    titles = {one["id"]: one["title"] for one in records if one["record"] == "entry"}
    found: dict[str, list[tuple[str, str, str | None]]] = {title: [] for title in entries}
    for one in records:
        if one["record"] == "reference":
            found[titles[one["source"]]].append((one["text"], one["status"], titles.get(one["target"])))
    return found


def test_every_language_has_its_words() -> None:
    """A new language is a file; its glossary is here too."""
    assert set(GLOSSARIES) == set(known())


@pytest.mark.parametrize("language", GLOSSARIES)
def test_titles_are_named_in_eight_forms(language: str, tmp_path: Path) -> None:
    """Alone, with "also", in the plural, in a list, in quotes, in brackets, after "compare", and within a sentence."""
    glossary = GLOSSARIES[language]
    lines = [line.split(" | ") for line in glossary["lines"]]
    said = dict(zip(glossary["titles"], glossary["texts"], strict=True))
    said |= {holder: line for holder, (line, _) in zip(HOLDERS, lines, strict=True)}
    found = led(tmp_path, glossary["heading"], said)
    wanted = [[glossary["titles"]["abcd".index(one)] for one in meant] for _, meant in lines]
    assert [[target for *_, target in found[holder]] for holder in HOLDERS] == wanted


@pytest.mark.parametrize("language", FORMS)
def test_titles_are_named_by_what_is_beside_them(language: str, tmp_path: Path) -> None:
    """At least 34 of 36 forms in which rulebooks cite a title, and nothing in a page of ordinary prose."""
    glossary, lines = GLOSSARIES[language], [line.rsplit(" | ", 1) for line in FORMS[language]["forms"]]
    said = dict(zip(glossary["titles"], glossary["texts"], strict=True))
    holders = [
        f"{first}{last}"
        for first in "Bra Kel Mor Tis Wun Pla Gor Fet Nik".split()
        for last in ("dop", "vaz", "rux", "lim")
    ]
    said |= {holder: line for holder, (line, _) in zip(holders, lines, strict=True)}
    found = led(tmp_path, glossary["heading"], said | {"Zzzig": FORMS[language]["prose"]})
    wanted = [[glossary["titles"]["abcd".index(one)] for one in meant] for _, meant in lines]
    named = [[target for *_, target in found[holder] if target] for holder in holders]
    assert sum(one == other for one, other in zip(named, wanted, strict=True)) >= 34
    assert found["Zzzig"] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Siehe Rückseite."),
        ("de", "Siehe Hand des Gegners."),
        ("ja", "次ページを参照。"),
        ("zh", "参见例子。"),
        ("es", "Ver Barcos cuesta dos."),
        ("nl", "Zie Schepen varen."),
        ("ru", "Смотри Корабли идут."),
        ("fr", "Voir Annexe."),
    ],
)
def test_nouns_and_sentences_are_not_missing_titles(language: str, said: str, tmp_path: Path) -> None:
    """Only quotes tell a title where every noun has a capital, or none has; elsewhere each of its words has one."""
    glossary = GLOSSARIES[language]
    entries = dict(zip(glossary["titles"], glossary["texts"], strict=True))
    missing = f"{glossary['lines'][4].partition(' |')[0]}".replace(glossary["titles"][2], "Xyz")
    found = led(tmp_path, glossary["heading"], entries | {"Ebb": said, "Flod": missing})
    assert found["Ebb"] == []
    assert [status for _, status, _ in found["Flod"]] == ["dangling"]


@pytest.mark.parametrize(
    ("language", "title", "said"),
    [
        ("ja", "手札", "手札を見る。"),
        ("nl", "Wolf", "Ik zie Wolven."),
        ("nl", "Ketting", "Wie zie Kettingen heeft, wacht."),
        ("el", "Κανόνες", "Βλέπε Κανόνι."),
        ("el", "Καρπός", "Βλέπε Καρπί."),
    ],
)
def test_ordinary_verbs_and_other_words_name_no_title(language: str, title: str, said: str, tmp_path: Path) -> None:
    """A title that they hold, or that begins as they do."""
    glossary = GLOSSARIES[language]
    entries = dict(zip(glossary["titles"], glossary["texts"], strict=True))
    found = led(tmp_path, glossary["heading"], entries | {title: glossary["texts"][0], "Ebb": said})
    assert [target for *_, target in found["Ebb"] if target] == []


@pytest.mark.parametrize(
    ("language", "said", "letters"),
    [
        ("fr", "Voir aussi : Bouée.", "b"),
        ("fr", "Voir\u00a0: Ancre\u00a0; Bouée.", "ab"),
        ("fr", "Voir aussi\u202f: «\u00a0Chaîne\u00a0».", "c"),
        ("fr", "Voir chapitre Ancre.", "a"),
        ("de", "s. a. Boje", "b"),
        ("de", "Er fährt nicht (s.a. Boje und Kette).", "bc"),
        ("de", "Siehe Kapitel Anker.", "a"),
        ("de", "Siehe Kapitel Kugel.", ""),
        ("de", "Siehe auch Kugel und Anker.", "a"),
        ("de", "Siehe Anker, Kugel oder Ketten.", "ac"),
        ("de", "Siehe Anker, der sinkt.", ""),
        ("de", "Siehe „Kugel“ und „Anker“.", "-a"),
        ("nl", "Zie Boei en Kanon.", "b-"),
        ("it", "Se vedi Lupo, scappa.", ""),
        ("zh", "见船锚，弃一张。", ""),
        ("el", "Βλέπε και Άγκυρα.", "a"),
    ],
)
def test_marks_and_words_before_a_title_and_others_beside_it(
    language: str, said: str, letters: str, tmp_path: Path
) -> None:
    """Blanks before a colon, a word for a part, and a list of which the document has some titles; a dash is missing."""
    glossary = GLOSSARIES[language]
    entries = dict(zip(glossary["titles"], glossary["texts"], strict=True))
    found = led(tmp_path, glossary["heading"], entries | {"Ebb": said})
    wanted = [None if one == "-" else glossary["titles"]["abcd".index(one)] for one in letters]
    assert [target for *_, target in found["Ebb"]] == wanted


ENGLISH = {"Anchor": "It holds the ship that is at the pier.", "Wolf": "It is not a ship.", "Chain": "It is of iron."}
GERMAN = {"Anker": "Er hält das Schiff.", "Wolf": "Er ist nicht auf dem Schiff.", "Kette": "Sie ist an der Boje."}
SPANISH = {"Ancla": "Sujeta el barco que está en el mar.", "Cartas": "Las que se ven en la mesa.", "Lobo": "No va."}


@pytest.mark.parametrize(
    ("heading", "entries", "said", "found"),
    [
        ("Glossar", GERMAN, "Siehe „Nixe“.", [("Siehe „Nixe“", "dangling", None)]),
        ("Glossar", GERMAN, "Siehe auch: Anker; Ketten.", ["Anker", "Kette"]),
        ("Glossar", GERMAN, "Das Ende. Siehe „Anker“ und „Kette“.", ["Anker", "Kette"]),
        ("Glossar", GERMAN, "Siehe Nixe; sie singt. Siehe da, der Anker ist weg. Der Spieler siehe links.", []),
        ("Glossar", GERMAN, "Siehe Seite 12.", []),
        ("Glossar", GERMAN, "Ich siehe Nixe und Anker, und das Ende s. Anker.", []),
        ("Glossar", GERMAN, "Vergleiche Stärke.", []),
        ("Glosario", SPANISH, "El jugador puede ver Cartas y va por Ancla.", []),
        ("Glosario", SPANISH, "Ver Sirena.", [("Ver Sirena", "dangling", None)]),
        ("Glossary", ENGLISH, "See the player to your left. Compare Strength.", []),
        ("Glossary", ENGLISH, "See Wolves and Anchors. See Chain.", ["Wolf", "Anchor", "Chain"]),
        ("Glossary", ENGLISH, "Compare the Anchor. You may compare Anchor and Wolf.", []),
        ("Glossary", ENGLISH, "Siehe Anchor.", []),
        ("Glossary", ENGLISH, "Under Anchor weights, it sinks (see Wolf, below). Consult Chain.", ["Wolf", "Chain"]),
        ("Glossar", GERMAN | {"Taue und Boje": "Sie."}, "Siehe Anker und Taue und Boje.", ["Anker", "Taue und Boje"]),
        ("Glosario", SPANISH, "El barco no va (véase Ancla, más arriba; ver Lobo abajo).", ["Ancla", "Lobo"]),
        ("Glossary", ENGLISH, "It sinks (see also Anchor; Wolf) there.", ["Anchor", "Wolf"]),
        ("Glossary", ENGLISH, "See Anchor; Wolf; Chain. It is here.", ["Anchor", "Wolf", "Chain"]),
        ("Glossary", ENGLISH, "See Anchor. See Wolf. See Chain. (See the part Keel, above.)", [*ENGLISH, None]),
        ("Glossary", ENGLISH, 'See "Anchor," "Wolf," and "Chain."', ["Anchor", "Wolf", "Chain"]),
        ("Glossary", ENGLISH, "See [Anchor](#anchor); [Wolf](#wolf).", ["Anchor", "Wolf"]),
    ],
)
def test_only_what_names_a_title_is_a_reference(
    heading: str, entries: dict[str, str], said: str, found: list[object], tmp_path: Path
) -> None:
    """A title that is missing is reported where the whole text names it, as in English."""
    given = led(tmp_path, heading, entries | {"Ebb": said})["Ebb"]
    assert given == found or [target for *_, target in given] == found


@pytest.mark.parametrize(
    ("said", "title"),
    [("Siehe Anker.", "Anker"), ("Véase Ancla.", "Ancla"), ("Voir aussi « Bouée ».", "Bouée"), ("See Buoy.", "Buoy")],
)
def test_a_text_too_short_to_tell_its_language_names_titles_that_exist(said: str, title: str, tmp_path: Path) -> None:
    """Whatever the language of the words."""
    found = led(tmp_path, "Ebb", {title: "Flod grad.", "Hok": said, "Igel": said.replace(title, "Jota")})
    assert [target for *_, target in found["Hok"]] == [title]
    assert found["Igel"] == [] or said.startswith("See")
