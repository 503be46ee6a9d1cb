/**
 * The page "How it was read": source lines next to the entries that begin in them, fetched in pieces as one scrolls, and
 * what a person says of marked lines. The server reads the document again with it; nothing is written before Accept.
 * Text of documents is only ever set as text, never as markup.
 */
(() => {
  "use strict";

  /** Lines of a piece, and pieces that are kept: what is far away is forgotten. */
  const LINES = 100;
  const KEPT = 8;
  const LINE_HEIGHT = 26;
  /** Milliseconds that one must rest at a place before it is asked for. */
  const REST = 60;
  const LEAP = 20;
  const GAP = 6;
  const SAID = { r: "rule", x: "never", l: "levels", g: "part", e: "end", o: "leave-out" };

  /**
   * @typedef {{name: string, kind: string, depth: number, is_new: boolean}} RowEntry
   * @typedef {{line: number, text: string, page: number | null, box: number[] | null, entries: RowEntry[],
   *   lost: string[], left_out: string | null, doubt: string | null}} Row
   * @typedef {{name: string, role: string, example: string, said: string}} Field
   * @typedef {{told: string, entries: number, read_as: string, references: number[] | null, titles: number[] | null,
   *   doubts: number}} Figures
   * @typedef {{reading: string, lines: number, pages: number[][], why_not: string | null, now: Figures,
   *   tried: Figures | null, verdict: string | null, unfit: string[], manifest: string,
   *   counts: boolean, numbers: string, roles: string[], fields: Field[],
   *   is_own: boolean, change: string[]}} Reading
   * @typedef {{first: number, last: number, said: string, read_as: string, term: string, text?: string}} Mark
   */

  /**
   * @template {HTMLElement} T
   * @param {string} id
   * @returns {T}
   */
  const byId = (id) => /** @type {T} */ (document.getElementById(id));

  /**
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} content
   */
  const make = (tag, attributes = {}, ...content) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  };

  const rows = byId("_rows");
  const narrow = matchMedia("(max-width: 47.99rem)");
  const as = /** @type {HTMLSelectElement} */ (byId("_as"));
  const whole = /** @type {HTMLSelectElement} */ (byId("_whole"));
  const numbers = /** @type {HTMLInputElement} */ (byId("_numbers"));
  const roles = /** @type {HTMLSelectElement} */ (byId("_role"));
  const accept = /** @type {HTMLButtonElement} */ (byId("_accept"));
  const several = byId("_several");
  /** @type {Reading | null} */
  let shown = null;
  /** @type {Mark[]} */
  let marks = [];
  /** Those that the server has read the document with. @type {Mark[]} */
  let read = [];
  let cursor = 1;
  let anchor = 1;
  let asPages = false;
  let version = 0;
  let busy = false;

  /** @param {string} text */
  const tell = (text) => (byId("_status").textContent = text);

  /** What the server answered with, if it was no answer. */
  class Problem extends Error {
    /** @param {number} status @param {string} detail */
    constructor(status, detail) {
      super(detail);
      this.status = status;
    }
  }

  /**
   * @param {string} address
   * @param {unknown} [sent]
   * @returns {Promise<any>}
   */
  async function ask(address, sent) {
    const headers = { "Content-Type": "application/json", "X-Judge-Page": document.body.dataset.token || "" };
    const options = sent === undefined ? {} : { method: "POST", headers, body: JSON.stringify(sent) };
    const reply = await fetch(address, options).catch(() => {
      throw new Problem(0, "The server does not answer; is judge serve still running?");
    });
    const said = await reply.json();
    if (!reply.ok) throw new Problem(reply.status, `${said.detail.charAt(0).toUpperCase()}${said.detail.slice(1)}.`);
    return said;
  }

  /** @param {() => Promise<unknown>} work */
  const trying = (work) => work().catch((error) => tell(error instanceof Problem ? error.message : String(error)));

  // Pieces

  /** @type {Map<number, Promise<void>>} */
  const loading = new Map();
  /** Places of the pieces in the window, and right above and below it. @type {Set<number>} */
  const near = new Set();
  const seen = new IntersectionObserver(
    (changes) => {
      for (const change of changes) {
        const place = placeOf(change.target);
        if (change.isIntersecting) near.add(place);
        else near.delete(place);
      }
      setTimeout(() => {
        for (const place of near) void trying(() => load(place));
      }, REST);
    },
    { root: rows, rootMargin: "60% 0px" },
  );
  const sized = new ResizeObserver(() => {
    for (const sheet of rows.children) if (asPages && sheet.childElementCount) lay(/** @type {HTMLElement} */ (sheet));
  });
  sized.observe(rows);

  /** @param {Element} piece */
  const placeOf = (piece) => Number(/** @type {HTMLElement} */ (piece).dataset.place);

  /** @param {number} line @param {number | null} page */
  const pieceOf = (line, page) => (asPages ? (page || 1) - 1 : Math.floor((line - 1) / LINES));

  function cut() {
    if (!shown) return;
    seen.disconnect();
    near.clear();
    loading.clear();
    const count = asPages ? shown.pages.length : Math.ceil(shown.lines / LINES);
    const pieces = Array.from({ length: count }, (_, place) => {
      const piece = make("div", { role: "rowgroup", class: asPages ? "sheet" : "piece", "data-place": String(place) });
      empty(piece);
      return piece;
    });
    rows.replaceChildren(...pieces);
    rows.setAttribute("aria-rowcount", String(shown.lines));
    for (const piece of pieces) seen.observe(piece);
  }

  /** Forgets what a piece shows and keeps its height. @param {HTMLElement} piece */
  function empty(piece) {
    if (!shown) return;
    const place = placeOf(piece);
    const [width, height] = shown.pages[place] || [1, 1];
    const guess = asPages
      ? ((narrow.matches ? rows.clientWidth : rows.clientWidth / 2) * height) / width
      : LINE_HEIGHT * Math.min(LINES, shown.lines - place * LINES);
    piece.style.height = `${piece.childElementCount ? piece.offsetHeight : guess}px`;
    piece.replaceChildren();
    piece.setAttribute("aria-busy", "true");
    loading.delete(place);
  }

  /** @param {number} place @returns {Promise<void>} */
  function load(place) {
    const known = loading.get(place);
    if (known) return known;
    const work = fill(place).catch((error) => {
      loading.delete(place);
      throw error;
    });
    loading.set(place, work);
    return work;
  }

  /** @param {number} place */
  async function fill(place) {
    const piece = /** @type {HTMLElement | undefined} */ (rows.children[place]);
    if (!piece || !shown) return;
    const asked = version;
    const which = `reading=${shown.reading}`;
    const address = asPages ? `sheet?${which}&page=${place + 1}` : `rows?${which}&from=${place * LINES + 1}&count=${LINES}`;
    const found = await ask(address);
    if (asked !== version || !piece.isConnected || !loading.has(place)) return;
    draw(piece, found.rows);
    const here = [...near].sort((one, other) => one - other)[Math.floor(near.size / 2)] ?? place;
    const others = [...loading.keys()].filter((other) => other !== place);
    const far = others.sort((one, other) => Math.abs(other - here) - Math.abs(one - here));
    for (const other of far.slice(0, Math.max(0, far.length - KEPT))) {
      empty(/** @type {HTMLElement} */ (rows.children[other]));
    }
  }

  /** Draws the pieces that are shown again, as the document is read now. */
  async function redraw() {
    version += 1;
    const places = [...loading.keys()];
    loading.clear();
    await Promise.all(places.map(load));
  }

  /**
   * Changes what is shown, and lets the row where one is, or the first that one sees, keep its place in the window.
   * @param {() => void} change
   */
  function steady(change) {
    const frame = rows.getBoundingClientRect();
    /** @param {Element | null | undefined} row */
    const top = (row) => row?.firstElementChild?.getBoundingClientRect().top;
    /** @param {Element | null} row */
    const isSeen = (row) => (top(row) ?? -1) >= frame.top && (top(row) ?? Infinity) < frame.bottom;
    const kept = [rowOf(cursor), ...rows.querySelectorAll(".row")].find(isSeen);
    const before = top(kept);
    change();
    const after = top(kept && document.getElementById(kept.id));
    if (before !== undefined && after !== undefined) rows.scrollTop += after - before;
  }

  /** @param {HTMLElement} piece @param {Row[]} found */
  function draw(piece, found) {
    steady(() => drawPiece(piece, found));
    mark();
  }

  /** @param {HTMLElement} piece @param {Row[]} found */
  function drawPiece(piece, found) {
    let reason = "";
    const drawn = found.map((row) => {
      const element = drawnRow(row, row.left_out !== reason);
      reason = row.left_out || "";
      return element;
    });
    if (asPages && shown) {
      const place = placeOf(piece);
      const [width, height] = shown.pages[place];
      const picture = make("img", { src: `picture?page=${place + 1}`, alt: "" });
      const sheet = make("div", { class: "drawn", role: "presentation" }, picture);
      sheet.style.aspectRatio = `${width} / ${height}`;
      piece.replaceChildren(sheet, ...drawn);
    } else {
      piece.replaceChildren(...drawn);
    }
    piece.style.height = "";
    piece.removeAttribute("aria-busy");
    if (asPages) lay(piece);
  }

  /** @param {Row} row @param {boolean} isFirst */
  function drawnRow(row, isFirst) {
    const source = make(
      "div",
      { role: "gridcell", class: "source" },
      make("span", { class: "line" }, String(row.line)),
      make("span", { class: "words", dir: "auto" }, row.text),
    );
    const begun = make("div", { role: "gridcell", class: "read" });
    for (const one of row.entries) begun.append(drawnEntry(one));
    for (const one of row.lost) begun.append(make("p", { class: "away" }, "no longer: ", make("s", {}, one)));
    if (row.left_out && isFirst) begun.append(make("p", { class: "away" }, `left out: ${row.left_out}`));
    if (row.doubt) begun.append(make("p", { class: "doubt" }, row.doubt));
    const element = make("div", { role: "row", class: "row", id: `_row-${row.line}`, "aria-rowindex": String(row.line) });
    element.dataset.line = String(row.line);
    if (row.box) element.dataset.box = row.box.join(" ");
    element.classList.toggle("begins", row.entries.length > 0);
    element.classList.toggle("left-out", Boolean(row.left_out));
    element.classList.toggle("doubtful-row", Boolean(row.doubt));
    element.append(source, begun);
    return element;
  }

  /** @param {RowEntry} one */
  function drawnEntry(one) {
    const kind = make("small", {}, one.is_new ? make("span", { class: "fresh" }, "new ") : "", one.kind);
    const entry = make("p", { class: "entry-name" }, make("span", { dir: "auto" }, one.name), kind);
    entry.style.setProperty("--depth", String(Math.min(one.depth, 6)));
    return entry;
  }

  /** Puts the lines of a page on its picture, and its entries next to it, none over another. @param {HTMLElement} sheet */
  function lay(sheet) {
    const picture = /** @type {HTMLElement | null} */ (sheet.querySelector(".drawn"));
    if (!picture || !shown) return;
    const scale = picture.clientWidth / shown.pages[placeOf(sheet)][0];
    let free = 0;
    for (const row of sheet.querySelectorAll(".row")) {
      const [source, begun] = /** @type {HTMLElement[]} */ ([...row.children]);
      const [x0, y0, x1, y1] = (/** @type {HTMLElement} */ (row).dataset.box || "0 0 0 0").split(" ").map(Number);
      source.style.left = `${picture.offsetLeft + x0 * scale}px`;
      source.style.top = `${picture.offsetTop + y0 * scale}px`;
      source.style.width = `${(x1 - x0) * scale}px`;
      source.style.height = `${(y1 - y0) * scale}px`;
      if (!begun.childElementCount) continue;
      const top = Math.max(free, picture.offsetTop + y0 * scale - GAP);
      begun.style.top = `${top}px`;
      free = top + begun.offsetHeight + GAP;
    }
    sheet.style.minHeight = getComputedStyle(sheet).display === "grid" ? `${free}px` : "";
  }

  // Where one is, and what is marked

  const rowOf = (/** @type {number} */ line) => document.getElementById(`_row-${line}`);

  /** Shows which lines are marked. */
  function mark() {
    const [first, last] = [Math.min(cursor, anchor), Math.max(cursor, anchor)];
    for (const row of rows.querySelectorAll(".row")) {
      const line = Number(/** @type {HTMLElement} */ (row).dataset.line);
      row.setAttribute("aria-selected", String(first <= line && line <= last));
      row.classList.toggle("cursor", line === cursor);
    }
    const active = rowOf(cursor);
    if (active) rows.setAttribute("aria-activedescendant", active.id);
    else rows.removeAttribute("aria-activedescendant");
    byId("_marked").textContent = first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
    byId("_levels").textContent = first === last ? "Next level" : "These are the levels";
    byId("_begins").textContent = first === last ? "begins here" : "is in these lines";
  }

  /** @param {HTMLElement} row @param {boolean} extends_ @param {ScrollLogicalPosition} [block] */
  function moveTo(row, extends_, block = "nearest") {
    cursor = Number(row.dataset.line);
    if (!extends_) anchor = cursor;
    mark();
    row.firstElementChild?.scrollIntoView({ block });
  }

  /** @param {number} line @param {number | null} page */
  async function goTo(line, page) {
    const place = Math.min(pieceOf(line, page), rows.childElementCount - 1);
    rows.children[place]?.scrollIntoView({ block: "start" });
    await load(place);
    const inside = /** @type {HTMLElement[]} */ ([...(rows.children[place]?.querySelectorAll(".row") || [])]);
    const row = inside.find((one) => Number(one.dataset.line) >= line) || inside[inside.length - 1];
    if (row) moveTo(row, false, "center");
  }

  /** @param {number} step @param {boolean} extends_ */
  async function move(step, extends_) {
    let row = rowOf(cursor);
    if (!row) return goTo(cursor, null);
    for (let left = Math.abs(step); left; left -= 1) {
      const next = await neighbour(row, step > 0);
      if (!next) break;
      row = next;
    }
    moveTo(row, extends_);
  }

  /** @param {HTMLElement} row @param {boolean} isDown */
  async function neighbour(row, isDown) {
    const near = /** @type {HTMLElement | null} */ (isDown ? row.nextElementSibling : row.previousElementSibling);
    if (near?.matches(".row")) return near;
    let place = placeOf(/** @type {HTMLElement} */ (row.parentElement));
    for (;;) {
      place += isDown ? 1 : -1;
      const piece = rows.children[place];
      if (!piece) return null;
      await load(place);
      const inside = /** @type {HTMLElement[]} */ ([...piece.querySelectorAll(".row")]);
      if (inside.length) return inside[isDown ? 0 : inside.length - 1];
    }
  }

  /** @param {"next" | "previous"} way */
  async function toDoubt(way) {
    if (!shown) return;
    const found = await ask(`doubt?reading=${shown.reading}&line=${cursor}&way=${way}`);
    if (!found.line) return tell("Nothing is in doubt.");
    await goTo(found.line, found.page);
    rows.focus();
    byId("_place").textContent = `${found.place} of ${found.of}`;
    tell(`Line ${found.line}: ${found.doubt}`);
  }

  // What a person says

  /** @param {string} said */
  function say(said) {
    if (!shown || byId("_said").hidden) return;
    const [read_as, term = ""] = said === "part" ? as.value.split(" ") : [""];
    marks.push({ first: Math.min(cursor, anchor), last: Math.max(cursor, anchor), said, read_as, term });
    void tryMarks();
  }

  /**
   * Says something of the whole document, in the place of what was said of that before.
   * @param {{said: string, read_as?: string, text?: string}} one
   */
  function sayOfAll({ said, read_as = "", text = "" }) {
    const isSame = (/** @type {Mark} */ other) => other.said === said && (said !== "field" || other.text === text);
    marks = marks.filter((other) => !isSame(other));
    marks.push({ first: 1, last: 1, said, read_as, term: "", text });
    void tryMarks();
  }

  /** Has the document read with the marks; one reading at a time, always with the last ones. */
  async function tryMarks() {
    if (busy) return;
    busy = true;
    accept.disabled = true;
    tell("Reading the document with your marks…");
    try {
      let asked = "";
      while (asked !== JSON.stringify(marks)) {
        asked = JSON.stringify(marks);
        const found = await ask("reading", JSON.parse(asked)).catch((error) => {
          marks = [...read];
          throw error;
        });
        shown = found;
        read = JSON.parse(asked);
      }
      describe();
      await redraw();
      rowOf(cursor)?.firstElementChild?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      describe();
      tell(error instanceof Problem ? error.message : String(error));
    } finally {
      busy = false;
      accept.disabled = false;
    }
  }

  /** @param {Mark} one */
  function inWords(one) {
    const where = one.first === one.last ? `Line ${one.first}` : `Lines ${one.first} to ${one.last}`;
    const part = [...as.options].find((option) => option.value === `${one.read_as} ${one.term}`.trim())?.textContent || "as found";
    /** @type {Record<string, string>} */
    const words = {
      rule: `${where}: these are rules`,
      never: `${where}: these are not rules`,
      "leave-out": `${where}: left out`,
      end: `${where}: the part ends`,
      part: one.first === one.last ? `${where}: ${part} begins` : `${where}: ${part}`,
      levels: one.first === one.last ? `${where}: the next level` : `${where}: levels, outermost first`,
      numbers: `Counted items are numbered ${one.text || "as found"}`,
      field: `“${one.text}”: ${roleOf(one.read_as) || "as found"}`,
      whole: `The whole document: ${part}`,
    };
    return words[one.said];
  }

  /** @param {string} role */
  const roleOf = (role) => (role && [...roles.options].find((one) => one.value === role)?.textContent) || "";

  /** Shows the columns and fields, each beside what it was read as; choices stay where they are, for the keyboard. */
  function listFields() {
    if (!shown) return;
    const { fields, why_not } = shown;
    const body = /** @type {HTMLElement} */ (byId("_fields").querySelector("tbody"));
    byId("_fields").hidden = !fields.length;
    if (body.childElementCount !== fields.length) body.replaceChildren(...fields.map(fieldRow));
    fields.forEach((one, place) => {
      const [, read, said] = body.children[place].children;
      const select = /** @type {HTMLSelectElement} */ (said.firstElementChild);
      read.textContent = roleOf(one.role) || "–";
      select.value = one.said;
      select.disabled = Boolean(why_not);
    });
  }

  /** @param {Field} one */
  function fieldRow(one) {
    const select = /** @type {HTMLSelectElement} */ (roles.cloneNode(true));
    select.removeAttribute("id");
    select.hidden = false;
    select.setAttribute("aria-label", `What “${one.name}” holds`);
    for (const option of [...select.options]) {
      if (option.value && !shown?.roles.includes(option.value)) option.remove();
    }
    select.addEventListener("change", () => sayOfAll({ said: "field", read_as: select.value, text: one.name }));
    const name = make("th", { scope: "row", dir: "auto" }, one.name, make("small", { dir: "auto" }, one.example));
    return make("tr", {}, name, make("td"), make("td", {}, select));
  }

  /** Shows the figures without the marks and with them, the marks, and what Accept would write. */
  function describe() {
    if (!shown) return;
    const { now, tried } = shown;
    byId("_summary").textContent = now.told;
    byId("_doubts").hidden = !(tried || now).doubts;
    byId("_trial").hidden = !tried;
    whole.value = marks.find((one) => one.said === "whole")?.read_as || "";
    numbers.value = shown.numbers;
    listFields();
    if (!tried) return;
    const pairs = [
      ["entries", now.entries, tried.entries],
      ["references found", share(now.references), share(tried.references)],
      ["titles of the contents", share(now.titles), share(tried.titles)],
      ["in doubt", now.doubts, tried.doubts],
      ["read as", now.read_as, tried.read_as],
    ];
    const lines = pairs.filter(([, one, other]) => one !== "" || other !== "");
    byId("_figures").replaceChildren(
      ...lines.map(([name, one, other]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, String(name)),
          make("td", {}, String(one)),
          make("td", one === other ? {} : { class: "more" }, String(other)),
        ),
      ),
    );
    const verdict = `${(shown.verdict || "").charAt(0).toUpperCase()}${(shown.verdict || "").slice(1)}`;
    byId("_verdict").textContent = `${verdict}. ${shown.unfit.join("; ")}`;
    byId("_marks").replaceChildren(...marks.map(listed));
    byId("_manifest").textContent = shown.manifest;
    byId("_change").textContent = shown.change.join("\n");
    byId("_undo").textContent = shown.is_own ? "judge undo reverts it." : "";
    tell(`${tried.entries} entries with your marks, ${now.entries} without.`);
  }

  /** @param {number[] | null} counts */
  const share = (counts) => (counts && counts[1] ? `${counts[0]} of ${counts[1]}` : "");

  /** @param {Mark} one */
  function listed(one) {
    const words = inWords(one);
    const button = make("button", { type: "button", "aria-label": `Remove: ${words}` }, "Remove");
    button.addEventListener("click", () => {
      marks = marks.filter((other) => other !== one);
      rows.focus();
      void tryMarks();
    });
    return make("li", {}, `${words} `, button);
  }

  async function write() {
    if (!shown || busy) return;
    try {
      const { written } = await ask("profile", { reading: shown.reading });
      const undo = shown.is_own ? " judge undo reverts it." : "";
      marks = [];
      await start();
      rows.focus();
      tell(`Written to ${written}.${undo}`);
    } catch (error) {
      if (error instanceof Problem && [409, 410].includes(error.status)) {
        await start();
        await tryMarks();
      }
      tell(error instanceof Problem ? error.message : String(error));
    }
  }

  /** Shows the document as it is read now. */
  async function start() {
    tell("Reading the document…");
    const isFirst = !shown;
    const found = /** @type {Reading} */ (await ask("reading"));
    const isAnother = isFirst || shown?.lines !== found.lines || shown.pages.length !== found.pages.length;
    shown = found;
    read = [];
    if (isFirst) asPages = found.pages.length > 0;
    byId("_views").hidden = !found.pages.length;
    byId("_said").hidden = Boolean(found.why_not);
    byId("_read-whole").hidden = Boolean(found.why_not);
    byId("_read-numbers").hidden = Boolean(found.why_not) || !found.counts;
    byId("_why-not").hidden = !found.why_not;
    byId("_why-not").textContent = found.why_not;
    tell("");
    describe();
    version += 1;
    if (isAnother) {
      cut();
      await load(0);
      mark();
    } else {
      await redraw();
    }
  }

  /** @param {boolean} pages */
  async function showAs(pages) {
    if (pages === asPages) return;
    asPages = pages;
    byId("_as-pages").setAttribute("aria-pressed", String(pages));
    byId("_as-lines").setAttribute("aria-pressed", String(!pages));
    const page = await ask(`rows?reading=${shown?.reading}&from=${cursor}&count=1`);
    version += 1;
    cut();
    await goTo(cursor, page.rows[0]?.page);
  }

  // Mouse and keys

  rows.addEventListener("pointerdown", (event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest(".row");
    if (!row || event.button) return;
    moveTo(/** @type {HTMLElement} */ (row), event.shiftKey || several.getAttribute("aria-pressed") === "true");
  });
  rows.addEventListener("pointerover", (event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest(".row");
    const drags = event.pointerType === "mouse" && event.buttons === 1;
    if (row && drags) moveTo(/** @type {HTMLElement} */ (row), true);
  });
  several.addEventListener("click", () => {
    several.setAttribute("aria-pressed", String(several.getAttribute("aria-pressed") !== "true"));
  });

  /** @type {Record<string, (extends_: boolean) => unknown>} */
  const MOVES = {
    ArrowDown: (extends_) => move(1, extends_),
    ArrowUp: (extends_) => move(-1, extends_),
    PageDown: (extends_) => move(LEAP, extends_),
    PageUp: (extends_) => move(-LEAP, extends_),
    Home: () => goTo(1, 1),
    End: () => goTo(shown?.lines || 1, shown?.pages.length || null),
    Escape: () => {
      anchor = cursor;
      mark();
    },
  };
  rows.addEventListener("keydown", (event) => {
    const moves = MOVES[event.key];
    if (!moves || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void trying(async () => moves(event.shiftKey));
  });

  /** Whether single keys are wanted; the site's help switches them off. */
  function singleKeys() {
    try {
      return localStorage.getItem("judge-keys") !== "off";
    } catch {
      return true;
    }
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (typing || !singleKeys() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") void trying(() => toDoubt("next"));
    else if (event.key === "p") void trying(() => toDoubt("previous"));
    else if (event.key === "z" && marks.length) {
      marks.pop();
      void tryMarks();
    } else if (event.key in SAID) say(SAID[/** @type {keyof typeof SAID} */ (event.key)]);
  });

  byId("_next").addEventListener("click", () => void trying(() => toDoubt("next")));
  byId("_previous").addEventListener("click", () => void trying(() => toDoubt("previous")));
  byId("_as-pages").addEventListener("click", () => void trying(() => showAs(true)));
  byId("_as-lines").addEventListener("click", () => void trying(() => showAs(false)));
  whole.addEventListener("change", () => sayOfAll({ said: "whole", read_as: whole.value }));
  numbers.addEventListener("change", () => sayOfAll({ said: "numbers", text: numbers.value.trim() }));
  for (const button of document.querySelectorAll("[data-said]")) {
    button.addEventListener("click", () => say(/** @type {HTMLElement} */ (button).dataset.said || ""));
  }
  accept.addEventListener("click", () => void write());
  byId("_cancel").addEventListener("click", () => {
    marks = [];
    rows.focus();
    void tryMarks();
  });
  void trying(start);
})();
