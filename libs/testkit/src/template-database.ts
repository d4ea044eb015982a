import { createHash } from "node:crypto";
import {
  connect,
  migrate,
  roleName,
  type DatabaseClient,
  type ServiceSchemaSpec,
} from "@flowlix/persistence";

/** A migrated database that tests copy, and the roles that all its copies share. */
export interface Template {
  readonly name: string;
  readonly rolePrefix: string;
  passwordOf(service: string): string;
}

/** "Flow" and "tmpl" as numbers. */
const LOCK_KEY = [0x466c6f77, 0x746d706c];

const made = new Map<string, Promise<Template>>();

/** Migrated once per server and set of schemas, whichever process comes first. */
export function templateDatabase(serverUrl: string, specs: readonly ServiceSchemaSpec[]): Promise<Template> {
  const hash = hashOf(specs);
  const key = `${serverUrl} ${hash}`;
  const template = made.get(key) ?? makeTemplate(serverUrl, specs, hash);
  made.set(key, template);
  return template;
}

/** The migrations' own text is part of it, so that a server that lives on never serves an old state. */
function hashOf(specs: readonly ServiceSchemaSpec[]): string {
  const text = specs.map((spec) => [spec.service, spec.schema, spec.extensions, spec.migrations.map(String)]);
  return createHash("sha256").update(JSON.stringify(text)).digest("hex").slice(0, 12);
}

async function makeTemplate(
  serverUrl: string,
  specs: readonly ServiceSchemaSpec[],
  hash: string,
): Promise<Template> {
  const name = `flowlix_template_${hash}`;
  const rolePrefix = `t${hash}`;
  // Processes share the roles, so each must come to the same passwords.
  const passwordOf = (service: string) =>
    createHash("sha256").update(`${serverUrl} ${service}`).digest("hex");
  const admin = await connect(serverUrl, "testkit");
  try {
    await admin.query("select pg_advisory_lock($1::int, $2::int)", LOCK_KEY);
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [
      name,
    ]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${name}`);
      await admin.query(`create database ${name}`);
      const passwords = Object.fromEntries(specs.map((spec) => [spec.service, passwordOf(spec.service)]));
      await migrate({ adminUrl: databaseUrl(serverUrl, name), rolePrefix, passwords, specs });
      await admin.query(`alter database ${name} is_template true`);
    }
  } finally {
    await admin.end();
  }
  return { name, rolePrefix, passwordOf };
}

/** Copies the template; rights on the database itself are not part of a copy. */
export async function copyTemplate(
  admin: DatabaseClient,
  template: Template,
  name: string,
  specs: readonly ServiceSchemaSpec[],
): Promise<void> {
  await admin.query(`create database ${name} template ${template.name}`);
  const roles = specs.map((spec) => roleName(template.rolePrefix, spec.service));
  await admin.query(`revoke all on database ${name} from public`);
  if (roles.length > 0) await admin.query(`grant connect on database ${name} to ${roles.join(", ")}`);
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
