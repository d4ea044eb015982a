import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import type { Children, Started } from "../children.ts";
import { freePort } from "../../../services/standalone/src/free-port.ts";
import { directPaymentTemplate } from "../load/request-template.ts";
import { runLoad } from "../load/run-load.ts";
import type { LatencySummary } from "../load/samples.ts";
import type { Target } from "../load/slots.ts";
import { createLedger } from "../load/tally.ts";
import { readUsage, usagePerPayment, type Watched } from "../measure/usage.ts";
import { createTables } from "./pgbench.ts";

const GATEWAY = fileURLToPath(new URL("./bare-gateway.ts", import.meta.url));
const WORKER = fileURLToPath(new URL("./bare-worker.ts", import.meta.url));
const START_TIMEOUT_MS = 10_000;
const WARM_UP_SECONDS = 2;

export interface BareBaseline {
  readonly clients: number;
  readonly paymentsPerSecond: number;
  readonly latencyMs: LatencySummary | null;
  readonly cpuUsPerPayment: Record<string, number>;
}

/** Bare Fastify → NATS → one commit: what any service on these parts must pay for one request. */
export async function measureBareBaseline(options: {
  readonly children: Children;
  readonly natsServer: string;
  readonly url: string;
  readonly postmasterPid: number;
  readonly clients: readonly number[];
  readonly seconds: number;
  readonly scratch: string;
}): Promise<BareBaseline[]> {
  await createTables(options.url);
  const natsPort = await freePort();
  const port = await freePort();
  const natsUrl = `nats://127.0.0.1:${natsPort}`;
  const started: Started[] = [];
  const start = (name: string, command: string, args: string[]): Started => {
    const env = { ...process.env, BASELINE_DATABASE_URL: options.url };
    const child = options.children.start({
      name,
      command,
      args,
      env,
      logFile: join(options.scratch, "baseline.log"),
    });
    started.push(child);
    return child;
  };
  try {
    const nats = start("nats-server", options.natsServer, ["-a", "127.0.0.1", "-p", String(natsPort)]);
    await listening(nats, natsPort);
    const worker = start("bare worker", process.execPath, [WORKER, natsUrl]);
    const gateway = start("bare gateway", process.execPath, [GATEWAY, natsUrl, String(port)]);
    await listening(gateway, port);
    const watched: Watched[] = [
      ...[nats, worker, gateway].map((each) => ({
        label: each.name,
        pid: each.pid,
        kind: "process" as const,
      })),
      { label: "postgres", pid: options.postmasterPid, kind: "postgres" },
    ];
    return await measureClients(options, watched, port);
  } finally {
    for (const child of started.toReversed()) await child.stop();
  }
}

async function measureClients(
  options: { readonly clients: readonly number[]; readonly seconds: number },
  watched: readonly Watched[],
  port: number,
): Promise<BareBaseline[]> {
  const target: Target = {
    host: "127.0.0.1",
    ports: [port],
    template: directPaymentTemplate(`127.0.0.1:${port}`),
    apiKeys: [Buffer.from(`api_test_sk_${"0".repeat(32)}`)],
    ledger: createLedger(),
    nextSerial: 0,
  };
  await runLoad(target, { kind: "closed", clients: options.clients[0] ?? 64 }, WARM_UP_SECONDS);
  const baselines: BareBaseline[] = [];
  for (const clients of options.clients) {
    const before = readUsage(watched);
    const startedAt = performance.now();
    const result = await runLoad(target, { kind: "closed", clients }, options.seconds);
    const elapsedS = (performance.now() - startedAt) / 1_000;
    const { created, others } = result.tally;
    if (others.size > 0) throw new Error(`the bare baseline failed: ${JSON.stringify([...others])}`);
    const cpuUsPerPayment = usagePerPayment(before, readUsage(watched), created);
    baselines.push({
      clients,
      paymentsPerSecond: created / elapsedS,
      latencyMs: result.latencyMs,
      cpuUsPerPayment,
    });
  }
  return baselines;
}

/** Until the port takes connections. */
async function listening(child: Started, port: number): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (child.exited() || performance.now() > until)
      throw new Error(`${child.name} does not listen:\n${child.logTail()}`);
    await sleep(20);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
