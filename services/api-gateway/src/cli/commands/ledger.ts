import { usageError } from "../cli-error.ts";
import type { Arguments, Command } from "../command.ts";
import type { ControlClient } from "../control-client.ts";
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

const CHECKS = ["service", "checked_at", "compared_until", "rounded_since"];

/** Has turns of checking done until what was asked for is compared; without it the clock does them soon. */
async function compareNow(
  control: ControlClient,
  args: Arguments,
  tell: (line: string) => void,
): Promise<void> {
  const date = args.option("date");
  const all = args.flag("all") || undefined;
  if (date !== undefined && all) throw usageError("--date and --all exclude each other", "--date");
  if (date === undefined && !all) return;
  await control.call("POST", "/ledger/check", { date, all });
  tell(`comparing ${date ?? "everything"}`);
  let answer: unknown;
  do answer = await control.call("POST", "/ledger/check/turns");
  while (isRecord(answer) && answer["more"] === true);
}

const filling = ({ service, done, total }: Record<string, unknown>): string =>
  `what ${String(service)} had before its journal: incomplete, ${String(done)} of ${String(total)} booked`;

/** Why it cannot be told from the findings of an owner that all is well. */
function uncheckedOf(check: Record<string, unknown>): readonly string[] {
  const of = `the check of ${String(check["service"])}`;
  if (isRecord(check["filling"])) return [filling({ ...check["filling"], service: check["service"] })];
  if (typeof check["checked_at"] !== "number") return [`${of}: nothing was compared yet`];
  if (check["is_current"] === true) return [];
  return [
    `${of}: nothing was compared since ${new Date(check["checked_at"] * 1000).toISOString().replace(".000Z", "Z")}`,
  ];
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
    run: async (control, args, tell) => {
      await compareNow(control, args, tell);
      return control.call("GET", "/ledger/findings", { limit: limitOf(args) });
    },
    show: (answer) =>
      `${table(FINDING, rowsOf(answer, "findings"))}\n\n${table(CHECKS, rowsOf(answer, "checks"))}`,
    missing: (answer) => [
      ...awayOf(answer).map((service) => `the findings of ${service}: it does not answer`),
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
    missing: (answer) => awayOf(answer).map((service) => `the journal of ${service}: it does not answer`),
  },
];

const awayOf = (answer: unknown): readonly string[] =>
  isRecord(answer) && Array.isArray(answer["missing"]) ? answer["missing"].map(String) : [];
