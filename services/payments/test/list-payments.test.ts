import { refusal } from "@flowlix/testkit";
import { expect } from "chai";
import type { PaymentListRequest } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { listPayments } from "../src/read/list-payments.ts";
import {
  insertListed,
  listedPayment,
  listRequest,
  merchantId,
  type ListedPayment,
} from "./support/listed-payments.ts";
import { withPayments } from "./support/payments-under-test.ts";

describe("a list of Payments", () => {
  const payments = withPayments();
  let merchant: string;
  beforeEach(() => {
    merchant = merchantId();
  });

  const insert = async (...rows: Partial<ListedPayment>[]): Promise<string[]> => {
    const listed = rows.map((row) => listedPayment({ merchant_id: merchant, ...row }));
    await insertListed(payments().database, listed);
    return listed.map(({ id }) => id);
  };
  const ask = (changes: Partial<PaymentListRequest> = {}) =>
    listPayments(
      payments().deps,
      listRequest({ scope: { merchant_id: merchant, livemode: false }, ...changes }),
    );
  const idsOf = async (changes: Partial<PaymentListRequest> = {}) =>
    (await ask(changes)).data.map(({ id }) => id);

  it("is newest first, in the order of acceptance also within one second and one microsecond [D4-10]", async () => {
    const ids = await insert(
      { created_at: "2026-01-01T00:00:00.000001Z" },
      { created_at: "2026-01-01T00:00:00.000003Z" },
      { created_at: "2026-01-01T00:00:00.000002Z" },
      { created_at: "2026-01-01T00:00:00.000003Z" },
      { created_at: "2026-01-01T00:00:00.000003Z" },
    );
    expect(await idsOf()).to.deep.equal([ids[4], ids[3], ids[1], ids[2], ids[0]]);
  });

  it("goes on after a Payment towards older ones, and says whether there are more of them [D4-11]", async () => {
    const [a, b, c, d] = await insert({}, {}, {}, {});
    expect(await idsOf({ limit: 1, starting_after: d ?? "" })).to.deep.equal([c]);
    const some = await ask({ limit: 1, starting_after: c ?? "" });
    expect([some.data.map(({ id }) => id), some.has_more]).to.deep.equal([[b], true]);
    const last = await ask({ limit: 2, starting_after: c ?? "" });
    expect([last.data.map(({ id }) => id), last.has_more]).to.deep.equal([[b, a], false]);
    expect(await ask({ starting_after: a ?? "" })).to.deep.equal({ data: [], has_more: false });
  });

  it("goes back to right before a Payment, newest first too, and says whether there are newer ones [D4-10]", async () => {
    const [a, b, c, d] = await insert({}, {}, {}, {});
    const some = await ask({ limit: 2, ending_before: a ?? "" });
    expect([some.data.map(({ id }) => id), some.has_more]).to.deep.equal([[c, b], true]);
    const last = await ask({ limit: 3, ending_before: a ?? "" });
    expect([last.data.map(({ id }) => id), last.has_more]).to.deep.equal([[d, c, b], false]);
    expect(await ask({ ending_before: d ?? "" })).to.deep.equal({ data: [], has_more: false });
  });

  it("a cursor is a position only and need not match the filters [D4-12]", async () => {
    const [older, cursor, newer] = await insert(
      { currency: "EUR" },
      { currency: "GBP" },
      { currency: "EUR" },
    );
    expect(await idsOf({ currency: ["EUR"], starting_after: cursor ?? "" })).to.deep.equal([older]);
    expect(await idsOf({ currency: ["EUR"], ending_before: cursor ?? "" })).to.deep.equal([newer]);
  });

  it("a cursor that is no Payment of the merchant and mode is invalid_search_criteria at its name [D4-2, D4-15]", async () => {
    const [elsewhere] = await insert({ merchant_id: merchantId() });
    const [live] = await insert({ livemode: true });
    for (const id of [elsewhere, live, newId("payment")]) {
      for (const cursor of ["starting_after", "ending_before"] as const) {
        const error = await refusal(ask({ [cursor]: id }));
        expect([error.type, error.param]).to.deep.equal(["invalid_search_criteria", cursor]);
      }
    }
  });

  it("a cursor must exist even where the search can find nothing", async () => {
    const error = await refusal(ask({ starting_after: newId("payment"), search: "nothing at all" }));
    expect(error.type).to.equal("invalid_search_criteria");
  });

  it("holds the Payments of the merchant and mode only [LIST-2]", async () => {
    const [test] = await insert({});
    const [live] = await insert({ livemode: true });
    await insert({ merchant_id: merchantId() });
    expect(await idsOf()).to.deep.equal([test]);
    expect(await idsOf({ scope: { merchant_id: merchant, livemode: true } })).to.deep.equal([live]);
    expect(await ask({ scope: { merchant_id: merchantId(), livemode: false } })).to.deep.equal({
      data: [],
      has_more: false,
    });
  });

  it("shows each Payment as its GET does", async () => {
    const request = await payments().request({
      scope: { merchant_id: merchant, livemode: false, key_id: newId("key") },
    });
    const created = await payments().create(request);
    expect(await ask()).to.deep.equal({ data: [created], has_more: false });
  });

  it("shows a Payment without a card, and finds it by no card", async () => {
    const bare = { payment_method_type: null, card_brand: null, card_last4: null } as const;
    const [id] = await insert({
      ...bare,
      integration_type: "HOSTED_PAYMENT_PAGE",
      status: "REQUIRES_ACTION",
    });
    const { data } = await ask();
    expect(data.map(({ payment_method }) => payment_method)).to.deep.equal([null]);
    expect(await idsOf({ integration_type: ["HOSTED_PAYMENT_PAGE"] })).to.deep.equal([id]);
    expect(await idsOf({ payment_method_type: ["card"] })).to.deep.equal([]);
    expect(await idsOf({ card_brand: ["visa", "unknown"] })).to.deep.equal([]);
  });

  it("values of one filter are alternatives, filters narrow each other [D4-3]", async () => {
    const ids = await insert(
      { status: "SUCCEEDED", currency: "EUR", card_brand: "visa", card_last4: "1111", amount: 100 },
      { status: "FAILED", currency: "EUR", card_brand: "amex", card_last4: "1111", amount: 200 },
      { status: "FAILED", currency: "GBP", card_brand: "visa", card_last4: "2222", amount: 300 },
      {
        status: "PENDING",
        currency: "JPY",
        card_brand: "jcb",
        card_last4: "3333",
        amount: 400,
        payment_method_type: "apple_pay",
      },
    );
    const cases: readonly (readonly [Partial<PaymentListRequest>, number[]])[] = [
      [{ status: ["FAILED"] }, [2, 1]],
      [{ status: ["FAILED", "PENDING"] }, [3, 2, 1]],
      [{ status: ["EXPIRED"] }, []],
      [{ currency: ["EUR", "JPY"] }, [3, 1, 0]],
      [{ card_brand: ["visa", "amex"] }, [2, 1, 0]],
      [{ card_last4: "1111" }, [1, 0]],
      [{ payment_method_type: ["apple_pay", "google_pay"] }, [3]],
      [{ integration_type: ["DIRECT"] }, [3, 2, 1, 0]],
      [{ amount: { gte: 200, lte: 300 } }, [2, 1]],
      [{ amount: { gte: 201, lte: null } }, [3, 2]],
      [{ amount: { gte: null, lte: -1 } }, []],
      [{ status: ["FAILED"], currency: ["EUR"] }, [1]],
      [{ status: ["FAILED"], currency: ["EUR", "GBP"], card_brand: ["visa"] }, [2]],
      [{ card_last4: "1111", amount: { gte: 200, lte: null }, search: "1111" }, [1]],
    ];
    for (const [changes, expected] of cases) {
      expect(await idsOf(changes), JSON.stringify(changes)).to.deep.equal(
        expected.map((index) => ids[index]),
      );
    }
  });

  it("a second holds all that is shown with it, to its last microsecond [D4-5]", async () => {
    const ids = await insert(
      { created_at: "2026-01-01T00:00:04.999999Z" },
      { created_at: "2026-01-01T00:00:05Z" },
      { created_at: "2026-01-01T00:00:05.999999Z" },
      { created_at: "2026-01-01T00:00:06Z" },
    );
    const second = Date.parse("2026-01-01T00:00:05Z") / 1000;
    expect(await idsOf({ created: { gte: second, lte: second } })).to.deep.equal([ids[2], ids[1]]);
    expect(await idsOf({ created: { gte: second + 1, lte: null } })).to.deep.equal([ids[3]]);
    expect(await idsOf({ created: { gte: null, lte: second - 1 } })).to.deep.equal([ids[0]]);
    expect(await idsOf({ created: { gte: null, lte: Number.MAX_SAFE_INTEGER } })).to.have.length(4);
    expect(await idsOf({ created: { gte: Number.MAX_SAFE_INTEGER, lte: null } })).to.deep.equal([]);
  });

  it("a page that takes longer to find than a read may is service_unavailable", async () => {
    const error = Object.assign(new Error("canceling statement due to statement timeout"), {
      code: "57014",
      severity: "ERROR",
    });
    const lists = { ...payments().deps.lists, page: () => Promise.reject(error) };
    expect((await refusal(listPayments({ lists }, listRequest()))).type).to.equal("service_unavailable");
  });
});

describe("a search of Payments", () => {
  const payments = withPayments();
  let merchant: string;
  beforeEach(() => {
    merchant = merchantId();
  });
  const idsOf = async (search: string, changes: Partial<PaymentListRequest> = {}) => {
    const scope = { merchant_id: merchant, livemode: false };
    const page = await listPayments(payments().deps, listRequest({ scope, search, ...changes }));
    return page.data.map(({ id }) => id);
  };

  it("finds a Payment by what it was created with: ID, reference, e-mail in any case, last four, amount [D4-7]", async () => {
    const email = "Ada.Lovelace@Example.com";
    const request = await payments().request({
      scope: { merchant_id: merchant, livemode: false, key_id: newId("key") },
      amount: 123_450,
      merchant_reference: 9_876_543_210,
      billing_details: { email, first_name: null, last_name: null, phone: null, address: null },
    });
    const { id, payment_method } = await payments().create(request);
    await insertListed(payments().database, [listedPayment({ merchant_id: merchant, card_last4: "0000" })]);
    const currency = ["EUR"];
    for (const search of [id, "9876543210", email.toUpperCase(), payment_method?.card.last4 ?? ""]) {
      expect(await idsOf(search), search).to.deep.equal([id]);
    }
    expect(await idsOf("1234.50", { currency })).to.deep.equal([id]);
    expect(await idsOf("1234,5", { currency })).to.deep.equal([id]);
    for (const search of [
      "1234.50",
      "ada.lovelace",
      "lovelace@example.com",
      "987654321",
      "customer-1",
      id.slice(4),
    ]) {
      expect(await idsOf(search), search).to.deep.equal([]);
    }
  });

  it("is narrowed by the filters and paged like any list", async () => {
    const rows = [1, 2, 3].map((count) =>
      listedPayment({
        merchant_id: merchant,
        billing_email_folded: "a@b.example",
        status: count === 2 ? "FAILED" : "SUCCEEDED",
      }),
    );
    await insertListed(payments().database, rows);
    const ids = rows.map(({ id }) => id);
    expect(await idsOf("A@B.EXAMPLE", { limit: 2 })).to.deep.equal([ids[2], ids[1]]);
    expect(await idsOf("A@B.EXAMPLE", { starting_after: ids[1] ?? "" })).to.deep.equal([ids[0]]);
    expect(await idsOf("A@B.EXAMPLE", { status: ["FAILED"] })).to.deep.equal([ids[1]]);
    expect(await idsOf(ids[0] ?? "", { status: ["FAILED"] })).to.deep.equal([]);
  });

  it("of four digits finds the card's last four and, with one currency, the amount [D4-8]", async () => {
    const rows = [
      listedPayment({ merchant_id: merchant, card_last4: "1250" }),
      listedPayment({ merchant_id: merchant, amount: 125_000 }),
      listedPayment({ merchant_id: merchant, amount: 125_000, currency: "GBP" }),
      listedPayment({ merchant_id: merchant, amount: 1_250, currency: "JPY" }),
    ];
    await insertListed(payments().database, rows);
    const ids = rows.map(({ id }) => id);
    expect(await idsOf("1250")).to.deep.equal([ids[0]]);
    expect(await idsOf("1250", { currency: ["EUR"] })).to.deep.equal([ids[1], ids[0]]);
    expect(await idsOf("1250", { currency: ["JPY"] })).to.deep.equal([ids[3]]);
    expect(await idsOf("1250", { currency: ["EUR", "GBP"] })).to.deep.equal([ids[0]]);
  });

  it("finds nothing of another merchant or mode", async () => {
    const rows = [
      listedPayment({
        merchant_id: merchantId(),
        billing_email_folded: "a@b.example",
        merchant_reference: 1_234_567_890,
      }),
      listedPayment({
        merchant_id: merchant,
        livemode: true,
        billing_email_folded: "a@b.example",
        merchant_reference: 1_234_567_890,
      }),
    ];
    await insertListed(payments().database, rows);
    for (const search of ["a@b.example", "1234567890", ...rows.map(({ id }) => id)]) {
      expect(await idsOf(search), search).to.deep.equal([]);
    }
  });
});
