/**
 * A judge's own notes: a question, the call, whether it is open. They are kept in this browser alone (IndexedDB) and
 * shown on the entry that they name; nothing of them is sent anywhere. "My notes" (my-notes.js) lists and exports them.
 */
const judgeNotes = (() => {
  "use strict";

  /**
   * @typedef {object} JudgeNote
   * @property {string} key begins with when it was made
   * @property {string} question
   * @property {string} call what was ruled; empty where nothing was
     * @property {boolean} open
   * @property {string} at id of the entry; empty without one
   * @property {string} where its citation when the note was written
   * @property {string} page its address in the site
   * @property {string} event
   * @property {string} written day and time
   * @property {string} closed the day on which it was closed
   */

  const STORE = "notes";
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const root = new URL("../", script.src);
  const ALONE = "Kept only in this browser; nothing is sent.";
  const FROM_DISK =
    "This page was opened from a disk: some browsers then keep separate notes for each page, or drop them. Save them as a file.";
  const REFUSED = "This browser keeps nothing for this page, so a note would be lost";

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

  /** @param {string} text @param {() => void} action @param {string} [name] */
  const button = (text, action, name) => {
    const made = make("button", { type: "button", ...(name ? { "aria-label": name } : {}) }, text);
    made.addEventListener("click", action);
    return made;
  };

  // What is kept: a database for each site, of which each change is on the disk before anything says so

  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;

  function database() {
    opening ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open(`judge-notes ${root.pathname}`, 1);
      asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore(STORE, { keyPath: "key" }));
      asked.addEventListener("success", () => resolve(asked.result));
      asked.addEventListener("error", () => reject(asked.error));
    });
    opening.catch(() => (opening = null));
    return opening;
  }

  /** @returns {Promise<JudgeNote[]>} open ones first, then the newest */
  async function all() {
    const asked = (await database()).transaction(STORE).objectStore(STORE).getAll();
    const found = await new Promise((resolve, reject) => {
      asked.addEventListener("success", () => resolve(asked.result));
      asked.addEventListener("error", () => reject(asked.error));
    });
    /** @param {JudgeNote} one @param {JudgeNote} other */
    const order = (one, other) => Number(other.open) - Number(one.open) || (one.key < other.key ? 1 : -1);
    return found.sort(order);
  }

  /** Change what is kept, all of it or nothing. @param {(store: IDBObjectStore) => void} action */
  async function change(action) {
    const changing = (await database()).transaction(STORE, "readwrite", { durability: "strict" });
    action(changing.objectStore(STORE));
    await new Promise((resolve, reject) => {
      changing.addEventListener("complete", () => resolve(null));
      changing.addEventListener("abort", () => reject(changing.error));
    });
  }

  /** @param {JudgeNote[]} notes */
  const keep = (...notes) => change((store) => notes.forEach((note) => store.put(note)));
  /** @param {JudgeNote} note */
  const drop = (note) => change((store) => store.delete(note.key));

  /** @param {unknown} error */
  const refusal = (error) => `${REFUSED} (${error instanceof Error ? error.message : error}). Copy it to another place.`;

  /** The day and the time here, as `judge note` writes them. */
  function now() {
    const time = new Date();
    const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
    const [date, clock] = [day, [time.getHours(), time.getMinutes()]].map((parts) =>
      parts.map((part) => String(part).padStart(2, "0")),
    );
    return { day: date.join("-"), time: `${date.join("-")} ${clock.join(":")}` };
  }

  /** Differs from that of any other note; browsers have `randomUUID` only over https. */
  const newKey = () => `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

  // The sheet on which a note is written

  /** @type {ReturnType<typeof makeSheet> | null} */
  let sheet = null;

  function makeSheet() {
    /** @param {string} label @param {string} tag @param {Record<string, string>} attributes */
    const field = (label, tag, attributes) => {
      const input = /** @type {HTMLInputElement} */ (make(tag, attributes));
      const whole = make("label", {}, make("span", {}, label), input);
      return { input, whole };
    };
    const title = make("h2", { id: "_note-title" });
    const question = field("Question", "textarea", { rows: "2", required: "", maxlength: "1000" });
    const call = field("Call", "textarea", { rows: "3", maxlength: "4000" });
    const open = field("Still open, for the head judge", "input", { type: "checkbox" });
    const event = field("Event", "input", { maxlength: "80" });
    const told = make("p", { role: "status" }, location.protocol === "file:" ? `${ALONE} ${FROM_DISK}` : ALONE);
    const form = /** @type {HTMLFormElement} */ (make("form", { method: "dialog" }));
    const remove = button("Delete", () => {});
    const cancel = button("Cancel", () => dialog.close());
    form.append(title, question.whole, call.whole, open.whole, event.whole, told);
    form.append(make("p", { class: "choices" }, make("button", { type: "submit" }, "Keep"), cancel, remove));
    const dialog = /** @type {HTMLDialogElement} */ (
      make("dialog", { id: "_note", "aria-labelledby": "_note-title", lang: "en" }, form)
    );
    document.body.append(dialog);
    const fields = { question: question.input, call: call.input, open: open.input, event: event.input };
    return { dialog, form, title, told, remove, fields, shown: "" };
  }

  /**
   * Open the sheet with a note. What was typed on it and not kept is there again.
   * @param {JudgeNote} note
   * @param {() => void} done is called when the note is kept or deleted
   */
  function edit(note, done) {
    sheet ??= makeSheet();
    const { dialog, form, title, told, remove, fields } = sheet;
    const draft = `${note.key} ${note.at}`;
    if (sheet.shown !== draft) {
      for (const name of /** @type {const} */ (["question", "call", "event"])) fields[name].value = note[name];
      fields.open.checked = note.open && Boolean(note.key);
      sheet.shown = draft;
    }
    title.textContent = note.where ? `Note on ${note.where}` : "Note";
    remove.hidden = !note.key;
    /** @param {Promise<void>} changing */
    const finish = async (changing) => {
      try {
        await changing;
        if (sheet) sheet.shown = "";
        dialog.close();
        done();
      } catch (error) {
        told.textContent = refusal(error);
      }
    };
    form.onsubmit = (submitted) => {
      submitted.preventDefault();
      const { day, time } = now();
      const [question, call, event] = [fields.question, fields.call, fields.event].map(({ value }) => value.trim());
      const open = fields.open.checked || !(call || note.closed);
      const kept = { ...note, question, call, event: event || day, open, closed: open ? "" : note.closed || day };
      void finish(keep({ ...kept, key: note.key || newKey(), written: note.written || time }));
    };
    remove.onclick = () => void finish(drop(note));
    dialog.showModal();
  }

  // What an entry shows

  /** @param {JudgeNote} note */
  const dated = ({ event, written }) => (written.startsWith(event) ? written : `${event}, ${written}`);

  /** @param {JudgeNote} note @param {() => void} changed */
  function drawn(note, changed) {
    const part = make("div", { class: "own-note", role: "note", "aria-label": "Your own note", lang: "en" });
    part.append(make("p", {}, make("b", {}, note.open ? "Your note, open:" : "Your note:"), ` ${note.question}`));
    if (note.call) part.append(make("p", {}, note.call));
    const change = button("Change", () => edit(note, changed), `Change your note: ${note.question}`);
    part.append(make("p", { class: "where" }, dated(note), " ", change));
    return part;
  }

  /** @param {Element} entry */
  const idsOf = (entry) => (entry.getAttribute("data-ids") || "").split("|");

  async function show() {
    const notes = await all();
    for (const entry of document.querySelectorAll("[data-ids]")) {
      const ids = idsOf(entry);
      for (const old of entry.querySelectorAll(":scope > .own-note")) old.remove();
      const place = entry.querySelector(":scope > .tools") || entry.querySelector(":scope > .text");
      place?.after(...notes.filter(({ at }) => ids.includes(at)).map((note) => drawn(note, () => void show())));
    }
  }

  /** A new note on an entry, of the event that was written down last. @param {Element} entry */
  async function begin(entry) {
    const cite = entry.querySelector("[data-cite]")?.getAttribute("data-cite") || "";
    const path = new URL(location.href).pathname.slice(root.pathname.length);
    const page = `${path}#${encodeURIComponent(entry.id)}`;
    const none = { key: "", question: "", call: "", open: true, written: "", closed: "" };
    const notes = await all().catch((error) => refusal(error));
    const newest = typeof notes === "string" ? [] : notes.sort((one, other) => (one.key < other.key ? 1 : -1));
    const event = newest[0]?.event || "";
    edit({ ...none, event, at: idsOf(entry)[0], where: cite, page }, () => void show());
    if (typeof notes === "string" && sheet) sheet.told.textContent = notes;
  }

  for (const entry of document.querySelectorAll("[data-ids]")) {
    const cite = entry.querySelector("[data-cite]")?.getAttribute("data-cite") || "";
    entry.querySelector(":scope > .tools")?.prepend(button("Note", () => void begin(entry), `Note: write one on ${cite}`));
  }
  show().catch(() => {}); // without storage there are no notes; the sheet says so to who writes one

  return { FROM_DISK, all, button, dated, edit, keep, make, now, refusal, root };
})();
