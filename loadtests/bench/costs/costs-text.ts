import { nameOf, type PhaseResult } from "../results.ts";
import { nameOfStatement, type StatementCost } from "./statements.ts";
import type { ThreadTime } from "./threads.ts";

export interface CostsMeasured {
  readonly phase: PhaseResult;
  readonly threads: readonly ThreadTime[];
  readonly statements: readonly StatementCost[];
}

/** Less than that a payment is not worth a line. */
const US_MIN = 1;
const WIDTH = 64;

const line = (name: string, ...values: readonly string[]): string =>
  [name.slice(0, WIDTH).padEnd(WIDTH), ...values.map((value) => value.padStart(9))].join(" ").trimEnd();

/** What a payment costs under one load: threads of the product's processes, Postgres by role and by statement. */
export function costsText({ phase, threads, statements }: CostsMeasured): string {
  const { created, latencyMs, cpuUsPerPayment: cpu } = phase;
  const a = (amount: number, digits = 0) => (amount / created).toFixed(digits);
  const shown = <T>(all: readonly T[], us: (one: T) => number) =>
    all.filter((one) => us(one) / created >= US_MIN);
  return [
    `${nameOf(phase.shape)}: ${phase.paymentsPerSecond.toFixed(0)} payments/s` +
      (latencyMs === null ? "" : `, p50 ${latencyMs.p50.toFixed(1)} ms, p99 ${latencyMs.p99.toFixed(1)} ms`) +
      `; others took ${(100 * (phase.othersShare ?? 0)).toFixed(0)} % of the machine`,
    line("processor time a payment, µs", "all"),
    ...Object.entries(cpu)
      .filter(([, us]) => us >= US_MIN)
      .map(([name, us]) => line(`  ${name}`, us.toFixed(0))),
    line("threads of its processes, µs a payment", "user", "system"),
    ...shown(threads, ({ userUs, systemUs }) => userUs + systemUs).map(({ name, userUs, systemUs }) =>
      line(`  ${name}`, a(userUs), a(systemUs)),
    ),
    line("statements, a payment", "µs", "calls", "log B"),
    ...shown(statements, ({ us }) => us).map(({ text, us, calls, walBytes }) =>
      line(`  ${nameOfStatement(text)}`, a(us), a(calls, 3), a(walBytes)),
    ),
  ].join("\n");
}
