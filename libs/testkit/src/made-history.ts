import { randomBytes } from "node:crypto";
import {
  changesBetween,
  connect,
  migrate,
  migrationName,
  readCatalogue,
  roleName,
  type SchemaCatalogue,
  type SchemaChanges,
  type SchemaHistory,
  type ServiceSchemaSpec,
} from "@flowlix/persistence";
import { databaseUrl } from "./template-database.ts";

/** What each migration of a schema changes, found by running them one by one in a database that is dropped again. */
export async function makeHistory(serverUrl: string, spec: ServiceSchemaSpec): Promise<SchemaHistory> {
  const id = randomBytes(6).toString("hex");
  const name = `flowlix_history_${id}`;
  const admin = await connect(serverUrl, "testkit");
  try {
    await admin.query(`create database ${name}`);
    return await migrateByOne(databaseUrl(serverUrl, name), `h${id}`, spec);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${roleName(`h${id}`, spec.service)}`);
    await admin.end();
  }
}

async function migrateByOne(
  adminUrl: string,
  rolePrefix: string,
  spec: ServiceSchemaSpec,
): Promise<SchemaHistory> {
  const history: Record<string, SchemaChanges> = {};
  let before: SchemaCatalogue = {};
  const db = await connect(adminUrl, "testkit");
  try {
    for (const [index, Migration] of spec.migrations.entries()) {
      const specs = [{ ...spec, migrations: spec.migrations.slice(0, index + 1) }];
      await migrate({ adminUrl, rolePrefix, passwords: { [spec.service]: "h" }, specs });
      const after = await readCatalogue(db, spec.schema);
      history[migrationName(Migration)] = changesBetween(before, after);
      before = after;
    }
  } finally {
    await db.end();
  }
  return history;
}
