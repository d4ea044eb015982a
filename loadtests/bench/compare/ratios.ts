import type { LoadShape } from "../load/run-load.ts";
import { nameOf } from "../results.ts";

/** What one load in one round came to. */
export interface Figures {
  readonly paymentsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of processor time per payment, without the load generator. */
  readonly cpuUs: number;
  readonly walBytes: number;
}

export interface ShapeRounds {
  readonly shape: LoadShape;
  readonly before: Figures[];
  readonly now: Figures[];
}

const FIGURES = [
  ["paymentsPerSecond", "payments/s"],
  ["p50Ms", "p50 ms"],
  ["p99Ms", "p99 ms"],
  ["cpuUs", "processor us"],
  ["walBytes", "WAL B"],
] as const satisfies readonly (readonly [keyof Figures, string])[];

/**
 * For each load and figure the medians of both, and of the rounds' ratios the lower quartile, the median and the upper
 * quartile: a machine that changes its pace between rounds moves both of a round alike.
 */
export function ratiosText(results: readonly ShapeRounds[]): string {
  const head = ["load", "figure", "before", "now", "now / before", "quartiles", "rounds, now / before"];
  const rows = results.flatMap(({ shape, before, now }) =>
    FIGURES.map(([figure, title]) => {
      const old = before.map((round) => round[figure]);
      const recent = now.map((round) => round[figure]);
      const ratios = recent.map((value, round) => value / (old[round] ?? Number.NaN));
      const at = (share: number) => quantile(ratios, share).toFixed(3);
      return [
        nameOf(shape),
        title,
        quantile(old, 0.5).toFixed(1),
        quantile(recent, 0.5).toFixed(1),
        at(0.5),
        `${at(0.25)} to ${at(0.75)}`,
        ratios.map((ratio) => ratio.toFixed(2)).join(" "),
      ];
    }),
  );
  return [head, head.map(() => "-"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
