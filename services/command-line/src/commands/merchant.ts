import { CARD_ATTEMPTS_MAX } from "@flowlix/contracts";
import type { Command } from "../command.ts";
import { usageError } from "../cli-error.ts";
import { isRecord, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { colourOf, logoOf, nameOf } from "../branding-values.ts";
import { choiceOf, limitOf, switchOf } from "../values.ts";

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

const showOne = (answer: unknown) =>
  isRecord(answer)
    ? fields({ ...readable(answer), ...shownToPayers("sandbox", answer), ...shownToPayers("live", answer) })
    : "";

/** The account's own branding, a line each; what is not set is the merchant's name, and nothing else. */
function shownToPayers(mode: "sandbox" | "live", merchant: Record<string, unknown>) {
  const of = merchant[mode];
  const branding = isRecord(of) && isRecord(of["branding"]) ? of["branding"] : {};
  return {
    [`${mode}_card_attempts`]: isRecord(of) ? of["card_attempts"] : undefined,
    [`${mode}_name`]: branding["name"],
    [`${mode}_colour`]: branding["colour"],
    [`${mode}_logo`]: branding["logo_sha256"],
  };
}

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
    summary: "Change a merchant's account in one mode: what it may do, and how payers see it",
    positionals: [{ name: "ID" }],
    options: {
      mode: { value: "sandbox|live", help: "Which account", required: true },
      payments: { value: "on|off", help: "Whether new payments are accepted" },
      payouts: { value: "on|off", help: "Whether payouts may be submitted" },
      provisioned: { value: "yes|no", help: "Whether the merchant is ready at the provider" },
      "card-attempts": {
        value: "1..10",
        help: "Cards that a payer of the hosted page may try, each once the one before was declined",
      },
      name: {
        value: "TEXT",
        help: 'Name on the hosted page, up to 255 characters; "" for the merchant\'s own',
      },
      colour: { value: "#RRGGBB|none", help: "Colour of the hosted page" },
      logo: {
        value: "FILE|none",
        help: "Logo on the hosted page: a PNG or WebP file of at most 64 KiB, 16 to 2048 pixels a side",
      },
    },
    run: (control, args) => {
      const change = {
        mode: choiceOf(args, "mode", ["sandbox", "live"]),
        payments: switchOf(args, "payments", "on", "off"),
        payouts: switchOf(args, "payouts", "on", "off"),
        provisioned: switchOf(args, "provisioned", "yes", "no"),
        card_attempts: limitOf(args, CARD_ATTEMPTS_MAX, "card-attempts"),
        name: nameOf(args),
        colour: colourOf(args),
        logo: logoOf(args),
      };
      const { mode: _mode, ...named } = change;
      if (Object.values(named).every((value) => value === undefined)) {
        const options = Object.keys(named).map((name) => `--${name.replace("_", "-")}`);
        throw usageError(`name at least one of ${options.join(", ")}`, "--payments");
      }
      return control.call("PATCH", path(args.positional("ID")), change);
    },
    show: showOne,
  },
];
