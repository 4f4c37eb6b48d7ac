// The example that the page begins with. The others are in examples.json, which the build makes of the documentation.

import type { State } from "./link.ts";
import deployment from "../examples/first/deployment.yml";
import schema from "../examples/first/schema.yml";
import values from "../examples/first/values.yml";

export const first: State = {
  files: { "schema.yml": schema, "values.yml": values, "deployment.yml": deployment },
  open: "values.yml",
};

/** Groups of examples. */
export type Examples = { title: string; examples: (State & { title: string })[] }[];
