import { isCurrency } from "@flowlix/contracts";
import type { Parsed, Setting } from "./config.ts";

const good = <T>(value: T): Parsed<T> => ({ ok: true, value });
const bad = (problem: string): Parsed<never> => ({ ok: false, problem });

interface Default<T> {
  readonly default?: T;
}

/** A setting that must be there unless it has a default. */
export function setting<T>(parse: (text: string) => Parsed<T>, options: Default<T> = {}): Setting<T> {
  return {
    parse: (raw) => {
      if (raw !== undefined) return parse(raw);
      return options.default === undefined ? bad("is required") : good(options.default);
    },
  };
}

/** Makes any setting one that may be absent. */
export function optional<T>(inner: Setting<T>): Setting<T | undefined> {
  return { parse: (raw) => (raw === undefined ? good(undefined) : inner.parse(raw)) };
}

export function integer(options: { min?: number; max?: number } & Default<number> = {}): Setting<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return setting((raw) => {
    const value = Number(raw);
    const fits = /^-?[0-9]{1,16}$/.test(raw) && value >= min && value <= max;
    return fits ? good(value) : bad(`must be an integer ${rangeText(options.min, options.max)}`.trim());
  }, options);
}

function rangeText(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `between ${min} and ${max}`;
  if (min !== undefined) return `of at least ${min}`;
  return max === undefined ? "" : `of at most ${max}`;
}

/** A TCP port; 0 lets the system choose. */
export const port = (options: Default<number> = {}): Setting<number> =>
  integer({ min: 0, max: 65_535, ...options });

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time such as `500ms`, `25s`, `15m`, `24h`, `7d`; the value is in milliseconds. */
export function duration(
  options: { minMs?: number; maxMs?: number } & Default<string> = {},
): Setting<number> {
  const { minMs = 0, maxMs = Number.MAX_SAFE_INTEGER } = options;
  const parse = (raw: string): Parsed<number> => {
    const [, digits = "", unit = ""] = /^([0-9]{1,9})(ms|s|m|h|d)$/.exec(raw) ?? [];
    const value = Number(digits) * (UNIT_MS[unit] ?? Number.NaN);
    if (Number.isNaN(value)) return bad("must be a time such as 500ms, 25s, 15m, 24h or 7d");
    return value >= minMs && value <= maxMs
      ? good(value)
      : bad(`must be a time ${rangeText(minMs, options.maxMs)} ms`);
  };
  return {
    parse: (raw) => {
      const given = raw ?? options.default;
      return given === undefined ? bad("is required") : parse(given);
    },
  };
}

export function text(
  options: { minLength?: number; maxLength?: number; pattern?: RegExp } & Default<string> = {},
): Setting<string> {
  const { minLength = 1, maxLength = 1024, pattern } = options;
  return setting((value) => {
    if (value.length < minLength || value.length > maxLength)
      return bad(`must have ${minLength} to ${maxLength} characters`);
    return pattern === undefined || pattern.test(value) ? good(value) : bad(`must match ${pattern.source}`);
  }, options);
}

/** A secret: it has no default, and nothing of it is ever shown. */
export function secretText(options: { minLength?: number } = {}): Setting<string> {
  const { minLength = 16 } = options;
  return setting((value) =>
    value.length >= minLength && value.length <= 4096
      ? good(value)
      : bad(`must have at least ${minLength} characters`),
  );
}

export function choice<const Values extends readonly string[]>(
  values: Values,
  options: Default<Values[number]> = {},
): Setting<Values[number]> {
  return setting<Values[number]>((value) => {
    const found = values.find((candidate) => candidate === value);
    return found === undefined ? bad(`must be one of ${values.join(", ")}`) : good(found);
  }, options);
}

/** ISO 4217 codes separated by commas, in any case, at least one; the value has them in capitals. */
export function currencies(options: Default<readonly string[]> = {}): Setting<readonly string[]> {
  return setting<readonly string[]>((value) => {
    const words = value.split(",").map((word) => word.trim().toUpperCase());
    const codes = words.filter((word) => word !== "");
    if (!codes.every(isCurrency)) return bad("must be ISO 4217 codes separated by commas");
    return codes.length === 0 ? bad("must name at least one currency") : good(codes);
  }, options);
}

/** A URL as others are built on it. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === "/") end -= 1;
  return url.slice(0, end);
}

/** An absolute HTTP or HTTPS URL without user info, query or fragment; a trailing slash is dropped. */
export function httpUrl(options: Default<string> = {}): Setting<string> {
  return setting((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const fits =
      url !== undefined &&
      /^https?:$/.test(url.protocol) &&
      url.username + url.password + url.search + url.hash === "";
    return fits
      ? good(withoutTrailingSlashes(value))
      : bad("must be an http or https URL without user info, query or fragment");
  }, options);
}

/** A Postgres URL; it holds a password and is never shown. */
export function databaseUrl(): Setting<string> {
  return setting((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const fits =
      url !== undefined &&
      /^postgres(ql)?:$/.test(url.protocol) &&
      url.hostname !== "" &&
      url.pathname.length > 1;
    return fits ? good(value) : bad("must be a URL of the form postgres://user:password@host:port/database");
  });
}
