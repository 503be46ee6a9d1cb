/**
 * How well entries answer a query, and their best passages.
 *
 * The twin of judge/search/ranking.py and judge/search/passages.py; the weights come with the search data.
 */
const judgeRanking = (() => {
  "use strict";

  /** @typedef {[number, number, number]} Spot a place in a text, the concept there, its credit */
  /** @typedef {Map<number, number>} Credits how well each concept is held */

  /**
   * Return a number rounded to digits at which sums of the same parts in another order are equal.
   * @param {number} value
   */
  const rounded = (value) => Math.round(value * 1e9) / 1e9;

  /**
   * Return a function that says what speaks for an entry, or null where it is not an answer.
   * @param {any} query
   * @param {any} meaning
   * @returns {(entry: any, terms: any) => JudgeFound | null}
   */
  function judgement(query, meaning) {
    const { limits, weights } = judgeStore.settings();
    const concepts = /** @type {{term: string, weight: number, known: boolean, telling: boolean}[]} */ (meaning.concepts);
    const total = (/** @type {typeof concepts} */ some) => some.reduce((sum, concept) => sum + concept.weight, 0) || 1;
    const known = total(concepts.filter((concept) => concept.known));
    const everything = total(concepts);
    const whatTells = total(concepts.filter((concept) => concept.telling));
    const telling = [...concepts.keys()].filter((place) => concepts[place].telling && concepts[place].known);
    const pairs = telling.slice(1).map((second, place) => ({
      first: telling[place],
      second,
      weight: Math.min(concepts[telling[place]].weight, concepts[second].weight),
    }));

    /** @param {Iterable<[number, number]>} credits */
    function weighed(credits) {
      let sum = 0;
      for (const [concept, credit] of credits) sum += concepts[concept].weight * credit;
      return sum;
    }

    /** @param {Iterable<[number, number]>} credits */
    const cover = (credits) => weighed(credits) / known;

    /** Return how much of the telling words a text holds. @param {Credits} credits */
    const told = (credits) => weighed([...credits].filter(([concept]) => concepts[concept].telling)) / whatTells;

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
     * Return how well a title fits: how much of the query it holds, and how much of it the query holds.
     * @param {string[]} title
     * @param {string} game
     */
    function titleOf(title, game) {
      const here = spots(title, game);
      const length = title.length || 1;
      const fit = Math.min(1, new Set(here.map(([place]) => place)).size / length);
      return { cover: cover(creditsOf(here)), fit, spots: here, length };
    }

    /**
     * Return the standard measure of counts (BM25F), 1 at the most: a word that occurs often says a little more.
     * @param {Credits} above
     * @param {Spot[]} here
     * @param {number} length
     */
    function saturated(above, here, length) {
      const counts = counted(above, here, 1 / lengthened(length, limits.long));
      let sum = 0;
      for (const [concept, count] of counts) sum += (concepts[concept].weight * count) / (count + weights.half);
      return sum / known;
    }

    /**
     * Return by how much a longer text makes one word in it count less.
     * @param {number} terms
     * @param {number} usual
     */
    const lengthened = (terms, usual) => 1 - weights.byLength + (weights.byLength * terms) / usual;

    /** @param {Spot[]} here */
    function near(here) {
      if (!pairs.length) return 0;
      const standing = judgeStore.groupedBy(here, ([, concept]) => concept);
      const placesOf = (/** @type {number} */ concept) =>
        (standing.get(concept) || []).slice(0, limits.places).map(([place]) => place);
      let sum = 0;
      let whole = 0;
      for (const { first, second, weight } of pairs) {
        whole += weight;
        const [ones, others] = [first, second].map(placesOf);
        if (!ones.length || !others.length) continue;
        const apart = Math.min(...ones.flatMap((one) => others.map((other) => Math.abs(one - other))));
        sum += weight * Math.max(0, 1 - Math.max(0, apart - 1) / limits.far);
      }
      return sum / whole;
    }

    return (entry, terms) => {
      if (barred(query, entry, terms)) return null;
      const { game, age } = entry.document;
      const titles = terms.titles.map((/** @type {string[]} */ one) => titleOf(one, game));
      const title = titles.reduce((/** @type {any} */ best, /** @type {any} */ one) =>
        one.cover * one.fit > best.cover * best.fit ? one : best,
      );
      const headings = spots(terms.headings, game);
      const blocks = terms.blocks.map((/** @type {string[]} */ block) => spots(block, game));
      const held = blocks.map(creditsOf);
      const around = merged([...titles.map((/** @type {any} */ one) => creditsOf(one.spots)), creditsOf(headings)]);
      const more = (/** @type {[number, number]} */ [concept, credit]) =>
        /** @type {[number, number]} */ ([concept, Math.max(0, credit - (around.get(concept) || 0))]);
      const added = held.map((/** @type {Credits} */ credits) => rounded(cover([...credits].map(more))));
      const most = Math.max(...added);
      const best = added.indexOf(most);
      const inside = merged([around, ...held]);
      const literal = new Map([...inside].filter(([, credit]) => credit === 1));
      const isOwn = meaning.names.some((/** @type {any} */ name) => name.positions.includes(entry.position));
      const lengths = terms.blocks.map((/** @type {string[]} */ block) => block.length || 1);
      const inHeadings = 1 / lengthened(terms.headings.length || 1, limits.longAbove);
      const inTitle = weights.titleCounts / lengthened(title.length, limits.longTitle);
      const above = counted(counted(new Map(), headings, inHeadings), title.spots, inTitle);
      const whole = lengths.reduce((/** @type {number} */ sum, /** @type {number} */ length) => sum + length, 0);
      /** @type {Record<string, number>} */
      const features = {
        in_title: title.cover,
        context: cover(around) + most,
        counts: saturated(above, blocks.flat(), whole),
        passage: saturated(above, blocks[best], lengths[best]),
        literal: cover(literal),
        near: near(blocks[best]),
        newest: 1 / (1 + age),
        unnamed: Number(Boolean(entry.rare.ofACard) && !isOwn),
      };
      let score = 0;
      for (const name of Object.keys(features)) score += weights.features[name] * features[name];
      const { passage } = features; // for what its family says, when all are judged
      const share = (cover(inside) * known) / everything;
      return { position: entry.position, score, held: share, inPassage: Math.max(...held.map(told)), passage };
    };
  }

  /**
   * Return what speaks for entries, with what their children have to say.
   * @param {JudgeFound[]} judged
   * @param {JudgeEntry[]} entries those that were judged
   */
  function withFamilies(judged, entries) {
    const { limits, weights } = judgeStore.settings();
    /** @type {Map<number, number>} */
    const children = new Map();
    for (const [place, one] of judged.entries()) {
      const { parent } = entries[place];
      children.set(parent, (children.get(parent) || 0) + (one.passage || 0));
    }
    return judged.map((one) => {
      const family = Math.min(limits.children, children.get(one.position) || 0) / limits.children;
      return { ...one, score: one.score + weights.features.family * family };
    });
  }

  /**
   * Say whether an operator of the query forbids an entry. Where single rulings are asked for, a word that must not be
   * there bars an entry with other texts beside them only by its title; its rulings are judged again one by one.
   * @param {any} query
   * @param {JudgeEntry} entry
   * @param {any} terms
   */
  function barred(query, entry, terms) {
    if (!query.excluded.length && !query.titled.length && !query.required) return false;
    const singly = query.kind === "ruling" && entry.kind !== "ruling" && terms.blocks.length > 1;
    const has = (/** @type {string} */ term) => (singly ? terms.titles.flat().includes(term) : holds(terms, [term]));
    return (
      query.excluded.some(has) ||
      query.titled.some((/** @type {string} */ term) => !terms.titles.flat().includes(term)) ||
      (query.required && query.phrases.some((/** @type {string[]} */ phrase) => !holds(terms, phrase)))
    );
  }

  /**
   * Say whether one of an entry's titles or texts holds a phrase.
   * @param {any} terms
   * @param {string[]} phrase
   */
  const holds = (terms, phrase) =>
    [...terms.titles, ...terms.blocks].some((text) => places(text, phrase).length);

  /**
   * @param {Spot[]} spots
   * @returns {Credits}
   */
  const creditsOf = (spots) => merged([spots.map(([, concept, credit]) => [concept, credit])]);

  /**
   * Return how often each concept is held, what was counted before among it, each time for so much.
   * @param {Credits} before
   * @param {Spot[]} spots
   * @param {number} counts
   * @returns {Credits}
   */
  function counted(before, spots, counts) {
    const credits = new Map(before);
    for (const [, concept, credit] of spots) credits.set(concept, (credits.get(concept) || 0) + credit * counts);
    return credits;
  }

  /**
   * @param {Iterable<[number, number]>[]} held
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
   * Return where a phrase of terms occurs in terms.
   * @param {string[]} terms
   * @param {string[]} phrase
   */
  function places(terms, phrase) {
    const found = [];
    for (let place = 0; place + phrase.length <= terms.length; place += 1) {
      let length = 0;
      while (length < phrase.length && terms[place + length] === phrase[length]) length += 1;
      if (length && length === phrase.length) found.push(place);
    }
    return found;
  }

  /**
   * Return the passage of an entry that holds most of some terms, as pieces of text that are marked or not, and
   * whether it may belong to another entry; of two that hold as many, a rule goes before an example.
   * @param {any} entry
   * @param {any} terms
   * @param {Set<string>} wanted
   * @param {number} [block] the block that the passage is cut from; without it, the best
   * @returns {{snippet: {text: string, marked: boolean}[], doubt: string, whole: string, date: string}}
   */
  function snippet(entry, terms, wanted, block) {
    if (!entry.texts.length) {
      const named = entry.rare.named ? markedIn(entry.rare.named, wanted) : []; // in a mere list
      return { snippet: named, doubt: "", whole: "", date: "" };
    }
    const counts = terms.blocks.map((/** @type {string[]} */ one) => heldOf(one, wanted));
    const most = Math.max(...counts);
    const best = [...counts.keys()].filter((place) => counts[place] === most);
    const shown = block ?? best.find((place) => entry.kinds[place] !== "example") ?? best[0];
    return {
      snippet: markedIn(entry.texts[shown], wanted),
      doubt: entry.rare.doubts?.[shown] || "",
      whole: entry.texts[shown],
      date: entry.rare.dates?.[shown] || "",
    };
  }

  /** @param {string[]} block @param {Set<string>} wanted */
  const heldOf = (block, wanted) => new Set(block.filter((term) => wanted.has(term))).size;

  /**
   * Cut a text to the window with most of the wanted words and mark them.
   * @param {string} text
   * @param {Set<string>} wanted
   */
  function markedIn(text, wanted) {
    const letters = Array.from(text); // of which some are two units long
    const spots = inLetters(
      letters,
      judgeTokens.tokens(text).filter(({ term }) => wanted.has(term)),
    );
    const cut = (/** @type {number} */ from, /** @type {number} */ to) => letters.slice(from, to).join("");
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
   * @param {string[]} letters
   * @param {{start: number, end: number}[]} spots
   */
  function inLetters(letters, spots) {
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
   * Return where the best window begins, at a sentence or a blank, and ends, at a blank.
   * @param {string[]} letters
   * @param {{start: number, end: number}[]} spots
   */
  function windowOf(letters, spots) {
    const { margin, snippet: length } = judgeStore.settings().limits;
    if (letters.length <= length) return [0, letters.length];
    let [best, bestEnd, most, last] = [0, 0, 0, 0];
    for (const [first, { start }] of spots.entries()) {
      while (last < spots.length && spots[last].end <= start + length - margin) last += 1;
      if (last - first > most) [best, bestEnd, most] = [start, spots[last - 1].end, last - first];
    }
    let begin = sentenceOf(letters, best);
    if (bestEnd - begin > length) {
      begin = Math.max(0, best - margin);
      if (begin) begin = letters.slice(0, begin + margin).indexOf(" ", begin) + 1;
    }
    let stop = Math.min(letters.length, begin + length);
    if (stop < letters.length) {
      const blank = letters.lastIndexOf(" ", stop - 1);
      if (blank > begin) stop = blank;
    }
    return [begin, stop];
  }

  /**
   * Return where the sentence of a place begins.
   * @param {string[]} letters
   * @param {number} place
   */
  function sentenceOf(letters, place) {
    const text = letters.join("");
    const before = letters.slice(0, place).join("").length;
    let start = 0;
    for (const { 0: gap, 1: first, index } of judgeTokens.found("sentenceEnd", text)) {
      const isEnd = !/\p{Lowercase}/u.test(first) && !judgeTokens.found("notAnEnd", text.slice(start, index)).length;
      if (isEnd && index + gap.length <= before) start = index + gap.length;
    }
    return Array.from(text.slice(0, start)).length;
  }

  return { heldOf, judgement, places, rounded, snippet, withFamilies };
})();
