import type { LogBytes, RelationBytes } from "./relation-bytes.ts";

export interface BytesMeasured {
  readonly payments: number;
  readonly before: readonly RelationBytes[];
  readonly after: readonly RelationBytes[];
  readonly log: readonly LogBytes[];
  /** Bytes of log from beginning to end, heads of records and commits included. */
  readonly logTotal: number;
}

/** The Sandbox acquirer is no part of the platform. */
const ACQUIRER = "sandbox_acquirer.";
const OTHER = "heads of records, commits, the rest";

/** Bytes a payment, by table and index: what the database keeps, and what its log is written. */
export function bytesText({ payments, before, after, log, logTotal }: BytesMeasured): string {
  const kept = new Map(after.map(({ name }) => [name, 0]));
  for (const { name, bytes } of after) kept.set(name, (kept.get(name) ?? 0) + bytes);
  for (const { name, bytes } of before) kept.set(name, (kept.get(name) ?? 0) - bytes);
  const logged = new Map(log.map((row) => [row.name, row]));
  const accounted = log.reduce((sum, { changes, images }) => sum + changes + images, 0);
  const names = [...new Set([...kept.keys(), ...logged.keys()])].toSorted();
  const rows = names
    .map((name) => ({
      name,
      kept: kept.get(name) ?? 0,
      changes: logged.get(name)?.changes ?? 0,
      images: logged.get(name)?.images ?? 0,
    }))
    .filter((row) => row.kept !== 0 || row.changes + row.images > 0);
  const platform = rows.filter(({ name }) => !name.startsWith(ACQUIRER));
  const sum = (of: (row: (typeof rows)[number]) => number, among: typeof rows) =>
    among.reduce((total, row) => total + of(row), 0);
  const line = (name: string, ...bytes: (number | null)[]) =>
    [name.padEnd(72), ...bytes.map((one) => (one === null ? "" : (one / payments).toFixed(0)).padStart(9))]
      .join(" ")
      .trimEnd();
  return [
    `${payments} payments; bytes a payment`,
    ["".padEnd(72), "database", "log", "images"]
      .map((text, at) => (at === 0 ? text : text.padStart(9)))
      .join(" "),
    ...rows.map((row) => line(row.name, row.kept, row.changes, row.images)),
    line(OTHER, null, logTotal - accounted, null),
    line(
      "without the acquirer's tables",
      sum((row) => row.kept, platform),
    ),
    line(
      "all",
      sum((row) => row.kept, rows),
      logTotal - sum((row) => row.images, rows),
      sum((row) => row.images, rows),
    ),
  ].join("\n");
}
