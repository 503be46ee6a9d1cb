"""Mail residue is decoded where a text shows it, and nothing else that looks like it."""

import pytest

from judge.core.diagnostics import Report
from judge.reading.text.source import SourceText, read_source

FULL = "x" * 68 + " harb"
"""A line that a mail program breaks at its limit."""

DECODED = {
    "=46errymen sail": "Ferrymen sail",
    "to S=E3o Bento": "to São Bento",
    "to S=C3=A3o Bento": "to São Bento",
    "=C9cole": "École",
    "the crew=92s berth": "the crew’s berth",
    "raft =3D ship": "raft = ship",
    "one=20crew": "one crew",
    "a raft =3D a ship.=0D=0AOne": "a raft = a ship. One",
    "=3D==46": "===46",
    "S=E3o Bento, Bel=E9m and X=5": "São Bento, Belém and X=5",
}
UNTOUCHED = (
    "X=5",
    "raft == ship",
    "12+34=46 goods",
    "HULL=80, CREW=92 and OIL=20",
    "ATK=DEF",
    "https://harbour.example/?tide=E9a",
    "=====",
    "x=C9cole where a=b",
    "The sum is 3 =",
)


def decode(text: str) -> tuple[SourceText, Report]:
    report = Report()
    return read_source(text.encode("utf-8"), report), report


@pytest.mark.parametrize(("mail", "plain"), DECODED.items())
def test_encoded_letters_are_decoded(mail: str, plain: str) -> None:
    assert decode(mail)[0].lines == (plain,)


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_no_mail_program_wrote_stays(text: str) -> None:
    source, report = decode(text)
    assert source.lines == (text,)
    assert not report.findings


def test_a_line_broken_inside_a_word_keeps_its_number_and_goes_on_without_a_blank() -> None:
    source, _ = decode(f"{FULL}=\nour\nend")
    assert source.lines == (FULL, "our", "end")
    assert source.soft == {1}


@pytest.mark.parametrize("text", [f"{FULL} =\nour", f"{FULL}=\n our", f"{FULL}=\n\nour", f"{FULL}="])
def test_a_line_broken_between_words_goes_on_with_a_blank(text: str) -> None:
    source, _ = decode(text)
    assert source.lines[0].rstrip() == FULL
    assert not source.soft


def test_a_line_that_held_residue_alone_is_told() -> None:
    source, _ = decode("Bel=E9m\n=20\n\nend")
    assert source.lines == ("Belém", " ", "", "end")
    assert source.emptied == {2}


def test_the_repair_is_reported_once_with_its_extent() -> None:
    _, report = decode("A port\nS=E3o Bento\nBel=E9m")
    [finding] = report.signed("doc", "doc.txt")
    assert (finding.code, finding.level, finding.line) == ("source-quoted-printable", "note", 2)
    assert (
        finding.message == "quoted-printable was decoded, first on this line (2 in all); save the email as plain text"
    )


@pytest.mark.parametrize("unit", ["=", "=A9", "= ", "a=\n", "?a=", "=3D"])
def test_a_long_line_of_residue_takes_no_longer_than_its_length(unit: str) -> None:
    source, _ = decode("x" + unit * 70_000)
    assert source.lines
