import { escapeIdentifier, escapeLiteral, type Client } from "pg";
import { MigrationError } from "./migration-error.ts";
import { roleName, type ServiceSchemaSpec } from "./schema-spec.ts";
import { scramVerifier } from "./scram-verifier.ts";

const id = (name: string) => escapeIdentifier(name);

/** Creates or updates the login role of a service; it owns nothing and can create nothing. */
export async function createRole(admin: Client, role: string, password: string): Promise<void> {
  if (!/^[\x21-\x7e]+$/.test(password)) {
    throw new MigrationError(`the password of role ${role} must be printable ASCII without blanks`);
  }
  const { rowCount } = await admin.query("select 1 from pg_roles where rolname = $1", [role]);
  const verifier = escapeLiteral(scramVerifier(password));
  const command = rowCount === 0 ? "create" : "alter";
  await admin.query(`${command} role ${id(role)} with login noinherit password ${verifier}`);
}

/** Takes from everyone what a new database gives to everyone: connecting, temporary tables, `public`. */
export async function closeDatabase(admin: Client): Promise<void> {
  const { rows } = await admin.query("select current_database() as name");
  await admin.query(`revoke all on database ${id(String(rows[0]?.name))} from public`);
  await admin.query("revoke create on schema public from public");
}

/** What a role may do before its tables exist, and with every table that is made later. */
export async function grantBasics(admin: Client, role: string, schema: string): Promise<void> {
  const { rows } = await admin.query("select current_database() as name");
  const name = id(role);
  await admin.query(`
    grant connect on database ${id(String(rows[0]?.name))} to ${name};
    grant usage on schema platform to ${name};
    grant execute on function platform.clock() to ${name};
    grant usage on schema ${id(schema)} to ${name};
    alter default privileges in schema ${id(schema)} grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema ${id(schema)} grant usage, select on sequences to ${name}`);
}

/**
 * Rights to the tables as they are now, in one string of statements and so one transaction; append-only tables and the
 * list of migrations lose theirs again.
 */
export async function grantTables(admin: Client, rolePrefix: string, spec: ServiceSchemaSpec): Promise<void> {
  const role = id(roleName(rolePrefix, spec.service));
  const schema = id(spec.schema);
  const { rows } = await admin.query(APPEND_ONLY_TABLES, [spec.schema]);
  const revokes = rows.map(
    (row) => `revoke update, delete, truncate on ${schema}.${id(row.name)} from ${role};`,
  );
  await admin.query(`
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage, select on all sequences in schema ${schema} to ${role};
    ${revokes.join("\n")}
    revoke insert, update, delete, truncate on ${schema}.migrations, ${schema}.migration_compatibility from ${role};
    revoke all on sequence ${schema}.migrations_id_seq from ${role}`);
}

const APPEND_ONLY_TABLES = `
  select distinct c.relname as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = $1 and t.tgfoid = to_regprocedure('platform.refuse_change()')`;
