// The page as a person sees it.

import * as zlib from "node:zlib";

/** How the browser is started. */
export const CHROMIUM = {
  executablePath: process.env.SAYL_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

/** How long something may take, in milliseconds: far longer than it does, however busy the machine is. */
export const PATIENCE = 60_000;

/** A link that holds files, as the contract of links says it. */
export function linkOf(files, open = Object.keys(files)[0]) {
  return `#v1=${zlib.deflateRawSync(Buffer.from(JSON.stringify({ files, open }))).toString("base64url")}`;
}

/** The state in an address. */
export function stateIn(address) {
  const [, data] = /#v1=([\w-]+)$/.exec(address) ?? [];
  return data === undefined ? undefined : JSON.parse(zlib.inflateRawSync(Buffer.from(data, "base64url")).toString());
}

/** Opens the page, on files if there are some. */
export async function start({ page, url }, files, open) {
  await page.goto(url + (files === undefined ? "" : linkOf(files, open)));
}

/** The same, and waits for what sayl says. */
export async function open({ page, url }, files, open) {
  await start({ page, url }, files, open);
  await page.locator("body[data-state=ready]").waitFor();
}

/** The editor of a file. */
export function editor(page, file) {
  return page.locator(`.pane[aria-label="${file}"] .cm-content`);
}

/** Puts the cursor behind the first text like that in a file. */
export async function cursorBehind(page, file, text) {
  const content = editor(page, file);
  await content.focus();
  await content.evaluate((element, text) => {
    const { view } = element.cmTile ?? element.cmView;
    const at = view.state.doc.toString().indexOf(text) + text.length;
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  }, text);
}

/** What a file says now. */
export function textOf(page, file) {
  return editor(page, file).evaluate((element) => (element.cmTile ?? element.cmView).view.state.doc.toString());
}

/** The entry of the list of problems that says so; what stands in backticks is shown as code. */
export function problem(page, text) {
  return page.locator("#list li").filter({ hasText: text.replaceAll("`", "") }).first();
}

export async function until(page, holds, complaint) {
  for (const end = Date.now() + PATIENCE; !(await holds()); await page.waitForTimeout(50)) {
    if (Date.now() > end) {
      throw new Error(await complaint());
    }
  }
}
