"""Lists of records in the shapes in which public sites and people write them are read without a word from anybody."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.core.diagnostics import Report
from judge.core.model import Entry
from judge.core.names import facts_line
from judge.library.manifest import DocumentTable, SourceFile
from judge.library.parsing import ParsedDocument, open_document, read_document
from judge.pipeline import parse_alone
from tests.support import CASES, read_cases

LAMP, FERRY = "Lamp of the Shoal", "Quiet Ferry"
ID, OTHER_ID = "0a1b2c3d-1111-4222-8333-444455556666", "77772c3d-1111-4222-8333-444455556666"
LIT, SEALED, TWICE = "The lamp stays lit while the boat waits.", "A sealed lamp gives no light.", "It may dock twice."
FACE, OTHER_FACE = "Your boats may pass sealed gates.", "It may dock when a boat leaves."

Shown = dict[str, list[tuple[str, str, str | None]]]
"""The blocks of each card: kind, text, date."""
RULED: Shown = {LAMP: [("ruling", LIT, "2024-03-01"), ("ruling", SEALED, "2023-06-05")]}
RULED |= {FERRY: [("ruling", TWICE, "2023-04-12")]}


def shapes(kind: str) -> list[Any]:
    """Return the files of a kind in `tests/cases/records.md`, each with its name."""
    cases = (case for case in read_cases(CASES / "records.md") if case.title.startswith(f"{kind}: "))
    return [pytest.param(*case.source.split("\n", 1), id=case.title) for case in cases]


def read(name: str, text: str) -> ParsedDocument:
    """Read a file that nobody says anything of."""
    return parse_alone(SourceFile(Path(name), "records"), text.encode(), ())


def told(name: str, text: str) -> str:
    """Return what is told of how a file is read."""
    source = SourceFile(Path(name), "records")
    return read_document(source, open_document(source, text.encode(), Report()), Report()).dialect.why


def cards(name: str, text: str) -> dict[str, Entry]:
    """Return the cards of a file by their titles."""
    return {entry.title or "": entry for entry in read(name, text).entries if entry.kind == "card"}


def shown(found: dict[str, Entry]) -> Shown:
    """Return the blocks of cards."""
    return {title: [(one.kind, one.text, one.date) for one in card.blocks] for title, card in found.items()}


@pytest.mark.parametrize(("name", "text"), shapes("rulings"))
def test_rulings_are_on_their_cards(name: str, text: str) -> None:
    found = shown(cards(name, text))
    assert {
        LAMP if title == ID else FERRY if title == OTHER_ID else title: own for title, own in found.items()
    } == RULED


@pytest.mark.parametrize(("name", "text"), shapes("faces"))
def test_what_a_card_says_itself_is_no_ruling(name: str, text: str) -> None:
    found = shown(cards(name, text))
    assert found[LAMP][0] == ("text", FACE, None)
    assert found[FERRY][0] == ("text", OTHER_FACE, None)
    assert all(kind == "ruling" for own in found.values() for kind, _, _ in own[1:])


def test_questions_about_a_card_are_its_rulings() -> None:
    """Each face of the card is a name of it."""
    row = {"card": f"{LAMP} // Wick", "question": "Does it burn?", "answer": LIT, "by": "Ada", "date": "2024-03-01"}
    (card,) = read("a.jsonl", json.dumps(row)).entries
    told = [(one.kind, one.text, one.date, one.author) for one in card.blocks]
    assert (card.aliases, told) == ((LAMP, "Wick"), [("ruling", f"Does it burn? {LIT}", "2024-03-01", "Ada")])


def test_the_picture_of_a_card_is_no_source_of_its_rulings() -> None:
    ruling = {"text": f"{LIT} [RTR 20240301]", "references": [{"label": "RTR 20240301"}]}
    (card,) = read(
        "a.json", json.dumps([{"name": LAMP, "url": "https://cards.example/1.jpg", "rulings": [ruling]}])
    ).entries
    assert [(one.kind, one.source) for one in card.blocks] == [("ruling", "RTR 20240301")]


@pytest.mark.parametrize(("name", "text"), shapes("errata"))
def test_errata_have_what_is_printed_and_what_should_be_read(name: str, text: str) -> None:
    found = cards(name, text)
    corrected = {title: (card.errata.printed, card.errata.text) for title, card in found.items() if card.errata}
    assert corrected == {LAMP: ("Boats pass.", FACE), FERRY: ("It docks.", OTHER_FACE)}


def test_the_manifest_names_the_fields_of_errata() -> None:
    row = DocumentTable(fields={"card": "Kort", "printed": "Hidtil", "should_read": "Nu"})
    text = f"Kort;Hidtil;Nu\n{LAMP};Boats pass.;{FACE}\n"
    (entry,) = parse_alone(SourceFile(Path("a.csv"), "records", row), text.encode(), ()).entries
    assert entry.errata is not None
    assert (entry.kind, entry.errata.printed, entry.errata.text) == ("card", "Boats pass.", FACE)


def test_a_table_without_texts_keeps_its_rows() -> None:
    text = "Infraction,Penalty,Remarks\nLate arrival,Warning,Game loss after ten minutes\nSlow play,Warning,\n"
    found = {entry.title: [one.text for one in entry.blocks] for entry in read("a.csv", text).entries}
    assert found == {"Late arrival": ["Warning", "Game loss after ten minutes"], "Slow play": ["Warning"]}


def test_keywords_are_terms() -> None:
    text = "- keyword: Tether\n  reminder: A tethered boat stays.\n- keyword: Beacon\n  reminder: It is seen first.\n"
    assert [(one.kind, one.title) for one in read("a.yaml", text).entries] == [("term", "Tether"), ("term", "Beacon")]


def test_what_is_taken_and_what_is_not_is_said() -> None:
    face = {
        "name": LAMP,
        "type_line": "Lamp",
        "oracle_text": FACE,
        "set": 7,
        "prices": {"usd": ["1", "2"]},
        "reserved": "",
    }
    ruling = {"object": "ruling", "oracle_id": ID, "published_at": "2024-03-01", "comment": LIT}
    text = json.dumps([face, face | {"name": FERRY}])
    assert told("a.json", text).endswith("; facts: type_line, set, prices")
    assert facts_line(cards("a.json", text)[LAMP].facts) == "type_line: Lamp · set: 7 · prices usd: 1, 2"
    said = told("a.json", json.dumps([ruling, ruling | {"comment": SEALED}]))
    assert "a list of cards in the same folder may name it" in said


HEADS = {
    "en": ("Card Name;Ruling;Date;Source", "Card;Printed;Should read", "Question;Answer", "Term;Definition"),
    "de": ("Kartenname;Klarstellung;Datum;Quelle", "Karte;Gedruckt;Neuer Text", "Frage;Antwort", "Begriff;Erklärung"),
    "es": ("Carta;Aclaración;Fecha;Fuente", "Carta;Impreso;Debe decir", "Pregunta;Respuesta", "Término;Definición"),
    "fr": (
        "Nom de la carte;Précision;Date;Source",
        "Carte;Imprimé;Devrait être",
        "Question;Réponse",
        "Terme;Définition",
    ),
    "it": ("Carta;Chiarimento;Data;Fonte", "Carta;Stampato;Testo corretto", "Domanda;Risposta", "Termine;Definizione"),
    "pt": ("Carta;Decisão;Data;Fonte", "Carta;Impresso;Texto corrigido", "Pergunta;Resposta", "Termo;Definição"),
    "pl": ("Nazwa karty;Orzeczenie;Data;Źródło", "Karta;Było;Powinno być", "Pytanie;Odpowiedź", "Pojęcie;Definicja"),
    "hu": ("Kártya neve;Állásfoglalás;Dátum;Forrás", "Lap;Eredeti;Helyesen", "Kérdés;Válasz", "Fogalom;Leírás"),
    "ru": ("Карта;Разъяснение;Дата;Источник", "Карта;Напечатано;Следует читать", "Вопрос;Ответ", "Термин;Описание"),
}
"""What columns are called in each language: of rulings, errata, questions and terms."""


@pytest.mark.parametrize("language", HEADS)
def test_columns_have_names_in_each_language(language: str) -> None:
    rulings, errata, questions, terms = HEADS[language]
    found = read("a.csv", f"{rulings}\nKua;{LIT};2024-03-01;Kolo 4\nMiro;{TWICE};2023-04-12;Kolo 5\n").entries
    told = [(one.kind, one.title, one.blocks[0].kind, one.blocks[0].date, one.blocks[0].source) for one in found]
    assert told == [
        ("card", "Kua", "ruling", "2024-03-01", "Kolo 4"),
        ("card", "Miro", "ruling", "2023-04-12", "Kolo 5"),
    ]
    changed = [one.errata for one in read("a.csv", f"{errata}\nKua;{LIT};{SEALED}\n").entries]
    assert [(one.printed, one.text) for one in changed if one] == [(LIT, SEALED)]
    asked = read("a.csv", f"{questions}\nKua tai?;{LIT}\nMiro tai?;{TWICE}\n").entries
    assert [(one.kind, one.title) for one in asked] == [("qa", "Kua tai?"), ("qa", "Miro tai?")]
    named = read("a.csv", f"{terms}\nKua;{LIT}\nMiro;{TWICE}\n").entries
    assert [(one.kind, one.title) for one in named] == [("term", "Kua"), ("term", "Miro")]


def test_names_without_accents_are_the_same() -> None:
    (entry,) = read("a.csv", f"CARTA;ACLARACION;FECHA\nKua;{LIT};2024-03-01\n").entries
    assert [(one.kind, one.date) for one in entry.blocks] == [("ruling", "2024-03-01")]


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029", "\u2028\u2028 \x85"])
@pytest.mark.parametrize("form", ['- card: "Buoy{sign}"\n  ruling: It floats.\n', "# {sign}\n", '- note: "a{sign}b"\n'])
def test_lines_of_yaml_are_those_of_the_file(form: str, sign: str) -> None:
    """Signs that end a line in Unicode alone do not."""
    text = form.format(sign=sign) + "- card: Anchor\n  ruling: It holds.\n"
    (anchor,) = (entry for entry in read("a.yaml", text).entries if entry.title == "Anchor")
    assert anchor.lines == ((text.count("\n") - 1,) * 2,)
    assert anchor.blocks[-1].lines == ((text.count("\n"),) * 2,)
