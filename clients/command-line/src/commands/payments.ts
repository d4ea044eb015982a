import type { Command } from "commander";
import type { Page, Payment } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { sampleHostedPayment, samplePayment } from "../trigger/samples.ts";
import { bodyOf, createFrom, withBody, type BodyOptions } from "./body.ts";
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
      const { body } = await context.client().get<Page<Payment>>("/v1/payments", pageQuery(options));
      showPage(context, body, [...OBJECT_COLUMNS, ["failure", (one) => one.failure_code]]);
    },
  );
  group
    .command("get")
    .description("show a Payment")
    .argument("<id>", "pay_…")
    .action(async (id: string) =>
      showOne(context, await context.client().get<Payment>(`/v1/payments/${idOf("payments", id)}`)),
    );
  withBody(
    group
      .command("create")
      .description("create a Payment; in Sandbox with a test card, and the amount decides the outcome")
      .option("--amount <minor units>", "4999 is 49.99 EUR; 100051 is declined", minorUnits)
      .option("--currency <code>", "EUR where it is not named")
      .option("--hosted", "on the hosted page: prints where the customer pays"),
  ).action(async (options: CreateOptions) => {
    const { amount, currency, hosted } = options;
    const sample = hosted ? sampleHostedPayment : samplePayment;
    const body = await bodyOf(context, options, () => sample(amount, currency));
    const path = hosted ? "/v1/payments/hpp" : "/v1/payments";
    showOne(context, await createFrom<Payment>(context, path, body, options));
  });
}
