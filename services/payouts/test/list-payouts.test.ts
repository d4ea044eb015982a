import { expect } from "chai";
import type { PayoutList, PayoutListRequest } from "@flowlix/contracts";
import { connect } from "@flowlix/persistence";
import { listPayouts } from "../src/read/list-payouts.ts";
import { UNFILTERED, waitFor, refusal } from "@flowlix/testkit";
import { SCOPE, withPayouts } from "./support/payouts-under-test.ts";

describe("listing Payouts", () => {
  const given = withPayouts();
  const made: string[] = [];
  const list = (asked: Partial<PayoutListRequest> = {}): Promise<PayoutList> =>
    listPayouts(given().deps, { scope: SCOPE, ...UNFILTERED, ...asked });
  const idsOf = ({ data }: PayoutList) => data.map(({ id }) => made.indexOf(id));

  /** Makes Payouts once, in this order; tests name them by it. */
  const NAMES = ["Ada Lovelace", "ÉLOÏSE d'Arc", "100% _sure_", 'back\\slash "q"', "李 小龙"];
  before(async function () {
    this.timeout(30_000);
  });
  beforeEach(async () => {
    if (made.length > 0) return;
    const { create, request, provider } = given();
    for (const [index, name] of NAMES.entries()) {
      const [first_name = "", last_name = ""] = name.split(/ (.*)/);
      provider.submits(index === 0 ? { kind: "succeeded" } : { kind: "in_progress", stage: "processing" });
      const payout = await create(
        await request({
          amount: 1_000 + index,
          currency: index === 4 ? "JPY" : "EUR",
          merchant_reference: index === 2 ? 1_234_567_890 : null,
          destination: {
            card_brand: index % 2 === 0 ? "visa" : "mastercard",
            card_last4: index === 3 ? "0042" : "4242",
          },
          recipient: { first_name, last_name, country: "PL" },
        }),
      );
      made.push(payout.id);
    }
  });

  it("is newest first, with how many there are in all [PO-13]", async () => {
    const page = await list({ limit: 2 });
    expect([idsOf(page), page.has_more, page.total_count]).to.deep.equal([[4, 3], true, 5]);
  });

  it("goes on from a cursor in both directions, and counts all the same [PO-13]", async () => {
    const older = await list({ limit: 2, starting_after: made[3] ?? "" });
    expect([idsOf(older), older.has_more, older.total_count]).to.deep.equal([[2, 1], true, 5]);
    const newer = await list({ limit: 2, ending_before: made[0] ?? "" });
    expect([idsOf(newer), newer.has_more, newer.total_count]).to.deep.equal([[2, 1], true, 5]);
    const last = await list({ starting_after: made[0] ?? "" });
    expect([idsOf(last), last.has_more, last.total_count]).to.deep.equal([[], false, 5]);
  });

  const filters: readonly (readonly [string, Partial<PayoutListRequest>, readonly number[]])[] = [
    ["status", { status: ["SUCCEEDED"] }, [0]],
    ["several statuses", { status: ["SUCCEEDED", "PROCESSING"] }, [4, 3, 2, 1, 0]],
    ["currency", { currency: ["JPY"] }, [4]],
    ["brand", { card_brand: ["mastercard"] }, [3, 1]],
    ["a brand that no payout has", { card_brand: ["amex"] }, []],
    ["last four", { card_last4: "0042" }, [3]],
    ["an amount from", { amount: { gte: 1_003, lte: null } }, [4, 3]],
    ["an amount to", { amount: { gte: null, lte: 1_000 } }, [0]],
    ["created long ago", { created: { gte: null, lte: 1_000 } }, []],
    ["created since", { created: { gte: 1_000, lte: null } }, [4, 3, 2, 1, 0]],
    ["all together", { status: ["PROCESSING"], currency: ["EUR"], card_brand: ["visa"] }, [2]],
    ["a name in any case", { search: "LOVE" }, [0]],
    ["a name with accents in any case", { search: "éloïse" }, [1]],
    ["both names in a row", { search: "ada love" }, [0]],
    ["a percent sign, literally", { search: "%" }, [2]],
    ["an underscore, literally", { search: "_SURE_" }, [2]],
    ["a backslash, literally", { search: "\\" }, [3]],
    ["a quote, literally", { search: "'" }, [1]],
    ["letters of other alphabets", { search: "小" }, [4]],
    ["anywhere inside a reference", { search: "4567" }, [2]],
    ["nothing across names and reference", { search: "sure_1" }, []],
    ["four digits of the card", { search: "0042" }, [3]],
    ["an amount in major units", { search: "10.03", currency: ["EUR"] }, [3]],
    ["an amount with a comma", { search: "10,03", currency: ["EUR"] }, [3]],
    ["an amount of a currency without decimals", { search: "1004", currency: ["JPY"] }, [4]],
    ["no amount without a currency", { search: "10.03" }, []],
    ["no amount with two currencies", { search: "10.03", currency: ["EUR", "JPY"] }, []],
    ["a search within filters [PO-14]", { search: "a", card_brand: ["mastercard"] }, [3, 1]],
    ["white space as it is", { search: " love" }, [0]],
    ["no white space that is not there", { search: "love " }, []],
    ["an amount with white space around it", { search: " 10.03\t", currency: ["EUR"] }, [3]],
    ["four digits of the card with white space around them", { search: " 0042 " }, [3]],
  ];
  for (const [name, asked, expected] of filters) {
    it(`finds by ${name} [${asked.search === undefined ? "PO-14" : "PO-15"}]`, async () => {
      const found = await list(asked);
      expect([idsOf(found), found.has_more, found.total_count]).to.deep.equal([
        expected,
        false,
        expected.length,
      ]);
    });
  }

  it("finds a whole ID in any case, and no part of one [PO-15]", async () => {
    const id = made[1] ?? "";
    for (const search of [id, id.toUpperCase(), id.toLowerCase(), ` ${id}\n`])
      expect(idsOf(await list({ search }))).to.deep.equal([1]);
    expect(idsOf(await list({ search: id.slice(0, -1) }))).to.deep.equal([]);
    expect(idsOf(await list({ search: "po_" }))).to.deep.equal([]);
  });

  it("finds the longest names there are, of letters that take the most room", async () => {
    const { create, request, provider } = given();
    const scope = { ...SCOPE, merchant_id: `mer_${"9".repeat(24)}` };
    const letters = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 255 }, (_, index) => from + 97 * index));
    const [first_name, last_name] = [letters(0x20000), letters(0x20001)];
    provider.submits({ kind: "succeeded" });
    const recipient = { first_name, last_name, country: "PL" };
    const { id } = await create(await request({ scope, merchant_reference: 9_876_543_210, recipient }));
    for (const search of [last_name, first_name.slice(-4), "9876543210", first_name.slice(0, 2)]) {
      const { data, total_count } = await list({ scope, search });
      expect([data.map((payout) => payout.id), total_count]).to.deep.equal([[id], 1]);
    }
  });

  it("counts the same while totals are being folded", async () => {
    for (const limit of [3, 2, 1_000]) {
      expect((await list()).total_count).to.equal(5);
      expect((await list({ status: ["PROCESSING"] })).total_count).to.equal(4);
      expect((await list({ status: ["PENDING"] })).total_count).to.equal(0);
      await given().fold(limit);
    }
    const left = await given().database.sql("select count(*)::int as n from payouts.total_deltas");
    expect(left).to.deep.equal([{ n: 0 }]);
  });

  it("knows where a cursor stands while as many merchants as may list at once", async () => {
    const { database, deps } = given();
    const held = await connect(database.adminUrl, "test");
    await held.query("begin; lock table payouts.totals in access exclusive mode");
    const listing = Promise.allSettled(
      ["2", "3", "4"].map((n) => list({ scope: { ...SCOPE, merchant_id: `mer_${n.repeat(24)}` } })),
    );
    await waitFor("a list to be held", async () => {
      const [waiting] = await database.sql("select count(*)::int as n from pg_locks where not granted");
      return Number(waiting?.["n"]) > 0;
    });
    // Again and again: another list takes a moment to come as far.
    for (const id of [...made, ...made, ...made])
      expect(await deps.lists.from(SCOPE, id, "older")).to.have.keys("going", "position");
    await held.query("rollback");
    await held.end();
    await listing;
  });

  it("shows another merchant and another mode nothing [PO-13]", async () => {
    const other = { ...SCOPE, merchant_id: `mer_${"1".repeat(24)}` };
    for (const scope of [other, { ...SCOPE, livemode: true }]) {
      const found = await list({ scope });
      expect(found).to.deep.equal({ data: [], has_more: false, total_count: 0 });
      expect((await list({ scope, search: "a" })).total_count).to.equal(0);
      const error = await refusal(list({ scope, starting_after: made[0] ?? "" }));
      expect([error.type, error.param]).to.deep.equal(["invalid_search_criteria", "starting_after"]);
    }
  });
});
