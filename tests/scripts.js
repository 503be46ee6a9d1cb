// Loads the search of a site as its page does, but for the page, and prints what a function makes of an argument.
// Standard input: {"site": folder, "program": source of a function, "argument": …}.
const { readFileSync, readdirSync } = require("node:fs");
const { join } = require("node:path");
const { runInThisContext } = require("node:vm");

const { site, program, argument } = JSON.parse(readFileSync(0, "utf8"));
const load = (/** @type {string} */ file) => runInThisContext(readFileSync(join(site, file), "utf8"), file);
load("assets/search.js");
load("search/settings.js");
runInThisContext(`
  for (const user of [judgeTokens, judgeStore, judgeFullText]) user.use(judgeParts.need("settings", [0])[0]);
`);
for (const file of readdirSync(join(site, "search"))) if (file !== "settings.js") load(`search/${file}`);
process.stdout.write(JSON.stringify(runInThisContext(program)(argument)));
