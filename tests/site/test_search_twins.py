"""The page's scripts do what the program does: words, patterns, mistakes, answers, what holds when names meet."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import judge
from judge.core.errors import CollectionError, NoEntry
from judge.core.tokens import fold, key, may_name, root_key, variant, words
from judge.editions.status import status_of
from judge.opened_library import Library
from judge.site import search_data, search_settings
from judge.site.search_settings import javascript
from tests.browsing import ask, open_search, watched
from tests.scripts import Scripts
from tests.sites import build
from tests.support import CASES, STRANGE, write_collection
from tests.woven_layouts import layout_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

CASES_OF_OURS = [json.loads(line) for line in (CASES / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
PAIRS = [json.loads(line) for line in (CASES / "interactions.jsonl").read_text(encoding="utf-8").splitlines()]
ODD = [
    "",
    " ",
    "The Guns & Sites of Ten Thousand",
    "gun and site of 10,000 (LS)",
    "Ba-BOOM!",
    "Is That All?",
    "is that",
    "take",
    "Iala Mané",
    "O’Toole's 1,500.25 $10,000 24.8.1a Appendix IV",
    "king's king’s king‘s king‛s king`s king´s kingʼs kingʻs kingʹs king′s king＇s l´eau lʼeau",
    "‘king’ ʼkingʼ `king` é´s",
    "straße STRASSE ﬁre ﬀ Ⅷ ½ x² ™ № …",
    "ΣΊΣΥΦΟΣ σίσυφος Ёлка İstanbul ıspanak ŉ",
    "日本語 カード कार्ड עברית العربية",
    "declared declaration solution reduction abilities boxes buses drawn took tried dying",
    "twenty one hundred thousand and nine million",
    "_snake_case_ a_b __ x_1",
    "(Core Set, 159) Foo (YotD) Bar (Throne War #12b)",
    "a\tb\nc\u00a0d\u2003e\u200bf",
    "\U0001f409 dragon \U0001d49c",
    "\U0001f409" * 150
    + " is a long dragon of many words, " * 6
    + "\U0001f409 " * 90
    + "and its tail, "
    + "scale " * 40,
]
"""Texts in which letters, marks, endings or blanks are not the usual ones."""
TWINS = {
    "fold": fold,
    "key": key,
    "words": words,
    "variant": variant,
    "rootKey": root_key,
    "mayName": may_name,
}
"""Functions of judgeTokens, each with its twin."""


ANSWERED = """
    queries => queries.map((query) => judgeLookup.search(query, 10).answers.map((answer) => [
        answer.entry.id,
        answer.why,
        answer.newer.map(({ entry }) => entry.id),
        answer.label,
        answer.age,
        [...answer.path, answer.entry.name],
        answer.snippet.map(({ text, marked }) => (marked ? `**${text}**` : text)).join("").trim(),
        answer.doubt,
        answer.date,
        answer.errata,
        Math.round(answer.held * 1e6),
        answer.entry.rare.summary || "",
        answer.entry.rare.inShort || "",
        answer.others.map(({ entry, snippet, label }) =>
            [entry.id, snippet.map(({ text, marked }) => (marked ? `**${text}**` : text)).join("").trim(), label]),
    ]))
"""
"""What the page answers: id, how it was found, what is newer, path, passage with marks, date, errata,
what it holds, what it sums up, what a digest says of it, what other documents say of the same card."""
MEANT = (
    "([queries, meant]) => queries.map((query) =>"
    " judgeLookup.search(query, 10, { meant }).answers.map(({ entry }) => entry.id))"
)
OPPOSITES = [
    "final brawl", "loyal defender", "uncommitted", "unrestricted", "uncommit", "do I rotate a turned card vertical",
    "negative bonus", "bonus or penalty negative", "straight card commit", "exhausted upright", "unready", "nonunique",
    "LS", "evil twin LS", "fp pocket demon", "what is LS", "final brawl ls", "Core Set",
]  # fmt: skip
"""Cards that texts only name, and words whose opposites have entries."""
DOUBTED = "queries => queries.map((query) => judgeLookup.search(query, 10).doubts)"


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, Scripts]]:
    """A collection whose texts are odd, and the scripts of its site."""
    text = "# Odd\n\n" + "".join(
        f"## {number}.0 {' '.join(one.split())}x\n\n{one}\n\n" for number, one in enumerate(ODD, 1)
    )
    with Library([write_collection(tmp_path_factory.mktemp("odd"), odd_md=text)]) as library:
        yield library, Scripts(build(library, tmp_path_factory.mktemp("odd-site")))


@pytest.fixture(scope="module", params=["bundled", pytest.param("real", marks=pytest.mark.thorough)])
def twin(request: pytest.FixtureRequest) -> tuple[str, Library, Scripts]:
    """A library, by its name, and the scripts of its site."""
    site = request.getfixturevalue(f"{request.param}_site")
    return request.param, request.getfixturevalue(request.param), Scripts(site)


@pytest.fixture(scope="module")
def shown(bundled: Library, bundled_site: Path, browser: Any) -> Iterator[tuple[Library, Page]]:
    """A library, and the search page of its site in a browser, for what is drawn."""
    for page in watched(browser):
        open_search(page, bundled_site.as_uri())
        yield bundled, page


# Words


@pytest.mark.parametrize("name", TWINS)
def test_odd_texts_become_the_same(odd: tuple[Library, Scripts], name: str) -> None:
    found = odd[1].run(f"texts => texts.map((text) => judgeTokens.{name}(text))", ODD)
    assert found == [TWINS[name](text) for text in ODD]  # type: ignore[operator]


def test_patterns_find_the_same(odd: tuple[Library, Scripts]) -> None:
    samples = [
        *ODD,
        *(case["query"] for case in CASES_OF_OURS),
        'a "b c" -d title:e',
        "§30.3.1 (24.8) rule #9",
        "x in ufs",
    ]
    patterns = search_settings.pattern_table()
    script = """([patterns, texts]) => patterns.map(([source, flags]) =>
        texts.map((text) => [...text.matchAll(new RegExp(source, "g" + flags))].map((match) => match[0])))"""
    found = odd[1].run(script, [[*map(javascript, patterns.values())], samples])
    for one, (name, pattern) in zip(found, patterns.items(), strict=True):
        assert one == [[match[0] for match in re.finditer(pattern, text)] for text in samples], name


def test_distances_are_the_same(odd: tuple[Library, Scripts]) -> None:
    from rapidfuzz.distance import OSA

    chance = random.Random(7)
    pairs = [
        ["".join(chance.choices("abcd", k=chance.randrange(length))) for _ in range(2)]
        for length in (4, 9, 30, 33, 50)
        for _ in range(80)
    ]
    script = "pairs => pairs.map(([one, other]) => judgeSpelling.distance(one, other))"
    assert odd[1].run(script, pairs) == [OSA.distance(one, other) for one, other in pairs]


# Answers


def test_passages_of_odd_texts_are_the_same(odd: tuple[Library, Scripts]) -> None:
    queries = ["dragon", "tail scale", "dragon tail", "strasse", "कार्ड", "ёлка", "ı", "10,000 guns", "snake case"]
    for query, found in zip(queries, odd[1].run(ANSWERED, queries), strict=True):
        assert found == answers(odd[0], query), query


def test_a_card_of_several_documents_is_one_answer(tmp_path: Path) -> None:
    """Of both: in answers with the texts of all documents, in what is offered while somebody types, and narrowed."""
    folder = write_collection(
        tmp_path / "joined",
        rulings_md="# Tidewater Rulings\n\n## Card rulings\n\n**Evil Twin**: The copy keeps its name. (2021-03-04)\n",
        newer_md="# Tidewater Clarifications, 2024\n\n## Cards\n\n### Evil Twin\n\n- It copies a boat. (2024-05-01)\n",
        **{"errata.csv": 'Card,Printed,Should read\nEvil Twin,"Copy a card.","Copy a card in play."\n'},
    )
    queries = ["evil twin", "evil", "copy", "copy boat", "copy keeps name", "card in play", '"keeps its name"']
    with Library([folder], cache=tmp_path / "cache") as library:
        scripts = Scripts(build(library, tmp_path / "site"))
        wanted = [answers(library, query) for query in queries]
        assert scripts.run(ANSWERED, queries) == wanted
        for query, found in zip(queries, wanted, strict=True):
            (card,) = [one for one in found if one[0].endswith(":evil-twin")]
            assert len(card[-1]) == 2, query
        offered = [one.id for one in library.suggest("evil")]
        script = "typed => judgeLookup.suggest(typed, 8).map(({ position }) => judgeStore.rows([position])[0].id)"
        assert scripts.run(script, "evil") == offered == [wanted[0][0][0]]
        narrowed = "document => judgeLookup.search('evil twin', 9, { document }).answers[0].others.length"
        assert scripts.run(narrowed, "rulings") == len(library.search("evil twin", document="rulings")[0].others) == 0
        singly = [one.row.id for one in library.search("copy", kind="ruling")]
        assert {one.partition("#")[0] for one in singly} == {"newer:evil-twin", "rulings:evil-twin"}


def test_answers_say_the_same_of_woven_columns(tmp_path: Path) -> None:
    """A passage that may belong to another entry says so, whether it is a block or a new wording."""
    manifest = '[[document]]\nfile = "harbour.txt"\ndialect = "glossary"\n'
    woven = write_collection(tmp_path / "woven", **{"harbour_txt": layout_of(5)[1].text, "corpus.toml": manifest})
    with Library([woven]) as library:
        site = build(library, tmp_path / "site")
        entries = [one for one in map(json.loads, library.export()) if one["record"] == "entry"]
        wordings = [one for one in entries if one["errata"] and one["errata"]["doubt"]]
        assert all(one["errata"]["doubt"]["reason"] in _pages(site) for one in wordings)
        texts = [one["text"] for entry in entries for one in entry["blocks"] if one["doubt"]]
        queries = [*(one["title"] for one in wordings), *(" ".join(text.split()[:8]) for text in texts[:8])]
        found = Scripts(site).run(ANSWERED, queries)
        wanted = [answers(library, query) for query in queries]
    assert found == wanted
    assert sum(bool(answer[7]) for answers_ in wanted for answer in answers_) > len(wordings)


def _pages(site: Path) -> str:
    return "".join(page.read_text(encoding="utf-8") for page in site.rglob("*.html"))


def answers(library: Library, query: str) -> list[list[Any]]:
    """Return what ANSWERED must give."""
    return [
        [
            one.row.id,
            one.why,
            [link.id for link in one.said.newer],
            status_of(one.said).label,
            one.said.age,
            list(one.path),
            one.snippet,
            one.doubt.reason if one.doubt else "",
            one.date or "",
            one.errata or "",
            round(one.held * 1e6),
            one.layer.summary or "",
            one.layer.in_short.text if one.layer.in_short else "",
            [[other.row.id, other.snippet, status_of(other.said).label] for other in one.others],
        ]
        for one in library.search(query, 10)
    ]


def queries_of(name: str, library: Library, corpus: Path | None, count: int) -> list[str]:
    """Return what is asked of a library: our queries and pairs, the judged ones, and some made of its own words."""
    asked = [case["query"] for case in CASES_OF_OURS if case["collection"] == name]
    asked += [" ".join(pair["names"]) for pair in PAIRS if pair.get("collection", "real") == name and pair.get("names")]
    judged = corpus.parent / "eval" / "queries.jsonl" if corpus else None
    if judged and judged.is_file():
        asked += [json.loads(line)["query"] for line in judged.read_text(encoding="utf-8").splitlines()]
    asked += ["ſite vs evil twin", "evil twin vs oldß uncle", "İNTERCEPT ﬁre", "２４.０", "evil\u0301 twin"]
    asked += [*OPPOSITES, "is that all you got vs evil twin", "who wants some and brain fire", "may take"]
    return list(dict.fromkeys([*asked, *made_up(library, count)]))


def made_up(library: Library, count: int) -> Iterator[str]:
    """Yield titles whole, begun, mistaken and in pairs, stretches of texts, and operators, always the same ones."""
    chance = random.Random(11)
    records = [record for record in map(json.loads, library.export()) if record["record"] == "entry"]
    titles = [record["title"] for record in records if record["title"]]
    texts = [block["text"].split() for record in records for block in record["blocks"] if len(block["text"]) > 30]
    for number in range(count):
        title, text = chance.choice(titles), chance.choice(texts)
        first = chance.randrange(len(text))
        stretch = " ".join(text[first : first + chance.randrange(2, 9)])
        place = chance.randrange(len(title))
        yield (
            title,
            title[: place + 1],
            title[:place] + title[place + 1 :],
            f"{title} {chance.choice(titles)}",
            f"{title} vs {chance.choice(titles)}",
            stretch,
            f"{stretch} {title}",
            f'{stretch} "{" ".join(text[:2])}" -{chance.choice(text)}',
            f'when does the "{" ".join(text[:2])}" {stretch}?',
            f"{stretch} {title[: place + 1]}",
        )[number % 10]


def test_the_page_answers_as_judge_search_does(
    twin: tuple[str, Library, Scripts], request: pytest.FixtureRequest, seeds: Callable[[int], range]
) -> None:
    """The same entries in the same order, found in the same way, as old, under the same names and passages."""
    name, library, scripts = twin
    corpus = request.getfixturevalue("real_corpus") if name == "real" else None
    different = {}
    queries = queries_of(name, library, corpus, len(seeds(400)))
    for query, found in zip(queries, scripts.run(ANSWERED, queries), strict=True):
        wanted = answers(library, query)
        if found != wanted:
            different[query] = (found[:3], wanted[:3])
    assert not different


def test_the_page_doubts_as_judge_search_does(
    twin: tuple[str, Library, Scripts], request: pytest.FixtureRequest, seeds: Callable[[int], range]
) -> None:
    """How sure the first answer is, words that are missing, words that were taken for others."""
    name, library, scripts = twin
    corpus = request.getfixturevalue("real_corpus") if name == "real" else None
    queries = [
        *queries_of(name, library, corpus, len(seeds(40))),
        "how do I tap a swapm",
        "zzyzx burning",
        "kubernetes yaml",
        "99.31b",
        "initiat it",
    ]
    replies = [library.reply(query) for query in queries]
    wanted = [
        {
            "answer": one.answer,
            "graded": one.graded,
            "missing": list(one.missing),
            "readAs": one.read_as,
            "partial": one.partial,
            "meant": one.meant,
        }
        for one in replies
    ]
    found = scripts.run(DOUBTED, queries)
    assert [one for one in zip(queries, found, wanted, strict=True) if one[1] != one[2]] == []
    assert {one.graded for one in replies} == {"sure", "unsure", "none"}


def test_the_page_puts_the_game_that_is_meant_first_as_the_program_does(
    twin: tuple[str, Library, Scripts], request: pytest.FixtureRequest
) -> None:
    name, library, scripts = twin
    corpus = request.getfixturevalue("real_corpus") if name == "real" else None
    games = sorted({document.game or "" for document in library.documents()})
    queries = queries_of(name, library, corpus, 8)[::4]
    for game in games[:2]:
        wanted = [[one.row.id for one in library.reply(query, meant=game).answers] for query in queries]
        found = scripts.run(MEANT, [queries, game])
        assert [one for one in zip(queries, found, wanted, strict=True) if one[1] != one[2]] == []


def test_what_is_answered_is_drawn_in_its_order(shown: tuple[Library, Page], seeds: Callable[[int], range]) -> None:
    library, page = shown
    for query in [*(case["query"] for case in CASES_OF_OURS[::5]), *made_up(library, len(seeds(150)))]:
        wanted = answers(library, query)
        assert [one["id"] for one in ask(page, query)][:10] == [id for id, *_ in wanted], query


def met_pairs(library: Library, count: int) -> Iterator[tuple[str, str]]:
    """Yield pairs of cards: those that some text brings together, and made-up ones, always the same."""
    chance = random.Random(23)
    exported = [json.loads(line) for line in library.export()]
    records = [record for record in exported if record["record"] == "entry"]
    references = [record for record in exported if record["record"] == "reference"]
    cards = sorted({one["title"] for one in records if one["kind"] == "card" and one["title"]})
    for title in chance.sample(cards, min(count, len(cards))):
        yield title, chance.choice([card for card in cards if card != title])
    titles = {one["id"]: one["title"] for one in records}
    referring = [(titles[one["source"]], titles.get(one["target"])) for one in references if one["kind"] == "card"]
    named = sorted({(one, other) for one, other in referring if one and other and one != other})
    yield from chance.sample(named, min(count, len(named)))


def test_cards_that_meet_give_what_judge_between_gives(
    twin: tuple[str, Library, Scripts], seeds: Callable[[int], range]
) -> None:
    """The same lines for the same reasons in each part."""
    _, library, scripts = twin
    pairs = [*met_pairs(library, len(seeds(300))), *(pair["names"] for pair in PAIRS)]
    script = """pairs => pairs.map((names) => {
        const subjects = names.map((name) => judgeSubjects.find(name));
        if (subjects.includes(null)) return null;
        return judgeInteractions.meet(subjects).flatMap(({ key, lines }) =>
            lines.map(({ entry, kind, reason, text, label }) => [key, entry.id, kind, reason, text, label]));
    })"""
    for names, found in zip(pairs, scripts.run(script, pairs), strict=True):
        try:
            parts = library.between(*names).parts
        except (NoEntry, CollectionError):
            continue
        wanted = [
            [part.key, line.id.partition("#")[0], line.kind, line.reason, line.text, status_of(line.said).label]
            for part in parts
            for line in part.lines
        ]
        assert found == wanted, names


def test_filters_narrow_as_options_do(twin: tuple[str, Library, Scripts]) -> None:
    name, library, scripts = twin
    document = "shadowfist-card-digest" if name == "bundled" else "shadowfist-omnifaq"
    script = """asked => asked.map(([query, narrowing]) =>
        judgeLookup.search(query, 10, narrowing).answers.map((one) => one.entry.id))"""
    choices: tuple[dict[str, Any], ...] = (
        {"document": document},
        {"kind": "card"},
        {"kind": "ruling"},
        {"game": "Shadowfist", "kind": "section"},
    )
    asked = [
        (query, choice)
        for choice in choices
        for query in ("toughness", "toughness -damage", "evil twin", "damage to a site")
    ]
    unlike = [
        (query, choice)
        for (query, choice), found in zip(asked, scripts.run(script, asked), strict=True)
        if found != [answer.row.id for answer in library.search(query, 10, **choice)]
    ]
    assert not unlike


def test_a_strange_query_is_answered_as_elsewhere(twin: tuple[str, Library, Scripts]) -> None:
    _, library, scripts = twin
    script = "queries => queries.map((query) => judgeLookup.search(query, 10).answers.map(({ entry }) => entry.id))"
    assert scripts.run(script, STRANGE) == [[one.row.id for one in library.search(query, 10)] for query in STRANGE]


# Parts


def test_letters_of_two_units_are_found_in_their_parts(
    tmp_path: Path, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python sorts by letters, a browser by units of 16 bits; a part must be where the browser looks for it."""
    titles = ["𐐀𐐁𐐂", "𐐃𐐄𐐅", "﨎﨏", "ﬀoo", "Ebb", "豈更", "𝒜𝒷𝒸", "zebra"]
    rules = "".join(f"## {number}.0 {title}\n\nA rule of {title}.\n\n" for number, title in enumerate(titles, 1))
    monkeypatch.setattr(search_data, "PART", 20)
    with judge.open(corpus=[write_collection(tmp_path / "letters", letters_md=f"# Letters\n\n{rules}")]) as library:
        site = build(library, tmp_path / "site").as_uri()
        for page in watched(browser):
            open_search(page, site)
            for title in titles:
                wanted = [answer.row.id for answer in library.search(title, 10)]
                assert wanted
                assert [one["id"] for one in ask(page, title)] == wanted, title


@pytest.mark.thorough
def test_search_data_are_small(real_site: Path) -> None:
    """Index and scripts, as a host sends them."""
    import gzip

    files = [*(real_site / "search").iterdir(), *(real_site / "assets").glob("search*.js")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 700_000
