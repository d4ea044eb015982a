import { KEY_PERMISSIONS, PAGE_LIMIT_MAX, isId, type IdKind, type KeyPermission } from "@flowlix/contracts";
import { Refusal } from "../store/refusal.ts";
import { MODES, type Mode } from "../store/mode.ts";

/** One call of the control API: who, and the arguments by name. */
export interface ControlRequest {
  readonly actor: string;
  readonly params: Readonly<Record<string, string>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

export const bad = (argument: string, rule: string): Refusal =>
  new Refusal("invalid_argument", `${argument} ${rule}`, argument);

/** Readers of arguments; each names the argument at fault. Errors: Refusal invalid_argument. */
export function textArg(request: ControlRequest, name: string, maxLength: number): string {
  const value = request.args[name];
  if (typeof value !== "string" || !isPlainText(value, maxLength)) {
    throw bad(name, `must be a text of 1 to ${maxLength} characters`);
  }
  return value.trim();
}

/** Something to read, in one line, that Postgres can store: no U+0000 and no other control characters. */
export const isPlainText = (text: string, maxLength: number): boolean =>
  text.trim() !== "" && text.length <= maxLength && !hasControl(text);

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed();

export function modeArg(request: ControlRequest): Mode {
  const mode = MODES.find((one) => one === request.args["mode"]);
  if (mode === undefined) throw bad("mode", `must be one of ${MODES.join(", ")}`);
  return mode;
}

export function flagArg(request: ControlRequest, name: string): boolean | undefined {
  const value = request.args[name];
  if (value === undefined || typeof value === "boolean") return value;
  // In a query everything is text.
  if (value === "true" || value === "false") return value === "true";
  throw bad(name, "must be true or false");
}

export function permissionsArg(request: ControlRequest): readonly KeyPermission[] {
  const value = request.args["permissions"] ?? KEY_PERMISSIONS;
  if (Array.isArray(value) && value.length > 0) {
    const known = KEY_PERMISSIONS.filter((permission) => value.includes(permission));
    if (value.every((item) => KEY_PERMISSIONS.some((permission) => permission === item))) return known;
  }
  throw bad("permissions", `must be one or more of ${KEY_PERMISSIONS.join(", ")}`);
}

const UNIX_SECONDS_MAX = 253_402_300_799;

export function instantArg(request: ControlRequest, name: string): number | null {
  const value = request.args[name] ?? null;
  if (value === null) return null;
  if (typeof value === "number" && Number.isInteger(value) && value > 0 && value <= UNIX_SECONDS_MAX)
    return value;
  throw bad(name, "must be a time in Unix seconds");
}

export function integerArg(
  request: ControlRequest,
  name: string,
  range: { min: number; max: number; default: number },
): number {
  const value = request.args[name] ?? range.default;
  const number = typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= range.min && number <= range.max)
    return number;
  throw bad(name, `must be an integer between ${range.min} and ${range.max}`);
}

/** Kinds of objects that operators name by id, in their words. */
const NAMED_KINDS = {
  merchant: "a merchant",
  key: "a key",
  anomaly: "an anomaly",
  statement_run: "a run",
  difference: "a difference",
  event: "an event",
  webhook_endpoint: "a webhook endpoint",
  webhook_delivery: "a webhook delivery",
  acquirer_account: "an acquirer account",
} as const satisfies Partial<Record<IdKind, string>>;
type NamedKind = keyof typeof NAMED_KINDS;

export function idArg(request: ControlRequest, kind: NamedKind, name: string): string {
  const value = request.params[name] ?? request.args[name];
  if (isId(kind, value)) return value;
  throw bad(name, `must be the id of ${NAMED_KINDS[kind]}`);
}

const PAGE = { min: 1, max: PAGE_LIMIT_MAX, default: 20 };

/** Size and position of a page of a list of that kind. */
export function pageArgs(request: ControlRequest, kind: NamedKind) {
  const { starting_after: after, ending_before: before } = request.args;
  if (after !== undefined && before !== undefined)
    throw bad("ending_before", "cannot be used together with starting_after");
  return {
    limit: integerArg(request, "limit", PAGE),
    starting_after: after === undefined ? null : idArg(request, kind, "starting_after"),
    ending_before: before === undefined ? null : idArg(request, kind, "ending_before"),
  };
}
