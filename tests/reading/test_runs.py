"""Where the form of the items changes below one heading, another series begins."""

from tests.reading.test_parts import kinds, read

CARDS = """# Harbour Feud: Companion

## Habits of the cards

What came up at our table.

**Anchor.** It holds two boats. (7 May 2022)

**Bell.** It rings at dusk. (8 May 2022)

**Crane.** It lifts one cargo. (9 May 2022)

> **Dredge**
>
> It takes one cargo from each boat. (1 December 2021)

> **Eel Trap**
>
> It takes no cargo. (12 May 2019)

| Card | What people ask | What we say |
| --- | --- | --- |
| Ferry | Does it need a crew? | No. |
| Gull | Can it be answered? | Yes. |
"""
NAMES = ["Anchor", "Bell", "Crane", "Dredge", "Eel Trap", "Ferry", "Gull"]


def test_each_form_below_a_heading_is_a_series_of_its_own() -> None:
    entries = read(CARDS).entries
    heading = next(entry for entry in entries if entry.title == "Habits of the cards")
    cards = [entry for entry in entries if entry.kind == "card"]
    assert [card.title for card in cards] == NAMES
    assert {card.parent for card in cards} == {heading.id}
    assert [block.text for block in heading.blocks] == ["What came up at our table."]


def test_names_before_their_text_behind_names_above_it() -> None:
    above = "\n\n".join(f"{name}\n----\n{name} holds the boat. [OM]" for name in ("Anchor", "Bell", "Crane"))
    before = (
        "Mast: It may be used at once. It is not a\n    boat. [PG]\nOar: It stays where it is. [OM, 7 Apr\n    2019]\n"
    )
    found = kinds(
        f"Rulings on cards\n================\n\n{above}\n\nSome short ones:\n\n{before}Pump: It is dry. [PG]\n"
    )
    assert [title for kind, title in found if kind == "card"] == ["Anchor", "Bell", "Crane", "Mast", "Oar", "Pump"]


def test_each_dated_line_below_a_name_is_a_ruling() -> None:
    lines = "ANCHOR\n  01 Jul 2021  It holds two boats.\n  15 Jan 2022  It holds one boat.\n\n"
    others = "".join(f"{name}\n  15 Jan 2022  It rings at dusk.\n\n" for name in ("BELL", "CRANE", "DREDGE"))
    cards = [entry for entry in read(f"CARD RULINGS\n============\n\n{lines}{others}").entries if entry.kind == "card"]
    assert [(block.text, block.date) for block in cards[0].blocks] == [
        ("It holds two boats.", "2021-07-01"),
        ("It holds one boat.", "2022-01-15"),
    ]
