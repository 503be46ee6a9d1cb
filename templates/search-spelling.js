/**
 * Words and titles with mistakes: letters swapped, missing, doubled, or written by ear. The twin of judge/search/spelling.py.
 *
 * The distance is that of the optimal string alignment, which counts two letters swapped as one mistake.
 * Short words are compared bit by bit in one number, as in H. Hyyrö, "A bit-vector algorithm for computing Levenshtein
 * and Damerau edit distances", Nordic Journal of Computing 10 (2003); longer ones by the table of distances.
 */
const judgeSpelling = (() => {
  "use strict";

  const { sound } = judgeTokens;
  const BITS = 31; // letters that fit into one number

  /**
   * Return a function that tells how far other words are from one.
   * @param {string} wanted
   * @returns {(other: string) => number}
   */
  function distanceFrom(wanted) {
    if (!wanted || wanted.length > BITS) return (other) => byTable(wanted, other);
    /** @type {Map<string, number>} */
    const places = new Map();
    for (const [place, letter] of [...wanted.split("").entries()]) {
      places.set(letter, (places.get(letter) || 0) | (1 << place));
    }
    return (other) => byBits(places, wanted.length, other);
  }

  /**
   * @param {Map<string, number>} places where each letter of the word stands
   * @param {number} length of the word
   * @param {string} other
   */
  function byBits(places, length, other) {
    const last = 1 << (length - 1);
    let more = -1; // where the distance grows from one letter of the word to the next
    let less = 0; // where it shrinks
    let diagonal = 0;
    let before = 0; // the matches of the letter before
    let distance = length;
    for (let place = 0; place < other.length; place += 1) {
      const matches = places.get(other[place]) || 0;
      const swapped = ((~diagonal & matches) << 1) & before;
      diagonal = (((matches & more) + more) ^ more) | matches | less | swapped;
      let across = less | ~(diagonal | more);
      let back = diagonal & more;
      if (across & last) distance += 1;
      if (back & last) distance -= 1;
      across = (across << 1) | 1;
      back <<= 1;
      more = back | ~(diagonal | across);
      less = across & diagonal;
      before = matches;
    }
    return distance;
  }

  /**
   * @param {string} one
   * @param {string} other
   */
  function byTable(one, other) {
    let earlier = new Array(other.length + 1).fill(0);
    let above = Array.from({ length: other.length + 1 }, (_, place) => place);
    for (let row = 1; row <= one.length; row += 1) {
      const here = [row];
      for (let place = 1; place <= other.length; place += 1) {
        const same = one[row - 1] === other[place - 1] ? 0 : 1;
        here[place] = Math.min(above[place] + 1, here[place - 1] + 1, above[place - 1] + same);
        const swapped = row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
        if (swapped) here[place] = Math.min(here[place], earlier[place - 2] + 1);
      }
      earlier = above;
      above = here;
    }
    return above[other.length];
  }

  /**
   * Return how alike a word at a distance is, 1 being the same.
   * @param {number} distance
   * @param {string} one
   * @param {string} other
   */
  const likeness = (distance, one, other) => 1 - distance / (Math.max(one.length, other.length) || 1);

  /**
   * Return, for those words that may be another with mistakes, that other word.
   * @param {string[]} strange words that no document has
   */
  function mend(strange) {
    const { limits } = judgeStore.settings();
    /** @type {Record<string, string>} */
    const mended = {};
    for (const word of strange) {
      const allowed = mistakesAllowed(word);
      if (!allowed || !/^\p{L}+$/u.test(word)) continue;
      const distance = distanceFrom(word);
      const near = judgeFullText
        .termsLike(word)
        .filter(([other]) => Math.abs(other.length - word.length) <= allowed)
        .map(([other, count]) => ({ other, count, apart: distance(other) }))
        .filter(({ apart }) => apart <= allowed)
        .sort((one, other) => one.apart - other.apart)
        .slice(0, limits.compared)
        .filter(({ other }) => other.length > 2 && (word.length >= limits.sureFrom || soundsOrBegins(word, other)));
      const ranked = near.map(({ other, count, apart }) => ({
        other,
        rank: [apart, Number(sound(other) !== sound(word)), Number(other[0] !== word[0]), -count],
      }));
      ranked.sort((one, other) => byRank(one.rank, other.rank) || (one.other < other.other ? -1 : 1));
      if (ranked.length) mended[word] = ranked[0].other;
    }
    return mended;
  }

  /** @param {string} word */
  const mistakesAllowed = (word) =>
    Math.max(
      0,
      ...judgeStore
        .settings()
        .limits.mistakes.filter((/** @type {number[]} */ [letters]) => word.length >= letters)
        .map((/** @type {number[]} */ [, mistakes]) => mistakes),
    );

  /**
   * @param {string} word
   * @param {string} other
   */
  const soundsOrBegins = (word, other) => other[0] === word[0] || sound(other) === sound(word);

  /**
   * @param {number[]} ones
   * @param {number[]} others
   */
  function byRank(ones, others) {
    for (const [place, one] of ones.entries()) if (one !== others[place]) return one - others[place];
    return 0;
  }

  /**
   * Return the entries whose titles are written or sound like a key: how alike, and their positions; best first.
   * @param {string} wantedKey
   * @param {number} enough
   * @returns {[number, number][]}
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
    return [...best]
      .map(([position, score]) => /** @type {[number, number]} */ ([score, position]))
      .sort(([ones, one], [others, other]) => others - ones || one - other);
  }

  return { alike, distanceFrom, mend };
})();
