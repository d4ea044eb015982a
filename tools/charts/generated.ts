import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { natsPermissionsFile } from "./nats-permissions.ts";
import { natsValuesFile } from "./nats-values.ts";
import { CHARTS, ROOT } from "./tools.ts";
import { matrixTable } from "./traffic-matrix.ts";
import { pageWithValues } from "./values-table.ts";

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Every file of the charts that is written from something else, as it should be. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const platform = join(CHARTS, "payments-platform");
  const observability = join(CHARTS, "payments-observability");
  return [
    { path: join(platform, "files/nats-permissions.json"), text: natsPermissionsFile() },
    {
      path: join(ROOT, "k8s/nats/values.yaml"),
      text: await formatted(join(ROOT, "k8s/nats/values.yaml"), natsValuesFile(), "yaml"),
    },
    await page("docs/chart-values.md", (text) => pageWithValues(text, join(platform, "values.yaml"))),
    await page("docs/chart.md", withTraffic),
    await page("charts/payments-observability/README.md", (text) =>
      pageWithValues(text, join(observability, "values.yaml")),
    ),
  ];
}

async function page(name: string, rewrite: (text: string) => string): Promise<GeneratedFile> {
  const path = join(ROOT, name);
  return { path, text: await formatted(path, rewrite(readFileSync(path, "utf8")), "markdown") };
}

async function formatted(path: string, text: string, parser: "markdown" | "yaml"): Promise<string> {
  return format(text, { ...(await resolveConfig(path)), parser });
}

const TRAFFIC_BEGIN = "<!-- traffic: begin -->";
const TRAFFIC_END = "<!-- traffic: end -->";

function withTraffic(text: string): string {
  const [before = "", rest = ""] = text.split(TRAFFIC_BEGIN);
  const [, after] = rest.split(TRAFFIC_END);
  if (after === undefined) throw new Error(`no ${TRAFFIC_END}`);
  return `${before}${TRAFFIC_BEGIN}\n\n${matrixTable()}\n\n${TRAFFIC_END}${after}`;
}
