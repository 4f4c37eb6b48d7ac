
(() => {
  "use strict";
  const tools = document.querySelector(".tools");
  const input = tools.querySelector("input");
  const found = tools.querySelector("output");
  const fold = tools.querySelector(".fold");
  const folds = [...document.querySelectorAll("main details")];
  const keys = [...document.querySelectorAll(".key")].map((element) => {
    const details = element.querySelector(":scope > details");
    const own = [...(details ?? element).children].filter((child) => !child.matches(".keys"));
    return { element, own, text: own.map((part) => part.textContent).join(" ").toLowerCase() };
  });
  const links = new Map([...document.querySelectorAll("nav a")].map((a) => [decoded(a.hash), a]));
  tools.hidden = false;

  // The id that an address leads to; people type addresses, too.
  function decoded(hash) {
    try { return decodeURIComponent(hash.slice(1)); } catch { return hash.slice(1); }
  }

  // What the address names is shown, whatever is folded or filtered.
  function reveal() {
    const target = document.getElementById(decoded(location.hash));
    if (!target) return;
    if (target.closest("[hidden]")) { input.value = ""; search(); }
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = new Set();
    let count = 0;
    for (const { element, text } of keys) {
      if (!words.every((word) => text.includes(word))) continue;
      count += 1;
      for (let at = element; at; at = at.parentElement.closest(".key")) shown.add(at);
    }
    for (const { element } of keys) {
      element.hidden = words.length > 0 && !shown.has(element);
      const link = links.get(element.id);
      if (link) link.parentElement.hidden = element.hidden;
    }
    if (words.length) unfold(true);
    found.textContent = words.length ? `${count} ${count === 1 ? "key" : "keys"}` : "";
    highlight(words);
  }

  function highlight(words) {
    if (!CSS.highlights) return;
    const ranges = [];
    for (const { element, own } of keys) {
      if (element.hidden) continue;
      for (const part of own) mark(part, words, ranges);
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  function mark(part, words, ranges) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.data.toLowerCase();
      // A few letters are longer in lower case.
      if (text.length !== walker.currentNode.data.length) continue;
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + word.length);
          ranges.push(range);
        }
      }
    }
  }

  function unfold(open) {
    for (const details of folds) details.open = open;
    fold.textContent = open ? "Collapse all" : "Expand all";
  }

  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { input.value = ""; search(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === input || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  fold.addEventListener("click", () => unfold(!folds.some((details) => details.open)));
  addEventListener("beforeprint", () => unfold(true));
  addEventListener("hashchange", reveal);
  reveal();
})();
