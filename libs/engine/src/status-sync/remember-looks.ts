import { indexConcurrently, type MigrationRunner } from "@flowlix/persistence";

/** Whose objects are looked at: the schema and its table of objects, which has `next_look_at`. */
interface LookedAt {
  readonly schema: string;
  readonly objects: string;
}

/**
 * For a migration of its own, outside of a transaction: `look_hung` of an object, whether its last status sync hung,
 * with an index of those alone, which a create does not write to; and when each finding of the journal was last looked
 * at again.
 */
export async function rememberLooks(runner: MigrationRunner, { schema, objects }: LookedAt): Promise<void> {
  await runner.query(
    `alter table ${schema}.${objects} add column if not exists look_hung boolean not null default false`,
  );
  await runner.query(`alter table ${schema}.journal_findings add column if not exists looked_at timestamptz`);
  await indexConcurrently(runner, {
    schema,
    table: objects,
    name: `${objects}_hung`,
    on: "(next_look_at) where look_hung and next_look_at is not null",
  });
  await indexConcurrently(runner, {
    schema,
    table: "journal_findings",
    name: "journal_findings_looked",
    on: "(coalesce(looked_at, found_at)) where finding <> 'rolled_up'",
  });
}

/** Takes back what `rememberLooks` made. */
export async function forgetLooks(runner: MigrationRunner, { schema, objects }: LookedAt): Promise<void> {
  await runner.query(`drop index if exists ${schema}.${objects}_hung, ${schema}.journal_findings_looked`);
  await runner.query(`alter table ${schema}.journal_findings drop column looked_at`);
  await runner.query(`alter table ${schema}.${objects} drop column look_hung`);
}
