/** Latencies of a phase, in milliseconds. */
export interface Samples {
  add(ms: number): void;
  summary(): LatencySummary | null;
}

export interface LatencySummary {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const FIRST_CAPACITY = 1 << 15;

/** Keeps every value: percentiles are exact, not from buckets. */
export function createSamples(): Samples {
  let values = new Float64Array(FIRST_CAPACITY);
  let used = 0;
  return {
    add(ms) {
      if (used === values.length) {
        const grown = new Float64Array(values.length * 2);
        grown.set(values);
        values = grown;
      }
      values[used] = ms;
      used += 1;
    },
    summary() {
      if (used === 0) return null;
      const sorted = values.slice(0, used).sort();
      return { count: used, p50: at(sorted, 0.5), p99: at(sorted, 0.99), max: at(sorted, 1) };
    },
  };
}

/** Nearest rank. */
function at(sorted: Float64Array, share: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[index] ?? Number.NaN;
}
