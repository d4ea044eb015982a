import type { Pool } from "pg";
import type { Anomaly } from "@flowlix/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { appendAudit, query, transact } from "@flowlix/persistence";
import { adoptSql, bookPastSql, type JournalTables } from "@flowlix/ledger";
import { unparkSql } from "../outbox/relay-store.ts";

export type NewAnomaly = Pick<
  Anomaly,
  "kind" | "object_id" | "merchant_id" | "livemode" | "amount" | "currency" | "detail"
>;

export interface Resolution {
  readonly resolution: "reversed" | "noted";
  readonly note: string | null;
  readonly actor: string;
}

/** An anomaly that was not open before, for metrics and the log. */
export interface RecordedAnomaly {
  readonly kind: Anomaly["kind"];
  readonly object_id: string | null;
  readonly detail: string;
}

export interface AnomaliesStoreOptions {
  /** Whose tables `anomalies`, `callbacks` and `audit` they are. */
  readonly schema: string;
  readonly background: Pool;
  readonly dataSource: DataSource;
  readonly newId: () => string;
  /** Where the money is booked that an anomaly speaks of; absent where none does. */
  readonly journal?: JournalTables | undefined;
  readonly onRecorded: (anomaly: RecordedAnomaly) => void;
}

export interface AnomaliesStore {
  /** Stores a contradiction once while it is open, and tells of it. */
  record(anomaly: NewAnomaly): Promise<void>;
  /**
   * Likewise, but what an anomaly of its object has said in the same words is said no more, also once an operator
   * has ended it. For one looker at a time: two at once may both tell what has just been ended.
   */
  recordOnce(anomaly: NewAnomaly): Promise<void>;
  /**
   * Makes anomalies of callbacks whose reference matched nothing for a day, and ends the wait for a
   * match in the same statement, so that no crash loses one. Answers how many callbacks it took.
   */
  recordUnmatchedCallbacks(limit: number): Promise<number>;
  find(id: string): Promise<Anomaly | null>;
  list(openOnly: boolean, limit: number): Promise<Anomaly[]>;
  /**
   * Ends an open anomaly with its audit row in one transaction; null where it is not open. What was parked
   * for it is tried again.
   */
  resolve(id: string, resolution: Resolution): Promise<Anomaly | null>;
  countOpen(): Promise<number>;
}

const COLUMNS = `id, kind, object_id, merchant_id, livemode, amount, currency, detail, resolution, note,
  floor(extract(epoch from created_at))::bigint as created_at, floor(extract(epoch from resolved_at))::bigint as resolved_at`;

/** The contradictions of one owner (docs/design/architecture.md#rule-8). */
export function createAnomaliesStore(options: AnomaliesStoreOptions): AnomaliesStore {
  const { schema, background, onRecorded } = options;
  return {
    record: async (anomaly) => {
      if (await insert(options, anomaly)) onRecorded(anomaly);
    },
    recordOnce: async (anomaly) => {
      if (!(await isKnown(options, anomaly)) && (await insert(options, anomaly))) onRecorded(anomaly);
    },
    recordUnmatchedCallbacks: async (limit) => {
      const recorded = await recordUnmatched(options, limit);
      for (const { detail, object_id } of recorded) {
        if (object_id !== null) onRecorded({ kind: "unknown_reference", object_id, detail });
      }
      return recorded.length;
    },
    find: async (id) => {
      const [row] = await query<Anomaly>(background, {
        name: "anomalies_find",
        text: `select ${COLUMNS} from ${schema}.anomalies where id = $1`,
        values: [id],
      });
      return row ?? null;
    },
    list: (openOnly, limit) =>
      query<Anomaly>(background, {
        name: "anomalies_list",
        text: `select ${COLUMNS} from ${schema}.anomalies where (not $1 or resolved_at is null) order by created_at desc, id desc limit $2`,
        values: [openOnly, limit],
      }),
    resolve: (id, resolution) => resolve(options, id, resolution),
    countOpen: async () => {
      const [row] = await query<{ open: number }>(background, {
        name: "anomalies_count_open",
        text: `select count(*) as open from ${schema}.anomalies where resolved_at is null`,
        values: [],
      });
      return row?.open ?? 0;
    },
  };
}

/** The kind is in the text, for the index of anomalies by their objects is of some kinds. */
export const isKnownSql = (schema: string, kind: Anomaly["kind"]): string =>
  `select 1 as known from ${schema}.anomalies where object_id = $1 and kind = '${kind}' and detail = $2 limit 1`;

async function isKnown(
  { schema, background }: AnomaliesStoreOptions,
  { kind, object_id, detail }: NewAnomaly,
): Promise<boolean> {
  const rows = await query(background, {
    name: `anomalies_is_known_${kind}`,
    text: isKnownSql(schema, kind),
    values: [object_id, detail],
  });
  return rows.length === 1;
}

/**
 * What the provider moved after an end is booked with the anomaly that it is known by, once
 * (docs/design/architecture.md#rule-7).
 */
async function insert(
  { schema, background, newId, journal }: AnomaliesStoreOptions,
  anomaly: NewAnomaly,
): Promise<boolean> {
  const booked =
    journal?.late.anomaly === anomaly.kind && isMovement(anomaly)
      ? `, booked as (${bookPastSql(schema, journal.late.kind, { objectId: "object_id", at: "created_at", rows: "made" })})`
      : "";
  const rows = await query(background, {
    name: booked === "" ? "anomalies_insert" : "anomalies_insert_booked",
    text: `with made as (
             insert into ${schema}.anomalies (id, kind, object_id, merchant_id, livemode, amount, currency, detail, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, platform.clock())
             on conflict (kind, object_id) where resolved_at is null do nothing
             returning object_id, merchant_id, livemode, amount, currency, created_at
           )${booked}
           select 1 as inserted from made`,
    values: [
      newId(),
      anomaly.kind,
      anomaly.object_id,
      anomaly.merchant_id,
      anomaly.livemode,
      anomaly.amount,
      anomaly.currency,
      anomaly.detail,
    ],
  });
  return rows.length === 1;
}

/** An anomaly can be about what nobody here knows an amount of. */
const isMovement = ({ object_id, merchant_id, livemode, amount, currency }: NewAnomaly): boolean =>
  [object_id, merchant_id, livemode, amount, currency].every((known) => known !== null);

const UNMATCHED_AFTER = "interval '24 hours'";

/** One row a callback taken; `object_id` is null where its anomaly is open already. */
async function recordUnmatched(
  { schema, background, newId }: AnomaliesStoreOptions,
  limit: number,
): Promise<{ object_id: string | null; detail: string }[]> {
  const ids = Array.from({ length: limit }, newId);
  return query(background, {
    name: "anomalies_record_unmatched",
    text: `with stray as (
             update ${schema}.callbacks as c set matched_at = platform.clock()
              where (c.provider, c.callback_id) in
                    (select old.provider, old.callback_id from ${schema}.callbacks as old
                      where old.matched_at is null and old.received_at < (select platform.clock()) - ${UNMATCHED_AFTER}
                      limit $1 for update skip locked)
             returning c.reference, 'the provider "' || c.provider || '" reported "' || c.claimed_state
                                    || '" of a reference that is none of ours' as detail
           ), made as (
             insert into ${schema}.anomalies (id, kind, object_id, detail, created_at)
             select ($2::text[])[row_number() over ()], 'unknown_reference', reference, min(detail), platform.clock()
               from stray group by reference
             on conflict (kind, object_id) where resolved_at is null do nothing
             returning object_id, detail
           )
           select made.object_id, stray.detail from stray left join made on made.object_id = stray.reference and made.detail = stray.detail`,
    values: [limit, ids],
  });
}

async function resolve(
  { schema, dataSource, journal }: AnomaliesStoreOptions,
  id: string,
  { resolution, note, actor }: Resolution,
): Promise<Anomaly | null> {
  return transact(dataSource, async (manager) => {
    // TypeORM answers an UPDATE with the rows it returned and their number.
    const [rows]: [Anomaly[], number] = await manager.query(
      `update ${schema}.anomalies set resolution = $2, note = $3, resolved_at = platform.clock()
        where id = $1 and resolved_at is null returning ${COLUMNS}`,
      [id, resolution, note],
    );
    const [anomaly] = rows;
    if (anomaly === undefined) return null;
    const detail = { kind: anomaly.kind, object_id: anomaly.object_id, ...(note === null ? {} : { note }) };
    if (anomaly.kind === "event_parked" && anomaly.object_id !== null)
      await manager.query(unparkSql(schema), [anomaly.object_id]);
    if (journal !== undefined) await bookEnd(manager, journal, anomaly);
    await appendAudit(manager, schema, { actor, act: `anomaly.${resolution}`, subject: id, detail });
    return anomaly;
  });
}

/** What an operator gave back, or found to be the object's own meanwhile, leaves suspense. */
async function bookEnd(manager: EntityManager, journal: JournalTables, anomaly: Anomaly): Promise<void> {
  const { schema, late } = journal;
  if (anomaly.kind !== late.anomaly || late.ends === undefined) return;
  if (anomaly.resolution === "reversed") {
    const rows = `${schema}.anomalies where id = $1`;
    const book = bookPastSql(schema, late.ends.reversed, { objectId: "object_id", at: "resolved_at", rows });
    await manager.query(book, [anomaly.id]);
    return;
  }
  await manager.query(adoptSql(journal, late.ends), [[anomaly.object_id]]);
}
