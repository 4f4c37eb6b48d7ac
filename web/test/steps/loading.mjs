import { cursorBehind, editor, linkOf, open, problem, start, stateIn, textOf, until } from "./page.mjs";

/** How long the first problem may take, in milliseconds. */
const FIRST = Number(process.env.SAYL_FIRST ?? 2000);

/**
 * A cold load at 10 Mbit/s with the delay of such a line shows the first problem within two seconds, and before all of the
 * module has travelled. What else the machine does may slow a load: it is tried again.
 */
export async function showsTheFirstProblemInTime({ page, context, url }) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("#list .problem") !== null) {
        window.firstProblem = performance.now();
        observer.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const took = [];
  while (took.length < 5) {
    await page.goto("about:blank");
    await page.goto(url);
    await problem(page, "replicsa").waitFor();
    await page.locator("body[data-state=ready]").waitFor();
    const [first, before, whole, rest] = await page.evaluate(() => {
      const entries = performance.getEntriesByType("resource");
      const sum = (some) => some.reduce((sum, entry) => sum + entry.transferSize, 0);
      const rest = entries.find(({ name }) => name.endsWith("/sayl.rest.wasm")).responseEnd;
      return [window.firstProblem, sum(entries.filter(({ responseEnd }) => responseEnd <= window.firstProblem)), sum(entries), rest];
    });
    took.push(Math.round(first));
    if (first <= FIRST && first < rest) {
      return `${took.join(", ")} ms after ${before} of ${whole} bytes`;
    }
  }
  throw new Error(`the first problem is there after ${took.join(", ")} ms, and not within ${FIRST} ms and before all of the module`);
}

/** Who types before all of the module has travelled loses nothing. */
export async function typesWhileTheRestTravels({ page, context, url }) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await context.route("**/sayl.rest.wasm", async (route) => {
    await released;
    await route.continue();
  });
  const files = { "schema.yml": "#@data/values-schema\n---\nport: #@ 80 + 0\n", "values.yml": "#@data/values\n---\nprot: 1\n" };
  await start({ page, url }, files, "values.yml");
  await problem(page, "`prot`").waitFor();
  await cursorBehind(page, "values.yml", "prot: 1\n");
  await page.keyboard.type("tpor: 2");
  await page.keyboard.press("F1");
  release();
  await problem(page, "`tpor` is not declared").waitFor();
  await page.locator("body[data-state=ready]").waitFor();
  // What template code declares is known now.
  await cursorBehind(page, "values.yml", "tpor: 2");
  await page.keyboard.type("\nport: x");
  await problem(page, "`port` must be an integer").waitFor();
}

export async function showsEveryExample({ page, url }) {
  await open({ page, url });
  const select = page.locator("#examples");
  await select.locator("option").nth(20).waitFor({ state: "attached" });
  const values = await select.locator("optgroup option").evaluateAll((options) => options.map((option) => option.value));
  for (const value of values) {
    await select.selectOption(value);
    await until(page, () => page.url().includes("#v1="), () => "the address holds no state");
  }
  await select.selectOption("Projects/web-app");
  await problem(page, "`pull_policy` must be one of").waitFor();
  await editor(page, "config/rules.star").waitFor();
  await select.selectOption("Projects/openchoreo");
  await problem(page, "persistent-volum").waitFor();
  return `${values.length} examples`;
}

/** What is typed is in the address, the copied link opens it elsewhere, and going back shows what was before. */
export async function goesThroughALink({ page, context, url }) {
  const files = { "config/schema.yml": "#@data/values-schema\n---\nname: ä😀\n", "values.yml": "#@data/values\n---\nname: 1\n" };
  await open({ page, url }, files, "values.yml");
  await problem(page, "`name` must be a string").waitFor();
  await editor(page, "values.yml").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("x: 2");
  await page.locator("#share").click();
  await page.getByText("The link is copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { files: held, open: shown } = stateIn(link);
  if (held["values.yml"] !== "#@data/values\n---\nname: 1\nx: 2" || held["config/schema.yml"] !== files["config/schema.yml"] || shown !== "values.yml") {
    throw new Error(`the link holds ${JSON.stringify(held)}`);
  }
  const other = await context.newPage();
  await other.goto(link);
  await problem(other, "The key `x` is not declared").waitFor();
  await other.close();
  await page.evaluate((hash) => { location.hash = hash; }, linkOf({ "a.yml": "#@data/values-schema\n---\na: 1\na: 2\n" }));
  await problem(page, "duplicate-key").waitFor();
}

export async function readsNoBrokenLink({ page, url }) {
  for (const hash of ["#v1=%%%", "#v1=AAAA", linkOf({ "a.yml": 1 }), linkOf({})]) {
    await page.goto("about:blank");
    await page.goto(url + hash);
    await page.locator("#notice", { hasText: "The link could not be read" }).waitFor();
    await editor(page, "schema.yml").waitFor();
  }
  // Paths lead nowhere but below the page's own folder.
  await page.goto("about:blank");
  await open({ page, url }, { "../../up.yml": "a: 1\na: 2\n" });
  if (await textOf(page, "up.yml") !== "a: 1\na: 2\n") {
    throw new Error("the file is not there under its own name");
  }
}
