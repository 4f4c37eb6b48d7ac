import { cursorBehind, open, problem, start, until } from "./page.mjs";

/** Beside the code. Nothing is wrong with them: else no template is rendered with them. */
const VALUES = { "schema.yml": "#@data/values-schema\n---\nname: you\n", "values.yml": "#@data/values\n---\nname: a\n" };

/** Code that uses too much is a problem of its file, or its worker is replaced and the page says so. */
async function isStopped(page) {
  const isProblem = () => problem(page, "evaluation-budget").isVisible();
  const isReplaced = () => page.locator("#notice", { hasText: "was stopped" }).isVisible();
  await until(page, async () => (await isProblem()) || (await isReplaced()), () => "nothing is said of the code");
  return (await isProblem()) ? "as a problem" : "by another worker";
}

/** What is mended is evaluated again. */
async function goesOn(page, file, code, mended) {
  await cursorBehind(page, file, code);
  for (let count = 0; count < code.length; count += 1) {
    await page.keyboard.press("Backspace");
  }
  await page.keyboard.type(mended);
  await page.getByRole("tab", { name: "Output" }).click();
  await page.locator("#view").getByText(`a: ${mended}`).waitFor();
}

export async function endsAnEndlessLoop({ page, url }) {
  const loop = "#@ def endless():\n#@   for i in range(1000000000):\n#@   end\n#@ end\n---\na: #@ endless()\n";
  await start({ page, url }, { ...VALUES, "loop.yml": loop }, "loop.yml");
  const how = await isStopped(page);
  // Of the other files the page says what it always says.
  await cursorBehind(page, "values.yml", "nam");
  await page.keyboard.type("x");
  await problem(page, "`namxe` is not declared").waitFor();
  return how;
}

export async function replacesAWorkerWithoutMemory({ page, url }) {
  const code = "len([\"abcdefgh\" * 5000000 + str(i) for i in range(100)])";
  await start({ page, url }, { ...VALUES, "large.yml": `---\na: #@ ${code}\n` }, "large.yml");
  const how = await isStopped(page);
  await goesOn(page, "large.yml", code, "1");
  return how;
}

export async function replacesAWorkerThatDoesNotAnswer({ page, url }) {
  const code = "[str([x] * 3000000) for x in range(60)][0][1]";
  await start({ page, url }, { ...VALUES, "slow.yml": `---\na: #@ ${code}\n` }, "slow.yml");
  const how = await isStopped(page);
  await goesOn(page, "slow.yml", code, "2");
  return how;
}

/** The memory of an ended worker is freed late: for half a second, those that take its place end before they have begun. */
export async function waitsForMemory({ page, url }) {
  await page.addInitScript(() => {
    const { Worker } = window;
    const fails = 'self.onmessage = ({ data }) => "id" in data && self.postMessage({ id: data.id, failure: "no memory" });';
    let count = 0;
    let end;
    window.Worker = class extends Worker {
      constructor(script) {
        count += 1;
        end ??= count === 2 ? Date.now() + 500 : undefined;
        super(Date.now() < end ? URL.createObjectURL(new Blob([fails], { type: "text/javascript" })) : script);
      }
    };
  });
  return replacesAWorkerWithoutMemory({ page, url });
}

export async function showsMarkupAsText({ page, url }) {
  const desc = "<img src=x onerror=document.title='broken'> [go](javascript:alert(1))";
  await open({ page, url }, { "schema.yml": `#@data/values-schema\n---\n#@schema/desc "${desc}"\nname: you\n`, "values.yml": "#@data/values\n---\nname: a\n" }, "values.yml");
  await page.locator('.pane[aria-label="values.yml"]').getByText("name").first().hover();
  const hover = page.locator(".cm-tooltip", { hasText: "onerror" });
  await hover.waitFor();
  if ((await hover.locator("img, a").count()) > 0 || (await page.title()) !== "sayl playground") {
    throw new Error("the description is markup");
  }
}
