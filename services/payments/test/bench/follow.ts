import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createPools, query, type Pools } from "@flowlix/persistence";
import { createTestDatabase } from "@flowlix/testkit";
import { listPayments } from "../../src/read/list-payments.ts";
import { createPaymentsLists } from "../../src/read/payments-lists.ts";
import { createPaymentsStore } from "../../src/payment/payments-store.ts";
import { paymentsSchema } from "../../src/schema.ts";
import { listRequest } from "../support/listed-payments.ts";
import { BUSY_MERCHANT, insertMany, manyId } from "../support/many-payments.ts";
import { newPayment } from "../support/provisional-payments.ts";

/**
 * How long the two statements of a page take, to older and to newer ones, beside creates and many open connections; in
 * the middle of a merchant's million and at its end, where the last minute has so many Payments.
 * `node services/payments/test/bench/follow.ts [--rounds 400] [--rows 1000000] [--minute 6000] [--connections 60]`
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "400" },
    rows: { type: "string", default: "1000000" },
    minute: { type: "string", default: "6000" },
    connections: { type: "string", default: "60" },
  },
});
const SCOPE = { merchant_id: BUSY_MERCHANT, livemode: false };

const database = await createTestDatabase([paymentsSchema]);
const url = database.urlOf("payments");
const pools = await createPools({ url, name: "bench", hot: 4, read: 2, background: 1 });
const crowd = await createPools({
  url,
  name: "crowd",
  hot: Number(options.connections),
  read: 1,
  background: 1,
});
try {
  await insertMany(database, Number(options.rows));
  await Promise.all(Array.from({ length: Number(options.connections) }, () => wait(crowd)));
  const lastMinute = await makeLastMinute(Number(options.minute));
  const lists = createPaymentsLists(pools.read, 2);
  const middle = manyId(Number(options.rows) / 2);
  const running = { on: true };
  const creating = [1, 2, 3, 4].map(() => createUntil(running));
  for (const [name, asked] of [
    ["older, in the middle", { starting_after: middle }],
    ["newer, in the middle", { ending_before: middle }],
    ["newer, a minute behind the newest", { ending_before: lastMinute }],
    ["newest", {}],
  ] as const) {
    const times = await timesOf(() => listPayments({ lists }, listRequest({ scope: SCOPE, ...asked })));
    process.stdout.write(`${name.padEnd(36)} ${times}\n`);
  }
  const asking = await timesOf(() => lists.from(SCOPE, middle, "newer"));
  process.stdout.write(`${"of it: position and settled moment".padEnd(36)} ${asking}\n`);
  running.on = false;
  await Promise.all(creating);
} finally {
  await Promise.all([pools.close(), crowd.close()]);
  await database.drop();
}

async function wait({ hot }: Pools): Promise<void> {
  await query(hot, { text: "select pg_sleep(0.2)", values: [] });
}

/** Payments of the last minute, all decided; answers the one before them. */
async function makeLastMinute(count: number): Promise<string> {
  await database.sql(
    `insert into payments.payments (id, merchant_id, livemode, amount, currency, status, integration_type, payment_method_type,
            card_brand, card_last4, card_exp_month, card_exp_year, merchant_customer_id, customer_ip_address, return_url,
            created_at, version)
     select 'pay_' || lpad((9000000 + n)::text, 24, '0'), $1, false, 100, 'EUR', 'SUCCEEDED', 'DIRECT', 'card', 'visa', '4242',
            12, 2040, 'customer', '203.0.113.7', 'https://merchant.example/return', now() - interval '50 s' + n * interval '1 ms', 2
       from generate_series(1, $2::int) as n`,
    [BUSY_MERCHANT, count],
  );
  return `pay_${String(9_000_001).padStart(24, "0")}`;
}

async function createUntil(running: { readonly on: boolean }): Promise<void> {
  const store = createPaymentsStore(pools.hot);
  while (running.on) {
    await store.insert(newPayment({ merchant_id: `mer_${"C".repeat(24)}` }));
    await pause(5);
  }
}

async function timesOf(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
