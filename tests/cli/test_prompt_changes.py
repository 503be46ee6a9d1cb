"""The prompt answers from the documents as they are when it is asked."""

from pathlib import Path

import pytest

from judge.cli.answering import prompt
from judge.opened_library import Library
from tests.support import write_collection

RULES = "# Tide Rules\n\n1.0 Anchors\n\nAn anchor holds {} ship.\n\n2.0 Chains\n\nA chain holds an anchor.\n"


def test_a_document_that_changed_meanwhile_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = write_collection(tmp_path / "tide", rules_md=RULES.format("one"))
    wordings = iter(("one", "many a"))

    def typed() -> str:
        wording = next(wordings, None)
        if wording is None:
            return ""
        if wording != "one":
            write_collection(folder, rules_md=RULES.format(wording))
        return "1.0"

    monkeypatch.setattr(prompt, "typed_line", typed)
    with Library([folder], cache=tmp_path / "cache") as library:
        prompt.converse(library)
    shown, told = capfd.readouterr()
    assert -1 < shown.find("holds one ship") < shown.find("holds many a ship")
    assert "the documents have changed" in told
