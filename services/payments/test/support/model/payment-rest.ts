import { createRest, isSettled, postedKinds, type Rest, type Sql } from "@flowlix/testkit";
import { orderNamed } from "@flowlix/provider";
import { adoptSql, disagreementsSql } from "@flowlix/ledger";
import { expect } from "chai";
import { paymentsJournal } from "../../../src/journal/journal-tables.ts";
import { syncPayments } from "../sync-due.ts";
import { acceptModelCallback } from "./accept-model-callback.ts";
import type { ModelCallback } from "./model-acquirer.ts";
import { ENDS, seenOf, type Seen } from "./money-rules.ts";
import { checkHistory } from "./payment-history.ts";
import type { PaymentWorld } from "./payment-world.ts";

/** Lets everything come to its end, checks what must be so then, and answers where it ended. */
export async function comeToRest(world: PaymentWorld): Promise<string> {
  await restOf(world).come();
  return checkRest(world);
}

/** After the end: the acquirer charges against its word and tells so, which must change nothing. */
export async function outlive(world: PaymentWorld): Promise<void> {
  const { acquirer, database, id, known } = world;
  const status = (await seenOf(database, id))?.status ?? "no row";
  // The oldest that can: an earlier card's, where there was one.
  if (!ENDS.includes(status) || ![...acquirer.orders.keys()].some((order) => acquirer.misbehave(order)))
    return;
  known.isPromiseBroken = true;
  world.scheduler.trace.push("(a charge after the end)");
  await restOf(world).deliverCallbacks();
  expect(await checkRest(world), "an end never changes").to.equal(status);
}

const restOf = (world: PaymentWorld): Rest =>
  createRest<ModelCallback>(world, {
    mend: () => world.parties.mend(),
    sync: () => syncPayments(world.process().deps, 16),
    settle: () => world.acquirer.settle(world.newest()),
    accept: (callback) => acceptModelCallback(world.deps, callback),
    isOver: async () => isOver(world, await seenOf(world.database, world.id)),
    roundsMax: 60,
  });

const isOver = ({ acquirer, id, plans }: PaymentWorld, now: Seen | undefined): boolean => {
  const reference = now?.reference ?? id;
  const { result } = orderNamed(reference).attempt === 1 ? plans.first : plans.later;
  return isSettled(now?.status, { ends: ENDS, result, state: acquirer.orders.get(reference)?.state });
};

async function checkRest(world: PaymentWorld): Promise<string> {
  const { acquirer, database, id, known } = world;
  const now = await seenOf(database, id);
  const status = now?.status ?? "no row";
  expect(isOver(world, now), `at rest it has ended; it is ${JSON.stringify(now)}`).to.equal(true);
  await checkBook(world, now);
  if (status === "SUCCEEDED" && acquirer.arrivedLate() === 0 && !known.isPromiseBroken) {
    const { card } = acquirer.orders.get(now?.reference ?? id) ?? {};
    expect(now?.card, "the card that is shown is the one that was charged").to.equal(card);
  }
  for (const end of known.ends) expect(status, "an end that was told stays").to.equal(end);
  if (known.isReleased) expect(status, "a released key has nothing").to.equal("no row");
  const due = await database.sql(
    "select next_look_at from payments.payments where id = $1 and next_look_at <= platform.clock()",
    [id],
  );
  expect(due, "nothing is due").to.deep.equal([]);
  await checkHistory(database, id);
  return status;
}

/** The acquirer's book, our journal, the status and the open exceptions tell one story. */
async function checkBook(
  { acquirer, database, id, known }: PaymentWorld,
  now: Seen | undefined,
): Promise<void> {
  const charges = [...acquirer.book.values()].reduce((sum, times) => sum + times, 0);
  const exceptions = await database.sql(
    `select kind, detail from payments.anomalies where object_id = $1 and resolved_at is null
        and (kind = 'charged_after_end' or detail like 'the provider reports%')`,
    [id],
  );
  expect([...acquirer.book.keys()].filter((reference) => orderNamed(reference).id !== id)).to.deep.equal([]);
  const own = now?.status === "SUCCEEDED" ? now.reference : undefined;
  // Against its word, not the order that the Payment succeeded with, and not given back.
  const wrong = [...acquirer.broken].filter(
    (reference) => reference !== own && acquirer.orders.get(reference)?.state === "succeeded",
  );
  const status = now?.status ?? "no row";
  expect(charges, `the book, of a payment that is ${status}`).to.equal(
    (own === undefined ? 0 : 1) + wrong.length,
  );
  const charged = exceptions.filter(({ kind }) => kind === "charged_after_end");
  expect(charged, "a charge after the end is an open exception").to.have.length(wrong.length > 0 ? 1 : 0);
  if (!known.isPromiseBroken) expect(exceptions, "no exception without a cause").to.deep.equal([]);
  await checkJournal(database, id);
  const posted = await postedKinds(database, { schema: "payments", objects: "payments" }, id);
  expect(posted.includes("capture"), "what is posted is what was charged").to.equal(own !== undefined);
  if (wrong.length > 0) expect(posted, "what nobody gave back is in suspense").to.include("late_charge");
  if (now !== undefined && now.reference !== id)
    expect(posted, "another order's charge is never taken for the Payment's own").not.to.include(
      "late_charge_adopted",
    );
}

/** As the platform checks it by itself, again and again. */
async function checkJournal(database: Sql, id: string): Promise<void> {
  const { ends } = paymentsJournal.late;
  if (ends !== undefined) await database.sql(adoptSql(paymentsJournal, ends), [[id]]);
  const found = await database.sql(disagreementsSql(paymentsJournal), [[id]]);
  expect(found, "the journal agrees").to.deep.equal([]);
}
