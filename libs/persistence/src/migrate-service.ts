import { migrate } from "./migrate.ts";
import type { ServiceSchemaSpec } from "./schema-spec.ts";

/** A database as its owner reaches it, and the password that the service's own role gets. */
export interface MigrateServiceOptions {
  readonly adminUrl: string;
  readonly rolePrefix: string;
  readonly password: string;
}

/**
 * Brings one service's schema to the state its code needs; answers a line for the operator, and says on standard error
 * for what it waits. Errors: as `migrate`.
 */
export async function migrateService(
  spec: ServiceSchemaSpec,
  options: MigrateServiceOptions,
): Promise<string> {
  const { adminUrl, rolePrefix, password } = options;
  const [done] = await migrate({
    adminUrl,
    rolePrefix,
    passwords: { [spec.service]: password },
    specs: [spec],
    onWait: (line) => void process.stderr.write(`waiting: ${line}\n`),
    onWarning: (line) => void process.stderr.write(`warning: ${line}\n`),
  });
  const applied = done?.applied ?? [];
  return `${spec.service}: ${applied.length === 0 ? "nothing to do" : applied.join(", ")}`;
}
