import { COMMON_OPTIONS } from "./arguments.ts";
import type { Command, OptionSpec } from "./command.ts";

const GROUPS: Readonly<Record<string, string>> = {
  merchant: "Merchants and their accounts in Sandbox and live",
  key: "API keys",
  acquirer: "Merchants' accounts at acquirers: where their payments and payouts go",
  webhook: "Webhook endpoints of merchants, and what was delivered to them",
  event: "Events, as merchants' endpoints receive them",
  parked: "Events that the notifier refused for good",
  trace: "The whole story of one object, request or event",
  open: "Objects that have not ended",
  anomaly: "Contradictions that only an operator may end",
  reconcile: "What services repeat, and the provider's statement compared with our books",
  restore: "After a restore: what the acquirer has and a backup did not",
  ledger: "Balances of merchants, and whether the journal agrees with what happened",
  audit: "The log of administrative acts",
};

const EXIT_CODES = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused, 5 incomplete,
6 what should agree differs.`;

const CONNECTION = `Reads $DATA_DIR/runtime.json and $DATA_DIR/control-token (DATA_DIR defaults to .data), or
FLOWLIX_CONTROL_URL and FLOWLIX_CONTROL_TOKEN_FILE.`;

export const isGroup = (name: string): boolean => Object.hasOwn(GROUPS, name);

export function helpOverall(commands: readonly Command[]): string {
  const groups = Object.entries(GROUPS).map(
    ([group, about]) => `${about}\n${lines(commands.filter((one) => one.group === group))}`,
  );
  return `Usage: flowlix <group> <command> [options]\n       flowlix --version\n\n${groups.join("\n\n")}\n\n${optionLines(COMMON_OPTIONS)}\n\n${CONNECTION}\n${EXIT_CODES}`;
}

export function helpForGroup(group: string, commands: readonly Command[]): string {
  const own = commands.filter((one) => one.group === group);
  return `Usage: flowlix ${group} <command> [options]\n\n${GROUPS[group] ?? ""}\n${lines(own)}\n\n${optionLines(COMMON_OPTIONS)}`;
}

export function helpForCommand(command: Command): string {
  const options = { ...command.options, ...COMMON_OPTIONS };
  return `Usage: flowlix ${usage(command)} [options]\n\n${command.summary}\n\n${optionLines(options)}\n\n${EXIT_CODES}`;
}

const lines = (commands: readonly Command[]): string =>
  aligned(commands.map((command) => [`  ${usage(command)}`, command.summary]));

function usage({ group, name, positionals, options }: Command): string {
  const places = positionals.map((one) => (one.optional === true ? `[${one.name}]` : one.name));
  const required = Object.entries(options).flatMap(([option, spec]) =>
    spec.required === true ? [shown(option, spec)] : [],
  );
  return [group, ...(name === "" ? [] : [name]), ...places, ...required].join(" ");
}

const shown = (name: string, { value }: OptionSpec): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

const optionLines = (options: Readonly<Record<string, OptionSpec>>): string =>
  aligned(
    Object.entries(options).map(([name, spec]) => [
      `  ${shown(name, spec)}`,
      spec.required === true ? `${spec.help} (required)` : spec.help,
    ]),
  );

function aligned(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`).join("\n");
}
