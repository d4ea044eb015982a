import { type Environment, type Logger, createLogger } from "@flowlix/runtime";
import { notContinuedSince } from "./backup/restored-file.ts";
import { chooseAddresses, portsToKeep, type Addresses } from "./addresses.ts";
import { readLaunchConfig, type LaunchConfig } from "./config.ts";
import { requireBus } from "./external-bus.ts";
import { openDataDir, type DataDir } from "./data-dir.ts";
import { checkEmbeddedData, embeddedPostgres, externalDatabase, type DatabasePlace } from "./database.ts";
import { writeWhole } from "./atomic-file.ts";
import { keepPorts, readKeptPorts } from "./kept-ports.ts";
import type { Launch } from "./launch.ts";
import { openPortRegister } from "./port-register.ts";
import { createPortPicker, type PortPicker } from "./ports.ts";
import { endLeftBehind } from "./processes/left-behind.ts";
import { keepRunning } from "./processes/sidecar.ts";
import { createRuntimeFile, processesLeftBehind, type RuntimeFile } from "./runtime-file.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";

/** What both ways of running share: the folder, its secrets, the ports, the file that says what runs. */
export interface Ground {
  readonly config: LaunchConfig;
  readonly outside: Environment;
  readonly dataDir: DataDir;
  readonly secrets: Secrets;
  readonly addresses: Addresses;
  readonly picker: PortPicker;
  readonly runtimeFile: RuntimeFile;
  readonly logger: Logger;
  /** An argument that only processes of this installation carry. */
  readonly mark: string;
  /** How long a process of a service may be silent, in milliseconds. */
  readonly hungAfterMs: number;
  /** To be called when everything listens. */
  portsTaken(): void;
}

/** Errors: LaunchError for wrong settings, a folder that cannot be used, a named port that is taken. */
export async function prepareGround(
  launch: Launch,
  outside: Environment,
  processes: (config: LaunchConfig) => number,
): Promise<Ground> {
  const config = readLaunchConfig(outside);
  if (config.NATS_URL !== undefined) await requireBus(config.NATS_URL);
  const count = processes(config);
  if (config.DATABASE_URL === undefined) await checkEmbeddedData(config.DATA_DIR);
  const dataDir = await launch.step(
    () => openDataDir(config.DATA_DIR),
    (made) => made.release(),
  );
  const runtimePath = dataDir.file("runtime.json");
  const mark = `--installation=${dataDir.path}`;
  await launch.step(() => endLeftBehind(processesLeftBehind(runtimePath), [mark, natsFolder(dataDir)]));
  const secrets = await launch.step(() => loadSecrets(dataDir.file("secrets.json")));
  await launch.step(() => writeWhole(dataDir.file("control-token"), `${secrets.control_token}\n`));
  const register = await launch.step(
    () => openPortRegister(dataDir.path),
    (opened) => opened.started(),
  );
  const picker = createPortPicker(register);
  const keptPorts = dataDir.file("ports.json");
  const addresses = await launch.step(() => chooseAddresses(config, picker, count, readKeptPorts(keptPorts)));
  await launch.step(() => keepPorts(keptPorts, portsToKeep(config, addresses)));
  const { publicUrl, controlUrl, acquirerUrl, acquirerAdminUrl } = addresses;
  const runtimeFile = await launch.step(
    () =>
      createRuntimeFile(runtimePath, {
        public_url: publicUrl,
        control_url: controlUrl,
        acquirer: { url: acquirerUrl, admin_url: acquirerAdminUrl },
      }),
    (file) => file.remove(),
  );
  const logger = createLogger({
    service: "launcher",
    instance: String(process.pid),
    level: config.LOG_LEVEL,
  });
  const since = notContinuedSince(dataDir.path);
  if (since !== undefined)
    logger.warn(
      { since },
      "This installation was restored: the acquirer may have what it lacks; run flowlix restore continue.",
    );
  const portsTaken = () => register.started();
  return {
    config,
    outside,
    dataDir,
    secrets,
    addresses,
    picker,
    runtimeFile,
    logger,
    mark,
    hungAfterMs: config.HUNG_AFTER,
    portsTaken,
  };
}

/** Where nats-server keeps its configuration; its command line names it. */
export function natsFolder(dataDir: DataDir): string {
  return dataDir.file("nats");
}

/** The database named from outside, or the embedded one, started and kept running. */
export async function openDatabase(launch: Launch, ground: Ground): Promise<DatabasePlace> {
  const { DATABASE_URL: external, ROLE_PREFIX: rolePrefix } = ground.config;
  if (external !== undefined) return externalDatabase(external, rolePrefix);
  const postgres = embeddedPostgres(ground.dataDir.path, ground.secrets);
  await launch.step(
    () => keepRunning(ground, { service: "postgres", start: () => postgres.start() }),
    (sidecar) => sidecar.stop(),
  );
  return postgres.place();
}
