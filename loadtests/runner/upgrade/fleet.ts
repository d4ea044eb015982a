import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkOut } from "../../bench/check-out.ts";
import type { Children } from "../../bench/children.ts";
import { startBalancer } from "../balancer.ts";
import { startPostgres } from "../dependencies.ts";
import { cli, said, type Platform, type Said } from "../installation.ts";
import { RESTARTED } from "../rolling-restart.ts";
import { startBus } from "./bus.ts";
import { settingsOf } from "./settings.ts";
import { makeSlot, REPLICAS, type Release, type Shared, type Slot } from "./slot.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));
const MIGRATIONS_MS = 300_000;

/**
 * An installation whose processes are of two releases, each started as the image starts it, on one Postgres and one
 * nats-server. There is one acquirer, of the release before, since it stands for a bank.
 */
export interface Fleet extends Platform {
  /** Runs the migrations of a release, as its Job does. @returns what they said. Errors: where they failed */
  migrate(release: Release): Promise<string>;
  /** Gives NATS the permissions of a release. */
  permit(release: Release): Promise<void>;
  /** Stops and starts each process of a service, one after the other, with a pause after each. */
  replace(service: string, release: Release, pauseMs: number): Promise<void>;
  /** Each error that a service logged, with how often. */
  errors(): string[];
}

export async function startFleet(children: Children, scratch: string, from: string): Promise<Fleet> {
  const trees = { before: join(scratch, "before"), now: REPOSITORY };
  checkOut(children, from, trees.before);
  const balancer = await startBalancer();
  children.adopt(() => balancer.close());
  const { databaseUrl } = await startPostgres(children, scratch, "upgrade");
  const settings = await settingsOf({ databaseUrl, publicUrl: balancer.url, scratch });
  const bus = await startBus(children, join(scratch, "nats"), trees.before);
  const entry: Shared["entry"] = (release) => [
    join(trees[release], "node_modules/.bin/node"),
    join(trees[release], "services/standalone/src/container/main.ts"),
  ];
  const migrate: Fleet["migrate"] = async (release) => {
    const [command, main] = entry(release);
    const { code, output }: Said = await said(command, [main, "migrate"], settings, MIGRATIONS_MS);
    if (code !== 0) throw new Error(`the migrations of ${release} ended with ${code}: ${output}`);
    return output;
  };
  await migrate("before");
  const slots = await startSlots({ children, scratch, settings, balancer, bus, entry });

  const controlUrl = slots.find(({ service }) => service === "api-gateway")?.controlUrl ?? "";
  const controlToken = settings["CONTROL_TOKEN"] ?? "";
  const dataDir = join(scratch, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, "control-token"), `${controlToken}\n`, { mode: 0o600 });
  return {
    baseUrl: balancer.url,
    bookUrl: `http://127.0.0.1:${settings["ACQUIRER_ADMIN_PORT"] ?? ""}`,
    controlUrl,
    controlToken,
    balancer,
    cli: (...args) => cli({ DATA_DIR: dataDir, FLOWLIX_CONTROL_URL: controlUrl }, args),
    migrate,
    permit: (release) => bus.permit(trees[release]),
    async replace(service, release, pauseMs) {
      for (const slot of slots.filter((one) => one.service === service)) {
        await slot.stop();
        await slot.start(release);
        await pause(pauseMs);
      }
    },
    errors: () => slots.flatMap((slot) => slot.errors()),
  };
}

/** The platform's, of the release before. */
async function startSlots(shared: Shared): Promise<Slot[]> {
  const bank = await makeSlot(shared, "sandbox-acquirer", 1);
  const slots: Slot[] = [];
  for (const service of RESTARTED)
    for (let number = 1; number <= REPLICAS; number += 1) slots.push(await makeSlot(shared, service, number));
  await bank.start("before");
  await Promise.all(slots.map((slot) => slot.start("before")));
  return slots;
}
