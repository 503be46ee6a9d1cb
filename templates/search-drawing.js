/** Answers as elements of a page. Text of documents is only ever set as text, never as markup. */
const judgeDrawing = (() => {
  "use strict";

  const COUNTED = "No One Two Three Four Five Six Seven Eight Nine Ten".split(" ");
  const LONGEST_TEXT = 700;
  const SHORT_ERRATA = 160; // letters of an errata below an answer
  const BESIDE = 2; // texts beside an answer, that are newer or resemble it
  const HEADINGS = /** @type {Record<string, string>} */ ({
    number: "By number",
    title: "By title",
    alias: "By another name",
    fuzzy: "Did you mean",
    names: "Together",
    text: "In the text",
    newer: "Newer on this",
  });

  const MONTHS = [
    ...["January", "February", "March", "April", "May", "June"],
    ...["July", "August", "September", "October", "November", "December"],
  ];

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
   * Answers under headings that say how they were found; interactions are shown part by part where there is room,
   * before what is found by words alone.
   * @param {any} result
   * @param {boolean} whole whether there is room
   */
  function answers({ answers, interactions, together: names }, whole) {
    const drawn = [];
    let toTell = whole && interactions.length;
    const tell = () => {
      if (toTell) drawn.push(verdict(interactions, names), ...met(interactions));
      toTell = false;
    };
    for (let first = 0; first < answers.length; ) {
      let last = first;
      while (last < answers.length && answers[last].why === answers[first].why) last += 1;
      const why = answers[first].why;
      const start = first;
      const items = () =>
        answers.slice(start, last).map((/** @type {any} */ one, /** @type {number} */ place) => answer(one, start + place));
      if (["names", "text"].includes(why)) tell();
      if (why === "text" && whole) drawn.push(group(HEADINGS[why], together(answers.slice(first, last), items())));
      else if (why !== "names" || !interactions.length || !whole) drawn.push(group(HEADINGS[why], items()));
      first = last;
    }
    tell();
    return drawn;
  }

  /** @param {string} heading @param {Node[]} items */
  const group = (heading, items) =>
    make("section", { class: "group" }, make(`h${level}`, {}, heading), make("ol", { class: "answers" }, ...items));

  /**
   * Answers of one chapter form one item, the best of them open and the others folded below it.
   * @param {any[]} answers
   * @param {HTMLElement[]} items
   */
  function together(answers, items) {
    const chapters = judgeStore.groupedBy(items.keys(), (place) => {
      const { entry, path } = answers[place];
      return [entry.document.key, path[1] || entry.id].join("\n");
    });
    return [...chapters].map(([chapter, places]) => {
      const [best, ...others] = places.map((place) => items[place]);
      const title = chapter.split("\n")[1];
      const more = make("summary", { dir: "auto" }, `${others.length} more in ${title}`);
      const folded = () => make("details", { class: "more" }, more, make("ol", { class: "answers" }, ...others));
      if (others.length) best.append(folded());
      return best;
    });
  }

  /** @param {any} answered @param {number} rank its place among all answers, from 0 */
  function answer(answered, rank) {
    const { entry, why, label, gone, newer, alike, path, snippet, whole, doubt, date, errata, renumbered } = answered;
    const link = linkTo(entry, entry.page);
    if (gone) link.replaceChildren(make("s", {}, ...link.childNodes));
    const item = make("li", { "data-id": entry.id, "data-why": why, "data-rank": String(rank) }, link);
    const passage = make("p", { class: "passage", dir: "auto", lang: entry.document.language });
    for (const { text, marked } of snippet) passage.append(marked ? make("mark", {}, text) : text);
    if (doubt) passage.append(" ", make("small", { class: "doubt" }, "(", make("bdi", {}, doubt), ")"));
    if (snippet.length) item.append(passage);
    for (const { entry: now, writtenAs } of renumbered) {
      item.append(make("p", { class: "where", dir: "auto" }, linkTo(now, now.page), ` (written as ${writtenAs})`));
    }
    if (errata && errata !== whole) {
      item.append(make("p", { class: "passage errata", dir: "auto" }, `Errata: ${shortened(errata, SHORT_ERRATA)}`));
    }
    const where = make("p", { class: "where", dir: "auto" }, [sourceOf(entry.document), ...path.slice(1)].join(" › "));
    if (date && date !== entry.document.date) where.append(` · ${inWords(date)}`);
    if (label) where.append(" · ", make("b", { class: label }, label));
    item.append(where);
    const { summary, inShort } = entry.rare;
    if (summary) item.append(make("p", { class: "in-short", dir: "auto" }, summary));
    if (inShort) item.append(make("p", { class: "in-short", dir: "auto" }, `in short: ${shortened(inShort, SHORT_ERRATA)}`));
    for (const one of newer.slice(0, BESIDE)) item.append(newerText(one));
    if (alike.length) item.append(seeAlso(alike.slice(0, BESIDE)));
    return item;
  }

  /** @param {any} one */
  function newerText({ entry, quote }) {
    const line = make("p", { class: "newer", dir: "auto" }, "Newer: ");
    line.append(linkTo(entry, entry.page), `, ${entry.document.citation}`);
    if (quote) line.append(": ", make("q", { dir: "auto" }, quote));
    return line;
  }

  /** @param {any[]} entries */
  function seeAlso(entries) {
    const line = make("p", { class: "see-also", dir: "auto" }, "See also ");
    entries.forEach((entry, place) => {
      line.append(place ? "; " : "", linkTo(entry, entry.page), `, ${entry.document.citation}`);
    });
    return line;
  }

  /** @param {any} entry @param {string} address */
  function linkTo(entry, address) {
    const link = make("a", { href: root + address, dir: "auto" });
    const { name, number } = entry;
    const begins = number && `${name} `.startsWith(`${number} `);
    if (begins) link.append(make("span", { class: "number" }, number));
    link.append(begins ? name.slice(number.length) : name);
    return link;
  }

  /** A document by title, edition and date, the date in words. @param {any} document */
  const sourceOf = ({ citation, date }) => (date ? citation.replace(`(${date})`, `(${inWords(date)})`) : citation);

  /** @param {string} date 2007-08-10, 2007-08 or 2007 */
  function inWords(date) {
    const [year, month, day] = date.split("-");
    return [day && String(Number(day)), month && MONTHS[Number(month) - 1], year].filter(Boolean).join(" ");
  }

  /**
   * What was drawn as the options of a list below a box, which has the focus all the time; what is not an answer comes
   * after the list.
   * @param {Node[]} drawn
   */
  function options(drawn) {
    const list = make("div", { role: "listbox", id: "_options", "aria-label": "Answers" });
    const after = [];
    for (const node of drawn) {
      const all = node instanceof Element ? [...node.querySelectorAll("a")] : [];
      const links = all.filter((link) => link.matches("li > a, .whole > a"));
      if (!(node instanceof Element) || !links.length) {
        after.push(node);
        continue;
      }
      const heading = node.querySelector("h2, h3");
      const part = make("div", heading ? { role: "group", "aria-label": heading.textContent || "" } : { role: "none" });
      if (heading) part.append(make("p", { class: "heading", role: "none" }, heading.textContent || ""));
      for (const link of links) part.append(option(link));
      list.append(part);
    }
    let number = 0;
    for (const one of list.querySelectorAll("[role=option]")) one.id = `_option-${(number += 1)}`;
    return number ? [list, ...after] : after;
  }

  /**
   * An answer as one option. No link can be followed inside an option, so of a link in a note only the text is shown.
   * @param {HTMLAnchorElement} link
   */
  function option(link) {
    const attributes = { role: "option", href: link.href, tabindex: "-1", "aria-selected": "false", dir: "auto" };
    const made = make("a", attributes, make("span", { class: "title" }, ...link.childNodes));
    const item = link.closest("li");
    for (const name of ["data-id", "data-why"]) {
      if (item?.hasAttribute(name)) made.setAttribute(name, item.getAttribute(name) || "");
    }
    for (const text of item?.querySelectorAll(":scope > p") || []) {
      for (const noted of text.querySelectorAll("a")) noted.replaceWith(make("bdi", {}, ...noted.childNodes));
      made.append(make("span", { class: text.className, dir: "auto" }, ...text.childNodes));
    }
    return made;
  }

  /**
   * How many rulings name all subjects, and what else does, in a sentence.
   * @param {any[]} parts texts that connect several names
   * @param {number} names
   */
  function verdict(parts, names) {
    const lines = parts.filter(({ key }) => key === "all").flatMap((part) => part.lines);
    const rulings = lines.filter(({ kind }) => kind === "ruling").length;
    const others = lines.length - rulings;
    const number = (/** @type {number} */ count) => COUNTED[count] || String(count);
    const all = names === 2 ? "both" : "them all";
    const but = `, but ${number(others).toLowerCase()} other ${others === 1 ? "text does" : "texts do"}`;
    const said = `${number(rulings)} ${rulings < 2 ? "ruling names" : "rulings name"} ${all}`;
    return make("p", { class: "verdict" }, `${said}${others && !rulings ? but : ""}.`);
  }

  /** @param {any[]} parts texts that connect several names */
  const met = (parts) =>
    parts.filter((part) => part.lines.length).map((part) => group(part.heading, part.lines.map(bearing)));

  /** @param {any} line */
  function bearing({ entry, kind, date, reason, text, page }) {
    const item = make("li", { "data-id": entry.id, "data-why": "names" });
    item.append(linkTo(entry, page));
    const dated = date && date !== entry.document.date ? ` · ${inWords(date)}` : "";
    item.append(make("p", { class: "where", dir: "auto" }, sourceOf(entry.document) + dated));
    item.append(make("p", { class: "reason", dir: "auto" }, reason));
    if (text) item.append(make("p", { class: `passage ${kind}`, dir: "auto" }, shortened(text)));
    return item;
  }

  /** @param {string} text @param {number} [longest] */
  const shortened = (text, longest = LONGEST_TEXT) =>
    text.length <= longest ? text : `${text.slice(0, text.lastIndexOf(" ", longest))} …`;

  /**
   * An entry by name and document alone, and a card without an entry for which it is shown.
   * @param {any} entry
   * @param {string} why
   * @param {string} mentioned
   */
  const shortly = (entry, why, mentioned = "") =>
    make(
      "li",
      { "data-id": entry.id, "data-why": why },
      linkTo(entry, entry.page),
      make("p", { class: "where", dir: "auto" }, `${mentioned ? `names ${mentioned} · ` : ""}${sourceOf(entry.document)}`),
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
   * That a number of an older edition leads to an entry: "2.1 of 1.0 is 3.1 in 2.0".
   * @param {{entry: any, former: any}} led
   */
  function led({ entry, former }) {
    const [before, now] = entry.number && former.number ? [former.number, entry.number] : [former.name, entry.name];
    const [older, newer] = [former, entry].map(({ document }) => document.edition || document.date || document.key);
    return make("p", { class: "led", dir: "auto" }, `${before} of ${older} is ${now} in ${newer}.`);
  }

  /**
   * What is to be doubted of answers, in one line; null where there is nothing.
   * @param {{weak: boolean, missing: string[], readAs: Record<string, string>, partial: string}} doubts
   */
  function doubts({ weak, missing, readAs, partial }) {
    const said = [];
    if (weak) said.push("nothing here answers this, these are closest");
    if (Object.keys(readAs).length) said.push(`read as ${Object.values(readAs).join(", ")}`);
    if (missing.length) said.push(`not in these documents: ${missing.join(", ")}`);
    if (partial) said.push(partial);
    const line = said.join("; ");
    return line ? make("p", { class: "doubts", dir: "auto" }, `${line[0].toUpperCase()}${line.slice(1)}.`) : null;
  }

  return { answers, doubts, group, inWords, led, make, nothing, options, shortly, sourceOf, use };
})();
