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
RELABELLED = 15.0
"""The same among stacks with the same series open: where only labels differ, no later line makes good for more than a
number that goes back, and a chapter that was text and is expected."""

TEXT = {
    "number": 5.5,
    "level": 2.5,  # for each further level of a number, and in a heading: 4.2.1 and ## 4. are rarely quantities
    "named": 8.0,
    "mark": 5.0,
    "counted": 0.6,
    "heading": 23.0,  # what the format calls a heading is one, but for contents and names of cards
    "bold": 5.0,
    "bold lead": 2.5,
    "line": 2.6,
    "above": 1.2,
    "statement": 2.5,
    "capitals": 3.0,
    "colon": 1.2,
    "dash": 2.0,
    "definition": 8.0,
    "cell": 0.6,
    "question": 8.0,
    "asks": 6.0,
    "code": 4.0,
    "reads": 6.0,
    "step": 5.0,
    "part": 12.0,
}
"""A line that could begin an item of this form is text."""
UNASKED = 4.0
"""The mark of a question before words that ask nothing: in one document in sixteen another thing is counted so."""
TOLD = 12.0
"""A row of a table whose head says what its rows are."""
FACTS = 1.0
"""A row of a table without a sentence begins an item: it says what a thing has, and not what it is."""
QUANTITY = 1.0
"""A number that may well be a quantity, `18 Bronze Men`, is text."""
CITED = 3.0
"""... although its number is cited elsewhere in the document."""
TITLED = 2.0
"""... although nothing but a title stands behind it."""
ABOVE_OTHERS = 2.0
"""... although other numbers of the document stand below it, as 4.2.1 stands below 4.2."""
PROMISED = 8.0
"""... although the contents list has its title."""
SUBTITLE, BARE_SUBTITLE = 4.0, 9.0
"""A title that nothing marks and the contents list lacks, right below one that it has: above a text, above a title."""
BROKEN = 4.0
"""... although it ends early, without a stop, and the next word would have fitted."""
EXPLAINED = 6.0
"""At most: a sentence alone is text, although the text below says its words again (`Features.echo`)."""
HOLDS = 8.0
"""A title without a stop is text, although another is right below it that looks otherwise and that its text shows."""
APART = 3.0
"""... although more blank lines stand above it than below."""
SET_IN = 3.0
"""... although the text right below it is set in, as that of a definition is."""
COUNTS = 3.0
"""... although a list begins below it that it does not announce with a colon."""
RULED = 5.0
"""... although what follows is what stands below the name of a card: a dated ruling, a pointer, that there is none."""
ANNOUNCED = 4.0
"""... although the title above says that such items follow: `Glossary`, `FAQ`."""
HEADS = 5.0
"""... although a question with its mark is right below it."""
DATED = 3.0
"""Words before a colon are text, although what stands behind them ends with a date or with somebody's initials; a title
has a date."""
EXPECTED = 3.0
"""... although a series of its very look is open."""

HOPE = 0.3
"""Share of the price of an odd look in the first pass, which tries what the second pays in full."""
NEW_FORM, SAME_FORM = 7.0, 2.0
"""A series in a form that the document has not used, and in one that it has."""
NEW_PAIR, SAME_PAIR, HOPED_PAIR = 2.5, 0.3, 1.0
"""A series below one of another kind, the first time and again, and in the first pass, which is hopeful."""
CLOSE = 0.3
"""For each series that ends."""

NEXT = 0.2
"""The number that comes next."""
CHILD = 0.6
"""The first number one level below."""
FIRST = 0.5
"""The first of a series, if it counts from one or goes on from the number above it."""
GAP = 4.0
"""A number that leaves some out; for each doubling one bit more."""
BREAK, BREAK_INSIDE, AGAIN = 11.0, 7.0, 5.0
"""A number that goes back, one that does inside its chapter, and one that is printed twice."""
LATE = 8.0
"""A series that does not begin with its first number."""
ANOTHER_LIST = 3.0
"""A list that begins with one behind another, although two items of one number then stand below one title."""
UNNESTED = 3.0
"""An item that the format puts inside of another, and that stands below something else."""
UNMARKED = 4.0
"""A title that ends what stands below a heading of the format, although it is none, or one of a deeper level."""
IN_TEXT = 4.0
"""A title below a place in a list or a sentence: both are paragraphs, which hold no titles."""
UNNUMBERED = 6.0
"""A list that counts rules, although nothing cites them and no number is right above it, or a title parts them."""
RESUMED, RESUMED_LIST = 1.0, 4.0
"""A series that goes on where one of its kind stopped, in another chapter; few lists do."""
ASCENDING = -1.2
"""A title that comes after the one before it in the alphabet; by chance half of them do, in a row hardly any."""
DESCENDING = 4.5
FIRST_TITLE = 1.0
UNORDERED = 0.8
"""A title that nothing puts in its place."""
UNORDERED_LEAD = 1.0
UNSORTED = 2.0
"""The same in a glossary: hardly one in four of its titles says something else than a term does."""

REGULAR = 3.0
"""Words before a colon are text, although nearly every paragraph of this indentation begins with some."""
NESTED_COUNT = 1.0
"""A number of one level counts a list of its own."""
LISTED_LEAD = 1.5
"""Words before their text that stand in a list, as the stressed words of many lists do."""

INSIDE = 7.0
"""An item that begins in the middle of a sentence."""
BEHIND = 1.0
"""An item that begins behind a whole sentence, in a line of the same paragraph."""
REPEATED = 9.0
"""A title that comes again below, as in a list of contents."""
EMPTY = 4.0
"""A title right above another of its look: a list of names; and one right above what ends it without a level."""
LOWER = 3.0
"""An item that begins in lower case."""
LONG = 4.0
"""A title of more than a line."""
COMMON_LABEL = 5.0
"""A label that stands before or above many texts: `Note:`, `Cost:`, `ADVANCED RULES`."""
STOP, FREE, ABOVE = 5.0, 3.0, 2.0
"""Once a series: its titles end with a stop, are no capitals, or stand above their text without a blank line."""
ODD_LOOK = 1.0
"""For each doubling by which a number's look is rarer than the usual look of its level."""
BARE, BARE_TITLE, SINGLE = 5.0, 2.0, 1.5
"""A number of one level without a stop, the same before a title alone, and one below which no other stands."""

FORCED = 1e4
"""What a person says is so, and anything else is not."""
