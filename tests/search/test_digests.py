"""A digest is a layer of what it sums up: it answers where nothing else does, and says that it is only a summary."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.citations.verify import verify
from judge.cli import main
from judge.core.files import data_folder
from judge.core.text_facts import InShort, SummaryOf
from judge.opened_library import Library
from judge.references.digests import layers_of
from tests.editions.test_currency import DIGESTS, OF_DIGESTS, joined
from tests.support import refused, write_collection

__all__ = ["joined"]
TITLED = '[{ key = "rules", title = "Harbour Rulebook", edition = "3.1" }]'
OWN = "# Reef Rules\n\n## 24.0 Corals\n\nA coral is not damaged.\n\n## 24.1 Tides\n\nThe tide turns.\n"


@pytest.fixture
def alone(tmp_path: Path, own_cache: Path) -> Iterator[Library]:
    """The digests without what they sum up, of which one has a title and an edition in the manifest."""
    manifest = OF_DIGESTS.replace('["rules"]', TITLED)
    with Library([write_collection(tmp_path / "alone", **DIGESTS, **{"corpus.toml": manifest})]) as library:
        yield library


def run(library: Library, *words: str) -> str:
    """Return what a command prints of a library."""
    result = CliRunner().invoke(main, ["--corpus", str(library.folders[0]), *words])
    return result.stdout


@pytest.mark.parametrize(
    ("id", "document", "source"),
    [
        ("digest:2.0", "rules", "rules:2.0"),
        ("digest:9.1", "rules", None),
        ("short:ferry", "cards", "cards:ferry"),
        ("short:night-buoy", "cards", None),
    ],
)
def test_an_entry_sums_up_the_one_of_its_number_or_title(
    joined: Library, alone: Library, id: str, document: str, source: str | None
) -> None:
    """Without its source, it sums up the document; its blocks say the same."""
    for library, summed in (
        (joined, SummaryOf(document, source)),
        (alone, SummaryOf(document, None)),
    ):
        entry = library.entries.record(id)
        assert {entry.summary_of, *(block.summary_of for block in entry.blocks)} == {summed}
    assert joined.entries.record("rules:2.0").summary_of is None


def test_a_source_answers_and_its_digest_is_folded_under_it(joined: Library) -> None:
    for query in ("oars", "2.0", "keep oars dry", "ferry", "rows"):
        answers = joined.search(query)
        assert answers, query
        assert not [one.row.id for one in answers if one.row.document in layers_of(joined.documents()).sources], query
    (first, *_) = joined.search("2.0")
    assert first.record().in_short == InShort("digest:2.0", "In short: keep oars dry.")
    assert [match.row.id for match in joined.matches("2.0")] == ["rules:2.0"]
    assert "digest:2.0" not in [one.id for one in joined.suggest("oar")]
    shown = run(joined, "show", "2.0")
    assert shown.count("in short: ") == 1
    assert "Harbour Digest" not in shown
    assert [card.id for card in joined.card("ferry")] == ["cards:ferry"]
    lines = [line.id for part in joined.between("ferry", "skiff").parts for line in part.lines]
    assert not [id for id in lines if id.startswith(("short:", "digest:"))]


def test_a_digest_answers_where_nothing_else_does_or_where_it_is_named(joined: Library) -> None:
    for query in ("9.1", "Harbour Digest 2.0"):
        assert joined.search(query)[0].row.document == "digest", query
    assert joined.search("oars", document="digest")[0].row.id == "digest:2.0"
    assert [match.row.id for match in joined.matches("night buoy")] == ["short:night-buoy"]
    assert joined.card("night buoy")[0].names[0].name == "Night Buoy"


@pytest.mark.parametrize("words", [("search", "oars"), ("show", "2.0"), ("oars",)])
def test_without_its_source_every_answer_says_what_it_is(alone: Library, words: tuple[str, ...]) -> None:
    assert "our summary of Harbour Rulebook 3.1, 2.0; not its wording" in run(alone, *words)


@pytest.mark.parametrize("quote", [None, "keep oars dry", "oars are wet"])
def test_a_summary_verifies_nothing(alone: Library, quote: str | None) -> None:
    found = verify(alone, "2.0", quote)
    assert (found.verdict, found.id, found.near) == ("unclear", "digest:2.0", ("digest:2.0",))
    assert found.summary == "our summary of Harbour Rulebook 3.1, 2.0; not its wording"
    assert f"only a summary is available: {found.summary}" in run(alone, "verify", "2.0")


# What came with the program


@pytest.fixture
def own(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of a person's own with a game that is not bundled; its folder of data."""
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("JUDGE_CORPUS", raising=False)
    row = '[[document]]\nfile = "reef.md"\ngame = "Reef"\n'
    write_collection(tmp_path / "data" / "library", reef_md=OWN, **{"corpus.toml": row})
    return tmp_path / "data"


def judge(*words: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, words)


def ids(*words: str) -> list[str]:
    """Return the ids of the results of a search."""
    return [one["id"] for one in json.loads(judge("search", "--json", *words).stdout)["results"]]


def test_a_game_of_ones_own_is_not_answered_from_what_is_bundled(own: Path) -> None:
    assert ids("24.0") == ["reef:24.0"]
    assert ids("damage") == ["reef:24.0"]
    assert judge("show", "31.0").exit_code == 1
    assert judge("card", "evil twin").exit_code == 1
    assert judge("between", "evil twin", "old uncle").exit_code == 1
    assert json.loads(judge("verify", "--json", "31.0").stdout)["verdict"] == "absent"
    assert judge("cites", str(own / "library" / "reef.md")).exit_code == 0
    listed = judge("list").stderr
    assert "searched only if their game is named: l5r-digest, shadowfist-card-digest, shadowfist-digest" in listed


def test_a_game_that_is_named_is_answered(own: Path) -> None:
    assert ids("shadowfist auction")[0].startswith("shadowfist-digest:31")
    assert ids("--game", "shadowfist", "toughness")[0].startswith("shadowfist-")
    assert judge("show", "shadowfist 31.0").stdout.startswith("Shadowfist Rules Digest\n31.0 Auctions")
    assert judge("show", "shadowfist-digest:31.0").exit_code == 0


def test_what_a_person_has_of_a_bundled_game_is_answered_from_both(own: Path) -> None:
    write_collection(own / "library", house_md="# House Rules\n\n## 1.0 Late\n\nWho is late waits.\n")
    row = '[[document]]\nfile = "house.md"\ngame = "Shadowfist"\n'
    (own / "library" / "corpus.toml").write_text(row, encoding="utf-8")
    assert ids("uniqueness auction")[0] == "shadowfist-digest:31.1"


def test_a_site_has_the_games_of_ones_own(own: Path, tmp_path: Path) -> None:
    with Library() as library, library.of_own_games() as shown:
        assert [one.key for one in shown.documents()] == ["reef"]
    with Library([data_folder("corpus")]) as library, library.of_own_games() as shown:
        assert shown is library


def test_a_document_is_off_until_it_is_on(own: Path) -> None:
    manifests = [(own / "library" / "corpus.toml").read_bytes(), (data_folder("corpus") / "corpus.toml").read_bytes()]
    assert "off: reef; judge list --on KEY switches one on again" in judge("list", "--off", "reef").stdout
    assert "reef:24.0" not in ids("24.0")
    assert judge("show", "reef:24.0").exit_code == 1
    assert "off: " not in judge("list", "--on", "reef").stdout
    assert ids("24.0") == ["reef:24.0"]
    assert manifests == [
        (own / "library" / "corpus.toml").read_bytes(),
        (data_folder("corpus") / "corpus.toml").read_bytes(),
    ]


def test_an_unknown_document_cannot_be_switched(own: Path) -> None:
    for option in ("--off", "--on"):
        told = refused("list", option, "ref", JUDGE_DATA=str(own)).splitlines()
        assert len(told) == 1
        assert told[0].startswith("judge: no document has the key 'ref'; the closest are reef, ")
    assert not (own / "off.txt").exists()


# The real documents


def test_the_text_of_a_digest_of_a_part_is_not_sure(tmp_path: Path, own_cache: Path) -> None:
    """A number or title answers as elsewhere; only its text is `unsure`, and the document to add is named."""
    said = 'kind = "digest"\ncovers = "2 of 9"\n'
    manifest = f'[[document]]\nfile = "digest.md"\ngame = "Harbour"\n{said}summarises = {TITLED}\n'
    digest = "# Harbour Digest\n\n## 2.0 Oars\n\nOars stay dry in a boat.\n\n## 3.0 Ropes\n\nA rope holds a ship.\n"
    files = {"digest.md": digest, "corpus.toml": manifest}
    with Library([write_collection(tmp_path / "part", **files)]) as library:
        (document,) = library.documents()
        assert document.covers == "2 of 9"
        records = {query: library.reply(query).record(query) for query in ("2.0", "ropes", "dry in a boat")}
        assert {query: one.answer for query, one in records.items()} == dict(
            zip(records, ("sure", "sure", "unsure"), strict=True)
        )
        partial = "Harbour Digest has only 2 of 9 entries; to get all of Harbour Rulebook 3.1, add your own copy"
        assert records["dry in a boat"].partial == f"{partial} with judge add FILE"
        assert records["2.0"].partial is None
        assert library.reply("zeppelin balloons").record("").answer == "none"
    (tmp_path / "part" / "rules.md").write_text(
        f"{digest.replace('Digest', 'Rulebook')}\n## 4.0 Sails\n\nSails fill.\n"
    )
    whole = f'{manifest}\n[[document]]\nfile = "rules.md"\nkey = "rules"\ngame = "Harbour"\nkind = "rules"\n'
    with Library([write_collection(tmp_path / "part", **{"corpus.toml": whole})]) as library:
        assert library.reply("dry in a boat").record("").answer == "sure"


def test_what_a_digest_covers_is_two_numbers(tmp_path: Path) -> None:
    manifest = '[[document]]\nfile = "rules.md"\ncovers = "half of it"\n'
    folder = write_collection(tmp_path / "wrong", **{"rules.md": OWN, "corpus.toml": manifest})
    assert "'half of it' must say how much it covers" in refused("--corpus", str(folder), "list")
