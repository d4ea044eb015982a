import { escapeIdentifier } from "pg";
import { openMigrateSession } from "./migrate-session.ts";
import { createRole } from "./service-role.ts";

/** Of all its scrapes together: it is to keep no connection from the services. */
const CONNECTIONS_MAX = 5;

export interface ExporterRole {
  /** A superuser, or who may hand on `pg_monitor`. */
  readonly adminUrl: string;
  readonly role: string;
  readonly password: string;
}

/**
 * Creates or updates the login role of an exporter of metrics: it reads the server's statistics and no table of
 * anybody. Repeating it changes nothing.
 * Errors: MigrationError for a password that is no printable ASCII or a server that must not be used; the driver's own.
 */
export async function createExporterRole({ adminUrl, role, password }: ExporterRole): Promise<void> {
  const silent = () => undefined;
  const admin = await openMigrateSession(adminUrl, { waitMs: 0, onWait: silent, onWarning: silent });
  try {
    await createRole(admin, role, password);
    const { rows } = await admin.query("select current_database() as name");
    const [database, name] = [String(rows[0]?.name), role].map((one) => escapeIdentifier(one));
    await admin.query(`
      alter role ${name} connection limit ${CONNECTIONS_MAX};
      grant connect on database ${database} to ${name};
      grant pg_monitor to ${name} with inherit true, admin false`);
  } finally {
    await admin.end();
  }
}
