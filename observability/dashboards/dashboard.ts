import type * as units from "@grafana/grafana-foundation-sdk/units";
import { OURS, STORES } from "../rule.ts";

/** A unit that Grafana knows; each panel has one. */
export type Unit = Extract<(typeof units)[keyof typeof units], string>;

export interface Query {
  readonly expr: string;
  /** Labels as `{{route}}`. */
  readonly legend?: string;
}

export interface Panel {
  readonly title: string;
  /** What it shows and what to think of it. */
  readonly description: string;
  readonly type?: "timeseries" | "stat" | "table" | "heatmap";
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Of twelve columns; a third of the width unless said. */
  readonly width?: number;
  /** From which value on it is yellow, and red. */
  readonly warns?: readonly [yellow: number, red: number];
  readonly stacked?: boolean;
  /**
   * What it says without any series. Unless named that nothing is scraped: what it shows is there from the start of a
   * process, as 0 where nothing has happened. `NOTHING_YET` where a series begins with what it counts.
   */
  readonly empty?: string;
  /** The alerts that go by the same figures. */
  readonly runbooks?: readonly string[];
}

/** What nobody can tell apart: nothing has happened that would begin a series, or nothing tells of it. */
export const NOTHING_YET = "nothing yet, or not scraped";
/** One process by itself has no bus. */
export const NO_BUS = "no bus, or not scraped";
export const NOT_SCRAPED = "not scraped";

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Variable {
  readonly name: string;
  readonly label: string;
  /** What Grafana asks for its values. */
  readonly query: string;
}

export interface Dashboard {
  /** Also the name of its file; never changed, since links hold it. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly variables?: readonly Variable[];
  readonly rows: readonly Row[];
}

export const NAMESPACE_VARIABLE: Variable = {
  name: "namespace",
  label: "Namespace",
  query: `label_values(up{${OURS}}, namespace)`,
};

/** Stores may run elsewhere than the services. */
export const STORES_VARIABLE: Variable = {
  name: "stores",
  label: "Namespace of stores",
  query: `label_values(up{${STORES}}, namespace)`,
};

export const SERVICE_VARIABLE: Variable = {
  name: "service",
  label: "Service",
  query: `label_values(up{${OURS}}, service)`,
};

/** Every query is of the installations that the viewer chose; where nothing has a namespace, of all. */
export const N = 'namespace=~"$namespace"';
/** Of the servers of Postgres and NATS, which may run elsewhere. */
export const OF_STORES = `${STORES},namespace=~"$stores"`;
export const RATE = "$__rate_interval";

/** The rate of a counter, by labels. */
export const rate = (metric: string, by = "", matchers = ""): string =>
  `sum${by === "" ? "" : ` by (${by})`} (rate(${metric}{${N}${matchers === "" ? "" : `,${matchers}`}}[${RATE}]))`;

/** A quantile of a histogram, by labels. */
export const quantile = (q: number, histogram: string, by = "", matchers = ""): string =>
  `histogram_quantile(${q}, ${rate(`${histogram}_bucket`, by === "" ? "le" : `le, ${by}`, matchers)})`;

/** The highest value that any process reports. */
export const max = (metric: string, by = "", matchers = ""): string =>
  `max${by === "" ? "" : ` by (${by})`} (${metric}{${N}${matchers === "" ? "" : `,${matchers}`}})`;

/**
 * By how much the journal is out. Without money there is no currency to say 0 of; that an owner compares shows that
 * its database answers, so that one whose database is away has no value rather than 0.
 */
export const outBy = (by: string): string =>
  `max by (${by}) (abs(ledger_imbalance_minor_units{${N}})) or on (owner) 0 * max by (owner) (ledger_check_age_seconds{${N},of="new"})`;

/** p50, p95 and p99 of a histogram. */
export const quantiles = (histogram: string, matchers = ""): Query[] =>
  [0.5, 0.95, 0.99].map((q) => ({ expr: quantile(q, histogram, "", matchers), legend: `p${q * 100}` }));

/** The share of some of a counter's events; 0 where there are none of them. */
export const share = (metric: string, some: string, by = "", matchers = ""): string => {
  const all = rate(metric, by, matchers);
  return `(${rate(metric, by, matchers === "" ? some : `${matchers},${some}`)} or ${all} * 0) / ${all}`;
};
