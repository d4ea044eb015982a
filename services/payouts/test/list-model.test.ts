import { expect } from "chai";
import type { PayoutListRequest, PayoutStatus } from "@flowlix/contracts";
import { createListPool, type Pool } from "@flowlix/persistence";
import type { TransferOutcome } from "@flowlix/provider";
import { SEED, seededRandom, shareOf } from "@flowlix/testkit";
import { LIST_BOUNDS } from "../src/read/choose-plan.ts";
import { listPayouts } from "../src/read/list-payouts.ts";
import { createPayoutsLists } from "../src/read/payouts-lists.ts";
import { modelPage, type Listed } from "./support/list-model.ts";
import { SCOPE, withPayouts } from "./support/payouts-under-test.ts";

const PAYOUTS = Number(process.env["PAYOUTS"] ?? shareOf(2_000));
const QUERIES = Number(process.env["QUERIES"] ?? shareOf(2_000));

/** Letters that wildcards, quoting, alphabets and case can be wrong about. */
const PIECES =
  "a B é É e\u0301 ß Σ ς σ İ ı I i Ö ö 李 小 Ł ł Ж ж ا ब 🦀 % _ \\ \\\\ ' \" ; -- \uffff 0 1 12 4242 10,50 po_ an An AN mar Mar ovi".split(
    " ",
  );
const SPACES = [" ", "  ", "\t", "\n", "\u00a0"];
const OUTCOMES: readonly (readonly [TransferOutcome, PayoutStatus])[] = [
  [{ kind: "succeeded" }, "SUCCEEDED"],
  [{ kind: "failed", code: "not_permitted" }, "FAILED"],
  [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
  [{ kind: "in_progress", stage: "received" }, "PENDING"],
];

/**
 * Every way to an answer: matches that are sorted, and more than are sorted; ranges counted, or what is outside of
 * them, whichever side has more.
 */
const NEVER = -1;
const [INSIDE, OUTSIDE] = [
  { createdInsideMax: 1, amountsInsideMax: 1 },
  { createdInsideMax: -1, amountsInsideMax: -1 },
];
const WAYS = [
  LIST_BOUNDS,
  { ...INSIDE, sortedMax: PAYOUTS },
  { ...INSIDE, sortedMax: 10 },
  { ...INSIDE, sortedMax: NEVER },
  { ...OUTSIDE, sortedMax: NEVER },
];

function randomOf(seed: number) {
  const next = seededRandom(seed);
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[upTo(values.length - 1)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  return { upTo, pick, chance: (share: number) => next() < share };
}

describe("lists of thousands of random Payouts [PO-14, PO-15]", function () {
  this.timeout(180_000);
  const given = withPayouts();
  const random = randomOf(SEED);
  const { upTo, pick, chance } = random;
  let pool: Pool | undefined;
  after(() => pool?.end());

  const words = (most: number): string =>
    Array.from({ length: 1 + upTo(most) }, () => (chance(0.15) ? pick(SPACES) : pick(PIECES))).join("");
  const name = (): string => {
    const made = words(4);
    return /\S/.test(made) ? made : `${made}x`;
  };

  async function makeAll(): Promise<Listed[]> {
    const { create, request, provider } = given();
    const all: Listed[] = [];
    const outcomes = new Map<string, TransferOutcome>();
    provider.submits(({ reference }) => outcomes.get(reference) ?? { kind: "succeeded" });
    while (all.length < PAYOUTS) {
      const { start_before } = await request();
      const asked = await Promise.all(
        Array.from({ length: 100 }, () =>
          request({
            start_before,
            amount: pick([1, 5, 10, 50, 100, 105, 1_050, 1_200, 4_242, 123_456, 1_000_000]),
            currency: pick(["EUR", "EUR", "GBP", "JPY", "KWD"]),
            merchant_reference: chance(0.4) ? 1_000_000_000 + upTo(2_000) * 4_242 : null,
            destination: {
              card_brand: pick(["visa", "mastercard"]),
              card_last4: pick(["4242", "0042", "1050", "9999"]),
            },
            recipient: { first_name: name(), last_name: name(), country: "PL" },
          }),
        ),
      );
      for (const { payout_id } of asked) outcomes.set(payout_id, pick(OUTCOMES)[0]);
      const payouts = await Promise.all(asked.map(create));
      all.push(...payouts.map((payout) => ({ payout, place: 0 })));
    }
    const order = await given().database.sql("select id from payouts.payouts order by created_at, seq");
    const places = new Map(order.map(({ id }, place) => [id, place]));
    return all.map(({ payout }) => ({ payout, place: places.get(payout.id) ?? -1 }));
  }

  const flipped = (text: string): string =>
    Array.from(text, (letter) =>
      chance(0.3) ? letter.toUpperCase() : chance(0.3) ? letter.toLowerCase() : letter,
    ).join("");

  function searchFor({ payout }: Listed): string {
    const { first_name, last_name } = payout.recipient;
    const full = Array.from(pick([first_name, last_name, `${first_name} ${last_name}`]));
    const from = upTo(full.length - 1);
    const part = full.slice(from, from + 1 + upTo(full.length - from)).join("");
    const amount = String(payout.amount).padStart(4, "0");
    const search = pick([
      part,
      part,
      flipped(part),
      words(1),
      pick(PIECES),
      payout.id,
      flipped(payout.id),
      payout.id.slice(1),
      String(payout.merchant_reference ?? 1_234_567_890).slice(upTo(6), 10),
      payout.destination.card_last4,
      String(payout.amount),
      `${amount.slice(0, -2)}${pick([".", ","])}${amount.slice(-2)}`,
      `${amount.slice(0, -3)}.${amount.slice(-3)}`,
    ]);
    const padded = chance(0.1) ? ` ${search} ` : search;
    return /\S/.test(padded) ? padded : "a";
  }

  function question(all: readonly Listed[]): PayoutListRequest {
    const some = <T>(share: number, values: readonly T[]): T[] =>
      chance(share) ? [...new Set(Array.from({ length: 1 + upTo(1) }, () => pick(values)))] : [];
    const one = pick(all).payout;
    const range = (share: number, value: number, spread: number) =>
      chance(share)
        ? {
            gte: chance(0.6) ? Math.max(0, value - upTo(spread)) : null,
            lte: chance(0.6) ? value + upTo(spread) : null,
          }
        : { gte: null, lte: null };
    const cursor = chance(0.3) ? pick(all).payout.id : null;
    const forward = chance(0.5);
    // What is counted within a range, or outside of it, is asked for often enough.
    const amountAlone = chance(0.15);
    const createdAlone = !amountAlone && chance(0.15);
    const none = { gte: null, lte: null };
    return {
      scope: SCOPE,
      limit: pick([1, 2, 5, 10, 100]),
      starting_after: forward ? cursor : null,
      ending_before: forward ? null : cursor,
      status: some(0.2, ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"]),
      currency: some(0.35, ["EUR", "GBP", "JPY", "KWD", "USD"]),
      card_brand: some(0.2, ["visa", "mastercard", "amex"]),
      card_last4: chance(0.1) ? one.destination.card_last4 : null,
      created: range(createdAlone ? 1 : 0.15, one.created_at, 3),
      amount: range(amountAlone ? 1 : 0.15, one.amount, pick([100, 10_000, 1_000_000])),
      search: chance(0.75) ? searchFor(pick(all)) : null,
      ...(amountAlone ? { created: none, card_last4: null, search: null } : {}),
      ...(createdAlone ? { amount: none, card_last4: null, search: null } : {}),
    };
  }

  it(`are what a plain search through an array finds (SEED=${SEED})`, async () => {
    const all = await makeAll();
    const opened = createListPool({ url: given().database.urlOf("payouts"), name: "test", connections: 1 });
    pool = opened;
    const ways = WAYS.map((bounds) => ({ bounds, lists: createPayoutsLists(opened, 1, bounds) }));
    let found = 0;
    for (let n = 0; n < QUERIES; n += 1) {
      // Totals are folded at any time, by so many or so many; half of the questions come before they all are.
      if (n % 50 === 0) await given().fold(1 + upTo(PAYOUTS / 5));
      const asked = question(all);
      const { bounds, lists } = pick(ways);
      const { data, has_more, total_count } = await listPayouts({ lists }, asked);
      const expected = modelPage(all, asked);
      expect(
        { ids: data.map(({ id }) => id), has_more, total_count },
        `SEED=${SEED} ${JSON.stringify({ asked, bounds })}`,
      ).to.deep.equal(expected);
      if (expected.total_count > 0) found += 1;
    }
    expect(found, "most questions find something").to.be.above(QUERIES / 3);
  });
});
