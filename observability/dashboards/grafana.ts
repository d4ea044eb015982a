import * as common from "@grafana/grafana-foundation-sdk/common";
import * as grafana from "@grafana/grafana-foundation-sdk/dashboard";
import * as heatmap from "@grafana/grafana-foundation-sdk/heatmap";
import * as prometheus from "@grafana/grafana-foundation-sdk/prometheus";
import * as stat from "@grafana/grafana-foundation-sdk/stat";
import * as table from "@grafana/grafana-foundation-sdk/table";
import * as timeseries from "@grafana/grafana-foundation-sdk/timeseries";
import { RUNBOOKS } from "../rules-yaml.ts";
import {
  NAMESPACE_VARIABLE,
  NOT_SCRAPED,
  type Dashboard,
  type Panel,
  type Query,
  type Variable,
} from "./dashboard.ts";

/** Grafana brings older schemas up to its own, so this names none that it may not know. */
const SCHEMA_VERSION = 39;
const TAGS = ["payments"];
const DATASOURCE = { type: "prometheus", uid: "${datasource}" };

/** A dashboard as Grafana imports it, and the sidecar of its chart mounts it. */
export function grafanaJson({ uid, title, description, variables = [], rows }: Dashboard): string {
  const made = new grafana.DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags(TAGS)
    .version(1)
    .tooltip(grafana.DashboardCursorSync.Crosshair)
    .refresh("30s")
    .time({ from: "now-1h", to: "now" })
    .link({ build: linkToOthers })
    .withVariable(
      new grafana.DatasourceVariableBuilder("datasource").label("Data source").type("prometheus"),
    );
  for (const variable of [NAMESPACE_VARIABLE, ...variables]) made.withVariable(queryVariable(variable));
  made.withVariable({ build: runbooksVariable });
  let id = 0;
  for (const row of rows) {
    made.withRow(new grafana.RowBuilder(row.title).id((id += 1)));
    for (const panel of row.panels) made.withPanel(panelOf(panel).id((id += 1)));
  }
  return `${JSON.stringify({ ...made.build(), schemaVersion: SCHEMA_VERSION }, null, 2)}\n`;
}

function linkToOthers(): grafana.DashboardLink {
  const link = new grafana.DashboardLinkBuilder("Payments")
    .type(grafana.DashboardLinkType.Dashboards)
    .tags(TAGS)
    .asDropdown(true)
    .includeVars(true)
    .keepTime(true)
    .build();
  // With the default placement it would be hidden in a menu.
  delete link.placement;
  return link;
}

const queryVariable = ({ name, label, query }: Variable) =>
  new grafana.QueryVariableBuilder(name)
    .label(label)
    .datasource(DATASOURCE)
    .query({ query, refId: name })
    .definition(query)
    .refresh(grafana.VariableRefresh.OnTimeRangeChanged)
    .sort(grafana.VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .allValue(".*")
    .current({ text: "All", value: "$__all" });

/** What runbooks are linked by: the chart puts its own address here. */
const runbooksVariable = (): grafana.VariableModel => ({
  ...new grafana.ConstantVariableBuilder("runbooks").value(RUNBOOKS).build(),
  current: { text: RUNBOOKS, value: RUNBOOKS },
});

const runbookLink = (alert: string) =>
  new grafana.DashboardLinkBuilder(alert).url(`\${runbooks}/${alert}.md`).targetBlank(true);

function panelOf(panel: Panel) {
  const { type = "timeseries", warns, runbooks = [] } = panel;
  return BUILDERS[type](panel)
    .title(panel.title)
    .description(panel.description)
    .datasource(DATASOURCE)
    .span((panel.width ?? 4) * 2)
    .height(type === "stat" ? 4 : 8)
    .links(runbooks.map(runbookLink))
    .unit(panel.unit)
    .noValue(panel.empty ?? NOT_SCRAPED)
    .thresholds(thresholdsOf(type === "stat" && warns === undefined ? "blue" : "green", warns))
    .targets(panel.queries.map((query, index) => targetOf(query, index, type)));
}

function timeseriesPanel({ stacked, warns }: Panel) {
  const panel = new timeseries.PanelBuilder()
    .min(0)
    .drawStyle(common.GraphDrawStyle.Line)
    .lineWidth(1)
    .fillOpacity(stacked === true ? 30 : 5)
    .showPoints(common.VisibilityMode.Never)
    .spanNulls(false)
    .legend(
      new common.VizLegendOptionsBuilder()
        .displayMode(common.LegendDisplayMode.Table)
        .placement(common.LegendPlacement.Bottom)
        .calcs(["lastNotNull", "max"])
        .showLegend(true),
    )
    .tooltip(
      new common.VizTooltipOptionsBuilder()
        .mode(common.TooltipDisplayMode.Multi)
        .sort(common.SortOrder.Descending),
    );
  if (stacked === true)
    panel.stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal).group("A"));
  if (warns !== undefined)
    panel.thresholdsStyle(
      new common.GraphThresholdsStyleConfigBuilder().mode(common.GraphThresholdsStyleMode.Line),
    );
  return panel;
}

const statPanel = () =>
  new stat.PanelBuilder()
    .graphMode(common.BigValueGraphMode.None)
    .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(["lastNotNull"]).fields("").values(false));

const tablePanel = () =>
  new table.PanelBuilder().withTransformation({
    id: "organize",
    options: { excludeByName: { Time: true } },
  });

const heatmapPanel = () =>
  new heatmap.PanelBuilder()
    .color({ build: () => ({ ...heatmap.defaultOptions().color, mode: heatmap.HeatmapColorMode.Scheme }) })
    .yAxis(new heatmap.YAxisConfigBuilder().unit("s").axisPlacement(common.AxisPlacement.Left))
    .tooltip(new heatmap.HeatmapTooltipBuilder().yHistogram(false));

const BUILDERS = {
  timeseries: timeseriesPanel,
  stat: statPanel,
  table: tablePanel,
  heatmap: heatmapPanel,
} as const;

function thresholdsOf(otherwise: string, [yellow, red]: readonly number[] = []) {
  const steps: grafana.Threshold[] = [{ color: otherwise, value: null }];
  if (yellow !== undefined) steps.push({ color: "yellow", value: yellow });
  if (red !== undefined) steps.push({ color: "red", value: red });
  return new grafana.ThresholdsConfigBuilder().steps(steps);
}

function targetOf({ expr, legend = "__auto" }: Query, index: number, type: NonNullable<Panel["type"]>) {
  const query = new prometheus.DataqueryBuilder()
    .refId(String.fromCharCode("A".charCodeAt(0) + index))
    .datasource(DATASOURCE)
    .editorMode(prometheus.QueryEditorMode.Code)
    .expr(expr)
    .legendFormat(legend);
  if (type === "table") return query.instant().format(prometheus.PromQueryFormat.Table);
  if (type === "stat") return query.instant();
  return type === "heatmap" ? query.range().format(prometheus.PromQueryFormat.Heatmap) : query.range();
}
