import { readFileSync } from "node:fs";
import { inspect } from "node:util";

export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** How one name of the environment is read. A problem describes the rule, never a secret's value. */
export interface Setting<T> {
  /** `text` is undefined where the name is unset or empty. */
  parse(text: string | undefined): Parsed<T>;
}

export type ConfigSpec = Readonly<Record<string, Setting<unknown>>>;
export type ConfigOf<Spec extends ConfigSpec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Setting<infer T> ? T : never;
};
export type Environment = Readonly<Record<string, string | undefined>>;
export type ConfigResult<Spec extends ConfigSpec> =
  | { readonly ok: true; readonly config: ConfigOf<Spec> }
  | { readonly ok: false; readonly problems: string[] };

/**
 * Reads a service's settings: `X_FILE` (a mounted secret) before `X`, every problem at once. The
 * result is frozen and shows none of its values when it is logged.
 */
export function readConfig<Spec extends ConfigSpec>(spec: Spec, env: Environment): ConfigResult<Spec> {
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(spec)) {
    const text = textOf(name, env);
    const parsed = text.ok ? setting.parse(text.value) : text;
    if (parsed.ok) config[name] = parsed.value;
    else problems.push(`${name}: ${parsed.problem}`);
  }
  if (problems.length > 0) return { ok: false, problems };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name was just parsed by its setting
  return { ok: true, config: Object.freeze(masked(config, "[config]")) as ConfigOf<Spec> };
}

function textOf(name: string, env: Environment): Parsed<string | undefined> {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === "") return { ok: true, value: env[name] === "" ? undefined : env[name] };
  try {
    // Files of secrets usually end in a line break that is no part of the secret.
    const text = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return text === ""
      ? { ok: false, problem: `the file named by ${name}_FILE is empty` }
      : { ok: true, value: text };
  } catch (error) {
    return { ok: false, problem: `the file named by ${name}_FILE cannot be read (${codeOf(error)})` };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

/** Keeps an object that holds secrets out of logs and error reports. */
export function masked<T extends object>(value: T, shown: string): T {
  return Object.defineProperties(value, {
    toJSON: { value: () => shown, enumerable: false },
    [inspect.custom]: { value: () => shown, enumerable: false },
  });
}
