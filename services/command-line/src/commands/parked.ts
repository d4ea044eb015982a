import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { missingParts, nothingOf } from "../missing.ts";
import { recordOf, rowsOf } from "../records.ts";
import { releaseAll } from "../release-parked.ts";
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

const missingOwners = (answer: unknown): string[] =>
  missingParts(answer, (service) => `the parked events of ${service}`);

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,6}$/.test(text)) throw usageError("--count must be a whole number", "--count");
  return Number(text);
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
      table(COLUMNS, rowsOf(answer, "parked").map(rowOf), nothingOf(answer)) +
      (recordOf(answer)["has_more"] === true ? "\n\nThere are more: raise --limit, up to 1000" : ""),
    missing: missingOwners,
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
    summary: "Give all that is parked of the event's object another ten tries, and end its exception",
    positionals: [{ name: "ID", optional: true }],
    options: {
      note: { value: "TEXT", help: "What was mended", required: true },
      all: { help: "Every parked event instead of one, up to 1000, those that wait for longest first" },
      count: {
        value: "N",
        help: "With --all: how many events that is; without it, it says how many there are",
      },
    },
    run: (control, args, report) => {
      const note = args.option("note") ?? "";
      if (note.trim() === "") throw usageError("--note must say what was mended", "--note");
      const [id, all, count] = [args.positional("ID"), args.flag("all"), args.option("count")];
      if (all === (id !== undefined)) throw usageError("name the event's ID, or say --all", "ID");
      if (!all && count !== undefined) throw usageError("--count goes with --all", "--count");
      if (!all) return control.call("POST", path(id, "/release"), { note });
      return releaseAll(control, { note, count: countOf(count) }, report);
    },
    show: (answer) => {
      const { object_id, objects, released, has_more } = recordOf(answer);
      if (objects === undefined)
        return `${String(released)} parked event(s) of ${String(object_id)} are tried again`;
      return (
        `${String(released)} parked event(s) of ${Number(objects)} object(s) are tried again` +
        (has_more === true ? "\nThere are more: run it again" : "")
      );
    },
    missing: missingOwners,
  },
];
