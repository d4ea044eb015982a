import type { Command } from "commander";
import type { Context } from "../context.ts";
import { sampleHostedPayment, samplePayment } from "../trigger/samples.ts";
import { bodyOf, withBody, type BodyOptions } from "./body.ts";
import { idOf, minorUnits, pageQuery, withPage, type PageOptions } from "./options.ts";
import { OBJECT_COLUMNS, showOne, showPage } from "./show.ts";

interface CreateOptions extends BodyOptions {
  readonly amount?: number;
  readonly currency?: string;
  readonly hosted?: true;
}

export function addPayments(program: Command, context: Context): void {
  const group = program.command("payments").description("list, get and create Payments");
  withPage(group.command("list").description("list Payments, newest first")).action(
    async (options: PageOptions) => {
      const page = await context.client().read((api, call) => api.payments.list(pageQuery(options), call));
      showPage(context, page, [...OBJECT_COLUMNS, ["failure", (one) => one.failure_code]]);
    },
  );
  group
    .command("get")
    .description("show a Payment")
    .argument("<id>", "pay_…")
    .action(async (id: string) => {
      const known = idOf("payments", id);
      showOne(context, await context.client().read((api, call) => api.payments.get(known, call)));
    });
  withBody(
    group
      .command("create")
      .description("create a Payment; in Sandbox with a test card, and the amount decides the outcome")
      .option("--amount <minor units>", "4999 is 49.99 EUR; 100051 is declined", minorUnits)
      .option("--currency <code>", "EUR, or another that is accepted, where it is not named")
      .option("--hosted", "on the hosted page: prints where the customer pays"),
  ).action(async (options: CreateOptions) => {
    const { amount, currency, hosted, idempotencyKey } = options;
    const client = context.client();
    const named = async () => currency ?? (await client.testCurrency("payments"));
    if (hosted) {
      const body = await bodyOf(context, options, async () => sampleHostedPayment(await named(), amount));
      showOne(
        context,
        await client.create((api, call) => api.payments.createHosted(body, call), idempotencyKey),
      );
    } else {
      const body = await bodyOf(context, options, async () => samplePayment(await named(), amount));
      const payment = await client.create((api, call) => api.payments.create(body, call), idempotencyKey);
      showOne(context, payment, client.warning);
    }
  });
}
