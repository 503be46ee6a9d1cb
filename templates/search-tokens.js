/**
 * Words as terms, titles as keys: folded, singular, with a root by which "declared" and "declaration" meet.
 *
 * The twin of judge/core/tokens.py and judge/core/numbering.py. Patterns, endings and lists of words are not
 * written here: they come out of the program with the search data (judge/site/search_settings.py).
 */
const judgeTokens = (() => {
  "use strict";

  const KEPT = 50_000; // words whose terms are remembered
  const ASCII = /^[\x00-\x7f]*$/;
  const PLAIN_WORD = /^[a-z]+$/i;
  const LETTERS = /^\p{L}+$/u;
  const MARK = /\p{M}/u;
  const MARKS = /\p{M}/gu;
  const ENGLISH = "en"; // the language of a text of which nothing else is known

  /** @type {any} */
  let settings = null;
  /** @type {Record<string, RegExp>} */
  let patterns = {};
  /** @type {Record<string, string>} */
  let folded = {};
  /** @type {Set<string>} */
  let stopWords = new Set();
  /** @type {Record<string, {little: Set<string>, endings: string[], changes: [string, string][], shortest: number}>} */
  let languages = {};
  /** @type {Set<string>} */
  let leftOut = new Set();
  /** @type {[RegExp, string][]} */
  let sounds = [];
  /** @type {[RegExp, string][]} */
  let spellings = [];
  /** @typedef {{term: string, start: number, end: number}} Token */
  /** @type {Map<string, Token[]>} */
  let remembered = new Map();

  /** Take what the program knows of words. @param {any} about the settings of the search data */
  function use(about) {
    settings = about.words;
    folded = about.folded;
    stopWords = new Set(settings.stopWords);
    leftOut = new Set(settings.leftOut);
    languages = {};
    for (const [language, forms] of Object.entries(about.languages)) {
      languages[language] = { ...forms, little: new Set(forms.little) };
    }
    [sounds, spellings] = [settings.sounds, settings.spellings].map((some) =>
      some.map((/** @type {string[]} */ [source, flags, instead]) => [new RegExp(source, `g${flags}`), instead]),
    );
    patterns = {};
    for (const [name, [source, flags]] of Object.entries(/** @type {Record<string, string[]>} */ (about.patterns))) {
      patterns[name] = new RegExp(source, `g${flags}`);
    }
    remembered = new Map();
  }

  /**
   * Replace what a pattern finds.
   * @param {string} name of the pattern
   * @param {string} text
   * @param {string | ((...match: any[]) => string)} instead
   */
  const replaced = (name, text, instead) => text.replace(patterns[name], /** @type {any} */ (instead));

  /**
   * Return what a pattern finds in a text.
   * @param {string} name
   * @param {string} text
   */
  const found = (name, text) => [...text.matchAll(patterns[name])];

  /**
   * Return a text without case, accents and marks, one blank between words; marks that make other letters stay.
   * @param {string} text
   */
  function fold(text) {
    const heard = replaced("unheard", text, ""); // before ´ becomes a blank and an accent
    const plain = ASCII.test(text) ? text.toLowerCase() : withoutMarks(Array.from(heard, foldedLetter).join(""));
    return replaced("notWords", replaced("unheard", plain, ""), " ").trim();
  }

  /** @param {string} letter */
  function foldedLetter(letter) {
    if (letter < "\x80") return letter.toLowerCase();
    const known = MARK.test(letter) ? letter : folded[letter];
    return known !== undefined ? known : letter.toUpperCase().toLowerCase();
  }

  /** @param {string} text */
  const withoutMarks = (text) =>
    replaced("looseMarks", text.normalize("NFKD"), "").normalize("NFC").replace(MARKS, (mark) => folded[mark] || "");

  /**
   * Return the one key of a title: folded, without an article in front, words run together.
   * @param {string} title
   */
  function key(title) {
    const whole = fold(title);
    return (replaced("article", whole, "") || whole).replaceAll(" ", "");
  }

  /** Return the terms of a text: folded, singular, no word left out however short. @param {string} text */
  const words = (text) => (text.match(patterns.word) || []).flatMap(termsOf);

  /**
   * Return the terms of a text with the offsets of what they come from: a word, or two letters in a script without blanks.
   * @param {string} text
   * @returns {Token[]}
   */
  function tokens(text) {
    return found("word", text).flatMap(({ 0: word, index }) =>
      termsAt(word).map(({ term, start, end }) => ({ term, start: index + start, end: index + end })),
    );
  }

  /** @param {string} word */
  const termsOf = (word) => termsAt(word).map(({ term }) => term);

  /**
   * Return the terms of one word, each with where it is there; a number with points is one as it is.
   * @param {string} word
   * @returns {Token[]}
   */
  function termsAt(word) {
    let terms = remembered.get(word);
    if (!terms) {
      terms = word.includes(".") ? [{ term: word.toLowerCase(), start: 0, end: word.length }] : partsOf(word);
      if (remembered.size >= KEPT) remembered.clear();
      remembered.set(word, terms);
    }
    return terms;
  }

  /**
   * Return the terms of a word by its parts: what is elided, and what is of a script without blanks.
   * @param {string} word
   */
  function partsOf(word) {
    const [elided] = found("elided", word);
    const runs = found("unspaced", word).flatMap((match) => [match.index, match.index + match[0].length]);
    const inner = elided ? [elided[0].length] : runs;
    const cuts = [...new Set([0, ...inner, word.length])].sort((one, other) => one - other);
    return cuts.slice(1).flatMap((end, place) => termsOfPart(word.slice(cuts[place], end), cuts[place]));
  }

  /**
   * @param {string} part of a word that is of one script
   * @param {number} start
   * @returns {Token[]}
   */
  function termsOfPart(part, start) {
    const whole = { start, end: start + part.length };
    const plain = fold(part);
    if (part.search(patterns.unspaced) !== 0) {
      return plain.split(" ").filter(Boolean).map((one) => ({ term: stem(one), ...whole }));
    }
    const letters = Array.from(plain.replaceAll(" ", ""));
    const pairs = letters.slice(0, Math.max(1, letters.length - 1)).map((_, place) => letters.slice(place, place + 2).join(""));
    const own = letters.length === part.length;
    return pairs.map((term, place) => ({
      term,
      ...(own ? { start: start + place, end: start + place + term.length } : whole),
    }));
  }

  /** Return the singular of a folded English word; anything else as it is. @param {string} word */
  function stem(word) {
    const ends = (/** @type {string} */ ending) => word.endsWith(ending);
    if (word.length < 4 || !ends("s") || settings.noPlural.some(ends)) return word;
    if (ends("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
    if (settings.longPlural.some(ends)) return word.slice(0, -2);
    return word.slice(0, -1);
  }

  /**
   * Return what is left of a term without its ending, by the endings of a language.
   * @param {string} term
   * @param {string} [language]
   */
  function root(term, language = ENGLISH) {
    if (language !== ENGLISH) return withoutEndings(term, languages[language]);
    if (!PLAIN_WORD.test(term)) return term;
    const base = Object.hasOwn(settings.irregular, term) ? settings.irregular[term] : term;
    for (const [ending, instead] of settings.endings) {
      if (!base.endsWith(ending)) continue;
      const short = base.slice(0, base.length - ending.length) + instead;
      if (short.length >= settings.shortestRoot && short.search(patterns.vowel) >= 0) {
        return replaced("double", short.length === settings.shortestRoot ? short : short.replace(/e$/, ""), "$1");
      }
    }
    return replaced("double", base, "$1");
  }

  /**
   * Return what is left of a term of another language.
   * @param {string} term
   * @param {{endings: string[], changes: [string, string][], shortest: number}} forms
   */
  function withoutEndings(term, { endings, changes, shortest }) {
    let left = term;
    while (LETTERS.test(left)) {
      const ending = endings.find((one) => left.endsWith(one) && left.length - one.length >= shortest);
      if (!ending) break;
      left = left.slice(0, -ending.length);
    }
    const [first = ""] = left;
    return first + changes.reduce((rest, [letters, instead]) => rest.replaceAll(letters, instead), left.slice(first.length));
  }

  /**
   * Return the roots of a term in languages, each once.
   * @param {string} term
   * @param {string[]} spoken
   */
  const roots = (term, spoken) => [...new Set(spoken.map((language) => root(term, language)))];

  /**
   * Return the roots of terms that are together: for each language those of all of them, each once.
   * @param {string[]} terms
   * @param {string[]} spoken
   */
  function rooted(terms, spoken) {
    const every = spoken.map((language) => terms.map((term) => root(term, language)));
    return [...new Map(every.map((one) => [one.join(" "), one])).values()];
  }

  /**
   * Return the terms of a title without the words that may be missing, and without the set of a card.
   * @param {string} title
   */
  const titleWords = (title) => words(replaced("setCode", title, "")).filter((term) => !leftOut.has(term));

  /**
   * Return the form in which the usual variations of a title are the same, words run together.
   * @param {string} title
   */
  function variant(title) {
    let whole = "";
    /** @type {number | null} */
    let value = null;
    for (const word of [...titleWords(title), ""]) {
      if (Object.hasOwn(settings.numerals, word)) {
        value = (value || 0) + settings.numerals[word];
      } else if (Object.hasOwn(settings.magnitudes, word) && value !== null) {
        value *= settings.magnitudes[word];
      } else {
        if (value !== null) whole += value;
        value = null;
        whole += word;
      }
    }
    return whole;
  }

  /**
   * Return the roots of a title, in the order of the alphabet.
   * @param {string} title
   * @param {string} [language]
   */
  const rootKey = (title, language) => titleWords(title).map((term) => root(term, language)).sort().join(" ");

  /**
   * Return the levels of a number as it is printed or cited, whatever marks part them.
   * @param {string} number
   * @returns {string[]}
   */
  function levels(number) {
    const { units, unitsOfRules } = settings;
    const folded = number.normalize("NFKC").replaceAll("\u2010", "-").toLowerCase();
    const pieces = folded.match(patterns.levels) || [];
    const named = pieces.map((piece) => (piece.length > 1 && Object.hasOwn(units, piece) ? units[piece] : ""));
    const kept = pieces.map((piece, place) => named[place] || piece).filter((_, place) => !named[place] || !place);
    const found = kept.filter((level) => !unitsOfRules.includes(level));
    return found.length > 1 && found[found.length - 1] === "0" ? found.slice(0, -1) : found;
  }

  /** @param {string[]} found */
  const joined = (found) => found.join(".").replaceAll(".-", "-");

  /** Return the form under which a number is found, however it is printed. @param {string} number */
  const lookupKey = (number) => joined(levels(number));

  /** Return the keys of the numbers above a number, nearest first. @param {string} number */
  function numbersAbove(number) {
    const whole = levels(number);
    const above = whole.map((_, count) => joined(whole.slice(0, count)).replace(/(?<=[^.])\.0$/, "")).slice(1);
    return [...new Set(above.reverse())];
  }

  /** Return how a key sounds, roughly. @param {string} written */
  const sound = (written) => sounds.reduce((heard, [pattern, instead]) => heard.replace(pattern, instead), written);

  /** Return how a word sounds that somebody spells by ear. @param {string} written */
  const heard = (written) => sound(spellings.reduce((word, [pattern, instead]) => word.replace(pattern, instead), written));

  /** @param {string} term */
  const isStopWord = (term) => stopWords.has(term);

  /**
   * Return the terms that say little in that of some languages of which a query has the most; else in the first.
   * @param {string[]} terms
   * @param {string[]} spoken
   */
  function stopWordsFor(terms, spoken) {
    const every = [...new Set(spoken)].map((language) => (language === ENGLISH ? stopWords : languages[language].little));
    const counts = every.map((little) => terms.filter((term) => little.has(term)).length);
    return every[counts.indexOf(Math.max(...counts))] || stopWords;
  }

  /**
   * Say whether words that are a known title are meant as one: not where they are few and each says little.
   * @param {string} text
   */
  const mayName = (text) => words(text).length >= settings.manySay || !words(text).every(isStopWord);

  /** @param {string} term */
  const isLeftOut = (term) => leftOut.has(term);

  return {
    ENGLISH,
    use,
    fold,
    found,
    heard,
    isLeftOut,
    isStopWord,
    mayName,
    key,
    levels,
    lookupKey,
    numbersAbove,
    replaced,
    root,
    rootKey,
    rooted,
    roots,
    sound,
    stopWordsFor,
    tokens,
    variant,
    words,
  };
})();
