import { namesOf, ON_BUS, SERVICES } from "../services/table.ts";

/**
 * Who may open a connection to whom in an installation with embedded stores: what the network policies of the
 * chart must come to, no more and no less. The table of docs/chart.md is written from it.
 */
export interface Flow {
  readonly from: readonly string[];
  readonly to: string;
  readonly port: number;
  readonly why: string;
  /** Only where `traces.endpoint` names a collector. */
  readonly traced?: true;
}

const onBus = namesOf(ON_BUS);
const everybody = namesOf(SERVICES);
const callers = namesOf(SERVICES.filter(({ provider }) => provider));
const ONCE = ["migrate", "demo-merchant"];

export const MATRIX: readonly Flow[] = [
  {
    from: ["ingress", "client", "smoke-test", "sandbox-acquirer"],
    to: "api-gateway",
    port: 3000,
    why: "the API; clients carry the label `payments.io/role: client`; the simulated acquirer calls back",
  },
  {
    from: ["ingress", ...callers],
    to: "sandbox-acquirer",
    port: 3001,
    why: "challenge pages, and the simulated acquirer's API",
  },
  { from: onBus, to: "nats", port: 4222, why: "all that services say to each other" },
  { from: [...everybody, ...ONCE], to: "postgresql", port: 5432, why: "each with its own role" },
  { from: ["prometheus"], to: "every service", port: 9400, why: "metrics" },
  { from: [...everybody, ...ONCE, "smoke-test"], to: "dns", port: 53, why: "names" },
  {
    from: namesOf(SERVICES.filter(({ internet }) => internet)),
    to: "internet",
    port: 443,
    why: "merchants' webhooks; no private address",
  },
  {
    from: onBus,
    to: "collector",
    port: 4318,
    why: "spans; only where `traces.endpoint` names a collector",
    traced: true,
  },
];

/** What an installation without a collector comes to. */
export const UNTRACED: readonly Flow[] = MATRIX.filter(({ traced }) => traced !== true);

/** Every single flow as `from -> to:port`. */
export function singleFlows(matrix: readonly Flow[]): string[] {
  return matrix
    .flatMap(({ from, to, port }) =>
      from.flatMap((one) =>
        (to === "every service" ? everybody : [to]).map((target) => `${one} -> ${target}:${port}`),
      ),
    )
    .toSorted();
}

export function matrixTable(): string {
  const rows = MATRIX.map(({ from, to, port, why }) => `| ${from.join(", ")} | ${to} | ${port} | ${why} |`);
  return ["| From | To | Port | For |", "| - | - | - | - |", ...rows].join("\n");
}
