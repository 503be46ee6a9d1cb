/**
 * Has the browser keep the site for use without a network, and tells in the foot of the page which edition this is and
 * whether it is kept; a bar says when a newer edition is there. The keeping itself is done by service-worker.js.
 */
(() => {
  "use strict";

  const HOUR = 3_600_000;
  const SHOWN_FOR = 6000;
  /** Characters of a site that is kept without asking: some ten megabytes to fetch. */
  const UNASKED = 60_000_000;

  /** @typedef {{ id: string, newest: string, offline: boolean, size: number }} Edition */
  /** @typedef {{ kept?: number, of?: number, failed?: string, edition?: string }} News */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const root = new URL("../", script.src);
  const workerUrl = new URL("service-worker.js", root).href;
  const edition = /** @type {{ judgeEdition?: Edition }} */ (/** @type {unknown} */ (globalThis)).judgeEdition;
  const foot = document.getElementById("_edition");
  if (!edition || !foot) return;

  const state = document.createElement("span");
  const bar = document.createElement("div");
  let isKept = false;
  let failure = "";
  let asked = false;
  let leaving = false;

  /** @type {Record<string, string>} */
  const FAILURES = {
    broken: "it could not be fetched whole, and is tried again with the next page.",
    refused: "this browser has no room for it, or keeps nothing.",
    insecure: "browsers keep only what comes over https.",
    unable: "this browser cannot.",
  };

  /** @param {string} text @param {() => void} action */
  function button(text, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }

  // What is told

  function tellEdition() {
    const { id, newest } = /** @type {Edition} */ (edition);
    const parts = [`Edition ${id}`, newest && `newest document of ${newest}`];
    /** @type {HTMLElement} */ (foot).replaceChildren(`${parts.filter(Boolean).join(", ")}. `, state);
    /** @type {HTMLElement} */ (foot).hidden = false;
    bar.id = "_notice";
    bar.setAttribute("role", "status");
    document.body.append(bar);
  }

  /** @param {string} [progress] */
  function tellState(progress = "") {
    if (!navigator.onLine) state.textContent = withoutNetwork();
    else if (isKept && failure) state.textContent = "Kept: it works without a network. A newer edition could not be kept.";
    else if (isKept) state.textContent = "Kept: it works without a network.";
    else if (failure) state.textContent = `Not kept: ${FAILURES[failure]}`;
    else state.textContent = `Being kept for use without a network${progress} …`;
  }

  function withoutNetwork() {
    return isKept ? "No network now: this is the kept edition." : "No network now, and the site is not kept.";
  }

  /** Says something for a while, unless the bar is in use. @param {string} text */
  function announce(text) {
    if (bar.querySelector("button")) return;
    const line = document.createElement("p");
    line.textContent = text;
    bar.replaceChildren(line);
    setTimeout(() => line.remove(), SHOWN_FOR);
  }

  /** @param {ServiceWorkerRegistration} registration */
  function offerNewer(registration) {
    const show = () => {
      asked = true;
      registration.waiting?.postMessage("show");
    };
    if (!foot?.querySelector("button")) foot?.append(" A newer edition is there. ", button("Show it", show));
    if (saidLater()) return;
    const line = document.createElement("p");
    line.textContent = "A newer edition is there.";
    const later = button("Later", () => {
      saidLater(edition?.id);
      bar.replaceChildren();
    });
    bar.replaceChildren(line, button("Show it", show), later);
  }

  /** Remembers, for as long as the tab is open, to which edition's readers the bar shall not come again. @param {string} [id] */
  function saidLater(id) {
    try {
      if (id) sessionStorage.setItem("judge-later", id);
      return sessionStorage.getItem("judge-later") === edition?.id;
    } catch {
      return false; // Without storage it lasts as long as the page.
    }
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
        announce(navigator.onLine ? "The network is back." : withoutNetwork());
      });
    }
    if (!workers) failure = isSecureContext ? "unable" : "insecure";
    else if (await isWanted()) return keep();
    else return offerToKeep();
    tellState();
  }

  /** Not in the page itself: read from a disk, a browser would report a manifest as an error. */
  function linkManifest() {
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = new URL("manifest.webmanifest", root).href;
    document.head.append(link);
  }

  async function registered() {
    const found = await navigator.serviceWorker.getRegistration(root.href);
    return found?.scope === root.href ? found : undefined;
  }

  /** A large site, or any where data are to be saved, is kept by those who ask for it. */
  async function isWanted() {
    const network = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection;
    const small = /** @type {Edition} */ (edition).size <= UNASKED && !network?.saveData;
    return small || Boolean(await registered());
  }

  function offerToKeep() {
    const size = Math.ceil(/** @type {Edition} */ (edition).size / 1_000_000);
    state.replaceChildren(button(`Keep it for use without a network (${size} MB)`, () => void keep()));
  }

  async function keep() {
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
    } catch {
      failure = "refused";
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
    if (!installing && !waiting && !active) failure ||= "broken"; // it failed before it could be followed
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

  /** Tells whether the host has the site no more, or has it without this: then nobody shall be left with the kept one. */
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

  tellEdition();
  if (document.readyState === "complete") void start();
  else addEventListener("load", () => void start());
})();
