import { DEFAULT_ADMIN_PORT, DEFAULT_PORT, LOOPBACK, type LaunchConfig } from "./config.ts";
import type { PortPicker } from "./ports.ts";

/** Where everything of one installation listens. */
export interface Addresses {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  /** One a process, the gateway's first. */
  readonly adminPorts: readonly number[];
  readonly acquirerPort: number;
  readonly acquirerAdminPort: number;
  readonly publicUrl: string;
  readonly controlUrl: string;
  readonly acquirerUrl: string;
  readonly acquirerPublicUrl: string;
  readonly acquirerAdminUrl: string;
}

/** Named ports first: a port chosen freely must never be one that was named. */
export async function chooseAddresses(
  config: LaunchConfig,
  picker: PortPicker,
  processes: number,
): Promise<Addresses> {
  const host = config.HOST;
  const named = await pickNamed(config, picker);
  const port = named.PORT ?? (await picker.pick({ name: "PORT", host, port: DEFAULT_PORT, named: false }));
  const first =
    named.ADMIN_PORT ??
    (await picker.pick({ name: "ADMIN_PORT", host, port: DEFAULT_ADMIN_PORT, named: false }));
  const adminPorts = [first];
  for (let index = 1; index < processes; index += 1) {
    adminPorts.push(
      await picker.pick({ name: `ADMIN_PORT + ${index}`, host, port: within(first + index), named: false }),
    );
  }
  const before = { name: "CONTROL_PORT", host: LOOPBACK, port: within(first - 1), named: false };
  const controlPort = named.CONTROL_PORT ?? (await picker.pick(before));
  const acquirerPort = named.ACQUIRER_PORT ?? (await picker.any("ACQUIRER_PORT", LOOPBACK));
  const acquirerAdminPort = named.ACQUIRER_ADMIN_PORT ?? (await picker.any("ACQUIRER_ADMIN_PORT", LOOPBACK));
  const acquirerUrl = urlOf(LOOPBACK, acquirerPort);
  return {
    host,
    port,
    controlPort,
    adminPorts,
    acquirerPort,
    acquirerAdminPort,
    publicUrl: config.PUBLIC_URL ?? urlOf(host, port),
    controlUrl: urlOf(LOOPBACK, controlPort),
    acquirerUrl,
    acquirerPublicUrl: config.ACQUIRER_PUBLIC_URL ?? acquirerUrl,
    acquirerAdminUrl: urlOf(LOOPBACK, acquirerAdminPort),
  };
}

const NAMED = ["PORT", "ADMIN_PORT", "CONTROL_PORT", "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT"] as const;

async function pickNamed(
  config: LaunchConfig,
  picker: PortPicker,
): Promise<{ [Name in (typeof NAMED)[number]]?: number }> {
  const picked: { [Name in (typeof NAMED)[number]]?: number } = {};
  for (const name of NAMED) {
    const port = config[name];
    const host = name === "PORT" || name === "ADMIN_PORT" ? config.HOST : LOOPBACK;
    if (port !== undefined) picked[name] = await picker.pick({ name, host, port, named: true });
  }
  return picked;
}

/** A port that exists; 0 lets the system choose. */
function within(port: number): number {
  return port > 0 && port <= 65_535 ? port : 0;
}

/** How this machine reaches a listener: an address that means "all" is reached by loopback. */
export function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? LOOPBACK : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
