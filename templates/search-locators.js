/**
 * Section numbers as people type them, found as texts cite them.
 *
 * The twin of judge/search/locators.py, judge/core/parts.py and, of what can be typed, judge/references/addresses.py. The
 * words and patterns come out of the program with the search data.
 */
const judgeLocators = (() => {
  "use strict";

  const { found, isStopWord, levels, replaced, words } = judgeTokens;

  /** @typedef {{start: number, end: number, number: string, unit: string | null}} Spoken an address as texts write it */
  /**
   * @typedef {object} TypedNumber a section number in a text
   * @property {number} start
   * @property {number} end
   * @property {string[]} numbers what it may stand for, the likeliest first
   * @property {boolean} bare whether it is a whole number alone, which may also be a year or an amount
   * @property {boolean} isPart whether it counts parts, and names no whole
   * @property {TypedNumber | null} inner what it is without the word before it
   */

  const known = () => judgeStore.settings().words;
  /** @param {string} text */
  const hasDigit = (text) => /\p{Nd}/u.test(text);
  /** @param {string} text */
  const isWhole = (text) => /^\p{Nd}+$/u.test(text);
  /** @param {string} word */
  const unitOf = (word) => (Object.hasOwn(known().units, word.toLowerCase()) ? known().units[word.toLowerCase()] : null);
  /** @param {string} word */
  const isCounting = (word) => known().locating.includes(word.toLowerCase()) || unitOf(word) !== null;

  /**
   * Return a text with its section numbers in digits: "rule twelve" is rule 12, "third bullet" bullet 3.
   * @param {string} typed
   */
  function spelled(typed) {
    const { ordinals, partWords } = known();
    let text = replaced("spoken", typed, (...match) => {
      const { before = "", unit = "", number } = match[match.length - 1];
      const spoken = found("point", number).length > 0 || unitOf(unit) !== null;
      return spoken ? before + replaced("point", number.toLowerCase(), ".").split(".").map(valueOf).join(".") : match[0];
    });
    text = replaced("last", replaced("comma", text, "."), "($1)");
    text = replaced("partOfId", text, (_, letter, place) => `, ${partWords[letter]} ${place}`);
    return replaced("place", text, (...match) => {
      const { ordinal, unit } = match[match.length - 1];
      const stems = [0, 1, 2].map((less) => ordinal.toLowerCase().slice(0, ordinal.length - less));
      const stem = stems.find((one) => Object.hasOwn(ordinals, one));
      return stem && unitOf(unit) ? `${unit} ${ordinals[stem]}` : match[0];
    });
  }

  /** @param {string} level in words or digits */
  function valueOf(level) {
    const { numerals } = known();
    return level
      .split(/[ -]/)
      .map((word) => (Object.hasOwn(numerals, word) ? numerals[word] : parseInt(word, 10)))
      .reduce((sum, value) => sum + value, 0);
  }

  /**
   * Return the section numbers in a text that is `spelled`, in order.
   * @param {string} text
   * @returns {TypedNumber[]}
   */
  function typedNumbers(text) {
    if (/^[0-9.]*$/.test(text)) {
      return [{ start: 0, end: text.length, numbers: withQuestion(text), bare: isWhole(text), isPart: false, inner: null }];
    }
    const cased = replaced("cased", text, (match) => match.toUpperCase());
    const every = mentions(cased);
    for (const match of found("bare", cased)) {
      const end = match.index + match[0].length;
      if (every.some((one) => one.start < end && match.index < one.end)) continue;
      every.push({ start: match.index, end, number: match[0], unit: null });
    }
    const kept = every.filter(({ end }) => !found("amount", text.slice(end)).length);
    kept.sort((one, other) => one.start - other.start);
    return kept.map((one, place) => typed(text, place ? kept[place - 1].end : 0, one));
  }

  /**
   * Return a number as it is typed, with what is before it, from a place on, that only says that it is one.
   * @param {string} text
   * @param {number} first
   * @param {Spoken} spoken
   * @returns {TypedNumber}
   */
  function typed(text, first, { start: at, end, number, unit }) {
    const [word, ...others] = number.split(" ");
    const rest = others.join(" ");
    const start = dressed(text, first, at);
    if (!unit && rest && /^\p{L}+$/u.test(word)) {
      const inner = typed(text, first, { start: end - rest.length, end, number: rest, unit });
      return { start, end, numbers: [number], bare: false, isPart: false, inner };
    }
    const bare = !unit && isWhole(number) && !text.slice(start, at).replace(/[ (:.]/g, "");
    const isPart = known().parts.includes(unit) && rest !== "" && !number.includes(",");
    const numbers = isPart && known().loose.includes(unit) ? [number, rest] : [number];
    return { start, end, numbers: bare ? withQuestion(number) : numbers, bare, isPart, inner: null };
  }

  /** @param {string} number */
  const withQuestion = (number) => [number, `${known().question} ${number}`];

  /**
   * Return where the words for a part of a text begin that stand before a number.
   * @param {string} text
   * @param {number} first
   * @param {number} start
   * @returns {number}
   */
  function dressed(text, first, start) {
    const before = text.slice(first, start).replace(/[ :(.#§]+$/, "");
    const word = before.slice(before.lastIndexOf(" ") + 1);
    const end = first + before.length;
    return word && isCounting(word) ? dressed(text, first, end - word.length) : end;
  }

  // As texts cite

  /**
   * Return the addresses of a text in the order of their places, none within another.
   * @param {string} text
   * @returns {Spoken[]}
   */
  function mentions(text) {
    const whole = (/** @type {RegExpMatchArray} */ match) => spoken(match, match[0], null);
    const named = found("number", text).filter((match) => {
      const before = text.slice(Math.max(0, (match.index ?? 0) - 40), match.index);
      return match[0].includes(".") || !found("codeBehindName", before).length;
    });
    const signed = found("signed", text).map((match) => spoken(match, match.groups?.number || "", known().unitsOfRules[0]));
    const every = [...worded(text), ...signed, ...found("hyphened", text).map(whole), ...named.map(whole)];
    every.sort((one, other) => one.start - other.start || other.end - one.end);
    /** @type {Spoken[]} */
    const all = [];
    for (const one of every) {
      if (!all.length || one.start >= all[all.length - 1].end) all.push(...withWhole(text, withParts(text, one)));
    }
    return all;
  }

  /**
   * Return an address that ends where a match does.
   * @param {RegExpMatchArray} match
   * @param {string} number
   * @param {string | null} unit
   * @returns {Spoken}
   */
  function spoken(match, number, unit) {
    const end = (match.index ?? 0) + match[0].length;
    return { start: end - number.length, end, number, unit };
  }

  /**
   * Return numbers after a word that may count them, the word included unless it only says that a rule is cited.
   * @param {string} text
   */
  function worded(text) {
    const { see, notHere, unitsOfRules } = known();
    /** @type {Spoken[]} */
    const all = [];
    for (const match of found("worded", text)) {
      const { word = "", number = "" } = match.groups || {};
      const unit = see.includes(word.toLowerCase()) && hasDigit(number) ? unitsOfRules[0] : unitOf(word);
      const next = text[(match.index ?? 0) + match[0].length];
      if (notHere.includes(unit)) continue;
      if (!unit && (!/^\p{Lu}./u.test(word) || !hasDigit(number) || next === "-")) continue;
      const cites = unit === unitsOfRules[0] && (hasDigit(number) || number !== number.toLowerCase());
      all.push(spoken(match, found("wholeNumber", number).length || cites ? number : match[0], unit));
    }
    return all;
  }

  /**
   * Return an address with the parts that follow it.
   * @param {string} text
   * @param {Spoken} one
   * @returns {Spoken}
   */
  function withParts(text, one, left = known().mostParts) {
    const [match] = left ? found("part", text.slice(one.end)) : [];
    const { word = "", number = "" } = match?.groups || {};
    const unit = unitOf(word);
    const bare = number.replace(/[()]/g, "");
    const counts = known().parts.includes(unit) || (unit === known().unitsOfRules[0] && match[0][0] !== ",");
    if (!match || !counts || (bare.length > 1 && !hasDigit(bare[0]))) return one;
    const longer = `${one.number}, ${word.toLowerCase()} ${number}`;
    return withParts(text, { ...one, end: one.end + match[0].length, number: longer }, left - 1);
  }

  /**
   * Return a part, and those that are listed with it, with the whole that follows: "clause (b) or (c) of Rule 12".
   * @param {string} text
   * @param {Spoken} one
   * @returns {Spoken[]}
   */
  function withWhole(text, one) {
    const { and, joining, mostParts } = known();
    if (!one.unit || found("wholeNumber", one.number).length) return [one];
    const parts = [one];
    while (parts.length < mostParts) {
      const last = parts[parts.length - 1];
      const [joined] = found("joined", text.slice(last.end));
      const word = joined?.groups?.and;
      if (!joined || (word && !and.includes(word.toLowerCase()))) break;
      const end = last.end + joined[0].length;
      const number = joined.groups?.number || "";
      parts.push({ start: end - number.length, end, number, unit: one.unit });
    }
    const { end } = parts[parts.length - 1];
    const [match] = found("ofWhole", text.slice(end));
    const { of = "", whole = "" } = match?.groups || {};
    const [inner] = found("wholeWorded", whole);
    const word = inner?.groups?.word;
    if (!match || !joining.includes(of.toLowerCase()) || (word && !unitOf(word))) return [one];
    const bare = inner?.groups?.number || "";
    const over = bare && found("wholeNumber", bare).length ? bare : whole;
    const all = parts.map((part) => ({ ...part, number: `${over}, ${part.number}` }));
    all[all.length - 1].end = end + match[0].length + whole.length;
    return all;
  }

  // What is beside them

  /**
   * Return the number without its last part; empty where it names none.
   * @param {string} number
   */
  function wholeOf(number) {
    const shorter = replaced("lastPart", number, "");
    return shorter === number ? "" : shorter;
  }

  /**
   * Return a text without the section numbers in it.
   * @param {string} text
   * @param {TypedNumber[]} all
   */
  function without(text, all) {
    const left = all.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
    return left.split(/\s+/).filter(Boolean).join(" ");
  }

  /**
   * Say whether words beside a number ask for something.
   * @param {string} text
   */
  const isTelling = (text) => words(text).some((term) => !isStopWord(term) && !isCounting(term));

  /**
   * Say whether a section number is all that a text says, or one that cannot be an amount is in it.
   * @param {string} typedText
   */
  function isLocator(typedText) {
    const text = spelled(typedText);
    return typedNumbers(text).some((one) => !(one.inner || one).bare || !isTelling(without(text, [one])));
  }

  /**
   * Say whether a text has a number that counts parts and names no whole: "clause b".
   * @param {string} text
   */
  const countsParts = (text) => typedNumbers(spelled(text)).some((one) => one.isPart);

  /**
   * Return the title that words beside a part name: "of the Day Sequence".
   * @param {string} label
   */
  function titleOfWhole(label) {
    const { joining } = known();
    const all = label.replace(/^[ ,;:]+|[ ,;:]+$/g, "").split(/\s+/);
    const first = all.findIndex((word) => !joining.includes(word.toLowerCase()) && !judgeTokens.isLeftOut(word.toLowerCase()));
    return first < 0 ? "" : all.slice(first).join(" ");
  }

  /**
   * Return the index of the block of an entry that a part is, or that begins with its letter; -1 where there is none.
   * @param {string} number of the part alone
   * @param {JudgeEntry} entry
   * @returns {{block: number, isCounted: boolean}}
   */
  function blockOf(number, { texts, kinds }) {
    const { partKinds, partsOfUnits, unitsOfRules } = known();
    const [match] = found("namedPart", number);
    const { word = "", level = "" } = match?.groups || {};
    const unit = unitOf(word) || unitsOfRules[0];
    const lower = level.toLowerCase();
    for (const kind of match ? Object.keys(partKinds) : []) {
      if ((partsOfUnits[unit] || kind) !== kind) continue;
      const places = kinds.flatMap((one, place) => (one === kind ? [place] : []));
      const keyed = places.find((place) => found("rowKey", texts[place])[0]?.groups?.key.toLowerCase() === lower);
      const place = isWhole(lower) ? parseInt(lower, 10) : lower.length === 1 ? lower.charCodeAt(0) - 96 : 0;
      const counted = kind === "table" ? keyed : places[place - 1];
      if (counted !== undefined) return { block: counted, isCounted: true };
    }
    const last = levels(number).pop() || "";
    const marks = known().marks.map((/** @type {string} */ mark) => mark.replace("{}", last));
    const begins = texts.slice(0, kinds.length).findIndex((text) => marks.some((/** @type {string} */ mark) => text.toLowerCase().startsWith(mark)));
    return { block: begins, isCounted: false };
  }

  return { blockOf, countsParts, isLocator, isTelling, spelled, titleOfWhole, typedNumbers, wholeOf, without };
})();
