import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const FOLDER = join("shared", "acquirers");

/** The folder beside the repository that has acquirers' structures, or null where there is none. */
function folderOf(from: string): string | null {
  const candidate = join(from, FOLDER);
  if (existsSync(candidate)) return candidate;
  const above = dirname(from);
  return above === from ? null : folderOf(above);
}

export const STRUCTURES = folderOf(import.meta.dirname);
export const NO_STRUCTURES = "the structures of ../shared/acquirers are not here";

/** A check of one schema of one structure file. */
export type CheckOf = (schema: string) => (value: unknown) => string;

export function checksOf(file: string): CheckOf {
  const document: unknown = JSON.parse(readFileSync(join(STRUCTURES ?? "", file), "utf8"));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(Object.assign({ $id: file }, document));
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => (value) => {
    const ref = `${file}#/components/schemas/${schema}`;
    const check = compiled.get(schema) ?? ajv.compile({ $ref: ref });
    compiled.set(schema, check);
    return check(value) ? "" : ajv.errorsText(check.errors);
  };
}

export const recordedRequests = (file: string): unknown =>
  JSON.parse(readFileSync(join(STRUCTURES ?? "", file), "utf8"));
