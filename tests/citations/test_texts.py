"""Files as passages: what is read of each kind, and that each number leads back to its place."""

import random
import re

import pytest

from judge.citations.passages import LONGEST_LINE, passages_of
from judge.core.errors import CollectionError
from tests.limits import limited

NUMBER = re.compile(r"\d+(?:\.\d+)+")


def read(name: str, text: str) -> list[str]:
    """Return the passages of a file; each number in them stands where it leads back to."""
    found = list(passages_of(name, text))
    for passage in found:
        for number in NUMBER.finditer(passage.text):
            at = passage.origin(number.start())
            assert text[at : at + len(number[0])] == number[0]
    return [passage.text.strip() for passage in found]


@pytest.mark.parametrize(
    ("name", "text", "passages"),
    [
        ("a.txt", "One 1.1\ntwo.\n\nThree 3.3", ["One 1.1 two.", "Three 3.3"]),
        ("a.txt", "- one 1.1\n- two 2.2\n1. three 3.3\n", ["- one 1.1", "- two 2.2", "1. three 3.3"]),
        ("a.txt", "> see rule\n> 1.1 there", ["see rule 1.1 there"]),
        ("chat.txt", "Ann: 1.1?\nbob_7: 2.2!\n<eve> 3.3", ["Ann: 1.1?", "bob_7: 2.2!", "<eve> 3.3"]),
        ("a.md", "**See** [rule 1.1](http://a.example/2.2) `3.3`", ["See rule 1.1 3.3"]),
        ("a.md", "| a | 1.1 |\n| b | 2.2 |", ["| a | 1.1 |", "| b | 2.2 |"]),
        ("a.md", "Text 1.1\n```js\nlet a = 2.2 // 3.3\n```\n", ["Text 1.1", "3.3"]),
        ("a.md", "See [rule](http://a.example/2.2) 1.1 at http://b.example/3.3", ["See rule 1.1 at …"]),
        ("a.md", "Text 1.1\n```\n// 2.2", ["Text 1.1", "// 2.2"]),
        ("a.py", "x = 1.1  # 2.2\n# 3.3\n# four\n\n# 5.5\n", ["2.2", "3.3 four", "5.5"]),
        ("a.py", '"""Doc\n\nrule 1.1"""\ny = "2.2"\nrule = "# 3.3"  # 4.4\n', ["rule 1.1", "4.4"]),
        ("a.c", "/* 1.1\n * see rule\n * 2.2 */ x = 3.3; // 4.4", ["1.1 see rule 2.2", "4.4"]),
        ("a.rs", "fn f<'a>(x: &'a str) // 1.1\n", ["1.1"]),
        ("a.sql", "select 1.1 -- 2.2\n/* 3.3 */", ["2.2", "3.3"]),
        ("a.lua", "--[[ 1.1 ]] x = '2.2 and 3.3'", ["1.1"]),
        ("a.hs", "{- 1.1 -} x = 2.2", ["1.1"]),
        ("a.js", 'const s = "a \\" // 1.1"; // 2.2\nlet t = "http://a.example/3.3', ["2.2"]),
        ("a.yaml", "rule: 1.1\nname: x  # 2.2\n", ["2.2"]),
        ("README", "**One** 1.1", ["One 1.1"]),
    ],
)
def test_passages(name: str, text: str, passages: list[str]) -> None:
    assert read(name, text) == passages


def test_a_line_that_is_data_is_not_read() -> None:
    assert read("a.txt", "rule 1.1 " * LONGEST_LINE + "\nrule 2.2") == ["rule 2.2"]


@pytest.mark.parametrize("name", ["a.html", "cards.json", "A.CSV", "book.pdf"])
def test_a_file_of_another_kind_is_refused(name: str) -> None:
    told = f"{name} is not text, Markdown or source code of a known kind; save its text as a .txt or .md file"
    with pytest.raises(CollectionError, match=re.escape(told)):
        passages_of(name, "rule 1.1")


@pytest.mark.thorough
@pytest.mark.parametrize("ending", "txt md py c rs sql lua".split())
def test_no_text_is_slow_or_raises(ending: str) -> None:
    """Marks that open and never close, nested brackets, and noise."""
    draw = random.Random(ending)
    marks = ["/*", '"', "'", "`", "```\n", "<a ", "<!--", "{", "[", "(*", "--[[", '"""', "\\", "&", "#", "//", ">", ","]
    texts = [mark * 20_000 + " rule 1.1" for mark in marks]
    texts += ["".join(draw.choices([*marks, " ", "\n", "1.1", "rule"], k=20_000)) for _ in range(3)]
    for text in texts:
        with limited(8.0):
            for passage in passages_of(f"a.{ending}", text):
                assert 0 <= passage.origin(0) <= passage.origin(len(passage.text) - 1) < len(text)
