import type { Params, reconcilerContract, Result, StatementRun } from "@flowlix/contracts";
import type { Provider } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import type { DifferencesStore } from "./differences-store.ts";
import { dayAfter, lastDayOver } from "./lines.ts";
import type { RunsStore, Source } from "./runs-store.ts";

/** What operators can ask of the comparison. */
export interface StatementDeps {
  readonly provider: Pick<Provider, "name" | "livemode" | "statement">;
  readonly runs: RunsStore;
  readonly differences: DifferencesStore;
}

const sourceOf = ({ provider: { name, livemode } }: StatementDeps): Source => ({ provider: name, livemode });

/** The day that an operator names, by the database's clock and the provider's cut-off. Errors: parameter_invalid. */
async function dayNamed({ provider: { statement }, runs }: StatementDeps, named: string): Promise<string> {
  const nowMs = await runs.nowMs();
  const today = statement.dayOf(nowMs);
  if (named === "today") return today;
  if (named === "yesterday") return dayAfter(today, -1);
  const { fromMs } = statement.boundsOf(named);
  // Before 1970 there was no provider, and no owner reads its books of it.
  if (!(fromMs >= 0 && fromMs <= nowMs) || statement.dayOf(fromMs) !== named)
    throw new DomainError("parameter_invalid", { param: "day" });
  return named;
}

/** Asks for the comparison of a day; the task's next job takes it up. */
export async function startStatementRun(
  deps: StatementDeps,
  { day, actor }: Params<typeof reconcilerContract, "startStatementRun">,
): Promise<StatementRun> {
  return deps.runs.ask({ ...sourceOf(deps), day: await dayNamed(deps, day), actor });
}

export async function readStatementRun(
  { runs }: StatementDeps,
  { run_id }: Params<typeof reconcilerContract, "readStatementRun">,
): Promise<StatementRun> {
  const run = await runs.find(run_id);
  if (run === null) throw new DomainError("object_not_found", { param: run_id });
  return run;
}

export async function reportStatement(
  deps: StatementDeps,
  { day, limit }: Params<typeof reconcilerContract, "reportStatement">,
): Promise<Result<typeof reconcilerContract, "reportStatement">> {
  const { provider, runs, differences } = deps;
  const source = sourceOf(deps);
  const run = await runs.report(source, day === null ? null : await dayNamed(deps, day));
  const lastDay = lastDayOver(provider.statement, await runs.nowMs());
  const not_compared = day === null ? await runs.notCompared(source, lastDay) : [];
  if (run === null) return { run, failed_since: null, differences: [], not_compared: [...not_compared] };
  return {
    run,
    failed_since: await runs.failedSince(run),
    differences: await differences.ofDay({ ...source, day: run.day, limit }),
    not_compared: [...not_compared],
  };
}

export async function listDifferences(
  deps: StatementDeps,
  { all, limit }: Params<typeof reconcilerContract, "listDifferences">,
): Promise<Result<typeof reconcilerContract, "listDifferences">> {
  return { differences: await deps.differences.list({ ...sourceOf(deps), all, limit }) };
}

export async function resolveDifference(
  { differences }: StatementDeps,
  { difference_id, actor, note }: Params<typeof reconcilerContract, "resolveDifference">,
): Promise<Result<typeof reconcilerContract, "resolveDifference">> {
  const resolved = await differences.resolve(difference_id, { actor, note });
  if (resolved !== null) return { changed: true, difference: resolved };
  const difference = await differences.find(difference_id);
  if (difference === null) throw new DomainError("object_not_found", { param: difference_id });
  return { changed: false, difference };
}
