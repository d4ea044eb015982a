import { connect, schemaDifferences, type ServiceSchemaSpec } from "@flowlix/persistence";
import { EXIT_DIFFERS, LaunchError } from "./launch-error.ts";

/** A service's schema, and a database as somebody who may read the names of its migrations reaches it. */
export interface CheckedSchema {
  readonly schema: ServiceSchemaSpec;
  /** Holds a password. */
  readonly url: string;
}

/**
 * Compares each schema with what the migrations that ran in it make, and changes nothing. Answers a line for each.
 * Errors: LaunchError with 6, as the command-line tool ends where books differ, when the differences were printed; the
 * driver's for a database that cannot be reached.
 */
export async function checkSchemas(schemas: readonly CheckedSchema[]): Promise<string> {
  const lines: string[] = [];
  let differs = false;
  for (const { schema, url } of schemas) {
    const db = await connect(url, "schema-check");
    try {
      const found = await schemaDifferences(db, schema);
      differs ||= found.length > 0;
      lines.push(...(found.length > 0 ? found : [`${schema.schema}: as its migrations make it`]));
    } finally {
      await db.end();
    }
  }
  if (!differs) return lines.join("\n");
  process.stdout.write(`${lines.join("\n")}\n`);
  throw new LaunchError([], EXIT_DIFFERS);
}
