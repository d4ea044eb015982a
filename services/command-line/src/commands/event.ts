import type { Command } from "../command.ts";
import { isRecord, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import { PAGE_OPTIONS, pageOf, OWN_SCOPE_OPTIONS, SCOPE_OPTIONS, scopeOf } from "../values.ts";
import { moreOf } from "../more.ts";

const GROUP = "event";
const COLUMNS = ["id", "type", "object", "created_at"];

const path = (id: string | undefined) => `/events/${encodeURIComponent(id ?? "")}`;

/** The id of what an event is about. */
function objectOf({ data }: Record<string, unknown>): unknown {
  const object = isRecord(data) ? Object.values(data).find(isRecord) : undefined;
  return object?.["id"];
}

export const EVENT_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "list",
    summary: "List a merchant's events of the last 30 days, newest first",
    positionals: [],
    options: { ...SCOPE_OPTIONS, ...PAGE_OPTIONS },
    run: (control, args) => control.call("GET", "/events", { ...scopeOf(args), ...pageOf(args) }),
    show: (answer) => {
      const rows = rowsOf(answer, "data").map((event) => ({ ...event, object: objectOf(event) }));
      return table(COLUMNS, rows) + moreOf(answer);
    },
  },
  {
    group: GROUP,
    name: "show",
    summary: "Show one event with its snapshot",
    positionals: [{ name: "ID" }],
    options: { ...OWN_SCOPE_OPTIONS },
    run: (control, args) => control.call("GET", path(args.positional("ID")), scopeOf(args)),
    show: (answer) => (isRecord(answer) ? fields(answer) : ""),
  },
  {
    group: GROUP,
    name: "resend",
    summary: "Send an event again, under its id, to every enabled endpoint that wants its type",
    positionals: [{ name: "ID" }],
    options: { ...OWN_SCOPE_OPTIONS },
    run: (control, args) => control.call("POST", `${path(args.positional("ID"))}/resend`, scopeOf(args)),
    show: (answer) =>
      isRecord(answer)
        ? `${String(answer["id"])} goes once more to ${String(answer["deliveries"])} endpoint(s)`
        : "",
  },
];
