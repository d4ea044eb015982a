import { parseArgs } from "node:util";
import { createListPool, createPools, type Pool } from "@flowlix/persistence";
import { foldTotals, FOLD_BATCH } from "../../src/read/fold-totals.ts";
import { listPayouts } from "../../src/read/list-payouts.ts";
import { createPayoutsLists } from "../../src/read/payouts-lists.ts";
import { CLUSTER_OPTIONS, load, MANY, print, withCluster, type Cluster } from "./cluster.ts";
import { UNFILTERED } from "@flowlix/testkit";

/**
 * How long a list answered from counters takes when changes of totals were not folded for long, and how fast
 * they are folded then: `node services/payouts/test/bench/counters.ts --data-dir folder [--changes 100000]`.
 */
const { values: options } = parseArgs({
  options: { ...CLUSTER_OPTIONS, changes: { type: "string", default: "100000" } },
});
const RUNS = 20;

async function main({ url, asOwner, cpuMs }: Cluster): Promise<void> {
  const pools = await createPools({ url, name: "bench", hot: 1, read: 1, background: 1 });
  const pool = createListPool({ url, name: "bench", connections: 1 });
  print(`folded     ${await listing({ pool, cpuMs })}  ${load()}`);
  await asOwner((client) => client.query(PILE_UP, [MANY, Number(options.changes)]));
  print(`piled up   ${await listing({ pool, cpuMs })}`);
  const startedAt = performance.now();
  while ((await foldTotals(pools.background)) === FOLD_BATCH);
  const rate = Number(options.changes) / ((performance.now() - startedAt) / 1000);
  print(`folding    ${rate.toFixed(0)} changes/s`);
  print(`folded     ${await listing({ pool, cpuMs })}  ${load()}`);
  await Promise.all([pool.end(), pools.close()]);
}

/** What creates leave behind. Every second row takes back what the one before it said. */
const PILE_UP = `
  insert into payouts.total_deltas (merchant_id, livemode, status, currency, card_brand, change)
  select $1, false, (array['PENDING', 'SUCCEEDED', 'FAILED'])[1 + n / 2 % 3], (array['EUR', 'GBP', 'USD'])[1 + n / 6 % 3],
         'visa', case n % 2 when 0 then 1 else -1 end
    from generate_series(0, $2::int - 1) as n`;

interface Measured extends Pick<Cluster, "cpuMs"> {
  readonly pool: Pool;
}

async function listing({ pool, cpuMs }: Measured): Promise<string> {
  const lists = createPayoutsLists(pool, 1);
  const times: number[] = [];
  const cpuBefore = await cpuMs();
  let total = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    const scope = { merchant_id: MANY, livemode: false };
    total = (await listPayouts({ lists }, { ...UNFILTERED, scope })).total_count;
    times.push(performance.now() - startedAt);
  }
  const cpu = ((await cpuMs()) - cpuBefore) / RUNS;
  times.sort((a, b) => a - b);
  const [median = 0, longest = 0] = [times[RUNS / 2], times[RUNS - 1]];
  return `${total.toLocaleString("en")} in ${median.toFixed(1)} ms, at most ${longest.toFixed(1)} ms, ${cpu.toFixed(1)} ms of processors`;
}

await withCluster(options, main);
