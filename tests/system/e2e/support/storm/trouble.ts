import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "@flowlix/testkit";
import type { Wiring } from "../platform.ts";
import { DEADLINE_MS, LEASE_MS, PATIENCE_MS } from "./merchant.ts";
import { pass, type Storm } from "./storm.ts";

const FAULTS = [
  { kind: "drop_after" },
  { kind: "drop_before" },
  { kind: "drop_after" },
  { kind: "cut" },
  { kind: "half" },
  { kind: "answer_after", answer: { status: 502, body: "<html>Bad gateway</html>" } },
  { kind: "answer_before", answer: { status: 503, body: "" } },
] as const;

/**
 * Answers that get lost before or after the execution, some of each acquirer's; whatever is drawn, one that was
 * executed.
 */
export function loseAnswers({ acquirers, draw }: Storm, paths: readonly string[]): void {
  for (const { faults } of Object.values(acquirers.doubles)) {
    const plan = (pathEnds: string, fault: (typeof FAULTS)[number]) =>
      faults.plan({ match: { method: "POST", pathEnds }, fault });
    plan(paths[0] ?? "", { kind: "drop_after" });
    for (let left = 3; left > 0; left -= 1) plan(draw.one(paths), draw.one(FAULTS));
  }
}

/** What can be hit where each service is a process. */
const SERVICES = [
  "payments",
  "payments",
  "refunds",
  "payouts",
  "idempotency",
  "notifier",
  "api-gateway",
  "nats-server",
] as const;

/** Longer than a request waits for it: who asks gives up, and asks others. */
const STOPPED_MS = DEADLINE_MS + 2_000;

/** Until some requests more have reached an acquirer, or none of these is under way any more. */
async function underLoad({ acquirers, draw }: Storm, running: readonly Promise<unknown>[]): Promise<void> {
  const from = acquirers.asked();
  const enough = 2 + draw.below(8);
  let isOver = false;
  void Promise.allSettled(running).then(() => (isOver = true));
  await waitFor(
    "requests to reach the acquirers",
    () => isOver || acquirers.asked() >= from + enough,
    PATIENCE_MS,
  );
}

/**
 * Kills under load: in one process all of it; over NATS one service, and another one stands still for longer than any
 * claim or key's lease and then goes on where it was.
 */
export async function strike(
  storm: Storm,
  { distributed }: Wiring,
  running: readonly Promise<unknown>[],
): Promise<string> {
  const { platform, draw } = storm;
  const [killed = "", stopped = ""] = distributed ? draw.shuffled(SERVICES) : ["payments"];
  await underLoad(storm, running);
  await platform.crash(killed);
  await pass(storm, LEASE_MS + 1_000);
  if (!distributed) return "killed all";
  await underLoad(storm, running);
  platform.signal(stopped, "SIGSTOP");
  try {
    await pass(storm, LEASE_MS + 1_000);
    await Promise.race([Promise.allSettled(running), pause(STOPPED_MS)]);
  } finally {
    platform.signal(stopped, "SIGCONT");
  }
  return `killed ${killed}, stopped ${stopped}`;
}
