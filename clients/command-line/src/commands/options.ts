import type { ListQuery } from "@flowlix/client";
import { InvalidArgumentError, type Command } from "commander";
import { kindOf, type Kind } from "../api/objects.ts";
import { usage } from "../failure.ts";

const LIMIT_MAX = 100;

export function wholeNumber(text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It has to be a whole number.");
}

/** Minor units: 49.99 is most likely meant as 4999. */
export function minorUnits(text: string): number {
  if (/^[0-9]+[.,][0-9]{2}$/.test(text))
    throw new InvalidArgumentError(`It has to be in minor units: ${Number(text.replace(/[.,]/, ""))}.`);
  return wholeNumber(text);
}

function limit(text: string): number {
  const number = wholeNumber(text);
  if (number >= 1 && number <= LIMIT_MAX) return number;
  throw new InvalidArgumentError(`It has to be between 1 and ${LIMIT_MAX}.`);
}

function parameter(text: string, before: readonly string[] = []): readonly string[] {
  if (/^[a-z0-9_[\]]+=/.test(text)) return [...before, text];
  throw new InvalidArgumentError(
    "It has to be NAME=VALUE, such as status=FAILED or created[gte]=1790000000.",
  );
}

/** What every list takes; the platform checks the rest. */
export const withPage = (command: Command): Command =>
  command
    .option("--limit <number>", "how many", limit)
    .option("--starting-after <id>", "go on behind this one, to older ones")
    .option("--ending-before <id>", "go on before this one, to newer ones")
    .option("--query <name=value>", "a parameter of the API's list, as often as you like", parameter);

export interface PageOptions {
  readonly limit?: number;
  readonly startingAfter?: string;
  readonly endingBefore?: string;
  readonly query?: readonly string[];
}

/** What any of the lists takes: the platform checks names and values. */
type AnyQuery = ListQuery<"listPayments"> & ListQuery<"listPayouts"> & ListQuery<"listEvents">;

export function pageQuery({ limit: count, startingAfter, endingBefore, query = [] }: PageOptions): AnyQuery {
  const named: Record<string, readonly string[]> = {};
  for (const one of query) {
    const at = one.indexOf("=");
    const name = one.slice(0, at);
    named[name] = [...(named[name] ?? []), one.slice(at + 1)];
  }
  const asked = { limit: count, starting_after: startingAfter, ending_before: endingBefore, ...named };
  const typed: AnyQuery = JSON.parse(JSON.stringify(asked));
  return typed;
}

/** An id becomes a part of a path, so its shape is checked here. */
export function idOf(kind: Kind, text: string): string {
  const named = kindOf(text);
  if (named === kind) return text;
  throw usage(
    named === undefined
      ? `${JSON.stringify(text)} is no id: ${kind} have ids such as ${EXAMPLES[kind]}`
      : `${text} is one of ${named}: flowlix ${named} get ${text}`,
  );
}

const EXAMPLES: Readonly<Record<Kind, string>> = {
  payments: "pay_ and 24 letters and digits",
  refunds: "ref_ and 24 letters and digits",
  payouts: "po_ and 24 letters and digits",
  events: "evt_ and 24 letters and digits",
};
