import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject } from "ajv";
import type { AccountSettings } from "../acquirer.ts";

/** Settings and secrets of an account together, as they passed the acquirer's schema. */
export type AccountValues = Readonly<Record<string, unknown>>;

/** A value that the acquirer's schema refuses; never the value itself. */
export interface ValueProblem {
  readonly name: string;
  readonly rule: string;
}

const properties = (schema: object): Readonly<Record<string, unknown>> =>
  "properties" in schema && typeof schema.properties === "object" && schema.properties !== null
    ? { ...schema.properties }
    : {};

/** Names of all that the schema knows. */
export const namesOf = ({ schema }: AccountSettings): readonly string[] => Object.keys(properties(schema));

/** Where the account's acquirer is reached: each text whose name ends in `url`. */
export const urlsOf = (declared: AccountSettings): readonly string[] =>
  namesOf(declared).filter((name) => /url$/i.test(name) && !declared.secrets.includes(name));

/**
 * The first value that is not as the acquirer's schema wants it; null where all are. What is said of it is the schema's
 * rule and the name alone, so that no secret gets into a message.
 */
export function valueProblem({ schema }: AccountSettings, values: AccountValues): ValueProblem | null {
  const ajv = new Ajv2020({ strict: false, allErrors: false, verbose: false, validateFormats: false });
  const validate = ajv.compile(schema);
  if (validate(values)) return null;
  const [error] = validate.errors ?? [];
  return error === undefined ? { name: "settings", rule: "are not valid" } : problemOf(error);
}

function problemOf({ keyword, instancePath, params, message }: ErrorObject): ValueProblem {
  const named = (key: string) => String(params[key]);
  if (keyword === "required") return { name: named("missingProperty"), rule: "is missing" };
  if (keyword === "additionalProperties")
    return { name: named("additionalProperty"), rule: "is not known to this acquirer" };
  if (keyword === "unevaluatedProperties")
    return { name: named("unevaluatedProperty"), rule: "is not known to this acquirer" };
  return { name: instancePath.slice(1).replaceAll("/", ".") || "settings", rule: message ?? "is not valid" };
}
