/**
 * How well entries answer a query, and their best passages.
 *
 * The twin of judge/search/ranking.py and judge/search/snippets.py; the weights come with the search data.
 */
const judgeRanking = (() => {
  "use strict";

  const TWO_UNITS = /[\ud800-\udfff]/; // letters that are counted as one, as the program does

  /** @typedef {[number, number, number]} Spot a place in a text, the concept that stands there, its credit */
  /** @typedef {Map<number, number>} Credits how well each concept is held */
  /** @typedef {{position: number, score: number, names: number}} Judged */

  /**
   * Return a function that says what speaks for an entry, or null where it is no answer.
   * @param {any} query
   * @param {any} meaning
   * @returns {(entry: any, terms: any) => Judged | null}
   */
  function judgement(query, meaning) {
    const { limits, weights } = judgeStore.settings();
    const concepts = /** @type {{term: string, weight: number}[]} */ (meaning.concepts);
    const all = concepts.reduce((sum, concept) => sum + concept.weight, 0) || 1;
    const telling = [...concepts.keys()].filter((place) => concepts[place].weight > weights.stopWord);
    const pairs = telling.slice(1).map((second, place) => ({
      first: telling[place],
      second,
      weight: Math.min(concepts[telling[place]].weight, concepts[second].weight),
    }));
    const named = new Set(meaning.names.flatMap((/** @type {any} */ name) => name.terms));
    const asked = telling.filter((place) => !named.has(concepts[place].term));
    const games = affinities();

    /** @param {Credits} credits */
    function cover(credits) {
      let sum = 0;
      for (const [concept, credit] of credits) sum += concepts[concept].weight * credit;
      return sum / all;
    }

    /** Return how much the query's words are those of each game: 1 where it has all of them. */
    function affinities() {
      const found = new Map();
      for (const [game, table] of meaning.tables) found.set(game, cover(merged([...table.values()])));
      return found;
    }

    /**
     * @param {string[]} terms
     * @param {string} game
     * @returns {Spot[]}
     */
    function spots(terms, game) {
      const table = meaning.tables.get(game);
      /** @type {Spot[]} */
      const found = [];
      for (let place = 0; place < terms.length; place += 1) {
        const held = table.get(terms[place]);
        if (held) for (const [concept, credit] of held) found.push([place, concept, credit]);
      }
      for (const [concept, phrase, credit] of meaning.together.get(game)) {
        for (const place of places(terms, phrase)) found.push([place, concept, credit]);
      }
      return found;
    }

    /**
     * Return, of the title that fits best, how much of the query it holds and the query of it; what all hold.
     * @param {string[][]} titles
     * @param {string} game
     */
    function titleOf(titles, game) {
      let best = [0, 0];
      const held = [];
      for (const title of titles) {
        const here = spots(title, game);
        const credits = creditsOf(here);
        held.push(credits);
        const fit = Math.min(1, new Set(here.map(([place]) => place)).size / (title.length || 1));
        const covered = cover(credits);
        if (covered * fit > best[0] * best[1]) best = [covered, fit];
      }
      return { title: best[0], fit: best[1], titled: merged(held) };
    }

    /** @param {Spot[]} here */
    function near(here) {
      if (!pairs.length) return 0;
      /** @type {Map<number, number[]>} */
      const standing = new Map();
      for (const [place, concept] of here) {
        if (!standing.has(concept)) standing.set(concept, []);
        standing.get(concept)?.push(place);
      }
      let sum = 0;
      let whole = 0;
      for (const { first, second, weight } of pairs) {
        whole += weight;
        const ones = (standing.get(first) || []).slice(0, limits.places);
        const others = (standing.get(second) || []).slice(0, limits.places);
        if (!ones.length || !others.length) continue;
        const apart = Math.min(...ones.flatMap((one) => others.map((other) => Math.abs(one - other))));
        sum += weight * Math.max(0, 1 - Math.max(0, apart - 1) / limits.far);
      }
      return sum / whole;
    }

    /** @param {Credits} inside */
    function own(inside) {
      const whole = asked.reduce((sum, place) => sum + concepts[place].weight, 0);
      const told = asked.reduce((sum, place) => sum + concepts[place].weight * (inside.get(place) || 0), 0);
      return whole ? weights.ownAtLeast + ((1 - weights.ownAtLeast) * told) / whole : 1;
    }

    return (entry, terms) => {
      const { game, age } = entry.document;
      const { title, fit, titled } = titleOf(terms.titles, game);
      const blocks = terms.blocks.map((/** @type {string[]} */ block) => spots(block, game));
      const held = blocks.map(creditsOf);
      const around = merged([creditsOf(spots(terms.headings, game)), titled]);
      const covers = held.map((/** @type {Credits} */ credits) => cover(merged([around, credits])));
      const most = Math.max(...covers);
      const best = covers.indexOf(most);
      const inside = merged(held);
      const share = cover(merged([inside, titled]));
      const names = namesIn(meaning.names, terms.blocks);
      const isOwn = meaning.names.some((/** @type {any} */ name) => name.positions.includes(entry.position));
      if (barred(query, terms) || (share < weights.enough && !isOwn && names < 2)) return null;
      /** @type {Record<string, number>} */
      const features = {
        title: title * fit,
        in_title: title,
        context: most,
        text: cover(inside),
        passage: cover(held[best]),
        near: near(blocks[best]),
        own: isOwn ? own(inside) : 0,
        together: names > 1 ? names / meaning.names.length : 0,
        short: limits.long / (limits.long + Math.max(0, terms.blocks[best].length - 1)),
        newest: 1 / (1 + age),
        game: games.get(game) || 0,
        kind: Object.hasOwn(weights.kind, entry.kind) ? weights.kind[entry.kind] : 1,
      };
      let score = 0;
      for (const name of Object.keys(features)) score += weights.features[name] * features[name];
      return { position: entry.position, score, names };
    };
  }

  /**
   * Return how many of the query's names stand in the block that has the most of them.
   * @param {{terms: string[]}[]} names
   * @param {string[][]} blocks
   */
  function namesIn(names, blocks) {
    if (!names.length) return 0;
    return Math.max(...blocks.map((block) => names.filter((name) => places(block, name.terms).length).length));
  }

  /**
   * Say whether an operator of the query forbids an entry.
   * @param {any} query
   * @param {any} terms
   */
  function barred(query, terms) {
    if (!query.excluded.length && !query.titled.length && !query.phrases.length) return false;
    const texts = [...terms.titles, ...terms.blocks];
    const holds = (/** @type {string[]} */ phrase) => texts.some((text) => places(text, phrase).length);
    return (
      query.excluded.some((/** @type {string} */ term) => holds([term])) ||
      query.titled.some((/** @type {string} */ term) => !terms.titles.flat().includes(term)) ||
      query.phrases.some((/** @type {string[]} */ phrase) => !holds(phrase))
    );
  }

  /**
   * @param {Spot[]} spots
   * @returns {Credits}
   */
  function creditsOf(spots) {
    const credits = new Map();
    for (const [, concept, credit] of spots) {
      if (credit > (credits.get(concept) || 0)) credits.set(concept, credit);
    }
    return credits;
  }

  /**
   * @param {Credits[]} held
   * @returns {Credits}
   */
  function merged(held) {
    const credits = new Map();
    for (const one of held) {
      for (const [concept, credit] of one) credits.set(concept, Math.max(credit, credits.get(concept) || 0));
    }
    return credits;
  }

  /**
   * Return where a phrase of terms stands in terms, inside names as well.
   * @param {string[]} terms
   * @param {string[]} phrase
   */
  function places(terms, phrase) {
    const { mark } = judgeStore.settings().words;
    const found = [];
    for (let place = 0; place + phrase.length <= terms.length; place += 1) {
      let length = 0;
      while (length < phrase.length && isTerm(terms[place + length], phrase[length], mark)) length += 1;
      if (length && length === phrase.length) found.push(place);
    }
    return found;
  }

  /**
   * @param {string} term
   * @param {string} wanted
   * @param {string} mark
   */
  const isTerm = (term, wanted, mark) =>
    term === wanted || (term.length === wanted.length + 1 && term[0] === mark && term.endsWith(wanted));

  /**
   * Return the passage of an entry that holds most of some terms, as pieces of text that are marked or not.
   * @param {any} entry
   * @param {any} terms
   * @param {Set<string>} wanted
   * @returns {{text: string, marked: boolean}[]}
   */
  function snippet(entry, terms, wanted) {
    if (!entry.texts.length) return [];
    const counts = terms.blocks.map((/** @type {string[]} */ block) => heldOf(block, wanted));
    return markedIn(entry.texts[counts.indexOf(Math.max(...counts))], wanted);
  }

  /**
   * @param {string[]} block
   * @param {Set<string>} wanted
   */
  function heldOf(block, wanted) {
    const { mark } = judgeStore.settings().words;
    const held = new Set();
    for (const term of block) {
      const bare = term.startsWith(mark) ? term.slice(mark.length) : term;
      if (wanted.has(bare)) held.add(bare);
    }
    return held.size;
  }

  /**
   * Cut a text to the window with most of the wanted words and mark them.
   * @param {string} text
   * @param {Set<string>} wanted
   */
  function markedIn(text, wanted) {
    const letters = TWO_UNITS.test(text) ? Array.from(text) : text;
    const spots = inLetters(
      letters,
      judgeTokens.tokens(text).filter(({ term }) => wanted.has(term)),
    );
    const cut = (/** @type {number} */ from, /** @type {number} */ to) => {
      const piece = letters.slice(from, to);
      return typeof piece === "string" ? piece : piece.join("");
    };
    const [begin, stop] = windowOf(letters, spots);
    const pieces = [{ text: begin ? "… " : "", marked: false }];
    let position = begin;
    for (const { start, end } of spots) {
      if (position <= start && end <= stop) {
        pieces.push({ text: cut(position, start), marked: false }, { text: cut(start, end), marked: true });
        position = end;
      }
    }
    pieces.push({ text: cut(position, stop) + (stop < letters.length ? " …" : ""), marked: false });
    return pieces.filter((piece) => piece.text);
  }

  /**
   * Return spots with their offsets in letters, where some letters are two units long.
   * @param {string | string[]} letters
   * @param {{start: number, end: number}[]} spots
   */
  function inLetters(letters, spots) {
    if (typeof letters === "string") return spots;
    /** @type {number[]} */
    const places = [];
    let unit = 0;
    for (const [place, letter] of letters.entries()) {
      places[unit] = place;
      unit += letter.length;
    }
    places[unit] = letters.length;
    return spots.map(({ start, end }) => ({ start: places[start], end: places[end] }));
  }

  /**
   * Return where the best window begins and ends, at blanks.
   * @param {string | string[]} letters
   * @param {{start: number, end: number}[]} spots
   */
  function windowOf(letters, spots) {
    const { margin, snippet: length } = judgeStore.settings().limits;
    if (letters.length <= length) return [0, letters.length];
    let best = 0;
    let most = 0;
    let last = 0;
    for (const [first, { start }] of spots.entries()) {
      while (last < spots.length && spots[last].end <= start + length - margin) last += 1;
      if (last - first > most) [best, most] = [start, last - first];
    }
    let begin = Math.max(0, best - margin);
    if (begin) begin = letters.slice(0, begin + margin).indexOf(" ", begin) + 1;
    let stop = Math.min(letters.length, begin + length);
    if (stop < letters.length) {
      const blank = letters.lastIndexOf(" ", stop - 1);
      if (blank > begin) stop = blank;
    }
    return [begin, stop];
  }

  return { judgement, places, snippet };
})();
