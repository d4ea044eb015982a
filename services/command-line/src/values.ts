import { KEY_PERMISSIONS } from "@flowlix/contracts";
import { usageError } from "./cli-error.ts";
import type { Arguments } from "./command.ts";

/** Readers of option values; each names the option at fault. Errors: CliError usage. */
export function choiceOf<const Values extends readonly string[]>(
  args: Arguments,
  name: string,
  values: Values,
): Values[number] | undefined {
  const given = args.option(name);
  if (given === undefined) return undefined;
  const found = values.find((value) => value === given);
  if (found === undefined) throw usageError(`--${name} must be one of ${values.join(", ")}`, `--${name}`);
  return found;
}

export function switchOf(args: Arguments, name: string, on: string, off: string): boolean | undefined {
  const value = choiceOf(args, name, [on, off]);
  return value === undefined ? undefined : value === on;
}

export function permissionsOf(args: Arguments): readonly string[] | undefined {
  const given = args
    .option("permissions")
    ?.split(",")
    .map((item) => item.trim());
  if (given === undefined) return undefined;
  const known =
    given.length > 0 && given.every((item) => KEY_PERMISSIONS.some((permission) => permission === item));
  if (!known)
    throw usageError(`--permissions must be a list of ${KEY_PERMISSIONS.join(", ")}`, "--permissions");
  return given;
}

const UNIX_SECONDS_MAX = 253_402_300_799;
/** Date and time with a zone; a date alone is midnight UTC. Anything vaguer means something else elsewhere. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A time as Unix seconds, or ISO 8601. */
export function timeOf(args: Arguments, name: string): number | undefined {
  const given = args.option(name);
  if (given === undefined) return undefined;
  const seconds = /^\d{1,12}$/.test(given)
    ? Number(given)
    : ISO_TIME.test(given)
      ? Math.floor(Date.parse(given) / 1000)
      : Number.NaN;
  if (!(seconds > 0 && seconds <= UNIX_SECONDS_MAX)) {
    throw usageError(`--${name} must be a time such as 2030-01-31T12:00:00Z or Unix seconds`, `--${name}`);
  }
  return seconds;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const YEAR_MS = 365 * 86_400_000;

/** A time span such as `90s`, `30m`, `24h`, `7d`, or 0; in milliseconds. */
export function durationOf(args: Arguments, name: string): number | undefined {
  const given = args.option(name);
  if (given === undefined) return undefined;
  const [, digits = "", unit = ""] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(given) ?? [];
  const ms = given === "0" ? 0 : Number(digits) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(ms <= YEAR_MS))
    throw usageError(
      `--${name} must be a time span such as 90s, 30m, 24h, 7d or 0, at most 365d`,
      `--${name}`,
    );
  return ms;
}

/** The merchant and the mode of objects, where no id says it. */
export const SCOPE_OPTIONS = {
  merchant: { value: "ID", help: "The merchant of the objects", required: true },
  mode: { value: "sandbox|live", help: "Their mode", required: true },
} as const;

/** The same where an id says it already. */
export const OWN_SCOPE_OPTIONS = {
  merchant: { value: "ID", help: "Only if it is this merchant's" },
  mode: { value: "sandbox|live", help: "Only if it is of this mode" },
} as const;

export const scopeOf = (args: Arguments) => ({
  merchant: args.option("merchant"),
  mode: choiceOf(args, "mode", ["sandbox", "live"]),
});

export const PAGE_OPTIONS = {
  limit: { value: "N", help: "At most this many, up to 100 (default 20)" },
  "starting-after": { value: "ID", help: "The page that follows this one, going to older ones" },
  "ending-before": { value: "ID", help: "The page right before this one, going to newer ones" },
} as const;

export function pageOf(args: Arguments) {
  return {
    limit: limitOf(args, PAGE_MAX),
    starting_after: args.option("starting-after"),
    ending_before: args.option("ending-before"),
  };
}

/** Of a page; a whole list may be longer. */
const PAGE_MAX = 100;

export function limitOf(args: Arguments, max = 1_000, name = "limit"): number | undefined {
  const given = args.option(name);
  if (given === undefined) return undefined;
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > max)
    throw usageError(`--${name} must be an integer between 1 and ${max}`, `--${name}`);
  return limit;
}
