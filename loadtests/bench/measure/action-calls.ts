/** Calls between services so far, by action, as the processes' own metrics count them. */
export type ActionCalls = ReadonlyMap<string, number>;

const METRIC = "moleculer_action_requests_total";
const SAMPLE = /^moleculer_action_requests_total\{([^}]*)\} ([\d.e+]+)/;
const ACTION = /action="([^"]+)"/;

/** Adds up over all processes; empty when none counts calls. */
export async function readActionCalls(adminUrls: readonly string[]): Promise<ActionCalls> {
  const texts = await Promise.all(
    adminUrls.map(async (url) =>
      (await fetch(new URL("/metrics", url), { signal: AbortSignal.timeout(10_000) })).text(),
    ),
  );
  const calls = new Map<string, number>();
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    if (!line.startsWith(METRIC)) continue;
    const [, labels = "", value = "0"] = SAMPLE.exec(line) ?? [];
    const action = ACTION.exec(labels)?.[1];
    if (action !== undefined) calls.set(action, (calls.get(action) ?? 0) + Number(value));
  }
  return calls;
}

/** Calls per payment by action, those of health checks left out by their size. */
export function callsPerPayment(
  before: ActionCalls,
  after: ActionCalls,
  payments: number,
): Record<string, number> {
  const rows = [...after].map(([action, calls]): [string, number] => [
    action,
    (calls - (before.get(action) ?? 0)) / payments,
  ]);
  return Object.fromEntries(rows.filter(([, calls]) => calls >= 0.01));
}
