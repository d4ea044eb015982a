import { randomUUID } from "node:crypto";
import { createPools, query, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import type { TestDatabase } from "@flowlix/testkit";
import type { NewPayment } from "../../src/create/insert-payment.ts";
import { createPaymentsStore } from "../../src/payment/payments-store.ts";

/** A Payment as a create inserts it, in time until well after the test. */
export const newPayment = (changes: Partial<NewPayment>): NewPayment => ({
  id: newId("payment"),
  merchant_id: `mer_${"0".repeat(24)}`,
  livemode: false,
  amount: 1_250,
  currency: "EUR",
  provider: "sandbox",
  provider_account: null,
  route: null,
  integration_type: "DIRECT",
  payment_method_type: "card",
  card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 },
  merchant_reference: null,
  merchant_customer_id: "customer-1",
  customer_ip_address: "203.0.113.7",
  return_url: "https://merchant.example/return",
  description: null,
  billing_details: null,
  statement_descriptor: null,
  submission: randomUUID(),
  start_before: Date.now() + 25_000,
  ...changes,
});

/** A process of the service whose commits wait until they are told to, as where its disk or its network is slow. */
export interface SlowProcess {
  /** Runs the statement of a create; nobody can see its row. */
  insert(payment: NewPayment): Promise<void>;
  /** What it has inserted is there now, its create's claim over as after an answer that was lost. */
  commit(): Promise<void>;
  close(): Promise<void>;
}

export async function startSlowProcess(database: TestDatabase): Promise<SlowProcess> {
  const url = database.urlOf("payments");
  const pools: Pools = await createPools({ url, name: "slow", hot: 1, read: 1, background: 1 });
  const store = createPaymentsStore(pools.hot);
  const say = (text: string, values: unknown[] = []) => query(pools.hot, { text, values });
  return {
    insert: async (payment) => {
      await say("begin");
      await store.insert(payment);
      await store.endSubmission({ id: payment.id, version: 1, submission: payment.submission }, 3_600_000);
    },
    commit: async () => {
      await say("commit");
    },
    close: () => pools.close(),
  };
}
