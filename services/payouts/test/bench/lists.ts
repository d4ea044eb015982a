import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { PayoutListRequest } from "@flowlix/contracts";
import { connect, createListPool, migrateService, roleName, roleUrl } from "@flowlix/persistence";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import { listPayouts } from "../../src/read/list-payouts.ts";
import { createPayoutsLists } from "../../src/read/payouts-lists.ts";
import { payoutsSchema } from "../../src/schema.ts";
import { FIRST_SECOND, generate } from "./generate.ts";

/**
 * How long lists take on a merchant of many Payouts and on one of few, on the embedded server as the product
 * runs it: `node services/payouts/test/bench/lists.ts [--rows 10000000] [--few 100000] [--data-dir folder]`.
 * With `--data-dir` a cluster that was generated is kept, and measured again.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: "string", default: "10000000" },
    few: { type: "string", default: "100000" },
    runs: { type: "string", default: "5" },
    "data-dir": { type: "string" },
    only: { type: "string" },
  },
});
const MANY = { merchantId: `mer_${"M".repeat(24)}`, rows: Number(options.rows) };
const FEW = { merchantId: `mer_${"F".repeat(24)}`, rows: Number(options.few) };
const PASSWORD = "of-a-benchmark";

const ANYTHING = {
  limit: 10,
  starting_after: null,
  ending_before: null,
  status: [],
  currency: [],
  card_brand: [],
  card_last4: null,
  created: { gte: null, lte: null },
  amount: { gte: null, lte: null },
  search: null,
} as const satisfies Omit<PayoutListRequest, "scope">;

type Asked = Partial<Omit<PayoutListRequest, "scope">>;

/** What is asked of a merchant with so many Payouts. */
const questions = (rows: number): readonly (readonly [name: string, asked: Asked])[] => [
  ["nothing", {}],
  ["limit 100", { limit: 100 }],
  ["status SUCCEEDED", { status: ["SUCCEEDED"] }],
  ["status PENDING (1 in 100,000)", { status: ["PENDING"] }],
  ["status FAILED or PROCESSING", { status: ["FAILED", "PROCESSING"] }],
  ["currency CZK", { currency: ["CZK"] }],
  ["currency of none", { currency: ["JPY"] }],
  ["status, currency, brand", { status: ["FAILED"], currency: ["EUR"], card_brand: ["visa"] }],
  ["created: last tenth", { created: { gte: FIRST_SECOND + Math.floor(rows * 0.9), lte: null } }],
  ["created: all of it", { created: { gte: FIRST_SECOND, lte: null } }],
  ["created: half, FAILED", { created: { gte: null, lte: FIRST_SECOND + rows / 2 }, status: ["FAILED"] }],
  ["card_last4", { card_last4: "4242" }],
  ["amount of exactly", { amount: { gte: 123_456, lte: 123_456 } }],
  ["amount: the upper half", { amount: { gte: 450_000, lte: null } }],
  [
    "amount, status and brand",
    { amount: { gte: 1_000, lte: 2_000 }, status: ["FAILED"], card_brand: ["visa"] },
  ],
  ["search: an ID", { search: `po_${"M".repeat(12)}${String(rows / 2).padStart(12, "0")}` }],
  ["search: a reference", { search: String(1_000_000_000 + (((rows / 2) * 7_919) % 9_000_000_000)) }],
  ["search: five digits of references", { search: "47381" }],
  ["search: four digits, last four too", { search: "4242" }],
  ["search: an amount", { search: "1234,56", currency: ["EUR"] }],
  ["search: a rare last name", { search: "zezibako" }],
  ["search: a first and a last name", { search: "bamo lidiru" }],
  ["search: five letters", { search: "mobak" }],
  ["search: three letters", { search: "ovi" }],
  ["search: three frequent letters", { search: "ada" }],
  ["search: five letters, FAILED", { search: "mobak", status: ["FAILED"] }],
  ["search: of none", { search: "qqqxyz" }],
  ["search: two letters", { search: "ze" }],
  ["search: one letter", { search: "a" }],
  ["search: two letters of none", { search: "qx" }],
  ["search: a percent sign", { search: "%" }],
];

async function main(): Promise<void> {
  const folder = options["data-dir"] ?? (await mkdtemp(join(tmpdir(), "flowlix-lists-")));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres-18"),
    superuserPassword: PASSWORD,
  });
  try {
    await migrateService(payoutsSchema, { adminUrl: server.url, rolePrefix: "bench", password: PASSWORD });
    await fill(server.url);
    const url = roleUrl(server.url, roleName("bench", payoutsSchema.service), PASSWORD);
    const pool = createListPool({ url, name: "bench", connections: 1 });
    for (const { merchantId, rows } of [FEW, MANY]) {
      process.stdout.write(`\na merchant of ${rows.toLocaleString("en")}\n`);
      for (const [name, asked] of questions(rows)) {
        if (options.only !== undefined && !name.includes(options.only)) continue;
        process.stdout.write(`${await measure(pool, merchantId, name, asked)}\n`);
      }
    }
    await pool.end();
  } finally {
    await server.stop();
    if (options["data-dir"] === undefined) await rm(folder, { recursive: true });
  }
}

async function fill(url: string): Promise<void> {
  const client = await connect(url, "bench");
  try {
    const { rows } = await client.query("select count(*)::int as n from payouts.totals");
    if (rows[0]?.n > 0) return;
    const startedAt = performance.now();
    await generate(client, [MANY, FEW]);
    const size = await client.query(
      "select pg_size_pretty(pg_table_size('payouts.payouts')) as rows, pg_size_pretty(pg_indexes_size('payouts.payouts')) as indexes",
    );
    const took = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stdout.write(`generated in ${took} s: ${JSON.stringify(size.rows[0])}\n`);
  } finally {
    await client.end();
  }
}

async function measure(
  pool: ReturnType<typeof createListPool>,
  merchantId: string,
  name: string,
  asked: Asked,
): Promise<string> {
  const lists = createPayoutsLists(pool, 1);
  const request = { ...ANYTHING, ...asked, scope: { merchant_id: merchantId, livemode: false } };
  const times: number[] = [];
  let total = "";
  for (let run = 0; run < Number(options.runs); run += 1) {
    const startedAt = performance.now();
    try {
      total = String((await listPayouts({ lists }, request)).total_count);
    } catch (error) {
      total = error instanceof Error ? error.message : String(error);
    }
    times.push(performance.now() - startedAt);
  }
  const [best = 0] = times.toSorted((a, b) => a - b);
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const ms = (value: number) => value.toFixed(1).padStart(9);
  return `${name.padEnd(38)} ${total.padStart(10)} ${ms(best)} ms ${ms(median)} ms`;
}

await main();
