/**
 * Section numbers as people type them, found as texts cite them.
 *
 * The twin of judge/search/locators.py, judge/core/numbering.py and, of what can be typed, judge/references/written_addresses.py. The
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
   * Return a text with its section numbers as texts print them: "12,4 b" is 12.4(b), "third bullet" bullet 3.
   * @param {string} typed
   */
  function spelled(typed) {
    const { partWords } = known();
    let text = replaced("last", replaced("comma", replaced("besideNumber", typed, " "), "."), "($1)");
    text = replaced("partOfId", text, (_, letter, place) => `, ${partWords[letter]} ${place}`);
    return replaced("place", text, (...match) => {
      const { ordinal, unit } = match[match.length - 1];
      const place = placeOf(ordinal);
      return place && unitOf(unit) ? `${unit} ${place}` : match[0];
    });
  }

  /** Return the place that a word names, or 0: "third" is 3. @param {string} ordinal */
  function placeOf(ordinal) {
    const { ordinals } = known();
    const stems = [0, 1, 2].map((less) => ordinal.toLowerCase().slice(0, ordinal.length - less));
    const stem = stems.find((one) => Object.hasOwn(ordinals, one));
    return stem ? ordinals[stem] : 0;
  }

  /** Say whether parts of texts are cited with a word: "clause", "third", "twelve". @param {string} word */
  const cites = (word) =>
    isCounting(word) || Object.hasOwn(known().numerals, word.toLowerCase()) || placeOf(word) > 0;

  /**
   * Return a text in which a number that documents have is in points, and that number as it was typed.
   * @param {string} text
   * @param {(number: string) => boolean} isKnown
   * @returns {[string, Record<string, string>]}
   */
  function undressed(text, isKnown) {
    for (const { 0: number, index } of found("labelled", text)) {
      const isOdd = !found("plainNumber", number).length && /\p{L}/u.test(number);
      if (isOdd && isKnown(number)) return [`${text.slice(0, index)}\ue000${text.slice(index)}`, {}];
    }
    for (const match of found("dressed", text)) {
      const places = [...match[0].matchAll(/[0-9]+/g)].map((place) => [place.index, place.index + place[0].length]);
      for (let length = places.length; length >= judgeStore.settings().limits.levels; length -= 1) {
        for (let first = 0; first <= places.length - length; first += 1) {
          const several = places.slice(first, first + length);
          const number = several.map(([start, end]) => match[0].slice(start, end)).join(".");
          if (!isKnown(number)) continue;
          const [start, end] = [match.index + several[0][0], match.index + several[length - 1][1]];
          return [text.slice(0, start) + number + text.slice(end), { [text.slice(start, end)]: number }];
        }
      }
    }
    return [text, {}];
  }

  /**
   * Return the section numbers in a text that is `spelled`, in order.
   * @param {string} text
   * @returns {TypedNumber[]}
   */
  function typedNumbers(text) {
    if (/^[0-9.]*$/.test(text)) {
      return [{ start: 0, end: text.length, numbers: isWhole(text) ? withQuestion(text) : [text], bare: isWhole(text), isPart: false, inner: null }];
    }
    const cased = replaced("cased", text, (match) => match.toUpperCase());
    /** @type {TypedNumber[]} */
    const all = [];
    let end = 0;
    for (const match of found("typed", cased)) {
      const [one] = (match.index ?? 0) < end ? [] : spoken(cased, match);
      if (one && !found("amount", text.slice(one.end)).length) all.push(typed(text, end, one));
      end = one?.end ?? end;
    }
    return all;
  }

  /**
   * Return the address that a match is, as texts write it, with its parts or its whole.
   * @param {string} text
   * @param {RegExpMatchArray} match
   * @returns {Spoken[]}
   */
  function spoken(text, match) {
    const { joining, notHere, parts, see, unitsOfRules } = known();
    const { word = "", after = match[0], alone = after } = match.groups || {};
    const unit = see.includes(word.toLowerCase()) ? unitsOfRules[0] : unitOf(word);
    if (notHere.includes(unit) || (word && !unit && !hasDigit(after))) return [];
    const isNumber = found("wholeNumber", alone).length > 0;
    const start = match.index ?? 0;
    let end = start + match[0].length;
    const isAlone = !word || isNumber || unit === unitsOfRules[0];
    const one = { start: isAlone ? end - alone.length : start, number: isAlone ? alone : match[0], unit };
    for (const part of found("parts", text.slice(end))[0]?.[0].matchAll(/,? ([^ ]+) ([^ ]+)/g) || []) {
      const partUnit = unitOf(part[1].replace(/\.$/, ""));
      if (!parts.includes(partUnit) && (partUnit !== unitsOfRules[0] || part[0][0] === ",")) break;
      end += part[0].length;
      one.number += `, ${part[1].replace(/\.$/, "")} ${part[2]}`;
    }
    const { of = "", whole = "" } = (unit && !isNumber && found("ofWhole", text.slice(end))[0]?.groups) || {};
    if (!joining.includes(of.toLowerCase())) return [{ ...one, end }];
    const bare = found("typed", whole)[0]?.groups?.after || "";
    const over = found("wholeNumber", bare).length ? bare : whole;
    return [{ ...one, number: `${over}, ${one.number}`, end: text.indexOf(whole, end) + whole.length }];
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
   * Return the start of the words for a part of a text before a number.
   * @param {string} text
   * @param {number} first
   * @param {number} start
   * @returns {number}
   */
  function dressed(text, first, start) {
    const before = text.slice(first, start).replace(/[ :(.#§\ue000]+$/, "");
    const word = before.slice(before.lastIndexOf(" ") + 1);
    const end = first + before.length;
    return word && isCounting(word) ? dressed(text, first, end - word.length) : end;
  }

  // What is beside them

  /** Return the number without its last part; empty where it names none. @param {string} number */
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

  /** Say whether words beside a number ask for something. @param {string} text */
  const isTelling = (text) => words(text).some((term) => !isStopWord(term) && !isCounting(term));

  /** Say whether a section number is all that a text says, or one that cannot be an amount is in it. @param {string} typedText */
  function isLocator(typedText) {
    const text = spelled(typedText);
    return typedNumbers(text).some((one) => !(one.inner || one).bare || !isTelling(without(text, [one])));
  }

  /** Say whether a text has a number that counts parts and names no whole: "clause b". @param {string} text */
  const countsParts = (text) => typedNumbers(spelled(text)).some((one) => one.isPart);

  /** Return the title that words beside a part name: "of the Day Sequence". @param {string} label */
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
    for (const kind of match && number[0] !== "(" ? Object.keys(partKinds) : []) {
      if (!(partsOfUnits[unit] || [kind]).includes(kind)) continue;
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

  return { blockOf, cites, countsParts, isLocator, isTelling, spelled, titleOfWhole, typedNumbers, undressed, wholeOf, without };
})();
