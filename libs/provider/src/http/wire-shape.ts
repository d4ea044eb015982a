import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** One for the process. */
let shared: Ajv2020 | undefined;

/** The check of a shape of what an acquirer says: strict, first fault only, nothing coerced. */
export function compileShape<T>(schema: object): ValidateFunction<T> {
  shared ??= new Ajv2020({
    strict: true,
    // Our schemas are constants, and a test holds them against the schema of schemas: a start need not.
    validateSchema: false,
    allowUnionTypes: true,
    allErrors: false,
    coerceTypes: false,
  });
  return shared.compile<T>(schema);
}
