import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { recordOf, rowsOf } from "../records.ts";
import { fields, printable, table } from "../table.ts";
import { limitOf } from "../values.ts";

const GROUP = "parked";
const COLUMNS = [
  "event_id",
  "event_type",
  "object_id",
  "mode",
  "service",
  "parked_at",
  "refusals",
  "waiting",
  "anomaly_id",
  "reason",
];

const path = (id: string | undefined, act = "") => `/parked/${encodeURIComponent(id ?? "")}${act}`;

const secondsOf = (ms: unknown): number | null => (typeof ms === "number" ? Math.floor(ms / 1_000) : null);

function rowOf({ parked_at_ms, created_at_ms, ...parked }: Record<string, unknown>) {
  return { ...parked, created_at: secondsOf(created_at_ms), parked_at: secondsOf(parked_at_ms) };
}

/** The stored event as it is, and what can be done about it. */
function showOne(answer: unknown): string {
  const { payload, ...parked } = recordOf(answer);
  return [
    fields(rowOf(parked)),
    `Stored event:\n${printable(String(payload))}`,
    `Mend what the notifier refuses it for, then: parked release ${String(parked["event_id"])} --note TEXT\n` +
      "The event itself is never edited. If its JSON is at fault, see docs/runbooks/OutboxParked.md.",
  ].join("\n\n");
}

export const PARKED_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "list",
    summary: "List events that the notifier refused for good, those that wait for longest first",
    positionals: [],
    options: { limit: { value: "N", help: "At most this many (default 100)" } },
    run: (control, args) => control.call("GET", "/parked", { limit: limitOf(args) }),
    show: (answer) =>
      table(COLUMNS, rowsOf(answer, "parked").map(rowOf)) +
      (recordOf(answer)["has_more"] === true ? "\n\nThere are more: raise --limit, up to 1000" : ""),
    missing: (answer) => {
      const { missing } = recordOf(answer);
      const services: readonly unknown[] = Array.isArray(missing) ? missing : [];
      return services.map((service) => `the parked events of ${String(service)}: it does not answer`);
    },
  },
  {
    group: GROUP,
    name: "show",
    summary: "Show a parked event as it is stored, and why it was refused",
    positionals: [{ name: "ID" }],
    options: {},
    run: (control, args) => control.call("GET", path(args.positional("ID"))),
    show: showOne,
  },
  {
    group: GROUP,
    name: "release",
    summary: "Give all that is parked of the event's object another ten tries, and end its anomaly",
    positionals: [{ name: "ID" }],
    options: { note: { value: "TEXT", help: "What was mended", required: true } },
    run: (control, args) => {
      const note = args.option("note") ?? "";
      if (note.trim() === "") throw usageError("--note must say what was mended", "--note");
      return control.call("POST", path(args.positional("ID"), "/release"), { note });
    },
    show: (answer) => {
      const { object_id, released } = recordOf(answer);
      return `${String(released)} parked event(s) of ${String(object_id)} are tried again`;
    },
  },
];
