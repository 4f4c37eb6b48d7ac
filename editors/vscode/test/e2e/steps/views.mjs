// What the server makes of a schema and its values, shown beside them.

export async function seesTheDataValues(workbench) {
  await workbench.open("web-app/envs/prod.yml");
  await workbench.run("sayl: Show Data Values");
  await workbench.shows(/copies: 6 # prod\.yml:3/);
  await workbench.shows(/port: 443 # prod\.yml:7/);
}

export async function followsALinkToTheOrigin(workbench) {
  const link = workbench.editor.locator(".detected-link", { hasText: "schema.yml:16" }).first();
  await link.waitFor();
  await workbench.page.keyboard.down("Control");
  await link.click();
  await workbench.page.keyboard.up("Control");
  await workbench.page.locator(".tab.active").getByText("schema.yml", { exact: true }).waitFor();
  await workbench.page.locator(".statusbar").getByText("Ln 16,").waitFor();
}

export async function searchesTheSchemasDocumentation(workbench) {
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/envs/prod.yml");
  await workbench.run("sayl: Show Documentation of the Schema");
  const page = workbench.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  await page.getByText("Copies of the application that run at the same time").first().waitFor();
  const colours = await page.locator("body").evaluate((body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).getPropertyValue("--vscode-editor-background")]);
  const [shown, theme] = colours.map((colour) => colour.match(/[0-9a-f]{6}/i)?.[0] ?? colour.match(/\d+/g).map((part) => Number(part).toString(16).padStart(2, "0")).join(""));
  if (shown.toLowerCase() !== theme.toLowerCase()) {
    throw new Error(`the page is ${shown}, the theme ${theme}`);
  }
  await workbench.picture("documentation");
  await page.locator("input[type=search]").click();
  await workbench.type("host name");
  await page.locator("output").getByText("1 key").waitFor();
  await page.locator(".key:visible .name", { hasText: "host" }).first().waitFor();
}

export async function generatesAValuesFile(workbench) {
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/config/schema.yml");
  await workbench.run("sayl: Generate a Values File");
  await workbench.page.locator(".tab.active").getByText("values-2.yml", { exact: true }).waitFor();
  await workbench.shows(/^copies: 2$/m);
}
