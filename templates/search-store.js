/**
 * The entries of the compiled library, and what is known of its documents.
 *
 * The twin of a part of judge/library/store.py. What asks for parts that are not here throws `judgeParts.Missing`.
 */

/**
 * @typedef {object} JudgeEntry
 * @property {number} position
 * @property {string} id
 * @property {any} document
 * @property {string} kind
 * @property {string | null} number
 * @property {string | null} title
 * @property {string} name as it is shown
 * @property {number} parent position, or 0
 * @property {string} page address inside the site
 * @property {string[]} texts of its blocks, then of its errata
 * @property {string[]} kinds of its blocks
 * @property {any} rare aliases, dates of blocks, doubts of texts, how many cards refer
 * to it, whether it is about a card
 * @property {[number, number, number][]} into references to it: source, number there, block
 * @property {[number, number, number, string, string?][]} out references: block, target, whether a counterpart, label,
 *   and the printed number where an edition has renumbered the target since
 * @property {JudgeTerms | null} terms
 */
/**
 * @typedef {object} JudgeTerms
 * @property {string[][]} titles terms of each title and alias
 * @property {string[]} headings terms of the titles above
 * @property {string[][]} blocks terms of each block
 */

const judgeStore = (() => {
  "use strict";

  const DEEPEST = 20; // entries above an entry
  const RULING = "ruling";

  /** @type {any} */
  let about = null;
  /** @type {Record<string, any>} */
  let byKey = {};
  /** @type {any[]} */
  let inOrder = [];
  /** @type {string[]} */
  let kinds = [];
  /** @type {boolean[]} */
  let holding = []; // whether some of its blocks are rulings
  /** @type {Map<number, JudgeEntry>} */
  let entries = new Map();
  /** @type {Map<string, any>} */
  let decoded = new Map();

  /** Take the settings of the search data. @param {any} settings */
  function use(settings) {
    about = settings;
    byKey = Object.fromEntries(settings.documents.map((/** @type {any} */ one) => [one.key, one]));
    inOrder = settings.documents.filter((/** @type {any} */ one) => one.first <= one.last);
    kinds = [""];
    holding = [false];
    for (const [kind, holds, count] of settings.kinds) {
      for (let one = 0; one < count; one += 1) {
        kinds.push(kind);
        holding.push(Boolean(holds));
      }
    }
    entries = new Map();
    decoded = new Map();
  }

  /** Return the settings. */
  const settings = () => about;

  /** @param {string} key */
  const documentOf = (key) => byKey[key];

  /**
   * Return the languages of some documents, each once and in their order; of all where none are told.
   * @param {string[]} [keys]
   * @returns {string[]}
   */
  const languagesOf = (keys = []) => [
    ...new Set((keys.length ? keys : about.newest).map((/** @type {string} */ key) => byKey[key].language)),
  ];

  /** Return the document of the entry at a position. @param {number} position */
  const documentAt = (position) => inOrder[leading(inOrder.length, (place) => inOrder[place].first <= position) - 1];

  /** Tell whether the site is of one document, which need not be named. */
  const isOfOne = () => inOrder.length === 1;

  /** @param {number} position */
  const kindAt = (position) => kinds[position];

  /**
   * Say whether an entry is of a kind; what holds rulings is found with the rulings.
   * @param {number} position
   * @param {string} kind
   */
  const isOf = (position, kind) => kinds[position] === kind || (kind === RULING && holding[position]);

  /**
   * Return the number of the last part that begins at a key or before it.
   * @param {string} kind
   * @param {string | number} key
   */
  function partOf(kind, key) {
    const begins = about.parts[kind];
    return Math.max(0, leading(begins.length, (place) => begins[place] <= key) - 1);
  }

  /**
   * Make sure that the parts of some keys are here.
   * @param {string} kind
   * @param {(string | number)[]} keys
   */
  const needFor = (kind, keys) =>
    judgeParts.need(
      kind,
      keys.map((key) => partOf(kind, key)),
    );

  /**
   * Return for how many of some places in order something holds: for the first ones, and for none after them.
   * @param {number} count
   * @param {(place: number) => boolean} holds
   */
  function leading(count, holds) {
    let first = 0;
    let last = count;
    while (first < last) {
      const middle = (first + last) >> 1;
      if (holds(middle)) first = middle + 1;
      else last = middle;
    }
    return first;
  }

  /**
   * Return what a part holds in the form in which it is looked up, worked out once.
   * @param {string} kind
   * @param {number} number
   * @param {(data: any) => any} decode
   */
  const part = (kind, number, decode) => worked(`${kind}-${number}`, () => decode(judgeParts.need(kind, [number])[0]));

  /**
   * Return a function that returns something that is worked out when it is first asked for.
   * @template T
   * @param {() => T} work
   * @returns {() => T}
   */
  function once(work) {
    /** @type {{done: T} | null} */
    let kept = null;
    return () => (kept ||= { done: work() }).done;
  }

  /**
   * Return things in the order of the lists of numbers and texts that some function gives for them.
   * @template T
   * @param {Iterable<T>} all
   * @param {(one: T) => (number | string)[]} rank
   */
  function sortedBy(all, rank) {
    const ranked = Array.from(all, (one) => ({ one, ranks: rank(one) }));
    ranked.sort(({ ranks }, { ranks: others }) => {
      const place = ranks.findIndex((rank, place) => rank !== others[place]);
      if (place < 0) return ranks.length - others.length;
      return place < others.length && ranks[place] < others[place] ? -1 : 1;
    });
    return ranked.map(({ one }) => one);
  }

  /**
   * Return things by their names, in order.
   * @template T, N
   * @param {Iterable<T>} all
   * @param {(one: T) => N} name
   */
  function groupedBy(all, name) {
    /** @type {Map<N, T[]>} */
    const groups = new Map();
    for (const one of all) {
      const group = groups.get(name(one));
      if (group) group.push(one);
      else groups.set(name(one), [one]);
    }
    return groups;
  }

  /**
   * Return something that is worked out once, until other settings are taken.
   * @param {string} name
   * @param {() => any} work
   */
  function worked(name, work) {
    if (!decoded.has(name)) decoded.set(name, work());
    return decoded.get(name);
  }

  // Entries

  /**
   * Return the entries at these positions, in this order.
   * @param {number[]} positions
   * @returns {JudgeEntry[]}
   */
  function rows(positions) {
    const missing = positions.filter((position) => !entries.has(position));
    needFor("entries", missing);
    for (const position of missing) entries.set(position, entryAt(position));
    return positions.map((position) => /** @type {JudgeEntry} */ (entries.get(position)));
  }

  /**
   * @param {number} position
   * @returns {JudgeEntry}
   */
  function entryAt(position) {
    const number = partOf("entries", position);
    const data = judgeParts.need("entries", [number])[0];
    const [local, printed, title, named, parent, page, anchor, texts, blockKinds, rare] =
      data.entries[position - about.parts.entries[number]];
    const document = documentAt(position);
    const file = (page ?? local).includes("/") ? page : `${document.folder}/${page ?? local}`; // of a card of several documents
    return {
      position,
      id: `${document.key}:${local}`,
      document,
      kind: kindAt(position),
      number: printed,
      title,
      name: named || title,
      parent,
      page: `${file.split("/").map(encodeURIComponent).join("/")}.html#${encodeURIComponent(anchor ?? local)}`,
      texts,
      kinds: Array.from(blockKinds, (letter) => about.blockKinds[letter]),
      rare,
      into: rare.into || [],
      out: rare.out || [],
      terms: null,
    };
  }

  /**
   * Return a part of an entry, such as one of its rulings: as the entry, with the part's id, kind, name and address.
   * @param {JudgeEntry} entry
   * @param {number} block
   * @returns {JudgeEntry}
   */
  function partOfEntry(entry, block) {
    const kind = entry.kinds[block];
    const { partKinds, partWords } = about.words;
    const letter = Object.hasOwn(partKinds, kind) ? partKinds[kind] : "";
    const number = entry.kinds.slice(0, block + 1).filter((one) => one === kind).length;
    const [file, anchor] = entry.page.split("#");
    return {
      ...entry,
      id: `${entry.id}#${letter}${number}`,
      kind: kind === RULING ? RULING : entry.kind,
      name: `${entry.name}, ${partWords[letter]} ${number}`,
      page: `${file}#${entry.kind === "card" && !anchor.includes("%3A") ? "" : `${anchor}~`}${letter}${number}`,
    };
  }

  /**
   * Return what is said of a text: of the block, where that is one of several, else of its entry.
   * @param {JudgeEntry} entry
   * @param {number | null | undefined} block
   */
  function statusOf(entry, block) {
    const beside = (/** @type {string} */ name) => entry.rare[`${name}Blocks`]?.[block ?? -1] || entry.rare[name];
    return {
      label: beside("label") || "", // empty where there is nothing to be careful about
      gone: Boolean(entry.rare.gone || entry.rare.goneBlocks?.includes(block)),
      newer: (beside("newer") || []).map(newerText),
    };
  }

  /**
   * Return the sentence that the newest rules of its game are later than an entry; empty where they are not, or where it
   * is of a single card that these do not name.
   * @param {JudgeEntry} entry
   */
  function ageOf({ document, rare, into }) {
    const [rules, sentence] = document.older || ["", ""];
    const isNamed = () => into.some(([source]) => documentAt(source).key === rules);
    return rare.ofACard && !isNamed() ? "" : sentence;
  }

  /**
   * Return a newer text, with the sentence that tells.
   * @param {[number, number, number, number]} place
   * @returns {{entry: JudgeEntry, quote: string}}
   */
  function newerText([position, block, start, length]) {
    const [entry] = rows([position]);
    const text = Array.from(entry.texts[block] || "");
    return { entry, quote: text.slice(start, start + length).join("") };
  }

  /**
   * Return the entries right below the one at a position.
   * @param {number} position
   * @returns {JudgeEntry[]}
   */
  function below(position) {
    const { last } = documentAt(position);
    const found = [];
    for (let place = position + 1; place <= last; place += 1) {
      const [entry] = rows([place]);
      if (entry.parent < position) break;
      if (entry.parent === position) found.push(entry);
    }
    return found;
  }

  /**
   * Return the names and titles of the entries above an entry, the outermost first.
   * @param {JudgeEntry} entry
   * @returns {{name: string, title: string}[]}
   */
  function above(entry) {
    const number = partOf("entries", entry.position);
    const begins = about.parts.entries[number];
    const data = judgeParts.need("entries", [number])[0];
    const found = [];
    let up = entry.parent;
    while (up && found.length < DEEPEST) {
      const [, , title, named, parent] = data.above[up] || data.entries[up - begins];
      found.unshift({ name: named || title, title: title || "" });
      up = parent;
    }
    return found;
  }

  /**
   * Return the terms of an entry as ranking reads them, worked out once.
   * @param {JudgeEntry} entry
   * @returns {JudgeTerms}
   */
  function terms(entry) {
    if (!entry.terms) {
      const titles = [entry.title, ...(entry.rare.aliases || [])].filter(Boolean).map(judgeTokens.words);
      const unlike = new Map(titles.map((title) => [title.join(" "), title]));
      const titlesAbove = above(entry).map((one) => one.title);
      entry.terms = {
        titles: unlike.size ? [...unlike.values()] : [[]],
        headings: judgeTokens.words([...titlesAbove.reverse(), entry.rare.facts].join(" ")),
        blocks: entry.texts.length ? entry.texts.map(judgeTokens.words) : [[]],
      };
    }
    return entry.terms;
  }

  return {
    above,
    ageOf,
    below,
    documentOf,
    languagesOf,
    documentAt,
    groupedBy,
    isOf,
    isOfOne,
    kindAt,
    leading,
    needFor,
    once,
    part,
    partOf,
    partOfEntry,
    rows,
    settings,
    sortedBy,
    statusOf,
    terms,
    use,
    worked,
  };
})();
