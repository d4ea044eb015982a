import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { isSandbox } from "../account/account.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";

export interface BodyOptions {
  readonly data?: string;
  readonly idempotencyKey?: string;
}

export const withBody = (command: Command): Command =>
  command
    .option("--data <json>", "the whole body instead: JSON, @FILE, or - for standard input")
    .option("--idempotency-key <key>", "to repeat a create whose outcome is not known (default: a new one)");

/**
 * The body of a create: what was given, or a sample, which is for Sandbox alone. Card numbers are no options: they
 * would stand in the shell's history.
 */
export async function bodyOf<Body>(
  context: Context,
  { data }: BodyOptions,
  sample: () => Promise<Body>,
): Promise<Body> {
  if (data === undefined) {
    if (!isSandbox(context.account())) throw usage("with a live key name the whole body: --data @body.json");
    return sample();
  }
  const json = data === "-" ? await text(context.host.stdin) : fileOrText(data);
  try {
    // The platform checks whether it is what the create takes.
    const body: Body = JSON.parse(json);
    return body;
  } catch {
    // The parser's own words repeat what it read, which can be a card.
    throw usage('--data is no JSON: it looks like \'{"amount": 4999, "currency": "EUR"}\', @FILE or -');
  }
}

function fileOrText(data: string): string {
  if (!data.startsWith("@")) return data;
  try {
    return readFileSync(data.slice(1), "utf8");
  } catch {
    throw usage(`--data names the file ${data.slice(1)}, which cannot be read`);
  }
}
