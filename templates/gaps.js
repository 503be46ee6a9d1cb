/**
 * Searches that found nothing good, which a reader may keep in this browser alone (IndexedDB); off until it is switched on
 * in "My notes". Nothing of them is sent anywhere. The file that is saved is one that `judge gaps` reads. search-box.js
 * loads this script only where it is switched on.
 */
const judgeGaps = (() => {
  "use strict";

  const MOST = 500; // searches that are kept, the newest; chosen, not fitted
  const { button, download, make, now, root, store } = judgeNotes;
  const { fold } = judgePage;
  const SWITCH = `judge-gaps ${root.href}`;
  const kept = store("gaps");
  kept.all().catch(() => {}); // opened now, so that what is kept when a page is left is kept in time

  /** @typedef {{query: string, answer: string, missing: string[]}} JudgeAsked what was asked, and how sure its first answer is */
  /** @typedef {JudgeAsked & {key: string, opened: string[], written: string}} JudgeGap */

  /** Keep a search, once a day with each entry that was opened. @param {JudgeAsked} asked @param {string[]} [opened] */
  async function keep({ query, answer, missing }, opened = []) {
    const { day, time } = now();
    const key = [day, query, ...opened].join(" ");
    const gap = { key, query: query.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "), answer, missing, opened, written: time };
    try {
      await kept.change((gaps) => gaps.put(gap));
      const gaps = (await kept.all()).sort((one, other) => (one.written < other.written ? -1 : 1));
      const old = gaps.slice(0, -MOST).map((one) => one.key);
      if (old.length) await kept.change((gaps) => old.forEach((one) => gaps.delete(one)));
    } catch {
      // A browser without storage keeps none; "My notes" says so.
    }
  }

  /** Keep a search that found nothing. @param {JudgeAsked} asked */
  const ended = (asked) => (asked.query && asked.answer === "none" ? keep(asked) : null);

  /**
   * Keep what was opened, unless it is the first answer of a search that found something, or only completes what is typed.
   * @param {JudgeAsked} asked
   * @param {HTMLElement} card
   * @param {boolean} typing whether the last word may be unfinished
   */
  function opened(asked, card, typing) {
    const { id, why, rank } = card.dataset;
    const last = fold(asked.query).split(/[^\p{L}\p{N}]+/u).filter(Boolean).pop() || "";
    const names = fold(card.querySelector(".title")?.textContent || "").split(/[^\p{L}\p{N}]+/u);
    const completes = why === "begin" || (typing && names.some((name) => name.startsWith(last)));
    if (id && (asked.answer === "none" || (Number(rank) > 0 && !completes))) void keep(asked, [id]);
  }

  const place = document.getElementById("_gaps");
  if (place) {
    const on = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
    const told = make("p", { role: "status" });
    const list = make("ul");
    const save = button("Save as a file", async () => {
      /** @param {JudgeGap} gap */
      const line = ({ query, answer, missing, opened, written }) => JSON.stringify({ query, answer, missing, opened, written });
      const lines = (await kept.all()).map(line);
      download(`judge-gaps-${now().day}.jsonl`, `${lines.join("\n")}\n`, "application/jsonl");
    }, "Save the searches as a file");
    const clear = button("Delete all", () => void kept.change((gaps) => gaps.clear()).then(show), "Delete all searches");
    const tools = make("p", { class: "sheet-tools" }, save, clear);
    const folded = make("details", {}, make("summary", {}, "What is kept"), list);

    async function show() {
      const gaps = /** @type {JudgeGap[]} */ (await kept.all());
      told.textContent = gaps.length ? `${gaps.length} ${gaps.length === 1 ? "search" : "searches"} kept.` : on.checked ? "No searches are kept yet." : "";
      tools.hidden = folded.hidden = !gaps.length;
      list.replaceChildren(...gaps.reverse().map(({ query, opened }) => make("li", {}, [query, ...opened].join(" → "))));
    }

    /** @param {unknown} error */
    const refused = (error) => {
      on.checked = false;
      told.textContent = `This browser cannot store anything for this page (${error instanceof Error ? error.message : error}).`;
    };
    on.addEventListener("change", async () => {
      try {
        if (on.checked) localStorage.setItem(SWITCH, "on"); // at once: the reader may leave the page
        else localStorage.removeItem(SWITCH);
        await show();
      } catch (error) {
        refused(error);
      }
    });
    try {
      on.checked = localStorage.getItem(SWITCH) === "on";
    } catch {
      // Without storage it stays off.
    }
    place.replaceChildren(make("label", {}, on, " Keep my searches that find nothing useful"), told, tools, folded);
    show().catch(refused);
  }

  return { ended, opened };
})();
