import type { Difference, StatementRun } from "@flowlix/contracts";
import { expect } from "chai";
import { ACQUIRER_NAMES, type AcquirerName, type Line } from "./acquirers.ts";
import type { Storm } from "./storm.ts";

/** Where the days of each acquirer's reports begin. */
const TIME_ZONES: Readonly<Record<AcquirerName, string>> = { checkout: "UTC", adyen: "Europe/Amsterdam" };

const dayOf = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(atMs);

/**
 * Each account's reports agree with our books, as an operator compares them: every line of it is matched, and no
 * difference is left once the days that it touches were compared one after the other.
 */
export async function compareStatements({ platform, acquirers, merchant }: Storm): Promise<void> {
  for (const name of ACQUIRER_NAMES) {
    const lines = acquirers.lines().filter(({ acquirer }) => acquirer === name);
    const account = merchant.accounts[name];
    const reports: Report[] = [];
    for (const day of daysOf(lines, TIME_ZONES[name]))
      reports.push(JSON.parse((await reconcile(day, account)).stdout));
    for (const { run } of reports)
      expect(run, name).to.include({ provider: name, provider_account: account, state: "done" });
    const sum = (of: "matched" | "statement_lines") =>
      reports.reduce((total, { run }) => total + (run?.[of] ?? 0), 0);
    expect([sum("statement_lines"), sum("matched")], `lines of ${name}'s reports`).to.deep.equal([
      lines.length,
      lines.length,
    ]);
    expect(
      reports.flatMap(({ differences }) => differences),
      `differences at ${name}`,
    ).to.deep.equal([]);
  }

  function reconcile(day: string, account: string) {
    return platform.installation().cli("reconcile", "run", "--date", day, "--account", account, "--json");
  }
}

interface Report {
  readonly run: StatementRun | null;
  readonly differences: readonly Difference[];
}

const daysOf = (lines: readonly Line[], timeZone: string): string[] =>
  [...new Set(lines.map(({ atMs }) => dayOf(atMs, timeZone)))].toSorted();
