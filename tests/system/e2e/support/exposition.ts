export interface Sample {
  readonly series: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What a process says of one metric. */
export interface ExposedMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Reads the text that Prometheus is given. */
export function readExposition(text: string): ExposedMetric[] {
  const metrics: { name: string; type: string; help: string; samples: Sample[] }[] = [];
  for (const line of text.split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === "HELP") metrics.push({ name, type: "", help: rest, samples: [] });
    const last = metrics.at(-1);
    if (kind === "TYPE" && last?.name === name) last.type = rest;
    if (kind === undefined && line !== "" && !line.startsWith("#")) {
      const sample = sampleOf(line);
      if (last === undefined || !sample.series.startsWith(last.name))
        throw new Error(`belongs to nothing: ${line}`);
      last.samples.push(sample);
    }
  }
  return metrics;
}

function sampleOf(line: string): Sample {
  const [, series = "", braces = ""] = /^([a-z_A-Z0-9:]+)(\{.*\})? \S+$/.exec(line) ?? [];
  if (series === "") throw new Error(`no sample: ${line}`);
  const labels = [...braces.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  return { series, labels: Object.fromEntries(labels) };
}
