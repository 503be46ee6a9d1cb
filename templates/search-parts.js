/**
 * The parts of the search data: which are here, which are needed, and how they come.
 *
 * A part is a script that hands its data to `judgeReceive`: no other file can be loaded by a page that was opened from
 * a disk. What asks for data that is not here gets `Missing`; who asked it loads that and asks again.
 */
const judgeParts = (() => {
  "use strict";

  /** Thrown where an answer needs parts that are not here yet. */
  class Missing extends Error {
    /** @param {string[]} parts */
    constructor(parts) {
      super(`not loaded: ${parts.join(", ")}`);
      this.parts = parts;
    }
  }

  /** @type {Map<string, any>} */
  const here = new Map();
  /** @type {Map<string, Promise<void>>} */
  const coming = new Map();
  /** @type {Record<string, string[]>} */
  let signatures = {};
  let mixed = false;

  /**
   * Take a part in; called by the part itself.
   * @param {string} kind
   * @param {number} number
   * @param {string} signature
   * @param {any} data
   */
  function receive(kind, number, signature, data) {
    if (kind === "settings") signatures = data.signatures;
    if (kind === "settings" || signatures[kind]?.[number] === signature) here.set(nameOf(kind, number), data);
    else mixed = true;
  }

  /** @param {string} kind @param {number} number */
  const nameOf = (kind, number) => (kind === "settings" ? kind : `${kind}-${number}`);

  /**
   * Return parts that are here.
   * @param {string} kind
   * @param {Iterable<number>} numbers
   * @returns {any[]}
   */
  function need(kind, numbers) {
    const names = [...new Set(numbers)].map((number) => nameOf(kind, number));
    const missing = names.filter((name) => !here.has(name));
    if (missing.length) throw new Missing(missing);
    return names.map((name) => here.get(name));
  }

  /**
   * Load a part, once.
   * @param {string} name
   * @returns {Promise<void>}
   */
  function load(name) {
    if (here.has(name)) return Promise.resolve();
    let promise = coming.get(name);
    if (!promise) {
      const [kind, number] = name.split("-");
      // with the signature a browser never takes the part for one of another edition
      const signed = number === undefined ? "" : `?${signatures[kind][Number(number)]}`;
      const done = () => {
        coming.delete(name);
        if (!here.has(name)) throw new Error(`search/${name}.js`);
      };
      promise = judgePage.loadScript(`${judgePage.root}search/${name}.js${signed}`).then(done);
      coming.set(name, promise);
    }
    return promise;
  }

  /** Say whether a part was of another edition than the settings: the site has changed since the page was opened. */
  const isMixed = () => mixed;

  return { Missing, isMixed, load, need, receive };
})();

/** What a part of the search data calls. */
const judgeReceive = judgeParts.receive;
