"""What other programs import: the names in `judge`, and what they may be given."""

import subprocess
import sys
from pathlib import Path

import pytest

import judge
from tests.support import write_collection


def test_every_public_name_is_there_and_is_what_it_is_called() -> None:
    for name in judge.__all__:
        found = getattr(judge, name)
        assert getattr(found, "__name__", name) in (name, "dict"), name
    assert set(judge.__all__) <= set(dir(judge))
    assert set(judge.LATER) <= set(judge.__all__)


def test_importing_the_package_opens_nothing() -> None:
    """Only the errors and the version come with `import judge`."""
    program = "import sys, judge; print(*sorted(name for name in sys.modules if name.startswith('judge')))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    assert loaded == ["judge", "judge.core", "judge.core.errors", "judge.version"]


def test_one_folder_may_be_given_as_it_is(tmp_path: Path) -> None:
    """A text is not taken for a list of letters."""
    folder = write_collection(tmp_path / "tides", tides_md="# Tides\n\n## Ebb\n\nWater falls.\n")
    for corpus in (folder, str(folder), [folder], (str(folder),)):
        with judge.open(corpus=corpus) as library:
            assert library.folders == [folder.resolve()]
            assert library.find("Ebb").title == "Ebb"
    with pytest.raises(judge.CollectionError, match="nowhere does not exist"):
        judge.open(corpus=str(tmp_path / "nowhere"))


def test_a_number_is_that_of_the_rules_in_force_and_the_others_are_there(tmp_path: Path) -> None:
    names = ("rules", "faq", "draft")
    rules = "# {}\n\n*{}*\n\n## 2.1 Ebb\n\nIt takes {} anchor.\n\n## 2.2 Flow\n\nIt gives one back.\n"
    folder = write_collection(
        tmp_path / "tides",
        rules_md=rules.format("Tide Rules 2.0", "May 2024", "one"),
        draft_md=rules.format("Tide Rules 3.0 (draft)", "May 2026", "no") + "\nThese rules replace Tide Rules 2.0.\n",
        faq_md="# Tide FAQ\n\n*June 2025*\n\n## 2.1 Is slack an ebb?\n\nNo.\n\n## 2.2 May I row?\n\nYes, but slowly.\n",
        **{"corpus.toml": "".join(f'[[document]]\nfile = "{name}.md"\ngame = "Tides"\n' for name in names)},
    )
    with judge.open(corpus=folder) as library:
        assert (library.find("2.1").document, library.find("2.1").superseded) == ("rules", False)
        assert tuple(entry.document for entry in library.find_all("2.1")) == names
        assert len({one.work for one in library.documents() if one.kind == "rules"}) == 1, "they can be compared"


def hints(library: judge.Library) -> tuple[list[judge.Answer], judge.Entry, judge.Interactions, list[judge.CardRecord]]:
    """Use the names in hints; the type checker reads this function."""
    between: judge.Interactions = library.between("pocket demon", "confucian stability")
    return library.search("toughness"), library.find("24.0"), between, library.card("evil twin")


def test_the_public_names_are_the_types_of_what_is_returned(bundled: judge.Library) -> None:
    answers, entry, met, cards = hints(bundled)
    assert isinstance(bundled, judge.Library)
    assert isinstance(answers[0], judge.Answer)
    assert isinstance(entry, judge.Entry)
    assert isinstance(entry.blocks[0], judge.Block)
    assert isinstance(met, judge.Interactions)
    assert isinstance(cards[0], judge.CardRecord)
    assert isinstance(bundled.suggest("evil")[0], judge.Suggestion)
    assert isinstance(bundled.matches("24.0")[0], judge.Match)
    assert all(isinstance(one, judge.Reference) for one in bundled.references("shadowfist-digest:24.0"))


@pytest.mark.parametrize(
    ("narrowing", "told"),
    [
        ({"since": "yesterday"}, "'yesterday' is not a date; use 2006-08-05, 2006-08 or 2006"),
        ({"kind": "spell"}, "there is no kind 'spell'; choose one of section"),
        ({"game": "chess"}, "no document is for the game 'chess'"),
        ({"document": "chess"}, "no document has the key 'chess'"),
        ({"edition": "9.9"}, "no document has the edition '9.9'"),
        ({"as_of": "2024-13"}, "'2024-13' is not a date"),
    ],
)
def test_a_search_that_is_narrowed_to_what_there_is_not_is_an_error(
    narrowing: dict[str, str], told: str, bundled: judge.Library
) -> None:
    with pytest.raises(judge.CollectionError, match=told):
        bundled.search("auction", **narrowing)  # type: ignore[arg-type]


def test_a_closed_library_says_so(tmp_path: Path) -> None:
    library = judge.open(write_collection(tmp_path, tides_md="# Tides\n\n## 1.0 Ebb\n\nWater falls.\n"))
    library.close()
    with pytest.raises(judge.CollectionError, match="this library is closed; open it again"):
        library.search("water")
