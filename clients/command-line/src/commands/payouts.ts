import type { Command } from "commander";
import type { Page, Payout } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { samplePayout } from "../trigger/samples.ts";
import { bodyOf, createFrom, withBody, type BodyOptions } from "./body.ts";
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
      const { body } = await context.client().get<Page<Payout>>("/v1/payouts", pageQuery(options));
      showPage(context, body, [...OBJECT_COLUMNS, ["failure", (one) => one.failure_code]]);
    },
  );
  group
    .command("get")
    .description("show a Payout")
    .argument("<id>", "po_…")
    .action(async (id: string) =>
      showOne(context, await context.client().get<Payout>(`/v1/payouts/${idOf("payouts", id)}`)),
    );
  withBody(
    group
      .command("create")
      .description("send money to a card; in Sandbox to a test card")
      .option("--amount <minor units>", "4999 is 49.99 EUR; 106000 succeeds at once", minorUnits)
      .option("--currency <code>", "EUR where it is not named"),
  ).action(async (options: CreateOptions) => {
    const { amount, currency } = options;
    const body = await bodyOf(context, options, () => samplePayout(amount, currency));
    showOne(context, await createFrom<Payout>(context, "/v1/payouts", body, options));
  });
}
