import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv";
import addFormatsModule from "ajv-formats";
import { FORMATS } from "./formats.ts";

export type { ErrorObject, ValidateFunction };

/** One for the process: it keeps what it has compiled, by the schema. */
let shared: Ajv2020 | undefined;

/**
 * The one way to validate (docs/design/architecture.md#contracts): strict, first fault only, nothing coerced, defaulted
 * or removed. Never verbose: its errors would carry the values at fault, card numbers among them. The same schema
 * object comes to the same function, whose `errors` are those of its last call.
 */
export function compileSchema<T = unknown>(schema: object): ValidateFunction<T> {
  shared ??= createAjv();
  return shared.compile<T>(schema);
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // Our schemas are constants, and a test holds them against the schema of schemas: a start need not.
    validateSchema: false,
    // `required: ["type"]` beside a discriminator names a property of the branches.
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    allErrors: false,
    verbose: false,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    ownProperties: true,
    validateFormats: true,
    messages: true,
    logger: false,
  });
  addFormatsModule.default(ajv, { mode: "full", formats: ["uuid", "uri", "email", "date", "date-time"] });
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, { type: "string", validate });
  return ajv;
}
