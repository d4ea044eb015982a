import { PLATFORM_VERSION } from "@flowlix/contracts";
import { parseCommand } from "./arguments.ts";
import { CliError, EXIT, usageError, type ExitCode } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { ACQUIRER_COMMANDS } from "./commands/acquirer.ts";
import { ANOMALY_COMMANDS } from "./commands/anomaly.ts";
import { AUDIT_COMMANDS } from "./commands/audit.ts";
import { EVENT_COMMANDS } from "./commands/event.ts";
import { KEY_COMMANDS } from "./commands/key.ts";
import { LEDGER_COMMANDS } from "./commands/ledger.ts";
import { OPEN_COMMANDS } from "./commands/open.ts";
import { RECONCILE_COMMANDS } from "./commands/reconcile.ts";
import { RESTORE_COMMANDS } from "./commands/restore.ts";
import { MERCHANT_COMMANDS } from "./commands/merchant.ts";
import { PARKED_COMMANDS } from "./commands/parked.ts";
import { TRACE_COMMANDS } from "./commands/trace.ts";
import { WEBHOOK_COMMANDS } from "./commands/webhook.ts";
import { findConnection, folderOf } from "./connection.ts";
import { createControlClient, type ControlClient } from "./control-client.ts";
import { helpForCommand, helpForGroup, helpOverall, isGroup } from "./help.ts";

/** All of them, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...MERCHANT_COMMANDS,
  ...KEY_COMMANDS,
  ...ACQUIRER_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...EVENT_COMMANDS,
  ...PARKED_COMMANDS,
  ...TRACE_COMMANDS,
  ...OPEN_COMMANDS,
  ...ANOMALY_COMMANDS,
  ...RECONCILE_COMMANDS,
  ...RESTORE_COMMANDS,
  ...LEDGER_COMMANDS,
  ...AUDIT_COMMANDS,
];

/** What is asked of an installation that is stopped, or of its folder, and is looked for here. */
const BY_MAKE: ReadonlyMap<string, string> = new Map([
  ["schema", "make schema-check"],
  ["backup", "make backup"],
  ["migrate", "make migrate"],
]);

/** What a run leaves behind: texts without a final line break. */
export interface CliResult {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the command-line tool on the arguments behind its name. With --json standard output is exactly
 * one JSON document, errors included; without it errors are one line on standard error, and `report` gets how
 * a long command goes on.
 */
export async function runCli(
  argv: readonly string[],
  env: Environment,
  report: (line: string) => void = () => undefined,
): Promise<CliResult> {
  const json = argv.includes("--json");
  try {
    const { text, missing, differs } = await answer(argv, env, {
      json,
      report: json ? () => undefined : report,
    });
    if (missing.length === 0) return { exitCode: differs ? EXIT.differs : EXIT.ok, stdout: text, stderr: "" };
    // A program reads what is missing in the document itself.
    const stderr = json ? "" : missing.map((part) => `flowlix: missing: ${part}`).join("\n");
    return { exitCode: EXIT.incomplete, stdout: text, stderr };
  } catch (error) {
    const failure =
      error instanceof CliError
        ? error
        : new CliError(EXIT.failed, "failed", "something unexpected happened");
    const { exitCode, code, message, argument } = failure;
    if (!json) return { exitCode, stdout: "", stderr: `flowlix: ${message}` };
    return { exitCode, stdout: JSON.stringify({ error: { code, message, argument } }), stderr: "" };
  }
}

interface AnswerText {
  readonly text: string;
  /** What should be there and is not: a line each. */
  readonly missing: readonly string[];
  /** What should agree does not. */
  readonly differs: boolean;
}

const versionText = (json: boolean): string =>
  json ? JSON.stringify({ version: PLATFORM_VERSION }) : `flowlix ${PLATFORM_VERSION}`;

const whole = (text: string): AnswerText => ({ text, missing: [], differs: false });

interface AnswerOptions {
  readonly json: boolean;
  readonly report: (line: string) => void;
}

async function answer(
  argv: readonly string[],
  env: Environment,
  { json, report }: AnswerOptions,
): Promise<AnswerText> {
  const wantsHelp = argv.includes("--help") || argv.includes("-h") || argv[0] === "help";
  const { group, name, rest, behindGroup } = splitNames(argv);
  if (group === undefined || !isGroup(group)) {
    if (wantsHelp) return whole(helpOverall(COMMANDS));
    if (group === undefined && argv.includes("--version")) return whole(versionText(json));
    const make = BY_MAKE.get(group ?? "");
    if (make !== undefined) throw usageError(`${String(group)} is no command of this tool: run ${make}`);
    throw usageError(
      `${group === undefined ? "name a command" : `no such command: ${group}`}; --help lists them`,
    );
  }
  const command = commandOf(group, name);
  if (command === undefined) {
    if (wantsHelp) return whole(helpForGroup(group, COMMANDS));
    const what = name === undefined ? `name a command of ${group}` : `no such command: ${group} ${name}`;
    throw usageError(`${what}; --help lists them`);
  }
  if (wantsHelp) return whole(helpForCommand(command));
  const { args, actor } = parseCommand(command, command.name === "" ? behindGroup : rest);
  const result = await runInOwnWords(command, () =>
    command.run(lazyClient(env, actor), args, report, folderOf(env)),
  );
  const text = json ? JSON.stringify(result) : command.show(result);
  return {
    text,
    missing: command.missing?.(result) ?? [],
    differs: command.differs?.(result) ?? false,
  };
}

/** An argument that the control API refuses is named as the command line names it. */
async function runInOwnWords(command: Command, run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CliError) || error.argument === undefined || error.code === "usage") throw error;
    const option = error.argument.replaceAll("_", "-");
    const own = Object.hasOwn(command.options, option)
      ? `--${option}`
      : (command.positionals[0]?.name ?? error.argument);
    const message = error.message.startsWith(`${error.argument} `)
      ? own + error.message.slice(error.argument.length)
      : error.message;
    throw new CliError(error.exitCode, error.code, message, own);
  }
}

/** A group of one command has no second word: what stands there is its argument. */
export const commandOf = (group: string, name: string | undefined): Command | undefined =>
  COMMANDS.find((one) => one.group === group && (one.name === name || one.name === ""));

/**
 * Switches may stand before the command's two words, as in `flowlix --json merchant list`. `behindGroup` is for a group
 * of one command.
 */
function splitNames(argv: readonly string[]) {
  const isName = (word: string) => !word.startsWith("-") && word !== "help";
  const groupAt = argv.findIndex(isName);
  const behindGroup = argv.filter((_, index) => index !== groupAt);
  if (groupAt === -1) return { group: undefined, name: undefined, rest: argv, behindGroup };
  const nameAt = argv.findIndex((word, index) => index > groupAt && isName(word));
  const rest = argv.filter((_, index) => index !== groupAt && index !== nameAt);
  return { group: argv[groupAt], name: argv[nameAt], rest, behindGroup };
}

/** Wrong arguments are reported first: the platform may not run. */
function lazyClient(env: Environment, actor: string): ControlClient {
  return {
    call: async (method, path, args) =>
      createControlClient(findConnection(env), actor).call(method, path, args),
  };
}
