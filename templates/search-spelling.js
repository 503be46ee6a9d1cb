/**
 * How unlike two words are: the distance of the optimal string alignment, which counts two letters swapped as one.
 *
 * Short words are compared bit by bit in one number, as in H. Hyyrö, "A bit-vector algorithm for computing Levenshtein
 * and Damerau edit distances", Nordic Journal of Computing 10 (2003); longer ones by the table of distances.
 */
const judgeSpelling = (() => {
  "use strict";

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

  return { distanceFrom, likeness };
})();
