import { usageError } from "../cli-error.ts";
import type { Arguments, Command } from "../command.ts";
import { continueRestored } from "../continue-restored.ts";
import { recordOf, rowsOf } from "../records.ts";
import { adviceOn } from "../restore-advice.ts";
import { noteContinued, readRestored } from "../restored-file.ts";
import { fields, table } from "../table.ts";
import { timeOf } from "../values.ts";

const GROUP = "restore";
const DAYS = ["day", "complete", "statement_lines", "book_lines", "matched", "differing", "awaiting"];
const DIFFERENCES = ["id", "day", "reference", "statement_amount", "statement_currency", "status", "state"];
const ANOMALIES = ["id", "kind", "object_id", "amount", "currency", "created_at", "detail"];

function sinceOf(args: Arguments): string | undefined {
  const seconds = timeOf(args, "since");
  return seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString();
}

const isOpen = ({ state }: Record<string, unknown>): boolean => state === "open";

const waitingOf = (answer: unknown): readonly string[] => {
  const { waiting } = recordOf(answer);
  return Array.isArray(waiting) ? waiting.map(String) : [];
};

const differs = (answer: unknown): boolean =>
  rowsOf(answer, "differences").some(isOpen) || rowsOf(answer, "anomalies").length > 0;

function showContinued(answer: unknown): string {
  const { since } = recordOf(answer);
  const open = rowsOf(answer, "differences").filter(isOpen);
  const groups = Map.groupBy(open, ({ difference, kind }) => `${String(difference)} ${String(kind)}`);
  const anomalies = rowsOf(answer, "anomalies");
  return [
    `Compared with the acquirer since ${String(since)}:`,
    table(DAYS, rowsOf(answer, "days")),
    ...[...groups.values()].flatMap(shownGroup),
    ...(open.length === 0 ? [] : ["End each with: reconcile resolve ID --note TEXT, and run this again."]),
    ...(anomalies.length === 0 ? [] : ["Exceptions, see docs/operators.md:", table(ANOMALIES, anomalies)]),
    differs(answer) || waitingOf(answer).length > 0
      ? `Open: ${open.length + anomalies.length}.`
      : "Nothing is open: the restore is over.",
  ].join("\n\n");
}

function shownGroup(rows: readonly Record<string, unknown>[]): string[] {
  const [difference, kind] = [String(rows[0]?.["difference"]), String(rows[0]?.["kind"])];
  return [`${difference}, ${kind}\n${adviceOn(difference, kind)}`, table(DIFFERENCES, rows)];
}

export const RESTORE_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "continue",
    summary:
      "Compare everything since the backup with the acquirer, and say what to do about each difference",
    positionals: [],
    options: {
      since: {
        value: "TIME",
        help: "When the backup was begun (default: what make restore noted in $DATA_DIR)",
      },
    },
    run: async (control, args, report, folder) => {
      const restored = readRestored(folder);
      const since = sinceOf(args) ?? restored?.backup_begun_at;
      if (since === undefined)
        throw usageError("--since is required: no restore is noted in $DATA_DIR", "--since");
      const answer = await continueRestored(
        control,
        { since, restoredAt: restored?.restored_at ?? null },
        { report },
      );
      const isOver = !differs(answer) && answer.waiting.length === 0;
      if (isOver && restored !== null && restored.continued_at === null) noteContinued(folder, restored);
      return answer;
    },
    show: showContinued,
    missing: waitingOf,
    differs,
  },
  {
    group: GROUP,
    name: "status",
    summary:
      "Show whether this installation was restored, and whether everything since the backup is settled",
    positionals: [],
    options: {},
    run: (_control, _args, _report, folder) => Promise.resolve({ restored: readRestored(folder) }),
    show: (answer) => {
      const { restored } = recordOf(answer);
      return restored === null ? "no restore is noted in $DATA_DIR" : fields(recordOf(restored));
    },
    differs: (answer) => {
      const { restored } = recordOf(answer);
      return restored !== null && recordOf(restored)["continued_at"] === null;
    },
  },
];
