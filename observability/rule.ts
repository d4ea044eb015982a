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
  /**
   * How long it goes on after what it found has ended: it may come again, and what follows from it takes a while to
   * end.
   */
  readonly keepFiringFor?: string;
  /** `page`: somebody is woken. `ticket`: looked at on the next working day. `none`: it holds others back, untold. */
  readonly severity: "page" | "ticket" | "none";
  /** May name labels as `{{ $labels.owner }}`, and nothing else. */
  readonly summary: string;
  readonly description: string;
  readonly firing: FiringCase;
  readonly quiet: AlertCase;
  /** What the two do not show, by what is said of the case. */
  readonly alsoFiring?: Readonly<Record<string, FiringCase>>;
  readonly alsoQuiet?: Readonly<Record<string, AlertCase>>;
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

/**
 * Selects our own processes among everything that is scraped in a cluster. The scrape configuration gives them this
 * label of our own: the Prometheus operator puts the name of anybody's Service into `service`.
 */
export const OURS = 'payments_platform="service"';

/**
 * What may wake somebody: not what a merchant of the Sandbox orders by its amount (docs/design/decisions.md#sandbox),
 * but what is live, and what no key names a mode for.
 */
export const NOT_SANDBOX = 'mode!="sandbox"';

const HAS_LIVE = 'group by (namespace) (provider_faults_total{mode="live"})';

/**
 * Of series by mode those that may wake somebody where no amount orders what they count: those of the Sandbox too in an
 * installation that has no acquirer for live orders.
 */
export const thatWake = (expr: (matcher: string) => string): string =>
  `(${expr(NOT_SANDBOX)} or ${expr('mode="sandbox"')} unless on (namespace) ${HAS_LIVE})`;

/** Of series of the Sandbox those of an installation that has an acquirer for live orders as well. */
export const BESIDE_LIVE = `and on (namespace) ${HAS_LIVE}`;

/** The window that most of what follows from a cause is counted over: so long it burns once the cause has ended. */
const FIRING_ON_MINUTES = 5;
/** What a platform takes to clear up, to be scraped and to be seen, and more. */
export const FIRING_ON_STEP_MINUTES = 3;

/**
 * How long an alert that holds others back fires on after its cause has ended: longer by a step than any of those,
 * which themselves may fire on. One that outlived its cause would be told as if it were one. No longer: meanwhile what
 * else befalls the installation is held back too.
 */
export const firingOn = (steps: 1 | 2 | 3 | 4 | 5): string =>
  `${FIRING_ON_MINUTES + (steps - 1) * FIRING_ON_STEP_MINUTES}m`;

/**
 * The shortest range: four samples of the longest interval that we ship, 30 s. An alert over a longer one asks this of
 * it too, so that it ends with what it tells of and never comes after it.
 */
export const STILL = "2m";

/** The servers of Postgres and NATS that an installation lives on, wherever they run. */
export const STORES = 'payments_platform="store"';

const inNamespacesOf = (selector: string) => `and on (namespace) group by (namespace) (up{${selector}})`;

/** Keeps of series that have a namespace only those in a namespace where we run. */
export const WHERE_WE_RUN = inNamespacesOf(OURS);

/** The same, and those in a namespace where a store of ours runs. */
export const WHERE_WE_OR_STORES_RUN = inNamespacesOf('payments_platform=~"service|store"');

/** The matcher of a histogram's bucket. Prometheus 3 writes a whole edge as `60.0`, Prometheus 2 as it is exposed. */
export const edge = (le: number): string => (Number.isInteger(le) ? `le=~"${le}|${le}[.]0"` : `le="${le}"`);

export const OWNERS = ["payments", "refunds", "payouts"] as const;

/** A value that stays the same for so many minutes. */
export const steady = (value: number, minutes = 120): string => `${value}+0x${minutes}`;

/** A counter that grows by so much a minute. */
export const growing = (aMinute: number, minutes = 120): string => `0+${aMinute}x${minutes}`;

export const NS = { namespace: "pay" } as const;

export const LIVE = { ...NS, mode: "live" } as const;

/** The same series as they are in Sandbox. */
export const inSandbox = ({ series, at }: AlertCase): AlertCase => ({
  series: Object.fromEntries(
    Object.entries(series).map(([one, values]) => [one.replace('mode="live"', 'mode="sandbox"'), values]),
  ),
  at,
});
