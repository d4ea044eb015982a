/** What a rule is tested with: series in promtool's notation, a value a minute, and when it is asked. */
export interface AlertCase {
  readonly series: Readonly<Record<string, string>>;
  /** How long after the first value, such as `20m`. */
  readonly at: string;
}

export interface FiringCase extends AlertCase {
  /** Labels of the alert beside those of its rule; as often as it fires. */
  readonly labels: readonly Readonly<Record<string, string>>[];
}

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  /** How long it must have been so; at once where absent. */
  readonly for?: string;
  /** `page`: somebody is woken. `ticket`: looked at on the next working day. */
  readonly severity: "page" | "ticket";
  /** May name labels as `{{ $labels.owner }}`, and nothing else. */
  readonly summary: string;
  readonly description: string;
  readonly firing: FiringCase;
  readonly quiet: AlertCase;
}

export interface RecordingRule {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface RuleGroup {
  /** Also the name of its file. */
  readonly name: string;
  readonly interval?: string;
  readonly rules: readonly (AlertRule | RecordingRule)[];
}

export const isAlert = (rule: AlertRule | RecordingRule): rule is AlertRule => "alert" in rule;

/** The programs of an installation, as the label `service` of what is scraped has them. */
export const PROGRAMS = [
  "api-gateway",
  "idempotency",
  "notifier",
  "payments",
  "payouts",
  "reconciler",
  "refunds",
  "sandbox-acquirer",
] as const;

/** Of whatever else is scraped in a cluster, what is ours. */
export const OURS = `service=~"${PROGRAMS.join("|")}"`;

/** Keeps of series that have a namespace only those in a namespace where we run. */
export const WHERE_WE_RUN = `and on (namespace) group by (namespace) (up{${OURS}})`;

export const OWNERS = ["payments", "refunds", "payouts"] as const;

/** A value that stays the same for so many minutes. */
export const steady = (value: number, minutes = 120): string => `${value}+0x${minutes}`;

/** A counter that grows by so much a minute. */
export const growing = (aMinute: number, minutes = 120): string => `0+${aMinute}x${minutes}`;

export const NS = { namespace: "pay" } as const;
