import type { Payment } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf, type CreateOptions } from "./api.ts";
import type { Platform } from "./platform.ts";

export interface Attempt extends CreateOptions {
  readonly key: string;
  readonly amount: number;
}

/**
 * When everything has come to rest: asks every key once more, and holds what it tells against the
 * Payment, the Payment against the acquirer's book, and the book against the Payments.
 */
export async function reckon(
  { api, acquirer, database }: Platform,
  attempts: readonly Attempt[],
): Promise<Payment[]> {
  const payments: Payment[] = [];
  const waiting = [...attempts];
  const client = async () => {
    for (let attempt = waiting.pop(); attempt !== undefined; attempt = waiting.pop()) {
      const told = paymentOf(await api.createUntilTold(attempt));
      const payment = await waitFor(`${told.id} to end`, async () => {
        const now = paymentOf(await api.read(told.id));
        return now.status !== "PENDING" && now;
      });
      expect([payment.amount, payment.id]).to.deep.equal([attempt.amount, told.id]);
      payments.push(payment);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  expect(new Set(payments.map(({ id }) => id)).size, "a payment for each key").to.equal(attempts.length);
  const rows = await database.sql("select id, status from payments.payments order by id");
  const charged = rows.filter(({ status }) => status === "SUCCEEDED").map(({ id }) => id);
  const book = await acquirer.book();
  expect(book.map(({ reference }) => reference).toSorted(), "book and payments").to.deep.equal(charged);
  for (const line of book) expect(line).to.include({ kind: "charge", executions: 1 });
  return payments;
}
