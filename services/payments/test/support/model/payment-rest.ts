import { createRest, isSettled, postedKinds, type Rest } from "@flowlix/testkit";
import { expect } from "chai";
import { syncPayments } from "../sync-due.ts";
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
  if (!ENDS.includes(status) || !acquirer.misbehave(id)) return;
  known.isPromiseBroken = true;
  world.scheduler.trace.push("(a charge after the end)");
  await restOf(world).deliverCallbacks();
  expect(await checkRest(world), "an end never changes").to.equal(status);
}

const restOf = (world: PaymentWorld): Rest =>
  createRest(world, {
    mend: () => world.faults.clear(),
    sync: () => syncPayments(world.process().deps, 16),
    settle: () => world.acquirer.settle(world.id),
    isOver: async () => isOver(world, await seenOf(world.database, world.id)),
    roundsMax: 60,
  });

const isOver = ({ acquirer, id, plan }: PaymentWorld, now: Seen | undefined): boolean =>
  isSettled(now?.status, { ends: ENDS, result: plan.result, state: acquirer.orders.get(id)?.state });

async function checkRest(world: PaymentWorld): Promise<string> {
  const { acquirer, database, id, known } = world;
  const now = await seenOf(database, id);
  const status = now?.status ?? "no row";
  expect(isOver(world, now), `at rest it has ended; it is ${JSON.stringify(now)}`).to.equal(true);
  await checkBook(world, status);
  if (status === "SUCCEEDED" && acquirer.arrivedLate() === 0 && !known.isPromiseBroken) {
    const { card } = acquirer.orders.get(id) ?? {};
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

/** The acquirer's book, our journal, the status and the open anomalies tell one story. */
async function checkBook({ acquirer, database, id, known }: PaymentWorld, status: string): Promise<void> {
  const charges = acquirer.book.get(id) ?? 0;
  const exceptions = await database.sql(
    `select kind, detail from payments.anomalies where object_id = $1 and resolved_at is null
        and (kind = 'charged_after_end' or detail like 'the provider reports%')`,
    [id],
  );
  const booked = await postedKinds(database, { schema: "payments", objects: "payments" }, id);
  expect([...acquirer.book.keys()].filter((reference) => reference !== id)).to.deep.equal([]);
  if (known.isPromiseBroken && status !== "SUCCEEDED" && charges === 1) {
    const charged = exceptions.filter(({ kind }) => kind === "charged_after_end");
    expect(charged, "a charge after the end is an open anomaly").to.have.length(1);
    expect(booked, "a charge after the end is in suspense").to.deep.equal(["late_charge"]);
    return;
  }
  expect(charges, `the book, of a payment that is ${status}`).to.equal(status === "SUCCEEDED" ? 1 : 0);
  const uncaused = exceptions.filter(({ kind }) => kind === "charged_after_end" || !known.isPromiseBroken);
  expect(uncaused, "no anomaly without a cause").to.deep.equal([]);
  expect(booked, "what is booked is what was charged").to.deep.equal(charges === 1 ? ["capture"] : []);
}
