import { FAULTS_MAX, type ErrorCode, type Static, type TSchema } from "@flowlix/contracts";
import { compileSchema, DomainError } from "@flowlix/runtime";
import { explainFault } from "../explain/explain-fault.ts";
import { nearest } from "../explain/nearest.ts";
import { createFaultFinder, type Fault, type FaultKind } from "./fault-finder.ts";
import { isHarmlessName } from "./harmless-name.ts";

/** Which code each kind of fault is (docs/design/decisions.md#fault-codes). */
const CODES: Readonly<Record<FaultKind, ErrorCode>> = {
  missing: "request_body_invalid",
  null: "request_body_invalid",
  unknown_property: "request_body_invalid",
  invalid: "parameter_invalid",
};

/** Returns the body as what it was validated to be. Errors: request_body_invalid, parameter_invalid. */
export type RequestValidator<T> = (body: unknown) => T;

/** Compiled once per operation at boot: a request only runs it. */
export function createRequestValidator<S extends TSchema>(schema: S): RequestValidator<Static<S>> {
  const isValid = compileSchema<Static<S>>(schema);
  const findFaults = createFaultFinder(schema);
  return (body) => {
    if (isValid(body)) return body;
    throw errorOf(firstOf(findFaults(body, [])), body);
  };
}

function firstOf(faults: Iterable<Fault>): Fault[] {
  const first: Fault[] = [];
  for (const fault of faults) {
    first.push(fault);
    if (first.length === FAULTS_MAX) break;
  }
  return first;
}

/** The first fault decides; where there are more, all are named. */
function errorOf(found: readonly Fault[], body: unknown): DomainError {
  const faults = found.map((fault) => ({
    // A body that is no object has no field to name.
    code: fault.path.length === 0 ? ("request_body_invalid" as const) : CODES[fault.kind],
    message: [explainFault(fault, body), ...sentAs(fault, found)].join(" "),
    ...paramOf(fault),
  }));
  const [first] = faults;
  // None cannot happen while both read one schema.
  if (first === undefined) return new DomainError("request_body_invalid");
  const { code, message: explanation, ...param } = first;
  return new DomainError(code, { ...param, explanation, ...(faults.length > 1 ? { faults } : {}) });
}

/** Where a field that is missing was probably sent under another name. */
function sentAs({ kind, path }: Fault, found: readonly Fault[]): string[] {
  if (kind !== "missing") return [];
  const holder = path.slice(0, -1).join(".");
  const others = found
    .filter((other) => other.kind === "unknown_property" && other.path.slice(0, -1).join(".") === holder)
    .map((other) => other.path.at(-1) ?? "")
    .filter(isHarmlessName);
  const name = others.find((other) => nearest(other, [path.at(-1) ?? ""]) !== undefined);
  return name === undefined ? [] : [`${[holder, name].filter(Boolean).join(".")} was sent: was this meant?`];
}

function paramOf({ kind, path }: Fault): { param?: string } {
  const named = kind === "unknown_property" && !isHarmlessName(path.at(-1) ?? "") ? path.slice(0, -1) : path;
  return named.length === 0 ? {} : { param: named.join(".") };
}
