import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Says whether the clients' types were written from the OpenAPI document as it is: their generator is not installed. */
const DOCUMENT = "libs/contracts/src/openapi.json";
const WRITTEN = ["clients/typescript/src/openapi.ts"];

const sum = createHash("sha256").update(readFileSync(DOCUMENT)).digest("hex");
const stale = WRITTEN.filter((file) => !readFileSync(file, "utf8").includes(`sha256 of it: ${sum}`));
for (const file of stale)
  process.stderr.write(`${file} is of another ${DOCUMENT}: run make clients-types and commit it\n`);
process.exitCode = stale.length > 0 ? 1 : 0;
