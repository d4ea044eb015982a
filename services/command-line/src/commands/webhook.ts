import { SECRET_OVERLAP_SECONDS_MAX } from "@flowlix/contracts";
import { usageError } from "../cli-error.ts";
import type { Arguments, Command } from "../command.ts";
import { moreOf } from "../more.ts";
import { isRecord, rowsOf } from "../records.ts";
import { fields, table } from "../table.ts";
import {
  choiceOf,
  durationOf,
  limitOf,
  PAGE_OPTIONS,
  pageOf,
  OWN_SCOPE_OPTIONS,
  SCOPE_OPTIONS,
  scopeOf,
} from "../values.ts";

const GROUP = "webhook";
const COLUMNS = ["id", "mode", "url", "enabled_events", "status", "failing_since", "created_at"];
/** Of every merchant's, with what waits for them. */
const EVERY_COLUMNS = [
  "id",
  "merchant_id",
  "mode",
  "url",
  "status",
  "disabled_reason",
  "failing_from_at",
  "queue_length",
  "next_attempt_at",
];
const DELIVERY_COLUMNS = [
  "id",
  "event_id",
  "event_type",
  "status",
  "attempts",
  "last_attempt_at",
  "last_answer",
  "next_attempt_at",
  "event_accepted_at",
];
const EVENTS_HELP = "Event types, separated by commas, or * for every type";

const path = (id: string | undefined, act = "") => `/webhooks/${encodeURIComponent(id ?? "")}${act}`;

const showOne = (answer: unknown) => (isRecord(answer) ? fields(answer) : "");

/** The one moment in which a secret can be read. */
const showIssued = (answer: unknown) =>
  isRecord(answer) ? `${fields(answer)}\n\nKeep the secret now: it cannot be shown again.` : "";

function eventsOf(args: Arguments): readonly string[] | undefined {
  return args
    .option("events")
    ?.split(",")
    .map((type) => type.trim());
}

/** An empty text takes it away. */
function descriptionOf(args: Arguments): string | null | undefined {
  const given = args.option("description");
  return given === "" ? null : given;
}

function overlapSecondsOf(args: Arguments): number | undefined {
  const ms = durationOf(args, "overlap");
  if (ms === undefined) return undefined;
  if (ms % 1_000 === 0 && ms <= SECRET_OVERLAP_SECONDS_MAX * 1_000) return ms / 1_000;
  throw usageError("--overlap must be whole seconds and at most 7d", "--overlap");
}

const endpointRow = (endpoint: Record<string, unknown>): Record<string, unknown> => ({
  ...endpoint,
  failing_from_at: endpoint["failing_from"],
  mode: endpoint["livemode"] === true ? "live" : "sandbox",
});

function deliveryRow(delivery: Record<string, unknown>) {
  const last = isRecord(delivery["last_attempt"]) ? delivery["last_attempt"] : {};
  return { ...delivery, last_attempt_at: last["at"], last_answer: last["http_status"] ?? last["error"] };
}

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    group: GROUP,
    name: "create",
    summary: "Create a webhook endpoint; its secret is shown once",
    positionals: [],
    options: {
      ...SCOPE_OPTIONS,
      url: { value: "URL", help: "Where events are sent: HTTPS, at a public address", required: true },
      events: { value: "LIST", help: `${EVENTS_HELP} (default: *)` },
      description: { value: "TEXT", help: "Words of yours, up to 255 characters" },
    },
    run: (control, args) =>
      control.call("POST", "/webhooks", {
        ...scopeOf(args),
        url: args.option("url"),
        events: eventsOf(args),
        description: descriptionOf(args),
      }),
    show: showIssued,
  },
  {
    group: GROUP,
    name: "list",
    summary: "List webhook endpoints of a merchant, or of all with the state of their queues, newest first",
    positionals: [],
    options: {
      merchant: { value: "ID", help: "Whose (default: of all merchants, page by page)" },
      mode: { value: "sandbox|live", help: "Of this mode only (default: of both)" },
      failing: { help: "Only enabled ones that nothing has reached since a try failed; not with --merchant" },
      limit: { value: "N", help: "At most this many, up to 100 (default 20); not with --merchant" },
      "starting-after": { value: "ID", help: "The page that follows this one; not with --merchant" },
    },
    run: (control, args) => {
      const scope = scopeOf(args);
      const page = {
        failing: args.flag("failing") || undefined,
        limit: limitOf(args, 100),
        starting_after: args.option("starting-after"),
      };
      if (scope.merchant === undefined) return control.call("GET", "/webhooks", { ...scope, ...page });
      if (Object.values(page).some((value) => value !== undefined))
        throw usageError("--failing, --limit and --starting-after go without --merchant", "--merchant");
      return control.call("GET", "/webhooks", scope);
    },
    show: (answer) => {
      const rows = rowsOf(answer, "data").map(endpointRow);
      const columns = rows.some((row) => "queue_length" in row) ? EVERY_COLUMNS : COLUMNS;
      return table(columns, rows) + moreOf(answer);
    },
  },
  {
    group: GROUP,
    name: "show",
    summary: "Show one webhook endpoint, without its secret",
    positionals: [{ name: "ID" }],
    options: { ...OWN_SCOPE_OPTIONS },
    run: (control, args) => control.call("GET", path(args.positional("ID")), scopeOf(args)),
    show: showOne,
  },
  {
    group: GROUP,
    name: "update",
    summary: "Change a webhook endpoint; disabling it cancels what it was still to receive",
    positionals: [{ name: "ID" }],
    options: {
      ...OWN_SCOPE_OPTIONS,
      url: { value: "URL", help: "Where events are sent" },
      events: { value: "LIST", help: EVENTS_HELP },
      description: { value: "TEXT", help: 'Words of yours, up to 255 characters; "" for none' },
      status: { value: "enabled|disabled", help: "Whether events are sent at all" },
    },
    run: (control, args) => {
      const changes = {
        url: args.option("url"),
        events: eventsOf(args),
        description: descriptionOf(args),
        status: choiceOf(args, "status", ["enabled", "disabled"]),
      };
      if (Object.values(changes).every((value) => value === undefined)) {
        const options = Object.keys(changes).map((name) => `--${name}`);
        throw usageError(`name at least one of ${options.join(", ")}`, "--url");
      }
      return control.call("PATCH", path(args.positional("ID")), { ...scopeOf(args), ...changes });
    },
    show: showOne,
  },
  {
    group: GROUP,
    name: "delete",
    summary: "Delete a webhook endpoint with its deliveries",
    positionals: [{ name: "ID" }],
    options: { ...OWN_SCOPE_OPTIONS },
    run: (control, args) => control.call("DELETE", path(args.positional("ID")), scopeOf(args)),
    show: (answer) => (isRecord(answer) ? `deleted ${String(answer["id"])}` : ""),
  },
  {
    group: GROUP,
    name: "roll-secret",
    summary: "Give a webhook endpoint a new secret; the old one signs beside it for the overlap",
    positionals: [{ name: "ID" }],
    options: {
      ...OWN_SCOPE_OPTIONS,
      overlap: { value: "DURATION", help: "How long both sign: 0, 30m, 24h, at most 7d (default 24h)" },
    },
    run: (control, args) =>
      control.call("POST", path(args.positional("ID"), "/roll-secret"), {
        ...scopeOf(args),
        overlap_seconds: overlapSecondsOf(args),
      }),
    show: showIssued,
  },
  {
    group: GROUP,
    name: "end-overlap",
    summary: "End the overlap of a webhook endpoint's old secrets now; the newest one signs alone",
    positionals: [{ name: "ID" }],
    options: { ...OWN_SCOPE_OPTIONS },
    run: (control, args) => control.call("POST", path(args.positional("ID"), "/end-overlap"), scopeOf(args)),
    show: showOne,
  },
  {
    group: GROUP,
    name: "deliveries",
    summary: "List what was sent to a webhook endpoint and how it answered, newest first",
    positionals: [{ name: "ID" }],
    options: { ...OWN_SCOPE_OPTIONS, ...PAGE_OPTIONS },
    run: (control, args) =>
      control.call("GET", path(args.positional("ID"), "/deliveries"), { ...scopeOf(args), ...pageOf(args) }),
    show: (answer) => table(DELIVERY_COLUMNS, rowsOf(answer, "data").map(deliveryRow)) + moreOf(answer),
  },
];
