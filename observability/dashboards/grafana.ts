import { OURS, STORES } from "../rule.ts";
import { RUNBOOKS } from "../rules-yaml.ts";
import type { Dashboard, Panel, Row, Variable } from "./dashboard.ts";

const SCHEMA_VERSION = 39;
const COLUMNS = 24;
const HEIGHTS = { stat: 4, timeseries: 8, table: 8, heatmap: 8 } as const;
const DATASOURCE = { type: "prometheus", uid: "${datasource}" };

/** A dashboard as Grafana imports it, and the sidecar of its chart mounts it. */
export function grafanaJson(dashboard: Dashboard): string {
  return `${JSON.stringify(
    {
      uid: dashboard.uid,
      title: dashboard.title,
      description: dashboard.description,
      tags: ["payments"],
      schemaVersion: SCHEMA_VERSION,
      version: 1,
      editable: true,
      graphTooltip: 1,
      refresh: "30s",
      time: { from: "now-1h", to: "now" },
      timezone: "browser",
      annotations: { list: [] },
      links: [LINK_TO_OTHERS],
      templating: { list: variables(dashboard.variables ?? []) },
      panels: panelsOf(dashboard.rows),
    },
    null,
    2,
  )}\n`;
}

const LINK_TO_OTHERS = {
  title: "Payments",
  type: "dashboards",
  tags: ["payments"],
  asDropdown: true,
  includeVars: true,
  keepTime: true,
};

function variables(others: readonly Variable[]): object[] {
  const namespace = { name: "namespace", label: "Namespace", query: `label_values(up{${OURS}}, namespace)` };
  return [
    { name: "datasource", label: "Data source", type: "datasource", query: "prometheus", hide: 0 },
    ...[namespace, ...others].map(queried),
    // What runbooks are linked by: the chart puts its own address here.
    {
      name: "runbooks",
      type: "constant",
      query: RUNBOOKS,
      current: { text: RUNBOOKS, value: RUNBOOKS },
      hide: 2,
    },
  ];
}

const queried = ({ name, label, query }: Variable) => ({
  name,
  label,
  type: "query",
  datasource: DATASOURCE,
  query: { query, refId: name },
  definition: query,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: ".*",
  current: { text: "All", value: "$__all" },
});

/** Rows from left to right, each as high as its highest panel. */
function panelsOf(rows: readonly Row[]): object[] {
  const made: object[] = [];
  let y = 0;
  const nextId = () => made.length + 1;
  for (const row of rows) {
    made.push({
      id: nextId(),
      type: "row",
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
      panels: [],
    });
    y += 1;
    let x = 0;
    let height = 0;
    for (const panel of row.panels) {
      const w = (panel.width ?? 4) * 2;
      const h = HEIGHTS[panel.type ?? "timeseries"];
      if (x + w > COLUMNS) {
        y += height;
        [x, height] = [0, 0];
      }
      made.push(panelJson(panel, nextId(), { x, y, w, h }));
      x += w;
      height = Math.max(height, h);
    }
    y += height;
  }
  return made;
}

function panelJson(panel: Panel, id: number, gridPos: object): object {
  const type = panel.type ?? "timeseries";
  return {
    id,
    type,
    title: panel.title,
    description: panel.description,
    datasource: DATASOURCE,
    gridPos,
    ...(panel.runbooks === undefined
      ? {}
      : {
          links: panel.runbooks.map((alert) => ({
            title: alert,
            url: `\${runbooks}/${alert}.md`,
            targetBlank: true,
          })),
        }),
    fieldConfig: { defaults: defaultsOf(panel, type), overrides: [] },
    options: OPTIONS[type],
    targets: panel.queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + index),
      datasource: DATASOURCE,
      editorMode: "code",
      expr,
      legendFormat: legend ?? "__auto",
      ...(type === "table" || type === "stat" ? { instant: true, range: false } : { range: true }),
      ...(type === "table" ? { format: "table" } : {}),
      ...(type === "heatmap" ? { format: "heatmap" } : {}),
    })),
    ...(type === "table"
      ? { transformations: [{ id: "organize", options: { excludeByName: { Time: true } } }] }
      : {}),
  };
}

function defaultsOf({ unit, warns, stacked }: Panel, type: NonNullable<Panel["type"]>): object {
  const steps = [
    { color: type === "stat" && warns === undefined ? "blue" : "green", value: null },
    ...(warns === undefined
      ? []
      : [
          { color: "yellow", value: warns[0] },
          { color: "red", value: warns[1] },
        ]),
  ];
  return {
    unit,
    min: type === "timeseries" ? 0 : null,
    thresholds: { mode: "absolute", steps },
    ...(type === "timeseries"
      ? { custom: { ...LINES, ...(stacked === true ? STACKED : {}), ...shownLimits(warns) } }
      : {}),
  };
}

const LINES = { drawStyle: "line", lineWidth: 1, fillOpacity: 5, showPoints: "never", spanNulls: false };
const STACKED = { fillOpacity: 30, stacking: { mode: "normal", group: "A" } };
const shownLimits = (warns: Panel["warns"]) =>
  warns === undefined ? {} : { thresholdsStyle: { mode: "line" } };

const OPTIONS = {
  timeseries: {
    legend: { displayMode: "table", placement: "bottom", calcs: ["lastNotNull", "max"], showLegend: true },
    tooltip: { mode: "multi", sort: "desc" },
  },
  stat: {
    reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false },
    colorMode: "value",
    graphMode: "none",
    textMode: "auto",
    justifyMode: "auto",
    orientation: "auto",
  },
  table: { showHeader: true, cellHeight: "sm", footer: { show: false } },
  heatmap: {
    calculate: false,
    yAxis: { unit: "s", axisPlacement: "left" },
    color: { mode: "scheme", scheme: "Oranges", steps: 64 },
    cellGap: 1,
    tooltip: { mode: "single", yHistogram: false },
    legend: { show: true },
  },
} as const;

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
