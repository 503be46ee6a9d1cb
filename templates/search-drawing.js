/** Answers as elements of a page. Text of documents is only ever set as text, never as markup. */
const judgeDrawing = (() => {
  "use strict";

  const COUNTED = "No One Two Three Four Five Six Seven Eight Nine Ten".split(" ");
  const NAMED_KINDS = ["ruling", "example"]; // what a verdict counts; all else is another text
  const LONGEST_TEXT = 700;
  const LONGEST_WORD = 40;
  const LONGEST_OPTION = 130; // letters of a text below the box
  const LONGEST_NAMING = 300; // the same of one that names all that was typed
  const NAMING = 2; // such texts below the box
  const SHORT_ERRATA = 160; // letters of an errata below an answer
  const BESIDE = 2; // newer texts beside an answer
  const HEADINGS = /** @type {Record<string, string>} */ ({
    number: "With this number",
    title: "With this name",
    alias: "Also called this",
    mentioned: "No entry of that name; named in",
    fuzzy: "Did you mean",
    names: "On these together",
    text: "Speaking of this",
    newer: "In the newest rules",
  });

  const MONTHS = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });

  /** @type {typeof judgePage.make} */
  const make = (...all) => judgePage.make(...all);

  /**
   * An answer as it is drawn everywhere: on the search page, below the box.
   * @typedef {object} JudgeCard
   * @property {string} href
   * @property {string} name
   * @property {string} [number] the number that its name begins with
   * @property {string} [id] of the entry
   * @property {string} [why]
   * @property {number} [rank] its place among all answers, from 0
   * @property {boolean} [gone] whether it is not in force any more
   * @property {JudgeWords[][]} [texts] what answers, a paragraph each; of a card that was named, the wording in force first
   * @property {string} [kind] of the text
   * @property {string} [language] of the text, where it is not that of the page
   * @property {string} [where] document and chapter
   * @property {string[]} [state] the word for its status, and what it is called in the style sheet
   * @property {JudgeNote[]} [notes] what is said besides, where there is room
   * @property {{heading: string, cards: JudgeCard[]}} [more] other answers of its chapter
   * @property {JudgeCard[]} [others] what other documents say of the same card
   */
  /** @typedef {{text: string, marked?: boolean}} JudgeWords */
  /** @typedef {{kind: string, parts: (string | JudgeCard | {quote: string})[]}} JudgeNote */
  /** @typedef {{heading: string, cards: JudgeCard[]}} JudgeSection */

  /**
   * Answers under headings that say how they were found; what connects several names is told part by part where there
   * is room, before what is found by words alone. Below the box, the texts that name them all come first.
   * @param {any} result
   * @param {boolean} whole whether there is room
   * @returns {JudgeSection[]}
   */
  function sections({ answers, interactions }, whole) {
    /** @type {JudgeSection[]} */
    const found = [];
    let toTell = interactions.length > 0;
    const parts = (whole ? interactions : naming(interactions)).filter((/** @type {any} */ { lines }) => lines.length);
    const told = whole ? [] : parts.flatMap((/** @type {any} */ { lines }) => lines.map((/** @type {any} */ one) => one.entry.position));
    const tell = () => {
      if (toTell) found.push(...parts.map((/** @type {any} */ part) => ({ heading: part.heading, cards: cardsOfPart(part) })));
      toTell = false;
    };
    const kinds = judgeStore.groupedBy(answers.keys(), (place) => answers[place].why);
    for (const [why, places] of kinds) {
      const untold = places.filter((place) => !told.includes(answers[place].entry.position));
      const cards = (why === "names" ? untold : places).map((place) => cardOf(answers[place], place));
      if (["names", "text"].includes(why)) tell();
      if (why === "names" && interactions.length && whole) continue;
      found.push({ heading: HEADINGS[why], cards: why === "text" && whole ? together(places.map((one) => answers[one]), cards) : cards });
    }
    tell();
    return found;
  }

  /** The first texts that name all subjects. @param {any[]} parts */
  const naming = (parts) =>
    parts.filter(({ key }) => key === "all").map((part) => ({ ...part, lines: part.lines.slice(0, NAMING) }));

  /**
   * The lines of a part that is told. Where each names all subjects, the heading has said so: the names are bold in the
   * text instead, and the kind of text is before its source.
   * @param {{key: string, lines: any[], names: string[]}} part
   * @returns {JudgeCard[]}
   */
  function cardsOfPart({ key, lines, names }) {
    const cards = lines.map(cardOfLine);
    if (key !== "all") return cards;
    return cards.map((card) => ({
      ...card,
      texts: card.texts?.map((words) => words.flatMap(({ text }) => withNames(text, names))),
      where: [card.kind && card.kind[0].toUpperCase() + card.kind.slice(1), card.where].filter(Boolean).join(" · "),
      notes: card.notes?.filter(({ kind }) => kind !== "reason"),
    }));
  }

  /** A text in which names are marked, whatever their ending. @param {string} text @param {string[]} names @returns {JudgeWords[]} */
  function withNames(text, names) {
    const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    const parts = text.split(new RegExp(`(?<!\\p{L})((?:${escaped.join("|")})\\p{L}*)`, "giu"));
    return parts.map((part, place) => ({ text: part, marked: place % 2 > 0 })).filter((part) => part.text);
  }

  /**
   * Answers of one chapter form one, the best of them open and the others folded below it.
   * @param {any[]} answers
   * @param {JudgeCard[]} cards
   * @returns {JudgeCard[]}
   */
  function together(answers, cards) {
    const chapters = judgeStore.groupedBy(cards.keys(), (place) => {
      const { entry, path } = answers[place];
      return [entry.document.key, path[1] || entry.id].join("\n");
    });
    return [...chapters].map(([chapter, places]) => {
      const [best, ...others] = places.map((place) => cards[place]);
      const heading = `${others.length} more in ${chapter.split("\n")[1]}`;
      return others.length ? { ...best, more: { heading, cards: others } } : best;
    });
  }

  /** @param {any} answered @param {number} rank @returns {JudgeCard} */
  function cardOf(answered, rank) {
    const { age, entry, why, label, gone, newer, path, snippet, whole, doubt, date, errata, renumbered, others } = answered;
    const { summary, inShort, printed } = entry.rare;
    const isRuling = entry.kinds[entry.texts.indexOf(whole)] === "ruling";
    const document = judgeStore.isOfOne() ? "" : sourceOf(entry.document);
    const source = [printed && !isRuling ? printed : "", document].join(" ").trim();
    const dated = date && date !== entry.document.date ? ` · ${inWords(date)}` : "";
    /** @type {JudgeNote[]} */
    const notes = [
      ...renumbered.map((/** @type {any} */ one) => note("", [cardOfEntry(one.entry), ` (written as ${one.writtenAs})`])),
      ...(doubt ? [note("doubtful", [`The order here is doubtful: ${doubt}.`])] : []),
      ...(summary ? [note("in-short", [summary])] : []),
      ...(inShort ? [note("in-short", [`in short: ${shortened(inShort, SHORT_ERRATA)}`])] : []),
      ...newerNotes(newer),
      ...(age ? [note("", [age])] : []),
    ];
    const found = snippet.length ? [snippet] : [];
    const corrected = errata && errata !== whole ? [[{ text: `Errata: ${shortened(errata, SHORT_ERRATA)}` }]] : [];
    const untitled = entry.number && !entry.title && snippet.length ? { name: "" } : {}; // its text is below
    return {
      ...cardOfEntry(entry),
      ...untitled,
      ...{ why, rank, gone, notes },
      texts: isFound(answered) ? [...found, ...corrected] : [...corrected, ...found],
      where: [source, ...path.slice(1).slice(-2)].filter(Boolean).join(" › ") + dated,
      state: stateOf(label, newer),
      others: others.map((/** @type {any} */ one) => cardOf(one, rank)),
    };
  }

  /** @param {any} line @returns {JudgeCard} */
  const cardOfLine = ({ entry, kind, date, reason, text, page, label, gone, newer }) => ({
    ...cardOfEntry({ ...entry, page }),
    gone,
    state: stateOf(label, newer),
    why: "names",
    texts: text ? [[{ text: shortened(text) }]] : [],
    kind,
    where: sourceOf(entry.document) + (date && date !== entry.document.date ? ` · ${inWords(date)}` : ""),
    notes: [note("reason", [reason]), ...newerNotes(newer)],
  });

  /** The word for a status, and what it is called in the style sheet. @param {string} label @param {any[]} newer */
  const stateOf = (label, newer) =>
    label || newer.length ? [label || "older", `${label || "older"}${newer.length ? " newer" : ""}`] : [];

  /** What is newer than a text, with the sentence that tells. @param {{entry: JudgeEntry, quote: string}[]} newer */
  const newerNotes = (newer) =>
    newer.slice(0, BESIDE).map(({ entry, quote }) => {
      const said = quote ? [": ", { quote }] : [];
      return note("newer", ["Newer: ", cardOfEntry(entry), `, ${entry.document.citation}`, ...said]);
    });

  /**
   * An entry by name and document alone, and a card without an entry for which it is shown.
   * @param {any} entry
   * @param {string} [why]
   * @param {string} [mentioned]
   * @returns {JudgeCard}
   */
  function cardOfEntry(entry, why = "", mentioned = "") {
    const { id, name, number, page } = entry;
    const begins = number && `${name} `.startsWith(`${number} `);
    const where = `${mentioned ? `names ${mentioned} · ` : ""}${sourceOf(entry.document)}`;
    const shown = begins ? { number, name: name.slice(number.length) } : { number: "", name };
    return { href: judgePage.root + page, id, why, ...shown, where, language: entry.document.language };
  }

  /** @param {string} kind @param {(string | JudgeCard | {quote: string})[]} parts @returns {JudgeNote} */
  const note = (kind, parts) => ({ kind, parts });

  /** A document by title, edition and date, the date in words. @param {any} document */
  const sourceOf = ({ citation, date }) => (date ? citation.replace(`(${date})`, `(${inWords(date)})`) : citation);

  /** @param {string} date 2007-08-10, 2007-08 or 2007 */
  function inWords(date) {
    const [year, month, day] = date.split("-");
    return [day && String(Number(day)), month && MONTHS.format(new Date(`${year}-${month}`)), year].filter(Boolean).join(" ");
  }

  // Drawing a card

  /** @param {JudgeCard} card @returns {(Node | string)[]} */
  function nameOf({ number, name, gone }) {
    const words = number ? [make("span", { class: "number" }, number), name] : [name];
    return gone ? [make("s", {}, ...words)] : words;
  }

  /** @param {JudgeWords[]} words */
  const marked = (words) => words.map(({ text, marked }) => (marked ? make("mark", {}, text) : text));

  /** Where a card stands and its status. @param {JudgeCard} card @returns {(Node | string)[]} */
  function placeOf({ where, state }) {
    const [word, style] = state || [];
    return [where || "", ...(word ? [" ", make("b", { class: `state ${style}` }, word)] : [])];
  }

  /** A card with all that is said of it, for where there is room. @param {JudgeCard} card */
  function item(card) {
    const made = make("li", dataOf(card), make("a", { class: "title", href: card.href, dir: "auto" }, ...nameOf(card)));
    made.append(...saidOf(card, placeOf(card)));
    for (const other of card.others || []) {
      const [place, ...state] = placeOf(other);
      made.append(...saidOf(other, [make("a", { href: other.href, dir: "auto" }, place), ...state]));
    }
    if (card.more) {
      const folded = make("ol", { class: "answers" }, ...card.more.cards.map((one) => item(one)));
      made.append(make("details", { class: "more" }, make("summary", { dir: "auto" }, card.more.heading), folded));
    }
    return made;
  }

  /**
   * What a card says, where it stands, and what is said besides.
   * @param {JudgeCard} card
   * @param {(Node | string)[]} place
   */
  function saidOf(card, place) {
    const said = (card.texts || []).map((words) => line(`passage ${card.kind || ""}`, ...marked(words)));
    if (card.language) for (const passage of said) passage.lang = card.language;
    if (card.where) said.push(line("where", ...place));
    for (const { kind, parts } of card.notes || []) said.push(line(kind || "where", ...parts.map(drawnPart)));
    return said;
  }

  /** Whether the text of a card answers, not its name. @param {{why?: string}} card */
  const isFound = ({ why }) => judgeStore.settings().words.ranked.includes(why);

  /** @param {string} style @param {(Node | string)[]} children */
  const line = (style, ...children) => make("p", { class: style.trim(), dir: "auto" }, ...children);

  /** @param {string | JudgeCard | {quote: string}} part */
  function drawnPart(part) {
    if (typeof part === "string") return part;
    if ("quote" in part) return make("q", { dir: "auto" }, part.quote);
    return make("a", { href: part.href, dir: "auto" }, ...nameOf(part));
  }

  /** @param {JudgeCard} card */
  function dataOf({ id, why, rank }) {
    const known = { "data-id": id, "data-why": why, "data-rank": rank?.toString() };
    return /** @type {Record<string, string>} */ (Object.fromEntries(Object.entries(known).filter(([, value]) => value)));
  }

  /** Sections of cards on a page. @param {JudgeSection[]} shown */
  const page = (shown) =>
    shown.map(({ heading, cards }) =>
      make(
        "section",
        { class: "group" },
        make("h2", {}, heading),
        make("ol", { class: "answers" }, ...cards.map((one) => item(one))),
      ),
    );

  /**
   * Sections of cards as the options of a list below a box, which has the focus all the time: name, the text that
   * answers, where it stands, and a word for its status. No link can be followed inside an option.
   * @param {JudgeSection[]} shown
   */
  function list(shown) {
    let number = 0;
    const groups = shown.map(({ heading, cards: whole }) => {
      const cards = whole.map((card, place) => brief(card, whole[place - 1]));
      const group = make("div", heading ? { role: "group", "aria-label": heading } : { role: "none" });
      if (heading) group.append(make("p", { class: "heading", role: "none" }, heading));
      for (const card of cards) group.append(option(card, `_option-${(number += 1)}`));
      return group;
    });
    return number ? [make("div", { role: "listbox", id: "_options", "aria-label": "Answers" }, ...groups)] : [];
  }

  /**
   * A card for an option: its text cut after a word, its source only where it is not that of the card before.
   * @param {JudgeCard} card
   * @param {JudgeCard} [before]
   * @returns {JudgeCard}
   */
  function brief(card, before) {
    const whole = card.kind ? around(card.texts?.[0] || []) : card.texts?.[0] || [];
    let left = card.kind ? LONGEST_NAMING : LONGEST_OPTION;
    /** @type {JudgeWords[]} */
    const words = [];
    for (const { text, marked } of whole) {
      if (left > 0) words.push({ text: shortened(text, left), marked });
      left -= text.length;
    }
    if (left < 0 && !words.at(-1)?.text.endsWith("…")) words.push({ text: " …", marked: false });
    const repeats = before && before.where === card.where && !card.state?.length;
    return { ...card, texts: words.length ? [words] : [], where: repeats ? "" : card.where };
  }

  /** A text from so late on that the last name that is marked in it has room. @param {JudgeWords[]} words */
  function around(words) {
    const until = words.map(({ marked }) => Boolean(marked)).lastIndexOf(true) + 1;
    const length = words.slice(0, until).reduce((sum, { text }) => sum + text.length, 0);
    let left = length - LONGEST_NAMING + LONGEST_OPTION / 2; // with some of what follows the name
    if (length <= LONGEST_NAMING) return words;
    const found = words.flatMap(({ text, marked }) => {
      const cut = Math.min(Math.max(left, 0), text.length);
      left -= text.length;
      return cut < text.length ? [{ text: cut ? text.slice(cut).replace(/^\S* /, "") : text, marked }] : [];
    });
    return [{ text: "… " }, ...found];
  }

  /** @param {JudgeCard} card @param {string} id */
  function option(card, id) {
    const attributes = { role: "option", id, href: card.href, tabindex: "-1", "aria-selected": "false", dir: "auto" };
    const made = make("a", { ...attributes, ...dataOf(card) }, make("span", { class: "title" }, ...nameOf(card)));
    for (const one of [card, ...(card.others || [])]) {
      const words = marked(one.texts?.[0] || []);
      if (words.length) made.append(make("span", { class: "passage", dir: "auto" }, ...words));
      if (one.where) made.append(make("span", { class: "where", dir: "auto" }, ...placeOf(one)));
    }
    return made;
  }

  /**
   * How many rulings name all subjects, and what else does, in a sentence.
   * @param {any[]} parts texts that connect several names
   */
  function verdict(parts) {
    const lines = parts.filter(({ key }) => key === "all").flatMap((part) => part.lines);
    const all = parts[0].names.length === 2 ? "both" : "them all";
    const number = (/** @type {number} */ count) => COUNTED[count] || String(count);
    const say = (/** @type {string} */ said) => make("p", { class: "verdict" }, said);
    const count = (/** @type {string} */ wanted) =>
      lines.filter(({ kind }) => (NAMED_KINDS.includes(kind) ? kind : "other text") === wanted).length;
    if (!count("ruling")) {
      const others = `${number(lines.length).toLowerCase()} other ${lines.length === 1 ? "text does" : "texts do"}`;
      return say(`No ruling names ${all}${lines.length ? `, but ${others}` : ""}.`);
    }
    const kinds = [...NAMED_KINDS, "other text"].filter(count);
    const counted = kinds.map((kind) => `${number(count(kind)).toLowerCase()} ${kind}${count(kind) === 1 ? "" : "s"}`);
    const told = [counted.slice(0, -1).join(", "), counted[counted.length - 1]].filter(Boolean).join(" and ");
    return say(`${told[0].toUpperCase()}${told.slice(1)} ${lines.length === 1 ? "names" : "name"} ${all}.`);
  }

  /** The beginning of a text; no word is cut but in one written without blanks. @param {string} text @param {number} [longest] */
  function shortened(text, longest = LONGEST_TEXT) {
    const blank = text.lastIndexOf(" ", longest);
    const end = blank < 0 && text.length > LONGEST_WORD ? longest : Math.max(blank, 0);
    return text.length <= longest ? text : `${text.slice(0, end)} …`;
  }

  /**
   * What is said where nothing was found.
   * @param {string} typed
   * @param {boolean} isNear whether something comes near
   */
  const nothing = (typed, isNear) =>
    make("p", { class: "nothing" }, `Nothing found for “${typed}”.${isNear ? "" : " Try fewer words, or different ones."}`);

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
   * @param {{graded: string, missing: string[], readAs: Record<string, string>, partial: string, meant: string}} doubts
   */
  function doubts({ graded, missing, readAs, partial, meant }) {
    const said = [];
    if (graded === "none") said.push("No answer found. Closest matches");
    if (graded === "unsure") said.push("Not sure. Closest matches");
    if (Object.keys(readAs).length) said.push(`read as ${Object.values(readAs).join(", ")}`);
    if (missing.length) said.push(`not in these documents: ${missing.join(", ")}`);
    if (partial) said.push(partial);
    if (meant) said.push(`${meant} first`);
    const line = said.join("; ");
    return line ? make("p", { class: "doubts", dir: "auto" }, `${line[0].toUpperCase()}${line.slice(1)}.`) : null;
  }

  return { cardOfEntry, doubts, isFound, led, list, nothing, page, sections, verdict };
})();
