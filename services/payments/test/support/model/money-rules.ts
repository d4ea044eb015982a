import type { Sql, Verifier } from "@flowlix/testkit";
import { orderReference } from "@flowlix/provider";
import { expect } from "chai";
import type { ModelParties } from "./model-accounts.ts";

export const ENDS = ["SUCCEEDED", "FAILED", "EXPIRED"];

/** States of an order that comes to nothing unless somebody submits a card. */
const OVER = ["absent", "registered", "failed", "cancelled"];

/** States of an order that no card was executed of. */
const NOT_EXECUTED = ["absent", "registered", "cancelled"];

/** States of an order at an account that no card ever arrived at. */
const UNSENT = ["absent", "registered"];

/** What the outside knows of a Payment, beside the acquirer's book. */
export interface Known {
  /** Ends that somebody was told of. */
  readonly ends: Set<string>;
  /** Somebody was told of the Payment by the answer to its create. */
  isReported: boolean;
  /** The key was released: nothing exists under this id, and nothing will. */
  isReleased: boolean;
  /** The acquirer charged against its word. */
  isPromiseBroken: boolean;
}

/** A Payment's row as the rules look at it. */
export interface Seen {
  readonly status: string;
  /** Whose submission is claimed; null where there is none. */
  readonly submission: unknown;
  /** A submission is claimed and its time is not over. */
  readonly live: boolean;
  readonly expiring: boolean;
  /** Last four digits of the card that is shown. */
  readonly card: unknown;
  /** The order that is the Payment's now. */
  readonly reference: string;
  /** Where that order goes: a merchant's account; null for the installation's own acquirer. */
  readonly account: string | null;
  /** No card of that order can have been executed, whatever was submitted. */
  readonly isNotExecuted: boolean;
  /** Its capture is posted. */
  readonly captured: boolean;
}

export async function seenOf(database: Sql, id: string): Promise<Seen | undefined> {
  const [row] = await database.sql(
    `select status, expiring, card_last4, submission, card_attempt, provider_account, order_sent is false as not_executed,
            coalesce(submission is not null and submit_until > platform.clock(), false) as live,
            exists (select from payments.journal as j where j.object_id = id and j.kind = 'capture') as captured
       from payments.payments where id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const { status, submission, live, expiring, card_last4: card, card_attempt, not_executed, captured } = row;
  const { provider_account: account } = row;
  return {
    status: String(status),
    submission,
    live: live === true,
    expiring: expiring === true,
    card,
    reference: orderReference({ id, attempt: card_attempt === null ? 1 : Number(card_attempt) }),
    account: typeof account === "string" ? account : null,
    isNotExecuted: not_executed === true,
    captured: captured === true,
  };
}

interface Watched {
  readonly id: string;
  readonly parties: ModelParties;
  readonly database: Sql;
  readonly known: Known;
}

/** Checks after every step of every process what holds at any moment (docs/design/architecture.md#money-rules). */
export function watchMoney({ id, parties, database, known }: Watched): Verifier {
  const { acquirer } = parties;
  const hasAccounts = parties.all.length > 1;
  /** By the acquirer as it had promised. */
  const charged = (own: string | undefined) =>
    [...acquirer.book]
      .filter(([reference]) => reference === own || !acquirer.broken.has(reference))
      .reduce((sum, [, times]) => sum + times, 0);
  /** An order may be charged as long as it has not failed, so that only the newest one may not have. */
  const checkOrders = () => {
    const states = [...acquirer.orders].map(([reference, { state }]) =>
      acquirer.broken.has(reference) ? "failed" : state,
    );
    expect(
      states.slice(0, -1).filter((state) => state !== "failed" && !(hasAccounts && UNSENT.includes(state))),
      "the next card's order begins only when the one before is known to have failed",
    ).to.deep.equal([]);
  };
  /** Over all accounts' books (docs/decisions/0105-a-second-account.md). */
  const checkAccounts = (now: Seen | undefined) => {
    const references = parties.all.flatMap((party) => [...party.acquirer.orders.keys()]);
    expect(references, "an order is at one account alone").to.have.length(new Set(references).size);
    if (now === undefined || now.account === null || now.reference === id) return;
    const first = acquirer.orders.get(id)?.state ?? "absent";
    expect(UNSENT, "a second account only where no card was sent to the first one").to.include(first);
  };
  /** Another attempt's claim. An attempt that gives its own claim back must leave this one alone. */
  let leftAlone: unknown = null;
  /** The claim there was when an exception said already that a card was charged. */
  let whilePaid: { readonly submission: unknown } | null = null;
  return {
    async before(step, [first, submission, third, whose]) {
      if (step === "hosted.claim") {
        const [paid] = await database.sql(
          "select 1 as known from payments.anomalies where object_id = $1 and kind = 'charged_after_end'",
          [id],
        );
        whilePaid = paid === undefined ? null : { submission: (await seenOf(database, id))?.submission };
      }
      if (step === "hosted.giveBack") {
        const claimed = (await seenOf(database, id))?.submission ?? null;
        leftAlone = claimed === submission ? null : claimed;
        // What nobody was heard of since is known not to have been executed.
        const isKnown = whose !== "lapsed" && leftAlone === null && acquirer.arrivedLate() === 0;
        const reference = (await seenOf(database, id))?.reference ?? id;
        const state = acquirer.orders.get(reference)?.state ?? "absent";
        if (isKnown && claimed !== null)
          expect(NOT_EXECUTED, "a form returns of what was not executed").to.include(state);
      }
      if (step === "acquirer.complete" && first !== undefined) {
        const claimed = await seenOf(database, id);
        const row = `; the row is ${JSON.stringify(claimed)}`;
        expect(claimed?.live, `a challenge is finished under a live claim only${row}`).to.equal(true);
        expect(claimed?.expiring, `and never once the order is being closed${row}`).to.equal(false);
      }
      if (step !== "acquirer.authorise" || first === undefined) return;
      const now = await seenOf(database, id);
      const row = `; the row is ${JSON.stringify(now)}`;
      expect(now?.card, `the card that is sent is the one whose submission was claimed${row}`).to.equal(
        first,
      );
      expect([now?.reference, now?.account], `to where the row says${row}`).to.deep.equal([
        submission,
        third,
      ]);
      expect(now?.live, `a card is sent under a live claim only${row}`).to.equal(true);
      expect(now?.expiring, `no card is sent once the order is being closed${row}`).to.equal(false);
    },
    async after(step) {
      if (step.startsWith("reads.")) return;
      const now = await seenOf(database, id);
      if (step === "hosted.giveBack" && leftAlone !== null)
        expect(now?.submission, "nobody gives the claim of another one back").to.equal(leftAlone);
      if (step === "hosted.claim" && whilePaid !== null)
        expect(now?.submission, "no other card once one is known to have been charged").to.equal(
          whilePaid.submission,
        );
      checkOrders();
      checkAccounts(now);
      // The next card is submitted as if it were the first: nothing of the one before may be there, or still arrive.
      if (now?.isNotExecuted === true && !acquirer.broken.has(now.reference))
        expect(NOT_EXECUTED, "what was given back as not executed").to.include(
          acquirer.orders.get(now.reference)?.state ?? "absent",
        );
      const own = now?.status === "SUCCEEDED" ? now.reference : undefined;
      expect(charged(own), "charged at most once").to.be.at.most(1);
      if (known.isReported) expect(now, "a payment that was told of is there").not.to.equal(undefined);
      if (now?.status === "SUCCEEDED") expect(charged(own), "SUCCEEDED is what the book says").to.equal(1);
      if (now !== undefined)
        expect(now.captured, `whether a payment that is ${now.status} is posted`).to.equal(
          now.status === "SUCCEEDED",
        );
      if (known.isPromiseBroken || now === undefined || !["FAILED", "EXPIRED"].includes(now.status)) return;
      expect(charged(own), `charged, and yet ${now.status}`).to.equal(0);
      const order = acquirer.orders.get(now.reference)?.state ?? "absent";
      expect(OVER, `what the order of a payment that is ${now.status} waits for`).to.include(order);
    },
  };
}
