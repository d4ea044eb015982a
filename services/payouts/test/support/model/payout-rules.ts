import { checkMove, historyOf, type RowState, type Sql, type Verifier } from "@flowlix/testkit";
import { expect } from "chai";
import type { PayoutParties } from "./payout-parties.ts";

export const ENDS = ["SUCCEEDED", "FAILED"];

/** What the outside knows of a Payout, beside the acquirer's book. */
export interface Known {
  /** Ends that somebody was told of. */
  readonly ends: Set<string>;
  /** The acquirer executed against its word. */
  isPromiseBroken: boolean;
  /** The one attempt that ever submitted it. */
  submission: string | null;
  /** Of the row after the last step. */
  status: string | null;
}

/** A Payout's row as the rules look at it. */
export interface Seen {
  readonly status: string;
  readonly submission: string | null;
  /** A submission is claimed and its time is not over. */
  readonly live: boolean;
  /** A merchant's account; null for the installation's own acquirer. */
  readonly account: string | null;
  /** It is posted as paid out. */
  readonly posted: boolean;
}

export async function seenOf(database: Sql, id: string): Promise<Seen | undefined> {
  const [row] = await database.sql(
    `select status, submission, provider_account, coalesce(submission is not null and submit_until > platform.clock(), false) as live,
            exists (select from payouts.journal as j where j.object_id = id and j.kind = 'payout') as posted
       from payouts.payouts where id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const { status, submission, live, posted, provider_account: account } = row;
  return {
    status: String(status),
    submission: typeof submission === "string" ? submission : null,
    live: live === true,
    account: typeof account === "string" ? account : null,
    posted: posted === true,
  };
}

interface Watched {
  readonly id: string;
  readonly parties: PayoutParties;
  readonly database: Sql;
  readonly known: Known;
}

/** Checks after every step of every process what holds at any moment (docs/design/architecture.md#money-rules). */
export function watchMoney({ id, parties, database, known }: Watched): Verifier {
  const { acquirer } = parties;
  const executed = () => acquirer.book.get(id) ?? 0;
  return {
    async before(step, [isGivenUp, account]) {
      if (isGivenUp === true || (step !== "acquirer.submit" && step !== "acquirer.close")) return;
      const now = await seenOf(database, id);
      const row = `; the row is ${JSON.stringify(now)}`;
      expect(now?.account, `to the account that the row names${row}`).to.equal(account);
      if (step === "acquirer.close") {
        expect(now?.live, `nothing is closed that may still be sent${row}`).to.equal(false);
        return;
      }
      expect(now?.live, `a payout is sent under a live claim only${row}`).to.equal(true);
      expect(now?.status, `what is sent is PENDING${row}`).to.equal("PENDING");
      known.submission ??= now?.submission ?? null;
      expect(now?.submission, "nobody submits it but the attempt that made it").to.equal(known.submission);
    },
    async after(step) {
      if (step.startsWith("reads.")) return;
      const now = await seenOf(database, id);
      const having = parties.all.filter((party) => party.acquirer.stateOf(id) !== undefined);
      expect(having.length, "at one account alone").to.be.at.most(1);
      expect(executed(), "executed at most once").to.be.at.most(1);
      if (now?.status === "SUCCEEDED") expect(executed(), "SUCCEEDED is what the book says").to.equal(1);
      if (now !== undefined)
        expect(now.posted, `whether a payout that is ${now.status} is posted`).to.equal(
          now.status === "SUCCEEDED",
        );
      const isTruthful = !known.isPromiseBroken && !acquirer.wasDenied(id);
      if (isTruthful && now?.status === "FAILED") expect(executed(), "executed, and yet FAILED").to.equal(0);
      // What an attempt knows of itself alone ends nothing that the provider's word has moved.
      if (!known.isPromiseBroken && known.status === "PROCESSING" && now?.status === "FAILED")
        expect(acquirer.stateOf(id), "who ends what was being processed").to.equal("failed");
      known.status = now?.status ?? null;
    },
  };
}

/** The legal moves as the specification has them; none leads out of an end. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  PENDING: ["PROCESSING", "SUCCEEDED", "FAILED"],
  PROCESSING: ["SUCCEEDED", "FAILED"],
};

/** What may change while the version stays: when it is synced next. */
const UNVERSIONED = ["next_look_at", "look_count", "look_hung"];

/** Checks a Payout's row and events from first to last (docs/design/architecture.md#rule-7, #rule-8 and #rule-9). */
export async function checkHistory(database: Sql, id: string): Promise<void> {
  const entered: string[] = [];
  for (const { before, after } of await historyOf(database, id)) {
    expect(after, "a payout is never deleted").to.not.equal(null);
    if (after === null) continue;
    if (before === null) checkInitialRow(after);
    else checkMove(before, after, { moves: MOVES, unversioned: UNVERSIONED });
    if (before?.["status"] !== after["status"])
      entered.push(`${String(after["version"])} ${eventOf(after["status"])}`);
  }
  const outbox = await database.sql(
    `select version, event_type, payload -> 'data' -> 'payout' ->> 'status' as status,
            payload -> 'data' -> 'payout' ->> 'id' as id
       from payouts.outbox where object_id = $1 order by version`,
    [id],
  );
  expect(
    outbox.map(({ version, event_type }) => `${String(version)} ${String(event_type)}`),
    "one event for each status entered, at its version",
  ).to.deep.equal(entered);
  for (const { event_type, status, id: whose } of outbox)
    expect([eventOf(status), whose], "an event shows the payout it tells of").to.deep.equal([event_type, id]);
}

const eventOf = (status: unknown): string => `payout.${String(status).toLowerCase()}`;

function checkInitialRow(after: RowState): void {
  expect([after["status"], after["version"]], "its initial row").to.deep.equal(["PENDING", 1]);
  const [created, until] = [new Date(String(after["created_at"])), new Date(String(after["submit_until"]))];
  expect(created.getTime(), "nothing is made once the time to start is over").to.be.below(until.getTime());
}

/** Totals as far as they are folded and what is not folded yet say what the rows say. */
export async function checkTotals(database: Sql, merchantId: string): Promise<void> {
  const [sums] = await database.sql(
    `with counted as (
       select status, currency, card_brand, payouts from payouts.totals where merchant_id = $1
       union all
       select status, currency, card_brand, change from payouts.total_deltas where merchant_id = $1
     ), told as (
       select status, currency, card_brand, sum(payouts)::int as n from counted group by 1, 2, 3 having sum(payouts) <> 0
     ), real as (
       select status, currency, card_brand, count(*)::int as n from payouts.payouts where merchant_id = $1 group by 1, 2, 3
     )
     select (select jsonb_agg(to_jsonb(told) order by told) from told) as told,
            (select jsonb_agg(to_jsonb(real) order by real) from real) as real`,
    [merchantId],
  );
  expect(sums?.["told"], "totals are the numbers of the rows").to.deep.equal(sums?.["real"]);
}
