import { faultOfDay } from "@flowlix/contracts";
import { messageOf } from "@flowlix/runtime";
import { awaitRun } from "../await-run.ts";
import { usageError } from "../cli-error.ts";
import type { Arguments, Command } from "../command.ts";
import { missingParts, nothingOf } from "../missing.ts";
import { isRecord, recordOf, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { limitOf } from "../values.ts";

const GROUP = "reconcile";
const TOTALS = ["kind", "currency", "statement_lines", "statement_amount", "book_lines", "book_amount"];
const DIFFERENCES = [
  "id",
  "provider",
  "provider_account",
  "day",
  "difference",
  "kind",
  "reference",
  "statement_amount",
  "statement_currency",
  "book_amount",
  "book_currency",
  "status",
  "state",
  "found_at",
  "note",
];
const TASKS = [
  "task",
  "every_ms",
  "running",
  "done",
  "last_ok",
  "last_failed",
  "error",
  "failures",
  "progress",
];

const SOURCES = ["provider", "provider_account", "mode", "compared_day", "days_missing", "not_compared"];

const ACCOUNT = {
  value: "ACCOUNT",
  help: "Of this acquirer account (default: the installation's own acquirer)",
};

const DATE = { value: "DATE", help: "The provider's day: YYYY-MM-DD, today or yesterday" };

function dateOf(args: Arguments): string | undefined {
  const date = args.option("date");
  const fault = date === undefined ? null : faultOfDay(date);
  if (fault !== null) throw usageError(`--date ${fault}`, "--date");
  return date;
}

const hasOpen = (answer: unknown): boolean =>
  rowsOf(answer, "differences").some(({ state }) => state === "open");

/** What a report lacks: days that are not compared, and a comparison after the one that is shown. */
function missingOf(answer: unknown): readonly string[] {
  const since = recordOf(recordOf(answer)["failed_since"]);
  const days = rowsOf(answer, "not_compared").map(
    ({ day, error }) =>
      `the comparison of ${String(day)}: ${typeof error === "string" ? error : "not done yet"}`,
  );
  return "id" in since
    ? [...days, `a newer comparison of ${String(since["day"])}: ${String(since["error"])}`]
    : days;
}

function showReport(answer: unknown): string {
  const { run } = recordOf(answer);
  if (!isRecord(run)) return "none";
  const { totals: _totals, ...facts } = run;
  return [
    fields(facts),
    table(TOTALS, rowsOf(run, "totals")),
    table(DIFFERENCES, rowsOf(answer, "differences")),
  ].join("\n\n");
}

const iso = (ms: unknown): string | null => (typeof ms === "number" ? new Date(ms).toISOString() : null);

function taskRow(task: Record<string, unknown>): Record<string, unknown> {
  const { done, total } = recordOf(task["progress"]);
  const of = typeof total === "number" ? ` of ${total}` : "";
  const progress = typeof done === "number" ? `${done}${of}` : null;
  return {
    ...task,
    last_ok: iso(task["last_ok_at_ms"]),
    last_failed: iso(task["last_failed_at_ms"]),
    progress,
  };
}

/** The tasks are shown all the same. */
const sourcesMissing = (error: unknown) => ({ sources_missing: true, sources_error: messageOf(error) });

export const RECONCILE_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "run",
    summary: "Compare the provider's statement of a day with our books, and wait for what comes of it",
    positionals: [],
    options: {
      account: ACCOUNT,
      date: { ...DATE, help: `${DATE.help} (default)` },
      "no-wait": { help: "Only ask for it" },
    },
    run: async (control, args, report) => {
      const asked = await control.call("POST", "/reconciler/runs", {
        date: dateOf(args),
        account: args.option("account"),
      });
      return args.flag("no-wait") ? { run: asked, differences: [] } : awaitRun(control, asked, report);
    },
    show: showReport,
    differs: hasOpen,
  },
  {
    group: GROUP,
    name: "report",
    summary: "Show what the last comparison of a day found, in sums and line by line",
    positionals: [],
    options: {
      account: ACCOUNT,
      date: { ...DATE, help: `${DATE.help} (default: the last one compared)` },
      limit: { value: "N", help: "At most this many differences (default 100)" },
    },
    run: (control, args) =>
      control.call("GET", "/reconciler/report", {
        date: dateOf(args),
        account: args.option("account"),
        limit: limitOf(args),
      }),
    show: showReport,
    missing: missingOf,
    differs: hasOpen,
  },
  {
    group: GROUP,
    name: "list",
    summary: "List differences between the provider's statements and our books, newest first",
    positionals: [],
    options: {
      all: { help: "Also those that were resolved" },
      limit: { value: "N", help: "At most this many (default 100)" },
    },
    run: (control, args) =>
      control.call("GET", "/reconciler/differences", {
        all: args.flag("all") || undefined,
        limit: limitOf(args),
      }),
    show: (answer) => table(DIFFERENCES, rowsOf(answer, "differences")),
  },
  {
    group: GROUP,
    name: "resolve",
    summary: "End a difference with words of your own",
    positionals: [{ name: "ID" }],
    options: { note: { value: "TEXT", help: "What became of it", required: true } },
    run: (control, args) =>
      control.call(
        "POST",
        `/reconciler/differences/${encodeURIComponent(args.positional("ID") ?? "")}/resolve`,
        {
          note: args.option("note"),
        },
      ),
    show: (answer) => fields(recordOf(answer)),
  },
  {
    group: GROUP,
    name: "status",
    summary: "Show what services repeat, how it goes, and whose statements are compared",
    positionals: [],
    options: {},
    run: async (control) => ({
      ...recordOf(await control.call("GET", "/reconciler/tasks")),
      ...recordOf(await control.call("GET", "/reconciler/sources").catch(sourcesMissing)),
    }),
    show: (answer) =>
      [
        table(TASKS, rowsOf(answer, "tasks").map(taskRow), nothingOf(answer)),
        recordOf(answer)["sources_missing"] === true ? "" : table(SOURCES, rowsOf(answer, "sources")),
      ]
        .join("\n\n")
        .trimEnd(),
    missing: (answer) => [
      ...missingParts(answer, (service) => `the tasks of ${service}`),
      ...(recordOf(answer)["sources_missing"] === true
        ? [`whose statements are compared: ${String(recordOf(answer)["sources_error"])}`]
        : []),
      ...rowsOf(answer, "sources").flatMap(({ provider, provider_account: account, not_compared: why }) =>
        typeof why === "string" && why !== "disabled"
          ? [`statements of ${String(provider)} ${String(account)}: not compared, ${why}`]
          : [],
      ),
    ],
  },
];
