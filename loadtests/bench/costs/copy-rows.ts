import type { DatabaseProbe } from "../measure/database.ts";

/** A table whose rows are copied. Ids and times of a copy are its own, and so that an older one has a smaller id. */
interface Copied {
  readonly table: string;
  readonly ids: readonly string[];
  /** Unique beside the ids, and without a time in it. */
  readonly names?: readonly string[];
  readonly times: readonly string[];
}

/** What a payment leaves behind. */
const TABLES: readonly Copied[] = [
  { table: "payments.payments", ids: ["id"], times: ["created_at", "succeeded_at"] },
  { table: "payments.journal", ids: ["object_id"], times: ["at"] },
  {
    table: "idempotency.records",
    ids: ["object_id"],
    names: ["idempotency_key"],
    times: ["created_at"],
  },
  { table: "notifier.events", ids: ["id", "object_id"], times: ["created_at", "accepted_at"] },
];
/** Keys and events are kept for so long at least, so that no sweep takes away what was copied. */
const DAYS = 29;
const ROWS_AT_A_TIME = 20_000;
/** As posting adds them up, so that the books stay level. */
const SUM_COPIES = `
  insert into payments.journal_days as d (merchant_id, livemode, currency, kind, day, amount, movements)
  select merchant_id, livemode, currency, kind, (at at time zone 'UTC')::date, sum(amount), count(*)
    from payments.journal where object_id like 'pay_00%' group by 1, 2, 3, 4, 5
  on conflict (merchant_id, livemode, currency, kind, day) do update
     set amount = d.amount + excluded.amount, movements = d.movements + excluded.movements`;

/**
 * Copies what the payments made so far have left until there are so many of them, spread over the days before. Not the
 * acquirer's orders: its book is compared with what was asked for.
 */
export async function copyRows(
  probe: DatabaseProbe,
  rows: number,
  say: (text: string) => void,
): Promise<void> {
  const [made] = await probe.rows<{ payments: string }>("select count(*) as payments from payments.payments");
  const originals = Number(made?.payments);
  const copies = Math.ceil(rows / originals);
  const step = Math.max(1, Math.floor(ROWS_AT_A_TIME / originals));
  await probe.rows("set synchronous_commit = off");
  const statements: ((from: number, to: number) => string)[] = [];
  for (const copied of TABLES) statements.push(await prepare(probe, copied, copies));
  const startedAt = performance.now();
  for (let from = 1; from <= copies; from += step) {
    const to = Math.min(copies, from + step - 1);
    for (const statement of statements) await probe.rows(statement(from, to));
    if (Math.floor(to / (copies / 10)) > Math.floor((from - 1) / (copies / 10)))
      say(`copied ${to * originals} payments in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  await probe.rows(SUM_COPIES);
  for (const { table } of TABLES) await probe.rows(`vacuum (analyze) ${table}`);
  await probe.rows("checkpoint");
}

/** Keeps the rows as they are now, and answers the statement that copies each of them once for every number. */
async function prepare(
  probe: DatabaseProbe,
  { table, ids, names = [], times }: Copied,
  copies: number,
): Promise<(from: number, to: number) => string> {
  const kept = `pg_temp.${table.replace(".", "_")}`;
  await probe.rows(`create temporary table ${table.replace(".", "_")} as select * from ${table}`);
  const columns = await probe.rows<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attidentity = ''`,
  );
  const nth = "lpad(n::text, 6, '0')";
  const valueOf = (name: string) => {
    // Where the time stands in an id; no id made now begins with two zeros.
    if (ids.includes(name)) return `overlay(${name} placing '00' || ${nth} from 5 for 8)`;
    if (names.includes(name)) return `left(${name}, -6) || ${nth}`;
    if (times.includes(name)) return `${name} - (${copies} - n + 1) * interval '${DAYS} days' / ${copies}`;
    return name;
  };
  const list = columns.map(({ name }) => name);
  return (from, to) =>
    `insert into ${table} (${list.join(", ")})
     select ${list.map((name) => valueOf(name)).join(", ")}
       from generate_series(${from}, ${to}) as n cross join ${kept} as original order by n`;
}
