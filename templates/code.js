/**
 * A QR code that another phone reads in a hall without a network: of the address of an entry, or of its text where that
 * fits. The site loads this script, with lean-qr before it, when somebody asks for a code.
 */
const judgeCode = (() => {
  "use strict";

  /** Bytes of a text that is drawn as a code; more would be too fine for a phone. */
  const MOST = 700;
  const NO_ADDRESS = "This site has no public address";
  const { button, make } = judgePage;

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
    const dialog = /** @type {HTMLDialogElement} */ (
      make("dialog", { id: "_code", lang: "en", "aria-labelledby": "_code-title" })
    );
    const title = make("h2", { id: "_code-title" }, cite);
    const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", { role: "img" }));
    const told = make("p", { role: "status" });
    const choices = make("p", { class: "choices" });

    /** @param {string} what @param {string} held */
    const draw = (what, held) => {
      const white = [255, 255, 255];
      generate(held).toCanvas(canvas, { on: [0, 0, 0], off: white, pad: 4 });
      canvas.setAttribute("aria-label", `QR code of the ${what} of ${cite}`);
      canvas.dataset.held = what;
      told.textContent = what === "address" ? held : `The code contains the ${what}.`;
      if (!address) told.textContent = `${NO_ADDRESS}. ${told.textContent}`;
    };
    if (address && fits(text)) {
      choices.append(button("Address", () => draw("address", address)), button("Text", () => draw("text", text)));
    }
    choices.append(button("Close", () => dialog.close()));
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
