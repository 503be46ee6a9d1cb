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
 * @property {number} closeness among texts of one date, the smaller comes first
 */
/**
 * @typedef {object} JudgeInteractionLine
 * @property {JudgeEntry} entry
 * @property {string} kind
 * @property {string} date
 * @property {string} reason
 * @property {string} text
 * @property {string} page address inside the site of the entry, or of the ruling
 * @property {string} label the one word for its status; may be empty
 * @property {boolean} gone whether it is not in force any more
 * @property {{entry: JudgeEntry, quote: string}[]} newer what is newer on its subject, best first
 */
/** @typedef {{key: string, heading: string, lines: JudgeInteractionLine[]}} JudgeInteractionPart */

const judgeInteractions = (() => {
  "use strict";

  const WAY = "way"; // the part that is only asked for where no other has anything
  const { key, words } = judgeTokens;
  const { namedBlocks } = judgeSubjects;

  /** The subjects, and what several parts ask of the library. */
  class Table {
    /** @param {JudgeSubject[]} subjects */
    constructor(subjects) {
      this.subjects = subjects;
      this.cardsAlone = subjects.every((subject) => subject.isCard);
      this._rules = new Map(subjects.map((subject) => [subject, judgeStore.once(() => rulesOf(subject))]));
    }

    /**
     * Return the rules that a subject refers to, or the texts that name it if it has no entry, by title.
     * @param {JudgeSubject} subject
     * @returns {Map<string, JudgeEntry>}
     */
    outward(subject) {
      return this._rules.get(subject)?.() || new Map();
    }

    /**
     * Say whether no more cards refer to a rule than a limit of its game; where one of the subjects is not a card, any do.
     * @param {JudgeEntry} entry
     * @param {"special" | "shared"} limit
     */
    isRare(entry, limit) {
      const { cards } = judgeStore.settings();
      return !this.cardsAlone || (entry.rare.cards || 0) <= cards[entry.document.game][limit];
    }
  }

  /** @param {JudgeEntry} entry */
  const isRule = (entry) => judgeStore.settings().words.rules.includes(entry.kind) && Boolean(entry.title);

  /** @param {JudgeSubject} subject */
  function rulesOf(subject) {
    const places = subject.rows.length
      ? subject.rows.map((entry) => ({ entry, block: /** @type {number | null} */ (null) }))
      : namedBlocks(subject);
    const sorted = judgeStore.sortedBy(places, ({ entry, block }) => [`('${entry.id}', ${block})`]);
    const targets = sorted.flatMap(({ entry, block }) =>
      entry.out
        .filter(([own, target, isCounterpart]) => target && !isCounterpart && (block === null || block === own))
        .map(([, target]) => target),
    );
    return new Map(judgeStore.rows(targets).filter(isRule).map((entry) => [key(entry.title || ""), entry]));
  }

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
      .flatMap((entry) => {
        const owners = subjects.filter((subject) => subject.own.has(entry.position)).map((subject) => subject.name);
        const names = subjects.map((subject) => subject.name).filter((name) => !owners.includes(name));
        const others = names.join(" and ");
        const ofOne = owners.length > 0 && names.length > 0;
        const reason = ofOne ? `{kind} on ${owners[0]} names ${others}` : `{kind} names ${others || owners.join(" and ")}`;
        return commonBlocks(entry, subjects).map((block) => ({ entry, block, reason, closeness: ofOne ? 0 : 1 }));
      });
  }

  /** @param {JudgeEntry} entry @param {JudgeSubject[]} subjects */
  function commonBlocks(entry, subjects) {
    const [first, ...others] = subjects.map((subject) => subject.blocksIn(entry));
    return first.filter((block) => others.every((other) => other.includes(block)));
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
   * Return the telling topics and keywords of a subject: their terms, and how a reason calls them.
   * @param {Table} table
   * @param {JudgeSubject} subject
   * @returns {[string, string][]}
   */
  function topics(table, subject) {
    return [...table.outward(subject).values()]
      .filter((entry) => table.isRare(entry, "special"))
      .map((entry) => [words(entry.title || "").join(" "), `${entry.title}, which ${subject.name} refers to`]);
  }

  /**
   * Return the entries that a subject's own refer to or are referred to by, in text order; its own are not among them.
   * @param {JudgeSubject} subject
   */
  function linked({ own, rows }) {
    const entries = judgeStore.rows(rows.map((row) => row.position).sort((one, other) => one - other));
    const outward = entries.flatMap(({ out }) => out.map(([, target]) => target).filter(Boolean));
    const inward = entries.flatMap(({ into }) => into);
    inward.sort(([one, first], [other, second]) => one - other || first - second);
    const found = [...outward, ...inward.map(([source]) => source)];
    return new Set(found.filter((position) => !own.has(position)));
  }

  /** @type {Record<string, (table: Table) => JudgeBearing[]>} */
  const PARTS = {
    /** Rulings, errata, examples and rules that name all subjects. */
    all: ({ subjects }) => naming(subjects),

    /** The same for two of three or more. */
    two({ subjects }) {
      const pairs = subjects.flatMap((one, place) => subjects.slice(place + 1).map((other) => [one, other]));
      return subjects.length > 2 ? pairs.flatMap(naming) : [];
    },

    /** Rulings of one card that name a topic or keyword of another. */
    topics(table) {
      return table.subjects.flatMap((one) =>
        table.subjects
          .filter((other) => other !== one)
          .flatMap((other) => {
            const themes = new Map(topics(table, other));
            const cards = themes.size ? one.rows.filter((row) => row.kind === "card") : [];
            return cards.flatMap((row) => themeBlocks(row, themes, one.name));
          }),
      );
    },

    /** Sections and topics that all refer to, or that one refers to and that name the others. */
    rules(table) {
      return table.subjects.flatMap((first) => {
        const others = table.subjects.filter((subject) => subject !== first);
        const names = (/** @type {JudgeSubject[]} */ some) => some.map((one) => one.name).join(" and ");
        /** @type {(rule: [string, JudgeEntry]) => JudgeBearing[]} */
        const bearings = ([title, entry]) => {
          if (table.isRare(entry, "shared") && others.every((other) => table.outward(other).has(title))) {
            return [{ entry, block: null, reason: `${names(table.subjects)} refer to it`, closeness: 0 }];
          }
          if (table.subjects.some((one) => one.own.has(entry.position))) return [];
          const reason = `${first.name} refers to it, and it names ${names(others)}`;
          return commonBlocks(entry, others).map((block) => ({ entry, block, reason, closeness: 1 }));
        };
        return [...table.outward(first)].flatMap(bearings);
      });
    },

    /** Rules from which references lead to the first subject and to another one, or to which they lead from both. */
    way(table) {
      const { limits, words: known } = judgeStore.settings();
      const isList = (/** @type {JudgeEntry} */ { title }) =>
        known.lists.some((/** @type {string} */ end) => (title || "").toLowerCase().endsWith(end));
      const [first, ...others] = table.subjects;
      return others.flatMap((other) => {
        const [ones, theirs] = [first, other].map(linked);
        return judgeStore
          .rows([...ones].filter((position) => theirs.has(position)))
          .filter((entry) => isRule(entry) && !isList(entry) && table.isRare(entry, "shared"))
          .slice(0, limits.way)
          .map((entry) => {
            const reason = `references connect it with ${first.name} and ${other.name}`;
            return { entry, block: null, reason, closeness: 0 };
          });
      });
    },
  };

  /**
   * Return what bears on subjects, in the order of the parts; what one part has, the later ones do not have again.
   *
   * What references connect is told only where no other part has anything.
   * @param {JudgeSubject[]} subjects
   * @returns {JudgeInteractionPart[]}
   */
  function meet(subjects) {
    const table = new Table(subjects);
    const barred = subjects[0].barred.filter((/** @type {string} */ key) => subjects.every((one) => one.barred.includes(key)));
    const seen = new Set();
    return judgeStore.settings().interactions.map((/** @type {string[]} */ [part, heading]) => {
      const found = part === WAY && seen.size ? [] : PARTS[part](table);
      const fresh = found.filter(({ entry, block }) => {
        const place = `${entry.position}:${block}`;
        return !seen.has(place) && !barred.includes(entry.document.key) && seen.add(place);
      });
      return { key: part, heading, lines: newestFirst(fresh) };
    });
  }

  /** @param {JudgeBearing[]} found */
  function newestFirst(found) {
    /** @type {Record<number, string>} */
    const closing = { 4: "-12-31", 7: "-31" }; // a year sorts as its last day, a month as its 31st
    const lastDay = (/** @type {string} */ date) => Number((date + (closing[date.length] || "")).replaceAll("-", ""));
    const lines = found.map((bearing) => ({ line: lineOf(bearing), closeness: bearing.closeness }));
    const order = judgeStore.sortedBy(lines, ({ line, closeness }) => [-lastDay(line.date), closeness]);
    return order.map(({ line }) => line);
  }

  /**
   * @param {JudgeBearing} bearing
   * @returns {JudgeInteractionLine}
   */
  function lineOf({ entry, block, reason }) {
    const kind = block === null ? entry.kind : entry.kinds[block] || "errata";
    const text = entry.texts[block ?? 0] || "";
    const date = (block !== null && entry.rare.dates?.[block]) || entry.document.date || "";
    const { page } = kind === "ruling" && block !== null ? judgeStore.partOfEntry(entry, block) : entry;
    const { label, gone, newer } = judgeStore.statusOf(entry, block);
    return { entry, kind, date, reason: reason.replaceAll("{kind}", kind), text, page, label, gone, newer };
  }

  return { meet };
})();
