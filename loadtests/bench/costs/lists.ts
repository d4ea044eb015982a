import { askHttp } from "@flowlix/runtime";
import { createSamples, type LatencySummary } from "../load/samples.ts";
import type { Target } from "../load/slots.ts";
import type { RunningForm } from "../product/start-form.ts";

const TIMES = 100;
const TIMEOUT_MS = 60_000;
const NOBODYS_EMAIL = "nobody@example.com";

export interface ListTime {
  readonly question: string;
  readonly times: LatencySummary;
}

/** What merchants ask of their Payments: what every row has, what hardly any has, and what none has. */
const QUESTIONS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["newest", {}],
  ["a hundred", { limit: "100" }],
  ["status of all", { status: "SUCCEEDED" }],
  ["status of none", { status: "EXPIRED" }],
  ["currency of none", { currency: "JPY" }],
  ["brand of none", { card_brand: "mastercard" }],
  ["last four of all", { card_last4: "4242" }],
  ["last four of none", { card_last4: "9999" }],
  ["amount of a few", { "amount[gte]": "50000", "amount[lte]": "50001" }],
  ["amount of none", { "amount[gte]": "90000000" }],
  ["search for an e-mail of none", { search: NOBODYS_EMAIL }],
  ["search for last four of none", { search: "9999" }],
];

/** Each asked so many times, one after the other, through the gateway, by the keys of all merchants in turn. */
export async function measureLists(running: RunningForm, { apiKeys }: Target): Promise<ListTime[]> {
  const results: ListTime[] = [];
  for (const [question, query] of QUESTIONS) {
    const samples = createSamples();
    const url = new URL(`/v1/payments?${new URLSearchParams(query).toString()}`, running.runtime.public_url)
      .href;
    for (let nth = 0; nth < TIMES; nth += 1) {
      const headers = { authorization: `Bearer ${apiKeys[nth % apiKeys.length]?.toString("latin1")}` };
      const startedAt = performance.now();
      const { status, text } = await askHttp(url, { headers, timeoutMs: TIMEOUT_MS });
      samples.add(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${url} answers ${status}: ${text.slice(0, 500)}`);
    }
    const times = samples.summary();
    if (times !== null) results.push({ question, times });
  }
  return results;
}

export function listsText(lists: readonly ListTime[]): string {
  const width = Math.max(...lists.map(({ question }) => question.length));
  return [
    `lists of Payments through the gateway, each ${TIMES} times, ms`,
    ...lists.map(
      ({ question, times: { p50, p99, max } }) =>
        `  ${question.padEnd(width)} p50 ${p50.toFixed(1).padStart(7)}, p99 ${p99.toFixed(1).padStart(7)}, max ${max.toFixed(1).padStart(7)}`,
    ),
  ].join("\n");
}
