/**
 * A QR code that another phone reads in a hall without a network: of the address of an entry, or of its text where that
 * fits. The site loads this script, with lean-qr before it, when somebody asks for a code.
 */
const judgeCode = (() => {
  "use strict";

  /** Bytes of a text that is drawn as a code; more would be too fine for a phone. */
  const MOST = 700;
  const NO_ADDRESS = "This site has no public address";

  /** @type {any} */
  const { generate } = /** @type {any} */ (globalThis).judgeQr;

  /** @param {string} text */
  const fits = (text) => new TextEncoder().encode(text).length <= MOST;

  /**
   * Show the code of an entry in a dialog.
   * @param {string} cite
   * @param {string} text all of it, to send
   * @param {string} address empty where none is public
   * @param {string} id
   */
  function show(cite, text, address, id) {
    const dialog = document.createElement("dialog");
    dialog.id = "_code";
    dialog.lang = "en";
    dialog.setAttribute("aria-labelledby", "_code-title");
    const title = document.createElement("h2");
    title.id = "_code-title";
    title.textContent = cite;
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    const told = document.createElement("p");
    told.setAttribute("role", "status");
    const choices = document.createElement("p");
    choices.className = "choices";

    /** @param {string} what @param {string} held */
    const draw = (what, held) => {
      const white = [255, 255, 255];
      generate(held).toCanvas(canvas, { on: [0, 0, 0], off: white, pad: 4 });
      canvas.setAttribute("aria-label", `QR code of the ${what} of ${cite}`);
      canvas.dataset.held = what;
      told.textContent = what === "address" ? held : `The code contains the ${what}.`;
      if (!address) told.textContent = `${NO_ADDRESS}. ${told.textContent}`;
    };
    /** @param {string} name @param {() => void} action */
    const choice = (name, action) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", action);
      choices.append(button);
    };
    if (address && fits(text)) {
      choice("Address", () => draw("address", address));
      choice("Text", () => draw("text", text));
    }
    choice("Close", () => dialog.close());
    if (address) draw("address", address);
    else if (fits(text)) draw("text", text);
    else draw("citation", `${cite}\n(id ${id}, in judge; no public address is known)`);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.append(title, canvas, told, choices);
    document.body.append(dialog);
    dialog.showModal();
  }

  return { show };
})();
