// frames.mjs KNOWN MADE: whether two recordings of svg.mjs show the same text, frame by frame; says where they differ.

import * as fs from "node:fs";

/** Everything that a frame writes, line by line, of each frame. */
function frames(file) {
  const svg = fs.readFileSync(file, "utf8");
  const groups = [...svg.matchAll(/<g class="k(\d+)_(\d+)">(.*?)<\/g>/gs)].map(([, start, end, drawing]) => ({ start: Number(start), end: Number(end), drawing }));
  const count = Math.max(...groups.map(({ end }) => end));
  return Array.from({ length: count }, (_, index) => {
    const lines = new Map();
    for (const { drawing } of groups.filter(({ start, end }) => start <= index && index < end)) {
      for (const [, x, y, text] of drawing.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g)) {
        lines.set(Number(y), [...(lines.get(Number(y)) ?? []), [Number(x), text]]);
      }
    }
    const rows = [...lines].sort(([one], [other]) => one - other);
    return rows.map(([, pieces]) => pieces.sort(([one], [other]) => one - other).map(([, text]) => text).join(" "));
  });
}

const [known, made] = process.argv.slice(2).map(frames);
const differences = Array.from({ length: Math.max(known.length, made.length) }, (_, index) => {
  const [before, now] = [known[index] ?? [], made[index] ?? []];
  const gone = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  const come = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  return gone.length + come.length === 0 ? [] : [`frame ${index + 1}:`, ...gone, ...come];
}).flat();
if (differences.length > 0) {
  console.error(`${process.argv[2]} shows another text than ${process.argv[3]}, which was made now:\n${differences.join("\n")}`);
  process.exitCode = 1;
} else {
  console.log(`ok: ${known.length} frames with the text of ${process.argv[2]}`);
}
