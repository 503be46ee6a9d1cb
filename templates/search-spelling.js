/**
 * Words and titles with mistakes: letters swapped, missing, doubled, or written by ear. The twin of judge/search/wording/spelling.py.
 */
const judgeSpelling = (() => {
  "use strict";

  const { heard, isStopWord, replaced, root, sound } = judgeTokens;
  /**
   * Return how many letters of a word are wrong if it is meant for another; two that changed places are one mistake.
   *
   * The distance is that of the optimal string alignment, from which two rows of its table are kept.
   * @param {string} one
   * @param {string} other
   */
  function distance(one, other) {
    /** @type {number[]} */
    let before = [];
    let last = Array.from({ length: other.length + 1 }, (_, place) => place);
    for (let row = 1; row <= one.length; row += 1) {
      const next = [row];
      for (let place = 1; place <= other.length; place += 1) {
        const changed = Number(one[row - 1] !== other[place - 1]);
        const isSwapped = changed && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
        const swapped = isSwapped ? before[place - 2] + 1 : Infinity;
        next.push(Math.min(last[place] + 1, next[place - 1] + 1, last[place - 1] + changed, swapped));
      }
      [before, last] = [last, next];
    }
    return last[other.length];
  }

  /** Return how alike two words are, 1 being the same. @param {string} one @param {string} other */
  const likeness = (one, other) => 1 - distance(one, other) / (Math.max(one.length, other.length) || 1);

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
    const near = (allowed ? known : [])
      .filter(([other]) => Math.abs(other.length - word.length) <= allowed)
      .map(([other, count]) => ({ other, count, apart: distance(word, other), begins: other[0] === word[0] }))
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
    const isNear = (/** @type {string} */ other) =>
      other.length >= shortest && other.length <= word.length + limits.byEarMost;
    const maySound = (/** @type {string} */ other) =>
      limits.severalSounds.includes(other[0]) || other[1] === "h" || sound(other[0]) === asHeard[0];
    const alike = known.filter(([other]) => isNear(other) && maySound(other) && heard(other) === asHeard);
    const [best] = judgeStore.sortedBy(alike, ([other, count]) => [distance(word, other), -count, other]);
    return best && 2 * distance(word, best[0]) <= word.length + 1 ? best[0] : "";
  }

  /**
   * Return the positions of the entries whose titles are written or sound like a key, with how alike; best first.
   * @param {string} wantedKey
   * @param {number} enough
   */
  function alike(wantedKey, enough) {
    const { limits, weights } = judgeStore.settings();
    const cutoff = Math.max(0, (enough - weights.byEar) / (1 - weights.byEar));
    const near = judgeFullText
      .namesLike(wantedKey)
      .filter(({ key }) => Math.min(key.length, wantedKey.length) >= cutoff * Math.max(key.length, wantedKey.length))
      .map((name) => ({ name, byLetters: likeness(wantedKey, name.key) }))
      .filter(({ byLetters }) => byLetters >= cutoff)
      .sort((one, other) => other.byLetters - one.byLetters || one.name.position - other.name.position);
    const heard = sound(wantedKey);
    /** @type {Map<number, number>} */
    const best = new Map();
    for (const { name, byLetters } of near.slice(0, limits.near)) {
      const score = (1 - weights.byEar) * byLetters + weights.byEar * likeness(heard, sound(name.key));
      if (score >= enough) best.set(name.position, Math.max(score, best.get(name.position) || 0));
    }
    return new Map([...best].sort(([one, ones], [other, others]) => others - ones || one - other));
  }

  return { alike, distance, mend, negates };
})();
