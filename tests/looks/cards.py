"""The part of a document that lists rulings card by card."""

from datetime import date, timedelta

from tests.looks.pen import Pen, Ruling
from tests.looks.words import alphabetical

CARDS = 8
MONTHS = {
    "latin": """January February March April May June July August September October November December""".split(),
    "cyrillic": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(),
    "greek": """Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου
        Νοεμβρίου Δεκεμβρίου""".split(),
}
SOURCES = ("Rules Team", "Tide Council", "Harbour Digest 4")
AUTHORS = ("Mira Dolan", "T. Okonski")


def cards(pen: Pen, parent: int) -> None:
    """Write cards and their rulings; one or two of them have none."""
    names = sorted((pen.words.title(3, capitals=True) for _ in range(CARDS)), key=alphabetical)
    bare = set(pen.draw.sample(range(CARDS), 2))
    for index, name in enumerate(names):
        unit = pen.unit("card", name, parent)
        _name(pen, unit, name)
        rulings = [] if index in bare else [_ruling(pen) for _ in range(pen.draw.randint(1, 3))]
        pen.units[unit].rulings = tuple(ruling for ruling, _ in rulings)
        for number, (ruling, shown) in enumerate(rulings, 1):
            pen.say(unit, ruling.text)
            pen.units[unit].aside += " " + shown.replace(ruling.text, " ")
            _print(pen, unit, shown, number)
        if not rulings:
            pen.go_on(unit, _indent(pen) + pen.words.label("no rulings"), wraps=False)
            pen.rows[-1].role = "furniture"
        pen.blank(firm=True)


def _name(pen: Pen, unit: int, name: str) -> None:
    form = pen.look.cards
    if form in ("heading", "paragraphs"):
        pen.heading(unit, name, 2)
        return
    pen.blank(firm=True)
    bold = pen.markdown and form == "bold"
    shown = f"**{name}**" if bold else name.upper() if form == "bold" else name
    pen.begin(unit, shown + (":" if form == "colon" else ""), wraps=False)
    if pen.markdown:
        pen.blank()


def _indent(pen: Pen) -> str:
    return "    " if pen.look.cards == "line" and not pen.markdown else ""


def _print(pen: Pen, unit: int, shown: str, number: int) -> None:
    form = pen.look.cards
    if form in ("heading", "bold", "colon"):
        pen.go_on(unit, f"{'*' if form == 'bold' and pen.markdown else '-'} {shown}", hang="  ")
    elif form == "numbered":
        pen.go_on(unit, f"{number}. {shown}", hang="   ")
    else:
        pen.go_on(unit, _indent(pen) + shown, hang=_indent(pen) and _indent(pen) + "  ")
        if form == "paragraphs" or pen.markdown:
            pen.blank(firm=True)


def _ruling(pen: Pen) -> tuple[Ruling, str]:
    """Return a ruling and how it is printed."""
    text, draw = pen.words.text(), pen.draw
    day = date(2004, 1, 13) + timedelta(days=draw.randrange(4000))
    day = day.replace(day=draw.randint(13, 28))
    months = MONTHS["latin"] if pen.look.labels == "english" else MONTHS.get(pen.look.script, MONTHS["latin"])
    month, source, author = months[day.month - 1], draw.choice(SOURCES), draw.choice(AUTHORS)
    long = f"{day.day} {month} {day.year}"
    if pen.look.script == "japanese" and pen.look.labels == "own":
        long = f"{day.year}年{day.month}月{day.day}日"
    forms = {
        "none": text,
        "iso-end": f"{text} ({day})",
        "iso-brackets": f"[{day}] {text}",
        "long-front": f"{long}: {text}",
        "month-first": f"{text} ({month} {day.day}, {day.year})" if "月" not in long else f"{text}（{long}）",
        "slashes": f"{day.month:02}/{day.day:02}/{day.year} – {text}",
        "source": f"{text} [{source}, {long}]",
        "author": f"{text} — {author}, {day}",
    }
    form = pen.look.dates
    ruling = Ruling(
        text,
        None if form == "none" else str(day),
        source if form == "source" else None,
        author if form == "author" else None,
    )
    return ruling, forms[form]
