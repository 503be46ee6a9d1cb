/**
 * Answers as elements of a page. Text of documents is only ever set as text, never as markup.
 */
const judgeDrawing = (() => {
  "use strict";

  const LONGEST_TEXT = 700;
  const NEWER = 2; // newer texts beside an answer
  const HEADINGS = /** @type {Record<string, string>} */ ({
    number: "By number",
    title: "By title",
    alias: "By another name",
    fuzzy: "Did you mean",
    names: "Together",
    text: "In the text",
    newer: "Newer on this",
  });

  let root = "";
  let level = 2;

  /**
   * Say where the site begins, and of which level headings are.
   * @param {string} address
   * @param {number} heading
   */
  function use(address, heading) {
    root = address;
    level = heading;
  }

  /**
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /**
   * Answers under headings that say how they were found; interactions are shown part by part where there is room.
   * @param {any} result
   * @param {boolean} whole whether there is room
   */
  function answers({ answers, interactions }, whole) {
    const drawn = [];
    for (let first = 0; first < answers.length; ) {
      let last = first;
      while (last < answers.length && answers[last].why === answers[first].why) last += 1;
      const why = answers[first].why;
      if (why === "names" && interactions.length && whole) drawn.push(...met(interactions));
      else drawn.push(group(HEADINGS[why], answers.slice(first, last).map(answer)));
      first = last;
    }
    return drawn;
  }

  /**
   * @param {string} heading
   * @param {Node[]} items
   */
  const group = (heading, items) =>
    make("section", { class: "group" }, make(`h${level}`, {}, heading), make("ol", { class: "answers" }, ...items));

  /** @param {any} answer */
  function answer({ entry, why, older, gone, newer, path, snippet }) {
    const item = make("li", { "data-id": entry.id, "data-why": why });
    item.append(gone ? make("s", {}, linkTo(entry, entry.page)) : linkTo(entry, entry.page));
    const where = make("p", { class: "where", dir: "auto" }, [entry.document.citation, ...path.slice(1)].join(" › "));
    if (older) where.append(" · ", make("b", { class: "older" }, "older"));
    item.append(where);
    const passage = make("p", { class: "passage", dir: "auto" });
    for (const { text, marked } of snippet) passage.append(marked ? make("mark", {}, text) : text);
    if (snippet.length) item.append(passage);
    for (const one of newer.slice(0, NEWER)) item.append(newerText(one));
    return item;
  }

  /** @param {any} one */
  function newerText({ entry, sure, quote }) {
    const line = make("p", { class: "newer", dir: "auto" }, sure ? "Newer: " : "Perhaps newer on this: ");
    line.append(linkTo(entry, entry.page), `, ${entry.document.citation}`);
    if (quote) line.append(": ", make("q", { dir: "auto" }, quote));
    return line;
  }

  /**
   * @param {any} entry
   * @param {string} address
   */
  function linkTo(entry, address) {
    const link = make("a", { href: root + address, dir: "auto" });
    const { name, number } = entry;
    const begins = number && `${name} `.startsWith(`${number} `);
    if (begins) link.append(make("span", { class: "number" }, number));
    link.append(begins ? name.slice(number.length) : name);
    return link;
  }

  /** @param {any[]} parts texts that connect several names */
  const met = (parts) =>
    parts.filter((part) => part.lines.length).map((part) => group(part.heading, part.lines.map(bearing)));

  /** @param {any} line */
  function bearing({ entry, kind, date, reason, text, ruling }) {
    const item = make("li", { "data-id": entry.id, "data-why": "names" });
    const [file, anchor] = entry.page.split("#");
    const address = ruling ? `${file}#${entry.kind === "card" ? "" : `${anchor}~`}${ruling}` : entry.page;
    item.append(linkTo(entry, address));
    const dated = date && date !== entry.document.date ? ` · ${date}` : "";
    item.append(make("p", { class: "where", dir: "auto" }, entry.document.citation + dated));
    item.append(make("p", { class: "reason", dir: "auto" }, reason));
    if (text) item.append(make("p", { class: `passage ${kind}`, dir: "auto" }, shortened(text)));
    return item;
  }

  /** @param {string} text */
  const shortened = (text) =>
    text.length <= LONGEST_TEXT ? text : `${text.slice(0, text.lastIndexOf(" ", LONGEST_TEXT))} …`;

  /**
   * An entry by name and document alone.
   * @param {any} entry
   * @param {string} why
   */
  const shortly = (entry, why) =>
    make(
      "li",
      { "data-id": entry.id, "data-why": why },
      linkTo(entry, entry.page),
      make("p", { class: "where", dir: "auto" }, entry.document.citation),
    );

  /**
   * What is shown where nothing was found.
   * @param {string} typed
   * @param {any[]} near
   */
  function nothing(typed, near) {
    const advice = near.length ? "" : " Try fewer words, or different ones.";
    const said = make("p", { class: "nothing" }, `Nothing found for “${typed}”.${advice}`);
    return near.length ? [said, group("Close matches", near.map((entry) => shortly(entry, "near")))] : [said];
  }

  /**
   * What is to be doubted of answers, in one line; null where there is nothing.
   * @param {{weak: boolean, missing: string[], readAs: Record<string, string>}} doubts
   */
  function doubts({ weak, missing, readAs }) {
    const said = [];
    if (weak) said.push("nothing here answers this, these come nearest");
    if (Object.keys(readAs).length) said.push(`read as ${Object.values(readAs).join(", ")}`);
    if (missing.length) said.push(`not in these documents: ${missing.join(", ")}`);
    const line = said.join("; ");
    return line ? make("p", { class: "doubts", dir: "auto" }, `${line[0].toUpperCase()}${line.slice(1)}.`) : null;
  }

  return { answers, doubts, group, make, nothing, shortly, use };
})();
