import { runProcess, type Environment, type ProcessHandle, type ServiceModule } from "@flowlix/runtime";
import { urlOf } from "./addresses.ts";
import { startAcquirer } from "./acquirer.ts";
import { announce } from "./announce.ts";
import { migrateAll, roleUrls } from "./database.ts";
import { launcherValues, settingsFor, type Values } from "./environment.ts";
import { externalBus, withoutBus } from "./external-bus.ts";
import { openDatabase, prepareGround, type Ground } from "./installation.ts";
import type { Launch } from "./launch.ts";
import { EXIT_FAILURE, LaunchError } from "./launch-error.ts";
import { PLATFORM } from "./service-names.ts";
import { HOST_SETTINGS, SERVICES } from "./services.ts";

/** The platform and, apart from it, the acquirer it talks to: each has an admin port. */
const ADMIN_PORTS = 2;

/**
 * Everything in this one process, on the bus inside it unless NATS_URL names another
 * (docs/design/architecture.md#forms).
 */
export async function startStandalone(launch: Launch, outside: Environment): Promise<"running"> {
  const ground = await prepareGround(launch, outside, () => ADMIN_PORTS);
  const database = await openDatabase(launch, ground);
  const applied = await launch.step(() => migrateAll(database, ground.secrets));
  if (applied.length > 0) ground.logger.info({ migrations: applied.length }, "The database was migrated.");
  const values = launcherValues({ ...ground, roleUrls: roleUrls(database, ground.secrets) });
  const acquirerValues = { ...values, ADMIN_PORT: String(ground.addresses.adminPorts[1]) };
  // Stopped after the platform, which may still be asking it.
  await launch.step(
    () =>
      startAcquirer(settingsOf("sandbox-acquirer", ["sandbox-acquirer"], acquirerValues, outside), endAll),
    (acquirer) => acquirer.stop(),
  );
  await launch.step(
    () => runPart("standalone", PLATFORM, { ...values, ...platformValues(ground) }, outside),
    (part) => part.stop(),
  );
  const adminUrl = urlOf(ground.addresses.host, ground.addresses.adminPorts[0] ?? 0);
  ground.runtimeFile.started("standalone", {
    service: "standalone",
    pid: process.pid,
    admin_url: adminUrl,
  });
  await announce(launch, ground, adminUrl);
  return "running";
}

function platformValues({ addresses, config, secrets }: Ground): Values {
  const bus = config.NATS_URL === undefined ? {} : externalBus(config, secrets, config.NATS_URL);
  return { ADMIN_PORT: String(addresses.adminPorts[0]), ...bus };
}

/** The platform without its acquirer is not what was started: the process ends, as after any fault of ours. */
function endAll(reason: Error): void {
  setImmediate(() => {
    throw reason;
  });
}

const modulesOf = (services: readonly string[]): readonly ServiceModule[] =>
  SERVICES.filter((service) => services.includes(service.name)).map(({ module }) => module);

function settingsOf(
  name: string,
  services: readonly string[],
  values: Values,
  outside: Environment,
): Environment {
  const names = modulesOf(services).flatMap(({ config }) => Object.keys(config));
  return settingsFor([...HOST_SETTINGS, ...names], { INSTANCE: `${name}-1`, ...values }, withoutBus(outside));
}

/** Modules that share a broker. Errors: LaunchError; the host has said on standard error what was wrong. */
async function runPart(
  name: string,
  services: readonly string[],
  values: Values,
  outside: Environment,
): Promise<ProcessHandle> {
  return await runProcess(modulesOf(services), {
    name,
    env: settingsOf(name, services, values, outside),
    processEvents: false,
    exit: (code) => {
      throw new LaunchError([], code === 0 ? EXIT_FAILURE : code);
    },
  });
}
