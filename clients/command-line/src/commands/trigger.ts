import type { Command } from "commander";
import { isSandbox } from "../account/account.ts";
import { argumentsText } from "../arguments-text.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { colourOf } from "../output/style.ts";
import { awaitEvent } from "../trigger/await-event.ts";
import { EVENT_TYPES, RECIPES, type Recipe } from "../trigger/recipes.ts";
import { wholeNumber } from "./options.ts";

interface TriggerOptions {
  readonly wait: boolean;
  readonly within: number;
}

/** A command for each type, so that help, completion and "did you mean" know them. */
export function addTrigger(program: Command, context: Context): void {
  const group = program
    .command("trigger")
    .description("make an event happen in Sandbox, by creating what leads to it, and wait for it");
  for (const recipe of RECIPES)
    group
      .command(recipe.type)
      .description(recipe.summary)
      .option("--no-wait", "end as soon as it is created")
      .option("--within <seconds>", "how long to wait", wholeNumber, 60)
      .action((options: TriggerOptions) => trigger(context, recipe, options));
  // Behind its commands, which would inherit it.
  const types = `types: ${EVENT_TYPES.join(", ")}`;
  if (context.output.json)
    group.exitOverride((error) => {
      throw error.exitCode === 0 ? error : usage(`${argumentsText(error)}; ${types}`);
    });
  else group.showHelpAfterError(types);
}

async function trigger(
  context: Context,
  { type, make }: Recipe,
  { wait, within }: TriggerOptions,
): Promise<void> {
  const { output, host } = context;
  if (!isSandbox(context.account()))
    throw usage("trigger makes objects up, and needs a Sandbox key: api_test_sk_…");
  const client = context.client();
  const made = await make(client);
  if (!output.json)
    for (const { id, status } of made) output.line(`created ${id} ${output.style(colourOf(status), status)}`);
  const about = made.at(-1);
  const event =
    wait && about !== undefined
      ? await awaitEvent(client, { type, objectId: about.id, withinS: within }, host.signal)
      : null;
  if (output.json) output.document({ type, created: made, event });
  else if (event !== null) output.line(`${output.style("green", type)} ${event.id}`);
}
