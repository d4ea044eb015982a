import type { RefundCreate } from "@flowlix/client";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { sampleRefund } from "../trigger/samples.ts";
import { bodyOf, withBody, type BodyOptions } from "./body.ts";
import { idOf, minorUnits, pageQuery, withPage, type PageOptions } from "./options.ts";
import { OBJECT_COLUMNS, showOne, showPage } from "./show.ts";

interface CreateOptions extends BodyOptions {
  readonly payment?: string;
  readonly amount?: number;
  readonly reason?: string;
}

export function addRefunds(program: Command, context: Context): void {
  const group = program.command("refunds").description("list, get and create Refunds");
  withPage(
    group
      .command("list")
      .description("list the Refunds of a Payment, newest first")
      .requiredOption("--payment <id>", "whose Refunds"),
  ).action(async ({ payment, ...options }: PageOptions & { payment: string }) => {
    const query = { ...pageQuery(options), payment_id: idOf("payments", payment) };
    showPage(
      context,
      await context.client().read((api, call) => api.refunds.list(query, call)),
      OBJECT_COLUMNS,
    );
  });
  group
    .command("get")
    .description("show a Refund")
    .argument("<id>", "ref_…")
    .action(async (id: string) => {
      const known = idOf("refunds", id);
      showOne(context, await context.client().read((api, call) => api.refunds.get(known, call)));
    });
  withBody(
    group
      .command("create")
      .description("give money of a Payment back")
      .option("--payment <id>", "the Payment")
      .option("--amount <minor units>", "how much (default: all that is left)", minorUnits)
      .option("--reason <text>", "why, up to 50 characters"),
  ).action(async (options: CreateOptions) => {
    const body =
      options.data === undefined
        ? await namedBody(context, options)
        : await bodyOf(context, options, noSample);
    const { idempotencyKey } = options;
    showOne(
      context,
      await context.client().create((api, call) => api.refunds.create(body, call), idempotencyKey),
    );
  });
}

async function noSample(): Promise<never> {
  throw usage("name the Payment: --payment pay_…");
}

/** It sends no sample values, so live keys may use it too. */
async function namedBody(
  context: Context,
  { payment, amount, reason }: CreateOptions,
): Promise<RefundCreate> {
  if (payment === undefined) throw usage("name the Payment: --payment pay_…, or the whole body: --data");
  const id = idOf("payments", payment);
  const left = async () =>
    (await context.client().read((api, call) => api.payments.get(id, call))).amount_refundable;
  return { ...sampleRefund(id, amount ?? (await left())), ...(reason === undefined ? {} : { reason }) };
}
