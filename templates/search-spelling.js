/**
 * Words and titles with mistakes: letters swapped, missing, doubled, or written by ear. The twin of judge/search/wording/spelling.py.
 *
 * The distance is that of the optimal string alignment, which counts two letters swapped as one mistake.
 * Words are compared bit by bit in one number, as in H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and
 * Damerau edit distances", Nordic Journal of Computing 10 (2003); for long words it is a BigInt.
 */
const judgeSpelling = (() => {
  "use strict";

  const { heard, isStopWord, replaced, root, sound } = judgeTokens;
  const BITS = 31; // letters that fit into one number

  /**
   * Return a function that tells how far other words are from one.
   * @param {string} wanted
   * @returns {(other: string) => number}
   */
  function distanceFrom(wanted) {
    if (!wanted) return (other) => other.length;
    const one = /** @type {number} */ (wanted.length > BITS ? /** @type {unknown} */ (1n) : 1);
    /** @type {Map<string, number>} */
    const places = new Map();
    let last = one ^ one;
    for (const letter of wanted.split("")) {
      last = last ? last << one : one;
      places.set(letter, last | (places.get(letter) || one ^ one));
    }
    return (other) => byBits(places, last, one, wanted.length, other);
  }

  /**
   * @param {Map<string, number>} places where each letter of the word is
   * @param {number} last the bit of its last letter
   * @param {number} one 1 in the kind of number that has room for the word
   * @param {number} length of the word
   * @param {string} other
   */
  function byBits(places, last, one, length, other) {
    const none = one ^ one;
    let more = ~none; // where the distance grows from one letter of the word to the next
    let less = none; // where it shrinks
    let diagonal = none;
    let before = none; // the matches of the letter before
    let distance = length;
    for (let place = 0; place < other.length; place += 1) {
      const matches = places.get(other[place]) || none;
      const swapped = ((~diagonal & matches) << one) & before;
      diagonal = (((matches & more) + more) ^ more) | matches | less | swapped;
      let across = less | ~(diagonal | more);
      let back = diagonal & more;
      if (across & last) distance += 1;
      if (back & last) distance -= 1;
      across = (across << one) | one;
      back <<= one;
      more = back | ~(diagonal | across);
      less = across & diagonal;
      before = matches;
    }
    return distance;
  }

  /**
   * Return how alike a word at a distance is, 1 being the same.
   * @param {number} distance
   * @param {string} one
   * @param {string} other
   */
  const likeness = (distance, one, other) => 1 - distance / (Math.max(one.length, other.length) || 1);

  /** Return the root of a word without a prefix that turns it round. @param {string} word */
  const turned = (word) => root(replaced("negated", word, ""));

  /**
   * Say whether one of two words is the other with a prefix that turns it round: no word is mended to its opposite.
   * @param {string} one
   * @param {string} other
   */
  const negates = (one, other) => root(one) !== root(other) && (turned(one) === root(other) || root(one) === turned(other));

  /**
   * Return, for those words that may be another with mistakes, that other word, by their first forms. Where letters alone
   * find nothing, the word is one that sounds like it.
   * @param {string[][]} strange words that no document has, each with its other forms, such as the singular
   */
  function mend(strange) {
    const spoken = judgeFullText.spoken().map((one) => /** @type {[string, number]} */ ([one, 0]));
    /** @type {Record<string, string>} */
    const mended = {};
    for (const forms of strange) {
      const words = forms.filter((form) => /^\p{L}+$/u.test(form));
      const pairs = words.map((word) => ({ word, known: [...judgeFullText.termsLike(word), ...spoken] }));
      for (const alike of [writtenAlike, heardAlike]) {
        for (const { word, known } of pairs) mended[forms[0]] ||= alike(word, known);
      }
    }
    return mended;
  }

  /**
   * Return the known word with the fewest letters that differ; one that says little only if there is no other.
   * @param {string} word
   * @param {[string, number][]} known
   */
  function writtenAlike(word, known) {
    const { limits } = judgeStore.settings();
    const [, allowed] = limits.mistakes.findLast((/** @type {number[]} */ [letters]) => word.length >= letters) || [0, 0];
    const distance = distanceFrom(word);
    const near = (allowed ? known : [])
      .filter(([other]) => Math.abs(other.length - word.length) <= allowed)
      .map(([other, count]) => ({ other, count, apart: distance(other), begins: other[0] === word[0] }))
      .filter(({ apart }) => apart <= allowed)
      .sort((one, other) => one.apart - other.apart)
      .slice(0, limits.compared)
      .map((one) => ({ ...one, sounds: sound(one.other) === sound(word) }))
      .filter(({ other, begins, sounds }) => word.length >= limits.sureFrom || begins || sounds)
      .filter(({ other }) => other.length > 2 && !negates(word, other));
    const [best] = judgeStore.sortedBy(near, ({ other, count, apart, begins, sounds }) =>
      [Number(isStopWord(other)), apart, Number(!sounds), Number(!begins), -count, other]);
    return best ? best.other : "";
  }

  /**
   * Return the known word that sounds like one and has most of its letters; of several, the one used most. The beginning
   * of a known word is unfinished, and not taken for another.
   * @param {string} word
   * @param {[string, number][]} known
   */
  function heardAlike(word, known) {
    const { limits } = judgeStore.settings();
    const asHeard = heard(word);
    if (asHeard.length < limits.fewestSounds || known.some(([other]) => other.startsWith(word))) return "";
    const fewer = word.length >= limits.byEarFrom ? limits.byEarMost : -1;
    const shortest = Math.max(word.length - fewer, limits.byEarMost + 1);
    const distance = distanceFrom(word);
    const isNear = (/** @type {string} */ other) =>
      other.length >= shortest && other.length <= word.length + limits.byEarMost;
    const maySound = (/** @type {string} */ other) =>
      limits.severalSounds.includes(other[0]) || other[1] === "h" || sound(other[0]) === asHeard[0];
    const alike = known.filter(([other]) => isNear(other) && maySound(other) && heard(other) === asHeard);
    const [best] = judgeStore.sortedBy(alike, ([other, count]) => [distance(other), -count, other]);
    return best && 2 * distance(best[0]) <= word.length + 1 ? best[0] : "";
  }

  /**
   * Return the positions of the entries whose titles are written or sound like a key, with how alike; best first.
   * @param {string} wantedKey
   * @param {number} enough
   */
  function alike(wantedKey, enough) {
    const { limits, weights } = judgeStore.settings();
    const cutoff = Math.max(0, (enough - weights.byEar) / (1 - weights.byEar));
    const distance = distanceFrom(wantedKey);
    const near = [];
    for (const name of judgeFullText.namesLike(wantedKey)) {
      const longer = Math.max(name.key.length, wantedKey.length);
      if (1 - Math.abs(name.key.length - wantedKey.length) / longer < cutoff) continue;
      const byLetters = likeness(distance(name.key), name.key, wantedKey);
      if (byLetters >= cutoff) near.push({ name, byLetters });
    }
    near.sort((one, other) => other.byLetters - one.byLetters || one.name.position - other.name.position);
    const heard = sound(wantedKey);
    /** @type {Map<number, number>} */
    const best = new Map();
    for (const { name, byLetters } of near.slice(0, limits.near)) {
      const other = sound(name.key);
      const byEar = likeness(distanceFrom(heard)(other), heard, other);
      const score = (1 - weights.byEar) * byLetters + weights.byEar * byEar;
      if (score >= enough) best.set(name.position, Math.max(score, best.get(name.position) || 0));
    }
    return new Map([...best].sort(([one, ones], [other, others]) => others - ones || one - other));
  }

  return { alike, distanceFrom, mend, negates };
})();
