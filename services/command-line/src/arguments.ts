import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { usageError } from "./cli-error.ts";
import type { Arguments, Command } from "./command.ts";

/** Options that every command takes. */
export const COMMON_OPTIONS = {
  json: { help: "Print exactly one JSON document" },
  actor: { value: "NAME", help: "Who does this, for the audit log (default: the operating system's user)" },
  help: { help: "Show this help" },
} as const;

export interface ParsedCommand {
  readonly args: Arguments;
  readonly actor: string;
}

/** Reads what follows a command's name. Errors: CliError usage, naming the argument. */
export function parseCommand(command: Command, argv: readonly string[]): ParsedCommand {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const types = Object.entries(options).map(
    ([name, spec]) =>
      [
        name,
        {
          type: "value" in spec ? "string" : "boolean",
          multiple: "repeats" in spec && spec.repeats === true,
        },
      ] as const,
  );
  const { values, positionals, tokens } = parse(argv, Object.fromEntries(types));
  checkOnce(tokens, command);
  checkPositionals(command, positionals);
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required === true && values[name] === undefined)
      throw usageError(`--${name} is required`, `--${name}`);
  }
  const option = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const args: Arguments = {
    positional: (name) => positionals[command.positionals.findIndex((one) => one.name === name)],
    option,
    all: (name) => {
      const given = values[name];
      return Array.isArray(given) ? given.filter((value) => typeof value === "string") : [];
    },
    flag: (name) => values[name] === true,
  };
  return { args, actor: actorOf(option("actor")) };
}

type OptionTypes = Record<string, { type: "string" | "boolean"; multiple: boolean }>;

function parse(argv: readonly string[], options: OptionTypes) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    const text =
      error instanceof Error
        ? (error.message.split(/\. |\n/, 1)[0] ?? "")
        : "the arguments could not be read";
    throw usageError(text, /--?[A-Za-z][A-Za-z-]*/.exec(text)?.[0]);
  }
}

/** Of two values one would be passed over without a word. */
function checkOnce(tokens: ReturnType<typeof parse>["tokens"], { options }: Command): void {
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option" || token.value === undefined) continue;
    if (options[token.name]?.repeats === true) continue;
    if (given.has(token.name)) throw usageError(`--${token.name} is given twice`, `--${token.name}`);
    given.add(token.name);
  }
}

function checkPositionals(command: Command, given: readonly string[]): void {
  const missing = command.positionals.find(
    (spec, index) => spec.optional !== true && given[index] === undefined,
  );
  if (missing !== undefined) throw usageError(`${missing.name} is required`, missing.name);
  const extra = given[command.positionals.length];
  if (extra !== undefined) throw usageError(`unexpected argument: ${extra}`, extra);
}

const ACTOR_LENGTH_MAX = 200;

function actorOf(named: string | undefined): string {
  const actor = (named ?? systemUser()).trim();
  if (actor === "" || actor.length > ACTOR_LENGTH_MAX)
    throw usageError(`--actor must have 1 to ${ACTOR_LENGTH_MAX} characters`, "--actor");
  return actor;
}

/** Containers often run under a user id that has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
