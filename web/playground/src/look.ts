// How texts look: colours are variables of the page, so light and dark need no other editor.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView, MatchDecorator, ViewPlugin } from "@codemirror/view";
import type { DecorationSet, ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--number)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--faint)" },
  { tag: [tags.meta, tags.separator, tags.punctuation, tags.keyword], color: "var(--sign)" },
  { tag: [tags.labelName, tags.typeName], color: "var(--code)" },
]);

/** Template code and annotations, which YAML takes for comments. */
const code = new MatchDecorator({ regexp: /(?<=^|\s)#@.*$/g, decoration: Decoration.mark({ class: "cm-template" }) });

const templates = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = code.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = code.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--text)" },
  ".cm-template, .cm-template *": { color: "var(--code) !important" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--border)", borderRadius: "8px", boxShadow: "var(--shadow)", maxWidth: "min(34rem, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "var(--faint)", fontStyle: "normal" },
  ".cm-completionInfo": { padding: "8px 12px" },
  ".cm-deprecated .cm-completionLabel": { textDecoration: "line-through" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeftWidth: "4px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeftColor: "var(--information)" },
  ".cm-lintRange": { backgroundImage: "none", textDecorationLine: "underline", textDecorationStyle: "wavy", textDecorationThickness: "1px", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintRange-error": { textDecorationColor: "var(--error)", textDecorationThickness: "1.5px" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warning)", textDecorationThickness: "1.5px" },
  ".cm-lintRange-info": { textDecorationColor: "var(--information)" },
  ".cm-lintRange-hint": { textDecorationStyle: "dotted", textDecorationColor: "var(--faint)" },
  ".cm-lintRange-active": { backgroundColor: "var(--line)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button": { color: "var(--text)", background: "var(--page)", border: "1px solid var(--border)" },
  ".cm-searchMatch": { backgroundColor: "var(--selection)" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection) !important" },
});

export const look: Extension = [theme, syntaxHighlighting(colours), templates];
