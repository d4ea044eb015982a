import type { Command } from "../command.ts";
import { usageError } from "../cli-error.ts";
import { isRecord, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { choiceOf, switchOf } from "../values.ts";

const GROUP = "merchant";
const COLUMNS = ["merchant_id", "name", "sandbox", "live", "created_at"];

const path = (id: string | undefined) => `/merchants/${encodeURIComponent(id ?? "")}`;

function account(value: unknown): string {
  if (!isRecord(value)) return "-";
  const on = ["provisioned", "payments", "payouts"].filter((name) => value[name] === true);
  return on.length === 0 ? "none" : on.join(",");
}

const readable = (merchant: Record<string, unknown>) => ({
  merchant_id: merchant["merchant_id"],
  name: merchant["name"],
  sandbox: account(merchant["sandbox"]),
  live: account(merchant["live"]),
  created_at: merchant["created_at"],
});

const showOne = (answer: unknown) => (isRecord(answer) ? fields(readable(answer)) : "");

export const MERCHANT_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "create",
    summary: "Create a merchant: ready in Sandbox, not provisioned in live",
    positionals: [],
    options: { name: { value: "NAME", help: "Name as payers see it, up to 255 characters", required: true } },
    run: (control, args) => control.call("POST", "/merchants", { name: args.option("name") }),
    show: (answer) => (isRecord(answer) ? `created ${String(answer["merchant_id"])}` : ""),
  },
  {
    group: GROUP,
    name: "list",
    summary: "List merchants, newest first",
    positionals: [],
    options: {},
    run: (control) => control.call("GET", "/merchants"),
    show: (answer) => table(COLUMNS, rowsOf(answer, "merchants").map(readable)),
  },
  {
    group: GROUP,
    name: "show",
    summary: "Show one merchant",
    positionals: [{ name: "ID" }],
    options: {},
    run: (control, args) => control.call("GET", path(args.positional("ID"))),
    show: showOne,
  },
  {
    group: GROUP,
    name: "update",
    summary: "Switch parts of a merchant's account in one mode",
    positionals: [{ name: "ID" }],
    options: {
      mode: { value: "sandbox|live", help: "Which account", required: true },
      payments: { value: "on|off", help: "Whether new payments are accepted" },
      payouts: { value: "on|off", help: "Whether payouts may be submitted" },
      provisioned: { value: "yes|no", help: "Whether the merchant is ready at the provider" },
    },
    run: (control, args) => {
      const change = {
        mode: choiceOf(args, "mode", ["sandbox", "live"]),
        payments: switchOf(args, "payments", "on", "off"),
        payouts: switchOf(args, "payouts", "on", "off"),
        provisioned: switchOf(args, "provisioned", "yes", "no"),
      };
      if (change.payments === undefined && change.payouts === undefined && change.provisioned === undefined) {
        throw usageError("name at least one of --payments, --payouts, --provisioned", "--payments");
      }
      return control.call("PATCH", path(args.positional("ID")), change);
    },
    show: showOne,
  },
];
