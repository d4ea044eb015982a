import { writeFileSync } from "node:fs";
import { buildOpenApi } from "./openapi.ts";

/** `npm run openapi`: writes the document again. Not part of the library. */
writeFileSync(new URL("openapi.json", import.meta.url), `${JSON.stringify(buildOpenApi(), null, 2)}\n`);
