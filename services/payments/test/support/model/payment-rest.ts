import { postedKinds, NEVER } from "@flowlix/testkit";
import { expect } from "chai";
import { syncPayments } from "../sync-due.ts";
import { ENDS, seenOf, type Seen } from "./money-rules.ts";
import { checkHistory } from "./payment-history.ts";
import type { PaymentWorld, Start } from "./payment-world.ts";

const ROUNDS_MAX = 60;
const LOOKS_MAX = 5;
const HOUR = 3_600_000;

/** Lets everything come to its end, checks what must be so then, and answers where it ended. */
export async function comeToRest(world: PaymentWorld): Promise<string> {
  const { acquirer, database, id } = world;
  world.faults.clear();
  world.goOn();
  world.process().dieAt(NEVER);
  world.turns.trace.push("(everything is mended and comes to rest)");
  await world.together([], () => 0);
  // A claim of a dead process first runs out; what it sent may arrive at any time.
  for (let round = 0; round < ROUNDS_MAX && !isSettled(world, await seenOf(database, id)); round += 1) {
    await world.pass(round < 4 ? 8_000 : HOUR / 6);
    if (round % 2 === 1) arrive(world);
    acquirer.settle(id);
    await look(world);
  }
  arrive(world);
  await deliverCallbacks(world);
  await world.pass(HOUR);
  await look(world);
  return checkRest(world);
}

/** After the end: the acquirer charges against its word and tells so, which must change nothing. */
export async function outlive(world: PaymentWorld): Promise<void> {
  const { acquirer, database, id, known } = world;
  const status = (await seenOf(database, id))?.status ?? "no row";
  if (!ENDS.includes(status) || !acquirer.misbehave(id)) return;
  known.isPromiseBroken = true;
  world.turns.trace.push("(a charge after the end)");
  await deliverCallbacks(world);
  await look(world);
  expect(await checkRest(world), "an end never changes").to.equal(status);
}

/** Looks until nothing is due. */
function look(world: PaymentWorld): Promise<void> {
  const all = async ({ process }: Start) => {
    for (let syncs = 0; (await syncPayments(process.deps, 16)).looked > 0; syncs += 1)
      expect(syncs, "a look makes its payment due later").to.be.below(LOOKS_MAX);
  };
  return world.together([all], () => 0);
}

function arrive({ acquirer }: PaymentWorld): void {
  while (acquirer.underWay.length > 0) acquirer.arrive(0);
}

async function deliverCallbacks({ acquirer, deps }: PaymentWorld): Promise<void> {
  for (const callback of acquirer.callbacks) await deps.callbacks.accept(callback);
}

/** Nothing will ever change: it has ended, or the acquirer itself does not know more. */
function isSettled({ acquirer, id, plan }: PaymentWorld, now: Seen | undefined): boolean {
  if (now === undefined || ENDS.includes(now.status)) return true;
  const state = acquirer.orders.get(id)?.state;
  if (plan.result !== null) return false;
  return (
    (state === "received" && now.status === "PENDING") ||
    (state === "processing" && now.status === "PROCESSING")
  );
}

async function checkRest(world: PaymentWorld): Promise<string> {
  const { acquirer, database, id, known } = world;
  const now = await seenOf(database, id);
  const status = now?.status ?? "no row";
  expect(isSettled(world, now), `at rest it has ended; it is ${JSON.stringify(now)}`).to.equal(true);
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
