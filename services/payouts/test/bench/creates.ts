import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createListPool, createPools, databaseTime } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { statusEvent } from "../../src/lifecycle/status-event.ts";
import type { PayoutRow } from "../../src/payout/payout.entity.ts";
import { createPayoutsStore, type PayoutsStore } from "../../src/payout/payouts-store.ts";
import { listPayouts } from "../../src/read/list-payouts.ts";
import { createPayoutsLists } from "../../src/read/payouts-lists.ts";
import { CLUSTER_OPTIONS, FEW, load, MANY, print, withCluster, type Cluster } from "./cluster.ts";
import { UNFILTERED } from "@flowlix/testkit";

/**
 * How long the statements of a create take, alone and while lists of the slowest kind run on all connections
 * that lists have, in turns: `node services/payouts/test/bench/creates.ts --data-dir folder [--rounds 3]`.
 * Creates come from four loops. Each pauses after a create, as a merchant's traffic does; with
 * `--flat-out` none pauses.
 */
const { values: options } = parseArgs({
  options: {
    ...CLUSTER_OPTIONS,
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "10" },
    "flat-out": { type: "boolean", default: false },
  },
});
const CREATORS = 4;
const PAUSE_MS = 20;
/** As the service has them. */
const POOL_SIZES = { hot: 4, read: 2, background: 3 };
const LIST_CONNECTIONS = 2;
/** Each reads all Payouts of both merchants, if it can. */
const SLOW = [
  { merchantId: MANY, search: "qx" },
  { merchantId: MANY, search: "a" },
  { merchantId: FEW, search: "qx" },
];

async function main({ url, cpuMs }: Cluster): Promise<void> {
  const pools = await createPools({ url, name: "bench", ...POOL_SIZES });
  const listPool = createListPool({ url, name: "bench", connections: LIST_CONNECTIONS });
  const lists = createPayoutsLists(listPool, LIST_CONNECTIONS);
  const store = createPayoutsStore(pools.hot);
  const running = { until: 0 };
  const seconds = Number(options.seconds);
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const listing of [false, true]) {
      const cpuBefore = await cpuMs();
      running.until = performance.now() + seconds * 1_000;
      const listers = listing ? SLOW.map((slow) => listOn({ lists }, slow, running)) : [];
      const times = (
        await Promise.all(Array.from({ length: CREATORS }, () => createOn(store, running)))
      ).flat();
      const listed = (await Promise.all(listers)).reduce((sum, one) => sum + one, 0);
      const cpu = listing
        ? ""
        : `, ${(((await cpuMs()) - cpuBefore) / times.length).toFixed(2)} ms of processors each`;
      const name = `${round === 0 ? "warming up" : `round ${round}`}, ${listing ? `${listed} lists` : "alone"}`;
      print(`${name.padEnd(24)} ${summaryOf(times, seconds)}${cpu}  ${load()}`);
    }
  }
  await Promise.all([listPool.end(), pools.close()]);
}

/** Inserts and moves one Payout after the other; answers how long each statement of an insert took, in ms. */
async function createOn(store: PayoutsStore, running: { until: number }): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < running.until) {
    const time = databaseTime(await store.now());
    const startedAt = performance.now();
    const [id, start_before] = [newId("payout"), Date.now() + 60_000];
    const at = (nowMs: number) => {
      const row = { ...initialPayoutRow(nowMs), id, submit_until: new Date(start_before) };
      return { row, event: statusEvent(row) };
    };
    const made = await store.insert({ id, start_before, time, at });
    if (made === null) throw new Error("no row was made");
    times.push(performance.now() - startedAt);
    const { row } = made.initial;
    const updated = Math.floor(row.created_at.getTime() / 1000);
    const state = {
      status: "SUCCEEDED",
      failure_code: null,
      updated_at: updated,
      completed_at: updated,
    } as const;
    const event = statusEvent({ ...row, status: "SUCCEEDED", completed_at: row.updated_at });
    await store.move({
      id: row.id,
      version: 1,
      claim: null,
      from: "PENDING",
      state,
      syncInMs: null,
      acquirerId: null,
      event,
    });
    if (!options["flat-out"]) await pause(PAUSE_MS);
  }
  return times;
}

async function listOn(
  deps: Parameters<typeof listPayouts>[0],
  { merchantId, search }: { merchantId: string; search: string },
  running: { until: number },
): Promise<number> {
  const scope = { merchant_id: merchantId, livemode: false };
  let listed = 0;
  for (; performance.now() < running.until; listed += 1)
    await listPayouts(deps, { ...UNFILTERED, scope, search });
  return listed;
}

function initialPayoutRow(nowMs: number): PayoutRow {
  const createdAt = new Date(nowMs);
  return {
    id: newId("payout"),
    merchant_id: MANY,
    livemode: false,
    amount: 1 + Math.floor(Math.random() * 900_000),
    currency: "EUR",
    provider: "sandbox",
    provider_account: null,
    route: null,
    merchant_reference: 1_000_000_000 + Math.floor(Math.random() * 9_000_000_000),
    card_brand: "visa",
    card_last4: String(Math.floor(Math.random() * 10_000)).padStart(4, "0"),
    first_name: "Katarzyna",
    last_name: `Nowa${Math.random().toString(36).slice(2, 8)}`,
    country: "PL",
    initiator_ip_address: "203.0.113.7",
    status: "PENDING",
    failure_code: null,
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: null,
    acquirer_id: null,
    absent_at: null,
    version: 1,
    submission: randomUUID(),
    submit_until: new Date(nowMs + 60_000),
    next_look_at: new Date(nowMs + 60_000),
    look_count: 0,
  };
}

function summaryOf(times: readonly number[], seconds: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1).padStart(6);
  const rate = (sorted.length / seconds).toFixed(0).padStart(5);
  return `${rate} creates/s, insert median ${at(0.5)} ms, 95 % ${at(0.95)} ms, 99 % ${at(0.99)} ms`;
}

await withCluster(options, main);
