import { DEFAULT_ADMIN_PORT, DEFAULT_PORT, LOOPBACK, type LaunchConfig } from "./config.ts";
import type { KeptPorts } from "./kept-ports.ts";
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
    picked.get(name) ??
    (await picker.pick({ name, host: hostOf(name, config), port: preferred, named: false }));
  const port = await choose("PORT", config.PORT ?? DEFAULT_PORT);
  const first = await choose("ADMIN_PORT", config.ADMIN_PORT ?? DEFAULT_ADMIN_PORT);
  const adminPorts = [first];
  for (let index = 1; index < processes; index += 1)
    adminPorts.push(await choose(adminPortAfter(index), within(first + index)));
  const controlPort = await choose("CONTROL_PORT", config.CONTROL_PORT ?? within(first - 1));
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

/** What the next start is to try first: the ports that nobody named, nor another port that they count from. */
export function portsToKeep(config: LaunchConfig, addresses: Addresses): KeptPorts {
  const { port, adminPorts, controlPort, acquirerPort, acquirerAdminPort } = addresses;
  const ports: readonly [name: PortName, port: number][] = [
    ["PORT", port],
    ...adminPorts.map((each, index): [PortName, number] => [adminPortAfter(index), each]),
    ["CONTROL_PORT", controlPort],
    ["ACQUIRER_PORT", acquirerPort],
    ["ACQUIRER_ADMIN_PORT", acquirerAdminPort],
  ];
  return Object.fromEntries(ports.filter(([name]) => isOurChoice(name, config)));
}

const NAMED = ["PORT", "ADMIN_PORT", "CONTROL_PORT", "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT"] as const;

/** A setting that names a port, or what the port counts from. */
type PortName = (typeof NAMED)[number] | `ADMIN_PORT + ${number}`;

const isAdminPort = (name: string): boolean => name.startsWith("ADMIN_PORT");

function adminPortAfter(index: number): PortName {
  return index === 0 ? "ADMIN_PORT" : `ADMIN_PORT + ${index}`;
}

async function pickNamed(config: LaunchConfig, picker: PortPicker): Promise<Map<string, number>> {
  const picked = new Map<string, number>();
  for (const name of NAMED) {
    const port = config[name];
    if (!isNamed(port)) continue;
    picked.set(name, await picker.pick({ name, host: hostOf(name, config), port, named: true }));
  }
  return picked;
}

async function pickKept(
  config: LaunchConfig,
  picker: PortPicker,
  kept: KeptPorts,
  picked: Map<string, number>,
): Promise<void> {
  for (const [name, port] of Object.entries(kept)) {
    if (!isOurChoice(name, config)) continue;
    const again = await picker.again(hostOf(name, config), port);
    if (again !== undefined) picked.set(name, again);
  }
}

/** Neither named nor counted from a named one: those after ADMIN_PORT and CONTROL_PORT, before it, follow it. */
function isOurChoice(name: string, config: LaunchConfig): boolean {
  const follows = isAdminPort(name) || name === "CONTROL_PORT";
  if (follows && isNamed(config.ADMIN_PORT)) return false;
  return !NAMED.some((each) => each === name && isNamed(config[each]));
}

/** 0 is no name but asks for any free port. */
function isNamed(port: number | undefined): port is number {
  return port !== undefined && port !== 0;
}

function hostOf(name: string, config: LaunchConfig): string {
  return name === "PORT" || isAdminPort(name) ? config.HOST : LOOPBACK;
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
