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

  /** @type {any} */
  let settings = null;
  /** @type {Record<string, RegExp>} */
  let patterns = {};
  /** @type {Record<string, string>} */
  let folded = {};
  /** @type {Set<string>} */
  let stopWords = new Set();
  /** @type {Set<string>} */
  let leftOut = new Set();
  /** @type {[RegExp, string][]} */
  let sounds = [];
  /** @type {Map<string, string[]>} */
  let remembered = new Map();

  /** Take what the program knows of words. @param {any} about the settings of the search data */
  function use(about) {
    settings = about.words;
    folded = about.folded;
    stopWords = new Set(settings.stopWords);
    leftOut = new Set(settings.leftOut);
    sounds = settings.sounds.map((/** @type {string[]} */ [source, flags, instead]) => [
      new RegExp(source, `g${flags}`),
      instead,
    ]);
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

  /** Return a text without case, accents and marks, one blank between words. @param {string} text */
  function fold(text) {
    const plain = ASCII.test(text) ? text.toLowerCase() : Array.from(text, foldedLetter).join("");
    return replaced("notWords", replaced("unheard", plain, ""), " ").trim();
  }

  /** @param {string} letter */
  function foldedLetter(letter) {
    if (letter < "\x80") return letter.toLowerCase();
    const known = folded[letter];
    if (known !== undefined) return known;
    return letter.toUpperCase().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  }

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
   * Return the terms of a text with the offsets of the words they come from.
   * @param {string} text
   * @returns {{term: string, start: number, end: number}[]}
   */
  function tokens(text) {
    return found("word", text).flatMap(({ 0: word, index }) =>
      termsOf(word).map((term) => ({ term, start: index, end: index + word.length })),
    );
  }

  /**
   * @param {string} word
   * @returns {string[]}
   */
  function termsOf(word) {
    let terms = remembered.get(word);
    if (!terms) {
      const parts = word.includes(".") ? [word.toLowerCase()] : fold(word).split(" ").filter(Boolean);
      terms = parts.map(stem);
      if (remembered.size >= KEPT) remembered.clear();
      remembered.set(word, terms);
    }
    return terms;
  }

  /** Return the singular of a folded English word; anything else as it is. @param {string} word */
  function stem(word) {
    const ends = (/** @type {string} */ ending) => word.endsWith(ending);
    if (word.length < 4 || !ends("s") || settings.noPlural.some(ends)) return word;
    if (ends("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
    if (settings.longPlural.some(ends)) return word.slice(0, -2);
    return word.slice(0, -1);
  }

  /** Return what is left of a term without its ending. @param {string} term */
  function root(term) {
    if (!PLAIN_WORD.test(term)) return term;
    const base = Object.hasOwn(settings.irregular, term) ? settings.irregular[term] : term;
    for (const [ending, instead] of settings.endings) {
      if (!base.endsWith(ending)) continue;
      const short = base.slice(0, base.length - ending.length) + instead;
      if (short.length >= settings.shortestRoot && short.search(patterns.vowel) >= 0) {
        return replaced("double", short.replace(/e$/, ""), "$1");
      }
    }
    return replaced("double", base, "$1");
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

  /** Return the roots of a title, in the order of the alphabet. @param {string} title */
  const rootKey = (title) => titleWords(title).map(root).sort().join(" ");

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

  /** @param {string} term */
  const isStopWord = (term) => stopWords.has(term);

  /**
   * Say whether words that are a known title are meant as one: not where they are few and each says little.
   * @param {string} text
   */
  const mayName = (text) => words(text).length >= settings.manySay || !words(text).every(isStopWord);

  /** @param {string} term */
  const isLeftOut = (term) => leftOut.has(term);

  return {
    use,
    fold,
    found,
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
    sound,
    tokens,
    variant,
    words,
  };
})();
