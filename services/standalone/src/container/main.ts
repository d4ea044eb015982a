import { runEntry } from "./run-entry.ts";

await runEntry(process.argv.slice(2), process.env);
