/**
 * Runs before the page is drawn: takes the look that was chosen with the switch, so that the page does not flash.
 */
(() => {
  "use strict";
  document.documentElement.classList.add("scripted");
  try {
    const look = localStorage.getItem("judge-look");
    if (look === "dark" || look === "light") document.documentElement.dataset.look = look;
  } catch {
    // A browser may refuse storage; the page then follows the system's preference.
  }
})();
