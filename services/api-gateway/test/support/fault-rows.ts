import { expect } from "chai";
import { isDomainError } from "@flowlix/runtime";
import type { RequestValidator } from "../../src/validation/validate-request.ts";

export const MISSING = Symbol("missing");
export const BODY_INVALID = "request_body_invalid";
export const INVALID = "parameter_invalid";

export type Fault = readonly [code: string, param?: string];
/** Path, value put there, and the fault it must be; no fault where it is accepted. */
export type Row = readonly [path: string, value: unknown, fault?: Fault];

export type Properties = Record<string, unknown>;

const isObject = (value: unknown): value is Properties => typeof value === "object" && value !== null;

/** The body with another value at a path; objects on the way are made where they are missing. */
export function setAt(target: Properties, path: string, value: unknown): Properties {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let holder = target;
  for (const name of names) {
    const inner = holder[name];
    const next: Properties = isObject(inner) ? inner : {};
    holder[name] = next;
    holder = next;
  }
  if (value === MISSING) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return target;
}

/** The first fault a validator finds in a body, as merchants are told; undefined where it is accepted. */
export function faultOf(validate: RequestValidator<unknown>, body: unknown): Fault | undefined {
  try {
    validate(body);
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return error.param === undefined ? [error.type] : [error.type, error.param];
  }
}

export const nameOf = (value: unknown): string => {
  if (value === MISSING) return "missing";
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text;
};

/** Missing and null of a required field; null of an optional one that may not be null. */
export const required = (path: string): Row[] => [
  [path, MISSING, [BODY_INVALID, path]],
  [path, null, [BODY_INVALID, path]],
];
export const optional = (path: string): Row[] => [[path, null, [INVALID, path]]];
export const nullable = (path: string): Row[] => [[path, null]];
export const refused = (path: string, ...values: unknown[]): Row[] =>
  values.map((value) => [path, value, [INVALID, path]] as const);
export const accepted = (path: string, ...values: unknown[]): Row[] =>
  values.map((value) => [path, value] as const);
export const text = (path: string, max: number): Row[] => [
  ...refused(path, 1, "a\u0000b", "\ud800", "😀".repeat(max + 1), "x".repeat(max + 1)),
  ...accepted(path, "😀".repeat(max)),
];

/** A test for every row: its value put into a body that is valid without it. */
export function describeRows(
  validate: RequestValidator<unknown>,
  bodyOf: () => Properties,
  groups: Readonly<Record<string, readonly Row[]>>,
): void {
  for (const [group, rows] of Object.entries(groups)) {
    describe(group, () => {
      for (const [path, value, fault] of rows) {
        const outcome = fault === undefined ? "is accepted" : `is ${fault[0]} at ${fault[1] ?? "the body"}`;
        it(`${path} ${nameOf(value)} ${outcome}`, () => {
          expect(faultOf(validate, setAt(bodyOf(), path, value))).to.deep.equal(fault);
        });
      }
    });
  }
}

/** Several faults put into one body, and the one that is told. */
export type Order = readonly [name: string, changes: Readonly<Record<string, unknown>>, fault: Fault];

export function describeOrder(
  validate: RequestValidator<unknown>,
  bodyOf: () => Properties,
  orders: readonly Order[],
): void {
  for (const [name, changes, fault] of orders) {
    it(name, () => {
      const body = Object.entries(changes).reduce(
        (target, [path, value]) => setAt(target, path, value),
        bodyOf(),
      );
      expect(faultOf(validate, body)).to.deep.equal(fault);
    });
  }
}
