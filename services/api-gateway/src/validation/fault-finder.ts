import { compileSchema } from "@flowlix/runtime";

export type FaultKind = "missing" | "null" | "unknown_property" | "invalid";

export interface Fault {
  readonly kind: FaultKind;
  /** Names from the body's root down to the value at fault; empty for the body itself. */
  readonly path: readonly string[];
  /** What is asked for there; of an unknown property, what is asked of the object that has it. */
  readonly schema: SchemaNode;
  /** What was sent there; undefined where nothing was. */
  readonly value?: unknown;
}

/** The faults of a value, in the order of the documented field list. The first one is the contract's. */
export type FaultFinder = (value: unknown, path: readonly string[]) => Iterable<Fault>;

/** As much of JSON Schema as our request bodies use. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** Fields that are required where the named one is there. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** Where this holds of an object, the fields of `then` are required as well. */
  readonly if?: SchemaNode;
  readonly then?: { readonly required?: readonly string[] };
  readonly oneOf?: readonly SchemaNode[];
  readonly discriminator?: { readonly propertyName: string };
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: SchemaNode;
  readonly contains?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly not?: object;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * A finder for a request schema. It is asked only after ajv said no, so it may take its time, and compiles what it
 * needs when it first does; ajv itself reports faults in its own order, and the order is part of the contract
 * (docs/design/decisions.md#first-fault): fields as documented, missing or null first, nested objects in place, unknown
 * properties of an object last.
 */
export function createFaultFinder(schema: SchemaNode): FaultFinder {
  if (schema.oneOf !== undefined && schema.discriminator !== undefined) return unionFinder(schema);
  if (schema.properties !== undefined) return objectFinder(schema, schema.properties);
  return (value, path) => (compileSchema(schema)(value) ? [] : [{ kind: "invalid", path, schema, value }]);
}

function objectFinder(schema: SchemaNode, properties: NonNullable<SchemaNode["properties"]>): FaultFinder {
  const isRequired = requirementOf(schema);
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: isRequired(name),
    nullable: isNullable(field),
    find: createFaultFinder(field),
  }));
  const nullable = isNullable(schema);
  return function* faultsOfObject(value, path) {
    if (value === null && nullable) return;
    if (!isObject(value)) return yield { kind: "invalid", path, schema, value };
    for (const field of fields) yield* faultsOfField(field, value, path);
    for (const name of Object.keys(value))
      if (!Object.hasOwn(properties, name)) yield { kind: "unknown_property", path: [...path, name], schema };
  };
}

/**
 * Whether a field of an object is required: always, never, beside another one, or where the schema's condition holds.
 */
function requirementOf(schema: SchemaNode): (name: string) => Field["isRequired"] {
  const beside = Object.entries(schema.dependentRequired ?? {});
  const always = new Set(schema.required);
  const sometimes = new Set(schema.then?.required);
  const holds = schema.if === undefined ? null : compileSchema(schema.if);
  return (name) => {
    const others = beside.flatMap(([other, names]) => (names.includes(name) ? [other] : []));
    return (object) =>
      always.has(name) ||
      others.some((other) => Object.hasOwn(object, other)) ||
      (sometimes.has(name) && holds?.(object) === true);
  };
}

interface Field {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly isRequired: (object: Properties) => boolean;
  readonly nullable: boolean;
  readonly find: FaultFinder;
}

function faultsOfField(field: Field, object: Properties, path: readonly string[]): Iterable<Fault> {
  const { name, schema } = field;
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  const at = { path: [...path, name], schema, value };
  if (value === undefined) return field.isRequired(object) ? [{ kind: "missing", ...at }] : [];
  if (value === null && !field.nullable)
    return [{ kind: field.isRequired(object) ? "null" : "invalid", ...at }];
  return field.find(value, at.path);
}

/** Exactly one branch, chosen by a property that every branch requires. */
function unionFinder(schema: SchemaNode): FaultFinder {
  const property = schema.discriminator?.propertyName ?? "";
  const branches = new Map<unknown, FaultFinder>();
  for (const branch of schema.oneOf ?? []) {
    branches.set(branch.properties?.[property]?.const, createFaultFinder(branch));
  }
  const tags: SchemaNode = { type: "string", enum: [...branches.keys()] };
  return (value, path) => {
    if (!isObject(value)) return [{ kind: "invalid", path, schema, value }];
    const tag = Object.hasOwn(value, property) ? value[property] : undefined;
    const at = { path: [...path, property], schema: tags, value: tag };
    if (tag === undefined) return [{ kind: "missing", ...at }];
    if (tag === null) return [{ kind: "null", ...at }];
    const find = branches.get(tag);
    return find === undefined ? [{ kind: "invalid", ...at }] : find(value, path);
  };
}

const isNullable = (schema: SchemaNode): boolean =>
  Array.isArray(schema.type) && schema.type.includes("null");

const isObject = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value);
