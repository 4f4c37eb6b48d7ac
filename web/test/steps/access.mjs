import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { editor, open, problem, until } from "./page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Presses Tab until the focus is on what is looked for. */
async function tabTo(page, selector) {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) {
      return;
    }
  }
  throw new Error(`Tab leads to no ${selector}`);
}

export async function doesEverythingByKeyboard({ page, url }) {
  const files = { "schema.yml": "#@data/values-schema\n---\n#@schema/desc \"Who is greeted\"\nname: you\nport: 80\n", "values.yml": "#@data/values\n---\nnmae: a\n" };
  await open({ page, url }, files, "values.yml");
  await tabTo(page, '.cm-content[aria-label="/values.yml"]');
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  const fix = page.locator(".cm-tooltip .fix, .cm-panel-lint .fix", { hasText: "Change to" }).first();
  await page.keyboard.press("F1");
  await page.locator(".cm-tooltip").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+M");
  await fix.waitFor();
  await page.keyboard.press("Escape");
  // Completion.
  await editor(page, "values.yml").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
  await page.keyboard.press("Escape");
  // A problem leads to its place.
  await tabTo(page, ".problem");
  await page.keyboard.press("Enter");
  await until(page, () => editor(page, "values.yml").evaluate((element) => element === document.activeElement), () => "Enter on a problem leads nowhere");
  // The tabs of what is shown beside it, and a line of it.
  await tabTo(page, "#tab-values");
  await page.keyboard.press("ArrowRight");
  await page.locator("#tab-output[aria-selected=true]").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator("#view").getByText("port: 80").waitFor();
  await tabTo(page, "#view .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await until(page, () => editor(page, "schema.yml").evaluate((element) => element === document.activeElement), () => "Enter on a line leads nowhere");
  // Help.
  await page.locator("#keys").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
}

/** No rule of WCAG 2.2 AA that can be checked by a program is broken, in light and dark, wide and narrow. */
export async function isAccessible({ page, url }) {
  for (const [colorScheme, width] of [["light", 1400], ["dark", 1400], ["light", 390], ["dark", 390]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("about:blank");
    await open({ page, url });
    await problem(page, "replicsa").waitFor();
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
    if (violations.length > 0) {
      const said = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join("\n")}`);
      throw new Error(`${colorScheme}, ${width} wide:\n${said.join("\n")}`);
    }
  }
}
