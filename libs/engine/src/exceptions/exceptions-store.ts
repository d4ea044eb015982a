import type { Pool } from "pg";
import type { ExceptionRecord, JournalKind } from "@flowlix/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { appendAudit, query, transact } from "@flowlix/persistence";
import { adoptSql, chargedAccountOf, postPastSql, type JournalTables } from "@flowlix/ledger";
import { unparkSql } from "../outbox/relay-store.ts";
import {
  ACCOUNT_CALLBACKS,
  OWN_CALLBACKS,
  recordUnmatched,
  type UnmatchedCallbacks,
} from "./record-unmatched.ts";

export type NewException = Pick<
  ExceptionRecord,
  "kind" | "object_id" | "merchant_id" | "livemode" | "amount" | "currency" | "detail"
> & {
  /** Where the money of a late charge is, if not at the account of its object. */
  readonly provider_account?: string | null;
};

export interface Resolution {
  readonly resolution: "reversed" | "noted";
  readonly note: string | null;
  readonly actor: string;
}

/** What was not known before, for metrics and the log. */
export interface RecordedException {
  readonly kind: ExceptionRecord["kind"];
  readonly object_id: string | null;
  readonly detail: string;
  /** `added` to what the open exception says, which is `full` where it has no room: then the log alone has it. */
  readonly as: "new" | "added" | "full";
}

export interface ExceptionsStoreOptions {
  /** Whose tables `anomalies`, `callbacks` and `audit` they are. */
  readonly schema: string;
  readonly background: Pool;
  readonly dataSource: DataSource;
  readonly newId: () => string;
  /** Where the money is posted that an exception speaks of; absent where none does. */
  readonly journal?: JournalTables | undefined;
  readonly onRecorded: (exception: RecordedException) => void;
}

export interface ExceptionsStore {
  /**
   * Stores a contradiction once while it is open, and reports it. Another one of its kind and object is added to what
   * the open exception says (docs/design/architecture.md#rule-8).
   */
  record(exception: NewException): Promise<void>;
  /**
   * Likewise, but what an exception of its object has said in the same words is said no more, also once an operator has
   * noted it; what was given back is, for it should not be there. For one caller at a time: two at once may both record
   * what has just been ended.
   */
  recordOnce(exception: NewException): Promise<void>;
  /**
   * Makes exceptions of callbacks whose reference matched nothing for a day, and ends the wait for a match in the same
   * statement, so that no crash loses one. Answers how many callbacks it took: of the installation's own acquirers, and
   * of merchants' accounts.
   */
  recordUnmatchedCallbacks(limit: number): Promise<readonly [own: number, ofAccounts: number]>;
  find(id: string): Promise<ExceptionRecord | null>;
  list(openOnly: boolean, limit: number): Promise<ExceptionRecord[]>;
  /**
   * Ends an open exception with its audit row in one transaction; null where it is not open. What was parked
   * for it is tried again.
   */
  resolve(id: string, resolution: Resolution): Promise<ExceptionRecord | null>;
  /** By kind; of a kind that has none there is none here. */
  countOpen(): Promise<ReadonlyMap<string, number>>;
}

const COLUMNS = `id, kind, object_id, merchant_id, livemode, amount, currency, detail, resolution, note,
  floor(extract(epoch from created_at))::bigint as created_at, floor(extract(epoch from resolved_at))::bigint as resolved_at`;

/** The contradictions of one owner (docs/design/architecture.md#rule-8). */
export function createExceptionsStore(options: ExceptionsStoreOptions): ExceptionsStore {
  const { schema, background, onRecorded } = options;
  return {
    record: (exception) => report(options, exception),
    recordOnce: async (exception) => {
      if (!(await isKnown(options, exception))) await report(options, exception);
    },
    recordUnmatchedCallbacks: async (limit) => {
      const take = async (callbacks: UnmatchedCallbacks): Promise<number> => {
        const recorded = await recordUnmatched(options, callbacks, limit);
        for (const { detail, object_id } of recorded) {
          if (object_id !== null) onRecorded({ kind: "unknown_reference", object_id, detail, as: "new" });
        }
        return recorded.length;
      };
      return [await take(OWN_CALLBACKS), await take(ACCOUNT_CALLBACKS)];
    },
    find: async (id) => {
      const [row] = await query<ExceptionRecord>(background, {
        name: "anomalies_find",
        text: `select ${COLUMNS} from ${schema}.anomalies where id = $1`,
        values: [id],
      });
      return row ?? null;
    },
    list: (openOnly, limit) =>
      query<ExceptionRecord>(background, {
        name: "anomalies_list",
        // `created_at` alone would be the second that is shown, of which there is no index.
        text: `select ${COLUMNS} from ${schema}.anomalies as a where (not $1 or resolved_at is null)
                order by a.created_at desc, a.id desc limit $2`,
        values: [openOnly, limit],
      }),
    resolve: (id, resolution) => resolve(options, id, resolution),
    countOpen: async () => {
      const rows = await query<{ kind: string; open: number }>(background, {
        name: "anomalies_count_open",
        text: `select kind, count(*) as open from ${schema}.anomalies where resolved_at is null group by kind`,
        values: [],
      });
      return new Map(rows.map(({ kind, open }) => [kind, open]));
    },
  };
}

/** Between what an exception says first and what was added to it. */
const ALSO = "; also: ";
/** In characters. What an exception says is of few sentences; beyond that something goes round in circles. */
const DETAIL_LENGTH_MAX = 2_000;

/** Whether an exception says something in these words, and not merely in words that contain them. */
const saysSql = (detail: string, words: string): string =>
  `position('${ALSO}' || ${words} || '${ALSO}' in '${ALSO}' || ${detail} || '${ALSO}') > 0`;

/** The kind is in the text, for the index of exceptions by their objects is of some kinds. */
export const isKnownSql = (schema: string, kind: ExceptionRecord["kind"]): string =>
  `select 1 as known from ${schema}.anomalies where object_id = $1 and kind = '${kind}' and ${saysSql("detail", "$2::text")}
     and resolution is distinct from 'reversed' limit 1`;

async function isKnown(
  { schema, background }: ExceptionsStoreOptions,
  { kind, object_id, detail }: NewException,
): Promise<boolean> {
  const rows = await query(background, {
    name: `anomalies_is_known_${kind}`,
    text: isKnownSql(schema, kind),
    values: [object_id, detail],
  });
  return rows.length === 1;
}

async function report(options: ExceptionsStoreOptions, exception: NewException): Promise<void> {
  const as = await insert(options, exception);
  if (as === null) return;
  const { kind, object_id, detail } = exception;
  options.onRecorded({ kind, object_id, detail, as });
}

/**
 * Null where the open exception says so already. What the provider moved after an end is posted with the exception that
 * it is known by, once: not with what is added (docs/design/architecture.md#rule-7).
 */
async function insert(
  { schema, background, newId, journal }: ExceptionsStoreOptions,
  exception: NewException,
): Promise<RecordedException["as"] | null> {
  const movement =
    journal === undefined || !isMovement(exception) ? null : movementOf(journal, exception.kind);
  const charged = journal === undefined ? {} : chargedAccountOf(journal, movement);
  const [column, value] = charged.account === undefined ? ["", ""] : [`, ${charged.account}`, ", $9"];
  const posted =
    movement === null
      ? ""
      : `, posted as (${postPastSql(schema, movement, { objectId: "object_id", at: "created_at", rows: "made", ...charged })})`;
  const [kept] = await query<{ kept_as: RecordedException["as"] }>(background, {
    name: movement === null ? "anomalies_insert" : `anomalies_insert_${movement}`,
    text: `with kept as (
             insert into ${schema}.anomalies as open (id, kind, object_id, merchant_id, livemode, amount, currency, detail, created_at${column})
             values ($1, $2, $3, $4, $5, $6, $7, $8, platform.clock()${value})
             on conflict (kind, object_id) where resolved_at is null do update
                set detail = case when length(open.detail || '${ALSO}' || excluded.detail) > ${DETAIL_LENGTH_MAX} then open.detail
                                  else open.detail || '${ALSO}' || excluded.detail end
              where not (${saysSql("open.detail", "excluded.detail")})
             returning id, detail, object_id, merchant_id, livemode, amount, currency, created_at${column}
           ), made as (select * from kept where id = $1)${posted}
           select case when id = $1 then 'new' when ${saysSql("detail", "$8::text")} then 'added' else 'full' end as kept_as from kept`,
    values: [
      newId(),
      exception.kind,
      exception.object_id,
      exception.merchant_id,
      exception.livemode,
      exception.amount,
      exception.currency,
      exception.detail,
      ...(charged.account === undefined ? [] : [exception.provider_account ?? null]),
    ],
  });
  return kept?.kept_as ?? null;
}

/** As what the money is posted that an exception speaks of; null where it speaks of none. */
function movementOf({ late, undone }: JournalTables, kind: ExceptionRecord["kind"]): JournalKind | null {
  if (kind === late.exception) return late.kind;
  return kind === undone ? undone : null;
}

/** An exception can be about what nobody here knows an amount of. */
const isMovement = ({ object_id, merchant_id, livemode, amount, currency }: NewException): boolean =>
  [object_id, merchant_id, livemode, amount, currency].every((known) => known !== null);

async function resolve(
  { schema, dataSource, journal }: ExceptionsStoreOptions,
  id: string,
  { resolution, note, actor }: Resolution,
): Promise<ExceptionRecord | null> {
  return transact(dataSource, async (manager) => {
    // TypeORM answers an UPDATE with the rows it returned and their number.
    const [rows]: [ExceptionRecord[], number] = await manager.query(
      `update ${schema}.anomalies set resolution = $2, note = $3, resolved_at = platform.clock()
        where id = $1 and resolved_at is null returning ${COLUMNS}`,
      [id, resolution, note],
    );
    const [exception] = rows;
    if (exception === undefined) return null;
    const detail = {
      kind: exception.kind,
      object_id: exception.object_id,
      ...(note === null ? {} : { note }),
    };
    if (exception.kind === "event_parked" && exception.object_id !== null)
      await manager.query(unparkSql(schema), [exception.object_id]);
    if (journal !== undefined) await postEnd(manager, journal, exception);
    await appendAudit(manager, schema, { actor, act: `anomaly.${resolution}`, subject: id, detail });
    return exception;
  });
}

/** What an operator gave back, or found to be the object's own meanwhile, leaves suspense. */
async function postEnd(
  manager: EntityManager,
  journal: JournalTables,
  exception: ExceptionRecord,
): Promise<void> {
  const { schema, late } = journal;
  if (exception.kind !== late.exception || late.ends === undefined) return;
  if (exception.resolution === "reversed") {
    const rows = `${schema}.anomalies where id = $1`;
    const book = postPastSql(schema, late.ends.reversed, { objectId: "object_id", at: "resolved_at", rows });
    await manager.query(book, [exception.id]);
    return;
  }
  await manager.query(adoptSql(journal, late.ends), [[exception.object_id]]);
}
