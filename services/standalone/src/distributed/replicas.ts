import { EXIT_CONFIG, LaunchError } from "../launch-error.ts";

/** Owns listeners that others know by their address: a second process could not share them. */
const ONE_OF_A_KIND = "sandbox-acquirer";
const MAX_REPLICAS = 16;

/**
 * Reads `REPLICAS=payments=2,idempotency=3`: how many processes each service gets, 1 unless named.
 * Errors: LaunchError naming every problem.
 */
export function parseReplicas(
  setting: string | undefined,
  services: readonly string[],
): ReadonlyMap<string, number> {
  const replicas = new Map(services.map((service) => [service, 1]));
  const named = new Set<string>();
  const problems: string[] = [];
  for (const part of (setting ?? "").split(",").map((text) => text.trim())) {
    if (part === "") continue;
    const [, service = "", count = ""] = /^([a-z-]+)=([0-9]{1,3})$/.exec(part) ?? [];
    const problem = problemOf({ part, service, count: Number(count) }, { services, named });
    if (problem !== null) problems.push(`REPLICAS: ${problem}`);
    named.add(service);
    replicas.set(service, Number(count));
  }
  if (problems.length > 0) throw new LaunchError(problems, EXIT_CONFIG);
  return replicas;
}

interface Part {
  readonly part: string;
  readonly service: string;
  readonly count: number;
}

function problemOf(
  { part, service, count }: Part,
  known: { services: readonly string[]; named: ReadonlySet<string> },
): string | null {
  if (service === "") return `"${part}" must read service=count, such as payments=2`;
  if (!known.services.includes(service))
    return `there is no service "${service}"; there are ${known.services.join(", ")}`;
  if (known.named.has(service)) return `${service} is named twice`;
  if (count < 1 || count > MAX_REPLICAS)
    return `${service} must have between 1 and ${MAX_REPLICAS} processes`;
  if (count > 1 && service === ONE_OF_A_KIND)
    return `${service} owns its port, so there can be only one of it`;
  return null;
}
