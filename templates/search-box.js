/**
 * The search box of every page and the search page: loads what the search needs after the page is drawn, answers from
 * the first key on, and keeps the address, the filters and the recent queries.
 *
 * Nothing but this file is loaded before the first paint, so nothing here uses the other scripts before `start`.
 */
(() => {
  "use strict";

  const SCRIPTS = ["words", "spelling", "parts", "store", "meaning", "ranking", "meeting", "steps", "drawing"];
  const OFFERED = 8; // answers below the box
  const LISTED = 20; // answers on the search page
  const BEGINNINGS = 6; // titles that begin with what is typed, offered beside few answers
  const FEW = 3;
  const PRELOADED = 60; // parts up to which all are loaded before anybody asks
  const WARMED = 6000; // entries up to which their terms are worked out before anybody asks
  const RECENT = 8;
  const TELL_AFTER = 600; // milliseconds without a key, before a screen reader is told

  /** @typedef {{game?: string, document?: string, kind?: string}} Narrowing */

  /** What has been loaded so far stands at the root element, for style sheets and tests: scripts, names, all, warm. */
  const state = document.documentElement.dataset;

  /**
   * Loads the scripts and the data.
   * @param {string} root address of the site
   * @param {number} level of headings
   */
  function loader(root, level) {
    /** @type {Promise<void> | null} */
    let starting = null;

    /** Load the scripts, the settings and the names, once; a failure may be tried again. */
    function start() {
      if (!starting) {
        starting = begin();
        starting.catch(() => (starting = null));
      }
      return starting;
    }

    async function begin() {
      if (!state.search) {
        await Promise.all(SCRIPTS.map((name) => loadScript(`${root}assets/search-${name}.js`)));
        judgeParts.useRoot(root);
        judgeDrawing.use(root, level);
        judgeParts.whenSettled((settings) => {
          judgeWords.use(settings);
          judgeStore.use(settings);
        });
        state.search = "scripts";
      }
      await judgeParts.load("settings");
      await loadAll(["names"]);
      if (state.search === "scripts") state.search = "names";
    }

    /** Load everything, if it is not too much, so that no key has to wait. */
    async function preload() {
      await start();
      if (!(await loadAll(["words", "postings", "entries"])) || state.search !== "names") return;
      state.search = "all";
      const { entries } = judgeStore.settings();
      if (entries <= WARMED) warm(1, entries);
    }

    /**
     * Load all parts of some kinds, if there are not too many; say whether there were not.
     * @param {string[]} kinds
     */
    async function loadAll(kinds) {
      const { parts } = judgeStore.settings();
      const names = kinds.flatMap((kind) => [...parts[kind].keys()].map((number) => `${kind}-${number}`));
      if (names.length > PRELOADED) return false;
      await Promise.all(names.map(judgeParts.load));
      return true;
    }

    /**
     * Work out the terms of entries while nothing else is to be done.
     * @param {number} first
     * @param {number} last
     */
    function warm(first, last) {
      whenIdle(() => {
        const until = Math.min(last, first + 40);
        for (let position = first; position <= until; position += 1) judgeStore.terms(judgeStore.rows([position])[0]);
        if (until < last) warm(until + 1, last);
        else state.search = "warm";
      });
    }

    return { preload, start };
  }

  /** @param {string} address */
  function loadScript(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.async = false;
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(address)));
      document.head.append(script);
    });
  }

  /** @param {() => void} action */
  function whenIdle(action) {
    if ("requestIdleCallback" in window) requestIdleCallback(action);
    else setTimeout(action, 20);
  }

  const recent = {
    /** @returns {string[]} */
    get() {
      try {
        const kept = JSON.parse(localStorage.getItem("judge-recent") || "[]");
        return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, RECENT) : [];
      } catch {
        return [];
      }
    },
    /** @param {string} typed */
    add(typed) {
      if (typed) recent.set([typed, ...recent.get().filter((one) => one !== typed)].slice(0, RECENT));
    },
    /** @param {string[]} kept */
    set(kept) {
      try {
        localStorage.setItem("judge-recent", JSON.stringify(kept));
      } catch {
        // Without storage nothing is remembered; the search works all the same.
      }
    },
  };

  /**
   * Make a box answer.
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} box
   * @param {HTMLElement} offers where answers are shown on other pages than the search page
   * @param {HTMLElement} told what a screen reader reads out
   */
  function searchBox(form, box, offers, told) {
    const results = document.getElementById("_results");
    const hints = document.getElementById("_hints");
    const narrow = /** @type {HTMLFormElement | null} */ (document.getElementById("_narrow"));
    const fields = narrow ? [...narrow.querySelectorAll("select")] : [];
    const place = results || offers;
    const page = form.dataset.page || "";
    const loading = loader(new URL(form.dataset.root || ".", location.href).href, results ? 2 : 3);

    /** Number of the last question; what answers an older one is thrown away. */
    let asked = 0;
    let telling = 0;

    // Asking

    /** Answer what is in the box now, and again when more of the data has come. */
    async function ask() {
      asked += 1;
      const mine = asked;
      const typed = box.value.trim();
      keepAddress(typed);
      try {
        if (state.search !== "all" && state.search !== "warm") await loading.start();
        if (mine !== asked) return;
        if (!typed) {
          showRecent();
          return;
        }
        for (let missing = answer(typed); missing.length && mine === asked; missing = answer(typed)) {
          await Promise.all(missing.map(judgeParts.load));
          if (mine !== asked) return;
        }
      } catch (error) {
        if (mine === asked) sayWhatIsMissing(error);
      }
    }

    /**
     * Draw the answers as far as the data that is here gives them; return what is missing.
     * @param {string} typed
     * @returns {string[]}
     */
    function answer(typed) {
      const narrowing = narrowed();
      const result = judgeSteps.search(typed, results ? LISTED : OFFERED, narrowing);
      const missing = new Set(result.missing);
      const few = result.answers.length < FEW;
      const begun = few ? unlessMissing(missing, () => beginnings(typed, narrowing, result)) : [];
      const nothing = !result.answers.length && !begun.length && !missing.size;
      const near = nothing ? unlessMissing(missing, () => judgeSteps.nearest(typed)) : [];
      const drawn = judgeDrawing.answers(result, Boolean(results));
      if (begun.length) drawn.push(judgeDrawing.group("Titles that begin so", begun));
      if (nothing) drawn.push(...judgeDrawing.nothing(typed, near));
      if (missing.size) drawn.push(judgeDrawing.make("p", { class: "wait" }, "Loading more …"));
      else if (!results) drawn.push(linkToAll(typed));
      show(drawn);
      if (!missing.size) tell(result);
      return [...missing];
    }

    /**
     * @param {Set<string>} missing
     * @param {() => any[]} action
     */
    function unlessMissing(missing, action) {
      try {
        return action();
      } catch (error) {
        if (!(error instanceof judgeParts.Missing)) throw error;
        for (const part of error.parts) missing.add(part);
        return [];
      }
    }

    /**
     * Titles that begin with what is typed, beside the answers.
     * @param {string} typed
     * @param {Narrowing} narrowing
     * @param {any} result
     */
    function beginnings(typed, narrowing, result) {
      const known = new Set(result.answers.map((/** @type {any} */ one) => one.entry.position));
      const offered = judgeSteps
        .suggest(typed, BEGINNINGS + known.size, narrowing)
        .filter((position) => !known.has(position));
      return judgeStore.rows(offered.slice(0, BEGINNINGS)).map((entry) => judgeDrawing.shortly(entry, "begin"));
    }

    function narrowed() {
      /** @type {Record<string, string>} */
      const chosen = {};
      for (const field of fields) if (field.value) chosen[field.name] = field.value;
      return chosen;
    }

    // Showing

    /** @param {Node[]} drawn */
    function show(drawn) {
      place.replaceChildren(...drawn);
      place.hidden = !drawn.length;
      if (hints) hints.hidden = Boolean(box.value.trim());
    }

    /** @param {string} typed */
    const linkToAll = (typed) =>
      judgeDrawing.make("p", { class: "whole" }, judgeDrawing.make("a", { href: addressOf(typed) }, "All answers"));

    /** @param {unknown} error */
    function sayWhatIsMissing(error) {
      const part = error instanceof Error ? error.message : String(error);
      const said = document.createElement("p");
      const again = document.createElement("button");
      said.className = "broken";
      said.setAttribute("role", "alert");
      again.type = "button";
      again.textContent = "Try again";
      again.addEventListener("click", ask);
      said.append(`A part of the search could not be loaded, so answers may be missing (${part}). `, again);
      for (const note of place.querySelectorAll(".wait, .broken")) note.remove();
      place.append(said);
      place.hidden = false;
    }

    /**
     * Tell a screen reader, once the person has stopped typing.
     * @param {any} result
     */
    function tell({ answers }) {
      clearTimeout(telling);
      const count = answers.length === 1 ? "1 answer" : `${answers.length} answers`;
      const first = answers.length ? judgeStore.calledBy(answers[0].entry) : "";
      const text = answers.length ? `${count}. First: ${first}.` : "Nothing found.";
      telling = window.setTimeout(() => (told.textContent = text), TELL_AFTER);
    }

    function showRecent() {
      const kept = recent.get();
      clearTimeout(telling);
      told.textContent = "";
      if (!kept.length || (!results && document.activeElement !== box)) {
        show([]);
        return;
      }
      const { group, make } = judgeDrawing;
      const items = kept.map((typed) => make("li", {}, make("a", { href: addressOf(typed), dir: "auto" }, typed)));
      const forget = make("button", { type: "button" }, "Forget these");
      forget.addEventListener("click", () => {
        recent.set([]);
        show([]);
        box.focus();
      });
      show([group("Asked before", items), forget]);
    }

    // The address

    /** @param {string} typed */
    const addressOf = (typed) => `${page}?${new URLSearchParams({ q: typed })}`;

    /** @param {string} typed */
    function keepAddress(typed) {
      if (!results) return;
      const address = new URL(location.href);
      address.search = new URLSearchParams({ ...(typed ? { q: typed } : {}), ...narrowed() }).toString();
      document.title = typed ? `${typed} · Search` : "Search";
      try {
        history.replaceState(null, "", address);
      } catch {
        // Some browsers refuse that to pages opened as files; the answers are there all the same.
      }
    }

    /** Take the query and the filters out of the address of the search page. */
    function takeAddress() {
      const wanted = new URLSearchParams(location.search);
      box.value = wanted.get("q") || "";
      for (const field of fields) {
        const value = wanted.get(field.name) || "";
        if ([...field.options].some((option) => option.value === value)) field.value = value;
      }
    }

    // Keys and events

    const links = () => [...place.querySelectorAll("a")];

    /** Close the answers below the box. */
    const close = () => {
      if (!results) offers.hidden = true;
    };

    /**
     * Arrows go from the box through the answers and back.
     * @param {KeyboardEvent} event
     */
    function walk(event) {
      if (event.key === "Escape" && !results && !offers.hidden) {
        event.preventDefault();
        box.focus();
        close();
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const all = links();
      const here = all.findIndex((link) => link === document.activeElement);
      if (!step || (here < 0 && document.activeElement !== box)) return;
      const next = all[here + step];
      if (!next && step > 0) return;
      event.preventDefault();
      (next || box).focus();
    }

    /** @param {Event} event */
    function submit(event) {
      event.preventDefault();
      const typed = box.value.trim();
      recent.add(typed);
      if (!results) location.href = addressOf(typed);
      else links()[0]?.focus();
    }

    function listen() {
      box.addEventListener("input", ask);
      box.addEventListener("focus", () => {
        whenIdle(() => loading.preload().catch(() => {}));
        if (!results) ask();
      });
      form.addEventListener("submit", submit);
      place.addEventListener("click", (event) => {
        if (event.target instanceof Element && event.target.closest("li[data-id] a")) recent.add(box.value.trim());
      });
      for (const area of results ? [form, results] : [form]) area.addEventListener("keydown", walk);
      document.addEventListener("pointerdown", (event) => {
        if (!form.contains(/** @type {Node} */ (event.target))) close();
      });
      form.addEventListener("focusout", (event) => {
        if (event.relatedTarget && !form.contains(/** @type {Node} */ (event.relatedTarget))) close();
      });
      if (narrow) narrow.hidden = false;
      narrow?.addEventListener("change", ask);
      narrow?.addEventListener("submit", (event) => event.preventDefault());
    }

    listen();
    if (results) {
      takeAddress();
      if (box.value) recent.add(box.value.trim());
      box.focus({ preventScroll: true });
      ask();
    }
    // Whatever is loaded for later comes after the first paint; a failure is told when somebody asks.
    requestAnimationFrame(() => setTimeout(() => (results ? loading.preload() : loading.start()).catch(() => {})));
  }

  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("_search"));
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById("_query"));
  const offers = document.getElementById("_offers");
  const told = document.getElementById("_told");
  if (form && box && offers && told) searchBox(form, box, offers, told);
})();
