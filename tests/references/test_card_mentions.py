"""Cards are found where a text means them, and nowhere else; versions and unknown ones are told apart."""

from functools import partial
from pathlib import Path

import pytest

from judge.core.model import Block, CardFact, Entry, Errata, FoundReference, Link, Place
from judge.opened_library import Library
from judge.references import card_names as card_mentions
from judge.references.card_names import CardNames, name_texts
from judge.references.targets import Targets
from judge.references.weighing import counterparts, resolve
from tests.support import CASES, Case, count_calls, export_of, read_cases, write_collection

CASES_OF_CARDS = list(read_cases(CASES / "cards.md"))
TITLES = (
    *("Night Ferry", "Harbour Watch", "Sun of Reeds", "Surprise, Surprise", "The Keeper", "Drake", "Gull", "Salt Lamp"),
    *("The Long Way", "Moonrise", "1000 Lanterns", "Tide", "Iron Lark", "Half-Moon", "Seawall Bell"),
    *("Return of the Drowned King", "Who Knocks?", "eXit", "e3 Lamp"),
)


def card(title: str, text: str = "", **more: object) -> Entry:
    """Make a card with one ruling."""
    return entry(f"list:{title}", title, text, kind="card", **more)


def entry(id: str, title: str, text: str = "", kind: str = "section", **more: object) -> Entry:
    """Make an entry with one block."""
    blocks = (block(text),) if text else ()
    return Entry(id, id.partition(":")[0], kind, None, title, ((1, 1),), blocks=blocks, **more)  # type: ignore[arg-type]


def block(text: str, *links: Link) -> Block:
    """Make a block of one line."""
    return Block("text", text, ((1, 1),), links=links, places=(Place(0, 1),))


GAME = (
    *map(card, TITLES),
    entry("rules:lamp", "Salt Lamp", "A drake is seen by <Gull> cards, after Night Ferry (NF) or Drake (TdW)."),
    entry("rules:answers", "Answers", "One may answer a Lantern Feast (NF), or the Lantern Feast (NF)."),
    card("Oar", errata=Errata("", {"type": "Event"})),
    entry("rules:text", "Text"),
)
NAMES = CardNames([name_texts(GAME)], "Tide")


def found_in(text: str, *links: Link, source: Entry = GAME[-1]) -> list[FoundReference]:
    """Find the cards of a text."""
    holder = Entry(
        source.id, source.document, source.kind, None, source.title, ((1, 1),), blocks=(block(text, *links),)
    )
    return list(card_mentions.find_card_mentions([holder], NAMES, {}))


@pytest.mark.parametrize("case", CASES_OF_CARDS, ids=[case.title for case in CASES_OF_CARDS])
def test_cards_are_found_as_their_case_says(case: Case) -> None:
    found = [f"{reference.text} | {reference.card or 'unknown'}" for reference in found_in(case.source)]
    assert "\n".join(found) == case.expected, case.where


def test_a_dead_link_is_a_card_known_or_not_or_a_rules_word() -> None:
    text = "Harbour Watches, the Grey Whale’s and salt lamps, and some words."
    links = (Link(0, 15, "#"), Link(21, 33, "#"), Link(38, 48, "#"), Link(54, 64, "#"))
    shown = [(one.text, one.kind, one.card) for one in found_in(text, *links)]
    assert shown == [
        ("Harbour Watches", "card", "Harbour Watch"),
        ("Grey Whale’s", "card", None),
        ("salt lamps", "title", None),
    ]


def test_a_card_does_not_refer_to_itself_by_its_bare_name() -> None:
    night_ferry = GAME[0]
    assert not found_in("Night Ferry leaves.", source=night_ferry)
    assert [one.text for one in found_in("Night Ferry (NF) is older.", source=night_ferry)] == ["Night Ferry (NF)"]


def test_a_tagline_below_the_heading_of_a_part_is_no_card() -> None:
    part = entry("rules:part", "Playing", kind="part")
    assert not found_in("“Night Ferry”", source=part)
    assert found_in("Read about the Night Ferry.", source=part)


def test_a_title_that_is_a_sentence_speaks_of_cards() -> None:
    for title, found in (("May the Night Ferry wait?", ["Night Ferry"]), ("Night Ferry and Gulls", [])):
        holder = entry("rules:text", title)
        assert [one.card for one in card_mentions.find_card_mentions([holder], NAMES, {})] == found


def test_what_another_reference_holds_is_left_to_it() -> None:
    holder = entry("rules:text", "Text", "See Night Ferry.")
    assert not list(card_mentions.find_card_mentions([holder], NAMES, {("rules:text", 0): [(0, 15)]}))


def resolved(
    title: str, entries: tuple[Entry, ...], source: str, edition: str | None = None
) -> list[tuple[str, str | None]]:
    """Resolve the name of a card."""
    targets = Targets(entries, {"rules": "Tide", "list": "Tide", "reef": "Reef"})
    reference = FoundReference(source, 0, 0, 1, 1, title, "card", label=title, card=title, edition=edition)
    return [(one.status, one.target) for one in resolve([reference], targets)]


def test_an_unknown_name_that_differs_by_one_letter_is_the_card() -> None:
    """A misspelt name with a code leads to the card; two letters make another name."""
    watch, text = card("Harbour Watch"), entry("rules:text", "Text")
    targets = Targets((watch, text), {"rules": "Tide", "list": "Tide"})
    for label, target in (("Harbuor Watch", watch.id), ("Harbor Watch", watch.id), ("Herbor Watch", None)):
        found = FoundReference("rules:text", 0, 0, 1, 1, label, "card", label=label, edition="NF")
        assert [one.target for one in resolve([found], targets)] == [target], label


def test_capitals_tell_nothing_where_the_list_prints_all_titles_in_them() -> None:
    shouted = CardNames([name_texts([card("NIGHT FERRY"), card("HARBOUR WATCH")])], "Tide")
    assert [one.card for one in search_all("The Night Ferry sinks.", shouted)] == ["NIGHT FERRY"]
    mixed = CardNames([name_texts([card("NIGHT FERRY"), card("Harbour Watch"), card("Sun of Reeds")])], "Tide")
    assert not search_all("The Night Ferry sinks.", mixed)


def test_versions_of_a_card_are_told_apart_where_the_text_allows() -> None:
    """By the set that is named, by the mark that is missing, by who is speaking; else both are told."""
    old, new = (
        card("Reef", variant="PAP", facts=(CardFact("", "NF"),)),
        entry("list:reef-2", "Reef", kind="card", variant="PAP"),
    )
    plain, text = entry("list:reef-3", "Reef", kind="card"), entry("rules:text", "Text")
    assert resolved("Reef", (old, new, text), "rules:text", "NF") == [("ok", "list:Reef")]
    assert resolved("Reef", (old, plain, text), "rules:text") == [("ok", "list:reef-3")]
    assert resolved("Reef", (old, new), "list:Reef", "NW") == [("ok", "list:reef-2")]
    assert resolved("Reef", (old, new, text), "rules:text") == [("ambiguous", "list:Reef")]
    assert resolved("Reef", (old,), "list:Reef") == []


def test_a_card_of_another_game_is_no_target() -> None:
    elsewhere = entry("reef:gull", "Gull", kind="card")
    assert resolved("Gull", (elsewhere, entry("rules:text", "Text")), "rules:text") == []


def test_counterparts_lead_both_ways_and_stay_in_their_game() -> None:
    entries = [
        entry("rules:1.0", "Ambushes"),
        entry("list:ambush", "Ambush", kind="topic"),
        entry("reef:ambush", "Ambush"),
        entry("list:in-ambush", "In Ambush", kind="topic"),
    ]
    targets = Targets(entries, {"rules": "Tide", "list": "Tide", "reef": "Reef"})
    pairs = [(one.reference.source, one.target) for one in counterparts(entries, targets)]
    assert pairs == [("rules:1.0", "list:ambush"), ("list:ambush", "rules:1.0")]


def test_editions_of_one_work_are_no_counterparts() -> None:
    entries = [entry("rules:1.0", "Ambush"), entry("rules~2:1.0", "Ambush")]
    games, works = dict.fromkeys(("rules", "rules~2"), "Tide"), dict.fromkeys(("rules", "rules~2"), "Rules of Tide")
    assert not list(counterparts(entries, Targets(entries, games, works)))


def search_all(text: str, names: CardNames) -> list[FoundReference]:
    """Find the cards of a text of some length."""
    return list(card_mentions.find_card_mentions([entry("rules:text", "Text", text)], names, {}))


def test_many_names_cost_no_more_than_few() -> None:
    """The work grows with the text, not with the number of names; names of a thousand words and of marks do no harm."""
    many = [card(f"Ferry {number} Of Reeds") for number in range(5_000)]
    odd = [card("Word " * 1000), card("!?"), card("The"), card("X")]
    text = "The Ferry 77 Of Reeds meets X and the Night Ferry again. " * 1_000
    names = CardNames([name_texts([*GAME, *many, *odd])], "Tide")
    few, lots = (count_calls(partial(search_all, text, known)) for known in (NAMES, names))
    assert lots < 5 * few


NUMBERED = """# Tide Rules

1.1 Lamps. A [Night Ferry](#) or **Night** Ferry meets the [Grey Whale](#).

1.2 Sails. They see
the Night Ferry and a Gull 1.1, as 1.1 says.
"""
ASKED = "# Tide FAQ\n\nQ: May a captain who has seen\nthe Night Ferry wait?\nA: Yes.\n\nQ: Why?\nA: So.\n"


def test_a_mention_knows_its_line_and_column(tmp_path: Path) -> None:
    """Dead links, plain names, names in a heading of two lines; a number in a name is no number of a rule."""
    texts = {
        "rules.md": NUMBERED,
        "faq.md": ASKED,
        "list.csv": "card,ruling\nNight Ferry,It sails.\nGull 1.1,It flies.\n",
    }
    tables = "".join(f'[[document]]\nfile = "{file}"\ngame = "Tide"\n' for file in texts)
    with Library([write_collection(tmp_path, **texts, **{"corpus.toml": tables})], cache=tmp_path / "cache") as library:
        records = export_of(library)
    found = [one for one in records if one["record"] == "reference" and one["kind"] == "card"]
    places = sorted((one["source"].partition(":")[0], one["line"], one["column"]) for one in found)
    assert places == [
        ("faq", 4, 5),
        ("rules", 3, 15),
        ("rules", 3, 36),
        ("rules", 3, 61),
        ("rules", 6, 5),
        ("rules", 6, 23),
    ]
    numbers = [one["column"] for one in records if one.get("kind") == "number" and one["source"].startswith("rules:")]
    assert numbers == [36]
