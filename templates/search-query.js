/**
 * What was typed: where is looked, operators, and what the words mean, with the ways in which documents may put them.
 *
 * The twin of judge/search/wording/typed_words.py, judge/search/query_parsing.py and judge/search/wording/query_expansion.py.
 */
const judgeQuery = (() => {
  "use strict";

  const { ENGLISH, fold, found, isStopWord, key, mayName, replaced, root, rootKey, rooted, roots, stopWordsFor, words } =
    judgeTokens;
  const FULL_WIDTH = /[\uff01-\uff5e]/g;

  /**
   * @typedef {object} Query
   * @property {string} text without the words that named a game or a document, and without operators
   * @property {string[]} documents keys of those looked in, newest first
   * @property {boolean} narrowed whether these are not all documents
   * @property {string} whole as it was typed, blanks apart
   * @property {string[]} open keys of those that no choice bars, the query's own words apart
   * @property {number[][]} located for each section number in it, the positions of the entries that have it
   * @property {Map<number, number>} parts for each entry of which a part is meant, the block that is that part
   * @property {boolean} absent whether it is a section number and nothing in scope has that
   * @property {boolean} older whether its own words name editions that a later one follows, and no others
   * @property {string | null} kind
   * @property {string[]} meant keys of the documents whose entries come first; empty where that makes no difference
   * @property {string[][]} phrases terms in the same quotation marks
   * @property {boolean} required whether an answer must hold these phrases; else their words are like others
   * @property {string[]} excluded terms that an answer must not hold
   * @property {string[]} titled terms that its title must hold
   * @property {Record<string, string>} readAs words with mistakes and numbers in another dress, with what they are taken for
   */
  /** @typedef {{terms: string[], credit: number, game: string | null, source: string}} Reading */
  /** @typedef {{term: string, weight: number, known: boolean, telling: boolean, readings: Reading[]}} Concept */
  /** @typedef {{terms: string[], positions: number[]}} NameInQuery */
  /**
   * @typedef {object} Meaning
   * @property {Concept[]} concepts
   * @property {NameInQuery[]} names known titles in the query
   * @property {Map<string, Map<string, Map<number, number>>>} tables game to term to concepts with their credits
   * @property {Map<string, [number, string[], number][]>} together game to what together stands for a concept
   * @property {string[]} unknown
   * @property {string[][]} roots what full text looks for
   */

  // Mistakes

  /**
   * Return a query with the words mended that no document has and that are likely others with mistakes, and which these
   * are. While somebody is typing, a last word that some word begins with is unfinished: the others are asked alone.
   * @param {string} whole
   * @param {boolean} typing
   * @returns {{text: string, readAs: Record<string, string>}}
   */
  function readWords(whole, typing) {
    const typed = cut(whole);
    const languages = judgeStore.languagesOf();
    const spots = spotsOf(typed, languages);
    judgeFullText.needWords(spots.flatMap(({ term }) => roots(term, languages)));
    let strange = spots.filter(({ term }) => !roots(term, languages).some(judgeFullText.word));
    if (strange.length) {
      const { scopes, cited, ordinary } = judgeStore.settings();
      const names = [...Object.keys(scopes), ...Object.keys(cited).map(fold), ...judgeFullText.typedRoots()];
      const known = new Set([...ordinary, ...names.flatMap(split), ...nicknames(strange.map(({ term }) => term)).keys()]);
      const isAlone = words(typed).length === 1;
      strange = strange
        .filter(({ term }) => ![term, ...roots(term, [ENGLISH, ...languages])].some((one) => known.has(one)))
        .filter(({ word }) => isAlone || !judgeLocators.cites(word));
    }
    const last = strange[strange.length - 1];
    const isBegun = typing && last && !words(typed.slice(last.end)).length && judgeFullText.isBegun(last.term);
    if (isBegun) strange.pop();
    const mended = judgeSpelling.mend(strange.map(({ word, term }) => [...new Set([fold(word), term])]));
    let text = isBegun && words(typed.slice(0, last.start)).length ? typed.slice(0, last.start) : typed;
    /** @type {Record<string, string>} */
    const readAs = {};
    for (const { word, start, end } of strange.reverse()) {
      const meant = mended[fold(word)];
      if (!meant) continue;
      text = text.slice(0, start) + meant + text.slice(end);
      readAs[word] = meant;
    }
    return { text, readAs };
  }

  /**
   * Return where words are that may have mistakes, with their terms.
   * @param {string} typed
   * @param {string[]} languages
   */
  function spotsOf(typed, languages) {
    const { limits } = judgeStore.settings();
    const alone = found("leftAlone", typed).map((match) => [match.index, match.index + match[0].length]);
    const all = found("word", typed).map((match) => ({ word: match[0], terms: words(match[0]), start: match.index }));
    const little = stopWordsFor(all.flatMap(({ terms }) => terms), languages);
    return all
      .filter(({ terms: [term, ...others], start }) => {
        const mayBe = term && !others.length && Array.from(term).length >= limits.shortest && /^\p{L}+$/u.test(term);
        return mayBe && !little.has(term) && !alone.some(([first, end]) => first <= start && start < end);
      })
      .map(({ word, terms: [term], start }) => ({ word, term, start, end: start + word.length }));
  }

  // Where is looked

  /**
   * Part a query from operators and from the names of games and documents.
   * @param {string} typed
   * @param {{game?: string, document?: string, kind?: string, meant?: string, allEditions?: boolean, digests?: boolean}} narrowing
   * @returns {Query}
   */
  function parseQuery(typed, narrowing = {}) {
    const about = judgeStore.settings();
    const every = chosenBy(narrowing);
    let documents = every;
    const whole = split(cut(typed)).join(" ");
    const { text: bare, ...operated } = operators(whole);
    const [text, names] = withoutScope(bare, about, every);
    if (names) documents = documents.filter((one) => names.includes(one));
    const older = names !== null && documents.every((one) => judgeStore.documentOf(one).supersededBy);
    documents = answering(documents, narrowing);
    const answered = answering(every, { ...narrowing, allEditions: true });
    const open = every.filter((one) => answered.includes(one) || documents.includes(one));
    const narrowed = documents.length < about.newest.length;
    const kind = narrowing.kind || null;
    const ofGame = names ? [] : documents.filter((one) => narrowing.meant && judgeStore.documentOf(one).game === narrowing.meant);
    const meant = ofGame.length < documents.length ? ofGame : [];
    return { whole, text, documents, narrowed, open, kind, meant, ...operated, located: [], parts: new Map(), absent: false, older, readAs: {} };
  }

  /** Return what is looked at of a query; full-width letters, digits and marks as usual ones. @param {string} typed */
  function cut(typed) {
    const most = judgeStore.settings().limits.query;
    const letters = Array.from(typed.slice(0, 4 * most)).slice(0, most);
    return letters.join("").replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  }

  /**
   * Leave out editions that a later one follows, and digests of what is looked in, unless they are asked for.
   * @param {string[]} documents
   * @param {{document?: string, allEditions?: boolean, digests?: boolean}} narrowing
   */
  function answering(documents, { document, allEditions, digests }) {
    if (document) return documents;
    const known = documents.map(judgeStore.documentOf);
    const works = digests ? [] : known.filter(({ covers }) => !covers.length).map(({ work }) => work);
    const left = known.filter(({ covers }) => !covers.some((/** @type {string} */ work) => works.includes(work)));
    const kept = left.filter(({ supersededBy }) => allEditions || !documents.includes(supersededBy));
    return kept.map(({ key }) => key);
  }

  /** @param {{game?: string, document?: string}} narrowing */
  function chosenBy({ game, document }) {
    const keys = /** @type {string[]} */ (judgeStore.settings().newest);
    return keys.filter(
      (one) =>
        (!document || document === one) &&
        (game === undefined || game === "" || fold(game) === fold(judgeStore.documentOf(one).game)),
    );
  }

  /** @param {string} text */
  const split = (text) => text.split(/\s+/).filter(Boolean);

  /**
   * Take the operators off a query; where nothing else would be left of it, they are plain words.
   * @param {string} whole
   */
  function operators(whole) {
    const none = { text: whole, phrases: [], required: false, excluded: [], titled: [] };
    if (!judgeStore.settings().words.operators.some((/** @type {string} */ one) => whole.includes(one))) return none;
    const phrases = found("quoted", whole)
      .map((match) => words(match[1]))
      .filter((phrase) => phrase.length);
    const excluded = found("without", whole).flatMap((match) => words(match[1]));
    const titled = found("titled", whole).flatMap((match) => words(match[1]));
    const bare = replaced("without", replaced("titled", whole, " $1"), " ");
    // Words outside quotation marks are a question, or tell what happens: not if they are keywords.
    const outside = replaced("quoted", bare, " ");
    const all = words(outside);
    const isSentence = outside.includes("?") || all.length > judgeStore.settings().limits.keywords || all.every(isStopWord);
    const asks = all.length > 0 && isSentence;
    const required = phrases.length > 0 && !asks;
    const text = split(bare.replaceAll('"', " ")).join(" ");
    if (!words(text).length) return { ...none, text: split(whole.replaceAll("-", " ")).join(" ") };
    return { text, phrases, required, excluded, titled };
  }

  /**
   * Take a game's or document's name off a query, if something is left. Beside a number or a title, the names by which
   * texts cite documents count as well.
   * @param {string} text
   * @param {any} about
   * @param {string[]} open
   * @returns {[string, string[] | null]}
   */
  function withoutScope(text, about, open) {
    const typed = split(text);
    for (let length = Math.min(about.limits.scopeWords, typed.length - 1); length > 0; length -= 1) {
      for (let first = 0; first <= typed.length - length; first += 1) {
        const name = typed.slice(first, first + length).join(" ");
        const folded = fold(name);
        const inside = first > 0 && first < typed.length - length;
        const known = !inside || about.gameNames.includes(folded) ? own(about.scopes, folded) : [];
        const cited = known.length || inside ? [] : citedBy(name, about);
        if (!known.length && !cited.length) continue;
        const left = around(typed.slice(0, first).join(" "), typed.slice(first + length).join(" "));
        const named = [...known, ...cited].filter((one) => open.includes(one));
        if (!named.length || !words(left).length) continue;
        if (cited.length && !first && about.words.joining.includes(typed[length].toLowerCase())) continue;
        if (cited.length && about.editionNames.includes(folded) && judgeLocators.countsParts(left)) continue;
        if (cited.length && !judgeLocators.isLocator(left)) {
          const [before, behind] = [typed.slice(0, first), typed.slice(first + length)];
          const joined = name !== folded || folded.includes(" ") || left !== [...before, ...behind].join(" ");
          const titled = judgeFullText.named(key(left)).map((one) => judgeStore.documentAt(one).key);
          const isTitle = named.some((one) => titled.includes(one));
          if (about.editionNames.includes(folded) || !joined || !isTitle) continue;
        }
        const [inner, innerNamed] = withoutScope(left, about, open);
        const both = named.filter((one) => innerNamed === null || innerNamed.includes(one));
        return [inner, both.length ? both : [...named, ...(innerNamed || [])]];
      }
    }
    return [text, null];
  }

  /** @param {Record<string, string[]>} table @param {string} name */
  const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : []);

  /**
   * Return the keys of the documents that a name may cite: its initials, or its words with an article or without.
   * @param {string} name
   * @param {any} about
   */
  function citedBy(name, about) {
    const bare = name.replace(/^[()[\],;:]+|[()[\],;:]+$/g, "");
    const forms = [bare, fold(name).replace(/^the /, ""), bare.toUpperCase()];
    return own(about.cited, forms.find((form) => Object.hasOwn(about.cited, form)) || "");
  }

  /** @param {string} before @param {string} behind */
  const around = (before, behind) =>
    `${replaced("trailing", before, "")} ${before ? behind : replaced("leading", behind, "")}`.trim();

  // What the words mean

  /**
   * Find out what the words of a query mean.
   * @param {Query} query
   * @returns {Meaning}
   */
  function expandQuery(query) {
    const about = judgeStore.settings();
    const typed = [...new Set(words(query.text))].slice(0, about.limits.words);
    const languages = judgeStore.languagesOf(query.documents);
    const little = stopWordsFor(typed, languages);
    const rootsOf = (/** @type {string} */ term) => roots(term, languages);
    judgeFullText.needWords(typed.flatMap(rootsOf));
    const games = new Set(query.documents.map((one) => judgeStore.documentOf(one).game));
    const spans = synonymsIn(typed, games, languages);
    const explained = new Set(spans.flatMap(({ span }) => span));
    const isKnown = (/** @type {string} */ term) => rootsOf(term).some(judgeFullText.word);
    const strange = typed.filter((term) => !isKnown(term) && !explained.has(term) && !little.has(term));
    const called = nicknames(strange);
    const nicknamed = new Set([...called.keys()].map((term) => root(term)));
    const unknown = strange.filter((term) => !nicknamed.has(root(term)));
    const raw = typed.map((term) => ({ term, readings: readings(term, spans, called.get(term) || []) }));
    judgeFullText.needWords(raw.flatMap((one) => one.readings.flatMap((reading) => reading.terms.flatMap(rootsOf))));
    const concepts = raw.map((concept) => weighed(concept, games, languages, !little.has(concept.term)));
    const names = [...namesOf(query.text), ...[...called.values()].flat()];
    const { tables, together } = tablesOf(query, concepts);
    const guesses = [...unknown, ...Object.values(query.readAs).flatMap(words)];
    const guessed = unknown.length > 0 && typed.every((term) => little.has(term) || guesses.includes(term));
    return { concepts, names, tables, together, unknown, roots: guessed ? [] : wanted(concepts, languages) };
  }

  /**
   * Return the runs of up to so many words, those that begin first before others and the shortest before longer ones.
   * @param {string[]} typed
   * @param {number} longest
   */
  function runsOf(typed, longest) {
    const starts = typed.flatMap((_, first) => typed.slice(first, first + longest).map((_, more) => [first, first + more + 1]));
    return starts.map(([first, last]) => ({ first, last, run: typed.slice(first, last) }));
  }

  /**
   * Return the spans of a query that have synonyms in some games, with these; a span counts also without the words inside
   * it that only point.
   * @param {string[]} typed
   * @param {Set<string>} games
   * @param {string[]} languages
   */
  function synonymsIn(typed, games, languages) {
    const { limits, words: { pointing } } = judgeStore.settings();
    const points = (/** @type {string} */ term) => pointing.includes(term);
    const tried = runsOf(typed, limits.span).flatMap(({ run }) => {
      const pointsInside = run.some(points) && !points(run[0]) && !points(run[run.length - 1]);
      return pointsInside ? [run, run.filter((term) => !points(term))] : [run];
    });
    const spans = [];
    for (const span of tried) {
      const all = judgeFullText.synonyms(span, languages);
      const synonyms = all.filter(({ game }) => game === null || games.has(game));
      if (synonyms.length) spans.push({ span, synonyms });
    }
    return spans;
  }

  /**
   * Return the titles whose initials make a word that no document has: "WOTWS".
   * @param {string[]} strange
   * @returns {Map<string, NameInQuery[]>}
   */
  function nicknames(strange) {
    const [fewest] = judgeStore.settings().words.initials;
    const long = strange.filter((term) => Array.from(term).length >= fewest);
    const byKey = new Map(long.map((term) => [rootKey(term), term]));
    const named = judgeFullText.namesAmong([...byKey.keys()].sort(), ["initials"]).map((name) => ({
      term: /** @type {string} */ (byKey.get(name.key)),
      terms: words(name.text),
      positions: [name.position],
    }));
    return judgeStore.groupedBy(named, ({ term }) => term);
  }

  /**
   * Return the ways in which documents may put a word of a query; a synonym of a phrase is one of all its words.
   * @param {string} term
   * @param {{span: string[], synonyms: any[]}[]} spans
   * @param {NameInQuery[]} called titles of which it may be the initials
   * @returns {Reading[]}
   */
  function readings(term, spans, called) {
    const { credit } = judgeStore.settings().weights;
    /** @type {Reading[]} */
    const all = [{ terms: [term], credit: 1, game: null, source: "word" }];
    for (const { span, synonyms } of spans) {
      for (const { meant, game, source } of span.includes(term) ? synonyms : []) {
        all.push({ terms: split(meant), credit: credit[source], game, source });
      }
    }
    for (const terms of new Map(called.map((name) => [name.terms.join(" "), name.terms])).values()) {
      all.push({ terms, credit: credit.document, game: null, source: "initials" });
    }
    return all;
  }

  /**
   * Return a concept with its weight: the rarer the word itself is, with what it may mean, the more it says.
   * @param {{term: string, readings: Reading[]}} concept
   * @param {Set<string>} games
   * @param {string[]} languages
   * @param {boolean} telling
   * @returns {Concept}
   */
  function weighed({ term, readings }, games, languages, telling) {
    const { inGame, weights } = judgeStore.settings();
    const entries = [...games].reduce((sum, game) => sum + inGame[game], 0);
    const heldBy = (/** @type {string} */ one) => countsOf(one, games, languages).reduce((sum, count) => sum + count.entries, 0);
    const held = readings.map((reading) => Math.min(...reading.terms.map(heldBy))); // as many as its rarest word
    const meant = readings.slice(1).map(({ credit }, place) => credit * held[place + 1]);
    const found = held[0] ? held[0] + weights.synonym * Math.max(0, ...meant) : Math.min(...held.filter(Boolean));
    const known = Number.isFinite(found);
    const weight = known ? Math.log(1 + entries / (1 + found)) / Math.log(2 + entries) : weights.unknownWord;
    return { term, weight: telling ? weight : weight * weights.stopWord, known, telling, readings };
  }

  /**
   * Return how often the terms of a term's roots are found in some games.
   * @param {string} term
   * @param {Set<string>} games
   * @param {string[]} languages
   */
  const countsOf = (term, games, languages) =>
    roots(term, languages)
      .flatMap((one) => judgeFullText.word(one)?.counts || [])
      .filter((count) => games.has(count.game));

  /** Return the words of a text as they are typed. @param {string} text */
  const typedWords = (text) => found("word", text).map((match) => match[0]);

  /**
   * Return the spans of words that have a known name, the longest first, none within another.
   * @param {string[]} typed
   * @param {number} longest words of a name
   * @param {string[]} kinds of names
   * @returns {{first: number, last: number, positions: number[]}[]}
   */
  function spansNamed(typed, longest, kinds) {
    const spans = runsOf(typed, longest).map((one) => ({ ...one, name: key(one.run.join(" ")) }));
    const names = judgeFullText.namesAmong(new Set(spans.map((span) => span.name)), kinds);
    const known = judgeStore.groupedBy(names, (name) => name.key);
    /** @type {{first: number, last: number, positions: number[]}[]} */
    const taken = [];
    for (const { first, last, run, name } of judgeStore.sortedBy(spans, ({ first, last }) => [first - last, first])) {
      const positions = known.get(name)?.map((one) => one.position);
      const free = taken.every((one) => last <= one.first || first >= one.last);
      if (positions && free && mayName(run.join(" "))) taken.push({ first, last, positions });
    }
    return taken.sort((one, other) => one.first - other.first);
  }

  /**
   * Say whether the words outside some spans say little.
   * @param {string[]} typed
   * @param {{first: number, last: number}[]} spans
   */
  const restSaysLittle = (typed, spans) =>
    typed.every(
      (word, place) =>
        spans.some(({ first, last }) => first <= place && place < last) || words(word).every(isStopWord),
    );

  /**
   * Find the known titles in a query, the longest first: all where nothing else is asked, else those of cards.
   * @param {string} text
   * @returns {NameInQuery[]}
   */
  function namesOf(text) {
    const { limits } = judgeStore.settings();
    const typed = typedWords(text).slice(0, limits.words);
    const spans = spansNamed(typed, limits.span, ["title", "alias"]);
    const onlyNames = spans.length > 1 && restSaysLittle(typed, spans);
    return spans
      .filter(
        ({ first, last, positions }) =>
          onlyNames || (last - first > 1 && positions.some((one) => judgeStore.kindAt(one) === "card")),
      )
      .map(({ first, last, positions }) => ({ terms: words(typed.slice(first, last).join(" ")), positions }));
  }

  /**
   * Return, for each game, which terms stand for which concept, and which together do.
   * @param {Query} query
   * @param {Concept[]} concepts
   */
  function tablesOf(query, concepts) {
    const languages = judgeStore.languagesOf(query.documents);
    const tables = new Map();
    const together = new Map();
    for (const game of new Set(query.documents.map((one) => judgeStore.documentOf(one).game))) {
      /** @type {Map<string, Map<number, number>>} */
      const best = new Map();
      /** @type {[number, string[], number][]} */
      const phrases = [];
      for (const [place, concept] of concepts.entries()) {
        for (const reading of concept.readings) {
          if (reading.game !== null && reading.game !== game) continue;
          if (reading.terms.length > 1) {
            phrases.push([place, reading.terms, reading.credit]);
            continue;
          }
          for (const [term, credit] of forms(reading, game, languages)) {
            raise(best, term, place, credit);
          }
        }
      }
      tables.set(game, best);
      together.set(game, phrases);
    }
    return { tables, together };
  }

  /**
   * @param {Map<string, Map<number, number>>} table
   * @param {string} term
   * @param {number} place
   * @param {number} credit
   */
  function raise(table, term, place, credit) {
    let credits = table.get(term);
    if (!credits) table.set(term, (credits = new Map()));
    credits.set(place, Math.max(credit, credits.get(place) || 0));
  }

  /**
   * Return the terms of a game that have a reading's root: the term itself counts more than the others.
   * @param {Reading} reading
   * @param {string} game
   * @param {string[]} languages
   * @returns {[string, number][]}
   */
  function forms(reading, game, languages) {
    const [term] = reading.terms;
    const { credit } = judgeStore.settings().weights;
    return countsOf(term, new Set([game]), languages).map((count) => [
      count.term,
      reading.credit * (count.term === term ? 1 : credit.root),
    ]);
  }

  /**
   * Return the roots that full text looks for: those of stop words only where there are no others.
   * @param {Concept[]} concepts
   * @param {string[]} languages
   */
  function wanted(concepts, languages) {
    const telling = concepts.filter((concept) => concept.telling);
    const together = (telling.length ? telling : concepts).flatMap((concept) =>
      concept.readings.flatMap((reading) => rooted(reading.terms, languages)),
    );
    return [...new Map(together.map((one) => [one.join(" "), one])).values()];
  }

  return { expandQuery, parseQuery, readWords, restSaysLittle, spansNamed, typedWords };
})();
