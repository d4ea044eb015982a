import type { Pool } from "pg";
import type { Anomaly } from "@flowlix/contracts";
import { appendAudit, query, transact } from "@flowlix/persistence";
import { newId, type Logger } from "@flowlix/runtime";
import type { DataSource } from "typeorm";
import type { PaymentsMetrics } from "../metrics.ts";

export type NewAnomaly = Pick<
  Anomaly,
  "kind" | "object_id" | "merchant_id" | "livemode" | "amount" | "currency" | "detail"
>;

export interface Resolution {
  readonly resolution: "reversed" | "noted";
  readonly note: string | null;
  readonly actor: string;
}

export interface AnomaliesStore {
  /** Stores a contradiction once while it is open, counts it and tells the log. */
  record(anomaly: NewAnomaly): Promise<void>;
  /**
   * Makes anomalies of callbacks whose reference matched nothing for a day, and ends the wait for a
   * match in the same statement, so that no crash loses one. Answers how many callbacks it took.
   */
  recordUnmatchedCallbacks(limit: number): Promise<number>;
  find(id: string): Promise<Anomaly | null>;
  list(openOnly: boolean, limit: number): Promise<Anomaly[]>;
  /** Ends an open anomaly with its audit row in one transaction; null where it is not open. */
  resolve(id: string, resolution: Resolution): Promise<Anomaly | null>;
  countOpen(): Promise<number>;
}

const COLUMNS = `id, kind, object_id, merchant_id, livemode, amount, currency, detail, resolution, note,
  floor(extract(epoch from created_at))::bigint as created_at, floor(extract(epoch from resolved_at))::bigint as resolved_at`;

export function createAnomaliesStore(
  background: Pool,
  dataSource: DataSource,
  metrics: PaymentsMetrics,
  logger: Logger,
): AnomaliesStore {
  return {
    record: async (anomaly) => {
      const inserted = await insert(background, anomaly);
      if (!inserted) return;
      metrics.anomalies.inc({ kind: anomaly.kind });
      logger.error(
        { object_id: anomaly.object_id, kind: anomaly.kind, detail: anomaly.detail },
        "anomaly recorded",
      );
    },
    recordUnmatchedCallbacks: async (limit) => {
      const recorded = await recordUnmatched(background, limit);
      for (const { detail, object_id } of recorded) {
        if (object_id === null) continue;
        metrics.anomalies.inc({ kind: "unknown_reference" });
        logger.error({ object_id, kind: "unknown_reference", detail }, "anomaly recorded");
      }
      return recorded.length;
    },
    find: async (id) => {
      const [row] = await query<Anomaly>(background, {
        name: "anomalies_find",
        text: `select ${COLUMNS} from payments.anomalies where id = $1`,
        values: [id],
      });
      return row ?? null;
    },
    list: (openOnly, limit) =>
      query<Anomaly>(background, {
        name: "anomalies_list",
        text: `select ${COLUMNS} from payments.anomalies where (not $1 or resolved_at is null) order by created_at desc, id desc limit $2`,
        values: [openOnly, limit],
      }),
    resolve: (id, resolution) => resolve(dataSource, id, resolution),
    countOpen: async () => {
      const [row] = await query<{ open: number }>(background, {
        name: "anomalies_count_open",
        text: `select count(*) as open from payments.anomalies where resolved_at is null`,
        values: [],
      });
      return row?.open ?? 0;
    },
  };
}

async function insert(pool: Pool, anomaly: NewAnomaly): Promise<boolean> {
  const rows = await query(pool, {
    name: "anomalies_insert",
    text: `insert into payments.anomalies (id, kind, object_id, merchant_id, livemode, amount, currency, detail, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, platform.clock())
           on conflict (kind, object_id) where resolved_at is null do nothing
           returning 1 as inserted`,
    values: [
      newId("anomaly"),
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

const UNMATCHED_AFTER = "interval '24 hours'";

/** One row a callback taken; `object_id` is null where its anomaly is open already. */
async function recordUnmatched(
  pool: Pool,
  limit: number,
): Promise<{ object_id: string | null; detail: string }[]> {
  const ids = Array.from({ length: limit }, () => newId("anomaly"));
  return query(pool, {
    name: "anomalies_record_unmatched",
    text: `with stray as (
             update payments.callbacks as c set matched_at = platform.clock()
              where (c.provider, c.callback_id) in
                    (select old.provider, old.callback_id from payments.callbacks as old
                      where old.matched_at is null and old.received_at < (select platform.clock()) - ${UNMATCHED_AFTER}
                      limit $1 for update skip locked)
             returning c.reference, 'the provider "' || c.provider || '" reported "' || c.claimed_state
                                    || '" of a reference that is none of ours' as detail
           ), made as (
             insert into payments.anomalies (id, kind, object_id, detail, created_at)
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
  dataSource: DataSource,
  id: string,
  { resolution, note, actor }: Resolution,
): Promise<Anomaly | null> {
  return transact(dataSource, async (manager) => {
    // TypeORM answers an UPDATE with the rows it returned and their number.
    const [rows]: [Anomaly[], number] = await manager.query(
      `update payments.anomalies set resolution = $2, note = $3, resolved_at = platform.clock()
        where id = $1 and resolved_at is null returning ${COLUMNS}`,
      [id, resolution, note],
    );
    const [anomaly] = rows;
    if (anomaly === undefined) return null;
    const detail = { kind: anomaly.kind, object_id: anomaly.object_id, ...(note === null ? {} : { note }) };
    await appendAudit(manager, "payments", { actor, act: `anomaly.${resolution}`, subject: id, detail });
    return anomaly;
  });
}
