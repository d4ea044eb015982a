import { OPEN_KINDS, OPEN_LIST_MAX } from "@flowlix/contracts";
import type { Command } from "../command.ts";
import { missingParts, nothingOf } from "../missing.ts";
import { recordOf, rowsOf } from "../records.ts";
import { spanOf } from "../span.ts";
import { table } from "../table.ts";
import { choiceOf, durationOf, limitOf } from "../values.ts";

const COLUMNS = [
  "id",
  "kind",
  "merchant_id",
  "mode",
  "provider",
  "status",
  "amount",
  "currency",
  "created_at",
  "age",
  "next_look_at",
  "look_count",
];

const rowOf = (open: Record<string, unknown>) => ({
  ...open,
  mode: open["livemode"] === true ? "live" : "sandbox",
  age: spanOf(open["age_seconds"]),
});

const more = (answer: unknown): string =>
  recordOf(answer)["has_more"] === true
    ? `\n\nThere are more: raise --limit, up to ${OPEN_LIST_MAX}, or ask for fewer with --kind, --mode and --older-than`
    : "";

const partialOf = (answer: unknown): readonly string[] => {
  const { partial } = recordOf(answer);
  return Array.isArray(partial) ? partial.map(String) : [];
};

export const OPEN_COMMANDS: readonly Command[] = [
  {
    group: "open",
    name: "list",
    summary: "List Payments, Refunds and Payouts that have not ended, oldest first",
    positionals: [],
    options: {
      kind: { value: OPEN_KINDS.join("|"), help: "Of this kind only (default: of each)" },
      "older-than": {
        value: "DURATION",
        help: "Only those made longer ago: 90s, 15m, 4h, 7d (default 0: all)",
      },
      mode: { value: "sandbox|live", help: "Of this mode only (default: of both)" },
      limit: { value: "N", help: `At most this many, up to ${OPEN_LIST_MAX} (default 100)` },
    },
    run: (control, args) =>
      control.call("GET", "/open", {
        kind: choiceOf(args, "kind", OPEN_KINDS),
        older_than_ms: durationOf(args, "older-than"),
        mode: choiceOf(args, "mode", ["sandbox", "live"]),
        limit: limitOf(args, OPEN_LIST_MAX),
      }),
    show: (answer) => table(COLUMNS, rowsOf(answer, "open").map(rowOf), nothingOf(answer)) + more(answer),
    missing: (answer) => [
      ...missingParts(answer, (service) => `what is open of ${service}`),
      ...partialOf(answer).map(
        (service) =>
          `what is open of ${service}: too many to look through, there may be older ones than those listed`,
      ),
    ],
  },
];
