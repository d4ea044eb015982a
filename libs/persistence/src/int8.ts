import { types, type CustomTypesConfig } from "pg";

/**
 * Reads a Postgres int8 as a number. Amounts and counters are exact to 2^53-1 (docs/design/decisions.md#numbers); a
 * value beyond would be rounded silently, so it is refused instead.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("an int8 column holds a value beyond 2^53-1");
  return value;
}

const INT8 = 20;

/** Type parsers of one pool. Given per pool, because the driver's own table is global to the process. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown) {
    if (oid === INT8 && format !== "binary") return parseInt8;
    return Reflect.apply(types.getTypeParser, types, [oid, format]);
  },
};
