/**
 * Rulings on other cards that are like a case of two cards: they speak of something special to each of the two.
 *
 * The twin of judge/search/interactions/similar.py and of a part of judge/build/incremental/themes.py.
 */

/**
 * @typedef {object} JudgeTheme
 * @property {string} key the roots of the title of a rule
 * @property {string} title
 * @property {Set<number>} holders positions of the few cards whose texts hold it
 */

const judgeSimilar = (() => {
  "use strict";

  const { isLeftOut, root, rootKey } = judgeTokens;

  /**
   * Return the rulings that are most like a case of two cards of one game; those with the rarest titles first.
   * @param {JudgeSubject[]} subjects
   * @returns {JudgeBearing[]}
   */
  function cases(subjects) {
    const { limits, cards: counted } = judgeStore.settings();
    const cards = subjects.map((subject) => subject.rows.filter((row) => row.kind === "card"));
    const games = new Set(cards.flat().map((row) => row.document.game));
    if (subjects.length !== 2 || cards.some((rows) => !rows.length) || games.size !== 1) return [];
    const [one, other] = cards.map(themesOf);
    const alone = one.filter(({ key }) => !other.some((theme) => theme.key === key));
    const others = other.filter(({ key }) => !one.some((theme) => theme.key === key));
    const pairs = alone.flatMap((mine) => others.map((theirs) => /** @type {[JudgeTheme, JudgeTheme]} */ ([mine, theirs])));
    /** @type {Map<string, JudgeBearing>} */
    const found = new Map();
    // those first that chance would bring together most rarely
    const rarest = judgeStore.sortedBy(pairs, ([mine, theirs]) => [mine.holders.size * theirs.holders.size, mine.key, theirs.key]);
    for (const [mine, theirs] of rarest) {
      const telling = new Set(`${mine.key} ${theirs.key}`.split(" "));
      const apart = telling.size === new Set(mine.key.split(" ")).size + new Set(theirs.key.split(" ")).size;
      if (found.size >= limits.similar || !apart) continue;
      const bearings = ruled(subjects, mine, theirs, telling);
      const together = new Set(bearings.map(({ entry }) => entry.position)).size;
      const expected = (mine.holders.size * theirs.holders.size) / counted[[...games][0]].cards;
      if (together < limits.similarCards || (pairs.length * expected ** together) / factorial(together) >= limits.chance) {
        continue;
      }
      for (const bearing of bearings) {
        const place = `${bearing.entry.position}:${bearing.block}`;
        if (!found.has(place)) found.set(place, bearing);
      }
    }
    return [...found.values()].slice(0, limits.similar);
  }

  /**
   * @param {number} number
   * @returns {number}
   */
  const factorial = (number) => (number < 2 ? 1 : number * factorial(number - 1));

  /**
   * Return what is special to a card, except its own title.
   * @param {JudgeEntry[]} rows
   * @returns {JudgeTheme[]}
   */
  function themesOf(rows) {
    const own = new Set(rows.flatMap((row) => rootKey(row.title || "", row.document.language).split(" ")));
    const numbers = new Set(rows.flatMap((row) => row.rare.themes || []));
    return [...numbers].map(themeAt).filter(({ key }) => !key.split(" ").every((part) => own.has(part)));
  }

  /**
   * @param {number} number
   * @returns {JudgeTheme}
   */
  function themeAt(number) {
    const part = judgeStore.partOf("themes", number);
    const lines = judgeStore.part("themes", part, (data) => data.split("\n"));
    const [key, title, holders] = lines[number - judgeStore.settings().parts.themes[part]].split("\t");
    const isOriginal = (/** @type {number} */ position) => !judgeStore.documentAt(position).covers.length;
    return { key, title, holders: new Set(holders.split(" ").map(Number).filter(isOriginal)) };
  }

  /**
   * Return the rulings of other cards that speak of two titles; a "See X" line of the card may name one of them.
   * @param {JudgeSubject[]} subjects
   * @param {JudgeTheme} mine
   * @param {JudgeTheme} theirs
   * @param {Set<string>} telling the roots of both titles
   * @returns {JudgeBearing[]}
   */
  function ruled(subjects, mine, theirs, telling) {
    const { words } = judgeStore.settings();
    const points = (/** @type {string[]} */ terms) => terms.length > 1 && terms[0] === words.pointer.trim();
    const shared = `shares “${mine.title}” with ${subjects[0].name} and “${theirs.title}” with ${subjects[1].name}`;
    const positions = [...mine.holders].filter(
      (position) => theirs.holders.has(position) && !subjects.some((subject) => subject.own.has(position)),
    );
    return judgeStore.rows(positions.sort((one, other) => one - other)).flatMap((entry) => {
      const { blocks } = judgeStore.terms(entry);
      const aboutThem = new Set(subjects.flatMap((subject) => subject.blocksIn(entry)));
      const { language } = entry.document;
      const pointed = spansOf(blocks.filter(points), telling, language);
      return blocks.flatMap((terms, block) => {
        const spans = spansOf([terms], telling, language);
        const named = [mine.key, theirs.key].filter((key) => spans.has(key));
        const speaks = named.length && [mine.key, theirs.key].every((key) => spans.has(key) || pointed.has(key));
        if (!speaks || aboutThem.has(block) || entry.kinds[block] !== "ruling") return [];
        if (entry.texts[block].toLowerCase().startsWith(words.pointer)) return [];
        return [{ entry, block, reason: `{kind} on ${entry.title} ${shared}`, closeness: 0 }];
      });
    });
  }

  /**
   * Return the roots of all runs of a few telling words that are not a card's name, kept as titles are: by roots.
   * @param {string[][]} blocks
   * @param {Set<string>} telling
   * @param {string} language
   * @returns {Set<string>}
   */
  function spansOf(blocks, telling, language) {
    const { limits } = judgeStore.settings();
    const found = new Set();
    for (const run of blocks.flatMap((terms) => runsOf(terms, language))) {
      for (let first = 0; first < run.length; first += 1) {
        const end = Math.min(first + limits.themeWords, run.length);
        for (let last = first; last < end && telling.has(run[last]); last += 1) {
          found.add(run.slice(first, last + 1).sort().join(" "));
        }
      }
    }
    return found;
  }

  /**
   * Return the roots of a text's words in their order, parted where a card is named.
   * @param {string[]} terms
   * @param {string} language
   * @returns {string[][]}
   */
  function runsOf(terms, language) {
    const { mark } = judgeStore.settings().words;
    /** @type {string[][]} */
    const runs = [[]];
    for (const term of terms) {
      if (term.startsWith(mark)) runs.push([]);
      else if (!isLeftOut(term)) runs[runs.length - 1].push(root(term, language));
    }
    return runs;
  }

  return { cases };
})();
