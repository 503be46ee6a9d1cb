"""A document's own list of sources is found and read."""

import pytest

from judge.reading.rulings.attribution import is_source_heading, listed_sources

LISTS = (
    ["TOM – Tournament Operations Manual", "RTR – Rules Team Rulings"],
    ["- TOM: Tournament Operations Manual", "- RTR: Rules Team Rulings"],
    ["[TOM] Tournament Operations Manual", "[RTR] Rules Team Rulings"],
    ["TOM = Tournament Operations Manual", "RTR = Rules Team Rulings"],
    ["TOM | Tournament Operations Manual", "RTR | Rules Team Rulings"],
    ["Rulings come from these places.", "TOM\tTournament Operations Manual", "(RTR) Rules Team Rulings"],
)


@pytest.mark.parametrize("lines", LISTS, ids=[lines[-1] for lines in LISTS])
def test_a_list_explains_its_abbreviations(lines: list[str]) -> None:
    assert listed_sources(lines) == {"TOM": "Tournament Operations Manual", "RTR": "Rules Team Rulings"}


def test_sources_may_be_numbered() -> None:
    listed = listed_sources(["[1] Harbour Rules, 2nd edition", "[2] https://example.org/rulings", "", "[12] A letter"])
    assert list(listed) == ["1", "2", "12"]


@pytest.mark.parametrize(
    "lines",
    [
        ["The gull flies.", "The copy keeps its name."],
        ["TOM – Tournament Operations Manual"],
        ["TOM – a manual", "The gull flies.", "The copy keeps its name.", "It is wet."],
        [],
    ],
)
def test_other_lines_are_not_a_list_of_sources(lines: list[str]) -> None:
    assert not listed_sources(lines)


@pytest.mark.parametrize(
    ("heading", "tells"),
    [
        ("Sources", True),
        ("Key to the Sources of Rulings:", True),
        ("Sea Gull", False),
        ("Resources", False),
        ("Where the sources of power are and how the gull finds them", False),
    ],
)
def test_a_heading_tells_of_sources(heading: str, tells: bool) -> None:
    assert is_source_heading(heading) is tells
