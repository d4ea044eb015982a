import { DEFAULT_ADMIN_PORT, DEFAULT_PORT, LOOPBACK, type LaunchConfig } from "./config.ts";
import { KEPT_PORTS, type KeptPorts } from "./kept-ports.ts";
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

/**
 * Named ports first, then those of the start before: a port chosen freely must be none of either. Links
 * that were handed out lead to the kept ones, for as long as nobody else takes these.
 */
export async function chooseAddresses(
  config: LaunchConfig,
  picker: PortPicker,
  processes: number,
  kept: KeptPorts = {},
): Promise<Addresses> {
  const host = config.HOST;
  const picked = await pickNamed(config, picker);
  await pickKept(config, picker, kept, picked);
  const choose = async (name: PortName, preferred: number) =>
    picked[name] ??
    (await picker.pick({ name, host: hostOf(name, config), port: config[name] ?? preferred, named: false }));
  const port = await choose("PORT", DEFAULT_PORT);
  const first = await choose("ADMIN_PORT", DEFAULT_ADMIN_PORT);
  const adminPorts = [first];
  for (let index = 1; index < processes; index += 1) {
    adminPorts.push(
      await picker.pick({ name: `ADMIN_PORT + ${index}`, host, port: within(first + index), named: false }),
    );
  }
  const controlPort = await choose("CONTROL_PORT", within(first - 1));
  const acquirerPort = await choose("ACQUIRER_PORT", 0);
  const acquirerAdminPort = await choose("ACQUIRER_ADMIN_PORT", 0);
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

/** What the next start is to try first: the ports that nobody named. */
export function portsToKeep(config: LaunchConfig, addresses: Addresses): KeptPorts {
  const ports = {
    PORT: addresses.port,
    ADMIN_PORT: addresses.adminPorts[0],
    ACQUIRER_PORT: addresses.acquirerPort,
    ACQUIRER_ADMIN_PORT: addresses.acquirerAdminPort,
  };
  return Object.fromEntries(
    KEPT_PORTS.filter((name) => !isNamed(name, config)).map((name) => [name, ports[name]]),
  );
}

const NAMED = ["PORT", "ADMIN_PORT", "CONTROL_PORT", "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT"] as const;
type PortName = (typeof NAMED)[number];
type Picked = { [Name in PortName]?: number };

async function pickNamed(config: LaunchConfig, picker: PortPicker): Promise<Picked> {
  const picked: Picked = {};
  for (const name of NAMED) {
    const port = config[name];
    if (port === undefined || !isNamed(name, config)) continue;
    picked[name] = await picker.pick({ name, host: hostOf(name, config), port, named: true });
  }
  return picked;
}

async function pickKept(
  config: LaunchConfig,
  picker: PortPicker,
  kept: KeptPorts,
  picked: Picked,
): Promise<void> {
  for (const name of KEPT_PORTS) {
    const port = kept[name];
    if (port === undefined || isNamed(name, config)) continue;
    const again = await picker.again(hostOf(name, config), port);
    if (again !== undefined) picked[name] = again;
  }
}

/** 0 is no name but asks for any free port. */
function isNamed(name: PortName, config: LaunchConfig): boolean {
  return config[name] !== undefined && config[name] !== 0;
}

function hostOf(name: PortName, config: LaunchConfig): string {
  return name === "PORT" || name === "ADMIN_PORT" ? config.HOST : LOOPBACK;
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
