/** What is shown for what is typed: answers, titles that begin with it, close matches. */
const judgePanel = (() => {
  "use strict";

  const OFFERED = 8; // answers below the box
  const LEAST = 3; // of these that are shown however low the window is
  const LISTED = 10; // answers on the search page, as many as `judge search` gives
  const MORE = 100; // when more are asked for
  const BEGINNINGS = 6; // titles that begin with what is typed
  const TELL_AFTER = 600; // milliseconds without a key, before a screen reader is told

  /** @typedef {{game?: string, document?: string, kind?: string, meant?: string}} JudgeNarrowing */

  /**
   * @typedef {object} JudgeFrame
   * @property {HTMLElement} place where things are shown
   * @property {HTMLElement} told what a screen reader reads out
   * @property {HTMLInputElement} box
   * @property {boolean} whole whether the place is the search page, where there is room
   * @property {(typed: string) => string} addressOf
   * @property {() => Promise<void>} ask asks once more
   */

  /** Return what shows things in a place. @param {JudgeFrame} frame */
  function panel({ place, told, box, whole, addressOf, ask }) {
    const { button, make } = judgePage;
    const few = whole ? LISTED : OFFERED;
    let telling = 0;
    let limit = few;
    let shown = "";
    /**
     * Draw the answers as far as the data that is here gives them; return what is missing.
     * @param {string} typed
     * @param {JudgeNarrowing} narrowing
     * @param {boolean} typing whether it is still being typed
     * @returns {string[]}
     */
    function answer(typed, narrowing, typing) {
      const question = JSON.stringify([typed, narrowing]);
      if (question !== shown) limit = few;
      shown = question;
      const result = judgeLookup.search(typed, limit + 1, narrowing, typing);
      const more = result.answers.length > limit;
      result.answers = result.answers.slice(0, limit);
      const missing = new Set(result.missing);
      const named = result.answers.some(({ why }) => why !== "text");
      const begun = named ? [] : unlessMissing(missing, () => beginnings(typed, narrowing, result));
      const nothing = !result.answers.length && !begun.length && !missing.size;
      const nearest = () => judgeLookup.nearest(typed).map((/** @type {any} */ one) => judgeDrawing.cardOfEntry(one, "near"));
      const near = nothing ? unlessMissing(missing, nearest) : [];
      const before = [];
      const { answer: grade, readAs, meant } = result.doubts;
      const isDoubted = grade !== "sure" || Object.keys(readAs).length > 0 || meant;
      const doubtful = result.answers.length > 0 && (isDoubted || result.answers[0].why === "text");
      const doubts = doubtful ? judgeDrawing.doubts(result.doubts) : null;
      const isMet = result.interactions.length && (whole || judgeDrawing.isFound(result.answers[0] || {}));
      if (isMet) before.push(judgeDrawing.verdict(result.interactions));
      if (doubts) before.push(doubts);
      before.push(...result.led.map(judgeDrawing.led));
      if (nothing) before.push(judgeDrawing.nothing(typed, near.length > 0));
      const sections = [
        { heading: "Names that begin with this", cards: begun },
        ...judgeDrawing.sections(result, whole),
        { heading: "Close matches", cards: near },
      ].filter(({ cards }) => cards.length);
      const after = missing.size ? [make("p", { class: "wait" }, "Loading more …")] : [];
      if (!whole && !missing.size) sections.push({ heading: "", cards: [{ href: addressOf(typed), name: "All answers" }] });
      if (whole && !missing.size && more && limit === few) after.push(button("More answers", () => void showMore()));
      show(before, sections, after);
      if (!missing.size) tell(begun.length, result.answers.length);
      return [...missing];
    }

    /** @param {Set<string>} missing @param {() => any[]} action */
    function unlessMissing(missing, action) {
      try {
        return action();
      } catch (error) {
        if (!(error instanceof judgeParts.Missing)) throw error;
        for (const part of error.parts) missing.add(part);
        return [];
      }
    }

    /**
     * Titles that begin with what is typed, where nothing has exactly that title.
     * @param {string} typed
     * @param {JudgeNarrowing} narrowing
     * @param {any} result
     */
    function beginnings(typed, narrowing, result) {
      const known = new Set(result.answers.slice(0, 1).map((/** @type {any} */ one) => one.entry.position));
      const offered = judgeLookup.suggest(typed, BEGINNINGS + 1, narrowing);
      const others = offered.filter(({ position, mentioned }) => mentioned || !known.has(position)).slice(0, BEGINNINGS);
      const entries = judgeStore.rows(others.map(({ position }) => position));
      return entries.map((entry, place) => judgeDrawing.cardOfEntry(entry, "begin", others[place].mentioned));
    }

    async function showMore() {
      limit = MORE;
      await ask();
      const next = place.querySelector(`[data-rank="${few}"]`);
      next?.closest("details")?.setAttribute("open", "");
      next?.querySelector("a")?.focus();
    }

    /**
     * Put something in the place; the focus stays on the same link.
     * @param {Node[]} before what is said first
     * @param {{heading: string, cards: any[]}[]} sections
     * @param {Node[]} after
     */
    function show(before, sections, after) {
      const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
      place.replaceChildren(...before, ...(whole ? judgeDrawing.page(sections) : judgeDrawing.list(sections)), ...after);
      place.hidden = !place.childElementCount;
      if (!whole) {
        box.setAttribute("aria-expanded", String(sections.length > 0));
        box.removeAttribute("aria-activedescendant");
        keepWhole();
      }
      if (focused) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    }

    /** Leave out the last answers that have no room below the box, so that none is cut; "All answers" has them. */
    function keepWhole() {
      const list = place.querySelector("[role=listbox]");
      const options = [...place.querySelectorAll("[role=option][data-id]")];
      while (list && options.length > LEAST && list.scrollHeight > list.clientHeight + 1) {
        const group = options.pop()?.parentElement;
        group?.lastElementChild?.remove();
        if (!group?.querySelector("[role=option]")) group?.remove();
      }
    }

    /**
     * Tell a screen reader what is shown, once the person has stopped typing.
     * @param {number} begun titles that begin with what is typed
     * @param {number} answers
     */
    function tell(begun, answers) {
      hush();
      const first = place.querySelector("li[data-id] a, [data-id] .title")?.textContent || "";
      const found = [
        begun && `${counted(begun, "title")} ${begun === 1 ? "begins" : "begin"} with this`,
        answers && counted(answers, "answer"),
      ].filter(Boolean);
      const text = found.length ? `${found.join(", ")}. First: ${first}.` : "Nothing found.";
      const near = !found.length && first ? ` Closest: ${first}.` : "";
      telling = window.setTimeout(() => (told.textContent = text + near), TELL_AFTER);
    }

    /** @param {number} count @param {string} what */
    const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

    /** Stop telling a screen reader anything. */
    function hush() {
      clearTimeout(telling);
      told.textContent = "";
    }

    /** Show nothing. */
    function clear() {
      hush();
      show([], [], []);
    }

    return { answer, clear, hush };
  }

  return { make: panel };
})();
