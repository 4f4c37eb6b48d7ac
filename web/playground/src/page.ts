// The parts of the page around files and results: colours, help, notices.

import { byId } from "./dom.ts";

const THEME = "sayl-theme";

/** Light or dark as the system is, until somebody chooses. */
export function offerColours(): void {
  const button = byId<HTMLButtonElement>("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = (): string | null => read(THEME);
  const show = (): void => {
    const isDark = (chosen() ?? (system.matches ? "dark" : "light")) === "dark";
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(isDark));
  };
  button.addEventListener("click", () => {
    write(THEME, document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
    show();
  });
  system.addEventListener("change", show);
  show();
}

export function offerHelp(): void {
  const dialog = byId<HTMLDialogElement>("help");
  byId("keys").addEventListener("click", () => dialog.showModal());
  byId("close").addEventListener("click", () => dialog.close());
}

/** Says something that passes. */
export function say(text: string): void {
  byId("said").textContent = text;
  setTimeout(() => byId("said").textContent === text && (byId("said").textContent = ""), 4000);
}

/** Says something that stays until it is not so any more. */
export function warn(text: string): void {
  const notice = byId("notice");
  notice.hidden = text === "";
  notice.textContent = text;
}

// A page that may keep nothing is a page all the same.

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    document.documentElement.dataset["theme"] = value;
  }
}
