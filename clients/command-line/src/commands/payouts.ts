import type { Command } from "commander";
import type { Context } from "../context.ts";
import { samplePayout } from "../trigger/samples.ts";
import { bodyOf, withBody, type BodyOptions } from "./body.ts";
import { idOf, minorUnits, pageQuery, withPage, type PageOptions } from "./options.ts";
import { OBJECT_COLUMNS, showOne, showPage } from "./show.ts";

interface CreateOptions extends BodyOptions {
  readonly amount?: number;
  readonly currency?: string;
}

export function addPayouts(program: Command, context: Context): void {
  const group = program.command("payouts").description("list, get and create Payouts");
  withPage(group.command("list").description("list Payouts, newest first")).action(
    async (options: PageOptions) => {
      const page = await context.client().read((api, call) => api.payouts.list(pageQuery(options), call));
      showPage(context, page, [...OBJECT_COLUMNS, ["failure", (one) => one.failure_code]]);
    },
  );
  group
    .command("get")
    .description("show a Payout")
    .argument("<id>", "po_…")
    .action(async (id: string) => {
      const known = idOf("payouts", id);
      showOne(context, await context.client().read((api, call) => api.payouts.get(known, call)));
    });
  withBody(
    group
      .command("create")
      .description("send money to a card; in Sandbox to a test card")
      .option("--amount <minor units>", "4999 is 49.99 EUR; 106000 succeeds at once", minorUnits)
      .option("--currency <code>", "EUR, or another that is accepted, where it is not named"),
  ).action(async (options: CreateOptions) => {
    const { amount, currency, idempotencyKey } = options;
    const client = context.client();
    const body = await bodyOf(context, options, async () =>
      samplePayout(currency ?? (await client.testCurrency("payouts")), amount),
    );
    const create = client.create((api, call) => api.payouts.create(body, call), idempotencyKey);
    showOne(context, await create);
  });
}
