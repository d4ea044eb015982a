import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { missingParts, nothingOf } from "../missing.ts";
import { isRecord, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { limitOf } from "../values.ts";

const GROUP = "anomaly";
const COLUMNS = ["id", "kind", "object_id", "amount", "currency", "resolution", "created_at", "detail"];

const path = (id: string | undefined, act: string) => `/anomalies/${encodeURIComponent(id ?? "")}/${act}`;

const showOne = (answer: unknown) => (isRecord(answer) ? fields(answer) : "");

export const ANOMALY_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "list",
    summary: "List contradictions that only an operator may end",
    positionals: [],
    options: {
      all: { help: "Also those that were ended" },
      limit: { value: "N", help: "At most this many (default 100)" },
    },
    run: (control, args) =>
      control.call("GET", "/anomalies", { all: args.flag("all") || undefined, limit: limitOf(args) }),
    show: (answer) => table(COLUMNS, rowsOf(answer, "anomalies"), nothingOf(answer)),
    missing: (answer) => missingParts(answer, (service) => `the exceptions of ${service}`),
  },
  {
    group: GROUP,
    name: "reverse",
    summary: "Give a charge that must not stand back at the provider; other exceptions are noted",
    positionals: [{ name: "ID" }],
    options: {},
    run: (control, args) => control.call("POST", path(args.positional("ID"), "reverse")),
    show: showOne,
  },
  {
    group: GROUP,
    name: "note",
    summary: "End an exception with words of your own",
    positionals: [{ name: "ID" }, { name: "TEXT", optional: true }],
    options: { note: { value: "TEXT", help: "The words, where they are not given as an argument" } },
    run: (control, args) => {
      const note = args.option("note") ?? args.positional("TEXT");
      if (note === undefined) throw usageError("--note is required", "--note");
      return control.call("POST", path(args.positional("ID"), "note"), { note });
    },
    show: showOne,
  },
];
