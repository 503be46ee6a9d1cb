/** The search box of every page and the search page: loads what the search needs after the page is drawn, answers from
 * the first key on, and keeps the address and the filters.
 * No other script of the search is loaded before the first paint: assets/search.js, which contains all of them, and the
 * data are loaded when `start` is called.
 */
(() => {
  "use strict";

  const PRELOADED = 60; // parts up to which all are loaded before anybody asks
  const KEPT_AFTER = 400; // milliseconds without a key, before the address is changed
  const PHONE = 640; // pixels up to which the filters are folded away
  const WARMED = 6000; // entries up to which their terms are worked out before anybody asks
  const FIRST = "first:"; // before a game whose answers come first, in the list of games

  const { root } = judgePage;

  /** The root element shows style sheets and tests what has been loaded so far: scripts, names, all, warm. */
  const state = document.documentElement.dataset;

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
      await judgePage.loadScript(`${root}assets/search.js`);
      if (typeof judgeParts === "undefined") throw new Error("assets/search.js");
      state.search = "scripts";
    }
    await judgeLookup.start();
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

  /**
   * Do something when nothing else is to be done; a browser that never says so is not waited for.
   * @param {() => void} action
   */
  function whenIdle(action) {
    if ("requestIdleCallback" in window) requestIdleCallback(action, { timeout: 200 });
    else setTimeout(action, 20);
  }

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
    const page = form.getAttribute("action") || "";

    /** Number of the last question; what answers an older one is thrown away. */
    let asked = 0;
    let keeping = 0;
    /** Whether what is in the box is still being typed: until Enter, its last word may be unfinished. */
    let typing = false;
    /** @type {ReturnType<typeof judgePanel.make> | null} */
    let panel = null;

    // Asking

    /** Load what is needed to answer, and make the panel. */
    async function prepared() {
      await start();
      panel ??= judgePanel.make({ place, told, box, whole: Boolean(results), addressOf, ask });
      return panel;
    }

    /** Answer what is in the box now, and again when more of the data has come. */
    async function ask() {
      asked += 1;
      const mine = asked;
      const typed = box.value.trim();
      if (results) keepAddressSoon();
      if (hints) hints.hidden = Boolean(typed);
      try {
        if (!panel && typed) say("wait", "Loading the search …");
        const { answer, clear } = panel || (await prepared());
        if (mine !== asked) return;
        if (!typed) return clear();
        const narrowing = narrowed();
        const answered = () => answer(typed, narrowing, typing);
        for (let missing = answered(); missing.length; missing = answered()) {
          await Promise.all(missing.map(judgeParts.load));
          if (mine !== asked) return;
        }
      } catch (error) {
        if (mine === asked) sayWhatIsMissing(error);
      }
    }

    function narrowed() {
      /** @type {Record<string, string>} */
      const chosen = (fields.length ? null : meantBy(remembered())) || {};
      for (const field of fields) if (field.value) Object.assign(chosen, meantBy(field.value) || { [field.name]: field.value });
      return chosen;
    }

    /** Return the game that is meant by a choice such as "first:Tide": its answers come first. @param {string} value */
    const meantBy = (value) => (value.startsWith(FIRST) ? { meant: value.slice(FIRST.length) } : null);

    /** Return the game whose answers come first, as it was chosen on the search page of this site. */
    const remembered = () => judgePage.stored.get(`judge-game ${root}`) || "";

    /** Remember which game's answers come first, for all pages of this site. */
    function rememberGame() {
      const value = fields.find((field) => field.name === "game")?.value || "";
      judgePage.stored.set(`judge-game ${root}`, value.startsWith(FIRST) ? value : "");
    }

    /** @param {unknown} error */
    function sayWhatIsMissing(error) {
      const changed = state.search && judgeParts.isMixed();
      const part = error instanceof Error ? error.message : String(error);
      const text = changed
        ? "The site has changed since this page was opened. "
        : `Part of the search could not be loaded (${part}), so answers may be missing. `;
      const again = () => {
        box.focus();
        if (changed) reload();
        else ask();
      };
      say("broken", text, judgePage.button(changed ? "Reload the page" : "Try again", again));
    }

    /**
     * Say something about the search itself, after the answers that are there.
     * @param {"wait" | "broken"} kind
     * @param {(string | Node)[]} text
     */
    function say(kind, ...text) {
      const said = judgePage.make("p", { class: kind, ...(kind === "broken" ? { role: "alert" } : {}) }, ...text);
      for (const note of place.querySelectorAll(".wait, .broken")) note.remove();
      place.append(said);
      place.hidden = false;
    }

    /** Load the page again with the settings and scripts of the site as it is now, whatever the browser has stored. */
    async function reload() {
      const stale = location.protocol === "file:" ? [] : ["search/settings.js", "assets/search.js"];
      await Promise.allSettled(stale.map((path) => fetch(new URL(path, root), { cache: "reload" })));
      location.reload();
    }

    // The address

    /** @param {string} typed */
    const addressOf = (typed) => `${page}?${new URLSearchParams({ q: typed })}`;

    /** Keep the address when nobody has typed for a moment: browsers refuse a change at every key. */
    function keepAddressSoon() {
      clearTimeout(keeping);
      keeping = window.setTimeout(keepAddress, KEPT_AFTER);
    }

    function keepAddress() {
      const typed = box.value.trim();
      const address = new URL(location.href);
      address.search = new URLSearchParams({ ...(typed ? { q: typed } : {}), ...narrowed() }).toString();
      document.title = typed ? `${typed} · Search` : "Search";
      clearTimeout(keeping);
      try {
        if (address.href !== location.href) history.replaceState(null, "", address);
      } catch {
        // Some browsers do not allow this for pages opened as files; the answers are shown anyway.
      }
    }

    /** Take the query and the filters out of the address of the search page; what was typed meanwhile comes first. */
    function takeAddress() {
      const wanted = new URLSearchParams(location.search);
      if (!box.value) box.value = (wanted.get("q") || "").slice(0, box.maxLength);
      for (const field of fields) {
        const meant = wanted.has("meant") ? FIRST + wanted.get("meant") : remembered();
        const value = wanted.get(field.name) || (field.name === "game" ? meant : "");
        if ([...field.options].some((option) => option.value === value)) field.value = value;
      }
    }

    // Keys and events

    /** The links of the answers that are shown; those in notes are not among them. */
    const links = () =>
      [...place.querySelectorAll("a")].filter(
        (link) => link.matches("li > a, [role=option]") && !link.closest("details:not([open])"),
      );

    /** Close the answers below the box; those that are still to come are not wanted any more. */
    function close() {
      if (results) return;
      asked += 1;
      offers.hidden = true;
      if (history.state?.judgeQuery) keepForReturn("");
      box.setAttribute("aria-expanded", "false");
      box.removeAttribute("aria-activedescendant");
      panel?.hush();
    }

    /** The option that the arrow keys have come to. */
    const chosen = () => document.getElementById(box.getAttribute("aria-activedescendant") || "");

    /**
     * Go to another option below the box; the box itself keeps the focus, and comes before the first of them.
     * @param {number} step
     */
    function choose(step) {
      const all = links();
      const next = all[Math.min(all.findIndex((one) => one === chosen()) + step, all.length - 1)];
      for (const one of all) one.setAttribute("aria-selected", String(one === next));
      if (next) box.setAttribute("aria-activedescendant", next.id);
      else box.removeAttribute("aria-activedescendant");
      next?.scrollIntoView({ block: "nearest" });
    }

    /**
     * Arrows go from the box through the answers and back: on the search page the focus goes to the links, elsewhere
     * the box is a combobox as WAI-ARIA describes it.
     * @param {KeyboardEvent} event
     */
    function walk(event) {
      if (event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Escape" && !results && !offers.hidden) {
        event.preventDefault();
        box.focus();
        close();
      }
      if (event.key === "ArrowDown" && !results && offers.hidden && box.value.trim()) {
        event.preventDefault();
        ask();
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (!results) {
        if (step && document.activeElement === box && !offers.hidden) {
          event.preventDefault();
          choose(step);
        }
        return;
      }
      const all = links();
      const here = all.findIndex((link) => link === document.activeElement);
      if (!step || (here < 0 && document.activeElement !== box)) return;
      const next = all[here + step];
      if (!next && step > 0) return;
      event.preventDefault();
      (next || box).focus();
    }

    /** Keep a query for whoever comes back to this page. @param {string} typed empty for nothing */
    function keepForReturn(typed) {
      if (results) return;
      try {
        history.replaceState(typed ? { judgeQuery: typed } : null, "");
      } catch {
        // Some browsers do not allow this for pages opened as files; the box is empty then.
      }
    }

    /** Bring back the query of whoever comes back to this place, and its answers. */
    function comeBack() {
      const typed = history.state?.judgeQuery;
      if (!typed) return close();
      box.value = typed;
      if (document.activeElement === box) ask();
      else box.focus({ preventScroll: true });
    }

    /** @param {Event} event */
    async function submit(event) {
      event.preventDefault();
      const typed = box.value.trim();
      keepForReturn(typed);
      const option = chosen();
      if (option instanceof HTMLAnchorElement) location.href = option.href;
      else if (results) {
        typing = false;
        await ask();
        if (!typing) links()[0]?.focus();
      } else if (typed) location.href = addressOf(typed);
    }

    function listen() {
      if (!results) {
        const pattern = { role: "combobox", "aria-autocomplete": "list", "aria-controls": "_options" };
        for (const [name, value] of Object.entries(pattern)) box.setAttribute(name, value);
        box.setAttribute("aria-expanded", "false");
      }
      box.addEventListener("input", () => {
        typing = true;
        ask();
      });
      if (!results) box.addEventListener("focus", askThenLoad);
      form.addEventListener("submit", submit);
      place.addEventListener("click", (event) => {
        const link = event.target instanceof Element && event.target.closest("li[data-id] a, a[data-id]");
        if (link) keepForReturn(box.value.trim());
      });
      for (const area of results ? [form, results] : [form]) area.addEventListener("keydown", walk);
      document.addEventListener("pointerdown", (event) => {
        if (!form.contains(/** @type {Node} */ (event.target))) close();
      });
      form.addEventListener("focusout", (event) => {
        if (event.relatedTarget && !form.contains(/** @type {Node} */ (event.relatedTarget))) close();
      });
      const folded = /** @type {HTMLDetailsElement | null} */ (document.getElementById("_filters"));
      if (folded) {
        folded.hidden = false;
        folded.open = innerWidth > PHONE || fields.some((field) => field.value);
      }
      narrow?.addEventListener("change", () => {
        rememberGame();
        ask();
      });
      narrow?.addEventListener("submit", (event) => event.preventDefault());
    }

    /** Answer, and only then load what the answer did not need. */
    async function askThenLoad() {
      await ask();
      whenIdle(() => preload().catch(() => {})); // a failure is told when somebody asks
    }

    if (results) takeAddress();
    listen();
    if (!results && history.state?.judgeQuery && !box.value) comeBack();
    if (!results) window.addEventListener("popstate", comeBack); // an answer may be on this very page
    if (results) {
      window.addEventListener("pagehide", keepAddress);
      box.focus({ preventScroll: true });
      askThenLoad();
    } else if (document.activeElement === box) {
      askThenLoad(); // typed before this script was here
    } else {
      requestAnimationFrame(() => setTimeout(() => start().catch(() => {}))); // after the first paint
    }
  }

  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("_search"));
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById("_query"));
  const offers = document.getElementById("_offers");
  const told = document.getElementById("_told");
  if (form && box && offers && told) searchBox(form, box, offers, told);
})();
