/**
 * What a script adds to the pages: the dark and light switch, previews, copy buttons, filters.
 * Every link and text works without it. Text of documents is only ever set as text, never as markup.
 */
const judgePage = (() => {
  "use strict";

  const HOVER_DELAY = 250;
  const LEAVE_DELAY = 200;
  const LONG_PRESS = 450;
  /** Pixels from the top of the window above which a section counts as being read. */
  const READ_FROM = 160;
  /** Pixels up to which a window is that of a phone, and the screens after which a list is folded there. */
  const PHONE = 640;
  const SCREENS = 12;
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** Where the site begins. */
  const root = new URL("../", own.src);

  /**
   * @template {HTMLElement} T
   * @param {string} id
   * @returns {T | null}
   */
  const byId = (id) => /** @type {T | null} */ (document.getElementById(id));

  /**
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {(string | Node)[]} inner
   */
  const make = (tag, attributes = {}, ...inner) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inner);
    return element;
  };

  /** @param {string} text @param {() => void} action @param {string} [name] what a screen reader says instead */
  const button = (text, action, name) => {
    const made = /** @type {HTMLButtonElement} */ (
      make("button", { type: "button", ...(name ? { "aria-label": name } : {}) }, text)
    );
    made.addEventListener("click", action);
    return made;
  };

  /**
   * Run a script of the site, if it can be loaded; what it defines tells whether it was.
   * @param {string} address
   * @returns {Promise<void>}
   */
  const loadScript = (address) =>
    new Promise((resolve) => {
      const script = make("script", { src: address });
      for (const end of ["load", "error"]) script.addEventListener(end, () => resolve(script.remove()));
      document.head.append(script);
    });

  /** A text as filters compare it. @param {string} text */
  const fold = (text) => text.replace(/['’‘‛`´ʼʻʹ′＇]/g, "").normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  /** What the browser remembers: for good, or as long as the tab is open. */
  const stored = {
    /** @param {string} name @param {"localStorage" | "sessionStorage"} [storage] */
    get(name, storage = "localStorage") {
      try {
        return window[storage].getItem(name);
      } catch {
        return null;
      }
    },
    /** @param {string} name @param {string} value @param {"localStorage" | "sessionStorage"} [storage] */
    set(name, value, storage = "localStorage") {
      try {
        window[storage].setItem(name, value);
      } catch {
        // Without storage a choice lasts as long as the page.
      }
    },
  };

  /** The dark and light switch: pressed means dark. */
  function lookSwitch() {
    const button = /** @type {HTMLButtonElement | null} */ (byId("_switch"));
    if (!button) return;
    const { dataset } = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (dataset.look ? dataset.look === "dark" : system.matches);
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    button.addEventListener("click", () => {
      dataset.look = isDark() ? "light" : "dark";
      stored.set("judge-look", dataset.look);
      show();
    });
    system.addEventListener("change", show);
    show();
  }

  /** Previews of what links lead to: by mouse, by keyboard, by a long press. */
  function previews() {
    const store = /** @type {HTMLTemplateElement | null} */ (byId("_previews"));
    const texts = new Map();
    for (const item of store ? store.content.children : []) texts.set(item.getAttribute("data-href"), item);
    const box = make("div", { id: "_preview", role: "tooltip", hidden: "" });
    document.body.append(box);
    /** @type {HTMLAnchorElement | null} */
    let shown = null;
    let timer = 0;

    /** @param {EventTarget | null} target */
    const linkOf = (target) =>
      target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest("a.ref")) : null;

    /** @param {HTMLAnchorElement} link */
    const show = (link) => {
      clearTimeout(timer);
      if (link.title) {
        link.dataset.tip = link.title; // or the browser's own tip would cover ours
        link.removeAttribute("title");
      }
      const text = texts.get(link.getAttribute("href"));
      if (!text && !link.dataset.tip) return;
      hide();
      box.replaceChildren();
      if (link.dataset.tip) box.append(make("p", { class: "tip" }, link.dataset.tip));
      if (text) box.append(...[...text.children].map((child) => child.cloneNode(true)));
      box.hidden = false;
      place(link);
      link.setAttribute("aria-describedby", "_preview");
      shown = link;
    };

    const hide = () => {
      clearTimeout(timer);
      if (shown) shown.removeAttribute("aria-describedby");
      shown = null;
      box.hidden = true;
    };

    /** Below the link if there is room, else above it. @param {HTMLAnchorElement} link */
    const place = (link) => {
      const spot = link.getClientRects()[0] || link.getBoundingClientRect();
      const width = document.documentElement.clientWidth;
      const left = Math.max(8, Math.min(spot.left, width - box.offsetWidth - 8));
      const below = spot.bottom + 6;
      const fits = below + box.offsetHeight < innerHeight || spot.top < box.offsetHeight + 6;
      box.style.left = `${left + scrollX}px`;
      box.style.top = `${(fits ? below : spot.top - box.offsetHeight - 6) + scrollY}px`;
    };

    /** @param {() => void} action @param {number} delay */
    const later = (action, delay) => {
      clearTimeout(timer);
      timer = window.setTimeout(action, delay);
    };

    document.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      const link = linkOf(event.target);
      if (link && link !== shown) later(() => show(link), HOVER_DELAY);
      else if (link || box.contains(/** @type {Node} */ (event.target))) clearTimeout(timer);
      else if (shown && shown !== document.activeElement) later(hide, LEAVE_DELAY);
      else clearTimeout(timer);
    });
    document.addEventListener("focusin", (event) => {
      const link = linkOf(event.target);
      if (link && link.matches(":focus-visible")) show(link);
      else if (link !== shown && !box.contains(/** @type {Node} */ (event.target))) hide();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !box.hidden) hide();
    });
    longPress(linkOf, show);
    document.addEventListener("pointerdown", (event) => {
      if (!linkOf(event.target) && !box.contains(/** @type {Node} */ (event.target))) hide();
    });
  }

  /**
   * @param {(target: EventTarget | null) => HTMLAnchorElement | null} linkOf
   * @param {(link: HTMLAnchorElement) => void} show
   */
  function longPress(linkOf, show) {
    let timer = 0;
    let held = false;
    document.addEventListener("pointerdown", (event) => {
      held = false;
      const link = event.pointerType === "touch" ? linkOf(event.target) : null;
      if (!link) return;
      timer = window.setTimeout(() => {
        held = true;
        show(link);
      }, LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointermove"]) {
      document.addEventListener(end, (event) => {
        const moved = /** @type {PointerEvent} */ (event);
        if (end !== "pointermove" || Math.hypot(moved.movementX, moved.movementY) > 8) clearTimeout(timer);
      });
    }
    // The menu and the jump that a browser adds to a long press would hide what it shows.
    document.addEventListener("contextmenu", (event) => {
      const touched = /** @type {PointerEvent} */ (event).pointerType === "touch";
      if (linkOf(event.target) && (held || touched)) event.preventDefault();
    });
    document.addEventListener("click", (event) => {
      if (held && linkOf(event.target)) event.preventDefault();
      held = false;
    });
  }

  /**
   * What can be sent, kept or cited: an entry, or a part of it, such as a ruling.
   * @typedef {object} JudgePlace
   * @property {string} cite
   * @property {string} id
   * @property {string} anchor
   * @property {string} title empty for a part
   * @property {HTMLElement | null} text its words
   * @property {string} status what is to be known of them
   */

  /** Buttons beside each heading, and below a part that the address names: they send and copy it. */
  function copyButtons() {
    const says = make("p", { id: "_says", role: "status" });
    document.body.append(says);
    for (const heading of document.querySelectorAll("[data-cite]")) {
      const entry = /** @type {HTMLElement} */ (heading.closest(".entry"));
      const place = placeOf(entry);
      const tools = toolsOf(place, says);
      tools.append(...entry.querySelectorAll(":scope > .notes .suggest"));
      const text = entry.querySelector(":scope > .text");
      (text || heading).after(tools);
    }
    const show = () => {
      for (const old of document.querySelectorAll(".part-tools")) old.remove();
      const part = namedSpot();
      const place = part && partOf(part);
      if (!part || !place) return;
      const tools = toolsOf(place, says);
      tools.classList.add("part-tools");
      tools.dataset.says = place.text ? wordsOf(place.text) : "";
      if (part.matches("li")) part.append(tools);
      else (part.closest(".table") || part).after(tools);
    };
    addEventListener("hashchange", show);
    show();
  }

  /** @param {JudgePlace} place @param {HTMLElement} says */
  function toolsOf(place, says) {
    const { cite, anchor, id } = place;
    const tools = make("div", { class: "tools", "data-at": id, "data-where": cite, "data-anchor": anchor });
    const citation = () => `${cite}\n${addressOf(anchor)}`;
    const whole = () => [place.title, place.text && wordsOf(place.text, "without-own"), citation()].filter(Boolean).join("\n\n");
    tools.append(copyButton("Cite", `Copy the citation: ${cite}`, citation, says));
    tools.append(copyButton("Copy", `Copy the text of ${cite}`, whole, says));
    if ("share" in navigator) tools.append(shareButton(place));
    tools.append(codeButton(place, says));
    return tools;
  }

  /** @param {HTMLElement} entry @returns {JudgePlace} */
  function placeOf(entry) {
    const heading = entry.querySelector("[data-cite]");
    const shown = /** @type {HTMLElement | undefined} */ (heading?.cloneNode(true));
    shown?.querySelector(".signed")?.remove();
    const title = (shown?.textContent || "").trim();
    const said = [...entry.querySelectorAll(":scope > .newer, :scope > .in-short:not(:has(a))")];
    const status = said.map((one) => one.textContent?.trim()).join("\n");
    const text = /** @type {HTMLElement | null} */ (entry.querySelector(".text"));
    const id = (entry.dataset.ids || "").split("|")[0];
    return { cite: heading?.getAttribute("data-cite") || "", id, anchor: entry.id, title, text, status };
  }

  /** What a part of an entry is, such as a ruling; null for anything else. @param {HTMLElement} part @returns {JudgePlace | null} */
  function partOf(part) {
    const [, letter, number] = part.id.match(/(?:^|~)([bst]?)(\d+)$/) || [];
    const entry = /** @type {HTMLElement | null | undefined} */ (part.closest(".text")?.closest("[data-ids]"));
    if (!entry || !number || !part.matches("li, p, tr")) return null;
    const whole = placeOf(entry);
    const words = /** @type {Record<string, string>} */ ({ b: "bullet", s: "step", t: "row", "": "ruling" });
    const gone = [...part.querySelectorAll("s + small")].map((one) => one.textContent?.trim());
    const other = /** @type {HTMLElement | null} */ (part.closest(".of-other"));
    const { of = whole.id, named = whole.cite, overruled = "" } = other?.dataset || {};
    const status = [overruled, whole.status, ...gone].filter(Boolean).join("\n");
    return { cite: `${named}, ${words[letter]} ${number}`, id: `${of}#${letter}${number}`, anchor: part.id, title: "", text: part, status };
  }

  /**
   * The document's own words in a place, in its order: without dates, sources, headings and what else is ours.
   * @param {HTMLElement} text
   * @param {string} look the class that hides what is left out
   */
  function wordsOf(text, look = "bare-words") {
    const rulings = /** @type {HTMLElement | null} */ (look === "bare-words" ? text.querySelector(":scope > .rulings") : null);
    const shown = /** @type {HTMLLIElement[]} */ ([...(rulings?.children || [])]);
    text.classList.add(look);
    rulings?.append(...[...shown].sort((one, other) => one.value - other.value));
    const words = text.innerText.trim();
    rulings?.append(...shown);
    text.classList.remove(look);
    return words;
  }

  /**
   * @param {string} label
   * @param {string} name
   * @param {() => string} text
   * @param {HTMLElement} says
   */
  function copyButton(label, name, text, says) {
    const copied = async () => {
      const done = await copy(text());
      says.textContent = done ? "Copied." : "The browser did not allow copying.";
      setTimeout(() => (says.textContent = ""), 2000);
    };
    return button(label, () => void copied(), `${label}: ${name}`);
  }

  /** A button that opens the phone's own share sheet, with a text that `judge verify -` reads. @param {JudgePlace} place */
  function shareButton(place) {
    const share = () => void navigator.share({ text: sharedText(place) }).catch(() => {});
    return button("Share", share, `Share: send ${place.cite}`);
  }

  /**
   * A button that shows a QR code for another phone; what draws it is loaded then.
   * @param {JudgePlace} place
   * @param {HTMLElement} says
   */
  function codeButton(place, says) {
    const { cite, anchor, id } = place;
    const load = async () => {
      if (typeof judgeCode === "undefined") await loadScript(new URL("code.js", own.src).href);
      if (typeof judgeCode === "undefined") says.textContent = "The code could not be loaded.";
      else judgeCode.show(cite, sharedText(place), publicAddress(anchor), id);
    };
    return button("Code", () => void load(), `Code: show a QR code of ${cite}`);
  }

  /** A place as a text to send, as `judge share` prints it. @param {JudgePlace} place */
  function sharedText({ cite, id, anchor, text, status }) {
    const words = text ? wordsOf(text) : "";
    const quoted = words.split("\n").filter(Boolean).map((line) => `> ${line}`).join("\n>\n");
    const foot = publicAddress(anchor) || `(id ${id}, in judge; no public address is known)`;
    return `${[[cite, status].filter(Boolean).join("\n"), quoted, foot].filter(Boolean).join("\n\n")}\n`;
  }

  /** The address of a place for other people; empty where only this machine has it. @param {string} anchor */
  function publicAddress(anchor) {
    const address = new URL(addressOf(anchor));
    const isOwn = !address.protocol.startsWith("http") || /^(localhost|127\.|\[::1\])/.test(address.hostname);
    return isOwn ? "" : address.href;
  }

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Browsers keep the clipboard from pages that came over plain HTTP; the old way still works there.
      const area = /** @type {HTMLTextAreaElement} */ (make("textarea"));
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  /**
   * The address of a place that stays the same (docs/site.md): on its document's contents page, or on the card's page.
   * @param {string} anchor
   */
  function addressOf(anchor) {
    const address = new URL(byId("_main")?.dataset.stable || "", location.href);
    if (address.protocol === "file:" && address.pathname.endsWith("/")) address.pathname += "index.html";
    address.hash = anchor;
    return address.href;
  }

  /** The filter of a list: hides what does not contain all its words. */
  function filter() {
    const input = /** @type {HTMLInputElement | null} */ (byId("_filter"));
    const count = byId("_count");
    if (!input || !count || !input.parentElement) return;
    const items = [...document.querySelectorAll("[data-name]")].map((element) => ({
      element: /** @type {HTMLElement} */ (element),
      name: fold(element.getAttribute("data-name") || ""),
    }));
    input.parentElement.hidden = false;
    input.addEventListener("input", () => {
      const words = fold(input.value).split(/\s+/).filter(Boolean);
      let left = 0;
      for (const { element, name } of items) {
        element.hidden = !words.every((word) => name.includes(word));
        if (!element.hidden) left += 1;
      }
      for (const letter of document.querySelectorAll("[data-letter]")) {
        /** @type {HTMLElement} */ (letter).hidden = !letter.querySelector("[data-name]:not([hidden])");
        if (words.length) letter.setAttribute("open", "");
      }
      count.textContent = words.length ? `${left} of ${items.length}` : "";
    });
  }

  /** Marks, in the list beside the text, the section that one is reading. */
  function whereOneIs() {
    const here = /** @type {HTMLElement | null} */ (document.querySelector(".side [aria-current=page]"));
    const beside = /** @type {HTMLElement | null} */ (here?.closest(".side"));
    if (here && beside && !byId("_sections")) beside.scrollTop = here.offsetTop - beside.clientHeight / 2;
    const list = byId("_sections");
    if (!list) return;
    /** @type {Map<Element, Element>} */
    const links = new Map();
    for (const link of list.querySelectorAll("a")) {
      const section = byId(decodeURIComponent(link.hash.slice(1)));
      if (section) links.set(section, link);
    }
    /** @type {Element | null} */
    let marked = null;
    const mark = () => {
      const passed = [...links.keys()].filter((section) => section.getBoundingClientRect().top < READ_FROM);
      const link = links.get(passed[passed.length - 1]) || null;
      if (link === marked) return;
      marked?.removeAttribute("aria-current");
      link?.setAttribute("aria-current", "true");
      marked = link;
      const column = /** @type {HTMLElement} */ (list.closest(".side"));
      const spot = /** @type {HTMLElement | null} */ (link);
      if (spot) column.scrollTop = spot.offsetTop - column.clientHeight / 2;
    };
    let waiting = false;
    document.addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    });
    mark();
  }

  /**
   * The contents page forwards what names an entry of its document: addresses typed by hand, old ones, and the promised
   * ones. That of a part, `#sea-gull~2`, leads to the page of its entry; on that of a card the part is `#2`.
   */
  async function forward() {
    const [, name = "", part] = location.hash.match(/^#(.*?)(?:~([bst]?\d+))?$/) || [];
    const spot = namedSpot() || namedSpot(name);
    const link = spot?.closest("#_contents li")?.querySelector("a");
    if (link) location.replace(link.hash && !part ? link.href : link.href.split("#")[0] + location.hash);
    else if (spot && part && !namedSpot() && byId(part)) location.replace(`#${part}`);
    if (spot || !name || !byId("_contents") || !location.protocol.startsWith("http")) return;
    const card = await fetch(`${name}.html`).catch(() => null); // no contents list has cards; their pages are called as they are
    if (card?.ok) location.replace(`${name}.html${location.hash}`);
  }

  /** What the address names on this page. */
  function namedSpot(name = location.hash.slice(1)) {
    try {
      return byId(decodeURIComponent(name));
    } catch {
      return null; // "#%" names nothing
    }
  }

  /** Opens what is folded around the place that an address names; not every browser does so by itself. */
  function unfold() {
    const spot = namedSpot();
    const folded = spot ? [...document.querySelectorAll("details:not([open])")].filter((one) => one.contains(spot)) : [];
    for (const one of folded) one.setAttribute("open", "");
    if (folded.length) spot?.scrollIntoView();
  }

  /** Opens what is folded in a list: paper has no use for it, and not every browser does so by itself. */
  function unfoldAll() {
    for (const one of document.querySelectorAll(".letter, .rest")) one.setAttribute("open", "");
  }

  /** Folds the parts of a list that is long on a phone; without scripts all of it is open. */
  function foldLong() {
    if (innerWidth > PHONE || document.documentElement.scrollHeight <= SCREENS * innerHeight) return;
    const parts = [...document.querySelectorAll("[data-letter]")].slice(1); // the first stays open
    const letters = /** @type {HTMLElement | null} */ (document.querySelector(".letters"));
    for (const part of parts) part.removeAttribute("open");
    if (letters && parts.length) letters.hidden = true; // the folded parts are the same letters
  }

  /** On the page for a wrong address: asks the search for what the address names. */
  function searchMissing() {
    const box = /** @type {HTMLInputElement | null} */ (byId("_query"));
    if (!byId("_missing") || !box || box.value) return;
    try {
      const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() || "");
      box.value = name === "404.html" ? "" : name.replace(/\.html?$/, "").replace(/[-_+]+/g, " ").slice(0, box.maxLength);
    } catch {
      return; // "%" names nothing
    }
    if (box.value) box.focus();
  }

  void forward();
  searchMissing();
  foldLong();
  unfold();
  addEventListener("beforeprint", unfoldAll);
  addEventListener("hashchange", unfold);
  lookSwitch();
  copyButtons();
  filter();
  previews();
  whereOneIs();

  return { button, fold, loadScript, make, root, stored, wordsOf };
})();
