import { randomBytes } from "node:crypto";
import { connect } from "@flowlix/persistence";
import { testPostgresUrl } from "@flowlix/testkit";

export interface EmptyDatabase {
  readonly adminUrl: string;
  /** Roles belong to the whole server; this prefix is nobody else's. */
  readonly rolePrefix: string;
  sql(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A database without anything of ours. */
export async function emptyDatabase(options = ""): Promise<EmptyDatabase> {
  const serverUrl = await testPostgresUrl();
  const id = randomBytes(6).toString("hex");
  const name = `flowlix_empty_${id}`;
  const rolePrefix = `e${id}`;
  await run(serverUrl, [`create database ${name} ${options}`]);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    adminUrl: url.href,
    rolePrefix,
    sql: (text) => run(url.href, [text]),
    drop: async () => {
      await run(serverUrl, [`drop database ${name} with (force)`]);
      const roles = await run(serverUrl, [
        `select rolname from pg_roles where rolname like '${rolePrefix}\\_%'`,
      ]);
      await run(
        serverUrl,
        roles.map((role) => `drop role ${String(role["rolname"])}`),
      );
    },
  };
}

async function run(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = await connect(url, "test");
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
