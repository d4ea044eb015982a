import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import type { Children } from "../../loadtests/bench/children.ts";
import { freePort } from "../../services/standalone/src/free-port.ts";
import { ROOT } from "../../observability/outputs.ts";
import { ALERTMANAGER } from "../observability-checks/alertmanager.ts";
import type { Platform } from "./platform.ts";
import { quickAlertmanager, SCRAPE_S, shippedRules } from "./quickened.ts";

/** An alert that a receiver was notified of. */
export interface Notified {
  readonly receiver: string;
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly runbook: string;
}

/** A message of Alertmanager to a receiver. */
export interface Message {
  readonly receiver: string;
  /** Of the drill's own clock, which `performance.now()` reads. */
  readonly atMs: number;
  readonly notified: readonly Notified[];
}

/** Prometheus and Alertmanager as they are installed, with the shipped rules made quicker. */
export interface Stack {
  /** Messages so far; grows. */
  readonly messages: readonly Message[];
  /** Alerts that Prometheus has firing, those that are held back included. */
  firing(): Promise<readonly Readonly<Record<string, string>>[]>;
  /**
   * An Alertmanager that remembers no group: it keeps an empty one for half a minute, and what joins it does not wait
   * for its cause as what comes alone does.
   */
  forget(): Promise<void>;
  /** One target more, until the function that is answered is called. */
  alsoScrape(host: string, labels: Readonly<Record<string, string>>): () => void;
}

const READY_TIMEOUT_MS = 60_000;

export async function startStack(children: Children, platform: Platform): Promise<Stack> {
  const folder = join(platform.folder, "monitoring");
  for (const name of ["rules", "targets"]) mkdirSync(join(folder, name), { recursive: true });
  const messages: Message[] = [];
  const listener = await startListener(children, messages);
  const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()];
  writeFileSync(
    join(folder, "alertmanager.yml"),
    quickAlertmanager(readFileSync(join(ROOT, ALERTMANAGER), "utf8"), listener),
  );
  const startAlertmanager = () =>
    children.start({
      name: "alertmanager",
      command: "prometheus-alertmanager",
      args: [
        `--config.file=${join(folder, "alertmanager.yml")}`,
        `--storage.path=${join(folder, "alertmanager")}`,
        `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
        "--cluster.listen-address=",
      ],
      logFile: join(folder, "alertmanager.log"),
    });
  let alertmanager = startAlertmanager();
  const alertmanagerReady = () => untilReady(`http://127.0.0.1:${alertmanagerPort}/-/ready`);
  const forget = async () => {
    await alertmanager.stop();
    rmSync(join(folder, "alertmanager"), { recursive: true, force: true });
    alertmanager = startAlertmanager();
    await alertmanagerReady();
  };
  for (const [name, text] of shippedRules()) writeFileSync(join(folder, "rules", `${name}.yaml`), text);
  writeFileSync(join(folder, "prometheus.yml"), configurationOf(platform, alertmanagerPort));
  children.start({
    name: "prometheus",
    command: "prometheus",
    args: [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
      // The defaults are of minutes.
      "--rules.alert.resend-delay=1s",
      "--rules.alert.for-outage-tolerance=10s",
      "--rules.alert.for-grace-period=1s",
    ],
    logFile: join(folder, "prometheus.log"),
  });
  const url = `http://127.0.0.1:${prometheusPort}`;
  await untilReady(`${url}/-/ready`);
  await alertmanagerReady();
  return {
    messages,
    firing: () => firingAt(url),
    forget,
    alsoScrape: (host, labels) => also(folder, host, labels),
  };
}

/** Prometheus watches the folder. */
function also(folder: string, host: string, labels: Readonly<Record<string, string>>): () => void {
  const file = join(folder, "targets", `${host.replace(":", "-")}.json`);
  writeFileSync(
    `${file}.new`,
    JSON.stringify([{ targets: [host], labels: { namespace: "pay", ...labels } }]),
  );
  renameSync(`${file}.new`, file);
  return () => rmSync(file);
}

/** Targets as a PodMonitor of the chart labels them. They stay where a process is away. */
function configurationOf(platform: Platform, alertmanagerPort: number): string {
  const seen = new Map<string, number>();
  const targets = platform.processes().flatMap(({ service, admin_url: url }) => {
    if (url === null) return [];
    const index = seen.get(service) ?? 0;
    seen.set(service, index + 1);
    const labels = { payments_platform: "service", namespace: "pay", service, pod: `${service}-${index}` };
    return [{ targets: [new URL(url).host], labels }];
  });
  return stringify({
    global: {
      scrape_interval: `${SCRAPE_S}s`,
      scrape_timeout: `${SCRAPE_S}s`,
      evaluation_interval: "1s",
    },
    rule_files: ["rules/*.yaml"],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }] },
    scrape_configs: [
      {
        job_name: "payments",
        static_configs: targets,
        file_sd_configs: [{ files: ["targets/*.json"], refresh_interval: "1s" }],
      },
    ],
  });
}

interface Webhook {
  readonly alerts: readonly {
    readonly status: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }[];
}

/** What a pager is to Alertmanager: keeps every message, by the receiver in its path. */
async function startListener(children: Children, messages: Message[]): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      response.end();
      const receiver = (request.url ?? "/").slice(1);
      const { alerts }: Webhook = JSON.parse(Buffer.concat(parts).toString());
      const notified = alerts
        .filter(({ status }) => status === "firing")
        .map(({ labels, annotations }) => ({
          receiver,
          alert: labels["alertname"] ?? "",
          labels,
          runbook: annotations["runbook_url"] ?? "",
        }));
      if (notified.length > 0) messages.push({ receiver, atMs: performance.now(), notified });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  children.adopt(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server.address())}`;
}

interface AlertsAnswer {
  readonly data: {
    readonly alerts: readonly { readonly state: string; readonly labels: Readonly<Record<string, string>> }[];
  };
}

async function firingAt(url: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const answer: AlertsAnswer = JSON.parse(await (await fetch(`${url}/api/v1/alerts`)).text());
  return answer.data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels);
}

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > until) throw new Error(`${url} did not become ready`);
    await pause(100);
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;
