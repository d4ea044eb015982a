import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Difference, StatementRun } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import type { Platform } from "./platform.ts";

const DAY_MS = 86_400_000;

export interface Report {
  readonly run: StatementRun | null;
  readonly differences: readonly Difference[];
}

/** The comparison of an installation's books with its acquirer's statement, as an operator drives it. */
export function statementOf(platform: () => Platform) {
  async function control<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
    const { dataDir, installation } = platform();
    const token = readFileSync(join(dataDir, "control-token"), "utf8").trim();
    const headers = { authorization: `Bearer ${token}`, actor: "e2e" };
    const response = await fetch(`${installation().runtime().control_url}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    const answer: T = JSON.parse(text);
    return answer;
  }
  const nowMs = async (): Promise<number> => {
    const [row] = await platform().database.sql(
      "select floor(extract(epoch from platform.clock()) * 1000)::float8 as ms",
    );
    return Number(row?.["ms"]);
  };
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const report = (date: string) => control<Report>("GET", `/reconciler/report?date=${date}`);

  const ask = (date: string) => control<StatementRun>("POST", "/reconciler/runs", { date });
  const runOf = (id: string) => control<StatementRun>("GET", `/reconciler/runs/${id}`);
  const ended = (id: string): Promise<StatementRun> =>
    waitFor(
      "the comparison to end",
      async () => {
        const run = await runOf(id);
        return (run.state === "done" || run.state === "failed") && run;
      },
      45_000,
    );

  return {
    report,
    today: async () => dayOf(await nowMs()),
    /** Lets time pass until that moment of the next day, by the database's clock; answers the day that began. */
    async nextDayAt(time: string): Promise<string> {
      const now = await nowMs();
      const day = dayOf(now + DAY_MS);
      await platform().passTime(Date.parse(`${day}T${time}Z`) - now);
      return day;
    },
    /** Lets time pass until that moment of this day. */
    async todayAt(time: string): Promise<string> {
      const now = await nowMs();
      const day = dayOf(now);
      await platform().passTime(Date.parse(`${day}T${time}Z`) - now);
      return day;
    },
    ask,
    run: runOf,
    ended,
    /** Compares a day and waits for the end of it. */
    compare: async (date: string): Promise<StatementRun> => ended((await ask(date)).id),
    /** What stands of a day, as `difference kind reference state`. */
    standing: async (date: string) =>
      (await report(date)).differences
        .filter(({ state }) => state !== "resolved")
        .map(({ difference, kind, reference, state }) => [difference, kind, reference, state].join(" "))
        .toSorted(),
    resolve: (id: string, note: string) =>
      control<Difference>("POST", `/reconciler/differences/${id}/resolve`, { note }),
    /** What the acquirer's statement says wrongly from now on. */
    async wrong(...rules: readonly object[]): Promise<void> {
      const url = `${platform().installation().runtime().acquirer.admin_url}/statement-faults`;
      const response = await fetch(url, {
        method: "PUT",
        body: JSON.stringify({ rules }),
        headers: { "content-type": "application/json" },
      });
      if (!response.ok) throw new Error(`statement faults: ${response.status} ${await response.text()}`);
    },
  };
}
