import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { trackChildren } from "../children.ts";
import { runLoad } from "../load/run-load.ts";
import { openProbe, type DatabaseProbe } from "../measure/database.ts";
import { aimAt } from "../measure-form.ts";
import { startServer } from "../product/postgres.ts";
import { compareWithBook } from "../product/invariants.ts";
import { untilQueuesEmpty } from "../product/queues.ts";
import { REPOSITORY, startForm } from "../product/start-form.ts";
import { bytesText } from "./bytes-text.ts";
import { logBytes, logPlace, relationBytes } from "./relation-bytes.ts";

/** A rate at which most payments commit alone, as in nearly every installation. */
const RATE = 100;
const SECONDS = 20;
const POLL_MS = 100;
const HAND_OVER_MS = 60_000;

const children = trackChildren();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void children.stopAll().finally(() => process.exit(130)));

try {
  process.stdout.write(`${await measure()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await children.stopAll();
}

/** Starts the standalone form on an empty database and says what its payments take. */
async function measure(): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-bytes-"));
  children.adopt(async () => rmSync(scratch, { recursive: true, force: true }));
  const server = await startServer(children, scratch);
  const databaseUrl = await server.createDatabase("bench_bytes");
  const { postmasterPid } = server;
  const running = await startForm({
    children,
    repository: REPOSITORY,
    form: "standalone",
    dataDir: join(scratch, "standalone"),
    databaseUrl,
    postmasterPid,
    profileDir: null,
  });
  const probe = await openProbe(databaseUrl);
  children.adopt(() => probe.close());
  const target = await aimAt(running);
  const before = await relationBytes(probe);
  await probe.rows("checkpoint");
  const from = await logPlace(probe);
  await runLoad(target, { kind: "open", ratePerSecond: RATE }, SECONDS);
  await untilQueuesEmpty(probe, async () => undefined);
  await untilHandedOver(probe);
  const to = await logPlace(probe);
  const [length] = await probe.rows<{ bytes: string }>(
    `select ('${to}'::pg_lsn - '${from}'::pg_lsn)::text as bytes`,
  );
  const log = await logBytes(probe, from, to);
  const after = await relationBytes(probe);
  const { problems } = await compareWithBook(running.runtime.acquirer.admin_url, target.ledger);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return bytesText({
    payments: target.ledger.payments.size,
    before,
    after,
    log,
    logTotal: Number(length?.bytes),
  });
}

/** Until the notifier has every event. */
async function untilHandedOver(probe: DatabaseProbe): Promise<void> {
  const until = performance.now() + HAND_OVER_MS;
  for (;;) {
    const [left] = await probe.rows<{ events: string }>("select count(*) as events from payments.outbox");
    if (Number(left?.events) === 0) return;
    if (performance.now() > until) throw new Error(`the outbox still has ${left?.events} events`);
    await sleep(POLL_MS);
  }
}
