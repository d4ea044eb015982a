import { createHash } from "node:crypto";
import type { ClientConfig } from "pg";
import { HeardClient } from "./heard-client.ts";
import { isToBePreparedAnew, preparedName } from "./statement-names.ts";

/** Texts that get a name; later ones run unnamed, so that generated SQL cannot fill the server's memory. */
const NAMES_MAX = 500;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_MAX) return known;
  const name = `t_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * A client that makes every parameterised text a named statement. TypeORM has no option for it, and
 * unnamed statements are parsed and planned on every call, which is 9 to 46 % slower
 * (docs/design/measured-facts.md#typeorm-and-pg).
 */
export class PreparedClient extends HeardClient {
  constructor(config?: ClientConfig) {
    super(config);
    const original = this.query.bind(this);
    const query = (text: unknown, values: unknown, callback: unknown): unknown => {
      const name =
        typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      if (name === undefined) return Reflect.apply(original, undefined, [text, values, callback]);
      const used = preparedName(name);
      const answer: unknown = Reflect.apply(original, undefined, [
        { name: used, text, values },
        undefined,
        callback,
      ]);
      // In a transaction the statement alone cannot be repeated. A repeated transaction finds it prepared anew.
      if (answer instanceof Promise) answer.catch((error: unknown) => isToBePreparedAnew(error, name, used));
      return answer;
    };
    Object.defineProperty(this, "query", { value: query });
  }
}
