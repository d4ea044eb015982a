import type { ComparedSource, Params, reconcilerContract, Result, StatementRun } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { DifferencesStore } from "./differences-store.ts";
import { dayAfter, lastDayOver } from "./lines.ts";
import type { RunsStore } from "./runs-store.ts";
import { keyOf, partsOf, type StatementSource, type StatementSources } from "./source.ts";

/** What operators can ask of the comparison. */
export interface StatementDeps {
  readonly sources: StatementSources;
  readonly runs: RunsStore;
  readonly differences: DifferencesStore;
}

/** Errors: object_not_found for an account that is none; object_state_conflict where its statements cannot be read. */
function sourceOf({ sources }: StatementDeps, account: string | null | undefined): StatementSource {
  if (account === null || account === undefined) return sources.own;
  const source = sources.accounts().find((one) => one.account === account);
  if (source !== undefined) return source;
  const isKnown = sources.unread().some((one) => one.account === account);
  throw new DomainError(isKnown ? "object_state_conflict" : "object_not_found", { param: "account" });
}

/** The day that an operator names, by the database's clock and the provider's cut-off. Errors: parameter_invalid. */
async function dayNamed(
  { port: { statement } }: StatementSource,
  runs: Pick<RunsStore, "nowMs">,
  named: string,
): Promise<string> {
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
  { day, actor, provider_account }: Params<typeof reconcilerContract, "startStatementRun">,
): Promise<StatementRun> {
  const source = sourceOf(deps, provider_account);
  return deps.runs.ask({ ...keyOf(source), day: await dayNamed(source, deps.runs, day), actor });
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
  { day, limit, provider_account }: Params<typeof reconcilerContract, "reportStatement">,
): Promise<Result<typeof reconcilerContract, "reportStatement">> {
  const { runs, differences } = deps;
  const source = sourceOf(deps, provider_account);
  const key = keyOf(source);
  const run = await runs.report(key, day === null ? null : await dayNamed(source, runs, day));
  const lastDay = lastDayOver(source.port.statement, await runs.nowMs());
  const not_compared = day === null ? await runs.notCompared(key, lastDay) : [];
  if (run === null) return { run, failed_since: null, differences: [], not_compared: [...not_compared] };
  return {
    run,
    failed_since: await runs.failedSince(run),
    differences: await differences.ofDay({ ...key, day: run.day, limit }),
    not_compared: [...not_compared],
  };
}

/**
 * Whose statements are compared and whose are not: an account without settings for statements is told, never left out.
 */
export async function listSources({
  sources,
  runs,
}: StatementDeps): Promise<Result<typeof reconcilerContract, "listSources">> {
  const nowMs = await runs.nowMs();
  const listed: ComparedSource[] = [];
  for (const source of [sources.own, ...sources.accounts()]) {
    const key = keyOf(source);
    const missing = await runs.notCompared(key, lastDayOver(source.port.statement, nowMs));
    listed.push({
      ...partsOf(key.provider),
      livemode: key.livemode,
      not_compared: null,
      compared_day: await runs.comparedDay(key),
      days_missing: missing.length,
    });
  }
  const unread = sources.unread().map(({ provider, account, livemode, why }) => ({
    provider,
    provider_account: account,
    livemode,
    not_compared: why,
    compared_day: null,
    days_missing: 0,
  }));
  return { sources: [...listed, ...unread] };
}

export async function listDifferences(
  deps: StatementDeps,
  { all, limit }: Params<typeof reconcilerContract, "listDifferences">,
): Promise<Result<typeof reconcilerContract, "listDifferences">> {
  return { differences: await deps.differences.list({ all, limit }) };
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
