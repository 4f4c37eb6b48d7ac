// playground.mjs FOLDER PICTURES: what a person does in the playground, and what they see, in Chromium.
//
// FOLDER is what web/build.sh made. Each step starts on a page of its own; what is on the screen after it is a picture.

import * as fs from "node:fs";
import * as path from "node:path";

import { chromium } from "playwright-core";

import * as access from "./steps/access.mjs";
import * as editing from "./steps/editing.mjs";
import * as hostile from "./steps/hostile.mjs";
import * as looks from "./steps/looks.mjs";
import * as loading from "./steps/loading.mjs";
import { CHROMIUM, PATIENCE } from "./steps/page.mjs";
import { serve } from "./serve.mjs";

const STEPS = {
  "the first problem after a cold load at 10 Mbit/s": loading.showsTheFirstProblemInTime,
  "what is typed before all of the module is there": loading.typesWhileTheRestTravels,
  "problems of what is typed": editing.seesProblemsOfWhatIsTyped,
  "a problem with what was found, and the place that explains it": editing.followsAProblemToItsExplanation,
  "a fix, applied": editing.appliesAFix,
  "the description in a hover": editing.seesAHover,
  "a completion with its documentation, accepted": editing.acceptsACompletion,
  "data values that follow an edit, and lead to where they were written": editing.followsADataValue,
  "rendered output, and what it was before a mistake": editing.seesTheOutput,
  "a file made, renamed and removed": editing.changesTheFiles,
  "every example": loading.showsEveryExample,
  "a link there and back": loading.goesThroughALink,
  "links that are none": loading.readsNoBrokenLink,
  "code that does not end": hostile.endsAnEndlessLoop,
  "code that takes all memory": hostile.replacesAWorkerWithoutMemory,
  "memory that is freed late": hostile.waitsForMemory,
  "code that takes too long between two steps": hostile.replacesAWorkerThatDoesNotAnswer,
  "markup in a description is text": hostile.showsMarkupAsText,
  "everything by keyboard": access.doesEverythingByKeyboard,
  "what axe-core finds": access.isAccessible,
  "light and dark, wide and narrow": looks.takesPictures,
};

const [folder, pictures, only = ""] = process.argv.slice(2);
fs.rmSync(pictures, { recursive: true, force: true });
fs.mkdirSync(pictures, { recursive: true });
const server = await serve(path.join(folder, "playground"));
const browser = await chromium.launch(CHROMIUM);

try {
  for (const [name, act] of Object.entries(STEPS).filter(([name]) => name.includes(only))) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.setDefaultTimeout(PATIENCE);
    try {
      const said = await act({ page, context, browser, url: server.url, pictures });
      await page.screenshot({ path: path.join(pictures, `${name.replaceAll(/\W+/g, "-")}.png`) });
      if (errors.length > 0) {
        throw new Error(`the page complains: ${errors.join("\n")}`);
      }
      console.log(`ok: ${name}${said === undefined ? "" : ` (${said})`}`);
    } catch (error) {
      await page.screenshot({ path: path.join(pictures, "failure.png") }).catch(() => undefined);
      console.error(`missing: ${name}\n${error}${errors.map((error) => `\n${error}`).join("")}\npicture: ${path.join(pictures, "failure.png")}`);
      for (const part of ["#notice", "main"]) {
        console.error(`${part}: ${await page.locator(part).innerText({ timeout: 1000 }).catch(String)}`);
      }
      process.exitCode = 1;
    } finally {
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.stop();
}
