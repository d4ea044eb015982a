import type { Client } from "pg";

/**
 * What every service's schema stands on: the one source of time that decides (docs/design/architecture.md#rule-13) and
 * the trigger of append-only tables. Only what is missing is made, so a clock that a test has replaced stays replaced.
 * The right to the clock is taken from everyone each time: a database that was restored without privileges gave it
 * back.
 */
export async function createPlatformSchema(admin: Client): Promise<void> {
  await admin.query("create schema if not exists platform");
  if (!(await functionExists(admin, "platform.clock()"))) await admin.query(CLOCK);
  await admin.query("revoke all on function platform.clock() from public");
  if (!(await functionExists(admin, "platform.refuse_change()"))) await admin.query(REFUSE_CHANGE);
}

const CLOCK = `
  create function platform.clock() returns timestamptz language sql volatile parallel restricted
    return pg_catalog.clock_timestamp()`;

const REFUSE_CHANGE = `
  create function platform.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
  end $$`;

async function functionExists(admin: Client, signature: string): Promise<boolean> {
  const { rows } = await admin.query("select to_regprocedure($1) is not null as found", [signature]);
  return rows[0]?.found === true;
}

/**
 * For a migration: makes a table refuse update, delete and truncate to every role. `migrate` takes
 * the rights to them from the service's role as well.
 */
export function appendOnlySql(table: string): string {
  return `
    create trigger append_only before update or delete on ${table} for each row execute function platform.refuse_change();
    create trigger append_only_truncate before truncate on ${table} for each statement execute function platform.refuse_change();`;
}
