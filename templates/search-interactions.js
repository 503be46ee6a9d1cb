/**
 * What bears on several cards or terms at once, in parts, each line with the reason why it is there.
 *
 * The twin of judge/search/interactions/between.py.
 */

/**
 * @typedef {object} JudgeBearing
 * @property {JudgeEntry} entry
 * @property {number | null} block null for a whole entry
 * @property {string} reason
 * @property {number} closeness among texts of one date, the smaller stands first
 */
/**
 * @typedef {object} JudgeInteractionLine
 * @property {JudgeEntry} entry
 * @property {string} kind
 * @property {string} date
 * @property {string} reason
 * @property {string} text
 * @property {string} page address inside the site of the entry, or of the ruling
 */
/** @typedef {{key: string, heading: string, lines: JudgeInteractionLine[]}} JudgeInteractionPart */

const judgeInteractions = (() => {
  "use strict";

  const { isStopWord, key, root, words } = judgeTokens;
  const { namedBlocks } = judgeSubjects;

  /** The subjects, and what several parts ask of the library. */
  class Table {
    /** @param {JudgeSubject[]} subjects */
    constructor(subjects) {
      this.subjects = subjects;
      /** @type {Map<string, Map<string, JudgeEntry>>} */
      this._outward = new Map();
    }

    /**
     * Return the rules that a subject refers to, or the texts that name it if it has no entry, by title.
     * @param {JudgeSubject} subject
     */
    outward(subject) {
      let found = this._outward.get(subject.name);
      if (!found) {
        found = new Map();
        for (const entry of judgeStore.rows(targets(subject))) {
          if (isRule(entry)) found.set(key(entry.title || ""), entry);
        }
        this._outward.set(subject.name, found);
      }
      return found;
    }
  }

  /** @param {JudgeEntry} entry */
  const isRule = (entry) => judgeStore.settings().words.rules.includes(entry.kind) && Boolean(entry.title);

  /**
   * @param {JudgeSubject} subject
   * @returns {number[]}
   */
  function targets(subject) {
    const places = subject.rows.length
      ? subject.rows.map((entry) => ({ entry, block: /** @type {number | null} */ (null) }))
      : namedBlocks(subject);
    const sorted = places
      .map((place) => ({ ...place, order: `('${place.entry.id}', ${place.block})` }))
      .sort((one, other) => (one.order < other.order ? -1 : Number(one.order > other.order)));
    return sorted.flatMap(({ entry, block }) =>
      entry.out
        .filter((one) => one.target && !one.counterpart && (block === null || block === one.block))
        .map((one) => one.target),
    );
  }

  /**
   * Rulings, errata, examples and rules that name all subjects.
   * @param {Table} table
   */
  const namingAll = (table) => naming(table.subjects);

  /**
   * The same for two of three or more.
   * @param {Table} table
   */
  const namingTwo = ({ subjects }) => (subjects.length > 2 ? pairsOf(subjects).flatMap(naming) : []);

  /**
   * @template T
   * @param {T[]} all
   * @returns {T[][]}
   */
  const pairsOf = (all) => all.flatMap((one, place) => all.slice(place + 1).map((other) => [one, other]));

  /**
   * Return the blocks that name all of some subjects: those of one that names the others first.
   * @param {JudgeSubject[]} subjects
   * @returns {JudgeBearing[]}
   */
  function naming(subjects) {
    const [first, ...others] = subjects.map((subject) => new Set(subject.holders()));
    const positions = [...first].filter((position) => others.every((other) => other.has(position)));
    const { notRead } = judgeStore.settings().words;
    return judgeStore
      .rows(positions.sort((one, other) => one - other))
      .filter((entry) => !notRead.includes(entry.kind))
      .flatMap((entry) => commonBlocks(entry, subjects).map((block) => namingReason(entry, block, subjects)));
  }

  /**
   * @param {JudgeEntry} entry
   * @param {JudgeSubject[]} subjects
   */
  function commonBlocks(entry, subjects) {
    const [first, ...others] = subjects.map((subject) => subject.blocksIn(entry));
    return first.filter((block) => others.every((other) => other.includes(block)));
  }

  /**
   * @param {JudgeEntry} entry
   * @param {number} block
   * @param {JudgeSubject[]} subjects
   * @returns {JudgeBearing}
   */
  function namingReason(entry, block, subjects) {
    const owners = subjects.filter((subject) => subject.own.has(entry.position)).map((subject) => subject.name);
    const names = subjects.map((subject) => subject.name).filter((name) => !owners.includes(name));
    const others = names.join(" and ");
    const ofOne = owners.length > 0 && names.length > 0;
    const reason = ofOne ? `{kind} on ${owners[0]} names ${others}` : `{kind} names ${others || owners.join(" and ")}`;
    return { entry, block, reason, closeness: ofOne ? 0 : 1 };
  }

  /**
   * Rulings of one card that name a topic, keyword or designator of another.
   * @param {Table} table
   * @returns {JudgeBearing[]}
   */
  function namingTopics(table) {
    return table.subjects.flatMap((one) =>
      table.subjects
        .filter((other) => other !== one)
        .flatMap((other) => {
          const themes = new Map(topics(table, other));
          const cards = themes.size ? one.rows.filter((row) => row.kind === "card") : [];
          return cards.flatMap((row) => themeBlocks(row, themes, one.name));
        }),
    );
  }

  /**
   * @param {JudgeEntry} entry
   * @param {Map<string, string>} themes
   * @param {string} owner
   * @returns {JudgeBearing[]}
   */
  function themeBlocks(entry, themes, owner) {
    const pointer = judgeStore.settings().words.pointer.trim();
    return judgeStore.terms(entry).blocks.flatMap((terms, block) => {
      const named = [...themes].filter(([phrase]) => judgeRanking.places(terms, phrase.split(" ")).length);
      if (!named.length || (terms.length > 1 && terms[0] === pointer)) return [];
      return [{ entry, block, reason: `{kind} on ${owner} names ${named[0][1]}`, closeness: -named.length }];
    });
  }

  /**
   * Return the telling topics, keywords and designators of a subject: their terms, and how a reason calls them.
   * @param {Table} table
   * @param {JudgeSubject} subject
   * @returns {[string, string][]}
   */
  function topics(table, subject) {
    /** @type {[string, string][]} */
    const found = [...table.outward(subject).values()].map((entry) => [
      words(entry.title || "").join(" "),
      `${entry.title}, which ${subject.name} refers to`,
    ]);
    for (const word of errataOf(subject).flatMap((errata) => (errata.subtitle || "").split(/\s+/))) {
      if (!words(word).every(isStopWord)) {
        found.push([words(word).join(" "), `${word}, a designator of ${subject.name}`]);
      }
    }
    return found;
  }

  /**
   * @param {JudgeSubject} subject
   * @returns {{type?: string, subtitle?: string}[]}
   */
  const errataOf = (subject) =>
    subject.rows.filter((row) => row.kind === "card" && row.rare.errata).map((row) => row.rare.errata);

  /**
   * Sections and topics that all refer to, or that one refers to and that name the others.
   * @param {Table} table
   * @returns {JudgeBearing[]}
   */
  function sharedRules(table) {
    return table.subjects.flatMap((first) => {
      const others = table.subjects.filter((subject) => subject !== first);
      return [...table.outward(first)].flatMap(([title, entry]) => {
        if (others.every((other) => table.outward(other).has(title))) {
          const names = table.subjects.map((one) => one.name).join(" and ");
          return [{ entry, block: null, reason: `${names} refer to it`, closeness: 0 }];
        }
        return topicNaming(entry, first, others);
      });
    });
  }

  /**
   * @param {JudgeEntry} entry
   * @param {JudgeSubject} first
   * @param {JudgeSubject[]} others
   * @returns {JudgeBearing[]}
   */
  function topicNaming(entry, first, others) {
    if ([first, ...others].some((one) => one.own.has(entry.position))) return [];
    const names = others.map((one) => one.name).join(" and ");
    const reason = `${first.name} refers to it, and it names ${names}`;
    return commonBlocks(entry, others).map((block) => ({ entry, block, reason, closeness: 1 }));
  }

  /**
   * Sections that govern the kinds of card that the subjects are, as far as errata tell their kinds.
   * @param {Table} table
   * @returns {JudgeBearing[]}
   */
  function governingKinds(table) {
    const kinds = table.subjects.map((subject) => {
      const typed = errataOf(subject).find((errata) => errata.type);
      return typed?.type?.split(/\s+/).pop() || null;
    });
    const wanted = /** @type {string[]} */ ([...new Set(kinds)].filter(Boolean));
    if (!wanted.length || kinds.includes(null)) return [];
    const terms = wanted.flatMap(words);
    const { limits } = judgeStore.settings();
    return judgeStore
      .rows(judgeFullText.search([terms.map(root)], limits.candidates).sort((one, other) => one - other))
      .filter((entry) => isRule(entry) && terms.some((term) => judgeStore.terms(entry).titles.flat().includes(term)))
      .slice(0, limits.kinds)
      .map((entry) => ({ entry, block: null, reason: `governs ${wanted.join(" and ")}`, closeness: 0 }));
  }

  /**
   * The shortest way from the first subject to each other one over the references, whichever way they point.
   * @param {Table} table
   * @returns {JudgeBearing[]}
   */
  function shortestWay(table) {
    const [first, ...others] = table.subjects;
    return others.flatMap((other) => {
      const way = wayBetween(doors(first), doors(other));
      return judgeStore.rows(way).map((entry, step) => ({
        entry,
        block: null,
        reason: `step ${step + 1} of ${way.length} from ${first.name} to ${other.name}`,
        closeness: 0,
      }));
    });
  }

  /**
   * Return the entries where a way to a subject begins: its own, else those that name it.
   * @param {JudgeSubject} subject
   */
  const doors = (subject) =>
    subject.rows.length
      ? subject.rows.map((row) => row.position)
      : [...new Set(namedBlocks(subject).map(({ entry }) => entry.position))];

  /**
   * Return the positions on the shortest way between entries, looked for from both ends; none where there is no way.
   * @param {number[]} starts
   * @param {number[]} goals
   */
  function wayBetween(starts, goals) {
    const { limits } = judgeStore.settings();
    /** @type {Map<number, number>[]} */
    const before = [starts, goals].map((ends) => new Map(ends.map((end) => [end, 0])));
    const edges = [starts, goals];
    for (let step = 0; step < limits.way; step += 1) {
      const met = [...before[0].keys()].find((position) => before[1].has(position));
      if (met) return [...walked(before[0], met), ...walked(before[1], met).slice(0, -1).reverse()];
      const side = edges[0].length <= edges[1].length ? 0 : 1;
      if (!edges[side].length || before[side].size > limits.visited) return [];
      const fresh = new Map();
      for (const [from, to] of neighbours(edges[side])) if (!before[side].has(to)) fresh.set(to, from);
      for (const [to, from] of fresh) before[side].set(to, from);
      edges[side] = [...fresh.keys()];
    }
    return [];
  }

  /**
   * Return pairs of one of these entries and another that it refers to or is referred to by.
   * @param {number[]} positions
   * @returns {[number, number][]}
   */
  function neighbours(positions) {
    /** @type {{from: number, to: number, source: number, number: number}[]} */
    const outward = [];
    const inward = [];
    for (const entry of judgeStore.rows(positions)) {
      for (const [number, { target }] of entry.out.entries()) {
        if (target) outward.push({ from: entry.position, to: target, source: entry.position, number });
      }
      for (let place = 0; place < entry.into.length; place += 3) {
        const [source, number] = entry.into.slice(place, place + 2);
        inward.push({ from: entry.position, to: source, source, number });
      }
    }
    const inOrder = (/** @type {any} */ one, /** @type {any} */ other) =>
      one.source - other.source || one.number - other.number;
    return [...outward.sort(inOrder), ...inward.sort(inOrder)].map(({ from, to }) => [from, to]);
  }

  /**
   * @param {Map<number, number>} before
   * @param {number} end
   */
  function walked(before, end) {
    const way = [];
    for (let position = end; position; position = before.get(position) || 0) way.unshift(position);
    return way;
  }

  /** @type {Record<string, (table: Table) => JudgeBearing[]>} */
  const PARTS = {
    all: namingAll,
    two: namingTwo,
    topics: namingTopics,
    rules: sharedRules,
    kinds: governingKinds,
    way: shortestWay,
  };

  /**
   * Return what bears on subjects, in the order of the parts; what one part has, the later ones have not again.
   * @param {JudgeSubject[]} subjects
   * @returns {JudgeInteractionPart[]}
   */
  function meet(subjects) {
    const table = new Table(subjects);
    const seen = new Set();
    return judgeStore.settings().interactions.map((/** @type {string[]} */ [part, heading]) => {
      const found = PARTS[part](table).filter(({ entry, block }) => {
        const place = `${entry.position}:${block}`;
        const fresh = part === "way" || !seen.has(place);
        seen.add(place);
        return fresh;
      });
      return { key: part, heading, lines: part === "way" ? found.map(lineOf) : newestFirst(found) };
    });
  }

  /** @param {JudgeBearing[]} found */
  function newestFirst(found) {
    const lines = found.map((bearing) => ({ line: lineOf(bearing), closeness: bearing.closeness }));
    lines.sort((one, other) => {
      const [ones, others] = [lastDay(one.line.date), lastDay(other.line.date)];
      if (ones !== others) return ones < others ? 1 : -1;
      return one.closeness - other.closeness;
    });
    return lines.map(({ line }) => line);
  }

  /**
   * Return a date in a form that sorts: a year as its last day, a month as its 31st.
   * @param {string} date
   */
  const lastDay = (date) => date + ({ 4: "-12-31", 7: "-31" }[date.length] || "");

  /**
   * @param {JudgeBearing} bearing
   * @returns {JudgeInteractionLine}
   */
  function lineOf({ entry, block, reason }) {
    const kind = block === null ? entry.kind : entry.kinds[block] || "errata";
    const text = entry.texts[block ?? 0] || "";
    const date = (block !== null && entry.rare.dates?.[block]) || entry.document.date || "";
    const { page } = kind === "ruling" && block !== null ? judgeStore.rulingOf(entry, block) : entry;
    return { entry, kind, date, reason: reason.replaceAll("{kind}", kind), text, page };
  }

  return { meet };
})();
