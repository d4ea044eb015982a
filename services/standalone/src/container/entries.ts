import { fileURLToPath } from "node:url";
import { SERVICE_NAMES } from "../service-names.ts";

/** What runs once and ends. */
const COMMANDS = {
  migrate: "./migrate.ts",
  "wait-for-schema": "./wait-for-schema.ts",
  "schema-check": "./schema-check.ts",
  healthcheck: "./healthcheck.ts",
  "restore-check": "./restore-check.ts",
  "make-secrets": "./make-secrets.ts",
  "demo-key": "./demo-key.ts",
  "demo-merchant": "../../../api-gateway/src/demo-main.ts",
  "smoke-test": "./smoke-test.ts",
  "load-keys": "./load-keys.ts",
  flowlix: "./flowlix.ts",
} as const;

/** What a container of the image can be, and which file that is. Loaded only when it is asked for. */
export const ENTRY_NAMES: readonly string[] = [...SERVICE_NAMES.toSorted(), ...Object.keys(COMMANDS)];

export interface Entry {
  readonly name: string;
  readonly file: string;
  /** What is behind the name on the command line; only the command-line tool takes any. */
  readonly args: readonly string[];
}

export type Choice =
  { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly problem: string };

/**
 * Which entry is meant: the first argument where it names one, so that a probe or an operator can run
 * another one in a service's own container, else `SERVICE`.
 */
export function chooseEntry(argv: readonly string[], service: string | undefined): Choice {
  const [first = ""] = argv;
  // Its own words are never taken for an entry: `SERVICE=flowlix` gets every argument.
  const named = service !== "flowlix" && ENTRY_NAMES.includes(first);
  const name = named ? first : (service ?? "");
  const args = named ? argv.slice(1) : argv;
  if (name === "")
    return { ok: false, problem: `SERVICE: is required; it must be one of ${ENTRY_NAMES.join(", ")}` };
  const file = fileOf(name);
  if (file === undefined)
    return {
      ok: false,
      problem: `SERVICE: there is no ${name}; it must be one of ${ENTRY_NAMES.join(", ")}`,
    };
  if (name !== "flowlix" && args.length > 0)
    return { ok: false, problem: `${name} takes no arguments, and was given ${args.length}` };
  return { ok: true, entry: { name, file, args } };
}

function fileOf(name: string): string | undefined {
  const service = SERVICE_NAMES.find((one) => one === name);
  if (service !== undefined) return path(`../../../${service}/src/main.ts`);
  return isCommand(name) ? path(COMMANDS[name]) : undefined;
}

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
