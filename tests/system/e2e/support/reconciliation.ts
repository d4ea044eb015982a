import type { Payment } from "@flowlix/contracts";
import { unpackText } from "@flowlix/persistence";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf, type CreateOptions } from "./api.ts";
import { reconcileJournal } from "./ledger.ts";
import type { Platform } from "./platform.ts";
import { reconcileEvents } from "./recorded-events.ts";

export interface Attempt extends CreateOptions {
  readonly key: string;
  readonly amount: number;
}

/** What an outage left open is synced again at most 30 s later (docs/design/decisions.md#lost-answers). */
const SYNCED_WITHIN_MS = 45_000;

/**
 * For when nothing is under way any more. Asks every key once more, and compares its answer with the
 * Payment, the Payment with the acquirer's book, and the book with the Payments.
 */
export async function reconcile(
  { api, acquirer, database }: Platform,
  attempts: readonly Attempt[],
): Promise<Payment[]> {
  const payments: Payment[] = [];
  const waiting = [...attempts];
  const client = async () => {
    for (let attempt = waiting.pop(); attempt !== undefined; attempt = waiting.pop()) {
      const shown = paymentOf(await api.createUntilAnswered(attempt));
      const payment = await waitFor(
        `${shown.id} to end`,
        async () => {
          const now = paymentOf(await api.read(shown.id));
          return now.status !== "PENDING" && now;
        },
        SYNCED_WITHIN_MS,
      );
      expect([payment.amount, payment.id]).to.deep.equal([attempt.amount, shown.id]);
      payments.push(payment);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  expect(new Set(payments.map(({ id }) => id)).size, "a payment for each key").to.equal(attempts.length);
  await reconcileBooks({ acquirer, database });
  return payments;
}

/** The invariants: they hold whenever nothing is under way, whatever happened before. */
export async function reconcileBooks({
  acquirer,
  database,
}: Pick<Platform, "acquirer" | "database">): Promise<void> {
  await reconcileEvents(database);
  const rows = await database.sql("select id, status from payments.payments order by id");
  const charged = rows.filter(({ status }) => status === "SUCCEEDED").map(({ id }) => id);
  const book = await acquirer.book();
  expect(book.map(({ reference }) => reference).toSorted(), "book and payments").to.deep.equal(charged);
  for (const line of book) expect(line).to.include({ kind: "charge", executions: 1 });
  for (const [rule, sql] of Object.entries(NEVER)) expect(await database.sql(sql), rule).to.deep.equal([]);
  await reconcileAnswers(database);
  await reconcileJournal({ database }, ["charge", "reversal"]);
}

const ENDS: readonly unknown[] = ["SUCCEEDED", "FAILED", "EXPIRED"];

/** A stored answer tells of its own payment, and an end that is told is the end. */
async function reconcileAnswers(database: Platform["database"]): Promise<void> {
  const rows = await database.sql(`
    select r.object_id, r.response_body, r.response_packed, p.id, p.amount::float8 as amount, p.status
      from idempotency.records r left join payments.payments p on p.id = r.object_id where r.state = 'done'`);
  for (const { object_id, response_body: plain, response_packed: packed, id, amount, status } of rows) {
    const reported: Record<string, unknown> = JSON.parse(
      packed instanceof Buffer ? unpackText(packed) : String(plain),
    );
    expect(reported, String(object_id)).to.include({ id, amount });
    if (ENDS.includes(reported["status"])) expect(reported, String(object_id)).to.include({ status });
  }
}

/** Statements that find what there must not be. */
const NEVER = {
  "every payment belongs to the key that made it": `
    select p.id from payments.payments p left join idempotency.records r on r.object_id = p.id where r.object_id is null`,
  "charged for what was asked": `
    select b.reference from sandbox_acquirer.book b join payments.payments p on p.id = b.reference
     where b.amount <> p.amount or b.currency <> p.currency`,
  "nothing contradicts, but answers that are made to": `
    select kind, object_id, detail from payments.anomalies where detail not like '%with another amount'`,
} as const;
