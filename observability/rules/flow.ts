import type { RuleGroup } from "../rule.ts";
import { EVENTS } from "./events.ts";
import { JOBS } from "./jobs.ts";
import { PROVIDER_RECORDING, PROVIDERS } from "./providers.ts";
import { WEBHOOKS } from "./webhooks.ts";

/** How objects get on: at providers, by the clock, as events, as webhooks. */
export const PROVIDER_RECORDS: RuleGroup = {
  name: "provider-records",
  interval: "30s",
  rules: PROVIDER_RECORDING,
};
export const FLOW: RuleGroup = { name: "flow", rules: [...PROVIDERS, ...JOBS, ...EVENTS, ...WEBHOOKS] };
