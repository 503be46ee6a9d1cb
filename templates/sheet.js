/**
 * The judge's sheet: chosen rules and cards on one page, to print. The address names them, so a sheet can be sent as a
 * link; without any it shows what was put on the sheet on this device. assets/search.js gives the texts.
 */
(() => {
  "use strict";

  const MOST = 60;
  const place = document.getElementById("_sheet");
  const form = document.getElementById("_search");
  if (!place || !form || typeof judgeParts === "undefined") return;
  const root = new URL(form.dataset.root || ".", document.baseURI).href;
  judgeParts.useRoot(root);
  judgeDrawing.use(root, 2);
  document.documentElement.dataset.search = "scripts";
  const { make } = judgeDrawing;
  const stored = judgePanel.listStored("judge-sheet"); // without storage the address alone says what is on the sheet
  const named = new URLSearchParams(location.search).getAll("rule");
  let chosen = [...new Set(named.length ? named : stored.get())].slice(0, MOST);

  /** The address of the sheet as it is now. */
  const address = () => `${location.pathname}?${new URLSearchParams(chosen.map((one) => ["rule", one]))}`;

  /** @param {string[]} wanted */
  function choose(wanted) {
    chosen = wanted;
    stored.set(chosen);
    void show();
  }

  async function show() {
    if (!place) return;
    if (!chosen.length) {
      place.replaceChildren(make("p", {}, "Nothing is on the sheet yet. Choose “Sheet” next to a rule or a card."));
      return;
    }
    const settings = await judgeLookup.start();
    const drawn = [];
    for (const one of chosen) drawn.push(drawnEntry(await found(one, settings.documents), one));
    place.replaceChildren(...drawn, tools());
    try {
      history.replaceState(null, "", address());
    } catch {
      // Some browsers do not allow this for pages opened as files.
    }
  }

  /**
   * The entry with an address or an id, looked for in the document that either begins with; of a card, the first of its
   * entries, with the others loaded.
   * @param {string} wanted
   * @param {any[]} documents
   * @returns {Promise<JudgeEntry | null>}
   */
  async function found(wanted, documents) {
    const document = documents.find(({ folder, key }) => wanted.startsWith(`${folder}/`) || wanted.startsWith(`${key}:`));
    if (!document) return null;
    const positions = Array.from({ length: document.last - document.first + 1 }, (_, place) => document.first + place);
    for (;;) {
      try {
        const entry = judgeStore.rows(positions).find(({ page, id }) => [page, id].includes(wanted));
        return entry ? judgeStore.rows(entry.rare.same || [entry.position])[0] : null;
      } catch (error) {
        if (!(error instanceof judgeParts.Missing)) throw error;
        await Promise.all(error.parts.map(judgeParts.load));
      }
    }
  }

  /** @param {JudgeEntry | null} entry @param {string} wanted */
  function drawnEntry(entry, wanted) {
    const remove = make("button", { type: "button" }, "Remove from the sheet");
    remove.addEventListener("click", () => choose(chosen.filter((one) => one !== wanted)));
    if (!entry) {
      const part = make("section", { class: "entry chosen" });
      part.append(make("p", {}, `There is no longer a rule or card at ${wanted}.`), remove);
      return part;
    }
    const part = judgeDrawing.item(judgeDrawing.wholeCard(entry), "section");
    part.append(remove);
    return part;
  }

  function tools() {
    const line = make("p", { class: "sheet-tools" });
    const print = make("button", { type: "button" }, "Print");
    print.addEventListener("click", () => window.print());
    const clear = make("button", { type: "button" }, "Clear the sheet");
    clear.addEventListener("click", () => choose([]));
    line.append(print, make("a", { href: address() }, "Link to this sheet"), clear);
    return line;
  }

  show().catch((error) => place.replaceChildren(make("p", { role: "alert" }, `The sheet could not be loaded: ${error}.`)));
})();
