/**
 * The page "My notes": all notes of this browser, open ones first; search, close, change, save as the Markdown file that
 * `judge notes --import` reads.
 */
(() => {
  "use strict";

  const place = document.getElementById("_notes");
  if (!place || typeof judgeNotes === "undefined") return;
  const { all, button, dated, download, edit, keep, make, now, root } = judgeNotes;
  const filter = /** @type {HTMLInputElement} */ (make("input", { type: "search", id: "_find-notes" }));
  const list = make("div");
  const told = make("p", { role: "status" });

  /** @typedef {Awaited<ReturnType<typeof all>>[number]} JudgeNote */

  /** @param {string} text */
  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase();
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
      ];
      return [`## ${number}. ${line(note.question)}`, note.call && `Call: ${line(note.call)}`, facts.filter(Boolean).join("\n")].filter(Boolean);
    };
    const parts = events.map((event) => [`# ${line(event)}`, ...written.filter((note) => note.event === event).flatMap(one)]);
    return `${parts.map((part) => part.join("\n\n")).join("\n\n")}\n`;
  }

  const save = async () => download(`judge-notes-${now().day}.md`, markdown(await all()), "text/markdown");

  filter.addEventListener("input", () => void show());
  const label = make("label", { for: "_find-notes" }, "Words of a note");
  const tools = make("p", { class: "sheet-tools" }, button("Save as a file", () => void save()));
  const disk = location.protocol === "file:" ? [make("p", {}, judgeNotes.FROM_DISK)] : [];
  show().then(
    () => place.replaceChildren(...disk, make("p", { class: "filter" }, label, filter), told, tools, list),
    (error) => place.replaceChildren(make("p", { role: "alert" }, judgeNotes.refusal(error))),
  );
})();
