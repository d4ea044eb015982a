import { createHmac, randomBytes } from "node:crypto";
import { CALLERS } from "@flowlix/contracts";
import {
  findNatsServer,
  natsConfigFor,
  startNatsServer,
  type NatsServer,
} from "@flowlix/runtime/nats-server";
import { messageOf } from "@flowlix/runtime";
import type { Values } from "../environment.ts";
import { externalBus } from "../external-bus.ts";
import { natsFolder, type Ground } from "../installation.ts";
import type { Launch } from "../launch.ts";
import { LaunchError } from "../launch-error.ts";
import { keepRunning } from "../processes/sidecar.ts";

/** How each service reaches the bus; none for a service that is not on it. */
export type BusSettings = (service: string) => Values;

/** The namespace of our own server, which nobody else uses. */
const NAMESPACE = "flowlix";

/** The bus named from outside, or a nats-server of our own with a user and permissions per service. */
export async function openBus(launch: Launch, ground: Ground): Promise<BusSettings> {
  const { NATS_URL: url } = ground.config;
  if (url !== undefined) return onlyCallers(() => externalBus(ground.config, ground.secrets, url));
  const binary = findNatsServer();
  if (binary === null) {
    throw new LaunchError(
      "nats-server was not found and could not be installed: put it on the PATH, or name it with NATS_SERVER or a bus with NATS_URL",
    );
  }
  const namespace = ground.config.NAMESPACE ?? NAMESPACE;
  const passwords = Object.fromEntries(
    Object.keys(CALLERS).map((service) => [service, passwordOf(ground, service)]),
  );
  const users = natsConfigFor(CALLERS, namespace, passwords);
  const port = await ground.picker.any("nats-server", "127.0.0.1");
  const own = `nats://127.0.0.1:${port}`;
  const start = () => server({ binary, port, dataDir: natsFolder(ground.dataDir), users });
  await launch.step(
    () => keepRunning(ground, { service: "nats-server", start }),
    (sidecar) => sidecar.stop(),
  );
  return onlyCallers((service) => ({
    NATS_URL: own,
    NATS_USER: service,
    NATS_PASSWORD: passwords[service] ?? "",
    NAMESPACE: namespace,
  }));
}

async function server(options: Parameters<typeof startNatsServer>[0]): Promise<NatsServer> {
  try {
    return await startNatsServer(options);
  } catch (error) {
    throw new LaunchError(messageOf(error), undefined, { cause: error });
  }
}

function onlyCallers(settings: BusSettings): BusSettings {
  return (service) => (Object.hasOwn(CALLERS, service) ? settings(service) : {});
}

/** New with every start of ours: nothing outside this installation ever needs it. */
const SALT = randomBytes(16);

function passwordOf({ secrets }: Ground, service: string): string {
  return createHmac("sha256", secrets.nats_password_seed).update(SALT).update(service).digest("base64url");
}
