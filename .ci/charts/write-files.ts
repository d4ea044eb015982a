import { writeFileSync } from "node:fs";
import { GENERATED } from "./generated.ts";

for (const { path, text } of GENERATED()) writeFileSync(path, text);
