import * as path from "node:path";

import { editor, open, problem } from "./page.mjs";

/** Pictures for people to look at; nothing lies outside of a narrow screen. */
export async function takesPictures({ page, url, pictures }) {
  for (const [name, colorScheme, width, height] of [["wide-light", "light", 1400, 900], ["wide-dark", "dark", 1400, 900], ["narrow-light", "light", 390, 844], ["narrow-dark", "dark", 390, 844]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await open({ page, url });
    await problem(page, "replicsa").waitFor();
    await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) {
      throw new Error(`${name}: the page is ${beyond} wider than the screen`);
    }
    await editor(page, "values.yml").locator(".cm-lintRange-error").first().hover();
    await page.locator(".cm-tooltip .fix").first().waitFor();
    await page.screenshot({ path: path.join(pictures, `${name}-problem.png`) });
  }
}
