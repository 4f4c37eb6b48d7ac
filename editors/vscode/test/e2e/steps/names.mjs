// A name in several files: renamed in one, it changes in all.

/** Gives the name under the cursor another; the editor shows that it has it once the line is `changed`. */
async function renames(workbench, from, to, changed) {
  await workbench.press("F2");
  const input = workbench.page.locator(".rename-box input");
  await input.waitFor();
  if ((await input.inputValue()) !== from) {
    throw new Error(`the box says ${await input.inputValue()} and not ${from}`);
  }
  await input.fill(to);
  await workbench.press("Enter");
  await workbench.shows(changed);
  await workbench.run("File: Save All Files");
}

export async function renamesAKeyOfASchema(workbench) {
  await workbench.open("web-app/config/schema.yml");
  await workbench.goTo(11, 3);
  await renames(workbench, "replicas", "copies", /\ncopies: 2\n/);
  await workbench.saved("web-app/config/schema.yml", /^copies: 2$/m);
  await workbench.saved("web-app/config/deployment.yml", /data\.values\.copies/);
  await workbench.saved("web-app/envs/prod.yml", /^copies: 6$/m);
}

export async function renamesAParameterOfAComponentType(workbench) {
  await workbench.open("openchoreo/types/web-app.yml");
  await workbench.goTo(21, 9);
  await renames(workbench, "database", "store", /\n {6}store: Database\n/);
  await workbench.saved("openchoreo/types/web-app.yml", /\$\{parameters\.store\.host\}/);
  await workbench.saved("openchoreo/shop/shop.yml", /^ {4}store:$/m);
}
