import { cursorBehind, editor, open, problem, textOf, until } from "./page.mjs";

const SCHEMA = "#@data/values-schema\n---\n#@schema/desc \"Who is greeted\"\nname: you\nport: 80\n";
const FILES = { "schema.yml": SCHEMA, "values.yml": "#@data/values\n---\nname: world\n", "greeting.yml": "#@ load(\"@ytt:data\", \"data\")\n---\nsays: #@ \"hello \" + data.values.name\nport: #@ data.values.port\n" };

/** The problem of a keystroke, and the median of several. */
export async function seesProblemsOfWhatIsTyped({ page, url }) {
  await open({ page, url }, FILES, "values.yml");
  await page.getByText("Nothing is wrong.").waitFor();
  await cursorBehind(page, "values.yml", "world\n");
  await page.keyboard.type("prot: 8");
  await problem(page, "`prot` is not declared").waitFor();
  await editor(page, "values.yml").locator(".cm-lintRange-error").first().waitFor();
  // By the clock of the page: from the key until the list of problems is another.
  await page.evaluate(() => {
    window.times = [];
    let began;
    addEventListener("keydown", ({ timeStamp }) => (began = timeStamp), { capture: true });
    new MutationObserver(() => {
      if (began !== undefined) {
        window.times.push(performance.now() - began);
        began = undefined;
      }
    }).observe(document.querySelector("#list"), { childList: true });
  });
  for (const [index, key] of [..."xyxyxyxyxyxyxyxyxyxy"].entries()) {
    await page.keyboard.press(key);
    await until(page, () => page.evaluate((count) => window.times.length > count, index), () => "nothing is said of what was typed");
  }
  const times = await page.evaluate(() => window.times);
  times.sort((a, b) => a - b);
  const median = times[times.length / 2];
  return `keystroke to its problems: median ${median.toFixed(1)} ms, slowest ${times.at(-1).toFixed(1)} ms`;
}

export async function followsAProblemToItsExplanation({ page, url }) {
  await open({ page, url }, { ...FILES, "values.yml": "#@data/values\n---\nnmae: a\n" }, "values.yml");
  const found = problem(page, "`nmae` is not declared");
  for (const fact of ["found", "expected", "hint"]) {
    await found.locator("dt", { hasText: fact }).waitFor();
  }
  await found.getByRole("button", { name: /The key/ }).click();
  await until(page, () => editor(page, "values.yml").evaluate((element) => element === document.activeElement), () => "the cursor is not in the values");
  await found.getByRole("button", { name: "schema.yml:2" }).click();
  await until(page, () => editor(page, "schema.yml").evaluate((element) => element === document.activeElement), () => "the cursor is not in the schema");
}

export async function appliesAFix({ page, url }) {
  await open({ page, url }, { ...FILES, "values.yml": "#@data/values\n---\nnmae: a\n" }, "values.yml");
  await editor(page, "values.yml").locator(".cm-lintRange-error").first().hover();
  const offered = page.locator(".cm-tooltip .fix", { hasText: "Change to" });
  await offered.waitFor();
  // The page asks anew when somebody goes to a file; the answer is the same, so what is open stays.
  await editor(page, "values.yml").focus();
  await page.waitForTimeout(500);
  await offered.click({ timeout: 1000 });
  await page.getByText("Nothing is wrong.").waitFor();
  if (!(await textOf(page, "values.yml")).includes("\nname: a\n")) {
    throw new Error(`the values say ${await textOf(page, "values.yml")}`);
  }
}

export async function seesAHover({ page, url }) {
  await open({ page, url }, FILES, "values.yml");
  await editor(page, "values.yml").getByText("name").first().hover();
  await page.locator(".cm-tooltip", { hasText: "Who is greeted" }).waitFor();
}

export async function acceptsACompletion({ page, url }) {
  await open({ page, url }, FILES, "values.yml");
  await cursorBehind(page, "values.yml", "world\n");
  await page.keyboard.type("po");
  const option = page.locator(".cm-tooltip-autocomplete li", { hasText: "port" });
  await option.waitFor();
  // A list that has just come up takes no key, so that nobody accepts what they have not seen.
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
  await until(page, async () => (await textOf(page, "values.yml")).includes("\nport: "), async () => `the values say ${await textOf(page, "values.yml")}`);
  // Of a list the selected item says more of itself.
  await cursorBehind(page, "schema.yml", "port: 80\n");
  await page.keyboard.type("#@sch");
  await page.locator(".cm-completionInfo .prose").waitFor();
}

export async function followsADataValue({ page, url }) {
  await open({ page, url }, FILES, "values.yml");
  const values = page.locator("#view .cm-content");
  await values.getByText("name: world").waitFor();
  await cursorBehind(page, "values.yml", "world");
  await page.keyboard.type("s");
  await values.getByText("name: worlds").waitFor();
  await values.getByText("port: 80").click();
  await until(page, () => editor(page, "schema.yml").evaluate((element) => element === document.activeElement), () => "the cursor is not in the schema");
}

export async function seesTheOutput({ page, url }) {
  await open({ page, url }, FILES, "greeting.yml");
  await page.getByRole("tab", { name: "Output" }).click();
  await page.locator("#view").getByText("says: hello world").waitFor();
  await cursorBehind(page, "values.yml", "name: ");
  await page.keyboard.type("[");
  await page.getByText("as it was before the mistake").waitFor();
  await page.locator("#view").getByText("says: hello world").waitFor();
}

export async function changesTheFiles({ page, url }) {
  const answers = ["values/prod.yml", "values/dev.yml", true];
  page.on("dialog", (dialog) => dialog.accept(...[answers.shift()].filter((answer) => answer !== true)));
  await open({ page, url }, FILES, "values.yml");
  await page.getByRole("button", { name: "New file" }).click();
  await editor(page, "values/prod.yml").waitFor();
  await page.keyboard.type("#@data/values\n---\nnmae: a");
  await problem(page, "values/prod.yml:3:1").waitFor();
  await page.getByRole("button", { name: "values/prod.yml", exact: true }).click();
  await problem(page, "values/dev.yml:3:1").waitFor();
  await page.getByRole("button", { name: "Remove values/dev.yml" }).click();
  await page.getByText("Nothing is wrong.").waitFor();
}
