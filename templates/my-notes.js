/**
 * The page "My notes": all notes of this browser, open ones first; search, close, change, save as the Markdown file that
 * docs/sharing.md shows, and import such a file.
 */
(() => {
  "use strict";

  const place = document.getElementById("_notes");
  if (!place || typeof judgeNotes === "undefined") return;
  const { all, dated, download, edit, keep, newKey, now } = judgeNotes;
  const { button, fold, make, root } = judgePage;
  const filter = /** @type {HTMLInputElement} */ (make("input", { type: "search", id: "_find-notes" }));
  const list = make("div");
  const told = make("p", { role: "status" });
  const LARGEST = 4_000_000; // bytes of a file that is imported
  const SAID = /^(?:- )?(at|written|state|words then|text then|newer then|Call|Answer): (.*)$/;

  /** @typedef {Awaited<ReturnType<typeof all>>[number]} JudgeNote */

  /** @param {string} text */
  const line = (text) => text.split(/\s+/).join(" ").trim();

  /** @param {JudgeNote} note */
  const words = (note) => fold([note.question, note.call, note.at, note.where, note.event].join(" "));

  async function show() {
    const wanted = fold(filter.value).split(/\s+/).filter(Boolean);
    const notes = await all();
    const found = notes.filter((note) => wanted.every((word) => words(note).includes(word)));
    list.replaceChildren(...found.map(drawn));
    const open = notes.filter((note) => note.open).length;
    const none = "There is no note yet. Tap the number of a rule, then “Note”.";
    told.textContent = notes.length ? `${found.length} of ${notes.length}, ${open} open` : none;
  }

  /** @param {JudgeNote} note */
  function drawn(note) {
    const part = make("section", { class: "own-note" });
    part.append(make("h2", {}, note.open ? make("b", {}, "Open: ") : "", note.question));
    if (note.call) part.append(make("p", {}, note.call));
    if (note.answer) part.append(make("p", {}, `Answer: ${note.answer}`));
    if (note.page) part.append(make("p", {}, make("a", { href: new URL(note.page, root).href }, note.where || note.at)));
    const line = make("p", { class: "where" }, dated(note), " ");
    const close = { ...note, open: false, closed: now().day };
    if (note.open) line.append(button("Close", () => void changed(keep(close)), `Close: ${note.question}`), " ");
    line.append(button("Change", () => edit(note, () => void show()), `Change: ${note.question}`));
    part.append(line);
    return part;
  }

  /** @param {Promise<void>} changing */
  async function changed(changing) {
    try {
      await changing;
      await show();
    } catch (error) {
      told.textContent = judgeNotes.refusal(error);
    }
  }

  /** All notes as Markdown, by event. @param {JudgeNote[]} notes */
  function markdown(notes) {
    const written = [...notes].sort((one, other) => (one.key < other.key ? -1 : 1));
    const events = [...new Set(written.map(({ event }) => event))];
    let number = 0;
    /** @param {JudgeNote} note */
    const one = (note) => {
      number += 1;
      const facts = [
        note.at && `- at: ${note.at} (${line(note.where)})`,
        `- written: ${note.written}`,
        `- state: ${note.open ? "open" : `closed ${note.closed}`}`,
        note.says && `- text then: ${note.says}`,
        ...(note.known || []),
      ];
      const texts = [note.call && `Call: ${line(note.call)}`, note.answer && `Answer: ${note.answer}`];
      return [`## ${number}. ${line(note.question)}`, ...texts, facts.filter(Boolean).join("\n")].filter(Boolean);
    };
    const parts = events.map((event) => [`# ${line(event)}`, ...written.filter((note) => note.event === event).flatMap(one)]);
    return `${parts.map((part) => part.join("\n\n")).join("\n\n")}\n`;
  }

  const save = async () => download(`judge-notes-${now().day}.md`, markdown(await all()), "text/markdown");

  /** The notes of a file, with keys of their own. @param {string} text @returns {JudgeNote[]} */
  function parsed(text) {
    /** @type {{question: string, event: string, said: Record<string, string>}[]} */
    const found = [];
    let event = "";
    for (const one of text.split(/\r\n?|\n/)) {
      const [, question] = one.match(/^## \d{1,9}\. (.*)$/) || [];
      const [, name, value] = one.match(SAID) || [];
      if (question !== undefined) found.push({ question, event, said: {} });
      else if (one.startsWith("# ")) event = one.slice(2).trim();
      else if (name && found.length) found[found.length - 1].said[name] = value.trim();
    }
    return found.map(({ question, event, said }) => {
      const { at: on = "", written = "", state = "open", Call: call = "", Answer: answer = "" } = said;
      const [, at, where = ""] = on.match(/^(.*?)(?: \((.*)\))?$/) || ["", ""];
      const times = { open: state === "open", closed: state.replace(/^(open|closed) ?/, ""), written };
      const key = newKey(Date.parse(written.replace(" ", "T")) || Date.now());
      const page = at && `search.html?${new URLSearchParams({ q: at.split("#")[0] })}`; // in an update it may be elsewhere
      const known = ["words then", "newer then"].filter((name) => said[name]).map((name) => `- ${name}: ${said[name]}`);
      return { key, question, call, answer, at, where, page, event: event || written.slice(0, 10), ...times, says: said["text then"], known };
    });
  }

  /** Add the notes of a file that are not there yet; nothing else changes. @param {File} file */
  async function take(file) {
    const found = file.size > LARGEST ? [] : parsed(await file.text());
    if (!found.some(({ written }) => written)) {
      told.textContent = `${file.name} contains no notes; choose a file that was saved with “Save as a file”.`;
      return;
    }
    /** @param {JudgeNote} note */
    const name = ({ question, at, written }) => JSON.stringify([line(question), at, written]);
    try {
      const there = new Set((await all()).map(name));
      const added = found.filter((note) => !there.has(name(note)));
      await keep(...added);
      await show();
      told.textContent = `${added.length} new, ${found.length - added.length} there already.`;
    } catch (error) {
      told.textContent = judgeNotes.refusal(error);
    }
  }

  const input = /** @type {HTMLInputElement} */ (make("input", { type: "file", hidden: "", "aria-label": "File with notes" }));
  input.addEventListener("change", async () => {
    const [file] = input.files || [];
    if (file) await take(file);
    input.value = "";
  });
  filter.addEventListener("input", () => void show());
  const label = make("label", { for: "_find-notes" }, "Words of a note");
  const tools = make("p", { class: "note-tools" }, button("Save as a file", () => void save()), button("Import a file", () => input.click()), input);
  const disk = location.protocol === "file:" ? [make("p", {}, judgeNotes.FROM_DISK)] : [];
  show().then(
    () => place.replaceChildren(...disk, make("p", { class: "filter" }, label, filter), told, tools, list),
    (error) => place.replaceChildren(make("p", { role: "alert" }, judgeNotes.refusal(error))),
  );
})();
