/** Keeps one edition of the whole site in the browser and answers from it, online and offline, so that a page and all it
 * loads belong to that edition. A newer edition is fetched beside it and waits until a page says "show".
 * The site comes in bundles: JSON files that contain many files each and are named by their content. A bundle that an
 * older edition has is not fetched again, and a damaged one does not match its name. A browser may end this script at
 * any time, so nothing important is kept in its memory.
 */
(() => {
  "use strict";

  const EDITION = "{{ edition }}";
  const CONTENTS = "{{ contents }}";
  const AT_ONCE = 4;
  const IN_MEMORY = 4;

  /** @typedef {{ bundles: string[], files: Record<string, number>, size: number }} Contents */
  /** @typedef {string | { base64: string }} Content */
  /** @typedef {Record<string, Content>} Bundle */

  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
  const root = new URL("./", worker.location.href);
  // Caches belong to a whole host, which may have several sites in its folders.
  const ours = `judge ${root.pathname} `;
  const own = ours + EDITION;

  /** @type {Record<string, string>} */
  const TYPES = {
    html: "text/html; charset=utf-8",
    css: "text/css; charset=utf-8",
    js: "text/javascript; charset=utf-8",
    json: "application/json; charset=utf-8",
    webmanifest: "application/manifest+json; charset=utf-8",
    svg: "image/svg+xml; charset=utf-8",
    xml: "application/xml; charset=utf-8",
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    gif: "image/gif",
    webp: "image/webp",
    avif: "image/avif",
    ico: "image/x-icon",
  };

  worker.addEventListener("install", (event) => event.waitUntil(keepOrTell()));
  worker.addEventListener("activate", (event) => event.waitUntil(begin()));
  worker.addEventListener("message", (event) => {
    if (event.data === "show") worker.skipWaiting();
  });
  worker.addEventListener("fetch", (event) => {
    const path = pathOf(event.request);
    if (path !== null) event.respondWith(answer(event.request, path));
  });

  // Keeping an edition

  /** What came is not what it should be. Any other error is the browser's, which keeps nothing or has no room. */
  class Broken extends Error {}

  /** All or nothing: an error ends the installation, and the edition that is shown stays. */
  async function keepOrTell() {
    try {
      await keep();
    } catch (error) {
      const broken = error instanceof Broken;
      if (!broken) await caches.delete(own).catch(() => false); // else what came whole saves the next attempt work
      await tell({ failed: broken ? "broken" : "refused" });
      throw error;
    }
  }

  async function keep() {
    const cache = await caches.open(own);
    const older = await Promise.all((await editions()).map((name) => caches.open(name)));
    const contents = /** @type {Contents} */ (await take(cache, older, CONTENTS));
    await checkRoom(contents.size);
    const waiting = contents.bundles.map(addressOf);
    const total = waiting.length;
    const taker = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        await take(cache, older, name);
        await tell({ kept: total - waiting.length, of: total });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, taker));
  }

  /** Sees to it that a file is in the cache. @param {Cache} cache @param {Cache[]} older @param {string} name */
  async function take(cache, older, name) {
    const url = new URL(name, root).href;
    for (const one of [cache, ...older]) {
      const kept = await one.match(url);
      if (!kept) continue;
      if (one !== cache) await cache.put(url, kept.clone());
      return kept.json();
    }
    const data = await fetchWhole(url);
    if (!name.endsWith(`${await hashOf(data)}.json`)) throw new Broken(`${name} is damaged`);
    const parsed = JSON.parse(new TextDecoder().decode(data));
    await cache.put(url, new Response(data, { headers: { "Content-Type": "application/json" } }));
    return parsed;
  }

  /** @param {string} url */
  async function fetchWhole(url) {
    try {
      const response = await fetch(url, { cache: "no-cache" });
      if (response.ok) return await response.arrayBuffer();
    } catch {
      // The same as an answer that says no.
    }
    throw new Broken(`${url} cannot be fetched`);
  }

  /** @param {ArrayBuffer} data */
  async function hashOf(data) {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data), 0, 8);
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Saves fetching what a browser would not keep. @param {number} size */
  async function checkRoom(size) {
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < size) throw new Error("the browser has no room");
  }

  /** @param {string} bundle */
  function addressOf(bundle) {
    return `offline/${bundle}.json`;
  }

  async function editions() {
    return (await caches.keys()).filter((name) => name.startsWith(ours));
  }

  /** From now on pages are of this edition. */
  async function begin() {
    await dropOlder();
    await worker.clients.claim();
    await tell({ edition: EDITION });
  }

  async function dropOlder() {
    if (worker.registration.installing) return; // then a cache may be a newer one that is being filled
    const older = (await editions()).filter((name) => name !== own);
    await Promise.all(older.map((name) => caches.delete(name)));
  }

  /** @param {{ kept: number, of: number } | { failed: string } | { edition: string }} news */
  async function tell(news) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) if (page.url.startsWith(root.href)) page.postMessage(news);
  }

  // Answering

  /** The path inside the site; null where the browser must answer by itself. @param {Request} request */
  function pathOf(request) {
    const url = new URL(request.url);
    const inside = url.origin === root.origin && url.pathname.startsWith(root.pathname);
    if (request.method !== "GET" || !inside) return null;
    const path = url.pathname.slice(root.pathname.length);
    if (path === "service-worker.js" || path.startsWith("offline/")) return null;
    try {
      return decodeURIComponent(path);
    } catch {
      return null;
    }
  }

  /** @param {Request} request @param {string} path */
  async function answer(request, path) {
    try {
      const found = await find(path);
      if (found) return found;
    } catch {
      // The browser cleared the storage and the bundle cannot be fetched: only the network is left.
    }
    if (request.mode !== "navigate") return fetch(request);
    return fetch(request).catch(notKept);
  }

  /** @param {string} path @returns {Promise<Response | null>} */
  async function find(path) {
    const { bundles, files } = /** @type {Contents} */ (await opened(CONTENTS));
    const has = (/** @type {string} */ name) => Object.hasOwn(files, name);
    if (has(`${path}/index.html`)) return Response.redirect(new URL(`${encodeURI(path)}/`, root).href, 302);
    const file = [path, `${path}index.html`, `${path}.html`].find(has);
    if (file === undefined) return null;
    const bundle = /** @type {Bundle} */ (await opened(addressOf(bundles[files[file]])));
    const type = TYPES[file.slice(file.lastIndexOf(".") + 1)] || "application/octet-stream";
    return new Response(bodyOf(bundle[file]), { headers: { "Content-Type": type } });
  }

  /** @param {Content} content */
  function bodyOf(content) {
    if (typeof content === "string") return content;
    return Uint8Array.from(atob(content.base64), (character) => character.charCodeAt(0));
  }

  /** @type {Map<string, Promise<unknown>>} */
  const memory = new Map();

  /** A kept file, parsed; the last few stay in memory. @param {string} name */
  function opened(name) {
    const parsed = memory.get(name) || caches.open(own).then((cache) => take(cache, [], name));
    memory.delete(name);
    memory.set(name, parsed);
    parsed.catch(() => memory.delete(name));
    for (const oldest of memory.keys()) {
      if (memory.size <= IN_MEMORY) break;
      memory.delete(oldest);
    }
    return parsed;
  }

  function notKept() {
    const home = root.pathname.replaceAll("&", "&amp;");
    const page = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not saved</title>
<link rel="stylesheet" href="${home}assets/style.css">
<main>
<h1>Not saved</h1>
<p>You are offline, and this page is not part of the saved version.</p>
<p><a href="${home}index.html">Home</a></p>
</main>
`;
    const policy = "default-src 'none'; style-src 'self'";
    const headers = { "Content-Type": TYPES.html, "Content-Security-Policy": policy };
    return new Response(page, { status: 503, headers });
  }
})();
