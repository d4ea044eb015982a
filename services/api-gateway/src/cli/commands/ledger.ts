import type { Command } from "../command.ts";
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
  },
  {
    group: GROUP,
    name: "check",
    summary: "List where journal, objects and sums disagree, as last compared; there must be none",
    positionals: [],
    options: { limit: { value: "N", help: "At most this many (default 100)" } },
    run: (control, args) => control.call("GET", "/ledger/findings", { limit: limitOf(args) }),
    show: (answer) => table(FINDING, rowsOf(answer, "findings")),
    missing: (answer) => awayOf(answer).map((service) => `the findings of ${service}: it does not answer`),
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
