import type { ErrorCode, Static, TSchema } from "@flowlix/contracts";
import { compileSchema, DomainError } from "@flowlix/runtime";
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
  const findFault = createFaultFinder(schema);
  return (body) => {
    if (isValid(body)) return body;
    throw errorOf(findFault(body, []));
  };
}

function errorOf(fault: Fault | null): DomainError {
  // A body that is no object has no field to name; null cannot happen while both read one schema.
  if (fault === null || fault.path.length === 0) return new DomainError("request_body_invalid");
  const param = paramOf(fault);
  return new DomainError(CODES[fault.kind], param === "" ? {} : { param });
}

function paramOf({ kind, path }: Fault): string {
  const named = kind === "unknown_property" && !isHarmlessName(path.at(-1) ?? "") ? path.slice(0, -1) : path;
  return named.join(".");
}
