// browser.test.mjs: the built site as a person sees it, in Chromium. Pictures are in target/site/pictures.

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as http from "node:http";
import * as path from "node:path";
import { after, before, test } from "node:test";

import { chromium } from "playwright-core";

import { PAGES } from "../outline.mjs";

const site = path.resolve(import.meta.dirname, "../../target/site");
const dist = path.join(site, "dist");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".woff2": "font/woff2", ".wasm": "application/wasm" };

let server, browser, address;

before(async () => {
  server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://site");
    const file = path.join(dist, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const isThere = file.startsWith(dist) && fs.existsSync(file);
    response.writeHead(isThere ? 200 : 404, { "content-type": TYPES[path.extname(file)] ?? "text/plain" });
    response.end(isThere ? fs.readFileSync(file) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a page of the site; whatever goes wrong in it fails the test. */
async function open(name, colorScheme, act) {
  const page = await browser.newPage({ viewport: { width: 1240, height: 840 }, colorScheme });
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("response", (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  await page.goto(`${address}${name}`, { waitUntil: "networkidle" });
  await act(page);
  await page.close();
  assert.deepEqual(faults, []);
}

async function picture(page, name) {
  await page.screenshot({ path: path.join(site, "pictures", `${name}.png`) });
}

for (const colours of ["light", "dark"]) {
  test(`the pages have ${colours} colours where the reader's system has`, async () => {
    for (const [name, at] of Object.entries({ home: "/", problem: "/problems/unknown-key.html", annotation: "/annotations/schema-validation.html", guide: "/configuration.html" })) {
      await open(at, colours, async (page) => {
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red] = paper.match(/\d+/g).map(Number);
        assert.equal(red > 127, colours === "light", paper);
        await picture(page, `${name}-${colours}`);
      });
    }
  });
}

test("the search finds the page of a problem by what it means", async () => {
  await open("/", "light", async (page) => {
    await page.locator(".DocSearch-Button").first().click();
    await page.locator(".VPLocalSearchBox input").fill("key not declared in the schema");
    const found = page.locator(".VPLocalSearchBox .result[href*='problems/unknown-key']").first();
    await found.waitFor();
    await picture(page, "search");
    await found.click();
    await page.waitForURL(/problems\/unknown-key/);
    await page.locator("h1", { hasText: "unknown-key" }).waitFor();
  });
});

test("the example of a problem opens in the playground and shows it", async () => {
  await open("/problems/unknown-key.html", "light", async (page) => {
    await page.locator("a.playground").first().click();
    await page.locator("#list .problem").filter({ hasText: "nam" }).first().waitFor();
    await picture(page, "playground");
  });
});

test("every page of the guide opens, and runs without an error", async () => {
  for (const name of Object.values(PAGES)) {
    await open(`/${name}.html`, "light", (page) => page.locator("h1").first().waitFor());
  }
});

test("every page fits a telephone", async () => {
  const wide = [];
  for (const name of ["", "problems/", "problems/dependency-cycle.html", "annotations/", "annotations/schema-validation.html", ...Object.values(PAGES).map((page) => `${page}.html`)]) {
    await open(`/${name}`, "dark", async (page) => {
      await page.setViewportSize({ width: 390, height: 780 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) {
        wide.push(`${name} is ${overflow} pixels wider than the screen`);
      }
      await picture(page, `telephone-${name.replaceAll(/\W+/g, "-") || "home"}`);
    });
  }
  assert.deepEqual(wide, []);
});
