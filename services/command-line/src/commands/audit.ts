import type { Command } from "../command.ts";
import { missingParts, nothingOf } from "../missing.ts";
import { rowsOf } from "../records.ts";
import { table } from "../table.ts";
import { limitOf } from "../values.ts";

export const AUDIT_COMMANDS: readonly Command[] = [
  {
    group: "audit",
    name: "list",
    summary: "List administrative acts of every service, newest first",
    positionals: [],
    options: { limit: { value: "N", help: "At most this many (default 100)" } },
    run: (control, args) => control.call("GET", "/audit", { limit: limitOf(args) }),
    show: (answer) =>
      table(
        ["at", "actor", "act", "subject", "service", "detail"],
        rowsOf(answer, "entries"),
        nothingOf(answer),
      ),
    missing: (answer) => missingParts(answer, (service) => `the acts of ${service}`),
  },
];
