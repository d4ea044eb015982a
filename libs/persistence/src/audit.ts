import type { AuditEntry } from "@flowlix/contracts";
import { appendOnlySql } from "./platform-schema.ts";

/**
 * For a migration: the table of a schema's administrative acts. Rows are only ever inserted, by
 * grant and by trigger (docs/design/architecture.md#control).
 */
export function auditTableSql(schema: string): string {
  return `
    create table ${schema}.audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default platform.clock(),
      actor text not null check (actor <> ''),
      act text not null check (act <> ''),
      subject text not null,
      detail jsonb not null default '{}'
    );
    ${appendOnlySql(`${schema}.audit`)}`;
}

export interface AuditAct {
  /** Who did it, as the control API knows them. */
  readonly actor: string;
  readonly act: string;
  /** Id of what it was done to. */
  readonly subject: string;
  /** What else the record needs; never card data, never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Something that runs SQL: TypeORM's manager of the act's own transaction, a client, or a pool. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Records an act; call it inside the transaction that performs the act. */
export async function appendAudit(db: Queryable, schema: string, act: AuditAct): Promise<void> {
  await db.query(`insert into ${schema}.audit (actor, act, subject, detail) values ($1, $2, $3, $4::jsonb)`, [
    act.actor,
    act.act,
    act.subject,
    JSON.stringify(act.detail ?? {}),
  ]);
}

interface AuditRow {
  readonly id: number;
  readonly actor: string;
  readonly act: string;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
  readonly at: number;
}

/** The latest acts of an owner, newest first. */
export async function listAudit(
  db: { query(text: string, values?: unknown[]): Promise<AuditRow[]> },
  owner: { readonly service: string; readonly schema: string },
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await db.query(
    `select id, actor, act, subject, detail, floor(extract(epoch from at))::bigint as at
       from ${owner.schema}.audit order by id desc limit $1`,
    [limit],
  );
  return rows.map((row) => ({ ...row, id: String(row.id), service: owner.service }));
}
