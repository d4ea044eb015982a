import { awaitCompared } from "../await-compared.ts";
import { usageError } from "../cli-error.ts";
import type { Arguments, Command } from "../command.ts";
import type { ControlClient } from "../control-client.ts";
import { awayOf, missingParts, nothingOf } from "../missing.ts";
import { isRecord, rowsOf } from "../records.ts";
import { table } from "../table.ts";
import { choiceOf, limitOf } from "../values.ts";

const GROUP = "ledger";
const MOVED = [
  "captured",
  "refunded",
  "paid_out",
  "late_charges",
  "reversed",
  "late_refunds",
  "late_payouts",
  "captures_declined",
  "refunds_failed_later",
  "payouts_returned",
];
const ACCOUNTS = ["provider", "merchant", "suspense"];
const FINDING = [
  "service",
  "finding",
  "subject",
  "kind",
  "merchant_id",
  "mode",
  "currency",
  "difference",
  "found_at",
];

const CHECKS = ["service", "checked_at", "compared_until", "checked_day", "rounded_since"];

/** The findings; where a day or everything is to be compared first, once that is done. */
async function compared(
  control: ControlClient,
  args: Arguments,
  report: (line: string) => void,
): Promise<unknown> {
  const limit = limitOf(args);
  const date = args.option("date");
  const all = args.flag("all") || undefined;
  if (date !== undefined && all) throw usageError("--date and --all exclude each other", "--date");
  if (date === undefined && !all) return control.call("GET", "/ledger/findings", { limit });
  const unasked = awayOf(await control.call("POST", "/ledger/check", { date, all }));
  report(`comparing ${date ?? "everything"}`);
  return awaitCompared(control, { unasked, limit }, report);
}

const filling = ({ service, done, total }: Record<string, unknown>): string =>
  `what ${String(service)} had before its journal: incomplete, ${String(done)} of ${String(total)} posted`;

/** Why the findings of an owner do not show yet that all is well. */
function uncheckedOf(check: Record<string, unknown>): readonly string[] {
  const of = `the check of ${String(check["service"])}`;
  if (isRecord(check["filling"])) return [filling({ ...check["filling"], service: check["service"] })];
  if (typeof check["checked_at"] !== "number") return [`${of}: nothing was compared yet`];
  if (check["is_current"] !== true)
    return [
      `${of}: nothing was compared since ${new Date(check["checked_at"] * 1000).toISOString().replace(".000Z", "Z")}`,
    ];
  return check["days_current"] === true
    ? []
    : [`${of}: no day after ${String(check["checked_day"])} was compared`];
}

function uncomparedOf(answer: unknown): readonly string[] {
  const names = isRecord(answer) && Array.isArray(answer["not_compared"]) ? answer["not_compared"] : [];
  return names.map((service) => `what was to be compared by ${String(service)}: it is not, or nobody knows`);
}

export const LEDGER_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "balance",
    summary: "Show what moved for a merchant, and the balance of each account, in minor units",
    positionals: [],
    options: {
      merchant: { value: "ID", help: "Whose", required: true },
      mode: { value: "sandbox|live", help: "Only of this mode" },
      currency: { value: "CODE", help: "Only in this currency" },
    },
    run: (control, args) =>
      control.call("GET", "/ledger/balance", {
        merchant: args.option("merchant"),
        mode: choiceOf(args, "mode", ["sandbox", "live"]),
        currency: args.option("currency"),
      }),
    show: (answer) => table(["mode", "currency", ...MOVED, ...ACCOUNTS], rowsOf(answer, "balances")),
    missing: (answer) => rowsOf(answer, "incomplete").map(filling),
  },
  {
    group: GROUP,
    name: "check",
    summary: "List where journal, objects and sums disagree, as last compared; there must be none",
    positionals: [],
    options: {
      date: { value: "DATE", help: "Compare this day again first: YYYY-MM-DD in UTC" },
      all: { help: "Compare everything again first" },
      limit: { value: "N", help: "At most this many (default 100)" },
    },
    run: compared,
    show: (answer) =>
      `${table(FINDING, rowsOf(answer, "findings"), nothingOf(answer))}\n\n${table(CHECKS, rowsOf(answer, "checks"))}`,
    missing: (answer) => [
      ...missingParts(answer, (service) => `the findings of ${service}`),
      ...uncomparedOf(answer),
      ...rowsOf(answer, "checks").flatMap(uncheckedOf),
    ],
    differs: (answer) => rowsOf(answer, "findings").length > 0,
  },
  {
    group: GROUP,
    name: "fill",
    summary: "Book what ended since a day and has no row, as a process of the release before leaves it",
    positionals: [],
    options: { from: { value: "DATE", help: "The day, as YYYY-MM-DD in UTC", required: true } },
    run: (control, args) => control.call("POST", "/ledger/fill", { from: args.option("from") }),
    show: (answer) => table(["service", "to_fill"], rowsOf(answer, "owners")),
    missing: (answer) => missingParts(answer, (service) => `the journal of ${service}`),
  },
];
