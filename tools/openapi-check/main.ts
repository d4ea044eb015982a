import { chosenBy, report } from "../charts/report.ts";
import { fuzz } from "./fuzz.ts";
import { generators } from "./generators.ts";
import { linters } from "./linters.ts";

/** `make openapi-check`: the OpenAPI document before the tools that merchants' developers use. Each line is a check. */
const chosen = chosenBy(process.argv.slice(2), [...linters, ...generators, ...fuzz]);
// The fuzzer takes its seconds whatever runs beside it.
process.exitCode = await report(
  chosen.filter((one) => !fuzz.includes(one)),
  chosen.filter((one) => fuzz.includes(one)),
);
