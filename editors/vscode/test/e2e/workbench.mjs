// VS Code as a person sees it in a browser: what they press and type, and what is on the screen.

import * as fs from "node:fs";
import * as path from "node:path";

/** How long something may take, in milliseconds: far longer than it does, however busy the machine is. */
export const PATIENCE = 60_000;

/** The page with the editor; `folder` is what it has open, `pictures` where its screenshots go. */
export class Workbench {
  constructor(page, folder, pictures) {
    Object.assign(this, { page, folder, pictures });
    page.setDefaultTimeout(PATIENCE);
  }

  /** What was opened last, where several stand side by side. */
  get editor() {
    return this.page.locator(".editor-group-container.active .editor-container .monaco-editor").first();
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  async type(text) {
    await this.page.keyboard.type(text, { delay: 20 });
  }

  /**
   * The box at the top, which comes up with a key, with a text in it if one is given. The key is pressed again where it
   * was lost on something that was moving, or where the box went because something else took the focus.
   */
  async boxOf(key, text) {
    const box = this.page.locator(".quick-input-widget");
    for (const end = Date.now() + PATIENCE; ; ) {
      await this.press(key);
      const input = box.locator("input.input");
      const filled = text === undefined ? input.waitFor({ timeout: 5_000 }) : input.fill(text, { timeout: 5_000 });
      const isThere = await filled.then(() => true, () => false);
      if (isThere) {
        return box;
      }
      if (Date.now() > end) {
        throw new Error(`${key} brings up no box`);
      }
    }
  }

  /** Opens a file of the folder by its name. */
  async open(name) {
    await this.pick("Control+P", path.join(this.folder, name), path.basename(name));
    await this.page.locator(".editor-group-container.active .tab.active").getByText(path.basename(name), { exact: true }).waitFor();
    for (const part of name.split("/")) {
      // Several files may have this name; the way to it tells them apart.
      await this.page.locator(".editor-group-container.active .monaco-breadcrumb-item").filter({ hasText: part }).first().waitFor();
    }
    await this.editor.locator(".view-line").first().waitFor();
  }

  /** Moves the mouse to something, again and again, until what that brings up is there. */
  async hovers(target, shown, options) {
    for (const end = Date.now() + PATIENCE; ; ) {
      await this.page.mouse.move(5, 5);
      await target.hover(options);
      const isThere = await shown.waitFor({ timeout: 5_000 }).then(() => true, () => false);
      if (isThere) {
        return;
      }
      if (Date.now() > end) {
        throw new Error(`the mouse over ${target} brings up no ${shown}`);
      }
    }
  }

  /**
   * Takes the quick fix at the cursor that says so. VS Code drops the request when something else asks for fixes while it
   * is under way, as it does itself after new problems, so the key is pressed again until the fix is offered.
   */
  async fix(text) {
    await this.page.mouse.move(5, 5);
    const fix = this.page.locator(".action-widget .monaco-list-row").filter({ hasText: text }).first();
    for (const end = Date.now() + PATIENCE; ; ) {
      await this.press("Control+.");
      const isThere = await fix.waitFor({ timeout: 5_000 }).then(() => true, () => false);
      if (isThere) {
        return fix.click();
      }
      if (Date.now() > end) {
        throw new Error(`no fix offered that says ${text}`);
      }
      await this.press("Escape");
    }
  }

  /** Runs a command by its title. */
  async run(title) {
    await this.pick("F1", `>${title}`, title);
  }

  /** Types into the box that a key brings up and takes the line that says so. */
  async pick(key, text, row) {
    const box = await this.boxOf(key, text);
    await box.locator(".monaco-list-row").filter({ hasText: row }).first().click();
    await box.waitFor({ state: "hidden" });
  }

  /** Puts the cursor to a line and column, from 1. */
  async goTo(line, column) {
    const box = await this.boxOf("Control+G", `:${line}:${column}`);
    await this.press("Enter");
    await box.waitFor({ state: "hidden" });
    await this.page.locator(".statusbar").getByText(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** The line of the editor that begins so. */
  line(beginning) {
    return this.editor.locator(".view-line", { hasText: beginning }).first();
  }

  /** What the editor shows, from top to bottom. */
  async text() {
    const lines = await this.editor.locator(".view-line").evaluateAll((found) =>
      found.map((line) => [line.getBoundingClientRect().y, line.textContent]),
    );
    return lines.sort((a, b) => a[0] - b[0]).map(([, shown]) => shown.replaceAll("\u00a0", " ")).join("\n");
  }

  /** Waits until the editor shows what is looked for. */
  async shows(pattern) {
    await this.until(async () => pattern.test(await this.text()), async () => `the editor shows\n${await this.text()}\nand not ${pattern}`);
  }

  /** Waits until a file on disk says so. */
  async saved(name, pattern) {
    const read = () => fs.readFileSync(path.join(this.folder, name), "utf8");
    await this.until(() => fs.existsSync(path.join(this.folder, name)) && pattern.test(read()), () => `${name} says\n${read()}\nand not ${pattern}`);
  }

  async until(holds, complaint) {
    for (const end = Date.now() + PATIENCE; !(await holds()); await this.page.waitForTimeout(100)) {
      if (Date.now() > end) {
        throw new Error(await complaint());
      }
    }
  }

  /** Opens the Problems panel, with what passes a filter. */
  async showProblems(filter) {
    await this.run("View: Focus Problems");
    await this.page.locator(".panel .viewpane-filter input, .panel .markers-panel-action-filter-container input").first().fill(filter);
  }

  /** The entry of the Problems panel that says so. */
  problem(text) {
    return this.page.locator(".markers-panel .monaco-list-row").filter({ hasText: text }).first();
  }

  async picture(name) {
    await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`) });
  }
}
