import type { Command } from "../command.ts";
import { isRecord, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { choiceOf, durationOf, permissionsOf, timeOf } from "../values.ts";

const GROUP = "key";
const COLUMNS = [
  "key_id",
  "mode",
  "permissions",
  "status",
  "secrets",
  "expires_at",
  "last_used_at",
  "created_at",
];

const path = (id: string | undefined, act: string) => `/keys/${encodeURIComponent(id ?? "")}/${act}`;

/** The one moment in which a key can be read. */
const showIssued = (answer: unknown) =>
  isRecord(answer)
    ? `${fields(answer)}\n\nKeep the API key now: it is not stored and cannot be shown again.`
    : "";

export const KEY_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "create",
    summary: "Create an API key; its text is shown once",
    positionals: [],
    options: {
      merchant: { value: "ID", help: "Whose key", required: true },
      mode: { value: "sandbox|live", help: "In which mode it works", required: true },
      permissions: { value: "LIST", help: "Some of payments,refunds,payouts,read (default: all)" },
      "expires-at": {
        value: "TIME",
        help: "When it ends: 2030-01-31T12:00:00Z or Unix seconds (default: never)",
      },
    },
    run: (control, args) =>
      control.call("POST", "/keys", {
        merchant: args.option("merchant"),
        mode: choiceOf(args, "mode", ["sandbox", "live"]),
        permissions: permissionsOf(args),
        expires_at: timeOf(args, "expires-at"),
      }),
    show: showIssued,
  },
  {
    group: GROUP,
    name: "list",
    summary: "List a merchant's keys, newest first",
    positionals: [],
    options: { merchant: { value: "ID", help: "Whose keys", required: true } },
    run: (control, args) =>
      control.call("GET", `/merchants/${encodeURIComponent(args.option("merchant") ?? "")}/keys`),
    show: (answer) => table(COLUMNS, rowsOf(answer, "keys")),
  },
  {
    group: GROUP,
    name: "revoke",
    summary: "End a key for good; takes effect everywhere within 5 seconds",
    positionals: [{ name: "KEY_ID" }],
    options: {},
    run: (control, args) => control.call("POST", path(args.positional("KEY_ID"), "revoke")),
    show: (answer) => (isRecord(answer) ? `revoked ${String(answer["key_id"])}` : ""),
  },
  {
    group: GROUP,
    name: "roll",
    summary:
      "Give a key a new secret and keep its id; every older secret ends after the overlap at the latest",
    positionals: [{ name: "KEY_ID" }],
    options: {
      overlap: {
        value: "DURATION",
        help: "How long older secrets still work, those of earlier rolls too, at most: 0, 30m, 24h (default 24h)",
      },
    },
    run: (control, args) =>
      control.call("POST", path(args.positional("KEY_ID"), "roll"), {
        overlap_ms: durationOf(args, "overlap"),
      }),
    show: showIssued,
  },
];
