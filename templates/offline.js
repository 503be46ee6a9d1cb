/** Makes the browser keep the site for offline use. The foot of the page shows whether it is kept; a bar appears
 * when a new version is available. The page about the site names this edition. service-worker.js does the keeping itself.
 */
(() => {
  "use strict";

  const HOUR = 3_600_000;
  const SHOWN_FOR = 6000;
  /** Characters up to which a site is kept without asking: about ten megabytes to fetch. */
  const UNASKED = 60_000_000;

  /** @typedef {{ id: string, newest: string, offline: boolean, size: number }} Edition */
  /** @typedef {{ kept?: number, of?: number, failed?: string, edition?: string }} News */

  const edition = /** @type {{ judgeEdition?: Edition }} */ (/** @type {unknown} */ (globalThis)).judgeEdition;
  if (!edition) return;

  const { button, make, root, stored } = judgePage;
  const workerUrl = new URL("service-worker.js", root).href;
  // A theme may have no place for it.
  const foot = document.getElementById("_edition") || make("div");
  const state = make("p");
  const newer = make("p");
  const bar = make("div", { id: "_notice", role: "status" });
  let wanted = true;
  let isKept = false;
  let failure = "";
  let asked = false;
  let leaving = false;

  const KEPT = "Saved for offline use.";
  /** @type {Record<string, string>} */
  const FAILURES = {
    broken: "the download was incomplete. The next page will try again.",
    refused: "this browser has no room left or does not store sites.",
    insecure: "browsers save only sites with an https address.",
    unable: "this browser cannot save sites.",
  };

  // What is shown

  /** @param {Edition} edition */
  function tellEdition({ id, newest }) {
    const told = document.getElementById("_edition-id");
    if (told?.parentElement) {
      told.textContent = id;
      told.parentElement.hidden = false;
    }
    foot.replaceChildren(...(newest ? [make("p", {}, `Newest document: ${newest}.`)] : []), state, newer);
    foot.hidden = false;
    document.body.append(bar);
  }

  /** @param {string} [progress] */
  function tellState(progress = "") {
    if (!navigator.onLine) state.textContent = withoutNetwork();
    else if (isKept && failure) state.textContent = `${KEPT} The new version could not be saved.`;
    else if (isKept) state.textContent = KEPT;
    else if (failure) state.textContent = `Not saved: ${FAILURES[failure]}`;
    else if (wanted) state.textContent = `Saving for offline use${progress} …`;
    else {
      const size = Math.ceil(/** @type {Edition} */ (edition).size / 1_000_000);
      state.replaceChildren(button(`Save for offline use (${size} MB)`, () => void keep()));
    }
  }

  function withoutNetwork() {
    return isKept ? "You are offline: this is the saved version." : "You are offline, and the site is not saved.";
  }

  /** Says something for a while, unless the bar is in use. @param {string} text */
  function announce(text) {
    if (bar.querySelector("button")) return;
    const said = make("p", {}, text);
    bar.replaceChildren(said);
    setTimeout(() => said.remove(), SHOWN_FOR);
  }

  /** @param {ServiceWorkerRegistration} registration */
  function offerNewer(registration) {
    const show = () => {
      asked = true;
      registration.waiting?.postMessage("show");
    };
    newer.replaceChildren("A new version is available. ", button("Show it", show));
    // "Later" holds as long as the tab is open; without storage, as long as the page.
    if (stored.get("judge-later", "sessionStorage") === edition?.id) return;
    const later = button("Later", () => {
      stored.set("judge-later", edition?.id || "", "sessionStorage");
      bar.replaceChildren();
    });
    const choice = make("span", {}, button("Show it", show), later);
    bar.replaceChildren(make("p", {}, "A new version is available."), choice);
  }

  // What is done

  async function start() {
    const workers = navigator.serviceWorker;
    if (!location.protocol.startsWith("http")) return;
    if (!edition?.offline) {
      if (workers) await giveUp();
      return;
    }
    linkManifest();
    for (const change of ["online", "offline"]) {
      addEventListener(change, () => {
        tellState();
        announce(navigator.onLine ? "You are online again." : withoutNetwork());
      });
    }
    if (!workers) failure = isSecureContext ? "unable" : "insecure";
    else if (await isWanted()) return keep();
    else wanted = false;
    tellState();
  }

  /** Not in the page itself: read from a disk, a browser would report a manifest as an error. */
  function linkManifest() {
    document.head.append(make("link", { rel: "manifest", href: new URL("manifest.webmanifest", root).href }));
  }

  async function registered() {
    const found = await navigator.serviceWorker.getRegistration(root.href);
    return found?.scope === root.href ? found : undefined;
  }

  /** A large site, or any site where the browser is told to save data, is kept only if the reader asks for it. */
  async function isWanted() {
    const network = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection;
    const small = /** @type {Edition} */ (edition).size <= UNASKED && !network?.saveData;
    return small || Boolean(await registered());
  }

  async function keep() {
    wanted = true;
    tellState();
    const workers = navigator.serviceWorker;
    let controlled = isControlled();
    workers.addEventListener("controllerchange", () => {
      if (controlled || asked) reload();
      controlled = isControlled();
    });
    workers.addEventListener("message", (event) => hear(/** @type {News} */ (event.data)));
    try {
      const registration = await workers.register(workerUrl, { updateViaCache: "none" });
      watch(registration);
      if (registration.active) lookForNewer(registration);
    } catch (error) {
      failure = error instanceof TypeError ? "broken" : "refused"; // a TypeError: the worker is not on the host
      tellState();
    }
  }

  function isControlled() {
    return navigator.serviceWorker.controller?.scriptURL === workerUrl;
  }

  function reload() {
    if (!leaving) location.reload();
    leaving = true;
  }

  /** @param {News} news */
  function hear(news) {
    if (news.failed) failure = news.failed;
    tellState(news.of ? `: ${news.kept} of ${news.of}` : "");
    if (news.edition && news.edition !== edition?.id) reload(); // it became the newer one while this page loaded
  }

  /** @param {ServiceWorkerRegistration} registration */
  function watch(registration) {
    const { installing, waiting, active } = registration;
    isKept = Boolean(active);
    if (!installing && !waiting && !active) failure ||= "broken"; // it failed before this page could follow it
    tellState();
    if (waiting && active) offerNewer(registration);
    follow(registration);
    registration.addEventListener("updatefound", () => follow(registration));
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < HOUR) return;
      looked = Date.now();
      lookForNewer(registration);
    });
  }

  /** Follows a new worker until it is ready or given up. @param {ServiceWorkerRegistration} registration */
  function follow(registration) {
    const worker = registration.installing;
    let whole = false;
    worker?.addEventListener("statechange", () => {
      whole ||= worker.state === "installed";
      if (whole) failure = "";
      else failure ||= "broken";
      if (worker.state === "installed" && registration.active) offerNewer(registration);
      if (worker.state === "activated") isKept = true;
      tellState();
    });
  }

  /** @param {ServiceWorkerRegistration} registration */
  async function lookForNewer(registration) {
    try {
      await registration.update();
    } catch {
      if (await isGone()) await giveUp();
    }
  }

  /** Tells whether the host no longer has a worker: then nobody must be left with what was kept. */
  async function isGone() {
    const answer = await fetch(workerUrl, { method: "HEAD", cache: "no-store" }).catch(() => null);
    return answer !== null && [404, 410].includes(answer.status);
  }

  async function giveUp() {
    const registration = await registered();
    if (!registration) return;
    const controlled = isControlled();
    await registration.unregister();
    const ours = (await caches.keys()).filter((name) => name.startsWith(`judge ${root.pathname} `));
    await Promise.all(ours.map((name) => caches.delete(name)));
    if (controlled) reload();
  }

  tellEdition(edition);
  if (document.readyState === "complete") void start();
  else addEventListener("load", () => void start());
})();
