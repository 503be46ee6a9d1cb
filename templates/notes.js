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
   * @property {string} [says] how a part of an entry, such as a ruling, began then
   * @property {string} page its address in the site
   * @property {string} [answer] what settled an open question, of a note from another computer
   * @property {string[]} [known] what else its file says, as earlier versions wrote it
   * @property {string} event
   * @property {string} written day and time
   * @property {string} closed the day on which it was closed
   */

  const SAID = 200; // letters of a part, such as a ruling, by which it is known again
  const ALONE = "Kept only in this browser; nothing is sent.";
  const FROM_DISK =
    "This page was opened from disk. Some browsers then keep separate notes for each page, or delete them, so save your notes as a file.";
  const REFUSED = "This browser cannot store anything for this page, so a note would be lost";

  const { button, make, root } = judgePage;

  /**
   * What the database answers.
   * @template T
   * @param {IDBRequest<T>} asked
   * @returns {Promise<T>}
   */
  const answerOf = (asked) =>
    new Promise((resolve, reject) => {
      asked.addEventListener("success", () => resolve(asked.result));
      asked.addEventListener("error", () => reject(asked.error));
    });

  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;

  /** The database of this site, where a note is an object with a `key`. Nothing is opened before it is asked for. */
  function database() {
    if (opening) return opening;
    const asked = indexedDB.open(`judge-notes ${root.pathname}`, 1);
    asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore("notes", { keyPath: "key" }));
    opening = answerOf(asked);
    opening.catch(() => (opening = null));
    return opening;
  }

  /**
   * Change what is kept, all of it or nothing; it is on the disk before anything says so, even if the page is left now.
   * @param {(store: IDBObjectStore) => void} action
   */
  async function change(action) {
    const changing = (await database()).transaction("notes", "readwrite", { durability: "strict" });
    action(changing.objectStore("notes"));
    changing.commit?.();
    await new Promise((resolve, reject) => {
      changing.addEventListener("complete", () => resolve(null));
      changing.addEventListener("abort", () => reject(changing.error));
    });
  }

  /** @returns {Promise<JudgeNote[]>} open ones first, then the newest */
  async function all() {
    /** @param {JudgeNote} one @param {JudgeNote} other */
    const order = (one, other) => Number(other.open) - Number(one.open) || (one.key < other.key ? 1 : -1);
    const stored = await answerOf((await database()).transaction("notes").objectStore("notes").getAll());
    return stored.sort(order);
  }

  /** @param {JudgeNote[]} notes */
  const keep = (...notes) => change((store) => notes.forEach((note) => store.put(note)));
  /** @param {JudgeNote} note */
  const drop = (note) => change((store) => store.delete(note.key));

  /** @param {unknown} error */
  const refusal = (error) => `${REFUSED} (${error instanceof Error ? error.message : error}). Copy it to another place.`;

  /** The day and the time here. */
  function now() {
    const time = new Date();
    const here = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
    return { day: here.slice(0, 10), time: here.slice(0, 16).replace("T", " ") };
  }

  /** Hand the reader a text as a file. @param {string} name @param {string} text @param {string} type */
  function download(name, text, type) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** Differs from that of any other note; browsers have `randomUUID` only over https. */
  const newKey = (time = Date.now()) => `${time}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

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
    for (const text of [note.call, note.answer]) if (text) part.append(make("p", {}, text));
    const change = button("Change", () => edit(note, changed), `Change your note: ${note.question}`);
    part.append(make("p", { class: "where" }, dated(note), " ", change));
    return part;
  }

  /** How a text begins: enough to know it again. @param {string} text */
  const beginning = (text) => [...text.trim().split(/\s+/).join(" ")].slice(0, SAID).join("").trim();

  /** The part of an entry that a note is on, which may have another number by now. @param {HTMLElement} entry @param {JudgeNote} note */
  function partOf(entry, { at, says }) {
    const [id, name] = at.split("#");
    const parts = /** @type {HTMLElement[]} */ ([...(name ? entry.querySelectorAll(":scope > .text :is(li, p, tr)[id]") : [])]);
    const named = parts.find((part) => [name, `${entry.id}~${name}`].includes(part.id));
    const isSame = (/** @type {HTMLElement | undefined} */ part) => part && beginning(judgePage.wordsOf(part)) === says;
    if (isSame(named) || (!says && id === entry.dataset.ids?.split("|")[0])) return named;
    return parts.find(isSame);
  }

  async function show() {
    const notes = await all();
    for (const old of document.querySelectorAll("[data-ids] .own-note")) old.remove();
    for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ids]"))) {
      const ids = (entry.dataset.ids || "").split("|");
      const place = entry.querySelector(":scope > .tools") || entry.querySelector(":scope > .text");
      for (const note of notes.filter(({ at }) => ids.includes(at.split("#")[0])).reverse()) {
        const made = drawn(note, () => void show());
        const part = partOf(entry, note);
        if (part?.matches("li")) part.append(made);
        else if (part) (part.closest(".table") || part).after(made);
        else place?.after(made);
        if (note.at.includes("#") && !part) made.prepend(make("p", { class: "where" }, `On ${note.where}, which has changed since:`));
      }
    }
  }

  /** A new note on what tools are for, of the event that was written down last. @param {HTMLElement} tools */
  async function begin({ dataset }) {
    const path = new URL(location.href).pathname.slice(root.pathname.length);
    const page = `${path}#${encodeURIComponent(dataset.anchor || "")}`;
    const none = { key: "", question: "", call: "", open: true, written: "", closed: "" };
    const on = { at: dataset.at || "", where: dataset.where || "", page, ...(dataset.says ? { says: beginning(dataset.says) } : {}) };
    const notes = await all().catch((error) => refusal(error));
    const newest = typeof notes === "string" ? [] : notes.sort((one, other) => (one.key < other.key ? 1 : -1));
    edit({ ...none, ...on, event: newest[0]?.event || "" }, () => void show());
    if (typeof notes === "string" && sheet) sheet.told.textContent = notes;
  }

  /** Put "Note" before all tools that have none. */
  function offer() {
    for (const tools of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tools:not([data-noted])"))) {
      tools.dataset.noted = "";
      tools.prepend(button("Note", () => void begin(tools), `Note: write a note on ${tools.dataset.where}`));
    }
  }

  offer();
  addEventListener("hashchange", offer); // site.js has put the tools of a part by then
  show().catch(() => {}); // without storage there are no notes; the sheet says so to who writes one

  return { FROM_DISK, all, dated, download, edit, keep, newKey, now, refusal };
})();
