"""A rule that is sent has all that its reader needs, and comes back through `verify` as true."""

from __future__ import annotations

import json
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import judge
from judge.records.sharing import FORMS, LONGEST
from tests.sites import build
from tests.support import printed, refused, run_judge, write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OLD = "# Tide Rules\n\nEdition 1\n\n## 1.0 Ebb\n\nWater falls slowly at night.\n\n## 2.0 Flood\n\nWater rises.\n"
NEW = """# Tide Rules

## 1.0 Ebb

Water *falls* (2.0), unless [/quote] the moon_rune is ~~green~~ red. Ask @everyone.

- A <ferry> waits.

## 2.0 Flood

Water rises.

## 3.0 Storms

"""
TABLES = """
[[document]]
file = "tide-1.md"
edition = "1"
date = "2024"
work = "tide"
game = "Tide"
[[document]]
file = "tide-2.md"
edition = "2"
date = "2025"
work = "tide"
game = "Tide"
"""
URL = "https://rules.example.org/tide"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two editions of a rulebook, without a site."""
    storms = "\n\n".join(f"Storm {number} sinks every ship of {number} masts in the bay. " * 5 for number in range(12))
    folder = write_collection(tmp_path / "tides", **{"tide-1_md": OLD, "tide-2_md": NEW + storms})
    (folder / "corpus.toml").write_text(TABLES, encoding="utf-8")
    return folder


@pytest.fixture
def with_site(corpus: Path) -> Path:
    """The same with the address of a site."""
    (corpus / "corpus.toml").write_text(f'[site]\nurl = "{URL}"\n{TABLES}', encoding="utf-8")
    return corpus


@pytest.mark.parametrize("form", FORMS)
def test_what_is_shared_comes_back_as_true(form: str, with_site: Path) -> None:
    """It has title, edition, date, words and address; a change of its words is noticed."""
    text = printed("share", "tide-2:1.0", "--format", form, "--corpus", str(with_site))
    assert "Tide Rules 2 (2025), 1.0 Ebb" in text
    assert f"{URL}/tide-2/#1.0" in text
    given = ["verify", "-", "--corpus", str(with_site), "--json"]
    assert json.loads(printed(*given, stdin=text))["verdict"] == "true"
    changed = run_judge(*given, stdin=text.replace("waits", "sinks"))
    assert json.loads(changed.stdout)["verdict"] == "misquoted"
    assert printed("verify", text, "--corpus", str(with_site)).startswith("true")


def test_a_superseded_rule_says_so(with_site: Path) -> None:
    text = printed("share", "tide-1:1.0", "--corpus", str(with_site))
    assert text.splitlines()[1] == "Superseded by a later edition: Tide Rules 2 (2025), 1.0 Ebb"
    done = run_judge("verify", "-", "--corpus", str(with_site), "--json", stdin=text)
    assert json.loads(done.stdout)["verdict"] == "superseded"


def test_without_a_site_the_text_has_the_id_and_says_so(corpus: Path) -> None:
    done = run_judge("share", "tide-2:2.0", "--corpus", str(corpus))
    assert done.stdout.decode().endswith("\n\n(id tide-2:2.0, in judge; no public address is known)\n")
    assert b"no public address is known, so the text contains the id; set `url` in [site] of corpus.toml" in done.stderr
    assert printed("verify", "-", "--corpus", str(corpus), stdin=done.stdout).startswith("true")


def test_a_long_rule_is_cut_between_blocks_where_a_message_has_a_limit(with_site: Path) -> None:
    whole = printed("share", "3.0", "--corpus", str(with_site))
    text = printed("share", "3.0", "--format", "discord", "--corpus", str(with_site))
    assert len(text) <= LONGEST["discord"] < len(whole)
    assert text.endswith(f"> […]\n\n<{URL}/tide-2/#3.0>\n")
    assert printed("verify", "-", "--corpus", str(with_site), stdin=text).startswith("true")


def test_foreign_text_is_no_markup_and_calls_nobody(with_site: Path) -> None:
    forum = printed("share", "1.0", "--format", "forum", "--corpus", str(with_site))
    assert forum.count("[/quote]") == 1
    assert "[s]green[/s] red" in forum
    discord = printed("share", "1.0", "--format", "discord", "--corpus", str(with_site))
    assert "@everyone" not in discord
    assert r"\<ferry\>" in discord
    assert "~~green~~ red" in discord


def test_what_is_not_the_address_of_a_site_is_refused(corpus: Path) -> None:
    (corpus / "corpus.toml").write_text(f'[site]\nurl = "rules.example.org"\n{TABLES}', encoding="utf-8")
    told = refused("share", "2.0", "--corpus", str(corpus))
    assert "'url' in [site] must be a web address such as https://rules.example.org/" in told


def test_a_text_that_nobody_shared_is_no_locator(corpus: Path) -> None:
    told = refused("verify", "-", "--corpus", str(corpus), stdin="Water rises.")
    assert "standard input is not the output of judge share" in told


CORRECTED = [
    (
        'correction = "https://example.org/new?title={id}&body={words}%0A{edition}%0A{text}"',
        (
            "https://example.org/new?title=tide-2:2.0&body=Wrong%20%26%20old%0ATide%20Rules%202%20%282025%29%0A"
            "Flood%0AWater%20rises.\n"
        ),
    ),
    (
        'correction = "https://example.org/edit/{file}#L{line}"',
        "https://example.org/edit/tide-2.md#L9\n\nTo paste there:\n\nWrong & old\n\nTide Rules 2 (2025), 2.0 Flood\n",
    ),
    (
        'contact = "judges@example.org"',
        "mailto:judges@example.org?subject=Correction%3A%20tide-2%3A2.0&body=Wrong%20%26%20",
    ),
]


@pytest.mark.parametrize(("said", "begins"), CORRECTED, ids=["form", "editor", "mailbox"])
def test_the_owners_address_is_filled(said: str, begins: str, corpus: Path) -> None:
    (corpus / "corpus.toml").write_text(f"[site]\n{said}\n{TABLES}", encoding="utf-8")
    assert printed("report", "flood", "Wrong", "& old", "--corpus", str(corpus)).startswith(begins)


def test_without_an_owners_address_the_text_is_there_to_send(corpus: Path) -> None:
    done = run_judge("report", "flood", "Wrong", "--corpus", str(corpus))
    assert done.returncode == 1
    assert done.stdout.startswith(b"Wrong\n\nTide Rules 2 (2025), 2.0 Flood\n")
    assert b"this site has no address for corrections" in done.stderr


def test_no_address_is_opened_unless_a_person_says_so(with_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a browser nor a connection of any kind, whatever is sent or reported."""
    opened: list[str] = []

    def refuse(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    manifest = with_site / "corpus.toml"
    manifest.write_text(manifest.read_text().replace("[site]", '[site]\ncorrection = "https://example.org/{id}"'))
    for words in (["share", "1.0"], ["report", "1.0", "Wrong"]):
        printed(*words, "--corpus", str(with_site), JUDGE_DATA=str(with_site.parent / "data"))
    assert opened == []
    printed("report", "1.0", "--open", "--corpus", str(with_site))
    assert opened == ["https://example.org/tide-2:1.0"]


def test_what_a_page_hands_to_the_phone_comes_back_as_well(with_site: Path, tmp_path: Path, browser: Browser) -> None:
    """The share sheet gets citation, status, words and address."""
    with judge.open(corpus=[with_site]) as library:
        site = build(library, tmp_path / "site", None, base_url=URL)
    page = browser.new_page()
    page.add_init_script("navigator.share = async (data) => { window.sent = data.text; };")
    sent: dict[str, str] = {}
    for key in ("tide-1", "tide-2"):
        path = next(path for path in (site / key).glob("*.html") if 'id="1.0"' in path.read_text())
        page.goto(path.as_uri())
        page.locator('[id="1.0"] >> role=button[name=/^Share/]').first.click(force=True)
        sent[key] = page.evaluate("window.sent")
    page.close()
    given = ["verify", "-", "--corpus", str(with_site), "--json"]
    assert json.loads(printed(*given, stdin=sent["tide-2"]))["verdict"] == "true"
    assert sent["tide-2"].startswith("Tide Rules 2 (2025), 1.0 Ebb\n")
    assert "Superseded by a later edition" in sent["tide-1"]
    assert json.loads(run_judge(*given, stdin=sent["tide-1"]).stdout)["verdict"] == "superseded"


def test_a_text_without_words_is_not_taken_for_a_true_one(with_site: Path) -> None:
    """An address alone says only that there is such a rule."""
    told = refused("verify", "-", "--corpus", str(with_site), stdin=f"Water never falls.\n{URL}/tide-2/#1.0\n")
    assert "lines that begin with >" in told
