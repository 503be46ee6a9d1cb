/**
 * The steps of a look-up; their order comes with the search data.
 *
 * The twin of judge/search/stages.py.
 */
/**
 * @typedef {object} JudgeFound
 * @property {number} position
 * @property {number} score
 * @property {number} [bare] its score without what it gains because its game is meant
 * @property {number} [held] how much of the query it holds
 * @property {number} [inPassage] how much of the query's telling words one of its texts holds by itself
 * @property {number} [passage] what its best text says
 * @property {number} [block] the one that is meant
 */

const judgeStages = (() => {
  "use strict";

  const { found: foundIn, key, replaced, rooted, rootKey, variant, words } = judgeTokens;
  const TITLES = ["title", "alias"];
  const { rounded } = judgeRanking;
  const BY_TEXT = "text";

  /** A query on its way through the steps; what several steps need is worked out once. */
  class Question {
    /** @param {any} query @param {boolean} [locating] whether section numbers in it are taken off */
    constructor(query, locating = true) {
      this.isWithin = within(query);
      /** @type {any} */
      this.query = query;
      if (locating) this.query = this.locate();
      /** @type {JudgeInteractionPart[]} */
      this.interactions = [];
      this.plain = this.query.text && !query.required && !query.excluded.length && !query.titled.length;
      /** The query without what a person adds to a title. */
      this.bare = judgeStore.once(() => withoutSet(withoutExtras(this.query.text)));
      /** What is called as all that was typed, by the keys of every kind. */
      this.names = judgeStore.once(() => {
        const texts = this.plain ? [this.query.text, this.bare()] : [];
        const spoken = judgeStore.languagesOf(this.query.documents);
        const forms = texts.slice(1).flatMap((text) => [
          ...spoken.map((language) => rootKey(text, language)),
          ...rooted(words(text), [judgeTokens.ENGLISH, ...spoken]).map((one) => one.join(" ")),
        ]);
        const keys = [...texts.flatMap((text) => [key(text), variant(text)]), ...forms].filter(Boolean);
        return judgeFullText.namesAmong(keys, judgeStore.settings().words.called);
      });
      /** What its words mean. */
      this.meaning = judgeStore.once(() => judgeQuery.expandQuery(this.query));
      /** The game that alone has some of the telling words of a query that names none; empty if that is so of several. */
      this.told = judgeStore.once(() => {
        const { concepts, tables } = this.meaning();
        const literal = [...tables].map(([game, table]) => {
          const held = [...table.values()].flatMap((credits) => [...credits]).filter(([, credit]) => credit === 1);
          return { game, places: held.map(([place]) => place) };
        });
        const telling = [...concepts.keys()].filter((place) => concepts[place].telling);
        const holding = telling.map((place) => literal.filter(({ places }) => places.includes(place)));
        const alone = holding.filter((games) => games.length === 1).map(([{ game }]) => game);
        return literal.length > 1 && !this.query.meant.length && new Set(alone).size === 1 ? alone[0] : "";
      });
      /** What judges entries by it. */
      this.judge = judgeStore.once(() => judgeRanking.judgement(this.query, this.meaning()));
      /** @type {() => JudgeFound[]} the entries that may answer, best first */
      this.ranked = judgeStore.once(() => rank(this));
    }

    /**
     * The query without the section numbers that there are; nothing may be left of it but words that say something.
     * @returns {any}
     */
    locate() {
      const { isTelling, spelled, titleOfWhole, typedNumbers, without } = judgeLocators;
      const { query } = this;
      const typed = spelled(query.text);
      const [text, numbers] = judgeLocators.undressed(typed, (number) => this.numbered(number).size > 0);
      if (text !== typed) {
        this.query = { ...query, text, readAs: { ...query.readAs, ...numbers } };
        return this.locate();
      }
      const read = typedNumbers(text).map((one) => this.read(one));
      if (!read.length) return query;
      const label = without(text, read.map(({ of }) => of));
      const title = read.length === 1 && read[0].of.isPart ? titleOfWhole(label) : "";
      if (title) {
        const titled = this.titled(title);
        const similar = () => [...similarTitles(title, judgeStore.settings().weights.fuzzyEnough).keys()].slice(0, 1);
        const near = titled.length ? titled : similar();
        const inner = new Map(near.filter(this.isWithin).flatMap((position) => [...this.inside(position, read[0].of.numbers[0])]));
        if (inner.size) return { ...query, ...located("", [inner]) };
        if (titled.length && title !== label) return query;
      }
      let taken = read.filter(({ places }) => places.size);
      if (isTelling(label)) {
        const beside = taken.some(({ of }) => of.bare) ? this.titled(label) : [];
        taken = taken.filter(({ of, places }) => !of.bare || beside.some((position) => places.has(position)));
      } else if (!taken.length) return { ...query, absent: true };
      if (!taken.length) return query;
      const rest = without(text, taken.map(({ of }) => of));
      return { ...query, ...located(isTelling(rest) ? rest : "", taken.map(({ places }) => places)) };
    }

    /** @param {string} title */
    titled(title) {
      return key(title) ? judgeFullText.named(key(title)) : [];
    }

    /**
     * Return what a typed number is: with the word before it, without that, or the whole without its last part.
     * @param {any} one
     * @returns {{of: any, places: Map<number, number>}}
     */
    read(one) {
      const readings = one.inner ? [one, one.inner] : [one];
      for (const whole of [false, true]) {
        for (const of of readings) {
          for (const number of of.numbers) {
            const places = this.numbered(whole ? judgeLocators.wholeOf(number) : number);
            if (places.size) return { of, places };
          }
        }
      }
      return { of: readings[readings.length - 1], places: new Map() };
    }

    /**
     * Return the positions of the entries that have a number, each with the block that is meant, -1 for the entry itself.
     * @param {string} number
     * @returns {Map<number, number>}
     */
    numbered(number) {
      if (!number) return new Map();
      const hits = this.inScope(judgeFullText.numbered(number), 0);
      if (hits.length) return new Map(hits.map(({ position }) => [position, -1]));
      const whole = judgeLocators.wholeOf(number);
      const wholes = [...this.numbered(whole)].filter(([, block]) => block < 0);
      const part = number.slice(whole.length).replace(/^[, ]+/, "");
      return new Map(wholes.flatMap(([position]) => [...this.inside(position, part)]));
    }

    /**
     * Return what a part such as "step 5" is in an entry: one right below it, or one of its blocks.
     * @param {number} position
     * @param {string} number
     * @returns {Map<number, number>}
     */
    inside(position, number) {
      const named = judgeTokens.levels(number);
      const below = judgeStore.below(position);
      const printed = judgeFullText.numbered(number);
      const own = (/** @type {JudgeEntry} */ one) => judgeTokens.levels(one.number || "");
      const fits = (/** @type {string[]} */ levels) =>
        levels[levels.length - 1] === named[named.length - 1] && (levels[0] === named[0] || !/^.\p{L}+$/u.test(levels[0]));
      const child =
        below.find((one) => printed.includes(one.position)) || below.find((one) => one.number && fits(own(one)));
      if (child) return new Map([[child.position, -1]]);
      const { block, isCounted } = judgeLocators.blockOf(number, judgeStore.rows([position])[0]);
      return block < 0 ? new Map() : new Map([[position, isCounted ? block : -1]]);
    }

    /** The game whose entries come first; empty where none does. */
    get meant() {
      const [first] = this.query.meant;
      return first ? judgeStore.documentOf(first).game : "";
    }

    /** Return what the score of an entry gains because it is of the game that is meant. @param {number} position */
    gain(position) {
      const { game, key } = judgeStore.documentAt(position);
      return this.query.meant.includes(key) || (game && this.told() === game) ? judgeStore.settings().weights.meant : 0;
    }

    /**
     * Keep the entries it is narrowed to, those of newer documents first.
     * @param {number[]} positions
     * @param {number} score
     * @returns {JudgeFound[]}
     */
    inScope(positions, score) {
      const { documents } = this.query;
      const isMeant = (/** @type {number} */ position) => this.query.meant.includes(judgeStore.documentAt(position).key);
      const newest = (/** @type {number} */ position) => documents.indexOf(judgeStore.documentAt(position).key);
      const age = (/** @type {number} */ position) => newest(position) + (isMeant(position) ? 0 : documents.length);
      return [...new Set(positions)]
        .filter((position) => this.isWithin(position))
        .sort((one, other) => age(one) - age(other))
        .map((position, number) => ({ position, score: score - number / 1000 }));
    }
  }

  /**
   * Return what a query has where section numbers were found in it, and a text is left of it.
   * @param {string} text
   * @param {Map<number, number>[]} taken
   */
  const located = (text, taken) => ({
    text,
    located: taken.map((places) => [...places.keys()]),
    parts: new Map(taken.flatMap((places) => [...places]).filter(([, block]) => block >= 0)),
  });

  /**
   * Return what says whether an entry is among those that a query is narrowed to.
   * @param {any} query
   * @returns {(position: number) => boolean}
   */
  const within = ({ documents, kind }) => (position) =>
    documents.includes(judgeStore.documentAt(position).key) && (!kind || judgeStore.isOf(position, kind));

  /** Return a query without what a person adds to a title. @param {string} text */
  function withoutExtras(text) {
    return ["extrasBehind", "extrasBefore", "asked"].reduce((left, name) => {
      const shorter = replaced(name, left, "");
      return words(shorter).length ? shorter : left;
    }, text);
  }

  /** Return the name of a card without the code of its set, before or after it. @param {string} text */
  function withoutSet(text) {
    const typed = text.split(" ");
    const isNamed = (/** @type {string} */ name, /** @type {string[]} */ kinds) => judgeFullText.named(key(name), kinds).length > 0;
    const places = typed.length > 1 && !isNamed(text, ["set"]) ? [typed.length - 1, 0] : [];
    const rest = (/** @type {number} */ place) => typed.filter((_, other) => other !== place).join(" ");
    const found = places.find((place) => isNamed(typed[place], ["set"]) && isNamed(rest(place), [...TITLES, "mentioned"]));
    return found === undefined ? text : rest(found);
  }

  /** @param {Question} question */
  function rank(question) {
    const meaning = question.meaning();
    if (!meaning.roots.length) return [];
    const { limits } = judgeStore.settings();
    const narrowed = question.query.narrowed || question.query.kind;
    const gathered = judgeFullText.search(meaning.roots, limits.candidates, narrowed ? question.isWithin : null);
    const own = [
      ...meaning.names.flatMap((name) => name.positions),
      ...question.query.located.flat(),
    ];
    const positions = [...new Set([...gathered, ...question.inScope(own, 0).map((one) => one.position)])];
    const entries = judgeStore.rows(positions.sort((one, other) => one - other));
    const judge = question.judge();
    const judged = entries.flatMap((entry) => judge(entry, judgeStore.terms(entry)) || []);
    const kept = judgeStore.rows(judged.map((one) => one.position));
    const found = judgeRanking.withFamilies(judged, kept).map((one) => ({
      ...one,
      bare: one.score,
      score: one.score + question.gain(one.position),
    }));
    return judgeStore.sortedBy(found, byScore);
  }

  /** Return what sorts entries by their scores, indexes after all others. @param {JudgeFound} one */
  function byScore({ position, score }) {
    const { listings } = judgeStore.settings().words;
    return [Number(listings.includes(judgeStore.kindAt(position))), -rounded(score), position];
  }

  /**
   * Return the rulings of entries, best first; where the entries were found by name, in the order of the entries.
   * The twin of judge/search/passages.py.
   * @param {Question} question
   * @param {JudgeFound[]} found
   * @param {Set<string>} wanted terms of which a ruling must hold one where the texts of entries were searched
   * @param {string} why what the step says of its answers
   * @returns {JudgeFound[]}
   */
  function singleRulings(question, found, wanted, why) {
    const telling = judgeStore.settings().words.ranked.includes(why) ? wanted : null;
    const rulings = judgeStore
      .rows(found.map((one) => one.position))
      .flatMap((entry, place) => {
        if (entry.kind === "ruling") return [found[place]];
        const own = rulingsOf(question, entry, telling);
        return why === BY_TEXT ? own : own.map((one) => ({ ...one, score: found[place].score }));
      });
    return why === BY_TEXT ? rulings.sort((one, other) => rounded(other.score) - rounded(one.score)) : rulings;
  }

  /**
   * @param {Question} question
   * @param {JudgeEntry} entry
   * @param {Set<string> | null} wanted null where all of its rulings will do
   * @returns {JudgeFound[]}
   */
  function rulingsOf(question, entry, wanted) {
    const terms = judgeStore.terms(entry);
    const rulings = [];
    for (const [block, kind] of entry.kinds.entries()) {
      if (kind !== "ruling" || (wanted && !judgeRanking.heldOf(terms.blocks[block], wanted))) continue;
      const judged = question.judge()(entry, { ...terms, blocks: [terms.blocks[block]] });
      const score = (judged ? judged.score : 0) + question.gain(entry.position);
      if (judged) rulings.push({ ...judged, bare: judged.score, score, block });
    }
    return rulings;
  }

  /**
   * Return the positions of the entries whose titles are written most like a text, with how alike; best first.
   * @param {string} text
   * @param {number} enough
   * @returns {Map<number, number>}
   */
  const similarTitles = (text, enough) => (key(text) ? judgeSpelling.alike(key(text), enough) : new Map());

  /**
   * Return the entries that bear on subjects, in the order of the parts.
   * @param {Question} question
   * @param {any[]} subjects
   */
  function met(question, subjects) {
    question.interactions = judgeInteractions.meet(subjects).map((part) => ({
      ...part,
      names: subjects.map(({ name }) => name),
      lines: part.lines.filter((line) => question.isWithin(line.entry.position)),
    }));
    const positions = new Set(question.interactions.flatMap((part) => part.lines.map((line) => line.entry.position)));
    const judged = new Map(question.ranked().map((one) => [one.position, one]));
    return [...positions].map((position, place) => ({ ...judged.get(position), position, score: 400 - place }));
  }

  /**
   * Return the entries among some that a query is narrowed to, in the order of their texts, then of documents.
   * @param {Question} question
   * @param {number[]} positions
   * @param {number} score
   */
  function bestFirst(question, positions, score) {
    const found = question.inScope(positions, score);
    const ranks = new Map(found.length ? question.ranked().map((one, place) => [one.position, place]) : []);
    return judgeStore.sortedBy(found, ({ position }) => [ranks.get(position) ?? ranks.size]);
  }

  /**
   * Return what is called as all that was typed by names of some kinds.
   * @param {Question} question
   * @param {string[]} kinds
   */
  function byKey(question, kinds) {
    const positions = question.names().flatMap((name) => (kinds.includes(name.kind) ? [name.position] : []));
    return kinds.includes("mentioned") ? bestFirst(question, positions, 700) : question.inScope(positions, 700);
  }

  /**
   * Return what a step of the search data finds.
   * @param {Question} question
   * @param {string} name
   * @param {string[]} [kinds] of the names that it looks up
   */
  const step = (question, name, kinds) => (kinds ? byKey(question, kinds) : STEPS[name](question));

  /**
   * The other steps, by the names that the search data give them.
   * @type {Record<string, (question: Question) => JudgeFound[]>}
   */
  const STEPS = {
    /** A section number goes to its entry: of several that have it, to what the other words fit best, or the newest. */
    number(question) {
      const { located, parts } = question.query;
      const groups = located
        .map((/** @type {number[]} */ positions) => bestFirst(question, positions, 1000))
        .filter((/** @type {JudgeFound[]} */ group) => group.length)
        .map((/** @type {JudgeFound[]} */ group) => group.map((hit) => ({ ...hit, block: parts.get(hit.position) })));
      const first = groups.map((/** @type {JudgeFound[]} */ [hit]) => hit);
      return [...first, ...groups.flatMap((/** @type {JudgeFound[]} */ group) => group.slice(1))];
    },

    /** An exact title or alias, whatever its case, accents, marks and article; of all that was typed, or of the rest. */
    title(question) {
      const { open, text, whole } = question.query;
      if (!question.plain) return [];
      const meant = whole === text ? [] : [...new Set([whole, replaced("meantAsCard", whole, "")])];
      const named = [...new Set(meant.flatMap((one) => judgeFullText.named(key(one))))];
      const called = named.filter((position) => open.includes(judgeStore.documentAt(position).key));
      return [
        ...called.map((position) => ({ position, score: 950 })),
        ...question.inScope(judgeFullText.named(key(text)), 900),
      ];
    },

    /** A title that what was typed is a part of, as whole words, first those that begin so; else within a word. */
    part(question) {
      const typed = words(question.bare());
      const begun = key(question.bare());
      if (!typed.length || !question.plain) return [];
      const placed = question.ranked().flatMap((one) => {
        const { titles } = judgeStore.terms(judgeStore.rows([one.position])[0]);
        const places = titles.flatMap((title) => judgeRanking.places(title, typed));
        return places.length ? [{ one, first: Math.min(...places) }] : [];
      });
      if (placed.length) return judgeStore.sortedBy(placed, ({ first }) => [Number(first > 0)]).map(({ one }) => one);
      const { letters, prefixed } = judgeStore.settings().limits;
      const names = begun.length >= letters ? judgeFullText.namesFrom(begun, prefixed, TITLES) : [];
      const shortest = judgeStore.sortedBy(names, (name) => [name.key.length, name.position]);
      return question.inScope(shortest.map((name) => name.position), 600);
    },

    /** A title with mistakes, where a word is known to no document, or the texts have nothing to say. */
    fuzzy(question) {
      const { limits, weights } = judgeStore.settings();
      const typed = key(question.bare());
      if (typed.length < limits.letters || !question.plain) return [];
      if (foundIn("unspaced", typed).length || words(question.bare()).length > limits.span) return [];
      const [first, ...others] = words(question.bare());
      if (!others.length && judgeStore.settings().ordinary.includes(judgeTokens.root(first))) return [];
      const strange = Object.keys(question.query.readAs).length > 0 || question.meaning().unknown.length > 0;
      if (!strange && question.ranked().length) return [];
      const scores = similarTitles(question.bare(), strange ? weights.fuzzyEnough : weights.fuzzySure);
      const isOther = (/** @type {JudgeEntry} */ { title }) => !judgeSpelling.negates(typed, key(title || ""));
      const kept = question.inScope([...scores.keys()], 0).filter(({ position }) => isOther(judgeStore.rows([position])[0]));
      const score = (/** @type {JudgeFound} */ one) => scores.get(one.position) || 0;
      const best = Math.max(0, ...kept.map(score));
      return kept
        .filter((one) => score(one) >= best - weights.fuzzyRange)
        .map((one) => ({ position: one.position, score: 500 + score(one) }))
        .sort((one, other) => Math.round(other.score * 100) - Math.round(one.score * 100));
    },

    /** What bears on several names together, as `judge between` orders it, where only names were typed. */
    names(question) {
      const { limits, words: known } = judgeStore.settings();
      const typed = judgeQuery.typedWords(question.query.text);
      const spans = judgeQuery.spansNamed(typed, limits.titleWords, [...TITLES, "mentioned"]);
      const names = spans.map(({ first, last }) => typed.slice(first, last).join(" "));
      if (!judgeQuery.restSaysLittle(typed, spans) || names.length < 2 || names.length > limits.names) return [];
      if (!question.plain) return [];
      const subjects = names.map((name) => judgeSubjects.find(name));
      const all = /** @type {NonNullable<typeof subjects[number]>[]} */ (subjects.filter(Boolean));
      if (all.length < subjects.length) return [];
      const against = words(question.query.text).some((term) => known.against.includes(term));
      return against || all.some((one) => one.isCard) ? met(question, all) : [];
    },

    /** Words in titles, headings and text. */
    text: (question) => question.ranked(),
  };

  return { Question, STEPS, similarTitles, singleRulings, step, within };
})();
