import type { Drill, Fault } from "../fault.ts";
import { ORDINARY } from "../merchants.ts";

type AcquirerFault = Readonly<Record<string, string | number>>;

/** Faults of its operator's listener: the answers bear no `sandbox-outcome`. */
const acquirer =
  (...rules: readonly AcquirerFault[]) =>
  async ({ platform }: Drill) => {
    const url = `${platform.acquirerAdminUrl}/faults`;
    const answer = await fetch(url, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ rules }),
    });
    if (!answer.ok) throw new Error(`the acquirer answers ${answer.status}: ${await answer.text()}`);
    return async () => void (await fetch(url, { method: "DELETE" }));
  };

/** Nothing is wrong: merchants order it, as the specification lets them. */
const ordered =
  (...amounts: readonly number[]) =>
  async ({ traffic }: Drill) => {
    traffic.amounts = [...amounts, ...ORDINARY];
    return async () => {
      traffic.amounts = ORDINARY;
    };
  };

export const ACQUIRER_FAULTS: readonly Fault[] = [
  {
    title: "merchants order outages, limits, garbage and lost answers by amount",
    pages: [],
    tickets: [],
    inject: ordered(105_003, 105_029, 105_002, 105_098, 104_098),
  },
  {
    title: "merchants order nothing but declines",
    pages: [],
    tickets: [],
    inject: ordered(100_005, 100_051, 100_041, 100_096),
  },
  {
    title: "acquirer away",
    pages: ["ProviderErrorRatioHigh"],
    tickets: [],
    advice: "The provider's trouble: tell it",
    inject: acquirer({ operation: "any", fault: "down" }),
  },
  {
    title: "acquirer slow",
    pages: ["ProviderSlow"],
    tickets: [],
    advice: "The provider: tell it.",
    inject: acquirer({ operation: "any", fault: "slow", delay_ms: 4_000 }),
  },
  {
    title: "acquirer answers garbage",
    pages: ["ProviderErrorRatioHigh"],
    tickets: [],
    advice: "The provider's trouble: tell it",
    inject: acquirer({ operation: "authorise", fault: "garbage" }),
  },
];
