import { Type, type Static, type TSchema } from "typebox";

/** An object closed at the HTTP edge: an unknown property is a fault (docs/design/architecture.md#closed-objects). */
export const closed = { additionalProperties: false } as const;

/**
 * A value that may be null but must be present. Written as a type union rather than `anyOf`, so that
 * a validation error names the one rule that was broken.
 */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] };
  const widened = {
    ...schema,
    ...(type === undefined ? {} : { type: [type, "null"] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
  return Type.Unsafe<Static<T> | null>(widened);
}

/** One of a closed set of strings, from an `as const` array that types and database checks share. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: { description?: string } = {},
) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...options });
}

/** Exactly this text. */
export const constant = <const Value extends string>(value: Value, description?: string) =>
  Type.Unsafe<Value>({ type: "string", const: value, ...(description === undefined ? {} : { description }) });

/** Exactly one of several objects, chosen by a property that each of them has a constant for. */
export function unionBy<const Branches extends readonly TSchema[]>(
  property: string,
  branches: Branches,
  description: string,
) {
  return Type.Unsafe<Static<Branches[number]>>({
    type: "object",
    description,
    discriminator: { propertyName: property },
    required: [property],
    oneOf: [...branches],
  });
}

/** A page of a list, newest first. */
export const page = <T extends TSchema>(item: T, what: string) =>
  Type.Object(
    {
      data: Type.Array(item, { description: `${what}, newest first` }),
      has_more: Type.Boolean({ description: "Whether there are more in the direction that was asked for" }),
    },
    { ...closed, description: `A page of ${what}` },
  );

export const LiveMode = Type.Boolean({
  description: "Whether it is real money; false in Sandbox, where nothing is charged",
});

/** A time of an object under a name of its own. */
export const moment = (description: string) =>
  Type.Integer({
    minimum: 0,
    description: `${description}, as Unix time in seconds`,
    examples: [1764072000],
  });

/** Unix time in whole seconds, as every public timestamp is (docs/design/decisions.md#numbers). */
export const UnixSeconds = Type.Integer({ minimum: 0, description: "Unix time in seconds" });

/** A database time in whole milliseconds, as it travels between services. */
export const DatabaseMillis = Type.Integer({ minimum: 0 });
