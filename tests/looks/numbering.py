"""Schemes of numbers: what each level prints, and the number that it has."""

from dataclasses import dataclass

from tests.looks.words import Words

ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI".split()


@dataclass(frozen=True)
class Scheme:
    """How the levels of a rulebook are numbered."""

    counters: str
    """What each level counts in: 1, 01, 100, A, a, I, i, One."""
    printed: tuple[str, ...]
    """What each level prints; {0} is the count of the first level; `chapter 0` is a label and a count."""


SCHEMES: dict[str, Scheme] = {
    "points": Scheme("1 1 1", ("{0}.", "{0}.{1}", "{0}.{1}.{2}")),
    "bare": Scheme("1 1 1", ("{0}", "{0}.{1}", "{0}.{1}.{2}")),
    "trailing": Scheme("1 1 1", ("{0}.", "{0}.{1}.", "{0}.{1}.{2}.")),
    "zero": Scheme("1 1 1", ("{0}.0", "{0}.{1}", "{0}.{1}.{2}")),
    "letter-end": Scheme("1 1 1 a", ("{0}", "{0}.{1}", "{0}.{1}.{2}", "{0}.{1}.{2}{3}")),
    "hundreds": Scheme("100 1 a", ("{0}.", "{0}.{1}.", "{0}.{1}{2}")),
    "deep": Scheme("100 1 a 1", ("{0}", "{0}.{1}", "{0}.{1}.{2}", "{0}.{1}.{2}.{3}")),
    "letters": Scheme("A 1 1", ("{0}.", "{0}.{1}", "{0}.{1}.{2}")),
    "letter-digits": Scheme("A 1", ("{0}", "{0}{1}")),
    "chapter": Scheme("1 1 1", ("chapter", "{0}.{1}", "{0}.{1}.{2}")),
    "section": Scheme("1 1 1", ("section", "{0}.{1}", "{0}.{1}.{2}")),
    "sign": Scheme("1 1 1", ("§ {0}", "§ {0}.{1}", "§ {0}.{1}.{2}")),
    "parenthesis": Scheme("1 1 1", ("{0})", "{0}.{1})", "{0}.{1}.{2})")),
    "roman": Scheme("I A 1", ("{0}.", "{0}.{1}", "{0}.{1}.{2}")),
    "own-marks": Scheme("I A 1 a", ("{0}.", "{1}.", "{2}.", "{3}.")),
    "rule": Scheme("1 1", ("rule", "rule {0}.{1}")),
    "dashes": Scheme("1 1 1", ("{0}", "{0}-{1}", "{0}-{1}-{2}")),
    "article": Scheme("1 1 a", ("article", "({1})", "{2})")),
    "brackets": Scheme("1 1 1", ("[{0}]", "[{0}.{1}]", "[{0}.{1}.{2}]")),
    "book": Scheme("One 1 1", ("book", "{1}.", "{1}.{2}")),
    "padded": Scheme("01 01 1", ("{0}", "{0}.{1}", "{0}.{1}.{2}")),
    "prefixed": Scheme("1 1 1", ("R{0}", "R{0}.{1}", "R{0}.{1}.{2}")),
    "hash": Scheme("1 1", ("#{0}", "#{0}.{1}")),
    "colon": Scheme("1 1", ("{0}:", "{0}:{1}")),
}
WORDED = ("chapter", "section", "rule", "article", "book")


def count(counter: str, index: int, words: Words) -> str:
    """Return the count of a level, from 1: `count("a", 3)` is "c"."""
    if counter in ("A", "a"):
        letter = words.label("letters")[index - 1]
        return letter.upper() if counter == "A" else letter
    if counter in ("I", "i"):
        return ROMAN[index - 1] if counter == "I" else ROMAN[index - 1].lower()
    if counter == "One":
        return words.label("ordinals").split()[index - 1]
    if counter == "01":
        return f"{index:02}"
    return str(index + 99 if counter == "100" else index)


def number_of(scheme: Scheme, path: tuple[int, ...], words: Words) -> tuple[str, str]:
    """Return what a section prints as its number, and the whole number that it has."""
    counts = [count(counter, index, words) for counter, index in zip(scheme.counters.split(), path, strict=False)]
    template = scheme.printed[len(path) - 1]
    label, _, rest = template.partition(" ")
    if label in WORDED:
        return words.label(label).format((rest or "{0}").format(*counts)), ".".join(counts)
    return template.format(*counts), ".".join(counts)


MARKS = {
    "a.": ("a", "{}."),
    "a)": ("a", "{})"),
    "(a)": ("a", "({})"),
    "i.": ("i", "{}."),
    "1)": ("1", "{})"),
    "(1)": ("1", "({})"),
}
CLASHES = {
    "letter-end": "a. a) (a)",
    "hundreds": "a. a) (a)",
    "own-marks": "a. a) 1) i.",
    "article": "a) (a) (1) 1) a.",
    "parenthesis": "1)",
}
"""Marks that a publisher would not put beneath these numbers, since they are taken."""


def marks_beneath(name: str, marks: str) -> list[str]:
    """Return the marks of the levels beneath a scheme, the outer first; bullets where they are taken."""
    if marks in ("none", "bullets"):
        return [marks]
    wanted = marks.split()
    return ["bullets"] if set(wanted) & set(CLASHES.get(name, "").split()) else wanted
