import { writeFileSync } from "node:fs";
import { generatedFiles } from "./generated.ts";

/** `make charts-generated`: writes what is generated in charts/. */
for (const { path, text } of await generatedFiles()) writeFileSync(path, text);
