import type { Dashboard } from "./dashboard.ts";
import { DATA_STORES } from "./data-stores.ts";
import { GATEWAY } from "./gateway.ts";
import { LOAD_TEST } from "./load-test.ts";
import { MONEY_FLOWS } from "./money-flows.ts";
import { PLATFORM } from "./platform.ts";
import { RECONCILIATION } from "./reconciliation.ts";
import { SERVICE } from "./service.ts";
import { WEBHOOKS } from "./webhooks.ts";

export const DASHBOARDS: readonly Dashboard[] = [
  PLATFORM,
  GATEWAY,
  SERVICE,
  MONEY_FLOWS,
  WEBHOOKS,
  DATA_STORES,
  RECONCILIATION,
  LOAD_TEST,
];
