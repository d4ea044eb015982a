import type { Form } from "../options.ts";
import type { FormSummary } from "./summary.ts";

/** What is promised on 2 cores with everything on them (docs/design/architecture.md#targets). */
const PAYMENTS_PER_SECOND: Readonly<Record<Form, number>> = { standalone: 2_500, distributed: 1_500 };
const P99_MS_AT_300 = 20;
const DATABASE_BYTES = 8 * 1_024;

export interface TargetResult {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  readonly kind: "at least" | "at most";
  readonly unit: string;
  readonly met: boolean;
}

/**
 * Every target next to the measured median. Each closed loop has to reach the rate. Targets are for installations
 * without webhook endpoints.
 */
export function compareWithTargets(forms: readonly FormSummary[]): TargetResult[] {
  const withoutWebhooks = forms.filter(({ setup }) => !setup.webhooks);
  return withoutWebhooks.flatMap(({ setup: { form }, phases, databaseBytes }) => [
    ...phases
      .filter(({ name }) => name.startsWith("closed"))
      .map(({ name, paymentsPerSecond }) =>
        target(
          `${form}, ${name}`,
          paymentsPerSecond.median,
          PAYMENTS_PER_SECOND[form],
          "at least",
          "payments/s",
        ),
      ),
    ...phases
      .filter(({ name }) => name === "open 300/s")
      .map(({ name, p99 }) => target(`${form}, ${name}, p99`, p99.median, P99_MS_AT_300, "at most", "ms")),
    target(`${form}, database per payment`, databaseBytes.median, DATABASE_BYTES, "at most", "bytes"),
  ]);
}

function target(
  name: string,
  measured: number,
  limit: number,
  kind: "at least" | "at most",
  unit: string,
): TargetResult {
  return {
    name,
    measured,
    limit,
    kind,
    unit,
    met: kind === "at least" ? measured >= limit : measured <= limit,
  };
}
