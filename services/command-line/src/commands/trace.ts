import type { Command } from "../command.ts";
import {
  findLines,
  LINE_LENGTH_MAX,
  LINES_MAX,
  openLog,
  type FoundLines,
  type Sought,
} from "../log-lines.ts";
import { missingParts } from "../missing.ts";
import { recordOf, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";

const TIMELINE = ["at", "object", "part", "what", "facts"];
const OBJECT = [
  "id",
  "kind",
  "mode",
  "merchant_id",
  "provider",
  "status",
  "failure_code",
  "amount",
  "currency",
  "version",
  "request_id",
];

/** What of a trace is missing where a service could not be asked. */
const PARTS: Readonly<Record<string, string>> = {
  payments: "what Payments did",
  refunds: "what Refunds did",
  payouts: "what Payouts did",
  idempotency: "the keys of its requests",
  notifier: "its events and their deliveries",
  reconciler: "its lines of statements",
};

const iso = (ms: unknown): string => (typeof ms === "number" ? new Date(ms).toISOString() : "-");

/** `name=value` of what is known, times as people read them. */
const factsOf = (facts: unknown): string =>
  Object.entries(recordOf(facts))
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      name.endsWith("_at_ms") || name.endsWith("_until_ms") || name.endsWith("_before_ms")
        ? `${name.slice(0, -"_ms".length)}=${iso(value)}`
        : `${name}=${quoted(value)}`,
    )
    .join(" ");

const quoted = (value: unknown): string =>
  typeof value === "string" && /[\s"]/.test(value) ? JSON.stringify(value) : String(value);

function showObject(object: Record<string, unknown>): string {
  const shown = Object.fromEntries(OBJECT.map((name) => [name, object[name]]));
  const more = object["more_related"] === true ? "\nIt has more Refunds than are traced here." : "";
  return `${fields({ ...shown, now: factsOf(object["facts"]) })}${more}`;
}

const entryRow = (entry: Record<string, unknown>) => ({
  at: iso(entry["at_ms"]),
  object: entry["object_id"],
  part: entry["part"],
  what: entry["what"],
  facts: factsOf(entry["facts"]),
});

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** docs/decisions/0111-calls-are-kept-where-they-are-few.md */
const leftOut = (object: Record<string, unknown>): string[] =>
  recordOf(object["facts"])["submission_kept"] === false
    ? [
        `The first call of ${String(object["id"])} is not kept: under load those that were answered with a result within a second are left out. Calls are kept for 30 days, and since the upgrade that brought them.`,
      ]
    : [];

/** Ids that are the story's alone, as facts name them. */
const OWN_IDS = ["event_id", "delivery_id", "request_id", "trace_id"];

/** What log lines of a story hold, one of these at least. */
function soughtOf(answer: Record<string, unknown>): Sought {
  const { find } = recordOf(answer["log"]);
  const ids = rowsOf(answer, "timeline").flatMap(({ facts }) =>
    OWN_IDS.map((name) => recordOf(facts)[name]).filter((id) => typeof id === "string"),
  );
  return {
    texts: [...new Set([...textsOf(find), ...textsOf(answer["trace_ids"]), ...ids])],
    objects: rowsOf(answer, "objects").map(({ id }) => String(id)),
  };
}

/** The answer with log lines in its timeline: services' in the databases' times, these in their processes' own. */
function withLines(
  answer: Record<string, unknown>,
  { entries, ...counts }: FoundLines,
): Record<string, unknown> {
  const timeline = [...rowsOf(answer, "timeline"), ...entries.map((entry) => ({ ...entry }))];
  return {
    ...answer,
    timeline: timeline.toSorted((one, other) => Number(one["at_ms"]) - Number(other["at_ms"])),
    log_lines: { found: entries.length, ...counts },
  };
}

function showLog(answer: Record<string, unknown>): string[] {
  const { find, from_ms, to_ms } = recordOf(answer["log"]);
  const traces = textsOf(answer["trace_ids"]);
  if (answer["log_lines"] === undefined)
    return [
      `Log lines of every service, ${iso(from_ms)} to ${iso(to_ms)}, also for --logs:`,
      `  grep -F ${[...textsOf(find), ...traces].map((text) => `-e ${text}`).join(" ")}`,
    ];
  const { found, read, more, unread } = recordOf(answer["log_lines"]);
  return [
    `Log lines: ${String(found)} of ${String(read)} that were read, each at the time of its own process.`,
    ...(Number(more) > 0
      ? [`${String(more)} more are of it and not shown: only the first ${LINES_MAX} are.`]
      : []),
    ...(Number(unread) > 0
      ? [
          `${String(unread)} hold one of its ids and are no JSON with a time, or have more than ${LINE_LENGTH_MAX} characters.`,
        ]
      : []),
  ];
}

function showWhereElse(answer: Record<string, unknown>): string {
  const traces = textsOf(answer["trace_ids"]);
  return [
    `Traces: ${traces.length === 0 ? "none is kept" : traces.join(", ")}`,
    ...showLog(answer),
    ...(answer["partial"] === true
      ? ["There is more of it than is shown: of one part only the first 200 entries are."]
      : []),
    ...rowsOf(answer, "objects").flatMap(leftOut),
  ].join("\n");
}

function show(answer: unknown): string {
  const trace = recordOf(answer);
  return [
    ...rowsOf(trace, "objects").map(showObject),
    table(TIMELINE, rowsOf(trace, "timeline").map(entryRow)),
    showWhereElse(trace),
  ].join("\n\n");
}

export const TRACE_COMMANDS: readonly Command[] = [
  {
    group: "trace",
    // The one command of its group: `flowlix trace ID`.
    name: "",
    summary: "Tell all that is recorded of a Payment, Refund, Payout, request or event, in order",
    positionals: [{ name: "ID" }],
    options: {
      logs: {
        value: "FILE|-",
        help: "Put its log lines into the timeline, out of a file or standard input: JSON, also behind a prefix",
      },
    },
    run: async (control, args) => {
      const path = args.option("logs");
      const log = path === undefined ? undefined : await openLog(path);
      const answer = await control.call("GET", `/trace/${encodeURIComponent(args.positional("ID") ?? "")}`);
      if (path === undefined || log === undefined) return answer;
      const trace = recordOf(answer);
      return withLines(trace, await findLines(log, soughtOf(trace), path));
    },
    show,
    missing: (answer) => missingParts(answer, (service) => PARTS[service] ?? `the part of ${service}`),
  },
];
