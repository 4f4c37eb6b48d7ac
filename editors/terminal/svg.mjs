// svg.mjs [FRAME…]: the screen of a terminal, as `tmux capture-pane -e` prints it, as a picture: SVG on standard output.
// Without frames the screen is on standard input; several make a recording, which plays again and again.

import * as fs from "node:fs";

const [WIDTH, HEIGHT, MARGIN] = [8.4, 18, 12];
const [PAPER, INK] = ["#1e1e2e", "#cdd6f4"];
const SIXTEEN = [
  "#45475a", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#f5c2e7", "#94e2d5", "#bac2de",
  "#7f849c", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#f5c2e7", "#94e2d5", "#ffffff",
];

/** The colour of one of the 256 numbers. */
function numbered(number) {
  if (number < 16) {
    return SIXTEEN[number];
  }
  const level = (step) => (step === 0 ? 0 : 55 + 40 * step);
  const [red, green, blue] = number < 232
    ? [Math.floor((number - 16) / 36), Math.floor((number - 16) / 6) % 6, (number - 16) % 6].map(level)
    : Array(3).fill(8 + 10 * (number - 232));
  return hex(red, green, blue);
}

function hex(...parts) {
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

/** What the numbers of one escape sequence make of a style. */
function restyled(style, sequence) {
  const next = { ...style };
  const parts = sequence.split(";");
  while (parts.length > 0) {
    const part = parts.shift();
    const number = Number(part.split(":")[0] || 0);
    if (number === 38 || number === 48 || number === 58) {
      next[{ 38: "ink", 48: "paper", 58: "lineColour" }[number]] = extended(part.includes(":") ? part.split(":").slice(1) : parts);
    } else {
      simple(next, number, part);
    }
  }
  return next;
}

/** A colour of 256 or of all; takes its numbers off the list. */
function extended(parts) {
  if (parts.shift() === "5") {
    return numbered(Number(parts.shift()));
  }
  const rest = parts.filter((part) => part !== "").slice(0, 3);
  parts.splice(0, 3);
  return hex(...rest);
}

function simple(style, number, part) {
  const flags = { 1: "bold", 2: "faint", 3: "italic", 7: "reverse", 9: "struck" };
  if (number === 0) {
    for (const name of Object.keys(style)) delete style[name];
  } else if (number === 4) {
    style.line = { 0: undefined, 3: "wavy", 5: "dashed", 4: "dotted" }[part.split(":")[1] ?? 1] ?? (part === "4:0" ? undefined : "solid");
  } else if (flags[number]) {
    style[flags[number]] = true;
  } else if (number >= 30 && number <= 37) {
    style.ink = SIXTEEN[number - 30];
  } else if (number >= 90 && number <= 97) {
    style.ink = SIXTEEN[number - 82];
  } else if (number >= 40 && number <= 47) {
    style.paper = SIXTEEN[number - 40];
  } else if (number >= 100 && number <= 107) {
    style.paper = SIXTEEN[number - 92];
  } else {
    const ends = { 22: ["bold", "faint"], 23: ["italic"], 24: ["line"], 27: ["reverse"], 29: ["struck"], 39: ["ink"], 49: ["paper"], 59: ["lineColour"] };
    for (const name of ends[number] ?? []) delete style[name];
  }
}

/** The pieces of a line that look alike; the style goes on at the next line. */
function pieces(line, style) {
  const found = [];
  let column = 0;
  for (const [, sequence, text] of line.matchAll(/\u001b\[([\d;:]*)m|([^\u001b]+)/g)) {
    if (text === undefined) {
      style = restyled(style, sequence);
    } else {
      found.push({ column, text, style });
      column += [...text].length;
    }
  }
  return { found, style };
}

/** Behind a piece, and the piece itself. */
function colours({ ink = INK, paper = PAPER, reverse }) {
  return reverse ? [ink, paper] : [paper, ink];
}

/** What is behind most of the screen. */
function mostPaper(rows) {
  const areas = new Map();
  for (const { text, style } of rows.flat()) {
    const [paper] = colours(style);
    areas.set(paper, (areas.get(paper) ?? 0) + text.length);
  }
  return [...areas].sort((a, b) => b[1] - a[1])[0]?.[0] ?? PAPER;
}

function drawn({ column, text, style }, row, behind) {
  const [paper, ink] = colours(style);
  const back = paper !== behind ? `<rect ${place(column, row)} width="${wide(text)}" height="${HEIGHT}" fill="${paper}"/>` : "";
  const line = style.line ? `underline ${style.line} ${style.lineColour ?? ""}`.trim() : style.struck && "line-through";
  const marks = [
    style.bold && ' font-weight="bold"', style.italic && ' font-style="italic"', style.faint && ' opacity="0.7"',
    line && ` style="text-decoration:${line}"`, ink !== INK && ` fill="${ink}"`,
  ].filter(Boolean).join("");
  // What is between words is not left to how a picture treats several spaces.
  const words = [...text.matchAll(/\S+(?: \S+)*/gu)].map((match) => {
    const before = [...text.slice(0, match.index)].length;
    return `<text ${place(column + before, row, 13)} textLength="${wide(match[0])}"${marks}>${escaped(match[0])}</text>`;
  });
  return back + words.join("");
}

function place(column, row, below = 0) {
  return `x="${round(MARGIN + column * WIDTH)}" y="${MARGIN + row * HEIGHT + below}"`;
}

function wide(text) {
  return round([...text].length * WIDTH);
}

function round(number) {
  return Number(number.toFixed(1));
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A screen as `tmux capture-pane -e` prints it, as rows of pieces. */
function screen(text) {
  let style = {};
  return text.replace(/\n$/, "").split("\n").map((line) => {
    const read = pieces(line, style);
    style = read.style;
    return read.found;
  });
}

/** A frame of a recording: a file `frame-NUMBER-MILLISECONDS-COLUMN-ROW`, the last two of the cursor. */
function frame(file) {
  const [, milliseconds, column, row] = file.match(/-(\d+)-(\d+)-(\d+)$/).map(Number);
  return { milliseconds, cursor: { column, row }, rows: screen(fs.readFileSync(file, "utf8")) };
}

/** What is on a row from one frame to another, for rows that look the same in several of them. */
function stretches(frames, height, behind) {
  const found = [];
  for (let row = 0; row < height; row++) {
    let last;
    for (const [index, { rows, cursor }] of frames.entries()) {
      const block = cursor && cursor.row === row ? `<rect ${place(cursor.column, row)} width="${WIDTH}" height="${HEIGHT}" fill="${INK}" opacity="0.5"/>` : "";
      const drawing = (rows[row] ?? []).map((piece) => drawn(piece, row, behind)).join("") + block;
      if (last?.drawing === drawing) {
        last.end = index + 1;
      } else {
        last = { drawing, start: index, end: index + 1 };
        found.push(last);
      }
    }
  }
  return found.filter(({ drawing }) => drawing !== "");
}

/** The times at which frames begin and the last one ends, in percent of the whole. */
function times(frames) {
  const whole = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  let begun = 0;
  return { whole, begins: [0, ...frames.map(({ milliseconds }) => round(100 * (begun += milliseconds) / whole))] };
}

/** When something is to be seen, as a rule of CSS; whoever wants no motion sees the first frame. */
function rules(frames, shown) {
  const { whole, begins } = times(frames);
  const spans = [...new Set(shown.map(({ start, end }) => `${start}_${end}`))].filter((span) => span !== `0_${frames.length}`);
  const named = spans.map((span) => {
    const [start, end] = span.split("_").map((index) => begins[index]);
    const before = start > 0 ? `0%{visibility:hidden}` : "";
    const after = end < 100 ? `${end}%{visibility:hidden}` : "";
    return `@keyframes k${span}{${before}${start}%{visibility:visible}${after}}.k${span}{visibility:${start > 0 ? "hidden" : "visible"};animation:k${span} ${whole}ms step-end infinite}`;
  });
  return `<style>${named.join("")}@media(prefers-reduced-motion){*{animation:none!important}}</style>\n`;
}

const files = process.argv.slice(2);
const frames = files.length > 0 ? files.map(frame) : [{ milliseconds: 1, rows: screen(fs.readFileSync(0, "utf8")) }];
const behind = mostPaper(frames[0].rows);
const columns = Math.max(...frames.flatMap(({ rows }) => rows.flat()).map(({ column, text }) => column + [...text].length));
const lines = Math.max(...frames.map(({ rows }) => rows.length));
const [width, height] = [Math.ceil(2 * MARGIN + columns * WIDTH), 2 * MARGIN + lines * HEIGHT];
const shown = stretches(frames, lines, behind);
const drawing = frames.length === 1
  ? shown.map((stretch) => stretch.drawing)
  : shown.map(({ drawing, start, end }) => `<g class="k${start}_${end}">${drawing}</g>`);
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" `
  + `font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${INK}">\n`
  + (frames.length === 1 ? "" : rules(frames, shown))
  + `<rect width="100%" height="100%" rx="8" fill="${behind}"/>\n${drawing.join("\n")}\n</svg>\n`,
);
