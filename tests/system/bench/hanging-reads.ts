import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Refund } from "@flowlix/contracts";
import { guardedFolder, waitFor } from "@flowlix/testkit";
import { databaseOf } from "../e2e/support/database.ts";
import { apiWith } from "../e2e/support/api.ts";
import { startDistributed } from "../support/installation.ts";

/**
 * What reads that hang cost everybody else: how long refunds take from their creation to their result, without any and
 * with some refunds whose reads hang at the acquirer. Starts an installation of its own, one process a service, and
 * needs nats-server. `node tests/system/bench/hanging-reads.ts [--rounds 3] [--others 500] [--hanging 60] [--hang-ms
 * 15000] [--rate 20]`
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    others: { type: "string", default: "500" },
    hanging: { type: "string", default: "60" },
    "hang-ms": { type: "string", default: "15000" },
    rate: { type: "string", default: "20" },
  },
});
const [others, hanging, hangMs, rate] = [
  Number(options.others),
  Number(options.hanging),
  Number(options["hang-ms"]),
  Number(options.rate),
];
const REFUNDS_OF_PAYMENT = 40;
/** As fine as what is measured is told. */
const WATCHED_EVERY_MS = 100;
const ALL_ENDED_WITHIN_MS = 300_000;

const folder = guardedFolder("hanging-reads");
const installation = await startDistributed({
  dataDir: join(folder.path, "data"),
  env: { KEY_QUOTA: "100000", KEY_QUOTA_BURST: "100000", LOG_LEVEL: "error" },
});
const api = apiWith(() => installation.publicUrl, installation.apiKey);
const database = databaseOf(installation.dataDir);

async function setFaults(references: readonly string[]): Promise<void> {
  const rules = references.map((reference) => ({
    operation: "read_refund",
    fault: "slow",
    delay_ms: hangMs,
    reference,
  }));
  const { ok, status } = await fetch(`${installation.runtime().acquirer.admin_url}/faults`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules }),
  });
  if (!ok) throw new Error(`faults: ${status}`);
}

async function paid(): Promise<string> {
  const { text } = await api.create({ amount: 100_000 });
  const { id, status }: { id: string; status: string } = JSON.parse(text);
  if (status !== "SUCCEEDED") throw new Error(text);
  return id;
}

async function refund(payment: string): Promise<string> {
  const answer = await api.send("POST", "/v1/refunds", {
    headers: { "idempotency-key": randomUUID(), "content-type": "application/json" },
    body: JSON.stringify({ payment_id: payment, amount: 100, reason: "returned" }),
  });
  const { id }: Refund = JSON.parse(answer.text);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return id;
}

interface Round {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Those that hang are spread evenly among the others, and hang from their first read on. */
async function round(hangs: number): Promise<Round> {
  const all = others + hanging;
  const payments = await Promise.all(Array.from({ length: Math.ceil(all / REFUNDS_OF_PAYMENT) }, paid));
  const hung: string[] = [];
  let faults = Promise.resolve();
  const from = performance.now();
  const createdAt = new Map<string, number>();
  const tookMs = new Map<string, number>();
  const made = Array.from({ length: all }, async (_, nth) => {
    await pause(Math.max(0, from + (nth / rate) * 1_000 - performance.now()));
    const id = await refund(payments[nth % payments.length] ?? "");
    const isHung = Math.floor((nth * hangs) / all) !== Math.floor(((nth + 1) * hangs) / all);
    if (isHung) hung.push(id);
    else createdAt.set(id, performance.now());
    // A fault set replaces the one before: they follow each other.
    if (isHung) await (faults = faults.then(() => setFaults([...hung])));
  });
  const ended = async (of: readonly string[]) =>
    (
      await database.sql("select id from refunds.refunds where id = any ($1) and completed_at is not null", [
        of,
      ])
    ).map(({ id }) => String(id));
  const watching = waitFor(
    "the others' results",
    async () => {
      await pause(WATCHED_EVERY_MS);
      for (const id of await ended([...createdAt.keys()])) {
        if (!tookMs.has(id)) tookMs.set(id, performance.now() - (createdAt.get(id) ?? 0));
      }
      return tookMs.size === all - hangs;
    },
    ALL_ENDED_WITHIN_MS,
  );
  await Promise.all(made);
  await watching;
  await setFaults([]);
  await waitFor(
    "those that hung",
    async () => (await ended(hung)).length === hung.length,
    ALL_ENDED_WITHIN_MS,
  );
  const sorted = [...tookMs.values()].toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

const summaryOf = ({ p50, p95, max }: Round): string => `p50 ${p50} ms, p95 ${p95} ms, longest ${max} ms`;
try {
  // The first requests of new processes are slower than any later.
  for (let warm = 0; warm < 10; warm += 1) await refund(await paid());
  for (let nth = 1; nth <= Number(options.rounds); nth += 1) {
    const load = loadavg()[0]?.toFixed(1);
    const without = await round(0);
    const within = await round(hanging);
    const ratio = (within.p95 / without.p95).toFixed(2);
    process.stdout.write(
      `round ${nth}, load ${load}: without ${summaryOf(without)}; with ${hanging} that hang ${summaryOf(within)}; p95 ${ratio} times\n`,
    );
  }
} finally {
  await database.close();
  await installation.stop();
  await folder.remove();
}
