"""What everything costs, in bits: the price of a reading is the length of its description.

A document is described by the series that are open and by what each line is in them. What is usual costs next to
nothing, what is odd costs what it takes to say so. A bit is a factor of two: a price of 3 says that such a line is read
otherwise once in eight times. The prices are set by hand and kept few; fitting them by counting did not hold on
documents that were left out (docs/reading.md).
"""

from __future__ import annotations

HOPEFUL_BEAM = 16, 12.0
"""In the first pass, which is hopeful about every form and only finds which are used: how many stacks are kept from
line to line, and the bits above the cheapest at which one is given up. With 18 bits all of 116 documents are read the
same, with 10 one is not."""
BEAM = 32, 18.0
"""The same in the second pass, which knows what the first used. With one stack the search collapses. Of 79 documents 65
are read as with 250 stacks; with 16 and 32 stacks 70 are, but where prices are wrong the cheaper reading is the worse
one: names in a table, `APPENDIX I` among cards. With 24 and 32 bits nothing is gained, with 16 some are lost: no later
line makes good for more."""
HOPELESS = BEAM[1]
"""What a doubt is at most."""
ALIKE = 4
"""Stacks with the same series open that are kept, whether these are in an order or in none."""

FAINT, WEAK, CLEAR, STRONG, TYPICAL, FORMAL, MARKED = 1.0, 2.5, 5.0, 6.0, 8.0, 12.0, 23.0
"""How much a line looks like an item: as sentences with a colon do, short lines, marks, numbers, questions, appendices;
what the format calls a heading is one, except contents and names of cards."""
TEXT = {
    **dict.fromkeys(("counted", "above", "colon", "cell"), FAINT),
    **dict.fromkeys(("bold lead", "line", "capitals", "dash"), WEAK),
    "statement": 3.0,
    "level": WEAK,  # for each further level of a number, and in a heading: 4.2.1 and ## 4. are rarely quantities
    **dict.fromkeys(("mark", "bold", "step"), CLEAR),
    **dict.fromkeys(("number", "asks", "reads"), STRONG),
    **dict.fromkeys(("named", "question", "print"), TYPICAL),
    "part": FORMAL,
    "heading": MARKED,
}
"""A line that could begin an item of this form is text."""
# the mark of a question before words that ask nothing: in one document in sixteen another thing is counted so
UNASKED = CLEAR
TOLD = FORMAL  # a row of a table whose head says what its rows are
FACTS = FAINT  # a row of a table without a sentence begins an item: it says what a thing has, and not what it is
SIGN = 3.0
"""A line that could begin an item is text, although one more thing speaks for the item."""
CITED = SIGN  # its number is cited elsewhere in the document
TITLED = SIGN  # only a title follows its number
ABOVE_OTHERS = SIGN  # other numbers of the document are below its own, as 4.2.1 is below 4.2
BROKEN = SIGN  # it ends early, without a stop, and the next word would have fitted
LED = SIGN  # a list begins in it, and the text above is open: it ends with a colon, `may` or `if`
APART = SIGN  # more blank lines are above it than below
TITLE_CASE = FAINT  # each of its longer words begins with a capital
SET_IN = SIGN  # the text right below it is set in
COUNTS = SIGN  # a list begins below it that it does not announce with a colon
DATED = SIGN  # the text after its colon ends with a date or with somebody's initials; or a title has a date
REGULAR = SIGN  # nearly every paragraph of this indentation begins with words before a colon
EXPECTED = SIGN  # a series of its very look is open
EXPLAINED = STRONG  # at most: the text below a sentence alone says its words again (`Features.echo`)
RULED = CLEAR  # what follows is what is below the name of a card: a dated ruling, a pointer, that there is none
ANNOUNCED = 4.0
"""The title above says that such items follow: `Glossary`, `FAQ`."""
ANNOUNCES = TYPICAL  # it is such a title, and what it announces is right below it
HEADS = CLEAR  # a question with its mark is right below it, or what a list counts below a bold line
PROMISED = TYPICAL  # the contents list has its title
HOLDS = PROMISED  # another title is right below it that looks otherwise and that its text shows
SUBTITLE = 9.0
"""A title that nothing marks and the contents list lacks, right below one that it has."""

NEW_FORM, SAME_FORM = 7.0, 2.0
"""A series in a form that the document has not used, and in one that it has."""
USUAL = 0.3
"""What is usual still takes some words to say."""
SLIGHT, ODD = 1.0, 4.0
"""What is slightly odd about an item, and what is odd."""
NEW_PAIR, SAME_PAIR, HOPED_PAIR = 2.5, USUAL, SLIGHT
"""A series below one of another kind, the first time and again, and in the first pass, which is hopeful."""
CHILD = 0.5
"""The first number one level below."""
CLOSE = USUAL  # for each series that ends
BESIDE = CHILD  # a list right after another one, and not below its last item

NEXT = USUAL  # the number that comes next
FIRST = CHILD  # the first of a series, if it counts from one or goes on from the number above it
GAP = ODD  # a number that leaves some out; for each doubling one bit more
BREAK, AGAIN = 11.0, 5.0
"""A number that goes back; one that does inside its chapter, or is printed twice."""
RELABELLED = BREAK + EXPECTED
"""What the stacks with the same series open may cost more than the cheapest of them: where only labels differ, no later
line makes good for more than a number that goes back, and a chapter that was text and is expected."""
LATE = 8.0
"""A series that does not begin with its first number."""
# A list that begins with one after another, although two items of one number then are below one title
ANOTHER_LIST = ODD
UNNESTED = ODD  # an item that the format puts inside of another, and that is below something else
# A title that ends what is below a heading of the format, although it is none, or one of a deeper level; one that is
# not below the title that announces it
UNMARKED = ODD
IN_TEXT = ODD  # a title below a place in a list or a sentence: both are paragraphs, which hold no titles
# A list that counts rules, although nothing cites them and no number is right above it, or a title parts them
UNNUMBERED = ODD
RESUMED, RESUMED_LIST = SLIGHT, ODD
"""A series that goes on where one of its kind stopped, in another chapter; few lists do."""
ASCENDING = -1.2
"""A title that comes after the one before it in the alphabet; by chance half of them do, in a row hardly any."""
DESCENDING = 4.5
WOVEN = USUAL
"""What goes back in its order where two columns may run together: it is in the other column."""
FIRST_TITLE, UNORDERED = SLIGHT, 0.8
"""A title that nothing puts in its place, and one that follows questions below the title of these."""
INNER = CLEAR  # words before a colon in a glossary whose terms are printed as titles
UNSORTED = 2.0
"""The same in a glossary: hardly one in four of its titles says something else than a term does."""

NESTED_COUNT = SLIGHT  # a number of one level counts a list of its own
LISTED_LEAD = 1.5
"""Words before their text that are in a list, as the stressed words of many lists do."""

INSIDE = 7.0
"""An item that begins in the middle of a sentence."""
BEHIND = SLIGHT  # an item that begins after a whole sentence, in a line of the same paragraph
REPEATED = 9.0
"""A title that comes again below, as in a list of contents."""
# A title right above another of its look: a list of names; and one right above what ends it without a level, or with
# one that is below its own
EMPTY = ODD
LOWER = ODD  # an item that begins in lower case
LONG = ODD  # a title of more than a line
COMMON_LABEL = CLEAR  # a label that is before or above many texts: `Note:`, `Cost:`, `ADVANCED RULES`
STOP, FREE, ABOVE = CLEAR, 3.0, 2.0
"""Once a series: its titles end with a stop, are no capitals, or are above their text without a blank line."""
BARE, SINGLE = CLEAR, 1.5
"""A number of one level without a stop that is not before a title alone, and one below which no other is."""

FORCED = 1e4
"""What a person says is so, and anything else is not."""
