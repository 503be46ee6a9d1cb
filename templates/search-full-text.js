/**
 * Names, words and full text: which entries are called so, what words there are, which entries hold them.
 *
 * The twin of judge/library/full_text.py and of a part of judge/library/store.py. What asks for parts that are not here throws
 * `judgeParts.Missing`.
 */

/** @typedef {{key: string, kind: string, position: number, text: string}} JudgeName */
/** @typedef {{term: string, game: string, entries: number}} JudgeCount */
/**
 * @typedef {object} JudgeWord
 * @property {number} frequency how many entries hold the root
 * @property {JudgeCount[]} counts
 */

const judgeFullText = (() => {
  "use strict";

  const { groupedBy, leading, needFor, part, partOf, sortedBy, worked } = judgeStore;
  const LAST = "\u{10ffff}"; // sorts after every other character
  const WHOLE = 60; // parts of names up to which all are compared for mistakes; of more, those of one first letter
  const KEPT_POSTINGS = 300_000;

  /** @type {any} */
  let about = null;
  /** @type {Map<string, any[]>} */
  let synonymsOf = new Map();
  /** @type {Map<string, Map<number, number>>} */
  let postingsOf = new Map();
  let keptPostings = 0;

  /** Take the settings of the search data. @param {any} settings */
  function use(settings) {
    about = settings;
    const synonyms = settings.synonyms.flatMap((/** @type {[string, string, string[][]]} */ [game, source, group]) =>
      group.flatMap(([typed, ...meanings]) => meanings.map((meant) => ({ typed, meant, game, source }))),
    );
    synonymsOf = groupedBy(synonyms, ({ typed }) => typed);
    postingsOf = new Map();
    keptPostings = 0;
  }

  /** Return the first letter of a text, whole even where it is two units. @param {string} text */
  const firstOf = (text) => Array.from(text.slice(0, 2))[0] || "";

  /** Return the key that a line of a part begins with. @param {string} line */
  const keyOf = (line) => line.slice(0, line.indexOf("\t"));

  // Names

  /**
   * @param {string} line
   * @returns {JudgeName}
   */
  function nameOf(line) {
    const [key, kind, position, text] = line.split("\t");
    return { key, kind: about.nameKinds[kind], position: Number(position), text: text || key };
  }

  /** @param {number} number */
  const namesIn = (number) => part("names", number, (data) => data.split("\n"));

  /**
   * Return the place of the first line whose key is not before a key.
   * @param {string[]} lines
   * @param {string} key
   */
  const placeOf = (lines, key) => leading(lines.length, (place) => keyOf(lines[place]) < key);

  /**
   * Return the names with one of these keys, of some kinds.
   * @param {Iterable<string>} keys
   * @param {string[]} wanted kinds
   * @returns {JudgeName[]}
   */
  function namesAmong(keys, wanted) {
    const all = [...new Set(keys)];
    needFor("names", all);
    return all.flatMap((key) => {
      const lines = namesIn(partOf("names", key));
      const found = [];
      for (let place = placeOf(lines, key); place < lines.length && lines[place].startsWith(`${key}\t`); place += 1) {
        const name = nameOf(lines[place]);
        if (wanted.includes(name.kind)) found.push(name);
      }
      return found;
    });
  }

  /**
   * Return the positions of the entries that have a name with this key.
   * @param {string} key
   * @param {string[]} wanted kinds
   */
  const named = (key, wanted = ["title", "alias"]) =>
    [...new Set(namesAmong([key], wanted).map((name) => name.position))].sort((one, other) => one - other);

  /** @param {string} number */
  const numbered = (number) => named(judgeTokens.lookupKey(number), ["number"]);

  /**
   * Return the names of these kinds whose keys begin with a prefix, in the order of their keys.
   * @param {string} prefix
   * @param {number} limit
   * @param {string[]} kinds
   * @returns {JudgeName[]}
   */
  function namesFrom(prefix, limit, kinds = ["number", "title", "alias"]) {
    const found = [];
    const last = about.parts.names.length;
    for (let number = partOf("names", prefix); number < last; number += 1) {
      const lines = namesIn(number);
      for (let place = placeOf(lines, prefix); place < lines.length; place += 1) {
        if (!lines[place].startsWith(prefix)) return found;
        const name = nameOf(lines[place]);
        if (!kinds.includes(name.kind)) continue;
        found.push(name);
        if (found.length >= limit) return found;
      }
    }
    return found;
  }

  /**
   * Return the titles and aliases that are compared with a key for mistakes, in the order of their entries.
   * @param {string} key
   * @returns {JudgeName[]}
   */
  function namesLike(key) {
    let numbers = [...about.parts.names.keys()];
    if (numbers.length > WHOLE) {
      const letter = firstOf(key);
      numbers = numbers.slice(partOf("names", letter), partOf("names", letter + LAST) + 1);
    }
    judgeParts.need("names", numbers);
    const titles = (/** @type {string[]} */ lines) => lines.filter((line) => /\t[ta]\t/.test(line)).map(nameOf);
    return numbers.flatMap((number) => worked(`titles-${number}`, () => titles(namesIn(number))));
  }

  // Words

  /**
   * @param {number} number
   * @returns {Map<string, string>}
   */
  const wordsIn = (number) =>
    part("words", number, (data) => new Map(data.split("\n").map((/** @type {string} */ line) => [keyOf(line), line])));

  /**
   * Return what is known of a root; null where no entry holds it.
   * @param {string} root
   * @returns {JudgeWord | null}
   */
  function word(root) {
    const line = wordsIn(partOf("words", firstOf(root))).get(root);
    return line ? wordOf(line) : null;
  }

  /** @param {string} line */
  function wordOf(line) {
    const [root, frequency, ...terms] = line.split("\t");
    const counts = terms.flatMap((one) => {
      const cut = one.lastIndexOf("=");
      const term = one.slice(0, cut) || root;
      const held = one.slice(cut + 1).split(",").map((of) => of.split(":").map(Number));
      return held.map(([game, entries]) => ({ term, game: about.games[game], entries }));
    });
    return { frequency: Number(frequency), counts };
  }

  /** Make sure that the vocabulary of some roots is here. @param {string[]} roots */
  const needWords = (roots) => needFor("words", roots.map(firstOf));

  /**
   * Return all terms of a part with how many entries hold each.
   * @param {number} number
   * @returns {[string, number][]}
   */
  function termsIn(number) {
    return worked(`terms-${number}`, () => {
      /** @type {Map<string, number>} */
      const totals = new Map();
      for (const line of wordsIn(number).values()) {
        for (const count of wordOf(line).counts) totals.set(count.term, (totals.get(count.term) || 0) + count.entries);
      }
      return [...totals].sort(([one], [other]) => (one < other ? -1 : 1));
    });
  }

  /** Say whether some word begins with one. @param {string} term */
  const isBegun = (term) => termsIn(partOf("words", firstOf(term))).some(([other]) => other.startsWith(term));

  /**
   * Return all terms that a word is compared with for mistakes.
   * @param {string} typed
   * @returns {[string, number][]}
   */
  function termsLike(typed) {
    let numbers = [...about.parts.words.keys()];
    if (numbers.length > WHOLE) numbers = [partOf("words", firstOf(typed))];
    judgeParts.need("words", numbers);
    return numbers.flatMap(termsIn);
  }

  /**
   * Return what may be meant by terms that are typed together, in English or another language.
   * @param {string[]} typed
   * @param {string[]} languages
   * @returns {{typed: string, meant: string, game: string | null, source: string}[]}
   */
  const synonyms = (typed, languages) =>
    judgeTokens.rooted(typed, [judgeTokens.ENGLISH, ...languages]).flatMap((one) => synonymsOf.get(one.join(" ")) || []);

  /** Return what is typed where something else is meant, as roots. */
  const typedRoots = () => [...synonymsOf.keys()];

  /** Return the words that players use for something else and that no document has. @returns {string[]} */
  const spoken = () => about.spoken;

  // Full text

  /**
   * Return the entries that hold what is wanted, those that hold the most and the rarest first.
   * @param {string[][]} wanted roots; several in one stand for all of them together
   * @param {number} limit
   * @param {((position: number) => boolean) | null} within
   * @returns {number[]} positions
   */
  function search(wanted, limit, within = null) {
    needWords(wanted.flat());
    const chosen = rarest(wanted);
    needFor("postings", chosen.flat());
    /** @type {Map<number, number>} */
    const scores = new Map();
    for (const roots of chosen) {
      const [held, ...others] = roots.map(postings);
      const telling = Math.log(1 + about.entries / held.size);
      for (const [position, count] of held) {
        if (others.every((other) => other.has(position))) {
          const score = (telling * count) / (count + 1);
          scores.set(position, (scores.get(position) || 0) + score);
        }
      }
    }
    return [...scores]
      .filter(([position]) => !within || within(position))
      .sort(([one, ones], [other, others]) => others - ones || one - other)
      .slice(0, limit)
      .map(([position]) => position);
  }

  /**
   * Return what is wanted and is there, the rarest root of each first, up to a number of places.
   * @param {string[][]} wanted
   */
  function rarest(wanted) {
    /** @type {[number, string[]][]} */
    const counted = [];
    for (const roots of wanted) {
      const ordered = sortedBy(roots, (root) => [frequencyOf(root), root]);
      const least = ordered.length ? frequencyOf(ordered[0]) : 0;
      if (least) counted.push([least, ordered]);
    }
    const chosen = [];
    let read = 0;
    for (const [frequency, roots] of sortedBy(counted, ([least, ordered]) => [least, ...ordered])) {
      read += frequency;
      if (read <= about.limits.postings || !chosen.length) chosen.push(roots);
    }
    return chosen;
  }

  /** @param {string} root */
  const frequencyOf = (root) => word(root)?.frequency || 0;

  /**
   * Return how many times each entry holds a root; remembered, for a person asks of few things at a time.
   * @param {string} root
   * @returns {Map<number, number>}
   */
  function postings(root) {
    let found = postingsOf.get(root);
    if (!found) {
      const lines = part("postings", partOf("postings", root), (data) => data.split("\n"));
      const line = lines[placeOf(lines, root)] || "";
      found = new Map(line.startsWith(`${root}\t`) ? unpacked(line.slice(root.length + 1)) : []);
      if (keptPostings + found.size > KEPT_POSTINGS) {
        postingsOf.clear();
        keptPostings = 0;
      }
      keptPostings += found.size;
      postingsOf.set(root, found);
    }
    return found;
  }

  /**
   * @param {string} packed
   * @returns {Iterable<[number, number]>}
   */
  function* unpacked(packed) {
    let position = 0;
    for (const one of packed.split(" ")) {
      const [distance, count] = one.split(".");
      position += parseInt(distance, 36);
      yield [position, count ? parseInt(count, 36) : 1];
    }
  }

  return {
    isBegun,
    named,
    namesAmong,
    namesFrom,
    namesLike,
    needWords,
    numbered,
    search,
    spoken,
    synonyms,
    termsLike,
    typedRoots,
    use,
    word,
  };
})();
