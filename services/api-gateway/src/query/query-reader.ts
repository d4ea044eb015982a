import type { QueryParameters, Static } from "@flowlix/contracts";
import { compileSchema, DomainError, parseQuery, type QueryEntry } from "@flowlix/runtime";
import { explainFault } from "../explain/explain-fault.ts";
import { nearest } from "../explain/nearest.ts";
import { parameterList, ruleOf } from "../explain/rule-of.ts";
import { createFaultFinder, type Fault } from "../validation/fault-finder.ts";
import { isHarmlessName } from "../validation/harmless-name.ts";

/** Parameters that were sent, by name; a repeatable one as all its values. The required are always there. */
export type QueryValues<P extends QueryParameters, Required extends keyof P = never> = {
  readonly [Name in keyof P]?: Static<P[Name]>;
} & { readonly [Name in Required]: Static<P[Name]> };

/**
 * Reads a query as what it was validated to be. Errors: parameter_invalid for a malformed escape, text
 * that is no Unicode and integers beyond 2^53-1; invalid_request for one that is required and not there, a
 * value of another shape, a parameter that is repeated and may not be, and an unknown one.
 */
export type QueryReader<P extends QueryParameters, Required extends keyof P = never> = (
  query: string,
) => QueryValues<P, Required>;

/** Compiled once per operation at boot. */
export function createQueryReader<P extends QueryParameters, Required extends keyof P & string = never>(
  parameters: P,
  required: readonly Required[] = [],
): QueryReader<P, Required> {
  const schema = { type: "object", properties: parameters, required, additionalProperties: false };
  const isValid = compileSchema<QueryValues<P, Required>>(schema);
  const findFaults = createFaultFinder(schema);
  const known = Object.entries(parameters).map(([name, parameter]): Parameter => ({
    name,
    kind: kindOf(parameter),
  }));
  return (query) => {
    const entries = parseQuery(query);
    refuseMalformed(entries, Object.keys(parameters));
    const texts = Map.groupBy(entries, ({ name }) => name ?? "");
    const values: Record<string, unknown> = {};
    for (const parameter of known) {
      const sent = texts.get(parameter.name)?.map(({ value }) => value ?? "");
      if (sent !== undefined) values[parameter.name] = valueOf(parameter.kind, sent);
    }
    const unknown = [...texts.keys()].find((name) => !Object.hasOwn(parameters, name));
    if (isValid(values) && unknown === undefined) return values;
    const [fault] = findFaults(values, []);
    if (fault !== undefined && isTooLarge(fault)) throw tooLarge(fault);
    const explanation =
      fault === undefined
        ? explainUnknownParameter(unknown ?? "", Object.keys(parameters))
        : explainFault(ofOneValue(fault), values, "query");
    throw new DomainError("invalid_request", {
      ...named(fault?.path[0] ?? unknown),
      explanation,
    });
  };
}

type Kind = "texts" | "integer" | "text";

interface Parameter {
  readonly name: string;
  readonly kind: Kind;
}

function kindOf(parameter: object): Kind {
  const { type } = parameter as { readonly type?: string };
  return type === "array" ? "texts" : type === "integer" ? "integer" : "text";
}

/** The value as its schema may know it; what it cannot be stays text, which the schema then refuses. */
function valueOf(kind: Kind, sent: readonly string[]): unknown {
  if (kind === "texts" || sent.length !== 1) return sent;
  const [text = ""] = sent;
  return kind === "integer" && /^[0-9]+$/.test(text) ? Number(text) : text;
}

const isTooLarge = ({ value }: Fault): boolean => typeof value === "number" && !Number.isSafeInteger(value);

/** Of digits that are no number which can be read (docs/design/decisions.md#numbers). */
function tooLarge({ path: [name = ""], schema }: Fault): DomainError {
  const explanation = `${name} is too large: the largest number that is read is ${Number.MAX_SAFE_INTEGER}. ${ruleOf(schema, "query")}`;
  return new DomainError("parameter_invalid", { param: name, explanation });
}

/** Documented parameters first, in their order, then others in the order in which they were sent. */
function refuseMalformed(entries: readonly QueryEntry[], documented: readonly string[]): void {
  const malformed = entries.filter(({ name, value }) => name === null || value === null);
  if (malformed.length === 0) return;
  const names = malformed.flatMap(({ name }) => (name === null ? [] : [name]));
  const first = documented.find((name) => names.includes(name)) ?? names[0];
  const explanation =
    "The query has an escape, or bytes, that are no text in UTF-8, or the character U+0000 (%00), which no text may have. Escape each value as a URL has it.";
  throw new DomainError("parameter_invalid", { ...named(first), explanation });
}

const named = (name: string | undefined): { param?: string } =>
  name !== undefined && isHarmlessName(name) ? { param: name } : {};

/** Of a repeated parameter the value that is at fault, instead of all of them. */
function ofOneValue(fault: Fault): Fault {
  const { items } = fault.schema;
  if (items === undefined || !Array.isArray(fault.value)) return fault;
  const isValid = compileSchema(items);
  return { ...fault, schema: items, value: fault.value.find((value) => !isValid(value)) };
}

function explainUnknownParameter(name: string, known: readonly string[]): string {
  const all = parameterList(known);
  if (!isHarmlessName(name)) return `The query has a parameter that this list does not have. ${all}`;
  const meant = nearest(name, known);
  return `${name} is not a parameter of this list.${meant === undefined ? "" : ` Did you mean ${meant}?`} ${all}`;
}
