import type { RuleGroup } from "../rule.ts";
import { BACKUPS } from "./backups.ts";
import { CLUSTER } from "./cluster.ts";
import { FLOW, PROVIDER_RECORDS } from "./flow.ts";
import { LOOPS } from "./loops.ts";
import { MONEY, OWNER_RECORDS } from "./money.ts";
import { SERVICE_RECORDS, SERVICES } from "./services.ts";
import { SLO_ALERTS, SLO_DAYS, SLO_RECORDS } from "./slo.ts";

export const RULE_GROUPS: readonly RuleGroup[] = [
  SLO_RECORDS,
  SLO_DAYS,
  OWNER_RECORDS,
  PROVIDER_RECORDS,
  SERVICE_RECORDS,
  SLO_ALERTS,
  MONEY,
  FLOW,
  LOOPS,
  SERVICES,
  CLUSTER,
  BACKUPS,
];
