/**
 * What a person names to what is known of it: a card, a keyword, a section, or a card that texts only mention.
 *
 * The twin of judge/search/interactions/subjects.py.
 */

/** @typedef {InstanceType<typeof judgeSubjects.Subject>} JudgeSubject */

const judgeSubjects = (() => {
  "use strict";

  const { key, rootKey, rooted, variant, words } = judgeTokens;
  const MENTIONED = "mentioned";

  /** Something named, with its places; worked out when it is asked for. */
  class Subject {
    /**
     * @param {string} name as documents print it
     * @param {JudgeEntry[]} rows the entries that are called so, newest first
     */
    constructor(name, rows) {
      this.name = name;
      this.rows = rows;
      this.terms = words(name);
      this.own = new Set(rows.map((row) => row.position));
      const own = rows.map((row) => row.document.key);
      /** Keys of the digests that say nothing of it, since their sources are here. */
      this.barred = judgeStore
        .settings()
        .documents.filter((/** @type {any} */ one) => one.covers.length && !own.includes(one.key))
        .map((/** @type {any} */ one) => one.key);
      const { rules } = judgeStore.settings().words;
      this.isCard = !rows.some((row) => rules.includes(row.kind));
      /** Positions of the entries that may speak of it: its own, those with its words, those that refer to it. */
      this.holders = judgeStore.once(() => {
        const { limits } = judgeStore.settings();
        const hits = this.terms.length ? judgeFullText.search(rooted(this.terms, judgeStore.languagesOf()), limits.holders) : [];
        const referring = rows.flatMap((row) => row.into.map(([source]) => source));
        const found = [...new Set([...this.own, ...hits, ...referring])];
        return found.filter((position) => !this.barred.includes(judgeStore.documentAt(position).key));
      });
      /** Entries and blocks that refer to it, as cards named by a common word are found. */
      this.referred = judgeStore.once(() => {
        const inward = rows.flatMap((row) => row.into.map(([source, , block]) => `${source}:${block}`));
        const naming = judgeStore
          .rows(judgeFullText.named(key(name), [MENTIONED]))
          .flatMap((row) => row.out.map(([block, , , label]) => ({ row, block, label })))
          .filter(({ label }) => key(label) === key(name));
        return new Set([...inward, ...naming.map(({ row, block }) => `${row.position}:${block}`)]);
      });
    }

    /**
     * Return the blocks of an entry that name the subject; all of them where its title does.
     * @param {JudgeEntry} entry
     * @returns {number[]}
     */
    blocksIn(entry) {
      const terms = judgeStore.terms(entry);
      const every = [...terms.blocks.keys()];
      if (this.own.has(entry.position)) return every;
      const referred = this.referred();
      const refers = (/** @type {number} */ block) => referred.has(`${entry.position}:${block}`);
      if (this.isCard && (this.rows.length || this.terms.length === 1)) return every.filter(refers);
      if (terms.titles.some((title) => judgeRanking.places(title, this.terms).length)) return every;
      return every.filter((block) => refers(block) || judgeRanking.places(terms.blocks[block], this.terms).length);
    }
  }

  /**
   * Find what a person names; null where nothing is called so and no text mentions it.
   * @param {string} typed
   */
  function findSubject(typed) {
    const rows = called(typed);
    if (rows.length) return new Subject(rows[0].title || typed, rows);
    const mentions = judgeFullText.namesAmong([key(typed)], [MENTIONED]);
    const subject = new Subject(mentions.length ? mentions[0].text : typed, []);
    if (mentions.length) return subject;
    const named = subject.terms.length > 1 ? namedBlocks(subject)[0] : null;
    return named ? new Subject(asPrinted(typed, named.entry.texts[named.block]), []) : null;
  }

  /**
   * Return a name as the block that names it prints it.
   * @param {string} typed
   * @param {string} text
   */
  function asPrinted(typed, text) {
    const parts = judgeQuery.typedWords(typed).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const match = text.match(new RegExp(parts.join("[^\\p{L}\\p{N}_]+"), "iu"));
    return match ? match[0] : typed;
  }

  /**
   * Return the entries that are called so, those of newer documents first: by title, else its variations. Those of
   * digests are among them only where what they sum up has none.
   * @param {string} typed
   */
  function called(typed) {
    const { newest } = judgeStore.settings();
    const languages = judgeStore.languagesOf();
    const synonyms = judgeFullText.synonyms(words(typed), languages);
    const ways = [
      { names: [key(typed)], kinds: ["title", "alias", "number"] },
      { names: [variant(typed)], kinds: ["title", "alias", "variant"] },
      { names: [key(typed)], kinds: ["called"] },
      { names: languages.map((one) => rootKey(typed, one)), kinds: ["form"] },
      { names: synonyms.map((one) => variant(one.meant)), kinds: ["title", "variant"] },
    ];
    for (const { names, kinds } of ways) {
      const found = names.filter(Boolean).flatMap((name) => judgeFullText.named(name, kinds));
      if (!found.length) continue;
      const age = (/** @type {JudgeEntry} */ row) => newest.indexOf(row.document.key);
      const rows = judgeStore.rows([...new Set(found)]);
      const originals = rows.filter((row) => !row.document.covers.length);
      return (originals.length ? originals : rows)
        .sort((one, other) => age(one) - age(other) || one.position - other.position);
    }
    return [];
  }

  /** Return the blocks that name a subject, outside of its own entries. @param {Subject} subject */
  function namedBlocks(subject) {
    const { notRead } = judgeStore.settings().words;
    const others = subject.holders().filter((position) => !subject.own.has(position));
    return judgeStore
      .rows(others.sort((one, other) => one - other))
      .filter((entry) => !notRead.includes(entry.kind))
      .flatMap((entry) => subject.blocksIn(entry).map((block) => ({ entry, block })));
  }

  return { Subject, find: findSubject, namedBlocks };
})();
