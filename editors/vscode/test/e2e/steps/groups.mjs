// Two files side by side: what is typed into the one shows in the other, which nobody touches.

export async function seesWhatTheSchemaChanges(workbench) {
  await workbench.open("web-app/envs/prod.yml");
  await workbench.run("View: Split Editor Right");
  await workbench.open("web-app/config/schema.yml");
  const values = workbench.page.locator(".editor-group-container:not(.active)");
  await values.locator(".view-line", { hasText: "port: 443" }).waitFor();
  const squiggle = values.locator(".squiggly-error");
  await squiggle.first().waitFor({ state: "detached" });
  await workbench.goTo(26, 1);
  await workbench.press("End");
  await workbench.type("x");
  await squiggle.first().waitFor();
  await workbench.picture("two-groups");
  await workbench.press("Backspace");
  await squiggle.first().waitFor({ state: "detached" });
  await workbench.run("View: Join All Editor Groups");
}
