import { limitsOf, currenciesOf, methodsOf, secretsOf, settingsOf, weightOf } from "../account-values.ts";
import { usageError } from "../cli-error.ts";
import type { Arguments, Command } from "../command.ts";
import { missingParts, nothingOf } from "../missing.ts";
import { moreOf } from "../more.ts";
import { isRecord, recordOf, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { choiceOf, limitOf, PAGE_OPTIONS, SCOPE_OPTIONS, scopeOf } from "../values.ts";

const GROUP = "acquirer";
const COLUMNS = [
  "id",
  "merchant_id",
  "mode",
  "acquirer",
  "label",
  "status",
  "weight",
  "currencies",
  "methods",
];
const CHECKED = ["service", "version", "current", "opens", "answered"];
const { "ending-before": _none, ...FORWARD } = PAGE_OPTIONS;

const path = (args: Arguments) => `/acquirers/${encodeURIComponent(args.positional("ID") ?? "")}`;

const ACCOUNT_OPTIONS = {
  currencies: { value: "EUR,USD|all", help: "Which currencies it takes (default: all of the acquirer's)" },
  methods: {
    value: "card,apple_pay,google_pay,payout|all",
    help: "What it is used for (default: all that the acquirer can do)",
  },
  weight: { value: "0..10000", help: "Its share of new objects against its siblings' (default 100)" },
  limit: {
    value: "EUR:MIN-MAX",
    help: "Amounts that it takes of a currency, in minor units; may be repeated; none for no limits",
    repeats: true,
  },
  set: {
    value: "NAME=VALUE",
    help: "A setting of the acquirer, NAME:=JSON for a number or a switch, NAME= to remove; may be repeated",
    repeats: true,
  },
  "secret-file": { value: "NAME=PATH", help: "A secret, out of a file; may be repeated", repeats: true },
  "secret-env": {
    value: "NAME=VARIABLE",
    help: "A secret, out of an environment variable; may be repeated",
    repeats: true,
  },
} as const;

const valuesOf = (args: Arguments) => ({
  label: args.option("label"),
  currencies: currenciesOf(args),
  methods: methodsOf(args),
  weight: weightOf(args),
  limits: limitsOf(args),
  settings: settingsOf(args),
  secrets: secretsOf(args),
});

function readable(account: Record<string, unknown>): Record<string, unknown> {
  return {
    ...account,
    currencies: account["currencies"] ?? "all",
    methods: account["methods"] ?? "all",
  };
}

function showOne(answer: unknown): string {
  if (!isRecord(answer)) return "";
  const { settings, secrets, ...account } = readable(answer);
  return fields({
    ...account,
    ...prefixed("setting", recordOf(settings), (value) => value),
    ...prefixed("secret", recordOf(secrets), (value) => {
      const { fingerprint } = recordOf(value);
      return typeof fingerprint === "string" ? `set (${fingerprint})` : "set (no key opens it)";
    }),
  });
}

const prefixed = (
  prefix: string,
  values: Record<string, unknown>,
  show: (value: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix} ${name}`, show(value)]));

export const ACQUIRER_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "add",
    summary: "Give a merchant an account at an acquirer",
    positionals: [],
    options: {
      ...SCOPE_OPTIONS,
      acquirer: { value: "NAME", help: "Which acquirer", required: true },
      label: { value: "TEXT", help: "What it is called here, up to 100 characters", required: true },
      ...ACCOUNT_OPTIONS,
    },
    run: (control, args) =>
      control.call("POST", "/acquirers", {
        ...scopeOf(args),
        acquirer: args.option("acquirer"),
        ...valuesOf(args),
      }),
    show: showOne,
  },
  {
    group: GROUP,
    name: "list",
    summary: "List accounts at acquirers, newest first",
    positionals: [],
    options: {
      merchant: { value: "ID", help: "Only this merchant's" },
      mode: { value: "sandbox|live", help: "Only of this mode" },
      ...FORWARD,
    },
    run: (control, args) =>
      control.call("GET", "/acquirers", {
        merchant: args.option("merchant"),
        mode: choiceOf(args, "mode", ["sandbox", "live"]),
        limit: limitOf(args, 100),
        starting_after: args.option("starting-after"),
      }),
    show: (answer) => table(COLUMNS, rowsOf(answer, "data").map(readable)) + moreOf(answer),
  },
  {
    group: GROUP,
    name: "show",
    summary: "Show one account; of its secrets only that they are set, and a fingerprint",
    positionals: [{ name: "ID" }],
    options: {},
    run: (control, args) => control.call("GET", path(args)),
    show: showOne,
  },
  {
    group: GROUP,
    name: "update",
    summary: "Change an account; which one it is at the acquirer stays: add another for that",
    positionals: [{ name: "ID" }],
    options: {
      label: { value: "TEXT", help: "What it is called here, up to 100 characters" },
      ...ACCOUNT_OPTIONS,
      activate: { help: "Take new objects again" },
      "if-version": { value: "N", help: "Only if the account still is of this version" },
    },
    run: (control, args) => {
      const change = { ...valuesOf(args), active: args.flag("activate") ? true : undefined };
      if (Object.values(change).every((value) => value === undefined))
        throw usageError("name at least one thing to change", "--label");
      return control.call("PATCH", path(args), { ...change, version: versionOf(args) });
    },
    show: showOne,
  },
  {
    group: GROUP,
    name: "disable",
    summary: "Give an account no new objects; those that it has still go there",
    positionals: [{ name: "ID" }],
    options: {},
    run: (control, args) => control.call("POST", `${path(args)}/disable`),
    show: showOne,
  },
  {
    group: GROUP,
    name: "check",
    summary: "Whether every service can use an account, and whether the acquirer knows us by it",
    positionals: [{ name: "ID" }],
    options: {},
    run: (control, args) => control.call("POST", `${path(args)}/check`),
    show: (answer) => table(CHECKED, rowsOf(answer, "services"), nothingOf(answer)),
    missing: (answer) => missingParts(answer, (service) => `the check of ${service}`),
    differs: (answer) =>
      rowsOf(answer, "services").some(
        ({ current, opens, answered }) =>
          current !== true || opens !== true || (answered !== null && answered !== "absent"),
      ),
  },
];

function versionOf(args: Arguments): number | undefined {
  const given = args.option("if-version");
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw usageError("--if-version must be a version", "--if-version");
  return Number(given);
}
