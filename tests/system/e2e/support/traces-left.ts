import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bytesColumns, type BytesColumns } from "./bytes-columns.ts";
import type { Database } from "./database.ts";
import type { Platform } from "./platform.ts";

/** A place where something could have been left, and all of its text. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

/** What must not be found, by a name that may be printed. */
export type Secrets = Readonly<Record<string, string>>;

/** Every table of every schema, a row a line, with what is in its columns of bytes as text, unpacked. */
export async function tables(database: Pick<Database, "sql">): Promise<Place[]> {
  const names = await database.sql(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const places: Place[] = [];
  for (const table of names.map(({ name }) => String(name))) {
    const columns = await bytesColumns(database, table);
    const rows = await database.sql(`select row_to_json(t)::text as line from ${table} as t`);
    const lines = rows.flatMap(({ line }) => [String(line), ...textsIn(String(line), columns)]);
    places.push({ name: `table ${table}`, text: lines.join("\n") });
  }
  return places;
}

/** What the columns of bytes of a row say; JSON shows them in hexadecimal. */
function textsIn(line: string, columns: BytesColumns): string[] {
  if (columns.size === 0) return [];
  const row: Readonly<Record<string, unknown>> = JSON.parse(line);
  return [...columns].flatMap(([column, read]) => {
    const shown = row[column];
    return typeof shown === "string" ? [read(Buffer.from(shown.slice("\\x".length), "hex"))] : [];
  });
}

/** The metrics of every process, and of the acquirer where it is one. */
export async function metrics(platform: Platform): Promise<Place[]> {
  const { processes } = platform.installation().runtime();
  const urls = processes.flatMap(({ admin_url: url }) => (url === null ? [] : [url]));
  return Promise.all(
    urls.map(async (url) => ({
      name: `metrics of ${url}`,
      text: await (await fetch(`${url}/metrics`)).text(),
    })),
  );
}

/** Command lines, which every user of the machine can read. */
export function commandLines(platform: Platform): Place[] {
  if (process.platform !== "linux") return [];
  return platform
    .installation()
    .runtime()
    .processes.map(({ service, pid }) => ({
      name: `command line of ${service}`,
      text: readFileSync(`/proc/${pid}/cmdline`, "latin1"),
    }));
}

/** Without the number of the process that begins each line: it may be that of a secret of few digits. */
export function postgresLog({ dataDir }: Platform): Place[] {
  const folder = join(dataDir, "postgres-18", "log");
  return readdirSync(folder).map((name) => ({
    name: `Postgres log ${name}`,
    text: readFileSync(join(folder, name), "utf8").replaceAll(/^(\S+ \S+ UTC) \[\d+\] /gm, "$1 "),
  }));
}

/** Files made to keep secrets, for their owner alone. */
const KEEPERS = new Set(["secrets.json", "demo-key", "control-token"]);

/** Every byte below the data folder: heap, write-ahead log, whatever else was written. */
export function files({ dataDir }: Platform): Place[] {
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((name) => !KEEPERS.has(name))
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .flatMap((path) => {
      const text = textOf(path);
      return text === undefined ? [] : [{ name: path.slice(dataDir.length), text }];
    });
}

/** Undefined where the file has gone: Postgres removes files while others are read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Where what was found; the text around it, with the find itself left out. */
export function findings(places: readonly Place[], secrets: Secrets): string[] {
  return places.flatMap(({ name, text }) =>
    Object.entries(secrets).flatMap(([what, secret]) => {
      const at = indexOf(text, secret);
      if (at === -1) return [];
      const around = `${text.slice(Math.max(0, at - 80), at)}…${text.slice(at + secret.length, at + secret.length + 40)}`;
      return [`${what} in ${name}: ${JSON.stringify(around)}`];
    }),
  );
}

/** A few digits stand in longer numbers too: only on their own are they the secret. */
function indexOf(text: string, secret: string): number {
  if (secret.length > 6) return text.indexOf(secret);
  return text.search(new RegExp(`(?<![0-9A-Za-z+/=_.:-])${secret}(?![0-9A-Za-z+/=_.:-])`));
}
