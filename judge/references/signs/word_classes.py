"""Classes of words beside a number, by which `judge.references.signs.odds` tells what the number is one of.

Most are kept as roots (`judge.core.stemming.word_root`), so that "rated", "rates" and "rating" are one.
"""

from __future__ import annotations

from judge.core.stemming import word_root


def roots(words: str) -> frozenset[str]:
    """Return the roots of words."""
    return frozenset(map(word_root, words.split()))


CUES = frozenset("rule rules section sections sec secs subsection subsections clause clauses rulebook ref refs".split())
"""What is numbered in a book of rules."""
WEAK_CUES = frozenset(
    "article articles paragraph paragraphs para point points item items step steps chapter chapters entry entries "
    "number numbers no nr book references r rr art".split()
)
"""What is numbered there and elsewhere."""
GUIDES = frozenset(
    "see under per cf via compare pursuant despite notwithstanding following given concerning regarding re against "
    "above below".split()
)
"""Words before a number that lead to it."""
PLACES = frozenset("in from after before during within into inside until since throughout beyond outside".split())
QUANTITIES = frozenset(
    "about around nearly almost roughly approximately exactly least most than over below only just some every up "
    "another maybe perhaps circa".split()
)
"""Words before a number that is a quantity, or before anything."""
BETWEEN = frozenset(("between", "both", "either", "neither", "nor", "not"))
JOINTS = frozenset(
    "and or but that because if when as since while whether unless where although though until so then once like "
    "however why whereas what hence".split()
)
"""Words with which a clause begins."""
ASKING = frozenset(
    "does did do can could would will should might may must has have had is are was were isn aren wasn doesn didn don "
    "cannot won wouldn shouldn couldn".split()
)
"""Words that stand before a number in a question, or behind one that is a subject."""
BEING = frozenset("is are was were be been being s".split())
ADVERBS = frozenset(
    "also only still even again really just simply clearly always never usually not here there now then first instead "
    "too therefore thus already alone obviously actually explicitly itself specifically technically sadly strictly "
    "merely likewise yet both together rather".split()
)
PREPOSITIONS = frozenset("of to by with on at for as without through".split())
ARTICLES = frozenset(
    "a an the this that these those his her their our my your its every each any some no another which whose".split()
)
CITING = roots(
    "quote cite invoke violate breach break override supersede contradict misread read reread check consult apply use "
    "follow ignore overlook forget remember note mention observe interpret understand explain confuse skip think "
    "believe say argue claim mean want see look replace need satisfy trump beat bend bypass respect obey enforce hate "
    "love miss find discuss call treat resolve recall strike amend reword revise clarify repeat know learn study rely "
    "rule reference used using forgot forgotten broke broken breaking misreading"
)
"""Verbs before a number that is cited, and before other things."""
SAYING = roots(
    "say apply allow let state mean govern cover tell explain describe require forbid define rule give make show "
    "detail specify permit prevent determine set supersede override replace note include refer handle prohibit treat "
    "use cause clarify contain put read imply mention settle answer decide matter contradict concern address restrict "
    "limit speak talk deal want work grant protect ban bar stop block beat trump win help bind kick begin name demand "
    "ask insist leave add list distinguish confirm repeat rest depend conflict disagree agree interact exist hold "
    "remain disallow warn assume presuppose turn remove exempt change take come go stand call save lose cancel waive "
    "entitle oblige force outlaw overrule outrank precede follow reserve tie break know regulate spell"
)
"""Verbs of what a rule does."""
MEASURING = roots(
    "rose fell grew average mean median cost price weigh weight last measure measurement take score rate rating rank "
    "ranking count reach rise raise fall drop grow growth increase decrease reduce multiply divide double exceed "
    "shift sell sale buy pay paid worth fee charge spend earn gain lose shrink run hover peak total sum difference "
    "gap margin odds chance probability ratio percentage percent share record speed pace distance length width height "
    "depth size volume mass temperature pressure magnitude voltage noise value factor grade mark statistic statistics "
    "deviation survey poll vote tiebreak tiebreaker cutoff elo equal hold expect estimate complexity difficulty "
    "inflation population frequency dose scale display meter clock timer thermometer gauge stopwatch counter curve "
    "index result sample round half decimal number quotient figure amount quantity level area capacity duration "
    "output yield profit revenue budget salary income rent discount tax fine prize wage interest currency exchange "
    "finish lead beat age diameter radius thickness thick tall wide long heavy deep high fast slow expensive cheap "
    "far anything something everything plus minus die scoreboard sensor screen"
)
"""Words of measuring."""
MEASURES = roots(
    "gram kilogram kilo pound ounce ton tonne litre liter gallon pint metre meter centimetre centimeter millimetre "
    "millimeter kilometre kilometer mile yard foot feet inch minute hour week month year decade century degree "
    "celsius fahrenheit percent euro dollar cent pence penny crown krona franc yen yuan rupee peso buck quid ducat "
    "watt volt amp ampere hertz decibel knot fathom acre hectare calorie joule megabyte gigabyte terabyte byte "
    "kilobyte pixel million billion thousand fps kg km cm mm mg mph kph lb lbs oz ml mb gb tb ms hz khz ghz px usd "
    "eur gbp pm percentile dpi carat mbit kwh grosz zloty shilling rouble dioptre seconds stars"
)
"""Units that rules seldom speak of."""
UNITS = MEASURES | roots(
    "point star dozen hundred time copy card token player people person game match round turn second day session "
    "event page word decimal grade lap frame coin gold silver am standard sheet deck pack booster box set win loss "
    "victory vote gp credit bar part fold unit piece slot head heads"
)
"""Words behind a number that is a quantity."""
NUMBERED = roots(
    "version patch update build release app client firmware software beta alpha api season episode volume issue scene "
    "act level quest scenario mission puzzle lesson exercise homework figure fig picture photo image diagram chart "
    "table seat room hall floor booth stand stall gate platform line bus tram train exit road street highway route "
    "locker shelf channel track stage wave batch printing edition expansion set promo card ticket invoice order lot "
    "ward team group pod player round match game heat phone telephone dial bluetooth usb iso din rfc model type size "
    "grade class standard series verse psalm page appendix aisle bay berth cabin zone sector station frequency lane "
    "pier dock terminal bin crate box drawer row column block unit apartment suite building office window counter "
    "desk court field pitch cell case file folder form contract account code license licence serial id question quiz "
    "android ios windows python java firefox chrome linux macos postgres unity photoshop php ruby node mod plugin "
    "driver kernel engine bot tracker database calculator simulator printer camera browser song album disc disk tape "
    "reel vault print run minute hour week day month year lap trial experiment test sample"
)
"""What is numbered elsewhere."""
TEXTUAL = roots(
    "wording text meaning sense reading interpretation understanding version purpose spirit letter intent exception "
    "example note sentence line paragraph half part list definition penalty procedure violation breach question rule "
    "change errata light view spite case combination mix because instead accord subject contrary thank due owe term "
    "provision requirement virtue application instruction mean point refer direct turn go come back move proceed "
    "return similar limit restrict conflict comply consistent accordance step heading title word clause consequence "
    "scope rationale logic effect language process sequence order timing section passage caveat answer reference "
    "explain state tell find write say define lie stand told given set said found stated written explained described "
    "defined covered answered settled governed forbidden allowed handled resolved add amend revise clarify wrong "
    "right fall look depend hang apply play read relation respect regard deal mention discuss spell lay cover settle "
    "govern forbid allow describe handle resolve break protect bind affect permit prohibit require exempt exclude "
    "wait mistake confuse appeal principle footnote bullet analogy basis strength ground per"
)
"""Words before "of", "in", "to" and the like, if it is a text that follows."""
RULING = roots(
    "rule ruling rulebook marshal referee arbiter clause section paragraph article text wording word sentence "
    "exception interpretation errata cite quote citation reference legal illegal allow forbid permit prohibit apply "
    "violate breach override supersede contradict conflict clarify define definition specify state say read see "
    "explain answer question cover govern settle trump precedence opponent argue argument claim provision strictly "
    "technically literally loophole letter spirit faq book mention judge"
)
"""Words of talk about rules."""
SCORING = MEASURES | roots(
    "average mean median weigh weight last measurement rating rated rank record speed distance length width height "
    "temperature survey poll odds probability ratio percentage tiebreak tiebreaker elo estimate deviation statistic "
    "inflation exchange fee price paid sold worth score scored approximately roughly nearly exactly total sum "
    "multiply divide increase decrease rise rose fell grew finish thermometer stopwatch timer gauge coordinate chance "
    "expect"
)
"""Words of measuring that are not often those of rules."""
ELSEWHERE = roots(
    "website site app browser software client server firmware patch download printer screen video stream streaming "
    "channel film movie novel story comic magazine newspaper song album soundtrack band track hotel bus tram train "
    "station stadium arena airport flight hall venue room booth parking car road street phone telephone call email "
    "law tax contract lease insurance treaty constitution bible iso standard school exam university recipe kitchen "
    "beer wine coffee weather earthquake hospital doctor medicine shop store retailer auction ebay crowdfunding "
    "kickstarter backer shipping postage customs warehouse invoice subscription survey reviewer review critic rating "
    "newsletter forum thread podcast blog chess golf football soccer basketball baseball tennis marathon olympics "
    "league bookmaker statistic statistics inflation currency euro dollar price booster sleeve foil cardboard paper "
    "print printing box weight temperature battery gps map coordinate android ios windows python bluetooth wifi "
    "database upgrade install update beta release launch elo tiebreak standings"
)
"""Words of talk about other things."""
SMALL_TALK = roots(
    "yes yeah nope nah okay sorry please thanks guys folks lol hey well sure maybe perhaps whatever whoever whenever "
    "wherever anything something nothing everything anyone someone nobody everyone everybody anywhere somewhere "
    "nowhere everywhere got get getting gets have having make made making keep kept look looking find found seem "
    "seems try tried want wants wanted need needs needed thing things stuff way ways kind sort case cases thought "
    "idea problem issue trouble doubt right wrong correct true false fair fine good better best bad worse worst clear "
    "plain obvious same different first second third last next previous further down back away very much many more "
    "most less least few several already soon later earlier before after ago ever often sometimes rarely together "
    "alone apart besides except exactly quite pretty rather almost hardly barely real whole part half both each "
    "either neither such else like people person group friend opponent table round match event today yesterday "
    "tomorrow year time times long short new old big small high low left change changed start stop happen happens "
    "happened work works worked matter matters that what which who when where why how about because since until "
    "unless although though while whether reminder answer summary update winter summer"
)
TALK = CITING | SAYING | TEXTUAL | RULING | SMALL_TALK
"""Words of talk about rules, whatever the game; those of a game are learnt from its book."""
