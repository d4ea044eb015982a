import { closeSync, openSync, readSync } from "node:fs";
import {
  ACCOUNT_METHODS,
  ACCOUNT_VALUE_LENGTH_MAX,
  ACCOUNT_WEIGHT_MAX,
  canonicalCurrency,
  isCurrency,
} from "@flowlix/contracts";
import { usageError } from "./cli-error.ts";
import type { Arguments } from "./command.ts";

const ALL = "all";
const NAME = /^[A-Za-z0-9_]{1,64}$/;

/** Canonical codes, or null for all that the acquirer takes. Errors: CliError usage, as of all readers here. */
export function currenciesOf(args: Arguments): readonly string[] | null | undefined {
  return listOf(args, "currencies", (code) =>
    isCurrency(canonicalCurrency(code)) ? canonicalCurrency(code) : null,
  );
}

export function methodsOf(args: Arguments): readonly string[] | null | undefined {
  return listOf(args, "methods", (given) => ACCOUNT_METHODS.find((method) => method === given) ?? null);
}

function listOf(
  args: Arguments,
  name: string,
  read: (text: string) => string | null,
): readonly string[] | null | undefined {
  const given = args.option(name);
  if (given === undefined) return undefined;
  if (given === ALL) return null;
  return given.split(",").map((text) => {
    const one = read(text.trim());
    if (one === null)
      throw usageError(`--${name} has something unknown: ${text.trim() || "nothing"}`, `--${name}`);
    return one;
  });
}

export function weightOf(args: Arguments): number | undefined {
  const given = args.option("weight");
  if (given === undefined) return undefined;
  const weight = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(weight <= ACCOUNT_WEIGHT_MAX))
    throw usageError(`--weight must be an integer between 0 and ${ACCOUNT_WEIGHT_MAX}`, "--weight");
  return weight;
}

/** `EUR:100-500000`, either side may be left out; `none` for no limit at all. */
export function limitsOf(args: Arguments): Readonly<Record<string, object>> | undefined {
  const given = args.all("limit");
  if (given.length === 0) return undefined;
  if (given.length === 1 && given[0] === "none") return {};
  const limits = new Map<string, object>();
  for (const text of given) {
    const [, code = "", min = "", max = ""] = /^([A-Za-z]{3}):(\d{0,16})-(\d{0,16})$/.exec(text) ?? [];
    const currency = canonicalCurrency(code);
    if (!isCurrency(currency) || (min === "" && max === "") || limits.has(currency))
      throw usageError(`--limit must be of the form EUR:100-500000, each currency once: ${text}`, "--limit");
    limits.set(currency, {
      ...(min === "" ? {} : { min: Number(min) }),
      ...(max === "" ? {} : { max: Number(max) }),
    });
  }
  return Object.fromEntries(limits);
}

/** `name=text`, `name:=JSON` for a number or a switch, and `name=` to take a setting away. */
export function settingsOf(args: Arguments): Readonly<Record<string, unknown>> | undefined {
  return named(args.all("set"), "set", (text) => {
    const at = text.indexOf("=");
    if (at < 1) return null;
    const isJson = text[at - 1] === ":";
    const value = text.slice(at + 1);
    if (!isJson) return [text.slice(0, at), value === "" ? null : value];
    try {
      return [text.slice(0, at - 1), JSON.parse(value)];
    } catch {
      return null;
    }
  });
}

/**
 * Secrets by name, out of files and of the environment alone: the arguments of a process are for everybody on its
 * machine to read. A line's end behind the secret in a file is not of it.
 */
export function secretsOf(
  args: Arguments,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, unknown>> | undefined {
  const files = named(args.all("secret-file"), "secret-file", (text) => {
    const [name, path] = cut(text);
    return path === "" ? null : [name, fileText(path)];
  });
  const variables = named(args.all("secret-env"), "secret-env", (text) => {
    const [name, variable] = cut(text);
    return variable === "" ? null : [name, variableText(variable, env)];
  });
  const both = Object.keys(files ?? {}).find((name) => Object.hasOwn(variables ?? {}, name));
  if (both !== undefined) throw usageError(`${both} is given as a file and as a variable`, "--secret-env");
  return files === undefined && variables === undefined ? undefined : { ...files, ...variables };
}

function cut(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at < 1 ? ["", ""] : [text.slice(0, at), text.slice(at + 1)];
}

function named(
  given: readonly string[],
  option: string,
  read: (text: string) => readonly [string, unknown] | null,
): Readonly<Record<string, unknown>> | undefined {
  if (given.length === 0) return undefined;
  const values = new Map<string, unknown>();
  for (const text of given) {
    const one = read(text);
    // What stands behind the name may be a secret that somebody gave in the wrong place.
    if (one === null || !NAME.test(one[0]) || values.has(one[0]))
      throw usageError(`--${option} must be of the form NAME=…, each name once`, `--${option}`);
    values.set(one[0], one[1]);
  }
  return Object.fromEntries(values);
}

function variableText(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const text = env[name];
  if (text === undefined || text === "")
    throw usageError(`--secret-env names a variable that is not set: ${name}`, "--secret-env");
  return bounded(text, "--secret-env");
}

function fileText(path: string): string {
  const start = Buffer.alloc(4 * ACCOUNT_VALUE_LENGTH_MAX + 1);
  try {
    const file = openSync(path, "r");
    try {
      let length = 0;
      let read: number;
      do {
        read = readSync(file, start, length, start.length - length, null);
        length += read;
      } while (read > 0);
      return bounded(start.toString("utf8", 0, length).replace(/\r?\n$/, ""), "--secret-file");
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error))
      throw error;
    throw usageError(`--secret-file cannot be read (${error.code}): ${path}`, "--secret-file");
  }
}

function bounded(text: string, option: string): string {
  if (text !== "" && text.length <= ACCOUNT_VALUE_LENGTH_MAX) return text;
  throw usageError(`${option}: a secret has 1 to ${ACCOUNT_VALUE_LENGTH_MAX} characters`, option);
}
