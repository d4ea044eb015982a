import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTs, { astToString } from "openapi-typescript";

/** Writes the types of the TypeScript client from the OpenAPI document: `make clients-types`. */
const DOCUMENT = new URL("../../libs/contracts/src/openapi.json", import.meta.url);
const SOURCES = new URL("../typescript/src/", import.meta.url);

const text = readFileSync(DOCUMENT, "utf8");
const document = JSON.parse(text);
const head = `// Written from the OpenAPI document by \`make clients-types\`, and never by hand.\n`;
const stamp = `// sha256 of it: ${createHash("sha256").update(text).digest("hex")}\n`;
const types = astToString(await openapiTs(DOCUMENT));
writeFileSync(fileURLToPath(new URL("openapi.ts", SOURCES)), `${head}${stamp}${types}`);

const { enum: named, examples } = document.components.schemas.ErrorCode;
const codes = (named ?? examples).map((code) => `  ${JSON.stringify(code)},`);
writeFileSync(
  fileURLToPath(new URL("openapi-values.ts", SOURCES)),
  `${head}export const ERROR_CODES = [\n${codes.join("\n")}\n] as const;\n`,
);
