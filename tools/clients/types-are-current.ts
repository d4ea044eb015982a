import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { asyncClient } from "../../clients/generator/python-async.mjs";

/**
 * Says whether the clients' types were written from the OpenAPI document as it is: a generator of theirs is not
 * installed.
 */
const DOCUMENT = "libs/contracts/src/openapi.json";
const WRITTEN = ["clients/typescript/src/openapi.ts", "clients/python/src/flowlix/_openapi.py"];
const PYTHON = "clients/python/src/flowlix";

const sum = createHash("sha256").update(readFileSync(DOCUMENT)).digest("hex");
const stale = WRITTEN.filter((file) => !readFileSync(file, "utf8").includes(`sha256 of it: ${sum}`));

if (
  asyncClient(readFileSync(`${PYTHON}/_client.py`, "utf8")) !==
  readFileSync(`${PYTHON}/_async_client.py`, "utf8")
)
  stale.push(`${PYTHON}/_async_client.py`);
for (const file of stale)
  process.stderr.write(`${file} is of other sources: run make clients-types and commit it\n`);
process.exitCode = stale.length > 0 ? 1 : 0;
