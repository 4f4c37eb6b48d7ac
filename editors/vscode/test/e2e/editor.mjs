// editor.mjs PROGRAMS EXTENSION EXAMPLES PICTURES [web]: what a person does in VS Code, in a browser, and what they see.
// With `web` the extension runs there too, on the module, and what needs a program is left out.
//
// One session on a copy of the examples; each step goes on where the one before it stopped. What is on the screen after
// each of them is a picture in PICTURES.

import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";

import { start } from "./code-server.mjs";
import { OTHER_YAML_EXTENSION, quietensTheOtherExtension, recoversFromACrash, seesThatCodeDoesNotEnd, seesWhatIsNotRead } from "./steps/life.mjs";
import * as beside from "./steps/beside.mjs";
import * as graphs from "./steps/graphs.mjs";
import { seesWhatTheSchemaChanges } from "./steps/groups.mjs";
import { renamesAKeyOfASchema, renamesAParameterOfAComponentType } from "./steps/names.mjs";
import * as resources from "./steps/resources.mjs";
import * as values from "./steps/values.mjs";
import * as views from "./steps/views.mjs";
import { Workbench } from "./workbench.mjs";

const STEPS = {
  "the offer to quieten Red Hat's extension, taken": quietensTheOtherExtension,
  "a squiggle below the misspelt key": values.seesTheSquiggle,
  "entries in the Problems panel": values.seesTheProblems,
  "the description in a hover": values.seesTheHover,
  "the bundle and the schema of the file": values.seesWhatGovernsTheFile,
  "the page of a problem": values.readsThePageOfAProblem,
  "the quick fix, applied": values.appliesTheFix,
  "a completion, accepted": values.acceptsACompletion,
  "the values of a key that was accepted": values.isOfferedTheValuesOfAKey,
  "the declaration of a key, followed from its hover": values.followsTheDeclarationOfAKey,
  "snippets, where they fit": values.isOfferedSnippetsWhereTheyFit,
  "a problem of the values while the schema is edited beside them": seesWhatTheSchemaChanges,
  "a key renamed in schema, template and values": renamesAKeyOfASchema,
  "a parameter renamed in a component type and a component": renamesAParameterOfAComponentType,
  "mistakes in a resource type": resources.seesMistakesInAResourceType,
  "a reference of a schema mended and followed, and what a resource gives to it": resources.mendsAReferenceAndFollowsIt,
  "a keyword and a name completed in a resource type": resources.completesAKeywordAndAName,
  "mistakes in a graph of kro and in an instance": graphs.seesMistakesInAGraphAndItsInstance,
  "the id and the field mended, and the field followed to the graph": graphs.mendsThem,
  "a marker and an id completed in a graph": graphs.completesAMarkerAndAnId,
  "the picture of the graph": graphs.seesThePicture,
  "a document in line, its comments kept": beside.formatsADocument,
  "the outline in the breadcrumbs": beside.goesThroughTheOutline,
  "hints and lenses, switched on": beside.switchesHintsAndLensesOn,
  "a lens above a key of the schema, followed": beside.followsALens,
  "the defaults that values replace": beside.seesTheHints,
  "the words of template code in their colours": beside.seesTheWordsOfCode,
  "the arguments of a call": beside.seesTheArguments,
  "a key of the schema, found by its name": beside.findsANameOfTheWorkspace,
  "a severity, set": beside.setsASeverity,
  "the data values with their origins": views.seesTheDataValues,
  "a link to an origin, followed": views.followsALinkToTheOrigin,
  "the rendered output beside its template": views.seesTheRenderedOutput,
  "the output of a line while it is typed": views.seesTheOutputOfWhatIsTyped,
  "the output compared with that of what was saved": views.comparesTheOutputWithWhatWasSaved,
  "a line of the output, followed to its template": views.followsALineToItsTemplate,
  "the documentation of the schema, searched": views.searchesTheSchemasDocumentation,
  "a values file, generated": views.generatesAValuesFile,
  "problems again after the server was killed": recoversFromACrash,
};
const STEPS_OF_THE_WEB = {
  "a squiggle below the misspelt key": values.seesTheSquiggle,
  "entries in the Problems panel": values.seesTheProblems,
  "the description in a hover": values.seesTheHover,
  "the bundle and the schema of the file": values.seesWhatGovernsTheFile,
  "the page of a problem": values.readsThePageOfAProblem,
  "the quick fix, applied": values.appliesTheFix,
  "a completion, accepted": values.acceptsACompletion,
  "the values of a key that was accepted": values.isOfferedTheValuesOfAKey,
  "the declaration of a key, followed from its hover": values.followsTheDeclarationOfAKey,
  "snippets, where they fit": values.isOfferedSnippetsWhereTheyFit,
  "a problem of the values while the schema is edited beside them": seesWhatTheSchemaChanges,
  "a key renamed in schema, template and values": renamesAKeyOfASchema,
  "a parameter renamed in a component type and a component": renamesAParameterOfAComponentType,
  "mistakes in a resource type": resources.seesMistakesInAResourceType,
  "a reference of a schema mended and followed, and what a resource gives to it": resources.mendsAReferenceAndFollowsIt,
  "a keyword and a name completed in a resource type": resources.completesAKeywordAndAName,
  "mistakes in a graph of kro and in an instance": graphs.seesMistakesInAGraphAndItsInstance,
  "the id and the field mended, and the field followed to the graph": graphs.mendsThem,
  "a marker and an id completed in a graph": graphs.completesAMarkerAndAnId,
  "the picture of the graph": graphs.seesThePicture,
  "a document in line, its comments kept": beside.formatsADocument,
  "the outline in the breadcrumbs": beside.goesThroughTheOutline,
  "hints and lenses, switched on": beside.switchesHintsAndLensesOn,
  "a lens above a key of the schema, followed": beside.followsALens,
  "the defaults that values replace": beside.seesTheHints,
  "the words of template code in their colours": beside.seesTheWordsOfCode,
  "the arguments of a call": beside.seesTheArguments,
  "a key of the schema, found by its name": beside.findsANameOfTheWorkspace,
  "a severity, set": beside.setsASeverity,
  "the data values with their origins": views.seesTheDataValues,
  "a link to an origin, followed": views.followsALinkToTheOrigin,
  "the rendered output beside its template": views.seesTheRenderedOutput,
  "the output of a line while it is typed": views.seesTheOutputOfWhatIsTyped,
  "the output compared with that of what was saved": views.comparesTheOutputWithWhatWasSaved,
  "a line of the output, followed to its template": views.followsALineToItsTemplate,
  "the documentation of the schema, searched": views.searchesTheSchemasDocumentation,
  "a values file, generated": views.generatesAValuesFile,
  "template code that does not end": seesThatCodeDoesNotEnd,
  "a file that is too large to be read, by its name": seesWhatIsNotRead,
};
const CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const [programs, extension, examples, pictures, kind] = process.argv.slice(2);
const isInBrowser = kind === "web";
const { chromium } = createRequire(path.join(programs, "package.json"))("playwright-core");
fs.rmSync(pictures, { recursive: true, force: true });
fs.mkdirSync(pictures, { recursive: true });

const server = await start({ programs, extension, examples, others: isInBrowser ? [] : [OTHER_YAML_EXTENSION], isInBrowser });
// Whoever gives up waiting for this test leaves nothing behind.
process.on("SIGTERM", () => {
  server.stop();
  process.exit(1);
});
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: CHROMIUM });
const page = await browser.newPage({ viewport: { width: 1240, height: 840 } });
const loaded = new Set();
page.context().on("request", (request) => loaded.add(decodeURIComponent(request.url())));
const workbench = new Workbench(page, server.folder, pictures);
workbench.home = server.home;

let step = "VS Code itself";
try {
  await page.goto(server.url);
  await page.locator(".explorer-folders-view").waitFor();
  for (const [name, act] of Object.entries(isInBrowser ? STEPS_OF_THE_WEB : STEPS)) {
    step = name;
    await act(workbench);
    await workbench.picture(name.replaceAll(/\W+/g, "-"));
    console.log(`ok: ${name}`);
  }
  step = "the extension runs where it is to run";
  if ([...loaded].some((url) => /\/sayl\.sayl-[^/]*\/web\/extension\.js/.test(url)) !== isInBrowser) {
    throw new Error(`the browser has read ${[...loaded].filter((url) => url.includes("sayl")).join("\n")}`);
  }
  console.log(`ok: ${step}`);
} catch (error) {
  await workbench.picture("failure").catch(() => undefined);
  console.error(`missing: ${step}\n${error}\npicture: ${path.join(pictures, "failure.png")}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.stop();
}
