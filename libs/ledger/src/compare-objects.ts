import type { EntityManager } from "typeorm";
import { adoptSql } from "./adopt.ts";
import { disagreementsSql } from "./disagreements.ts";
import { replaceFindings, type Finding } from "./findings.ts";
import type { JournalTables } from "./journal-tables.ts";

/** Compares what is posted of these objects with what happened to them, and keeps what is found. */
export async function compareObjects(
  manager: EntityManager,
  tables: JournalTables,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { ends } = tables.late;
  if (ends !== undefined) await manager.query(adoptSql(tables, ends), [ids]);
  const found: Finding[] = await manager.query(disagreementsSql(tables), [ids]);
  await replaceFindings(manager, tables.schema, ids, found);
}
