import { OWNERS, type ServiceName } from "../service-names.ts";
import { fileURLToPath } from "node:url";
import type { Environment } from "@flowlix/runtime";
import { urlOf } from "../addresses.ts";
import { announce } from "../announce.ts";
import { roleUrls } from "../database.ts";
import { launcherValues, settingsFor, systemEnvironment } from "../environment.ts";
import { LOOPBACK } from "../config.ts";
import { openDatabase, prepareGround, type Ground } from "../installation.ts";
import { withoutBus } from "../external-bus.ts";
import type { Launch } from "../launch.ts";
import { HOST_SETTINGS, SERVICES } from "../services.ts";
import { openBus } from "./bus.ts";
import { createChild, type Child, type ChildSpec } from "./child.ts";
import { runMigrations } from "./run-migrations.ts";
import { parseReplicas } from "./replicas.ts";

const ALL = SERVICES.map(({ name }) => name);

/** A nats-server and one process per service, started again when they end (docs/design/architecture.md#forms). */
export async function startDistributed(launch: Launch, outside: Environment): Promise<"running"> {
  const replicas = (setting: string | undefined) => parseReplicas(setting, ALL);
  const ground = await prepareGround(launch, outside, ({ REPLICAS }) => sum(replicas(REPLICAS).values()));
  const slots = slotsOf(replicas(ground.config.REPLICAS));
  const database = await openDatabase(launch, ground);
  await launch.step(() => runMigrations(database, ground));
  const values = launcherValues({ ...ground, roleUrls: roleUrls(database, ground.secrets) });
  const listeners = await launch.step(() => furtherGateways(ground, slots));

  const specsOf = (service: ServiceName, own: Readonly<Record<string, string>>): ChildSpec[] =>
    slots.flatMap((slot, index) => {
      if (slot.service !== service) return [];
      const port = ground.addresses.adminPorts[index] ?? 0;
      const host = { ADMIN_PORT: String(port), INSTANCE: slot.name, ...listeners.get(slot.name) };
      const env = settingsFor(
        [...HOST_SETTINGS, ...settingNames(service)],
        { ...values, ...own, ...host },
        withoutBus(outside),
      );
      return [
        {
          slot: slot.name,
          service,
          main: mainOf(service),
          env: { ...systemEnvironment(outside), ...env },
          adminUrl: urlOf(ground.addresses.host, port),
          ...publicUrlOf(ground, listeners.get(slot.name)),
        },
      ];
    });
  const startAll = (specs: readonly ChildSpec[]) =>
    launch.step(() => startChildren(specs.map((spec) => createChild(ground, spec))), stopChildren);

  // Started in this order and stopped in the opposite one: gateway, clock, owners, bus, acquirer, Postgres.
  await startAll(specsOf("sandbox-acquirer", {}));
  const bus = await openBus(launch, ground);
  await startAll(OWNERS.flatMap((service) => specsOf(service, bus(service))));
  await startAll(specsOf("reconciler", bus("reconciler")));
  const replicaCount = slots.filter(({ service }) => service === "api-gateway").length;
  const gateway = specsOf("api-gateway", {
    ...bus("api-gateway"),
    GATEWAY_REPLICAS: String(replicaCount),
  });
  await startAll(gateway);
  await announce(launch, ground, gateway[0]?.adminUrl ?? "");
  return "running";
}

type Listeners = ReadonlyMap<string, { readonly PORT: string; readonly CONTROL_PORT: string }>;

/** Gateways after the first listen on ports of their own: who runs several puts a balancer before them. */
async function furtherGateways(
  { picker, addresses: { host } }: Ground,
  slots: readonly Slot[],
): Promise<Listeners> {
  const listeners = new Map<string, { PORT: string; CONTROL_PORT: string }>();
  for (const { name } of slots.filter(({ service }) => service === "api-gateway").slice(1)) {
    const [port, control] = [await picker.any(name, host), await picker.any(name, LOOPBACK)];
    listeners.set(name, { PORT: String(port), CONTROL_PORT: String(control) });
  }
  return listeners;
}

const publicUrlOf = ({ addresses }: Ground, listener: { readonly PORT: string } | undefined) =>
  listener === undefined ? {} : { publicUrl: urlOf(addresses.host, Number(listener.PORT)) };

interface Slot {
  readonly service: ServiceName;
  /** Its place, such as `payments-2`. */
  readonly name: string;
}

/** In the order in which admin ports count up, the gateway first. */
function slotsOf(replicas: ReadonlyMap<string, number>): Slot[] {
  return ALL.flatMap((service) =>
    Array.from({ length: replicas.get(service) ?? 1 }, (_, index) => ({
      service,
      name: `${service}-${index + 1}`,
    })),
  );
}

function settingNames(service: ServiceName): string[] {
  return SERVICES.filter(({ name }) => name === service).flatMap(({ module }) => Object.keys(module.config));
}

function mainOf(service: ServiceName): string {
  return fileURLToPath(new URL(`../../../${service}/src/main.ts`, import.meta.url));
}

/** All at once; when one cannot start, the others are stopped again. */
async function startChildren(children: readonly Child[]): Promise<readonly Child[]> {
  const results = await Promise.allSettled(children.map((child) => child.start()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return children;
  await stopChildren(children);
  throw failed.reason;
}

async function stopChildren(children: readonly Child[]): Promise<void> {
  await Promise.all(children.map((child) => child.stop()));
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0);
}
