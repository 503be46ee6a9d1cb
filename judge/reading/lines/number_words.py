"""Numbers in words behind the word for a part: `Part One`, `Kapitel zwei`, `Часть третья`, `第四部`.

They are read in English, German, Dutch, French, Spanish, Italian, Portuguese, Russian, Greek, Chinese and Japanese, up
to twelve, in signs up to ninety-nine.
"""

from __future__ import annotations

import unicodedata

ROWS = """
one two three four five six seven eight nine ten eleven twelve
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
een twee drie vier vijf zes zeven acht negen tien elf twaalf
un deux trois quatre cinq six sept huit neuf dix onze douze
premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième
première seconde
uno dos tres cuatro cinco seis siete ocho nueve diez once doce
primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo
primera segunda tercera cuarta quinta sexta séptima octava novena décima
uno due tre quattro cinque sei sette otto nove dieci undici dodici
primo secondo terzo quarto quinto sesto settimo ottavo nono decimo
prima seconda terza quarta quinta sesta settima ottava nona decima
um dois três quatro cinco seis sete oito nove dez onze doze
primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo
primeira segunda terceira quarta quinta sexta sétima oitava nona décima
первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый
первая вторая третья четвёртая пятая шестая седьмая восьмая девятая десятая
ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα
πρώτο δεύτερο τρίτο τέταρτο πέμπτο έκτο έβδομο όγδοο ένατο δέκατο
πρώτη δεύτερη τρίτη τέταρτη πέμπτη έκτη έβδομη όγδοη ένατη δέκατη
"""
"""Each row counts from one."""
WORDS = {word: value for row in ROWS.splitlines() for value, word in enumerate(row.split(), 1)}
SIGNS = "一二三四五六七八九"
ALTERNATIVES = "|".join(sorted(WORDS, key=len, reverse=True))
"""All of them for a pattern, the longest first."""


def word_value(word: str) -> int:
    """Return what a number counts that is written in words or signs; 0 where it is none.

    >>> [word_value(word) for word in ("Two", "третья", "十二", "二十", "３", "anchor")]
    [2, 3, 12, 20, 3, 0]
    """
    folded = unicodedata.normalize("NFKC", word).casefold()
    if folded.isdecimal():
        return int(folded)
    tens, ten, ones = folded.rpartition("十")
    if ten or folded in SIGNS:
        if any(sign not in SIGNS for sign in tens + ones) or len(tens) > 1 or len(ones) > 1:
            return 0
        return 10 * (SIGNS.find(tens) + 1 if tens else 1) * bool(ten) + (SIGNS.find(ones) + 1 if ones else 0)
    return WORDS.get(folded, 0)
