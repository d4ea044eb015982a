import { parseArgs } from "node:util";
import { createListPool, type DatabaseClient, type Pool } from "@flowlix/persistence";
import { listPayouts } from "../../src/read/list-payouts.ts";
import { createPayoutsLists } from "../../src/read/payouts-lists.ts";
import { CLUSTER_OPTIONS, FEW, load, MANY, print, withCluster, type Cluster } from "./cluster.ts";
import { FIRST_SECOND } from "./generate.ts";
import { UNFILTERED } from "@flowlix/testkit";
import { questions, type Question, type Sample } from "./questions.ts";

/**
 * How long lists take on a merchant of many Payouts and on one of few, on the embedded server as the product
 * runs it: `node services/payouts/test/bench/lists.ts [--rows 10000000] [--few 100000] [--data-dir folder]`.
 * With `--data-dir` a cluster that was generated is kept, and measured again. Told are the median, the
 * shortest and the longest of `--runs`, after one that is not counted, and the server's processor
 * time for one, which is the same however busy the machine is.
 */
const { values: options } = parseArgs({
  options: {
    ...CLUSTER_OPTIONS,
    runs: { type: "string", default: "5" },
    only: { type: "string" },
  },
});
/** How long any list of the merchant of few may take, in ms. */
const FEW_ALLOWED = 50;

async function main({ url, asOwner, cpuMs }: Cluster): Promise<void> {
  const pool = createListPool({ url, name: "bench", connections: 1 });
  for (const merchantId of [FEW, MANY]) {
    const sample = await asOwner((client) => sampleOf(client, merchantId));
    print(`a merchant of ${merchantId === FEW ? options.few : options.rows}, ${load()}`);
    for (const question of questions(Number(options.rows) + Number(options.few), sample)) {
      if (options.only !== undefined && !question.name.includes(options.only)) continue;
      const allowed = merchantId === FEW ? Math.min(FEW_ALLOWED, question.allowed) : question.allowed;
      print(await measure({ pool, cpuMs }, merchantId, question, allowed));
    }
  }
  print(load());
  await pool.end();
}

/** One from the middle, with a reference. */
async function sampleOf(client: DatabaseClient, merchantId: string): Promise<Sample> {
  const { rows } = await client.query<Sample>(
    `select id, merchant_reference::text as merchant_reference, first_name, last_name from payouts.payouts
      where merchant_id = $1 and merchant_reference is not null
        and created_at >= to_timestamp($2)
      order by created_at limit 1`,
    [merchantId, FIRST_SECOND + (Number(options.rows) + Number(options.few)) / 2],
  );
  const [sample] = rows;
  if (sample === undefined) throw new Error("the merchant has no Payouts");
  return sample;
}

interface Measured extends Pick<Cluster, "cpuMs"> {
  readonly pool: Pool;
}

async function measure(
  { pool, cpuMs }: Measured,
  merchantId: string,
  question: Question,
  allowed: number,
): Promise<string> {
  const lists = createPayoutsLists(pool, 1);
  const request = { ...UNFILTERED, ...question.asked, scope: { merchant_id: merchantId, livemode: false } };
  const times: number[] = [];
  let total = "";
  let cpuBefore = 0;
  for (let run = 0; run <= Number(options.runs); run += 1) {
    const startedAt = performance.now();
    try {
      total = (await listPayouts({ lists }, request)).total_count.toLocaleString("en");
    } catch (error) {
      total = error instanceof Error ? error.message : String(error);
    }
    if (run > 0) times.push(performance.now() - startedAt);
    else cpuBefore = await cpuMs();
  }
  times.sort((a, b) => a - b);
  const [shortest = 0, median = 0, longest = 0] = [0, Math.floor(times.length / 2), times.length - 1].map(
    (place) => times[place],
  );
  const ms = (value: number) => value.toFixed(1).padStart(8);
  const verdict = median > allowed ? "  TOO LONG" : "";
  const cpu = ((await cpuMs()) - cpuBefore) / times.length;
  return `${question.name.padEnd(38)} ${total.padStart(11)} ${ms(median)} ms (${ms(shortest)} to ${ms(longest)}), ${cpu.toFixed(0).padStart(5)} ms of processors${verdict}`;
}

await withCluster(options, main);
