import { randomBytes } from "node:crypto";
import { connect, roleName, roleUrl, type ServiceSchemaSpec } from "@flowlix/persistence";
import { keepConnections } from "./kept-connections.ts";
import { copyTemplate, databaseUrl, templateDatabase } from "./template-database.ts";
import { testPostgresUrl } from "./test-postgres.ts";

export interface TestDatabase {
  readonly name: string;
  /** Address of the superuser. */
  readonly adminUrl: string;
  /** Address as a service reaches it, with that service's own role. */
  urlOf(service: string): string;
  /** Runs a statement as superuser and returns its rows. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends every connection and drops the database. */
  drop(): Promise<void>;
}

/** A database of its own with the schemas migrated; copied from a template, so it takes milliseconds. */
export async function createTestDatabase(specs: readonly ServiceSchemaSpec[]): Promise<TestDatabase> {
  const serverUrl = await testPostgresUrl();
  const template = await templateDatabase(serverUrl, specs);
  const name = `flowlix_test_${randomBytes(8).toString("hex")}`;
  const admin = await connect(serverUrl, "testkit");
  await copyTemplate(admin, template, name, specs);
  await admin.end();
  const adminUrl = databaseUrl(serverUrl, name);
  const connections = keepConnections(() => adminUrl, "testkit");
  return {
    name,
    adminUrl,
    urlOf: (service) =>
      roleUrl(adminUrl, roleName(template.rolePrefix, service), template.passwordOf(service)),
    sql: (text, values) => connections.query(text, values),
    async drop() {
      await connections.close();
      const dropping = await connect(serverUrl, "testkit");
      try {
        await dropping.query(`drop database if exists ${name} with (force)`);
      } finally {
        await dropping.end();
      }
    },
  };
}

/**
 * A database for the surrounding `describe`, made before its tests and dropped after them. Call it in
 * the body of a `describe`, and the function it returns inside of tests and hooks.
 */
export function withDatabase(specs: readonly ServiceSchemaSpec[]): () => TestDatabase {
  let database: TestDatabase | undefined;
  before("make a test database", async () => {
    database = await createTestDatabase(specs);
  });
  after("drop the test database", async () => {
    await database?.drop();
    database = undefined;
  });
  return () => {
    if (database === undefined)
      throw new Error("the test database exists only while the tests of its describe run");
    return database;
  };
}
