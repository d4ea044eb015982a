import type { AppliedFaults, FaultRule, Operation } from "./fault-rule.ts";

export interface FaultRules {
  /** Replaces all rules. */
  set(rules: readonly FaultRule[]): void;
  /** Takes every rule back, and lets go at once whom a `slow` one still holds. */
  clear(): void;
  /** The rules that still apply, with the times that are left. */
  list(): FaultRule[];
  /** What applies to this request, which may be two operations in one; counts it once. */
  take(operations: readonly Operation[], reference: string): AppliedFaults;
  /** The whole listener is to refuse connections: `down` for any operation without further conditions. */
  refusing(): boolean;
}

const NONE: AppliedFaults = { delayMs: 0, cleared: AbortSignal.abort(), fault: null };

/** The rules in force, in memory only: a restart ends every fault. */
export function createFaultRules(): FaultRules {
  let active: { rule: FaultRule; left: number }[] = [];
  let holding = new AbortController();

  function takeFirst(matches: (rule: FaultRule) => boolean): FaultRule | undefined {
    const found = active.find(({ rule }) => matches(rule));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left === 0) active = active.filter((entry) => entry !== found);
    return found.rule;
  }

  return {
    set(rules) {
      active = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
    },
    clear() {
      active = [];
      holding.abort();
      holding = new AbortController();
    },
    list: () => active.map(({ rule, left }) => (rule.times === undefined ? rule : { ...rule, times: left })),
    take(operations, reference) {
      if (active.length === 0) return NONE;
      const here = (rule: FaultRule) =>
        (rule.operation === "any" || operations.includes(rule.operation)) &&
        (rule.reference === undefined || rule.reference === reference);
      const slow = takeFirst((rule) => rule.fault === "slow" && here(rule));
      const other = takeFirst((rule) => rule.fault !== "slow" && here(rule));
      const fault = other === undefined || other.fault === "slow" ? null : other.fault;
      return { delayMs: slow?.delay_ms ?? 0, cleared: holding.signal, fault };
    },
    refusing: () =>
      active.some(
        ({ rule }) =>
          rule.operation === "any" &&
          rule.fault === "down" &&
          rule.times === undefined &&
          rule.reference === undefined,
      ),
  };
}
