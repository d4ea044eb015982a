import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../charts/tools.ts";
import { createReport, same } from "../compose/report.ts";
import { unknownWords } from "../outcome.ts";
import { idle, killed, pressed, rolled, type Installed } from "./checks.ts";
import { figuresOf, sizesFit } from "./figures.ts";
import { imageArchive } from "./images.ts";
import { prepareLoad, type Load } from "./load.ts";
import { keepLogs } from "./logs.ts";
import { cgroupsOfNodes } from "./machine.ts";
import { missing } from "./needs.ts";
import { machineSettings, startNode, type Node } from "./node.ts";
import { createRelease, troubles } from "./release.ts";
import { startWatch } from "./watch.ts";

/*
 * `make node-check`: the evaluation install on a real node, under load while it is upgraded, restarted and loses its
 * stores. Everything it starts is in namespaces of its own, which it ends, however it ends.
 */
const asked = process.argv.slice(2);
const startedAt = performance.now();
const report = createReport(write);
/** What is left of a run in the tree: figures, and where something failed the logs. */
const KEPT = join(ROOT, ".cache/node-check");
let node: Node | undefined;
let failed = false;

process.exitCode = await main();

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Progress, with the minute of the run. */
function say(line: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const clock = `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  write(`  ${clock}    … ${line}`);
}

async function main(): Promise<number> {
  const lacking = await missing();
  if (lacking.length > 0) {
    for (const name of lacking) write(`  missing  ${name}`);
    report.skip("everything", `needs ${lacking.join(", ")}: see docs/operators.md`);
    return report.end();
  }
  const before = machineSettings();
  const stop = async (): Promise<void> => await node?.stop();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  try {
    await onANode();
  } finally {
    if (failed && node !== undefined) {
      keepLogs(node.machine.folder, join(KEPT, "logs"));
      say(`logs of all containers and daemons are in ${join(KEPT, "logs")}`);
    }
    await report.check(
      "the node ends and leaves nothing: no process, no control group, no setting",
      async () => {
        await stop();
        same("settings of the machine", machineSettings(), before);
        same("control groups", cgroupsOfNodes(), []);
      },
    );
  }
  return report.end();
}

async function onANode(): Promise<void> {
  let archive = "";
  const made = await report.check("the images are made from this tree", async () => {
    archive = await imageArchive(say);
  });
  if (!made) return;
  const up = await report.check(
    "a node with kubelet, containerd, kube-proxy and CoreDNS is Ready",
    async () => {
      node = await startNode(archive, say);
    },
  );
  if (!up || node === undefined) return;
  const release = createRelease(node);
  const from = performance.now();
  const title = "the evaluation install goes from nothing to Ready";
  const installed = await report.check(title, () =>
    explained(
      () => release.install(),
      () => troubles(release),
    ),
  );
  if (!installed) return;
  const watch = startWatch(node, release.address("pay-payments-platform-api-gateway"));
  watch.note("helm install --wait, from nothing to Ready", (performance.now() - from) / 1_000);
  let load: Load | undefined;
  const own: Node = node;
  await checks({ node, release, watch, say, load: () => (load ??= prepareLoad(own, release)) });
  const figures = figuresOf(release, watch);
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, "figures.md"), figures);
  write(`\n${figures}`);
}

async function checks(installed: Installed): Promise<void> {
  const { release, watch } = installed;
  const all: readonly (readonly [string, () => void | Promise<void>])[] = [
    ["helm test makes and refunds a payment", () => void release.test()],
    ["what an idle platform takes is measured", () => idle(installed)],
    ["no request fails while every workload is upgraded and restarted under load", () => rolled(installed)],
    ["Postgres and NATS are killed under load, and everything recovers", () => killed(installed)],
    ["nothing is killed for its memory under rising load", () => pressed(installed)],
    ["what workloads ask for fits what they took", () => sizesFit(release, watch)],
  ];
  const titles = all.map(([title]) => title);
  for (const problem of unknownWords(asked, titles))
    await report.check("CHECKS names what there is", () => Promise.reject(new Error(problem)));
  for (const [title, work] of all) {
    if (asked.length > 0 && !asked.some((word) => title.includes(word))) continue;
    await report.check(title, () => explained(work, () => troubles(release)));
  }
}

/** With what is not well in the cluster, where something fails. */
async function explained(work: () => void | Promise<void>, more: () => string): Promise<void> {
  try {
    await work();
  } catch (error) {
    failed = true;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n${more()}`.trim(), { cause: error });
  }
}
