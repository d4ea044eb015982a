/**
 * Probes, beside the checks, whether merchants are served and what containers take, writes each probe as a line of
 * JSON, and holds the logs of pods. Run in the node's network: watcher.ts FILE API_URL HEALTH_URL, with the
 * administrator's TOKEN.
 */
import { appendFileSync } from "node:fs";
import { request } from "node:https";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { holdLogs } from "./logs.ts";
import { NAMESPACE, type Probe, type Taken } from "./probes.ts";

const [file = "", apiUrl = "", healthUrl = ""] = process.argv.slice(2);
const HEALTH_EVERY_MS = 250;
const USAGE_EVERY_MS = 5_000;
const LOGS_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

const keep = (probe: Probe): void => appendFileSync(file, `${JSON.stringify(probe)}\n`);

async function health(): Promise<void> {
  for (;;) {
    const at = Date.now();
    keep({ at, healthy: await isHealthy() });
    await pause(Math.max(0, at + HEALTH_EVERY_MS - Date.now()));
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    const answer = await fetch(healthUrl, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return answer.ok && (await answer.text()).includes('"ok"');
  } catch {
    return false;
  }
}

async function usage(): Promise<void> {
  for (;;) {
    const at = Date.now();
    try {
      keep({ at, taken: takenIn(await resourceMetrics()) });
    } catch {
      // The next probe is soon; what is measured is the most and the mean of many.
    }
    await pause(Math.max(0, at + USAGE_EVERY_MS - Date.now()));
  }
}

/** As the metrics API gets them from kubelet: working sets and seconds of CPU. */
function resourceMetrics(): Promise<string> {
  const done = Promise.withResolvers<string>();
  const asked = request(
    `${apiUrl}/api/v1/nodes/node1/proxy/metrics/resource`,
    { headers: { authorization: `Bearer ${process.env["TOKEN"]}` }, timeout: ANSWER_WITHIN_MS },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", done.reject);
      answer.on("end", () => done.resolve(Buffer.concat(chunks).toString("utf8")));
    },
  );
  asked.on("error", done.reject);
  asked.on("timeout", () => asked.destroy(new Error("no answer")));
  asked.end();
  return done.promise;
}

function takenIn(text: string): Taken[] {
  const byContainer = new Map<string, Taken>();
  const wanted = /^container_(cpu_usage_seconds_total|memory_working_set_bytes)\{(.*)\} (\S+)/gm;
  for (const [, metric, labels = "", value] of text.matchAll(wanted)) {
    const label = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1] ?? "";
    if (label("namespace") !== NAMESPACE) continue;
    const [pod, container] = [label("pod"), label("container")];
    const key = `${pod}/${container}`;
    const known = byContainer.get(key) ?? { pod, container, cpuSeconds: 0, bytes: 0 };
    const field = metric === "memory_working_set_bytes" ? "bytes" : "cpuSeconds";
    byContainer.set(key, { ...known, [field]: Number(value) });
  }
  return [...byContainer.values()];
}

async function logs(): Promise<void> {
  for (;;) {
    holdLogs(dirname(file));
    await pause(LOGS_EVERY_MS);
  }
}

await Promise.all([health(), usage(), logs()]);
