import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { guardedFolder } from "@flowlix/testkit";
import { acquirerAt } from "../e2e/support/acquirer.ts";
import { apiWith, paymentOf, type Answer } from "../e2e/support/api.ts";
import { payoutRequest } from "../e2e/support/payouts.ts";
import { isAlive, startDistributed } from "../support/installation.ts";

/**
 * What merchants notice of a process that hangs: small objects are made at a steady rate, and one of two processes of a
 * service is stopped (SIGSTOP) and not continued. Starts an installation of its own, one process a service, and needs
 * nats-server. `node tests/system/bench/hung-process.ts [--service payments] [--make payments|refunds|payouts]
 * [--rate 20] [--seconds 60] [--stop-at 10]`
 */
const { values: options } = parseArgs({
  options: {
    service: { type: "string", default: "payments" },
    make: { type: "string", default: "payments" },
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    "stop-at": { type: "string", default: "10" },
  },
});
const { service, make: made } = options;
const [rate, seconds, stopAt] = [Number(options.rate), Number(options.seconds), Number(options["stop-at"])];

const AMOUNT = 1_001;

interface Sent {
  readonly atS: number;
  readonly tookS: number;
  readonly status: number;
}

const folder = guardedFolder("hung-process");
const installation = await startDistributed({
  dataDir: join(folder.path, "data"),
  env: { KEY_QUOTA: "100000", KEY_QUOTA_BURST: "100000", LOG_LEVEL: "warn" },
  replicas: `${service}=2`,
});
try {
  const api = apiWith(() => installation.publicUrl, installation.apiKey);
  const acquirer = acquirerAt(() => installation.runtime().acquirer.admin_url);
  const paidBefore: string[] = [];
  for (let count = 0; count < 40; count += 1)
    paidBefore.push(paymentOf(await api.create({ amount: 60_000 })).id);

  const beganAt = performance.now();
  const sinceS = () => (performance.now() - beganAt) / 1000;
  const [hung = 0] = installation.pids(service);
  const requests: Promise<Sent>[] = [];
  const paid: string[] = [];
  const post = (path: string, body: object) =>
    api.send("POST", path, {
      headers: { "idempotency-key": randomUUID(), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const requestOf: Readonly<Record<string, () => Promise<Answer>>> = {
    payments: () => api.create({ amount: AMOUNT }),
    refunds: () =>
      post("/v1/refunds", {
        payment_id: paidBefore[requests.length % paidBefore.length],
        amount: AMOUNT,
        reason: "returned",
      }),
    payouts: () => post("/v1/payouts", payoutRequest({ amount: AMOUNT })),
  };
  const request = requestOf[made];
  if (request === undefined) throw new Error(`--make is one of ${Object.keys(requestOf).join(", ")}`);
  const create = async (): Promise<Sent> => {
    const atS = sinceS();
    const answer = await request().catch((): Answer | null => null);
    if (answer?.status === 201) paid.push(JSON.parse(answer.text).id);
    return { atS, tookS: sinceS() - atS, status: answer?.status ?? 0 };
  };
  let stoppedAtS = 0;
  for (let count = 0; count < rate * seconds; count += 1) {
    await pause(Math.max(0, (count / rate - sinceS()) * 1000));
    if (stoppedAtS === 0 && sinceS() >= stopAt) {
      process.kill(hung, "SIGSTOP");
      stoppedAtS = sinceS();
    }
    requests.push(create());
  }
  const sent = await Promise.all(requests);
  const hungIsThere = isAlive(hung);
  if (hungIsThere) process.kill(hung, "SIGCONT");
  await pause(3_000);

  const after = sent.filter(({ atS }) => atS >= stoppedAtS);
  const failed = sent.filter(({ status }) => status !== 201);
  const slow = sent.filter(({ status, tookS }) => status === 201 && tookS > 1);
  const book = (await acquirer.book()).filter(({ amount }) => amount === AMOUNT);
  const span = (some: readonly Sent[]) =>
    some.length === 0
      ? "none"
      : `${some.length}, sent ${(Math.min(...some.map(({ atS }) => atS)) - stoppedAtS).toFixed(1)} to ${(Math.max(...some.map(({ atS }) => atS)) - stoppedAtS).toFixed(1)} s after the stop, answered after at most ${Math.max(...some.map(({ tookS }) => tookS)).toFixed(1)} s`;
  const statuses = Object.entries(Object.groupBy(sent, ({ status }) => String(status))).map(
    ([status, some]) => `${status}: ${some?.length}`,
  );
  const bySecond = Array.from({ length: Math.ceil(seconds - stopAt) }, (_, second) => {
    const some = after.filter(({ atS }) => Math.floor(atS - stoppedAtS) === second);
    return `${some.filter(({ status }) => status !== 201).length}/${some.length}`;
  });
  process.stdout.write(
    [
      `service ${service}, ${rate} ${made}/s for ${seconds} s, one of two stopped at ${stoppedAtS.toFixed(1)} s`,
      `answers ${statuses.join(", ")}`,
      `failed ${span(failed)}; ${((100 * failed.length) / after.length).toFixed(1)} % of those sent after the stop`,
      `slower than 1 s ${span(slow)}`,
      `failed by second of sending ${bySecond.join(" ")}`,
      `stopped process still there at the end: ${hungIsThere}`,
      `executed twice ${book.filter(({ executions }) => executions > 1).length}, answered without having been executed ${paid.filter((id) => !book.some(({ reference }) => reference === id)).length}`,
      "",
    ].join("\n"),
  );
} finally {
  await installation.stop();
  await folder.remove();
}
