import type { Load, Result } from "./load.ts";
import type { Watch } from "./watch.ts";
import { NEXT_VERSION } from "./images.ts";
import { eventually } from "./machine.ts";
import type { Node } from "./node.ts";
import { PREFIX, SERVICES, type Release } from "./release.ts";

/** What the checks work with once the platform is installed. */
export interface Installed {
  readonly node: Node;
  readonly release: Release;
  readonly watch: Watch;
  readonly load: () => Load;
  readonly say: (line: string) => void;
}

const IDLE_S = 30;
const STEADY_S = 40;
const BETWEEN_S = 10;
/** A bound; each load is ended when what is done meanwhile is done. */
const LOAD_S = 1_500;

export async function idle({ watch }: Installed): Promise<void> {
  await watch.phase("idle", () => watch.pass(IDLE_S));
}

/** Under steady load, everything is upgraded at once, then restarted one by one. */
export async function rolled({ release, watch, load, say }: Installed): Promise<void> {
  const steady = load();
  await steady.start("rolling-restart", "ci", LOAD_S);
  await watch.phase("load", () => watch.pass(STEADY_S));
  await watch.phase("roll-out", async () => {
    say(`upgrading every workload to ${NEXT_VERSION}`);
    await watch.timed("helm upgrade of every workload", () => release.upgrade(NEXT_VERSION));
    for (const service of SERVICES) {
      await watch.pass(1);
      await watch.timed(`restart of ${service}`, () => release.restart(service));
    }
  });
  await watch.pass(BETWEEN_S);
  requirePassed(await steady.end(), say);
  booksAgree(release);
}

const LOSSES = [
  { store: "nats", how: "crash" },
  { store: "postgresql", how: "crash" },
  { store: "nats", how: "removal" },
  { store: "postgresql", how: "removal" },
] as const;

/** Each store's process is killed, then its pod removed; everything has to come back by itself. */
export async function killed({ node, release, watch, load, say }: Installed): Promise<void> {
  const steady = load();
  await steady.start("dependency-loss", "ci", LOAD_S);
  for (const { store, how } of LOSSES) {
    await watch.pass(BETWEEN_S);
    const pod = `${PREFIX}${store}-0`;
    const before = identityOf(release, pod);
    const since = Date.now();
    if (how === "crash") node.ctr(["tasks", "kill", "--signal", "SIGKILL", containerOf(release, pod)]);
    else release.kubectl("delete", "pod", pod, "--grace-period=1", "--wait=false");
    await eventually(`another ${store}`, () => isReadyAgain(release, pod, before), 180_000);
    const { recoveredMs, failedProbes } = await watch.recovered(since);
    const seconds = (recoveredMs / 1_000).toFixed(1);
    watch.note(`${how} of ${store}: healthy again`, recoveredMs / 1_000);
    say(`${how} of ${store}: healthy again after ${seconds} s (${failedProbes} probes failed)`);
  }
  await watch.pass(BETWEEN_S);
  requirePassed(await steady.end(), say);
  booksAgree(release);
}

const containerOf = (release: Release, pod: string): string =>
  release
    .kubectl("get", "pod", pod, "--output=jsonpath={.status.containerStatuses[0].containerID}")
    .replace("containerd://", "");

/** Changes with every container. */
const identityOf = (release: Release, pod: string): string => containerOf(release, pod);

function isReadyAgain(release: Release, pod: string, before: string): boolean {
  try {
    const path = "{.status.containerStatuses[0].ready} {.status.containerStatuses[0].containerID}";
    const [ready, id = ""] = release.kubectl("get", "pod", pod, `--output=jsonpath=${path}`).split(" ");
    return ready === "true" && !id.includes(before);
  } catch {
    // The pod of that name is just not there.
    return false;
  }
}

/** As many payments as this machine can make: nobody is killed for its memory. */
export async function pressed({ release, watch, load, say }: Installed): Promise<void> {
  const restarts = (): string =>
    release.kubectl("get", "pods", "--output=jsonpath={.items[*].status.containerStatuses[*].restartCount}");
  const before = restarts();
  const rising = load();
  await watch.phase("pressure", async () => {
    await rising.start("stress", "ci", 20);
    requirePassed(await rising.result(), say);
  });
  if (restarts() !== before) throw new Error(`containers were restarted: ${before}, then ${restarts()}`);
}

function requirePassed({ passed, text }: Result, say: (line: string) => void): void {
  say((text.match(/^# .*$|^.* journeys · .*$/gm) ?? []).join(": "));
  if (!passed) throw new Error(text.slice(-12_000));
}

/** What the platform itself says of its books: each must find nothing. */
function booksAgree(release: Release): void {
  release.exec("flowlix", "ledger", "check");
  release.exec("flowlix", "reconcile", "run", "--date", new Date().toISOString().slice(0, 10));
  const listed: unknown = JSON.parse(release.exec("flowlix", "anomaly", "list", "--json"));
  const rows = Array.isArray(listed) ? listed : Object.values(Object(listed)).find(Array.isArray);
  if (!Array.isArray(rows) || rows.length > 0) throw new Error(`anomalies: ${JSON.stringify(listed)}`);
}
