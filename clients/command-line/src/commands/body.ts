import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { isSandbox } from "../account/account.ts";
import { newIdempotencyKey, type Answer } from "../api/client.ts";
import type { Context } from "../context.ts";
import { EXIT, Failure, usage } from "../failure.ts";

export interface BodyOptions {
  readonly data?: string;
  readonly idempotencyKey?: string;
}

export const withBody = (command: Command): Command =>
  command
    .option("--data <json>", "the whole body instead: JSON, @FILE, or - for standard input")
    .option("--idempotency-key <key>", "to repeat a create whose outcome is not known (default: a new one)");

/**
 * The body of a create: what was given, or a sample, which is for Sandbox alone. Card numbers are no options: they would
 * stand in the shell's history.
 */
export async function bodyOf(
  context: Context,
  { data }: BodyOptions,
  sample: () => object | Promise<object>,
): Promise<unknown> {
  if (data !== undefined) return jsonOf(data === "-" ? await text(context.host.stdin) : fileOrText(data));
  if (!isSandbox(context.account())) throw usage("with a live key name the whole body: --data @body.json");
  return sample();
}

/** Creates it. Where nobody can say what became of it, the failure names the key to repeat it with. */
export async function createFrom<T>(
  context: Context,
  path: string,
  body: unknown,
  { idempotencyKey = newIdempotencyKey() }: BodyOptions,
): Promise<Answer<T>> {
  try {
    return await context.client().create<T>(path, body, idempotencyKey);
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.unavailable || error.facts.status === 429)
      throw error;
    const message = `${error.message} It may have been made: repeat it with --idempotency-key ${idempotencyKey}.`;
    throw new Failure(error.exitCode, message, error.facts);
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

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own words repeat what it read, which can be a card.
    throw usage('--data is no JSON: it looks like \'{"amount": 4999, "currency": "EUR"}\', @FILE or -');
  }
}
