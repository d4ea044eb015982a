import type { BenchResult } from "../results.ts";
import type { Spread } from "./median.ts";
import {
  summariseBaselines,
  summariseForms,
  summariseHeld,
  type FormSummary,
  type PhaseSummary,
} from "./summary.ts";
import { compareWithTargets, type TargetResult } from "./targets.ts";

/** The report as people read it; medians, with the range of the repetitions in brackets. */
export function reportText(result: BenchResult): string {
  const forms = summariseForms(result);
  const { machine } = result;
  return [
    `commit ${result.commit}, ${result.startedAt}; ${machine["processors"]} × ${machine["model"]}, Node ${machine["node"]}, Postgres ${machine["postgres"]}`,
    `medians of ${result.options.repeat} repetitions [lowest–highest], closed loops of ${result.options.seconds} s, open ones of four times that`,
    "",
    "Baselines of this machine",
    ...summariseBaselines(result.baselines).map(
      (baseline) =>
        `  ${baseline.name.padEnd(42)} ${spread(baseline.paymentsPerSecond, 0)}/s   µs: ${pairs(baseline.cpuUsPerPayment, 0)}`,
    ),
    ...heldText(result),
    ...(result.baselines.some(({ bare }) => bare === null)
      ? ["  no nats-server found: no baseline over NATS"]
      : []),
    ...forms.flatMap(formText),
    ...(forms.length === 0 ? [] : ["", "Targets", ...compareWithTargets(forms).map(targetLine)]),
    ...busyMachine(forms),
    "",
    ...verdict(result, forms),
    "",
  ].join("\n");
}

function heldText({ baselines }: BenchResult): string[] {
  const held = summariseHeld(baselines);
  if (held === null) return ["  no pgbench found: no baseline at a rate"];
  const name = `pgbench held to ${held.ratePerSecond}/s`;
  return [`  ${name.padEnd(42)} p50 ${spread(held.p50, 1)} ms, p99 ${spread(held.p99, 1)} ms`];
}

const COLUMNS = [
  "payments/s",
  "p50 ms",
  "p99 ms",
  "max ms",
  "commits*",
  "WAL B",
  "µs total",
  "÷ pgbench",
  "÷ bare",
];
const NAME_WIDTH = 14;
const COLUMN_WIDTH = 22;

function formText(summary: FormSummary): string[] {
  const { setup, phases, bytesBySchema } = summary;
  const head = COLUMNS.map((name) => name.padStart(COLUMN_WIDTH)).join("");
  return [
    "",
    `${summary.name}: ${summary.payments} payments`,
    `  ${"".padEnd(NAME_WIDTH)}${head}`,
    ...phases.map(phaseLine),
    "  * transactions that wrote, acquirer's included; others: processors used by neither product nor load",
    `  commits per payment over all (xact_commit, reading ones too): ${spread(summary.commits, 2)}`,
    `  database bytes per payment: ${spread(summary.databaseBytes, 0)} (${pairs(bytesBySchema, 0)}); acquirer's book: ${spread(summary.acquirerBytes, 0)}`,
    "  processor µs per payment and calls between services per payment",
    ...phases.map(({ name, cpuUsPerPayment, calls }) => {
      const hops = calls.length === 0 ? "" : ` | calls: ${pairs(calls, 2)}`;
      return `  ${name.padEnd(NAME_WIDTH)} ${pairs(cpuUsPerPayment, 0)}${hops}`;
    }),
    ...phases
      .filter(({ others }) => others.length > 0)
      .map(({ name, others }) => `  ${name}: NOT 201 SUCCEEDED: ${pairs(others, 0)}`),
    ...phases
      .filter(({ p99ToHeldBaseline }) => Number.isFinite(p99ToHeldBaseline.median))
      .map(
        ({ name, p99ToHeldBaseline }) =>
          `  ${name}: p99 ÷ that of pgbench held to the rate: ${spread(p99ToHeldBaseline, 1)}`,
      ),
    ...generatorLag(phases),
    ...webhooksText(summary),
    setup.form === "standalone"
      ? "  calls between services stay in the process: no message on a bus"
      : "  each call is one request and one answer over NATS",
  ];
}

function webhooksText({ arrivals }: FormSummary): string[] {
  if (arrivals === null) return [];
  return [
    `  webhooks: ${arrivals.received} arrived (${arrivals.repeated} of them again), the last ${spread(arrivals.lastAfterS, 1)} s after the load ended`,
  ];
}

function phaseLine(phase: PhaseSummary): string {
  const cells = [
    spread(phase.paymentsPerSecond, 0),
    spread(phase.p50, 1),
    spread(phase.p99, 1),
    spread(phase.max, 0),
    spread(phase.writingTransactions, 2),
    spread(phase.walBytes, 0),
    spread(phase.cpuUsTotal, 0),
    spread(percent(phase.othersShare), 0),
    spread(phase.toDatabaseBaseline, 2),
    spread(phase.toBareBaseline, 2),
  ];
  return `  ${phase.name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join("")}`;
}

function generatorLag(phases: readonly PhaseSummary[]): string[] {
  const lags = phases.flatMap(({ name, sendLagP99 }) =>
    Number.isFinite(sendLagP99.median) ? [`${name} ${spread(sendLagP99, 1)} ms`] : [],
  );
  return lags.length === 0
    ? []
    : [`  of the open loops' latency the generator's own lateness (p99): ${lags.join("; ")}`];
}

/** Rates and latencies say nothing about the product while other programs use the processors. */
const OTHERS_SHARE_MAX = 0.1;

function busyMachine(forms: readonly FormSummary[]): string[] {
  const most = Math.max(
    0,
    ...forms.flatMap(({ phases }) => phases.map((phase) => phase.othersShare.max || 0)),
  );
  if (most <= OTHERS_SHARE_MAX) return [];
  return [
    `  Other work took up to ${number(most * 100, 0)} % of the processors: rates and latencies are not comparable, ratios are.`,
  ];
}

function targetLine({ name, measured, limit, kind, unit, met }: TargetResult): string {
  return `  ${met ? "pass" : "MISS"}  ${name}: ${number(measured, 1)} ${unit}, ${kind} ${limit}`;
}

function verdict(result: BenchResult, forms: readonly FormSummary[]): string[] {
  if (result.problems.length > 0)
    return ["FAILED: answers and the acquirer's book disagree", ...result.problems];
  if (forms.length === 0) return ["Baselines only: the product was not measured."];
  const payments = forms.reduce((sum, form) => sum + form.payments, 0);
  return [
    `Invariants: ${payments} payments answered 201 are each in the acquirer's book, executed once, with the amount asked for.`,
  ];
}

function pairs(entries: readonly [string, number][], digits: number): string {
  return entries.map(([name, value]) => `${name} ${number(value, digits)}`).join(", ");
}

function spread({ median, min, max }: Spread, digits: number): string {
  if (!Number.isFinite(median)) return "–";
  if (min === max) return number(median, digits);
  return `${number(median, digits)} [${number(min, digits)}–${number(max, digits)}]`;
}

function percent({ median, min, max }: Spread): Spread {
  return { median: median * 100, min: min * 100, max: max * 100 };
}

function number(value: number, digits: number): string {
  return value.toFixed(digits);
}
