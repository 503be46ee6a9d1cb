/**
 * What is typed to answers: the steps one after the other, passages, what is newer, what is nearest.
 *
 * The twin of judge/search/lookup.py and, of what is offered, judge/search/wording/typed_words.py.
 */
const judgeLookup = (() => {
  "use strict";

  const { key, words } = judgeTokens;

  /**
   * @typedef {object} Answer
   * @property {JudgeEntry} entry of a single ruling, with the ruling's id, kind, name and address
   * @property {number} [block] which block of its entry it is, where it is one ruling of several
   * @property {string} why number, title, alias, fuzzy, names or text
   * @property {string} label the one word for its status; may be empty
   * @property {string} age that the newest rules of its game are later; may be empty
   * @property {boolean} gone whether it is not in force any more
   * @property {{entry: JudgeEntry, quote: string}[]} newer what is newer on its subject, best first
   * @property {string[]} path titles from the document down to what is above the entry
   * @property {{text: string, marked: boolean}[]} snippet
   * @property {string} whole the text that the passage is cut from
   * @property {{entry: JudgeEntry, writtenAs: string}[]} renumbered what old numbers in that text lead to
   * @property {string} date of the text that the passage is cut from
   * @property {string} errata the new wording of its card
   * @property {string} doubt that the passage may belong to another entry, in a few words
   * @property {number} held how much of the query it holds
   * @property {Answer[]} others of a card that several documents have: what the others say, those of newer ones first
   */
  /**
   * @typedef {object} Result
   * @property {Answer[]} answers
   * @property {JudgeInteractionPart[]} interactions what bears on several names together
   * @property {string[]} missing parts of the search data without which this is not all
   * @property {Doubts} doubts
   * @property {Led[]} led what a number of an older edition leads to
   */
  /**
   * @typedef {object} Led
   * @property {JudgeEntry} entry
   * @property {JudgeEntry} former the entry of the older edition that was asked for
   */
  /**
   * @typedef {object} Doubts
   * @property {"sure" | "unsure" | "none"} answer how sure the first answer is: not, where it is `partial`
   * @property {"sure" | "unsure" | "none"} graded the same by itself; `none` where nothing found answers the query
   * @property {string[]} missing words of the query that no document in scope has
   * @property {Record<string, string>} readAs words that were taken for others
   * @property {string} meant the game whose entries come first; empty where none does
   * @property {string} partial that the first answer is a text of a digest that has only a part, and what to add
   */

  /** @type {Doubts} */
  const NO_DOUBTS = { answer: "sure", graded: "sure", missing: [], readAs: {}, partial: "", meant: "" };

  /**
   * Return the entries that answer a query, best first, as far as the parts that are here tell. Digests of what is
   * looked in are asked only where nothing else answers, and answer only if they do so best.
   * @param {string} typed
   * @param {number} limit
   * @param {{game?: string, document?: string, kind?: string, meant?: string}} narrowing
   * @param {boolean} typing whether somebody is typing it, so that its last word is rather unfinished than mistaken
   * @returns {Result}
   */
  function search(typed, limit, narrowing = {}, typing = false) {
    const result = searchIn(typed, limit, narrowing, typing);
    const { documents } = judgeStore.settings();
    if (result.doubts.graded === "sure" || !documents.some((/** @type {any} */ one) => one.covers.length)) return result;
    const more = searchIn(typed, limit, { ...narrowing, digests: true }, typing);
    const answered = more.doubts.graded === "sure" && !more.missing.length;
    return answered && more.answers[0].entry.document.covers.length ? more : result;
  }

  /**
   * @param {string} typed
   * @param {number} limit
   * @param {{game?: string, document?: string, kind?: string, meant?: string, digests?: boolean}} narrowing
   * @param {boolean} typing
   * @returns {Result}
   */
  function searchIn(typed, limit, narrowing, typing) {
    /** @type {Answer[]} */
    const answers = [];
    /** @type {InstanceType<typeof judgeStages.Question> | null} */
    let question = null;
    try {
      const read = judgeQuery.readWords(typed, typing);
      question = new judgeStages.Question({ ...judgeQuery.parseQuery(read.text, narrowing), readAs: read.readAs });
      let found = answered(question, limit, answers);
      const unmet = question.query.required && !found.length;
      if (unmet) {
        question = new judgeStages.Question({ ...question.query, required: false }, false);
        found = answered(question, limit, answers);
      }
      const byText = answers.length > 0 && answers[0].why === "text";
      const { ranked } = judgeStore.settings().words;
      const isNumbered = question.query.absent && !/^\p{Nd}+$/u.test(question.query.text);
      const absent = isNumbered && answers.every(({ why }) => ranked.includes(why)); // nothing found is called so
      const led = formerly(question, typed, absent, narrowing);
      const places = led.map(({ entry }) => entry.position);
      const first = answersOf(places.map((position) => ({ position, score: 1000 })), "number");
      const others = answers.filter(({ entry }) => !places.includes(entry.position));
      const kept = led.length ? [...first, ...others].slice(0, limit) : absent ? [] : answers;
      for (const answer of kept) answer.others = othersOf(question, answer);
      const told = withNewer(question, kept, limit);
      addSnippets(question, told);
      const partial = byText && kept.length && !led.length ? answers[0].entry.document.partial : "";
      const isNone = unmet || !found.length || absent;
      const isGraded = byText && !led.length;
      const isMentioned = answers.length > 0 && answers[0].why === "mentioned" && !led.length;
      const known = isMentioned ? "unsure" : "sure";
      const graded = isNone && !led.length ? "none" : isGraded ? grade(question, found[0]) : known;
      const answer = graded === "sure" && partial ? "unsure" : graded;
      /** @type {Doubts} */
      const doubts = { answer, graded, ...strangeWords(question), partial, meant: question.meant };
      const notices = /** @type {Led[]} */ (led.filter(({ former }) => former));
      return { answers: told, interactions: question.interactions, missing: [], doubts, led: notices };
    } catch (error) {
      if (!(error instanceof judgeParts.Missing)) throw error;
      return { answers, interactions: question?.interactions || [], missing: error.parts, doubts: NO_DOUBTS, led: [] };
    }
  }

  /**
   * Return what the steps find, up to the one with which there are answers enough.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {number} limit
   * @param {Answer[]} answers to which those of each step are added, so that they are there when data is missing
   * @returns {JudgeFound[]}
   */
  function answered(question, limit, answers) {
    const taken = new Set();
    const found = [];
    let count = 0;
    for (const [name, why, kinds] of judgeStore.settings().steps) {
      const given = judgeStages.step(question, name, kinds).filter((one) => !taken.has(one.position));
      const fresh = [...new Map(given.map((one) => [one.position, one])).values()];
      for (const one of fresh) taken.add(one.position);
      const singly = question.query.kind === "ruling";
      const once = singly ? fresh : eachCardOnce(question, fresh, limit, taken, why);
      const shown = singly ? judgeStages.singleRulings(question, fresh, markedTerms(question), why) : once;
      found.push(...shown);
      const isMended = Object.keys(question.query.readAs).length > 0 && ["title", "alias"].includes(why);
      answers.push(...answersOf(shown.slice(0, limit - answers.length), isMended ? "fuzzy" : why));
      count += once.length;
      if (count >= limit) break;
    }
    return found;
  }

  /**
   * Return what a step found, a card that several documents have once, as far as answers are shown: of one that was
   * named, the text in force first. The other entries of a card count as taken.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {JudgeFound[]} found
   * @param {number} limit
   * @param {Set<number>} taken
   * @param {string} why
   */
  function eachCardOnce(question, found, limit, taken, why) {
    const isNamed = !judgeStore.settings().words.ranked.includes(why);
    const same = new Set();
    const kept = [];
    for (const one of found) {
      if (same.has(one.position)) continue;
      /** @type {number[]} */
      const card = kept.length < limit ? sameCard(question, one.position) : [one.position];
      if (card.length > 1) for (const position of card) same.add(position);
      kept.push(isNamed ? { ...one, position: card[0] } : one);
    }
    for (const position of same) taken.add(position);
    return kept;
  }

  /**
   * Return the positions of the entries of the card of an entry in their order, the others in the documents looked in.
   * The twin of judge/search/interactions/joined_cards.py.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {number} position
   * @returns {number[]}
   */
  function sameCard({ query }, position) {
    if (judgeStore.kindAt(position) !== "card") return [position];
    const [{ rare }] = judgeStore.rows([position]);
    const isShown = (/** @type {number} */ one) =>
      one === position || query.documents.includes(judgeStore.documentAt(one).key);
    return (rare.same || [position]).filter(isShown);
  }

  /**
   * Return what other documents say of the same card.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {Answer} answer
   */
  function othersOf(question, { entry, block, why }) {
    if (block !== undefined || question.query.kind === "ruling") return [];
    const others = sameCard(question, entry.position).filter((position) => position !== entry.position);
    return answersOf(others.map((position) => ({ position, score: 0 })), why);
  }

  // Numbers of older editions

  /**
   * Return what the numbers in the text of an answer lead to, where an edition has changed them since.
   * @param {Answer} answer
   */
  function renumberedIn({ entry, whole }) {
    return entry.out.flatMap(([block, target, , , writtenAs]) =>
      writtenAs && entry.texts[block] === whole ? [{ entry: judgeStore.rows([target])[0], writtenAs }] : [],
    );
  }

  /**
   * Return what a number of an older edition names, at its place in the newest one.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {string} typed
   * @param {boolean} absent whether nothing was asked for but a number that nothing found is called
   * @param {{game?: string, document?: string, kind?: string, meant?: string}} narrowing
   * @returns {{entry: JudgeEntry, former: JudgeEntry | null}[]}
   */
  function formerly({ query }, typed, absent, narrowing) {
    if (!query.older && !absent) return [];
    for (const allEditions of [false, true]) {
      const asked = new judgeStages.Question(judgeQuery.parseQuery(typed, { ...narrowing, allEditions }));
      const found = ["number", "title"].map((step) => judgeStages.STEPS[step](asked)).find((some) => some.length);
      if (!found) continue;
      const rows = judgeStore.rows(found.map((one) => one.position));
      return narrowing.document && !query.older ? rows.map((entry) => ({ entry, former: null })) : leading(rows);
    }
    return [];
  }

  /**
   * Return the entries of older editions at their places in the newest; one that is gone stays where it was.
   * @param {JudgeEntry[]} rows
   */
  function leading(rows) {
    const entries = judgeStore.rows(rows.map((row) => row.rare.now || row.position));
    const found = entries.map((entry, place) => ({ entry, former: entry === rows[place] ? null : rows[place] }));
    return found.filter(({ entry }, place) => entries.indexOf(entry) === place);
  }

  /**
   * Return how sure a first answer is whose text was found; nothing is one only where most of what tells is missing.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {JudgeFound} first
   */
  function grade(question, first) {
    const { doubted, missing } = doubt(question, first);
    if (doubted > 0 && missing >= judgeStore.settings().weights.missing) return "none";
    return doubted > judgeStore.settings().weights.unsure ? "unsure" : "sure";
  }

  /**
   * Return what speaks, above 0, for it that the first answer does not answer the query, and which share is missing.
   * The twin of judge/search/passages.py.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {JudgeFound} first
   */
  function doubt(question, first) {
    const { weights } = judgeStore.settings();
    const telling = question.meaning().concepts.filter((concept) => concept.telling);
    const missing = telling.filter((one) => !one.known);
    const total = (/** @type {any[]} */ some) => some.reduce((sum, concept) => sum + concept.weight, 0);
    /** @type {Record<string, number>} */
    const features = {
      always: 1,
      in_passage: first.inPassage ?? 1,
      missing: total(missing) / (total(telling) || 1),
      words: Math.min(telling.length, weights.mostTelling),
      score: first.bare ?? first.score,
    };
    const doubted = Object.keys(features).reduce((sum, name) => sum + weights.doubt[name] * features[name], 0);
    return { doubted, missing: features.missing };
  }

  /**
   * Return the words that no document in scope has, as they were typed, and what was taken for something else.
   * @param {InstanceType<typeof judgeStages.Question>} question
   */
  function strangeWords(question) {
    const unknown = question.meaning().concepts.filter((one) => one.telling && !one.known);
    const terms = new Set(unknown.map((one) => one.term));
    const missing = judgeQuery.typedWords(question.query.text).filter((word) => words(word).some((term) => terms.has(term)));
    return { missing: [...new Set(missing)], readAs: question.query.readAs };
  }

  /**
   * @param {JudgeFound[]} found
   * @param {string} why
   * @returns {Answer[]}
   */
  function answersOf(found, why) {
    const ranked = judgeStore.settings().words.ranked.includes(why);
    return judgeStore.rows(found.map((one) => one.position)).map((entry, place) => {
      const { block, held } = found[place];
      return {
        entry: block === undefined ? entry : judgeStore.partOfEntry(entry, block),
        block,
        why,
        label: "",
        age: "",
        gone: judgeStore.statusOf(entry, block).gone,
        newer: [],
        path: [entry.document.title, ...judgeStore.above(entry).map((one) => one.name)],
        snippet: [],
        doubt: "",
        whole: "",
        renumbered: [],
        date: "",
        errata: entry.texts[entry.kinds.length] || "",
        held: ranked ? (held ?? 1) : 1,
        others: [],
      };
    });
  }

  /** Answers, and what other documents say of the same cards. @param {Answer[]} answers */
  const withOthers = (answers) => answers.flatMap((one) => [one, ...one.others]);

  /** @param {InstanceType<typeof judgeStages.Question>} question @param {Answer[]} answers */
  function addSnippets(question, answers) {
    if (!answers.length) return;
    const wanted = markedTerms(question);
    for (const answer of withOthers(answers)) {
      const terms = judgeStore.terms(answer.entry);
      Object.assign(answer, judgeRanking.snippet(answer.entry, terms, wanted, answer.block));
      answer.renumbered = renumberedIn(answer);
    }
  }

  /**
   * Return the terms that a snippet marks: those of the query that say something, and what they may be called; where
   * none says anything, all of them.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @returns {Set<string>}
   */
  function markedTerms(question) {
    const { tables, together } = question.meaning();
    const wanted = new Set(words(question.query.text));
    for (const table of tables.values()) for (const term of table.keys()) wanted.add(term);
    for (const phrases of together.values()) for (const [, phrase] of phrases) phrase.forEach(wanted.add, wanted);
    const { documents, text } = question.query;
    const little = judgeTokens.stopWordsFor(words(text), judgeStore.languagesOf(documents));
    const telling = [...wanted].filter((term) => !little.has(term));
    return telling.length ? new Set(telling) : wanted;
  }

  /**
   * Return answers with what is said of each; below a first one that is older, the best of the newest rules.
   * The twin of judge/search/passages.py.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {Answer[]} answers
   * @param {number} limit
   * @returns {Answer[]}
   */
  function withNewer(question, answers, limit) {
    const best = answers.length ? bestOfRules(question, answers[0]) : undefined;
    const known = answers.find(({ entry }) => entry.position === best?.position);
    const below = best ? [known || answersOf([best], "newer")[0]] : [];
    const first = answers.slice(0, 1);
    const all = [...first, ...below, ...answers.slice(1).filter((one) => !below.includes(one))].slice(0, limit);
    for (const answer of withOthers(all)) {
      const { label, newer } = judgeStore.statusOf(answer.entry, answer.block);
      answer.newer = newer.slice(0, judgeStore.settings().limits.newer);
      answer.label = label;
      answer.age = judgeStore.ageOf(answer.entry);
    }
    return all;
  }

  /**
   * Return the best entry of the newest rules beside an older first answer: of the section on its subject, if any.
   * @param {InstanceType<typeof judgeStages.Question>} question
   * @param {Answer} first
   */
  function bestOfRules(question, first) {
    if (!judgeStore.ageOf(first.entry) || first.why === "mentioned" || !question.plain) return undefined;
    const [rules] = first.entry.document.older;
    const { limits, weights } = judgeStore.settings();
    const held = question.ranked().filter(({ position, held = 0 }) =>
      judgeStore.documentAt(position).key === rules && question.isWithin(position) && held >= weights.enough);
    const newer = judgeStore.statusOf(first.entry, first.block).newer.slice(0, limits.newer);
    const isOnIt = (/** @type {JudgeEntry} */ { parent, position }) =>
      newer.some((/** @type {{entry: JudgeEntry}} */ { entry }) => [position, parent].includes(entry.position));
    return held.find(({ position }) => isOnIt(judgeStore.rows([position])[0])) || held[0];
  }

  // What is near

  /**
   * Return what is nearest to a query that nothing answers: what has its number, in whatever document, what has nearly its
   * words as a title, and the numbers above it.
   * @param {string} typed
   * @returns {JudgeEntry[]}
   */
  function nearest(typed) {
    const { limits } = judgeStore.settings();
    const located = new judgeStages.Question(judgeQuery.parseQuery(typed));
    const { query } = located;
    const text = judgeLocators.spelled(query.text);
    const left = judgeLocators.typedNumbers(text).map((one) => one.inner || one);
    const numbers = left.flatMap((one) => [...one.numbers, ...one.numbers.map(judgeLocators.wholeOf).filter(Boolean)]);
    const inScope = (/** @type {number[]} */ some) => located.inScope(some, 0).map((one) => one.position);
    let positions = [...query.located.flat(), ...numbers.flatMap(judgeFullText.numbered)];
    const titled = judgeStages.similarTitles(judgeLocators.without(text, left), limits.nearEnough);
    positions.push(...[...titled.keys()].filter(located.isWithin));
    if (!positions.length) positions = numbers.flatMap((number) => inScope(around(number)));
    const entries = judgeStore.rows([...new Set(positions)]);
    return entries.filter((entry) => query.open.includes(entry.document.key)).slice(0, limits.nearest);
  }

  /**
   * Return the entries of the nearest number above one, each with the last two right below it.
   * @param {string} number
   */
  function around(number) {
    for (const above of judgeTokens.numbersAbove(number)) {
      const below = (/** @type {number} */ position) => judgeStore.below(position).filter((one) => one.number).slice(-2);
      const around = (/** @type {number} */ position) => [position, ...below(position).map((one) => one.position)];
      const positions = judgeFullText.numbered(above).flatMap(around);
      if (positions.length) return positions;
    }
    return [];
  }

  /**
   * Return the entries whose numbers or titles begin with what is typed, or that name a card that does, the nearest first.
   * @param {string} typed
   * @param {number} limit
   * @param {{game?: string, document?: string, kind?: string, meant?: string}} narrowing
   * @returns {{position: number, mentioned: string}[]} the name of a card that has no entry, where this one names it
   */
  function suggest(typed, limit, narrowing = {}) {
    const isWithin = judgeStages.within(judgeQuery.parseQuery("", narrowing));
    const beginning = typed.trim();
    const number = beginning.toLowerCase();
    const wanted = key(beginning);
    const kinds = ["title", "alias", "mentioned"];
    const numbers = /^\p{Nd}/u.test(number) ? judgeFullText.namesFrom(number, 4 * limit, ["number", ...kinds]) : [];
    const titles = wanted ? judgeFullText.namesFrom(wanted, 4 * limit, kinds) : [];
    const shortest = (/** @type {JudgeName[]} */ names) => judgeStore.sortedBy(names, (one) => [one.key.length, one.key]);
    const within = [...shortest(numbers), ...shortest(titles)].filter((name) => isWithin(name.position));
    /** @type {Map<number | string, {named: string, position: number, mentioned: string}>} */
    const offered = new Map();
    for (const { key: named, kind, position, text } of within) {
      const mentioned = kind === "mentioned" ? text : "";
      const identity = mentioned ? named : position;
      if (!offered.has(identity) && (mentioned || !joined([...offered.values()], named, position, isWithin))) {
        offered.set(identity, { named, position, mentioned });
      }
      if (offered.size >= limit) break;
    }
    return [...offered.values()];
  }

  /**
   * Tell whether an entry is of a card that is offered already; what is offered of it is then the text in force.
   * @param {{named: string, position: number, mentioned: string}[]} offered
   * @param {string} named its name, as names are compared
   * @param {number} position
   * @param {(position: number) => boolean} isWithin
   */
  function joined(offered, named, position, isWithin) {
    for (const other of offered.filter((one) => one.named === named && !one.mentioned)) {
      const [{ rare }] = judgeStore.rows([position]);
      const card = /** @type {number[]} */ (rare.same || []).filter(isWithin);
      if (!card.includes(other.position)) continue;
      other.position = card[0];
      return true;
    }
    return false;
  }

  /** Load the settings of the search data and hand them to those who need them. */
  async function start() {
    await judgeParts.load("settings");
    const [settings] = judgeParts.need("settings", [0]);
    for (const user of [judgeTokens, judgeStore, judgeFullText]) user.use(settings);
  }

  return { nearest, search, start, suggest };
})();
