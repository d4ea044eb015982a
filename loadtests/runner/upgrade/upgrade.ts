import { setTimeout as pause } from "node:timers/promises";
import type { Merchant, Verifier } from "../../verifier/verifier.ts";
import { RESTARTED } from "../rolling-restart.ts";
import { makeEveryKind, type Round } from "./every-kind.ts";
import type { Fleet } from "./fleet.ts";
import { merchantOfRun, type MerchantOfRun } from "./merchant.ts";
import { keepCreating } from "./pace.ts";
import type { Release } from "./slot.ts";

/** How long one release, or two beside each other, serve before the next step. */
const STEADY_MS = 15_000;
const MIXED_MS = 3_000;
const PROBLEMS_SHOWN = 5;
/** So many stay within the quota of a key. */
const REPLAYS_AT_ONCE = 2;

interface UpgradeRun {
  readonly fleet: Fleet;
  readonly merchants: readonly Merchant[];
  readonly verifier: Verifier;
  readonly progress: (text: string) => void;
}

/** What the report shows, and what went wrong. */
interface Upgraded {
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Migrates under the processes of before, rolls the new ones out, back and out again, and makes objects of every kind
 * in each stage, whose payers come back in the next. A stage in which a create fails is the last one.
 */
export async function upgrade({ fleet, merchants, verifier, progress }: UpgradeRun): Promise<Upgraded> {
  const [first] = merchants;
  const merchant = merchantOfRun(fleet.baseUrl, first?.api_keys.at(-1) ?? "", (facts) =>
    verifier.keep(facts),
  );
  const pace = keepCreating(merchant);
  const rows: string[][] = [["stage", "seconds", "answers to the merchant that keeps its keys"]];
  const problems: string[] = [];
  const rounds: Round[] = [];
  const stage = async (title: string, work: () => Promise<unknown>): Promise<void> => {
    if (problems.length > 0) return;
    const [from, before] = [performance.now(), new Map(merchant.answers)];
    progress(`upgrade: ${title}`);
    try {
      await work();
    } catch (error) {
      problems.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
    problems.push(...pace.problems.slice(0, PROBLEMS_SHOWN).map((problem) => `${title}: ${problem}`));
    rows.push([title, ((performance.now() - from) / 1_000).toFixed(1), answersOf(merchant, before)]);
  };
  const serve = async (leavePages: boolean): Promise<void> => {
    await rounds.at(-1)?.finishSoon();
    rounds.push(await makeEveryKind(merchant, leavePages));
    await pause(STEADY_MS);
  };
  const migrateAndRoll = async (to: Release): Promise<void> => {
    progress(await fleet.migrate(to));
    await roll(fleet, to, progress);
  };

  await stage("release before", () => serve(true));
  await stage("its processes, migrated", async () => {
    progress(await fleet.migrate("now"));
    await pause(STEADY_MS);
  });
  await stage("roll-out", () => roll(fleet, "now", progress));
  await stage("new release", () => serve(true));
  await stage("roll-back", () => migrateAndRoll("before"));
  await stage("release before, migrated", () => serve(false));
  await stage("roll-out again", () => migrateAndRoll("now"));
  await stage("new release again", async () => {
    await serve(false);
    await rounds.at(-1)?.finishSoon();
    for (const each of rounds) await each.finishLate();
  });
  await pace.stop();
  await stage("ends", async () => {
    for (const each of rounds) problems.push(...(await each.ends()));
  });
  await stage("replays", async () => problems.push(...(await replayAll(merchant))));
  const table = rows.toSpliced(1, 0, ["-", "-", "-"]).map((cells) => `| ${cells.join(" | ")} |`);
  const notes = [table.join("\n"), ...fleet.errors()];
  progress(`\n${notes.join("\n")}\n`);
  return { notes, problems };
}

/** Such as `312 × 201, 2 × 503 service_unavailable`: what came since then. */
function answersOf(merchant: MerchantOfRun, before: ReadonlyMap<string, number>): string {
  const since = [...merchant.answers].map(
    ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
  );
  return since
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} × ${name}`)
    .join(", ");
}

/**
 * NATS first, as an operator's own has the new permissions before the gateways and a chart's has them at once. Then out
 * in the order of a restart, owners before the reconciler and gateways last, and back the other way round.
 */
async function roll(fleet: Fleet, to: Release, progress: (text: string) => void): Promise<void> {
  await fleet.permit(to);
  for (const service of to === "now" ? RESTARTED : RESTARTED.toReversed()) {
    const from = performance.now();
    await fleet.replace(service, to, MIXED_MS);
    progress(`${service} is of ${to} after ${((performance.now() - from) / 1_000).toFixed(1)} s`);
  }
}

async function replayAll(merchant: MerchantOfRun): Promise<string[]> {
  const left = [...merchant.kept];
  const problems: string[] = [];
  const worker = async (): Promise<void> => {
    for (let kept = left.pop(); kept !== undefined; kept = left.pop()) {
      const problem = await merchant.replay(kept);
      if (problem !== null) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: REPLAYS_AT_ONCE }, worker));
  return problems;
}
